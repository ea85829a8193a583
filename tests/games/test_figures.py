"""Statistics of all games: facts of deals make tables that can be spoken."""

from greenbaize.games import GAMES
from greenbaize.match.digest import digest_record
from greenbaize.rules.facts import POINTS_KIND, sum_facts
from greenbaize.words.speaker import Speaker
from match.random_matches import EACH_SETUP, play_randomly

FACTS_WITHOUT_ROW = {POINTS_KIND, "tricks", "target"}
"""Facts without a row of their own: for the mean of all deals, and for source ratings."""


def sum_facts_of(setup):
    """Return the fact sums of each seat."""
    deals = digest_record(play_randomly(setup, 6).record, GAMES).deals
    return [sum_facts((d.points[s], d.facts[s]) for d in deals) for s in range(setup.seats)]


@EACH_SETUP
def test_every_fact_has_a_row_and_every_row_can_be_spoken(setup):
    game = GAMES[setup.name]
    each = sum_facts_of(setup)
    sums = each[0]

    def row_titles(without=None):
        other_sums = {key: fact_sum for key, fact_sum in sums.items() if key != without}
        return {
            f"{table.title} {rate.label}"
            for table in game.statistics_tables(other_sums)
            for rate in table.rows
        }

    facts_with_row = {key for key in sums if key[0] not in FACTS_WITHOUT_ROW}
    assert {key for key in sums if len(row_titles()) - len(row_titles(key)) == 1} == facts_with_row
    assert len(row_titles()) == len(facts_with_row)
    for table in (table for sums in each for table in game.statistics_tables(sums)):
        assert Speaker().format_message(table.title)
        for rate in table.rows:
            assert Speaker().format_message(rate.label)
            assert rate.mean is not None
            assert not rate.is_share or 0 <= rate.mean <= 1
    assert not any(table.rows for table in game.statistics_tables({}))
