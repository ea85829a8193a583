"""Tests of phones at a table over the real socket, to the end of a match of each game."""

import asyncio
import dataclasses
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from app.phones.clients import kitchen
from greenbaize.app.phones import messages
from greenbaize.app.phones.messages import Screen
from greenbaize.app.phones.phones import MOST_REQUESTS
from greenbaize.app.seats.opponents import Opponent
from greenbaize.lan.pairing import secret_hash
from greenbaize.lan.wire import Dismiss, Lay, Stop
from lan.friends import SMALL, Friend, request, until


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
async def test_a_match_among_phones_is_played_to_its_end(game):
    async with kitchen(request(game)) as at:
        seats, _ = SMALL[game]
        phones = [
            await at.phone(f"P{seat}", language="ru" if seat else "en").come()
            for seat in range(seats)
        ]
        for phone in phones:
            screen = await phone.until(lambda screen: screen.stage == "result")
            assert [row.you for row in screen.result.rows].count(True) == 1
        assert at.hosted.table.match.over


async def at_table(phone):
    """Play until the match has started. Return the first screen with a question."""
    phone.on_screen = lambda screen: setattr(phone, "plays", screen.stage == "lobby")
    await phone.come()
    return await phone.until(lambda screen: screen.stage == "table" and screen.ask is not None)


@asynccontextmanager
async def playing(**more):
    """Start a match of Anna's phone with bots. Yield the table, the phone and the question."""
    async with kitchen(request("damn", bots=Opponent("random"), **more)) as at:
        anna = at.phone("Anna")
        yield at, anna, await at_table(anna)


async def test_a_late_phone_is_told_that_it_can_sit_down_in_the_next_deal():
    async with playing() as (at, _anna, _screen):
        first = at.phone("Boris", plays=False)
        await first.come()
        await until(lambda: bool(first.of(messages.Seated)))
        late = at.phone("Vera", plays=False)
        await late.come()
        await until(lambda: bool(late.of(messages.Door)))
        door = late.of(messages.Door)[0]
        assert (door.free, "in the next deal" in door.said) == (0, True)


@asynccontextmanager
async def locked_out():
    """Let Anna's page lose its chair's secret during a deal while all chairs are taken."""
    async with kitchen(request("rank", seats=2)) as at:
        anna, boris = at.phone("Anna"), at.phone("Boris")
        anna.on_screen = boris.on_screen = lambda screen: [
            setattr(phone, "plays", screen.stage == "lobby") for phone in (anna, boris)
        ]
        await anna.come()
        await boris.come()
        screen = await anna.until(lambda screen: screen.stage == "table")
        await anna.close()
        await until(lambda: at.hosted.table.lobby.people[screen.you].visitor is None)
        yield at, anna, await at.phone("anna", plays=False).come()


class TestLostChair:
    async def test_the_keeper_gives_it_back_to_the_phone_that_asks_by_name(self):
        async with locked_out() as (at, anna, again):
            await until(lambda: len(again.of(messages.Door)) == 2)
            first, second = again.of(messages.Door)
            assert (first.free, first.back, first.waits) == (0, True, False)
            assert "type the name under which you sat there" in first.said
            assert second.waits
            assert "shows the number 1" in second.said
            assert not again.of(Screen)
            assert at.phones.shown.requests == ((1, "Anna"),)
            assert not at.phones.give_chair_back(2)
            assert at.phones.give_chair_back(1)
            screen = await again.until(lambda screen: screen.stage == "table")
            assert (screen.you, screen.hand) == (anna.screen.you, anna.screen.hand)
            assert again.of(messages.Seated)[0].chair != anna.chair
            assert at.phones.shown.requests == ()

    async def test_the_old_secret_leads_to_the_door(self):
        async with locked_out() as (at, anna, again):
            await until(lambda: bool(at.phones.shown.requests))
            at.phones.give_chair_back(1)
            await again.until(lambda screen: screen.stage == "table")
            await until(lambda: at.hosted.table.lobby.chairs[anna.screen.you].visitor is not None)
            doors = len(anna.of(messages.Door))
            await anna.come()
            await until(lambda: len(anna.of(messages.Door)) > doors)
            assert not at.phones.shown.requests

    async def test_nobody_else_is_let_in_and_no_chair_is_taken_from_whoever_is_here(self):
        async with locked_out() as (at, anna, again):
            await until(lambda: bool(at.phones.shown.requests))
            vera = await at.phone("Vera", plays=False).come()
            await until(lambda: len(vera.of(messages.Door)) == 2)
            assert "Nobody of that name is away" in vera.of(messages.Door)[-1].wrong
            await anna.come()  # By her own secret after all.
            await until(lambda: at.hosted.table.lobby.chairs[anna.screen.you].visitor is not None)
            assert not at.phones.shown.requests
            assert not at.phones.give_chair_back(1)
            await until(lambda: again.of(messages.Door)[-1].wrong != "")
            assert not again.of(Screen)

    async def test_a_request_ends_with_its_page(self):
        async with locked_out() as (at, _anna, again):
            await until(lambda: bool(at.phones.shown.requests))
            await again.close()
            await until(lambda: not at.phones.shown.requests)

    async def test_whoever_asks_too_often_waits_a_moment(self):
        async with locked_out() as (at, _anna, again):
            for _ in range(MOST_REQUESTS):
                await until(lambda: bool(at.phones.shown.requests))
                await again.reload()
            await until(lambda: again.of(messages.Door)[-1].wrong != "")
            assert not at.phones.shown.requests


