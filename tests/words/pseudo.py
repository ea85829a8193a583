"""Translations that mark what went through the catalogue: ⟦every text⟧ in brackets."""

import gettext

OPEN, CLOSE = "⟦", "⟧"


class PseudoTranslations(gettext.NullTranslations):
    """Translations of every text to itself between brackets."""

    def gettext(self, message):
        return f"{OPEN}{message}{CLOSE}"

    def ngettext(self, msgid1, msgid2, n):
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context, message):
        del context
        return self.gettext(message)

    def npgettext(self, context, msgid1, msgid2, n):
        del context
        return self.ngettext(msgid1, msgid2, n)


def plain():
    """Return translations that leave English as it is."""
    return gettext.NullTranslations()


def loose(text):
    """Return the letters of a displayed text outside all brackets; there must be none."""
    depth, rest = 0, ""
    for sign in text:
        depth += (sign == OPEN) - (sign == CLOSE)
        if depth == 0 and sign.isalpha():
            rest += sign
    return rest
