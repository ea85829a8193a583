"""Independent check of Master and Ass records against their rules pages.

It reads lines of JSON and uses its own implementation of the beat relation.
"""

from collections import Counter
from typing import Any

from games.beat import page

Line = dict[str, Any]

CONTRACTS = {
    "all": 9,
    "kings-jacks": 16,
    "sixes": 12,
    "hearts": 36,
    "tens-aces": 40,
    "diamond-court": 18,
    "queens": 28,
    "eights": 32,
    "queen-of-spades": 9,
    "king-of-hearts": 10,
    "last-two": 22,
    "max": 12,
}
"""Total points of each contract, in the order of play."""


def worth_of(contract, cards):
    """Return the points of the cards in a contract that scores cards."""
    counted = {
        "kings-jacks": (2, lambda card: card[0] == "K" or card[0] == "J"),
        "sixes": (3, lambda card: card[0] == "6"),
        "hearts": (4, lambda card: card[1] == "H"),
        "tens-aces": (5, lambda card: card[0] in ("T", "A")),
        "diamond-court": (6, lambda card: card in ("JD", "QD", "KD")),
        "queens": (7, lambda card: card[0] == "Q"),
        "eights": (8, lambda card: card[0] == "8"),
        "queen-of-spades": (9, lambda card: card == "QS"),
        "king-of-hearts": (10, lambda card: card == "KH"),
    }
    if contract not in counted:
        return 0
    each, scores = counted[contract]
    return sum(each for card in cards if scores(card))


def four_alike(cards):
    """Return 10 if four or more cards of the trick share a suit, otherwise 0."""
    return 10 if max(Counter(card[1] for card in cards).values()) > 3 else 0


def max_points(cards):
    """Return the card points of a trick in the MAX contract."""
    values = {"A": 12, "T": 10, "K": 5, "Q": 3, "J": 1}
    return sum(values.get(card[0], 0) for card in cards) + four_alike(cards)


def ass_points(cards):
    """Return the card points of a trick in Ass, trying every pairing."""
    values = {"8": 16, "A": 12, "T": 10, "K": 5, "Q": 3, "J": 1, "6": -1}
    ranks = Counter(card[0] for card in cards)
    best = 0
    for royal in range(min(ranks["K"], ranks["Q"]) + 1):
        for young in range(min(ranks["J"], ranks["Q"] - royal) + 1):
            best = max(best, royal * (25 - 5 - 3) + young * (15 - 3 - 1))
    return sum(values.get(card[0], 0) for card in cards) + best + four_alike(cards)


