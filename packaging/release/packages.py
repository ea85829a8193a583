"""Python packages as parts: versions, licences and what is in them, as their makers say it."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import Distribution, distributions
from pathlib import Path, PurePosixPath
from typing import Any

from cyclonedx.spdx import is_expression, is_supported_id
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from system import SetupError

from release.parts import Kind, Part, by_name

# What packages say in a classifier alone, or in words of their own.
BY_CLASSIFIER = {
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
BY_NAME = {
    "colorama": "BSD-3-Clause",  # which tqdm needs on Windows
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
    "segno": "BSD-3-Clause",
}
LOCKED = re.compile(
    r"^(?P<line>(?P<name>[\w.-]+)==.*?) \\(?P<hashes>(?:\n +--hash=\S+.*)+)", re.MULTILINE
)


@cache
def installed() -> Mapping[str, Distribution]:
    """The packages of this Python by their canonical names."""
    return {canonicalize_name(one.name): one for one in distributions()}


@cache
def owners() -> Mapping[PurePosixPath, str]:
    """Whose a file is, by its place among the packages."""
    return {
        PurePosixPath(file.as_posix()): name
        for name, one in installed().items()
        for file in one.files or ()
    }


def owner_of(module: str) -> str | None:
    """Whose a module is; None if it is none of an installed package's."""
    path = PurePosixPath(module.replace(".", "/"))
    return owners().get(path.with_name(f"{path.name}.py")) or owners().get(path / "__init__.py")


def locked(lock: str) -> dict[str, tuple[str, ...]]:
    """The SHA-256 that a lock file allows each package's archives, by canonical name.

    Of a package that has other versions elsewhere it is this machine's that counts.
    """
    archives: dict[str, tuple[str, ...]] = {}
    for found in LOCKED.finditer(lock):
        name, marker = canonicalize_name(found["name"]), Requirement(found["line"]).marker
        if name not in archives or marker is None or marker.evaluate():
            archives[name] = tuple(re.findall(r"--hash=sha256:([0-9a-f]{64})", found["hashes"]))
    return archives


def allowed(lock: str, runtime: str, *others: str) -> dict[str, tuple[str, ...]]:
    """The packages that a bundle may hold, with what its lock file allows of each.

    Args:
        lock: what is in the lock file that the bundle is made with; tools are in it too.
        runtime: what is in the lock file of what the program needs.
        others: the canonical names of what may be there besides.
    """
    wanted = {*locked(runtime), *others}
    return {name: archives for name, archives in locked(lock).items() if name in wanted}


def package(name: str, archives: Mapping[str, tuple[str, ...]]) -> Part:
    """An installed package as a part.

    Args:
        name: its canonical name.
        archives: what may be in a bundle, with what the lock file allows of it.

    Raises:
        SetupError: it may not be in a bundle, or nobody knows its licence.
    """
    one = installed()[name]
    if name not in archives:
        raise SetupError(
            f"{one.name} is in the bundle, but packaging/runtime.lock does not name it"
        )
    return Part(
        Kind.LIBRARY,
        one.name,
        one.version,
        licence_of(name, one),
        PackageURL("pypi", None, name, one.version).to_string(),
        archives=archives[name],
        parts=by_name(_inside(one)),
        needs=tuple(sorted(_needs(one))),
    )


def licence_of(name: str, one: Distribution) -> str:
    """A package's licence as an SPDX expression; ``SetupError`` if it cannot be told."""
    # By get_all, since others, where they are there, raise what is missing (importlib_metadata).
    told: list[str | None] = [
        *(one.metadata.get_all("License-Expression") or ()),
        *(one.metadata.get_all("License") or ()),
        BY_NAME.get(name),
        *(BY_CLASSIFIER.get(line) for line in one.metadata.get_all("Classifier") or ()),
    ]
    for words in told:
        if words and (is_supported_id(words) or is_expression(words)):
            return words
    raise SetupError(
        f"{one.name} does not say its licence as SPDX does; say it in packaging/release/packages.py"
    )


def _needs(one: Distribution) -> Iterator[str]:
    for line in one.requires or ():
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield canonicalize_name(requirement.name)


def _inside(one: Distribution) -> Iterator[Part]:
    """What a package says is in it, in bills of materials of its own (PEP 770)."""
    for file in one.files or ():
        if file.parent.name == "sboms" and file.suffix == ".json":
            bill = json.loads(Path(str(file.locate())).read_text(encoding="utf-8"))
            for component in bill.get("components", ()):
                yield _told(component)


def _told(component: Mapping[str, Any]) -> Part:
    licences = [
        one.get("expression") or one["license"].get("id") or one["license"].get("name", "")
        for one in component.get("licenses", ())
    ]
    hashes = [one["content"] for one in component.get("hashes", ()) if one["alg"] == "SHA-256"]
    return Part(
        Kind.LIBRARY,
        component["name"],
        component.get("version", ""),
        " AND ".join(licences),
        component.get("purl", ""),
        sha256=next(iter(hashes), ""),
    )
