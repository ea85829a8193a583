"""Table manners: exposed cards, revokes and void deals, by the numbers of Damn's rules."""

import pytest

from bots.decision_positions import view_of_match
from games.exact_bid.damn_tables import (
    DAMN_GAME,
    FOUR_HANDS,
    STORY_TABLES,
)
from games.exact_bid.rule_tables import stack_pack
from games.stories import StoryRunner
from greenbaize.cards import parse_cards
from greenbaize.games.exact_bid.events import DealVoided
from greenbaize.rules.commands import ReadyCommand
from greenbaize.rules.hands import Hand
from greenbaize.rules.sheets import RowKind


def table_after_steps(steps, table="FOUR"):
    """Return a table after these steps of a story."""
    return StoryRunner("damn", STORY_TABLES).run_steps(
        [f"from {table}", "1 1 1 0", *steps.split("; ")]
    )


def test_table_manners_change_nothing_without_errors():
    """Play bots only: legal choices, and every trick closed at once."""
    manners_table, strict_table = STORY_TABLES["FOUR"](), STORY_TABLES["STRICT"]()
    while not DAMN_GAME.is_over(manners_table.state):
        if DAMN_GAME.is_open(manners_table.state):
            manners_table.authority.append_derived_events(ready=True)
        else:
            command = DAMN_GAME.legal(manners_table.state, manners_table.state.turn)[0]
            assert manners_table.authority.submit(command) is None
    strict_table.play_until()
    assert manners_table.events == strict_table.events


def test_damn_8_9_only_an_exposed_card_is_known():
    view = view_of_match(table_after_steps("3showTC"), 0)
    assert view.hands[3] == DAMN_GAME.picture(view).hands[3] == Hand(parse_cards("TC"), 3)
    assert DAMN_GAME.picture(view).exposed_cards == ((), (), (), parse_cards("TC"))
    # A card that was taken back is known too, but is in the hand again.
    view = view_of_match(table_after_steps("1:QH 2:7C 3:9H 2correct8H"), 0)
    assert view.hands[3] == Hand(parse_cards("9H"), 3)
    assert DAMN_GAME.picture(view).hands[2:] == (Hand(parse_cards("7C"), 2), Hand((), 4))
    assert DAMN_GAME.picture(view).exposed_cards == ((), (), parse_cards("7C"), ())


def test_damn_9_others_do_not_know_of_a_revoke():
    match, story = table_after_steps("1:QH 2:7C 3:9H 0:KH"), StoryRunner("damn", STORY_TABLES)
    for seat in range(4):
        event_text = story.event_text(DAMN_GAME.close(view_of_match(match, seat)))
        assert event_text == ("revoke2:7C" if seat == 2 else "trick0")


@pytest.mark.parametrize(
    ("steps", "parts"), [("1:QH 2:7C 3:9H 0:KH 2correct8H", 4), ("1:QH 2:7C 3:TC 0:KH 0:AD", 4)]
)
def test_damn_9_10_due_events_follow_one_after_another(steps, parts):
    match = table_after_steps(steps)
    _, *rest = moments = match.moments[-parts:]
    for (_, state), (event, _) in zip(moments, rest, strict=False):
        assert state.turn is None
        assert DAMN_GAME.derive(state, match.chance) == event
        assert not DAMN_GAME.is_open(state)
        assert DAMN_GAME.judge(state, ReadyCommand(1)).reason.code == "nobody-acts"
    assert DAMN_GAME.derive(match.state, match.chance) is None


def test_damn_10_penalties_are_in_the_totals_and_on_the_sheet():
    assert DAMN_GAME.sheet(STORY_TABLES["FOUR"]().state).results == ()
    match = table_after_steps("1:QH 2:7C 3:9H 0:KH 0:AD")
    row, total = DAMN_GAME.sheet(match.state).results
    assert (row.kind, row.title) == (RowKind.RESULT, "penalties")
    for line in (row, total):
        assert [boxes[0].value for boxes in line.boxes] == [0, 0, -10, 0]
    match.play_on_when_ready()
    first, second = match.score_events
    assert first.totals == tuple(a + b for a, b in zip(first.points, (0, 0, -10, 0), strict=True))
    assert second.totals == tuple(a + b for a, b in zip(first.totals, second.points, strict=True))
    assert match.end_event.totals == second.totals
    assert [score.deal for score in match.score_events] == [1, 2]


def test_damn_10_a_void_deal_has_the_same_dealer():
    match = table_after_steps("1:QH 2:7C 3:9H 0:KH 0:AD")
    for number in (2, 3):
        match.make_bids(0, 0, 0, 0)
        # In whatever deal: a seat that can revoke does, and no revoke is corrected.
        while not match.trump_deals[number:]:
            answers = DAMN_GAME.question(match.state, match.state.turn).answers
            revokes = [answer.command for answer in answers if answer.breach is not None]
            legal_commands = DAMN_GAME.legal(match.state, match.state.turn)
            assert match.authority.submit([*revokes, *legal_commands][0]) is None
            assert not match.score_events
        assert (match.trump_deals[number].deal, match.trump_deals[number].dealer) == (1, 0)
    assert len(match.events_of(DealVoided)) == 3
    assert min(match.state.totals) <= -10
    assert match.state.scores == ()


def test_damn_10_each_attempt_is_dealt_by_a_chance_of_its_own(monkeypatch):
    requests, match = [], table_after_steps("1:QH 2:7C 3:9H 0:KH")

    def draw_stacked_order(kind, pack, deal=0, attempt=0):
        requests.append((kind, deal, attempt))
        top = stack_pack(FOUR_HANDS, 0, "4S")
        return top + [card for card in pack if card not in top]

    monkeypatch.setattr(match.chance, "draw_order", draw_stacked_order)
    for _ in range(2):
        assert match.play_cards("AD") is None
        match.make_bids(1, 1, 1, 0)
        assert match.play_cards("QH 7C 9H KH") is None
    assert requests == [("deal", 1, 1), ("deal", 1, 2)]
