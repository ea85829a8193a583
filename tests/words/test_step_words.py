"""Steps of a match in sentences: whatever is decided or scored is said, of every game."""

from pathlib import Path

import pytest

from greenbaize.app.memory.replays import read_replay
from greenbaize.match.playback import OPEN
from greenbaize.rules.events import CardPlayed, Dealt, Ended, Said, Scored, TrickTaken
from greenbaize.words.speaker import Speaker
from greenbaize.words.step_words import step_text

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = ("damn-3", "damn-4-table", "blackout-4", "master-4-ranked", "ass-3", "rank-4-deals")
TOLD = (CardPlayed, Dealt, Ended, Said, Scored, TrickTaken)


def steps(record: str) -> list[tuple[object, str]]:
    """Every event of a record, and what is said of it."""
    replay = read_replay(GOLDEN / f"{record}.jsonl")
    game = replay.playback.game
    speaker = Speaker([f"P{seat}" for seat in range(len(replay.header.sitters))])
    walk = replay.playback.walk(0, OPEN)
    told = []
    while walk.moment < len(replay.playback):
        event = walk.go()
        told.append((event, step_text(game, event, walk.view, speaker)))
    return told


@pytest.mark.parametrize("record", RECORDS)
def test_every_step_is_a_sentence(record: str) -> None:
    for event, text in steps(record):
        assert "{" not in text
        if isinstance(event, TOLD):
            assert text.endswith((".", "!", "?", "…")), (event, text)
        if isinstance(event, CardPlayed | Said):
            assert f"P{event.seat}" in text


def test_what_a_deal_of_damn_sounds_like() -> None:
    texts = [text for _, text in steps("damn-3") if text]
    assert texts[0].startswith("Deal 1 has been dealt.")
    assert any(text.endswith(": Bid 1.") for text in texts)
    assert any(text.endswith(" takes the trick.") for text in texts)
    assert any("bid" in text and "won" in text for text in texts)
    assert texts[-1].endswith("wins the match.")


def test_stakes_and_trumps_are_said_too() -> None:
    assert any(text.endswith((": Go.", ": Stay.")) for _, text in steps("ass-3"))
