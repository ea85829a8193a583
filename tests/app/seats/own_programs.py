"""Matches of built-in bots in processes of their own."""

from dataclasses import replace

from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.rules.chance import seed_from_text
from match.random_matches import SETUPS

OWN_PROCESS_LAUNCHER = BotLauncher(separate_processes=True, clock=lambda: 0.0)
SHORT = {"damn": {"deals": 2}, "ass": {"deal_limit": 3}}


def make_match_header(game_name, **options):
    setup = next(setup for setup in SETUPS if setup.name == game_name)
    return replace(
        setup, given_options={**setup.given_options, **SHORT.get(game_name, {}), **options}
    ).create_header(seed_from_text("apart"))
