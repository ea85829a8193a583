"""The program without sight: its accessibility tree, actions and keys."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from
from greenbaize.words.spoken import CardWords
from ui.gallery import GOLDEN, SHORT, opened_windows, play_a_deal
from ui.listening import Role, focused, heard, listening, nameless, press, unlabelled
from ui.table.person import until

pytestmark = pytest.mark.slow

Key = Qt.Key

MATCHES = ("damn-3", "blackout-4", "master-2", "ass-3", "rank-2")


@pytest.fixture(autouse=True)
def listens():
    """Activate accessibility for the whole test."""
    with listening():
        yield


def last_deal(name, folder):
    """Write the record of a match up to its last deal, with a human at the first seat."""
    lines = (GOLDEN / f"{name}.jsonl").read_text().splitlines()
    header = json.loads(lines[0])
    header["seats"][0] = {"name": "Ida", "kind": "human"}
    end = max(at for at, line in enumerate(lines) if json.loads(line).get("type") == "deal")
    path = folder / f"{name}.jsonl"
    path.write_text("\n".join([json.dumps(header), *lines[1 : end + 1], ""]))
    return path


def is_answer(told):
    """Return whether a node is one of the own cards or an answer button."""
    held = any(name.startswith("Your hand") or name.endswith("?") for name in told.path)
    return told.role is Role.Button and held


def act(person):
    """Answer with the focused node or move to the answers; return whether the match goes on."""
    QApplication.processEvents()
    here = focused()
    if here is None:
        return True
    if is_answer(here):
        person.press(Key.Key_Return)
    elif here.name == "The table" or here.name.endswith("?"):
        person.press(Key.Key_Right)
    return "Result" not in (here.name, *here.path)


def asked(person):
    """Wait until a question is asked and an answer has the focus."""
    person.wait_for_turn()
    until(lambda: (here := focused()) is not None and is_answer(here))
    return person


def names(role, within=""):
    """Return the names of nodes with this role inside a node whose name begins with ``within``."""
    found = [told for told in heard() if told.role is role]
    return [one.name for one in found if any(name.startswith(within) for name in one.path)]


@pytest.mark.long
@pytest.mark.parametrize("name", MATCHES)
def test_a_match_is_played_to_its_end_by_what_is_told(opened, tmp_path, name):
    person = opened(PlayRequest(record=last_deal(name, tmp_path), seat=0))
    asked(person)
    until(lambda: not act(person))
    assert person.playing.place.over
    assert not nameless()


def test_all_that_matters_is_told_while_a_bid_is_asked_for(opened):
    person = asked(opened(PlayRequest("damn", 3, {"first": 3, "deals": 5}, seed_from("ears"))))
    hand = [CardWords((face.card,)) for face in person.hand]
    assert names(Role.Button, "Your hand, 3 cards") == hand
    here = focused()
    assert here.path[-1] == "How many tricks do you bid?"
    told = " ".join(names(Role.StaticText, "On the table"))
    for words in ("was turned up", "Trump is", "This is deal 1 of 3", "You have 0 points"):
        assert words in told
    assert "is the dealer" in " ".join(told.description for told in heard())
    assert not nameless()


def test_an_answer_is_pressed_by_its_action(opened):
    person = asked(opened(PlayRequest("damn", 3, {"first": 3, "deals": 5}, seed_from("ears"))))
    press(next(told for told in heard() if told.name == "Bid 1"))
    until(lambda: not person.asked_bid)
    asked(person)
    hand = [told for told in heard() if told.path[-1:] == ("Your hand, 3 cards",)]
    # The focused card keeps its description: a change would be spoken at once.
    assert [bool(told.description) for told in hand] == [not told.focused for told in hand]
    card = next(told for told in hand if told.description)
    press(card)
    until(lambda: card.name not in names(Role.Button, "Your hand"))


def test_a_question_leaves_whoever_reads_alone(opened):
    person = asked(opened(PlayRequest("damn", 3, {"first": 3, "deals": 5}, seed_from("ears"))))
    table = person.playing.side.sheet.table
    table.setFocus()
    person.playing.asking.prompt.buttons[1].click()
    person.wait_for_turn()
    table.setFocus()
    asking = person.playing.asking
    asking.choose_card(person.legal[0])
    person.wait_for_turn()
    assert table.hasFocus()
    person.press(Key.Key_Escape)
    assert asking.handles.focused == person.legal[0]


def test_one_key_goes_from_part_to_part_and_back(opened):
    person = asked(opened(PlayRequest("damn", 3, {"first": 3, "deals": 5}, seed_from("ears"))))
    playing, main = person.playing, person.main
    person.press(Key.Key_F6)
    assert playing.pointing.looking.on
    person.press(Key.Key_F6)
    assert not playing.pointing.looking.on
    assert main.focusWidget() is playing.side.sheet.table
    person.press(Key.Key_F6)
    here = focused()
    assert here is not None
    assert is_answer(here)
    main.menus.part_before.trigger()
    assert main.focusWidget() is playing.side.sheet.table


def test_tab_goes_from_hand_to_answers_to_aids_to_sheet(opened):
    person = asked(opened(PlayRequest("damn", 3, {"first": 3, "deals": 5}, seed_from("ears"))))
    playing = person.playing
    playing.asking.handles.take_focus()
    stops = []
    while (focus := person.main.focusWidget()) not in stops:
        stops.append(focus)
        person.press(Key.Key_Tab)
    own = (playing.asking.handles, playing.asking.prompt, playing.hint_button)
    parts = (*own, playing.corner.rules_button, playing.side)
    met = [part for stop in stops for part in parts if part is stop or part.isAncestorOf(stop)]
    assert list(dict.fromkeys(met)) == list(parts)
    assert sum(part is playing.asking.handles for part in met) == 1


def test_home_end_and_suits_walk_in_the_hand_at_any_time(opened):
    person = asked(opened(PlayRequest("damn", 3, {"first": 9, "deals": 9}, seed_from("suits"))))
    handles, hand = person.playing.asking.handles, person.hand
    handles.take_focus()
    person.press(Key.Key_End)
    assert handles.focused == hand[-1]
    person.press(Key.Key_Home)
    assert handles.focused == hand[0]
    suit = hand[-1].card.suit
    assert suit is not None
    of_suit = [face for face in hand if face.card.suit is suit]
    for face in (*of_suit, of_suit[0]):
        person.press(getattr(Key, f"Key_{suit.name[0]}"))
        assert handles.focused == face


def test_what_is_read_out_is_seen_as_well(opened):
    person = asked(opened(PlayRequest("damn", 3, {"first": 3, "deals": 5}, seed_from("ears"))))
    for report, words in (
        ("trick", "No card lies on the table. Trump is"),
        ("last_trick", "No trick has been taken yet."),
        ("score", "This is deal 1 of 3. You have 0 points in all."),
        ("plates", "You have 0 points in all. You have not bid yet. It is your turn."),
    ):
        person.playing.read_out(report)
        assert person.main.banner.words.text().startswith(words)
    until(lambda: not act(person) or person.playing.side.last)
    said = person.playing.reports.say("last_trick", person.playing.seen)
    assert said.startswith("The last trick: ")
    assert "you " in said
    assert said.endswith((" takes the trick.", "You take the trick."))


def test_whoever_sees_others_cards_is_told_them(opened):
    person = asked(opened(PlayRequest("blackout", 3, {}, seed_from("blind"))))
    told = [one for one in heard() if one.path[-1:] == ("On the table",)]
    said = " ".join(one.description for one in told)
    seen = [hand.cards for hand in person.playing.place.game.picture(person.playing.seen).hands]
    for cards in seen:
        for card in cards:
            assert CardWords((card,)) in said
    assert "Your hand, 1 card that you do not see" in names(Role.Grouping)


def test_every_window_says_what_can_have_the_keyboard(opened):
    person = opened(SHORT)
    play_a_deal(person)
    silent = {}
    for name, _ in opened_windows(person):
        if name == "file":  # Qt's own dialog, whose folders have no size
            continue
        if found := nameless() + unlabelled():
            silent[name] = found
    assert silent == {}


def test_the_whole_sheet_is_a_table_of_cells(opened):
    person = opened(SHORT)
    play_a_deal(person)
    person.main.sheets.show_page()
    page = person.main.sheets.page
    until(page.isVisible)
    told = [one for one in heard() if one.path and one.path[0] == page.windowTitle()]
    cells = [one.name for one in told if one.role is Role.Cell]
    assert any("deal 1" in name and "Ida" in name for name in cells)
    assert {one.name for one in told if one.role is Role.ColumnHeader} >= {"Ida", "Anna"}
