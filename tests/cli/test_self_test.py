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
from greenbaize.app.network import opened_table, seat_protocol_adapter
from greenbaize.app.phones import phone_service as hosts_phones
from greenbaize.app.seats import bot_launcher
from greenbaize.cli.main import main
from greenbaize.cli.self_test import check, players, running, window
from greenbaize.cli.self_test.check import SelfTestCheck, create_result, create_short_header
from greenbaize.games import GAMES
from greenbaize.games.registry import LazyAttribute
from greenbaize.match.header import RecordHeader
from greenbaize.match.seal import SealVerdict
from greenbaize.resources import resources_folder
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.ui.application import make_application
from greenbaize.ui.cards.card_look import CardLook
from greenbaize.ui.cards.card_pixmaps import CardPixmapStore
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.features.help import help_pages
from greenbaize.ui.self_test import checks, match_run
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.table.stage import Stage
from greenbaize.ui.table.view import TableView
from greenbaize.words.speaker import Speaker

LINE = re.compile(r"(passed|note|FAILED): ([a-z-]+): (\S.*) \(\d+\.\d\d s\)")
PYPROJECT = Path(greenbaize.__file__).parents[2] / "pyproject.toml"


def failure_sentence(act):
    """Return the sentence with which a check fails."""
    with pytest.raises(GameError) as fault:
        act()
    return Speaker().format_message(fault.value.message)


