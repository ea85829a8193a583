"""Tests of bundles: contents, names, and metadata for desktops and package managers."""

import ast
import configparser
import fnmatch
import importlib.util
import json
import os
import re
import shutil
import stat
import struct
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import distribution
from pathlib import Path, PurePosixPath
from xml.etree import ElementTree as ET

import bundling
import compiling
import identity
import pytest
from bundle import archives, beginning, contents, debian, desktop, icu, licences, tree
from system import SetupError

from greenbaize import __main__ as program
from greenbaize.app.seats import programs
from greenbaize.cli.parser import _parser
from greenbaize.games import GAMES
from greenbaize.match.header import FORMAT

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "packaging"

OWN = [Path("/venv"), Path("/python")]
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="made on Linux only")
MOMENT = 1_700_000_000


@pytest.mark.parametrize(
    ("system", "machine", "name"),
    [
        ("linux", "x86_64", "greenbaize-1.2-linux-x86_64"),
        ("win32", "AMD64", "greenbaize-1.2-windows-x86_64"),
        ("darwin", "arm64", "greenbaize-1.2-macos-arm64"),
        ("linux", "aarch64", "greenbaize-1.2-linux-arm64"),
    ],
)
def test_a_bundle_is_called_alike_on_all_systems(system, machine, name):
    assert bundling.bundle_name("1.2", system, machine) == name


def imported(node):
    """Yield the modules that an import statement may load, including parent packages."""
    if isinstance(node, ast.Import):
        names = [one.name for one in node.names]
    elif isinstance(node, ast.ImportFrom) and not node.level:
        names = [f"{node.module}.{one.name}" for one in node.names]
    else:
        return
    for name in names:
        parts = name.split(".")
        yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))


class TestForms:
    def app(self, tmp_path):
        """Return a small application as PyInstaller leaves it."""
        app = tmp_path / bundling.form("darwin").made
        for name in ("MacOS/greenbaize", "MacOS/greenbaize-cli", "Frameworks/libx.dylib"):
            path = app / "Contents" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"\xcf\xfa\xed\xfe" + name.encode())
            path.chmod(0o755)
        (app / "Contents/Resources").mkdir()
        (app / "Contents/Resources/libx.dylib").symlink_to("../Frameworks/libx.dylib")
        return app

    @pytest.mark.parametrize(
        ("system", "target", "program"),
        [
            ("linux", "greenbaize-1.2", "greenbaize-cli"),
            ("win32", "greenbaize-1.2", "greenbaize-cli.exe"),
            ("darwin", "Green Baize.app", "Contents/MacOS/greenbaize-cli"),
        ],
    )
    def test_each_system_has_its_own(self, system, target, program):
        form = bundling.form(system)
        assert form.place("greenbaize-1.2") == bundling.DIST / target
        assert form.program(Path("x")) == Path("x") / program

    def test_they_are_called_what_the_spec_has_pyinstaller_call_them(self):
        spec = (FOLDER / "bundle/greenbaize.spec").read_text(encoding="utf-8")
        assert f'name="{bundling.form("linux").made}"' in spec
        assert 'name=f"{identity.NAME}.app"' in spec
        assert bundling.form("darwin").made == f"{identity.NAME}.app"
        # The page on signing names the same application.
        page = (FOLDER / "macos/README.md").read_text(encoding="utf-8")
        assert f'APP="dist/{bundling.form("darwin").made}"' in page

    def test_other_systems_are_refused(self):
        with pytest.raises(SetupError, match="bundles for linux, macos, windows, and not plan9"):
            bundling.form("plan9")

    @pytest.mark.skipif(os.name == "nt", reason="Windows has other rights and links")
    def test_an_application_is_finished_inside(self, tmp_path, monkeypatch):
        app = self.app(tmp_path)
        work = tmp_path / "work/greenbaize"
        work.mkdir(parents=True)
        (work / "sources.json").write_text("[]", encoding="utf-8")
        said = []
        monkeypatch.setattr(bundling, "BUILD", tmp_path)
        monkeypatch.setattr(tree, "LINUX", False)
        monkeypatch.setattr(licences, "parts_of", lambda _: [])
        monkeypatch.setattr(bundling, "check_inside", lambda *words: said.append(words))
        monkeypatch.setattr(bundling, "run", lambda *words: said.append(words) or (0, ""))
        bundling.finish(app, MOMENT, "darwin")
        assert [path.name for path in app.iterdir()] == ["Contents"]
        inside = app / "Contents"
        for name in ("LICENSE", "licenses/OFL.txt", "ru.lproj/InfoPlist.strings"):
            assert (inside / "Resources" / name).is_file(), name
        assert said == [(app, "darwin"), ("codesign", "--force", "--sign", "-", app)]
        assert (inside / "MacOS/greenbaize-cli").stat().st_mode & 0o777 == 0o755
        assert (inside / "Frameworks/libx.dylib").stat().st_mode & 0o777 == 0o644
        (archive,) = bundling.pack(app, "greenbaize-1.2-macos-arm64", MOMENT, "darwin")
        assert archive == tmp_path / "greenbaize-1.2-macos-arm64.zip"
        with zipfile.ZipFile(archive) as read:
            rights = {one.filename: one.external_attr >> 16 for one in read.infolist()}
            assert {name.partition("/")[0] for name in rights} == {"Green Baize.app"}
            link = "Green Baize.app/Contents/Resources/libx.dylib"
            assert stat.S_ISLNK(rights[link])
            assert read.read(link) == b"../Frameworks/libx.dylib"
            assert rights["Green Baize.app/Contents/MacOS/greenbaize"] & 0o111

    def test_a_bundle_that_lacks_something_is_refused(self, tmp_path):
        (tmp_path / "PySide6/plugins/platforms").mkdir(parents=True)
        (tmp_path / "PySide6/plugins/platforms/qoffscreen.dll").touch()
        with pytest.raises(SetupError, match="would not run: it lacks iconengines/qsvgicon; it"):
            bundling.check_inside(tmp_path, "win32")

    @pytest.mark.parametrize("makensis", [None, "makensis"])
    def test_windows_has_a_zip_file_and_an_installer_where_it_can_be_made(
        self, makensis, tmp_path, monkeypatch, capsys
    ):
        place = tmp_path / "greenbaize-1.2-windows-x86_64"
        place.mkdir()
        (place / "greenbaize.exe").write_bytes(b"MZ")
        made = []
        monkeypatch.setattr(bundling.installer, "compiler", lambda: makensis)
        monkeypatch.setattr(bundling.installer, "make", lambda *words: made.append(words))
        archive, *others = bundling.pack(place, place.name, MOMENT, "win32")
        assert archive == tmp_path / f"{place.name}.zip"
        with zipfile.ZipFile(archive) as read:
            assert read.namelist() == [f"{place.name}/greenbaize.exe"]
        setup = tmp_path / f"{place.name}-setup.exe"
        assert others == ([setup] if makensis else [])
        assert made == ([(place, setup)] if makensis else [])
        assert ("no installer" in capsys.readouterr().err) is (makensis is None)


