"""Tests of access to the phone server: the page, its address and the table's secret."""

import asyncio
import gzip
import json
import random
import socket
from contextlib import suppress

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from app.phones.clients import LOOPBACK, Phone, kitchen
from greenbaize.app.faces import COLOURS, HEADS
from greenbaize.app.phones import link, messages, server
from greenbaize.app.phones.messages import LONGEST_FROM_PHONE, frame_of
from greenbaize.app.phones.phones import NO_SECRET
from greenbaize.app.phones.server import is_own, page_files
from greenbaize.resources import resources
from lan.friends import request, until
from lan.fuzzing import FROM_GUESTS, Nonsense


async def asked(at, path, method="GET", **headers):
    """Send an HTTP request. Return the status, the headers and the body."""
    reader, writer = await asyncio.open_connection(LOOPBACK, at.port)
    lines = {"Host": f"{LOOPBACK}:{at.port}", **headers}
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items())
    writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode())
    answer = b""
    with suppress(ConnectionError):
        answer = await asyncio.wait_for(reader.read(), 30)
    writer.close()
    first, _, body = answer.partition(b"\r\n\r\n")
    status, *rest = first.decode().split("\r\n")
    named = dict(line.split(": ", 1) for line in rest)
    return int(status.split()[1]) if status else 0, named, body


def upgrading(**more):
    return {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec_WebSocket_Version": "13",
        **more,
    }


async def test_no_screen_waits_until_the_one_before_it_is_acknowledged():
    async with kitchen() as at:
        page = await server_connection(at)
        (connection,) = at.phones._server._connections
        sent_by = connection.transport.get_extra_info("socket")
        assert sent_by.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        await page.close()


class TestPage:
    async def test_it_is_served_and_may_use_nothing_from_elsewhere(self):
        async with kitchen() as at:
            status, headers, body = await asked(at, "/")
            assert (status, body) == (200, (resources() / "phone" / "index.html").read_bytes())
            policy = headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
            assert f"connect-src 'self' ws://{LOOPBACK}:{at.port};" in policy
            assert "unsafe" not in policy
            assert "*" not in policy
            assert headers["Cache-Control"] == "no-cache"
            assert headers["Referrer-Policy"] == "no-referrer"

    async def test_it_comes_compressed_where_that_is_understood(self):
        async with kitchen() as at:
            status, headers, body = await asked(at, "/phone.css", Accept_Encoding="gzip, deflate")
            assert headers["Content-Encoding"] == "gzip"
            assert gzip.decompress(body) == (resources() / "phone" / "phone.css").read_bytes()
            status, headers, body = await asked(at, "/phone.css", If_None_Match=headers["ETag"])
            assert (status, body) == (304, b"")

    @pytest.mark.parametrize(
        "path",
        [
            "/../cards/back-fans.svg",
            "/..%2f..%2fpyproject.toml",
            "/%2e%2e/pyproject.toml",
            "//etc/passwd",
            "/cards/../../../pyproject.toml",
            "/cards/back-fans.svg",
            "/index.html/",
            "/index.html%00",
            "/INDEX.HTML",
            "/cards/",
            "\\..\\x",
            "/phone/",
            "http://127.0.0.1/index.html",
            "*",
            "/page.js;x",
        ],
    )
    async def test_no_path_leads_to_another_file(self, path):
        async with kitchen() as at:
            status, _, body = await asked(at, path)
            assert status in (400, 404)
            assert body in (b"404 Not Found\n", body if status == 400 else b"")

    def test_all_that_is_served_is_the_page_with_the_faces_of_cards_and_players(self):
        page = {f"/{one.name}" for one in (resources() / "phone").iterdir()}
        faces = {f"/cards/{rank}{suit}.svg" for rank in "JQK" for suit in "CDHS"}
        looks = {f"/faces/{head}-{colour}.svg" for head in HEADS for colour in COLOURS}
        assert set(page_files()) == page | faces | looks | {"/cards/XR.svg", "/cards/XB.svg", "/"}

    @pytest.mark.parametrize("method", ["POST", "PUT", "HEAD", "get", "OPTIONS"])
    async def test_one_can_only_ask_for_it(self, method):
        async with kitchen() as at:
            status, _, _ = await asked(at, "/", method)
            assert status == 405

    async def test_what_is_said_twice_is_not_said(self):
        async with kitchen() as at:
            host = f"{LOOPBACK}:{at.port}\r\nHost: evil.example"
            assert (await asked(at, "/", Host=host))[0] == 421


