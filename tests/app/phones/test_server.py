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

from app.phones.fake_phones import LOOPBACK, FakePhone, open_phone_table
from greenbaize.app.avatars import AVATAR_COLOURS, AVATAR_HEADS
from greenbaize.app.phones import messages, phone_session, server
from greenbaize.app.phones.messages import MAX_PHONE_FRAME_BYTES, encode_frame
from greenbaize.app.phones.phone_service import UNKNOWN_SECRET
from greenbaize.app.phones.server import is_own_host, load_page_files
from greenbaize.resources import resources_folder
from lan.fuzzing import GUEST_MESSAGES, NonsenseGenerator
from lan.random_guests import make_table_setup, wait_until


async def request_path(phone_table, path, method="GET", **headers):
    """Send an HTTP request. Return the status, the headers and the body."""
    reader, writer = await asyncio.open_connection(LOOPBACK, phone_table.port)
    lines = {"Host": f"{LOOPBACK}:{phone_table.port}", **headers}
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items())
    writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode())
    answer = b""
    with suppress(ConnectionError):
        answer = await asyncio.wait_for(reader.read(), 30)
    writer.close()
    head_text, _, body = answer.partition(b"\r\n\r\n")
    status, *header_lines = head_text.decode().split("\r\n")
    headers_by_name = dict(line.split(": ", 1) for line in header_lines)
    return int(status.split()[1]) if status else 0, headers_by_name, body


def make_upgrade_headers(**headers):
    return {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec_WebSocket_Version": "13",
        **headers,
    }


async def test_screens_are_sent_without_delay():
    async with open_phone_table() as phone_table:
        page = await connect_to_server(phone_table)
        (connection,) = phone_table.phones._phone_server._addresses
        server_socket = connection.transport.get_extra_info("socket")
        assert server_socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        await page.close()


