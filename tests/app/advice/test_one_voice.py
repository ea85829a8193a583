"""Tests that guide, hints, notes, reviews and exercises agree, and that their reasons hold.

They compare decisions sampled from random matches with every number of players.
"""

from collections import Counter
from functools import cache
from itertools import count, islice
from random import Random

import pytest

from greenbaize.app.advice.advice import Advice
from greenbaize.app.advice.adviser import ADVISER_LEVEL, ADVISER_SEED, weigh_in_process
from greenbaize.app.advice.hint_texts import HintFormatter
from greenbaize.app.advice.review import Decision, judge_decision
from greenbaize.app.exercises import BEST_KIND, Exercise
from greenbaize.app.first_deal import FirstDealGuide, open_first_deal
from greenbaize.app.seats import bot_launcher
from greenbaize.games import GAMES
from greenbaize.games.beat.beats import BeatRule, find_beat_rule
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import SeededChance, seed_from_text
from greenbaize.rules.commands import CardCommand, PlayCommand
from greenbaize.rules.events import CardPlayed
from greenbaize.rules.options import resolve_options
from greenbaize.rules.search_contract import good_choices
from greenbaize.ui.features.learn.exercises import judge_answer
from greenbaize.words.speaker import Speaker

NAMES = ("Anna", "Boris", "Vera", "Mila", "Otto", "Jan", "Lena", "Hugo", "Ida", "Nils")
SAMPLING_INTERVAL = 7
"""Sampling interval: one decision in this many is used."""
MAX_MATCH_SAMPLES = 12
"""Maximum number of decisions used per match."""


class SampledDecision:
    """A decision of a seat: its view and its choices as the adviser weighs them."""

    def __init__(self, game, header, view_lines, view, seat):
        self.game, self.header, self.view, self.seat = game, header, view, seat
        self.view_lines = view_lines
        lines = map(encode_line, (header.to_line(), *view_lines))
        self.choices = weigh_in_process(lines, command_codec(game))
        self.legal = game.legal(view, seat)
        self.speaker = Speaker(NAMES[: view.seats], seat)

    @property
    def hand(self):
        return self.view.hands[self.seat].cards

    def view_after(self, card, seat=None, view=None):
        card_played = CardPlayed(self.seat if seat is None else seat, card)
        return self.game.fold(self.view if view is None else view, card_played)

    def trick_holder(self, view):
        """Return the seat that holds the trick on the table."""
        pile = getattr(view, "pile", None)
        if pile is not None:
            return pile.taker
        picture = self.game.picture(view)
        return picture.trick.seats_in_order(view.seats)[picture.winning_index]

    def holds_trick(self, card):
        """Return True if the card would hold the trick so far."""
        return self.trick_holder(self.view_after(card)) == self.seat

    def count_rivals(self, card):
        """Count the unseen cards that, played by a later seat, change who holds the trick."""
        view = self.view_after(card)
        is_held, game = self.trick_holder(view) == self.seat, self.game
        trick = game.picture(view).trick.cards
        behind = [(self.seat + turn) % view.seats for turn in range(1, view.seats - len(trick) + 1)]
        return sum(
            any(
                (self.trick_holder(self.view_after(unseen_card, seat_behind, view)) == self.seat)
                != is_held
                for seat_behind in behind
            )
            for unseen_card in game.unseen_cards(self.view)
        )


@cache
def sample_decisions(name, many):
    """Return sampled decisions of a game, with every number of players in turn."""
    return tuple(islice(_generate_decisions(name), many))


def _generate_decisions(name):
    game, random = GAMES[name], Random(name)
    for number in count():
        seats = game.seats[number % len(game.seats)]
        yield from islice(
            play_and_sample(game, seats, f"voices {number}", random), MAX_MATCH_SAMPLES
        )


