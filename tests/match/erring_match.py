"""Matches of Damn with random player errors: any seat acts at any time, as at a real table.

A private generator draws who acts and whether the act follows the rules, so a match is
reproducible.
"""

import json
from collections import Counter
from random import Random

from greenbaize.cards import PACK_52
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand, CorrectRevokeCommand, ShowCardCommand
from greenbaize.games.exact_bid.events import CardTakenBack, DealVoided, TrumpDealt
from greenbaize.match.record import read_record
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.commands import PlayCommand, ReadyCommand
from match.exact_bid_pages import read_exact_bid_record
from match.random_matches import (
    GameSetup,
    PlayedMatch,
    create_authority,
    encode_record,
    replay_commands,
)
from match.redaction_pairs import query_view

TABLE_OPTIONS = {"enforcement": "table"}
ERRING_SETUPS = (
    GameSetup("damn", 3, TABLE_OPTIONS | {"deals": 4, "hook": True}),
    GameSetup("damn", 4, TABLE_OPTIONS | {"deals": 5, "first": 2, "hook": True}),
    GameSetup("damn", 4, TABLE_OPTIONS | {"deals": 7, "first": 5, "zero_bids": True}),
    GameSetup("damn", 5, TABLE_OPTIONS | {"deals": 6, "first": 4, "hook": True, "zero_bids": True}),
    GameSetup("damn", 7, TABLE_OPTIONS | {"deals": 4, "first": 3}),
)
MAX_VOIDS = 6
"""Maximum number of void deals in a match; then nobody revokes, or it might never end."""


class ErringMatch:
    """Match that advances by random acts.

    Args:
        setup: setup of the match.
        number: seed of the acts; equal numbers give equal acts.
        careless: share of acts drawn without regard to the rules.
    """

    def __init__(self, setup, number, error_rate=0.4):
        self.setup = setup
        self.header = setup.create_header(seed_from_text(f"{setup}/{number}"), "human")
        self.moments = []
        self.authority = create_authority(self.header, self.moments)
        self.counts = Counter()
        self._random = Random(f"{setup}/{number}/erring")
        self._error_rate = error_rate
        self.authority.append_derived_events()

    @property
    def state(self):
        return self.authority.state

    @property
    def is_over(self):
        return self.setup.game.is_over(self.state)

    @property
    def played_match(self):
        return PlayedMatch(self.header, self.setup.game, tuple(self.moments))

    def draw_command(self):
        """Return a random command, which need not be possible."""
        random, seats, state = self._random, self.setup.seats, self.state
        seat = random.randrange(-1, seats + 1) if random.random() < 0.05 else self._draw_seat()
        cards = list(state.hands[seat].cards) if 0 <= seat < seats else []
        if random.random() < 0.1 or not cards:
            cards = list(PACK_52)
        card = random.choice(cards)
        phase_kinds = (
            ["bid"] * 4 if not (state.play.trick or state.play.taken_tricks) else ["play"] * 4
        )
        match random.choice(["bid", "play", "show", "correct", "ready", *phase_kinds]):
            case "bid":
                return BidCommand(seat, random.randrange(-1, state.cards + 2))
            case "play":
                return PlayCommand(seat, card)
            case "show":
                return ShowCardCommand(seat, card)
            case "correct":
                return CorrectRevokeCommand(seat, card)
        return ReadyCommand(seat)

    def _draw_seat(self):
        """Return a random seat, usually the one that must act or has just acted."""
        random, state = self._random, self.state
        active_seat = state.turn if random.random() < 0.6 else state.manners.last_bid
        random_seat = random.randrange(self.setup.seats)
        return random_seat if active_seat is None or random.random() < 0.3 else active_seat

    def _allowed_corrections(self):
        """Yield the corrections that are allowed now."""
        game = self.setup.game
        for seat in range(self.setup.seats):
            for question in game.offers(self.state, seat):
                if question.kind == CorrectRevokeCommand.type:
                    yield from (
                        answer.command for answer in question.answers if answer.refusal is None
                    )

    def play_step(self):
        """Make one act: a careless one, a correction, the end of a trick, or a correct one."""
        random, game, state = self._random, self.setup.game, self.state
        if random.random() < self._error_rate:
            command = self.draw_command()
            breach = game.explain(state, command).breach
            voids_exhausted = self.counts["voids so far"] >= MAX_VOIDS
            if breach is None or not (voids_exhausted and breach.code == "would-revoke"):
                self._submit_command(command)
                return
        corrections = list(self._allowed_corrections())
        # Mend most revokes, and all of them once the void deals are used up.
        if corrections and (random.random() < 0.6 or self.counts["voids so far"] >= MAX_VOIDS):
            self._submit_command(random.choice(corrections))
        elif game.is_open(state) and (state.turn is None or random.random() < 0.5):
            event_count = len(self.moments)
            self.authority.append_derived_events(ready=True)
            self.counts["closed by all being ready"] += 1
            self._count_voids(event_count)
        else:
            self._submit_command(random.choice(game.legal(state, state.turn)))

    def _submit_command(self, command):
        state, event_count = self.state, len(self.moments)
        refusal = self.authority.submit(command)
        explanation = self.setup.game.explain(state, command)
        assert explanation.is_allowed == (refusal is None)
        if refusal is not None:
            assert self.state is state
            assert len(self.moments) == event_count
            self.counts[f"refused {command.type}"] += 1
            self.counts[f"because {refusal.code}"] += 1
        else:
            self.counts[f"allowed {command.type}"] += 1
        self._count_voids(event_count)

    def _count_voids(self, event_count):
        new_events = [event for event, _ in self.moments[event_count:]]
        self.counts["voids so far"] += sum(isinstance(event, DealVoided) for event in new_events)


