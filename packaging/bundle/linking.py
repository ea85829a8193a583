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

SYSTEM_LIBRARIES: Final = {
    # Windows 10 and newer, which includes ICU.
    "win32": (
        "advapi32.dll",
        "authz.dll",
        "bcrypt.dll",
        "bcryptprimitives.dll",
        "comctl32.dll",
        "comdlg32.dll",
        "crypt32.dll",
        "d3d11.dll",
        "d3d12.dll",
        "d3d9.dll",
        "dnsapi.dll",
        "dwmapi.dll",
        "dwrite.dll",
        "dxgi.dll",
        "gdi32.dll",
        "icuuc.dll",
        "imm32.dll",
        "iphlpapi.dll",
        "kernel32.dll",
        "mpr.dll",
        "netapi32.dll",
        "ntdll.dll",
        "ole32.dll",
        "oleaut32.dll",
        "rpcrt4.dll",
        "secur32.dll",
        "setupapi.dll",
        "shell32.dll",
        "shlwapi.dll",
        "uiautomationcore.dll",
        "user32.dll",
        "userenv.dll",
        "uxtheme.dll",
        "version.dll",
        "winhttp.dll",
        "winmm.dll",
        "winspool.drv",
        "ws2_32.dll",
        "wtsapi32.dll",
        "api-ms-win-*.dll",
        "msvcrt.dll",
    ),
    "darwin": ("/usr/lib/*", "/System/Library/*"),
    "linux": (
        "ld-linux*.so.*",
        "libc.so.6",
        "libdl.so.2",
        "libm.so.6",
        "libmvec.so.1",
        "libpthread.so.0",
        "libresolv.so.2",
        "librt.so.1",
        "libutil.so.1",
        "libgcc_s.so.1",
        "libstdc++.so.6",
        # Every system that shows windows has these (packaging/system.py names those that a bare
        # system lacks, and the Debian package depends on them).
        "libEGL.so.1",
        "libGL.so.1",
        "libbrotlicommon.so.1",
        "libbrotlidec.so.1",
        "libdbus-1.so.3",
        "libfontconfig.so.1",
        "libfreetype.so.6",
        "libglib-2.0.so.0",
        "libgssapi_krb5.so.2",
        "libgthread-2.0.so.0",
        "libxkbcommon.so.0",
        "libz.so.1",
        "libX11-xcb.so.1",
        "libX11.so.6",
        "libxcb-randr.so.0",
        "libxcb-render.so.0",
        "libxcb-shape.so.0",
        "libxcb-shm.so.0",
        "libxcb-sync.so.1",
        "libxcb-xfixes.so.0",
        "libxcb-xkb.so.1",
        "libxcb.so.1",
        "libxkbcommon-x11.so.0",
        "libzstd.so.1",
        "libwayland-client.so.0",
        "libwayland-cursor.so.0",
        # Dependencies of the systems' own Pythons.
        "libb2.so.1",
        "libcrypt.so.*",
        "libcrypto.so.*",
        "libexpat.so.1",
        "libffi.so.*",
        "libmpdec.so.*",
        "libssl.so.*",
        # For plugins that are loaded only where these exist: GTK's dialogs, and printers.
        "libatk-1.0.so.0",
        "libcairo-gobject.so.2",
        "libcairo.so.2",
        "libcups.so.2",
        "libgdk-3.so.0",
        "libgdk_pixbuf-2.0.so.0",
        "libgio-2.0.so.0",
        "libgobject-2.0.so.0",
        "libgtk-3.so.0",
        "libharfbuzz.so.0",
        "libpango-1.0.so.0",
        "libpangocairo-1.0.so.0",
    ),
}
"""Libraries that a bundle need not contain, by system, as binaries name them."""