def play_and_sample(game, seats, seed, random):
    options_given = {**game.lesson().options}
    if "first" in options_given:
        options_given |= {"first": 2 + random.randrange(5), "deals": 7}
    header = RecordHeader(
        game.name,
        tuple(HeaderPlayer(name) for name in NAMES[:seats]),
        resolve_options(game.options, seats, options_given),
        None,
        0,
    )
    chance, state, codec = SeededChance(seed_from_text(seed)), None, event_codec(game)
    state = game.initial_state(seats, header.options)
    tellers = [ViewTracker(game, seats, header.options, seat) for seat in range(seats)]
    view_lines = [[] for _ in tellers]
    while not game.is_over(state):
        events = [game.next_event(state, chance, is_everybody_ready=True)]
        if events == [None]:
            seat = game.turn(state)
            if not random.randrange(SAMPLING_INTERVAL):
                own_header = RecordHeader(game.name, header.players, header.options, None, seat)
                yield SampledDecision(
                    game, own_header, tuple(view_lines[seat]), tellers[seat].view, seat
                )
            legal = game.legal(state, seat)
            events = game.judge(state, random.choice(legal)).command_events
        for event in events:
            state = game.fold(state, event)
            for teller, lines in zip(tellers, view_lines, strict=True):
                lines.append(codec.encode_line(teller.redact_event(event, state)))


def small_and_long_samples(function):
    """Parametrize a test with a small sample of every game, and a long one with a thousand."""
    sizes = [pytest.param(12), pytest.param(1000, marks=pytest.mark.long)]
    of_games = pytest.mark.parametrize("name", GAMES)
    return of_games(pytest.mark.parametrize("many", sizes)(function))


@small_and_long_samples
def test_guide_hint_and_review_agree_on_good_choices(name, many):
    guide = FirstDealGuide(open_first_deal(name, "Ida"))
    say = Speaker().format_message
    for moment in sample_decisions(name, many):
        game, view, choices = moment.game, moment.view, moment.choices
        guide._speaker, guide._seat = moment.speaker, moment.seat
        good = {choice.command for choice in good_choices(choices)}
        hint, guide_advice = (
            HintFormatter(game, view, choices),
            guide.describe_advice(choices, view),
        )
        sentence, why = hint.describe_hint(moment.speaker)
        assert guide_advice.text
        assert {choice for choice in guide_advice.elements if choice in moment.hand} <= {
            choice.card for choice in good if isinstance(choice, CardCommand)
        }
        if hint.best_command is not None and len(choices) > 1:
            best_text = say(hint.best_command.short_message)
            assert best_text in sentence
            assert guide_advice.text.split(". ")[0].endswith(f": {best_text}")
            assert hint.advice.describe_equal_choices() in why
            assert hint.advice.describe_equal_choices() in guide_advice.text
        elif len(choices) > 1:
            assert good == {choice.command for choice in choices}
            assert why
            assert mentions_hint(guide_advice.text, sentence, why)
        for choice in choices:
            guide.record_choice(choice.command)
            review = judge_decision(Decision(1, 0, choice.command, ()), choices)
            scolded = bool(guide._worse_choice_text)
            assert scolded == (choice.command not in good)
            assert scolded == bool(review is not None and review.sure_loss)
            note = hint.describe_worth(choice.command)
            praised = "the best" in note
            assert praised == bool(
                note and hint.best_command is not None and choice.command in good
            )
        if len(good) == 1 < len(choices):
            check_exercise_agrees(moment)


def mentions_hint(text, sentence, why):
    return sentence.partition(": ")[2].rstrip(".") in text and why in text