async def watching(at, **more):
    """Return a phone that watches, and its first screen of the table."""
    vera = at.phone("Vera", plays=False, **more)
    vera.watches = True
    await vera.come()
    return vera, await vera.until(
        lambda screen: screen.watch is not None and screen.stage == "table"
    )


class TestWatching:
    async def test_a_late_phone_sees_the_table_and_nobodys_cards(self):
        async with playing() as (at, _anna, asked):
            vera, screen = await watching(at)
            assert vera.of(messages.Door)[0].watch
            assert not vera.of(messages.Seated)
            assert (screen.you, screen.hand, screen.ask, screen.offers) == (-1, [], None, [])
            assert [one.hand for one in screen.plates] == [[], [], []]
            assert [one.name for one in screen.plates] == [one.name for one in asked.plates]
            assert at.hosted.table.lobby.watching == 1
            assert at.phones.shown.names == ("Anna",)

    async def test_it_reads_what_everybody_may_read_and_decides_nothing(self):
        async with playing() as (at, anna, _):
            vera, screen = await watching(at)
            for what in ("rules", "game", "sheet", "said"):
                await vera.send(messages.Show(what))
            await until(lambda: len(vera.of(messages.SheetShown)) == 4)
            for said in (
                messages.AnswerAsked(screen.asked, 0),
                messages.TakeOffer(screen.asked, 0, 0),
                messages.Ready(True),
                messages.StandIn(True),
                messages.Show("hint"),
                messages.Say("thanks"),
            ):
                await vera.send(said)
            await until(lambda: bool(anna.of(messages.Spoken)))
            assert len(vera.of(messages.SheetShown)) == 4
            assert not vera.of(messages.Gone)
            assert at.hosted.table.lobby.watching == 1

    async def test_a_chair_that_becomes_free_is_offered_and_can_be_taken(self):
        async with playing() as (at, _anna, _):
            boris = at.phone("Boris", plays=False)
            await boris.come()
            await until(lambda: bool(boris.of(messages.Seated)))
            vera, screen = await watching(at)
            assert (screen.watch.free, "in the next deal" in screen.watch.said) == (0, True)
            table = at.hosted.table
            before = len(table.match.open_chairs)
            await boris.send(messages.Leave())
            await until(lambda: len(table.match.open_chairs) > before)
            assert not table.free_chairs  # He has seen a hand, and could see another one.
            table.match._taken_in = -1  # As by the next deal.
            table.show()
            screen = await vera.until(lambda screen: screen.watch.free > 0)
            assert screen.watch.said == "You are watching. 2 chairs are free."
            await vera.send(messages.Sit("Vera"))
            await vera.until(lambda screen: screen.watch is None and screen.you > 0)
            await until(lambda: not at.hosted.table.lobby.watchers)
            assert vera.of(messages.Seated)[0].name == "Vera"

    async def test_who_watches_no_longer_stands_before_the_door(self):
        async with playing() as (at, _anna, _):
            vera, _ = await watching(at)
            vera.watches, vera.name = False, ""
            await vera.send(messages.Leave())
            await until(lambda: len(vera.of(messages.Door)) >= 2)
            await until(lambda: not at.hosted.table.lobby.watchers)

    async def test_who_watched_before_a_lost_line_goes_on_watching(self):
        async with playing() as (at, _anna, _):
            vera, _ = await watching(at)
            doors = len(vera.of(messages.Door))
            await vera.reload()
            await vera.until(lambda screen: screen.watch is not None and screen.stage == "table")
            assert len(vera.of(messages.Door)) == doors
            assert at.hosted.table.lobby.watching == 1

    async def test_another_language_is_spoken_at_once(self):
        async with playing() as (at, _anna, _):
            vera, _ = await watching(at)
            await vera.send(messages.Language("ru"))
            await vera.until(lambda screen: "Свобод" in screen.watch.said)

    async def test_as_many_watch_as_the_table_has_room_for(self, monkeypatch):
        monkeypatch.setattr("greenbaize.app.network.lobby.MOST_WATCHERS", 1)
        async with playing() as (at, _anna, _):
            await watching(at)
            late = at.phone("Mila", plays=False)
            late.watches = True
            await late.come()
            await until(lambda: any(one.wrong for one in late.of(messages.Door)))

    async def test_the_result_and_the_waiting_room_are_seen_too(self):
        async with kitchen(request("blackout", bots=Opponent("random"), again=True)) as at:
            anna = at.phone("Anna")
            await at_table(anna)
            vera, _ = await watching(at, language="ru")
            anna.plays, anna.on_screen = True, lambda _: None
            await anna.reload()
            screen = await vera.until(lambda screen: screen.stage == "result")
            assert not any(row.you for row in screen.result.rows)
            assert not screen.result.again
            assert screen.watch.free == 1


