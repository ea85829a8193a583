"""Tests of phones at a table over the real socket, to the end of a match of each game."""

from contextlib import asynccontextmanager

import pytest

from app.phones.fake_phones import open_phone_table
from app.phones.phone_steps import play_until_match_starts, start_match
from greenbaize.app.phones import messages
from greenbaize.app.phones.messages import ScreenMessage
from greenbaize.app.phones.phone_service import CHAIR_REQUEST_BURST
from greenbaize.app.seats.opponents import Opponent
from greenbaize.lan.pairing import hash_secret
from greenbaize.lan.wire import MatchSetupMessage, StopMatchMessage
from lan.random_guests import SHORT_SETUPS, RandomGuest, make_table_setup, wait_until


@pytest.mark.slow
@pytest.mark.parametrize("game", SHORT_SETUPS)
async def test_phones_play_a_match_of_each_game_to_its_end(game):
    async with open_phone_table(make_table_setup(game)) as phone_table:
        seats, _ = SHORT_SETUPS[game]
        phones = [
            await phone_table.make_phone(f"P{seat}", language="ru" if seat else "en").connect_page()
            for seat in range(seats)
        ]
        for phone in phones:
            screen = await phone.wait_until(lambda screen: screen.stage == "result")
            assert [row.you for row in screen.result.rows].count(True) == 1
        assert phone_table.hosted.table.match.is_over


async def test_a_late_phone_is_offered_a_seat_in_the_next_deal():
    async with start_match() as (phone_table, _anna, _screen):
        first_phone = phone_table.make_phone("Boris", plays_cards=False)
        await first_phone.connect_page()
        await wait_until(lambda: bool(first_phone.select_messages(messages.ChairAssignedMessage)))
        late_phone = phone_table.make_phone("Vera", plays_cards=False)
        await late_phone.connect_page()
        await wait_until(lambda: bool(late_phone.select_messages(messages.JoinFormMessage)))
        door_message = late_phone.select_messages(messages.JoinFormMessage)[0]
        assert (door_message.free, "in the next deal" in door_message.said) == (0, True)


@asynccontextmanager
async def lock_anna_out():
    """Let Anna's page lose its chair's secret during a deal while all chairs are taken."""
    async with open_phone_table(make_table_setup("rank", seats=2)) as phone_table:
        anna, boris = phone_table.make_phone("Anna"), phone_table.make_phone("Boris")
        anna.on_screen = boris.on_screen = lambda screen: [
            setattr(phone, "plays_cards", screen.stage == "lobby") for phone in (anna, boris)
        ]
        await anna.connect_page()
        await boris.connect_page()
        screen = await anna.wait_until(lambda screen: screen.stage == "table")
        await anna.close()
        await wait_until(
            lambda: phone_table.hosted.table.lobby.taken_chairs[screen.you].client is None
        )
        yield (
            phone_table,
            anna,
            await phone_table.make_phone("anna", plays_cards=False).connect_page(),
        )