def check_exercise_agrees(moment):
    """Check that an exercise of this decision accepts the hinted choice for the same reasons."""
    best, worst = moment.choices[0].command, moment.choices[-1].command
    worth = {item.command: item.expected_score for item in moment.choices}
    exercise = Exercise(moment.game, moment.header, BEST_KIND, best, worth, moment.view_lines)
    names = NAMES[: moment.view.seats]
    right_verdict, wrong_verdict = (
        judge_answer(exercise, best, names),
        judge_answer(exercise, worst, names),
    )
    assert right_verdict.is_right
    assert not wrong_verdict.is_right
    advice = Advice(moment.game, moment.view, moment.choices)
    facts = [item for item in advice.find_reasons() if not item.code.startswith("odds-")]
    for item in facts:
        assert moment.speaker.format_message(item) in "\n".join(right_verdict.lines)


@small_and_long_samples
def test_reasons_of_choices_hold(name, many):
    codes = Counter()
    for moment in sample_decisions(name, many):
        for message in Advice(moment.game, moment.view, moment.choices).find_reasons():
            codes[message.code] += 1
            check_reason(moment, message)
        if len(moment.choices) == 1:
            check_single_choice(moment)
        for legal_command in moment.legal:
            for message in moment.game.explain(moment.view, legal_command).sentences:
                if message.code in ("lead-rivals", "lead-unbeaten"):
                    codes[message.code] += 1
                    assert moment.game.picture(moment.view).table_cards == ()
                    assert message.values.get("count", 0) == moment.count_rivals(legal_command.card)
    assert codes


def check_single_choice(moment):
    (choice,) = moment.choices
    advice = Advice(moment.game, moment.view, moment.choices)
    text, why = advice.describe_only_choice(moment.speaker)
    assert len(moment.legal) == 1
    if not isinstance(choice.command, PlayCommand):
        return
    assert ("last card" in text) == (len(moment.hand) == 1)
    if len(set(moment.hand)) > 1:
        assert why


def certainly_takes(moment, card):
    """Return True if a card certainly takes the trick."""
    return moment.holds_trick(card) and not moment.count_rivals(card)


def _check_leaves_trick(moment, card, values, legal):
    return not moment.holds_trick(card) and values["top"] != card


def _check_keeps_back(moment, card, values, legal):
    return not moment.holds_trick(card) and set(values["cards"]) == set(
        filter(moment.holds_trick, legal)
    )


def _check_cannot_take(moment, card, values, legal):
    return not any(map(moment.holds_trick, legal))


def _check_likeliest_lost(moment, card, values, legal):
    most = max(map(moment.count_rivals, legal))
    return (
        all(map(moment.holds_trick, legal))
        and values["number"] == moment.count_rivals(card) == most > 0
    )


def _check_wants_to_lose(moment, card, values, legal):
    return moment.game.points_count_against(moment.view) and _check_likeliest_lost(
        moment, card, values, legal
    )


def _check_wants_to_hold(moment, card, values, legal):
    fewest_rivals = min(
        moment.count_rivals(legal_card) for legal_card in legal if moment.holds_trick(legal_card)
    )
    return (
        moment.holds_trick(card)
        and values["number"] == moment.count_rivals(card) == fewest_rivals > 0
    )


def _check_may_take(moment, card, values, legal):
    return moment.holds_trick(card) and values["number"] == moment.count_rivals(card) > 0


def _check_all_may_take(moment, card, values, legal):
    return all(map(moment.holds_trick, legal)) and values["number"] == moment.count_rivals(card) > 0


def _check_must_take(moment, card, values, legal):
    return all(certainly_takes(moment, legal_card) for legal_card in legal)


def _check_takes(moment, card, values, legal):
    return certainly_takes(moment, card)


def _check_takes_now(moment, card, values, legal):
    good = [item.command.card for item in good_choices(moment.choices)]
    uncertain = [item for item in legal if not certainly_takes(moment, item)]
    return uncertain and all(certainly_takes(moment, item) for item in good)


def _check_nothing(moment, card, values, legal):
    """Accept figures of the search and statements about the card alone."""
    return True


