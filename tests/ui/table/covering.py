"""Checks of what the overlays of a table cover: plates, names, signs and hands."""

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRectF

from greenbaize.rules.pictures import Luck
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.table.hover_help import things_on
from greenbaize.ui.table.note import NoteText

NOTE = NoteText("10♣ follows suit; A♣ keeps the trick.", "You still need 1 of your 2.", ("damn 4",))
LONG = "Nobody takes the trick yet: play a card, or say that you leave it to the others now"
CLOSE = 12.0
"""Largest overlap area of rectangles that merely touch (square pixels)."""


def coverings(playing: MatchView) -> set[str]:
    """Return the names of the overlays over the own plate, and "trump disc" if one hides a name."""
    scene = playing.scene
    own = scene.plates[scene.near].body()
    found = {what for what, place in _over(playing) if _shared(place, own) > CLOSE}
    for plate in scene.plates:
        disc = plate.disc()
        if disc is not None and _shared(disc, plate.words()) > CLOSE:
            found.add("trump disc")
    return found


def crowdings(playing: MatchView) -> set[str]:
    """Return the overlays of a question that cover plates, signs or hands, or are cut off."""
    scene, prompt = playing.scene, playing.asking.prompt
    over = {"hint": scene.hint.sceneBoundingRect()}
    if prompt.isVisible():
        over["question"] = QRectF(prompt.geometry())
    signs = (scene.notice, scene.sign, scene.trumps)
    below = [one.sceneBoundingRect() for one in signs if one.isVisible()]
    below += [plate.body() for plate in scene.plates]
    hands = [hand for seat, hand in enumerate(scene.cards.hands) if seat != scene.near]
    below += [card.place for hand in hands for card in hand]
    found = {what for what, place in over.items() for one in below if _shared(place, one) > CLOSE}
    return found | {f"{what} cut" for what, place in over.items() if place.top() < 0}


def _over(playing: MatchView) -> Iterator[tuple[str, QRectF]]:
    scene, view, near = playing.scene, playing.view, playing.scene.near
    for widget in (playing.asking.prompt, playing.asking.optional, playing.hint_button):
        if widget.isVisible():
            corner = view.mapFromGlobal(widget.mapToGlobal(QPoint(0, 0)))
            yield type(widget).__name__, QRectF(corner, widget.size())
    for item in (scene.notice, scene.sign, scene.trumps):
        if item.isVisible():
            yield type(item).__name__, item.sceneBoundingRect()
    for face in [item.face for item in scene.cards.own if item.face]:
        scene.show_note(face, NOTE)
        yield f"note on {face}", scene.note.sceneBoundingRect()
    for thing, where in things_on(scene):
        scene.note.stand_by(where, scene.around(), NOTE, thing)
        yield f"note on {thing}", scene.note.sceneBoundingRect()
    scene.note.hide()
    scene.hint.show_words((LONG, LONG))
    yield "hint", scene.hint.sceneBoundingRect()
    scene.hint.show_words(("", ""))
    scene.line.show_words(LONG, scene.geometry, scene.covered())
    yield "quiet line", scene.line.sceneBoundingRect()
    scene.line.show_words("", scene.geometry)
    scene.occasions.show_made([("a bank more", Luck.BAD)] * len(scene.names), near)
    yield "made", scene.occasions.made[near].sceneBoundingRect()


def _shared(one: QRectF, other: QRectF) -> float:
    both = one.intersected(other)
    return both.width() * both.height()
