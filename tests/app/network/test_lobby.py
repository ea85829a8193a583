"""Tests of the lobby: chairs, keepers, avatars, names and the limits of spectators."""

import asyncio
from itertools import pairwise

import msgspec
import pytest

from app.network.gathering import (
    MASTER_SETUP,
    gather_guests,
    list_faces,
    seat_guests,
    wait_until_gone,
)
from greenbaize.app.network.hosted_table import HostedTable
from greenbaize.app.network.lobby import MAX_SPECTATORS, GuestFace, Lobby
from greenbaize.app.network.session import describe_rejection, find_presence_changes
from greenbaize.app.seats.opponents import Opponent
from greenbaize.lan.client import TableRejectionError
from greenbaize.lan.pairing import hash_secret
from greenbaize.lan.wire import (
    DismissGuestMessage,
    JoinMessage,
    MatchSetupMessage,
    SwapSeatsMessage,
    encode_message,
)
from greenbaize.words.speaker import Speaker
from lan.random_guests import (
    FakeHostedTableFiles,
    RandomGuest,
    disconnect_guests,
    make_table_setup,
    open_memory_table,
    wait_until,
)


def test_guests_see_chosen_avatars_and_may_change_them():
    async def gather_and_change_face():
        async with open_memory_table() as hosted:
            anna = RandomGuest("Anna", hosted.connect_guest, face=("bun", "teal"))
            anna.adapter.gets_ready = False
            await wait_until(lambda: bool(anna.adapter.lobbies))
            otto = RandomGuest("Otto", hosted.connect_guest, face=("", "rose"))
            await wait_until(lambda: bool(otto.adapter.lobbies) and len(list_faces(anna)) == 2)
            faces_of_both = list_faces(anna), list_faces(otto)
            anna.guest._join_message = JoinMessage("Anna", False, "cap", "teal")
            anna.abort_connection()
            await wait_until(lambda: list_faces(otto)[0][1] == "cap")
            await disconnect_guests(anna, otto)
            return faces_of_both

    expected_faces = [("Anna", "bun", "teal"), ("Otto", "bowler", "rose")]
    assert asyncio.run(gather_and_change_face()) == (expected_faces, expected_faces)


async def test_the_first_guest_keeps_the_table_and_the_next_follows():
    async with gather_guests() as (_hosted, anna, otto):
        first_keeper = otto.lobby.keeper
        anna.guest.leave_table()
        await wait_until(lambda: otto.lobby.keeper != first_keeper)
        assert (first_keeper, otto.lobby.keeper, otto.lobby.you) == (0, 1, 1)


async def test_the_person_at_the_host_keeps_the_table():
    table = HostedTable(make_table_setup(), FakeHostedTableFiles())  # type: ignore[arg-type]
    secret = table.seat_host("Anna")
    assert table.lobby.chairs[0].secret_hash == hash_secret(secret)
    second_secret = table.seat_host("anna")
    assert table.lobby.chairs[0].secret_hash == hash_secret(second_secret)
    table.close()
    assert [chair.name for chair in table.lobby.taken_chairs] == ["anna"]


async def test_chairs_can_be_swapped():
    async with gather_guests() as (hosted, anna, otto):
        anna.guest.send_message(SwapSeatsMessage(0, 2))
        await wait_until(lambda: anna.lobby.you == 2)
        names = [chair.name for chair in otto.lobby.chairs]
        stored_names = [chair.name for chair in hosted.table_files.chairs]
        assert (names, stored_names, otto.lobby.keeper) == (
            ["", "Otto", "Anna"],
            ["", "Otto", "Anna"],
            2,
        )


async def test_a_dismissed_guest_of_a_removed_chair_harms_nobody():
    async with gather_guests(names=("Anna", "Otto", "Ida")) as (_hosted, anna, otto, ida):
        lines = anna.connections[-1]
        for message in (DismissGuestMessage(2), MASTER_SETUP):
            lines.send_line(encode_message(message))
        await wait_until(lambda: otto.lobby.game == "master")
        assert (anna.guest.is_connected, otto.guest.is_connected, ida.rejection_code) == (
            True,
            True,
            "dismissed",
        )


