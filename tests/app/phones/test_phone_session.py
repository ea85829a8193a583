"""Tests of a phone's session: coming back, playing, and what is shown one after another."""

import asyncio
import dataclasses

import pytest
from msgspec.structs import replace

from app.phones.fake_phones import open_phone_table
from app.phones.phone_steps import play_until_match_starts, start_match
from greenbaize.app.phones import messages
from greenbaize.app.phones.messages import ScreenMessage
from greenbaize.app.seats.opponents import Opponent
from greenbaize.lan.wire import DismissGuestMessage
from greenbaize.store import folders
from greenbaize.store.hints import HINTS
from lan.random_guests import RandomGuest, make_table_setup, wait_until


def clear_numbers(screen):
    return replace(screen, number=0, asked=0)


class TestComingBack:
    async def test_a_reloaded_page_shows_the_same(self):
        async with open_phone_table(
            make_table_setup("damn", bots=Opponent("random"))
        ) as phone_table:
            anna = phone_table.make_phone("Anna", language="ru")
            screen_before = await play_until_match_starts(anna)
            await anna.reload_page()
            screen_after = await anna.wait_until(lambda screen: screen.ask is not None)
            assert clear_numbers(screen_after) == clear_numbers(screen_before)
            assert len(anna.select_messages(messages.JoinFormMessage)) == 1  # Only the first one.
            assert not phone_table.hosted.table_files.list_seat_changes()

    async def test_a_lost_connection_is_resumed_by_the_same_page(self):
        async with start_match() as (_, anna, screen_before):
            old_connection = anna.connection
            anna.screen = None
            await anna.connect_page()
            screen_after = await anna.wait_until(lambda screen: screen.ask is not None)
            assert clear_numbers(screen_after) == clear_numbers(screen_before)
            assert not anna.select_messages(messages.SeatTakenMessage)
            await old_connection.wait_closed()

    async def test_a_guest_who_returns_to_a_match_skips_the_waiting_room(self):
        async with start_match() as (phone_table, anna, screen_before):
            port = phone_table.port
            await phone_table.phones.switch_off()
            await phone_table.phones.switch_on()
            # The port stays the same, because the phone's storage belongs to it.
            assert phone_table.port == port
            anna.port, screen_count = phone_table.port, len(anna.select_messages(ScreenMessage))
            await anna.reload_page()
            screen_after = await anna.wait_until(lambda screen: screen.ask is not None)
            assert clear_numbers(screen_after) == clear_numbers(screen_before)
            assert {item.stage for item in anna.select_messages(ScreenMessage)[screen_count:]} == {
                "table"
            }

    async def test_an_absent_guest_is_awaited_and_shown_as_away(self):
        async with open_phone_table(make_table_setup("damn", seats=3)) as phone_table:
            anna, boris, vera = (phone_table.make_phone(name) for name in ("Anna", "Boris", "Vera"))
            await asyncio.gather(*map(play_until_table_shown, (anna, boris, vera)))
            await boris.abort_connection()
            screen = await anna.wait_until(
                lambda screen: any(plate.away for plate in screen.plates)
            )
            assert [plate.name for plate in screen.plates if plate.away] == ["Boris"]
            await boris.reload_page()
            await anna.wait_until(lambda screen: not any(plate.away for plate in screen.plates))

    async def test_another_phone_is_asked_before_it_takes_the_chair(self):
        async with start_match() as (phone_table, anna, screen_before):
            other_phone = phone_table.make_phone("Anna", plays_cards=False)
            other_phone.chair_secret, other_phone.tab_id = anna.chair_secret, "another"
            await other_phone.connect_page()
            await wait_until(lambda: bool(other_phone.select_messages(messages.SeatTakenMessage)))
            assert other_phone.screen is None
            assert not anna.select_messages(messages.DisconnectMessage)
            await other_phone.close()
            other_phone.takes_chair = True
            await other_phone.connect_page()
            screen_after = await other_phone.wait_until(lambda screen: screen.ask is not None)
            assert clear_numbers(screen_after) == clear_numbers(screen_before)
            await wait_until(lambda: bool(anna.select_messages(messages.DisconnectMessage)))
            assert not anna.select_messages(messages.DisconnectMessage)[0].again

    async def test_a_guest_who_sits_down_during_a_probe_has_one_chair(self):
        async with open_phone_table(make_table_setup("damn", seats=3)) as phone_table:
            anna = await phone_table.join_lobby()
            anna.ignores_pings = True
            ghost = phone_table.make_phone("Ghost", plays_cards=False)
            ghost.chair_secret, ghost.tab_id = anna.chair_secret, "another"
            await ghost.connect_page()
            await ghost.send_message(messages.PhoneJoinMessage("Ghost"))
            await wait_until(lambda: bool(ghost.select_messages(messages.ChairAssignedMessage)))
            probes = [
                task for task in phone_table.phones._tasks if task.get_coro().__name__ == "_probe"
            ]
            await asyncio.gather(*probes)
            assert len({link.page for link in phone_table.phones._sessions.values()}) == 2
            await ghost.abort_connection()
            await wait_until(lambda: phone_table.hosted.table.lobby.taken_chairs[1].client is None)

    async def test_a_phone_that_ignores_pings_loses_its_chair(self):
        async with start_match() as (phone_table, anna, _):
            anna.ignores_pings = True
            other_phone = phone_table.make_phone("Anna", plays_cards=False)
            other_phone.chair_secret, other_phone.tab_id = anna.chair_secret, "another"
            await other_phone.connect_page()
            await other_phone.wait_until(lambda screen: screen.ask is not None)
            assert not other_phone.select_messages(messages.SeatTakenMessage)

    async def test_leaving_gives_up_the_chair(self):
        async with open_phone_table() as phone_table:
            anna = await phone_table.join_lobby()
            await anna.send_message(messages.PhoneLeaveMessage())
            await wait_until(lambda: not phone_table.hosted.table.lobby.taken_chairs)
            await wait_until(lambda: bool(anna.select_messages(messages.DisconnectMessage)))
            await anna.reload_page()
            await wait_until(lambda: len(anna.select_messages(messages.JoinFormMessage)) == 2)

    async def test_leaving_and_closing_the_page_at_once_is_leaving(self):
        async with open_phone_table() as phone_table:
            await phone_table.join_lobby()
            (page,) = phone_table.phones._pages
            phone_table.phones.on_phone_message(page, messages.PhoneLeaveMessage())
            phone_table.phones.on_leave(page)
            await wait_until(lambda: not phone_table.hosted.table.lobby.taken_chairs)
            assert not phone_table.phones._sessions

    async def test_a_dismissed_guest_is_told(self):
        async with open_phone_table() as phone_table:
            host = RandomGuest("Host", phone_table.hosted.connect_guest, plays_cards=False)
            await wait_until(lambda: bool(host.adapter.lobbies))
            anna = await phone_table.join_lobby()
            host.guest.send_message(DismissGuestMessage(1))
            await wait_until(lambda: bool(anna.select_messages(messages.DisconnectMessage)))
            assert (
                anna.select_messages(messages.DisconnectMessage)[0].said
                == "The host has asked you to leave."
            )

    async def test_a_lost_chair_is_asked_for_again(self):
        async with open_phone_table() as phone_table:
            host = RandomGuest("Host", phone_table.hosted.connect_guest, plays_cards=False)
            await wait_until(lambda: bool(host.adapter.lobbies))
            anna = await phone_table.join_lobby()
            await anna.close()
            host.guest.send_message(DismissGuestMessage(1))
            await wait_until(lambda: len(phone_table.hosted.table.lobby.taken_chairs) == 1)
            await anna.connect_page()
            await wait_until(lambda: len(anna.select_messages(messages.ChairAssignedMessage)) == 2)
            assert len(anna.select_messages(messages.JoinFormMessage)) == 2

    async def test_a_guest_away_too_long_gets_a_chair_again(self):
        async with open_phone_table() as phone_table:
            table = phone_table.hosted.table
            anna = await phone_table.join_lobby()
            table.setup = dataclasses.replace(table.setup, replace_delay_s=0.0)
            await anna.close()
            await wait_until(lambda: not table.lobby.taken_chairs)
            table.setup = dataclasses.replace(table.setup, replace_delay_s=1000.0)
            await anna.reload_page()
            await anna.wait_until(lambda screen: screen.stage == "lobby" and screen.you == 0)
            assert len(anna.select_messages(messages.JoinFormMessage)) == 1  # Only the first one.
            assert [chair.name for chair in table.lobby.taken_chairs] == ["Anna"]

    async def test_a_guest_away_too_long_gets_the_door_at_a_full_table(self):
        async with open_phone_table(make_table_setup("damn", seats=3)) as phone_table:
            table = phone_table.hosted.table
            anna = await phone_table.join_lobby()
            table.setup = dataclasses.replace(table.setup, replace_delay_s=0.0)
            await anna.close()
            await wait_until(lambda: not table.lobby.taken_chairs)
            table.setup = dataclasses.replace(table.setup, replace_delay_s=1000.0)
            for name in ("Boris", "Vera", "Mila"):
                await phone_table.join_lobby(name)
            await anna.reload_page()
            await wait_until(lambda: len(anna.select_messages(messages.JoinFormMessage)) == 2)
            assert anna.select_messages(messages.JoinFormMessage)[1].free == 0