REASON_CHECKS = {
    **dict.fromkeys(("advice-leaves", "advice-leaves-free", "advice-under"), _check_leaves_trick),
    "advice-keeps-back": _check_keeps_back,
    "advice-cannot-take": _check_cannot_take,
    "advice-is-beaten": _check_wants_to_lose,
    "advice-holds": _check_wants_to_hold,
    **dict.fromkeys(("advice-rivals", "advice-may-take"), _check_may_take),
    "advice-beaten": _check_all_may_take,
    **dict.fromkeys(("advice-must-take", "advice-must-take-it"), _check_must_take),
    "advice-must-take-cheaply": _check_must_take,
    **dict.fromkeys(
        ("advice-holds-surely", "advice-surely-takes", "advice-last-takes"), _check_takes
    ),
    **dict.fromkeys(("advice-takes-free", "advice-takes-so-far", "advice-takes-it"), _check_takes),
    **dict.fromkeys(("advice-takes-now", "advice-takes-unwanted"), _check_takes_now),
    **dict.fromkeys(("odds-made", "odds-target", "advice-lost", "advice-rid"), _check_nothing),
    "advice-sheds": _check_nothing,
}
"""Checks by message code of statements about the best card, given it and the legal cards."""


def check_reason(moment, message):
    """Check a statement about the best choice against the rules."""
    command = moment.choices[0].command
    if isinstance(command, PlayCommand) and moment.game.name != "rank":
        legal = [legal_command.card for legal_command in moment.legal]
        holds = REASON_CHECKS[message.code]
        assert holds(moment, command.card, message.values, legal), message


@small_and_long_samples
def test_guide_statements_hold(name, many):
    lesson, codes = GAMES[name].lesson(), Counter()
    for moment in sample_decisions(name, many):
        for tip in lesson.question_tips(moment.view, moment.seat):
            codes[tip.message.code] += 1
            check_tip(moment, tip.message)
    assert len(codes) > 2


def check_tip(moment, message):
    """Check a statement about the legal cards; with the last card there must be none."""
    legal = {
        legal_command.card
        for legal_command in moment.legal
        if isinstance(legal_command, PlayCommand)
    }
    if message.code in CHOICE_CODES:
        assert len(set(moment.hand)) > 1
    if message.code in TIP_CHECKS:
        assert TIP_CHECKS[message.code](moment, message.values, legal), message


def _check_can_beat(moment, values, legal):
    beating_cards, other_cards = set(values["cards"]), set(values["others"])
    both = beating_cards | other_cards == legal and other_cards
    return both and beating_cards == {
        legal_card for legal_card in legal if beats_top_card(moment, legal_card)
    }


def _check_all_beat(moment, values, legal):
    return legal == set(values["cards"]) and all(
        beats_top_card(moment, legal_card) for legal_card in legal
    )


def _check_follow_beaten(moment, values, legal):
    return legal == set(values["cards"]) and not any(
        beats_top_card(moment, legal_card) for legal_card in legal
    )


def _check_throw_beaten(moment, values, legal):
    return legal == set(moment.hand) and not any(
        beats_top_card(moment, legal_card) for legal_card in legal
    )


def _check_lead(moment, values, legal):
    return legal == set(moment.hand) and not moment.game.picture(moment.view).table_cards


def _check_follow(moment, values, legal):
    return {legal_card.suit for legal_card in legal} == {values["suit"]}


def _check_trump(moment, values, legal):
    return legal == set(moment.hand) and any(
        legal_card.suit is values["trump"] for legal_card in legal
    )


def _check_throw(moment, values, legal):
    return (
        legal == set(moment.hand)
        and not any(map(moment.holds_trick, legal))
        and tricks_needed(moment) <= 0
    )


def _check_throw_needed(moment, values, legal):
    return (
        legal == set(moment.hand)
        and not any(map(moment.holds_trick, legal))
        and tricks_needed(moment) > 0
    )


def tricks_needed(moment):
    """Return the number of tricks that the seat still needs."""
    return moment.view.bids[moment.seat] - moment.view.play.tricks_won[moment.seat]


