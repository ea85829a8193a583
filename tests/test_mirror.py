"""Tests mirror the package: `a/b.py` has `tests/a/test_b.py`, or is listed with the reason."""

from pathlib import Path

import pytest

import greenbaize

PACKAGE = Path(greenbaize.__file__).parent
TESTS = Path(__file__).parent

MAX_UNTESTED_LINES = 120
"""A module with more lines has a test file of its name."""

UNTESTED_MODULES = {
    "games/beat/sentences": "texts only: words/test_catalogue, games/test_true_sentences",
    "games/exact_bid/sentences": "texts only: words/test_catalogue, games/test_true_sentences",
    "games/shedding/sentences": "texts only: words/test_catalogue, games/test_true_sentences",
}
"""Longer modules without a test file of their name, with the reasons."""

SUBJECT_TESTS = {
    "app/advice/one_voice": "guide, hints, notes, reviews and exercises agree",
    "app/coach/levels": "the benchmark of habits and exercises",
    "app/memory/killing": "the program killed at any moment",
    "app/network/showing": "tables whose host only shows them",
    "app/phones/answers": "pages in real browsers",
    "app/phones/browsers": "pages in real browsers",
    "app/phones/hosting": "phones at the table of a window",
    "app/phones/page_manners": "pages in real browsers",
    "app/phones/protocol_page": "docs/lan-protocol.md",
    "app/phones/redaction": "all that a phone receives",
    "app/phones/storm": "whole matches under faults",
    "app/seats/foreign_programs": "whole matches of foreign programs",
    "app/seats/no_memory": "a computer without memory for threads and processes",
    "app/seats/own_programs": "whole matches of bots in processes of their own",
    "app/tables/hot_seat": "several people at one computer",
    "bots/child": "strength of the easiest bot of every game",
    "bots/honest": "no bot uses hidden cards",
    "bots/ladder": "the benchmark of the levels",
    "bots/reference_players": "the players of benchmarks",
    "cli/display": "processes without a display",
    "cli/host_phones": "phones at a table without a window",
    "cli/kill_and_resume": "a killed process",
    "cli/networks": "computers in networks of their own",
    "cli/signals": "commands that are ended by a signal",
    "conftest": "settings of all tests",
    "games/a_new_game": "a game that only the tests have, on every layer",
    "games/adding_a_game": "docs/adding-a-game.md",
    "games/advice": "reasons in all games",
    "games/beat/help_page": "the help page",
    "games/exact_bid/oh_hell": "another implementation of the rules",
    "games/figures": "statistics of all games",
    "games/forms": "compiled modules and their sources",
    "games/honours": "honours of all games",
    "games/moments": "announcements of all games",
    "games/recall": "memory of the bots of all games",
    "games/swing": "biggest swing in all games",
    "games/told": "descriptions of table elements in all games",
    "games/true_sentences": "sentences of all games",
    "lan/protocol_page": "docs/lan-protocol.md",
    "lan/storm": "whole matches under faults",
    "layers": "import directions of all modules",
    "match/golden": "records of earlier versions",
    "match/manners": "random matches with table manners",
    "match/pages": "another reading of the rules pages",
    "match/redaction": "views of random matches",
    "mirror": "test files of all modules",
    "renamed_page": "docs/renamed.md",
    "store/record_vanishes": "record files that vanish during play",
    "ui/at_spi": "the program on a real accessibility bus",
    "ui/beat_games": "Master and Ass at the table",
    "ui/cards/colour_sight": "suit colours for colour-blind people",
    "ui/cards/font": "the shipped font",
    "ui/collecting": "garbage collection in the whole window",
    "ui/features/help/languages": "the translated help pages",
    "ui/features/learn/own_exercises": "exercises from matches that were reviewed",
    "ui/features/history/dropping": "files dropped on the window",
    "ui/features/history/replay_words": "texts of whole replays",
    "ui/fit": "texts of all pages and windows",
    "ui/going_on": "resumed matches of all games",
    "ui/listening": "the program without sight",
    "ui/match/hints": "hints at the table, from request to dismissal",
    "ui/measuring": "the measurement of texts that tests use",
    "ui/mnemonics": "labels of all windows and menus",
    "ui/phones": "whole matches of phones and a window",
    "ui/programs": "foreign programs at the window",
    "ui/rank": "Rank at the table",
    "ui/russian": "all windows in Russian",
    "ui/speech/by_ear": "speech through whole matches",
    "ui/speech/waiting": "when the table waits for speech",
    "ui/start": "modules loaded by the start",
    "ui/table/covering": "overlays at all tables",
    "ui/table/left_hand": "the whole table for left hands",
    "ui/table/shedding": "Rank on the stage",
    "ui/table/staking": "stakes and bids on the stage",
    "ui/text_size": "all windows in all text sizes",
    "ui/whole_match": "whole matches by clicks and keys",
    "ui/widgets/colours": "themes of all windows",
    "ui/widgets/focus_ring": "the focus on all kinds of controls",
    "ui/words": "texts of all windows",
    "network_messages": "one place for each network message and its version",
    "way_of_an_event": "names on the way of an event",
    "words/plain_words": "wording of all sentences",
}
"""Test files (`a/x` is `a/test_x.py`) that test no single module, with what they test."""


