"""Selection of what a bundle holds of the files that PyInstaller finds.

PyInstaller takes along whatever might be imported or loaded. The lists here name what is used on
each system; a new plugin, library or module stays out until it is listed.
"""

import ast
import fnmatch
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import Distribution
from pathlib import Path, PurePosixPath
from typing import Final

import identity

from bundle.linking import add_parent_folders, resolve_path

BundleEntry = tuple[str, str, str]
"""File of a bundle as in PyInstaller: target path, source path, type."""

_COMMON_PLUGINS: Final = (
    # Draws PDF files and images.
    "platforms/qoffscreen",
    # Image formats of the program's files; PNG is built into Qt.
    "iconengines/qsvgicon",
    "imageformats/qsvg",
)

QT_PLUGINS: Final = {
    "linux": (
        *_COMMON_PLUGINS,
        # Windows, on each display server.
        "platforms/qwayland",
        "platforms/qxcb",
        "wayland-decoration-client/adwaita",
        "wayland-decoration-client/bradient",
        "wayland-shell-integration/xdg-shell",
        # Look and dialogs of the desktop environment.
        "platformthemes/qgtk3",
        "platformthemes/qxdgdesktopportal",
        # Characters that no key has.
        "platforminputcontexts/composeplatforminputcontextplugin",
        "platforminputcontexts/ibusplatforminputcontextplugin",
        "printsupport/cupsprintersupport",
    ),
    "win32": (*_COMMON_PLUGINS, "platforms/qwindows", "styles/qmodernwindowsstyle"),
    "darwin": (*_COMMON_PLUGINS, "platforms/qcocoa", "styles/qmacstyle"),
}
"""Qt plugins by folder and name: a system's bundle has exactly these."""

QT_MODULES: Final = ("QtCore", "QtGui", "QtNetwork", "QtPrintSupport", "QtSvg", "QtWidgets")
"""Modules of PySide6 that the program imports; a test compares them."""

BUNDLED_LIBRARIES: Final = (
    "libxcb-cursor.so.*",
    "libxcb-icccm.so.*",
    "libxcb-image.so.*",
    "libxcb-keysyms.so.*",
    "libxcb-render-util.so.*",
    "libxcb-util.so.*",
    # Python itself, and SQLite where Python does not contain it: the match index needs it, and not
    # every system has it.
    "libpython3.*.so.*",
    "libsqlite3.so.*",
)
"""Libraries of a Linux system that are taken along.

Many systems lack those of X. All others are left to the system, which has them wherever there are
windows: its drivers, themes and printers load them as well, and a second or older copy crashes.
OpenSSL also gets its security updates from the system.
"""

EXCLUDED_MODULES: Final = (
    # Cluster computing is an extra that needs an installed Python anyway.
    "distributed",
    # msgspec uses these if installed, as they are where releases are made (ship.lock).
    "attr",
    "attrs",
    "typing_extensions",
    # Output targets of tqdm other than a terminal.
    "tkinter",
    "matplotlib",
    "IPython",
    "pandas",
    "rich",
    # Parts of the standard library and packages that the program does not use.
    "_bz2",
    "_lzma",
    "_pydecimal",
    "_uuid",
    "bz2",
    "curses",
    "doctest",
    "ftplib",
    "lzma",
    "pdb",
    "pip",
    "pydoc",
    "readline",
    "setuptools",
    "tarfile",
    "test",
    "tqdm.contrib",
    "tqdm.notebook",
    "tqdm.tk",
    "unittest",
    "xmlrpc",
)
"""Modules that are left out."""

COMPILED_PACKAGES: Final = ("openskill",)
"""Packages that mypyc has compiled."""

_ENCODINGS: Final = frozenset(
    {
        "aliases",
        "ascii",
        "charmap",
        "cp1252",
        "cp437",
        "idna",
        "latin_1",
        "mbcs",
        "oem",
        "punycode",
        "raw_unicode_escape",
        "undefined",
        "unicode_escape",
        "utf_16",
        "utf_16_be",
        "utf_16_le",
        "utf_32",
        "utf_32_be",
        "utf_32_le",
        "utf_8",
        "utf_8_sig",
    }
)
"""Encodings to keep: the program uses UTF-8; the others are for names, pipes and old consoles."""

