"""Vocabulary of a game: any game may bring words, and they are loaded on first use."""

import subprocess
import sys

import pytest

from greenbaize.games import GAMES
from greenbaize.rules.messages import ColumnWords, GameVocabulary, Message
from greenbaize.rules.sheets import RowKind, SheetRow
from greenbaize.words.sheet_words import row_title
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import (
    column_phrase,
    column_short_title,
    column_title,
    contract_title,
    format_citation,
    game_line,
    game_names,
    game_title,
)
from greenbaize.words.vocabulary import game_vocabulary, register_games, registered_games


class CountingWhist:
    """The part of a game that words use; it counts the requests for its vocabulary."""

    name = "whist"
    title = "Whist!"
    description = "Partners win tricks."
    other_names = "Partners, Bridge for beginners"
    help_page = "whist-rules"

    def __init__(self, words):
        self._words = words
        self.request_count = 0

    def vocabulary(self):
        self.request_count += 1
        return self._words


WHIST_WORDS = GameVocabulary(
    sentences={
        "rubber": "{seat} has the rubber.",
        "rubber.you": "You have the rubber.",
        "honours": ("{count} honour", "{count} honours"),
    },
    columns={"honours": ColumnWords("Honours", ("{value} honour", "{value} honours"), "Hon.")},
    titles={"grand": "Grand slam", "round.1": "First round", "round": "Round"},
)


@pytest.fixture
def counting_whist():
    before = registered_games()
    game = CountingWhist(WHIST_WORDS)
    games = {"whist": game, "other": CountingWhist(GameVocabulary(sentences={"revoke": "No."}))}
    register_games(games)  # type: ignore[arg-type]
    yield game
    register_games(before)


def test_a_game_has_sentences_of_its_own(counting_whist):
    speaker = Speaker(("Ida", "Bo"), listener_seat=0)
    assert speaker.format_message(Message("rubber", {"seat": 1})) == "Bo has the rubber."
    assert speaker.format_message(Message("rubber", {"seat": 0})) == "You have the rubber."
    assert speaker.format_message(Message("honours", {"count": 1})) == "1 honour"
    assert speaker.format_message(Message("honours", {"count": 4})) == "4 honours"
    assert speaker.format_message(Message("revoke")) == "No."
    with pytest.raises(KeyError):
        speaker.format_message(Message("must-beat"))


@pytest.mark.parametrize(
    ("words", "conflicting_game", "code"),
    [
        (GameVocabulary(sentences={"rubber": "?"}), "whist", "rubber"),
        (
            GameVocabulary(columns={"honours": ColumnWords("Stars", "{value} stars")}),
            "whist",
            "honours",
        ),
        (GameVocabulary(titles={"grand": "Big"}), "whist", "grand"),
        (GameVocabulary(sentences={"match-over": "All is over."}), "every game", "match-over"),
        (
            GameVocabulary(columns={"points": ColumnWords("Pips", "{value} pips")}),
            "every game",
            "points",
        ),
    ],
)
def test_different_words_for_one_code_are_refused(counting_whist, words, conflicting_game, code):
    games = {"whist": counting_whist, "bridge": CountingWhist(words)}
    register_games(games)
    with pytest.raises(ValueError, match=f"^bridge and {conflicting_game} .*'{code}'$"):
        game_vocabulary()


def test_equal_words_for_one_code_are_accepted(counting_whist):
    games = {"whist": counting_whist, "bridge": CountingWhist(WHIST_WORDS)}
    register_games(games)
    assert game_vocabulary().sentences["rubber"] == "{seat} has the rubber."


def test_a_game_is_found_by_its_other_names(counting_whist):
    assert game_names("whist") == ("Whist!", "Partners", "Bridge for beginners")
    assert game_names("unheard-of") == (game_title("unheard-of"),)


def test_a_game_names_its_own_columns_contracts_and_rows(counting_whist):
    assert column_title("honours") == "Honours"
    assert column_short_title("honours") == "Hon."
    assert column_phrase("honours", 1) == "1 honour"
    assert contract_title("grand") == "Grand slam"
    rows = [SheetRow(label, (), kind=RowKind.HALF, title="round") for label in (1, 2)]
    assert [row_title(row) for row in rows] == ["First round", "Round"]


def test_a_game_has_its_own_title_and_its_rules_are_cited_by_it(counting_whist):
    assert (game_title("whist"), game_line("whist")) == ("Whist!", "Partners win tricks.")
    assert format_citation("whist.md 3") == format_citation("whist-rules.md 3") == "Whist!, § 3"


def test_vocabulary_is_requested_once_and_only_for_unknown_words(counting_whist):
    speaker = Speaker(("Ida",), listener_seat=0)
    assert speaker.format_message(Message("match-over")) == "The match is over."
    assert speaker.format_message(Message("not-your-turn", {"seat": 0})) == "It is your turn."
    assert column_title("points") == "Points"
    assert row_title(SheetRow(0, (), kind=RowKind.RESULT, title="total")) == "Total"
    assert counting_whist.request_count == 0
    speaker.format_message(Message("rubber", {"seat": 0}))
    column_title("honours")
    assert counting_whist.request_count == 1


def test_the_vocabulary_of_every_game_is_registered():
    assert registered_games() is GAMES
    codes = {code for game in GAMES.values() for code in game.vocabulary().sentences}
    assert codes == set(game_vocabulary().sentences)


START_SCRIPT = """
import sys
from greenbaize.app.tables import table
loaded = [name for name in sys.modules if name.startswith("greenbaize.games.")]
assert loaded
assert [name for name in loaded if name.endswith(".sentences")] == []
from greenbaize.rules.messages import Message
from greenbaize.words.speaker import Speaker
assert Speaker().format_message(Message("balance-even")) == "Bids: even"
"""


def test_no_vocabulary_is_loaded_at_the_start():
    command = [sys.executable, "-c", START_SCRIPT]
    process = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (process.returncode, process.stderr) == (0, "")
