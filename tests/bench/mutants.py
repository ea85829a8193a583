"""Mutation test: random faults in the program, one at a time, and how many the tests find.

    python tests/bench/mutants.py --packages ui,app --count 120 --seed 11 -- -m "not long"

Arguments after ``--`` go to pytest and select the tests. They run once with coverage and then, for
each fault, only those that run its lines: the mirrored file's first, then the others, quickest
first, until one fails. A fault counts as found, too, where they do not end.

``--coverage FOLDER`` keeps the coverage there and reuses it: lines are followed as far as the text
is unchanged, and of tests that are newer, those of the mirrored file and folder run. ``--again
FILE`` tries the faults that an earlier output lists as not found. Compiled modules are left out:
uncompiled they take too long.
"""

import argparse
import ast
import copy
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from coverage import CoverageData

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = Path("desktop/greenbaize")
PACKAGES: Final = ("rules", "games", "match", "store", "lan", "app", "ui")
OPPOSITE_OPERATORS: Final = {
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
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
NO_TESTS_EXIT_CODE: Final = 5
"""Exit code of pytest where no test was run."""
NEW_TEST_DURATION_S: Final = 1.0
"""Assumed duration of a test that is newer than the coverage (s)."""
RETRY_LIMIT_S: Final = 300
"""Time for a test that failed with coverage to pass without it (s)."""
UNKNOWN_TEST: Final = "ERROR: not found:"
"""Beginning of what pytest says of a test that there is not."""
COVERAGE_SETTINGS: Final = """\
[run]
core = ctrace
data_file = {folder}/parts/part
parallel = true
context = ${{PYTEST_CURRENT_TEST-}}
source = {sources}
"""
RESULT_LINE: Final = re.compile(
    r"not found after .*?: (?P<path>\S+):(?P<line>\d+) (?P<fault>\w+: .*)"
)


class Mutant(NamedTuple):
    """Fault: a replacement of source text in a file.

    Attributes:
        path: file, relative to the checkout.
        kind: kind of the fault.
        node: replaced syntax node.
        replacement: source text of the replacement.
        lines: numbers of the first and last line of the statement, or of its header, that has the
            node.
    """

    path: Path
    kind: str
    node: ast.expr | ast.stmt
    replacement: str
    lines: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.path}:{self.node.lineno} {self.fault}"

    @property
    def fault(self) -> str:
        before = ast.unparse(self.node).splitlines()[0][:60]
        return f"{self.kind}: {before} -> {self.replacement[:60]}"

    @property
    def mirrored_test(self) -> str:
        """The test file of the module, which need not exist."""
        module = self.path.relative_to(PACKAGE)
        return Path("tests", module.with_name(f"test_{module.name.lstrip('_')}")).as_posix()

    def write_into(self, tree: Path) -> None:
        """Write the file with the fault into a copy of the checkout."""
        lines = (tree / self.path).read_bytes().splitlines(keepends=True)
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


def find_statement_lines(tree: ast.AST) -> dict[ast.AST, tuple[int, int]]:
    """Return the first and last line of the innermost statement, or its header, around each node.

    Coverage knows lines, and a node of a long statement need not begin one that it notes.
    """
    lines: dict[ast.AST, tuple[int, int]] = {}

    def visit(node: ast.AST, around: tuple[int, int]) -> None:
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            around = (node.lineno, max(node.lineno, last))
        lines[node] = around
        for child in ast.iter_child_nodes(node):
            visit(child, around)

    visit(tree, (1, 1))
    return lines


def all_mutants(tree: Path, packages: Iterable[str]) -> Iterator[Mutant]:
    """Yield all mutants of the packages of a copy, in the order of the files."""
    for package in packages:
        for path in sorted((tree / PACKAGE / package).rglob("*.py")):
            if path.with_suffix(".pxd").exists():
                continue
            module = ast.parse(path.read_bytes())
            lines = find_statement_lines(module)
            kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
            functions = [one for one in ast.walk(module) if isinstance(one, kinds)]
            visited: set[ast.AST] = set()  # nodes of nested functions are visited once
            for node in (node for one in functions for line in one.body for node in ast.walk(line)):
                if node not in visited:
                    visited.add(node)
                    for kind, replaced, text in possible_faults(node):
                        yield Mutant(path.relative_to(tree), kind, replaced, text, lines[replaced])


def find_again(output: Path, mutants: list[Mutant]) -> Iterator[Mutant]:
    """Yield the faults that an earlier output lists as not found, as far as they still exist."""
    for found in map(RESULT_LINE.fullmatch, output.read_text("utf-8").splitlines()):
        if found:
            same = [
                one
                for one in mutants
                if (one.path, one.fault) == (Path(found["path"]), found["fault"])
            ]
            if same:
                yield min(same, key=lambda one: abs(one.node.lineno - int(found["line"])))
            else:
                print(f"gone: {found['path']}:{found['line']} {found['fault']}")


