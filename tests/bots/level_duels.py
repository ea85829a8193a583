"""Small duels of two levels at the same cards, with the seats swapped."""

from bots.decision_positions import play_levels


def measure_lead(name, seats, options, levels, pairs):
    """Return the mean rank that the second level trails behind the first.

    Each pair is one match played twice, with the levels at every second seat and swapped.
    """
    ranks = {level: [] for level in levels}
    for number in range(2 * pairs):
        seat_levels = [levels[(seat + number) % 2] for seat in range(seats)]
        end = play_levels(seat_levels, name, options, number // 2)
        for level, rank in zip(seat_levels, end.places, strict=True):
            ranks[level].append(rank)
    first, second = (sum(ranks[level]) / len(ranks[level]) for level in levels)
    return second - first