class TestAddress:
    @pytest.mark.parametrize(
        "host",
        [
            "evil.example:{port}",
            "{port}",
            "localhost",
            "127.0.0.1",
            "127.0.0.1:1",
            "[::1]:{port}",
            "kitchen.local:{port}",
            "127.0.0.1.evil.example:{port}",
            "127.1:{port}",
        ],
    )
    async def test_a_name_that_points_here_gets_nothing(self, host):
        async with kitchen() as at:
            status, _, body = await asked(at, "/", Host=host.format(port=at.port))
            assert (status, body) == (421, b"421 Misdirected Request\n")

    @pytest.mark.parametrize(
        "origin",
        [
            None,
            "null",
            "http://evil.example",
            "https://127.0.0.1:{port}",
            "http://127.0.0.1",
            "http://127.0.0.1:1",
            "http://localhost:{port}",
            "file://",
        ],
    )
    async def test_a_foreign_page_cannot_speak(self, origin):
        async with kitchen() as at:
            more = {} if origin is None else {"Origin": origin.format(port=at.port)}
            status, _, _ = await asked(at, "/socket", **upgrading(**more))
            assert status == 403

    async def test_the_own_page_can_and_the_computer_itself_may_say_localhost(self):
        async with kitchen() as at:
            await at.guest()
            assert (await asked(at, "/", Host=f"localhost:{at.port}"))[0] == 200

    async def test_the_socket_is_no_page(self):
        async with kitchen() as at:
            own = f"http://{LOOPBACK}:{at.port}"
            assert (await asked(at, "/socket", Origin=own))[0] == 426
            assert (await asked(at, "/", **upgrading(Origin=own)))[0] == 404

    def test_a_request_names_the_address_it_came_to(self):
        assert is_own("192.168.1.5:80", ("::ffff:192.168.1.5", 80, 0, 0))
        assert is_own("[fd00::1]:80", ("fd00:0::1", 80, 0, 0))
        assert not is_own("localhost:80", ("192.168.1.5", 80))
        assert not is_own("192.168.1.5:80", None)

    async def test_others_are_not_even_answered(self, monkeypatch):
        monkeypatch.setattr(server, "is_near", lambda _: False)
        async with kitchen() as at:
            assert await asked(at, "/") == (0, {}, b"")