class TestPlaying:
    async def test_an_outdated_answer_is_ignored(self):
        async with start_match() as (_, anna, screen):
            for question_number, which in (
                (screen.asked + 1, 0),
                (screen.asked - 1, 0),
                (screen.asked, 99),
            ):
                await anna.send_message(messages.AnswerQuestionMessage(question_number, which))
            await anna.send_message(messages.AcceptOfferMessage(screen.asked, 3, 0))
            await anna.send_message(messages.ShowSheetMessage("sheet"))
            await wait_until(lambda: bool(anna.select_messages(messages.SheetMessage)))
            assert anna.screen == screen

    async def test_a_hint_is_given_where_the_table_allows_it(self):
        async with start_match() as (_, anna, screen):
            assert screen.may.hint
            await anna.send_message(messages.ShowSheetMessage("hint"))
            await wait_until(lambda: len(anna.select_messages(messages.SheetMessage)) == 2)
            assert anna.select_messages(messages.SheetMessage)[1].lines[0].text.startswith("Hint: ")
            assert len(HINTS.read_results(folders.hints_path())) == 1

    async def test_no_hint_is_given_where_the_table_forbids_it(self):
        async with start_match(allows_hints=False) as (_, anna, screen):
            assert not screen.may.hint
            await anna.send_message(messages.ShowSheetMessage("hint"))
            await anna.send_message(messages.ShowSheetMessage("rules"))
            await wait_until(lambda: bool(anna.select_messages(messages.SheetMessage)))
            assert [sheet.what for sheet in anna.select_messages(messages.SheetMessage)] == [
                "rules"
            ]

    async def test_a_new_language_applies_at_once(self):
        async with start_match() as (_, anna, _):
            await anna.send_message(messages.LanguageMessage("ru"))
            await anna.wait_until(lambda screen: screen.title == "Дамн" or "сдача" in screen.words)
            assert anna.select_messages(messages.LabelsMessage)[-1].words["letters"] == "ВДКТ"

    async def test_quick_messages_arrive_in_each_phones_language(self):
        async with open_phone_table() as phone_table:
            anna = await phone_table.make_phone("Anna", plays_cards=False).connect_page()
            boris = await phone_table.make_phone(
                "Boris", plays_cards=False, language="ru"
            ).connect_page()
            await boris.wait_until(lambda screen: screen.stage == "lobby")
            await anna.send_message(messages.QuickChatMessage("thanks"))
            await anna.send_message(messages.QuickChatMessage("nonsense"))
            await wait_until(lambda: bool(boris.select_messages(messages.PhoneChatMessage)))
            assert boris.select_messages(messages.PhoneChatMessage) == [
                messages.PhoneChatMessage("Anna", "Спасибо!")
            ]

    async def test_a_bot_plays_for_a_guest_on_request(self):
        async with start_match() as (_, anna, _):
            anna.on_screen = lambda _: None
            await anna.send_message(messages.PhoneStandInMessage(True))
            await anna.wait_until(lambda screen: screen.stand_in or screen.stage == "result")

    @pytest.mark.slow
    async def test_table_manners_work_on_phones(self):
        options = {"deals": 2, "enforcement": "table"}
        async with open_phone_table(make_table_setup("damn", options=options)) as phone_table:
            phones = [await phone_table.make_phone(f"P{seat}").connect_page() for seat in range(3)]
            for phone in phones:
                await phone.wait_until(lambda screen: screen.stage == "result")
            offer_positions = {
                offer.where
                for item in phones[0].select_messages(ScreenMessage)
                for offer in item.offers
            }
            assert offer_positions == {"button", "hand", "card"}

    async def test_another_match_starts_when_all_are_ready(self):
        async with open_phone_table(
            make_table_setup("rank", seats=2, allows_further_matches=True)
        ) as phone_table:
            phones = [await phone_table.make_phone(f"P{seat}").connect_page() for seat in range(2)]
            for phone in phones:
                await phone.wait_until(
                    lambda screen: screen.stage == "result" and bool(screen.result.again)
                )
                await phone.send_message(messages.PhoneReadyMessage(True))
            await wait_until(lambda: len(phone_table.hosted.table_files.matches) == 2)
            for phone in phones:
                await phone.wait_until(lambda screen: screen.stage == "table")


