"""Message codes that the source can produce, read from its syntax trees."""

import ast
from dataclasses import dataclass
from pathlib import Path

import greenbaize

PACKAGE = Path(greenbaize.__file__).parent
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class CodeUse:
    """Code in the source; ``values`` are the names given with it, None if they cannot be read.

    In a code built at run time, ``*`` stands for the inserted text: ``contract-*``.
    """

    code: str
    location: str
    values: frozenset[str] | None


class UnreadableCodeError(Exception):
    """The code cannot be read from the source and must be written so that it can."""


def literal_texts(node):
    """Return the texts of an expression made of literals alone, otherwise None."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=other):
            first, second = literal_texts(body), literal_texts(other)
            return None if first is None or second is None else first + second
        case ast.JoinedStr(values=parts):
            text = "".join(str(p.value) if isinstance(p, ast.Constant) else "*" for p in parts)
            return [text] if len(text.replace("*", "")) > 3 else None
    return None


def assigned_texts(name, function):
    """Return the texts that a name may have within a function that assigns it."""
    texts = []
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == name for target in node.targets
        ):
            node_texts = literal_texts(node.value)
            if node_texts is None:
                return None
            texts += node_texts
    return texts or None


def called_name(node):
    """Return the name of the called function, without its owner."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def value_names(node):
    """Return the names of the values of a ``Message`` if they are written in the call."""
    arguments = node.args[1:2] or [key.value for key in node.keywords if key.arg == "values"]
    if not arguments:
        return frozenset()
    if isinstance(arguments[0], ast.Dict):
        keys = [literal_texts(key) if key else None for key in arguments[0].keys]
        if all(key is not None for key in keys):
            return frozenset(text for key in keys for text in key or ())
    return None


class CodeCollector:
    """Codes of some modules: of every ``Message``, and of functions that pass a code on."""

    def __init__(self, sources):
        self._trees = [(name, ast.parse(text)) for name, text in sources]
        self._calls_by_name = {}
        for name, tree in self._trees:
            self._find_calls(name, tree, [])
        self._imported = {}
        for name, tree in self._trees:
            for node in ast.walk(tree):
                for imported in node.names if isinstance(node, ast.ImportFrom) else ():
                    self._imported.setdefault(imported.name, []).append(name)
        self.uses = list(self._iterate_uses())

    def _find_calls(self, name, node, enclosing):
        """Record every call below a node with its enclosing functions, the innermost last."""
        if isinstance(node, Function):
            enclosing = [*enclosing, node]
        if isinstance(node, ast.Call):
            calls = self._calls_by_name.setdefault(called_name(node), [])
            calls.append((f"{name}:{node.lineno}", node, enclosing))
        for child in ast.iter_child_nodes(node):
            self._find_calls(name, child, enclosing)

    def _calls_of(self, name):
        return self._calls_by_name.get(name, [])

    def _importers_of(self, function):
        return self._imported.get(function, [])

    def _iterate_uses(self):
        for location, call, enclosing in self._calls_of("Message"):
            for code in self._codes_of_argument(call.args[0], location, enclosing):
                yield CodeUse(code, location, value_names(call))

    def _codes_of_argument(self, node, location, enclosing):
        texts = literal_texts(node)
        if texts is not None:
            return texts
        if not isinstance(node, ast.Name):
            raise UnreadableCodeError(location)
        for function in reversed(enclosing):
            assigned_values = assigned_texts(node.id, function)
            if assigned_values is not None:
                return assigned_values
            parameters = [*function.args.posonlyargs, *function.args.args]
            names = [
                parameter.arg for parameter in parameters if parameter.arg not in ("self", "cls")
            ]
            if node.id in names:
                return self._codes_passed_to(location, function.name, names.index(node.id), node.id)
        raise UnreadableCodeError(location)

    def _codes_passed_to(self, definition, function, index, name):
        """Return the codes passed to a function by its own module and by its importers."""
        codes = []
        modules = [definition.partition(":")[0], *self._importers_of(function)]
        for location, call, enclosing in self._calls_of(function):
            if location.partition(":")[0] not in modules:
                continue
            keyed = [key.value for key in call.keywords if key.arg == name]
            for node in keyed or call.args[index : index + 1]:
                codes += self._codes_of_argument(node, location, enclosing)
        return codes


def package_codes():
    """Return the codes of the whole package."""
    files = sorted(PACKAGE.rglob("*.py"))
    return CodeCollector((str(f.relative_to(PACKAGE)), f.read_text("utf-8")) for f in files).uses
