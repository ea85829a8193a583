"""A language that only marks what went through the catalogue: ⟦every text⟧ in brackets."""

import gettext

OPEN, CLOSE = "⟦", "⟧"


class PseudoTranslations(gettext.NullTranslations):
    """Translates every text to itself between brackets."""

    def gettext(self, message: str) -> str:
        return f"{OPEN}{message}{CLOSE}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        del context
        return self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        del context
        return self.ngettext(msgid1, msgid2, n)


def plain() -> gettext.NullTranslations:
    """The translations that leave English as it is."""
    return gettext.NullTranslations()


def loose(text: str) -> str:
    """What of a shown text stands outside all brackets, letters only: it must be empty."""
    depth, rest = 0, ""
    for sign in text:
        depth += (sign == OPEN) - (sign == CLOSE)
        if depth == 0 and sign.isalpha():
            rest += sign
    return rest
