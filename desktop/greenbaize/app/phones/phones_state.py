"""The state of a table's phones as shown at its host: links, and connected phones."""

import io
from typing import NamedTuple

import segno


def typed_address(url: str) -> str:
    """Return the part of a link to be typed, without its secret: ``192.168.1.5:8410``."""
    return url.partition("://")[2].partition("/")[0]


class ChairRequest(NamedTuple):
    """The request of a joining phone for the chair of an absent player.

    Its page shows the ``number``, to distinguish it from others with the same ``name``.
    """

    number: int
    name: str


class PhonesState(NamedTuple):
    """The phones of a table; everything is empty while they are switched off.

    ``url`` is the link with its secret, ``addresses`` the links for every home-network address of
    this computer, the most likely first. ``names`` are those of connected phones,
    ``chair_requests`` those of phones that wait for a chair.
    """

    url: str = ""
    addresses: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    chair_requests: tuple[ChairRequest, ...] = ()

    @property
    def is_on(self) -> bool:
        return bool(self.url)

    @property
    def address(self) -> str:
        """The part of the link to be typed, without its secret."""
        return typed_address(self.url)

    def with_url(self, url: str) -> "PhonesState":
        """Return a copy with another of the addresses in the link, if it is still one of them."""
        return self._replace(url=url) if url in self.addresses else self


def qr_matrix(url: str) -> tuple[tuple[bool, ...], ...]:
    """Return the QR code of a link: rows of dark (True) squares, without the border of four."""
    return tuple(tuple(map(bool, row)) for row in segno.make(url, error="m", micro=False).matrix)


def qr_text(url: str) -> str:
    """Return the QR code of a link for a terminal."""
    text = io.StringIO()
    segno.make(url, error="m", micro=False).terminal(text, compact=True)
    return text.getvalue()
