"""All checks of the self-test in their order: first what the others stand on."""

from functools import partial

from greenbaize.cli.self_test.check import Check
from greenbaize.cli.self_test.drawings import drawings_checks
from greenbaize.cli.self_test.libraries import (
    compiled_modules,
    own_modules,
    qt,
    qt_messages,
    their_modules,
)
from greenbaize.cli.self_test.matches import match_seen
from greenbaize.cli.self_test.network import discovery, table
from greenbaize.cli.self_test.players import foreign_program, own_programs
from greenbaize.cli.self_test.sheets import sheets
from greenbaize.games import GAMES


def all_checks() -> tuple[Check, ...]:
    """The checks; nothing has been tried yet."""
    apart = next(iter(GAMES))
    return (
        Check("libraries", their_modules),
        Check("qt", qt),
        Check("modules", own_modules),
        Check("compiled", compiled_modules),
        *drawings_checks(),
        Check("computer-players", own_programs),
        Check("foreign-program", foreign_program),
        Check("table", table),
        Check("discovery", discovery),
        Check("sheets", sheets),
        # One with players in programs of their own; that takes time, and is the same for all.
        *(Check(f"match-{name}", partial(match_seen, name, apart=name == apart)) for name in GAMES),
        Check("qt-messages", qt_messages),
    )
