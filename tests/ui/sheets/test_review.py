"""Tests of the review of a deal: every real choice beside the bot's."""

from dataclasses import replace

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize import __version__
from greenbaize.app.advice.missed_bid import find_missed_bid
from greenbaize.app.advice.missed_bid_texts import describe_missed_bid
from greenbaize.app.advice.review import find_decisions, restore_view_at
from greenbaize.app.memory.note_memory import toggle_mark
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games.exact_bid.events import BidsScored
from greenbaize.match.header import match_identity
from greenbaize.rules.chance import seed_from_text
from greenbaize.store import folders
from greenbaize.store.deal_file import MAX_FILE_BYTES
from greenbaize.store.reviews import REVIEWS
from greenbaize.store.settings import UserSettings
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.sheets import review
from greenbaize.ui.sheets.review import (
    BEST_CHOICE_COLUMN,
    LOSS_COLUMN,
    MIN_VISIBLE_ROWS,
    OWN_CHOICE_COLUMN,
    ReviewDialog,
)
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK
from greenbaize.words.speaker import Speaker
from ui.table.person import wait_until
from ui.table.table_checks import collect_texts
from words.pseudo_language import text_outside_brackets

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]

SHORT = PlayRequest("damn", 3, {"first": 3, "deals": 6}, seed_from_text("review"))


def make_poor_choice(person):
    if person.asks_for_bid:
        *_, last = person.allowed_bids()
        person.type_digits(str(last))
        if person.asks_for_bid:
            person.press(Qt.Key.Key_Return)
    elif person.match_view.prompts.choice_prompt.isVisible():
        person.click(person.match_view.prompts.choice_prompt.buttons[0])
    else:
        person.double_click_card(person.legal_faces[-1])


def play_deals(person, count):
    """Play until this many deals are scored."""
    game = person.match_view.player_view.game
    while game.picture(person.match_view.shown_view).deal <= count and person.wait_for_turn():
        make_poor_choice(person)


@pytest.fixture
def open_review(open_match):
    """Return a function that plays two deals and opens their review."""

    def open_dialog(launcher=None, game="damn", whole=False, most_cards=13):
        more = {} if launcher is None else {"launcher": launcher}
        options = {"first": 3, "deals": most_cards} if game == "damn" else {}
        person = open_match(game, 3, "review", **more, **options)
        person.match_view.player_view.adviser_level = "medium"
        person.match_view.begin_match()
        assert not person.match_view.side_column.can_review
        play_deals(person, 2)
        assert person.match_view.side_column.can_review
        person.match_view.side_column.show_review()
        dialog = person.window.findChild(ReviewDialog)
        if whole:
            wait_until(lambda: dialog.is_complete)
        return dialog

    return open_dialog


def cell_text(dialog, row, column):
    item = dialog.choice_table.item(row, column)
    return item.text()


def test_a_selected_row_gives_reasons_with_rules(open_review):
    dialog = open_review(whole=True)
    player_view, requested_rules = dialog._player_view, []
    dialog.rule_requested.connect(requested_rules.append)
    row = next(
        row
        for row, judged_choice in enumerate(dialog.judged_choices)
        if judged_choice.best_choice.command != judged_choice.made_choice.command
    )
    judged_choice = dialog.judged_choices[row]
    item = dialog.choice_table.item(row, OWN_CHOICE_COLUMN)
    assert item is not None
    row_point = dialog.choice_table.visualItemRect(item).center()
    QTest.mouseClick(dialog.choice_table.viewport(), Qt.MouseButton.LeftButton, pos=row_point)
    assert dialog.reasons_panel.isVisible()
    view = restore_view_at(
        player_view.game,
        player_view.header,
        0,
        player_view.view_lines,
        judged_choice.decision.offset,
    )
    assert player_view.game.turn(view) == 0
    speaker = Speaker([judged_choice.name for judged_choice in player_view.header.players], 0)
    effect_message = player_view.game.explain(view, judged_choice.made_choice.command).sentences[0]
    other_choices = [
        choice
        for choice in judged_choice.choices
        if choice.command != judged_choice.best_choice.command
    ]
    advice_messages = player_view.game.advice(view, [judged_choice.best_choice, *other_choices])
    assert len(advice_messages) > 1
    odds = player_view.game.odds(view, judged_choice.made_choice)
    assert odds is not None
    expected_reasons = [(effect_message, odds), advice_messages]
    for words, link, reasons in zip(
        dialog.reasons_panel.reason_labels,
        dialog.reasons_panel.rule_links,
        expected_reasons,
        strict=True,
    ):
        assert words.text().endswith(": " + " ".join(map(speaker.format_message, reasons)))
        assert link.isVisible() == bool(reasons[0].rule)
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
        assert requested_rules.pop() == reasons[0].rule
    assert dialog.reasons_panel.reason_labels[0].text().startswith("You: ")
    best_choice_rows = [
        row
        for row, judged_choice in enumerate(dialog.judged_choices)
        if judged_choice.best_choice.command == judged_choice.made_choice.command
    ]
    for row in best_choice_rows[:1]:
        dialog.lines.selectRow(row)
        assert not dialog.reasons.words[1].isVisible()


