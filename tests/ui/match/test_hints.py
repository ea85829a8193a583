"""Hints at the table, requested and dismissed with mouse and keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.seats.foreign import bad
from greenbaize.app.advice import adviser
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.command_lines import split_command
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.cards import PACK_52
from greenbaize.rules.chance import seed_from
from greenbaize.rules.commands import Play
from greenbaize.rules.thinking import Weighed
from greenbaize.ui.cards.look import Face
from greenbaize.ui.table.handles import CardHandle
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import aloud
from ui.table.person import Person, until
from ui.table.seen import is_outlined
from words.pseudo import loose


@pytest.fixture
def asked(laid):
    """Return a function that plays until a question of the given kind has several answers."""

    def ask(kind, game="damn", *, launcher=None):
        options = {"first": 6, "deals": 7} if game == "damn" else {}
        more = {} if launcher is None else {"launcher": launcher}
        person = laid(game, 3, "hints", **more, **options)
        person.playing.place.adviser_level = "medium"
        person.playing.begin()
        while person.wait_for_turn():
            question = person.playing.asking.question
            assert question is not None
            if question.kind == kind and len(question.answers) > 1:
                return person
            person.act()
        raise AssertionError(f"no question of kind {kind}")

    return ask


def hinted(person):
    """Request a hint and wait for it."""
    person.playing.asking.ask_hint()
    assert person.playing.asking.hints.thinking
    assert person.scene.hint.isVisible()
    assert "Thinking" in person.scene.hint.sentence
    until(lambda: not person.playing.asking.hints.thinking)
    return person.playing.asking.hints.choices


def test_every_card_shows_what_it_should_bring_and_the_best_is_marked(asked):
    person = asked("play")
    choices = hinted(person)
    tags, best = person.scene.worths.tags, choices[0].command
    assert set(tags) == set(person.legal)
    assert isinstance(best, Play)
    (marked,) = [face for face, tag in tags.items() if tag.best]
    assert marked == Face(best.card)
    outlined = [one.face for one in person.scene.cards.own if is_outlined(one)]
    assert outlined == [marked]
    item, others = person.scene.cards.named(marked), set(person.legal) - {marked}
    assert all(item.spot.y < person.scene.cards.named(face).spot.y for face in others)
    assert best.card.name in person.scene.hint.sentence
    place = person.playing.place
    speaker = Speaker([one.name for one in place.header.sitters], place.seat)
    reasons = [speaker.say(one) for one in place.game.advice(place.view, choices)]
    assert len(reasons) > 1
    assert person.scene.hint.line == " ".join(
        [
            "As good, as far as can be told: 5♦, 2♦ and 5♣.",
            *reasons,
            "The figures: points in this deal, compared with the others.",
            "Near the end they also tell what that means for the place in the match.",
        ]
    )
    for face, tag in tags.items():
        (one,) = [one for one in choices if one.command == Play(0, person_card(person, face))]
        assert float(tag.words.replace("−", "-")) == pytest.approx(one.expected, abs=0.051)


def person_card(person, face):
    command = person.playing.asking._command_of(face)
    assert isinstance(command, Play)
    return command.card


def test_a_card_says_it_when_pointed_at_and_to_screen_readers(asked):
    person = asked("play")
    hinted(person)
    handles = {one.face: one for one in person.window.findChildren(CardHandle)}
    for face in person.legal:
        tag = person.scene.worths.tags[face]
        said = handles[face].accessibleDescription()
        assert aloud(f"Expected {tag.words}") in said
        assert (", the best" in said) == tag.best
    person.point_at(person.legal[0])
    assert person.scene.worths.tags[person.legal[0]].words in person.scene.note.line
    assert not person.scene.hint.isVisible()
    QTest.mouseMove(person.window.windowHandle(), person.middle)
    assert person.scene.hint.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("way", [Person.double_click_card, Person.key_card, Person.drag_card])
def test_the_hint_goes_with_the_choice(asked, way):
    person = asked("play")
    hinted(person)
    way(person, person.legal[-1])
    assert not person.scene.worths.tags
    assert not person.scene.hint.isVisible()
    assert not any(is_outlined(one) for one in person.scene.cards.own)
    person.wait_for_turn()
    assert not person.scene.worths.tags
    for handle in person.window.findChildren(CardHandle):
        assert "Expected" not in handle.accessibleDescription()


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "game"), [("bid", "damn"), ("stake", "ass")])
def test_buttons_show_it_too(asked, kind, game):
    person = asked(kind, game)
    choices = hinted(person)
    buttons = person.playing.asking.prompt.buttons
    answers = [one for one in buttons if not one.forbidden]
    assert all(one.worth for one in answers)
    (best,) = [one for one in answers if one.best]
    assert person.playing.asking.prompt._choices[buttons.index(best)].command == choices[0].command
    assert best.accessibleDescription().endswith(f"Expected {aloud(best.worth)}, the best.")
    if game == "ass":
        assert all(one.worth.endswith(" %") for one in answers)
    assert person.scene.hint.pos().y() + person.scene.hint.boundingRect().height() < (
        person.playing.asking.prompt.y()
    )
    person.click(best)
    assert not person.playing.asking.hints.shown
    assert not person.scene.hint.isVisible()


def test_where_all_is_the_same_no_choice_is_marked(asked):
    person = asked("trump", "ass")
    hinted(person)
    assert person.scene.hint.sentence == "Hint: All your choices are equally good."
    assert person.scene.hint.line.startswith("Whichever you take, ")
    assert not any(one.best for one in person.playing.asking.prompt.buttons)
    assert not any(one.worth for one in person.playing.asking.prompt.buttons)


def test_choices_that_differ_by_less_than_can_be_told_are_equally_good(asked):
    person = asked("trump", "ass")
    hints, answers = person.playing.asking.hints, person.playing.asking.question.answers
    hints._on_heard(
        (Weighed(answers[0].command, 50.4, 0.0), Weighed(answers[1].command, 50.36, 0.0))
    )
    assert person.scene.hint.sentence == "Hint: All your choices are about equally good."
    hints._on_heard(
        (Weighed(answers[0].command, 50.6, 1.0), Weighed(answers[1].command, 49.6, 1.0))
    )
    assert person.scene.hint.sentence == "Hint: All your choices are about equally good."
    assert person.scene.hint.line.startswith("They differ by less than can be told.")
    hints._on_heard(
        (Weighed(answers[0].command, 50.6, 0.0), Weighed(answers[1].command, 49.6, 0.0))
    )
    assert person.scene.hint.sentence == f"Hint: {Speaker().say(answers[0].command.said)}."


def test_what_the_figures_are_is_said_with_the_first_hint_alone(asked):
    person = asked("play")
    hints = person.playing.asking.hints
    hinted(person)
    assert "The figures: " in person.scene.hint.line
    person.playing.asking.ask_hint()
    assert not hints.shown
    hinted(person)
    assert person.scene.worths.tags
    assert "The figures: " not in person.scene.hint.line


def test_a_single_answer_has_no_figure(asked):
    person = asked("trump", "ass")
    hints = person.playing.asking.hints
    command = person.playing.asking.question.answers[0].command
    hints._on_heard((Weighed(command, 12.5, 0.0),))
    assert person.scene.hint.sentence.startswith("Hint: There is only one choice: ")
    assert not person.scene.hint.sentence.endswith(")")
    assert not any(one.worth for one in person.playing.asking.prompt.buttons)


@pytest.mark.slow
def test_an_answer_that_comes_too_late_is_not_shown(asked, started):
    person = asked("play", launcher=BotLauncher(apart=True))
    person.playing.asking.ask_hint()
    person.double_click_card(person.legal[0])
    person.wait_for_turn()
    assert not person.playing.asking.hints.shown
    choices = hinted(person)
    legal = {person.playing.asking._command_of(face) for face in person.legal}
    assert {one.command for one in choices} == legal


@pytest.mark.slow
def test_one_that_does_not_answer_in_time_is_told_of_and_nothing_hangs(asked, started, monkeypatch):
    monkeypatch.setattr(adviser, "own_command", lambda *_: split_command(bad("silent")))
    monkeypatch.setattr(adviser, "ADVICE_S", 0.0)
    person = asked("play", launcher=BotLauncher(apart=True))
    hints = person.playing.asking.hints
    hints.ask()
    until(lambda: hints.failed)
    assert person.scene.hint.sentence == "The adviser did not answer in time; F2 asks again."
    person.double_click_card(person.legal[0])
    assert not hints.shown


@pytest.mark.slow
def test_the_adviser_comes_when_asked_and_goes_with_the_match(asked, started):
    person = asked("play", launcher=BotLauncher(apart=True))
    assert len(started) == 2
    hinted(person)
    assert len(started) == 3
    person.playing.leave()
    started[2].wait()


@pytest.mark.slow
def test_the_hint_keeps_clear_of_one_s_own_tricks(laid):
    person = laid("ass", 3, "hints", size=(1280, 760))
    person.playing.begin()
    scene = person.scene
    while person.wait_for_turn() and not (person.playing.asking.refusals and scene.cards.won[0]):
        person.act()
    scene.hint.show_words(("Hint: 10♦.", "You cannot beat it, and 10♦ is the least loss. " * 4))
    person.playing.asking.lay_out()
    here = scene.hint.sceneBoundingRect()
    assert not any(here.intersects(won.place) for won in scene.cards.won[0])


def test_the_hint_stays_in_place_when_the_table_grows(asked):
    person = asked("play")
    hinted(person)
    before = {face: tag.pos() for face, tag in person.scene.worths.tags.items()}
    width = person.playing.view.width()
    person.window.resize(person.window.size() * 1.2)
    until(lambda: person.playing.view.width() > width)
    for face, tag in person.scene.worths.tags.items():
        item = person.scene.cards.named(face)
        assert item is not None
        assert tag.pos() != before[face]
        assert abs(tag.pos().x() - item.spot.x) < person.scene.geometry.card


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["bid", "play"])
def test_its_words_go_through_the_catalogue(asked, pseudo_language, kind):
    person = asked(kind)
    person.playing.asking.ask_hint()
    texts = [*person.playing.asking.hints.texts()]
    until(lambda: person.playing.asking.hints.choices)
    texts += person.playing.asking.hints.texts()
    texts += [
        person.playing.asking.hints.words.spoken(one.command)
        for one in person.playing.asking.hints.choices
    ]
    assert len(texts) > 5
    cards = "0123456789JQKA♣♦♥♠"
    assert [one for one in texts if loose(one).strip(cards)] == []


def test_in_two_rows_the_tags_stand_at_the_heads(laid):
    """Only the upper half of the far row is visible."""
    person = laid("damn", 3, "rows", first=17, deals=17)
    person.playing.begin()
    scene = person.scene
    person.wait_for_turn()
    one_row = scene.cards.own[0]
    scene.show_worths({one_row.face: "+1.0"}, one_row.face)
    low = scene.worths.tags[one_row.face].pos().y()
    assert low > one_row.spot.y
    faces = [Face(card) for card in PACK_52[:30]]
    for item in scene.cards.own:
        scene.removeItem(item)
    scene.cards.hands[scene.near] = [scene.cards._card(face.card, one_row.spot) for face in faces]
    scene.set_states({}, set())
    scene.show_worths(dict.fromkeys(faces, "+1.0"), None)
    for item in scene.cards.own:
        assert scene.worths.tags[item.face].pos().y() < item.spot.y
    scene.show_worths({}, None)
    assert not scene.worths.tags


def test_the_key_asks_takes_away_and_waits_for_a_question(opened):
    person = opened(PlayRequest("damn", 3, {"first": 4, "deals": 5}, seed_from("hint key")))
    assert not person.main.hint_action.isEnabled()
    person.playing.place.adviser_level = "medium"
    person.wait_for_turn()
    assert person.main.hint_action.isEnabled()
    person.press(Qt.Key.Key_F2)
    until(lambda: person.playing.asking.hints.choices)
    person.press(Qt.Key.Key_F2)
    assert not person.playing.asking.hints.shown
    assert not any(one.worth for one in person.playing.asking.prompt.buttons)
    assert person.playing.asking.question is not None


@pytest.mark.slow
def test_a_match_that_allows_no_hints_has_none(opened):
    person = opened(PlayRequest("damn", 3, {"first": 2, "deals": 3}, seed_from("no hints")))
    person.playing.place.advises = False
    while person.wait_for_turn():
        assert not person.main.hint_action.isEnabled()
        person.press(Qt.Key.Key_F2)
        assert not person.playing.asking.hints.shown
        person.act()
    assert not person.main.review_action.isEnabled()


@pytest.mark.slow
@pytest.mark.parametrize(("first", "deals", "said"), [(1, 7, False), (1, 5, True)])
def test_in_the_last_deals_it_says_that_the_place_counts(laid, first, deals, said):
    person = laid("damn", 3, "hints", first=first, deals=deals)
    person.playing.begin()
    assert person.wait_for_turn()
    hinted(person)
    assert ("place in the match" in person.playing.asking.hints.texts()[1]) is said


@pytest.mark.slow
def test_a_single_card_is_told_to_be_one_and_has_no_figure(laid):
    person = laid("damn", 3, "hints", first=2, deals=2)
    person.playing.begin()
    while person.wait_for_turn():
        if len(person.legal) == 1:
            hinted(person)
            (card,) = person.legal
            said = f"Hint: {card.card.name} is the only card that may be played."
            words, why = person.playing.asking.hints.texts()
            assert words == said
            assert why.endswith((" and must follow suit.", "is your last card.", ""))
            assert not person.scene.worths.tags
            return
        person.act()
    raise AssertionError("there was always a choice")
