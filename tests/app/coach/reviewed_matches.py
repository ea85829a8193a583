"""Reviewed matches for tests, without any search."""

from pathlib import Path

from greenbaize.app.coach.coached_matches import OwnMatch
from greenbaize.store.coached_deals import COACH_NAME, CoachedDeal, Mistake


def make_mistake(kind="bid-high", cost=4.0, moment=3, *, worths=()):
    return Mistake(moment=moment, kind=kind, cost=cost, error=0.2, worths=worths)


def make_match(number, mistakes=(), *, choices=40, deal_count=1, avoided=None, game="damn"):
    """Return a match whose only reviewed deal has these mistakes."""
    identity = f"{number:032x}"
    deal = CoachedDeal(
        match=identity,
        deal=1,
        seat=0,
        adviser=COACH_NAME,
        made="20260101T100000",
        choices=choices,
        mistakes=tuple(mistakes),
        avoided=avoided or {},
    )
    begun = f"202601{number + 1:02}T100000"
    return OwnMatch(identity, game, begun, Path("gone.jsonl"), 0, deal_count, {1: deal})