class TestLostChair:
    async def test_the_keeper_returns_the_chair_to_the_phone_that_asks_by_name(self):
        async with lock_anna_out() as (phone_table, anna, new_phone):
            await wait_until(lambda: len(new_phone.select_messages(messages.JoinFormMessage)) == 2)
            first, second = new_phone.select_messages(messages.JoinFormMessage)
            assert (first.free, first.back, first.waits) == (0, True, False)
            assert "type the name under which you sat there" in first.said
            assert second.waits
            assert "shows the number 1" in second.said
            assert not new_phone.select_messages(ScreenMessage)
            assert phone_table.phones.state.chair_requests == ((1, "Anna"),)
            assert not phone_table.phones.grant_chair_request(2)
            assert phone_table.phones.grant_chair_request(1)
            screen = await new_phone.wait_until(lambda screen: screen.stage == "table")
            assert (screen.you, screen.hand) == (anna.screen.you, anna.screen.hand)
            assert (
                new_phone.select_messages(messages.ChairAssignedMessage)[0].chair
                != anna.chair_secret
            )
            assert phone_table.phones.state.chair_requests == ()

    async def test_the_old_secret_no_longer_gives_the_chair(self):
        async with lock_anna_out() as (phone_table, anna, new_phone):
            await wait_until(lambda: bool(phone_table.phones.state.chair_requests))
            phone_table.phones.grant_chair_request(1)
            await new_phone.wait_until(lambda screen: screen.stage == "table")
            await wait_until(
                lambda: phone_table.hosted.table.lobby.chairs[anna.screen.you].client is not None
            )
            door_count = len(anna.select_messages(messages.JoinFormMessage))
            await anna.connect_page()
            await wait_until(
                lambda: len(anna.select_messages(messages.JoinFormMessage)) > door_count
            )
            assert not phone_table.phones.state.chair_requests

    async def test_nobody_else_is_admitted_and_no_chair_in_use_is_given_away(self):
        async with lock_anna_out() as (phone_table, anna, new_phone):
            await wait_until(lambda: bool(phone_table.phones.state.chair_requests))
            vera = await phone_table.make_phone("Vera", plays_cards=False).connect_page()
            await wait_until(lambda: len(vera.select_messages(messages.JoinFormMessage)) == 2)
            assert (
                "Nobody of that name is away"
                in vera.select_messages(messages.JoinFormMessage)[-1].wrong
            )
            await anna.connect_page()  # By her own secret after all.
            await wait_until(
                lambda: phone_table.hosted.table.lobby.chairs[anna.screen.you].client is not None
            )
            assert not phone_table.phones.state.chair_requests
            assert not phone_table.phones.grant_chair_request(1)
            await wait_until(
                lambda: new_phone.select_messages(messages.JoinFormMessage)[-1].wrong != ""
            )
            assert not new_phone.select_messages(ScreenMessage)

    async def test_a_request_ends_with_its_page(self):
        async with lock_anna_out() as (phone_table, _anna, new_phone):
            await wait_until(lambda: bool(phone_table.phones.state.chair_requests))
            await new_phone.close()
            await wait_until(lambda: not phone_table.phones.state.chair_requests)

    async def test_too_many_requests_have_to_wait(self):
        async with lock_anna_out() as (phone_table, _anna, new_phone):
            for _ in range(CHAIR_REQUEST_BURST):
                await wait_until(lambda: bool(phone_table.phones.state.chair_requests))
                await new_phone.reload_page()
            await wait_until(
                lambda: new_phone.select_messages(messages.JoinFormMessage)[-1].wrong != ""
            )
            assert not phone_table.phones.state.chair_requests


async def start_watching(phone_table, **options):
    """Return a phone that watches, and its first screen of the table."""
    vera = phone_table.make_phone("Vera", plays_cards=False, **options)
    vera.is_spectator = True
    await vera.connect_page()
    return vera, await vera.wait_until(
        lambda screen: screen.watch is not None and screen.stage == "table"
    )