class TestFollowing:
    """Display times are those of the table, advanced by hand."""

    async def test_a_taken_trick_stays_until_the_guest_advances(self):
        async with open_phone_table(
            make_table_setup("damn", bots=Opponent("random")), tempo=1000.0
        ) as phone_table:
            anna = await phone_table.join_lobby()
            await anna.send_message(messages.PhoneReadyMessage(True))
            await anna.wait_until(lambda screen: screen.stage == "table")
            trick_screen = None
            while trick_screen is None:
                screen = anna.screen
                if screen.ahead and screen.trick:
                    trick_screen = screen
                elif screen.ask is not None:
                    allowed_answers = [
                        answer.which for answer in screen.ask.answers if not answer.why
                    ]
                    await anna.send_message(
                        messages.AnswerQuestionMessage(screen.asked, allowed_answers[0])
                    )
                    await wait_until(lambda screen=screen: anna.screen.asked != screen.asked)
                else:
                    advance_optional_pauses(phone_table)
                    await asyncio.sleep(0)
            assert [card.winning for card in trick_screen.trick].count(True) == 1
            assert "take" in trick_screen.news
            assert all(card.tags for card in trick_screen.trick)
            await anna.send_message(messages.AdvanceMessage())
            await anna.wait_until(lambda screen: screen.trick != trick_screen.trick)

    async def test_the_result_is_shown_before_the_table_closes(self):
        async with open_phone_table(make_table_setup("rank", seats=2), tempo=1000.0) as phone_table:
            phones = [await phone_table.make_phone(f"P{seat}").connect_page() for seat in range(2)]
            await wait_until(lambda: phone_table.hosted.table.match is not None)
            while not phone_table.hosted.table.match.is_over:
                advance_optional_pauses(phone_table)
                await asyncio.sleep(0)
            phone_table.hosted.table.close()
            for phone in phones:
                await wait_until(
                    lambda phone=phone: bool(phone.select_messages(messages.DisconnectMessage))
                )
                assert phone.screen.stage == "result"
                assert not phone.select_messages(messages.DisconnectMessage)[0].again

    async def test_a_host_waits_until_phones_have_shown_everything(self):
        async with open_phone_table(
            make_table_setup("damn", bots=Opponent("random")), tempo=1000.0
        ) as phone_table:
            anna = await phone_table.join_lobby()
            await anna.send_message(messages.PhoneReadyMessage(True))
            await anna.wait_until(lambda screen: screen.stage == "table")
            shown_future = asyncio.ensure_future(phone_table.phones.wait_until_shown(60))
            await anna.wait_until(lambda screen: bool(screen.plates))
            assert not shown_future.done()
            await anna.close()
            await asyncio.wait_for(shown_future, 60)


