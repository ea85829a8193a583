"""Tests of the Windows files: version resource and installer."""

import re
import shutil
import struct
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import identity
import pytest
import system
from bundle import archives
from windows import installer, signing, version_resource

import greenbaize

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "packaging"

SCRIPT = (FOLDER / "windows" / "installer.nsi").read_text("utf-8")
WORDS_SCRIPT = (FOLDER / "windows" / "words.nsh").read_text("utf-8")
needs_nsis = pytest.mark.skipif(shutil.which("makensis") is None, reason="NSIS is not installed")


class RecordedCall(NamedTuple):
    """Recorded call in a version file, with its arguments."""

    name: str
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]


def evaluate_version_file(text):
    """Evaluate a version file as PyInstaller does."""

    def make_recorder(name):
        return lambda *given, **named: RecordedCall(name, given, named)

    names = ("VSVersionInfo", "FixedFileInfo", "StringFileInfo", "StringTable", "StringStruct")
    namespace = {name: make_recorder(name) for name in (*names, "VarFileInfo", "VarStruct")}
    return eval(text, {"__builtins__": {}}, namespace)


@pytest.mark.parametrize("program", ["greenbaize", "greenbaize-cli"])
def test_the_version_resource_describes_each_program(program, tmp_path):
    text = version_resource.write_version_resource(tmp_path, program).read_text("utf-8")
    info = evaluate_version_file(text)
    fixed = info.keywords["ffi"].keywords
    assert fixed["filevers"] == fixed["prodvers"] == identity.version_numbers()
    assert len(fixed["filevers"]) == 4
    strings, variables = info.keywords["kids"]
    (tables,) = strings.arguments
    assert [table.arguments[0] for table in tables] == ["040904B0", "041904B0"]
    string_tables = [
        {entry.arguments[0]: entry.arguments[1] for entry in table.arguments[1]} for table in tables
    ]
    for words in string_tables:
        assert words["ProductVersion"] == words["FileVersion"] == greenbaize.__version__
        assert words["OriginalFilename"] == f"{program}.exe"
        assert words["LegalCopyright"] == identity.COPYRIGHT
        assert all(words.values())
    assert re.search("[а-я]", string_tables[1]["Comments"])
    (translation,) = variables.arguments
    # Windows shows no table that is not listed here.
    assert translation[0].arguments == ("Translation", [0x0409, 0x04B0, 0x0419, 0x04B0])


def test_unknown_programs_have_no_version_resource():
    with pytest.raises(KeyError):
        version_resource.version_resource("notepad")


@pytest.fixture
def bundle(tmp_path):
    """Return a folder that represents a bundle."""
    folder = tmp_path / "bundle"
    for name in ("greenbaize.exe", "greenbaize-cli.exe", "_internal/a/b.dll", "_internal/$x é.txt"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"MZ" + name.encode())
    return folder