class TestAnotherGame:
    """Changes of the game while phones still show the match before."""

    async def test_a_match_that_the_keeper_ends_leads_phones_to_the_waiting_room(self):
        async with playing(again=True) as (at, anna, _):
            keeper = Friend("Otto", at.hosted.knock)
            keeper.plays = keeper.talk.gets_ready = False
            await until(lambda: bool(keeper.talk.shown))
            at.hosted.table.lobby.keeper = at.hosted.table.lobby.chairs[keeper.lobby.you]
            at.hosted.table.show()
            await until(lambda: keeper.lobby.keeper == keeper.lobby.you)
            keeper.guest.send(Stop())
            screen = await anna.until(lambda screen: screen.stage == "lobby")
            assert "Otto has ended the match" in anna.of(messages.Notice)[-1].text
            assert (screen.lobby.ready, screen.lobby.can_ready) == (False, True)
            keeper.guest.send(Lay("master", 2, {}, "", 0, True, False))
            screen = await anna.until(lambda screen: screen.title == "Master")
            assert screen.lobby.said.startswith("Otto has changed the table: Master · 2 players")
            await anna.send(messages.Ready(on=True, arranged=screen.lobby.arranged))
            screen = await anna.until(lambda screen: screen.lobby.ready)
            assert "changed" not in screen.lobby.said

    async def test_a_match_that_the_host_ends_by_a_typed_line_was_ended_by_the_host(self):
        async with playing(again=True) as (at, anna, _):
            assert at.hosted.table.stop_match()
            await anna.until(lambda screen: screen.stage == "lobby")
            assert anna.of(messages.Notice)[-1].text.startswith("The host has ended the match.")
            assert not at.hosted.table.stop_match()

    async def test_a_phone_that_keeps_the_table_ends_the_match_and_chooses_another_game(self):
        async with playing(again=True) as (at, anna, screen):
            boris = at.phone("Boris", plays=False)
            await boris.come()
            other = await boris.until(lambda screen: screen.stage == "table")
            assert (screen.may.end, other.may.end) == (True, False)
            await boris.send(messages.End())
            await until(lambda: any(one.kind == "refused" for one in boris.of(messages.Notice)))
            await anna.send(messages.End())
            room = await anna.until(lambda screen: screen.stage == "lobby")
            other = await boris.until(lambda screen: screen.stage == "lobby")
            assert (len(room.may.games), other.may.games) == (4, [])
            await anna.send(messages.Choose("nonsense"))
            await anna.send(messages.Choose("master"))
            await boris.until(lambda screen: screen.title == "Master")
            await anna.send(messages.Choose("damn"))
            await anna.until(lambda screen: screen.title == "Damn")
            assert at.hosted.table.request.options["deals"] == 3  # The options are as they were.
            assert at.hosted.journal.put_aside == 1

    async def test_who_plays_again_after_a_change_sees_it_first_and_says_ready_to_it(self):
        async with kitchen(request("blackout", again=True)) as at:
            anna, boris = at.phone("Anna"), at.phone("Boris")
            await anna.come()
            await boris.come()
            for phone in (anna, boris):
                await phone.until(lambda screen: screen.stage == "result")
                phone.plays = False
            guest = at.phones._links[secret_hash(anna.chair)]._guest
            guest.send(Lay("master", 2, {}, "", 0, True, False))
            screen = await boris.until(lambda screen: screen.lobby.said)
            assert screen.stage == "result"
            assert screen.lobby.said.startswith("Anna has changed the table: Master")
            await boris.send(messages.Ready(on=True, arranged=screen.lobby.arranged))
            screen = await boris.until(lambda screen: screen.stage == "lobby")
            assert (screen.title, screen.lobby.ready) == ("Master", False)
            await boris.send(messages.Ready(on=True, arranged=screen.lobby.arranged))
            await boris.until(lambda screen: screen.lobby.ready)

    async def test_a_tap_that_was_on_its_way_when_the_table_changed_agrees_to_nothing(self):
        async with kitchen(request("damn", seats=3)) as at:
            anna, boris = await at.guest("Anna"), await at.guest("Boris")
            before = boris.screen.lobby.arranged
            at.phones._links[secret_hash(anna.chair)]._guest.send(
                Lay("rank", 3, {}, "", 0, True, False)
            )
            await boris.until(lambda screen: screen.title == "Rank")
            await boris.send(messages.Ready(on=True, arranged=before))
            await until(lambda: any(one.kind == "refused" for one in boris.of(messages.Notice)))
            assert not boris.screen.lobby.ready


