"""Checks of what the overlays of a table cover: plates, names, signs and hands."""

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRectF

from greenbaize.rules.table_snapshot import ScoreQuality
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.table.hover_help import iterate_elements
from greenbaize.ui.table.note import NoteText

SAMPLE_NOTE = NoteText(
    "10♣ follows suit; A♣ keeps the trick.", "You still need 1 of your 2.", ("damn 4",)
)
LONG_SENTENCE = (
    "Nobody takes the trick yet: play a card, or say that you leave it to the others now"
)
MAX_TOUCHING_AREA = 12.0
"""Largest overlap area of rectangles that merely touch (square pixels)."""


def find_own_plate_covers(playing: MatchView) -> set[str]:
    """Return the names of the overlays over the own plate, and "trump disc" if one hides a name."""
    scene = playing.scene
    own_plate = scene.plates[scene.near_seat].body_rect()
    cover_names = {
        name
        for name, rect in _iterate_overlays(playing)
        if _overlap_area(rect, own_plate) > MAX_TOUCHING_AREA
    }
    for plate in scene.plates:
        disc = plate.trump_disc_rect()
        if disc is not None and _overlap_area(disc, plate.text_rect()) > MAX_TOUCHING_AREA:
            cover_names.add("trump disc")
    return cover_names


def find_prompt_overlaps(playing: MatchView) -> set[str]:
    """Return the overlays of a question that cover plates, signs or hands, or are cut off."""
    scene, prompt = playing.scene, playing.prompts.choice_prompt
    overlays = {"hint": scene.hint.sceneBoundingRect()}
    if prompt.isVisible():
        overlays["question"] = QRectF(prompt.geometry())
    items = (scene.notice, scene.trump_sign, scene.trumps)
    rects_below = [rect.sceneBoundingRect() for rect in items if rect.isVisible()]
    rects_below += [plate.body_rect() for plate in scene.plates]
    hands = [hand for seat, hand in enumerate(scene.cards.hands) if seat != scene.near_seat]
    rects_below += [card.pixmap_rect for hand in hands for card in hand]
    overlap_names = {
        name
        for name, overlay_rect in overlays.items()
        for rect in rects_below
        if _overlap_area(overlay_rect, rect) > MAX_TOUCHING_AREA
    }
    return overlap_names | {
        f"{name} cut" for name, overlay_rect in overlays.items() if overlay_rect.top() < 0
    }


def _iterate_overlays(playing: MatchView) -> Iterator[tuple[str, QRectF]]:
    scene, view, near = playing.scene, playing.table_view, playing.scene.near_seat
    for widget in (
        playing.prompts.choice_prompt,
        playing.prompts.optional_actions,
        playing.hint_button,
    ):
        if widget.isVisible():
            corner = view.mapFromGlobal(widget.mapToGlobal(QPoint(0, 0)))
            yield type(widget).__name__, QRectF(corner, widget.size())
    for item in (scene.notice, scene.trump_sign, scene.trumps):
        if item.isVisible():
            yield type(item).__name__, item.sceneBoundingRect()
    for face in [item.face for item in scene.cards.own_hand if item.face]:
        scene.show_note(face, SAMPLE_NOTE)
        yield f"note on {face}", scene.note.sceneBoundingRect()
    for element, element_rect in iterate_elements(scene):
        scene.note.show_at(element_rect, scene.placement_context(), SAMPLE_NOTE, element)
        yield f"note on {element}", scene.note.sceneBoundingRect()
    scene.note.hide()
    scene.hint.set_texts((LONG_SENTENCE, LONG_SENTENCE))
    yield "hint", scene.hint.sceneBoundingRect()
    scene.hint.set_texts(("", ""))
    scene.status_line.set_text(LONG_SENTENCE, scene.geometry, scene.blocked_rects())
    yield "quiet line", scene.status_line.sceneBoundingRect()
    scene.status_line.set_text("", scene.geometry)
    scene.overlays.show_deal_scores([("a bank more", ScoreQuality.BAD)] * len(scene.names), near)
    yield "made", scene.overlays.deal_scores[near].sceneBoundingRect()


def _overlap_area(first: QRectF, second: QRectF) -> float:
    overlap = first.intersected(second)
    return overlap.width() * overlap.height()
