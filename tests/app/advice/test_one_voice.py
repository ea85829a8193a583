"""Tests that guide, hints, notes, reviews and exercises agree, and that their reasons hold.

They compare decisions sampled from random matches with every number of players.
"""

from collections import Counter
from functools import cache
from itertools import count, islice
from random import Random

import pytest

from greenbaize.app.advice.advice import Advice
from greenbaize.app.advice.adviser import ADVISER_LEVEL, SEED, weigh_now
from greenbaize.app.advice.hint_words import HintWords
from greenbaize.app.advice.review import Decision, judged
from greenbaize.app.exercises import BEST, Exercise
from greenbaize.app.learning import Guide, first_place_of
from greenbaize.app.seats import bot_launcher
from greenbaize.games import GAMES
from greenbaize.games.beat.beats import Way, way
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import SeededChance, seed_from
from greenbaize.rules.commands import OfCard, Play
from greenbaize.rules.events import CardPlayed
from greenbaize.rules.options import settled
from greenbaize.rules.thinking import good_choices
from greenbaize.ui.features.learn.exercises import verdict
from greenbaize.words.speaker import Speaker

NAMES = ("Anna", "Boris", "Vera", "Mila", "Otto", "Jan", "Lena", "Hugo", "Ida", "Nils")
ONE_IN = 7
"""Sampling interval: one decision in this many is used."""
MOST = 12
"""Maximum number of decisions used per match."""


class Moment:
    """A decision of a seat: its view and its choices as the adviser weighs them."""

    def __init__(self, game, header, told, view, seat):
        self.game, self.header, self.view, self.seat = game, header, view, seat
        self.told = told
        lines = map(line_bytes, (header.line(), *told))
        self.choices = weigh_now(lines, command_codec(game))
        self.legal = game.legal(view, seat)
        self.speaker = Speaker(NAMES[: view.seats], seat)

    @property
    def hand(self):
        return self.view.hands[self.seat].cards

    def after(self, card, seat=None, view=None):
        played = CardPlayed(self.seat if seat is None else seat, card)
        return self.game.fold(self.view if view is None else view, played)

    def holder(self, view):
        """Return the seat that holds the trick on the table."""
        pile = getattr(view, "pile", None)
        if pile is not None:
            return pile.owner
        picture = self.game.picture(view)
        return picture.trick.seats(view.seats)[picture.winning]

    def wins(self, card):
        """Return True if the card would hold the trick so far."""
        return self.holder(self.after(card)) == self.seat

    def rivals(self, card):
        """Count the unseen cards that, played by a later seat, change who holds the trick."""
        view = self.after(card)
        held, game = self.holder(view) == self.seat, self.game
        trick = game.picture(view).trick.cards
        behind = [(self.seat + turn) % view.seats for turn in range(1, view.seats - len(trick) + 1)]
        return sum(
            any(
                (self.holder(self.after(one, other, view)) == self.seat) != held for other in behind
            )
            for one in game.unseen(self.view)
        )


@cache
def moments(name, many):
    """Return sampled decisions of a game, with every number of players in turn."""
    return tuple(islice(_moments(name), many))


def _moments(name):
    game, random = GAMES[name], Random(name)
    for number in count():
        seats = game.seats[number % len(game.seats)]
        yield from islice(decisions(game, seats, f"voices {number}", random), MOST)


def decisions(game, seats, seed, random):
    given = {**game.lesson().options}
    if "first" in given:
        given |= {"first": 2 + random.randrange(5), "deals": 7}
    header = Header(
        game.name,
        tuple(Player(one) for one in NAMES[:seats]),
        settled(game.options, seats, given),
        None,
        0,
    )
    chance, state, codec = SeededChance(seed_from(seed)), None, event_codec(game)
    state = game.start(seats, header.options)
    tellers = [Teller(game, seats, header.options, seat) for seat in range(seats)]
    told = [[] for _ in tellers]
    while not game.over(state):
        events = [game.follows(state, chance, ready=True)]
        if events == [None]:
            seat = game.turn(state)
            if not random.randrange(ONE_IN):
                mine = Header(game.name, header.sitters, header.options, None, seat)
                yield Moment(game, mine, tuple(told[seat]), tellers[seat].view, seat)
            legal = game.legal(state, seat)
            events = game.judge(state, random.choice(legal)).events
        for event in events:
            state = game.fold(state, event)
            for teller, lines in zip(tellers, told, strict=True):
                lines.append(codec.write(teller.hear(event, state)))


