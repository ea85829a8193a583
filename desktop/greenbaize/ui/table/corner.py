"""Rules on the table: the ring of ranks, and the slip with the rules of this table."""

from typing import Any, Final

from PySide6.QtCore import QObject, QRectF

from greenbaize.app.tables.default_players import called
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.rules.pictures import NOTHING_AT_HAND, Ring
from greenbaize.ui.table.aids import RingDisc, RingOnCloth, RingPanel, RulesSlipButton
from greenbaize.ui.table.geometry import Box
from greenbaize.ui.table.rules_slip import RulesSlip
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.view import TableView
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import TableRule, ring_text, table_rules
from greenbaize.words.speaker import Speaker

SMALL_TABLE: Final = 82.0
"""Card width below which the ring is folded into a button (px)."""
MOST_LINES: Final = 2
"""Largest number of special cases below the ring; the slip lists all of them."""


class Corner(QObject):
    """Controller of the buttons at an end of the own hand, and of the ring above the own plate."""

    def __init__(self, place: PlayerView, scene: TableScene, over: TableView) -> None:
        super().__init__(over)
        self._place, self._scene, self._over = place, scene, over
        self._speaker = Speaker(called(place.header.sitters), place.seat)
        self.at_hand = NOTHING_AT_HAND
        """Rules that matter now, as far as the table has shown the match."""
        self.shows_ring = True
        self.rules_button = RulesSlipButton(over.viewport())
        self.ring_disc = RingDisc(over.viewport())
        self.ring_panel = RingPanel(over)
        self.ring = RingOnCloth()
        scene.addItem(self.ring)
        self.slip: Any = None
        """Dialog with the rules of this table, while it is open."""
        for aid in (self.rules_button, self.ring_disc, self.ring_panel):
            aid.clicked.connect(self.open_slip)
        self._describe_rules()

    @property
    def rules(self) -> tuple[TableRule, ...]:
        header = self._place.header
        options = self._place.game.options
        return table_rules(options, len(header.sitters), header.options)

    def _describe_rules(self) -> None:
        unusual = [rule.said for rule in self.rules if rule.usual]
        words = "\n".join(unusual) if unusual else tr("All options are as usual.")
        self.rules_button.setText(tr("Rules"))
        self.rules_button.describe(tr("Rules"), words)
        self.rules_button.new = bool(unusual)

    # Display

    def show_view(self, view: Any) -> None:
        now = self._place.game.at_hand(view, self._place.seat)
        if now != self.at_hand:
            self.at_hand = now
            self._show_ring(now.ring)
            if self.slip is not None:
                self.slip.show_at_hand(now)
        self.lay_out()

    def _show_ring(self, ring: Ring | None) -> None:
        if ring is None:
            return
        say = self._speaker.say
        self.ring.ring, self.ring.lines = ring, tuple(map(say, ring.now[:MOST_LINES]))
        words = "\n".join([ring_text(ring), *map(say, self.at_hand.now)])
        for aid in (self.ring_disc, self.ring_panel):
            aid.describe(tr("Who beats whom"), words)

    def show_letters(self) -> None:
        """Draw the ring and the slip again after the letters of ranks have changed."""
        self._show_ring(self.at_hand.ring)
        self.ring.redraw()
        if self.slip is not None:
            self.slip.show_at_hand(self.at_hand)

    def show_ring(self, *, on: bool) -> None:
        self.shows_ring = on
        self.lay_out()

    def ring_place(self) -> QRectF | None:
        """Return the rectangle of the ring, drawn or folded, in the scene, if it is shown."""
        seen = [aid for aid in (self.ring_panel, self.ring_disc) if aid.isVisible()]
        return self._over.mapToScene(seen[0].geometry()).boundingRect() if seen else None

    @property
    def folds_ring(self) -> bool:
        """There is a ring for which the table is too small."""
        return self.at_hand.ring is not None and not self._has_room

    @property
    def _has_room(self) -> bool:
        geometry = self._scene.geometry
        return geometry.ring() is not None and geometry.card >= SMALL_TABLE

    def lay_out(self) -> None:
        """Lay out all items; a shared table has none."""
        if self._scene.table_only:
            return
        geometry = self._scene.geometry
        wanted = self.shows_ring and self.at_hand.ring is not None
        room = geometry.ring()
        unfolded = wanted and self._has_room
        outer, inner = geometry.discs()
        self.rules_button.lay_out(outer)
        self.ring_disc.lay_out(inner)
        if room is not None:
            self.ring_panel.lay_out(room)
            self.ring.lie(Box(*map(round, room)))
        self.rules_button.show()
        self.ring_disc.setVisible(wanted and not unfolded)
        self.ring_panel.setVisible(unfolded)
        self.ring.setVisible(unfolded)

    # Slip

    def open_slip(self) -> None:
        if self.slip is not None:
            self.slip.close()
            return
        self.slip = RulesSlip(self.rules, self._speaker, self.rules_button.window())
        self.slip.finished.connect(self._forget_slip)
        self.slip.show_at_hand(self.at_hand)
        self.slip.show()
        self.rules_button.new = False

    def _forget_slip(self) -> None:
        if self.slip is not None:
            self.slip.deleteLater()
            self.slip = None

    def close(self) -> None:
        if self.slip is not None:
            self.slip.close()