def test_losses_are_summed_and_the_largest_is_selected(open_review):
    """Always making the highest bid loses points that every adviser finds."""
    dialog = open_review()
    assert not dialog.reasons_panel.isVisible()
    wait_until(lambda: dialog.is_complete)
    (row,) = {item.row() for item in dialog.choice_table.selectedItems()}
    assert (
        dialog.judged_choices[row].sure_loss
        == max(judged_choice.sure_loss for judged_choice in dialog.judged_choices)
        > 0
    )
    assert dialog.reasons_panel.isVisible()
    assert cell_text(dialog, 0, 0) == "Bid"
    total_loss = sum(judged_choice.sure_loss for judged_choice in dialog.judged_choices)
    assert total_loss > 1
    assert dialog.conclusion_label.text() == f"Given away in all: {total_loss:.1f} points"


@pytest.mark.parametrize("game", ["blackout", "master", "ass"])
def test_every_row_gives_reasons(open_review, game):
    dialog = open_review(game=game, whole=True)
    assert dialog.judged_choices
    for row, judged_choice in enumerate(dialog.judged_choices):
        dialog.choice_table.selectRow(row)
        visible_texts = [
            words.text() for words in dialog.reasons_panel.reason_labels if words.isVisible()
        ]
        assert len(visible_texts) == 1 + (
            judged_choice.best_choice.command != judged_choice.made_choice.command
        )
        assert all(words.endswith((".", "!")) for words in visible_texts)


def test_every_real_choice_has_a_row(open_review):
    dialog = open_review(whole=True)
    player_view = dialog._player_view
    all_decisions = find_decisions(player_view.game, player_view.header, 0, player_view.view_lines)
    assert dialog.deal_combo.currentData() == 2
    of_deal = [judged_choice for judged_choice in all_decisions if judged_choice.deal == 2]
    assert 0 < len(dialog.judged_choices) <= len(of_deal)
    assert dialog.choice_table.rowCount() == len(dialog.judged_choices)
    assert dialog.progress_bar.isHidden()
    for row, judged_choice in enumerate(dialog.judged_choices):
        assert judged_choice.decision in of_deal
        is_best = judged_choice.best_choice.command == judged_choice.made_choice.command
        assert (cell_text(dialog, row, BEST_CHOICE_COLUMN) == "the same") == is_best
        assert (cell_text(dialog, row, LOSS_COLUMN) == "–") == (not judged_choice.sure_loss)
        assert "(" in cell_text(dialog, row, OWN_CHOICE_COLUMN)


def test_two_choices_of_different_worth_never_show_the_same_percentage(open_review):
    dialog = open_review(game="ass", whole=True)
    judged = dialog.judged_choices[0]
    first, second, *_ = judged.choices
    first, second = replace(first, expected_score=45.4), replace(second, expected_score=44.6)
    dialog.choice_table.setRowCount(0)
    dialog._add_row(replace(judged, made_choice=second, best_choice=first))
    assert "(44.6 %)" in cell_text(dialog, 0, OWN_CHOICE_COLUMN)
    assert "(45.4 %)" in cell_text(dialog, 0, BEST_CHOICE_COLUMN)


def test_another_deal_can_be_chosen(open_review):
    dialog = open_review(whole=True)
    dialog.deal_combo.setCurrentIndex(0)
    wait_until(lambda: dialog.is_complete)
    assert {judged_choice.decision.deal for judged_choice in dialog.judged_choices} == {1}
    assert dialog.choice_table.rowCount() == len(dialog.judged_choices)