@pytest.mark.parametrize(
    ("name", "rejection_code"),
    [
        ("\u3164", "no-name"),
        ("Anna\u2800", "no-name"),
        ("you", "no-name"),
        ("Вы", "no-name"),
        ("\u0410nna", "name"),
    ],
    ids=ascii,
)
async def test_an_invisible_or_confusable_name_is_refused(name, rejection_code):
    async with open_memory_table() as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest)
        await wait_until(lambda: bool(anna.adapter.lobbies))
        guest = RandomGuest(name, hosted.connect_guest)
        async with asyncio.timeout(20):
            await guest.task
        assert (guest.rejection_code, len(hosted.table.lobby.taken_chairs)) == (rejection_code, 1)


async def test_a_spectator_needs_a_name_of_their_own_and_counts_once():
    async with open_memory_table() as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest)
        await wait_until(lambda: bool(anna.adapter.lobbies))
        player_namesake = RandomGuest("anna", hosted.connect_guest, is_spectator=True)
        async with asyncio.timeout(20):
            await player_namesake.task
        spectator = RandomGuest("Ida", hosted.connect_guest, is_spectator=True)
        await wait_until(lambda: bool(spectator.secrets.secrets) and spectator.guest.is_connected)
        spectator_namesake = RandomGuest("ida", hosted.connect_guest, is_spectator=True)
        async with asyncio.timeout(20):
            await spectator_namesake.task
        (secret,) = spectator.secrets.secrets.values()
        hosted.table.on_join(
            hosted.table.lobby.reconnect_client(hosted.connect_guest(), secret, 0.0)
        )
        count = len(hosted.table.lobby.spectators)
        assert (player_namesake.rejection_code, spectator_namesake.rejection_code, count) == (
            "name",
            "name",
            1,
        )


def test_a_named_spectator_is_remembered_however_many_others_leave():
    lobby = Lobby(3)
    ida = lobby.admit_spectator(None, "Ida")
    lobby.spectators.add(ida)
    nameless_spectators = [lobby.admit_spectator(None, "") for _ in range(4 * MAX_SPECTATORS)]
    assert lobby.get_person_chat_limit(ida).try_acquire(0.0)
    assert not lobby.get_person_chat_limit(nameless_spectators[0]).try_acquire(0.0)


async def test_too_many_spectators_are_refused(monkeypatch):
    monkeypatch.setattr("greenbaize.app.network.lobby.MAX_SPECTATORS", 1)
    async with open_memory_table() as hosted:
        first_spectator = RandomGuest("", hosted.connect_guest, is_spectator=True)
        await wait_until(lambda: bool(first_spectator.adapter.lobbies))
        late_spectator = RandomGuest("", hosted.connect_guest, is_spectator=True)
        async with asyncio.timeout(20):
            await late_spectator.task
        sentence = Speaker().format_message(
            describe_rejection(TableRejectionError(late_spectator.rejection_code))
        )
        assert sentence == "No more friends may watch at this table."


async def test_the_keeper_is_stored():
    async with gather_guests() as (hosted, _anna, _otto):
        stored_chairs = hosted.table_files.chairs
        table_files = FakeHostedTableFiles()
        reopened_table = HostedTable(make_table_setup(), table_files, chairs=stored_chairs)  # type: ignore[arg-type]
        keeper = reopened_table.lobby.keeper_seat
        reopened_table.close()
        assert ([chair.keeps for chair in stored_chairs], keeper) == ([True, False, False], 0)


def test_a_match_setup_is_applied_completely():
    match_setup = MatchSetupMessage("damn", 3, {"deals": 4}, "hard", 45, False, True)
    changed_setup = make_table_setup("master", bots=Opponent("easy", "bold")).apply_match_setup(
        match_setup
    )
    assert (changed_setup.game, changed_setup.seats, changed_setup.options["deals"]) == (
        "damn",
        3,
        4,
    )
    assert (changed_setup.bots, changed_setup.turn_limit_s) == (Opponent("hard"), 45)
    assert (changed_setup.allows_hints, changed_setup.shows_hands) == (False, True)
    assert (
        changed_setup.apply_match_setup(msgspec.structs.replace(match_setup, bots="")).bots is None
    )
    request_with_same_level = make_table_setup(bots=Opponent("easy", "bold")).apply_match_setup(
        msgspec.structs.replace(match_setup, bots="easy")
    )
    assert request_with_same_level.bots == Opponent("easy", "bold")


