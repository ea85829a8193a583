"""The phone page: which files it loads, its security restrictions and its size."""

import gzip
import re
import shutil
import subprocess

import pytest

from greenbaize.app.phones.server import page_files
from greenbaize.resources import resources

PAGE = resources() / "phone"
CARDS = resources() / "cards"
SCRIPTS = sorted(PAGE.glob("*.js"))
MOST = 50_000
"""Maximum size of the first load without card faces (bytes, compressed); 150 kB are promised."""
MOST_WITH_FACES = 300_000


def text(name):
    return (PAGE / name).read_text(encoding="utf-8")


def loaded(name):
    """Return the names of the files that a file of the page loads."""
    if name.endswith(".html"):
        return set(re.findall(r'\b(?:src|href)="([^"]+)"', text(name)))
    if name.endswith(".js"):
        found = re.findall(r'from "\./([^"]+)"|\bsrc: "([^"]+)"', text(name))
        return {one or other for one, other in found}
    return set(re.findall(r"url\(['\"]?([^'\")#]+)", text(name)))


def test_the_page_loads_every_file_of_its_folder_and_no_other():
    found, to_read = {"index.html"}, ["index.html"]
    while to_read:
        new = loaded(to_read.pop()) - found
        found |= new
        to_read += new
    assert found == {one.name for one in PAGE.iterdir()}


def test_nothing_comes_from_elsewhere():
    known = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    for file in PAGE.iterdir():
        addresses = re.findall(r"(?:https?:)?//[\w.-]+\.\w+[\w./-]*", file.read_text("utf-8"))
        assert set(addresses) <= known, file.name


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_nothing_is_set_as_html_or_run_from_a_text(script):
    forbidden = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment"
        r"|\beval\b|new Function|setTimeout\(\s*[\"'`]|\bimport\(|setAttribute\(\s*[\"']style"
    )
    assert not re.search(forbidden, script.read_text("utf-8"))


def test_the_document_has_neither_styles_nor_scripts_of_its_own():
    page = text("index.html")
    assert not re.search(r"<style|\bstyle=|\son\w+=|javascript:", page)
    assert re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL) == [""]


def test_the_first_load_is_small():
    files = sum(len(gzip.compress(one.read_bytes())) for one in PAGE.iterdir())
    faces = sum(len(gzip.compress(one.read_bytes())) for one in CARDS.glob("[JQKX]?.svg"))
    assert files < MOST
    assert files + faces < MOST_WITH_FACES


def test_the_shapes_on_cards_are_those_of_the_program():
    def numbers(drawn):
        return [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", drawn)]

    ours = dict(re.findall(r'^  ([A-Z]): "([^"]+)"', text("shapes.js"), re.MULTILINE))
    drawings = {f"pip-{suit}": suit for suit in "CDHSX"} | {"emblem-J": "J", "emblem-Q": "Q"}
    drawings["emblem-K"] = "K"
    for name, key in drawings.items():
        drawing = (CARDS / f"{name}.svg").read_text("utf-8")
        found = re.search(r'\bd="([^"]+)"', drawing)
        assert numbers(ours[key]) == numbers(found[1]), name


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_each_module_is_well_formed(script):
    node = shutil.which("node")
    if node is None:
        pytest.skip("node, which would read the modules, is not installed")
    command = [node, "--check", "--input-type=module"]
    done = subprocess.run(
        command, input=script.read_bytes(), capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr.decode()


def test_each_module_uses_what_it_imports_and_takes_what_there_is():
    for script in SCRIPTS:
        code = script.read_text("utf-8")
        for names, module in re.findall(r'import \{([^}]+)\} from "\./([^"]+)"', code):
            exported = text(module)
            for name in (one.strip() for one in names.split(",")):
                declared = rf"export (?:async )?(?:const|let|function|class) {name}\b"
                assert re.search(declared, exported), f"{script.name}: {name} of {module}"
                assert len(re.findall(rf"\b{name}\b", code)) > 1, f"{script.name}: {name}"


def test_the_host_serves_the_page_and_the_faces_that_it_asks_for():
    served = page_files()
    assert {f"/{one.name}" for one in PAGE.iterdir()} <= set(served)
    faces = {f"/cards/{rank}{suit}.svg" for rank in "JQK" for suit in "CDHS"}
    assert faces | {"/cards/XR.svg", "/cards/XB.svg"} <= set(served)
