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
- ``name: value``: an expectation on the state by one of ``LOOKS``, some of which take a seat:
  ``hand 2: 5H``.

In every story a refusal changes nothing, explanations and offers agree with verdicts, and the
acting seat may do exactly what is legal.
"""

import operator
import re

import pytest

from greenbaize.cards import Card, Suit
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import ChooseTrump, Stake
from greenbaize.games.exact_bid.commands import Bid, Correct, Show
from greenbaize.match.codecs import event_codec
from greenbaize.rules.commands import Play, Ready
from greenbaize.rules.events import Dealt

ACTS = {
    ":": lambda seat, what: Play(seat, Card.of(what)),
    "bid": lambda seat, what: Bid(seat, int(what)),
    "show": lambda seat, what: Show(seat, Card.of(what)),
    "correct": lambda seat, what: Correct(seat, Card.of(what)),
    "ready": lambda seat, _: Ready(seat),
    "go": lambda seat, _: Stake(seat, True),
    "stay": lambda seat, _: Stake(seat, False),
    "trump": lambda seat, what: ChooseTrump(seat, Suit.of(what)),
}


def text(value):
    """Return a value as stories write it."""
    match value:
        case Card():
            return value.code
        case Suit():
            return value.letter
        case bool() | None:
            return {True: "yes", False: "no", None: "-"}[value]
        case tuple() | list() | frozenset() | range():
            return ",".join(map(text, value))
    return str(value)


def words(values):
    return " ".join(map(text, values))


def act_text(command):
    """Return the word that stories use for a command."""
    match command:
        case Stake():
            return "go" if command.go else "stay"
        case Bid():
            return text(command.tricks)
        case ChooseTrump():
            return text(command.suit)
    return text(command.card)


def _each(values):
    return lambda story, _: words(operator.attrgetter(values)(story.match))


def _one(value):
    return lambda story, _: text(operator.attrgetter(value)(story.match))


def _of_deals(name):
    return lambda story, _: words(getattr(deal, name) for deal in story.match.all_of(Dealt))


def _of_plates(name):
    return lambda story, _: words(operator.attrgetter(name)(one) for one in story.picture.plates)


LOOKS = {
    "turn": _one("state.turn"),
    "deal": _one("state.deal"),
    "trump": _one("state.trump"),
    "bids": _each("state.bids"),
    "trick": _each("state.play.trick"),
    "totals": _each("state.totals"),
    "takers": _each("takers"),
    "places": _each("ending.places"),
    "points": lambda story, _: words(story.match.scores[-1].points),
    "tricks": lambda story, _: words(story.match.scores[-1].tricks),
    "targets": lambda story, _: words(story.match.scores[-1].targets),
    "own": _each("state.trumps.own"),
    "sign": lambda story, _: text(story.picture.sign.suit),
    "stakes": _each("state.own.stakes"),
    "banks": lambda story, _: words(story.match.scores[-1].banks),
    "leaders": _of_deals("leader"),
    "dealers": _of_deals("dealer"),
    "numbers": _of_deals("deal"),
    "sizes": _of_deals("cards"),
    "trumps": _of_deals("trump"),
    "turned": _of_deals("turned"),
    "made": _of_plates("tally.made"),
    "plates": _of_plates("total"),
    "lots": lambda story, _: words(text(among) for _, among in story.match.chance.lots),
    "open": lambda story, _: text(story.game.open(story.match.state)),
    "hand": lambda story, seat: words(sorted(story.match.state.hands[int(seat)].cards)),
    "legal": lambda story, seat: " ".join(
        map(act_text, story.game.legal(story.match.state, int(seat)))
    ),
    "asked": lambda story, seat: text(
        getattr(story.game.question(story.match.state, int(seat)), "kind", None)
    ),
    "offers": lambda story, seat: words(
        one.kind for one in story.game.offers(story.match.state, int(seat))
    ),
    # Commands that a seat may give unasked, of the last kind offered.
    "free": lambda story, seat: " ".join(
        act_text(one.command)
        for one in story.game.offers(story.match.state, int(seat))[-1].answers
        if one.refusal is None
    ),
    "breach": lambda story, act: story.said(
        story.game.explain(story.match.state, story.command(act)).breach
    ),
    "why": lambda story, act: " & ".join(
        map(story.said, story.game.explain(story.match.state, story.command(act)).sentences)
    ),
    "notices": lambda story, _: " & ".join(map(story.said, story.picture.notices)),
    "lying": lambda story, _: " ".join(
        f"{seat}:{card.code}" for seat, own in enumerate(story.picture.exposed) for card in own
    ),
    "closing": lambda story, _: story.told(story.game.close(story.match.state)),
    "moods": lambda story, _: words(one.name for one in story.game.moods(story.match.state)),
}


class Story:
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

    def tell(self, steps):
        """Run all steps and return the match."""
        for step in steps:
            self.step(step)
            self.agree()
        return self.match

    def step(self, step):
        look = re.fullmatch(r"([a-z]+)(?: (\S+))?:(?: (.*))?", step)
        if step.startswith("from "):
            _, name, *given = step.split()
            options = dict(one.split("=") for one in given)
            self.match = self.tables[name](**{key: _value(options[key]) for key in options})
        elif step.startswith("!"):
            self.refuse(*step[1:].split(maxsplit=1))
        elif look:
            name, which, wanted = look.groups()
            assert LOOKS[name](self, which) == (wanted or ""), step
        else:
            acts, arrow, wanted = step.partition("->")
            heard = len(self.match.events)
            for word in acts.split():
                self.act(word)
            if arrow:
                assert " ".join(map(self.told, self.match.events[heard:])) == wanted.strip(), step

    def act(self, word):
        match, state = self.match, self.match.state
        if word == "ready":
            match.authority.proceed(ready=True)
        elif word == "rest" or word.startswith("deal"):
            match.play_on(int(word[4:] or 99))
        else:
            command = self.command(word)
            assert self.game.explain(state, command).allowed, word
            assert match.authority.submit(command) is None, word

    def refuse(self, word, wanted):
        """Check that an act is refused with this message."""
        match, state, heard = self.match, self.match.state, len(self.match.events)
        command = self.command(word)
        reason = match.authority.submit(command)
        assert reason is not None, f"{word} is allowed"
        assert match.state is state
        assert len(match.events) == heard
        said = self.game.explain(state, command)
        assert (said.allowed, said.sentences, said.breach) == (False, (reason,), None)
        told = self.said(reason if "=" in wanted else reason._replace(values={}))
        assert told == wanted, word

    def said(self, message):
        """Return a message as its code, rule and values; rules of other pages keep the page."""
        if message is None:
            return "-"
        rule = message.rule.removeprefix(f"{self.game.name}.md ")
        values = [f"{key}={text(message.values[key])}" for key in sorted(message.values)]
        return " ".join([message.code, *([rule] if rule else []), *values])

    def command(self, word):
        act = re.fullmatch(r"(?:(\d)(?=[:a-z]))?(:|[a-z]+)?(-?\w*)", word)
        assert act is not None, word
        seat, kind, what = act.groups()
        kind = kind or ("bid" if what.lstrip("-").isdigit() else ":")
        return ACTS[kind](self.match.state.turn if seat is None else int(seat), what)

    def told(self, event):
        """Return an event as a word: type, seat, and its cards or numbers."""
        kind, *rest = self.codec.write(event).values()
        if kind in ("deal", "score", "end"):
            return str(kind)
        return f"{kind}{rest[0]}" + "".join(f":{text(more)}" for more in rest[1:])

    def agree(self):
        """Check that legal commands, questions and explanations agree for every seat."""
        state = self.match.state
        for seat in range(self.match.seats):
            legal, question = self.game.legal(state, seat), self.game.question(state, seat)
            assert bool(legal) == (seat == state.turn and not self.game.over(state))
            if question is not None:
                free = [one for one in question.answers if one.refusal is None]
                assert {one.command for one in free if one.breach is None} == set(legal)
                for one in question.answers:
                    assert self.game.explain(state, one.command).allowed == (one in free)


def _value(word):
    known = {"yes": True, "no": False}
    return known[word] if word in known else int(word) if word.isdigit() else word


def _stories(told):
    name, steps = "", []
    for line in told.strip().splitlines():
        if line.startswith(" "):
            told_of = line.partition("#")[0].split("; ")
            steps += [one.strip() for one in told_of if one.strip()]
        else:
            yield name, steps
            name, steps = line, []
    yield name, steps


def each_story(game, told):
    """Parametrize a test by story, with the rule's number first in its id."""
    params = [pytest.param(steps, id=f"{game} {name}") for name, steps in _stories(told) if name]
    return pytest.mark.parametrize("steps", params)