def test_a_keeper_with_an_older_program_leaves_the_level_it_does_not_know():
    table_setup = make_table_setup(bots=Opponent("beginner"))
    match_setup = MatchSetupMessage("damn", 3, {}, "random", 45, hints=False, hands=True)
    assert table_setup.apply_match_setup(match_setup).bots == Opponent("beginner")
    other_setup = make_table_setup(bots=Opponent("easy")).apply_match_setup(match_setup)
    assert other_setup.bots == Opponent("random")


class TestAvatars:
    """Guests keep their avatars as long as the table is open."""

    @staticmethod
    def map_avatars(lobby, bots):
        return {
            chair.name: (chair.face, chair.colour)
            for chair in lobby.build_chair_states(bots)
            if chair.name
        }

    def test_avatars_stay_when_a_guest_leaves_and_returns(self):
        lobby = Lobby(4)
        names = ("Olga", "Pyotr", "Ида")
        for name in names:
            lobby.assign_chair(name, range(4))
        first_avatars = self.map_avatars(lobby, {3: "Boris"})
        assert len({face for face, _ in first_avatars.values()}) == 4
        assert len({colour for _, colour in first_avatars.values()}) == 4
        lobby.free_chair(lobby.chairs[0])
        assert self.map_avatars(lobby, {0: "Olga", 3: "Boris"}) == first_avatars
        lobby.assign_chair("Lena", [0])
        assert self.map_avatars(lobby, {3: "Boris"})["Pyotr"] == first_avatars["Pyotr"]
        lobby.free_chair(lobby.chairs[0])
        lobby.assign_chair("OLGA", [0])
        later_avatars = self.map_avatars(lobby, {3: "Boris"})
        assert later_avatars["OLGA"] == first_avatars["Olga"]

    def test_a_chosen_avatar_is_used_and_an_unknown_one_ignored(self):
        lobby = Lobby(2)
        lobby.assign_chair("Olga", range(2))
        lobby.chairs[0].face = GuestFace("cap", "rose")
        assert self.map_avatars(lobby, {})["Olga"] == ("cap", "rose")
        lobby.chairs[0].face = GuestFace("no such", "mauve")
        assert self.map_avatars(lobby, {})["Olga"] == ("cap", "rose")


async def test_a_guest_who_is_given_a_chair_is_not_away_before_joining():
    async with open_memory_table(make_table_setup(seats=3)) as hosted:
        lobbies = []
        hosted.table.on_lobby_sent = lobbies.append
        _, secret = hosted.table.assign_chair("Anna")
        hosted.table.update_lobby()
        client = hosted.table.lobby.reconnect_client(hosted.connect_guest(), secret, 0.0)
        hosted.table.on_join(client)
        change_lists = [
            list(find_presence_changes(earlier_lobby, later_lobby))
            for earlier_lobby, later_lobby in pairwise([None, *lobbies])
        ]
        assert [change for changes in change_lists for change in changes] == [("sat", "Anna")]


async def test_names_are_unique_and_seats_limited():
    async with open_memory_table() as hosted:
        seat_guests(hosted, 2, plays_cards=False)
        await wait_until(lambda: len(hosted.table.lobby.taken_chairs) == 2)
        namesake = RandomGuest("ANNA", hosted.connect_guest)
        await wait_until_gone([namesake])
        RandomGuest("Ida", hosted.connect_guest, plays_cards=False)
        await wait_until(lambda: hosted.table.is_playing)
        late_guest = RandomGuest("Jan", hosted.connect_guest)
        await wait_until_gone([late_guest])
        assert (namesake.rejection_code, late_guest.rejection_code) == ("name", "full")


async def test_a_name_is_tidied_and_control_characters_refused():
    async with open_memory_table() as hosted:
        friend = RandomGuest("An\u202ena " + "x" * 100, hosted.connect_guest)
        await wait_until_gone([friend])
        RandomGuest("  Ot   to " + "x" * 100, hosted.connect_guest)
        await wait_until(lambda: bool(hosted.table.lobby.taken_chairs))
        rejection_code, name = friend.rejection_code, hosted.table.lobby.taken_chairs[0].name
        assert rejection_code == "damaged"  # Our programs send no such name.
        assert name == "Ot to " + "x" * 18
