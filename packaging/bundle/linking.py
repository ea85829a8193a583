"""Link dependencies of a bundle's binaries, resolved as the loader of its system does.

A library that is left out is missed only where the bundle runs, which is rarely where it is made.
The headers of each binary are read here, for any target system, and its dependencies are resolved
in the bundle or among the few libraries that the system always has.
"""

import fnmatch
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, Final

SYSTEM: Final = {
    # Windows 10 and newer, which includes ICU.
    "win32": (
        *("advapi32.dll", "authz.dll", "bcrypt.dll", "bcryptprimitives.dll", "comctl32.dll"),
        *("comdlg32.dll", "crypt32.dll", "d3d11.dll", "d3d12.dll", "d3d9.dll", "dwmapi.dll"),
        *("dwrite.dll", "dxgi.dll", "gdi32.dll", "icuuc.dll", "imm32.dll", "iphlpapi.dll"),
        *("kernel32.dll", "mpr.dll", "netapi32.dll", "ntdll.dll", "ole32.dll", "oleaut32.dll"),
        *("rpcrt4.dll", "setupapi.dll", "shell32.dll", "shlwapi.dll", "uiautomationcore.dll"),
        *("user32.dll", "userenv.dll", "uxtheme.dll", "version.dll", "winmm.dll"),
        *("winspool.drv", "ws2_32.dll", "wtsapi32.dll", "api-ms-win-*.dll", "msvcrt.dll"),
    ),
    "darwin": ("/usr/lib/*", "/System/Library/*"),
    "linux": (
        *("ld-linux*.so.*", "libc.so.6", "libdl.so.2", "libm.so.6", "libmvec.so.1"),
        *("libpthread.so.0", "librt.so.1", "libutil.so.1", "libgcc_s.so.1", "libstdc++.so.6"),
        # Every system that shows windows has these (packaging/system.py names those that a bare
        # system lacks, and the Debian package depends on them).
        *("libEGL.so.1", "libGL.so.1", "libdbus-1.so.3", "libfontconfig.so.1", "libfreetype.so.6"),
        *("libglib-2.0.so.0", "libgthread-2.0.so.0", "libxkbcommon.so.0", "libz.so.1"),
        *("libX11-xcb.so.1", "libX11.so.6", "libxcb-randr.so.0", "libxcb-render.so.0"),
        *("libxcb-shape.so.0", "libxcb-shm.so.0", "libxcb-sync.so.1", "libxcb-xfixes.so.0"),
        *("libxcb-xkb.so.1", "libxcb.so.1", "libxkbcommon-x11.so.0", "libzstd.so.1"),
        *("libwayland-client.so.0", "libwayland-cursor.so.0"),
        # Dependencies of the systems' own Pythons.
        *("libb2.so.1", "libcrypt.so.*", "libcrypto.so.*", "libexpat.so.1", "libffi.so.*"),
        *("libmpdec.so.*", "libssl.so.*"),
        # For plugins that are loaded only where these exist: GTK's dialogs, and printers.
        *("libatk-1.0.so.0", "libcairo-gobject.so.2", "libcairo.so.2", "libcups.so.2"),
        *("libgdk-3.so.0", "libgdk_pixbuf-2.0.so.0", "libgio-2.0.so.0", "libgobject-2.0.so.0"),
        *("libgtk-3.so.0", "libharfbuzz.so.0", "libpango-1.0.so.0", "libpangocairo-1.0.so.0"),
    ),
}
"""Libraries that a bundle need not contain, by system, as binaries name them."""