async def test_who_comes_late_and_is_called_like_a_computer_player_takes_its_chair():
    cyrillic = {"Boris": "Борис", "Vera": "Вера", "Mila": "Мила", "Otto": "Отто"}
    async with playing() as (at, _, _):
        table = at.hosted.table
        seat, name = max(table.match.bots.items())
        table.give_chair(cyrillic[name])
        assert table.lobby.chairs[seat].name == cyrillic[name]


def what_is_seen(screen):
    return replace(screen, number=0, asked=0)


class TestComingBack:
    async def test_a_page_that_is_loaded_again_shows_what_it_showed(self):
        async with kitchen(request("damn", bots=Opponent("random"))) as at:
            anna = at.phone("Anna", language="ru")
            before = await at_table(anna)
            await anna.reload()
            after = await anna.until(lambda screen: screen.ask is not None)
            assert what_is_seen(after) == what_is_seen(before)
            assert len(anna.of(messages.Door)) == 1  # Only the first one.
            assert not at.hosted.journal.given()

    async def test_a_lost_line_is_taken_up_by_the_same_page_at_once(self):
        async with playing() as (_, anna, before):
            old = anna.connection
            anna.screen = None
            await anna.come()
            after = await anna.until(lambda screen: screen.ask is not None)
            assert what_is_seen(after) == what_is_seen(before)
            assert not anna.of(messages.Taken)
            await old.wait_closed()

    async def test_who_comes_back_to_a_match_is_not_shown_the_waiting_room_first(self):
        async with playing() as (at, anna, before):
            port = at.port
            await at.phones.switch_off()
            await at.phones.switch_on()
            # The port stays the same, because the phone's storage belongs to it.
            assert at.port == port
            anna.port, seen = at.port, len(anna.of(Screen))
            await anna.reload()
            after = await anna.until(lambda screen: screen.ask is not None)
            assert what_is_seen(after) == what_is_seen(before)
            assert {one.stage for one in anna.of(Screen)[seen:]} == {"table"}

    async def test_who_is_away_is_waited_for_and_seen_to_be_away(self):
        async with kitchen(request("damn", seats=3)) as at:
            anna, boris, vera = (at.phone(name) for name in ("Anna", "Boris", "Vera"))
            await asyncio.gather(*map(at_table_or_waits, (anna, boris, vera)))
            await boris.lost()
            screen = await anna.until(lambda screen: any(plate.away for plate in screen.plates))
            assert [plate.name for plate in screen.plates if plate.away] == ["Boris"]
            await boris.reload()
            await anna.until(lambda screen: not any(plate.away for plate in screen.plates))

    async def test_another_phone_is_asked_before_it_takes_the_chair(self):
        async with playing() as (at, anna, before):
            other = at.phone("Anna", plays=False)
            other.chair, other.tab = anna.chair, "another"
            await other.come()
            await until(lambda: bool(other.of(messages.Taken)))
            assert other.screen is None
            assert not anna.of(messages.Gone)
            await other.close()
            other.take = True
            await other.come()
            after = await other.until(lambda screen: screen.ask is not None)
            assert what_is_seen(after) == what_is_seen(before)
            await until(lambda: bool(anna.of(messages.Gone)))
            assert not anna.of(messages.Gone)[0].again

    async def test_who_sits_down_while_another_phone_is_asked_has_one_chair(self):
        async with kitchen(request("damn", seats=3)) as at:
            anna = await at.guest()
            anna.deaf = True
            ghost = at.phone("Ghost", plays=False)
            ghost.chair, ghost.tab = anna.chair, "another"
            await ghost.come()
            await ghost.send(messages.Sit("Ghost"))
            await until(lambda: bool(ghost.of(messages.Seated)))
            probes = [one for one in at.phones._tasks if one.get_coro().__name__ == "_probe"]
            await asyncio.gather(*probes)
            assert len({link.page for link in at.phones._links.values()}) == 2
            await ghost.lost()
            await until(lambda: at.hosted.table.lobby.people[1].visitor is None)

    async def test_a_phone_that_does_not_answer_loses_its_chair_unasked(self):
        async with playing() as (at, anna, _):
            anna.deaf = True
            other = at.phone("Anna", plays=False)
            other.chair, other.tab = anna.chair, "another"
            await other.come()
            await other.until(lambda screen: screen.ask is not None)
            assert not other.of(messages.Taken)

    async def test_who_leaves_gives_up_the_chair(self):
        async with kitchen() as at:
            anna = await at.guest()
            await anna.send(messages.Leave())
            await until(lambda: not at.hosted.table.lobby.people)
            await until(lambda: bool(anna.of(messages.Gone)))
            await anna.reload()
            await until(lambda: len(anna.of(messages.Door)) == 2)

    async def test_who_leaves_and_closes_the_page_at_once_has_left(self):
        async with kitchen() as at:
            await at.guest()
            (page,) = at.phones._pages
            at.phones.hear(page, messages.Leave())
            at.phones.leave(page)
            await until(lambda: not at.hosted.table.lobby.people)
            assert not at.phones._links

    async def test_who_is_dismissed_is_told(self):
        async with kitchen() as at:
            host = Friend("Host", at.hosted.knock, plays=False)
            await until(lambda: bool(host.talk.shown))
            anna = await at.guest()
            host.guest.send(Dismiss(1))
            await until(lambda: bool(anna.of(messages.Gone)))
            assert anna.of(messages.Gone)[0].said == "The host has asked you to leave."

    async def test_a_chair_given_up_meanwhile_is_asked_for_anew(self):
        async with kitchen() as at:
            host = Friend("Host", at.hosted.knock, plays=False)
            await until(lambda: bool(host.talk.shown))
            anna = await at.guest()
            await anna.close()
            host.guest.send(Dismiss(1))
            await until(lambda: len(at.hosted.table.lobby.people) == 1)
            await anna.come()
            await until(lambda: len(anna.of(messages.Seated)) == 2)
            assert len(anna.of(messages.Door)) == 2

    async def test_who_was_away_too_long_has_their_chair_again_by_itself(self):
        async with kitchen() as at:
            table = at.hosted.table
            anna = await at.guest()
            table.request = dataclasses.replace(table.request, grace=0.0)
            await anna.close()
            await until(lambda: not table.lobby.people)
            table.request = dataclasses.replace(table.request, grace=1000.0)
            await anna.reload()
            await anna.until(lambda screen: screen.stage == "lobby" and screen.you == 0)
            assert len(anna.of(messages.Door)) == 1  # Only the first one.
            assert [one.name for one in table.lobby.people] == ["Anna"]

    async def test_who_was_away_too_long_meets_the_door_where_all_chairs_are_taken(self):
        async with kitchen(request("damn", seats=3)) as at:
            table = at.hosted.table
            anna = await at.guest()
            table.request = dataclasses.replace(table.request, grace=0.0)
            await anna.close()
            await until(lambda: not table.lobby.people)
            table.request = dataclasses.replace(table.request, grace=1000.0)
            for name in ("Boris", "Vera", "Mila"):
                await at.guest(name)
            await anna.reload()
            await until(lambda: len(anna.of(messages.Door)) == 2)
            assert anna.of(messages.Door)[1].free == 0


