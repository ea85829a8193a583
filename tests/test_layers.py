"""Import directions, checked on the package's syntax trees, lazy imports included."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import greenbaize
from greenbaize.games import GAMES
from greenbaize.words.catalogue import SUIT_NAMES

PACKAGE = Path(greenbaize.__file__).parent

# Layers that each layer may import. A layer may always import itself, and every layer may import
# `resources`, `compiled`, `lazy_import` and the names of the package itself. Only `app` and `cli`
# import `games`: other layers are given the games they need, so that none can treat one of them
# specially.
MAY_IMPORT = {
    "resources": "",
    "compiled": "",
    "lazy_import": "",
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
SHARED_LAYERS = ("resources", "compiled", "lazy_import")
QT = ("PySide6", "shiboken6")
MAY_IMPORT_QT = ("ui",)


def layer_of(module):
    """Return the layer of a module of the package; the package itself has an empty one."""
    return [*module.split("."), ""][1]


def syntax_nodes(source):
    """Return all syntax tree nodes of a source; those of a file are cached."""
    return file_nodes(source) if isinstance(source, Path) else tuple(ast.walk(ast.parse(source)))


@cache
def file_nodes(path):
    node_classes = ast.Import | ast.ImportFrom | ast.Attribute | ast.Call | ast.Constant | ast.Expr
    tree = ast.parse(path.read_text("utf-8"))
    return tuple(node for node in ast.walk(tree) if isinstance(node, node_classes))


def iter_imports(source, module, *, package):
    """Yield line and full name of everything that a module imports at any level."""
    for node in syntax_nodes(source):
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
                yield node.lineno, name.replace(":", ".")
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield node.lineno, name


def import_graph(sources, packages):
    """Map each module to those it needs, imported at any level or named in a string.

    ``packages`` are the modules among them that are ``__init__`` files.
    """
    graph = {}
    for module, source in sources.items():
        package = module in packages
        names = {name for _, name in iter_imports(source, module, package=package)}
        texts = (node.value for node in syntax_nodes(source) if isinstance(node, ast.Constant))
        mentioned_names = (text.partition(":")[0] for text in texts if isinstance(text, str))
        names |= {name for name in mentioned_names if name in sources}
        # Names in a module are imported with it; modules outside the package do not count.
        imported_modules = {name if name in sources else name.rpartition(".")[0] for name in names}
        graph[module] = imported_modules & set(sources) - {module}
    return graph


def import_cycles(graph):
    """Return the groups of modules that need each other, directly or indirectly."""
    reachable = {}
    for module, names in graph.items():
        visited, pending = set[str](), list(names)
        while pending:
            name = pending.pop()
            if name not in visited:
                visited.add(name)
                pending.extend(graph[name])
        reachable[module] = visited
    cycles = {
        tuple(sorted(other for other in names if module in reachable[other]))
        for module, names in reachable.items()
    }
    return sorted(map(list, cycles - {()}))


def forbidden_imports(source, module, *, package=False):
    """Return the imports of a module that ``MAY_IMPORT`` forbids, as ``line: name``."""
    layer = layer_of(module)
    forbidden = []
    for line, name in iter_imports(source, module, package=package):
        top, imported_layer = name.split(".")[0], layer_of(name)
        if top in QT:
            is_allowed = layer in MAY_IMPORT_QT
        elif top == "greenbaize" and imported_layer in MAY_IMPORT:
            allowed = (layer, *SHARED_LAYERS, *MAY_IMPORT.get(layer, "").split())
            is_allowed = imported_layer in allowed
        else:
            is_allowed = True
        if not is_allowed:
            forbidden.append(f"{line}: {name}")
    return forbidden


def module_of(path):
    parts = ("greenbaize", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_imports_point_one_way():
    forbidden = [
        f"{path.relative_to(PACKAGE)}:{fault}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for fault in forbidden_imports(path, module_of(path), package=path.name == "__init__.py")
    ]
    assert forbidden == []


def iter_modules_outside_games():
    for path in sorted(PACKAGE.rglob("*.py")):
        if layer_of(module_of(path)) not in ("games", ""):
            yield path.relative_to(PACKAGE), path


def test_only_the_registry_of_games_is_imported_outside_games():
    """So no module can check the type of a game or a state."""
    wrong = [
        f"{name}:{line}: {full}"
        for name, path in iter_modules_outside_games()
        for line, full in iter_imports(path, module_of(path), package=path.stem == "__init__")
        if full.startswith("greenbaize.games") and full != "greenbaize.games.GAMES"
    ]
    assert wrong == []


def test_no_game_is_named_outside_games():
    """Except for the word of a suit, such as hearts."""
    wrong = [
        f"{name}:{node.lineno}: {node.value}"
        for name, path in iter_modules_outside_games()
        for node in syntax_nodes(path)
        if isinstance(node, ast.Constant) and node.value in set(GAMES) - set(SUIT_NAMES)
    ]
    assert wrong == []


def iter_string_nodes(path):
    """Yield the string constants of a module that are no docstrings."""
    docstrings = {node.value for node in syntax_nodes(path) if isinstance(node, ast.Expr)}
    for node in syntax_nodes(path):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node not in docstrings
        ):
            yield node


def test_no_sentence_outside_games_is_about_one_game():
    """A phrase such as “in Rank, which has no tricks” becomes false with the next such game."""
    title = re.compile(rf"\b({'|'.join(map(re.escape, GAMES.titles.values()))})\b")
    wrong = [
        f"{name}:{node.lineno}: {node.value}"
        for name, path in iter_modules_outside_games()
        for node in iter_string_nodes(path)
        if title.search(node.value)
    ]
    assert wrong == []


def test_every_module_has_a_layer():
    layers = {layer_of(module_of(path)) for path in PACKAGE.rglob("*.py")}
    assert layers - set(MAY_IMPORT) == {""}


@cache
def package_import_graph():
    paths = {module_of(path): path for path in PACKAGE.rglob("*.py")}
    packages = {module for module, path in paths.items() if path.name == "__init__.py"}
    return import_graph(paths, packages)


def test_no_import_cycles():
    assert import_cycles(package_import_graph()) == []


@pytest.mark.parametrize(
    "cyclic_import",
    [
        "from greenbaize.store import a",
        "from greenbaize.store.a import x",
        "def late():\n    import greenbaize.store.a",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from . import a",
        "x = within('greenbaize.store.a')",
        "x = call('greenbaize.store.a:x')",
        "x = lazy('greenbaize.store.a:x')",
    ],
)
def test_import_cycles_are_found_in_every_notation(cyclic_import):
    sources = {
        "greenbaize.store": "",
        "greenbaize.store.a": "from .b import x\nfrom .c import y",
        "greenbaize.store.b": "from greenbaize.store import c",
        "greenbaize.store.c": "import json",
    }
    packages = ["greenbaize.store"]
    assert import_cycles(import_graph(sources, packages)) == []
    sources["greenbaize.store.c"] = cyclic_import
    names = [f"greenbaize.store.{name}" for name in "abc"]
    assert import_cycles(import_graph(sources, packages)) == [names]


def ui_import_graph():
    """Return the ``ui`` modules that each ``ui`` module imports at any level."""
    graph = {
        module: names
        for module, names in package_import_graph().items()
        if layer_of(module) == "ui"
    }
    return {module: names & set(graph) - {"greenbaize.ui"} for module, names in graph.items()}


def test_main_window_is_imported_by_main_and_program_only():
    users = {
        module
        for module, names in ui_import_graph().items()
        if "greenbaize.ui.shell.window" in names
    }
    assert users == {"greenbaize.ui.main", "greenbaize.ui.window_session"}


UI_TIERS = (
    ("widgets",),
    ("shell",),
    ("features",),
    (
        "main",
        "program",
        "application",
        "ipc",
        "instance_server",
        "preloader",
        "window_manager",
        "self_test",
    ),
)
"""The tiers of ``ui``, lowest first. A tier may import itself, lower tiers and other folders."""


def tier_of(module):
    """Return the tier of a ``ui`` module, or None."""
    name = module.split(".")[2]
    return next((tier for tier, parts in enumerate(UI_TIERS) if name in parts), None)


def test_ui_tiers_import_no_higher_tier():
    wrong = {
        (module, name)
        for module, names in ui_import_graph().items()
        for name in names
        if (tier := tier_of(module)) is not None
        and ((imported_tier := tier_of(name)) is not None and imported_tier > tier)
    }
    assert wrong == set()


def test_widgets_import_only_widgets():
    wrong = {
        (module, name)
        for module, names in ui_import_graph().items()
        for name in names
        if tier_of(module) == 0 and tier_of(name) != 0
    }
    assert wrong == set()


def test_features_do_not_import_each_other():
    wrong = {
        (module, name)
        for module, names in ui_import_graph().items()
        for name in names
        if tier_of(module) == tier_of(name) == UI_TIERS.index(("features",))
        and module.split(".")[3:4] != name.split(".")[3:4] != []
    }
    assert wrong == set()


LATE_IMPORTS = {
    "greenbaize.__main__": "after the signal handlers",
    "greenbaize.cli.open_window": "a missing system library is reported",
    "greenbaize.cli.sheet": "a missing system library is reported",
}
"""Modules with imports of the package inside functions instead of ``lazy``, with the reasons."""


def test_imports_of_the_package_inside_functions_are_lazy():
    modules = {
        module_of(path)
        for path in PACKAGE.rglob("*.py")
        for function in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("greenbaize"))
        or (isinstance(node, ast.Import) and node.names[0].name.startswith("greenbaize"))
    }
    assert modules == set(LATE_IMPORTS)


def test_allowed_imports_are_acyclic():
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
        ("greenbaize.match.record", "import greenbaize.ui.table"),
        ("greenbaize.match.record", "import json, greenbaize.games.exact_bid.damn"),
        ("greenbaize.match.record", "from greenbaize.store import folders"),
        ("greenbaize.bots.bot", "from greenbaize.match.view_tracker import Teller"),
        ("greenbaize.words.speaker", "from greenbaize.app.tables.table import Session"),
        ("greenbaize.lan.host", "def late():\n    from greenbaize.games import GAMES"),
        ("greenbaize.store.folders", "from greenbaize.lan.host import Host"),
        ("greenbaize.ui.table", "from greenbaize.games import GAMES"),
        ("greenbaize.ui.table", "from greenbaize.games.exact_bid.damn import Damn"),
        ("greenbaize.ui.table", "from greenbaize.cli import main"),
        ("greenbaize.ui.match.hint_controller", "from greenbaize.bots import LEVELS"),
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
        ("greenbaize.rules.game", "make_scene = lazy('greenbaize.ui.table.scene:TableScene')"),
        ("greenbaize.rules.game", "kernel = lazy('greenbaize.bots.bot:Bot', is_method=False)"),
        ("greenbaize", "from greenbaize.ui import table"),
        ("greenbaize.cli.main", "from PySide6.QtCore import QObject"),
        ("greenbaize.words.catalogue", "import PySide6"),
        ("greenbaize.app.tables.session", "def late():\n    import shiboken6"),
    ],
)
def test_forbidden_import_is_found(module, source):
    assert len(forbidden_imports(source, module, package=module.count(".") < 2)) == 1


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
        (
            "greenbaize.ui.cards.card_pixmaps",
            "from PySide6.QtGui import QPainter\nimport shiboken6",
        ),
        (
            "greenbaize.ui.cards.card_pixmaps",
            "from ..theme import COLOURS\nfrom ...app import session",
        ),
    ],
)
def test_allowed_import_is_accepted(module, source):
    assert forbidden_imports(source, module, package=module.count(".") < 2) == []