_PROCESSORS: Final[Mapping[int | str, str]] = {
    # Windows
    0x8664: "x86_64",
    0xAA64: "arm64",
    # macOS
    0x01000007: "x86_64",
    0x0100000C: "arm64",
    # Linux
    "EM_X86_64": "x86_64",
    "EM_AARCH64": "arm64",
}
_ELF: Final = b"\x7fELF"
_MACH_O: Final = (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
_MOST_LINKS: Final = 40
"""Maximum number of links to follow; no system follows more."""


@dataclass(frozen=True, slots=True)
class BinaryHeaders:
    """Headers of a program or library.

    Args:
        processors: processors that it runs on.
        needed_libraries: libraries that it is linked with, as it names them.
        search_paths: folders that it searches first.
        min_macos: minimum version of macOS; (0, 0) elsewhere.
    """

    processors: tuple[str, ...]
    needed_libraries: tuple[str, ...]
    search_paths: tuple[str, ...] = ()
    min_macos: tuple[int, int] = (0, 0)


def read_headers(path: Path, processor: str) -> BinaryHeaders | None:
    """Read the headers of a file; None if it is not a binary.

    Args:
        path: path of the file.
        processor: processor to select from a file for several.
    """
    with path.open("rb") as file:
        magic = file.read(len(_ELF))
        if magic == _ELF:
            return _read_elf(file)
    if magic in _MACH_O:
        return _read_mach_o(path, processor)
    return _read_pe(path) if magic.startswith(b"MZ") else None


# elftools, macholib and pefile are installed where their system's bundles are made, and all of them
# for tests.


def _read_elf(file: BinaryIO) -> BinaryHeaders:
    from elftools.elf.dynamic import DynamicSegment  # noqa: PLC0415
    from elftools.elf.elffile import ELFFile  # noqa: PLC0415

    elf = ELFFile(file)
    dynamic_tags: dict[str, list[str]] = {"needed": [], "rpath": [], "runpath": []}
    for segment in elf.iter_segments():
        for tag in segment.iter_tags() if isinstance(segment, DynamicSegment) else ():
            kind = str(tag.entry.d_tag).removeprefix("DT_").lower()
            if kind in dynamic_tags:
                dynamic_tags[kind].append(getattr(tag, kind))
    folders = [
        folder
        for words in (*dynamic_tags["rpath"], *dynamic_tags["runpath"])
        for folder in words.split(":")
    ]
    machine = elf["e_machine"]
    return BinaryHeaders(
        (_PROCESSORS.get(machine, machine),), tuple(dynamic_tags["needed"]), tuple(folders)
    )


def _read_mach_o(path: Path, processor: str) -> BinaryHeaders:
    from macholib import mach_o  # noqa: PLC0415
    from macholib.MachO import MachO  # noqa: PLC0415

    def encoded_version(command: Any) -> int:
        return int(command.minos if hasattr(command, "minos") else command.version)

    headers = {
        _PROCESSORS.get(one.header.cputype, f"{one.header.cputype:#x}"): one
        for one in MachO(str(path)).headers
    }
    selected = headers.get(processor, next(iter(headers.values())))
    commands = [(load.cmd, command, data) for load, command, data in selected.commands]
    versions = (mach_o.LC_BUILD_VERSION, mach_o.LC_VERSION_MIN_MACOSX)
    oldest = max(
        (encoded_version(command) for kind, command, _ in commands if kind in versions), default=0
    )
    return BinaryHeaders(
        tuple(headers),
        tuple(dict.fromkeys(name for _, _, name in selected.walkRelocatables())),
        tuple(data.rstrip(b"\0").decode() for kind, _, data in commands if kind == mach_o.LC_RPATH),
        (oldest >> 16, oldest >> 8 & 0xFF),
    )


def _read_pe(path: Path) -> BinaryHeaders:
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
        imported = [one.dll.decode() for table in tables for one in getattr(pe, table, ())]
        # Forwarded exports need the other library: python3.dll has all from python311.dll.
        exports = getattr(getattr(pe, "DIRECTORY_ENTRY_EXPORT", None), "symbols", ())
        forwarded = [one.forwarder.decode().rpartition(".")[0] for one in exports if one.forwarder]
        machine = pe.FILE_HEADER.Machine
    needs = dict.fromkeys([*imported, *(f"{name}.dll" for name in forwarded)])
    return BinaryHeaders((_PROCESSORS.get(machine, f"{machine:#x}"),), tuple(needs))


def resolve_path(path: str, links: Mapping[str, str]) -> str:
    """Return the target of a path through all links; empty if it leaves the bundle.

    Args:
        path: path relative to the bundle, with slashes.
        links: link targets by path, relative to the link's folder.
    """
    resolved: list[str] = []
    pending = path.split("/")[::-1]
    followed = 0
    while pending:
        part = pending.pop()
        if part == "..":
            if not resolved:
                return ""
            resolved.pop()
        elif part not in ("", "."):
            resolved.append(part)
            target = links.get("/".join(resolved))
            if target is not None:
                resolved.pop()
                pending += target.split("/")[::-1]
                followed += 1
        if followed > _MOST_LINKS:
            return ""
    return "/".join(resolved)


def add_parent_folders(paths: Mapping[str, Any] | set[str]) -> set[str]:
    """Return the paths and all their parent folders."""
    found = set()
    for path in paths:
        while path and path not in found:
            found.add(path)
            path = path.rpartition("/")[0]  # noqa: PLW2901
    return found


@dataclass(frozen=True)
class LinkedBundle:
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
    library_folder: str
    binaries: Mapping[str, BinaryHeaders]
    files: frozenset[str] = frozenset()
    links: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _paths_by_name(self) -> Mapping[str, str]:
        return {self._normalise_case(path): path for path in self.binaries}

    def _normalise_case(self, path: str) -> str:
        return path.lower() if self.system == "win32" else path

    def find_library(self, path: str, name: str) -> str | None:
        """Return the path of the library that a binary loads by a name; None if there is none.

        Args:
            path: path of the binary.
            name: requested name.
        """
        for candidate in self._candidate_paths(
            path.rpartition("/")[0], self.binaries[path].search_paths, name
        ):
            found = self._paths_by_name.get(
                self._normalise_case(resolve_path(candidate, self.links))
            )
            if found is not None:
                return found
        return None

    def _candidate_paths(
        self, folder: str, search_paths: tuple[str, ...], name: str
    ) -> Iterator[str]:
        """Yield the paths that the loader tries for a library, in order."""
        if self.system == "win32":
            # PySide6 adds its folder and that of shiboken6 to the DLL search path.
            qt_folders = (f"{self.library_folder}/PySide6", f"{self.library_folder}/shiboken6")
            yield from (
                f"{search_path}/{name}"
                for search_path in (folder, self.library_folder, *qt_folders)
            )
        elif self.system == "linux":
            for search_path in search_paths:
                if search_path.startswith(("$ORIGIN", "${ORIGIN}")):
                    yield f"{folder}/{search_path.partition('ORIGIN')[2].lstrip('}')}/{name}"
            yield f"{self.library_folder}/{name}"  # PyInstaller's loader sets LD_LIBRARY_PATH
        elif name.startswith("@rpath/"):
            for search_path in search_paths:
                if search_path.startswith("@loader_path"):
                    yield f"{folder}/{search_path.removeprefix('@loader_path')}/{name[7:]}"
        elif name.startswith("@loader_path/"):
            yield f"{folder}/{name.removeprefix('@loader_path/')}"

    def find_faults(self) -> list[str]:
        """Return the faults that keep the bundle from running or being signed, one line each."""
        return [*self._binary_faults(), *self._link_faults(), *self._framework_faults()]

    def _binary_faults(self) -> Iterator[str]:
        system = SYSTEM_LIBRARIES[self.system]
        for path, binary in self.binaries.items():
            if self.processor not in binary.processors:
                made_for = " and ".join(binary.processors)
                yield f"{path} is for {made_for}, and not for {self.processor}"
            for name in binary.needed_libraries:
                spelled = self._normalise_case(name)
                is_in_system = any(fnmatch.fnmatchcase(spelled, one) for one in system)
                if not is_in_system and self.find_library(path, name) is None:
                    yield f"{path} asks for {name}, which it would not find"

    def _link_faults(self) -> Iterator[str]:
        existing = add_parent_folders({*self.binaries, *self.files})
        for path in self.links:
            if resolve_path(path, self.links) not in existing:
                yield f"{path} leads nowhere"

    def _framework_faults(self) -> Iterator[str]:
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
                current = resolve_path(f"{folder}/Versions/Current/{part}", self.links)
                exists = current in self.binaries or current in self.files
                if not exists or resolve_path(f"{folder}/{part}", self.links) != current:
                    yield f"{folder} is no framework without {part}"


def read_bundle(folder: Path, system: str, processor: str, library_folder: str) -> LinkedBundle:
    """Read a finished bundle.

    Args:
        folder: path of the bundle.
        system: target system, as in ``sys.platform``.
        processor: target processor, as in bundle names.
        library_folder: folder of Python's own libraries.
    """
    links: dict[str, str] = {}
    binaries: dict[str, BinaryHeaders] = {}
    files: set[str] = set()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            links[name] = path.readlink().as_posix()
        elif path.is_file():
            binary = read_headers(path, processor)
            if binary is None:
                files.add(name)
            else:
                binaries[name] = binary
    return LinkedBundle(system, processor, library_folder, binaries, frozenset(files), links)
