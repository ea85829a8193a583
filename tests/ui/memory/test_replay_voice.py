"""What happens in a replay is told to screen readers: each step, and trick by trick otherwise."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from greenbaize.app.memory.replays import read_replay
from greenbaize.rules.events import CardPlayed, Dealt, TrickTaken
from greenbaize.ui.memory import replay_voice
from greenbaize.ui.memory.replaying import Replaying
from greenbaize.ui.theme import LIGHT
from ui.table.person import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

GOLDEN = Path(__file__).parents[2] / "golden"
Key = Qt.Key


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    heard: list[str] = []
    monkeypatch.setattr(replay_voice, "announce", lambda _, words: heard.append(words))
    return heard


@pytest.fixture
def replaying(qtbot: QtBot, said: list[str]) -> Replaying:
    replaying = Replaying(read_replay(GOLDEN / "damn-3.jsonl"), LIGHT)
    qtbot.addWidget(replaying)
    replaying.set_pace(0)
    replaying.resize(1000, 700)
    with qtbot.waitActive(replaying):
        replaying.show()
    said.clear()
    return replaying


def press(replaying: Replaying, key: Qt.Key) -> None:
    QTest.keyClick(replaying.windowHandle(), key)


def test_a_step_is_a_sentence(replaying: Replaying, said: list[str]) -> None:
    events = replaying.replay.playback.events
    first = next(at for at, event in enumerate(events) if isinstance(event, CardPlayed))
    replaying.go_to(first)
    said.clear()
    press(replaying, Key.Key_Right)
    assert len(said) == 1
    name = replaying.replay.header.sitters[events[first].seat].name
    assert said[0].startswith((f"{name}: ", "You: "))
    assert said[0].endswith(".")


def test_who_jumps_hears_where_they_are(replaying: Replaying, said: list[str]) -> None:
    press(replaying, Key.Key_PageDown)
    press(replaying, Key.Key_End)
    press(replaying, Key.Key_Left)
    assert said[0] == "Deal 1, the opening"
    assert said[1] == "The end"
    assert len(said) == 3


@pytest.mark.slow
@pytest.mark.parametrize("fast", [False, True])
def test_what_goes_by_itself_is_told_trick_by_trick(
    replaying: Replaying, said: list[str], fast: bool
) -> None:
    playback = replaying.replay.playback
    taken = next(at for at, one in enumerate(playback.events) if isinstance(one, TrickTaken))
    dealt = next(at for at, one in enumerate(playback.events) if isinstance(one, Dealt))
    replaying.go_to(dealt + 1)
    said.clear()
    replaying._speed = 8.0 if fast else 1.0
    for _ in range(dealt + 1, taken):
        replaying._go()
    assert said == []
    replaying._go()
    assert len(said) == 1
    assert " takes the trick: " in said[0]
    assert (": Bid" in said[0]) is not fast
    replaying._gap.stop()


def test_what_was_gathered_is_told_when_it_is_stopped(
    replaying: Replaying, said: list[str]
) -> None:
    press(replaying, Key.Key_PageDown)
    press(replaying, Key.Key_Space)
    said.clear()
    replaying._go()
    until(lambda: replaying.playing)
    press(replaying, Key.Key_Space)
    assert not replaying.playing
    assert any(": Bid" in words for words in said)
