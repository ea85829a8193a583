"""Imports on first use, and that all references of the package can be resolved."""

import ast
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest

import greenbaize
from greenbaize.lazy_import import LazyReference, lazy

PACKAGE = Path(greenbaize.__file__).parent


class LazyOwner:
    bound = lazy("some_parts.speech:repeat_words")
    free = lazy("some_parts.speech:repeat_words", is_method=False)
    lost = lazy("some_parts.speech:forget_words")


@pytest.fixture
def parts_module(tmp_path, monkeypatch):
    (tmp_path / "some_parts").mkdir()
    source = "def repeat_words(*words, **options):\n    return *words, *options.values()\n"
    (tmp_path / "some_parts" / "speech.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for name in ("some_parts", "some_parts.speech"):
        sys.modules.pop(name, None)


def test_method_is_loaded_when_it_is_first_used(parts_module):
    owner = LazyOwner()
    assert "some_parts.speech" not in sys.modules
    assert owner.bound(1, 2) == (owner, 1, 2)
    assert owner.free(1, 2) == (1, 2)
    assert "some_parts.speech" in sys.modules


def test_function_is_loaded_when_it_is_first_called(parts_module):
    repeat_words = lazy("some_parts.speech:repeat_words")
    assert "some_parts.speech" not in sys.modules
    assert repeat_words(1, last=2) == (1, 2)


def test_missing_attribute_is_reported_with_its_module(parts_module):
    with pytest.raises(AttributeError, match=r"some_parts.speech.*forget_words"):
        _ = LazyOwner().lost


def test_import_in_another_thread_is_awaited(tmp_path, monkeypatch):
    (tmp_path / "slow_game.py").write_text("import slow_gate\nslow_gate.wait()\nvalue = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    entered, released = Event(), Event()
    gate = SimpleNamespace(wait=lambda: (entered.set(), released.wait()))
    monkeypatch.setitem(sys.modules, "slow_gate", gate)
    reference = lazy("slow_game:value")
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(reference.load)
        entered.wait()
        second = pool.submit(reference.load)
        wait([second], timeout=0.1)
        released.set()
        assert (first.result(), second.result()) == (1, 1)
    del sys.modules["slow_game"]


def find_references(source):
    """Return the references of a source: line, ``module:Name``, and the type in the annotation."""
    tree = ast.parse(source)
    annotations = {
        node.value: node.annotation for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)
    }
    return [
        (call.lineno, reference, _class_name(annotations.get(call)))
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "lazy"
        for reference in [ast.literal_eval(call.args[0])]
    ]


def _class_name(annotation):
    """Return ``Name`` of the annotation ``"type[Name]"``, otherwise None."""
    text = annotation.value if isinstance(annotation, ast.Constant) else ""
    return text.removeprefix("type[").removesuffix("]") if text.startswith("type[") else None  # type: ignore[arg-type]


def find_faults(source):
    """Return the references of a source that stand for nothing, or not for what they promise."""
    faults = []
    for line, reference, class_name in find_references(source):
        try:
            target = LazyReference(reference, is_method=False).load()
        except (ImportError, AttributeError) as error:
            faults.append(f"{line}: {error}")
            continue
        if not callable(target):
            faults.append(f"{line}: {reference} cannot be called")
        if class_name not in (None, reference.partition(":")[2]):
            faults.append(f"{line}: {reference} is annotated as {class_name}")
    return faults


@pytest.mark.long
def test_all_references_of_the_package_can_be_resolved():
    sources = {path: path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    count = sum(len(find_references(source)) for source in sources.values())
    assert count > 60
    faults = [
        f"{path.relative_to(PACKAGE)}:{fault}"
        for path, source in sources.items()
        for fault in find_faults(source)
    ]
    assert faults == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("x = lazy('greenbaize.cards:Card')", None),
        ("x: 'type[Card]' = lazy('greenbaize.cards:Card')", None),
        ("x: 'type[Suit]' = lazy('greenbaize.cards:Card')", "annotated as Suit"),
        ("class Game:\n    kernel = lazy('greenbaize.cards:Kard')", "no attribute 'Kard'"),
        ("f(lazy('greenbaize.kards:Card', is_method=False))", "No module named"),
        ("x = lazy('greenbaize.cards:__doc__')", "cannot be called"),
    ],
)
def test_reference_that_cannot_be_resolved_is_found(source, fault):
    faults = find_faults(source)
    assert [bool(fault and fault in line) for line in faults] == [True] * (fault is not None)
