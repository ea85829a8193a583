"""Hints at the table, requested and dismissed with mouse and keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.seats.foreign_programs import bad_bot_command
from greenbaize.app.advice import adviser
from greenbaize.app.memory.hint_memory import has_hints
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.command_lines import split_command
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.cards import PACK_52
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.ui.cards.card_look import CardFace
from greenbaize.ui.table.hand_proxies import CardProxy
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import spoken_text
from ui.table.person import SimulatedPerson, wait_until
from ui.table.table_checks import is_outlined
from words.pseudo_language import text_outside_brackets


@pytest.fixture
def play_until_question(open_match):
    """Return a function that plays until a question of the given kind has several answers."""

    def play_until(question_type, game="damn", *, launcher=None):
        options = {"first": 6, "deals": 7} if game == "damn" else {}
        launcher_argument = {} if launcher is None else {"launcher": launcher}
        person = open_match(game, 3, "hints", **launcher_argument, **options)
        person.match_view.player_view.adviser_level = "medium"
        person.match_view.begin_match()
        while person.wait_for_turn():
            question = person.match_view.prompts.question
            assert question is not None
            if question.kind == question_type and len(question.answers) > 1:
                return person
            person.play_first_choice()
        raise AssertionError(f"no question of kind {question_type}")

    return play_until


def request_hint(person):
    """Request a hint and wait for it."""
    person.match_view.prompts.toggle_hint()
    assert person.match_view.prompts.hints.is_thinking
    assert person.scene.hint.isVisible()
    assert "Thinking" in person.scene.hint.sentence
    wait_until(lambda: not person.match_view.prompts.hints.is_thinking)
    return person.match_view.prompts.hints.choices


def test_every_card_shows_its_expected_value_and_the_best_is_marked(play_until_question):
    person = play_until_question("play")
    choices = request_hint(person)
    tags, best = person.scene.hint_tags.tags, choices[0].command
    assert set(tags) == set(person.legal_faces)
    assert isinstance(best, PlayCommand)
    (best_face,) = [face for face, tag in tags.items() if tag.is_best]
    assert best_face == CardFace(best.card)
    outlined_faces = [entry.face for entry in person.scene.cards.own_hand if is_outlined(entry)]
    assert outlined_faces == [best_face]
    item, other_faces = (
        person.scene.cards.find_card(best_face),
        set(person.legal_faces) - {best_face},
    )
    assert all(
        item.placement.y < person.scene.cards.find_card(face).placement.y for face in other_faces
    )
    assert best.card.name in person.scene.hint.sentence
    player_view = person.match_view.player_view
    speaker = Speaker([entry.name for entry in player_view.header.players], player_view.seat)
    reasons = [
        speaker.format_message(entry)
        for entry in player_view.game.advice(player_view.view, choices)
    ]
    assert len(reasons) > 1
    assert person.scene.hint.details == " ".join(
        [
            "As good, as far as can be told: 5♦, 2♦ and 5♣.",
            *reasons,
            "The figures: points in this deal, compared with the others.",
            "Near the end they also tell what that means for the place in the match.",
        ]
    )
    for face, tag in tags.items():
        (entry,) = [
            entry
            for entry in choices
            if entry.command == PlayCommand(0, card_of_face(person, face))
        ]
        assert float(tag.text.replace("−", "-")) == pytest.approx(entry.expected_score, abs=0.051)


def card_of_face(person, face):
    command = person.match_view.prompts._command_for(face)
    assert isinstance(command, PlayCommand)
    return command.card


def test_expected_value_is_shown_on_hover_and_told_to_screen_readers(play_until_question):
    person = play_until_question("play")
    request_hint(person)
    handles = {handle.face: handle for handle in person.window.findChildren(CardProxy)}
    for face in person.legal_faces:
        tag = person.scene.hint_tags.tags[face]
        description = handles[face].accessibleDescription()
        assert spoken_text(f"Expected {tag.text}") in description
        assert (", the best" in description) == tag.is_best
    person.hover_card(person.legal_faces[0])
    assert person.scene.hint_tags.tags[person.legal_faces[0]].text in person.scene.note.details
    assert not person.scene.hint.isVisible()
    QTest.mouseMove(person.window.windowHandle(), person.table_centre)
    assert person.scene.hint.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize(
    "play_card",
    [
        SimulatedPerson.double_click_card,
        SimulatedPerson.play_card_by_keyboard,
        SimulatedPerson.drag_card,
    ],
)
def test_hint_disappears_with_the_choice(play_until_question, play_card):
    person = play_until_question("play")
    request_hint(person)
    play_card(person, person.legal_faces[-1])
    assert not person.scene.hint_tags.tags
    assert not person.scene.hint.isVisible()
    assert not any(is_outlined(item) for item in person.scene.cards.own_hand)
    person.wait_for_turn()
    assert not person.scene.hint_tags.tags
    for handle in person.window.findChildren(CardProxy):
        assert "Expected" not in handle.accessibleDescription()


@pytest.mark.slow
@pytest.mark.parametrize(("question_type", "game"), [("bid", "damn"), ("stake", "ass")])
def test_buttons_show_the_expected_value_too(play_until_question, question_type, game):
    person = play_until_question(question_type, game)
    choices = request_hint(person)
    buttons = person.match_view.prompts.choice_prompt.buttons
    allowed_buttons = [button for button in buttons if not button.forbidden]
    assert all(button.worth for button in allowed_buttons)
    (best_button,) = [button for button in allowed_buttons if button.is_best]
    assert (
        person.match_view.prompts.choice_prompt._choices[buttons.index(best_button)].command
        == choices[0].command
    )
    assert best_button.accessibleDescription().endswith(
        f"Expected {spoken_text(best_button.worth)}, the best."
    )
    if game == "ass":
        assert all(button.worth.endswith(" %") for button in allowed_buttons)
    assert person.scene.hint.pos().y() + person.scene.hint.boundingRect().height() < (
        person.match_view.prompts.choice_prompt.y()
    )
    person.click(best_button)
    assert not person.match_view.prompts.hints.is_shown
    assert not person.scene.hint.isVisible()


def test_no_choice_is_marked_if_all_are_equally_good(play_until_question):
    person = play_until_question("trump", "ass")
    request_hint(person)
    assert person.scene.hint.sentence == "Hint: All your choices are equally good."
    assert person.scene.hint.details.startswith("Whichever you take, ")
    assert not any(button.is_best for button in person.match_view.prompts.choice_prompt.buttons)
    assert not any(button.worth for button in person.match_view.prompts.choice_prompt.buttons)


def test_choices_within_the_error_margin_are_equally_good(play_until_question):
    person = play_until_question("trump", "ass")
    hints, answers = person.match_view.prompts.hints, person.match_view.prompts.question.answers
    hints._on_choices(
        (
            WeighedChoice(answers[0].command, 50.4, 0.0),
            WeighedChoice(answers[1].command, 50.36, 0.0),
        )
    )
    assert person.scene.hint.sentence == "Hint: All your choices are about equally good."
    hints._on_choices(
        (WeighedChoice(answers[0].command, 50.6, 1.0), WeighedChoice(answers[1].command, 49.6, 1.0))
    )
    assert person.scene.hint.sentence == "Hint: All your choices are about equally good."
    assert person.scene.hint.details.startswith("They differ by less than can be told.")
    hints._on_choices(
        (WeighedChoice(answers[0].command, 50.6, 0.0), WeighedChoice(answers[1].command, 49.6, 0.0))
    )
    assert (
        person.scene.hint.sentence
        == f"Hint: {Speaker().format_message(answers[0].command.short_message)}."
    )


def test_only_the_first_hint_explains_the_figures(play_until_question):
    person = play_until_question("play")
    hints = person.match_view.prompts.hints
    request_hint(person)
    assert "The figures: " in person.scene.hint.details
    person.match_view.prompts.toggle_hint()
    assert not hints.is_shown
    request_hint(person)
    assert person.scene.hint_tags.tags
    assert "The figures: " not in person.scene.hint.details


def test_a_single_answer_has_no_figure(play_until_question):
    person = play_until_question("trump", "ass")
    hints = person.match_view.prompts.hints
    command = person.match_view.prompts.question.answers[0].command
    hints._on_choices((WeighedChoice(command, 12.5, 0.0),))
    assert person.scene.hint.sentence.startswith("Hint: There is only one choice: ")
    assert not person.scene.hint.sentence.endswith(")")
    assert not any(button.worth for button in person.match_view.prompts.choice_prompt.buttons)


@pytest.mark.slow
def test_an_answer_that_comes_too_late_is_not_shown(play_until_question, started_programs):
    person = play_until_question("play", launcher=BotLauncher(separate_processes=True))
    person.match_view.prompts.toggle_hint()
    person.double_click_card(person.legal_faces[0])
    person.wait_for_turn()
    assert not person.match_view.prompts.hints.is_shown
    choices = request_hint(person)
    legal = {person.match_view.prompts._command_for(face) for face in person.legal_faces}
    assert {choice.command for choice in choices} == legal


@pytest.mark.slow
def test_adviser_timeout_is_reported_and_does_not_block(
    play_until_question, started_programs, monkeypatch
):
    monkeypatch.setattr(
        adviser, "build_bot_command", lambda *_: split_command(bad_bot_command("silent"))
    )
    monkeypatch.setattr(adviser, "ADVICE_TIMEOUT_S", 0.0)
    person = play_until_question("play", launcher=BotLauncher(separate_processes=True))
    hints = person.match_view.prompts.hints
    hints.request_hint()
    wait_until(lambda: hints.has_failed)
    assert person.scene.hint.sentence == "The adviser did not answer in time; F2 asks again."
    person.double_click_card(person.legal_faces[0])
    assert not hints.is_shown


@pytest.mark.slow
def test_adviser_starts_on_request_and_ends_with_the_match(play_until_question, started_programs):
    person = play_until_question("play", launcher=BotLauncher(separate_processes=True))
    assert len(started_programs) == 2
    request_hint(person)
    assert len(started_programs) == 3
    person.match_view.close_page()
    started_programs[2].wait_for_end()


@pytest.mark.slow
def test_hint_does_not_cover_own_tricks(open_match):
    person = open_match("ass", 3, "hints", size=(1280, 760))
    person.match_view.begin_match()
    scene = person.scene
    while person.wait_for_turn() and not (
        person.match_view.prompts.refusal_by_face and scene.cards.won_tricks[0]
    ):
        person.play_first_choice()
    scene.hint.set_texts(("Hint: 10♦.", "You cannot beat it, and 10♦ is the least loss. " * 4))
    person.match_view.prompts.relayout()
    hint_rect = scene.hint.sceneBoundingRect()
    assert not any(hint_rect.intersects(trick.pixmap_rect) for trick in scene.cards.won_tricks[0])


def test_hint_tags_stay_at_their_cards_when_the_table_grows(play_until_question):
    person = play_until_question("play")
    request_hint(person)
    positions_before = {face: tag.pos() for face, tag in person.scene.hint_tags.tags.items()}
    width = person.match_view.table_view.width()
    person.window.resize(person.window.size() * 1.2)
    wait_until(lambda: person.match_view.table_view.width() > width)
    for face, tag in person.scene.hint_tags.tags.items():
        item = person.scene.cards.find_card(face)
        assert item is not None
        assert tag.pos() != positions_before[face]
        assert abs(tag.pos().x() - item.placement.x) < person.scene.geometry.card_width


@pytest.mark.slow
@pytest.mark.parametrize("question_type", ["bid", "play"])
def test_hint_texts_go_through_the_catalogue(play_until_question, pseudo_language, question_type):
    person = play_until_question(question_type)
    person.match_view.prompts.toggle_hint()
    texts = [*person.match_view.prompts.hints.hint_texts()]
    wait_until(lambda: person.match_view.prompts.hints.choices)
    texts += person.match_view.prompts.hints.hint_texts()
    texts += [
        person.match_view.prompts.hints.hint_words.describe_worth(entry.command)
        for entry in person.match_view.prompts.hints.choices
    ]
    assert len(texts) > 5
    cards = "0123456789JQKA♣♦♥♠"
    assert [entry for entry in texts if text_outside_brackets(entry).strip(cards)] == []


def test_tags_are_at_the_top_of_cards_in_two_rows(open_match):
    """Only the upper half of the far row is visible."""
    person = open_match("damn", 3, "rows", first=17, deals=17)
    person.match_view.begin_match()
    scene = person.scene
    person.wait_for_turn()
    first_card = scene.cards.own_hand[0]
    scene.show_hint_tags({first_card.face: "+1.0"}, first_card.face)
    tag_y = scene.hint_tags.tags[first_card.face].pos().y()
    assert tag_y > first_card.placement.y
    faces = [CardFace(card) for card in PACK_52[:30]]
    for item in scene.cards.own_hand:
        scene.removeItem(item)
    scene.cards.hands[scene.near_seat] = [
        scene.cards._add_card(face.card, first_card.placement) for face in faces
    ]
    scene.set_card_states({}, set())
    scene.show_hint_tags(dict.fromkeys(faces, "+1.0"), None)
    for item in scene.cards.own_hand:
        assert scene.hint_tags.tags[item.face].pos().y() < item.placement.y
    scene.show_hint_tags({}, None)
    assert not scene.hint_tags.tags


def test_hint_key_shows_and_hides_the_hint_and_needs_a_question(open_program):
    person = open_program(
        PlayRequest("damn", 3, {"first": 4, "deals": 5}, seed_from_text("hint key"))
    )
    assert not person.facade.hint_action.isEnabled()
    person.match_view.player_view.adviser_level = "medium"
    person.wait_for_turn()
    assert person.facade.hint_action.isEnabled()
    person.press(Qt.Key.Key_F2)
    wait_until(lambda: person.match_view.prompts.hints.choices)
    person.press(Qt.Key.Key_F2)
    assert not person.match_view.prompts.hints.is_shown
    assert not any(button.worth for button in person.match_view.prompts.choice_prompt.buttons)
    assert person.match_view.prompts.question is not None


@pytest.mark.slow
def test_a_match_that_allows_no_hints_has_none(open_program):
    person = open_program(
        PlayRequest("damn", 3, {"first": 2, "deals": 3}, seed_from_text("no hints"))
    )
    person.match_view.player_view.has_advice = False
    while person.wait_for_turn():
        assert not person.facade.hint_action.isEnabled()
        person.press(Qt.Key.Key_F2)
        assert not person.match_view.prompts.hints.is_shown
        person.play_first_choice()
    assert not person.facade.review_action.isEnabled()


@pytest.mark.slow
@pytest.mark.parametrize(("first", "deals", "mentions_rank"), [(1, 7, False), (1, 5, True)])
def test_hint_in_the_last_deals_mentions_the_final_rank(open_match, first, deals, mentions_rank):
    person = open_match("damn", 3, "hints", first=first, deals=deals)
    person.match_view.begin_match()
    assert person.wait_for_turn()
    request_hint(person)
    assert (
        "place in the match" in person.match_view.prompts.hints.hint_texts()[1]
    ) is mentions_rank


@pytest.mark.slow
def test_hint_names_an_only_legal_card_without_a_figure(open_match):
    person = open_match("damn", 3, "hints", first=2, deals=2)
    person.match_view.begin_match()
    while person.wait_for_turn():
        if len(person.legal_faces) == 1:
            request_hint(person)
            (card,) = person.legal_faces
            expected = f"Hint: {card.card.name} is the only card that may be played."
            sentence, reason = person.match_view.prompts.hints.hint_texts()
            assert sentence == expected
            assert reason.endswith((" and must follow suit.", "is your last card.", ""))
            assert not person.scene.hint_tags.tags
            return
        person.play_first_choice()
    raise AssertionError("there was always a choice")


def test_hint_is_written_before_it_is_given(play_until_question):
    person = play_until_question("play")
    header = person.match_view.player_view.header
    assert not has_hints(header)
    person.match_view.prompts.toggle_hint()
    assert has_hints(header)
