"""Rules tested as stories: texts of deals, of acts, and of their results.

A line that is not indented begins a story and is its name. Indented lines are its steps in order,
separated by line ends or ``;``, and ``#`` begins a comment. A step is one of

- ``from NAME option=value``: put the deal of this name on the table; the first step of a story;
- acts that must be allowed, as ``QH`` (a card of the acting seat), ``2:5H`` (of a seat), ``3``
  (a bid), ``2bid3``, ``go``, ``trumpC``, ``2show5H``, ``2correct5H``, ``2ready``, ``ready``
  (all seats), ``deal2`` and ``rest`` (first legal commands until then or to the end); after
  ``->`` the resulting events, as ``play2:5H trick0 void1:0,-10``;
- ``! act code rule value=...``: an act that is refused, and its message; rules of the game's own
  page are numbers, and the values may be left out;
- ``name: value``: an expectation on the state by one of ``EXPECTATIONS``, some of which take a
  seat: ``hand 2: 5H``.

In every story a refusal changes nothing, explanations and offers agree with verdicts, and the
acting seat may do exactly what is legal.
"""

import operator
import re

import pytest

from greenbaize.cards import Card, Suit
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import ChooseTrumpCommand, StakeCommand
from greenbaize.games.exact_bid.commands import BidCommand, CorrectRevokeCommand, ShowCardCommand
from greenbaize.match.codecs import event_codec
from greenbaize.rules.commands import PlayCommand, ReadyCommand
from greenbaize.rules.events import CardsDealt

COMMAND_FACTORIES = {
    ":": lambda seat, what: PlayCommand(seat, Card.of(what)),
    "bid": lambda seat, what: BidCommand(seat, int(what)),
    "show": lambda seat, what: ShowCardCommand(seat, Card.of(what)),
    "correct": lambda seat, what: CorrectRevokeCommand(seat, Card.of(what)),
    "ready": lambda seat, _: ReadyCommand(seat),
    "go": lambda seat, _: StakeCommand(seat, True),
    "stay": lambda seat, _: StakeCommand(seat, False),
    "trump": lambda seat, what: ChooseTrumpCommand(seat, Suit.of(what)),
}


def value_text(value):
    """Return a value as stories write it."""
    match value:
        case Card():
            return value.code
        case Suit():
            return value.letter
        case bool() | None:
            return {True: "yes", False: "no", None: "-"}[value]
        case tuple() | list() | frozenset() | range():
            return ",".join(map(value_text, value))
    return str(value)


def values_text(values):
    return " ".join(map(value_text, values))


def command_text(command):
    """Return the word that stories use for a command."""
    match command:
        case StakeCommand():
            return "go" if command.go else "stay"
        case BidCommand():
            return value_text(command.tricks)
        case ChooseTrumpCommand():
            return value_text(command.suit)
    return value_text(command.card)


def values_reader(values):
    return lambda story, _: values_text(operator.attrgetter(values)(story.match))


def value_reader(value):
    return lambda story, _: value_text(operator.attrgetter(value)(story.match))


def deal_values_reader(name):
    return lambda story, _: values_text(
        getattr(deal, name) for deal in story.match.events_of(CardsDealt)
    )


def plate_values_reader(name):
    return lambda story, _: values_text(
        operator.attrgetter(name)(one) for one in story.picture.plates
    )


EXPECTATIONS = {
    "turn": value_reader("state.turn"),
    "deal": value_reader("state.deal"),
    "trump": value_reader("state.trump"),
    "bids": values_reader("state.bids"),
    "trick": values_reader("state.play.trick"),
    "totals": values_reader("state.totals"),
    "takers": values_reader("takers"),
    "places": values_reader("end_event.places"),
    "points": lambda story, _: values_text(story.match.score_events[-1].points),
    "tricks": lambda story, _: values_text(story.match.score_events[-1].tricks),
    "targets": lambda story, _: values_text(story.match.score_events[-1].targets),
    "own": values_reader("state.trumps.personal_suits"),
    "sign": lambda story, _: value_text(story.picture.sign.suit),
    "stakes": values_reader("state.game_data.stakes"),
    "banks": lambda story, _: values_text(story.match.score_events[-1].banks),
    "leaders": deal_values_reader("leader"),
    "dealers": deal_values_reader("dealer"),
    "numbers": deal_values_reader("deal"),
    "sizes": deal_values_reader("cards"),
    "trumps": deal_values_reader("trump"),
    "turned": deal_values_reader("turned"),
    "made": plate_values_reader("tally.reached"),
    "plates": plate_values_reader("total"),
    "lots": lambda story, _: values_text(
        value_text(among) for _, among in story.match.chance.lot_requests
    ),
    "open": lambda story, _: value_text(story.game.is_open(story.match.state)),
    "hand": lambda story, seat: values_text(sorted(story.match.state.hands[int(seat)].cards)),
    "legal": lambda story, seat: " ".join(
        map(command_text, story.game.legal(story.match.state, int(seat)))
    ),
    "asked": lambda story, seat: value_text(
        getattr(story.game.question(story.match.state, int(seat)), "kind", None)
    ),
    "offers": lambda story, seat: values_text(
        one.kind for one in story.game.offers(story.match.state, int(seat))
    ),
    # Commands that a seat may give unasked, of the last kind offered.
    "free": lambda story, seat: " ".join(
        command_text(one.command)
        for one in story.game.offers(story.match.state, int(seat))[-1].answers
        if one.refusal is None
    ),
    "breach": lambda story, act: story.message_text(
        story.game.explain(story.match.state, story.parse_command(act)).breach
    ),
    "why": lambda story, act: " & ".join(
        map(
            story.message_text,
            story.game.explain(story.match.state, story.parse_command(act)).sentences,
        )
    ),
    "notices": lambda story, _: " & ".join(map(story.message_text, story.picture.notices)),
    "lying": lambda story, _: " ".join(
        f"{seat}:{card.code}"
        for seat, own in enumerate(story.picture.exposed_cards)
        for card in own
    ),
    "closing": lambda story, _: story.event_text(story.game.close(story.match.state)),
    "moods": lambda story, _: values_text(one.name for one in story.game.moods(story.match.state)),
}


