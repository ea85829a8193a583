"""Independent check of Master and Ass records against their rules pages.

It reads lines of JSON and uses its own implementation of the beat relation.
"""

from collections import Counter
from typing import Any

from games.beat import beats_page

Line = dict[str, Any]

CONTRACT_TOTALS = {
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


def contract_points(contract, cards):
    """Return the points of the cards in a contract that scores cards."""
    scoring_rules = {
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
    if contract not in scoring_rules:
        return 0
    each, scores = scoring_rules[contract]
    return sum(each for card in cards if scores(card))


def four_of_a_suit_points(cards):
    """Return 10 if four or more cards of the trick share a suit, otherwise 0."""
    return 10 if max(Counter(card[1] for card in cards).values()) > 3 else 0


def max_contract_points(cards):
    """Return the card points of a trick in the MAX contract."""
    values = {"A": 12, "T": 10, "K": 5, "Q": 3, "J": 1}
    return sum(values.get(card[0], 0) for card in cards) + four_of_a_suit_points(cards)


def ass_trick_points(cards):
    """Return the card points of a trick in Ass, trying every pairing."""
    values = {"8": 16, "A": 12, "T": 10, "K": 5, "Q": 3, "J": 1, "6": -1}
    ranks = Counter(card[0] for card in cards)
    best = 0
    for royal in range(min(ranks["K"], ranks["Q"]) + 1):
        for young in range(min(ranks["J"], ranks["Q"] - royal) + 1):
            best = max(best, royal * (25 - 5 - 3) + young * (15 - 3 - 1))
    return sum(values.get(card[0], 0) for card in cards) + best + four_of_a_suit_points(cards)


class BeatPageReader:
    """Reader of a record's lines.

    Raises:
        AssertionError: at the first line that breaks the rules pages.
    """

    def __init__(self, header):
        self.is_master = header["game"] == "master"
        self.seats = len(header["seats"])
        self.options = header["options"]
        self.dealer = None
        self.personal_trumps = {}
        self.deal = {}
        self.deal_count = 0
        self.hands = []
        self.stock = []
        self.stakes = {}
        self.trick = []
        self.taken_tricks = []
        self.points = [0] * self.seats
        self.totals = [0] * self.seats
        self.banks = [3] * self.seats
        self.seats_to_draw = []
        self.leader = 0
        self.is_ended = False
        self.scores = []

    @property
    def trumps(self):
        """Trumps now in force."""
        match self.options["trumps"]:
            case "personal":
                return beats_page.PageTrumps(personal_suits=self.personal_trumps, is_personal=True)
            case "ranked":
                return beats_page.PageTrumps(class_by_suit={"S": 2, "D": 1})
        return beats_page.PageTrumps(class_by_suit=dict.fromkeys(self.options["trump_suits"], 1))

    def read_line(self, line):
        """Check the next line after the header."""
        assert not self.is_ended
        assert not self.seats_to_draw or line["type"] in ("draw", "seat")
        getattr(self, f"take_{line['type']}")(line)

    def take_seat(self, line):
        assert 0 <= line["seat"] < self.seats

    def take_lot(self, line):
        assert self.dealer is None
        self.dealer = line["dealer"]
        assert 0 <= self.dealer < self.seats

    def take_trump(self, line):
        assert self.options["trumps"] == "personal"
        assert not self.deal_count
        assert line["seat"] == (self.dealer + 1 + len(self.personal_trumps)) % self.seats
        assert line["suit"] not in self.personal_trumps.values()
        self.personal_trumps[line["seat"]] = line["suit"]

    def hand_size_of(self, line):
        """Return the number of cards each seat gets in a deal."""
        if not self.is_master:
            return 4
        return 9 if line["contract"] == "all" else 36 // self.seats

    def take_deal(self, line):
        if self.options["trumps"] == "personal":
            assert len(self.personal_trumps) == self.seats
        if self.deal:
            assert len(self.scores) == self.deal_count
            assert not self.is_match_over()
            self.dealer = self.deal["leader"]
        self.deal_count += 1
        assert (line["deal"], line["dealer"]) == (self.deal_count, self.dealer)
        self.hands = [list(hand) for hand in line["hands"]]
        assert [len(hand) for hand in self.hands] == [self.hand_size_of(line)] * self.seats
        if self.is_master:
            assert line["contract"] == list(CONTRACT_TOTALS)[(self.deal_count - 1) % 12]
            assert line["sign"] == (-1 if self.deal_count <= 12 else 1)
        leader = (self.dealer + 1) % self.seats
        if self.deal_count == 1:
            for low in beats_page.SENIORITY_ORDER:
                holders = [s for s in range(self.seats) if low + "D" in self.hands[s]]
                if holders:
                    (leader,) = holders
                    break
        assert line["leader"] == leader
        out = [card for hand in self.hands for card in hand]
        if not self.is_master:
            assert ("stock" in line) == self.options["refill"]
        self.stock = list(line.get("stock", ()))
        out += self.stock
        assert len(set(out)) == len(out)
        assert set(out) <= set(beats_page.CARD_CODES)
        if self.is_master or self.stock:
            assert len(out) == 36 or line.get("contract") == "all"
        self.deal, self.leader = line, leader
        self.stakes, self.trick, self.taken_tricks = {}, [], []
        self.points = [0] * self.seats

    def take_stake(self, line):
        assert not self.is_master
        assert line["seat"] == (self.leader + len(self.stakes)) % self.seats
        assert type(line["go"]) is bool
        self.stakes[line["seat"]] = line["go"]

    def playable_cards(self, seat):
        """Return the cards that the page lets the seat play."""
        must_beat = not self.is_master and self.options["must_beat"]
        hand = self.hands[seat]
        return beats_page.playable_cards(self.trick, seat, hand, self.trumps, must_beat=must_beat)

    def take_play(self, line):
        assert not self.ends_early()
        assert self.is_master or len(self.stakes) == self.seats
        seat, card = line["seat"], line["card"]
        assert len(self.trick) < self.seats
        assert seat == (self.leader + len(self.trick)) % self.seats
        assert card in self.playable_cards(seat)
        self.hands[seat].remove(card)
        self.trick.append((seat, card))

    def take_trick(self, line):
        assert len(self.trick) == self.seats
        cards = [card for _, card in self.trick]
        self.leader = beats_page.taker_of(self.trick, self.trumps)
        assert line["seat"] == self.leader
        is_scored = not self.is_master or self.deal["contract"] == "max"
        assert ("points" in line) == is_scored
        if is_scored:
            assert line["points"] == (max_contract_points if self.is_master else ass_trick_points)(
                cards
            )
            self.points[self.leader] += line["points"]
        self.taken_tricks.append((self.leader, cards))
        self.trick = []
        if len(self.stock) >= self.seats:
            self.seats_to_draw = [(self.leader + turn) % self.seats for turn in range(self.seats)]

    def take_draw(self, line):
        assert line["seat"] == self.seats_to_draw.pop(0)
        assert line["cards"] == [self.stock.pop(0)]
        self.hands[line["seat"]] += line["cards"]

    def ends_early(self):
        """Return whether all points of a Master deal are taken and that ends the deal."""
        if not self.is_master or not self.options["early_end"]:
            return False
        contract = self.deal["contract"]
        if contract in ("all", "last-two", "max"):
            return False
        return (
            sum(contract_points(contract, cards) for _, cards in self.taken_tricks)
            == CONTRACT_TOTALS[contract]
        )

    def take_score(self, line):
        assert not self.trick
        assert not any(self.hands) or self.ends_early()
        assert line["deal"] == self.deal_count
        points = self.master_points(line) if self.is_master else self.update_banks(line)
        assert line["points"] == points
        self.totals = [a + b for a, b in zip(self.totals, points, strict=True)]
        assert line["totals"] == self.totals
        self.scores.append(line)

    def master_points(self, line):
        contract, takers = self.deal["contract"], [seat for seat, _ in self.taken_tricks]
        assert line["tricks"] == [takers.count(seat) for seat in range(self.seats)]
        assert line["remaining"] == self.hand_size_of(self.deal) - len(takers)
        points = [0] * self.seats
        for number, (seat, cards) in enumerate(self.taken_tricks, 1):
            points[seat] += contract_points(contract, cards)
            points[seat] += contract == "all"
            points[seat] += 11 * (contract == "last-two" and number > len(takers) - 2)
        if contract == "max":
            top_seats = [
                seat for seat in range(self.seats) if self.points[seat] == max(self.points)
            ]
            points[[seat for seat in takers if seat in top_seats][-1]] += 12
        assert sum(points) == CONTRACT_TOTALS[contract]
        return [-value for value in points] if self.deal_count <= 12 else points

    def update_banks(self, line):
        stay = {2: 68, 3: 80, 4: 92, 5: 104, 6: 116}[self.seats]
        go = stay - 24
        if self.options.get("targets") == "even":
            drawing = {2: (118, 95), 4: (83, 45), 5: (76, 36)}
            stay, go = (drawing if self.options["refill"] else {2: (34, 18)})[self.seats]
        targets = [go if self.stakes[seat] else stay for seat in range(self.seats)]
        assert line["targets"] == targets
        for seat, target in enumerate(targets):
            if self.points[seat] >= target:
                self.banks[seat] -= 1
            elif self.stakes[seat]:
                self.banks[seat] += 1
        assert line["banks"] == self.banks
        return list(self.points)

    def is_match_over(self):
        """Return whether the match is decided."""
        if self.is_master:
            return self.deal_count == (12 if self.options.get("length") == "short" else 24)
        if self.deal_count == self.options["deal_limit"]:
            return True
        banks_by_deal = [[3] * self.seats, *[score["banks"] for score in self.scores]]
        previous, current = banks_by_deal[-2:]
        if previous == [6] * self.seats:
            return current != previous
        return current != [6] * self.seats and (0 in current or 6 in current)

    def take_end(self, line):
        assert len(self.scores) == self.deal_count
        assert self.is_match_over()
        assert line["totals"] == self.totals
        values = self.totals if self.is_master else [-banks for banks in self.banks]
        assert line["places"] == [1 + sum(higher > value for higher in values) for value in values]
        assert "coin_flip" not in line
        self.is_ended = True


def read_beat_record(lines):
    """Check a whole record and return its reader."""
    header, *events = lines
    reader = BeatPageReader(header)
    for event in events:
        reader.read_line(event)
    assert reader.is_ended
    if reader.is_master:
        check_master_sheet(reader)
    return reader


def check_master_sheet(reader):
    """Check the sums of the Master score sheet, using the score lines only."""
    seats, seat_count = range(reader.seats), reader.seats
    halves = [reader.scores[start : start + 12] for start in range(0, len(reader.scores), 12)]
    assert len(halves) == (1 if reader.options.get("length") == "short" else 2)
    for score in reader.scores:
        tricks = 9 if score["deal"] in (1, 13) else 36 // seat_count
        assert sum(score["tricks"]) + score["remaining"] == tricks
    match_tricks = 0
    for half, total in zip(halves, (-244, 244), strict=False):
        assert len(half) == 12
        half_tricks = [sum(score["tricks"][seat] for score in half) for seat in seats]
        half_points = [sum(score["points"][seat] for score in half) for seat in seats]
        half_remaining = sum(score["remaining"] for score in half)
        assert sum(half_points) == total
        assert sum(half_tricks) + half_remaining == 396 // seat_count + 9
        match_tricks += 396 // seat_count + 9 - half_remaining
    assert match_tricks == sum(sum(score["tricks"]) for score in reader.scores)