class TestPage:
    async def test_the_page_is_served_and_loads_nothing_from_elsewhere(self):
        async with open_phone_table() as phone_table:
            status, headers, body = await request_path(phone_table, "/")
            assert (status, body) == (
                200,
                (resources_folder() / "phone" / "index.html").read_bytes(),
            )
            policy = headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
            assert f"connect-src 'self' ws://{LOOPBACK}:{phone_table.port};" in policy
            assert "unsafe" not in policy
            assert "*" not in policy
            assert headers["Cache-Control"] == "no-cache"
            assert headers["Referrer-Policy"] == "no-referrer"

    async def test_files_are_compressed_where_supported(self):
        async with open_phone_table() as phone_table:
            status, headers, body = await request_path(
                phone_table, "/phone.css", Accept_Encoding="gzip, deflate"
            )
            assert headers["Content-Encoding"] == "gzip"
            assert (
                gzip.decompress(body) == (resources_folder() / "phone" / "phone.css").read_bytes()
            )
            status, headers, body = await request_path(
                phone_table, "/phone.css", If_None_Match=headers["ETag"]
            )
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
        async with open_phone_table() as phone_table:
            status, _, body = await request_path(phone_table, path)
            assert status in (400, 404)
            assert body in (b"404 Not Found\n", body if status == 400 else b"")

    def test_only_the_page_and_pictures_are_served(self):
        page_paths = {f"/{path.name}" for path in (resources_folder() / "phone").iterdir()}
        card_paths = {f"/cards/{rank}{suit}.svg" for rank in "JQK" for suit in "CDHS"}
        avatar_paths = {
            f"/faces/{head}-{colour}.svg" for head in AVATAR_HEADS for colour in AVATAR_COLOURS
        }
        assert set(load_page_files()) == page_paths | card_paths | avatar_paths | {
            "/cards/XR.svg",
            "/cards/XB.svg",
            "/",
        }

    @pytest.mark.parametrize("method", ["POST", "PUT", "HEAD", "get", "OPTIONS"])
    async def test_only_get_requests_are_allowed(self, method):
        async with open_phone_table() as phone_table:
            status, _, _ = await request_path(phone_table, "/", method)
            assert status == 405

    async def test_a_repeated_host_header_is_refused(self):
        async with open_phone_table() as phone_table:
            host = f"{LOOPBACK}:{phone_table.port}\r\nHost: evil.example"
            assert (await request_path(phone_table, "/", Host=host))[0] == 421


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
    async def test_foreign_host_names_are_refused(self, host):
        async with open_phone_table() as phone_table:
            status, _, body = await request_path(
                phone_table, "/", Host=host.format(port=phone_table.port)
            )
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
    async def test_a_foreign_origin_is_refused(self, origin):
        async with open_phone_table() as phone_table:
            origin_header = (
                {} if origin is None else {"Origin": origin.format(port=phone_table.port)}
            )
            status, _, _ = await request_path(
                phone_table, "/socket", **make_upgrade_headers(**origin_header)
            )
            assert status == 403

    async def test_the_own_page_and_localhost_are_accepted(self):
        async with open_phone_table() as phone_table:
            await phone_table.join_lobby()
            assert (await request_path(phone_table, "/", Host=f"localhost:{phone_table.port}"))[
                0
            ] == 200

    async def test_the_socket_path_is_no_page(self):
        async with open_phone_table() as phone_table:
            own_origin = f"http://{LOOPBACK}:{phone_table.port}"
            assert (await request_path(phone_table, "/socket", Origin=own_origin))[0] == 426
            assert (
                await request_path(phone_table, "/", **make_upgrade_headers(Origin=own_origin))
            )[0] == 404

    def test_a_request_names_the_address_it_came_to(self):
        assert is_own_host("192.168.1.5:80", ("::ffff:192.168.1.5", 80, 0, 0))
        assert is_own_host("[fd00::1]:80", ("fd00:0::1", 80, 0, 0))
        assert not is_own_host("localhost:80", ("192.168.1.5", 80))
        assert not is_own_host("192.168.1.5:80", None)

    async def test_requests_from_far_away_get_no_answer(self, monkeypatch):
        monkeypatch.setattr(server, "is_nearby_address", lambda _: False)
        async with open_phone_table() as phone_table:
            assert await request_path(phone_table, "/") == (0, {}, b"")


