"""Share of right answers in positions whose right answer is beyond dispute.

    python tests/bench/indisputable.py --game damn --positions 300
    python tests/bench/indisputable.py --game damn --save positions.jsonl
    python tests/bench/indisputable.py --load positions.jsonl

The positions come from matches of careless bots. In Master, Ass and Rank, an answer is wrong that
another dominates (``dominance.py``). In Damn and Blackout, what is right follows from what the seat
knows: from counting (trumps that nobody can beat), from a card of the same suit that is better in
every deal, or from a card that makes the bid whatever the others hold and play. A card is only
called wrong if it is worse than a right one of its suit, or loses the bid in at least a sixth of
the deals that fit. In a position of play nobody else can still make a bid, so that only the own one
counts. The bots answer through the program of a computer seat, as at a table.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from dominance import judge_beat_plays, judge_rank_plays
from support import make_parser

from pairing import BOT_FACTORIES, GAMES, make_player  # isort: skip  (finds the package)
from greenbaize.app.seats.seat_program import SeatProgram
from greenbaize.cards import PACK_52, Card, Suit
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.easy import blind_win_chance, unseen_cards, void_suits
from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.state import BidState
from greenbaize.games.shedding.play import SheddingGame
from greenbaize.match.codecs import command_codec, event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import RandomStream, SeededChance, bot_seed, seed_from_text
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.events import MatchEnded
from greenbaize.rules.game import AllowedVerdict, Game
from greenbaize.rules.hands import find_winning_index, is_beating, suit_following_cards
from greenbaize.rules.options import resolve_options

CARELESSNESS: Final = 0.6, 0.2
"""Shares of bids and of plays that the bots of the matches make by chance."""
MAX_MATCHES: Final = 100
"""Most matches played for the positions."""
KIND_COUNT: Final = {"damn": 10, "blackout": 10, "master": 4, "ass": 3, "rank": 2}
"""Number of frequent kinds of positions."""
MAX_PROVEN_TRICKS: Final = 3
"""Most cards in the hand for a proof of the bid."""
SAMPLED_DEALS: Final = 24
"""Number of deals in which a card that is not proven is tried."""
MAX_LOST_SHARE: Final = 0.5
"""Most share of deals in which others can spoil the bid after a right card, if they have bids."""
MIN_LOSING_SHARE: Final = 1 / 6
"""Least share of deals in which a wrong card loses the bid."""
SETUPS: Final[dict[str, list[tuple[int, dict[str, Any]]]]] = {
    "damn": [
        (4, {"deals": 13}),
        (3, {"deals": 9, "first": 2, "hook": True}),
        (4, {"deals": 6, "hook": True, "zero_bids": True}),
        (6, {"deals": 8, "hook": True}),
    ],
    "blackout": [(4, {}), (3, {"in_order": True}), (2, {}), (4, {"hook": False})],
    "master": [(4, {}), (3, {}), (2, {}), (3, {"trumps": "none"})],
    "ass": [
        (4, {"deal_limit": 12}),
        (3, {"deal_limit": 8}),
        (2, {"deal_limit": 8}),
        (4, {"deal_limit": 12, "refill": False, "targets": "even"}),
    ],
    "rank": [(2, {"deals": 5}), (3, {"deals": 5}), (4, {}), (3, {"anti_rank": "round"})],
}


@dataclass(frozen=True)
class Position:
    """View lines to a seat that must act, and its right answers."""

    kind: str
    told_lines: list[dict[str, Any]]
    good: list[dict[str, Any]]


@cache
def group_of(card: Card, unseen: frozenset[Card]) -> tuple[Suit | None, int]:
    """Return what cards of equal value have in common: no unseen card lies between them."""
    return card.suit, sum(other.suit is card.suit and other > card for other in unseen)


def count_sure_trumps(hand: Sequence[Card], trump: Suit | None, unseen: Sequence[Card]) -> int:
    """Return the tricks that the trumps of a hand take against any others."""
    sure = beaters = 0
    for card in reversed(PACK_52):
        if card.suit is trump and card in unseen:
            beaters += 1
        elif card.suit is trump and card in hand:
            sure, beaters = (sure, beaters - 1) if beaters else (sure + 1, 0)
    return sure


# Bids


def judge_bids(view: BidState, seat: int, bids: list[int]) -> tuple[str, list[int]] | None:
    """Return the kind of a position with the bids that are right, if some are surely wrong."""
    hand, unseen = view.hands[seat].cards, unseen_cards(view)
    if not hand:
        chance = blind_win_chance(view, seat)
        good = [bid for bid in bids if bid == chance]
        return ("bid blind", good) if chance in {0, 1} and good else None
    sure = count_sure_trumps(hand, view.trump, unseen)
    good = [bid for bid in bids if bid >= sure]
    if sure and good and good != bids:
        if sure == view.cards:
            return "bid all", good
        is_barred = len(bids) <= view.cards and sure not in bids
        return ("bid over a barred one" if is_barred else "bid sure tricks"), good
    lowest = [
        card
        for card in hand
        if card.suit is not view.trump
        and not any(other.suit is card.suit and other < card for other in unseen)
    ]
    if len(lowest) == len(hand) and view.play.leader != seat and 0 in bids:
        return "bid nothing", [0]
    return None


# Plays


@dataclass(frozen=True)
class Contract:
    """What a proof needs: trump, unseen cards by what others may hold, number of seats behind."""

    trump: Suit | None
    unseen: frozenset[Card]
    other_seats: int

    def is_kept(self, hand: frozenset[Card], need: int) -> bool:
        """Return True if a hand on lead surely makes its need, whatever others hold."""
        if not 0 <= need <= len(hand):
            return False
        return not hand or any(
            self.is_kept_after(hand, need, card, (), self.other_seats) for card in hand
        )

    def is_kept_after(
        self,
        hand: frozenset[Card],
        need: int,
        card: Card,
        trick: tuple[Card, ...],
        behind: int,
    ) -> bool:
        """Return True if the need is surely made after a card."""
        rest = hand - {card}
        cards = (*trick, card)
        wins = find_winning_index(cards, self.trump) == len(trick)
        may_lose = not wins or (
            behind > 0 and any(is_beating(other, card, self.trump) for other in self.unseen)
        )
        if wins and not self.is_kept(rest, need - 1):
            return False
        return not may_lose or self._is_kept_under_any_lead(rest, need)

    def _is_kept_under_any_lead(self, hand: frozenset[Card], need: int) -> bool:
        if not 0 <= need <= len(hand):
            return False
        if not hand:
            return True
        leads = {lead.suit: lead for lead in sorted(self.unseen, reverse=True)}
        # Others may play any card before one's own: none, or the highest in their way.
        for lead in self.unseen if leads else ():
            choices = suit_following_cards(tuple(hand), lead)
            tops = {lead, *(top for top in self.unseen if is_beating(top, lead, self.trump))}
            for top in tops:
                trick = (lead,) if top == lead else (lead, top)
                behinds = {0, self.other_seats - len(trick)}
                for behind in behinds:
                    if behind >= 0 and not any(
                        self.is_kept_after(hand, need, card, trick, behind) for card in choices
                    ):
                        return False
        return True


class SampledDeals:
    """Deals that fit a view, in which a card is tried against the worst that others can do."""

    def __init__(self, game: ExactBidGame, view: BidState, seat: int, random: Random) -> None:
        self._view, self._seat, self._trump = view, seat, view.trump
        voids = [void_suits(view, owner) for owner in range(view.seats)]
        unseen = list(game.unseen_cards(view))
        self._deals: list[tuple[frozenset[Card], ...]] = []
        while len(self._deals) < SAMPLED_DEALS:
            random.shuffle(unseen)
            pool, hands = list(unseen), []
            for owner, hand in enumerate(view.hands):
                if owner == seat:
                    hands.append(frozenset(hand.cards))
                    continue
                held = [card for card in pool if card.suit not in voids[owner]][: hand.size]
                hands.append(frozenset(held))
                pool = [card for card in pool if card not in held]
            if [len(hand) for hand in hands] == [hand.size for hand in view.hands]:
                self._deals.append(tuple(hands))

    def losing_share(self, need: int, card: Card) -> float:
        """Return the share of deals in which others can make the need fail after a card."""
        losses = 0
        for hands in self._deals:
            self._known: dict[Any, bool] = {}
            losses += not self._is_met_after(
                hands, need, self._seat, self._view.play.trick, card, self._view.play.leader
            )
        return losses / len(self._deals)

    def _is_met(self, hands: Any, need: int, turn: int, trick: Any, leader: int) -> bool:
        if (
            not 0
            <= need
            <= len(hands[self._seat]) + (len(trick) > (self._seat - leader) % len(hands))
        ):
            return False
        key = (hands, need, turn, trick, leader)
        if key not in self._known:
            choices = suit_following_cards(tuple(hands[turn]), trick[0] if trick else None)
            ends = (self._is_met_after(hands, need, turn, trick, card, leader) for card in choices)
            self._known[key] = any(ends) if turn == self._seat else all(ends)
        return self._known[key]

    def _is_met_after(  # noqa: PLR0917
        self, hands: Any, need: int, turn: int, trick: Any, card: Card, leader: int
    ) -> bool:
        hands = (*hands[:turn], hands[turn] - {card}, *hands[turn + 1 :])
        trick, seats = (*trick, card), len(hands)
        if len(trick) < seats:
            return self._is_met(hands, need, (turn + 1) % seats, trick, leader)
        taker = (leader + find_winning_index(trick, self._trump)) % seats
        need -= taker == self._seat
        if not hands[self._seat]:
            return not need
        return self._is_met(hands, need, taker, (), taker)


def judge_plays(
    game: ExactBidGame, view: BidState, seat: int, cards: list[Card], random: Random
) -> tuple[str, list[Card]] | None:
    """Return the kind of a position with the cards that are right, if some are surely wrong."""
    tricks_left = view.hands[seat].size
    needs = [(bid or 0) - won for bid, won in zip(view.bids, view.play.tricks_won, strict=True)]
    need = needs[seat]
    if not 0 <= need <= tricks_left:
        return None
    others = [other for owner, other in enumerate(needs) if owner != seat]
    is_alone = not any(0 <= other <= tricks_left for other in others)
    unseen = frozenset(game.unseen_cards(view))
    judged = _judge_by_suit(view, cards, need, tricks_left, unseen)
    if judged is None:
        return _judge_by_proof(game, view, seat, cards, need, unseen, random) if is_alone else None
    if not is_alone:
        # Whoever can hardly make the bid may rather spoil that of another.
        if tricks_left > MAX_PROVEN_TRICKS or view.seats < 3:
            return None
        deals = SampledDeals(game, view, seat, random)
        if min(deals.losing_share(need, card) for card in judged[1]) > MAX_LOST_SHARE:
            return None
    return judged


def _judge_by_suit(
    view: BidState, cards: list[Card], need: int, tricks_left: int, unseen: frozenset[Card]
) -> tuple[str, list[Card]] | None:
    """Judge where one card of a suit is better than another in every deal."""
    trick, trump, behind = view.play.trick, view.trump, view.seats - 1 - len(view.play.trick)
    if not trick:
        good = _best_of_suits(cards, unseen, highest=True)
        is_clear = need == tricks_left and set(good) != set(cards)
        return ("lead all needed", good) if is_clear else None
    top = trick[find_winning_index(trick, trump)]
    winners = [card for card in cards if is_beating(card, top, trump)]
    losers = [card for card in cards if card not in winners]
    if not need and losers and not (winners and behind):
        good = _best_of_suits(losers, unseen, highest=True)
        kind = "duck high" if trick[0].suit is cards[0].suit else "throw high"
    elif need == tricks_left and winners and not behind:
        good = _best_of_suits(winners, unseen, highest=False)
        kind = "win at all" if set(good) == set(winners) else "win cheaply"
    elif need == tricks_left - 1 and not winners:
        good, kind = _best_of_suits(cards, unseen, highest=False), "keep high"
    else:
        return None
    return None if set(good) == set(cards) else (kind, good)


def _best_of_suits(cards: Sequence[Card], unseen: frozenset[Card], *, highest: bool) -> list[Card]:
    """Return the highest or lowest cards of each suit, with those of equal value."""
    best: dict[Suit | None, int] = {}
    for card in cards:
        suit, above = group_of(card, unseen)
        best[suit] = (min if highest else max)(best.get(suit, above), above)
    return [card for card in cards if group_of(card, unseen)[1] == best[card.suit]]


def _judge_by_proof(  # noqa: PLR0917
    game: ExactBidGame,
    view: BidState,
    seat: int,
    cards: list[Card],
    need: int,
    unseen: frozenset[Card],
    random: Random,
) -> tuple[str, list[Card]] | None:
    trick, hand = view.play.trick, frozenset(view.hands[seat].cards)
    if len(hand) > MAX_PROVEN_TRICKS or len(hand) < 2:
        return None
    contract, behind = Contract(view.trump, unseen, view.seats - 1), view.seats - 1 - len(trick)
    good = [card for card in cards if contract.is_kept_after(hand, need, card, trick, behind)]
    others = [card for card in cards if card not in good]
    if not good or not others:
        return None
    deals = SampledDeals(game, view, seat, random)
    if any(deals.losing_share(need, card) < MIN_LOSING_SHARE for card in others):
        return None
    situation = "lead" if not trick else "last" if not behind else "follow"
    return f"{situation}, proven", good


# Positions of matches


def generate_positions(name: str, number: int) -> Iterator[Position]:
    """Yield the positions of a match."""
    game, random = GAMES[name], Random(f"{name}/{number}")
    seats, given = SETUPS[name][number % len(SETUPS[name])]
    options = resolve_options(game.options, seats, given)
    seed = seed_from_text(f"indisputable/{name}/{number}")
    players = tuple(HeaderPlayer(f"P{seat}", "bot", "easy") for seat in range(seats))
    header = RecordHeader(name, players, options, seed)
    chance, state = SeededChance(seed), game.initial_state(seats, options)
    trackers = [ViewTracker(game, seats, options, seat) for seat in range(seats)]
    told_lines = [[header.redact_for(seat).to_line()] for seat in range(seats)]
    easy, event_lines, command_lines = make_player("easy"), event_codec(game), command_codec(game)
    while True:
        event = game.next_event(state, chance, is_everybody_ready=True)
        if event is not None:
            events = (event,)
        else:
            seat = game.turn(state)
            assert seat is not None
            view = trackers[seat].view
            judged = judge_position(game, view, seat, random)
            if judged is not None:
                good = [command_lines.encode_line(command) for command in judged[1]]
                yield Position(judged[0], list(told_lines[seat]), good)
            legal = game.legal(view, seat)
            is_bidding = isinstance(legal[0], BidCommand)
            if is_bidding and number % 3 == 0:
                legal = [legal[0], legal[-1]]  # Such bids are soon lost.
            command = (
                random.choice(legal)
                if random.random() < CARELESSNESS[not is_bidding]
                else easy.choose_command(
                    game, view, seat, RandomStream(f"{number}/{len(told_lines[0])}")
                )
            )
            verdict = game.judge(state, command)
            assert isinstance(verdict, AllowedVerdict)
            events = verdict.command_events
        for event in events:
            state = game.fold(state, event)
            for tracker, lines in zip(trackers, told_lines, strict=True):
                lines.append(event_lines.encode_line(tracker.redact_event(event, state)))
            if isinstance(event, MatchEnded):
                return


def judge_position(
    game: Game[Any], view: Any, seat: int, random: Random
) -> tuple[str, list[Command]] | None:
    """Return the kind of a position and its right commands, if that is beyond dispute."""
    match game:
        case BeatGame():
            return judge_beat_plays(game, view, seat, random)
        case SheddingGame():
            return judge_rank_plays(game, view, seat, random)
        case ExactBidGame():
            return judge_bid_position(game, view, seat, random)
    return None


def judge_bid_position(
    game: ExactBidGame, view: BidState, seat: int, random: Random
) -> tuple[str, list[Command]] | None:
    """Return the kind of a position of exact bids and its right commands."""
    legal = game.legal(view, seat)
    if len(legal) < 2:
        return None
    bids = [command.tricks for command in legal if isinstance(command, BidCommand)]
    if bids:
        judged = judge_bids(view, seat, bids)
        return None if judged is None else (judged[0], [BidCommand(seat, bid) for bid in judged[1]])
    cards = [command.card for command in legal if isinstance(command, PlayCommand)]
    answer = judge_plays(game, view.with_trick_taken, seat, cards, random)
    return None if answer is None else (answer[0], [PlayCommand(seat, card) for card in answer[1]])


def ask_bot(level: str, position: Position) -> dict[str, Any]:
    """Return a bot's answer through the program of a computer seat."""
    seat = position.told_lines[0]["you"]
    program = SeatProgram(make_player(level), bot_seed("0" * 32, seat))
    for line in position.told_lines:
        program.answer_line(encode_line(line))
    return json.loads(program.answer_line(encode_line({"type": "ask", "seat": seat})))