QT_TRANSLATIONS: Final = frozenset(f"qtbase_{one}.qm" for one in identity.LANGUAGES if one != "en")
"""Translations of Qt's own texts; English needs none."""

EXCLUDED_HOOKS: Final = (
    # The entry point (bundle/entry_point.py) does what is needed of these without loading anything.
    "pyi_rth_inspect",
    "pyi_rth_multiprocessing",
    "pyi_rth_pkgutil",
    # PySide6 finds its own plugins.
    "pyi_rth_pyside6",
)
"""Runtime hooks of PyInstaller that are not needed."""


def excluded_modules() -> list[str]:
    """Return the modules to leave out, including unused encodings."""
    import encodings  # (only its contents are listed)  # noqa: PLC0415

    unused = {one.name for one in pkgutil.iter_modules(encodings.__path__)} - _ENCODINGS
    codecs = ("cn", "hk", "iso2022", "jp", "kr", "tw")
    return [
        *EXCLUDED_MODULES,
        *sorted(f"encodings.{name}" for name in unused),
        *(f"_codecs_{name}" for name in codecs),
        "_multibytecodec",
    ]


def list_modules(source: Path, package: str) -> list[str]:
    """Return the modules of a package, by its files.

    Nothing is imported for it: another copy of the package may be installed, as the checkout is in
    the environment that makes a release from an export.

    Args:
        source: the folder that contains the package's folder.
        package: name of the package.
    """
    modules = []
    for path in sorted((source / package).rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        folders = [source.joinpath(*parts[:end]) for end in range(1, len(parts))]
        if all((folder / "__init__.py").is_file() for folder in folders):
            modules.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return modules


def compiled_modules(package: Distribution) -> list[str]:
    """Return the modules of a compiled package and what these import.

    PyInstaller sees in them neither their imports nor the library beside the package that holds all
    of mypyc's code. The sources are installed too and name both; for a package that is not compiled
    the result adds nothing.

    Args:
        package: the installed distribution.
    """
    found: set[str] = set()
    for file in package.files or ():
        if file.suffix == ".py":
            found.add(".".join(file.with_suffix("").parts).removesuffix(".__init__"))
            found |= set(_imported_modules(Path(str(package.locate_file(file))).read_text("utf-8")))
        elif _is_extension(file.name) and len(file.parts) == 1:
            found.add(file.name.partition(".")[0])
    return sorted(found)


def _is_extension(name: str) -> bool:
    return name.endswith((".so", ".pyd"))


def _imported_modules(source: str) -> Iterator[str]:
    """Yield the modules that a source imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def plugin_name(path: str) -> str | None:
    """Return folder and name of a Qt plugin, the same on all systems; None for other files."""
    parts = PurePosixPath(_with_slashes(path)).parts
    if "plugins" not in parts or "PySide6" not in parts:
        return None
    folder, file = parts[-2:]
    return f"{folder}/{file.split('.')[0].removeprefix('lib')}"


def belongs_in_bundle(
    path: str, source: str, own_folders: Iterable[Path], system: str = sys.platform
) -> bool:
    """Return True if a file belongs in the bundle by its name.

    Args:
        path: target path in the bundle.
        source: current path.
        own_folders: folders of the environment that makes the bundle, and of its Python.
        system: target system, as in ``sys.platform``.
    """
    plugin = plugin_name(path)
    if plugin is not None:
        return plugin in QT_PLUGINS[system]
    parts = PurePosixPath(_with_slashes(path))
    if parts.parts[0] == "PySide6":
        if "translations" in parts.parts:
            return parts.name in QT_TRANSLATIONS
        if "qml" in parts.parts:
            return False
        # On Windows, Qt's own libraries are beside the modules, as Qt6Core.dll.
        if parts.name.startswith("Qt") and len(parts.parts) == 2 and _is_extension(parts.name):
            return parts.name.split(".")[0] in QT_MODULES
    if any(part.endswith(".dist-info") for part in parts.parts):
        return False  # licences.py collects the licences from them
    if system == "linux" and ".so" in parts.name:
        is_own = any(Path(source).is_relative_to(folder) for folder in own_folders)
        return is_own or any(fnmatch.fnmatch(parts.name, taken) for taken in BUNDLED_LIBRARIES)
    return True


def find_reachable(roots: Iterable[str], needs: Callable[[str], Iterable[str]]) -> set[str]:
    """Return the roots and everything that they need, directly or indirectly."""
    found: set[str] = set()
    todo = list(roots)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += needs(name)
    return found


def select_entries(
    entries: Iterable[BundleEntry],
    own_folders: Iterable[Path],
    imports: Callable[[str], Iterable[tuple[str, str | None]]],
    system: str = sys.platform,
) -> list[BundleEntry]:
    """Return the files that belong in the bundle: wanted files and the libraries they need.

    Args:
        entries: files that PyInstaller has found.
        own_folders: folders of the environment that makes the bundle, and of its Python.
        imports: returns the libraries that a file is linked with, by name and path.
        system: target system, as in ``sys.platform``.
    """
    own_folders = list(own_folders)
    # On Linux the libraries of a package find each other without additional links.
    candidates = [one for one in entries if (system, one[2]) != ("linux", "SYMLINK")]
    wanted = [one for one in candidates if belongs_in_bundle(one[0], one[1], own_folders, system)]
    by_name: dict[str, BundleEntry] = {}
    for entry in wanted:
        if entry[2] == "BINARY":
            by_name.setdefault(_library_name(entry[0]), entry)

    def linked_names(name: str) -> Iterable[str]:
        entry = by_name.get(name)
        return () if entry is None else _linked_libraries(entry, imports)

    roots = [
        _library_name(one[0]) for one in wanted if one[2] == "BINARY" and _is_loaded_by_name(one)
    ]
    for entry in wanted:
        if entry[2] == "EXTENSION":
            roots += _linked_libraries(entry, imports)
    used_names = find_reachable(roots, linked_names)
    libraries = [
        one for one in wanted if one[2] == "BINARY" and _library_name(one[0]) in used_names
    ]
    frameworks = {None, *(_framework_folder(one[0]) for one in libraries)}
    others = [one for one in wanted if one[2] not in ("BINARY", "SYMLINK")]
    files = {*libraries, *(one for one in others if _framework_folder(one[0]) in frameworks)}
    # Links lead to a kept file, or to another link or folder on the way there.
    kept_paths = add_parent_folders({_with_slashes(one[0]) for one in files})
    links = {_with_slashes(one[0]): _with_slashes(one[1]) for one in wanted if one[2] == "SYMLINK"}
    return [
        one
        for one in wanted
        if one in files
        or (one[2] == "SYMLINK" and resolve_path(_with_slashes(one[0]), links) in kept_paths)
    ]


def find_missing_parts(paths: Iterable[str], system: str = sys.platform) -> list[str]:
    """Return the parts of Qt loaded by name that a bundle lacks.

    Args:
        paths: paths of the bundle's files.
        system: target system, as in ``sys.platform``.
    """
    paths = [_with_slashes(path) for path in paths]
    plugins = {plugin_name(path) for path in paths}
    names = {path.rpartition("/")[2] for path in paths}
    modules = {name.partition(".")[0] for name in names if _is_extension(name)}
    wanted = [one for one in QT_PLUGINS[system] if one not in plugins]
    wanted += [one for one in QT_MODULES if one not in modules]
    return [*wanted, *sorted(QT_TRANSLATIONS - names)]


def _with_slashes(path: str) -> str:
    return path.replace("\\", "/")


def _library_name(path: str) -> str:
    """Return the name of a library in lower case, since Windows ignores case."""
    return _with_slashes(path).rpartition("/")[2].lower()


def _framework_folder(path: str) -> str | None:
    """Return the framework folder of a file on macOS; None outside of a framework."""
    folder, end, _ = path.partition(".framework/")
    return folder if end else None


def _is_loaded_by_name(entry: BundleEntry) -> bool:
    """Return True if a library is loaded by name rather than through linking."""
    loaded = _library_name(entry[0]).startswith(("libpython", "python"))
    return loaded or plugin_name(entry[0]) is not None


def _linked_libraries(
    entry: BundleEntry, imports: Callable[[str], Iterable[tuple[str, str | None]]]
) -> list[str]:
    return [_library_name(name) for name, _ in imports(entry[1])]
