"""What hatchling runs while it makes a wheel that is to hold what can be compiled.

It is asked for by ``HATCH_BUILD_HOOK_ENABLE_CUSTOM=true``. Where nothing can be compiled the wheel
is the pure one, which it is as well where nobody asks.
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

GLIBC = re.compile(rb"GLIBC_2\.(\d+)(?:\.\d+)?\0")
"""How a library of Linux names the versions of the system's that it needs."""
OLDEST = 5
"""No wheel is named after an older one."""


class CompiledHook(BuildHookInterface[Any]):
    """Puts compiled modules beside their sources; Python takes them first."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Say what else is in the wheel, and what it is for."""
        del version
        root, prefix = Path(self.root), Path(sys.prefix)
        if not compiling.provide(prefix, Path(sys.executable), root):
            return
        files = compiling.files(prefix, root)
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{platform_of(files.values())}"
        for place, file in files.items():
            build_data["force_include"][str(file)] = place


def platform_of(files: Iterable[Path]) -> str:
    """The systems that compiled files are for, as wheels name them.

    On Linux that is the oldest C library that has what they need of it.
    """
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    needed = [int(found) for file in files for found in GLIBC.findall(file.read_bytes())]
    if not needed:
        return platform
    return platform.replace("linux", f"manylinux_2_{max(OLDEST, *needed)}", 1)
