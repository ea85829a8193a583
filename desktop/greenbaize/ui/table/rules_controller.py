"""Rules on the table: the ring of ranks, and the slip with the rules of this table."""

from typing import Any, Final

from PySide6.QtCore import QObject, QRectF

from greenbaize.app.house_rules import (
    find_matching_rules,
    format_rules_name,
    list_house_rules,
)
from greenbaize.app.match_kind import describe_match_kind, name_match_kind
from greenbaize.app.tables.default_players import display_names
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.match.header import GamesByName
from greenbaize.rules.table_snapshot import NO_CURRENT_RULES, RankRing
from greenbaize.store.settings import UserSettings
from greenbaize.ui.table.cloth_buttons import RingAreaButton, RingButton, RingItem, RulesSlipButton
from greenbaize.ui.table.geometry import TableBox
from greenbaize.ui.table.rules_slip_dialog import RulesSlipDialog
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.view import TableView
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import TableRule, ring_text, table_rules
from greenbaize.words.speaker import Speaker

MIN_RING_CARD_PX: Final = 82.0
"""Card width below which the ring is folded into a button (px)."""
MAX_RING_LINES: Final = 2
"""Largest number of special cases below the ring; the slip lists all of them."""


class RulesController(QObject):
    """Controller of the buttons at an end of the own hand, and of the ring above the own plate."""

    def __init__(self, player_view: PlayerView, scene: TableScene, table_view: TableView) -> None:
        super().__init__(table_view)
        self._player_view, self._scene, self._table_view = player_view, scene, table_view
        self._speaker = Speaker(display_names(player_view.header.players), player_view.seat)
        self.current_rules = NO_CURRENT_RULES
        """Rules that matter now, as far as the table has shown the match."""
        self.shows_ring = True
        self.rules_name = ""
        """Name of the house rules that the match is played by, if the person keeps such."""
        self.rules_button = RulesSlipButton(table_view.viewport())
        self.ring_button = RingButton(table_view.viewport())
        self.ring_area = RingAreaButton(table_view)
        self.ring = RingItem()
        scene.addItem(self.ring)
        self.slip_dialog: Any = None
        """Dialog with the rules of this table, while it is open."""
        for button in (self.rules_button, self.ring_button, self.ring_area):
            button.clicked.connect(self.toggle_slip)
        self._describe_rules()

    @property
    def rules(self) -> tuple[TableRule, ...]:
        header = self._player_view.header
        options = self._player_view.game.options
        return table_rules(options, len(header.players), header.options)

    @property
    def kind(self) -> tuple[str, list[str]]:
        """What the match is, if not a usual one, and sentences about it."""
        header = self._player_view.header
        kind = name_match_kind(header)
        return kind[:1].upper() + kind[1:], describe_match_kind(header)

    def _describe_rules(self) -> None:
        unusual = [rule.sentence for rule in self.rules if rule.default_value]
        title, lines = self.kind
        kind_text = f"{title}: {' '.join(lines)}" if title else ""
        option_text = "\n".join(unusual) if unusual else tr("All options are as usual.")
        name_text = format_rules_name(self.rules_name)
        text = "\n".join(filter(None, (kind_text, name_text, option_text)))
        self.rules_button.setText(tr("Rules"))
        self.rules_button.set_description(tr("Rules"), text)
        self.rules_button.has_unread = bool(unusual)

    # Display

    def show_view(self, view: Any) -> None:
        current_rules = self._player_view.game.current_rules(view, self._player_view.seat)
        if current_rules != self.current_rules:
            self.current_rules = current_rules
            self._update_ring(current_rules.ring)
            if self.slip_dialog is not None:
                self.slip_dialog.show_rules(current_rules)
        self.update_layout()

    def _update_ring(self, ring: RankRing | None) -> None:
        if ring is None:
            return
        render = self._speaker.format_message
        self.ring.ring, self.ring.lines = (
            ring,
            tuple(map(render, ring.special_cases[:MAX_RING_LINES])),
        )
        words = "\n".join([ring_text(ring), *map(render, self.current_rules.situation)])
        for button in (self.ring_button, self.ring_area):
            button.set_description(tr("Who beats whom"), words)

    def update_rank_letters(self) -> None:
        """Draw the ring and the slip again after the letters of ranks have changed."""
        self._update_ring(self.current_rules.ring)
        self.ring.redraw()
        if self.slip_dialog is not None:
            self.slip_dialog.show_rules(self.current_rules)

    def name_house_rules(self, settings: UserSettings, games: GamesByName) -> None:
        """Name the house rules of the person that the match is played by, if there are such."""
        header, game = self._player_view.header, self._player_view.game
        kept_rules = list_house_rules(settings, games, game.name)
        rules = find_matching_rules(kept_rules, game, len(header.players), header.options)
        name = "" if rules is None else rules.name
        if name != self.rules_name:
            self.rules_name = name
            self._describe_rules()

    def set_ring_shown(self, *, on: bool) -> None:
        self.shows_ring = on
        self.update_layout()

    def ring_rect(self) -> QRectF | None:
        """Return the rectangle of the ring, drawn or folded, in the scene, if it is shown."""
        visible = [button for button in (self.ring_area, self.ring_button) if button.isVisible()]
        return (
            self._table_view.mapToScene(visible[0].geometry()).boundingRect() if visible else None
        )

    @property
    def is_ring_folded(self) -> bool:
        """There is a ring for which the table is too small."""
        return self.current_rules.ring is not None and not self._has_ring_room

    @property
    def _has_ring_room(self) -> bool:
        geometry = self._scene.geometry
        return geometry.ring_box() is not None and geometry.card_width >= MIN_RING_CARD_PX

    def update_layout(self) -> None:
        """Lay out all items; a table for onlookers has none."""
        if self._scene.table_only:
            return
        geometry = self._scene.geometry
        shows_ring = self.shows_ring and self.current_rules.ring is not None
        room = geometry.ring_box()
        is_unfolded = shows_ring and self._has_ring_room
        outer, inner = geometry.aid_button_boxes()
        self.rules_button.set_box(outer)
        self.ring_button.set_box(inner)
        if room is not None:
            self.ring_area.set_box(room)
            self.ring.set_box(TableBox(*map(round, room)))
        self.rules_button.show()
        self.ring_button.setVisible(shows_ring and not is_unfolded)
        self.ring_area.setVisible(is_unfolded)
        self.ring.setVisible(is_unfolded)

    # Slip

    def toggle_slip(self) -> None:
        if self.slip_dialog is not None:
            self.slip_dialog.close()
            return
        self.slip_dialog = RulesSlipDialog(
            self.rules, self._speaker, self.rules_button.window(), self.kind
        )
        self.slip_dialog.rules_name = self.rules_name
        self.slip_dialog.finished.connect(self._delete_slip)
        self.slip_dialog.show_rules(self.current_rules)
        self.slip_dialog.show()
        self.rules_button.has_unread = False

    def _delete_slip(self) -> None:
        if self.slip_dialog is not None:
            self.slip_dialog.deleteLater()
            self.slip_dialog = None

    def close_slip(self) -> None:
        if self.slip_dialog is not None:
            self.slip_dialog.close()