def play_erring_match(setup, number, error_rate=0.4):
    """Play a whole match."""
    match = ErringMatch(setup, number, error_rate)
    for _ in range(100_000):
        if match.is_over:
            return match
        match.play_step()
    raise AssertionError("the match does not end")


class ErringMatchChecker:
    """Check of a match against every invariant.

    ``counts`` holds what happened in the match.
    Raises:
        AssertionError: an invariant does not hold.
    """

    def __init__(self, match):
        self._match = match
        self._random = Random(match.setup.name)
        self._check_moments()
        self._check_views()
        self._check_record()
        self.counts = match.counts + self._count_by_page()

    def _check_moments(self):
        """Check that no card is lost or doubled and that totals are points plus penalties."""
        dealt_cards = []
        expected_totals = [0] * self._match.setup.seats
        for event, state in self._match.moments:
            if isinstance(event, TrumpDealt):
                dealt_cards = sorted(card for hand in event.hands for card in hand.cards)
            score_changes = getattr(event, "penalties", getattr(event, "points", None))
            if score_changes is not None:
                expected_totals = [
                    sum(pair) for pair in zip(expected_totals, score_changes, strict=True)
                ]
            if isinstance(event, DealVoided):
                dealt_cards = []
            visible_cards = [card for hand in state.hands for card in hand.cards]
            visible_cards += [card for _, trick in state.play.taken_tricks for card in trick.cards]
            assert list(state.totals) == expected_totals
            # Between a correction and its events, the cards taken back are in no hand.
            due_events = state.manners.pending_events
            returning_cards = [
                due_event.card for due_event in due_events if isinstance(due_event, CardTakenBack)
            ]
            assert sorted([*visible_cards, *state.play.trick, *returning_cards]) == dealt_cards
            for seat, exposed_cards in enumerate(
                self._match.setup.game.picture(state).exposed_cards
            ):
                assert set(exposed_cards) <= set(state.hands[seat].cards)
            assert (state.turn is None) == (bool(due_events) or not self._must_act(state))
        assert tuple(expected_totals) == self._match.state.end.totals

    def _must_act(self, state):
        """Return whether a seat must act in this state."""
        game = self._match.setup.game
        return state.turn is not None and bool(game.legal(state, state.turn))

    def _check_views(self):
        """Check at random moments that every seat can answer all queries from its own view."""
        setup, header = self._match.setup, self._match.header
        trackers = [
            ViewTracker(setup.game, setup.seats, header.options, n) for n in range(setup.seats)
        ]
        for event, state in self._match.moments:
            seat = self._random.randrange(setup.seats)
            for tracker in trackers:
                tracker.redact_event(event, state)
            if self._random.random() < 0.2:
                view = trackers[seat].view
                commands = [PlayCommand(seat, card) for card in state.hands[seat].cards]
                commands += [CorrectRevokeCommand(seat, card) for card in state.hands[seat].cards]
                assert query_view(setup.game, view, seat, commands) == query_view(
                    setup.game, state, seat, commands
                )
                assert setup.game.sheet(view) == setup.game.sheet(state)

    def _check_record(self):
        """Check that the record verifies and that seed and commands give the same bytes."""
        played = self._match.played_match
        record = read_record(played.record, GAMES)
        assert record.state == self._match.state
        assert not record.is_cut
        assert (
            encode_record(played.header, replay_commands(played.header, played.events))
            == played.record
        )

    def _count_by_page(self):
        lines = [json.loads(line) for line in self._match.played_match.record.splitlines()]
        reader = read_exact_bid_record(lines)
        return reader.counts
