"""What a bundle holds of all that PyInstaller finds: what was seen to be used, and no more.

PyInstaller takes along whatever might be imported or loaded. The lists here say what is, on every
system; a plugin, library or module that is new to them stays out until somebody names it.
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

from bundle.linking import follow, with_folders

Entry = tuple[str, str, str]
"""A file of the bundle as PyInstaller has it: its path there, where it comes from, what it is."""

_EVERYWHERE: Final = (
    # Draws PDF files and pictures.
    "platforms/qoffscreen",
    # The pictures that the program has: PNG is in Qt itself.
    "iconengines/qsvgicon",
    "imageformats/qsvg",
)

PLUGINS: Final = {
    "linux": (
        *_EVERYWHERE,
        # Windows, on whatever shows them.
        "platforms/qwayland",
        "platforms/qxcb",
        "wayland-decoration-client/adwaita",
        "wayland-decoration-client/bradient",
        "wayland-shell-integration/xdg-shell",
        # What looks and asks as other programs on that desktop do.
        "platformthemes/qgtk3",
        "platformthemes/qxdgdesktopportal",
        # Letters that no key has.
        "platforminputcontexts/composeplatforminputcontextplugin",
        "platforminputcontexts/ibusplatforminputcontextplugin",
        "printsupport/cupsprintersupport",
    ),
    "win32": (*_EVERYWHERE, "platforms/qwindows", "styles/qmodernwindowsstyle"),
    "darwin": (*_EVERYWHERE, "platforms/qcocoa", "styles/qmacstyle"),
}
"""Qt's plugins by folder and name: no bundle of a system has others, or lacks one of them."""

QT_MODULES: Final = ("QtCore", "QtGui", "QtPrintSupport", "QtSvg", "QtWidgets")
"""What the program imports of PySide6; a test holds it equal to that."""

TAKEN_ALONG: Final = (
    "libxcb-cursor.so.*",
    "libxcb-icccm.so.*",
    "libxcb-image.so.*",
    "libxcb-keysyms.so.*",
    "libxcb-render-util.so.*",
    "libxcb-util.so.*",
    # Python itself, and where it has no database of its own, that of the system: the list of
    # matches is in one, and not every system has it.
    "libpython3.*.so.*",
    "libsqlite3.so.*",
)
"""The libraries of a Linux system that are taken along.

Many systems lack those of X. All others are left to the system, which has them wherever there are
windows: its drivers, themes and printers load them as well, and a second or older one beside them
is a crash. OpenSSL is mended by the system besides.
"""

EXCLUDED: Final = (
    # Cluster computing is an extra, for which Python has to be there anyway.
    "distributed",
    # What msgspec takes if it is there, as it is where releases are made (ship.lock).
    "attr",
    "attrs",
    "typing_extensions",
    # What tqdm can draw in and write to besides a terminal.
    "tkinter",
    "matplotlib",
    "IPython",
    "pandas",
    "rich",
    # What the standard library and the packages offer, and nobody here asks for.
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
    "tomllib",
    "tqdm.contrib",
    "tqdm.notebook",
    "tqdm.tk",
    "unittest",
    "xmlrpc",
)
"""Modules that are left out."""

COMPILED: Final = ("openskill",)
"""Packages that mypyc has compiled."""

_ENCODINGS: Final = frozenset(
    {
        *("aliases", "ascii", "charmap", "cp1252", "cp437", "idna", "latin_1", "mbcs", "oem"),
        *("punycode", "raw_unicode_escape", "undefined", "unicode_escape"),
        *("utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le"),
        *("utf_8", "utf_8_sig"),
    }
)
"""What the program reads and writes is UTF-8; the others are for names, pipes and old consoles."""

QT_WORDS: Final = frozenset(f"qtbase_{one}.qm" for one in identity.LANGUAGES if one != "en")
"""What Qt says by itself, in the languages there are; English it speaks without."""

