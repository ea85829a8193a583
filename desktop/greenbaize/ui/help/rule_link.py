"""A rule that is cited, as a link to its place on the help pages."""

from PySide6.QtWidgets import QWidget

from greenbaize.ui.plain import set_tip
from greenbaize.ui.theme import Theme
from greenbaize.ui.word_link import WordLink
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import cited


class RuleLink(WordLink):
    """A rule in small underlined letters; without one it is empty and takes no room.

    Args:
        rule: the rule, as ``damn.md 4``.
        theme: the colours.
        parent: the paper it stands on.
    """

    def __init__(self, rule: str, theme: Theme, parent: QWidget) -> None:
        super().__init__("", theme, parent)
        set_tip(self, tr("Read this rule in the help"))
        self.show_rule(rule)

    def show_rule(self, rule: str) -> None:
        """Cite this rule, or none."""
        self.rule = rule
        self.show_words(cited(rule))
        self.setVisible(bool(rule))
