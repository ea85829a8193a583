"""What a hostile table could tell a computer player: told lines of real matches, changed.

Every question must then be answered, or refused by what does not fit; nothing else may be raised.
"""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

from greenbaize.app.seats.seat_program import SeatProgram
from greenbaize.bots import BOT_FACTORIES, SEARCH_EFFORTS
from greenbaize.bots.bot import Bot, SearchBot
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import encode_line
from greenbaize.rules.errors import GameError
from match.random_matches import SETUPS, GameSetup, play_randomly

NUMBERS = (-1, 0, 1, 2, 3, 5, 9, 13, 40, 10**6, 2**31, 2**63, 10**30)
CARDS = ("6C", "7C", "8S", "KH", "AS", "2D", "QD", "XB")
SUITS = ("C", "D", "H", "S")
FEWEST_WORLDS = 2
MAX_QUESTIONS = 3
"""The number of questions after a change; each may take long."""


def create_quick_bot(level: str) -> Bot:
    """Return a computer player that reasons as its level does, in few worlds."""
    if level not in SEARCH_EFFORTS:
        return BOT_FACTORIES[level]()
    effort = SEARCH_EFFORTS[level]
    samples = min(effort.samples_per_world, FEWEST_WORLDS)
    return SearchBot(
        effort._replace(
            world_count=FEWEST_WORLDS, contract_world_count=FEWEST_WORLDS, samples_per_world=samples
        )
    )


def find_error(level: str, seed: int) -> str:
    """Ask a computer player in a changed conversation; return what it raised, or an empty text."""
    random = Random(seed)
    setup = random.choice(SETUPS)
    seat = random.randrange(setup.seats)
    lines = list(_tell_lines(setup, seat, random.randrange(4)))
    changed = random.randrange(2, min(len(lines), 60))
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        _change_lines(lines, changed, random)
    program, question_count = SeatProgram(create_quick_bot(level), "1"), 0
    for index, line in enumerate(lines):
        try:
            program.answer_line(encode_line(line))
        except GameError:
            continue  # events that the rules cannot fold
        if index < changed - 1 or question_count >= MAX_QUESTIONS or not index:
            continue
        if program._seat.is_on_turn:
            question_count += 1
            for question in ({"type": "ask", "doubt": True}, {"type": "ask", "weigh": True}):
                try:
                    program.answer_line(encode_line(question))
                except GameError as error:
                    if error.__cause__ is not None:
                        return f"{setup} {level} {seed}: {error.__cause__!r}"
    return ""


def _tell_lines(setup: GameSetup, seat: int, seed: int) -> Iterator[dict[str, Any]]:
    played_match, codec = play_randomly(setup, seed), event_codec(setup.game)
    yield played_match.header.redact_for(seat).to_line()
    for event, state in played_match.moments:
        yield codec.encode_line(setup.game.tell(event, state, seat))


def _change_lines(lines: list[dict[str, Any]], index: int, random: Random) -> None:
    """Change lines near an index in one way."""
    index = min(max(2, index + random.randrange(-2, 2)), len(lines) - 1)
    match random.randrange(7):
        case 0:
            del lines[index]
        case 1:
            lines.insert(index, copy.deepcopy(random.choice(lines[1:])))
        case 2:
            lines[index - 1 : index + 1] = reversed(lines[index - 1 : index + 1])
        case 3:
            # The deal itself decides most of what follows.
            deals = [one for one, line in enumerate(lines[:index]) if line.get("type") == "deal"]
            if deals:
                lines[deals[-1]] = _change_value(copy.deepcopy(lines[deals[-1]]), random)
        case _:
            lines[index] = _change_value(copy.deepcopy(lines[index]), random)


def _change_value(line: dict[str, Any], random: Random) -> dict[str, Any]:
    containers = list(_list_containers(line))
    container, keys = random.choice(containers)
    key = random.choice(keys)
    value = container[key]
    match value:
        case bool():
            container[key] = not value
        case int():
            container[key] = random.choice((*NUMBERS, value + 1, value - 1))
        case str() if len(value) == 1:
            container[key] = random.choice(SUITS)
        case str() if value != line.get("type"):
            container[key] = random.choice(CARDS)
        case list() if value:
            count = random.randrange(len(value) + 1)
            container[key] = random.choice((value[:count], value + value[:count], len(value)))
        case _:
            container.pop(key)
    return line


def _list_containers(value: Any) -> Iterator[tuple[Any, list[Any]]]:
    if isinstance(value, dict | list) and value:
        yield value, list(value) if isinstance(value, dict) else list(range(len(value)))
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _list_containers(inner)
