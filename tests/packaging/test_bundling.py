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
from pathlib import Path
from xml.etree import ElementTree as ET

import bundling
import compiling
import identity
import pytest
from bundle import archives, contents, debian, desktop, entry_point, icu, licences, tree
from macos import signing
from system import SetupError

from greenbaize import __main__ as program
from greenbaize.app.seats import bot_process
from greenbaize.match.header import FORMAT

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "packaging"

OWN_FOLDERS = [Path("/venv"), Path("/python")]
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="tests what is made on Linux only")
TIMESTAMP = 1_700_000_000


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


def imported_modules(node):
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


class TestLayouts:
    def make_app(self, tmp_path):
        """Return a small application as PyInstaller leaves it."""
        app = tmp_path / bundling.bundle_layout("darwin").build_name
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
        layout = bundling.bundle_layout(system)
        assert layout.output_path("greenbaize-1.2") == bundling.DIST / target
        assert layout.console_program(Path("x")) == Path("x") / program

    def test_names_match_the_spec_file(self):
        spec = (FOLDER / "bundle/greenbaize.spec").read_text(encoding="utf-8")
        assert f'name="{bundling.bundle_layout("linux").build_name}"' in spec
        assert 'name=f"{identity.NAME}.app"' in spec
        assert bundling.bundle_layout("darwin").build_name == f"{identity.NAME}.app"
        # The page on signing names the same application, and signing finds it.
        page = (FOLDER / "macos/README.md").read_text(encoding="utf-8")
        assert f'"dist/{bundling.bundle_layout("darwin").build_name}/' in page
        assert bundling.bundle_layout("darwin").build_name == signing.APP_NAME

    def test_other_systems_are_refused(self):
        with pytest.raises(
            SetupError, match="bundles can be made for linux, macos, windows, not for plan9"
        ):
            bundling.bundle_layout("plan9")

    @pytest.mark.skipif(os.name == "nt", reason="needs POSIX permissions and links")
    def test_an_application_is_finished_inside(self, tmp_path, monkeypatch):
        app = self.make_app(tmp_path)
        work = tmp_path / "work/greenbaize"
        work.mkdir(parents=True)
        (work / "sources.json").write_text("[]", encoding="utf-8")
        calls = []
        monkeypatch.setattr(bundling, "BUILD", tmp_path)
        monkeypatch.setattr(tree, "LINUX", False)
        monkeypatch.setattr(licences, "find_licensed_parts", lambda _: [])
        monkeypatch.setattr(bundling, "check_contents", lambda *words: calls.append(words))
        monkeypatch.setattr(bundling, "run_command", lambda *words: calls.append(words) or (0, ""))
        bundling.finish_bundle(app, TIMESTAMP, "darwin")
        assert [path.name for path in app.iterdir()] == ["Contents"]
        inside = app / "Contents"
        for name in ("LICENSE", "licenses/OFL.txt", "ru.lproj/InfoPlist.strings"):
            assert (inside / "Resources" / name).is_file(), name
        assert calls == [(app, "darwin"), ("codesign", "--force", "--sign", "-", app)]
        assert (inside / "MacOS/greenbaize-cli").stat().st_mode & 0o777 == 0o755
        assert (inside / "Frameworks/libx.dylib").stat().st_mode & 0o777 == 0o644
        (archive,) = bundling.write_archives(app, "greenbaize-1.2-macos-arm64", TIMESTAMP, "darwin")
        assert archive == tmp_path / "greenbaize-1.2-macos-arm64.zip"
        with zipfile.ZipFile(archive) as zip_file:
            rights = {one.filename: one.external_attr >> 16 for one in zip_file.infolist()}
            assert {name.partition("/")[0] for name in rights} == {"Green Baize.app"}
            link = "Green Baize.app/Contents/Resources/libx.dylib"
            assert stat.S_ISLNK(rights[link])
            assert zip_file.read(link) == b"../Frameworks/libx.dylib"
            assert rights["Green Baize.app/Contents/MacOS/greenbaize"] & 0o111

    def test_a_bundle_that_lacks_something_is_refused(self, tmp_path):
        (tmp_path / "PySide6/plugins/platforms").mkdir(parents=True)
        (tmp_path / "PySide6/plugins/platforms/qoffscreen.dll").touch()
        with pytest.raises(SetupError, match="would not run: it lacks iconengines/qsvgicon; it"):
            bundling.check_contents(tmp_path, "win32")

    @pytest.mark.parametrize("makensis", [None, "makensis"])
    def test_windows_has_a_zip_file_and_an_installer_where_it_can_be_made(
        self, makensis, tmp_path, monkeypatch, capsys
    ):
        folder = tmp_path / "greenbaize-1.2-windows-x86_64"
        folder.mkdir()
        (folder / "greenbaize.exe").write_bytes(b"MZ")
        installer_calls = []
        monkeypatch.setattr(bundling.installer, "find_makensis", lambda: makensis)
        monkeypatch.setattr(
            bundling.installer,
            "make_installer",
            lambda *words, personal: installer_calls.append((*words, personal)),
        )
        archive, *others = bundling.write_archives(folder, folder.name, TIMESTAMP, "win32")
        assert archive == tmp_path / f"{folder.name}.zip"
        with zipfile.ZipFile(archive) as zip_file:
            assert zip_file.namelist() == [f"{folder.name}/greenbaize.exe"]
        setups = [tmp_path / f"{folder.name}{end}" for end in ("-setup.exe", "-user-setup.exe")]
        assert others == (setups if makensis else [])
        calls = [(folder, setups[0], False), (folder, setups[1], True)]
        assert installer_calls == (calls if makensis else [])
        assert ("no installer" in capsys.readouterr().err) is (makensis is None)

    @linux_only
    @pytest.mark.parametrize("mail", ["", "table@example.org"])
    def test_a_package_without_address_is_not_handed_out(self, mail, tmp_path, monkeypatch, capsys):
        folder = tmp_path / "greenbaize-1.2-linux-x86_64"
        folder.mkdir()
        (folder / "greenbaize").write_bytes(b"x")
        monkeypatch.setattr(identity, "MAIL", mail)
        monkeypatch.setattr(shutil, "which", lambda name: name)
        monkeypatch.setattr(debian, "make_package", lambda *_: None)
        for for_release in (False, True):
            paths = bundling.write_archives(
                folder, folder.name, TIMESTAMP, "linux", for_release=for_release
            )
            has_package = bool(mail) or not for_release
            assert [path.suffix for path in paths] == [".xz", ".deb"][: 1 + has_package]
        assert ("no mail address is known" in capsys.readouterr().err) == (not mail)