_PROCESSORS: Final[Mapping[int | str, str]] = {
    **{0x8664: "x86_64", 0xAA64: "arm64"},  # Windows
    **{0x01000007: "x86_64", 0x0100000C: "arm64"},  # macOS
    **{"EM_X86_64": "x86_64", "EM_AARCH64": "arm64"},  # Linux
}
_ELF: Final = b"\x7fELF"
_MACH_O: Final = (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
_MOST_LINKS: Final = 40
"""Maximum number of links to follow; no system follows more."""


@dataclass(frozen=True, slots=True)
class Binary:
    """Headers of a program or library.

    Args:
        processors: processors that it runs on.
        needed_libraries: libraries that it is linked with, as it names them.
        search_paths: folders that it searches first.
        min_macos: minimum version of macOS; (0, 0) elsewhere.
    """

    processors: tuple[str, ...]
    needs: tuple[str, ...]
    search: tuple[str, ...] = ()
    oldest: tuple[int, int] = (0, 0)


def read(path: Path, processor: str) -> Binary | None:
    """Read the headers of a file; None if it is not a binary.

    Args:
        path: path of the file.
        processor: processor to select from a file for several.
    """
    with path.open("rb") as file:
        magic = file.read(len(_ELF))
        if magic == _ELF:
            return _elf(file)
    if magic in _MACH_O:
        return _mach_o(path, processor)
    return _pe(path) if magic.startswith(b"MZ") else None


# elftools, macholib and pefile are installed where their system's bundles are made, and all of them
# for tests.


def _elf(file: BinaryIO) -> Binary:
    from elftools.elf.dynamic import DynamicSegment  # noqa: PLC0415
    from elftools.elf.elffile import ELFFile  # noqa: PLC0415

    elf = ELFFile(file)
    said: dict[str, list[str]] = {"needed": [], "rpath": [], "runpath": []}
    for segment in elf.iter_segments():
        for tag in segment.iter_tags() if isinstance(segment, DynamicSegment) else ():
            kind = str(tag.entry.d_tag).removeprefix("DT_").lower()
            if kind in said:
                said[kind].append(getattr(tag, kind))
    search = [place for words in (*said["rpath"], *said["runpath"]) for place in words.split(":")]
    machine = elf["e_machine"]
    return Binary((_PROCESSORS.get(machine, machine),), tuple(said["needed"]), tuple(search))


def _mach_o(path: Path, processor: str) -> Binary:
    from macholib import mach_o  # noqa: PLC0415
    from macholib.MachO import MachO  # noqa: PLC0415

    def version(command: Any) -> int:
        return int(command.minos if hasattr(command, "minos") else command.version)

    headers = {
        _PROCESSORS.get(one.header.cputype, f"{one.header.cputype:#x}"): one
        for one in MachO(str(path)).headers
    }
    counts = headers.get(processor, next(iter(headers.values())))
    commands = [(load.cmd, command, data) for load, command, data in counts.commands]
    versions = (mach_o.LC_BUILD_VERSION, mach_o.LC_VERSION_MIN_MACOSX)
    oldest = max((version(command) for kind, command, _ in commands if kind in versions), default=0)
    return Binary(
        tuple(headers),
        tuple(dict.fromkeys(name for _, _, name in counts.walkRelocatables())),
        tuple(data.rstrip(b"\0").decode() for kind, _, data in commands if kind == mach_o.LC_RPATH),
        (oldest >> 16, oldest >> 8 & 0xFF),
    )


def _pe(path: Path) -> Binary:
    import pefile  # noqa: PLC0415

    entries = pefile.DIRECTORY_ENTRY
    with pefile.PE(str(path), fast_load=True) as pe:
        pe.parse_data_directories(
            [
                entries["IMAGE_DIRECTORY_ENTRY_IMPORT"],
                entries["IMAGE_DIRECTORY_ENTRY_DELAY_IMPORT"],
                entries["IMAGE_DIRECTORY_ENTRY_EXPORT"],
            ],
            forwarded_exports_only=True,
            import_dllnames_only=True,
        )
        tables = ("DIRECTORY_ENTRY_IMPORT", "DIRECTORY_ENTRY_DELAY_IMPORT")
        named = [one.dll.decode() for table in tables for one in getattr(pe, table, ())]
        # Forwarded exports need the other library: python3.dll has all from python311.dll.
        exports = getattr(getattr(pe, "DIRECTORY_ENTRY_EXPORT", None), "symbols", ())
        passed_on = [one.forwarder.decode().rpartition(".")[0] for one in exports if one.forwarder]
        machine = pe.FILE_HEADER.Machine
    needs = dict.fromkeys([*named, *(f"{name}.dll" for name in passed_on)])
    return Binary((_PROCESSORS.get(machine, f"{machine:#x}"),), tuple(needs))


def follow(path: str, links: Mapping[str, str]) -> str:
    """Return the target of a path through all links; empty if it leaves the bundle.

    Args:
        path: path relative to the bundle, with slashes.
        links: link targets by path, relative to the link's folder.
    """
    done: list[str] = []
    todo = path.split("/")[::-1]
    followed = 0
    while todo:
        part = todo.pop()
        if part == "..":
            if not done:
                return ""
            done.pop()
        elif part not in ("", "."):
            done.append(part)
            target = links.get("/".join(done))
            if target is not None:
                done.pop()
                todo += target.split("/")[::-1]
                followed += 1
        if followed > _MOST_LINKS:
            return ""
    return "/".join(done)


def with_folders(paths: Mapping[str, Any] | set[str]) -> set[str]:
    """Return the paths and all their parent folders."""
    found = set()
    for path in paths:
        while path and path not in found:
            found.add(path)
            path = path.rpartition("/")[0]  # noqa: PLW2901
    return found


@dataclass(frozen=True)
class Bundle:
    """Bundle as the loader of its system sees it; all paths are relative to the bundle.

    Args:
        system: target system, as in ``sys.platform``.
        processor: target processor, as in bundle names.
        library_folder: folder of Python's own libraries.
        binaries: headers of programs and libraries, by path.
        files: paths of all other files.
        links: targets of symbolic links, by path.
    """

    system: str
    processor: str
    top: str
    binaries: Mapping[str, Binary]
    files: frozenset[str] = frozenset()
    links: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _by_spelling(self) -> Mapping[str, str]:
        return {self._spelled(path): path for path in self.binaries}

    def _spelled(self, path: str) -> str:
        return path.lower() if self.system == "win32" else path

    def find(self, path: str, name: str) -> str | None:
        """Return the path of the library that a binary loads by a name; None if there is none.

        Args:
            path: path of the binary.
            name: requested name.
        """
        for place in self._places(path.rpartition("/")[0], self.binaries[path].search, name):
            found = self._by_spelling.get(self._spelled(follow(place, self.links)))
            if found is not None:
                return found
        return None

    def _places(self, folder: str, search: tuple[str, ...], name: str) -> Iterator[str]:
        """Yield the paths that the loader tries for a library, in order."""
        if self.system == "win32":
            # PySide6 adds its folder and that of shiboken6 to the DLL search path.
            own = (f"{self.top}/PySide6", f"{self.top}/shiboken6")
            yield from (f"{place}/{name}" for place in (folder, self.top, *own))
        elif self.system == "linux":
            for place in search:
                if place.startswith(("$ORIGIN", "${ORIGIN}")):
                    yield f"{folder}/{place.partition('ORIGIN')[2].lstrip('}')}/{name}"
            yield f"{self.top}/{name}"  # PyInstaller's loader sets LD_LIBRARY_PATH
        elif name.startswith("@rpath/"):
            for place in search:
                if place.startswith("@loader_path"):
                    yield f"{folder}/{place.removeprefix('@loader_path')}/{name[7:]}"
        elif name.startswith("@loader_path/"):
            yield f"{folder}/{name.removeprefix('@loader_path/')}"

    def faults(self) -> list[str]:
        """Return the faults that keep the bundle from running or being signed, one line each."""
        return [*self._of_binaries(), *self._of_links(), *self._of_frameworks()]

    def _of_binaries(self) -> Iterator[str]:
        system = SYSTEM[self.system]
        for path, binary in self.binaries.items():
            if self.processor not in binary.processors:
                made_for = " and ".join(binary.processors)
                yield f"{path} is for {made_for}, and not for {self.processor}"
            for name in binary.needs:
                spelled = self._spelled(name)
                always = any(fnmatch.fnmatchcase(spelled, one) for one in system)
                if not always and self.find(path, name) is None:
                    yield f"{path} asks for {name}, which it would not find"

    def _of_links(self) -> Iterator[str]:
        there = with_folders({*self.binaries, *self.files})
        for path in self.links:
            if follow(path, self.links) not in there:
                yield f"{path} leads nowhere"

    def _of_frameworks(self) -> Iterator[str]:
        """Yield faults of framework folders, which codesign accepts only in Apple's layout."""
        end = ".framework"
        folders = {
            path.partition(f"{end}/")[0] + end
            for path in (*self.binaries, *self.files, *self.links)
            if f"{end}/" in path
        }
        for folder in sorted(folders):
            name = folder.rpartition("/")[2].removesuffix(end)
            for part in (name, "Resources/Info.plist"):
                current = follow(f"{folder}/Versions/Current/{part}", self.links)
                there = current in self.binaries or current in self.files
                if not there or follow(f"{folder}/{part}", self.links) != current:
                    yield f"{folder} is no framework without {part}"


def bundle_in(folder: Path, system: str, processor: str, library_folder: str) -> Bundle:
    """Read a finished bundle.

    Args:
        folder: path of the bundle.
        system: target system, as in ``sys.platform``.
        processor: target processor, as in bundle names.
        library_folder: folder of Python's own libraries.
    """
    links: dict[str, str] = {}
    binaries: dict[str, Binary] = {}
    files: set[str] = set()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            links[name] = path.readlink().as_posix()
        elif path.is_file():
            binary = read(path, processor)
            if binary is None:
                files.add(name)
            else:
                binaries[name] = binary
    return Bundle(system, processor, library_folder, binaries, frozenset(files), links)