@pytest.mark.skipif(os.name == "nt", reason="the fake program is a script")
class TestCheck:
    @pytest.fixture
    def program(self, tmp_path, monkeypatch):
        """Return a fake program of a bundle whose self-test passes."""
        program = tmp_path / bundling.form().program(Path()).name
        monkeypatch.setattr(bundling, "BUILD", tmp_path)
        self.write(program, tried=bundling.CHECKS, code=0)
        return program

    def write(self, program, *, tried, code):
        lines = "\n".join(["passed: one"] * (tried - 1) + ["note: sound"])
        test = f"echo '{lines}'; exit {code}"
        program.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo 1 || {{ {test}; }}\n')
        program.chmod(0o755)

    def test_a_bundle_that_passes_is_let_through(self, program, capfd):
        bundling.check(program.parent, compiled=False)
        assert capfd.readouterr().out.count("\n") == bundling.CHECKS

    @pytest.mark.parametrize(
        ("check_count", "code", "fault"),
        [(bundling.CHECKS, 1, "does not stand"), (20, 0, "tried 20 things, and not 21")],
    )
    def test_one_that_fails_or_tries_nothing_is_not(self, program, check_count, code, fault):
        self.write(program, tried=check_count, code=code)
        with pytest.raises(SetupError, match=fault):
            bundling.check(program.parent, compiled=False)

    def test_what_is_compiled_has_to_be_in_it(self, program):
        with pytest.raises(SetupError, match="does not hold what was compiled"):
            bundling.check(program.parent, compiled=True)

    def test_nothing_is_packed_before_it(self, monkeypatch, tmp_path):
        def refuse(*_, **__):
            raise SetupError("red")

        monkeypatch.setattr(bundling, "freeze", lambda _: tmp_path / "new")
        monkeypatch.setattr(bundling, "finish", lambda *_: None)
        monkeypatch.setattr(bundling, "DIST", tmp_path)
        monkeypatch.setattr(compiling, "provide", lambda *_: False)
        monkeypatch.setattr(shutil, "move", lambda *_: None)
        monkeypatch.setattr(bundling, "check", refuse)
        monkeypatch.setattr(bundling, "pack", lambda *_: pytest.fail("it was packed"))
        with pytest.raises(SetupError, match="red"):
            bundling.make(packed=True)