@pytest.mark.skipif(os.name == "nt", reason="Windows does not run scripts as programs")
class TestSelfTestRun:
    @pytest.fixture
    def program(self, tmp_path, monkeypatch):
        """Return a fake program of a bundle whose self-test passes."""
        program = tmp_path / bundling.bundle_layout().console_program(Path()).name
        monkeypatch.setattr(bundling, "BUILD", tmp_path)
        self.write_program(program, tried=bundling.MIN_SELF_TEST_LINES, code=0)
        return program

    def write_program(self, program, *, tried, code):
        lines = "\n".join(["passed: one"] * (tried - 1) + ["note: sound"])
        test = f"echo '{lines}'; exit {code}"
        program.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo 1 || {{ {test}; }}\n')
        program.chmod(0o755)

    def test_a_bundle_that_passes_is_accepted(self, program, capfd):
        bundling.run_self_test(program.parent, compiled=False)
        assert capfd.readouterr().out.count("\n") == bundling.MIN_SELF_TEST_LINES

    @pytest.mark.parametrize(
        ("check_count", "code", "fault"),
        [
            (bundling.MIN_SELF_TEST_LINES, 1, "failed its self-test"),
            (20, 0, "printed 20 lines, expected at least 21"),
        ],
    )
    def test_a_bundle_that_fails_or_tests_too_little_is_refused(
        self, program, check_count, code, fault
    ):
        self.write_program(program, tried=check_count, code=code)
        with pytest.raises(SetupError, match=fault):
            bundling.run_self_test(program.parent, compiled=False)

    def test_a_bundle_without_compiled_modules_is_refused(self, program):
        with pytest.raises(SetupError, match="does not run the compiled modules"):
            bundling.run_self_test(program.parent, compiled=True)

    def test_archives_are_not_written_before_the_self_test(self, monkeypatch, tmp_path):
        def refuse(*_, **__):
            raise SetupError("red")

        monkeypatch.setattr(bundling, "run_pyinstaller", lambda _: tmp_path / "new")
        monkeypatch.setattr(bundling, "finish_bundle", lambda *_: None)
        monkeypatch.setattr(bundling, "DIST", tmp_path)
        monkeypatch.setattr(compiling, "provide_compiled_modules", lambda *_: False)
        monkeypatch.setattr(shutil, "move", lambda *_: None)
        monkeypatch.setattr(bundling, "run_self_test", refuse)
        monkeypatch.setattr(
            bundling,
            "write_archives",
            lambda *_, **__: pytest.fail("the bundle was packed although its self-test failed"),
        )
        with pytest.raises(SetupError, match="red"):
            bundling.build_bundle(with_archives=True)