class TestMakeInstaller:
    def output_path(self, folder):
        return folder / installer.installer_name("greenbaize-0.1.0-windows-x86_64")

    @pytest.mark.slow
    @needs_nsis
    def test_the_installer_compiles_without_warnings(self, bundle, tmp_path):
        output = self.output_path(tmp_path)
        installer.make_installer(bundle, output)
        data = output.read_bytes()
        assert output.name.endswith("-setup.exe")
        assert data.startswith(b"MZ")
        assert b"NullsoftInst" in data
        offset = data.index(struct.pack("<I", 0xFEEF04BD))  # start of the version information
        high, low = struct.unpack_from("<II", data, offset + 8)
        numbers = (high >> 16, high & 0xFFFF, low >> 16, low & 0xFFFF)
        assert numbers == identity.version_numbers()
        for text in (identity.COPYRIGHT, identity.SUMMARY["ru"], identity.PUBLISHER):
            assert text.encode("utf-16-le") in data
        assert b'requestedExecutionLevel level="highestAvailable"' in data

    @pytest.mark.slow
    @needs_nsis
    def test_the_installer_for_one_person_asks_for_no_rights(self, bundle, tmp_path, monkeypatch):
        monkeypatch.setattr(identity, "HOME_PAGE", "https://example.org/table")
        output = tmp_path / installer.installer_name("greenbaize", personal=True)
        installer.make_installer(bundle, output, personal=True)
        assert output.name == "greenbaize-user-setup.exe"
        assert b'requestedExecutionLevel level="asInvoker"' in output.read_bytes()

    @pytest.mark.slow
    @needs_nsis
    @pytest.mark.skipif(sys.platform == "win32", reason="the command is a script of a shell")
    def test_installer_and_uninstaller_are_signed(self, bundle, tmp_path, monkeypatch):
        script, log = tmp_path / "sign it", tmp_path / "log"
        script.write_text(f'#!/bin/sh\necho "$1" "$2" >> "{log}"\n')
        script.chmod(0o755)
        monkeypatch.setenv(signing.SIGN_VARIABLE, f'"{script}" --fast')
        signing.sign_programs(bundle)
        output = self.output_path(tmp_path)
        installer.make_installer(bundle, output)
        lines = [line.removeprefix("--fast ") for line in log.read_text().splitlines()]
        programs = [str(bundle / f"{name}.exe") for name in ("greenbaize-cli", "greenbaize")]
        assert lines[:2] == programs
        assert len(lines) == 4
        assert lines[3] == str(output)

    def test_without_certificate_it_is_said_once(self, bundle, monkeypatch, capsys):
        monkeypatch.delenv(signing.SIGN_VARIABLE, raising=False)
        signing.sign_programs(bundle)
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith("Nothing is signed: ")
        assert "SIGN" not in installer.script_definitions(bundle, bundle, bundle)

    @pytest.mark.parametrize(
        ("command", "message"),
        [("false", "greenbaize-cli.exe could not be signed"), ("no-such-tool", "not installed")],
    )
    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no command false")
    def test_a_signature_that_fails_stops_the_build(self, bundle, monkeypatch, command, message):
        monkeypatch.setenv(signing.SIGN_VARIABLE, command)
        with pytest.raises(system.SetupError, match=message):
            signing.sign_programs(bundle)

    def test_archive_and_installer_contain_the_same_tree(self, bundle, tmp_path):
        archives.write_zip(tmp_path / "x.zip", bundle, "x")
        with zipfile.ZipFile(tmp_path / "x.zip") as archive:
            packed = {name.removeprefix("x/") for name in archive.namelist()}
        deleted = {
            line[len('Delete "$INSTDIR\\') : -1].replace("\\", "/").replace("$$", "$")
            for line in installer.deletion_lines(bundle)
            if line.startswith("Delete")
        }
        files = [path for path in bundle.rglob("*") if path.is_file()]
        assert packed == deleted == {path.relative_to(bundle).as_posix() for path in files}
        assert re.findall(r"^  File (.*)$", SCRIPT, re.M) == ['/r "${SOURCE}\\*"']

    def test_addresses_are_registered_where_they_are_known(self):
        for name, symbol in (("URLInfoAbout", "HOME_PAGE"), ("HelpLink", "HELP")):
            entry = f'WriteRegStr SHCTX "${{KEY}}" "{name}" "${{{symbol}}}"'
            assert f'!if "${{{symbol}}}" != ""\n    {entry}\n  !endif' in SCRIPT

    @pytest.mark.slow
    @needs_nsis
    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("SectionEnd", "SectionEnds"),
            ('"$(PartFirewall)"', '"$(PartFirewalls)"'),
            ("Call RemoveTheOld", "Call RemoveTheElder"),
        ],
    )
    def test_a_broken_script_is_one_line(self, bundle, tmp_path, monkeypatch, old, new):
        folder = tmp_path / "windows"
        shutil.copytree(FOLDER / "windows", folder)
        script = folder / "installer.nsi"
        script.write_text(SCRIPT.replace(old, new, 1), encoding="utf-8")
        monkeypatch.setattr(installer, "SCRIPT", script)
        monkeypatch.setattr(installer, "HERE", folder)
        with pytest.raises(system.SetupError, match=r"\Amakensis failed: [^\n]+\Z"):
            installer.make_installer(bundle, self.output_path(tmp_path))

    @pytest.mark.slow
    @needs_nsis
    def test_a_lost_icon_is_one_line(self, bundle, tmp_path, monkeypatch):
        monkeypatch.setattr(installer, "ICON", tmp_path / "lost.ico")
        with pytest.raises(system.SetupError, match=r"\Amakensis failed: [^\n]+\Z"):
            installer.make_installer(bundle, self.output_path(tmp_path))

    @pytest.mark.parametrize("language", ["English", "Russian"])
    def test_uninstalling_ends_with_the_kept_records(self, language):
        """Check the last page; its text is checked where the installer is compiled."""
        pages = SCRIPT.index("MUI_UNPAGE_INSTFILES"), SCRIPT.index(f'LANGUAGE "{language}"')
        assert '"$Farewell"\n!insertmacro MUI_UNPAGE_FINISH' in SCRIPT[slice(*pages)]
        first, section = SCRIPT.index("Function un.onInit"), SCRIPT.index("UnsectionForget\n")
        assert SCRIPT.index('StrCpy $Farewell "$(RecordsStay)"') > first
        assert SCRIPT.index('StrCpy $Farewell "$(RecordsGone)"') > section

    def test_a_bundle_of_another_system_is_refused(self, bundle, tmp_path):
        (bundle / "greenbaize-cli.exe").unlink()
        with pytest.raises(system.SetupError, match=r"no greenbaize-cli\.exe"):
            installer.make_installer(bundle, self.output_path(tmp_path))

    def test_a_missing_nsis_is_reported(self, bundle, tmp_path, monkeypatch):
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.delenv("PROGRAMFILES(X86)", raising=False)
        with pytest.raises(system.SetupError, match="needs NSIS"):
            installer.make_installer(bundle, self.output_path(tmp_path))

    def test_nsis_is_found_at_its_default_path_on_windows(self, tmp_path, monkeypatch):
        monkeypatch.setenv("PROGRAMFILES(X86)", str(tmp_path))
        assert installer._default_makensis() is None
        path = tmp_path / "NSIS" / "makensis.exe"
        path.parent.mkdir()
        path.touch()
        assert installer._default_makensis() == str(path)

    def test_all_that_is_installed_is_deleted_and_nothing_else(self, bundle):
        lines = list(installer.deletion_lines(bundle))
        assert lines == [
            'Delete "$INSTDIR\\_internal\\$$x é.txt"',
            'Delete "$INSTDIR\\_internal\\a\\b.dll"',
            'Delete "$INSTDIR\\greenbaize-cli.exe"',
            'Delete "$INSTDIR\\greenbaize.exe"',
            'RMDir "$INSTDIR\\_internal\\a"',
            'RMDir "$INSTDIR\\_internal"',
        ]

    def test_the_script_gets_exactly_the_symbols_it_uses(self, bundle, tmp_path):
        symbols = installer.script_definitions(bundle, tmp_path / "files.nsh", tmp_path / "out.exe")
        own_symbols = set(re.findall(r"^!define (\w+)", SCRIPT, re.M))
        macro_parameters = set(re.findall(r"^!macro \w+(.*)$", SCRIPT, re.M))
        macros = {word for line in macro_parameters for word in line.split()}
        used_symbols = set(re.findall(r"\$\{([A-Z_]+)\}", SCRIPT + WORDS_SCRIPT))
        assert "!ifdef SIGN\n  !uninstfinalize" in SCRIPT
        symbols |= {"SIGN": "", "PERSONAL": ""}
        own_symbols |= set(re.findall(r"^!ifn?def (\w+)", SCRIPT, re.M))
        built_in = {"LANG_ENGLISH", "LANG_RUSSIAN", "SF_RO", "NAME", "ENGLISH", "RUSSIAN"}
        assert used_symbols - own_symbols - macros - built_in <= set(symbols)
        assert set(symbols) <= used_symbols | {"PERSONAL"}