def test_the_time_of_a_bundle_can_be_said(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "123")
    assert bundling.moment() == 123
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert bundling.moment() >= bundling.OLDEST


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (ValueError("x.py does not say a version"), "could not be bundled: x.py does not say"),
        (SetupError("strip failed"), "Green Baize: strip failed"),
        (OSError(28, "No space left on device"), "No space left on device"),
    ],
)
def test_trouble_is_one_line(error, line, monkeypatch, capsys):
    def make(*, packed):
        raise error

    monkeypatch.setattr(bundling, "make", make)
    assert bundling.main([]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert line in said


class TestContents:
    @pytest.mark.parametrize(
        ("path", "name"),
        [
            ("PySide6/Qt/plugins/platforms/libqxcb.so", "platforms/qxcb"),
            ("PySide6\\plugins\\platforms\\qwindows.dll", "platforms/qwindows"),
            ("PySide6/Qt/plugins/styles/libqmacstyle.dylib", "styles/qmacstyle"),
            ("PySide6/Qt/lib/libQt6Core.so.6", None),
            ("else/plugins/platforms/libqxcb.so", None),
        ],
    )
    def test_plugins_have_one_name_on_all_systems(self, path, name):
        assert contents.plugin_name(path) == name

    @pytest.mark.parametrize(
        ("path", "source", "expected"),
        [
            ("PySide6/Qt/plugins/platforms/libqwayland.so", "/venv/x", True),
            ("PySide6/Qt/plugins/platforms/libqvnc.so", "/venv/x", False),
            ("PySide6/Qt/translations/qtbase_de.qm", "/venv/x", False),
            ("PySide6/Qt/translations/qtbase_ru.qm", "/venv/x", True),
            ("PySide6/QtNetwork.abi3.so", "/venv/x", False),
            ("PySide6/QtWidgets.abi3.so", "/venv/x", True),
            ("tqdm-4.dist-info/METADATA", "/venv/x", False),
            ("libxcb-cursor.so.0", "/usr/lib/libxcb-cursor.so.0", True),
            ("libgtk-3.so.0", "/usr/lib/libgtk-3.so.0", False),
            ("libstdc++.so.6", "/usr/lib/libstdc++.so.6", False),
            ("libpython3.11.so.1.0", "/usr/lib/libpython3.11.so.1.0", True),
            ("greenbaize/resources/cards/KS.svg", "/sources/KS.svg", True),
        ],
    )
    def test_what_is_wanted(self, path, source, expected):
        assert contents.is_wanted(path, source, OWN, "linux") is expected

    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            ("PySide6\\Qt6Core.dll", True),
            ("PySide6\\Qt6Widgets.dll", True),
            ("PySide6\\pyside6.abi3.dll", True),
            ("PySide6\\QtWidgets.pyd", True),
            ("PySide6\\QtNetwork.pyd", False),
            ("PySide6\\plugins\\platforms\\qwindows.dll", True),
            ("PySide6\\plugins\\platforms\\qdirect2d.dll", False),
            ("PySide6\\translations\\qtbase_ru.qm", True),
            ("PySide6\\translations\\qtbase_de.qm", False),
        ],
    )
    def test_what_is_wanted_on_windows(self, path, expected):
        assert contents.is_wanted(path, "C:/venv/x", OWN, "win32") is expected

    def test_only_linux_leaves_libraries_to_the_system(self):
        assert contents.is_wanted("vcruntime140.dll", "C:/Windows/vcruntime140.dll", OWN, "win32")

    def test_libraries_stay_if_something_that_stays_needs_them(self):
        linked = {
            "/venv/gui": ["libGui.so", "libc.so.6"],
            "/venv/libGui.so": ["libCore.so"],
            "/venv/qsvg": ["libSvg.so"],
            "/venv/qvnc": ["libNetwork.so"],
        }
        entries = [
            ("PySide6/QtGui.abi3.so", "/venv/gui", "EXTENSION"),
            *(
                (f"PySide6/Qt/lib/lib{name}.so", f"/venv/lib{name}.so", "BINARY")
                for name in ("Gui", "Core", "Svg", "Network")
            ),
            ("PySide6/Qt/plugins/imageformats/libqsvg.so", "/venv/qsvg", "BINARY"),
            ("PySide6/Qt/plugins/platforms/libqvnc.so", "/venv/qvnc", "BINARY"),
            ("libCore.so", "PySide6/Qt/lib/libCore.so", "SYMLINK"),
            ("libNetwork.so", "PySide6/Qt/lib/libNetwork.so", "SYMLINK"),
        ]

        def imports(source):
            return [(name, None) for name in linked.get(source, ())]

        files = ["QtGui.abi3.so", "libGui.so", "libCore.so", "libSvg.so", "libqsvg.so"]
        for system, links in (("linux", []), ("darwin", ["libCore.so"])):
            kept = contents.kept(entries, OWN, imports, system)
            assert [entry[0].rpartition("/")[2] for entry in kept] == files + links

    def test_libraries_of_windows_are_known_whatever_their_capitals(self):
        linked = {"_x.pyd": ["VCRUNTIME140.dll"], "vcruntime140.dll": ["Other.DLL"]}
        entries = [
            ("_x.pyd", "_x.pyd", "EXTENSION"),
            ("vcruntime140.dll", "vcruntime140.dll", "BINARY"),
            ("other.dll", "other.dll", "BINARY"),
            ("more.dll", "more.dll", "BINARY"),
        ]

        def imports(source):
            return [(name, None) for name in linked.get(source, ())]

        assert contents.kept(entries, OWN, imports, "win32") == entries[:3]

    def test_a_framework_stays_whole_or_goes_whole(self):
        def framework(name):
            folder = f"PySide6/Qt/lib/{name}.framework"
            return [
                (f"{folder}/Versions/A/{name}", f"/venv/{name}", "BINARY"),
                (f"{folder}/Versions/A/Resources/Info.plist", "/venv/Info.plist", "DATA"),
                (f"{folder}/Versions/Current", "A", "SYMLINK"),
                (f"{folder}/{name}", f"Versions/Current/{name}", "SYMLINK"),
                (f"{folder}/Resources", "Versions/Current/Resources", "SYMLINK"),
                (name, f"{folder}/Versions/A/{name}", "SYMLINK"),
            ]

        module = ("PySide6/QtCore.abi3.so", "/venv/module", "EXTENSION")
        entries = [module, *framework("QtCore"), *framework("QtNetwork")]

        def imports(source):
            names = ["@rpath/QtCore.framework/Versions/A/QtCore"] if "module" in source else []
            return [(name, None) for name in names]

        assert contents.kept(entries, OWN, imports, "darwin") == [module, *framework("QtCore")]

    @pytest.mark.slow
    def test_the_qt_that_is_taken_along_is_the_one_that_is_imported(self):
        said = {
            node.module.partition(".")[2]
            for path in (ROOT / "desktop").rglob("*.py")
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("PySide6.")
        }
        assert said == set(contents.QT_MODULES)

    def test_the_modules_are_those_of_the_source_whatever_is_installed(self, tmp_path):
        # The checkout's own package is imported in the tests.
        for name in ("__init__", "games/__init__", "games/whist", "notes/no_package"):
            path = tmp_path / "greenbaize" / f"{name}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        found = contents.modules_in(tmp_path, "greenbaize")
        assert found == ["greenbaize", "greenbaize.games", "greenbaize.games.whist"]

    def test_the_modules_of_the_checkout_are_all_found(self):
        found = set(contents.modules_in(ROOT / "desktop", "greenbaize"))
        assert {"greenbaize.__main__", "greenbaize.games.registry", programs.__name__} <= found
        spec = (FOLDER / "bundle/greenbaize.spec").read_text(encoding="utf-8")
        assert "hiddenimports=[*modules_in(SOURCE, " in spec

    def test_a_compiled_package_is_taken_along_with_all_that_it_imports(self):
        found = set(contents.compiled_modules(distribution("openskill")))
        assert {"openskill.models", "openskill.models.weng_lin.plackett_luce"} <= found
        assert {"statistics", "math", "uuid"} <= found
        beside = [name for name in found if name.endswith("__mypyc")]
        assert all(importlib.util.find_spec(name) for name in beside)
        assert not found & set(contents.excluded_modules())

    @pytest.mark.slow
    def test_nothing_is_left_out_that_the_program_imports(self):
        excluded = set(contents.excluded_modules()) - {"distributed"}
        assert "encodings.big5" in excluded
        assert "encodings.utf_8" not in excluded
        for path in (ROOT / "desktop").rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                assert not excluded & set(imported(node)), path

    def test_the_database_of_the_list_of_matches_is_taken_along(self):
        assert not {"sqlite3", "_sqlite3"} & set(contents.excluded_modules())
        here, own = "/usr/lib/libsqlite3.so.0", [Path("/venv")]
        assert contents.is_wanted("libsqlite3.so.0", here, own, "linux")
        assert not contents.is_wanted("libssl.so.3", "/usr/lib/libssl.so.3", own, "linux")