def collect_positions(name: str, count: int) -> list[Position]:
    """Return so many positions, as evenly from all kinds as the matches allow."""
    by_kind: dict[str, list[Position]] = defaultdict(list)
    for number in range(MAX_MATCHES):
        for position in generate_positions(name, number):
            by_kind[position.kind].append(position)
        found = [len(positions) for positions in by_kind.values()]
        if sum(min(count // KIND_COUNT[name], more) for more in found) >= count:
            break
    share = next(
        share
        for share in range(count + 1)
        if share == count
        or sum(min(share, len(positions)) for positions in by_kind.values()) >= count
    )
    return [position for kind in sorted(by_kind) for position in by_kind[kind][:share]]


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--game", choices=sorted(SETUPS), default="damn")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--levels", nargs="+", default=[*BOT_FACTORIES][1:])
    parser.add_argument("--save", type=Path)
    parser.add_argument("--load", type=Path)
    parser.add_argument("--wrong", action="store_true", help="print what was answered wrongly")
    options = parser.parse_args()
    if options.load:
        lines = options.load.read_text("utf-8").splitlines()
        positions = [Position(**json.loads(line)) for line in lines]
    else:
        positions = collect_positions(options.game, options.positions)
    if options.save:
        lines = [json.dumps(position.__dict__) for position in positions]
        options.save.write_text("\n".join(lines) + "\n", "utf-8")
        print(Counter(position.kind for position in positions))
        return 0
    counts = Counter(position.kind for position in positions)
    right: Counter[tuple[str, str]] = Counter()
    for level in options.levels:
        for position in positions:
            answer = ask_bot(level, position)
            is_right = answer in position.good
            right[position.kind, level] += is_right
            right["all", level] += is_right
            if options.wrong and not is_right:
                print(level, position.kind, answer, position.good, position.told_lines[0])
    counts["all"] = len(positions)
    print(f"{'':26}{'number':>8}" + "".join(f"{level:>10}" for level in options.levels))
    for kind, count in counts.items():
        shares = "".join(f"{right[kind, level] / count:10.1%}" for level in options.levels)
        print(f"{kind:26}{count:8}{shares}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
