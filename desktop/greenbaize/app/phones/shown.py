"""What is shown of a table's phones at its host: how to come, and who has."""

import io
from typing import NamedTuple

import segno


def typed_address(url: str) -> str:
    """Return what is typed of a link, without its secret: ``192.168.1.5:8410``."""
    return url.partition("://")[2].partition("/")[0]


class ChairRequest(NamedTuple):
    """A phone at the door that asks for the chair of somebody who is away.

    Its page shows the ``number``, so that it is told from another one with the same ``name``.
    """

    number: int
    name: str


class PhonesShown(NamedTuple):
    """The phones of a table; all is empty while they are switched off.

    ``url`` is the link with its secret, ``addresses`` the same for every address that this computer
    has at home, the likeliest first. ``names`` are those of phones that are connected, ``requests``
    those of phones that wait at the door for a chair.
    """

    url: str = ""
    addresses: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    requests: tuple[ChairRequest, ...] = ()

    @property
    def on(self) -> bool:
        return bool(self.url)

    @property
    def address(self) -> str:
        """What is typed of the link, without its secret."""
        return typed_address(self.url)

    def at(self, url: str) -> "PhonesShown":
        """Return the same with another of the addresses in the link, if it is still one of them."""
        return self._replace(url=url) if url in self.addresses else self


def qr_matrix(url: str) -> tuple[tuple[bool, ...], ...]:
    """The QR code of a link: rows of dark and light squares, without the quiet border of four."""
    return tuple(tuple(map(bool, row)) for row in segno.make(url, error="m", micro=False).matrix)


def qr_text(url: str) -> str:
    """The QR code of a link for a terminal."""
    text = io.StringIO()
    segno.make(url, error="m", micro=False).terminal(text, compact=True)
    return text.getvalue()
