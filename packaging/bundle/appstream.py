"""AppStream metadata, from which software centres make the program's page."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Final
from xml.sax.saxutils import escape, quoteattr

import identity
from environment import ROOT
from release.changelog import parse_sections

Texts = dict[str, str]
"""Translations by language."""

PARAGRAPHS: Final[tuple[Texts, ...]] = (
    {
        "en": "A card table for five trick-taking and shedding games that are rarely found "
        "elsewhere. Sit down against computer opponents of five levels, watch them play each "
        "other, or take seats with friends on the local network, without a server or an account.",
        "ru": "Карточный стол для пяти игр со взятками и на сброс, которые редко где найдёшь. "
        "Играйте против компьютерных соперников пяти уровней, смотрите, как они играют друг с "
        "другом, или садитесь за стол с друзьями в локальной сети, без сервера и учётных записей.",
    },
    {
        "en": "The program knows the rules: it tells what a card would do and why it may or may "
        "not be played, explains card by card why a trick went where it went, and keeps a record "
        "of every match. No computer opponent sees a card that you would not see in its place.",
        "ru": "Программа знает правила: она говорит, к чему приведёт карта и почему с неё можно "
        "или нельзя пойти, карта за картой объясняет, кому и почему досталась взятка, и хранит "
        "запись каждой партии. Ни один компьютерный соперник не видит карт, которых на его месте "
        "не видели бы вы.",
    },
)
GAMES: Final[tuple[Texts, ...]] = (
    {
        "en": "Damn, also called Eclipse, for 3 to 7: bid your tricks and win exactly as many",
        "ru": "«Затмение» (Damn) на 3–7 игроков: закажите взятки и возьмите ровно столько",
    },
    {
        "en": "Blackout, for 2 to 4: exact bids again; in the first deal you see every card but "
        "your own",
        "ru": "«Блэкаут» на 2–4 игроков: снова точные заказы, а в первой сдаче вы видите все "
        "карты, кроме своих",
    },
    {
        "en": "Master, for 2 to 4: twelve contracts, first to be avoided, then to be won",
        "ru": "«Магистр» на 2–4 игроков: двенадцать контрактов, где сначала всего избегают, а "
        "потом всё берут",
    },
    {
        "en": "Ass, for 2 to 6: four cards, go or stay, and banks to be rid of",
        "ru": "«Осёл» на 2–6 игроков: четыре карты, идти или остаться, и банки, от которых надо "
        "избавиться",
    },
    {
        "en": "Rank, for 2 to 10: be rid of your cards up and down a ring of ranks",
        "ru": "«Ранг» на 2–10 игроков: избавьтесь от карт, двигаясь вверх и вниз по кругу рангов",
    },
)
SCENES: Final[dict[str, Texts]] = {
    "table": {
        "en": "Damn, where you win exactly the tricks that you bid",
        "ru": "«Затмение», где берут ровно столько взяток, сколько заказали",
    },
    "start": {
        "en": "The first screen with the five games",
        "ru": "Первый экран с пятью играми",
    },
    "rank": {
        "en": "Rank, where you get rid of your cards",
        "ru": "«Ранг», где надо избавиться от карт",
    },
}
"""Captions of the screenshots by name; the first one is shown in lists."""
THEMES: Final = ("light", "dark")
FRAME_SIZE: Final = (1000, 700)
"""Size of a screenshot, the window with its frame (px)."""
LARGE_SCALE: Final = 2
"""Scale at which each screenshot exists as well."""
BRAND_COLOURS: Final = {"light": "#a9d8c2", "dark": "#16503d"}
"""Backgrounds on which shops show the icon."""
NARROWEST_WINDOW: Final = 640
"""Shortest side of a screen that the window is made for (logical px)."""
CONTENT: Final = {
    # The names of two games: Damn and Ass.
    "language-profanity": "mild",
    # Players on one network write to each other, and nobody reads it for them.
    "social-chat": "intense",
}
"""Content rating (OARS 1.1); what is not named is absent."""


def screenshot_name(scene: str, theme: str, language: str, scale: int) -> str:
    """Return the file name of a screenshot."""
    return f"{scene}-{theme}-{language}{f'@{scale}' if scale > 1 else ''}.png"


def translated_elements(indent: str, tag: str, texts: Texts) -> list[str]:
    """Return one XML element for each language."""
    return [
        f"{indent}<{tag}{_language_attribute(to)}>{escape(text)}</{tag}>"
        for to, text in texts.items()
    ]


def _language_attribute(language: str) -> str:
    return "" if language == identity.LANGUAGES[0] else f' xml:lang="{language}"'


def metainfo(version: str, timestamp: int, entry_file: str, changelog: str) -> str:
    """Return the AppStream metadata (1.0).

    Args:
        version: version of the program.
        timestamp: time of the release (s since 1970).
        entry_file: name of the desktop entry.
        changelog: text of CHANGELOG.md.
    """
    day = datetime.fromtimestamp(timestamp, UTC).date()
    unknown = identity.describe_unknown("HOME_PAGE", "ISSUE_TRACKER", "SCREENSHOTS")
    developer = quoteattr(identity.DEVELOPER_ID)
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            *([f"<!-- Incomplete: {unknown} -->"] if unknown else []),
            '<component type="desktop-application">',
            f"  <id>{identity.IDENTIFIER}</id>",
            f"  <name>{identity.NAME}</name>",
            *translated_elements("  ", "summary", identity.SHORT_SUMMARY),
            f"  <developer id={developer}>",
            f"    <name>{identity.PUBLISHER}</name>",
            "  </developer>",
            "  <metadata_license>CC0-1.0</metadata_license>",
            f"  <project_license>{identity.LICENCE}</project_license>",
            *_url_elements(),
            "  <description>",
            *(line for texts in PARAGRAPHS for line in translated_elements("    ", "p", texts)),
            "    <ul>",
            *(line for texts in GAMES for line in translated_elements("      ", "li", texts)),
            "    </ul>",
            "  </description>",
            "  <branding>",
            *(
                f'    <color type="primary" scheme_preference="{theme}">{colour}</color>'
                for theme, colour in BRAND_COLOURS.items()
            ),
            "  </branding>",
            f'  <launchable type="desktop-id">{entry_file}</launchable>',
            f'  <icon type="stock">{identity.IDENTIFIER}</icon>',
            "  <categories>",
            "    <category>Game</category>",
            "    <category>CardGame</category>",
            "  </categories>",
            *_screenshot_elements(),
            "  <provides>",
            f"    <binary>{identity.COMMAND}</binary>",
            f"    <mediatype>{identity.RECORD_MIME}</mediatype>",
            # The name of the desktop entry before 1.0.
            f"    <id>{identity.COMMAND}.desktop</id>",
            "  </provides>",
            "  <requires>",
            f'    <display_length compare="ge">{NARROWEST_WINDOW}</display_length>',
            "  </requires>",
            "  <supports>",
            *(f"    <control>{one}</control>" for one in ("pointing", "keyboard", "touch")),
            "  </supports>",
            "  <releases>",
            *_release_elements(version, day, changelog),
            "  </releases>",
            '  <content_rating type="oars-1.1">',
            *(
                f'    <content_attribute id="{name}">{degree}</content_attribute>'
                for name, degree in CONTENT.items()
            ),
            "  </content_rating>",
            "</component>",
            "",
        ]
    )


def _url_elements() -> Iterator[str]:
    urls = {"homepage": identity.HOME_PAGE, "bugtracker": identity.ISSUE_TRACKER}
    for kind, url in urls.items():
        if url:
            yield f'  <url type="{kind}">{escape(url)}</url>'


def _screenshot_elements() -> Iterator[str]:
    """Yield the screenshots in both themes; software centres take the image of a language."""
    if not identity.SCREENSHOTS:
        return
    yield "  <screenshots>"
    for scene, captions in SCENES.items():
        for theme in THEMES:
            default = ' type="default"' if (scene, theme) == (next(iter(SCENES)), "light") else ""
            yield f"    <screenshot{default}>"
            yield from translated_elements("      ", "caption", captions)
            for language in identity.LANGUAGES:
                yield f"      {_image_element(scene, theme, language)}"
            yield "    </screenshot>"
    yield "  </screenshots>"


def _image_element(scene: str, theme: str, language: str) -> str:
    """Return the larger image: there may be one for each language, and shops scale it down."""
    width, height = (LARGE_SCALE * side for side in FRAME_SIZE)
    size = f'width="{width}" height="{height}" scale="{LARGE_SCALE}"'
    url = f"{identity.SCREENSHOTS}/{screenshot_name(scene, theme, language, LARGE_SCALE)}"
    return f'<image type="source" {size}{_language_attribute(language)}>{escape(url)}</image>'


def _release_elements(version: str, day: date, changelog: str) -> Iterator[str]:
    """Yield the released versions, the newest first; a version without a section has no notes."""
    sections = [section for section in parse_sections(changelog) if section.version is not None]
    if version not in map(str, (section.version for section in sections)):
        kind = ' type="development"'
        yield f'    <release version="{version}" date="{day.isoformat()}"{kind}/>'
    for section in sections:
        yield f'    <release version="{section.version}" date="{section.day}">'
        yield "      <description>"
        yield from (f"        {line}" for line in _note_elements(section.body.splitlines()))
        yield "      </description>"
        yield "    </release>"


def _note_elements(lines: Sequence[str]) -> Iterator[str]:
    """Yield the elements of release notes: headings and paragraphs, and lists of bullets."""
    in_list = False
    # A line that begins nothing continues the one before it.
    text = re.sub(r"(?<=\S)\n(?=\s*[^\s#-])", " ", "\n".join(map(str.strip, lines)))
    for line in filter(None, text.splitlines()):
        is_bullet = line.startswith("- ")
        if is_bullet != in_list:
            yield "<ul>" if is_bullet else "</ul>"
        in_list = is_bullet
        words = _inline_markup(re.sub(r"^(- |#+ +)", "", line))
        yield f"  <li>{words}</li>" if is_bullet else f"<p>{words}</p>"
    if in_list:
        yield "</ul>"


def _inline_markup(text: str) -> str:
    """Return one line of Markdown in the markup of AppStream; links keep only their text."""
    text = escape(re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text))
    pieces = re.split(r"`([^`]+)`", text)
    for index, piece in enumerate(pieces):
        if index % 2:
            pieces[index] = f"<code>{piece}</code>"
        else:
            pieces[index] = re.sub(r"(\*{1,2})(?=\S)(.+?)(?<=\S)\1", r"<em>\2</em>", piece)
    return "".join(pieces)


def read_changelog() -> str:
    """Return the text of CHANGELOG.md."""
    return (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