class StoryRunner:
    """Runner of one story on a match of a game.

    Args:
        game: name of the game.
        tables: makers of the deals by name, called with the options that the story names.
    """

    def __init__(self, game, tables):
        self.game, self.tables = GAMES[game], tables
        self.codec = event_codec(self.game)
        self.match = None

    @property
    def picture(self):
        return self.game.picture(self.match.state)

    def run_steps(self, steps):
        """Run all steps and return the match."""
        for step in steps:
            self.run_step(step)
            self.check_agreement()
        return self.match

    def run_step(self, step):
        expectation = re.fullmatch(r"([a-z]+)(?: (\S+))?:(?: (.*))?", step)
        if step.startswith("from "):
            _, name, *option_words = step.split()
            options = dict(option_word.split("=") for option_word in option_words)
            self.match = self.tables[name](**{key: _parse_value(options[key]) for key in options})
        elif step.startswith("!"):
            self.check_refusal(*step[1:].split(maxsplit=1))
        elif expectation:
            name, argument, expected = expectation.groups()
            assert EXPECTATIONS[name](self, argument) == (expected or ""), step
        else:
            acts, arrow, expected = step.partition("->")
            event_count = len(self.match.events)
            for word in acts.split():
                self.perform_act(word)
            if arrow:
                assert (
                    " ".join(map(self.event_text, self.match.events[event_count:]))
                    == expected.strip()
                ), step

    def perform_act(self, word):
        match, state = self.match, self.match.state
        if word == "ready":
            match.authority.append_derived_events(ready=True)
        elif word == "rest" or word.startswith("deal"):
            match.play_until(int(word[4:] or 99))
        else:
            command = self.parse_command(word)
            assert self.game.explain(state, command).is_allowed, word
            assert match.authority.submit(command) is None, word

    def check_refusal(self, word, expected):
        """Check that an act is refused with this message."""
        match, state, event_count = self.match, self.match.state, len(self.match.events)
        command = self.parse_command(word)
        reason = match.authority.submit(command)
        assert reason is not None, f"{word} should be refused, but is allowed"
        assert match.state is state
        assert len(match.events) == event_count
        explanation = self.game.explain(state, command)
        assert (explanation.is_allowed, explanation.sentences, explanation.breach) == (
            False,
            (reason,),
            None,
        )
        refusal_text = self.message_text(reason if "=" in expected else reason._replace(values={}))
        assert refusal_text == expected, word

    def message_text(self, message):
        """Return a message as its code, rule and values; rules of other pages keep the page."""
        if message is None:
            return "-"
        rule = message.rule.removeprefix(f"{self.game.name}.md ")
        values = [f"{key}={value_text(message.values[key])}" for key in sorted(message.values)]
        return " ".join([message.code, *([rule] if rule else []), *values])

    def parse_command(self, word):
        act = re.fullmatch(r"(?:(\d)(?=[:a-z]))?(:|[a-z]+)?(-?\w*)", word)
        assert act is not None, word
        seat, kind, argument = act.groups()
        kind = kind or ("bid" if argument.lstrip("-").isdigit() else ":")
        return COMMAND_FACTORIES[kind](
            self.match.state.turn if seat is None else int(seat), argument
        )

    def event_text(self, event):
        """Return an event as a word: type, seat, and its cards or numbers."""
        kind, *rest = self.codec.encode_line(event).values()
        if kind in ("deal", "score", "end"):
            return str(kind)
        return f"{kind}{rest[0]}" + "".join(f":{value_text(value)}" for value in rest[1:])

    def check_agreement(self):
        """Check that legal commands, questions and explanations agree for every seat."""
        state = self.match.state
        for seat in range(self.match.seats):
            legal, question = self.game.legal(state, seat), self.game.question(state, seat)
            assert bool(legal) == (seat == state.turn and not self.game.is_over(state))
            if question is not None:
                allowed_answers = [answer for answer in question.answers if answer.refusal is None]
                assert {
                    answer.command for answer in allowed_answers if answer.breach is None
                } == set(legal)
                for answer in question.answers:
                    assert self.game.explain(state, answer.command).is_allowed == (
                        answer in allowed_answers
                    )


def _parse_value(word):
    booleans = {"yes": True, "no": False}
    return booleans[word] if word in booleans else int(word) if word.isdigit() else word


def _parse_stories(text):
    name, steps = "", []
    for line in text.strip().splitlines():
        if line.startswith(" "):
            step_texts = line.partition("#")[0].split("; ")
            steps += [step.strip() for step in step_texts if step.strip()]
        else:
            yield name, steps
            name, steps = line, []
    yield name, steps


def parametrize_stories(game, text):
    """Parametrize a test by story, with the rule's number first in its id."""
    params = [
        pytest.param(steps, id=f"{game} {name}") for name, steps in _parse_stories(text) if name
    ]
    return pytest.mark.parametrize("steps", params)
