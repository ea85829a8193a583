"""Deals of Rank with chosen cards."""

from games.exact_bid.rule_tables import submit_in_turn
from greenbaize.cards import Card, parse_cards
from greenbaize.games import GAMES
from greenbaize.games.shedding.events import PileDealt
from greenbaize.match.authority import Authority
from greenbaize.match.codecs import event_codec
from greenbaize.rules.chance import SeededChance, seed_from_text
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.events import LotDrawn
from greenbaize.rules.hands import Hand
from greenbaize.rules.options import resolve_options

RANK_GAME = GAMES["rank"]

card_of = Card.of


class RiggedDeal:
    """Deal of given hands by seat, pile card and stock."""

    def __init__(self, hands, pile, stock="", *, leader=0, **options):
        seats = len(hands)
        settings = resolve_options(RANK_GAME.options, seats, options)
        self.authority = Authority(RANK_GAME, seats, settings, SeededChance(seed_from_text("rank")))
        dealer = (leader - 1) % seats
        dealt_hands = tuple(Hand(parse_cards(hand)) for hand in hands)
        deal_event = PileDealt(
            1, dealer, leader, dealt_hands, card_of(pile), Hand(parse_cards(stock))
        )
        state_with_dealer = RANK_GAME.fold(self.authority.state, LotDrawn(dealer))
        self.authority.resume_from_state(RANK_GAME.fold(state_with_dealer, deal_event))
        self.codec = event_codec(RANK_GAME)
        self.lines = []
        self.authority.add_listener(
            lambda event, _: self.lines.append(self.codec.encode_line(event))
        )
        self.authority.append_derived_events()

    @property
    def state(self):
        return self.authority.state

    def play_cards(self, codes):
        """Play cards by the acting seats; return the first refusal."""
        return submit_in_turn(self.authority, PlayCommand, parse_cards(codes))

    @property
    def event_text(self):
        """Events so far, a word each: ``play0:5H draw1:8C,9D pass1``."""
        words = []
        for line in self.lines:
            if line["type"] in ("score", "end", "deal"):
                words.append(line["type"])
                continue
            card_codes = line.get("cards") or ([line["card"]] if "card" in line else [])
            words.append(
                f"{line['type']}{line['seat']}" + (":" + ",".join(card_codes) if card_codes else "")
            )
        return " ".join(words)
