"""Import directions, checked on the package's syntax trees, lazy imports included."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import greenbaize
from greenbaize.games import GAMES
from greenbaize.words.catalogue import SUITS

PACKAGE = Path(greenbaize.__file__).parent

# Layers that each layer may import. A layer may always import itself, and every layer may import
# `resources`, `compiled` and the names of the package itself. Only `app` and `cli` import `games`:
# other layers are given the games they need, so that none can treat one of them specially.
MAY_IMPORT = {
    "resources": "",
    "compiled": "",
    "cards": "",
    "rules": "cards",
    "bots": "cards rules",
    "games": "cards rules bots",
    "match": "cards rules",
    "words": "cards rules",
    "lan": "cards rules match",
    "store": "cards rules match",
    "app": "cards rules match bots words lan store games",
    "ui": "cards rules match words lan store app",
    "cli": "cards rules match bots words lan store app games ui",
    "__main__": "cli",
}
QT = ("PySide6", "shiboken6")
MAY_IMPORT_QT = ("ui",)


def layer_of(module):
    """Return the layer of a module of the package; the package itself has an empty one."""
    return [*module.split("."), ""][1]


def nodes_of(source):
    """Return all syntax tree nodes of a source; those of a file are cached."""
    return nodes_in(source) if isinstance(source, Path) else tuple(ast.walk(ast.parse(source)))


@cache
def nodes_in(path):
    wanted = ast.Import | ast.ImportFrom | ast.Attribute | ast.Call | ast.Constant | ast.Expr
    tree = ast.parse(path.read_text("utf-8"))
    return tuple(node for node in ast.walk(tree) if isinstance(node, wanted))


def imported(source, module, *, package):
    """Yield line and full name of everything that a module imports at any level."""
    for node in nodes_of(source):
        match node:
            case ast.Import(names=names):
                for name in names:
                    yield node.lineno, name.name
            case ast.ImportFrom(module=source, names=names, level=level):
                if level:
                    parents = module.split(".")
                    base = parents[: len(parents) - level + package]
                    source = ".".join([*base, source] if source else base)
                for name in names:
                    yield node.lineno, f"{source}.{name.name}"
            case ast.Attribute(value=ast.Name(id="greenbaize"), attr=name):
                yield node.lineno, f"greenbaize.{name}"
            case ast.Call(func=ast.Name(id="lazy"), args=[ast.Constant(value=str(name)), *_]):
                home = module if package else module.rpartition(".")[0]
                yield node.lineno, f"{home}.{name}"
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield node.lineno, name


def imports_between(sources, packages):
    """Map each module to those it needs, imported at any level or named in a string.

    ``packages`` are the modules among them that are ``__init__`` files.
    """
    graph = {}
    for module, source in sources.items():
        package = module in packages
        names = {name for _, name in imported(source, module, package=package)}
        texts = (node.value for node in nodes_of(source) if isinstance(node, ast.Constant))
        named = (text.partition(":")[0] for text in texts if isinstance(text, str))
        names |= {name for name in named if name in sources}
        # Names in a module are imported with it; modules outside the package do not count.
        found = {name if name in sources else name.rpartition(".")[0] for name in names}
        graph[module] = found & set(sources) - {module}
    return graph


def circles(graph):
    """Return the groups of modules that need each other, directly or indirectly."""
    reached = {}
    for module, names in graph.items():
        seen, left = set[str](), list(names)
        while left:
            name = left.pop()
            if name not in seen:
                seen.add(name)
                left.extend(graph[name])
        reached[module] = seen
    found = {
        tuple(sorted(one for one in names if module in reached[one]))
        for module, names in reached.items()
    }
    return sorted(map(list, found - {()}))


def wrong_imports(source, module, *, package=False):
    """Return the imports of a module that ``MAY_IMPORT`` forbids, as ``line: name``."""
    layer = layer_of(module)
    wrong = []
    for line, name in imported(source, module, package=package):
        top, below = name.split(".")[0], layer_of(name)
        if top in QT:
            right = layer in MAY_IMPORT_QT
        elif top == "greenbaize" and below in MAY_IMPORT:
            allowed = (layer, "resources", "compiled", *MAY_IMPORT.get(layer, "").split())
            right = below in allowed
        else:
            right = True
        if not right:
            wrong.append(f"{line}: {name}")
    return wrong


def module_of(path):
    parts = ("greenbaize", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_imports_point_one_way():
    wrong = [
        f"{path.relative_to(PACKAGE)}:{fault}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for fault in wrong_imports(path, module_of(path), package=path.name == "__init__.py")
    ]
    assert wrong == []


def modules_outside_games():
    for path in sorted(PACKAGE.rglob("*.py")):
        if layer_of(module_of(path)) not in ("games", ""):
            yield path.relative_to(PACKAGE), path


def test_outside_games_only_the_list_of_them_is_known():
    """So no module can check the type of a game or a state."""
    wrong = [
        f"{name}:{line}: {full}"
        for name, path in modules_outside_games()
        for line, full in imported(path, module_of(path), package=path.stem == "__init__")
        if full.startswith("greenbaize.games") and full != "greenbaize.games.GAMES"
    ]
    assert wrong == []


def test_no_game_is_named_outside_games():
    """Except for the word of a suit, such as hearts."""
    wrong = [
        f"{name}:{node.lineno}: {node.value}"
        for name, path in modules_outside_games()
        for node in nodes_of(path)
        if isinstance(node, ast.Constant) and node.value in set(GAMES) - set(SUITS)
    ]
    assert wrong == []


def said_texts(path):
    """Yield the string constants of a module that are no docstrings."""
    described = {node.value for node in nodes_of(path) if isinstance(node, ast.Expr)}
    for node in nodes_of(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in described:
            yield node


def test_no_sentence_outside_games_is_about_one_game():
    """A phrase such as “in Rank, which has no tricks” becomes false with the next such game."""
    title = re.compile(rf"\b({'|'.join(map(re.escape, GAMES.titles.values()))})\b")
    wrong = [
        f"{name}:{node.lineno}: {node.value}"
        for name, path in modules_outside_games()
        for node in said_texts(path)
        if title.search(node.value)
    ]
    assert wrong == []


def test_every_module_has_a_layer():
    layers = {layer_of(module_of(path)) for path in PACKAGE.rglob("*.py")}
    assert layers - set(MAY_IMPORT) == {""}


@cache
def imports_in_the_package():
    paths = {module_of(path): path for path in PACKAGE.rglob("*.py")}
    packages = {module for module, path in paths.items() if path.name == "__init__.py"}
    return imports_between(paths, packages)


def test_there_is_no_circle_of_files():
    assert circles(imports_in_the_package()) == []


@pytest.mark.parametrize(
    "back",
    [
        "from greenbaize.store import a",
        "from greenbaize.store.a import x",
        "def late():\n    import greenbaize.store.a",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from . import a",
        "x = within('greenbaize.store.a')",
        "x = call('greenbaize.store.a:x')",
    ],
)
def test_a_circle_is_found_however_an_import_is_written(back):
    sources = {
        "greenbaize.store": "",
        "greenbaize.store.a": "from .b import x\nfrom .c import y",
        "greenbaize.store.b": "from greenbaize.store import c",
        "greenbaize.store.c": "import json",
    }
    packages = ["greenbaize.store"]
    assert circles(imports_between(sources, packages)) == []
    sources["greenbaize.store.c"] = back
    names = [f"greenbaize.store.{name}" for name in "abc"]
    assert circles(imports_between(sources, packages)) == [names]


def in_ui():
    """Return the ``ui`` modules that each ``ui`` module imports at any level."""
    graph = {
        module: names
        for module, names in imports_in_the_package().items()
        if layer_of(module) == "ui"
    }
    return {module: names & set(graph) - {"greenbaize.ui"} for module, names in graph.items()}


def test_the_main_window_is_known_to_the_list_of_features_only():
    users = {module for module, names in in_ui().items() if "greenbaize.ui.shell.window" in names}
    assert users == {"greenbaize.ui.main", "greenbaize.ui.program"}


FLOORS = (
    ("widgets",),
    ("shell",),
    ("features",),
    ("main", "program", "application", "ipc", "preloader", "window_manager", "self_test"),
)
"""The tiers of ``ui``, lowest first. A tier may import itself, lower tiers and other folders."""


def floor_of(module):
    """Return the tier of a ``ui`` module, or None."""
    name = module.split(".")[2]
    return next((floor for floor, parts in enumerate(FLOORS) if name in parts), None)


def test_widgets_know_no_shell_and_the_shell_no_feature():
    wrong = {
        (module, name)
        for module, names in in_ui().items()
        for name in names
        if (floor := floor_of(module)) is not None
        and ((above := floor_of(name)) is not None and above > floor)
    }
    assert wrong == set()


def test_widgets_know_nothing_but_widgets():
    wrong = {
        (module, name)
        for module, names in in_ui().items()
        for name in names
        if floor_of(module) == 0 and floor_of(name) != 0
    }
    assert wrong == set()


def test_features_do_not_know_each_other():
    wrong = {
        (module, name)
        for module, names in in_ui().items()
        for name in names
        if floor_of(module) == floor_of(name) == FLOORS.index(("features",))
        and module.split(".")[3:4] != name.split(".")[3:4] != []
    }
    assert wrong == set()


def test_what_is_loaded_later_is_loaded_by_the_list_of_features():
    ui = PACKAGE / "ui"
    found = {
        module_of(path)
        for path in (*ui.glob("*.py"), *ui.glob("shell/*.py"), *ui.glob("widgets/*.py"))
        for part in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(part, ast.FunctionDef)
        and any(isinstance(one, ast.Import | ast.ImportFrom) for one in ast.walk(part))
    }
    assert found == {"greenbaize.ui.main"}


def test_allowed_imports_hang_together():
    for layer, names in MAY_IMPORT.items():
        for name in names.split():
            assert layer not in MAY_IMPORT[name].split(), f"{layer} and {name} import each other"


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("greenbaize.cards", "import greenbaize.rules.hands"),
        ("greenbaize.resources", "from greenbaize.cards import Card"),
        ("greenbaize.rules.game", "from greenbaize.games import GAMES"),
        ("greenbaize.rules.game", "from greenbaize import games"),
        ("greenbaize.rules.game", "from greenbaize import __version__, ui"),
        ("greenbaize.games.exact_bid.damn", "from greenbaize.match.record import read_record"),
        ("greenbaize.match.record", "import greenbaize.ui.table as table"),
        ("greenbaize.match.record", "import json, greenbaize.games.exact_bid.damn"),
        ("greenbaize.match.record", "from greenbaize.store import folders"),
        ("greenbaize.bots.bot", "from greenbaize.match.telling import Teller"),
        ("greenbaize.words.speaker", "from greenbaize.app.tables.table import Session"),
        ("greenbaize.lan.host", "def late():\n    from greenbaize.games import GAMES"),
        ("greenbaize.store.folders", "from greenbaize.lan.host import Host"),
        ("greenbaize.ui.table", "from greenbaize.games import GAMES"),
        ("greenbaize.ui.table", "from greenbaize.games.exact_bid.damn import Damn"),
        ("greenbaize.ui.table", "from greenbaize.cli import main"),
        ("greenbaize.ui.match.hints", "from greenbaize.bots import LEVELS"),
        ("greenbaize.app.tables.session", "class Late:\n    import greenbaize.ui"),
        (
            "greenbaize.app.tables.session",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from greenbaize.ui import x",
        ),
        ("greenbaize.match.record", "from ..games import damn"),
        ("greenbaize.match.record", "from .. import games"),
        ("greenbaize.match", "from ..ui.table import scene"),
        ("greenbaize.rules.game", "import greenbaize\nx = greenbaize.ui"),
        ("greenbaize.rules.game", "import importlib\nimportlib.import_module('greenbaize.ui')"),
        ("greenbaize.rules.game", "__import__('greenbaize.ui.table')"),
        ("greenbaize", "from greenbaize.ui import table"),
        ("greenbaize.cli.main", "from PySide6.QtCore import QObject"),
        ("greenbaize.words.catalogue", "import PySide6"),
        ("greenbaize.app.tables.session", "def late():\n    import shiboken6"),
    ],
)
def test_a_wrong_import_is_caught(module, source):
    assert len(wrong_imports(source, module, package=module.count(".") < 2)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("greenbaize.rules.game", "from greenbaize import __version__"),
        ("greenbaize.rules.game", "from greenbaize.cards import Card"),
        ("greenbaize.rules.game", "from . import hands\nfrom .hands import Hand"),
        ("greenbaize.rules", "from . import hands\nfrom .hands import Hand\nfrom .. import cards"),
        ("greenbaize.words.catalogue", "from greenbaize.resources import resources"),
        ("greenbaize.app.tables.matches", "from greenbaize.games import GAMES"),
        (
            "greenbaize.cli.main",
            "def window():\n    from greenbaize.ui.shell.window import open_window",
        ),
        ("greenbaize.ui.cards.faces", "from PySide6.QtGui import QPainter\nimport shiboken6"),
        ("greenbaize.ui.cards.faces", "from ..theme import COLOURS\nfrom ...app import session"),
    ],
)
def test_a_right_import_is_not(module, source):
    assert wrong_imports(source, module, package=module.count(".") < 2) == []
