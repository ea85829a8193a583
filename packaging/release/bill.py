"""The bill of materials: what a bundle is made of, as CycloneDX, for programs that ask."""

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime
from uuid import NAMESPACE_URL, UUID, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import (
    ExternalReference,
    ExternalReferenceType,
    HashAlgorithm,
    HashType,
    XsUri,
)
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.bom_ref import BomRef
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from system import SetupError

from release.parts import Part


def bill(product: Part, parts: Iterable[Part], moment: int) -> str:
    """A bill of materials as JSON; of the same parts it is the same, letter by letter.

    Args:
        product: what the parts make up.
        parts: what it is made of.
        moment: when its source was committed, in seconds since 1970.

    Raises:
        SetupError: it would not be as the schema demands.
    """
    parts = list(parts)
    root = component(product)
    components = [component(part) for part in parts]
    packages = {one.purl.name: one for one in components if one.purl and one.purl.type == "pypi"}
    written = Bom(
        components=components,
        metadata=BomMetaData(component=root, timestamp=datetime.fromtimestamp(moment, UTC)),
        serial_number=UUID(int=0),
    )
    written.register_dependency(root, components)
    for part, one in zip(parts, components, strict=True):
        written.register_dependency(
            one, [packages[name] for name in part.needs if name in packages]
        )
    # Each bill has a number of its own; here that of what it says.
    said = hashlib.sha256(JsonV1Dot6(written).output_as_string().encode()).hexdigest()
    written.serial_number = uuid5(NAMESPACE_URL, f"{product.purl}#{said}")
    text = JsonV1Dot6(written).output_as_string(indent=2) + "\n"
    check(text)
    return text


def check(text: str) -> None:
    """Refuse what is no bill of materials by the schema of CycloneDX 1.6."""
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault is not None:
        raise SetupError(f"the bill of materials is none: {str(fault.data)[:200]}")


def component(part: Part, within: str = "") -> Component:
    """A part, with what is in it, as CycloneDX has it."""
    place = part.purl or f"{part.name}#{part.sha256[:16]}".rstrip("#")
    if within:
        place = f"{within}/{place}"
    licences = [LicenseFactory().make_from_string(part.licence)] if part.licence else []
    return Component(
        type=ComponentType(part.kind.value),
        name=part.name,
        version=part.version or None,
        bom_ref=BomRef(place),
        licenses=licences,
        purl=PackageURL.from_string(part.purl) if part.purl else None,
        hashes=[_hash(part.sha256)] if part.sha256 else [],
        external_references=[_archives(part)] if part.archives else [],
        components=[component(one, place) for one in part.parts],
    )


def _archives(part: Part) -> ExternalReference:
    """Where the archives of a part are, one of which was installed."""
    url = PackageURL.from_string(part.purl)
    return ExternalReference(
        type=ExternalReferenceType.DISTRIBUTION,
        url=XsUri(f"https://pypi.org/project/{url.name}/{url.version}/#files"),
        hashes=[_hash(one) for one in part.archives],
    )


def _hash(digest: str) -> HashType:
    return HashType(alg=HashAlgorithm.SHA_256, content=digest)