class TestBeginning:
    def test_both_ends_have_one_word_for_process_guard(self):
        assert beginning.PROCESS_GUARD == programs.PROCESS_GUARD

    def test_the_executables_have_the_names_that_they_are_looked_for_by(self):
        assert programs.CONSOLE == identity.CONSOLE

    @pytest.mark.parametrize(
        ("words", "is_listed"),
        [
            (["--self-test"], True),
            (["--new-window", "--self-test"], True),
            (["simulate"], False),
        ],
    )
    def test_modules_are_listed_for_the_self_test(self, words, is_listed, monkeypatch):
        done = []
        monkeypatch.setattr(sys, "argv", ["greenbaize", *words])
        monkeypatch.setattr(beginning, "restore_surroundings", lambda: None)
        monkeypatch.setattr(beginning, "list_modules", lambda: done.append("listed"))
        monkeypatch.setattr(program, "main", lambda: 7)
        assert beginning.main() == 7
        assert done == ["listed"] * is_listed

    @pytest.mark.parametrize("before", [None, "/theirs"])
    def test_what_the_loader_has_set_is_taken_back(self, before, monkeypatch):
        monkeypatch.setattr(sys, "_MEIPASS", "/bundle/_internal", raising=False)
        inside = "/bundle/_internal"
        monkeypatch.setenv("LD_LIBRARY_PATH", f"{inside}:{before}" if before else inside)
        if before:
            monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
        else:
            monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
        monkeypatch.setenv("_PYI_ARCHIVE_FILE", "/bundle/greenbaize")
        beginning.restore_surroundings()
        assert os.environ.get("LD_LIBRARY_PATH") == before
        assert not any(name.startswith("_PYI_") or name.endswith("_ORIG") for name in os.environ)

    def test_a_path_that_the_loader_has_not_set_stays(self, monkeypatch):
        monkeypatch.setattr(sys, "_MEIPASS", "/bundle/_internal", raising=False)
        monkeypatch.setenv("LD_LIBRARY_PATH", "/mine")
        beginning.restore_surroundings()
        assert os.environ["LD_LIBRARY_PATH"] == "/mine"

    @pytest.mark.parametrize(
        ("words", "process"),
        [
            (["--multiprocessing-fork", "tracker_fd=5", "pipe_handle=7"], True),
            (["-B", "-c", "from multiprocessing.resource_tracker import main;main(5)"], True),
            (["simulate", "--game", "damn"], False),
            (["play", "-c"], False),
            (["-c", "print(1)"], False),
            ([], False),
        ],
    )
    def test_processes_of_multiprocessing_are_known(self, words, process):
        assert beginning.is_process(words) is process