class TestWatching:
    async def test_a_late_phone_sees_the_table_and_no_cards(self):
        async with start_match() as (phone_table, _anna, question_screen):
            vera, screen = await start_watching(phone_table)
            assert vera.select_messages(messages.JoinFormMessage)[0].watch
            assert not vera.select_messages(messages.ChairAssignedMessage)
            assert (screen.you, screen.hand, screen.ask, screen.offers) == (-1, [], None, [])
            assert [plate.hand for plate in screen.plates] == [[], [], []]
            assert [plate.name for plate in screen.plates] == [
                plate.name for plate in question_screen.plates
            ]
            assert phone_table.hosted.table.lobby.spectator_count == 1
            assert phone_table.phones.state.names == ("Anna",)

    async def test_a_spectator_reads_everything_and_decides_nothing(self):
        async with start_match() as (phone_table, anna, _):
            vera, screen = await start_watching(phone_table)
            for sheet_kind in ("rules", "game", "sheet", "said"):
                await vera.send_message(messages.ShowSheetMessage(sheet_kind))
            await wait_until(lambda: len(vera.select_messages(messages.SheetMessage)) == 4)
            for message in (
                messages.AnswerQuestionMessage(screen.asked, 0),
                messages.AcceptOfferMessage(screen.asked, 0, 0),
                messages.PhoneReadyMessage(True),
                messages.PhoneStandInMessage(True),
                messages.ShowSheetMessage("hint"),
                messages.QuickChatMessage("thanks"),
            ):
                await vera.send_message(message)
            await wait_until(lambda: bool(anna.select_messages(messages.PhoneChatMessage)))
            assert len(vera.select_messages(messages.SheetMessage)) == 4
            assert not vera.select_messages(messages.DisconnectMessage)
            assert phone_table.hosted.table.lobby.spectator_count == 1

    async def test_a_chair_that_becomes_free_is_offered_and_can_be_taken(self):
        async with start_match() as (phone_table, _anna, _):
            boris = phone_table.make_phone("Boris", plays_cards=False)
            await boris.connect_page()
            await wait_until(lambda: bool(boris.select_messages(messages.ChairAssignedMessage)))
            vera, screen = await start_watching(phone_table)
            assert (screen.watch.free, "in the next deal" in screen.watch.said) == (0, True)
            table = phone_table.hosted.table
            count_before = len(table.match.chairs_for_people)
            await boris.send_message(messages.PhoneLeaveMessage())
            await wait_until(lambda: len(table.match.chairs_for_people) > count_before)
            assert not table.free_chairs  # He has seen a hand, and could see another one.
            table.match._newcomer_deal = -1  # As by the next deal.
            table.update_lobby()
            screen = await vera.wait_until(lambda screen: screen.watch.free > 0)
            assert screen.watch.said == "You are watching. 2 chairs are free."
            await vera.send_message(messages.PhoneJoinMessage("Vera"))
            await vera.wait_until(lambda screen: screen.watch is None and screen.you > 0)
            await wait_until(lambda: not phone_table.hosted.table.lobby.spectators)
            assert vera.select_messages(messages.ChairAssignedMessage)[0].name == "Vera"

    async def test_a_spectator_who_stops_watching_gets_the_door(self):
        async with start_match() as (phone_table, _anna, _):
            vera, _ = await start_watching(phone_table)
            vera.is_spectator, vera.name = False, ""
            await vera.send_message(messages.PhoneLeaveMessage())
            await wait_until(lambda: len(vera.select_messages(messages.JoinFormMessage)) >= 2)
            await wait_until(lambda: not phone_table.hosted.table.lobby.spectators)

    async def test_a_spectator_still_watches_after_a_lost_connection(self):
        async with start_match() as (phone_table, _anna, _):
            vera, _ = await start_watching(phone_table)
            door_count = len(vera.select_messages(messages.JoinFormMessage))
            await vera.reload_page()
            await vera.wait_until(
                lambda screen: screen.watch is not None and screen.stage == "table"
            )
            assert len(vera.select_messages(messages.JoinFormMessage)) == door_count
            assert phone_table.hosted.table.lobby.spectator_count == 1

    async def test_a_new_language_applies_to_a_spectator_at_once(self):
        async with start_match() as (phone_table, _anna, _):
            vera, _ = await start_watching(phone_table)
            await vera.send_message(messages.LanguageMessage("ru"))
            await vera.wait_until(lambda screen: "Свобод" in screen.watch.said)

    async def test_spectators_are_limited(self, monkeypatch):
        monkeypatch.setattr("greenbaize.app.network.lobby.MAX_SPECTATORS", 1)
        async with start_match() as (phone_table, _anna, _):
            await start_watching(phone_table)
            late_phone = phone_table.make_phone("Mila", plays_cards=False)
            late_phone.is_spectator = True
            await late_phone.connect_page()
            await wait_until(
                lambda: any(
                    door.wrong for door in late_phone.select_messages(messages.JoinFormMessage)
                )
            )

    async def test_a_spectator_sees_the_result_and_the_waiting_room(self):
        async with open_phone_table(
            make_table_setup("blackout", bots=Opponent("random"), allows_further_matches=True)
        ) as phone_table:
            anna = phone_table.make_phone("Anna")
            await play_until_match_starts(anna)
            vera, _ = await start_watching(phone_table, language="ru")
            anna.plays_cards, anna.on_screen = True, lambda _: None
            await anna.reload_page()
            screen = await vera.wait_until(lambda screen: screen.stage == "result")
            assert not any(row.you for row in screen.result.rows)
            assert not screen.result.again
            assert screen.watch.free == 1