def test_the_time_of_a_bundle_can_be_set(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "123")
    assert bundling.source_time() == 123
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert bundling.source_time() >= bundling.OLDEST_ARCHIVE_TIME


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (ValueError("x.py contains no version"), "could not be bundled: x.py contains no version"),
        (SetupError("strip failed"), "Green Baize: strip failed"),
        (OSError(28, "No space left on device"), "No space left on device"),
    ],
)
def test_errors_are_one_line(error, line, monkeypatch, capsys):
    def fail(**_):
        raise error

    monkeypatch.setattr(bundling, "build_bundle", fail)
    assert bundling.main([]) == 1
    (error_line,) = capsys.readouterr().err.splitlines()
    assert line in error_line


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
            ("PySide6/QtQml.abi3.so", "/venv/x", False),
            ("PySide6/QtWidgets.abi3.so", "/venv/x", True),
            ("tqdm-4.dist-info/METADATA", "/venv/x", False),
            ("libxcb-cursor.so.0", "/usr/lib/libxcb-cursor.so.0", True),
            ("libgtk-3.so.0", "/usr/lib/libgtk-3.so.0", False),
            ("libstdc++.so.6", "/usr/lib/libstdc++.so.6", False),
            ("libpython3.11.so.1.0", "/usr/lib/libpython3.11.so.1.0", True),
            ("greenbaize/resources/cards/KS.svg", "/sources/KS.svg", True),
        ],
    )
    def test_wanted_files_on_linux(self, path, source, expected):
        assert contents.belongs_in_bundle(path, source, OWN_FOLDERS, "linux") is expected

    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            ("PySide6\\Qt6Core.dll", True),
            ("PySide6\\Qt6Widgets.dll", True),
            ("PySide6\\pyside6.abi3.dll", True),
            ("PySide6\\QtWidgets.pyd", True),
            ("PySide6\\QtQml.pyd", False),
            ("PySide6\\plugins\\platforms\\qwindows.dll", True),
            ("PySide6\\plugins\\platforms\\qdirect2d.dll", False),
            ("PySide6\\translations\\qtbase_ru.qm", True),
            ("PySide6\\translations\\qtbase_de.qm", False),
        ],
    )
    def test_wanted_files_on_windows(self, path, expected):
        assert contents.belongs_in_bundle(path, "C:/venv/x", OWN_FOLDERS, "win32") is expected

    def test_only_linux_leaves_libraries_to_the_system(self):
        assert contents.belongs_in_bundle(
            "vcruntime140.dll", "C:/Windows/vcruntime140.dll", OWN_FOLDERS, "win32"
        )

    def test_libraries_are_kept_if_a_kept_file_needs_them(self):
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
            entries_kept = contents.select_entries(entries, OWN_FOLDERS, imports, system)
            assert [entry[0].rpartition("/")[2] for entry in entries_kept] == files + links

    def test_library_names_of_windows_ignore_case(self):
        linked = {"_x.pyd": ["VCRUNTIME140.dll"], "vcruntime140.dll": ["Other.DLL"]}
        entries = [
            ("_x.pyd", "_x.pyd", "EXTENSION"),
            ("vcruntime140.dll", "vcruntime140.dll", "BINARY"),
            ("other.dll", "other.dll", "BINARY"),
            ("more.dll", "more.dll", "BINARY"),
        ]

        def imports(source):
            return [(name, None) for name in linked.get(source, ())]

        assert contents.select_entries(entries, OWN_FOLDERS, imports, "win32") == entries[:3]

    def test_a_framework_is_kept_or_dropped_as_a_whole(self):
        def framework_entries(name):
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
        entries = [module, *framework_entries("QtCore"), *framework_entries("QtQml")]

        def imports(source):
            names = ["@rpath/QtCore.framework/Versions/A/QtCore"] if "module" in source else []
            return [(name, None) for name in names]

        assert contents.select_entries(entries, OWN_FOLDERS, imports, "darwin") == [
            module,
            *framework_entries("QtCore"),
        ]

    @pytest.mark.slow
    def test_bundled_qt_modules_are_those_that_are_imported(self):
        imported_names = {
            node.module.partition(".")[2]
            for path in (ROOT / "desktop").rglob("*.py")
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("PySide6.")
        }
        assert imported_names == set(contents.QT_MODULES)

    def test_modules_are_listed_from_the_source_not_the_installation(self, tmp_path):
        # The checkout's own package is imported in the tests.
        for name in ("__init__", "games/__init__", "games/whist", "notes/no_package"):
            path = tmp_path / "greenbaize" / f"{name}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        found = contents.list_modules(tmp_path, "greenbaize")
        assert found == ["greenbaize", "greenbaize.games", "greenbaize.games.whist"]

    def test_the_modules_of_the_checkout_are_all_found(self):
        found = set(contents.list_modules(ROOT / "desktop", "greenbaize"))
        assert {"greenbaize.__main__", "greenbaize.games.registry", bot_process.__name__} <= found
        spec = (FOLDER / "bundle/greenbaize.spec").read_text(encoding="utf-8")
        assert "hiddenimports=[*list_modules(SOURCE, " in spec

    def test_a_compiled_package_is_bundled_with_all_its_imports(self):
        found = set(contents.compiled_modules(distribution("openskill")))
        assert {"openskill.models", "openskill.models.weng_lin.plackett_luce"} <= found
        assert {"statistics", "math", "uuid"} <= found
        beside = [name for name in found if name.endswith("__mypyc")]
        assert all(importlib.util.find_spec(name) for name in beside)
        assert not found & set(contents.excluded_modules())

    @pytest.mark.slow
    def test_no_imported_module_is_excluded(self):
        excluded = set(contents.excluded_modules()) - {"distributed"}
        assert "encodings.big5" in excluded
        assert "encodings.utf_8" not in excluded
        for path in (ROOT / "desktop").rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                assert not excluded & set(imported_modules(node)), path

    def test_sqlite_is_bundled(self):
        assert not {"sqlite3", "_sqlite3"} & set(contents.excluded_modules())
        here, own = "/usr/lib/libsqlite3.so.0", [Path("/venv")]
        assert contents.belongs_in_bundle("libsqlite3.so.0", here, own, "linux")
        assert not contents.belongs_in_bundle("libssl.so.3", "/usr/lib/libssl.so.3", own, "linux")