class TestIcu:
    def data(self, *names):
        header = struct.pack("<HBB", 16, 0xDA, 0x27) + bytes(8) + icu.MAGIC
        table = [(f"icudt73l/{name}".encode(), name.encode() * 3) for name in names]
        return header + icu._archive(table)

    def items(self, data):
        begin = 16
        (count,) = struct.unpack_from("<I", data, begin)
        found = {}
        for number in range(count):
            name_at, at = struct.unpack_from("<II", data, begin + 4 + 8 * number)
            end = data.index(b"\0", begin + name_at)
            found[data[begin + name_at : end].decode().partition("/")[2]] = data[begin + at :]
            assert (at % 16) == 0
        return found

    def test_how_to_sort_stays_and_calendars_go(self):
        names = ["cnvalias.icu", "coll/root.res", "coll/zh.res", "curr/de.res", "root.res"]
        found = self.items(icu.cut(self.data(*names)))
        assert list(found) == ["cnvalias.icu", "coll/root.res"]
        assert all(body.startswith(name.encode() * 3) for name, body in found.items())

    def test_other_forms_are_refused(self):
        with pytest.raises(SetupError, match="form"):
            icu.cut(bytes(100))


class TestTree:
    def test_a_bundle_that_says_where_it_was_made_is_refused(self, tmp_path):
        place = Path("/built/by/anna/baize")
        (tmp_path / "a").write_bytes(b"...")
        tree.check_places(tmp_path, [place])
        (tmp_path / "a").write_bytes(b"... %b ..." % os.fsencode(place / "x"))
        with pytest.raises(SetupError, match=re.escape(f"a says where it was made: {place}")):
            tree.check_places(tmp_path, [place])

    def test_a_bundle_without_a_library_of_x_is_refused(self, tmp_path):
        (tmp_path / "libxcb-cursor.so.0").touch()
        tree.check_taken_along(tmp_path, ["libxcb-cursor.so.*"])
        with pytest.raises(SetupError, match=r"lacks libxcb-icccm"):
            tree.check_taken_along(tmp_path, ["libxcb-cursor.so.*", "libxcb-icccm.so.*"])

    def test_python_forgets_its_home_and_keeps_its_version(self, tmp_path):
        home = Path("/users/anna/pythons/3.11.7")
        before = tree.ELF + b"\0" + os.fsencode(home) + b"/lib\0"
        (tmp_path / "libpython.so").write_bytes(before)
        tree.forget_python(tmp_path, home)
        after = (tmp_path / "libpython.so").read_bytes()
        assert len(after) == len(before)
        assert b"anna" not in after
        assert b"3.11.7/lib" in after

    @pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
    def test_rights_and_times_are_alike_everywhere(self, tmp_path):
        (tmp_path / "inside").mkdir(mode=0o700)
        for name, rights in (("program", 0o700), ("text", 0o600), ("inside/lib.so", 0o711)):
            (tmp_path / name).write_text(name)
            (tmp_path / name).chmod(rights)
        tree.settle(tmp_path, MOMENT)
        assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*")} == {
            **{"program": 0o755, "text": 0o644, "inside": 0o755, "lib.so": 0o644}
        }
        assert {path.stat().st_mtime for path in tmp_path.rglob("*")} == {MOMENT}

    @pytest.mark.skipif(os.name == "nt", reason="Windows keeps both")
    def test_equal_programs_become_one_with_two_names(self, tmp_path):
        for name, text in (("a", "x"), ("b", "x"), ("c", "y")):
            (tmp_path / name).write_text(text)
        tree.join_twins(tmp_path / "a", tmp_path / "b")
        tree.join_twins(tmp_path / "a", tmp_path / "c")
        assert (tmp_path / "a").samefile(tmp_path / "b")
        assert (tmp_path / "c").read_text() == "y"
        assert str(tree.size_of(tmp_path)) == "0.0 MB in 3 files"


