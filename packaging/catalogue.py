"""Maintenance of the translation catalogues in ``resources/locale``.

Run ``python packaging/catalogue.py update`` after texts have changed, ``compile`` after they have
been translated, ``check`` to list errors, and ``merge ru FILE…`` to take translations from other
catalogues. It needs Babel, a developer dependency; the program itself reads the ``.mo`` files,
which are kept beside their sources, with gettext alone (docs/translating.md).
"""

import argparse
import ast
import io
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

try:
    from babel.core import Locale
    from babel.messages.catalog import Catalog, Message
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po, write_po
except ModuleNotFoundError:
    sys.exit("Babel is not installed; python3 packaging/start.py dev sets up what this needs.")


class TextMarker(NamedTuple):
    """Marker function of texts: positions of the singular and plural arguments."""

    text_arguments: tuple[int, ...]
    has_context: bool = False
    """The first argument is the context."""


ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "desktop" / "greenbaize"
FOLDER: Final = ROOT / "resources" / "locale"
DOMAIN: Final = "greenbaize"
KEYWORDS: Final[Mapping[str, TextMarker]] = {
    "tr": TextMarker((0,)),
    "tr_count": TextMarker((0, 1)),
    "tr_in": TextMarker((1,), has_context=True),
    "mark_text": TextMarker((0,)),
    "mark_count": TextMarker((0, 1)),
    "mark_text_in_context": TextMarker((1,), has_context=True),
    "mark_each": TextMarker((1,), has_context=True),
}
"""Marker functions by name."""
_MARKER_PATTERN: Final = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\(")
HEADING: Final = "Translations of the texts of Green Baize; see docs/translating.md."
CASES: Final = ("gen", "dat", "acc", "ins", "pre")
"""Grammatical cases that a placeholder may ask for, as in ``{suit:gen}``."""
_PLACEHOLDER: Final = re.compile(r"\{(\w*)(?::([^{}]*))?\}")

MessageKey = tuple[str, str]
"""Context and text of a message; the context is mostly empty."""


class TranslationCatalog(Catalog):
    """Catalogue whose header holds only what does not change from day to day."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """Lines of the header."""
        return [
            ("Language", str(self.locale or "")),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", self.plural_forms),
        ]


def message_key(message: Message) -> MessageKey:
    """Return the key under which a message is looked up."""
    text = message.id if isinstance(message.id, str) else message.id[0]
    return message.context or "", text


def messages_by_key(catalog: Catalog) -> dict[MessageKey, Message]:
    """Return the messages of a catalogue without its header."""
    return {message_key(one): one for one in catalog if one.id}


@cache
def extract_source_texts(source: Path = SOURCE) -> Catalog:
    """Return all texts that the source marks."""
    catalog = Catalog()
    for path in sorted(source.rglob("*.py")):
        name = path.relative_to(source).as_posix()
        code = path.read_text(encoding="utf-8")
        for context, text in extract_marked_texts(code) if _MARKER_PATTERN.search(code) else ():
            catalog.add(text, None, _file_location(name), context=context)
    return catalog


def extract_marked_texts(source: str) -> Iterator[tuple[str | None, str | tuple[str, str]]]:
    """Yield the marked texts of a module with their contexts, in source order.

    Babel's own reader works on tokens and would miss texts that are marked within an f-string.
    """
    marked_texts = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and (kind := KEYWORDS.get(_called_name(node))) is not None:
            for texts in product(*map(_literal_texts, node.args[: max(kind.text_arguments) + 1])):
                text = tuple(texts[index] for index in kind.text_arguments)
                context = texts[0] if kind.has_context else None
                marked_texts.append((node.lineno, node.col_offset, context, text))
    for _, _, context, text in sorted(marked_texts, key=lambda one: one[:2]):
        yield context, text[0] if len(text) == 1 else (text[0], text[1])


def _called_name(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _literal_texts(node: ast.expr) -> list[str]:
    """Return the literal texts that an argument can have."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=other):
            return [*_literal_texts(body), *_literal_texts(other)]
        case ast.Tuple(elts=parts) | ast.Starred(value=ast.Tuple(elts=parts)):
            return [text for part in parts for text in _literal_texts(part)]
    return []


def catalogue_languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue."""
    return tuple(sorted(path.name for path in FOLDER.iterdir() if path.is_dir()))


def po_path(language: str) -> Path:
    """Return the path of a language's ``.po`` file."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read_catalogue(path: Path, language: str) -> Catalog:
    """Read the catalogue of a file."""
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update_catalogue(
    language: str, previous_catalogues: Iterable[Catalog], source: Path = SOURCE
) -> Catalog:
    """Return the texts of the source with their translations.

    Args:
        language: code of the language.
        previous_catalogues: catalogues with translations; later ones take precedence. A text whose
            context is new takes over the translation that it had without one.
        source: folder with the source.
    """
    known: dict[MessageKey, Message] = {}
    for catalog in previous_catalogues:
        known |= {key: one for key, one in messages_by_key(catalog).items() if is_finished(one)}
    target = TranslationCatalog(locale=Locale.parse(language), charset="utf-8", fuzzy=False)
    target.header_comment = f"# {HEADING}"
    for key, text in messages_by_key(extract_source_texts(source)).items():
        found = known.get(key) or known.get(("", key[1]))
        fits = found is not None and isinstance(found.id, str) == isinstance(text.id, str)
        string = found.string if found is not None and fits else None
        file_locations = [one for name, _ in text.locations for one in _file_location(name)]
        target.add(text.id, string, file_locations, context=text.context)
    return target


def _file_location(name: str) -> list[tuple[str, int]]:
    """Return a file as a location without line number, which would change all the time."""
    return [(name, None)]  # type: ignore[list-item]


def _translated_forms(message: Message) -> tuple[str, ...]:
    """Return the translation of a message in each of its plural forms."""
    string = message.string or ""
    return (string,) if isinstance(string, str) else tuple(string)


def is_finished(message: Message) -> bool:
    """Return True if a message is translated completely."""
    return all(_translated_forms(message)) and not message.fuzzy


def write_catalogue(catalog: Catalog, path: Path) -> None:
    """Write a catalogue in a form that minimises merge conflicts between translators."""
    text = io.BytesIO()
    write_po(text, catalog, width=0, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.getvalue().decode(), encoding="utf-8", newline="\n")


def compile_catalogue(language: str) -> bytes:
    """Return the ``.mo`` data of a language's finished texts."""
    catalog = read_catalogue(po_path(language), language)
    target = TranslationCatalog(locale=Locale.parse(language), charset="utf-8", fuzzy=False)
    for one in messages_by_key(catalog).values():
        if is_finished(one):
            target.add(one.id, one.string, context=one.context)
    data = io.BytesIO()
    write_mo(data, target)
    return data.getvalue()


# Errors of a catalogue


def find_faults(language: str) -> Iterator[str]:
    """Yield the errors of a language's catalogue, one line each."""
    catalog = read_catalogue(po_path(language), language)
    wanted, existing = messages_by_key(extract_source_texts()), messages_by_key(catalog)
    for key in wanted.keys() - existing.keys():
        yield f"missing: {key}"
    for key in existing.keys() - wanted.keys():
        yield f"no longer in the source: {key}"
    for one in catalog.obsolete.values():
        yield f"no longer in the source: {message_key(one)}"
    for key in wanted.keys() & existing.keys():
        for fault in find_message_faults(existing[key], wanted[key], catalog.num_plurals):
            yield f"{fault}: {key}"


def find_message_faults(message: Message, source_message: Message, forms: int) -> Iterator[str]:
    """Yield the errors of a message.

    Args:
        message: message with its translation.
        source_message: the same message in the source.
        forms: number of plural forms of the language.
    """
    texts = (source_message.id,) if isinstance(source_message.id, str) else source_message.id
    strings = _translated_forms(message)
    if message.fuzzy:
        yield "unsure"
    if not all(strings):
        yield "not translated"
        return
    if len(strings) != (forms if len(texts) > 1 else 1):
        yield "wrong number of plural forms"
    names = {name for text in texts for name, _ in _PLACEHOLDER.findall(text)}
    for string in strings:
        yield from _find_string_faults(string, texts[-1], names, forms)
    if len({string.count("\n") for string in (*strings, *texts)}) > 1:
        yield "another number of lines"


def _find_string_faults(string: str, text: str, names: set[str], forms: int) -> Iterator[str]:
    found = _PLACEHOLDER.findall(string)
    # A form for exactly 1 may leave out the number.
    if {name for name, _ in found} != names:
        yield "other placeholders"
    if set("{}") & set(re.sub(_PLACEHOLDER, "", string.replace("{{", "").replace("}}", ""))):
        yield "a brace too many"
    for _, spec in found:
        if "|" in spec:
            if len(spec.split("|")) != forms:
                yield "wrong number of forms in braces"
        elif spec and spec not in CASES and f":{spec}}}" not in text:
            yield "unknown form in braces"
    if _count_mnemonics(string) != _count_mnemonics(text):
        yield "another number of mnemonics (&)"
    if string.strip() and (string[0].isspace(), string[-1].isspace()) != (
        text[0].isspace(),
        text[-1].isspace(),
    ):
        yield "other spaces at its ends"


def _count_mnemonics(text: str) -> int:
    return len(re.findall(r"&(?=\w)", text.replace("&&", "")))


def main(arguments: list[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deed", choices=("update", "compile", "check", "merge"))
    parser.add_argument("language", nargs="?", help="with merge, or a new one with update")
    parser.add_argument("files", nargs="*", type=Path, help="with merge: catalogues")
    options = parser.parse_args(arguments)
    language_codes = (options.language,) if options.language else catalogue_languages()
    found = 0
    for language in language_codes:
        path = po_path(language)
        if options.deed in ("update", "merge"):
            before = [read_catalogue(path, language)] if path.exists() else []
            write_catalogue(
                update_catalogue(
                    language, [*before, *(read_catalogue(one, language) for one in options.files)]
                ),
                path,
            )
        if options.deed != "check":
            path.with_suffix(".mo").write_bytes(compile_catalogue(language))
        for fault in sorted(find_faults(language)):
            found += 1
            print(f"{language}: {fault}")
    return 1 if found and options.deed == "check" else 0


if __name__ == "__main__":
    sys.exit(main())
