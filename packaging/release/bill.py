"""Bill of materials of a bundle, in CycloneDX format."""

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

from release.parts import BundlePart


def make_bill(product: BundlePart, parts: Iterable[BundlePart], timestamp: int) -> str:
    """Return a bill of materials as JSON; the same parts give the same text.

    Args:
        product: the program.
        parts: its components.
        timestamp: commit time of its source (s since 1970).

    Raises:
        SetupError: the result violates the schema.
    """
    parts = list(parts)
    root = make_component(product)
    components = [make_component(part) for part in parts]
    packages = {one.purl.name: one for one in components if one.purl and one.purl.type == "pypi"}
    bom = Bom(
        components=components,
        metadata=BomMetaData(component=root, timestamp=datetime.fromtimestamp(timestamp, UTC)),
        serial_number=UUID(int=0),
    )
    bom.register_dependency(root, components)
    for part, one in zip(parts, components, strict=True):
        bom.register_dependency(
            one, [packages[name] for name in part.requirements if name in packages]
        )
    # The serial number is derived from the contents.
    digest = hashlib.sha256(JsonV1Dot6(bom).output_as_string().encode()).hexdigest()
    bom.serial_number = uuid5(NAMESPACE_URL, f"{product.purl}#{digest}")
    text = JsonV1Dot6(bom).output_as_string(indent=2) + "\n"
    check_schema(text)
    return text


def check_schema(text: str) -> None:
    """Raise ``SetupError`` for text that is not a CycloneDX 1.6 bill of materials."""
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault is not None:
        raise SetupError(f"the bill of materials is not valid CycloneDX: {str(fault.data)[:200]}")


def make_component(part: BundlePart, parent: str = "") -> Component:
    """Return a part and its contained parts as a CycloneDX component."""
    reference = part.purl or f"{part.name}#{part.sha256[:16]}".rstrip("#")
    if parent:
        reference = f"{parent}/{reference}"
    licences = [LicenseFactory().make_from_string(part.licence)] if part.licence else []
    return Component(
        type=ComponentType(part.kind.value),
        name=part.name,
        version=part.version or None,
        bom_ref=BomRef(reference),
        licenses=licences,
        purl=PackageURL.from_string(part.purl) if part.purl else None,
        hashes=[_sha256_hash(part.sha256)] if part.sha256 else [],
        external_references=[_archive_reference(part)] if part.archives else [],
        components=[make_component(one, reference) for one in part.parts],
    )


def _archive_reference(part: BundlePart) -> ExternalReference:
    """Return the archives of a part, one of which was installed."""
    url = PackageURL.from_string(part.purl)
    return ExternalReference(
        type=ExternalReferenceType.DISTRIBUTION,
        url=XsUri(f"https://pypi.org/project/{url.name}/{url.version}/#files"),
        hashes=[_sha256_hash(one) for one in part.archives],
    )


def _sha256_hash(digest: str) -> HashType:
    return HashType(alg=HashAlgorithm.SHA_256, content=digest)
