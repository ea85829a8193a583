"""Tests, byte for byte, that phones get only what is made from their seats' view lines."""

import random
import re
from collections import Counter
from dataclasses import replace
from typing import NamedTuple

import pytest

from app.phones.fake_phones import FakePhone, open_phone_table
from greenbaize.app.network.hosted_table_files import RecordedMatch, StoredChair
from greenbaize.app.network.remote_view import RemotePlayerView
from greenbaize.app.phones import messages, phone_screen
from greenbaize.app.phones.messages import ScreenMessage, encode_frame
from greenbaize.app.phones.pacing import PhonePacing
from greenbaize.app.phones.phone_screen import ScreenContext
from greenbaize.games import GAMES
from greenbaize.lan.pairing import hash_secret, new_secret
from greenbaize.match.codecs import event_codec
from greenbaize.match.event_log import MatchEventLog
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.words.catalogue import current_language, language_context
from lan.random_guests import SHORT_SETUPS, make_table_setup, make_view_lines, wait_until
from match.random_matches import SETUPS, play_randomly
from match.redaction_pairs import fold_states, redeal_unseen


class ComposedScreen(NamedTuple):
    """Screen with the state from which the host composed it."""

    moment: ScreenContext
    lines: int
    language: str
    pending_command_count: int
    is_ready: bool
    screen: ScreenMessage


@pytest.fixture
def composed_screens(monkeypatch):
    composed_screens = []
    compose = phone_screen.build_screen

    def log_screen(moment, number):
        composed = compose(moment, number)
        player_view = moment.player_view
        if player_view is not None:
            waits = player_view._pending_command_count, player_view.is_ready
            composed_screens.append(
                ComposedScreen(
                    moment,
                    player_view.view_lines.count(b"\n"),
                    current_language(),
                    *waits,
                    composed,
                )
            )
        return composed

    monkeypatch.setattr(phone_screen, "build_screen", log_screen)
    monkeypatch.setattr("greenbaize.app.phones.pacing.DISPLAY_TIME_FACTOR", 0.0)
    return composed_screens


class DisconnectedSender:
    """Message sender of a view that only knows the lines it was given."""

    is_connected = has_hints = True

    def __getattr__(self, name):
        return lambda *_: None


async def compose_again(composed_screen, view_lines):
    """Return the frame of a screen composed again from the view lines at that time."""
    assert composed_screen.moment.player_view is not None
    pacing = PhonePacing(lambda _: None, lambda: None)
    player_view = RemotePlayerView(
        view_lines[0],
        DisconnectedSender(),
        1,
        is_seated=composed_screen.moment.player_view.seat is not None,
    )
    pacing.start_match(player_view)
    pacing.finish_catch_up()
    for line in view_lines[1 : composed_screen.lines]:
        pacing.enqueue_event_line(line)
    player_view._pending_command_count, player_view._is_ready = (
        composed_screen.pending_command_count,
        composed_screen.is_ready,
    )
    moment = composed_screen.moment._replace(
        player_view=player_view,
        latest_notice=pacing.latest_notice,
        last_trick=pacing.last_trick,
        displayed_trick=pacing.displayed_trick,
        logged_turns=tuple(pacing.turn_log.turns),
    )
    with language_context(composed_screen.language):
        return encode_frame(phone_screen.build_screen(moment, composed_screen.screen.number))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["damn", "blackout", "ass", "rank"])
