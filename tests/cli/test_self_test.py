"""Tests of ``greenbaize --self-test``: it passes, leaves no files, and each check can fail."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QPixmap

import greenbaize
from greenbaize.app.network import opened, seat_talk
from greenbaize.app.phones import phones as hosts_phones
from greenbaize.app.seats import bot_launcher
from greenbaize.cli.main import main
from greenbaize.cli.self_test import check, players, running, window
from greenbaize.cli.self_test.check import Check, found, short_header
from greenbaize.games import GAMES
from greenbaize.games.registry import Lazy
from greenbaize.match.header import Header
from greenbaize.match.seal import Seal
from greenbaize.resources import resources
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.ui.application import make_application
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.cards.faces import FaceStore
from greenbaize.ui.cards.look import CardLook
from greenbaize.ui.features.help import pages
from greenbaize.ui.self_test import checks, sitting
from greenbaize.ui.sheets.result import ResultSheet
from greenbaize.ui.table.stage import Stage
from greenbaize.ui.table.view import TableView
from greenbaize.words.speaker import Speaker

LINE = re.compile(r"(passed|note|FAILED): ([a-z-]+): (\S.*) \(\d+\.\d\d s\)")
DEVELOPERS = Path(greenbaize.__file__).parents[2] / "pyproject.toml"


def fault_of(act):
    """Return the sentence with which a check fails."""
    with pytest.raises(GameError) as fault:
        act()
    return Speaker().say(fault.value.message)


def run_bare(home):
    """Run the whole self-test without display, terminal or settings, in an empty home."""
    unseen = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "GREENBAIZE_HOME", "XDG_")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(unseen)}
    more = {"HOME": str(home), "TMPDIR": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    more["XDG_CACHE_HOME"] = str(home.with_name(f"{home.name}-cache"))  # the system's font cache
    return subprocess.run(
        [sys.executable, "-P", "-m", "greenbaize", "--self-test"],
        env=kept | more | {"PYTHONPATH": str(Path(greenbaize.__file__).parent.parent)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=home,
        check=False,
    )


@pytest.mark.long
def test_everything_passes_here_and_nothing_is_left(tmp_path):
    done = run_bare(tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    *lines, last = done.stdout.splitlines()
    read = [LINE.fullmatch(line) for line in lines]
    assert all(read), done.stdout
    words = {one[2]: one[1] for one in read if one}
    assert list(words) == ["program", *(check.name for check in running.all_checks())]
    assert {f"match-{name}" for name in GAMES} <= set(words)
    words.pop("discovery")  # multicast may be missing
    assert set(words.values()) == {"passed"}
    count, notes = len(lines), done.stdout.count("\nnote: ")
    said = rf"Self-test passed: checks {count}, failed 0, notes {notes}, \d+\.\d s\."
    assert re.fullmatch(said, last)
    assert list(tmp_path.rglob("*")) == []


@pytest.fixture
def broken_game(monkeypatch):
    """Return the name of a game that cannot be loaded."""
    name = list(GAMES)[-1]

    monkeypatch.setattr(GAMES, "_loaded", {})
    lost = GAMES.infos[name]._replace(rules=Lazy("greenbaize.games.lost", "Lost"))
    monkeypatch.setitem(GAMES.infos, name, lost)
    return name


class TestRunning:
    def test_whatever_a_check_does_the_others_run(self, tmp_path, capsys):
        def refused():
            raise GameError(Message("self-seal"))

        def broken():
            raise ZeroDivisionError("by\nnothing")

        def lacking():
            return found("self-discovery-none", lacking=True)

        acts = {
            "refused": refused,
            "broken": broken,
            "lacking": lacking,
            "right": lambda: found("self-icons", count=2),
        }
        assert running.run([Check(name, act) for name, act in acts.items()], tmp_path) == 1
        out, err = capsys.readouterr()
        lines = out.splitlines()
        assert err == ""
        assert lines[0].startswith("passed: program: Green Baize ")
        assert lines[1].startswith("FAILED: refused: the host's record does not hold the shuffle")
        assert "FAILED: broken: something unexpected happened (ZeroDivisionError: by noth" in out
        assert lines[3].startswith("note: lacking: an open table is not found")
        assert lines[4].startswith("passed: right: 2 icons and other pictures are drawn (")
        assert lines[5].startswith("Self-test FAILED: checks 5, failed 2, notes 1, ")

    def test_a_check_without_end_ends_the_process(self, tmp_path, monkeypatch, capsys):
        ended = []
        held = tmp_path / "held"
        held.mkdir()
        monkeypatch.setattr(running.os, "_exit", ended.append)
        running._give_up(Check("slow", lambda: found("self-icons")), held)
        assert capsys.readouterr().out == (
            f"FAILED: slow: this does not come to an end ({running.PATIENCE_S:.2f} s)\n"
        )
        assert ended == [1]
        assert not held.exists()

    def test_without_memory_for_a_watchdog_a_check_fails(self, tmp_path, monkeypatch, capsys):
        def start(timer):
            raise RuntimeError("can't start new thread")

        monkeypatch.setattr(running.threading.Timer, "start", start)
        assert running.run([Check("icons", lambda: found("self-icons"))], tmp_path) == 1
        assert "FAILED: icons: something unexpected happened (RuntimeError: can't start" in (
            capsys.readouterr().out
        )

    def test_the_watchdog_barks_in_time(self, tmp_path, monkeypatch):
        barked = []
        monkeypatch.setattr(running, "PATIENCE_S", 0.05)
        monkeypatch.setattr(running, "_give_up", lambda check, _: barked.append(check.name))

        def slow():
            while not barked:
                pass
            return found("self-icons", count=2)

        running.run([Check("slow", slow)], tmp_path)
        assert barked == ["slow"]

    def test_the_environment_is_as_before(self, monkeypatch, home):
        seen = {}

        def note(checks, folder):
            seen.update(os.environ)
            (folder / "something").write_text("left")
            return 0

        monkeypatch.setattr(running, "run", note)
        before = dict(os.environ)
        assert main(["--self-test"]) == 0
        assert dict(os.environ) == before
        assert seen["QT_QPA_PLATFORM"] == "offscreen"
        assert seen["GREENBAIZE_HOME"] != before["GREENBAIZE_HOME"]
        assert not Path(seen["GREENBAIZE_HOME"]).parent.exists()
        assert not home.exists()

    def test_a_game_that_cannot_be_opened_is_told_of(self, broken_game, monkeypatch, printed):
        few = ("libraries", f"match-{broken_game}")
        chosen = [check for check in running.all_checks() if check.name in few]
        monkeypatch.setattr(running, "all_checks", lambda: chosen)
        out, err = printed("--self-test", code=1)
        lines = out.splitlines()
        assert err == ""
        assert lines[0].startswith("passed: program: ")
        assert lines[1].startswith("passed: libraries: ")
        assert lines[2].startswith(f"FAILED: match-{broken_game}: ")
        assert "greenbaize.games.lost" in lines[2]
        assert lines[3].startswith("Self-test FAILED: checks 3, failed 1, ")

    def test_what_needs_no_game_opens_none(self, broken_game, capsys):
        assert main(["--version"]) == 0
        assert main(["verify", f"no-{broken_game}.jsonl"]) == 1
        assert "greenbaize.games.lost" not in "".join(capsys.readouterr())


class TestLibraries:
    def test_a_library_or_a_part_of_qt_that_is_missing_is_named(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "wcwidth", None)
        assert "wcwidth cannot be used" in fault_of(check.their_modules)
        monkeypatch.setitem(sys.modules, "PySide6.QtSvg", None)
        assert "PySide6.QtSvg" in fault_of(window.qt)

    def test_all_that_is_needed_is_looked_for(self):
        project = tomllib.loads(DEVELOPERS.read_text("utf-8"))["project"]
        needed = {
            re.split(r"[^\w-]", one)[0].lower().replace("-", "_") for one in project["dependencies"]
        }
        looked_for = {name.partition(".")[0].lower() for name in check.THEIRS}
        # Qt has its own check, and so has sound, which some computers lack.
        assert needed - {"pyside6_essentials", "miniaudio"} == looked_for

    def test_a_module_of_ours_that_is_missing_is_named(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "greenbaize.cli.explain", None)
        assert "greenbaize.cli.explain" in fault_of(check.own_modules)
        monkeypatch.setattr(greenbaize, "__path__", [])
        assert "only 0 modules" in fault_of(check.own_modules)

    @pytest.mark.parametrize(
        ("form", "expected"), [(True, "run compiled"), (False, "not compiled")]
    )
    def test_it_says_which_form_of_the_modules_runs(self, form, expected, monkeypatch):
        monkeypatch.setattr(check, "runs_compiled", lambda: form)
        assert Speaker().say(check.compiled_modules().message).endswith(expected)

    def test_what_qt_says_is_noted(self, qapp, monkeypatch):
        monkeypatch.setattr(checks, "_complaints", [])
        assert not window.qt_messages().lacking
        with checks.heeding():
            QPixmap(-5, -5).toImage().pixel(9, 9)  # outside of the image
        result = window.qt_messages()
        assert result.lacking
        assert "out of range" in Speaker().say(result.message)


class TestDrawings:
    @pytest.fixture
    def copied_resources(self, tmp_path, monkeypatch):
        """Return a copy of the resources, for damaging."""
        folder = tmp_path / "resources"
        shutil.copytree(resources(), folder)
        for module in (checks, pages):
            monkeypatch.setattr(module, "resources", lambda: folder)
        return folder

    @pytest.mark.parametrize("name", ["KH", "back-fans", "pip-S", "deco/XB", "../faces/bun"])
    @pytest.mark.parametrize("damaged", [True, False])
    def test_a_lost_or_damaged_drawing(self, qapp, copied_resources, name, damaged):
        drawing = copied_resources / "cards" / f"{name}.svg"
        if damaged:
            drawing.write_text("<svg")
        else:
            drawing.unlink()
        assert f"“{name}”" in fault_of(checks.drawn_faces)

    def test_a_face_that_is_blank_or_like_another(self, qapp, monkeypatch):
        face = FaceStore.face
        blank = QPixmap(10, 10)
        blank.fill()
        one = {"face": blank, "code": "7S"}

        def lost(store, asked):
            return one["face"] if str(asked) == one["code"] else face(store, asked)

        monkeypatch.setattr(FaceStore, "face", lost)
        assert fault_of(checks.drawn_faces) == "the card 7S is blank"
        store = FaceStore(CardRenderer(resources() / "cards", CardLook()), checks.WIDTH)
        one["face"] = store.face(None)
        assert fault_of(checks.drawn_faces) == "the card 7S looks like another"

    def test_a_font_that_is_lost_or_lacks_a_sign(self, qapp, copied_resources, monkeypatch):
        monkeypatch.setattr(checks, "SIGNS", "A☃")
        assert "Regular.otf” lacks ☃" in fault_of(checks.read_fonts)
        (copied_resources / "fonts" / "GreenBaizeSans-Bold.otf").write_bytes(b"no font")
        monkeypatch.setattr(checks, "SIGNS", "A")
        assert "Bold.otf” is missing or damaged" in fault_of(checks.read_fonts)

    def test_a_page_that_is_lost_or_blank(self, qapp, copied_resources, monkeypatch):
        (copied_resources / "help" / "en" / "damn.md").write_text("# \n\n")
        assert "“damn”" in fault_of(lambda: checks.laid_out_pages(GAMES))
        monkeypatch.setattr(checks, "page_of", lambda name: f"{name}-of-old")
        assert "“damn”" in fault_of(lambda: checks.laid_out_pages(GAMES))

    def test_an_icon_that_is_lost_or_blank(self, qapp, copied_resources):
        icon = copied_resources / "icons" / "greenbaize-256.png"
        blank = QImage(256, 256, QImage.Format.Format_ARGB32)
        blank.fill(0)
        assert blank.save(str(icon))
        assert "greenbaize-256.png" in fault_of(checks.read_icons)
        icon.unlink()
        assert "greenbaize-256.png" in fault_of(checks.read_icons)

    @pytest.mark.parametrize("name", ["cloths/wine.png", "tiles/ass.svg", "marks/up-dark.png"])
    def test_another_picture_that_is_damaged(self, qapp, copied_resources, name):
        (copied_resources / name).write_bytes(b"no picture")
        assert name.split("/")[1] in fault_of(checks.read_icons)


NONSENSE = [sys.executable, "-c", "print('ready'); input(); print('nonsense')"]


class TestPlayers:
    @pytest.mark.slow
    def test_a_player_that_cannot_be_a_program_of_its_own(self, monkeypatch):
        monkeypatch.setattr("greenbaize.app.seats.seat.own_command", lambda *_: ["/no/such"])
        assert "could not be a program of its own" in fault_of(players.own_programs)

    def test_a_level_that_does_not_answer(self, monkeypatch):
        monkeypatch.setattr(players, "ANSWER_S", -1.0)
        fault = fault_of(players.own_programs)
        assert fault.endswith("do not answer: easy, expert, hard, medium, random")

    @pytest.mark.parametrize(
        ("words", "reason"), [(NONSENSE, "garbage"), (["/no/such"], "missing")]
    )
    def test_a_foreign_program_that_plays_nonsense_or_is_not_there(
        self, monkeypatch, words, reason
    ):
        monkeypatch.setattr(players, "own_command", lambda *_: words)
        assert f"has lost its seat ({reason})" in fault_of(players.foreign_program)

    @pytest.mark.slow
    def test_programs_that_stay(self, monkeypatch):
        monkeypatch.setattr(players, "programs_ended", lambda: False)
        assert "do not end" in fault_of(players.foreign_program)

    def test_in_a_bundle_the_console_program_is_the_foreign_one(self, monkeypatch, tmp_path):
        console = tmp_path / "greenbaize-cli"
        console.touch()
        monkeypatch.setattr(sys, "frozen", True, raising=False)
        monkeypatch.setattr(sys, "executable", str(tmp_path / "greenbaize"))
        asked = []
        monkeypatch.setattr(
            bot_launcher.BotLauncher,
            "start_of",
            lambda self, name: asked.append(self.programs[name]),
        )
        with pytest.raises(AttributeError):  # nothing has been started
            players.foreign_program()
        assert asked[0].startswith(f"{console} bot --level easy")


class TestPhones:
    @pytest.fixture(autouse=True)
    def any_port(self, monkeypatch):
        """Use any port: other tests use the default one."""
        monkeypatch.setattr(hosts_phones, "USUAL_PORT", 0)

    def test_the_page_is_served(self):
        said = players.phones().message
        assert (said.code, said.values["count"] > 20) == ("self-phones", True)

    def test_a_missing_part_of_it_is_named(self, monkeypatch):
        files = dict(players.page_files())
        del files["/phone.css"]
        monkeypatch.setattr(players, "page_files", lambda: files)
        with pytest.raises(GameError) as caught:
            players.phones()
        assert caught.value.message.values["name"] == "/phone.css"


class TestNetwork:
    def test_a_socket_that_is_not_to_be_had(self, monkeypatch):
        def none(*_, **__):
            raise OSError(13, "Permission denied")

        monkeypatch.setattr(socket, "create_server", none)
        assert "Permission denied" in fault_of(players.table)

    def test_a_table_that_lets_anybody_in(self, monkeypatch):
        async def let_in(*_): ...

        monkeypatch.setattr(players, "guest", let_in)
        assert fault_of(players.table) == "a wrong code is not refused"

    def test_a_guest_who_cannot_verify_the_shuffle(self, monkeypatch):
        monkeypatch.setattr(seat_talk, "seal_of", lambda *_: Seal.BROKEN)
        assert "not the one that everybody took part in" in fault_of(players.table)

    def test_a_record_that_is_not_sealed(self, monkeypatch):
        monkeypatch.setattr(players, "sealed", lambda *_: Seal.BROKEN)
        assert "does not hold the shuffle" in fault_of(players.table)

    def test_guests_who_say_nothing(self, monkeypatch):
        monkeypatch.setattr(players, "MATCH_S", 3.0)
        silent = [sys.executable, "-c", "import sys; print('ready', flush=True); sys.stdin.read()"]
        monkeypatch.setattr(players, "own_command", lambda *_: silent)
        assert fault_of(players.table) == "this does not come to an end"

    @pytest.mark.slow
    def test_a_table_that_is_not_found_is_only_noted(self, monkeypatch):
        async def none(*_):
            return None

        monkeypatch.setattr(players, "found_again", none)
        assert players.discovery().lacking

        def refused(*_, **__):
            raise OSError(19, "No such device")

        monkeypatch.setattr("zeroconf.asyncio.AsyncZeroconf", refused)
        assert players.discovery().lacking

    def test_the_table_listens_at_this_computer_alone(self, monkeypatch):
        asked = []
        open_door = opened.TableServer.open

        async def note(door, port, address):
            asked.append(address)
            return await open_door(door, port, address)

        monkeypatch.setattr(opened.TableServer, "open", note)
        players.table()
        assert asked == ["127.0.0.1"]


class TestSheets:
    @pytest.fixture(autouse=True)
    def application(self, qapp):
        """Create the application with our fonts."""
        make_application()

    def test_a_pdf_that_is_none(self, qapp, monkeypatch):
        pdf_of = window.pdf_of
        monkeypatch.setattr(window, "pdf_of", lambda card: pdf_of(card)[4:])
        assert "no PDF of one page (header)" in fault_of(window.sheets)
        monkeypatch.setattr(window, "pdf_of", lambda card: pdf_of(card).replace(b"Sans", b""))
        assert "no PDF of one page (font)" in fault_of(window.sheets)

    @pytest.mark.parametrize("rows", [b"", b"row,number\r\n", b"row,number\r\n1,2,3\r\n"])
    def test_a_table_of_numbers_that_is_none(self, qapp, monkeypatch, rows):
        monkeypatch.setattr(window, "csv_of", lambda card: rows)
        assert "no table of numbers" in fault_of(window.sheets)


class TestMatches:
    """Tests with the game that is registered first, which has the shortest match."""

    GAME = next(iter(GAMES))

    def seen(self):
        return window.match_seen(self.GAME, False)

    @pytest.mark.slow
    def test_it_holds(self, qapp):
        assert "a match is seen" in Speaker().say(self.seen().message)

    @pytest.mark.parametrize(
        ("spoil", "fault"),
        [
            (lambda data: data.replace(b'"type": "play"', b'"type": "pray"', 1), "“pray” is not"),
            (lambda data: data[:-5], "the record has no end"),
        ],
    )
    def test_a_spoiled_record_or_one_without_end(self, qapp, monkeypatch, spoil, fault):
        see_match = sitting.see_match

        def spoiled(games, header, *, apart):
            path = see_match(games, header, apart=apart)
            path.write_bytes(spoil(path.read_bytes()))
            return path

        monkeypatch.setattr(window, "see_match", spoiled)
        assert fault in fault_of(self.seen)

    @pytest.mark.slow
    def test_a_cut_record_that_goes_on_otherwise(self, qapp, monkeypatch):
        other = short_header(GAMES[self.GAME])

        def otherwise(games, path, *, apart):
            header = Header(other.game, other.sitters, other.options, "7" * 32)
            path.write_bytes(sitting.see_match(games, header, apart=apart).read_bytes())

        monkeypatch.setattr(window, "go_on_with", otherwise)
        assert fault_of(self.seen) == "a cut record goes on otherwise than before"

    @pytest.mark.slow
    def test_a_record_that_is_not_gone_on_with(self, qapp, monkeypatch):
        monkeypatch.setattr(window, "_amid_a_line", lambda whole: 5)
        assert "cannot be continued" in fault_of(self.seen)

    def test_an_error_in_a_slot(self, qapp, monkeypatch):
        def broken(*_):
            raise LookupError("nobody sees this")

        monkeypatch.setattr(Stage, "show_view", broken)
        monkeypatch.setattr("greenbaize.ui.match.match_view.MatchView._on_event", broken)
        with pytest.raises(LookupError):
            self.seen()

    def test_a_match_without_end(self, qapp, monkeypatch):
        monkeypatch.setattr(sitting, "MATCH_S", 0.2)
        monkeypatch.setattr("greenbaize.ui.match.pacing.Pacing._let_others_act", lambda _: None)
        assert fault_of(self.seen) == "this does not come to an end"

    def test_a_blank_table(self, qapp, monkeypatch):
        def blank(view):
            pixmap = QPixmap(300, 200)
            pixmap.fill()
            return pixmap

        monkeypatch.setattr(TableView, "grab", blank)
        assert fault_of(self.seen) == "the table is blank (colours 1)"

    def test_an_empty_result(self, qapp, monkeypatch):
        monkeypatch.setattr(ResultSheet, "show_result", lambda *_, **__: None)
        assert "the result does not show" in fault_of(self.seen)

    def test_an_empty_sheet(self, qapp, monkeypatch):
        monkeypatch.setattr("greenbaize.ui.sheets.sheet_text.SheetModel.data", lambda *_: "")
        assert fault_of(self.seen) == "the score sheet is not filled in"