class TestEntryPoint:
    def test_both_sides_use_the_same_process_guard_option(self):
        assert entry_point.PROCESS_GUARD == bot_process.PROCESS_GUARD_OPTION

    def test_the_console_program_has_the_expected_name(self):
        assert bot_process.CONSOLE_PROGRAM == identity.CONSOLE

    @pytest.mark.parametrize(
        ("words", "is_listed"),
        [
            (["--self-test"], True),
            (["--new-window", "--self-test"], True),
            (["simulate"], False),
        ],
    )
    def test_modules_are_listed_for_the_self_test(self, words, is_listed, monkeypatch):
        calls = []
        monkeypatch.setattr(sys, "argv", ["greenbaize", *words])
        monkeypatch.setattr(entry_point, "restore_environment", lambda: None)
        monkeypatch.setattr(entry_point, "register_module_finder", lambda: calls.append("listed"))
        monkeypatch.setattr(program, "main", lambda: 7)
        assert entry_point.main() == 7
        assert calls == ["listed"] * is_listed

    @pytest.mark.parametrize("before", [None, "/theirs"])
    def test_variables_of_the_loader_are_restored(self, before, monkeypatch):
        monkeypatch.setattr(sys, "_MEIPASS", "/bundle/_internal", raising=False)
        inside = "/bundle/_internal"
        monkeypatch.setenv("LD_LIBRARY_PATH", f"{inside}:{before}" if before else inside)
        if before:
            monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
        else:
            monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
        monkeypatch.setenv("_PYI_ARCHIVE_FILE", "/bundle/greenbaize")
        entry_point.restore_environment()
        assert os.environ.get("LD_LIBRARY_PATH") == before
        assert not any(name.startswith("_PYI_") or name.endswith("_ORIG") for name in os.environ)

    def test_a_library_path_of_the_user_is_kept(self, monkeypatch):
        monkeypatch.setattr(sys, "_MEIPASS", "/bundle/_internal", raising=False)
        monkeypatch.setenv("LD_LIBRARY_PATH", "/mine")
        entry_point.restore_environment()
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
    def test_processes_of_multiprocessing_are_recognised(self, words, process):
        assert entry_point.is_worker_process(words) is process


