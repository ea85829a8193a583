"""The bell of the first program, and those who ring it, in order and out of it."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import pytest

from greenbaize.app.bell import bell as bell_module
from greenbaize.app.bell import ringing, words
from greenbaize.app.bell.bell import Bell, Call
from greenbaize.app.bell.doorway import knock
from greenbaize.app.bell.ringing import Outcome, ring_or_hang
from greenbaize.app.bell.words import Asked, Greeting, hear, say
from greenbaize.app.chairs.opponents import Opponent
from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.match.header import Sitter
from greenbaize.rules.chance import seed_from

Hang = Callable[[], Bell]
Ringer = Callable[[], socket.socket]

HANGING = """
import sys, time
from greenbaize.app.bell.bell import Bell
bell = Bell.hang()
print(bell is not None, flush=True)
sys.stdin.read()
"""


class Window:
    """Does what it is called for at once, as a window that has nothing else to do."""

    def __init__(self, bell: Bell) -> None:
        self.done: SimpleQueue[Call] = SimpleQueue()
        self._bell = bell
        bell.on_rung(self._on_rung)

    def _on_rung(self) -> None:
        while (call := self._bell.next_call()) is not None:
            self.done.put(call)
            call.answer(shown=True)

    @property
    def asked(self) -> PlayRequest:
        """What it was asked for next."""
        return self.done.get(timeout=10).request


@pytest.fixture(params=["path", "port"])
def window(request: pytest.FixtureRequest, hang: Hang) -> Window:
    """A window, at either kind of door."""
    if request.param == "port":
        request.getfixturevalue("port")
    return Window(hang())


class TestHandingOver:
    def test_the_first_has_the_bell_and_the_second_rings_it(self, window: Window) -> None:
        assert ring_or_hang(PlayRequest()) is Outcome.SHOWN
        assert window.asked == PlayRequest()

    def test_whoever_comes_when_it_has_gone_is_the_first(self, hang: Hang) -> None:
        hang().close()
        bell = ring_or_hang(PlayRequest())
        assert isinstance(bell, Bell)
        bell.close()

    def test_who_is_gone_takes_nothing_from_the_next(self, hang: Hang) -> None:
        first = hang()
        first.close()
        Window(hang())
        first.close()
        assert ring_or_hang(PlayRequest()) is Outcome.SHOWN

    def test_a_record_is_named_from_wherever(
        self, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        name = os.fsdecode("m\xe4tch ".encode() + (b"\xff" if os.name == "posix" else b""))
        request = PlayRequest(record=Path(name), seat=2)
        assert ring_or_hang(request) is Outcome.SHOWN
        assert window.asked == PlayRequest(record=tmp_path / name, seat=2)

    @pytest.mark.parametrize("game", GAMES)
    def test_a_match_is_asked_for_as_on_the_command_line(self, window: Window, game: str) -> None:
        players = GAMES[game].seats[-1]
        sitters = tuple(Sitter(str(number)) for number in range(players))
        options = dict(settled_header(game, sitters, {}, seed_from("x")).options)
        bots = (Opponent("easy", "bold"), Opponent("random"))
        request = PlayRequest(game, players, options, seed_from("a"), bots=bots)
        assert ring_or_hang(request) is Outcome.SHOWN
        asked = window.asked
        assert settled_header(game, sitters, asked.options, seed_from("x")).options == options
        assert (asked.game, asked.players, asked.seed, asked.bots) == (
            game,
            players,
            request.seed,
            bots,
        )

    def test_what_the_desktop_gives_goes_along(
        self, hang: Hang, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        window = Window(hang())
        monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "a token")
        ring_or_hang(PlayRequest())
        assert window.done.get(timeout=10).activation == "a token"

    @pytest.mark.parametrize(
        "request_",
        [
            PlayRequest(new_window=True),
            PlayRequest(watch=True),
            PlayRequest(screenshots=Path("pictures")),
            PlayRequest(speed=2.0),
            PlayRequest("damn", programs={"mine": "./mine"}),
            PlayRequest(sandbox=True),
        ],
    )
    def test_what_no_open_window_can_do_has_one_of_its_own(
        self, hang: Hang, request_: PlayRequest
    ) -> None:
        window = Window(hang())
        assert ring_or_hang(request_) is Outcome.APART
        assert window.done.empty()

    def test_many_at_once_find_one(self) -> None:
        def start(_: int) -> Bell | Outcome:
            found = ring_or_hang(PlayRequest())
            if isinstance(found, Bell):
                Window(found)
            return found

        with ThreadPoolExecutor(10) as pool:
            found = list(pool.map(start, range(10)))
        [bell] = [one for one in found if isinstance(one, Bell)]
        assert found.count(Outcome.SHOWN) == 9
        bell.close()

    def test_those_who_come_before_the_window_is_there_wait_for_it(self, hang: Hang) -> None:
        bell = hang()
        with ThreadPoolExecutor(3) as pool:
            waiting = [pool.submit(ring_or_hang, PlayRequest(seat=seat)) for seat in range(3)]
            window = Window(bell)
            assert [one.result(10) for one in waiting] == [Outcome.SHOWN] * 3
        assert {window.asked.seat for _ in range(3)} == {0, 1, 2}

    def test_one_who_waits_while_it_ends_is_the_first(self, hang: Hang) -> None:
        bell = hang()
        came: SimpleQueue[None] = SimpleQueue()
        bell.on_rung(lambda: came.put(None))
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(ring_or_hang, PlayRequest())
            came.get(timeout=10)
            bell.close()
            found = waiting.result(10)
        assert isinstance(found, Bell)
        found.close()
        assert bell.next_call() is None


class TestTrouble:
    def test_what_the_window_could_not_do_is_not_said_to_be_done(self, hang: Hang) -> None:
        bell = hang()

        def refuse() -> None:
            while (call := bell.next_call()) is not None:
                call.answer(shown=False)

        bell.on_rung(refuse)
        assert ring_or_hang(PlayRequest("damn")) is Outcome.NOT_DONE

    def test_a_window_that_has_no_time_is_not_waited_for(
        self, hang: Hang, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bell_module, "ANSWERING_S", 0.05)
        monkeypatch.setattr("greenbaize.app.bell.words.BEAT_S", 0.02)
        bell = hang()
        bell.on_rung(lambda: None)
        assert ring_or_hang(PlayRequest()) is Outcome.STUCK
        # And what nobody waits for is not done later.
        assert bell.next_call() is None

    @pytest.mark.skipif(os.name == "nt", reason="stops processes")
    def test_a_program_that_stands_still_is_not_waited_for(
        self, monkeypatch: pytest.MonkeyPatch, surroundings: dict[str, str]
    ) -> None:
        monkeypatch.setattr(ringing, "GREETING_S", 0.2)
        words = [sys.executable, "-c", HANGING]
        with subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=surroundings
        ) as first:
            assert first.stdout is not None
            assert first.stdout.readline().strip() == b"True"
            first.send_signal(signal.SIGSTOP)
            assert ring_or_hang(PlayRequest()) is Outcome.STUCK
            first.send_signal(signal.SIGKILL)
            first.wait()
        # What it has left behind stops nobody.
        bell = ring_or_hang(PlayRequest())
        assert isinstance(bell, Bell)
        bell.close()

    def test_another_version_is_left_alone(
        self, hang: Hang, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        window = Window(hang())
        monkeypatch.setattr(ringing, "__version__", "99.0")
        assert ring_or_hang(PlayRequest()) is Outcome.OTHER
        assert window.done.empty()

    def test_a_window_on_another_screen_is_left_alone(
        self, hang: Hang, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        window = Window(hang())
        names = iter(["x :98", "x :99"])
        monkeypatch.setattr(words, "screens", lambda _: [next(names)])
        assert ring_or_hang(PlayRequest()) is Outcome.APART
        assert window.done.empty()

    def test_without_a_folder_a_window_is_opened_at_once(self, home: Path) -> None:
        home.write_text("a file where the folder should be")
        assert ring_or_hang(PlayRequest()) is Outcome.APART

    def test_one_who_always_leaves_is_given_up(
        self, hang: Hang, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        window = Window(hang())
        monkeypatch.setattr(ringing, "_LOOK_S", 0.0)
        monkeypatch.setattr(bell_module.Doorway, "lets_in", lambda *_: False)
        assert ring_or_hang(PlayRequest()) is Outcome.STUCK
        assert window.done.empty()

    def test_where_no_thread_can_be_had_nobody_is_first(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_: object) -> None:
            raise RuntimeError

        with monkeypatch.context() as patch:
            patch.setattr(Thread, "start", refuse)
            with pytest.raises(OSError, match="memory"):
                Bell.hang()
        bell = Bell.hang()
        assert bell is not None
        bell.close()


NONSENSE = [
    b"\n",
    b"{\n",
    b"[]\n",
    b'{"record": 7}\n',
    b'{"record": "relative.jsonl"}\n',
    '{"record": "/Ж"}\n'.encode(),
    b'{"record": "/a\\u0000b"}\n',
    b'{"what": 1}\n',
    b'{"seat": -1}\n',
    b'{"seed": "7"}\n',
    b'{"bots": [{"level": "divine", "temperament": null}]}\n',
    b'{"proof": "x"}\n',
    b"{}{}\n",
    b"[" * 60_000 + b"\n",
    b"\xff" * 1000 + b"\n",
    b"x" * 70_000,
    b"",
]


class TestNonsense:
    @pytest.mark.parametrize("said", NONSENSE)
    def test_it_is_heard_by_nobody(self, hang: Hang, ringer: Ringer, said: bytes) -> None:
        window = Window(hang())
        one = ringer()
        hear(Greeting, one, 10)
        try:
            one.sendall(said)
            one.shutdown(socket.SHUT_WR)
            assert one.recv(10) == b""
        except ConnectionError:
            pass  # it has not even heard all of it
        assert window.done.empty()
        assert ring_or_hang(PlayRequest()) is Outcome.SHOWN

    def test_one_who_says_nothing_keeps_nobody_off(
        self, hang: Hang, ringer: Ringer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bell_module, "ASKING_S", 0.05)
        Window(hang())
        one = ringer()
        hear(Greeting, one, 10)
        assert ring_or_hang(PlayRequest()) is Outcome.SHOWN
        assert one.recv(10) == b""

    def test_a_line_that_drips_in_is_not_waited_for(
        self, hang: Hang, ringer: Ringer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bell_module, "ASKING_S", 0.1)
        Window(hang())
        one = ringer()
        hear(Greeting, one, 10)

        def drip() -> None:
            while True:
                one.sendall(b" ")

        with pytest.raises(ConnectionError):
            drip()

    def test_a_crowd_that_says_nothing_is_limited(
        self, hang: Hang, ringer: Ringer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bell_module, "MOST_RINGERS", 3)
        Window(hang())
        crowd = [ringer() for _ in range(3)]
        for one in crowd:
            hear(Greeting, one, 10)
        with pytest.raises(ConnectionError):
            hear(Greeting, ringer(), 10)
        for one in crowd:
            one.close()
        assert ring_or_hang(PlayRequest()) is Outcome.SHOWN

    def test_who_hangs_up_is_not_done_anything_for(
        self, hang: Hang, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("greenbaize.app.bell.words.BEAT_S", 0.01)
        bell = hang()
        came: SimpleQueue[None] = SimpleQueue()
        bell.on_rung(lambda: came.put(None))
        one, proof = knock(10)
        hear(Greeting, one, 10)
        say(Asked(proof), one)
        came.get(timeout=10)
        one.recv(1)  # it lives
        one.close()
        while bell._ringers:
            pass  # it has noticed
        assert bell.next_call() is None