def few_and_many(function):
    """Parametrize a test with a small sample of every game, and a long one with a thousand."""
    sizes = [pytest.param(30), pytest.param(1000, marks=pytest.mark.long)]
    of_games = pytest.mark.parametrize("name", GAMES)
    return of_games(pytest.mark.parametrize("many", sizes)(function))


@few_and_many
def test_all_voices_find_the_same_choices_good(name, many):
    guide = Guide(first_place_of(name, "Ida"))
    say = Speaker().say
    for moment in moments(name, many):
        game, view, choices = moment.game, moment.view, moment.choices
        guide._speaker, guide._seat = moment.speaker, moment.seat
        good = {one.command for one in good_choices(choices)}
        hint, told = HintWords(game, view, choices), guide.advised(choices, view)
        sentence, why = hint.texts(moment.speaker)
        assert told.text
        assert {one for one in told.at if one in moment.hand} <= {
            one.card for one in good if isinstance(one, OfCard)
        }
        if hint.best is not None and len(choices) > 1:
            named = say(hint.best.said)
            assert named in sentence
            assert told.text.split(". ")[0].endswith(f": {named}")
            assert hint.advice.others_text() in why
            assert hint.advice.others_text() in told.text
        elif len(choices) > 1:
            assert good == {one.command for one in choices}
            assert why
            assert together_in(told.text, sentence, why)
        for one in choices:
            guide.chose(one.command)
            review = judged(Decision(1, 0, one.command, ()), choices)
            scolded = bool(guide._otherwise)
            assert scolded == (one.command not in good)
            assert scolded == bool(review is not None and review.given_away)
            note = hint.spoken(one.command)
            praised = "the best" in note
            assert praised == bool(note and hint.best is not None and one.command in good)
        if len(good) == 1 < len(choices):
            answer_as_the_hint_does(moment)


def together_in(text, sentence, why):
    return sentence.partition(": ")[2].rstrip(".") in text and why in text


def answer_as_the_hint_does(moment):
    """Check that an exercise of this decision accepts the hinted choice for the same reasons."""
    best, worst = moment.choices[0].command, moment.choices[-1].command
    worth = {one.command: one.expected for one in moment.choices}
    exercise = Exercise(moment.game, moment.header, BEST, best, worth, moment.told)
    names = NAMES[: moment.view.seats]
    said, missed = verdict(exercise, best, names), verdict(exercise, worst, names)
    assert said.right
    assert not missed.right
    advice = Advice(moment.game, moment.view, moment.choices)
    facts = [one for one in advice.reasons() if not one.code.startswith("odds-")]
    for one in facts:
        assert moment.speaker.say(one) in "\n".join(said.lines)


@few_and_many
def test_what_is_said_of_a_choice_is_so(name, many):
    seen = Counter()
    for moment in moments(name, many):
        for message in Advice(moment.game, moment.view, moment.choices).reasons():
            seen[message.code] += 1
            check_reason(moment, message)
        if len(moment.choices) == 1:
            check_only(moment)
        for one in moment.legal:
            for message in moment.game.explain(moment.view, one).sentences:
                if message.code in ("lead-rivals", "lead-unbeaten"):
                    seen[message.code] += 1
                    assert moment.game.picture(moment.view).lying == ()
                    assert message.values.get("count", 0) == moment.rivals(one.card)
    assert seen


def check_only(moment):
    (choice,) = moment.choices
    advice = Advice(moment.game, moment.view, moment.choices)
    text, why = advice.only_texts(moment.speaker)
    assert len(moment.legal) == 1
    if not isinstance(choice.command, Play):
        return
    assert ("last card" in text) == (len(moment.hand) == 1)
    if len(set(moment.hand)) > 1:
        assert why