class TestIcu:
    def make_archive(self, *names):
        header = struct.pack("<HBB", 16, 0xDA, 0x27) + bytes(8) + icu.MAGIC
        table = [(f"icudt73l/{name}".encode(), name.encode() * 3) for name in names]
        return header + icu._build_archive(table)

    def read_items(self, data):
        begin = 16
        (count,) = struct.unpack_from("<I", data, begin)
        found = {}
        for number in range(count):
            name_at, at = struct.unpack_from("<II", data, begin + 4 + 8 * number)
            end = data.index(b"\0", begin + name_at)
            found[data[begin + name_at : end].decode().partition("/")[2]] = data[begin + at :]
            assert (at % 16) == 0
        return found

    def test_sorting_is_kept_and_calendars_are_dropped(self):
        names = ["cnvalias.icu", "coll/root.res", "coll/zh.res", "curr/de.res", "root.res"]
        found = self.read_items(icu.cut_archive(self.make_archive(*names)))
        assert list(found) == ["cnvalias.icu", "coll/root.res"]
        assert all(body.startswith(name.encode() * 3) for name, body in found.items())

    def test_other_formats_are_refused(self):
        with pytest.raises(SetupError, match="form"):
            icu.cut_archive(bytes(100))


class TestTree:
    def test_a_bundle_with_build_paths_is_refused(self, tmp_path):
        build_path = Path("/built/by/anna/baize")
        (tmp_path / "a").write_bytes(b"...")
        tree.check_build_paths(tmp_path, [build_path])
        (tmp_path / "a").write_bytes(b"... %b ..." % os.fsencode(build_path / "x"))
        with pytest.raises(
            SetupError, match=re.escape(f"a contains a path of the build machine: {build_path}")
        ):
            tree.check_build_paths(tmp_path, [build_path])

    def test_a_bundle_without_a_library_of_x_is_refused(self, tmp_path):
        (tmp_path / "libxcb-cursor.so.0").touch()
        tree.check_bundled_libraries(tmp_path, ["libxcb-cursor.so.*"])
        with pytest.raises(SetupError, match=r"lacks libxcb-icccm"):
            tree.check_bundled_libraries(tmp_path, ["libxcb-cursor.so.*", "libxcb-icccm.so.*"])

    def test_the_python_path_is_erased_and_its_version_kept(self, tmp_path):
        home = Path("/users/anna/pythons/3.11.7")
        before = tree.ELF_MAGIC + b"\0" + os.fsencode(home) + b"/lib\0"
        (tmp_path / "libpython.so").write_bytes(before)
        tree.erase_python_path(tmp_path, home)
        after = (tmp_path / "libpython.so").read_bytes()
        assert len(after) == len(before)
        assert b"anna" not in after
        assert b"3.11.7/lib" in after

    @pytest.mark.skipif(os.name == "nt", reason="needs POSIX permissions")
    def test_permissions_and_times_are_normalised(self, tmp_path):
        (tmp_path / "inside").mkdir(mode=0o700)
        for name, rights in (("program", 0o700), ("text", 0o600), ("inside/lib.so", 0o711)):
            (tmp_path / name).write_text(name)
            (tmp_path / name).chmod(rights)
        tree.normalise_metadata(tmp_path, TIMESTAMP)
        assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*")} == {
            "program": 0o755,
            "text": 0o644,
            "inside": 0o755,
            "lib.so": 0o644,
        }
        assert {path.stat().st_mtime for path in tmp_path.rglob("*")} == {TIMESTAMP}

    @pytest.mark.skipif(os.name == "nt", reason="Windows bundles have no hard links")
    def test_equal_programs_are_hard_linked(self, tmp_path):
        for name, text in (("a", "x"), ("b", "x"), ("c", "y")):
            (tmp_path / name).write_text(text)
        tree.hardlink_equal_files(tmp_path / "a", tmp_path / "b")
        tree.hardlink_equal_files(tmp_path / "a", tmp_path / "c")
        assert (tmp_path / "a").samefile(tmp_path / "b")
        assert (tmp_path / "c").read_text() == "y"
        assert str(tree.measure_folder(tmp_path)) == "0.0 MB in 3 files"


