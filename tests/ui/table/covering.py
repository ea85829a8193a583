"""What lies over one's own plate, or over the words of any, at a table of some size."""

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRectF

from greenbaize.rules.pictures import Luck
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.table.hover_help import things_on
from greenbaize.ui.table.note import NoteText

NOTE = NoteText("10♣ follows suit; A♣ keeps the trick.", "You still need 1 of your 2.", ("damn 4",))
LONG = "Nobody takes the trick yet: play a card, or say that you leave it to the others now"
CLOSE = 12.0
"""So many square pixels, of edges that touch, are nothing."""


def coverings(playing: MatchView) -> set[str]:
    """What covers the own plate, or a trump's disc a name, in the moments that there can be."""
    scene = playing.scene
    own = scene.plates[scene.near].body()
    found = {what for what, place in _over(playing) if _shared(place, own) > CLOSE}
    for plate in scene.plates:
        disc = plate.disc()
        if disc is not None and _shared(disc, plate.words()) > CLOSE:
            found.add("trump disc")
    return found


def crowdings(playing: MatchView) -> set[str]:
    """Whom, and what words, a question and the hint above it lie over, or whether they are cut."""
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