@pytest.mark.skipif(os.name == "nt", reason="Windows makes no tarballs")
def test_a_tarball_has_the_same_bytes_wherever_its_files_were(tmp_path):
    made = []
    for place, order in (("one", "ab"), ("other", "ba")):
        folder = tmp_path / place
        folder.mkdir()
        for name in order:
            (folder / name).write_text(name)
        (folder / "twin").hardlink_to(folder / "a")
        (folder / "link").symlink_to("a")
        target = tmp_path / f"{place}.tar.xz"
        archives.tar(target, lambda tar, folder=folder: archives.add_tree(tar, folder, "x", 5), 1)
        made.append(target.read_bytes())
    assert made[0] == made[1]
    with tarfile.open(target) as archive:
        kinds = {one.name: (one.type, one.linkname, one.mtime, one.uid) for one in archive}
    assert kinds["x/twin"] == (tarfile.LNKTYPE, "x/a", 5, 0)
    assert kinds["x/link"] == (tarfile.SYMTYPE, "a", 5, 0)
    assert kinds["x/b"] == (tarfile.REGTYPE, "", 5, 0)


class TestLicences:
    @pytest.mark.slow
    def test_python_and_packages_have_theirs(self):
        import ifaddr  # noqa: PLC0415  (any package that is certainly installed)

        parts = {part.name: part for part in licences.owners_of([ifaddr.__file__, os.__file__])}
        assert {"ifaddr", "Python"} <= set(parts)
        assert all(part.texts and part.licence for part in parts.values())

    def test_what_nobody_owns_is_refused(self, tmp_path):
        stray = tmp_path / "libstray.so"
        stray.touch()
        with pytest.raises(SetupError, match=r"nobody knows whose .*libstray\.so is"):
            licences.owners_of([str(stray)])

    def test_what_is_compiled_is_ours_though_it_lies_in_the_environment(self):
        made = Path(sys.prefix, compiling.STORE, "0", "greenbaize/bots/search.abi3.so")
        assert [part.name for part in licences.owners_of([str(made)])] == ["Python"]

    def test_what_has_no_licence_is_refused(self):
        with pytest.raises(SetupError, match="no licence is known of nothing"):
            licences.check([licences.Part("nothing", "1", "", {})])

    def test_the_licence_of_qt_says_where_its_sources_are(self):
        texts = licences._of_qt("6.11.3")
        assert b"/6.11/6.11.3/single/" in texts["README"]
        assert b"GNU LESSER GENERAL PUBLIC LICENSE" in texts["LGPL-3.0.txt"]
        assert b"GNU GENERAL PUBLIC LICENSE" in texts["GPL-3.0.txt"]

    def test_they_are_written_with_an_index(self, tmp_path):
        part = licences.Part("thing", "1.2", "MIT", {"LICENSE": b"may be used"})
        licences.write([part], tmp_path, "3.4")
        assert (tmp_path / "licenses/thing/LICENSE").read_bytes() == b"may be used"
        index = (tmp_path / "licenses/README").read_text(encoding="utf-8")
        assert "thing 1.2: MIT" in index
        assert "Green Baize 3.4" in index
        assert (tmp_path / "LICENSE").is_file()