def advance_optional_pauses(phone_table):
    """End all pauses that need no attention of the guest."""
    for link in phone_table.phones._sessions.values():
        if not link._pacing.waits_for_viewer:
            link._pacing.advance_display()


async def play_until_table_shown(phone):
    phone.on_screen = lambda screen: setattr(phone, "plays_cards", screen.stage == "lobby")
    await phone.connect_page()
    await phone.wait_until(lambda screen: screen.stage == "table")


def skip_single_choices(phone):
    """Let a phone give no answer to a choice with only one answer."""

    def update_phone(screen):
        allowed_answers = (
            [answer for answer in screen.ask.answers if not answer.why] if screen.ask else []
        )
        phone.plays_cards = not (
            screen.ask and screen.ask.kind == "choice" and len(allowed_answers) == 1
        )

    phone.on_screen = update_phone


async def test_the_last_trump_choice_is_made_automatically():
    table_setup = make_table_setup("master", seats=4, options={"trumps": "personal"})
    async with open_phone_table(table_setup) as phone_table:
        phones = [phone_table.make_phone(f"P{seat}") for seat in range(4)]
        for phone in phones:
            skip_single_choices(phone)
            await phone.connect_page()
        screen = await phones[0].wait_until(
            lambda screen: bool(screen.plates) and all(plate.trump for plate in screen.plates)
        )
        assert len({plate.trump for plate in screen.plates}) == 4


async def test_the_chat_can_be_read_again_in_the_own_language():
    async with open_phone_table(make_table_setup("damn")) as phone_table:
        anna, boris = (
            await phone_table.join_lobby("Anna"),
            await phone_table.join_lobby("Boris", language="ru"),
        )
        await boris.send_message(messages.ShowSheetMessage("said"))
        await wait_until(lambda: bool(boris.select_messages(messages.SheetMessage)))
        assert [line.text for line in boris.select_messages(messages.SheetMessage)[0].lines] == [
            "Пока никто ничего не сказал."
        ]
        for quick_message in ("thanks", "good-luck"):
            await anna.send_message(messages.QuickChatMessage(quick_message))
        await wait_until(lambda: len(boris.select_messages(messages.PhoneChatMessage)) == 2)
        await boris.send_message(messages.ShowSheetMessage("said"))
        await wait_until(lambda: len(boris.select_messages(messages.SheetMessage)) == 2)
        lines = [line.text for line in boris.select_messages(messages.SheetMessage)[1].lines]
        assert lines == ["Anna: Удачи!", "Anna: Спасибо!"]
