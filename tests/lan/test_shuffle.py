"""Tests of the shared shuffle: completed and failed rounds."""

import asyncio
import json

import pytest

from greenbaize.lan.client import Committing
from greenbaize.lan.wire import Commits, DamagedMessageError, Open, Shuffle
from greenbaize.match.seal import commit_of, new_number
from lan.friends import Friend, messages, opened, request, until

NAMES = ("Anna", "Otto", "Ida")


def in_a_round(friend):
    return friend.guest._committing._round > 0


async def away(*friends):
    for friend in friends:
        friend.task.cancel()
    await asyncio.gather(*(one.task for one in friends), return_exceptions=True)


async def test_a_round_without_somebodys_number_begins_anew_in_everybodys_sight():
    async with opened(request("damn")) as hosted:
        friends = [Friend(name, hosted.knock) for name in NAMES]
        mute = friends[1]
        said = mute.guest._say_in_shuffle
        mute.guest._say_in_shuffle = lambda one: None if isinstance(one, Open) else said(one)
        await until(lambda: in_a_round(friends[0]) and in_a_round(mute))
        mute.talk.gets_ready = False
        shuffling = hosted.table._shuffling
        await until(lambda: len(shuffling._numbers) == 2)
        shuffling.give_up()  # No need to wait for the timeout of ten seconds.
        await until(lambda: friends[0].lobby.missing == ["Otto"])
        assert not hosted.journal.matches
        assert [one.name for one in friends[0].lobby.chairs if not one.ready] == ["Otto"]
        mute.guest._say_in_shuffle = said
        mute.guest.ready()
        await until(lambda: bool(hosted.journal.matches) and not friends[0].lobby.missing)
        await away(*friends)
        heard = messages(friends[0].received())
        shuffles = [one for one in heard if one["type"] == "shuffle"]
        assert [(one["round"], one["missing"]) for one in shuffles] == [(1, []), (2, ["Otto"])]
        assert json.loads(shuffles[0]["lobby"])["round"] == 1


async def test_a_round_that_somebody_leaves_comes_to_nothing():
    async with opened(request("damn")) as hosted:
        friends = [Friend(name, hosted.knock) for name in NAMES]
        mute = friends[1]
        mute.guest._say_in_shuffle = lambda one: None
        await until(lambda: in_a_round(mute))
        mute.guest.leave()
        await until(lambda: friends[0].lobby.missing == ["Otto"])
        stage = friends[0].lobby.stage
        await away(*friends)
        assert (stage, len(hosted.table.lobby.people)) == ("gathering", 2)


@pytest.mark.parametrize("phase", ["early", "wrong"])
async def test_a_number_that_was_not_committed_to_costs_the_connection(phase):
    async with opened(request("damn")) as hosted:
        friends = [Friend(name, hosted.knock) for name in NAMES]
        cheat = friends[1]
        said = cheat.guest._say_in_shuffle

        def lie(one):
            if phase == "early" or isinstance(one, Open):
                one = Open(one.round, new_number())
            said(one)

        cheat.guest._say_in_shuffle = lie
        async with asyncio.timeout(20):
            await cheat.task
        await until(lambda: friends[0].lobby.stage == "gathering")
        await away(*friends)
        assert (cheat.rejected, len(hosted.journal.matches)) == ("damaged", 0)


def test_a_guest_opens_nothing_where_their_own_hash_does_not_count():
    side = Committing()
    commit = side.begin(Shuffle(1, "{}", 0, []))
    with pytest.raises(DamagedMessageError):
        side.open(Commits(1, [commit_of(new_number(), "{}", 0), commit.hash]))


def test_a_guest_opens_once():
    side = Committing()
    commit = side.begin(Shuffle(1, "{}", 0, []))
    hashes = [commit.hash, commit_of(new_number(), "{}", 1)]
    with pytest.raises(DamagedMessageError):
        side.open(Commits(2, hashes))
    assert commit_of(side.open(Commits(1, hashes)).number, "{}", 0) == commit.hash
    with pytest.raises(DamagedMessageError):
        side.open(Commits(1, hashes))


def test_what_is_known_of_a_shuffle_belongs_to_the_match_after_it():
    side = Committing()
    commit = side.begin(Shuffle(1, "{}", 0, []))
    assert side.known is None
    side.open(Commits(1, [commit.hash]))
    side.follow(same=False)
    assert side.known.commits == (commit.hash,)
    side.follow(same=True)
    assert side.known is not None
    side.follow(same=False)
    assert side.known is None


def test_a_round_is_not_begun_twice_and_one_begun_anew_is_counted():
    side = Committing()
    for number in (1, 2):
        commit = side.begin(Shuffle(number, "{}", 0, []))
        side.open(Commits(number, [commit.hash]))
        with pytest.raises(DamagedMessageError):
            side.begin(Shuffle(number, "{}", 0, []))
    side.follow(same=False)
    assert side.known.again == 1
    commit = side.begin(Shuffle(3, "{}", 0, []))
    side.open(Commits(3, [commit.hash]))
    side.follow(same=False)
    assert side.known.again == 0


@pytest.mark.parametrize("keeps_seat", [True, False])
async def test_who_comes_over_another_connection_in_the_shuffle_is_missing(keeps_seat):
    async with opened(request("damn")) as hosted:
        friends = [Friend(name, hosted.knock) for name in NAMES]
        mute = friends[1]
        mute.guest._say_in_shuffle = lambda one: None
        await until(lambda: in_a_round(mute))
        mute.talk.gets_ready = False
        if keeps_seat:
            (secret,) = mute.secrets.kept.values()
            hosted.table.arrive(hosted.table.lobby.know_again(hosted.knock(), secret, 0.0))
            assert hosted.table._missing == ["Otto"]
        mute.cut()
        await until(lambda: friends[0].lobby.missing == ["Otto"])
        await away(*friends)
        assert len(hosted.journal.matches) == 0
