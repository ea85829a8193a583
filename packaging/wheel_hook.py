"""Build hook of hatchling for a wheel with compiled modules.

It is enabled by ``HATCH_BUILD_HOOK_ENABLE_CUSTOM=true``. Where nothing can be compiled, and without
the variable, the wheel is the pure one.
"""

import re
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))
try:
    import compiling
finally:
    sys.path.remove(str(Path(__file__).resolve().parent))

GLIBC_VERSION = re.compile(rb"GLIBC_2\.(\d+)(?:\.\d+)?\0")
"""Pattern of the glibc versions that a Linux library requires."""
OLDEST_GLIBC_MINOR = 5
"""Lowest glibc minor version that a wheel is named after."""


class CompiledWheelHook(BuildHookInterface[Any]):
    """Hook that adds compiled modules beside their sources; Python imports them first."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled files and the platform tag to the build data."""
        del version
        root, prefix = Path(self.root), Path(sys.prefix)
        if not compiling.provide_compiled_modules(prefix, Path(sys.executable), root):
            return
        files = compiling.compiled_files(prefix, root)
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{platform_tag(files.values())}"
        for target, file in files.items():
            build_data["force_include"][str(file)] = target


def platform_tag(files: Iterable[Path]) -> str:
    """Return the platform tag of compiled files.

    On Linux it names the oldest glibc that has all required symbols.
    """
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    needed = [int(found) for file in files for found in GLIBC_VERSION.findall(file.read_bytes())]
    if not needed:
        return platform
    return platform.replace("linux", f"manylinux_2_{max(OLDEST_GLIBC_MINOR, *needed)}", 1)