@pytest.mark.skipif(os.name == "nt", reason="Windows makes no tarballs")
def test_a_tarball_does_not_depend_on_the_source_folder(tmp_path):
    tarballs = []
    for folder_name, order in (("one", "ab"), ("other", "ba")):
        folder = tmp_path / folder_name
        folder.mkdir()
        for name in order:
            (folder / name).write_text(name)
        (folder / "twin").hardlink_to(folder / "a")
        (folder / "link").symlink_to("a")
        target = tmp_path / f"{folder_name}.tar.xz"
        archives.write_tar(
            target, lambda tar, folder=folder: archives.add_folder(tar, folder, "x", 5), 1
        )
        tarballs.append(target.read_bytes())
    assert tarballs[0] == tarballs[1]
    with tarfile.open(target) as archive:
        kinds = {one.name: (one.type, one.linkname, one.mtime, one.uid) for one in archive}
    assert kinds["x/twin"] == (tarfile.LNKTYPE, "x/a", 5, 0)
    assert kinds["x/link"] == (tarfile.SYMTYPE, "a", 5, 0)
    assert kinds["x/b"] == (tarfile.REGTYPE, "", 5, 0)


class TestLicenceCollection:
    @pytest.mark.slow
    def test_python_and_packages_have_theirs(self):
        import ifaddr  # noqa: PLC0415  (any package that is certainly installed)

        parts = {part.name: part for part in licences.find_owners([ifaddr.__file__, os.__file__])}
        assert {"ifaddr", "Python"} <= set(parts)
        assert all(part.texts and part.licence for part in parts.values())

    def test_a_file_without_owner_is_refused(self, tmp_path):
        stray = tmp_path / "libstray.so"
        stray.touch()
        with pytest.raises(SetupError, match=r"libstray\.so in the bundle has no known owner"):
            licences.find_owners([str(stray)])

    def test_compiled_modules_are_ours(self):
        compiled_file = Path(sys.prefix, compiling.STORE, "0", "greenbaize/bots/search.abi3.so")
        assert [part.name for part in licences.find_owners([str(compiled_file)])] == ["Python"]

    def test_a_part_without_licence_is_refused(self):
        with pytest.raises(SetupError, match="the licence of nothing in the bundle is unknown"):
            licences.check_all_licensed([licences.LicensedPart("nothing", "1", "", {})])

    def test_the_licence_of_qt_says_where_its_sources_are(self):
        texts = licences._qt_texts("6.11.3")
        assert b"/6.11/6.11.3/single/" in texts["README"]
        assert b"GNU LESSER GENERAL PUBLIC LICENSE" in texts["LGPL-3.0.txt"]
        assert b"GNU GENERAL PUBLIC LICENSE" in texts["GPL-3.0.txt"]

    def test_they_are_written_with_an_index(self, tmp_path):
        part = licences.LicensedPart("thing", "1.2", "MIT", {"LICENSE": b"may be used"})
        licences.write_licences([part], tmp_path, "3.4")
        assert (tmp_path / "licenses/thing/LICENSE").read_bytes() == b"may be used"
        index = (tmp_path / "licenses/README").read_text(encoding="utf-8")
        assert "thing 1.2: MIT" in index
        assert "Green Baize 3.4" in index
        assert (tmp_path / "LICENSE").is_file()