class TestSecret:
    async def test_a_wrong_one_is_counted_told_and_sent_away(self):
        async with kitchen() as at:
            for _ in range(5):
                phone = await Phone("Eve", at.port, "f" * 32).come()
                await until(lambda phone=phone: bool(phone.of(messages.Gone)))
                assert [type(one) for one in phone.heard] == [messages.Gone]
                assert not phone.of(messages.Gone)[0].again
            # Only the first few are reported, so that other notices stay visible.
            assert at.journal.wrong == [1, 2, 3]

    async def test_who_types_the_address_is_let_in_by_the_code_of_the_table(self):
        async with kitchen() as at:
            eve = await Phone("Eve", at.port, NO_SECRET).come()
            await until(lambda: bool(eve.of(messages.CodeAsked)))
            assert eve.of(messages.Door) == []
            await eve.send(messages.Code(" abc def"))
            await until(lambda: bool(eve.of(messages.TableFound)))
            assert eve.of(messages.TableFound)[0].table == at.secret
            assert (at.journal.wrong, at.hosted.journal.wrong) == ([], [])

    async def test_a_code_that_is_none_is_no_guess_and_a_wrong_one_waits_as_at_the_door(self):
        async with kitchen() as at:
            eve = await Phone("Eve", at.port, NO_SECRET, language="ru").come()
            for number, code in enumerate(
                ("?", "AAAAAA", "AAAAAB", "AAAAAC", "AAAAAD", "ABCDEF"), 1
            ):
                await eve.send(messages.Code(code))
                await until(lambda number=number: len(eve.of(messages.CodeAsked)) == number + 1)
            said = [one.wrong for one in eve.of(messages.CodeAsked)]
            assert said[0] == ""
            assert said[1].startswith("«?» — не код стола.")
            assert len(set(said[2:6])) == 1
            assert said[5] != said[6] == said[-1]
            assert at.hosted.journal.wrong == [1, 2, 3, 4]
            assert eve.of(messages.TableFound) == []
            assert at.hosted.door.tries.remaining_wait(LOOPBACK) > 0

    async def test_who_has_not_shown_the_code_can_do_nothing_else(self):
        async with kitchen() as at:
            eve = await Phone("Eve", at.port, NO_SECRET).come()
            await until(lambda: bool(eve.of(messages.CodeAsked)))
            await eve.send(messages.Language("ru"))
            await until(lambda: eve.of(messages.CodeAsked)[-1].said.startswith("Введите"))
            await eve.send(messages.Sit("Eve"))
            await asyncio.wait_for(eve.connection.wait_closed(), 30)
            assert not at.hosted.table.lobby.people

    async def test_a_phone_of_a_table_that_was_closed_is_no_stranger(self):
        async with kitchen() as before:
            old = before.secret
        async with kitchen() as at:
            eve = await Phone("Eve", at.port, old).come()
            await until(lambda: bool(eve.of(messages.Gone)))
            gone = eve.of(messages.Gone)[0]
            assert (gone.said, gone.again) == ("The host has closed the table.", False)
            assert at.journal.wrong == []

    async def test_a_new_code_ends_the_old_link_for_newcomers_only(self):
        async with kitchen() as at:
            anna, old = await at.guest("Anna"), at.secret
            door = await Phone("", at.port, old).come()
            await until(lambda: len(door.of(messages.Door)) == 2)
            at.phones.renew_link()
            assert at.secret != old
            assert at.phones.shown.url.endswith(at.secret)
            await until(lambda: bool(door.of(messages.CodeAsked)))
            assert "new code" in door.of(messages.CodeAsked)[0].wrong
            await door.send(messages.Sit("Eve"))
            await asyncio.wait_for(door.connection.wait_closed(), 30)
            eve = await Phone("Eve", at.port, old).come()
            await until(lambda: bool(eve.of(messages.CodeAsked)))
            assert eve.of(messages.Door) == []
            assert at.journal.wrong == []  # An old link is no guess of a stranger.
            assert anna.of(messages.Gone) == []
            await anna.reload()
            await anna.until(lambda screen: screen.stage == "lobby")
            assert [one.name for one in at.hosted.table.lobby.people] == ["Anna"]
            boris = await at.guest("Boris")
            assert boris.of(messages.CodeAsked) == []

    async def test_who_watches_stays_after_a_new_code_and_needs_it_for_a_chair(self):
        async with kitchen() as at:
            eve = at.phone("Eve")
            eve.watches = True
            await (await eve.come()).until(lambda screen: screen.stage == "lobby")
            at.phones.renew_link()
            await eve.send(messages.Sit("Eve"))
            await until(lambda: bool(eve.of(messages.CodeAsked)))
            assert not at.hosted.table.lobby.people

    async def test_the_right_one_is_still_let_in_after_many_wrong_ones(self):
        async with kitchen() as at:
            for number in range(30):
                await Phone("Eve", at.port, f"{number:032x}").come()
            phone = await at.phone("Anna").come()
            await phone.until(lambda screen: screen.stage == "lobby")

    async def test_a_guessed_chair_is_asked_for_a_name(self):
        async with kitchen() as at:
            anna = await at.guest()
            eve = at.phone("Eve", plays=False)
            eve.chair = "f" * 32
            await eve.come()
            await until(lambda: bool(eve.of(messages.Seated)))
            assert eve.of(messages.Door)
            assert eve.chair not in ("f" * 32, anna.chair)

    async def test_a_name_that_is_taken_is_said_to_be(self):
        async with kitchen() as at:
            await (await at.phone("Anna", plays=False).come()).until(lambda _: True)
            other = await at.phone("anna", plays=False).come()
            await until(lambda: len(other.of(messages.Door)) == 2)
            assert "has that name already" in other.of(messages.Door)[1].wrong
            await other.send(messages.Sit("Boris"))
            await other.until(lambda screen: screen.stage == "lobby")


