"""Golden records: they read, replay to the same bytes, and are right by the rules pages.

The rules pages are checked by a second implementation, independent of the program.
"""

import json
from pathlib import Path

import pytest

from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.rules.errors import RecordError
from match import rank_pages
from match.exact_bid_pages import read_exact_bid_record
from match.pages import find_page_fault, find_program_fault
from match.random_matches import encode_record, replay_commands

GOLDEN = Path(__file__).parent.parent / "golden"
WHOLE_RECORDS = (
    "damn-3",
    "damn-4-hook-zero-bids",
    "damn-7",
    "damn-3-seats",
    "damn-3-table-two-voids",
    "damn-4-table",
    "damn-3-up-and-down",
    "damn-4-shrinking",
    "damn-5-no-trump",
    "blackout-2-coin-flip",
    "blackout-3-coin-flip",
    "blackout-4",
    "blackout-3-misses",
    "blackout-4-tricks",
    "master-2",
    "master-3-none",
    "master-4-ranked",
    "master-4-two-all-tricks",
    "ass-2-refill",
    "ass-3",
    "ass-4-one-not-must",
    "ass-5",
    "ass-6-ranked",
    "ass-2-even",
    "ass-4-drawing",
    "ass-5-even-none",
    "rank-2",
    "rank-4-deals",
    "rank-5-seats",
    "rank-10",
    "rank-2-stands",
    "rank-6-stands",
    "rank-3-round",
)
SPECIAL_RECORDS = ("damn-3-no-seed", "damn-3-old-options", "damn-3-cut-short")
DAMAGED_RECORDS = {
    "lot-for-no-seat": (2, "event-differs"),
    "deal-of-another-seed": (3, "event-differs"),
    "bid-above-the-cards": (4, "bid-range"),
    "bid-out-of-turn": (5, "not-your-turn"),
    "bid-missing": (6, "not-your-turn"),
    "play-not-held": (8, "not-held"),
    "trick-to-another": (10, "event-differs"),
    "trick-missing": (10, "event-due"),
    "score-too-high": (11, "event-differs"),
    "dealer-not-passed-on": (12, "event-differs"),
    "last-deal-with-trump": (12, "event-differs"),
    "suit-not-followed": (10, "follow-suit"),
    "lines-swapped": (18, "event-not-due"),
    "half-a-line": (13, "line-damaged"),
    "unknown-event": (13, "line-unknown-type"),
    "unknown-field": (13, "line-extra"),
    "played-on-after-the-end": (26, "match-over"),
    "places-wrong": (25, "event-differs"),
    "ass-trump-taken": (4, "trump-taken"),
    "ass-stock-short": (5, "event-differs"),
    "ass-stake-out-of-turn": (6, "not-your-turn"),
    "ass-played-before-the-stakes": (6, "stake-first"),
    "ass-must-beat": (9, "must-beat"),
    "ass-trick-points": (10, "event-differs"),
    "ass-drawn-out-of-turn": (12, "event-differs"),
    "ass-draw-missing": (12, "event-due"),
    "ass-five-with-personal-trumps": (1, "option-choice"),
    "master-contract": (5, "event-differs"),
    "master-trick-with-points": (8, "event-differs"),
    "master-remaining": (80, "event-differs"),
    "table-penalties-wrong": (60, "event-differs"),
    "table-revoke-missing": (59, "event-due"),
    "table-trick-over-a-revoke": (59, "event-due"),
    "table-no-deal-after-a-void": (61, "event-due"),
    "table-wrong-card-not-exposed": (49, "event-due"),
    "table-corrected-no-revoke": (10, "nothing-to-correct"),
    "table-exposed-not-held": (11, "not-held"),
    "table-exposed-card-kept": (17, "exposed-first"),
    "table-bid-after-another": (6, "bid-stands"),
    "exposed-in-a-strict-match": (8, "not-in-this-game"),
    "rank-stock-short": (3, "event-differs"),
    "rank-joker-too-early": (14, "neighbour-first"),
    "rank-draw-missing": (5, "event-due"),
    "rank-drawn-two": (5, "event-differs"),
    "rank-back-missing": (42, "event-due"),
    "rank-out-for-leaving": (39, "event-due"),
    "rank-antirank-missing": (106, "event-due"),
    "rank-places": (137, "event-differs"),
    "rank-passed-though-it-stands": (125, "event-due"),
    "rank-antirank-before-all-passed": (125, "event-due"),
    "newer-version": (1, "header-version"),
    "newer-option": (1, "header-option"),
    "newer-game": (1, "header-game"),
}


def read_golden_bytes(name):
    return (GOLDEN / f"{name}.jsonl").read_bytes()


def read_golden_lines(name):
    return [json.loads(line) for line in read_golden_bytes(name).splitlines()]


def test_all_golden_records_are_tested():
    assert {path.stem for path in GOLDEN.glob("*.jsonl")} == {*WHOLE_RECORDS, *SPECIAL_RECORDS}
    assert {path.stem for path in (GOLDEN / "damaged").glob("*.jsonl")} == set(DAMAGED_RECORDS)