def test_closing_stops_the_adviser(open_review, started_programs):
    dialog = open_review(BotLauncher(separate_processes=True))
    adviser = started_programs[-1]
    assert not dialog.is_complete
    assert not dialog.progress_bar.isHidden()
    dialog.reject()
    adviser.wait_for_end()
    assert dialog.adviser is None


def test_a_missed_bid_is_told_until_when_it_could_be_made(open_review, monkeypatch):
    spoken = []
    monkeypatch.setattr(review, "announce", lambda _, text: spoken.append(text))
    dialog = open_review(BotLauncher(separate_processes=True))
    events, seat = dialog._player_view.record_events, dialog._player_view.seat
    missed_deals = [
        event.deal
        for event in events
        if isinstance(event, BidsScored) and event.bids[seat] != event.tricks[seat]
    ]
    assert missed_deals
    dialog.deal_combo.setCurrentIndex(missed_deals[0] - 1)
    wait_until(lambda: not dialog.hindsight_label.isHidden())
    header = dialog._player_view.header
    missed_bid = find_missed_bid(header, events, seat, missed_deals[0])
    assert dialog.hindsight_label.text() == describe_missed_bid(missed_bid)
    assert missed_bid.replayed is not None
    assert any("could know" in text for text in spoken)
    dialog._on_bid_searched(object(), msgspec.structs.replace(missed_bid, bid=99))
    assert "99" not in dialog.hindsight_label.text()


def find_match_view(dialog):
    """Return the match view from which a review was opened."""
    ancestor = dialog.parent()
    while not isinstance(ancestor, MatchView):
        ancestor = ancestor.parent()
    return ancestor


def test_leaving_the_match_stops_the_adviser(open_review, started_programs):
    dialog = open_review(BotLauncher(separate_processes=True))
    playing, adviser = find_match_view(dialog), started_programs[-1]
    playing.close_page()
    adviser.wait_for_end()
    assert playing.side_column.review_dialog is None
    playing.prompts.toggle_hint()
    assert not playing.prompts.hints.is_shown


def test_review_explains_its_basis_and_replaces_an_open_one(open_review):
    dialog = open_review()
    dialog_text = " ".join(collect_texts(dialog))
    assert "knowing only what you could know at that moment" in dialog_text
    assert "The figures: points in this deal" in dialog_text
    playing = find_match_view(dialog)
    playing.side_column.show_review()
    assert dialog.adviser is None
    assert playing.side_column.review_dialog is not dialog
    apply_application_theme(DARK)
    playing.apply_theme()
    assert playing.side_column.review_dialog.palette().window().color().name() == DARK.paper


def test_a_separate_process_gives_the_same_review(open_review, started_programs):
    separate_review, local_review = open_review(BotLauncher(separate_processes=True)), open_review()
    wait_until(lambda: separate_review.is_complete and local_review.is_complete)
    assert separate_review.judged_choices == local_review.judged_choices


def test_every_text_goes_through_the_catalogue(open_review, pseudo_language):
    dialog = open_review(whole=True)
    words = [*collect_texts(dialog), dialog.progress_bar.text()]
    for row in range(dialog.choice_table.rowCount()):
        words += [cell_text(dialog, row, column) for column in (0, BEST_CHOICE_COLUMN, LOSS_COLUMN)]
    cards = "0123456789JQKA♣♦♥♠ "
    assert [text for text in words if text_outside_brackets(text).strip(cards)] == []


def test_the_menu_offers_a_review_once_a_deal_is_scored(open_program):
    person = open_program(SHORT)
    person.match_view.player_view.adviser_level = "medium"
    assert not person.facade.review_action.isEnabled()
    person.press(Qt.Key.Key_F2)
    play_deals(person, 1)
    assert person.facade.review_action.isEnabled()
    assert person.match_view.side_column.review_button.isHidden()
    person.facade.review_action.trigger()
    dialog = person.window.findChild(ReviewDialog)
    assert dialog is not None
    wait_until(lambda: dialog.is_complete)
    dialog.close()


def test_a_button_offers_a_review_after_every_deal_if_set(open_program):
    UserSettings(your_name="Ida", motion="none", offer_review=True).save()
    person = open_program(SHORT)
    person.match_view.player_view.adviser_level = "medium"
    play_deals(person, 1)
    button = person.match_view.side_column.review_button
    assert button.isVisible()
    assert "1" in button.text()
    person.click(button)
    assert button.isHidden()
    assert person.window.findChild(ReviewDialog) is not None
    play_deals(person, 2)
    assert button.isVisible()
    assert "2" in button.text()
    assert person.wait_for_turn()  # the review does not hold up the match