class TestNonsense:
    @pytest.mark.parametrize(
        "frame",
        [
            "",
            "{}",
            "[]",
            "null",
            '{"type":"sit","name":"Eve"}',
            b'{"type":"pong"}',
            '{"type":"hello","table":"x"}',
            "x" * (LONGEST_FROM_PHONE + 1),
            "[" * 4000,
        ],
    )
    async def test_who_does_not_say_hello_is_cut_off(self, frame):
        async with kitchen() as at:
            eve = await at.phone("Eve").come()
            await eve.close()
            before = len(at.hosted.table.lobby.people)
            eve.connection = await server_connection(at)
            await eve.say(frame)
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(eve.connection.recv(), 30)
            assert len(at.hosted.table.lobby.people) == before

    async def test_a_flood_ends_the_one_who_floods(self):
        async with kitchen() as at:
            anna = await at.guest()
            eve = await at.guest("Eve")
            for _ in range(300):
                await eve.send(messages.Ready(False))
            await asyncio.wait_for(eve.connection.wait_closed(), 30)
            await anna.send(messages.Ready(True))
            await anna.until(lambda screen: screen.lobby is not None and screen.lobby.ready)

    async def test_a_flood_of_pings_ends_the_one_who_floods(self):
        async with kitchen() as at:
            eve = await at.guest("Eve")
            with suppress(ConnectionClosed):
                for _ in range(300):
                    await eve.connection.ping()
            await asyncio.wait_for(eve.connection.wait_closed(), 30)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("game", "deals", "count"),
        [("damn", 3, 400), pytest.param("rank", 10, 5_000, marks=pytest.mark.long)],
    )
    async def test_a_match_goes_on_whatever_somebody_says(self, game, deals, count, monkeypatch):
        valid = [
            messages.Sit("Eve"),
            messages.Language("ru"),
            messages.Ready(True),
            messages.AnswerAsked(3, 0),
            messages.TakeOffer(3, 0, 0),
            messages.Ahead(),
            *(messages.Show(what) for what in ("sheet", "last", "rules", "hint", "")),
            messages.Say("thanks"),
            messages.StandIn(True),
            messages.Pong(),
        ]
        faults = []
        for module in (server, link):
            monkeypatch.setattr(module, "keep_error", faults.append)
        chance = random.Random(5)
        lines = FROM_GUESTS + tuple(frame_of(one).encode() + b"\n" for one in valid)
        nonsense = Nonsense(chance, lines, LONGEST_FROM_PHONE)
        async with kitchen(request(game, options={"deals": deals}, again=True)) as at:
            friends = [await at.phone(name).come() for name in ("Anna", "Boris")]
            eve = await at.phone("Eve").come()
            await eve.until(lambda screen: screen.stage == "table")
            for number in range(count):
                line = nonsense.line().rstrip(b"\n")
                await eve.say(line if number % 9 == 0 else line.decode("utf-8", "replace"))
                await asyncio.sleep(0)
                if eve.connection.close_code is not None:
                    await eve.reload()
                    # She plays, unless she has just left.
                    await until(lambda: eve.screen or eve.connection.close_code is not None)
            await eve.reload()
            for friend in friends:
                await friend.until(lambda screen: screen.stage == "result")
        assert faults == []

    async def test_pages_that_say_nothing_make_room(self, monkeypatch):
        monkeypatch.setattr(server, "MOST_FROM_ONE", 6)
        monkeypatch.setattr(server, "MOST_CONNECTIONS", 10)
        async with kitchen() as at:
            silent = [await asyncio.open_connection(LOOPBACK, at.port) for _ in range(30)]
            anna = await at.phone("Anna").come()
            await anna.until(lambda screen: screen.stage == "lobby")
            for _, writer in silent:
                writer.close()

    @pytest.mark.parametrize(
        "sent_bytes", [b"", b"GET / HT", b"GET /socket HTTP/1.1\r\nHost: x\r\n"]
    )
    async def test_half_a_request_is_not_waited_for(self, monkeypatch, sent_bytes):
        monkeypatch.setattr(server, "GREET_S", 0.05)
        async with kitchen() as at:
            reader, writer = await asyncio.open_connection(LOOPBACK, at.port)
            writer.write(sent_bytes)
            with suppress(ConnectionError):
                assert b" 200 " not in await asyncio.wait_for(reader.read(), 30)
            writer.close()

    async def test_a_socket_without_a_word_is_not_waited_for(self, monkeypatch):
        monkeypatch.setattr(server, "GREET_S", 0.2)
        async with kitchen() as at:
            silent = await server_connection(at)
            await asyncio.wait_for(silent.wait_closed(), 30)

    async def test_a_phone_that_takes_nothing_is_cut_off(self, monkeypatch):
        monkeypatch.setattr(server, "MOST_WAITING", 3000)
        async with kitchen() as at:
            anna = await at.guest()
            (page,) = at.phones._pages
            for _ in range(100):
                page.send(messages.Spoken("Boris", "x" * 100))
            await asyncio.wait_for(anna.connection.wait_closed(), 30)
            await anna.reload()
            await anna.until(lambda screen: screen.stage == "lobby")

    async def test_who_has_shown_the_link_stays_beside_strangers_of_many_addresses(
        self, monkeypatch
    ):
        monkeypatch.setattr(server, "MOST_CONNECTIONS", 12)
        async with kitchen() as at:
            waiting = [await at.phone(f"Friend{number}", plays=False).come() for number in range(5)]
            for one in waiting:
                await until(lambda one=one: bool(one.of(messages.Door)))
            silent = [
                await asyncio.open_connection(LOOPBACK, at.port, local_addr=(f"127.0.1.{n}", 0))
                for n in range(1, 201)
            ]
            late = await at.phone("Late", plays=False).come()
            await until(lambda: bool(late.of(messages.Door)))
            assert [one.connection.close_code for one in (*waiting, late)] == [None] * 6
            for _, writer in silent:
                writer.close()

    @pytest.mark.parametrize("name", ["Ida\x07", "\u202eIda", "Ida\x00", "\x00", "\n"])
    async def test_a_name_with_unseen_signs_is_answered_at_the_door(self, name):
        async with kitchen() as at:
            page = at.phone(name, plays=False)
            page.tab = "tab"
            await page.come()
            answered = (messages.Seated, messages.Door)
            await until(lambda: len([*page.of(answered[0]), *page.of(answered[1])]) == 2)
            assert page.connection.close_code is None
            seated = [one.name for one in page.of(messages.Seated)]
            assert seated == (["Ida"] if "Ida" in name else [])
            assert seated or page.of(messages.Door)[-1].wrong

    async def test_pages_without_a_chair_make_room(self, monkeypatch):
        monkeypatch.setattr(server, "MOST_FROM_ONE", 6)
        monkeypatch.setattr(server, "MOST_CONNECTIONS", 10)
        async with kitchen() as at:
            hello = frame_of(messages.Hello(at.secret, "", "en", "tab", take=False))
            waiting = []
            for _ in range(12):
                waiting.append(await server_connection(at))
                await waiting[-1].send(hello)
                await waiting[-1].recv()
            anna = await at.phone("Anna").come()
            await anna.until(lambda screen: screen.stage == "lobby")
            for one in waiting:
                await one.close()

    async def test_who_is_silent_is_cut_off_and_keeps_the_chair(self):
        async with kitchen() as at:
            anna = await at.guest()
            at.phones._server.look(asyncio.get_running_loop().time() + 100)
            await asyncio.wait_for(anna.connection.wait_closed(), 30)
            await until(lambda: at.hosted.table.lobby.people[0].visitor is None)
            assert at.hosted.table.lobby.people[0].name == "Anna"
            await anna.reload()
            await anna.until(lambda screen: screen.stage == "lobby")
            assert not json.loads(anna.frames[-1]).get("wrong")


async def server_connection(at):
    return await connect(
        f"ws://{LOOPBACK}:{at.port}/socket",
        origin=f"http://{LOOPBACK}:{at.port}",
        compression=None,
        proxy=None,
    )
