"""Translations in which every text is a third longer, as in many other languages."""

import gettext
import re


def lengthen_text(text):
    """Return the text with a third more letters at its end."""
    letters = len(re.sub(r"\{[^}]*\}|[^a-zA-Z]", "", text))
    extra_count = (letters + 2) // 3
    if letters < 3:  # a sign rather than a word
        return text
    last = re.search(r"[^\w}]*$", text)
    end = text[last.start() :] if last else ""
    body = text[: len(text) - len(end)]
    if " " not in text.strip():
        return (
            f"{body}{'n' * extra_count}{end}"
            if not body.endswith("}")
            else f"{body} {'n' * extra_count}{end}"
        )
    words = [
        ("nenano" * extra_count)[:size]
        for size in [7] * (extra_count // 7) + [extra_count % 7]
        if size
    ]
    return f"{body} {' '.join(words)}{end}"


class LongerTranslations(gettext.NullTranslations):
    """Translations of every text into itself and a third more."""

    def gettext(self, message):
        return lengthen_text(message)

    def ngettext(self, msgid1, msgid2, n):
        return lengthen_text(msgid1 if n == 1 else msgid2)

    def pgettext(self, context, message):
        return lengthen_text(message)