async def test_every_screen_is_made_from_view_lines_alone(game, composed_screens):
    async with open_phone_table(make_table_setup(game)) as phone_table:
        seats, _ = SHORT_SETUPS[game]
        names = [f"P{seat}" for seat in range(seats)]
        phones = {
            name: await phone_table.make_phone(
                name, language="ru" if name == "P1" else "en"
            ).connect_page()
            for name in names
        }
        await wait_until(lambda: phone_table.hosted.table.is_playing)
        phones["Watcher"] = spectator_phone = phone_table.make_phone("Watcher", language="ru")
        spectator_phone.is_spectator = True
        await spectator_phone.connect_page()
        for phone in phones.values():
            await phone.wait_until(lambda screen: screen.stage == "result")
        match, composed = phone_table.hosted.match, [*composed_screens]
    sample = random.Random(2).sample(composed, min(150, len(composed)))
    for item in sample:
        view_lines = make_view_lines(
            match, item.moment.player_view.seat
        )  # None means the spectators' lines.
        assert await compose_again(item, view_lines) == encode_frame(item.screen)
    assert any(item.moment.player_view.seat is None for item in sample)
    # No frame was sent that is none of these.
    frames = {drop_number(encode_frame(item.screen)) for item in composed}
    for phone in phones.values():
        screen_frames = [item for item in phone.frames if item.startswith('{"type":"screen"')]
        assert {
            drop_number(item) for item in screen_frames if '"stage":"lobby"' not in item
        } <= frames


def drop_number(frame):
    return re.sub('"number":[0-9]+,', "", frame, count=1)


async def record_frames(header, events, language, *, is_spectator=False):
    """Return all frames for a phone that joins a running match as the first seat or a spectator."""
    players = (
        HeaderPlayer("Anna"),
        *(HeaderPlayer(f"P{seat}") for seat in range(1, len(header.players))),
    )
    header = replace(header, players=players)
    game = GAMES[header.game]
    codec = event_codec(game)
    event_log = MatchEventLog.from_events(game, header, events)
    recorded_match = RecordedMatch(
        header, event_log, [encode_line(codec.encode_line(item)) for item in events]
    )
    secret = new_secret()
    chairs = (
        StoredChair("Anna", hash_secret(secret)),
        *(StoredChair(item.name) for item in players[1:]),
    )
    table_setup = make_table_setup(header.game, seats=len(players), options=dict(header.options))
    async with open_phone_table(
        table_setup, recorded_match=recorded_match, chairs=chairs
    ) as phone_table:
        phone_table.hosted.table.resume_match()
        anna = FakePhone(
            "Anna", phone_table.port, phone_table.secret, language=language, plays_cards=False
        )
        anna.chair_secret, anna.is_spectator = "" if is_spectator else secret, is_spectator
        await anna.connect_page()
        await anna.wait_until(lambda screen: screen.stage in ("table", "result"))
        for sheet_kind in ("sheet", "last", "rules"):
            await anna.send_message(messages.ShowSheetMessage(sheet_kind))
        await wait_until(lambda: len(anna.select_messages(messages.SheetMessage)) == 3)
        frames = [item.replace(secret, "") for item in anna.frames]
    return [item for item in frames if item != encode_frame(messages.PhonePingMessage())]


@pytest.mark.slow
@pytest.mark.parametrize("game", SHORT_SETUPS)
@pytest.mark.parametrize("is_spectator", [False, True])
async def test_unseen_cards_change_nothing_that_a_phone_is_sent(game, is_spectator):
    counts = Counter()
    chance = random.Random(game)
    setups = [item for item in SETUPS if item.name == game]
    for number in range(4):
        setup = chance.choice(setups)
        match = play_randomly(setup, number, seat_changes=0.0)
        # When the seat is on turn, no event follows by itself that depends on the other hands.
        states = fold_states(match.game, match.header, match.events)
        turns = [index for index, state in enumerate(states) if match.game.turn(state) == 0]
        dealt_events = list(match.events[: chance.choice(turns) + 1])
        redealt_events = redeal_unseen(game, dealt_events, None if is_spectator else 0, chance)
        counts[redealt_events != dealt_events] += 1
        language = chance.choice(["en", "ru"])
        frames = await record_frames(
            match.header, dealt_events, language, is_spectator=is_spectator
        )
        assert frames == await record_frames(
            match.header, redealt_events, language, is_spectator=is_spectator
        )
    assert counts[True] >= 2
