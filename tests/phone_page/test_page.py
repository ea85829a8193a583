"""The phone page: which files it loads, its security restrictions and its size."""

import gzip
import re
import shutil
import subprocess

import pytest

from greenbaize.app.phones.server import load_page_files
from greenbaize.resources import resources_folder

PAGE_FOLDER = resources_folder() / "phone"
CARD_FOLDER = resources_folder() / "cards"
SCRIPTS = sorted(PAGE_FOLDER.glob("*.js"))
MAX_BYTES = 50_000
"""Maximum size of the first load without card faces (bytes, compressed); 150 kB are promised."""
MAX_BYTES_WITH_FACES = 300_000


def read_page_file(name):
    return (PAGE_FOLDER / name).read_text(encoding="utf-8")


def referenced_files(name):
    """Return the names of the files that a file of the page loads."""
    if name.endswith(".html"):
        return set(re.findall(r'\b(?:src|href)="([^"]+)"', read_page_file(name)))
    if name.endswith(".js"):
        groups = re.findall(r'from "\./([^"]+)"|\bsrc: "([^"]+)"', read_page_file(name))
        return {module or source for module, source in groups}
    return set(re.findall(r"url\(['\"]?([^'\")#]+)", read_page_file(name)))


def test_the_page_loads_every_file_of_its_folder_and_no_other():
    loaded_files, to_read = {"index.html"}, ["index.html"]
    while to_read:
        new = referenced_files(to_read.pop()) - loaded_files
        loaded_files |= new
        to_read += new
    assert loaded_files == {path.name for path in PAGE_FOLDER.iterdir()}


def test_page_uses_no_external_addresses():
    known = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    for file in PAGE_FOLDER.iterdir():
        addresses = re.findall(r"(?:https?:)?//[\w.-]+\.\w+[\w./-]*", file.read_text("utf-8"))
        assert set(addresses) <= known, file.name


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_never_inject_html_or_evaluate_text(script):
    forbidden = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment"
        r"|\beval\b|new Function|setTimeout\(\s*[\"'`]|\bimport\(|setAttribute\(\s*[\"']style"
    )
    assert not re.search(forbidden, script.read_text("utf-8"))


def test_the_document_has_neither_styles_nor_scripts_of_its_own():
    page = read_page_file("index.html")
    assert not re.search(r"<style|\bstyle=|\son\w+=|javascript:", page)
    assert re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL) == [""]


def test_the_first_load_is_small():
    files = sum(len(gzip.compress(path.read_bytes())) for path in PAGE_FOLDER.iterdir())
    faces = sum(len(gzip.compress(path.read_bytes())) for path in CARD_FOLDER.glob("[JQKX]?.svg"))
    assert files < MAX_BYTES
    assert files + faces < MAX_BYTES_WITH_FACES


def test_the_shapes_on_cards_are_those_of_the_program():
    def path_numbers(path_data):
        return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path_data)]

    page_shapes = dict(
        re.findall(r'^  ([A-Z]): "([^"]+)"', read_page_file("shapes.js"), re.MULTILINE)
    )
    drawings = {f"pip-{suit}": suit for suit in "CDHSX"} | {"emblem-J": "J", "emblem-Q": "Q"}
    drawings["emblem-K"] = "K"
    for name, key in drawings.items():
        drawing = (CARD_FOLDER / f"{name}.svg").read_text("utf-8")
        match = re.search(r'\bd="([^"]+)"', drawing)
        assert path_numbers(page_shapes[key]) == path_numbers(match[1]), name


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_each_module_is_well_formed(script):
    node = shutil.which("node")
    if node is None:
        pytest.skip("node, which would read the modules, is not installed")
    command = [node, "--check", "--input-type=module"]
    result = subprocess.run(
        command, input=script.read_bytes(), capture_output=True, timeout=60, check=False
    )
    assert result.returncode == 0, result.stderr.decode()


def test_modules_import_only_existing_exports_and_use_them():
    for script in SCRIPTS:
        code = script.read_text("utf-8")
        for names, module in re.findall(r'import \{([^}]+)\} from "\./([^"]+)"', code):
            exported = read_page_file(module)
            for name in (part.strip() for part in names.split(",")):
                declared = rf"export (?:async )?(?:const|let|function|class) {name}\b"
                assert re.search(declared, exported), f"{script.name}: {name} of {module}"
                assert len(re.findall(rf"\b{name}\b", code)) > 1, f"{script.name}: {name}"


def test_the_host_serves_the_page_and_the_faces_that_it_asks_for():
    served_paths = load_page_files()
    assert {f"/{path.name}" for path in PAGE_FOLDER.iterdir()} <= set(served_paths)
    faces = {f"/cards/{rank}{suit}.svg" for rank in "JQK" for suit in "CDHS"}
    assert faces | {"/cards/XR.svg", "/cards/XB.svg"} <= set(served_paths)
