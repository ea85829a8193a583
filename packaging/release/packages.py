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

from release.parts import BundlePart, BundlePartType, sort_parts

# Licences that packages name only in a classifier or in free text.
LICENCES_BY_CLASSIFIER = {
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
LICENCES_BY_NAME = {
    "colorama": "BSD-3-Clause",  # which tqdm needs on Windows
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
    "segno": "BSD-3-Clause",
}
LOCK_ENTRY = re.compile(
    r"^(?P<line>(?P<name>[\w.-]+)==.*?) \\(?P<hashes>(?:\n +--hash=\S+.*)+)", re.MULTILINE
)


@cache
def installed_packages() -> Mapping[str, Distribution]:
    """Return the packages of this Python by canonical name."""
    return {canonicalize_name(one.name): one for one in distributions()}


@cache
def owners_by_file() -> Mapping[PurePosixPath, str]:
    """Return the owners of files by path relative to the packages folder."""
    return {
        PurePosixPath(file.as_posix()): name
        for name, one in installed_packages().items()
        for file in one.files or ()
    }


def find_module_owner(module: str) -> str | None:
    """Return the owner of a module; None if no installed package has it."""
    path = PurePosixPath(module.replace(".", "/"))
    return owners_by_file().get(path.with_name(f"{path.name}.py")) or owners_by_file().get(
        path / "__init__.py"
    )


def parse_lock_file(lock: str) -> dict[str, tuple[str, ...]]:
    """Return the allowed SHA-256 sums of each package's archives, by canonical name.

    If a package has several versions, the one for this machine counts.
    """
    archives: dict[str, tuple[str, ...]] = {}
    for found in LOCK_ENTRY.finditer(lock):
        name, marker = canonicalize_name(found["name"]), Requirement(found["line"]).marker
        if name not in archives or marker is None or marker.evaluate():
            archives[name] = tuple(re.findall(r"--hash=sha256:([0-9a-f]{64})", found["hashes"]))
    return archives


def allowed_packages(lock: str, runtime: str, *others: str) -> dict[str, tuple[str, ...]]:
    """Return the packages that a bundle may contain, with their allowed archive sums.

    Args:
        lock: text of the lock file that the bundle is made with, including tools.
        runtime: text of the lock file of the program's dependencies.
        others: canonical names of further allowed packages.
    """
    wanted = {*parse_lock_file(runtime), *others}
    return {name: archives for name, archives in parse_lock_file(lock).items() if name in wanted}


def package_part(name: str, archives: Mapping[str, tuple[str, ...]]) -> BundlePart:
    """Return an installed package as a part.

    Args:
        name: canonical name.
        archives: allowed packages with their archive sums.

    Raises:
        SetupError: it may not be in a bundle, or its licence is unknown.
    """
    distribution = installed_packages()[name]
    if name not in archives:
        raise SetupError(
            f"{distribution.name} is in the bundle, but packaging/runtime.lock does not list it"
        )
    return BundlePart(
        BundlePartType.LIBRARY,
        distribution.name,
        distribution.version,
        find_licence(name, distribution),
        PackageURL("pypi", None, name, distribution.version).to_string(),
        archives=archives[name],
        parts=sort_parts(_embedded_parts(distribution)),
        requirements=tuple(sorted(_requirements(distribution))),
    )


def find_licence(name: str, distribution: Distribution) -> str:
    """Return a package's licence as an SPDX expression; ``SetupError`` if it is unknown."""
    # get_all returns a list; other accessors of importlib_metadata raise for a missing key.
    expressions: list[str | None] = [
        *(distribution.metadata.get_all("License-Expression") or ()),
        *(distribution.metadata.get_all("License") or ()),
        LICENCES_BY_NAME.get(name),
        *(
            LICENCES_BY_CLASSIFIER.get(line)
            for line in distribution.metadata.get_all("Classifier") or ()
        ),
    ]
    for expression in expressions:
        if expression and (is_supported_id(expression) or is_expression(expression)):
            return expression
    raise SetupError(
        f"{distribution.name} has no licence in the form of SPDX; "
        "add it to packaging/release/packages.py"
    )


def _requirements(distribution: Distribution) -> Iterator[str]:
    for line in distribution.requires or ():
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield canonicalize_name(requirement.name)


def _embedded_parts(distribution: Distribution) -> Iterator[BundlePart]:
    """Yield the parts of a package's own bills of materials (PEP 770)."""
    for file in distribution.files or ():
        if file.parent.name == "sboms" and file.suffix == ".json":
            bill = json.loads(Path(str(file.locate())).read_text(encoding="utf-8"))
            for component in bill.get("components", ()):
                yield _component_part(component)


def _component_part(component: Mapping[str, Any]) -> BundlePart:
    licences = [
        one.get("expression") or one["license"].get("id") or one["license"].get("name", "")
        for one in component.get("licenses", ())
    ]
    hashes = [one["content"] for one in component.get("hashes", ()) if one["alg"] == "SHA-256"]
    return BundlePart(
        BundlePartType.LIBRARY,
        component["name"],
        component.get("version", ""),
        " AND ".join(licences),
        component.get("purl", ""),
        sha256=next(iter(hashes), ""),
    )