class TestSecret:
    async def test_a_wrong_secret_is_counted_reported_and_refused(self):
        async with open_phone_table() as phone_table:
            for _ in range(5):
                phone = await FakePhone("Eve", phone_table.port, "f" * 32).connect_page()
                await wait_until(
                    lambda phone=phone: bool(phone.select_messages(messages.DisconnectMessage))
                )
                assert [type(message) for message in phone.received] == [messages.DisconnectMessage]
                assert not phone.select_messages(messages.DisconnectMessage)[0].again
            # Only the first few are reported, so that other notices stay visible.
            assert phone_table.table_files.wrong_link_counts == [1, 2, 3]

    async def test_a_guest_without_the_link_joins_by_the_code(self):
        async with open_phone_table() as phone_table:
            eve = await FakePhone("Eve", phone_table.port, UNKNOWN_SECRET).connect_page()
            await wait_until(lambda: bool(eve.select_messages(messages.CodeRequestMessage)))
            assert eve.select_messages(messages.JoinFormMessage) == []
            await eve.send_message(messages.TableCodeMessage(" abc def"))
            await wait_until(lambda: bool(eve.select_messages(messages.TableSecretMessage)))
            assert eve.select_messages(messages.TableSecretMessage)[0].table == phone_table.secret
            assert (
                phone_table.table_files.wrong_link_counts,
                phone_table.hosted.table_files.wrong_code_counts,
            ) == ([], [])

    async def test_an_invalid_code_is_no_guess_and_wrong_codes_have_to_wait(self):
        async with open_phone_table() as phone_table:
            eve = await FakePhone(
                "Eve", phone_table.port, UNKNOWN_SECRET, language="ru"
            ).connect_page()
            for number, code in enumerate(
                ("?", "AAAAAA", "AAAAAB", "AAAAAC", "AAAAAD", "ABCDEF"), 1
            ):
                await eve.send_message(messages.TableCodeMessage(code))
                await wait_until(
                    lambda number=number: (
                        len(eve.select_messages(messages.CodeRequestMessage)) == number + 1
                    )
                )
            wrong_texts = [
                message.wrong for message in eve.select_messages(messages.CodeRequestMessage)
            ]
            assert wrong_texts[0] == ""
            assert wrong_texts[1].startswith("«?» — не код стола.")
            assert len(set(wrong_texts[2:6])) == 1
            assert wrong_texts[5] != wrong_texts[6] == wrong_texts[-1]
            assert phone_table.hosted.table_files.wrong_code_counts == [1, 2, 3, 4]
            assert eve.select_messages(messages.TableSecretMessage) == []
            assert phone_table.hosted.server.attempt_limiter.remaining_wait(LOOPBACK) > 0

    async def test_without_the_code_nothing_else_is_allowed(self):
        async with open_phone_table() as phone_table:
            eve = await FakePhone("Eve", phone_table.port, UNKNOWN_SECRET).connect_page()
            await wait_until(lambda: bool(eve.select_messages(messages.CodeRequestMessage)))
            await eve.send_message(messages.LanguageMessage("ru"))
            await wait_until(
                lambda: eve.select_messages(messages.CodeRequestMessage)[-1].said.startswith(
                    "Введите"
                )
            )
            await eve.send_message(messages.PhoneJoinMessage("Eve"))
            await asyncio.wait_for(eve.connection.wait_closed(), 30)
            assert not phone_table.hosted.table.lobby.taken_chairs

    async def test_a_phone_of_a_closed_table_is_told_so(self):
        async with open_phone_table() as closed_table:
            old_secret = closed_table.secret
        async with open_phone_table() as phone_table:
            eve = await FakePhone("Eve", phone_table.port, old_secret).connect_page()
            await wait_until(lambda: bool(eve.select_messages(messages.DisconnectMessage)))
            gone_message = eve.select_messages(messages.DisconnectMessage)[0]
            assert (gone_message.said, gone_message.again) == (
                "The host has closed the table.",
                False,
            )
            assert phone_table.table_files.wrong_link_counts == []

    async def test_a_new_code_ends_the_old_link_for_newcomers_only(self):
        async with open_phone_table() as phone_table:
            anna, old_secret = await phone_table.join_lobby("Anna"), phone_table.secret
            newcomer = await FakePhone("", phone_table.port, old_secret).connect_page()
            await wait_until(lambda: len(newcomer.select_messages(messages.JoinFormMessage)) == 2)
            phone_table.phones.renew_link()
            assert phone_table.secret != old_secret
            assert phone_table.phones.state.url.endswith(phone_table.secret)
            await wait_until(lambda: bool(newcomer.select_messages(messages.CodeRequestMessage)))
            assert "new code" in newcomer.select_messages(messages.CodeRequestMessage)[0].wrong
            await newcomer.send_message(messages.PhoneJoinMessage("Eve"))
            await asyncio.wait_for(newcomer.connection.wait_closed(), 30)
            eve = await FakePhone("Eve", phone_table.port, old_secret).connect_page()
            await wait_until(lambda: bool(eve.select_messages(messages.CodeRequestMessage)))
            assert eve.select_messages(messages.JoinFormMessage) == []
            assert (
                phone_table.table_files.wrong_link_counts == []
            )  # An old link is no guess of a stranger.
            assert anna.select_messages(messages.DisconnectMessage) == []
            await anna.reload_page()
            await anna.wait_until(lambda screen: screen.stage == "lobby")
            assert [item.name for item in phone_table.hosted.table.lobby.taken_chairs] == ["Anna"]
            boris = await phone_table.join_lobby("Boris")
            assert boris.select_messages(messages.CodeRequestMessage) == []

    async def test_a_spectator_stays_after_a_new_code_and_needs_it_for_a_chair(self):
        async with open_phone_table() as phone_table:
            eve = phone_table.make_phone("Eve")
            eve.is_spectator = True
            await (await eve.connect_page()).wait_until(lambda screen: screen.stage == "lobby")
            phone_table.phones.renew_link()
            await eve.send_message(messages.PhoneJoinMessage("Eve"))
            await wait_until(lambda: bool(eve.select_messages(messages.CodeRequestMessage)))
            assert not phone_table.hosted.table.lobby.taken_chairs

    async def test_the_right_secret_works_after_many_wrong_ones(self):
        async with open_phone_table() as phone_table:
            for number in range(30):
                await FakePhone("Eve", phone_table.port, f"{number:032x}").connect_page()
            phone = await phone_table.make_phone("Anna").connect_page()
            await phone.wait_until(lambda screen: screen.stage == "lobby")

    async def test_an_unknown_chair_secret_gets_the_door(self):
        async with open_phone_table() as phone_table:
            anna = await phone_table.join_lobby()
            eve = phone_table.make_phone("Eve", plays_cards=False)
            eve.chair_secret = "f" * 32
            await eve.connect_page()
            await wait_until(lambda: bool(eve.select_messages(messages.ChairAssignedMessage)))
            assert eve.select_messages(messages.JoinFormMessage)
            assert eve.chair_secret not in ("f" * 32, anna.chair_secret)

    async def test_a_taken_name_is_refused_with_a_reason(self):
        async with open_phone_table() as phone_table:
            await (
                await phone_table.make_phone("Anna", plays_cards=False).connect_page()
            ).wait_until(lambda _: True)
            other_phone = await phone_table.make_phone("anna", plays_cards=False).connect_page()
            await wait_until(
                lambda: len(other_phone.select_messages(messages.JoinFormMessage)) == 2
            )
            assert (
                "has that name already"
                in other_phone.select_messages(messages.JoinFormMessage)[1].wrong
            )
            await other_phone.send_message(messages.PhoneJoinMessage("Boris"))
            await other_phone.wait_until(lambda screen: screen.stage == "lobby")


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
            "x" * (MAX_PHONE_FRAME_BYTES + 1),
            "[" * 4000,
        ],
    )
    async def test_a_page_that_sends_no_hello_is_disconnected(self, frame):
        async with open_phone_table() as phone_table:
            eve = await phone_table.make_phone("Eve").connect_page()
            await eve.close()
            count_before = len(phone_table.hosted.table.lobby.taken_chairs)
            eve.connection = await connect_to_server(phone_table)
            await eve.send_frame(frame)
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(eve.connection.recv(), 30)
            assert len(phone_table.hosted.table.lobby.taken_chairs) == count_before

    async def test_a_flood_of_messages_ends_the_connection(self):
        async with open_phone_table() as phone_table:
            anna = await phone_table.join_lobby()
            eve = await phone_table.join_lobby("Eve")
            for _ in range(300):
                await eve.send_message(messages.PhoneReadyMessage(False))
            await asyncio.wait_for(eve.connection.wait_closed(), 30)
            await anna.send_message(messages.PhoneReadyMessage(True))
            await anna.wait_until(lambda screen: screen.lobby is not None and screen.lobby.ready)

    async def test_a_flood_of_pings_ends_the_connection(self):
        async with open_phone_table() as phone_table:
            eve = await phone_table.join_lobby("Eve")
            with suppress(ConnectionClosed):
                for _ in range(300):
                    await eve.connection.ping()
            await asyncio.wait_for(eve.connection.wait_closed(), 30)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("game", "deals", "count"),
        [("damn", 1, 60), pytest.param("rank", 10, 5_000, marks=pytest.mark.long)],
    )
    async def test_a_match_continues_whatever_a_phone_sends(self, game, deals, count, monkeypatch):
        valid = [
            messages.PhoneJoinMessage("Eve"),
            messages.LanguageMessage("ru"),
            messages.PhoneReadyMessage(True),
            messages.AnswerQuestionMessage(3, 0),
            messages.AcceptOfferMessage(3, 0, 0),
            messages.AdvanceMessage(),
            *(
                messages.ShowSheetMessage(sheet_kind)
                for sheet_kind in ("sheet", "last", "rules", "hint", "")
            ),
            messages.QuickChatMessage("thanks"),
            messages.PhoneStandInMessage(True),
            messages.PhonePongMessage(),
        ]
        errors = []
        for module in (server, phone_session):
            monkeypatch.setattr(module, "log_exception", errors.append)
        random_source = random.Random(5)
        lines = GUEST_MESSAGES + tuple(encode_frame(message).encode() + b"\n" for message in valid)  # type: ignore[arg-type]
        nonsense = NonsenseGenerator(random_source, lines, MAX_PHONE_FRAME_BYTES)
        async with open_phone_table(
            make_table_setup(game, options={"deals": deals}, allows_further_matches=True)
        ) as phone_table:
            friends = [
                await phone_table.make_phone(name).connect_page() for name in ("Anna", "Boris")
            ]
            eve = await phone_table.make_phone("Eve").connect_page()
            await eve.wait_until(lambda screen: screen.stage == "table")
            for number in range(count):
                line = nonsense.generate_line().rstrip(b"\n")
                await eve.send_frame(line if number % 9 == 0 else line.decode("utf-8", "replace"))
                await asyncio.sleep(0)
                if eve.connection.close_code is not None:
                    await eve.reload_page()
                    # She plays, unless she has just left.
                    await eve.wait_until_shown_or_closed()
            await eve.reload_page()
            for friend in friends:
                await friend.wait_until(lambda screen: screen.stage == "result")
        assert errors == []

    async def test_silent_connections_make_room(self, monkeypatch):
        monkeypatch.setattr(server, "MAX_CONNECTIONS_PER_ADDRESS", 6)
        monkeypatch.setattr(server, "MAX_PHONE_CONNECTIONS", 10)
        async with open_phone_table() as phone_table:
            silent = [await asyncio.open_connection(LOOPBACK, phone_table.port) for _ in range(30)]
            anna = await phone_table.make_phone("Anna").connect_page()
            await anna.wait_until(lambda screen: screen.stage == "lobby")
            for _, writer in silent:
                writer.close()

    @pytest.mark.parametrize(
        "sent_bytes", [b"", b"GET / HT", b"GET /socket HTTP/1.1\r\nHost: x\r\n"]
    )
    async def test_a_partial_request_is_not_waited_for(self, monkeypatch, sent_bytes):
        monkeypatch.setattr(server, "TLS_HANDSHAKE_TIMEOUT_S", 0.05)
        async with open_phone_table() as phone_table:
            reader, writer = await asyncio.open_connection(LOOPBACK, phone_table.port)
            writer.write(sent_bytes)
            with suppress(ConnectionError):
                assert b" 200 " not in await asyncio.wait_for(reader.read(), 30)
            writer.close()

    async def test_a_silent_socket_is_not_waited_for(self, monkeypatch):
        monkeypatch.setattr(server, "TLS_HANDSHAKE_TIMEOUT_S", 0.2)
        async with open_phone_table() as phone_table:
            silent = await connect_to_server(phone_table)
            await asyncio.wait_for(silent.wait_closed(), 30)

    async def test_a_phone_that_receives_nothing_is_disconnected(self, monkeypatch):
        monkeypatch.setattr(server, "MAX_QUEUED_CHARACTERS", 3000)
        async with open_phone_table() as phone_table:
            anna = await phone_table.join_lobby()
            (page,) = phone_table.phones._pages
            for _ in range(100):
                page.send_message(messages.PhoneChatMessage("Boris", "x" * 100))
            await asyncio.wait_for(anna.connection.wait_closed(), 30)
            await anna.reload_page()
            await anna.wait_until(lambda screen: screen.stage == "lobby")

    async def test_a_guest_with_the_link_stays_beside_strangers_of_many_addresses(
        self, monkeypatch
    ):
        monkeypatch.setattr(server, "MAX_PHONE_CONNECTIONS", 12)
        async with open_phone_table() as phone_table:
            waiting_phones = [
                await phone_table.make_phone(f"Friend{number}", plays_cards=False).connect_page()
                for number in range(5)
            ]
            for phone in waiting_phones:
                await wait_until(
                    lambda phone=phone: bool(phone.select_messages(messages.JoinFormMessage))
                )
            silent = [
                await asyncio.open_connection(
                    LOOPBACK, phone_table.port, local_addr=(f"127.0.1.{n}", 0)
                )
                for n in range(1, 201)
            ]
            late_phone = await phone_table.make_phone("Late", plays_cards=False).connect_page()
            await wait_until(lambda: bool(late_phone.select_messages(messages.JoinFormMessage)))
            assert [phone.connection.close_code for phone in (*waiting_phones, late_phone)] == [
                None
            ] * 6
            for _, writer in silent:
                writer.close()

    @pytest.mark.parametrize("name", ["Ida\x07", "\u202eIda", "Ida\x00", "\x00", "\n"])
    async def test_a_name_with_invisible_characters_is_answered_at_the_door(self, name):
        async with open_phone_table() as phone_table:
            page = phone_table.make_phone(name, plays_cards=False)
            page.tab_id = "tab"
            await page.connect_page()
            answer_types = (messages.ChairAssignedMessage, messages.JoinFormMessage)
            await wait_until(
                lambda: (
                    len(
                        [
                            *page.select_messages(answer_types[0]),
                            *page.select_messages(answer_types[1]),
                        ]
                    )
                    == 2
                )
            )
            assert page.connection.close_code is None
            seated = [
                message.name for message in page.select_messages(messages.ChairAssignedMessage)
            ]
            assert seated == (["Ida"] if "Ida" in name else [])
            assert seated or page.select_messages(messages.JoinFormMessage)[-1].wrong

    async def test_pages_without_a_chair_make_room(self, monkeypatch):
        monkeypatch.setattr(server, "MAX_CONNECTIONS_PER_ADDRESS", 6)
        monkeypatch.setattr(server, "MAX_PHONE_CONNECTIONS", 10)
        async with open_phone_table() as phone_table:
            hello = encode_frame(
                messages.PhoneHelloMessage(phone_table.secret, "", "en", "tab", take=False)
            )
            waiting_connections = []
            for _ in range(12):
                waiting_connections.append(await connect_to_server(phone_table))
                await waiting_connections[-1].send(hello)
                await waiting_connections[-1].recv()
            anna = await phone_table.make_phone("Anna").connect_page()
            await anna.wait_until(lambda screen: screen.stage == "lobby")
            for connection in waiting_connections:
                await connection.close()

    async def test_a_silent_phone_is_disconnected_and_keeps_the_chair(self):
        async with open_phone_table() as phone_table:
            anna = await phone_table.join_lobby()
            phone_table.phones._phone_server.check_pages(asyncio.get_running_loop().time() + 100)
            await asyncio.wait_for(anna.connection.wait_closed(), 30)
            await wait_until(lambda: phone_table.hosted.table.lobby.taken_chairs[0].client is None)
            assert phone_table.hosted.table.lobby.taken_chairs[0].name == "Anna"
            await anna.reload_page()
            await anna.wait_until(lambda screen: screen.stage == "lobby")
            assert not json.loads(anna.frames[-1]).get("wrong")


async def connect_to_server(phone_table):
    return await connect(
        f"ws://{LOOPBACK}:{phone_table.port}/socket",
        origin=f"http://{LOOPBACK}:{phone_table.port}",  # type: ignore[arg-type]
        compression=None,
        proxy=None,
    )
