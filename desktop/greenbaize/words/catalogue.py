"""The message catalogue: every text a person sees goes through it, English being its own key.

Translations are gettext catalogues in ``resources/locale``; English needs none.
"""

import gettext
from typing import Final

from greenbaize.resources import resources
from greenbaize.rules.messages import CONTEXT_ENDS

DOMAIN: Final = "greenbaize"

_translations: gettext.NullTranslations = gettext.NullTranslations()


def use_language(*languages: str) -> None:
    """Speak the first of these languages there is a catalogue for, else English."""
    folder = resources() / "locale"
    use_translations(gettext.translation(DOMAIN, folder, languages, fallback=True))


def use_translations(translations: gettext.NullTranslations) -> None:
    """Speak from these translations."""
    global _translations  # noqa: PLW0603  (one program speaks one language)
    _translations = translations


def tr(text: str) -> str:
    """A text in the language spoken; one that was marked with a context is looked up by both."""
    context, marked, plain = text.rpartition(CONTEXT_ENDS)
    return _translations.pgettext(context, plain) if marked else _translations.gettext(text)


def tr_in(context: str, text: str) -> str:
    """A text that is another thing elsewhere, in the language spoken.

    Args:
        context: what it is here, in a word or two.
        text: the text.
    """
    return _translations.pgettext(context, text)


def tr_count(one: str, many: str, count: int) -> str:
    """A text that depends on a number, in the language spoken."""
    return _translations.ngettext(one, many, count)
