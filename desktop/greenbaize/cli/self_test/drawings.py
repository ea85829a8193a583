"""Whether what is shipped with the program is there and can be used: cards, fonts, help, icons."""

from greenbaize.cli.self_test.check import Check, Found, found
from greenbaize.games import GAMES


def drawings_checks() -> tuple[Check, ...]:
    """The checks of the resources."""
    return (
        Check("card-faces", _card_faces),
        Check("fonts", _fonts),
        Check("help", _help),
        Check("icons", _icons),
    )


def _card_faces() -> Found:
    from greenbaize.ui.self_test.drawings import drawn_faces  # noqa: PLC0415

    return found("self-faces", {"count": drawn_faces()})


def _fonts() -> Found:
    from greenbaize.ui.self_test.drawings import read_fonts  # noqa: PLC0415

    return found("self-fonts", {"count": read_fonts()})


def _help() -> Found:
    from greenbaize.ui.self_test.drawings import laid_out_pages  # noqa: PLC0415

    return found("self-help", {"count": laid_out_pages(GAMES)})


def _icons() -> Found:
    from greenbaize.ui.self_test.drawings import read_icons  # noqa: PLC0415

    return found("self-icons", {"count": read_icons()})