class TestPlaying:
    async def test_an_answer_to_something_else_is_ignored(self):
        async with playing() as (_, anna, screen):
            for ask, which in ((screen.asked + 1, 0), (screen.asked - 1, 0), (screen.asked, 99)):
                await anna.send(messages.AnswerAsked(ask, which))
            await anna.send(messages.TakeOffer(screen.asked, 3, 0))
            await anna.send(messages.Show("sheet"))
            await until(lambda: bool(anna.of(messages.SheetShown)))
            assert anna.screen == screen

    async def test_a_hint_is_given_where_the_table_allows_it(self):
        async with playing() as (_, anna, screen):
            assert screen.may.hint
            await anna.send(messages.Show("hint"))
            await until(lambda: len(anna.of(messages.SheetShown)) == 2)
            assert anna.of(messages.SheetShown)[1].lines[0].text.startswith("Hint: ")

    async def test_there_is_none_where_it_does_not(self):
        async with playing(hints=False) as (_, anna, screen):
            assert not screen.may.hint
            await anna.send(messages.Show("hint"))
            await anna.send(messages.Show("rules"))
            await until(lambda: bool(anna.of(messages.SheetShown)))
            assert [one.what for one in anna.of(messages.SheetShown)] == ["rules"]

    async def test_another_language_is_spoken_at_once(self):
        async with playing() as (_, anna, _):
            await anna.send(messages.Language("ru"))
            await anna.until(lambda screen: screen.title == "Дамн" or "сдача" in screen.words)
            assert anna.of(messages.Words)[-1].words["letters"] == "ВДКТ"

    async def test_quick_words_are_heard_by_all_in_their_language(self):
        async with kitchen() as at:
            anna = await at.phone("Anna", plays=False).come()
            boris = await at.phone("Boris", plays=False, language="ru").come()
            await boris.until(lambda screen: screen.stage == "lobby")
            await anna.send(messages.Say("thanks"))
            await anna.send(messages.Say("nonsense"))
            await until(lambda: bool(boris.of(messages.Spoken)))
            assert boris.of(messages.Spoken) == [messages.Spoken("Anna", "Спасибо!")]

    async def test_a_computer_stands_in_while_one_wants_it(self):
        async with playing() as (_, anna, _):
            anna.on_screen = lambda _: None
            await anna.send(messages.StandIn(True))
            await anna.until(lambda screen: screen.stand_in or screen.stage == "result")

    @pytest.mark.slow
    async def test_table_manners_reach_phones(self):
        options = {"deals": 2, "enforcement": "table"}
        async with kitchen(request("damn", options=options)) as at:
            phones = [await at.phone(f"P{seat}").come() for seat in range(3)]
            for phone in phones:
                await phone.until(lambda screen: screen.stage == "result")
            offered = {offer.where for one in phones[0].of(Screen) for offer in one.offers}
            assert offered == {"button", "hand", "card"}

    async def test_another_match_follows_where_all_are_ready(self):
        async with kitchen(request("rank", seats=2, again=True)) as at:
            phones = [await at.phone(f"P{seat}").come() for seat in range(2)]
            for phone in phones:
                await phone.until(
                    lambda screen: screen.stage == "result" and bool(screen.result.again)
                )
                await phone.send(messages.Ready(True))
            await until(lambda: len(at.hosted.journal.matches) == 2)
            for phone in phones:
                await phone.until(lambda screen: screen.stage == "table")