def script_sections():
    """Return the sections of the script by identifier."""
    found = re.findall(r"^Section .*?(\w+)$(.*?)^SectionEnd", SCRIPT, re.M | re.S)
    return dict(found)


class TestInstallerScript:
    def test_the_records_are_left_alone_unless_asked_for(self):
        assert re.search(r'^Section /o "un\.\$\(PartForget\)" UnsectionForget$', SCRIPT, re.M)
        for name, text in script_sections().items():
            assert ("LOCALAPPDATA" in text) == (name == "UnsectionForget")
            assert ("RMDir /r" in text) == (name == "UnsectionForget")
        assert "SetShellVarContext current" in script_sections()["UnsectionForget"]
        # The removed folder is the one in which the program keeps records.
        readme = (ROOT / "README.md").read_text("utf-8")
        assert rf"`%LOCALAPPDATA%\{identity.COMMAND}\matches`" in readme
        assert r"$LOCALAPPDATA\${COMMAND}" in script_sections()["UnsectionForget"]

    def test_the_suffix_keeps_its_default_program(self):
        keys = re.findall(r'Write\w+ \w+ "\$\{CLASSES\}\\\.([^"]*)"', SCRIPT)
        assert keys == [r"${SUFFIX}\OpenWithProgids"]

    def test_registry_entries_are_removed(self):
        removed = script_sections()["UnsectionProgram"]
        for key in (r"${CLASSES}\${PROGID}", r"${CLASSES}\.${SUFFIX}\OpenWithProgids", "${KEY}"):
            assert key in SCRIPT
            assert f'"{key}"' in removed
        for link in (r"$SMPROGRAMS\${NAME}.lnk", r"$DESKTOP\${NAME}.lnk"):
            assert f'CreateShortcut "{link}"' in SCRIPT
            assert f'Delete "{link}"' in removed
        assert "ForgetRules" in removed

    def test_the_firewall_is_opened_to_private_networks_only(self):
        rules = re.findall(r"advfirewall firewall add rule (.*?)'", SCRIPT, re.S)
        assert len(rules) == 1
        assert "profile=private" in rules[0]
        assert "dir=in" in rules[0]
        assert "program=" in rules[0]
        assert '$MultiUser.InstallMode == "AllUsers"' in script_sections()["SectionFirewall"]

    def test_a_running_program_is_waited_for_on_both_ways(self):
        assert "Call WaitUntilClosed" in script_sections()["SectionProgram"]
        assert "Call un.WaitUntilClosed" in script_sections()["UnsectionProgram"]

    def test_an_older_version_is_removed_first(self):
        program = script_sections()["SectionProgram"]
        assert program.index("Call RemoveTheOld") < program.index("File /r")

    def test_every_text_exists_in_both_languages_and_is_used(self):
        words = re.findall(
            r'^!insertmacro Words (\w+) \\\n  "(.+)" \\\n  "(.+)"$', WORDS_SCRIPT, re.M
        )
        assert len(words) == WORDS_SCRIPT.count("!insertmacro Words ")
        for name, english, russian in words:
            assert f"$({name})" in SCRIPT, name
            assert re.search("[A-Za-z]", english)
            assert russian == english == identity.NAME or re.search("[а-я]", russian), name
        used_names = set(re.findall(r"\$\((\w+)\)", SCRIPT))
        assert used_names == {name for name, _, _ in words}


def test_the_script_contains_no_texts():
    """Check that texts are in words.nsh or come from packaging/identity.py."""
    code = "\n".join(line.partition(";")[0] for line in SCRIPT.splitlines())
    assert re.findall("[а-яА-Я]", code) == []
    texts = re.findall(r'(?:MessageBox \S+|RUN_TEXT|Section(?: /o)?) "([^"]*)"', code)
    assert texts
    assert [text for text in texts if not re.fullmatch(r"(un\.)?\$\(\w+\)", text)] == []


@needs_nsis
def test_the_compiler_is_asked_to_stop_at_warnings(tmp_path):
    script = tmp_path / "x.nsi"
    text = f'Name "x"\nOutFile "{tmp_path / "y.exe"}"\nSection\n  Push 1\nSectionEnd\n'
    script.write_text(text, encoding="utf-8")
    more = f"{text}Function Unused\nFunctionEnd\n"
    (tmp_path / "w.nsi").write_text(more, encoding="utf-8")
    codes = [
        subprocess.run(
            ["makensis", "-V1", "-WX", str(tmp_path / name)], check=False, capture_output=True
        ).returncode
        for name in ("x.nsi", "w.nsi")
    ]
    assert codes[0] == 0 != codes[1]
