"""Matches of Damn with random player errors: any seat acts at any time, as at a real table.

A private generator draws who acts and whether the act follows the rules, so a match is
reproducible.
"""

import json
from collections import Counter
from random import Random

from greenbaize.cards import PACK_52
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import Bid, Correct, Show
from greenbaize.games.exact_bid.events import CardTakenBack, DealVoided, TrumpDealt
from greenbaize.match.record import read_record
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import seed_from
from greenbaize.rules.commands import Play, Ready
from match.exact_bid_pages import by_the_page
from match.pairs import answers
from match.playing import Played, Setup, authority_of, record_of, rerun

TABLE = {"enforcement": "table"}
TABLES = (
    Setup("damn", 3, TABLE | {"deals": 4, "hook": True}),
    Setup("damn", 4, TABLE | {"deals": 5, "first": 2, "hook": True}),
    Setup("damn", 4, TABLE | {"deals": 7, "first": 5, "zero_bids": True}),
    Setup("damn", 5, TABLE | {"deals": 6, "first": 4, "hook": True, "zero_bids": True}),
    Setup("damn", 7, TABLE | {"deals": 4, "first": 3}),
)
MOST_VOIDS = 6
"""Maximum number of void deals in a match; then nobody revokes, or it might never end."""


class Erring:
    """Match that advances by random acts.

    Args:
        setup: setup of the match.
        number: seed of the acts; equal numbers give equal acts.
        careless: share of acts drawn without regard to the rules.
    """

    def __init__(self, setup, number, careless=0.4):
        self.setup = setup
        self.header = setup.header(seed_from(f"{setup}/{number}"), "human")
        self.moments = []
        self.authority = authority_of(self.header, self.moments)
        self.counts = Counter()
        self._random = Random(f"{setup}/{number}/erring")
        self._careless = careless
        self.authority.proceed()

    @property
    def state(self):
        return self.authority.state

    @property
    def over(self):
        return self.setup.game.over(self.state)

    @property
    def played(self):
        return Played(self.header, self.setup.game, tuple(self.moments))

    def any_command(self):
        """Return a random command, which need not be possible."""
        random, seats, state = self._random, self.setup.seats, self.state
        seat = random.randrange(-1, seats + 1) if random.random() < 0.05 else self._somebody()
        held = list(state.hands[seat].cards) if 0 <= seat < seats else []
        if random.random() < 0.1 or not held:
            held = list(PACK_52)
        card = random.choice(held)
        kinds = ["bid"] * 4 if not (state.play.trick or state.play.taken) else ["play"] * 4
        match random.choice(["bid", "play", "show", "correct", "ready", *kinds]):
            case "bid":
                return Bid(seat, random.randrange(-1, state.cards + 2))
            case "play":
                return Play(seat, card)
            case "show":
                return Show(seat, card)
            case "correct":
                return Correct(seat, card)
        return Ready(seat)

    def _somebody(self):
        """Return a random seat, usually the one that must act or has just acted."""
        random, state = self._random, self.state
        near = state.turn if random.random() < 0.6 else state.manners.last_bid
        anybody = random.randrange(self.setup.seats)
        return anybody if near is None or random.random() < 0.3 else near

    def _mending(self):
        """Yield the corrections that are allowed now."""
        game = self.setup.game
        for seat in range(self.setup.seats):
            for question in game.offers(self.state, seat):
                if question.kind == Correct.type:
                    yield from (one.command for one in question.answers if one.refusal is None)

    def step(self):
        """Make one act: a careless one, a correction, the end of a trick, or a correct one."""
        random, game, state = self._random, self.setup.game, self.state
        if random.random() < self._careless:
            command = self.any_command()
            breach = game.explain(state, command).breach
            spent = self.counts["voids so far"] >= MOST_VOIDS
            if breach is None or not (spent and breach.code == "would-revoke"):
                self._submit(command)
                return
        mending = list(self._mending())
        # Mend most revokes, and all of them once the void deals are used up.
        if mending and (random.random() < 0.6 or self.counts["voids so far"] >= MOST_VOIDS):
            self._submit(random.choice(mending))
        elif game.open(state) and (state.turn is None or random.random() < 0.5):
            heard = len(self.moments)
            self.authority.proceed(ready=True)
            self.counts["closed by all being ready"] += 1
            self._count_voids(heard)
        else:
            self._submit(random.choice(game.legal(state, state.turn)))

    def _submit(self, command):
        before, heard = self.state, len(self.moments)
        refusal = self.authority.submit(command)
        said = self.setup.game.explain(before, command)
        assert said.allowed == (refusal is None)
        if refusal is not None:
            assert self.state is before
            assert len(self.moments) == heard
            self.counts[f"refused {command.type}"] += 1
            self.counts[f"because {refusal.code}"] += 1
        else:
            self.counts[f"allowed {command.type}"] += 1
        self._count_voids(heard)

    def _count_voids(self, heard):
        since = [event for event, _ in self.moments[heard:]]
        self.counts["voids so far"] += sum(isinstance(event, DealVoided) for event in since)


