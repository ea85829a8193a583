"""Keys pressed at the table reach the card they refer to."""

from itertools import product

import pytest
from PySide6.QtCore import Qt

from greenbaize.games import GAMES
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import LIGHT
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from ui.table.person import wait_until


@pytest.fixture
def card_chooser(open_match):
    """Return a person at a table of Master whose first card is not legal."""
    person = open_match("master", 4, "keys")
    person.match_view.begin_match()
    while person.wait_for_turn():
        if len(person.legal_faces) > 1 and person.own_faces[0] not in person.legal_faces:
            return person
        person.play_first_choice()
    raise AssertionError("no such question was asked")


@pytest.mark.parametrize(("key", "index"), [(Qt.Key.Key_Home, 0), (Qt.Key.Key_End, -1)])
def test_home_and_end_go_to_the_ends_of_the_hand_from_the_table(card_chooser, key, index):
    card_chooser.press(key)
    assert card_chooser.match_view.prompts.proxies.focused_face == card_chooser.own_faces[index]


@pytest.mark.parametrize(("key", "index"), [(Qt.Key.Key_Right, 0), (Qt.Key.Key_Left, -1)])
def test_arrows_go_to_the_first_and_last_legal_card_from_the_table(card_chooser, key, index):
    card_chooser.press(key)
    assert card_chooser.match_view.prompts.proxies.focused_face == card_chooser.legal_faces[index]


def request_hinted_card(person):
    """Request a hint, wait for it, and return the face of the card that it raises."""
    prompts = person.match_view.prompts
    prompts.hints.level = "medium"
    prompts.toggle_hint()
    wait_until(lambda: not prompts.hints.is_thinking)
    best = prompts.hints.choices[0].command
    return next(face for face in person.legal_faces if face.card == best.card)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Up])
def test_enter_goes_to_the_card_that_the_hint_raises(open_match, key):
    person = open_match("damn", 3, "hints", first=6, deals=7)
    person.match_view.begin_match()
    while person.wait_for_turn():
        if not person.asks_for_bid and len(person.legal_faces) > 1:
            hinted_face = request_hinted_card(person)
            if hinted_face != person.legal_faces[0]:
                person.press(key)
                assert person.match_view.prompts.proxies.focused_face == hinted_face
                return
        person.play_first_choice()
    raise AssertionError("the hint always raised the first card")


def test_up_within_the_hand_stays_at_the_card(card_chooser):
    card_chooser.press(Qt.Key.Key_Right)
    card_chooser.press(Qt.Key.Key_Right)
    focused_face = card_chooser.match_view.prompts.proxies.focused_face
    assert focused_face != card_chooser.legal_faces[0]
    card_chooser.press(Qt.Key.Key_Up)
    assert card_chooser.match_view.prompts.proxies.focused_face == focused_face


@pytest.mark.parametrize("key", [Qt.Key.Key_Up, Qt.Key.Key_Down])
def test_arrows_from_a_button_at_the_table_open_no_rules(card_chooser, key):
    match_view = card_chooser.match_view
    match_view.hint_button.setFocus()
    card_chooser.press(key)
    assert not match_view.rules_controller.rules_button.hasFocus()
    assert match_view.hint_button.hasFocus() or match_view.prompts.proxies.focused_face is not None


HINT_TEXTS = {
    "en": ("Hint: 10♦.", "You cannot beat it, and 10♦ is the least loss. Expected: +12.3."),
    "ru": ("Подсказка: 10♦.", "Побить нечем, а 10♦ — наименьшая потеря. Ожидание: +12,3."),
}
TRICK_CASES = [
    pytest.param(
        game, seats, marks=[] if seats in {min(counts), max(counts)} else [pytest.mark.long]
    )
    for game in ("damn", "blackout", "master", "ass")
    for counts in [GAMES[game].seats]
    for seats in counts
]


def play_until_last_of_trick(person, seats):
    """Play until a card is asked for that completes a trick."""
    while person.wait_for_turn():
        if person.match_view.prompts.refusal_by_face and len(person.scene.cards.trick) == seats - 1:
            return
        person.play_first_choice()
    raise AssertionError("no trick in which the person plays last")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), TRICK_CASES)
def test_a_hint_does_not_touch_the_trick(open_match, game, seats):
    person = open_match(game, seats, "hints", size=(1280, 770))
    person.match_view.begin_match()
    play_until_last_of_trick(person, seats)
    scene, faults = person.scene, []
    for size, text_scale in product(((1280, 770), (900, 570)), (1.0, 1.5, 2.0)):
        apply_text_scale(text_scale)
        apply_application_theme(LIGHT)
        person.match_view.resize(*size)
        for language, texts in HINT_TEXTS.items():
            scene.hint.set_texts(texts)
            person.match_view.prompts.relayout()
            hint_rect = scene.hint.sceneBoundingRect()
            for seat, item in scene.cards.trick:
                covered = hint_rect.intersected(item.card_rect)
                # On a low table large letters may touch the foot of a card.
                allowed = item.card_rect.height() / 6 if size[1] < 600 else 0.0
                if covered.width() > 0 and covered.height() > allowed:
                    faults.append((size, text_scale, language, seat, covered.height()))
            faults += [
                (size, text_scale, language, "index")
                for index_rect in scene.cards.trick_index_rects()
                if hint_rect.intersects(index_rect)
            ]
    assert not faults
