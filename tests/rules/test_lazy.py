import sys

import pytest

from greenbaize.rules.lazy import lazy_loader

lazy = lazy_loader("some_parts")


class Owner:
    bound = lazy("told", "said")
    free = lazy("told", "said", bound=False)
    lost = lazy("told", "unsaid")


@pytest.fixture(autouse=True)
def parts(tmp_path, monkeypatch):
    (tmp_path / "some_parts").mkdir()
    (tmp_path / "some_parts" / "told.py").write_text("def said(*things):\n    return things\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for name in ("some_parts", "some_parts.told"):
        sys.modules.pop(name, None)


def test_a_method_is_loaded_when_it_is_first_asked_for():
    owner = Owner()
    assert "some_parts.told" not in sys.modules
    assert owner.bound(1, 2) == (owner, 1, 2)
    assert owner.free(1, 2) == (1, 2)
    assert "some_parts.told" in sys.modules


def test_what_is_not_there_is_told_with_its_module():
    with pytest.raises(AttributeError, match=r"some_parts.told.*unsaid"):
        _ = Owner().lost
