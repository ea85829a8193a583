"""Tests of the review of a deal: every real choice beside the bot's."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize import __version__
from greenbaize.app.advice.review import decisions, view_at
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.match.header import identity
from greenbaize.rules.chance import seed_from
from greenbaize.store import folders
from greenbaize.store.reviews import MOST_BYTES, read_reviews
from greenbaize.store.settings import Settings
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.sheets.review import LEAST_ROWS, LOST, THEIRS, YOURS, ReviewDialog
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK
from greenbaize.words.speaker import Speaker
from ui.table.person import until
from ui.table.seen import texts_of
from words.pseudo import loose

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]

SHORT = PlayRequest("damn", 3, {"first": 3, "deals": 6}, seed_from("review"))


def act(person):
    if person.asked_bid:
        *_, last = person.answers()
        person.type(str(last))
        if person.asked_bid:
            person.press(Qt.Key.Key_Return)
    elif person.playing.asking.prompt.isVisible():
        person.click(person.playing.asking.prompt.buttons[0])
    else:
        person.double_click_card(person.legal[-1])


def play_deals(person, count):
    """Play until this many deals are scored."""
    game = person.playing.place.game
    while game.picture(person.playing.seen).deal <= count and person.wait_for_turn():
        act(person)


@pytest.fixture
def reviewed(laid):
    """Return a function that plays two deals and opens their review."""

    def review(launcher=None, game="damn", whole=False):
        more = {} if launcher is None else {"launcher": launcher}
        options = {"first": 3, "deals": 5} if game == "damn" else {}
        person = laid(game, 3, "review", **more, **options)
        person.playing.place.adviser_level = "medium"
        person.playing.begin()
        assert not person.playing.side.can_review
        play_deals(person, 2)
        assert person.playing.side.can_review
        person.playing.side.show_review()
        dialog = person.window.findChild(ReviewDialog)
        if whole:
            until(lambda: dialog.complete)
        return dialog

    return review


def cell(dialog, row, column):
    item = dialog.lines.item(row, column)
    return item.text()


def test_a_line_that_is_chosen_says_why_with_the_rule(reviewed):
    dialog = reviewed(whole=True)
    session, asked = dialog._place, []
    dialog.rule_asked.connect(asked.append)
    row = next(row for row, one in enumerate(dialog.judged) if one.best.command != one.done.command)
    one = dialog.judged[row]
    item = dialog.lines.item(row, YOURS)
    assert item is not None
    where = dialog.lines.visualItemRect(item).center()
    QTest.mouseClick(dialog.lines.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert dialog.reasons.isVisible()
    view = view_at(session.game, session.header, 0, session.told, one.decision.at)
    assert session.game.turn(view) == 0
    speaker = Speaker([one.name for one in session.header.sitters], 0)
    does = session.game.explain(view, one.done.command).sentences[0]
    others = [other for other in one.choices if other.command != one.best.command]
    why = session.game.advice(view, [one.best, *others])
    assert len(why) > 1
    odds = session.game.odds(view, one.done)
    assert odds is not None
    said = [(does, odds), why]
    for words, link, reasons in zip(dialog.reasons.words, dialog.reasons.links, said, strict=True):
        assert words.text().endswith(": " + " ".join(map(speaker.say, reasons)))
        assert link.isVisible() == bool(reasons[0].rule)
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
        assert asked.pop() == reasons[0].rule
    assert dialog.reasons.words[0].text().startswith("You: ")
    same = [row for row, one in enumerate(dialog.judged) if one.best.command == one.done.command]
    for row in same[:1]:
        dialog.lines.selectRow(row)
        assert not dialog.reasons.words[1].isVisible()


def test_what_was_given_away_is_added_up_and_where_it_was_most_is_explained_unasked(reviewed):
    """Always making the highest bid loses points that every adviser finds."""
    dialog = reviewed()
    assert not dialog.reasons.isVisible()
    until(lambda: dialog.complete)
    (row,) = {item.row() for item in dialog.lines.selectedItems()}
    assert dialog.judged[row].given_away == max(one.given_away for one in dialog.judged) > 0
    assert dialog.reasons.isVisible()
    assert cell(dialog, 0, 0) == "Bid"
    lost = sum(one.given_away for one in dialog.judged)
    assert lost > 1
    assert dialog.conclusion.text() == f"Given away in all: {lost:.1f} points"


@pytest.mark.parametrize("game", ["blackout", "master", "ass"])
def test_every_line_says_why(reviewed, game):
    dialog = reviewed(game=game, whole=True)
    assert dialog.judged
    for row, one in enumerate(dialog.judged):
        dialog.lines.selectRow(row)
        said = [words.text() for words in dialog.reasons.words if words.isVisible()]
        assert len(said) == 1 + (one.best.command != one.done.command)
        assert all(words.endswith((".", "!")) for words in said)


def test_every_real_choice_has_a_line(reviewed):
    dialog = reviewed(whole=True)
    session = dialog._place
    made = decisions(session.game, session.header, 0, session.told)
    assert dialog.deals.currentData() == 2
    of_deal = [one for one in made if one.deal == 2]
    assert 0 < len(dialog.judged) <= len(of_deal)
    assert dialog.lines.rowCount() == len(dialog.judged)
    assert dialog.progress.isHidden()
    for row, one in enumerate(dialog.judged):
        assert one.decision in of_deal
        same = one.best.command == one.done.command
        assert (cell(dialog, row, THEIRS) == "the same") == same
        assert (cell(dialog, row, LOST) == "–") == (not one.given_away)
        assert "(" in cell(dialog, row, YOURS)


def test_another_deal_can_be_chosen(reviewed):
    dialog = reviewed(whole=True)
    dialog.deals.setCurrentIndex(0)
    until(lambda: dialog.complete)
    assert {one.decision.deal for one in dialog.judged} == {1}
    assert dialog.lines.rowCount() == len(dialog.judged)


def test_closing_it_ends_the_thinking(reviewed, started):
    dialog = reviewed(BotLauncher(apart=True))
    adviser = started[-1]
    assert not dialog.complete
    assert not dialog.progress.isHidden()
    dialog.reject()
    adviser.wait()
    assert dialog.adviser is None


def table_of(dialog):
    """Return the match view from which a review was opened."""
    above = dialog.parent()
    while not isinstance(above, MatchView):
        above = above.parent()
    return above


def test_whoever_leaves_the_match_ends_it_too(reviewed, started):
    dialog = reviewed(BotLauncher(apart=True))
    playing, adviser = table_of(dialog), started[-1]
    playing.leave()
    adviser.wait()
    assert playing.side.review is None
    playing.asking.ask_hint()
    assert not playing.asking.hints.shown


def test_it_says_on_what_it_judges_and_asked_for_again_there_is_still_one(reviewed):
    dialog = reviewed()
    said = " ".join(texts_of(dialog))
    assert "knowing only what you could know at that moment" in said
    assert "The figures: points in this deal" in said
    playing = table_of(dialog)
    playing.side.show_review()
    assert dialog.adviser is None
    assert playing.side.review is not dialog
    dress(DARK)
    playing.dress()
    assert playing.side.review.palette().window().color().name() == DARK.paper


def test_apart_it_finds_the_same(reviewed, started):
    apart, here = reviewed(BotLauncher(apart=True)), reviewed()
    until(lambda: apart.complete and here.complete)
    assert apart.judged == here.judged


def test_its_words_go_through_the_catalogue(reviewed, pseudo_language):
    dialog = reviewed(whole=True)
    words = [*texts_of(dialog), dialog.progress.text()]
    for row in range(dialog.lines.rowCount()):
        words += [cell(dialog, row, column) for column in (0, THEIRS, LOST)]
    cards = "0123456789JQKA♣♦♥♠ "
    assert [one for one in words if loose(one).strip(cards)] == []


def test_the_menu_offers_it_once_a_deal_is_scored(opened):
    person = opened(SHORT)
    person.playing.place.adviser_level = "medium"
    assert not person.main.review_action.isEnabled()
    person.press(Qt.Key.Key_F2)
    play_deals(person, 1)
    assert person.main.review_action.isEnabled()
    assert person.playing.side.review_button.isHidden()
    person.main.review_action.trigger()
    dialog = person.window.findChild(ReviewDialog)
    assert dialog is not None
    until(lambda: dialog.complete)
    dialog.close()


def test_after_every_deal_a_button_offers_it_where_that_is_set(opened):
    Settings(your_name="Ida", motion="none", offer_review=True).save()
    person = opened(SHORT)
    person.playing.place.adviser_level = "medium"
    play_deals(person, 1)
    button = person.playing.side.review_button
    assert button.isVisible()
    assert "1" in button.text()
    person.click(button)
    assert button.isHidden()
    assert person.window.findChild(ReviewDialog) is not None
    play_deals(person, 2)
    assert button.isVisible()
    assert "2" in button.text()
    assert person.wait_for_turn()  # the review does not hold up the match


def test_what_was_found_is_kept_once_all_has_been_weighed(reviewed):
    dialog = reviewed()
    assert read_reviews(folders.reviews()) == []
    until(lambda: dialog.complete)
    (kept,) = read_reviews(folders.reviews())
    place = dialog._place
    assert (kept.match, kept.deal, kept.seat) == (identity(place.header), 2, 0)
    assert kept.adviser == f"medium {__version__}"
    assert kept.points == sum(one.given_away for one in dialog.judged)
    made = decisions(place.game, place.header, 0, place.told)
    assert kept.choices == len([one for one in made if one.deal == 2])


def test_it_tells_as_much_given_away_as_statistics_are_told(reviewed):
    dialog = reviewed(game="ass", whole=True)
    (kept,) = read_reviews(folders.reviews())
    rounded = sum(round(one.best.expected) - round(one.done.expected) for one in dialog.judged)
    assert abs(kept.points - rounded) > 0.1  # the stored loss is not the sum of the rounded figures
    assert dialog.conclusion.text() == f"Given away in all: {kept.points:.1f} %"


def test_all_lines_are_seen_and_however_low_it_is_made_the_chosen_one(reviewed):
    dialog = reviewed(game="ass", whole=True)
    lines, bar = dialog.lines, dialog.lines.verticalScrollBar()
    assert lines.rowCount() > LEAST_ROWS
    assert not bar.maximum()
    for row in (0, lines.rowCount() - 1):
        dialog.resize(dialog.width(), 700)
        lines.selectRow(row)
        dialog.resize(dialog.width(), 300)
        assert bar.maximum()
        place = lines.visualItemRect(lines.item(row, YOURS))
        assert lines.viewport().rect().contains(place)


def test_play_goes_on_where_what_was_found_cannot_be_kept(reviewed):
    folders.reviews().mkdir(parents=True)
    dialog = reviewed(whole=True)
    assert dialog.conclusion.text().startswith("Given away in all: ")
    assert "This is not counted in your statistics: " in dialog.conclusion.text()
    assert str(folders.reviews()) in dialog.conclusion.text()


def test_what_could_not_be_read_of_earlier_reviews_is_told(reviewed):
    folders.reviews().parent.mkdir(parents=True, exist_ok=True)
    with folders.reviews().open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    dialog = reviewed(whole=True)
    assert "reviews.jsonl.bad" in dialog.conclusion.text()
    assert len(read_reviews(folders.reviews())) == 1
