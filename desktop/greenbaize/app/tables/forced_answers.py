"""Choices without an alternative: the only allowed command, where nothing else is open."""

from greenbaize.app.tables.player_view import PlayerView
from greenbaize.rules.commands import Command, PlayCommand


def find_only_choice(view: PlayerView) -> Command | None:
    """Return the only allowed command before the first deal, such as the last trump left.

    After the deal everything but a card is left to the player, such as a bid.
    """
    only_command = find_only_answer(view)
    return (
        None
        if only_command is None or isinstance(only_command, PlayCommand) or _is_dealt(view)
        else only_command
    )


def find_only_answer(view: PlayerView) -> Command | None:
    """Return the only allowed command, or the first of several equivalent ones.

    None while something lies open that a lead would close.
    """
    question = view.question
    if question is None or view.game.is_open(view.view):
        return None
    allowed = [answer.command for answer in question.answers if answer.refusal is None]
    keys = {view.game.choice_key(command) for command in allowed}
    return allowed[0] if len(keys) == 1 else None


def _is_dealt(view: PlayerView) -> bool:
    return bool(view.game.picture(view.view).deal)