def run_self_test(home):
    """Run the whole self-test without display, terminal or settings, in an empty home."""
    removed_prefixes = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "GREENBAIZE_HOME", "XDG_")
    variables = {
        key: value for key, value in os.environ.items() if not key.startswith(removed_prefixes)
    }
    extra_variables = {"HOME": str(home), "TMPDIR": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    extra_variables["XDG_CACHE_HOME"] = str(
        home.run_with_name(f"{home.name}-cache")
    )  # the system's font cache
    return subprocess.run(
        [sys.executable, "-P", "-m", "greenbaize", "--self-test"],
        env=variables
        | extra_variables
        | {"PYTHONPATH": str(Path(greenbaize.__file__).parent.parent)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=home,
        check=False,
    )


@pytest.mark.long
def test_all_checks_pass_and_leave_no_files(tmp_path):
    result = run_self_test(tmp_path)
    assert (result.returncode, result.stderr) == (0, ""), result.stdout
    *lines, last = result.stdout.splitlines()
    line_matches = [LINE.fullmatch(line) for line in lines]
    assert all(line_matches), result.stdout
    results = {one[2]: one[1] for one in line_matches if one}
    assert list(results) == ["program", *(check.name for check in running.create_checks())]
    assert {f"match-{name}" for name in GAMES} <= set(results)
    results.pop("discovery")  # multicast may be missing
    assert set(results.values()) == {"passed"}
    count, notes = len(lines), result.stdout.count("\nnote: ")
    summary_pattern = rf"Self-test passed: checks {count}, failed 0, notes {notes}, \d+\.\d s\."
    assert re.fullmatch(summary_pattern, last)
    assert list(tmp_path.rglob("*")) == []


@pytest.fixture
def broken_game(monkeypatch):
    """Return the name of a game that cannot be loaded."""
    name = list(GAMES)[-1]

    monkeypatch.setattr(GAMES, "_games", {})
    missing_info = GAMES.infos[name]._replace(rules=LazyAttribute("greenbaize.games.lost", "Lost"))
    monkeypatch.setitem(GAMES.infos, name, missing_info)
    return name


class TestSelfTestRunner:
    def test_a_failing_check_does_not_stop_the_others(self, tmp_path, capsys):
        def refused():
            raise GameError(Message("self-seal"))

        def broken():
            raise ZeroDivisionError("by\nnothing")

        def lacking():
            return create_result("self-discovery-none", is_note=True)

        acts = {
            "refused": refused,
            "broken": broken,
            "lacking": lacking,
            "right": lambda: create_result("self-icons", count=2),
        }
        assert (
            running.run_checks([SelfTestCheck(name, act) for name, act in acts.items()], tmp_path)
            == 1
        )
        out, err = capsys.readouterr()
        lines = out.splitlines()
        assert err == ""
        assert lines[0].startswith("passed: program: Green Baize ")
        assert lines[1].startswith("FAILED: refused: the host's record does not hold the shuffle")
        assert "FAILED: broken: something unexpected happened (ZeroDivisionError: by noth" in out
        assert lines[3].startswith("note: lacking: an open table is not found")
        assert lines[4].startswith("passed: right: 2 icons and other pictures are drawn (")
        assert lines[5].startswith("Self-test FAILED: checks 5, failed 2, notes 1, ")

    def test_a_hanging_check_ends_the_process(self, tmp_path, monkeypatch, capsys):
        exit_codes = []
        folder = tmp_path / "held"
        folder.mkdir()
        monkeypatch.setattr(running.os, "_exit", exit_codes.append)
        running._abort_hanging_check(
            SelfTestCheck("slow", lambda: create_result("self-icons")), folder
        )
        assert capsys.readouterr().out == (
            f"FAILED: slow: this does not come to an end ({running.CHECK_TIMEOUT_S:.2f} s)\n"
        )
        assert exit_codes == [1]
        assert not folder.exists()

    def test_without_memory_for_a_watchdog_a_check_fails(self, tmp_path, monkeypatch, capsys):
        def start(timer):
            raise RuntimeError("can't start new thread")

        monkeypatch.setattr(running.threading.Timer, "start", start)
        assert (
            running.run_checks(
                [SelfTestCheck("icons", lambda: create_result("self-icons"))], tmp_path
            )
            == 1
        )
        assert "FAILED: icons: something unexpected happened (RuntimeError: can't start" in (
            capsys.readouterr().out
        )

    def test_the_watchdog_fires_in_time(self, tmp_path, monkeypatch):
        stuck_checks = []
        monkeypatch.setattr(running, "CHECK_TIMEOUT_S", 0.05)
        monkeypatch.setattr(
            running, "_abort_hanging_check", lambda check, _: stuck_checks.append(check.name)
        )

        def slow():
            while not stuck_checks:
                pass
            return create_result("self-icons", count=2)

        running.run_checks([SelfTestCheck("slow", slow)], tmp_path)
        assert stuck_checks == ["slow"]

    def test_the_environment_is_restored(self, monkeypatch, home):
        variables = {}

        def record_environment(checks, folder):
            variables.update(os.environ)
            (folder / "something").write_text("left")
            return 0

        monkeypatch.setattr(running, "run_checks", record_environment)
        before = dict(os.environ)
        assert main(["--self-test"]) == 0
        assert dict(os.environ) == before
        assert variables["QT_QPA_PLATFORM"] == "offscreen"
        assert variables["GREENBAIZE_HOME"] != before["GREENBAIZE_HOME"]
        assert not Path(variables["GREENBAIZE_HOME"]).parent.exists()
        assert not home.exists()

    def test_a_broken_game_is_reported(self, broken_game, monkeypatch, run_command):
        names = ("libraries", f"match-{broken_game}")
        selected_checks = [check for check in running.create_checks() if check.name in names]
        monkeypatch.setattr(running, "create_checks", lambda: selected_checks)
        out, err = run_command("--self-test", code=1)
        lines = out.splitlines()
        assert err == ""
        assert lines[0].startswith("passed: program: ")
        assert lines[1].startswith("passed: libraries: ")
        assert lines[2].startswith(f"FAILED: match-{broken_game}: ")
        assert "greenbaize.games.lost" in lines[2]
        assert lines[3].startswith("Self-test FAILED: checks 3, failed 1, ")

    def test_commands_without_games_load_none(self, broken_game, capsys):
        assert main(["--version"]) == 0
        assert main(["verify", f"no-{broken_game}.jsonl"]) == 1
        assert "greenbaize.games.lost" not in "".join(capsys.readouterr())


class TestLibraryChecks:
    def test_a_library_or_a_part_of_qt_that_is_missing_is_named(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "wcwidth", None)
        assert "wcwidth cannot be used" in failure_sentence(check.check_libraries)
        monkeypatch.setitem(sys.modules, "PySide6.QtSvg", None)
        assert "PySide6.QtSvg" in failure_sentence(window.check_qt)

    def test_all_dependencies_are_checked(self):
        project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
        needed = {
            re.split(r"[^\w-]", one)[0].lower().replace("-", "_") for one in project["dependencies"]
        }
        checked_names = {name.partition(".")[0].lower() for name in check.LIBRARY_MODULES}
        # Qt has its own check, and so has sound, which some computers lack.
        assert needed - {"pyside6_essentials", "miniaudio"} == checked_names

    def test_a_module_of_ours_that_is_missing_is_named(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "greenbaize.cli.explain", None)
        assert "greenbaize.cli.explain" in failure_sentence(check.check_own_modules)
        monkeypatch.setattr(greenbaize, "__path__", [])
        assert "only 0 modules" in failure_sentence(check.check_own_modules)

    @pytest.mark.parametrize(
        ("form", "expected"), [(True, "run compiled"), (False, "not compiled")]
    )
    def test_it_reports_which_form_of_the_modules_runs(self, form, expected, monkeypatch):
        monkeypatch.setattr(check, "is_running_compiled", lambda: form)
        assert Speaker().format_message(check.check_compiled_modules().message).endswith(expected)

    def test_messages_of_qt_are_noted(self, qapp, monkeypatch):
        monkeypatch.setattr(checks, "_qt_messages", [])
        assert not window.check_qt_messages().is_note
        with checks.collect_errors():
            QPixmap(-5, -5).toImage().pixel(9, 9)  # outside of the image
        result = window.check_qt_messages()
        assert result.is_note
        assert "out of range" in Speaker().format_message(result.message)


class TestDrawingChecks:
    @pytest.fixture
    def copied_resources(self, tmp_path, monkeypatch):
        """Return a copy of the resources, for damaging."""
        folder = tmp_path / "resources"
        shutil.copytree(resources_folder(), folder)
        for module in (checks, help_pages):
            monkeypatch.setattr(module, "resources_folder", lambda: folder)
        return folder

    @pytest.mark.parametrize("name", ["KH", "back-fans", "pip-S", "deco/XB", "../faces/bun"])
    @pytest.mark.parametrize("damaged", [True, False])
    def test_a_lost_or_damaged_drawing(self, qapp, copied_resources, name, damaged):
        drawing = copied_resources / "cards" / f"{name}.svg"
        if damaged:
            drawing.write_text("<svg")
        else:
            drawing.unlink()
        assert f"“{name}”" in failure_sentence(checks.draw_faces)

    def test_a_face_that_is_blank_or_like_another(self, qapp, monkeypatch):
        face = CardPixmapStore.face_pixmap
        blank = QPixmap(10, 10)
        blank.fill()
        replacement = {"face": blank, "code": "7S"}

        def replace_face(store, requested):
            return (
                replacement["face"]
                if str(requested) == replacement["code"]
                else face(store, requested)
            )

        monkeypatch.setattr(CardPixmapStore, "face_pixmap", replace_face)
        assert failure_sentence(checks.draw_faces) == "the card 7S is blank"
        store = CardPixmapStore(
            CardRenderer(resources_folder() / "cards", CardLook()), checks.CARD_WIDTH
        )
        replacement["face"] = store.face_pixmap(None)
        assert failure_sentence(checks.draw_faces) == "the card 7S looks like another"

    def test_a_font_that_is_lost_or_lacks_a_sign(self, qapp, copied_resources, monkeypatch):
        monkeypatch.setattr(checks, "REQUIRED_SIGNS", "A☃")
        assert "Regular.otf” lacks ☃" in failure_sentence(checks.check_fonts)
        (copied_resources / "fonts" / "GreenBaizeSans-Bold.otf").write_bytes(b"no font")
        monkeypatch.setattr(checks, "REQUIRED_SIGNS", "A")
        assert "Bold.otf” is missing or damaged" in failure_sentence(checks.check_fonts)

    def test_a_page_that_is_lost_or_blank(self, qapp, copied_resources, monkeypatch):
        (copied_resources / "help" / "en" / "damn.md").write_text("# \n\n")
        assert "“damn”" in failure_sentence(lambda: checks.check_help_pages(GAMES))
        monkeypatch.setattr(checks, "resolve_page_name", lambda name: f"{name}-of-old")
        assert "“damn”" in failure_sentence(lambda: checks.check_help_pages(GAMES))

    def test_an_icon_that_is_lost_or_blank(self, qapp, copied_resources):
        icon = copied_resources / "icons" / "greenbaize-256.png"
        blank = QImage(256, 256, QImage.Format.Format_ARGB32)
        blank.fill(0)
        assert blank.save(str(icon))
        assert "greenbaize-256.png" in failure_sentence(checks.check_pictures)
        icon.unlink()
        assert "greenbaize-256.png" in failure_sentence(checks.check_pictures)

    @pytest.mark.parametrize("name", ["cloths/wine.png", "tiles/ass.svg", "marks/up-dark.png"])
    def test_another_picture_that_is_damaged(self, qapp, copied_resources, name):
        (copied_resources / name).write_bytes(b"no picture")
        assert name.split("/")[1] in failure_sentence(checks.check_pictures)


NONSENSE = [sys.executable, "-c", "print('ready'); input(); print('nonsense')"]


class TestPlayerChecks:
    @pytest.mark.slow
    def test_a_player_that_cannot_be_a_program_of_its_own(self, monkeypatch):
        monkeypatch.setattr(
            "greenbaize.app.seats.table_seat.build_bot_command", lambda *_: ["/no/such"]
        )
        assert "could not be a program of its own" in failure_sentence(players.check_own_programs)

    def test_a_level_that_does_not_answer(self, monkeypatch):
        monkeypatch.setattr(players, "ANSWER_TIMEOUT_S", -1.0)
        fault = failure_sentence(players.check_own_programs)
        assert fault.endswith("do not answer: easy, expert, hard, medium, random")

    @pytest.mark.parametrize(
        ("words", "reason"), [(NONSENSE, "garbage"), (["/no/such"], "missing")]
    )
    def test_a_foreign_program_that_plays_nonsense_or_is_not_there(
        self, monkeypatch, words, reason
    ):
        monkeypatch.setattr(players, "build_bot_command", lambda *_: words)
        assert f"has lost its seat ({reason})" in failure_sentence(players.check_foreign_program)

    @pytest.mark.slow
    def test_programs_that_stay(self, monkeypatch):
        monkeypatch.setattr(players, "wait_for_programs", lambda: False)
        assert "do not end" in failure_sentence(players.check_foreign_program)

    def test_in_a_bundle_the_console_program_is_the_foreign_one(self, monkeypatch, tmp_path):
        console = tmp_path / "greenbaize-cli"
        console.touch()
        monkeypatch.setattr(sys, "frozen", True, raising=False)
        monkeypatch.setattr(sys, "executable", str(tmp_path / "greenbaize"))
        commands = []
        monkeypatch.setattr(
            bot_launcher.BotLauncher,
            "build_launch_spec",
            lambda self, name: commands.append(self.programs[name]),
        )
        with pytest.raises(AttributeError):  # nothing has been started
            players.check_foreign_program()
        assert commands[0].startswith(f"{console} bot --level easy")


class TestPhoneChecks:
    @pytest.fixture(autouse=True)
    def any_port(self, monkeypatch):
        """Use any port: other tests use the default one."""
        monkeypatch.setattr(hosts_phones, "DEFAULT_PORT", 0)

    def test_the_page_is_served(self):
        message = players.check_phones().message
        assert (message.code, message.values["count"] > 20) == ("self-phones", True)

    def test_a_missing_part_of_it_is_named(self, monkeypatch):
        files = dict(players.load_page_files())
        del files["/phone.css"]
        monkeypatch.setattr(players, "load_page_files", lambda: files)
        with pytest.raises(GameError) as caught:
            players.check_phones()
        assert caught.value.message.values["name"] == "/phone.css"


class TestNetworkChecks:
    def test_an_unavailable_socket_is_reported(self, monkeypatch):
        def refuse(*_, **__):
            raise OSError(13, "Permission denied")

        monkeypatch.setattr(socket, "create_server", refuse)
        assert "Permission denied" in failure_sentence(players.check_table)

    def test_a_table_that_accepts_any_code_is_reported(self, monkeypatch):
        async def accept(*_): ...

        monkeypatch.setattr(players, "join_as_guest", accept)
        assert failure_sentence(players.check_table) == "a wrong code is not refused"

    def test_a_guest_who_cannot_verify_the_shuffle(self, monkeypatch):
        monkeypatch.setattr(
            seat_protocol_adapter, "verify_full_record", lambda *_: SealVerdict.BROKEN
        )
        assert "not the one that everybody took part in" in failure_sentence(players.check_table)

    def test_a_record_that_is_not_sealed(self, monkeypatch):
        monkeypatch.setattr(players, "verify_seal", lambda *_: SealVerdict.BROKEN)
        assert "does not hold the shuffle" in failure_sentence(players.check_table)

    def test_guests_who_say_nothing(self, monkeypatch):
        monkeypatch.setattr(players, "MATCH_TIMEOUT_S", 3.0)
        silent = [sys.executable, "-c", "import sys; print('ready', flush=True); sys.stdin.read()"]
        monkeypatch.setattr(players, "build_bot_command", lambda *_: silent)
        assert failure_sentence(players.check_table) == "this does not come to an end"

    @pytest.mark.slow
    def test_a_table_that_is_not_found_is_only_noted(self, monkeypatch):
        async def none(*_):
            return None

        monkeypatch.setattr(players, "find_table_again", none)
        assert players.check_discovery().is_note

        def refused(*_, **__):
            raise OSError(19, "No such device")

        monkeypatch.setattr("zeroconf.asyncio.AsyncZeroconf", refused)
        assert players.check_discovery().is_note

    def test_the_table_listens_at_this_computer_alone(self, monkeypatch):
        addresses = []
        original_open = opened_table.TableServer.start_listening

        async def record_address(door, port, address):
            addresses.append(address)
            return await original_open(door, port, address)

        monkeypatch.setattr(opened_table.TableServer, "start_listening", record_address)
        players.check_table()
        assert addresses == ["127.0.0.1"]


class TestSheetChecks:
    @pytest.fixture(autouse=True)
    def application(self, qapp):
        """Create the application with our fonts."""
        make_application()

    def test_an_invalid_pdf_is_reported(self, qapp, monkeypatch):
        pdf_of = window.render_pdf
        monkeypatch.setattr(window, "render_pdf", lambda card: pdf_of(card)[4:])
        assert "no PDF of one page (header)" in failure_sentence(window.check_sheets)
        monkeypatch.setattr(window, "render_pdf", lambda card: pdf_of(card).replace(b"Sans", b""))
        assert "no PDF of one page (font)" in failure_sentence(window.check_sheets)

    @pytest.mark.parametrize("rows", [b"", b"row,number\r\n", b"row,number\r\n1,2,3\r\n"])
    def test_invalid_csv_is_reported(self, qapp, monkeypatch, rows):
        monkeypatch.setattr(window, "encode_sheet_csv", lambda card: rows)
        assert "no table of numbers" in failure_sentence(window.check_sheets)


class TestMatchChecks:
    """Tests with the game that is registered first, which has the shortest match."""

    GAME = next(iter(GAMES))

    def run_match_check(self):
        return window.check_match(self.GAME, False)

    @pytest.mark.slow
    def test_the_match_check_passes(self, qapp):
        assert "a match is seen" in Speaker().format_message(self.run_match_check().message)

    @pytest.mark.parametrize(
        ("spoil", "fault"),
        [
            (lambda data: data.replace(b'"type": "play"', b'"type": "pray"', 1), "“pray” is not"),
            (lambda data: data[:-5], "the record has no end"),
        ],
    )
    def test_a_spoiled_record_or_one_without_end(self, qapp, monkeypatch, spoil, fault):
        run_match = match_run.run_match

        def spoiled(games, header, *, separate_processes):
            path = run_match(games, header, separate_processes=separate_processes)
            path.write_bytes(spoil(path.read_bytes()))
            return path

        monkeypatch.setattr(window, "run_match", spoiled)
        assert fault in failure_sentence(self.run_match_check)

    @pytest.mark.slow
    def test_a_cut_record_that_goes_on_otherwise(self, qapp, monkeypatch):
        other = create_short_header(GAMES[self.GAME])

        def otherwise(games, path, *, separate_processes):
            header = RecordHeader(other.game, other.players, other.options, "7" * 32)
            other_path = match_run.run_match(games, header, separate_processes=separate_processes)
            path.write_bytes(other_path.read_bytes())

        monkeypatch.setattr(window, "resume_match", otherwise)
        assert (
            failure_sentence(self.run_match_check) == "a cut record goes on otherwise than before"
        )

    @pytest.mark.slow
    def test_a_record_that_is_not_gone_on_with(self, qapp, monkeypatch):
        monkeypatch.setattr(window, "_find_cut_position", lambda whole: 5)
        assert "cannot be continued" in failure_sentence(self.run_match_check)

    def test_an_error_in_a_slot(self, qapp, monkeypatch):
        def broken(*_):
            raise LookupError("nobody sees this")

        monkeypatch.setattr(Stage, "show_view", broken)
        monkeypatch.setattr("greenbaize.ui.match.match_view.MatchView._on_event", broken)
        with pytest.raises(LookupError):
            self.run_match_check()

    def test_a_match_without_end(self, qapp, monkeypatch):
        monkeypatch.setattr(match_run, "MATCH_S", 0.2)
        monkeypatch.setattr(
            "greenbaize.ui.match.pacing.PacingController._advance_others", lambda _: None
        )
        assert failure_sentence(self.run_match_check) == "this does not come to an end"

    def test_a_blank_table(self, qapp, monkeypatch):
        def blank(view):
            pixmap = QPixmap(300, 200)
            pixmap.fill()
            return pixmap

        monkeypatch.setattr(TableView, "grab", blank)
        assert failure_sentence(self.run_match_check) == "the table is blank (colours 1)"

    def test_an_empty_result(self, qapp, monkeypatch):
        monkeypatch.setattr(ResultPanel, "show_result", lambda *_, **__: None)
        assert "the result does not show" in failure_sentence(self.run_match_check)

    def test_an_empty_sheet(self, qapp, monkeypatch):
        monkeypatch.setattr("greenbaize.ui.sheets.sheet_text.SheetModel.data", lambda *_: "")
        assert failure_sentence(self.run_match_check) == "the score sheet is not filled in"
