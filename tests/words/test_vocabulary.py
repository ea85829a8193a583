"""Vocabulary of a game: any game may bring words, and they are loaded on first use."""

import subprocess
import sys

import pytest

from greenbaize.games import GAMES
from greenbaize.rules.messages import Column, Message, Words
from greenbaize.rules.sheets import Kind, Row
from greenbaize.words.sheet_words import row_title
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import (
    cited,
    column_phrase,
    column_short,
    column_title,
    contract_title,
    game_line,
    game_names,
    game_title,
)
from greenbaize.words.vocabulary import know, known_games, own_words


class Whist:
    """The part of a game that words use; it counts the requests for its vocabulary."""

    name = "whist"
    title = "Whist!"
    line = "Partners win tricks."
    other_names = "Partners, Bridge for beginners"
    help_page = "whist-rules"

    def __init__(self, words):
        self._words = words
        self.asked = 0

    def words(self):
        self.asked += 1
        return self._words


WORDS = Words(
    sentences={
        "rubber": "{seat} has the rubber.",
        "rubber.you": "You have the rubber.",
        "honours": ("{count} honour", "{count} honours"),
    },
    columns={"honours": Column("Honours", ("{value} honour", "{value} honours"), "Hon.")},
    titles={"grand": "Grand slam", "round.1": "First round", "round": "Round"},
)


@pytest.fixture
def whist():
    before = known_games()
    game = Whist(WORDS)
    games = {"whist": game, "other": Whist(Words(sentences={"revoke": "No."}))}
    know(games)
    yield game
    know(before)


def test_a_game_says_its_own_sentences(whist):
    speaker = Speaker(("Ida", "Bo"), you=0)
    assert speaker.say(Message("rubber", {"seat": 1})) == "Bo has the rubber."
    assert speaker.say(Message("rubber", {"seat": 0})) == "You have the rubber."
    assert speaker.say(Message("honours", {"count": 1})) == "1 honour"
    assert speaker.say(Message("honours", {"count": 4})) == "4 honours"
    assert speaker.say(Message("revoke")) == "No."
    with pytest.raises(KeyError):
        speaker.say(Message("must-beat"))


@pytest.mark.parametrize(
    ("words", "conflicting_game", "code"),
    [
        (Words(sentences={"rubber": "?"}), "whist", "rubber"),
        (Words(columns={"honours": Column("Stars", "{value} stars")}), "whist", "honours"),
        (Words(titles={"grand": "Big"}), "whist", "grand"),
        (Words(sentences={"match-over": "All is over."}), "every game", "match-over"),
        (Words(columns={"points": Column("Pips", "{value} pips")}), "every game", "points"),
    ],
)
def test_two_that_say_different_things_by_one_code_are_refused(
    whist, words, conflicting_game, code
):
    games = {"whist": whist, "bridge": Whist(words)}
    know(games)
    with pytest.raises(ValueError, match=f"^bridge and {conflicting_game} .*'{code}'$"):
        own_words()


def test_games_of_one_family_say_the_same_by_the_same_code(whist):
    games = {"whist": whist, "bridge": Whist(WORDS)}
    know(games)
    assert own_words().sentences["rubber"] == "{seat} has the rubber."


def test_a_game_is_found_by_its_other_names(whist):
    assert game_names("whist") == ("Whist!", "Partners", "Bridge for beginners")
    assert game_names("unheard-of") == (game_title("unheard-of"),)


def test_a_game_names_its_own_columns_contracts_and_rows(whist):
    assert column_title("honours") == "Honours"
    assert column_short("honours") == "Hon."
    assert column_phrase("honours", 1) == "1 honour"
    assert contract_title("grand") == "Grand slam"
    rows = [Row(label, (), kind=Kind.HALF, title="round") for label in (1, 2)]
    assert [row_title(row) for row in rows] == ["First round", "Round"]


def test_a_game_has_its_own_title_and_its_rules_are_cited_by_it(whist):
    assert (game_title("whist"), game_line("whist")) == ("Whist!", "Partners win tricks.")
    assert cited("whist.md 3") == cited("whist-rules.md 3") == "Whist!, § 3"


def test_games_are_asked_only_for_what_is_not_common_and_only_once(whist):
    speaker = Speaker(("Ida",), you=0)
    assert speaker.say(Message("match-over")) == "The match is over."
    assert speaker.say(Message("not-your-turn", {"seat": 0})) == "It is your turn."
    assert column_title("points") == "Points"
    assert row_title(Row(0, (), kind=Kind.RESULT, title="total")) == "Total"
    assert whist.asked == 0
    speaker.say(Message("rubber", {"seat": 0}))
    column_title("honours")
    assert whist.asked == 1


def test_the_table_knows_the_words_of_every_game():
    assert known_games() is GAMES
    codes = {code for game in GAMES.values() for code in game.words().sentences}
    assert codes == set(own_words().sentences)


STARTED = """
import sys
from greenbaize.app.tables import table
loaded = [name for name in sys.modules if name.startswith("greenbaize.games.")]
assert loaded
assert [name for name in loaded if name.endswith(".words")] == []
from greenbaize.rules.messages import Message
from greenbaize.words.speaker import Speaker
assert Speaker().say(Message("balance-even")) == "Bids: even"
"""


def test_no_words_of_a_game_are_loaded_at_the_start():
    command = [sys.executable, "-c", STARTED]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
