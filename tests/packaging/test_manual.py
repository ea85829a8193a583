"""Tests of the manual pages: complete, dated, and accepted by a formatter."""

import argparse
import re
import shutil
import subprocess

import identity
import pytest
from bundle import manual

from greenbaize.cli.parser import COMMANDS, _create_parser
from greenbaize.words.catalogue import language_context


@pytest.fixture(scope="module")
def pages():
    """Return the pages, made while another language is in use."""
    with language_context("ru"):
        return manual.manual_pages("1.2.0", "2026-11-29")


def test_the_program_and_each_command_have_a_page(pages):
    assert set(pages) == {"greenbaize.6", *(f"greenbaize-{name}.6" for name in COMMANDS)}


def test_each_page_has_date_and_all_sections(pages):
    for name, page in pages.items():
        title = name.removesuffix(".6").upper().replace("-", r"\-")
        assert page.startswith(f'.TH {title} 6 "2026-11-29" "Green Baize 1.2.0"')
        sections = re.findall(r"^\.SH (.+)$", page, re.M)
        assert sections[:3] == ["NAME", "SYNOPSIS", "DESCRIPTION"]
        assert sections[-2:] == ["BUGS", "SEE ALSO"]
        assert not re.search("[а-я]", page)
        assert re.search(r"^\.BR greenbaize\S* \(6\)", page, re.M)


def iter_options(parser):
    for action in parser._actions:
        if action.help != argparse.SUPPRESS:
            yield from action.option_strings
    parser.load_options()
    for subparser in parser.commands.values():
        subparser.load_options()
        yield from iter_options(subparser)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_is_on_its_page(pages, command):
    parser = _create_parser().commands[command]
    parser.load_options()
    page = pages[f"greenbaize-{command}.6"].replace(r"\-", "-")
    assert [option for option in iter_options(parser) if option not in page] == []


def test_options_of_the_program_are_on_its_page(pages):
    page = pages["greenbaize.6"].replace(r"\-", "-")
    for option in ("--self-test", "--new-window", "--language", "--version", "GREENBAIZE_HOME"):
        assert option in page


@pytest.mark.parametrize("address", ["", "https://example.org/issues"])
def test_faults_are_reported_where_an_address_is_known(monkeypatch, address):
    monkeypatch.setattr(identity, "ISSUE_TRACKER", address)
    monkeypatch.setattr(identity, "HOME_PAGE", "")
    page = manual.manual_pages("1.2.0", "2026-11-29")["greenbaize-play.6"]
    section = re.search(r"^\.SH BUGS\n(.*)$", page, re.M)[1]
    assert section == (
        f"Report faults at {address}"
        if address
        else "There is no address yet to which faults can be reported."
    )


@pytest.mark.parametrize(
    ("text", "escaped"),
    [("a-b", r"a\-b"), (".TH x", r"\&.TH x"), ("'x", r"\&'x"), ("a\\b\n c", r"a\eb c")],
)
def test_text_cannot_be_taken_for_requests(text, escaped):
    assert manual._escape(text) == escaped


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc is not installed")
def test_a_formatter_accepts_them(pages, tmp_path):
    for name, page in pages.items():
        (tmp_path / name).write_text(page, encoding="utf-8")
    command = ["mandoc", "-T", "lint", "-W", "warning", *sorted(map(str, tmp_path.iterdir()))]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.stdout + result.stderr == ""