def _check_hook(moment, values, legal):
    answers = moment.game.question(moment.view, moment.seat).answers
    return [answer.command.tricks for answer in answers if answer.refusal] == [values["bid"]]


def visible_trumps(moment):
    view = moment.view
    return [card for hand in view.hands for card in hand.cards if card.suit is view.trump]


def make_ring_check(*steps):
    def check_ring_step(moment, values, legal):
        return {(legal_card.rank - values["top"].rank) % 13 for legal_card in legal} <= set(steps)

    return check_ring_step


def ways_to_beat(moment):
    """Return how each legal card beats the top one, for those that do."""
    view, seat = moment.view, moment.seat
    void = not any(card.suit is view.situation.main_suit for card in moment.hand)
    card_ways = {
        command.card: find_beat_rule(view.situation, command.card, seat, view.trumps, void=void)
        for command in moment.legal
    }
    return {card: beat_way for card, beat_way in card_ways.items() if beat_way is not None}


def _check_rank_led(moment, values, legal):
    same = {
        card for card, beat_way in ways_to_beat(moment).items() if beat_way is BeatRule.SAME_VALUE
    }
    return same == set(values["cards"]) != set()


def _check_one_less(moment, values, legal):
    return ways_to_beat(moment)[values["card"]] is BeatRule.ONE_LESS


TIP_CHECKS = {
    "lesson-rank-led": _check_rank_led,
    "lesson-one-less": _check_one_less,
    "lesson-can-beat": _check_can_beat,
    **dict.fromkeys(("lesson-all-beat", "lesson-must-beat"), _check_all_beat),
    **dict.fromkeys(("lesson-beat-follow", "lesson-beat-follow-one"), _check_follow_beaten),
    "lesson-beat-throw": _check_throw_beaten,
    **dict.fromkeys(("lesson-lead", "lesson-beat-lead"), _check_lead),
    **dict.fromkeys(("lesson-follow", "lesson-follow-one"), _check_follow),
    "lesson-may-trump": _check_trump,
    "lesson-throw": _check_throw,
    "lesson-throw-needed": _check_throw_needed,
    "lesson-enough": lambda moment, *_: tricks_needed(moment) == 0,
    "lesson-lost": lambda moment, *_: tricks_needed(moment) < 0,
    "lesson-hook": _check_hook,
    "lesson-bid-blind": lambda moment, *_: not visible_trumps(moment),
    "lesson-bid-blind-trump": lambda moment, values, _: (
        values["card"] == max(visible_trumps(moment))
    ),
    "lesson-neighbour": make_ring_check(1, 12),
    "lesson-same-rank": make_ring_check(0),
}
"""Checks by message code of the guide's statements, given the values and the legal cards."""
CHOICE_CODES = {
    "lesson-lead",
    "lesson-beat-lead",
    "lesson-follow",
    "lesson-may-trump",
    "lesson-throw",
    "lesson-can-beat",
    "lesson-beat-follow",
    "lesson-beat-throw",
    "lesson-throw-needed",
    "lesson-all-beat",
}
"""Message codes used only for a seat with more than one card."""


def beats_top_card(moment, card):
    """Return True if a card beats the top one: it takes the trick or returns it to the card led."""
    before = moment.view.situation
    after = moment.view_after(card).situation
    return after.top == card or (after.top == after.led_card != before.top)


def test_all_features_use_the_same_adviser(monkeypatch):
    """Give hints, guide and reviews one adviser with one level, one seed and no clock."""
    player_view = open_first_deal("damn", "Ida")
    adviser = player_view.create_adviser(lambda: None)
    assert (adviser._player.level, adviser._seed) == (ADVISER_LEVEL, ADVISER_SEED)
    assert bot_launcher.IN_PROCESS_LAUNCHER is player_view.launcher
    adviser.close()