class TestDesktop:
    def parse_entry(self):
        parser = configparser.ConfigParser(interpolation=None, delimiters="=", strict=True)
        parser.optionxform = str
        parser.read_string(desktop.menu_entry())
        return parser

    def test_the_menu_entry_opens_the_table_and_records(self):
        entry = self.parse_entry()["Desktop Entry"]
        assert entry["Exec"] == "greenbaize %f"
        assert entry["MimeType"] == f"{identity.RECORD_MIME};"
        assert entry["Categories"] == "Game;CardGame;"
        assert entry["Keywords"].endswith(";")
        for key in ("GenericName", "Comment", "Keywords"):
            assert f"{key}[ru]" in entry

    def test_every_action_of_it_is_there(self):
        parser = self.parse_entry()
        actions = parser["Desktop Entry"]["Actions"].strip(";").split(";")
        assert [f"Desktop Action {name}" for name in actions] == parser.sections()[1:]
        assert parser["Desktop Action new-window"]["Exec"] == "greenbaize --new-window"

    def test_the_window_names_the_desktop_entry(self):
        text = (ROOT / "desktop/greenbaize/ui/application.py").read_text(encoding="utf-8")
        file_name = re.search(r'setDesktopFileName\("(.+?)"\)', text)[1]
        assert file_name == identity.IDENTIFIER
        assert f"{file_name}.desktop" == desktop.ENTRY_FILE
        assert self.parse_entry()["Desktop Entry"]["Icon"] == file_name

    def test_icons_exist_in_all_sizes(self):
        theme = FOLDER / "linux/icons/hicolor"
        for folder in theme.iterdir():
            if folder.name[0].isdigit():
                header = (folder / f"apps/{identity.IDENTIFIER}.png").read_bytes()[16:24]
                assert f"{'x'.join(map(str, struct.unpack('>II', header)))}" == folder.name
        sizes = {folder.name for folder in theme.iterdir()}
        assert {"16x16", "24x24", "32x32", "48x48", "256x256", "512x512", "scalable"} <= sizes

    def test_a_record_is_recognised_by_its_first_bytes(self):
        line = (ROOT / "tests/golden/damn-3-cut-short.jsonl").read_text(encoding="utf-8")
        assert line.startswith(desktop.RECORD_MAGIC)
        assert FORMAT in desktop.RECORD_MAGIC
        assert json.loads(line.splitlines()[0])["format"] == FORMAT
        space = "{http://www.freedesktop.org/standards/shared-mime-info}"
        kind = ET.fromstring(desktop.record_mime_type()).find(f"{space}mime-type")
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

    @pytest.mark.parametrize(
        ("tool", "words", "name"),
        [
            ("desktop-file-validate", [], f"applications/{identity.IDENTIFIER}.desktop"),
            ("xmllint", ["--noout"], f"metainfo/{identity.IDENTIFIER}.metainfo.xml"),
            ("xmllint", ["--noout"], f"mime/packages/{identity.IDENTIFIER}.xml"),
        ],
    )
    def test_the_systems_own_checks_pass(self, tool, words, name, tmp_path):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
        desktop.write_desktop_files(tmp_path, "1.2", TIMESTAMP)
        command = [tool, *words, str(tmp_path / name)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stdout + result.stderr
        assert not re.search(r"error|warning", result.stdout)


@linux_only
class TestMenuEntry:
    @pytest.fixture
    def bundle(self, tmp_path):
        folder = tmp_path / 'Spiele $HOME `x` "y" 100% é'
        folder.mkdir()
        desktop.write_desktop_files(folder / "share", "1.2", TIMESTAMP)
        shutil.copy(FOLDER / "linux" / "install-menu-entry", folder)
        (folder / "greenbaize").write_text("#!/bin/sh\n")
        return folder

    def run_script(self, bundle, data, *words):
        return subprocess.run(
            [bundle / "install-menu-entry", *words],
            env={"PATH": os.environ["PATH"], "XDG_DATA_HOME": str(data), "HOME": str(data)},
            capture_output=True,
            text=True,
            check=False,
        )

    def test_it_contains_the_escaped_path_of_the_program(self, bundle, tmp_path):
        data = tmp_path / "data"
        assert self.run_script(bundle, data).returncode == 0
        parser = configparser.ConfigParser(interpolation=None, delimiters="=")
        parser.optionxform = str
        parser.read(data / "applications" / desktop.ENTRY_FILE, encoding="utf-8")
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
        name = identity.IDENTIFIER
        assert (data / f"icons/hicolor/48x48/apps/{name}.png").is_file()
        assert (data / f"mime/packages/{name}.xml").is_file()

    @pytest.mark.parametrize("words", [(), ("--remove",)])
    def test_what_earlier_versions_installed_is_removed(self, bundle, tmp_path, words):
        data = tmp_path / "data"
        former = [
            "applications/greenbaize.desktop",
            "mime/packages/greenbaize.xml",
            "icons/hicolor/16x16/apps/greenbaize.png",
            "icons/hicolor/scalable/apps/greenbaize.svg",
            "icons/hicolor/symbolic/apps/greenbaize-symbolic.svg",
        ]
        for name in (*former, "icons/hicolor/16x16/apps/other.png"):
            (data / name).parent.mkdir(parents=True, exist_ok=True)
            (data / name).touch()
        assert self.run_script(bundle, data, *words).returncode == 0
        assert [name for name in former if (data / name).exists()] == []
        assert (data / "icons/hicolor/16x16/apps/other.png").is_file()

    def test_remove_deletes_all_its_files(self, bundle, tmp_path):
        data = tmp_path / "data"
        other = data / "applications" / "other.desktop"
        other.parent.mkdir(parents=True)
        other.write_text("theirs")
        self.run_script(bundle, data)
        assert len(list(data.rglob("*GreenBaize*"))) > 10
        assert self.run_script(bundle, data, "--remove").returncode == 0
        remaining = [path for path in data.rglob("*GreenBaize*") if path.is_file()]
        assert remaining == []
        assert other.read_text() == "theirs"

    def test_unknown_arguments_are_refused(self, bundle, tmp_path):
        result = self.run_script(bundle, tmp_path / "data", "--help")
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == "usage: install-menu-entry [--remove]\n"