def surely(moment, card):
    """Return True if a card certainly takes the trick."""
    return moment.wins(card) and not moment.rivals(card)


def _leaves(moment, card, values, legal):
    return not moment.wins(card) and values["top"] != card


def _keeps(moment, card, values, legal):
    return not moment.wins(card) and set(values["cards"]) == set(filter(moment.wins, legal))


def _cannot(moment, card, values, legal):
    return not any(map(moment.wins, legal))


def _likeliest_lost(moment, card, values, legal):
    most = max(map(moment.rivals, legal))
    return all(map(moment.wins, legal)) and values["number"] == moment.rivals(card) == most > 0


def _wants_to_lose(moment, card, values, legal):
    return moment.game.avoids(moment.view) and _likeliest_lost(moment, card, values, legal)


def _wants(moment, card, values, legal):
    least = min(moment.rivals(one) for one in legal if moment.wins(one))
    return moment.wins(card) and values["number"] == moment.rivals(card) == least > 0


def _may_win(moment, card, values, legal):
    return moment.wins(card) and values["number"] == moment.rivals(card) > 0


def _all_win(moment, card, values, legal):
    return all(map(moment.wins, legal)) and values["number"] == moment.rivals(card) > 0


def _must_take(moment, card, values, legal):
    return all(surely(moment, one) for one in legal)


def _takes(moment, card, values, legal):
    return surely(moment, card)


def _takes_now(moment, card, values, legal):
    good = [one.command.card for one in good_choices(moment.choices)]
    left = [one for one in legal if not surely(moment, one)]
    return left and all(surely(moment, one) for one in good)


def _own_alone(moment, card, values, legal):
    """Accept figures of the search and statements about the card alone."""
    return True


REASONS = {
    **dict.fromkeys(("advice-leaves", "advice-leaves-free", "advice-under"), _leaves),
    **dict.fromkeys(("advice-keeps-back", "advice-saves"), _keeps),
    **dict.fromkeys(("advice-cannot-beat", "advice-cannot-take"), _cannot),
    "advice-is-beaten": _wants_to_lose,
    "advice-holds": _wants,
    **dict.fromkeys(("advice-rivals", "advice-may-take"), _may_win),
    "advice-beaten": _all_win,
    **dict.fromkeys(("advice-must-take", "advice-must-take-it"), _must_take),
    "advice-must-take-cheaply": _must_take,
    **dict.fromkeys(("advice-holds-surely", "advice-surely-takes", "advice-last-takes"), _takes),
    **dict.fromkeys(("advice-takes-free", "advice-takes-so-far", "advice-takes-it"), _takes),
    **dict.fromkeys(("advice-takes-now", "advice-takes-unwanted"), _takes_now),
    **dict.fromkeys(("odds-made", "odds-target", "advice-lost", "advice-rid"), _own_alone),
    "advice-sheds": _own_alone,
}
"""Checks by message code of statements about the best card, given it and the legal cards."""


def check_reason(moment, message):
    """Check a statement about the best choice against the rules."""
    command = moment.choices[0].command
    if isinstance(command, Play) and moment.game.name != "rank":
        legal = [one.card for one in moment.legal]
        holds = REASONS[message.code]
        assert holds(moment, command.card, message.values, legal), message


@few_and_many
def test_what_the_guide_says_of_a_question_is_so(name, many):
    lesson, seen = GAMES[name].lesson(), Counter()
    for moment in moments(name, many):
        for tip in lesson.asked(moment.view, moment.seat):
            seen[tip.message.code] += 1
            check_tip(moment, tip.message)
    assert len(seen) > 2


def check_tip(moment, message):
    """Check a statement about the legal cards; with the last card there must be none."""
    legal = {one.card for one in moment.legal if isinstance(one, Play)}
    if message.code in CHOOSING:
        assert len(set(moment.hand)) > 1
    if message.code in TIPS:
        assert TIPS[message.code](moment, message.values, legal), message


def _can_beat(moment, values, legal):
    own, others = set(values["cards"]), set(values["others"])
    both = own | others == legal and others
    return both and own == {one for one in legal if beaten(moment, one)}