def play_erring(setup, number, careless=0.4):
    """Play a whole match."""
    match = Erring(setup, number, careless)
    for _ in range(100_000):
        if match.over:
            return match
        match.step()
    raise AssertionError("the match does not end")


class Examined:
    """Check of a match against every invariant.

    ``counts`` holds what happened in the match.
    Raises:
        AssertionError: an invariant does not hold.
    """

    def __init__(self, match):
        self._match = match
        self._random = Random(match.setup.name)
        self._check_moments()
        self._check_tellings()
        self._check_record()
        self.counts = match.counts + self._read_by_page()

    def _check_moments(self):
        """Check that no card is lost or doubled and that totals are points plus penalties."""
        dealt = []
        worth = [0] * self._match.setup.seats
        for event, state in self._match.moments:
            if isinstance(event, TrumpDealt):
                dealt = sorted(card for hand in event.hands for card in hand.cards)
            more = getattr(event, "penalties", getattr(event, "points", None))
            if more is not None:
                worth = [sum(pair) for pair in zip(worth, more, strict=True)]
            if isinstance(event, DealVoided):
                dealt = []
            out = [card for hand in state.hands for card in hand.cards]
            out += [card for _, trick in state.play.taken for card in trick.cards]
            assert list(state.totals) == worth
            # Between a correction and its events, the cards taken back are in no hand.
            due = state.manners.due
            back = [one.card for one in due if isinstance(one, CardTakenBack)]
            assert sorted([*out, *state.play.trick, *back]) == dealt
            for seat, lying in enumerate(self._match.setup.game.picture(state).exposed):
                assert set(lying) <= set(state.hands[seat].cards)
            assert (state.turn is None) == (bool(due) or not self._acted(state))
        assert tuple(worth) == self._match.state.end.totals

    def _acted(self, state):
        """Return whether a seat must act in this state."""
        game = self._match.setup.game
        return state.turn is not None and bool(game.legal(state, state.turn))

    def _check_tellings(self):
        """Check at random moments that every seat can answer all queries from its own view."""
        setup, header = self._match.setup, self._match.header
        tellers = [Teller(setup.game, setup.seats, header.options, n) for n in range(setup.seats)]
        for event, state in self._match.moments:
            seat = self._random.randrange(setup.seats)
            for teller in tellers:
                teller.hear(event, state)
            if self._random.random() < 0.2:
                view = tellers[seat].view
                own = [Play(seat, card) for card in state.hands[seat].cards]
                own += [Correct(seat, card) for card in state.hands[seat].cards]
                assert answers(setup.game, view, seat, own) == answers(setup.game, state, seat, own)
                assert setup.game.sheet(view) == setup.game.sheet(state)

    def _check_record(self):
        """Check that the record verifies and that seed and commands give the same bytes."""
        played = self._match.played
        record = read_record(played.record, GAMES)
        assert record.state == self._match.state
        assert not record.cut
        assert record_of(played.header, rerun(played.header, played.events)) == played.record

    def _read_by_page(self):
        lines = [json.loads(line) for line in self._match.played.record.splitlines()]
        reader = by_the_page(lines)
        return reader.counts