@pytest.mark.parametrize("name", WHOLE_RECORDS)
def test_seed_and_commands_give_the_same_bytes(name):
    data = read_golden_bytes(name)
    record = read_record(data, GAMES)
    assert not record.is_cut
    assert GAMES[record.header.game].is_over(record.state)
    # An older header lacks newer options; all else is the same byte for byte.
    known_keys = json.loads(data.split(b"\n")[0])["options"].keys()
    newer_keys = record.header.options.keys() - known_keys
    header, _, events = data.partition(b"\n")
    for replayed_events in (record.events, replay_commands(record.header, record.events)):
        first, _, rest = encode_record(record.header, replayed_events).partition(b"\n")
        assert rest == events
        line = json.loads(first)
        line["options"] = {k: v for k, v in line["options"].items() if k not in newer_keys}
        assert line == json.loads(header)
        assert newer_keys or first == header


def test_a_record_without_a_seed_holds():
    record = read_record(read_golden_bytes("damn-3-no-seed"), GAMES)
    assert record.header.seed is None
    assert GAMES["damn"].is_over(record.state)
    assert encode_record(record.header, record.events) == read_golden_bytes("damn-3-no-seed")


def test_a_record_older_than_some_options_holds():
    record = read_record(read_golden_bytes("damn-3-old-options"), GAMES)
    assert record.header.options == {
        "deals": 2,
        "first": 1,
        "zero_bids": False,
        "hook": False,
        "enforcement": "strict",
    }
    assert replay_commands(record.header, record.events) == record.events
    parts = encode_record(record.header, record.events).split(b"\n", 1)
    assert parts[1] == read_golden_bytes("damn-3-old-options").split(b"\n", 1)[1]


def test_a_cut_record_is_a_prefix_of_the_whole_one():
    record = read_record(read_golden_bytes("damn-3-cut-short"), GAMES)
    whole = read_record(read_golden_bytes("damn-3"), GAMES)
    assert record.is_cut
    assert record.events == whole.events[: len(record.events)]
    assert (
        read_golden_bytes("damn-3")[: record.complete_size]
        == read_golden_bytes("damn-3-cut-short")[: record.complete_size]
    )
    assert len(record.events) == 11


@pytest.mark.parametrize("name", DAMAGED_RECORDS)
def test_damage_is_found_at_its_line(name):
    with pytest.raises(RecordError) as caught:
        read_record(read_golden_bytes(f"damaged/{name}"), GAMES)
    assert (caught.value.line, caught.value.message.code) == DAMAGED_RECORDS[name]


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_a_coin_flip_follows_the_seed_or_is_free_without_one(winner):
    lines = read_golden_lines("blackout-3-coin-flip")
    ranks = lines[-1]["places"]
    tied_seats = [seat for seat, rank in enumerate(ranks) if rank in (1, 2)]
    assert lines[-1]["coin_flip"] is True
    changed_ranks = [1 if seat == winner else 2 if seat in tied_seats else 3 for seat in range(3)]
    lines[-1]["places"] = changed_ranks

    def is_coin_flip_accepted():
        data = "".join(json.dumps(line) + "\n" for line in lines).encode()
        try:
            read_record(data, GAMES)
        except RecordError as error:
            return error.line != len(lines)
        return True

    assert is_coin_flip_accepted() is (changed_ranks == ranks)
    del lines[0]["seed"]
    assert is_coin_flip_accepted() is (winner in tied_seats)


@pytest.mark.parametrize("ranks", [[2, 2, 3], [1, 1, 3], [1, 1, 1], [3, 3, 3]])
def test_a_coin_has_one_winner(ranks):
    lines = read_golden_lines("blackout-3-coin-flip")
    del lines[0]["seed"]
    lines[-1]["places"] = ranks
    with pytest.raises(RecordError) as caught:
        read_record("".join(json.dumps(line) + "\n" for line in lines).encode(), GAMES)
    assert (caught.value.line, caught.value.message.code) == (len(lines), "event-impossible")


# Check by the rules pages


@pytest.mark.parametrize("name", [*WHOLE_RECORDS, "damn-3-no-seed"])
def test_golden_records_are_right_by_the_pages(name):
    assert find_page_fault(read_golden_lines(name), is_whole=True) is None


@pytest.mark.parametrize("name", ["rank-2-stands", "rank-6-stands"])
def test_golden_records_have_an_anti_rank_that_stands_and_is_cancelled(name):
    reader = rank_pages.RankPageReader(read_golden_lines(name))
    reader.read_record()
    assert reader.counts["stood"] >= 2
    assert reader.counts["cancelled"] >= 1


@pytest.mark.parametrize("name", ["rank-2", "rank-4-deals", "rank-5-seats", "rank-10"])
def test_an_older_record_has_anti_rank_for_one_round(name):
    assert "anti_rank" not in read_golden_lines(name)[0]["options"]
    assert read_record(read_golden_bytes(name), GAMES).header.options["anti_rank"] == "round"
    explicit = [line.copy() for line in read_golden_lines(name)]
    explicit[0]["options"] = explicit[0]["options"] | {"anti_rank": "round"}
    assert find_program_fault(explicit) == (None, "")


def test_golden_records_cover_table_manners():
    counts = read_exact_bid_record(read_golden_lines("damn-4-table")).counts
    for kind in ("exposed", "corrected", "taken_back", "revoke", "void", "early bids"):
        assert counts[kind] >= 1
    assert counts["changed bids"] >= 1
    assert counts["plays of exposed cards"] >= 1
    two_voids = read_exact_bid_record(read_golden_lines("damn-3-table-two-voids"))
    assert two_voids.counts["void"] == 2
    assert min(two_voids.penalties) < -10