class TestDesktop:
    def entry(self):
        parser = configparser.ConfigParser(interpolation=None, delimiters="=", strict=True)
        parser.optionxform = str
        parser.read_string(desktop.entry())
        return parser

    def test_the_menu_entry_opens_the_table_and_records(self):
        entry = self.entry()["Desktop Entry"]
        assert entry["Exec"] == "greenbaize %f"
        assert entry["MimeType"] == f"{identity.RECORD_MIME};"
        assert entry["Categories"] == "Game;CardGame;"
        assert entry["Keywords"].endswith(";")
        for key in ("GenericName", "Comment", "Keywords"):
            assert f"{key}[ru]" in entry

    def test_every_action_of_it_is_there(self):
        parser = self.entry()
        actions = parser["Desktop Entry"]["Actions"].strip(";").split(";")
        assert [f"Desktop Action {name}" for name in actions] == parser.sections()[1:]
        assert parser["Desktop Action new-window"]["Exec"] == "greenbaize --new-window"

    def test_the_window_belongs_to_it(self):
        text = (ROOT / "desktop/greenbaize/ui/application.py").read_text(encoding="utf-8")
        said = re.search(r'setDesktopFileName\("(.+?)"\)', text)[1]
        assert f"{said}.desktop" == desktop.ENTRY
        assert self.entry()["Desktop Entry"]["StartupWMClass"] == said

    def test_its_pictures_are_there_in_all_sizes(self):
        theme = FOLDER / "linux/icons/hicolor"
        for folder in theme.iterdir():
            if folder.name[0].isdigit():
                header = (folder / "apps/greenbaize.png").read_bytes()[16:24]
                assert f"{'x'.join(map(str, struct.unpack('>II', header)))}" == folder.name
        sizes = {folder.name for folder in theme.iterdir()}
        assert {"16x16", "24x24", "32x32", "48x48", "256x256", "512x512", "scalable"} <= sizes

    def test_a_record_is_known_by_how_it_begins(self):
        line = (ROOT / "tests/golden/damn-3-cut-short.jsonl").read_text(encoding="utf-8")
        assert line.startswith(desktop.RECORD_MAGIC)
        assert FORMAT in desktop.RECORD_MAGIC
        assert json.loads(line.splitlines()[0])["format"] == FORMAT
        space = "{http://www.freedesktop.org/standards/shared-mime-info}"
        kind = ET.fromstring(desktop.record_type()).find(f"{space}mime-type")
        assert kind.get("type") == identity.RECORD_MIME
        assert kind.find(f".//{space}match").get("value") == desktop.RECORD_MAGIC

    @pytest.mark.parametrize(
        ("name", "is_ours"),
        [
            ("20261121T213602-damn-d738.jsonl", True),
            ("20261121T213602-guest-12345678.jsonl", True),
            ("data.jsonl", False),
            ("rank-0.jsonl", False),
            ("2026-11-21T21.jsonl", False),
        ],
    )
    def test_other_json_lines_are_left_to_others(self, name, is_ours):
        assert fnmatch.fnmatch(name, desktop.RECORD_GLOB) is is_ours

    def test_shops_are_told_of_the_five_games(self):
        root = ET.fromstring(desktop.metainfo("1.2", MOMENT))
        assert root.findtext("id") == identity.IDENTIFIER
        assert root.findtext("launchable") == desktop.ENTRY
        games = [item.text.split(",")[0] for item in root.iter("li")]
        assert games == list(GAMES.titles.values())
        assert root.find("releases/release").attrib == {"version": "1.2", "date": "2023-11-14"}
        assert len(root.findtext("summary")) < 70

    @pytest.mark.parametrize(
        ("tool", "words", "name"),
        [
            ("desktop-file-validate", [], "applications/greenbaize.desktop"),
            (
                "appstreamcli",
                ["validate", "--no-net"],
                f"metainfo/{identity.IDENTIFIER}.metainfo.xml",
            ),
            ("xmllint", ["--noout"], "mime/packages/greenbaize.xml"),
        ],
    )
    def test_the_systems_own_checks_pass(self, tool, words, name, tmp_path):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
        desktop.write(tmp_path, "1.2", MOMENT)
        command = [tool, *words, str(tmp_path / name)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert not re.search(r"error|warning", done.stdout)


@LINUX
class TestMenuEntry:
    @pytest.fixture
    def bundle(self, tmp_path):
        folder = tmp_path / 'Spiele $HOME `x` "y" 100% é'
        folder.mkdir()
        desktop.write(folder / "share", "1.2", MOMENT)
        shutil.copy(FOLDER / "linux" / "install-menu-entry", folder)
        (folder / "greenbaize").write_text("#!/bin/sh\n")
        return folder

    def run(self, bundle, data, *words):
        return subprocess.run(
            [bundle / "install-menu-entry", *words],
            env={"PATH": os.environ["PATH"], "XDG_DATA_HOME": str(data), "HOME": str(data)},
            capture_output=True,
            text=True,
            check=False,
        )

    def test_it_names_the_program_wherever_that_is(self, bundle, tmp_path):
        data = tmp_path / "data"
        assert self.run(bundle, data).returncode == 0
        parser = configparser.ConfigParser(interpolation=None, delimiters="=")
        parser.optionxform = str
        parser.read(data / "applications/greenbaize.desktop", encoding="utf-8")
        for section, rest in (
            ("Desktop Entry", "%f"),
            ("Desktop Action new-window", "--new-window"),
        ):
            # Unescape the string first, then the quotes, then the field codes (1.5, Exec).
            text = parser[section]["Exec"].replace("\\\\", "\\")
            quoted, last = re.fullmatch(r'"(.+)" (.+)', text).groups()
            word = re.sub(r"\\(.)", r"\1", quoted)
            assert word.replace("%%", "%") == str(bundle / "greenbaize")
            assert last == rest
        assert (data / "icons/hicolor/48x48/apps/greenbaize.png").is_file()
        assert (data / "mime/packages/greenbaize.xml").is_file()

    def test_it_takes_everything_away_again(self, bundle, tmp_path):
        data = tmp_path / "data"
        other = data / "applications" / "other.desktop"
        other.parent.mkdir(parents=True)
        other.write_text("theirs")
        self.run(bundle, data)
        assert self.run(bundle, data, "--remove").returncode == 0
        left = [path for path in data.rglob("*greenbaize*") if path.is_file()]
        assert left == []
        assert other.read_text() == "theirs"

    def test_other_words_are_refused(self, bundle, tmp_path):
        done = self.run(bundle, tmp_path / "data", "--help")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "usage: install-menu-entry [--remove]\n"


class TestDebian:
    @pytest.mark.parametrize(
        ("version", "expected"),
        [("1.2.3", "1.2.3-1"), ("1.0rc1", "1.0~rc1-1"), ("1.0.dev3", "1.0~dev3-1")],
    )
    def test_what_comes_before_a_version_is_ordered_before_it(self, version, expected):
        assert debian.debian_version(version) == expected

    def test_the_package_is_named_as_debian_names_them(self):
        assert debian.package_name("0.1.0", "x86_64") == "greenbaize_0.1.0-1_amd64.deb"

    def test_another_processor_is_refused(self):
        with pytest.raises(SetupError, match="for x86_64 or arm64, and not for riscv64"):
            debian.package_name("0.1.0", "riscv64")

    def test_its_manual_names_every_option_of_the_program(self):
        page = (FOLDER / "linux/greenbaize.6").read_text(encoding="utf-8").replace("\\-", "-")
        options = {
            option
            for action in _parser()._actions
            for option in action.option_strings
            if option.startswith("--")
        }
        assert {"--self-test", "--new-window"} <= options
        assert [option for option in sorted(options) if option not in page] == []

    def test_its_copyright_has_the_whole_licence(self):
        text = debian._copyright()
        for line in (ROOT / "LICENSE").read_text(encoding="utf-8").split("\n"):
            assert line in text
        assert not re.search(r"^$\n\S", text.partition("License: MIT")[2], re.M)

    def test_only_printing_is_merely_recommended(self):
        plugins = PurePosixPath("/b/_internal/PySide6/Qt/plugins")
        files = [
            plugins / "platforms/libqxcb.so",
            plugins / "printsupport/libcupsprintersupport.so",
            plugins / "platformthemes/libqgtk3.so",
        ]
        assert debian._by_need(files) == {"Depends": files[:1], "Recommends": files[1:2]}
