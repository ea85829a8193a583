"""Independent check of Damn and Blackout records against their rules pages.

It reads lines of JSON, with table manners or without, and tracks hands, exposed cards and totals by
its own implementation of the page.
"""

from collections import Counter
from typing import Any

Line = dict[str, Any]
RANKS = "23456789TJQKA"


class Reader:
    """Reader of a record's lines.

    Raises:
        AssertionError: at the first line that breaks the rules page.
    """

    def __init__(self, header):
        self.seats = len(header["seats"])
        self.damn = header["game"] == "damn"
        usual = {"first": 1, "deals": 13, "zero_bids": False, "enforcement": "strict"}
        self.options = usual | header["options"]
        self.manners = self.options["enforcement"] == "table"
        self.exact = [0] * self.seats
        self.dealer = -1
        self.deals = 0
        self.totals = [0] * self.seats
        self.penalties = [0] * self.seats
        self.points = [0] * self.seats
        self.k = 0
        self.lead = 0
        self.trump = None
        self.hands = []
        self.bids = {}
        self.last_bid = -1
        self.exposed = []
        self.trick = []
        self.won = []
        self.due = []
        self.dealing = False
        self.scored = 0
        self.ended = False
        self.counts = Counter()

    def take(self, line):
        """Check the next line after the header."""
        assert not self.ended
        self.counts[line["type"]] += 1
        if line["type"] != "seat":
            assert not self.due or line == self.due[0], (line, self.due)
            assert not self.dealing or line["type"] == "deal"
        getattr(self, f"take_{line['type']}")(line)

    def by_turn(self, place):
        return (self.lead + place) % self.seats

    def take_seat(self, line):
        assert 0 <= line["seat"] < self.seats

    def take_lot(self, line):
        assert self.dealer == -1
        self.dealer = line["dealer"]
        assert self.dealer in range(self.seats)
        self.dealing = True

    def take_deal(self, line):
        assert self.dealing
        self.dealing = False
        if self.deals == self.scored:
            self.dealer = (self.dealer + (self.deals > 0)) % self.seats
            self.deals += 1
        else:
            assert line["dealer"] == self.dealer  # a void deal is dealt again by the same dealer
        self.k = self.options["first"] + self.deals - 1
        assert (line["deal"], line["dealer"]) == (self.deals, self.dealer)
        assert line["cards"] == self.k
        self.lead = line["leader"]
        assert self.lead == (self.dealer + 1) % self.seats
        self.hands = [list(hand) for hand in line["hands"]]
        assert [len(hand) for hand in self.hands] == [self.k] * self.seats
        last = self.k == (self.options["deals"] if self.damn else 13)
        assert (line["turned"] is None) == last
        self.trump = line["trump"]
        assert self.trump == (None if last else line["turned"][1])
        out = [card for hand in self.hands for card in hand]
        out += [] if last else [line["turned"]]
        assert len(set(out)) == len(out)
        self.bids, self.last_bid = {}, -1
        self.exposed = [set() for _ in range(self.seats)]
        self.trick, self.won = [], [0] * self.seats

    def take_bid(self, line):
        seat, tricks = line["seat"], line["tricks"]
        assert seat in range(self.seats)
        assert 0 <= tricks <= self.k
        assert not self.trick
        assert not any(self.won)
        missing = [self.by_turn(n) for n in range(self.seats) if self.by_turn(n) not in self.bids]
        if not self.manners:
            assert seat == missing[0]
        if seat in self.bids:
            assert self.last_bid == seat  # nobody else has bid since
            assert self.bids[seat] != tricks
            self.counts["changed bids"] += 1
        elif seat != missing[0]:
            self.counts["early bids"] += 1
        self.bids[seat], self.last_bid = tricks, seat
        if self.options["hook"] and len(self.bids) == self.seats:
            assert sum(self.bids.values()) != self.k

    def may_play(self, seat):
        """Return the cards that the seat may correctly play now."""
        hand = self.hands[seat]
        led = self.trick[0][1] if self.trick and len(self.trick) < self.seats else ""
        right = [card for card in hand if card[1] == led] or hand
        return [card for card in right if card in self.exposed[seat]] or right

    def take_play(self, line):
        seat, card = line["seat"], line["card"]
        assert len(self.bids) == self.seats
        assert len(self.trick) < self.seats
        assert seat == self.by_turn(len(self.trick))
        right = self.may_play(seat)
        if not self.manners or set(right) <= self.exposed[seat]:
            assert card in right
        self.counts["plays of exposed cards"] += card in self.exposed[seat]
        self.hands[seat].remove(card)
        self.trick.append(card)

    def revokes(self):
        """Return the seats that revoked in this trick, with the wrong card."""
        return [
            (self.by_turn(place), card)
            for place, card in enumerate(self.trick)
            if card[1] != self.trick[0][1]
            and any(held[1] == self.trick[0][1] for held in self.hands[self.by_turn(place)])
        ]

    def take_trick(self, line):
        assert len(self.trick) == self.seats
        assert not self.revokes()
        suit = self.trump if any(c[1] == self.trump for c in self.trick) else self.trick[0][1]
        high = max((c for c in self.trick if c[1] == suit), key=lambda c: RANKS.index(c[0]))
        self.lead = self.by_turn(self.trick.index(high))
        assert line["seat"] == self.lead
        self.won[self.lead] += 1
        self.trick = []

    def take_exposed(self, line):
        assert self.manners
        assert len(self.bids) == self.seats
        seat, card = line["seat"], line["card"]
        assert card in self.hands[seat]
        if self.due:
            self.due.pop(0)
        else:
            assert card not in self.exposed[seat]
        self.exposed[seat].add(card)

    def take_corrected(self, line):
        assert self.manners
        seat, card = line["seat"], line["card"]
        assert seat in dict(self.revokes())
        place = (seat - self.lead) % self.seats
        wrong = self.trick[place]
        assert card[1] == self.trick[0][1]
        owed = [c for c in self.hands[seat] if c in self.exposed[seat] and c[1] == card[1]]
        assert not owed or card in owed
        self.hands[seat].remove(card)
        self.hands[seat].append(wrong)
        self.due = [{"type": "exposed", "seat": seat, "card": wrong}]
        for later in range(place + 1, len(self.trick)):
            back = {"seat": self.by_turn(later), "card": self.trick[later]}
            self.due.append({"type": "taken_back", **back})
        self.trick[place:] = [card]

    def take_taken_back(self, line):
        assert self.due.pop(0) == line
        self.hands[line["seat"]].append(line["card"])

    def take_revoke(self, line):
        assert self.manners
        if not self.due:
            assert len(self.trick) == self.seats
            offences = self.revokes()
            lost = [-10 * (seat in dict(offences)) for seat in range(self.seats)]
            self.due = [{"type": "revoke", "seat": seat, "card": card} for seat, card in offences]
            self.due.append({"type": "void", "deal": self.deals, "penalties": lost})
        assert self.due.pop(0) == line

    def take_void(self, line):
        assert self.due.pop(0) == line
        for seat, lost in enumerate(line["penalties"]):
            self.totals[seat] += lost
            self.penalties[seat] += lost
        self.dealing = True

    def take_score(self, line):
        assert not any(self.hands)
        assert not self.trick
        assert sum(self.won) == self.k
        assert self.scored < self.deals
        points = []
        for seat in range(self.seats):
            bid = self.bids[seat]
            worth = 5 + self.k if self.options["zero_bids"] and bid == 0 else 10 + bid
            points.append(worth if bid == self.won[seat] else 0)
            self.exact[seat] += bid == self.won[seat]
            self.totals[seat] += points[-1]
            self.points[seat] += points[-1]
        assert line == {
            "type": "score",
            "deal": self.deals,
            "points": points,
            "totals": self.totals,
            "bids": [self.bids[seat] for seat in range(self.seats)],
            "tricks": self.won,
        }
        self.scored = self.deals
        self.dealing = self.k < self.options["deals"]

    def take_end(self, line):
        assert self.scored == self.options["deals"] - self.options["first"] + 1
        assert not self.dealing
        exact = [0] * self.seats if self.damn else self.exact
        worth = list(zip(self.totals, exact, strict=True))
        places = [1 + sum(other > own for other in worth) for own in worth]
        flip = {}
        if not self.damn and places.count(1) > 1:  # The other tied seats share the second rank.
            flip["coin_flip"] = True
            first = line["places"].index(1)
            places = [2 if place == 1 and n != first else place for n, place in enumerate(places)]
        assert line == {"type": "end", "totals": self.totals, "places": places} | flip
        assert self.totals == [a + b for a, b in zip(self.points, self.penalties, strict=True)]
        self.ended = True


def by_the_page(lines):
    """Check a whole record and return its reader, which holds the counts."""
    header, *events = lines
    reader = Reader(header)
    for line in events:
        reader.take(line)
    assert reader.ended
    return reader
