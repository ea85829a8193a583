"""Mutation test: random faults in the program, one at a time, and how many the tests find.

``python tests/bench/mutants.py --count 100 --seed 1 -- -m "not long"``: arguments after ``--`` go
to pytest and select the tests. Each fault is written into a copy of the checkout, and the tests of
its package run first. Compiled modules are left out: uncompiled they take too long.
"""

import argparse
import ast
import copy
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("rules", "games", "match", "store", "lan", "app")
OPPOSITE_OPERATORS: Final = {
    **{ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq},
    **{ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn},
    **{ast.NotIn: ast.In},
}
IGNORED_PATTERNS: Final = (
    ".git",
    ".venv*",
    "build",
    "dist",
    "__pycache__",
    ".*_cache",
    ".hypothesis",
)
OUTPUT: Final = "output.txt"


class Mutant(NamedTuple):
    """Fault: a replacement of source text in a file.

    Attributes:
        path: file, relative to the checkout.
        what: kind of the fault.
        node: replaced syntax node.
        instead: source text of the replacement.
    """

    path: Path
    kind: str
    node: ast.expr | ast.stmt
    replacement: str

    def __str__(self) -> str:
        before = ast.unparse(self.node).splitlines()[0][:60]
        return f"{self.path}:{self.node.lineno} {self.kind}: {before} -> {self.replacement[:60]}"

    def write_into(self, tree: Path) -> None:
        """Write the file with the fault into a copy of the checkout."""
        lines = (ROOT / self.path).read_bytes().splitlines(keepends=True)
        first, last = self.node.lineno - 1, (self.node.end_lineno or 0) - 1
        head, tail = lines[first][: self.node.col_offset], lines[last][self.node.end_col_offset :]
        lines[first : last + 1] = [head + self.replacement.encode() + tail]
        (tree / self.path).write_bytes(b"".join(lines))


def possible_faults(node: ast.AST) -> Iterator[tuple[str, ast.expr | ast.stmt, str]]:
    """Yield the possible faults of a node: kind, replaced node, and replacement."""
    match node:
        case ast.Compare(ops=[one, *_]):
            other = copy.copy(node)
            other.ops = [OPPOSITE_OPERATORS[type(one)](), *node.ops[1:]]
            yield "comparison", node, f"({ast.unparse(other)})"
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            yield "constant", node, f"({number + 1})"
            yield "constant", node, f"({number - 1})"
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield "condition", test, f"(not ({ast.unparse(test)}))"
        case ast.Expr(value=ast.Call()) | ast.Assign() | ast.AugAssign():
            yield "statement", node, "pass"
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield "result", value, "None"


def all_mutants() -> Iterator[Mutant]:
    """Yield all mutants in the order of the files."""
    for package in PACKAGES:
        for path in sorted((ROOT / "desktop/greenbaize" / package).rglob("*.py")):
            if path.with_suffix(".pxd").exists():
                continue
            tree = ast.parse(path.read_bytes())
            kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
            functions = [one for one in ast.walk(tree) if isinstance(one, kinds)]
            visited: set[ast.AST] = set()  # nodes of nested functions are visited once
            for node in (node for one in functions for line in one.body for node in ast.walk(line)):
                if node not in visited:
                    visited.add(node)
                    for fault in possible_faults(node):
                        yield Mutant(path.relative_to(ROOT), *fault)


def run_tests(tree: Path, tests: list[str], limit: float, first_tests: list[str]) -> str:
    """Run the tests on a copy; return ``found``, ``too long`` or ``not found``."""
    variables = {"PYTHONPATH": str(tree / "desktop"), "QT_QPA_PLATFORM": "offscreen"}
    variables |= {"LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": ""}
    variables["PYTHONPYCACHEPREFIX"] = str(tree.parent / "bytecode")
    words = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests, *first_tests, "tests"]
    with (tree.parent / OUTPUT).open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-P", *words],
            cwd=tree,
            env=os.environ | variables,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        return "found" if process.wait(limit) else "not found"
    except subprocess.TimeoutExpired:
        return "too long"
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=1800, help="seconds for each")
    parser.add_argument("tests", nargs="*", help="arguments of pytest, after --")
    options = parser.parse_args()
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        tree = Path(folder, "tree")
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*IGNORED_PATTERNS), symlinks=True)
        if run_tests(tree, options.tests, options.limit, []) != "not found":
            print((tree.parent / OUTPUT).read_text("utf-8", "replace")[-4000:])
            print("The tests fail or take too long without any fault.")
            return 1
        for mutant in Random(options.seed).sample(list(all_mutants()), options.count):
            package = f"tests/{mutant.path.parts[2]}"
            mutant.write_into(tree)
            start = time.monotonic()
            outcome = run_tests(tree, options.tests, options.limit, [package])
            print(f"{outcome} after {time.monotonic() - start:.0f} s: {mutant}", flush=True)
            shutil.copy(ROOT / mutant.path, tree / mutant.path)
            counts[outcome] = counts.get(outcome, 0) + 1
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
