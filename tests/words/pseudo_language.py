"""Translations that mark what went through the catalogue: ⟦every text⟧ in brackets."""

import gettext

OPENING_BRACKET, CLOSING_BRACKET = "⟦", "⟧"


class PseudoTranslations(gettext.NullTranslations):
    """Translations of every text to itself between brackets."""

    def gettext(self, message):
        return f"{OPENING_BRACKET}{message}{CLOSING_BRACKET}"

    def ngettext(self, msgid1, msgid2, n):
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context, message):
        del context
        return self.gettext(message)

    def npgettext(self, context, msgid1, msgid2, n):
        del context
        return self.ngettext(msgid1, msgid2, n)


def english_translations():
    """Return translations that leave English as it is."""
    return gettext.NullTranslations()


def text_outside_brackets(text):
    """Return the letters of a displayed text outside all brackets; there must be none."""
    depth, rest = 0, ""
    for sign in text:
        depth += (sign == OPENING_BRACKET) - (sign == CLOSING_BRACKET)
        if depth == 0 and sign.isalpha():
            rest += sign
    return rest