def make_environment(tree: Path) -> dict[str, str]:
    """Return the environment of tests that run on a copy of the checkout."""
    paths = os.pathsep.join([str(tree / "desktop"), str(tree / "tests/bench")])
    variables = {"PYTHONPATH": paths, "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
    variables |= {"PYTHONPYCACHEPREFIX": str(tree.parent / "bytecode")}
    return os.environ | variables | {"PYTHONDONTWRITEBYTECODE": ""}


def make_pytest_command(*words: str) -> list[str]:
    return [sys.executable, "-P", "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *words]


def run_tests(tree: Path, words: list[str], limit: float) -> tuple[str, str]:
    """Run pytest on a copy.

    Returns:
        ``found``, ``too long`` or ``not found``, or ``unclear`` where the fault has renamed a test;
        and the failed tests.
    """
    with (tree.parent / OUTPUT).open("wb") as output:
        process = subprocess.Popen(
            make_pytest_command(*words),
            cwd=tree,
            env=make_environment(tree),
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        outcome = "not found" if process.wait(limit) in (0, NO_TESTS_EXIT_CODE) else "found"
    except subprocess.TimeoutExpired:
        outcome = "too long"
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    lines = (tree.parent / OUTPUT).read_text("utf-8", "replace").splitlines()
    if any(line.startswith(UNKNOWN_TEST) for line in lines):
        outcome = "unclear"
    failed = [line.split(" - ")[0] for line in lines if re.match("(FAILED|ERROR) tests/", line)]
    if outcome in ("found", "unclear") and not failed:
        failed = [f"exit code {process.returncode}"]
    return outcome, ", ".join(failed)


class LineCoverage:
    """Tests that run each line, from a folder in which ``measure`` has put them.

    Args:
        folder: what ``measure`` has written.
        tree: copy of the checkout that the faults are in.
    """

    def __init__(self, folder: Path, tree: Path) -> None:
        self._folder, self._tree = folder, tree
        self.durations: dict[str, float | None] = json.loads(
            (folder / "durations.json").read_text("utf-8")
        )
        self._data = CoverageData(str(folder / "lines"))
        self._data.read()
        self._measured_files = {
            Path(file[file.rindex(PACKAGE.as_posix()) :]): file
            for file in self._data.measured_files()
        }

    @staticmethod
    def measure(folder: Path, tree: Path, words: list[str], packages: Iterable[str]) -> None:
        """Run all tests on a copy of the checkout, with coverage of the packages."""
        (folder / "parts").mkdir(parents=True)
        sources = [tree / PACKAGE / package for package in packages]
        text = COVERAGE_SETTINGS.format(folder=folder, sources=",".join(map(str, sources)))
        (folder / "settings").write_text(text)
        subprocess.run(
            make_pytest_command("-p", "tests_by_line", *words),
            cwd=tree,
            env=make_environment(tree)
            | {
                "COVERAGE_PROCESS_START": str(folder / "settings"),
                "MUTANTS_DURATIONS": str(folder / "durations.json"),
            },
            check=False,
        )
        durations = json.loads((folder / "durations.json").read_text("utf-8"))
        for test in [test for test, duration in durations.items() if duration is None]:
            start = time.monotonic()
            if run_tests(tree, [test], RETRY_LIMIT_S)[0] == "not found":
                durations[test] = time.monotonic() - start
            else:
                print(f"fails without any fault: {test}", flush=True)
        (folder / "durations.json").write_text(json.dumps(durations), "utf-8")
        data = CoverageData(str(folder / "lines"))
        for part in (folder / "parts").iterdir():
            data_of_part = CoverageData(str(part))
            data_of_part.read()
            data.update(data_of_part)
        shutil.rmtree(folder / "parts")
        for source in sources:
            shutil.copytree(source, folder / source.relative_to(tree))

    @cache  # noqa: B019  (there is one)
    def _tests_by_line(self, path: Path) -> dict[int, set[str]]:
        """Return the tests that run each line of a file; "" stands for its import."""
        file = self._measured_files.get(path, "")
        return {
            line: {re.sub(r" \(\w+\)$", "", context) for context in contexts}
            for line, contexts in self._data.contexts_by_lineno(file).items()
        }

    @cache  # noqa: B019
    def _measured_lines(self, path: Path) -> dict[int, int]:
        """Return the number that each unchanged line of a file had when it was measured."""
        before = self._folder / path
        matcher = SequenceMatcher(
            None,
            (self._tree / path).read_text("utf-8").splitlines(),
            before.read_text("utf-8").splitlines() if before.exists() else [],
            autojunk=False,
        )
        return {
            block.a + number: block.b + number
            for block in matcher.get_matching_blocks()
            for number in range(1, block.size + 1)
        }

    def find_covering_tests(self, mutant: Mutant) -> set[str]:
        """Return the tests that run the lines of a fault; "" stands for the import."""
        by_line, measured = self._tests_by_line(mutant.path), self._measured_lines(mutant.path)
        node_lines = (mutant.node.lineno, mutant.node.end_lineno or mutant.node.lineno)
        for first, last in (node_lines, mutant.lines):
            numbers = (measured.get(line, 0) for line in range(first, last + 1))
            if tests := set[str]().union(*(by_line.get(number, ()) for number in numbers)):
                return tests
        return set()

    def choose_tests(self, mutant: Mutant, existing_tests: list[str]) -> list[str]:
        """Return the tests to run for a fault, in order; none if no test runs its lines.

        The mirrored file's other tests are the last: a cache keeps lines from running in most tests
        that depend on them. Tests of the folder run for what runs at import only.
        """
        covering = self.find_covering_tests(mutant)
        mirrored = f"{mutant.mirrored_test}::"
        folder = f"{Path(mutant.mirrored_test).parent.as_posix()}/"
        order: dict[str, tuple[int, float]] = {}
        for test in existing_tests:
            duration = self.durations.get(test, NEW_TEST_DURATION_S)
            is_new = test not in self.durations
            if duration is None:
                continue
            if test in covering:
                order[test] = (0 if test.startswith(mirrored) else 1, duration)
            elif (test.startswith(mirrored) and (covering or is_new)) or (
                test.startswith(folder) and (covering == {""} or is_new)
            ):
                order[test] = (2, duration)
        return sorted(order, key=order.__getitem__)

    def estimate_time(self, tests: list[str]) -> float:
        """Return how long the tests take without a fault (s)."""
        return sum(self.durations.get(test) or NEW_TEST_DURATION_S for test in tests)


def collect_tests(tree: Path, words: list[str]) -> list[str]:
    """Return the names of the selected tests."""
    done = subprocess.run(
        make_pytest_command("--collect-only", *words),
        cwd=tree,
        env=make_environment(tree),
        capture_output=True,
        text=True,
        check=False,
    )
    return [line for line in done.stdout.splitlines() if re.match(r"tests/\S+\.py::", line)]


def try_mutant(
    mutant: Mutant, tree: Path, coverage: LineCoverage, existing_tests: list[str]
) -> str:
    """Run the tests that a fault concerns; print the result and return the outcome."""
    tests = coverage.choose_tests(mutant, existing_tests)
    outcome, failed = "not found", "no test runs it"
    start = time.monotonic()
    if tests:
        # pytest does not find a test by an empty parameter.
        names = dict.fromkeys(test.removesuffix("[]") for test in tests)
        (tree.parent / "tests.txt").write_text("\n".join(names), "utf-8")
        source = (tree / mutant.path).read_bytes()
        mutant.write_into(tree)
        words = ["-x", f"@{tree.parent / 'tests.txt'}"]
        outcome, failed = run_tests(tree, words, 3 * coverage.estimate_time(tests) + 60)
        (tree / mutant.path).write_bytes(source)
    taken = f"{time.monotonic() - start:.0f} s, {len(tests)} tests"
    print(f"{outcome} after {taken}: {mutant}\n    {failed}", flush=True)
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--packages", default=",".join(PACKAGES), help="separated by commas")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", type=Path, help="earlier output: its faults not found")
    parser.add_argument("--coverage", type=Path, help="folder that keeps the coverage")
    parser.add_argument("tests", nargs="*", help="arguments of pytest, after --")
    options = parser.parse_args()
    packages = options.packages.split(",")
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary_folder:
        tree = Path(temporary_folder, "tree")
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*IGNORED_PATTERNS), symlinks=True)
        mutants = list(all_mutants(tree, packages))
        if options.again:
            mutants = list(find_again(options.again, mutants))
        else:
            mutants = Random(options.seed).sample(mutants, options.count)
        folder = (options.coverage or Path(temporary_folder, "coverage")).absolute()
        if not folder.exists():
            LineCoverage.measure(folder, tree, options.tests, packages)
        coverage = LineCoverage(folder, tree)
        existing_tests = collect_tests(tree, options.tests)
        outcomes = Counter(try_mutant(one, tree, coverage, existing_tests) for one in mutants)
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