def _all_beat(moment, values, legal):
    return legal == set(values["cards"]) and all(beaten(moment, one) for one in legal)


def _follow_beaten(moment, values, legal):
    return legal == set(values["cards"]) and not any(beaten(moment, one) for one in legal)


def _throw_beaten(moment, values, legal):
    return legal == set(moment.hand) and not any(beaten(moment, one) for one in legal)


def _lead(moment, values, legal):
    return legal == set(moment.hand) and not moment.game.picture(moment.view).lying


def _follow(moment, values, legal):
    return {one.suit for one in legal} == {values["suit"]}


def _trump(moment, values, legal):
    return legal == set(moment.hand) and any(one.suit is values["trump"] for one in legal)


def _throw(moment, values, legal):
    return legal == set(moment.hand) and not any(map(moment.wins, legal)) and needs(moment) <= 0


def _throw_needed(moment, values, legal):
    return legal == set(moment.hand) and not any(map(moment.wins, legal)) and needs(moment) > 0


def needs(moment):
    """Return the number of tricks that the seat still needs."""
    return moment.view.bids[moment.seat] - moment.view.play.won[moment.seat]


def _hook(moment, values, legal):
    answers = moment.game.question(moment.view, moment.seat).answers
    return [one.command.tricks for one in answers if one.refusal] == [values["bid"]]


def seen_trumps(moment):
    view = moment.view
    return [one for hand in view.hands for one in hand.cards if one.suit is view.trump]


def _ring_step(*steps):
    def holds(moment, values, legal):
        return {(one.rank - values["top"].rank) % 13 for one in legal} <= set(steps)

    return holds


def ways(moment):
    """Return how each legal card beats the top one, for those that do."""
    view, seat = moment.view, moment.seat
    void = not any(card.suit is view.pile.main for card in moment.hand)
    found = {
        one.card: way(view.pile, one.card, seat, view.trumps, void=void) for one in moment.legal
    }
    return {card: how for card, how in found.items() if how is not None}


def _rank_led(moment, values, legal):
    same = {card for card, how in ways(moment).items() if how is Way.SAME_VALUE}
    return same == set(values["cards"]) != set()


def _one_less(moment, values, legal):
    return ways(moment)[values["card"]] is Way.ONE_LESS


TIPS = {
    "lesson-rank-led": _rank_led,
    "lesson-one-less": _one_less,
    "lesson-can-beat": _can_beat,
    **dict.fromkeys(("lesson-all-beat", "lesson-must-beat"), _all_beat),
    **dict.fromkeys(("lesson-beat-follow", "lesson-beat-follow-one"), _follow_beaten),
    "lesson-beat-throw": _throw_beaten,
    **dict.fromkeys(("lesson-lead", "lesson-beat-lead"), _lead),
    **dict.fromkeys(("lesson-follow", "lesson-follow-one"), _follow),
    "lesson-may-trump": _trump,
    "lesson-throw": _throw,
    "lesson-throw-needed": _throw_needed,
    "lesson-enough": lambda moment, *_: needs(moment) == 0,
    "lesson-lost": lambda moment, *_: needs(moment) < 0,
    "lesson-hook": _hook,
    "lesson-bid-blind": lambda moment, *_: not seen_trumps(moment),
    "lesson-bid-blind-trump": lambda moment, values, _: values["card"] == max(seen_trumps(moment)),
    "lesson-neighbour": _ring_step(1, 12),
    "lesson-same-rank": _ring_step(0),
}
"""Checks by message code of the guide's statements, given the values and the legal cards."""
CHOOSING = {
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


def beaten(moment, card):
    """Return True if a card beats the top one: it takes the trick or returns it to the card led."""
    before = moment.view.pile
    after = moment.after(card).pile
    return after.top == card or (after.top == after.led != before.top)


def test_everybody_asks_the_same_adviser(monkeypatch):
    """Give hints, guide and reviews one adviser with one level, one seed and no clock."""
    place = first_place_of("damn", "Ida")
    adviser = place.adviser(lambda: None)
    assert (adviser._level, SEED) == (ADVISER_LEVEL, "advice")
    assert bot_launcher.HERE is place.launcher
    adviser.close()