class Reader:
    """Reader of a record's lines.

    Raises:
        AssertionError: at the first line that breaks the rules pages.
    """

    def __init__(self, header):
        self.master = header["game"] == "master"
        self.seats = len(header["seats"])
        self.options = header["options"]
        self.dealer = None
        self.own = {}
        self.deal = {}
        self.deals = 0
        self.hands = []
        self.stock = []
        self.stakes = {}
        self.trick = []
        self.taken = []
        self.points = [0] * self.seats
        self.totals = [0] * self.seats
        self.banks = [3] * self.seats
        self.to_draw = []
        self.lead = 0
        self.ended = False
        self.allowed = set()
        self.scores = []

    @property
    def standing(self):
        """Trumps now in force."""
        match self.options["trumps"]:
            case "personal":
                return page.Standing(own=self.own, personal=True)
            case "ranked":
                return page.Standing(common={"S": 2, "D": 1})
        return page.Standing(common=dict.fromkeys(self.options["trump_suits"], 1))

    def take(self, line):
        """Check the next line after the header."""
        assert not self.ended
        assert not self.to_draw or line["type"] in ("draw", "seat")
        getattr(self, f"take_{line['type']}")(line)

    def take_seat(self, line):
        assert 0 <= line["seat"] < self.seats

    def take_lot(self, line):
        assert self.dealer is None
        self.dealer = line["dealer"]
        assert 0 <= self.dealer < self.seats

    def take_trump(self, line):
        assert self.options["trumps"] == "personal"
        assert not self.deals
        assert line["seat"] == (self.dealer + 1 + len(self.own)) % self.seats
        assert line["suit"] not in self.own.values()
        self.own[line["seat"]] = line["suit"]

    def dealt(self, line):
        """Return the number of cards each seat gets in a deal."""
        if not self.master:
            return 4
        return 9 if line["contract"] == "all" else 36 // self.seats

    def take_deal(self, line):
        if self.options["trumps"] == "personal":
            assert len(self.own) == self.seats
        if self.deal:
            assert len(self.scores) == self.deals
            assert not self.finished()
            self.dealer = self.deal["leader"]
        self.deals += 1
        assert (line["deal"], line["dealer"]) == (self.deals, self.dealer)
        self.hands = [list(hand) for hand in line["hands"]]
        assert [len(hand) for hand in self.hands] == [self.dealt(line)] * self.seats
        if self.master:
            assert line["contract"] == list(CONTRACTS)[(self.deals - 1) % 12]
            assert line["sign"] == (-1 if self.deals <= 12 else 1)
        leader = (self.dealer + 1) % self.seats
        if self.deals == 1:
            for low in page.ORDER:
                holders = [s for s in range(self.seats) if low + "D" in self.hands[s]]
                if holders:
                    (leader,) = holders
                    break
        assert line["leader"] == leader
        out = [card for hand in self.hands for card in hand]
        if not self.master:
            assert ("stock" in line) == self.options["refill"]
        self.stock = list(line.get("stock", ()))
        out += self.stock
        assert len(set(out)) == len(out)
        assert set(out) <= set(page.CARDS)
        if self.master or self.stock:
            assert len(out) == 36 or line.get("contract") == "all"
        self.deal, self.lead = line, leader
        self.stakes, self.trick, self.taken = {}, [], []
        self.points = [0] * self.seats

    def take_stake(self, line):
        assert not self.master
        assert line["seat"] == (self.lead + len(self.stakes)) % self.seats
        assert type(line["go"]) is bool
        self.stakes[line["seat"]] = line["go"]

    def may_play(self, seat):
        """Return the cards that the page lets the seat play."""
        must_beat = not self.master and self.options["must_beat"]
        hand = self.hands[seat]
        return page.may_play(self.trick, seat, hand, self.standing, must_beat=must_beat)

    def take_play(self, line):
        assert not self.over_early()
        assert self.master or len(self.stakes) == self.seats
        seat, card = line["seat"], line["card"]
        assert len(self.trick) < self.seats
        assert seat == (self.lead + len(self.trick)) % self.seats
        assert card in self.may_play(seat)
        self.hands[seat].remove(card)
        self.trick.append((seat, card))

    def take_trick(self, line):
        assert len(self.trick) == self.seats
        cards = [card for _, card in self.trick]
        self.lead = page.taker(self.trick, self.standing)
        assert line["seat"] == self.lead
        counted = not self.master or self.deal["contract"] == "max"
        assert ("points" in line) == counted
        if counted:
            assert line["points"] == (max_points if self.master else ass_points)(cards)
            self.points[self.lead] += line["points"]
        self.taken.append((self.lead, cards))
        self.trick = []
        if len(self.stock) >= self.seats:
            self.to_draw = [(self.lead + turn) % self.seats for turn in range(self.seats)]

    def take_draw(self, line):
        assert line["seat"] == self.to_draw.pop(0)
        assert line["cards"] == [self.stock.pop(0)]
        self.hands[line["seat"]] += line["cards"]

    def over_early(self):
        """Return whether all points of a Master deal are taken and that ends the deal."""
        if not self.master or not self.options["early_end"]:
            return False
        contract = self.deal["contract"]
        if contract in ("all", "last-two", "max"):
            return False
        return sum(worth_of(contract, cards) for _, cards in self.taken) == CONTRACTS[contract]

    def take_score(self, line):
        assert not self.trick
        assert not any(self.hands) or self.over_early()
        assert line["deal"] == self.deals
        points = self.master_points(line) if self.master else self.ass_score(line)
        assert line["points"] == points
        self.totals = [a + b for a, b in zip(self.totals, points, strict=True)]
        assert line["totals"] == self.totals
        self.scores.append(line)

    def master_points(self, line):
        contract, takers = self.deal["contract"], [seat for seat, _ in self.taken]
        assert line["tricks"] == [takers.count(seat) for seat in range(self.seats)]
        assert line["remaining"] == self.dealt(self.deal) - len(takers)
        points = [0] * self.seats
        for number, (seat, cards) in enumerate(self.taken, 1):
            points[seat] += worth_of(contract, cards)
            points[seat] += contract == "all"
            points[seat] += 11 * (contract == "last-two" and number > len(takers) - 2)
        if contract == "max":
            most = [seat for seat in range(self.seats) if self.points[seat] == max(self.points)]
            points[[seat for seat in takers if seat in most][-1]] += 12
        assert sum(points) == CONTRACTS[contract]
        return [-one for one in points] if self.deals <= 12 else points

    def ass_score(self, line):
        stay = {2: 68, 3: 80, 4: 92, 5: 104, 6: 116}[self.seats]
        go = stay - 24
        if self.options.get("targets") == "even":
            assert self.options["refill"]
            stay, go = {2: (118, 95), 4: (83, 45), 5: (76, 36)}[self.seats]
        targets = [go if self.stakes[seat] else stay for seat in range(self.seats)]
        assert line["targets"] == targets
        for seat, wanted in enumerate(targets):
            if self.points[seat] >= wanted:
                self.banks[seat] -= 1
            elif self.stakes[seat]:
                self.banks[seat] += 1
        assert line["banks"] == self.banks
        return list(self.points)

    def finished(self):
        """Return whether the match is decided."""
        if self.master:
            return self.deals == (12 if self.options.get("length") == "short" else 24)
        if self.deals == self.options["deal_limit"]:
            return True
        history = [[3] * self.seats, *[score["banks"] for score in self.scores]]
        before, now = history[-2:]
        if before == [6] * self.seats:
            return now != before
        return now != [6] * self.seats and (0 in now or 6 in now)

    def take_end(self, line):
        assert len(self.scores) == self.deals
        assert self.finished()
        assert line["totals"] == self.totals
        worth = self.totals if self.master else [-banks for banks in self.banks]
        assert line["places"] == [1 + sum(other > own for other in worth) for own in worth]
        assert "coin_flip" not in line
        self.ended = True


def by_the_pages(lines):
    """Check a whole record and return its reader."""
    header, *events = lines
    reader = Reader(header)
    for event in events:
        reader.take(event)
    assert reader.ended
    if reader.master:
        check_master_sheet(reader)
    return reader


def check_master_sheet(reader):
    """Check the sums of the Master score sheet, using the score lines only."""
    seats, v = range(reader.seats), reader.seats
    halves = [reader.scores[at : at + 12] for at in range(0, len(reader.scores), 12)]
    assert len(halves) == (1 if reader.options.get("length") == "short" else 2)
    for score in reader.scores:
        tricks = 9 if score["deal"] in (1, 13) else 36 // v
        assert sum(score["tricks"]) + score["remaining"] == tricks
    wa = 0
    for half, total in zip(halves, (-244, 244), strict=False):
        assert len(half) == 12
        ht = [sum(score["tricks"][seat] for score in half) for seat in seats]
        hp = [sum(score["points"][seat] for score in half) for seat in seats]
        hr = sum(score["remaining"] for score in half)
        assert sum(hp) == total
        assert sum(ht) + hr == 396 // v + 9
        wa += 396 // v + 9 - hr
    assert wa == sum(sum(score["tricks"]) for score in reader.scores)