class TestAnotherGame:
    """Changes of the game while phones still show the match before."""

    async def test_a_match_stopped_by_the_keeper_leads_phones_to_the_waiting_room(self):
        async with start_match(allows_further_matches=True) as (phone_table, anna, _):
            keeper = RandomGuest("Otto", phone_table.hosted.connect_guest)
            keeper.plays_cards = keeper.adapter.gets_ready = False
            await wait_until(lambda: bool(keeper.adapter.lobbies))
            phone_table.hosted.table.lobby.keeper = phone_table.hosted.table.lobby.chairs[
                keeper.lobby.you
            ]
            phone_table.hosted.table.update_lobby()
            await wait_until(lambda: keeper.lobby.keeper == keeper.lobby.you)
            keeper.guest.send_message(StopMatchMessage())
            screen = await anna.wait_until(lambda screen: screen.stage == "lobby")
            assert (
                "Otto has ended the match" in anna.select_messages(messages.NoticeMessage)[-1].text
            )
            assert (screen.lobby.ready, screen.lobby.can_ready) == (False, True)
            keeper.guest.send_message(MatchSetupMessage("master", 2, {}, "", 0, True, False))
            screen = await anna.wait_until(lambda screen: screen.title == "Master")
            assert screen.lobby.said.startswith("Otto has changed the table: Master · 2 players")
            await anna.send_message(
                messages.PhoneReadyMessage(on=True, arranged=screen.lobby.arranged)
            )
            screen = await anna.wait_until(lambda screen: screen.lobby.ready)
            assert "changed" not in screen.lobby.said

    async def test_a_match_stopped_on_the_command_line_was_stopped_by_the_host(self):
        async with start_match(allows_further_matches=True) as (phone_table, anna, _):
            assert phone_table.hosted.table.stop_match()
            await anna.wait_until(lambda screen: screen.stage == "lobby")
            assert anna.select_messages(messages.NoticeMessage)[-1].text.startswith(
                "The host has ended the match."
            )
            assert not phone_table.hosted.table.stop_match()

    async def test_a_phone_that_keeps_the_table_stops_the_match_and_chooses_another_game(self):
        async with start_match(allows_further_matches=True) as (phone_table, anna, screen):
            boris = phone_table.make_phone("Boris", plays_cards=False)
            await boris.connect_page()
            other_screen = await boris.wait_until(lambda screen: screen.stage == "table")
            assert (screen.may.end, other_screen.may.end) == (True, False)
            await boris.send_message(messages.EndMatchMessage())
            await wait_until(
                lambda: any(
                    notice.kind == "refused"
                    for notice in boris.select_messages(messages.NoticeMessage)
                )
            )
            await anna.send_message(messages.EndMatchMessage())
            room = await anna.wait_until(lambda screen: screen.stage == "lobby")
            other_screen = await boris.wait_until(lambda screen: screen.stage == "lobby")
            assert (len(room.may.games), other_screen.may.games) == (4, [])
            await anna.send_message(messages.ChooseGameMessage("nonsense"))
            await anna.send_message(messages.ChooseGameMessage("master"))
            await boris.wait_until(lambda screen: screen.title == "Master")
            await anna.send_message(messages.ChooseGameMessage("damn"))
            await anna.wait_until(lambda screen: screen.title == "Damn")
            assert (
                phone_table.hosted.table.setup.options["deals"] == 3
            )  # The options are as they were.
            assert phone_table.hosted.table_files.suspended_count == 1

    async def test_a_guest_who_plays_again_sees_a_change_before_getting_ready(self):
        async with open_phone_table(
            make_table_setup("blackout", allows_further_matches=True)
        ) as phone_table:
            anna, boris = phone_table.make_phone("Anna"), phone_table.make_phone("Boris")
            await anna.connect_page()
            await boris.connect_page()
            for phone in (anna, boris):
                await phone.wait_until(lambda screen: screen.stage == "result")
                phone.plays_cards = False
            guest = phone_table.phones._sessions[hash_secret(anna.chair_secret)]._guest
            guest.send_message(MatchSetupMessage("master", 2, {}, "", 0, True, False))
            screen = await boris.wait_until(lambda screen: screen.lobby.said)
            assert screen.stage == "result"
            assert screen.lobby.said.startswith("Anna has changed the table: Master")
            await boris.send_message(
                messages.PhoneReadyMessage(on=True, arranged=screen.lobby.arranged)
            )
            screen = await boris.wait_until(lambda screen: screen.stage == "lobby")
            assert (screen.title, screen.lobby.ready) == ("Master", False)
            await boris.send_message(
                messages.PhoneReadyMessage(on=True, arranged=screen.lobby.arranged)
            )
            await boris.wait_until(lambda screen: screen.lobby.ready)

    async def test_a_late_ready_does_not_agree_to_a_changed_table(self):
        async with open_phone_table(make_table_setup("damn", seats=3)) as phone_table:
            anna, boris = (
                await phone_table.join_lobby("Anna"),
                await phone_table.join_lobby("Boris"),
            )
            arrangement_before = boris.screen.lobby.arranged
            phone_table.phones._sessions[hash_secret(anna.chair_secret)]._guest.send_message(
                MatchSetupMessage("rank", 3, {}, "", 0, True, False)
            )
            await boris.wait_until(lambda screen: screen.title == "Rank")
            await boris.send_message(
                messages.PhoneReadyMessage(on=True, arranged=arrangement_before)
            )
            await wait_until(
                lambda: any(
                    notice.kind == "refused"
                    for notice in boris.select_messages(messages.NoticeMessage)
                )
            )
            assert not boris.screen.lobby.ready


async def test_a_guest_named_like_a_bot_takes_its_chair():
    cyrillic = {"Boris": "Борис", "Vera": "Вера", "Mila": "Мила", "Otto": "Отто"}
    async with start_match() as (phone_table, _, _):
        table = phone_table.hosted.table
        seat, name = max(table.match.bot_names.items())
        table.assign_chair(cyrillic[name])
        assert table.lobby.chairs[seat].name == cyrillic[name]
