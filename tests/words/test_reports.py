"""Tests of reports: the trick, the last trick, the score and the plates, at any time."""

from types import SimpleNamespace
from typing import Any

import pytest

from greenbaize.cards import Card
from greenbaize.games import GAMES
from greenbaize.rules.events import CardPlayed, LotDrawn, MatchEnded, TrickTaken
from greenbaize.rules.hands import Trick
from greenbaize.words.reports import TableReports
from words.spoken_matches import play_spoken_match

NAMES = ("Ida", "Anna", "Otto")


@pytest.fixture(scope="module")
def damn_views():
    """Return the events of a match that the first seat is told, with the views after them."""
    return list(play_spoken_match(GAMES["damn"], 3, deals=2, first=1))


@pytest.fixture(scope="module")
def ass_views():
    return list(play_spoken_match(GAMES["ass"], 3, deal_limit=1))


def report(game, name, view, seat=0, **arguments):
    return TableReports(GAMES[game], NAMES, seat).build_report(name, view, **arguments)


def view_after(views, kind, number=0):
    """Return the view after the event of a kind with this number."""
    return [view for event, view in views if isinstance(event, kind)][number]


def test_before_the_first_deal_there_is_nothing_to_tell(damn_views):
    view = view_after(damn_views, LotDrawn)
    assert report("damn", "trick", view) == "No cards have been dealt yet."
    assert report("damn", "last_trick", view) == "No trick has been taken yet."
    assert (
        report("damn", "score", view)
        == report("damn", "plates", view)
        == ("You have 0 points in all. Anna has 0 points in all. Otto has 0 points in all.")
    )


def test_the_trick_has_its_cards_its_winner_the_trump_and_the_turn(damn_views):
    view = view_after(damn_views, CardPlayed, 1)
    assert report("damn", "trick", view) == (
        "On the table: you 9♣, Anna Q♥. Your 9♣ is winning the trick. "
        "Trump is spades: any of them beats every card of another suit. It is Otto's turn."
    )
    assert report("damn", "trick", view, seat=2).endswith("It is your turn.")
    assert report("damn", "trick", view, seat=None).startswith("On the table: Ida 9♣, Anna Q♥.")


def test_a_table_without_cards_says_so(damn_views):
    view = view_after(damn_views, TrickTaken)
    assert report("damn", "trick", view) == (
        "No card lies on the table. Trump is spades: any of them beats every card of another suit."
    )


def test_the_last_trick_has_its_taker_and_what_it_brings(damn_views, ass_views):
    assert report("damn", "last_trick", view_after(damn_views, TrickTaken)) == (
        "The last trick: you 9♣, Anna Q♥, Otto 6♣. You take the trick."
    )
    assert report("ass", "last_trick", view_after(ass_views, MatchEnded)) == (
        "The last trick: you Q♠, Anna 10♠, Otto 7♠. Anna takes the trick. It brings 13 card points."
    )


def test_before_the_first_trick_of_a_deal_the_one_before_is_told_without_its_points(ass_views):
    view = view_after(ass_views, LotDrawn)
    taken = view_after(ass_views, MatchEnded)
    previous = GAMES["ass"].picture(taken).taken_tricks[-1]
    assert report("ass", "last_trick", view, previous_trick=previous) == (
        "The last trick: you Q♠, Anna 10♠, Otto 7♠. Anna takes the trick."
    )
    # A trick of this deal comes before one of the last.
    older = (0, Trick(0, (Card.of("7H"),)))
    assert "Q♠" in report("ass", "last_trick", taken, previous_trick=older)


def test_the_score_names_the_leaders_first(damn_views):
    view = view_after(damn_views, MatchEnded)
    assert report("damn", "score", view) == (
        "This is deal 2 of 2. Otto has 10 points in all. You have 0 points in all. "
        "Anna has 0 points in all."
    )


def test_the_score_ends_with_remarks_on_the_bids(damn_views):
    text = report("damn", "score", view_after(damn_views, CardPlayed))
    assert text.startswith("This is deal 1 of 2. You have 0 points in all.")
    assert text.endswith("Bids 2 · tricks 1. Over: somebody will fall short.")


@pytest.mark.parametrize(
    ("seat", "names"),
    [(0, ["You", "Anna", "Otto"]), (1, ["You", "Otto", "Ida"]), (None, ["Ida", "Anna", "Otto"])],
)
def test_plates_begin_with_the_own_one_and_go_around_the_table(damn_views, seat, names):
    sentences = report("damn", "plates", view_after(damn_views, LotDrawn), seat=seat).split(". ")
    assert [sentence.split()[0] for sentence in sentences] == names


def test_plates_have_bids_tricks_and_the_dealer(damn_views):
    text = report("damn", "plates", view_after(damn_views, CardPlayed, 1))
    assert text == (
        "You have 0 points in all. You bid 0 and have won 0: a trick more would spoil it. "
        "Anna has 0 points in all. Anna bid 1 and has won 0: 1 more is needed. "
        "Otto has 0 points in all. Otto bid 1 and has won 0: 1 more is needed. It is Otto's turn. "
        "Otto is the dealer."
    )


def test_cards_of_others_that_are_seen_are_part_of_their_plates():
    views = list(play_spoken_match(GAMES["blackout"], 2))
    view = next(view for _, view in views if GAMES["blackout"].picture(view).hands[1].cards)
    reports = TableReports(GAMES["blackout"], NAMES[:2], 0)
    assert reports.report_open_cards(view, 1) == "You see these cards of Anna: 9♣."
    assert reports.report_open_cards(view, 0) == ""
    assert "You see these cards of Anna: 9♣." in reports.build_report("plates", view)


def test_cards_that_are_exposed_are_told_once_with_those_of_the_hand():
    picture = SimpleNamespace(
        exposed_cards=((), (Card.of("9C"), Card.of("7H"))),
        hands=(SimpleNamespace(cards=()), SimpleNamespace(cards=(Card.of("9C"),))),
    )
    game: Any = SimpleNamespace(picture=lambda view: picture)
    reports = TableReports(game, NAMES[:2], 0)
    assert reports.report_open_cards(None, 1) == "You see these cards of Anna: 9♣, 7♥."
    picture.hands[1].cards = ()
    picture.exposed_cards = None
    assert reports.report_open_cards(None, 1) == ""


def test_the_pile_has_its_top_card_what_goes_on_it_and_the_stock():
    views = list(play_spoken_match(GAMES["rank"], 3))
    view = view_after(views, CardPlayed)
    picture = GAMES["rank"].picture(view)
    text = report("rank", "trick", view)
    assert f"{picture.pile[-1].name} lies on top" in text
    assert "On it goes" in text
    assert "cards are left in the stock." in text
