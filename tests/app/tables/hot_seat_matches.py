"""Matches of several people at one computer."""

from greenbaize.app.tables.matches import OpenMatch, create_header, mark_one_computer
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.commands import ReadyCommand

PEOPLE = (HeaderPlayer("Anna"), HeaderPlayer("Boris"), HeaderPlayer("Vera"), HeaderPlayer("Mila"))

BOTS = (HeaderPlayer("Otto", "bot", "easy"), HeaderPlayer("Jan", "bot", "easy"))

SHORT = {
    "damn": {"deals": 2},
    "ass": {"deal_limit": 8},
    "rank": {"deals": 2},
}


def start_hot_seat_match(game, person_count, bot_count=0, seed="pass", **options):
    players = [*PEOPLE[:person_count], *BOTS[:bot_count]]
    players = players[::2] + players[1::2]  # Mix the order, so that people do not sit side by side.
    options = options or SHORT.get(game, {})
    header = create_header(game, tuple(players), options, seed_from_text(seed))
    match = OpenMatch.create(mark_one_computer(header))
    match.table.start_match()
    return match


def play_one_turn(match, chance):
    """Let the bot or person on turn act. Return the person's seat, or None for a bot."""
    table = match.table
    if table.awaited_bot_seat is not None:
        table.play_bot_turn()
        return None
    seat = table.awaited_human_seats[0]
    player_view = next(item for item in match.player_views if item.seat == seat)
    assert player_view.next_hot_seat is None
    question = player_view.question
    answers = () if question is None else question.answers
    allowed_commands = [item.command for item in answers if item.refusal is None]
    player_view.submit(
        chance.choice(allowed_commands) if allowed_commands else ReadyCommand(seat), assert_accepted
    )
    return seat


def assert_accepted(refusal):
    assert refusal is None
