"""Python packages as parts: version, licence and contents from their metadata."""

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

# Licences that packages name only in a classifier or in free text.
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
    """Return the packages of this Python by canonical name."""
    return {canonicalize_name(one.name): one for one in distributions()}


@cache
def owners() -> Mapping[PurePosixPath, str]:
    """Return the owners of files by path relative to the packages folder."""
    return {
        PurePosixPath(file.as_posix()): name
        for name, one in installed().items()
        for file in one.files or ()
    }


def owner_of(module: str) -> str | None:
    """Return the owner of a module; None if no installed package has it."""
    path = PurePosixPath(module.replace(".", "/"))
    return owners().get(path.with_name(f"{path.name}.py")) or owners().get(path / "__init__.py")


def locked(lock: str) -> dict[str, tuple[str, ...]]:
    """Return the allowed SHA-256 sums of each package's archives, by canonical name.

    If a package has several versions, the one for this machine counts.
    """
    archives: dict[str, tuple[str, ...]] = {}
    for found in LOCKED.finditer(lock):
        name, marker = canonicalize_name(found["name"]), Requirement(found["line"]).marker
        if name not in archives or marker is None or marker.evaluate():
            archives[name] = tuple(re.findall(r"--hash=sha256:([0-9a-f]{64})", found["hashes"]))
    return archives


def allowed(lock: str, runtime: str, *others: str) -> dict[str, tuple[str, ...]]:
    """Return the packages that a bundle may contain, with their allowed archive sums.

    Args:
        lock: text of the lock file that the bundle is made with, including tools.
        runtime: text of the lock file of the program's dependencies.
        others: canonical names of further allowed packages.
    """
    wanted = {*locked(runtime), *others}
    return {name: archives for name, archives in locked(lock).items() if name in wanted}


def package(name: str, archives: Mapping[str, tuple[str, ...]]) -> Part:
    """Return an installed package as a part.

    Args:
        name: canonical name.
        archives: allowed packages with their archive sums.

    Raises:
        SetupError: it may not be in a bundle, or its licence is unknown.
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
    """Return a package's licence as an SPDX expression; ``SetupError`` if it is unknown."""
    # get_all returns a list; other accessors of importlib_metadata raise for a missing key.
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
    """Yield the parts of a package's own bills of materials (PEP 770)."""
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
