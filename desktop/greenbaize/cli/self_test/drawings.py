"""Whether what is shipped with the program can be used: cards, fonts, help, icons, sounds."""

from greenbaize.cli.self_test.check import Check, Found, found
from greenbaize.games import GAMES
from greenbaize.rules.messages import Message


def drawings_checks() -> tuple[Check, ...]:
    """The checks of the resources."""
    return (
        Check("card-faces", _card_faces),
        Check("fonts", _fonts),
        Check("help", _help),
        Check("icons", _icons),
        Check("sounds", _sounds),
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


def _sounds() -> Found:
    from greenbaize.ui.self_test.hearing import plays_sounds, read_sounds  # noqa: PLC0415

    count = read_sounds()
    if plays_sounds():
        return found("self-sounds", {"count": count})
    return Found(Message("self-sounds-silent", {"count": count}), lacking=True)
