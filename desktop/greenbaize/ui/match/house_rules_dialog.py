"""The dialog in which house rules get their name."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from greenbaize.app.house_rules import (
    MAX_NAME_LENGTH,
    HouseRules,
    describe_house_rules,
    find_matching_rules,
    find_name_error,
    keep_house_rules,
    list_house_rules,
    rename_house_rules,
    resolve_house_rules,
)
from greenbaize.match.header import GamesByName
from greenbaize.store.settings import UserSettings
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.dialog import TEXT_WIDTH, BaseDialog
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.labels import make_note, make_subheading
from greenbaize.ui.widgets.layouts import STRETCH, make_row
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.words.catalogue import tr
from greenbaize.words.names import isolate_direction
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title


class HouseRulesDialog(BaseDialog):
    """Dialog with house rules and a field for their name, under which they are kept or renamed.

    It changes the settings; the caller saves them.
    """

    rules_kept = Signal(object)
    """Emitted with the ``HouseRules`` under their name."""

    def __init__(
        self,
        settings: UserSettings,
        games: GamesByName,
        rules: HouseRules,
        parent: QWidget,
        *,
        is_rename: bool = False,
    ) -> None:
        super().__init__(parent, tr("Rename house rules") if is_rename else tr("Keep house rules"))
        self._settings, self._games, self._rules = settings, games, rules
        self._old_name = rules.name if is_rename else ""
        game = games[rules.game]
        texts = describe_house_rules(game, rules)
        self.rules_label = PlainLabel("\n".join(texts), self)
        self.rules_label.setWordWrap(True)
        self.rules_label.setMinimumWidth(round(scale_pixels(TEXT_WIDTH, 1.4)))
        self.name_field = QLineEdit(rules.name, self)
        self.name_field.setMaxLength(MAX_NAME_LENGTH)
        self.name_field.setPlaceholderText(tr("As at Grandma’s"))
        label = PlainLabel(tr("&Name"), self)
        label.setBuddy(self.name_field)
        self.name_field.setAccessibleName(tr("Name of these house rules"))
        self.name_field.setAccessibleDescription(". ".join([game_title(game.name), *texts]))
        self.note_label = make_note(self._same_rules_text(), self)
        self.note_label.setVisible(bool(self.note_label.text()))
        self.error_label = make_note("", self, is_quiet=False)
        self.error_label.hide()
        keep_text = tr("&Rename") if is_rename else tr("&Save")
        self.keep_button = self.make_button(keep_text, self._keep_rules, default=True)
        self.cancel_button = self.make_button(tr("&Cancel"), self.reject)
        self.build_layout(
            make_subheading(game_title(game.name), self),
            self.rules_label,
            make_row(label, (self.name_field, 1)),
            self.note_label,
            self.error_label,
            make_row(STRETCH, self.keep_button, self.cancel_button),
        )
        self.name_field.textEdited.connect(self._hide_error)
        self.name_field.setFocus()
        self.name_field.selectAll()

    def _same_rules_text(self) -> str:
        """Return under which other name the same rules are kept, if they are."""
        game = self._games[self._rules.game]
        kept_rules = [
            rules
            for rules in list_house_rules(self._settings, self._games, game.name)
            if rules.name != self._old_name
        ]
        for seats in game.seats:
            settings = resolve_house_rules(game, seats, self._rules)
            if settings is not None:
                same_rules = find_matching_rules(kept_rules, game, seats, settings)
                if same_rules is None:
                    return ""
                text = tr("You keep the same rules already, as “{name}”.")
                return text.format(name=isolate_direction(same_rules.name))
        return ""

    def _hide_error(self) -> None:
        self.error_label.hide()

    def _keep_rules(self) -> None:
        name = self.name_field.text()
        error = find_name_error(self._settings, self._rules.game, name, self._old_name)
        if error is not None:
            text = Speaker().format_message(error)
            self.error_label.setText(text)
            self.error_label.show()
            self.adjustSize()
            announce(self.error_label, text)
            self.name_field.setFocus()
            return
        if self._old_name:
            kept = rename_house_rules(self._settings, self._rules, name)
        else:
            named_rules = HouseRules(name, self._rules.game, self._rules.values)
            kept = keep_house_rules(self._settings, named_rules)
        self.accept()
        self.rules_kept.emit(kept)
