"""Kinds of mistakes at Master and Ass: what a choice was that another one would have beaten."""

from typing import Final

from greenbaize.cards import Card
from greenbaize.games.beat import beats
from greenbaize.games.beat.beats import BeatRule
from greenbaize.games.beat.commands import StakeCommand
from greenbaize.games.beat.easy import card_strength
from greenbaize.games.beat.guidance import CardProspect, assess_card
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.commands import Command, PlayCommand

_UNUSUAL_RULES: Final = (BeatRule.SAME_VALUE, BeatRule.ONE_LESS)


def find_beat_mistake(game: BeatGame, view: BeatState, made: Command, best: Command) -> str:
    """Return the kind of mistake of the choice made, if another one was best; or nothing."""
    if isinstance(made, StakeCommand):
        return "went-often" if made.go else "stayed-often"
    if not (isinstance(made, PlayCommand) and isinstance(best, PlayCommand)):
        return ""
    made_prospect, best_prospect = (assess_card(game, view, play) for play in (made, best))
    counts_against = game.points_count_against(view)
    taking, leaving = (
        (made_prospect, best_prospect) if counts_against else (best_prospect, made_prospect)
    )
    is_taken = taking.takes_trick and not leaving.takes_trick
    if is_taken and _takes_unusually(view, made if counts_against else best):
        return "beat-overlooked"
    if _is_uncounted(game, view, made_prospect, best_prospect):
        return "beat-uncounted"
    is_stronger = _strength(view, made) > _strength(view, best)
    if counts_against:
        return _avoiding_mistake(view, made_prospect, best_prospect, is_stronger=is_stronger)
    return _collecting_mistake(game, view, made_prospect, best_prospect, is_stronger=is_stronger)


def _takes_unusually(view: BeatState, play: PlayCommand) -> bool:
    if view.situation is None:
        return False
    rule = beats.find_played_beat_rule(view.situation, play.card, play.seat, view.trumps)
    return rule in _UNUSUAL_RULES


def _is_uncounted(game: BeatGame, view: BeatState, made: CardProspect, best: CardProspect) -> bool:
    """Return whether what was played before decides that nothing can beat one of the two cards."""
    sure, other = (made, best) if game.points_count_against(view) else (best, made)
    if not sure.is_certain or sure.is_last or other.is_certain:
        return False
    return bool(view.play.taken_tricks)


def _avoiding_mistake(
    view: BeatState, made: CardProspect, best: CardProspect, *, is_stronger: bool
) -> str:
    if view.situation is None:
        return "penalty-lead" if is_stronger or made.rivals < best.rivals else "strong-unled"
    match made.takes_trick, best.takes_trick:
        case True, False:
            return "penalty-taken"
        case False, True:
            return "cheap-trick-left"
        case False, False:
            if made.card_points > best.card_points:
                return "penalty-kept"
            return "thrown-wrong" if is_stronger else "strong-unthrown"
    return "taken-low" if made.rivals > best.rivals or not is_stronger else "penalty-taken"


def _collecting_mistake(
    game: BeatGame,
    view: BeatState,
    made: CardProspect,
    best: CardProspect,
    *,
    is_stronger: bool,
) -> str:
    if view.situation is None:
        return "strong-led" if is_stronger else "weak-led"
    match made.takes_trick, best.takes_trick:
        case True, False:
            return "strong-early"
        case False, True:
            return "points-left" if game.bank_state(view) is not None else "played-negative"
        case True, True:
            return "taken-dear" if is_stronger else "taken-weak"
    if made.card_points > best.card_points:
        return "points-given"
    return "strong-thrown" if is_stronger else "thrown-wrong"


def _strength(view: BeatState, play: PlayCommand) -> tuple[float, int]:
    card: Card = play.card
    return card_strength(view, play.seat, card), beats.seniority_of(card)