class TestFollowing:
    """Display times are those of the table, advanced by hand."""

    async def test_a_taken_trick_lies_until_one_goes_on(self):
        async with kitchen(request("damn", bots=Opponent("random")), tempo=1000.0) as at:
            anna = await at.guest()
            await anna.send(messages.Ready(True))
            await anna.until(lambda screen: screen.stage == "table")
            lying = None
            while lying is None:
                screen = anna.screen
                if screen.ahead and screen.trick:
                    lying = screen
                elif screen.ask is not None:
                    may = [one.which for one in screen.ask.answers if not one.why]
                    await anna.send(messages.AnswerAsked(screen.asked, may[0]))
                    await until(lambda screen=screen: anna.screen.asked != screen.asked)
                else:
                    hurry(at)
                    await asyncio.sleep(0)
            assert [card.winning for card in lying.trick].count(True) == 1
            assert "take" in lying.news
            assert all(card.tags for card in lying.trick)
            await anna.send(messages.Ahead())
            await anna.until(lambda screen: screen.trick != lying.trick)

    async def test_the_result_is_seen_before_the_table_is_closed(self):
        async with kitchen(request("rank", seats=2), tempo=1000.0) as at:
            phones = [await at.phone(f"P{seat}").come() for seat in range(2)]
            await until(lambda: at.hosted.table.match is not None)
            while not at.hosted.table.match.over:
                hurry(at)
                await asyncio.sleep(0)
            at.hosted.table.close()
            for phone in phones:
                await until(lambda phone=phone: bool(phone.of(messages.Gone)))
                assert phone.screen.stage == "result"
                assert not phone.of(messages.Gone)[0].again

    async def test_a_host_waits_until_all_have_been_able_to_look(self):
        async with kitchen(request("damn", bots=Opponent("random")), tempo=1000.0) as at:
            anna = await at.guest()
            await anna.send(messages.Ready(True))
            await anna.until(lambda screen: screen.stage == "table")
            seen = asyncio.ensure_future(at.phones.seen(60))
            await anna.until(lambda screen: bool(screen.plates))
            assert not seen.done()
            await anna.close()
            await asyncio.wait_for(seen, 60)