def list_modules():
    """Return the number of lines of each module by its path without a suffix."""
    return {
        path.relative_to(PACKAGE).with_suffix("").as_posix(): len(path.read_bytes().splitlines())
        for path in PACKAGE.rglob("*.py")
        if path.stem not in ("__init__", "__main__")
    }


def list_test_files(modules):
    """Return the test files in folders with modules, named as the modules they would test."""
    folders = {module.rpartition("/")[0] for module in modules}
    return {
        (path.parent / path.stem.removeprefix("test_")).relative_to(TESTS).as_posix()
        for folder in folders
        for path in (TESTS / folder).glob("test_*.py")
    }


def find_mirror_faults(modules, test_files, untested, subjects):
    """Return a sentence on each module or test file that is neither mirrored nor rightly listed."""
    long_modules = {name for name, lines in modules.items() if lines > MAX_UNTESTED_LINES}
    faults = {
        "has no test file of its name": long_modules - test_files - {*untested},
        "needs no entry in UNTESTED_MODULES": {*untested} - (long_modules - test_files),
        "is a test file without a module of its name": test_files - {*modules} - {*subjects},
        "needs no entry in SUBJECT_TESTS": {*subjects} - (test_files - {*modules}),
    }
    return [f"{name} {fault}" for fault, names in faults.items() for name in sorted(names)]


def test_every_long_module_has_a_test_file_of_its_name():
    modules = list_modules()
    assert (
        find_mirror_faults(modules, list_test_files(modules), UNTESTED_MODULES, SUBJECT_TESTS) == []
    )


@pytest.mark.parametrize(
    ("untested", "subjects", "faults"),
    [
        ([], ["a/story"], ["a/long has no test file of its name"]),
        (["a/long"], [], ["a/story is a test file without a module of its name"]),
        (
            ["a/long", "a/short", "a/tested", "a/gone"],
            ["a/story"],
            [
                f"a/{name} needs no entry in UNTESTED_MODULES"
                for name in ("gone", "short", "tested")
            ],
        ),
        (
            ["a/long"],
            ["a/story", "a/tested", "a/gone"],
            [f"a/{name} needs no entry in SUBJECT_TESTS" for name in ("gone", "tested")],
        ),
        (["a/long"], ["a/story"], []),
    ],
)
def test_each_fault_of_the_mirror_is_found(untested, subjects, faults):
    modules = {"a/long": 121, "a/short": 120, "a/tested": 121}
    test_files = {"a/tested", "a/story"}
    assert find_mirror_faults(modules, test_files, untested, subjects) == faults