HOOKS: Final = (
    # The beginning (bundle/beginning.py) does what is needed of these without loading anything.
    "pyi_rth_inspect",
    "pyi_rth_multiprocessing",
    "pyi_rth_pkgutil",
    # PySide6 finds its own plugins.
    "pyi_rth_pyside6",
)
"""What PyInstaller would run before the program, and need not."""


def excluded_modules() -> list[str]:
    """The modules to leave out, the encodings among them that nothing is written in."""
    import encodings  # noqa: PLC0415  (its contents, not itself, are what is wanted)

    unused = {one.name for one in pkgutil.iter_modules(encodings.__path__)} - _ENCODINGS
    codecs = ("cn", "hk", "iso2022", "jp", "kr", "tw")
    return [
        *EXCLUDED,
        *sorted(f"encodings.{name}" for name in unused),
        *(f"_codecs_{name}" for name in codecs),
        "_multibytecodec",
    ]


def modules_in(source: Path, package: str) -> list[str]:
    """The modules of a package, by its files.

    Nothing is imported for it: another copy of the package may be installed, as the checkout is in
    the environment that makes a release from an export.

    Args:
        source: the folder that the package's folder is in.
        package: its name.
    """
    modules = []
    for path in sorted((source / package).rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        folders = [source.joinpath(*parts[:end]) for end in range(1, len(parts))]
        if all((folder / "__init__.py").is_file() for folder in folders):
            modules.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return modules


def compiled_modules(package: Distribution) -> list[str]:
    """The modules of a package that is compiled, and what these import.

    PyInstaller sees in them neither that they import each other nor what they import of Python, nor
    the library beside the package that mypyc has put all of it in. Its sources, which come along,
    say so; where the package is not compiled they are imported, and nothing is found twice.

    Args:
        package: as it is installed.
    """
    found: set[str] = set()
    for file in package.files or ():
        if file.suffix == ".py":
            found.add(".".join(file.with_suffix("").parts).removesuffix(".__init__"))
            found |= set(_imported(Path(str(package.locate_file(file))).read_text("utf-8")))
        elif _is_extension(file.name) and len(file.parts) == 1:
            found.add(file.name.partition(".")[0])
    return sorted(found)


def _is_extension(name: str) -> bool:
    return name.endswith((".so", ".pyd"))


def _imported(source: str) -> Iterator[str]:
    """The modules that a source names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def plugin_name(path: str) -> str | None:
    """The folder and name of a Qt plugin, alike on all systems; None if a file is none."""
    parts = PurePosixPath(_spelled(path)).parts
    if "plugins" not in parts or "PySide6" not in parts:
        return None
    folder, file = parts[-2:]
    return f"{folder}/{file.split('.')[0].removeprefix('lib')}"


def is_wanted(path: str, source: str, own: Iterable[Path], system: str = sys.platform) -> bool:
    """Whether a file belongs in the bundle by its name.

    Args:
        path: where it would be in the bundle.
        source: where it is now.
        own: the folders of the environment that the bundle is made in, and of its Python.
        system: for which system, as ``sys.platform`` names it.
    """
    plugin = plugin_name(path)
    if plugin is not None:
        return plugin in PLUGINS[system]
    parts = PurePosixPath(_spelled(path))
    if parts.parts[0] == "PySide6":
        if "translations" in parts.parts:
            return parts.name in QT_WORDS
        if "qml" in parts.parts:
            return False
        # Qt's own libraries are beside the modules on Windows, as Qt6Core.dll.
        if parts.name.startswith("Qt") and len(parts.parts) == 2 and _is_extension(parts.name):
            return parts.name.split(".")[0] in QT_MODULES
    if any(part.endswith(".dist-info") for part in parts.parts):
        return False  # of what is needed of them, the licences, licences.py makes a folder
    if system == "linux" and ".so" in parts.name:
        at_home = any(Path(source).is_relative_to(folder) for folder in own)
        return at_home or any(fnmatch.fnmatch(parts.name, taken) for taken in TAKEN_ALONG)
    return True


def reached(roots: Iterable[str], needs: Callable[[str], Iterable[str]]) -> set[str]:
    """The roots and everything that they need, and that needs in turn."""
    found: set[str] = set()
    todo = list(roots)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += needs(name)
    return found


def kept(
    entries: Iterable[Entry],
    own: Iterable[Path],
    imports: Callable[[str], Iterable[tuple[str, str | None]]],
    system: str = sys.platform,
) -> list[Entry]:
    """The files that belong in the bundle: what is wanted, and the libraries that it needs.

    Args:
        entries: what PyInstaller has found.
        own: the folders of the environment that the bundle is made in, and of its Python.
        imports: the libraries that a file is linked with, by name and path.
        system: for which system, as ``sys.platform`` names it.
    """
    own = list(own)
    # On Linux the libraries of a package find each other without more names for them.
    named = [one for one in entries if (system, one[2]) != ("linux", "SYMLINK")]
    wanted = [one for one in named if is_wanted(one[0], one[1], own, system)]
    by_name: dict[str, Entry] = {}
    for entry in wanted:
        if entry[2] == "BINARY":
            by_name.setdefault(_name(entry[0]), entry)

    def needs(name: str) -> Iterable[str]:
        entry = by_name.get(name)
        return () if entry is None else _linked(entry, imports)

    roots = [_name(one[0]) for one in wanted if one[2] == "BINARY" and _begins(one)]
    for entry in wanted:
        if entry[2] == "EXTENSION":
            roots += _linked(entry, imports)
    used = reached(roots, needs)
    libraries = [one for one in wanted if one[2] == "BINARY" and _name(one[0]) in used]
    frameworks = {None, *(_framework(one[0]) for one in libraries)}
    others = [one for one in wanted if one[2] not in ("BINARY", "SYMLINK")]
    files = {*libraries, *(one for one in others if _framework(one[0]) in frameworks)}
    # Links lead to what stays, or to another link or a folder on the way there.
    there = with_folders({_spelled(one[0]) for one in files})
    links = {_spelled(one[0]): _spelled(one[1]) for one in wanted if one[2] == "SYMLINK"}
    return [
        one
        for one in wanted
        if one in files or (one[2] == "SYMLINK" and follow(_spelled(one[0]), links) in there)
    ]


def lacking(paths: Iterable[str], system: str = sys.platform) -> list[str]:
    """What a bundle lacks of the parts of Qt that are loaded by name.

    Args:
        paths: those of its files.
        system: for which system it is, as ``sys.platform`` names it.
    """
    paths = [_spelled(path) for path in paths]
    plugins = {plugin_name(path) for path in paths}
    names = {path.rpartition("/")[2] for path in paths}
    modules = {name.partition(".")[0] for name in names if _is_extension(name)}
    wanted = [one for one in PLUGINS[system] if one not in plugins]
    wanted += [one for one in QT_MODULES if one not in modules]
    return [*wanted, *sorted(QT_WORDS - names)]


def _spelled(path: str) -> str:
    return path.replace("\\", "/")


def _name(path: str) -> str:
    """The name of a library, alike however it is asked for: Windows knows no capitals."""
    return _spelled(path).rpartition("/")[2].lower()


def _framework(path: str) -> str | None:
    """The folder of a library and what belongs to it on macOS; None if a file is in none."""
    folder, end, _ = path.partition(".framework/")
    return folder if end else None


def _begins(entry: Entry) -> bool:
    """Whether a library is loaded by name rather than by what is linked with it."""
    loaded = _name(entry[0]).startswith(("libpython", "python"))
    return loaded or plugin_name(entry[0]) is not None


def _linked(entry: Entry, imports: Callable[[str], Iterable[tuple[str, str | None]]]) -> list[str]:
    return [_name(name) for name, _ in imports(entry[1])]
