"""Tests, byte for byte, that phones get only what is made from their seats' view lines."""

import random
import re
from collections import Counter
from dataclasses import replace
from typing import NamedTuple

import pytest

from app.phones.clients import Phone, kitchen
from greenbaize.app.network.host_journal import KeptChair, KeptMatch
from greenbaize.app.network.remote_view import RemoteView
from greenbaize.app.phones import messages, screen
from greenbaize.app.phones.messages import Screen, frame_of
from greenbaize.app.phones.pacing import PhonePacing
from greenbaize.app.phones.screen import Moment
from greenbaize.games import GAMES
from greenbaize.lan.pairing import new_secret, secret_hash
from greenbaize.match.codecs import event_codec
from greenbaize.match.past import Past
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes
from greenbaize.words.catalogue import speaking, spoken_language
from lan.friends import SMALL, request, told_to, until
from match.pairs import dealt_anew, states_of
from match.playing import SETUPS, play_randomly


class Made(NamedTuple):
    """Screen with the state from which the host composed it."""

    moment: Moment
    lines: int
    language: str
    waiting: int
    said_ready: bool
    screen: Screen


@pytest.fixture
def made(monkeypatch):
    found = []
    compose = screen.screen_of

    def noted(moment, number):
        composed = compose(moment, number)
        place = moment.place
        if place is not None:
            waits = place._waiting, place.said_ready
            found.append(Made(moment, place.told.count(b"\n"), spoken_language(), *waits, composed))
        return composed

    monkeypatch.setattr(screen, "screen_of", noted)
    monkeypatch.setattr("greenbaize.app.phones.pacing.TEMPO", 0.0)
    return found


class Nowhere:
    """Message sender of a view that only knows the lines it was given."""

    here = hints = True

    def __getattr__(self, name):
        return lambda *_: None


async def again(one, told):
    """Return the frame of a screen composed again from the view lines at that time."""
    assert one.moment.place is not None
    pacing = PhonePacing(lambda _: None, lambda: None)
    place = RemoteView(told[0], Nowhere(), 1, seated=one.moment.place.seat is not None)
    pacing.begin(place)
    pacing.settle()
    for line in told[1 : one.lines]:
        pacing.take(line)
    place._waiting, place._said_ready = one.waiting, one.said_ready
    moment = one.moment._replace(
        place=place,
        news=pacing.news,
        last=pacing.last,
        lying=pacing.lying,
        turns=tuple(pacing.turns.turns),
    )
    with speaking(one.language):
        return frame_of(screen.screen_of(moment, one.screen.number))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["damn", "blackout", "ass", "rank"])
async def test_every_screen_is_made_of_told_lines_alone(game, made):
    async with kitchen(request(game)) as at:
        seats, _ = SMALL[game]
        names = [f"P{seat}" for seat in range(seats)]
        phones = {
            name: await at.phone(name, language="ru" if name == "P1" else "en").come()
            for name in names
        }
        await until(lambda: at.hosted.table.playing)
        phones["Watcher"] = watcher = at.phone("Watcher", language="ru")
        watcher.watches = True
        await watcher.come()
        for phone in phones.values():
            await phone.until(lambda screen: screen.stage == "result")
        match, composed = at.hosted.match, [*made]
    chosen = random.Random(2).sample(composed, min(150, len(composed)))
    for one in chosen:
        told = told_to(match, one.moment.place.seat)  # None means the spectators' lines.
        assert await again(one, told) == frame_of(one.screen)
    assert any(one.moment.place.seat is None for one in chosen)
    # No frame was sent that is none of these.
    frames = {unnumbered(frame_of(one.screen)) for one in composed}
    for phone in phones.values():
        sent = [one for one in phone.frames if one.startswith('{"type":"screen"')]
        assert {unnumbered(one) for one in sent if '"stage":"lobby"' not in one} <= frames


def unnumbered(frame):
    return re.sub('"number":[0-9]+,', "", frame, count=1)


async def sent_of(header, events, language, *, watches=False):
    """Return all frames for a phone that joins a running match as the first seat or a spectator."""
    at_seat = (Player("Anna"), *(Player(f"P{seat}") for seat in range(1, len(header.sitters))))
    header = replace(header, sitters=at_seat)
    game = GAMES[header.game]
    codec = event_codec(game)
    past = Past.of(game, header, events)
    kept = KeptMatch(header, past, [line_bytes(codec.write(one)) for one in events])
    secret = new_secret()
    chairs = (KeptChair("Anna", secret_hash(secret)), *(KeptChair(one.name) for one in at_seat[1:]))
    asked = request(header.game, seats=len(at_seat), options=dict(header.options))
    async with kitchen(asked, kept=kept, chairs=chairs) as at:
        at.hosted.table.go_on()
        anna = Phone("Anna", at.port, at.secret, language=language, plays=False)
        anna.chair, anna.watches = "" if watches else secret, watches
        await anna.come()
        await anna.until(lambda screen: screen.stage in ("table", "result"))
        for what in ("sheet", "last", "rules"):
            await anna.send(messages.Show(what))
        await until(lambda: len(anna.of(messages.SheetShown)) == 3)
        frames = [one.replace(secret, "") for one in anna.frames]
    return [one for one in frames if one != frame_of(messages.Ping())]


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
@pytest.mark.parametrize("is_spectator", [False, True])
async def test_cards_that_a_phone_has_not_seen_change_nothing_that_it_is_sent(game, is_spectator):
    counts = Counter()
    chance = random.Random(game)
    setups = [one for one in SETUPS if one.name == game]
    for number in range(4):
        setup = chance.choice(setups)
        match = play_randomly(setup, number, seat_changes=0.0)
        # When the seat is on turn, no event follows by itself that depends on the other hands.
        states = states_of(match.game, match.header, match.events)
        turns = [at for at, state in enumerate(states) if match.game.turn(state) == 0]
        once = list(match.events[: chance.choice(turns) + 1])
        other = dealt_anew(game, once, None if is_spectator else 0, chance)
        counts[other != once] += 1
        language = chance.choice(["en", "ru"])
        frames = await sent_of(match.header, once, language, watches=is_spectator)
        assert frames == await sent_of(match.header, other, language, watches=is_spectator)
    assert counts[True] >= 2
