"""Independent check of Damn and Blackout records against their rules pages.

It reads lines of JSON, with table manners or without, and tracks hands, exposed cards and totals by
its own implementation of the page.
"""

from collections import Counter
from typing import Any

Line = dict[str, Any]
CARD_RANKS = "23456789TJQKA"


class ExactBidPageReader:
    """Reader of a record's lines.

    Raises:
        AssertionError: at the first line that breaks the rules page.
    """

    def __init__(self, header):
        self.seats = len(header["seats"])
        self.is_damn = header["game"] == "damn"
        defaults = {"first": 1, "deals": 13, "zero_bids": False, "enforcement": "strict"}
        defaults |= {"direction": "up", "no_trump": "largest", "scoring": "exact"}
        self.options = defaults | header["options"]
        sizes = list(range(self.options["first"], self.options["deals"] + 1))
        self.hand_sizes = {
            "up": sizes,
            "down": sizes[::-1],
            "up-down": sizes[:-1] + sizes[::-1],
        }[self.options["direction"]]
        self.has_table_manners = self.options["enforcement"] == "table"
        self.exact_bids = [0] * self.seats
        self.dealer = -1
        self.deal_count = 0
        self.totals = [0] * self.seats
        self.penalties = [0] * self.seats
        self.points = [0] * self.seats
        self.hand_size = 0
        self.leader = 0
        self.trump = None
        self.hands = []
        self.bids = {}
        self.last_bid = -1
        self.exposed = []
        self.trick = []
        self.tricks_won = []
        self.due_lines = []
        self.is_deal_due = False
        self.scored_deals = 0
        self.is_ended = False
        self.counts = Counter()

    def read_line(self, line):
        """Check the next line after the header."""
        assert not self.is_ended
        self.counts[line["type"]] += 1
        if line["type"] != "seat":
            assert not self.due_lines or line == self.due_lines[0], (line, self.due_lines)
            assert not self.is_deal_due or line["type"] == "deal"
        getattr(self, f"take_{line['type']}")(line)

    def seat_of_turn(self, turn):
        return (self.leader + turn) % self.seats

    def take_seat(self, line):
        assert 0 <= line["seat"] < self.seats

    def take_lot(self, line):
        assert self.dealer == -1
        self.dealer = line["dealer"]
        assert self.dealer in range(self.seats)
        self.is_deal_due = True

    def take_deal(self, line):
        assert self.is_deal_due
        self.is_deal_due = False
        if self.deal_count == self.scored_deals:
            self.dealer = (self.dealer + (self.deal_count > 0)) % self.seats
            self.deal_count += 1
        else:
            assert line["dealer"] == self.dealer  # a void deal is dealt again by the same dealer
        self.hand_size = self.hand_sizes[self.deal_count - 1]
        assert (line["deal"], line["dealer"]) == (self.deal_count, self.dealer)
        assert line["cards"] == self.hand_size
        self.leader = line["leader"]
        assert self.leader == (self.dealer + 1) % self.seats
        self.hands = [list(hand) for hand in line["hands"]]
        assert [len(hand) for hand in self.hands] == [self.hand_size] * self.seats
        is_trumpless = self.hand_size == (self.options["deals"] if self.is_damn else 13)
        is_trumpless |= self.options["no_trump"] == "all"
        is_trumpless |= self.options["no_trump"] == "every-second" and self.deal_count % 2 == 0
        is_trumpless |= self.options["no_trump"] == "every-third" and self.deal_count % 3 == 0
        assert (line["turned"] is None) == is_trumpless
        self.trump = line["trump"]
        assert self.trump == (None if is_trumpless else line["turned"][1])
        out = [card for hand in self.hands for card in hand]
        out += [] if is_trumpless else [line["turned"]]
        assert len(set(out)) == len(out)
        self.bids, self.last_bid = {}, -1
        self.exposed = [set() for _ in range(self.seats)]
        self.trick, self.tricks_won = [], [0] * self.seats

    def take_bid(self, line):
        seat, tricks = line["seat"], line["tricks"]
        assert seat in range(self.seats)
        assert 0 <= tricks <= self.hand_size
        assert not self.trick
        assert not any(self.tricks_won)
        missing = [
            self.seat_of_turn(n) for n in range(self.seats) if self.seat_of_turn(n) not in self.bids
        ]
        if not self.has_table_manners:
            assert seat == missing[0]
        if seat in self.bids:
            assert self.last_bid == seat  # nobody else has bid since
            assert self.bids[seat] != tricks
            self.counts["changed bids"] += 1
        elif seat != missing[0]:
            self.counts["early bids"] += 1
        self.bids[seat], self.last_bid = tricks, seat
        if self.options["hook"] and len(self.bids) == self.seats:
            assert sum(self.bids.values()) != self.hand_size

    def playable_cards(self, seat):
        """Return the cards that the seat may correctly play now."""
        hand = self.hands[seat]
        led = self.trick[0][1] if self.trick and len(self.trick) < self.seats else ""
        playable = [card for card in hand if card[1] == led] or hand
        return [card for card in playable if card in self.exposed[seat]] or playable

    def take_play(self, line):
        seat, card = line["seat"], line["card"]
        assert len(self.bids) == self.seats
        assert len(self.trick) < self.seats
        assert seat == self.seat_of_turn(len(self.trick))
        playable = self.playable_cards(seat)
        if not self.has_table_manners or set(playable) <= self.exposed[seat]:
            assert card in playable
        self.counts["plays of exposed cards"] += card in self.exposed[seat]
        self.hands[seat].remove(card)
        self.trick.append(card)

    def find_revokes(self):
        """Return the seats that revoked in this trick, with the wrong card."""
        return [
            (self.seat_of_turn(turn), card)
            for turn, card in enumerate(self.trick)
            if card[1] != self.trick[0][1]
            and any(
                hand_card[1] == self.trick[0][1]
                for hand_card in self.hands[self.seat_of_turn(turn)]
            )
        ]

    def take_trick(self, line):
        assert len(self.trick) == self.seats
        assert not self.find_revokes()
        suit = self.trump if any(c[1] == self.trump for c in self.trick) else self.trick[0][1]
        high = max((c for c in self.trick if c[1] == suit), key=lambda c: CARD_RANKS.index(c[0]))
        self.leader = self.seat_of_turn(self.trick.index(high))
        assert line["seat"] == self.leader
        self.tricks_won[self.leader] += 1
        self.trick = []

    def take_exposed(self, line):
        assert self.has_table_manners
        assert len(self.bids) == self.seats
        seat, card = line["seat"], line["card"]
        assert card in self.hands[seat]
        if self.due_lines:
            self.due_lines.pop(0)
        else:
            assert card not in self.exposed[seat]
        self.exposed[seat].add(card)

    def take_corrected(self, line):
        assert self.has_table_manners
        seat, card = line["seat"], line["card"]
        assert seat in dict(self.find_revokes())
        turn = (seat - self.leader) % self.seats
        wrong_card = self.trick[turn]
        assert card[1] == self.trick[0][1]
        owed_cards = [c for c in self.hands[seat] if c in self.exposed[seat] and c[1] == card[1]]
        assert not owed_cards or card in owed_cards
        self.hands[seat].remove(card)
        self.hands[seat].append(wrong_card)
        self.due_lines = [{"type": "exposed", "seat": seat, "card": wrong_card}]
        for later in range(turn + 1, len(self.trick)):
            returned = {"seat": self.seat_of_turn(later), "card": self.trick[later]}
            self.due_lines.append({"type": "taken_back", **returned})
        self.trick[turn:] = [card]

    def take_taken_back(self, line):
        assert self.due_lines.pop(0) == line
        self.hands[line["seat"]].append(line["card"])

    def take_revoke(self, line):
        assert self.has_table_manners
        if not self.due_lines:
            assert len(self.trick) == self.seats
            offences = self.find_revokes()
            lost = [-10 * (seat in dict(offences)) for seat in range(self.seats)]
            self.due_lines = [
                {"type": "revoke", "seat": seat, "card": card} for seat, card in offences
            ]
            self.due_lines.append({"type": "void", "deal": self.deal_count, "penalties": lost})
        assert self.due_lines.pop(0) == line

    def take_void(self, line):
        assert self.due_lines.pop(0) == line
        for seat, lost in enumerate(line["penalties"]):
            self.totals[seat] += lost
            self.penalties[seat] += lost
        self.is_deal_due = True

    def take_score(self, line):
        assert not any(self.hands)
        assert not self.trick
        assert sum(self.tricks_won) == self.hand_size
        assert self.scored_deals < self.deal_count
        points = []
        for seat in range(self.seats):
            bid = self.bids[seat]
            exact_points = (
                5 + self.hand_size if self.options["zero_bids"] and bid == 0 else 10 + bid
            )
            won = self.tricks_won[seat]
            missed_points = {"exact": 0, "tricks": won, "misses": -max(won - bid, bid - won)}
            points.append(exact_points if bid == won else missed_points[self.options["scoring"]])
            self.exact_bids[seat] += bid == self.tricks_won[seat]
            self.totals[seat] += points[-1]
            self.points[seat] += points[-1]
        assert line == {
            "type": "score",
            "deal": self.deal_count,
            "points": points,
            "totals": self.totals,
            "bids": [self.bids[seat] for seat in range(self.seats)],
            "tricks": self.tricks_won,
        }
        self.scored_deals = self.deal_count
        self.is_deal_due = self.deal_count < len(self.hand_sizes)

    def take_end(self, line):
        assert self.scored_deals == len(self.hand_sizes)
        assert not self.is_deal_due
        exact = [0] * self.seats if self.is_damn else self.exact_bids
        values = list(zip(self.totals, exact, strict=True))
        ranks = [1 + sum(higher > value for higher in values) for value in values]
        flip = {}
        if not self.is_damn and ranks.count(1) > 1:  # The other tied seats share the second rank.
            flip["coin_flip"] = True
            first = line["places"].index(1)
            ranks = [2 if rank == 1 and n != first else rank for n, rank in enumerate(ranks)]
        assert line == {"type": "end", "totals": self.totals, "places": ranks} | flip
        assert self.totals == [a + b for a, b in zip(self.points, self.penalties, strict=True)]
        self.is_ended = True


def read_exact_bid_record(lines):
    """Check a whole record and return its reader, which holds the counts."""
    header, *events = lines
    reader = ExactBidPageReader(header)
    for line in events:
        reader.read_line(line)
    assert reader.is_ended
    return reader