def hurry(at):
    """End all pauses that need no attention of the guest."""
    for link in at.phones._links.values():
        if not link._pacing.waits:
            link._pacing.go_on()


async def at_table_or_waits(phone):
    phone.on_screen = lambda screen: setattr(phone, "plays", screen.stage == "lobby")
    await phone.come()
    await phone.until(lambda screen: screen.stage == "table")


def leave_single(phone):
    """Let a phone give no answer to a choice with only one answer."""

    def look(screen):
        may = [one for one in screen.ask.answers if not one.why] if screen.ask else []
        phone.plays = not (screen.ask and screen.ask.kind == "choice" and len(may) == 1)

    phone.on_screen = look


async def test_the_last_trump_that_is_left_chooses_itself():
    asked = request("master", seats=4, options={"trumps": "personal"})
    async with kitchen(asked) as at:
        phones = [at.phone(f"P{seat}") for seat in range(4)]
        for phone in phones:
            leave_single(phone)
            await phone.come()
        screen = await phones[0].until(
            lambda screen: bool(screen.plates) and all(plate.trump for plate in screen.plates)
        )
        assert len({plate.trump for plate in screen.plates}) == 4


async def test_what_was_said_can_be_read_again_in_ones_own_language():
    async with kitchen(request("damn")) as at:
        anna, boris = await at.guest("Anna"), await at.guest("Boris", language="ru")
        await boris.send(messages.Show("said"))
        await until(lambda: bool(boris.of(messages.SheetShown)))
        assert [one.text for one in boris.of(messages.SheetShown)[0].lines] == [
            "Пока никто ничего не сказал."
        ]
        for word in ("thanks", "good-luck"):
            await anna.send(messages.Say(word))
        await until(lambda: len(boris.of(messages.Spoken)) == 2)
        await boris.send(messages.Show("said"))
        await until(lambda: len(boris.of(messages.SheetShown)) == 2)
        lines = [one.text for one in boris.of(messages.SheetShown)[1].lines]
        assert lines == ["Anna: Удачи!", "Anna: Спасибо!"]