def test_a_completed_review_is_stored(open_review):
    dialog = open_review()
    assert REVIEWS.read_results(folders.reviews_path()) == []
    wait_until(lambda: dialog.is_complete)
    (stored_review,) = REVIEWS.read_results(folders.reviews_path())
    player_view = dialog._player_view
    assert (stored_review.match, stored_review.deal, stored_review.seat) == (
        match_identity(player_view.header),
        2,
        0,
    )
    assert stored_review.adviser == f"medium {__version__}"
    assert stored_review.points == sum(
        judged_choice.sure_loss for judged_choice in dialog.judged_choices
    )
    all_decisions = find_decisions(player_view.game, player_view.header, 0, player_view.view_lines)
    assert stored_review.choices == len(
        [judged_choice for judged_choice in all_decisions if judged_choice.deal == 2]
    )


def test_figures_near_the_end_are_no_points_and_are_not_stored(open_review):
    dialog = open_review(whole=True, most_cards=5)
    assert "Near the end they also tell" in dialog.about_label.text()
    assert "Given away in all: " in dialog.conclusion_label.text()
    assert "points" not in dialog.conclusion_label.text()
    assert REVIEWS.read_results(folders.reviews_path()) == []


def test_shown_loss_equals_the_stored_loss(open_review):
    dialog = open_review(game="ass", whole=True)
    (stored_review,) = REVIEWS.read_results(folders.reviews_path())
    rounded = sum(
        round(judged_choice.best_choice.expected_score)
        - round(judged_choice.made_choice.expected_score)
        for judged_choice in dialog.judged_choices
    )
    assert (
        abs(stored_review.points - rounded) > 0.1
    )  # the stored loss is not the sum of the rounded figures
    assert dialog.conclusion_label.text() == f"Given away in all: {stored_review.points:.1f} %"


def test_all_rows_are_visible_and_a_low_dialog_shows_the_selected_one(open_review):
    dialog = open_review(game="ass", whole=True)
    lines, bar = dialog.choice_table, dialog.choice_table.verticalScrollBar()
    assert lines.rowCount() > MIN_VISIBLE_ROWS
    assert not bar.maximum()
    for row in (0, lines.rowCount() - 1):
        dialog.resize(dialog.width(), 700)
        lines.selectRow(row)
        dialog.resize(dialog.width(), 300)
        assert bar.maximum()
        row_rect = lines.visualItemRect(lines.item(row, OWN_CHOICE_COLUMN))
        assert lines.viewport().rect().contains(row_rect)


def test_a_review_that_cannot_be_stored_is_reported(open_review):
    folders.reviews_path().mkdir(parents=True)
    dialog = open_review(whole=True)
    assert dialog.conclusion_label.text().startswith("Given away in all: ")
    assert "This is not counted in your statistics: " in dialog.conclusion_label.text()
    assert str(folders.reviews_path()) in dialog.conclusion_label.text()


def test_unreadable_earlier_reviews_are_reported(open_review):
    folders.reviews_path().parent.mkdir(parents=True, exist_ok=True)
    with folders.reviews_path().open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    dialog = open_review(whole=True)
    assert "reviews.jsonl.bad" in dialog.conclusion_label.text()
    assert len(REVIEWS.read_results(folders.reviews_path())) == 1


def test_review_begins_with_marked_moments(open_match, qtbot):
    person = open_match("damn", 3, "review", first=3, deals=6)
    person.match_view.begin_match()
    play_deals(person, 2)
    view = person.match_view.player_view
    lines = bytes(view.view_lines)
    decisions = find_decisions(view.game, view.header, 0, lines)
    marked = [decision for decision in decisions if decision.deal == 1][-1]
    moment = lines.count(b"\n", 0, marked.offset) - 1
    toggle_mark(view.header, 0, marked.deal, moment)
    dialog = ReviewDialog(view)
    qtbot.addWidget(dialog)
    wait_until(lambda: dialog.is_complete)
    assert dialog._deal_decisions()[0] == marked
    assert dialog.deal_combo.currentText() == "Deal 1, marked"
    if dialog.judged_choices[0].decision == marked:
        assert dialog.choice_table.item(0, 0).text().startswith("Marked: ")
        assert dialog.choice_table.item(0, 0).isSelected()
    dialog.close()
