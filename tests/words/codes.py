"""Message codes that the source can produce, read from its syntax trees."""

import ast
from dataclasses import dataclass
from pathlib import Path

import greenbaize

PACKAGE = Path(greenbaize.__file__).parent
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Use:
    """Code in the source; ``values`` are the names given with it, None if they cannot be read.

    In a code built at run time, ``*`` stands for the inserted text: ``contract-*``.
    """

    code: str
    where: str
    values: frozenset[str] | None


class UnreadError(Exception):
    """The code cannot be read from the source and must be written so that it can."""


def literals(node):
    """Return the texts of an expression made of literals alone, otherwise None."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=other):
            first, second = literals(body), literals(other)
            return None if first is None or second is None else first + second
        case ast.JoinedStr(values=parts):
            text = "".join(str(p.value) if isinstance(p, ast.Constant) else "*" for p in parts)
            return [text] if len(text.replace("*", "")) > 3 else None
    return None


def assigned(name, function):
    """Return the texts that a name may have within a function that assigns it."""
    texts = []
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == name for target in node.targets
        ):
            found = literals(node.value)
            if found is None:
                return None
            texts += found
    return texts or None


def called(node):
    """Return the name of the called function, without its owner."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def names_given(node):
    """Return the names of the values of a ``Message`` if they are written in the call."""
    given = node.args[1:2] or [key.value for key in node.keywords if key.arg == "values"]
    if not given:
        return frozenset()
    if isinstance(given[0], ast.Dict):
        keys = [literals(key) if key else None for key in given[0].keys]
        if all(key is not None for key in keys):
            return frozenset(text for key in keys for text in key or ())
    return None


class Codes:
    """Codes of some modules: of every ``Message``, and of functions that pass a code on."""

    def __init__(self, sources):
        self._trees = [(name, ast.parse(text)) for name, text in sources]
        self._found = {}
        for name, tree in self._trees:
            self._find_calls(name, tree, [])
        self._imported = {}
        for name, tree in self._trees:
            for node in ast.walk(tree):
                for one in node.names if isinstance(node, ast.ImportFrom) else ():
                    self._imported.setdefault(one.name, []).append(name)
        self.uses = list(self._all_uses())

    def _find_calls(self, name, node, around):
        """Record every call below a node with its enclosing functions, the innermost last."""
        if isinstance(node, Function):
            around = [*around, node]
        if isinstance(node, ast.Call):
            found = self._found.setdefault(called(node), [])
            found.append((f"{name}:{node.lineno}", node, around))
        for child in ast.iter_child_nodes(node):
            self._find_calls(name, child, around)

    def _calls(self, of):
        return self._found.get(of, [])

    def _importing(self, function):
        return self._imported.get(function, [])

    def _all_uses(self):
        for where, call, around in self._calls("Message"):
            for code in self._codes(call.args[0], where, around):
                yield Use(code, where, names_given(call))

    def _codes(self, node, where, around):
        found = literals(node)
        if found is not None:
            return found
        if not isinstance(node, ast.Name):
            raise UnreadError(where)
        for function in reversed(around):
            here = assigned(node.id, function)
            if here is not None:
                return here
            parameters = [*function.args.posonlyargs, *function.args.args]
            names = [one.arg for one in parameters if one.arg not in ("self", "cls")]
            if node.id in names:
                return self._passed(where, function.name, names.index(node.id), node.id)
        raise UnreadError(where)

    def _passed(self, home, function, place, name):
        """Return the codes passed to a function by its own module and by its importers."""
        codes = []
        modules = [home.partition(":")[0], *self._importing(function)]
        for where, call, around in self._calls(function):
            if where.partition(":")[0] not in modules:
                continue
            keyed = [key.value for key in call.keywords if key.arg == name]
            for node in keyed or call.args[place : place + 1]:
                codes += self._codes(node, where, around)
        return codes


def package_codes():
    """Return the codes of the whole package."""
    files = sorted(PACKAGE.rglob("*.py"))
    return Codes((str(f.relative_to(PACKAGE)), f.read_text("utf-8")) for f in files).uses
