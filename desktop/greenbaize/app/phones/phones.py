"""The phones of a table: switched on and off, admitted by the table's secret, given chairs."""

import asyncio
import hmac
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any, Final

from msgspec.structs import replace

from greenbaize.app.network.host_journal import HostJournal
from greenbaize.app.network.hosting import HostedTable
from greenbaize.app.network.lobby import LobbyChair
from greenbaize.app.network.session import rejection_message
from greenbaize.app.nicknames import look_alike
from greenbaize.app.phones import labels, messages
from greenbaize.app.phones.link import CLOSED, PhoneLink, closed_message
from greenbaize.app.phones.messages import (
    Code,
    CodeAsked,
    FromPhone,
    Gone,
    Hello,
    Language,
    Leave,
    Ping,
    Sit,
    TableFound,
    Taken,
    Watch,
)
from greenbaize.app.phones.phone_tables import PhoneTables
from greenbaize.app.phones.screen import FreeChairs
from greenbaize.app.phones.server import PagePort, PhoneServer, page_files
from greenbaize.app.phones.shown import ChairRequest, PhonesShown
from greenbaize.lan.address import address_text
from greenbaize.lan.client import RejectedError
from greenbaize.lan.interfaces import is_near, is_scoped, own_addresses
from greenbaize.lan.lines import Lines, memory_lines
from greenbaize.lan.pairing import new_secret, secret_hash
from greenbaize.lan.server import Pace, RefusedError, TableServer
from greenbaize.lan.table_code import code_of, plain_code
from greenbaize.lan.wire import LONGEST_FROM_HOST
from greenbaize.rules.errors import GameError, UsageError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.words.catalogue import speaking
from greenbaize.words.names import set_apart, shown_name
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title

USUAL_PORT: Final = 8410
"""The first port to try: a browser finds its stored name and settings only at the same port."""
NO_SECRET: Final = "0" * 32
"""The secret sent by a page opened without one; it is asked for the code."""
LINK_ENDED: Final = Message("phone-link-ended")
MOST_REQUESTS: Final = 5
"""The number of requests for absent players' chairs allowed at once."""
REQUEST_S: Final = 10.0
"""The interval after which another such request is allowed (s)."""
LOOK_S: Final = 0.1
PROBE_S: Final = 0.7
"""The time for a page to respond when another one wants its seat (s)."""


@dataclass(slots=True)
class _AtDoor:
    """A page without a chair, and what it has sent."""

    hello: Hello
    language: str
    may_enter: bool = True
    """True if it has sent the secret of the table."""
    watching: PhoneLink | None = None
    """The session by which it watches the table."""
    request: ChairRequest | None = None
    """Its request for a chair."""


def home_addresses() -> list[str]:
    """Return the addresses of this computer for phones at home, the most likely first.

    IPv6 link-local addresses need a scope, which no browser accepts.
    """
    return [one for one in own_addresses() if is_near(one) and not is_scoped(one)]


class Phones:
    """The phones of an open table, in the thread of its event loop.

    ``on_change`` is called with each new state to be shown. ``switch_on`` and ``switch_off`` may be
    called at any time. Phones that were on when the host was ended are switched on again by
    ``resume_service``.
    """

    def __init__(
        self, table: HostedTable, door: TableServer, journal: HostJournal, address: str = ""
    ) -> None:
        self.changed: Callable[[PhonesShown], object] = lambda _: None
        self._table, self._door, self._journal, self._address = table, door, journal, address
        self._fingerprint = journal.keys.fingerprint
        self._server: PhoneServer | None = None
        self._secret = ""
        self._former: set[str] = set()
        """The secrets of links that were replaced by a new code of the table."""
        self._port = 0
        self._links: dict[str, PhoneLink] = {}
        """By the hashes of their guests' secrets."""
        self._pages: dict[PagePort, PhoneLink | _AtDoor] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._tables = PhoneTables(folders.phone_tables())
        self._wrong = 0
        self._telling = Pace(3, 60.0)
        self._requests = 0
        self._asking = Pace(MOST_REQUESTS, REQUEST_S)
        self._switching = asyncio.Lock()
        self._screen: int | None = None
        """The number of lines shown by the screen at the table; None without a screen."""

    @property
    def shown(self) -> PhonesShown:
        if self._server is None:
            return PhonesShown()
        urls = tuple(
            f"http://{address_text(one, self._server.port)}/#{self._secret}"
            for one in self._addresses
        )
        links = self._links.values()
        names = [link.name for link in links if link.page is not None and link.name]
        pages = [at for at in self._pages.values() if isinstance(at, _AtDoor)]
        requests = tuple(
            at.request
            for at in pages
            if at.request is not None and self._find_away(at.request.name)
        )
        return PhonesShown(urls[0] if urls else "", urls, tuple(map(shown_name, names)), requests)

    @property
    def _addresses(self) -> list[str]:
        return [self._address] if self._address else home_addresses()

    async def resume(self) -> None:
        """Switch on if phones were on when the host of this match was ended."""
        if self._journal.keys.phones_port:
            await self.switch_on()

    async def switch_on(self) -> PhonesShown:
        """Admit phones; ``GameError`` if there is no free port, or no home network."""
        async with self._switching:
            if self._server is None:
                await self._open()
        self._tell()
        return self.shown

    async def _open(self) -> None:
        keys = self._journal.keys
        if not self._addresses:
            raise GameError(Message("phones-no-network"))
        self._secret = keys.phones or new_secret()
        self._tables.note_secret(self._secret)
        try:
            server = PhoneServer(self, page_files())
            await self._listen(server, keys.phones_port or self._port or USUAL_PORT)
        except OSError as error:
            reason = error.strerror or str(error)
            raise GameError(Message("phones-port", {"reason": reason})) from None
        self._server, self._port = server, server.port
        self._journal.keep_phones(self._secret, server.port)

    async def _listen(self, server: PhoneServer, port: int) -> None:
        try:
            await server.open(port, self._address)
        except OSError:
            await server.open(0, self._address)

    async def seen(self, limit: float) -> None:
        """Wait until all phones have shown what has happened, or for a maximum time (s)."""
        with suppress(TimeoutError):
            async with asyncio.timeout(limit):
                while any(link.rests for link in self._links.values()):
                    await asyncio.sleep(LOOK_S)

    async def switch_off(self) -> None:
        """Disconnect phones, which reconnect by themselves; their chairs are kept for a while."""
        async with self._switching:
            await self._close(Message("phones-off"), again=True)
            self._journal.keep_phones(self._secret, 0)
        self._tell()

    async def close(self) -> None:
        """Disconnect phones for good, as the table closes."""
        async with self._switching:
            await self._close(closed_message(playing=self._table.playing))

    async def _close(self, said: Message, *, again: bool = False) -> None:
        server, self._server = self._server, None
        if server is None:
            return
        for task in self._tasks:
            task.cancel()
        links, self._links = self._links, {}
        for link in links.values():
            link.end(said, again=again)
        for page in tuple(self._pages):
            page.finish()
        await server.close()

    def renew_link(self) -> None:
        """Replace the link for newcomers; phones that have a chair or watch stay.

        Pages without either are asked for the new code.
        """
        former = self._secret or self._journal.keys.phones
        if not former:
            return  # No phone has ever connected.
        self._former.add(former)
        self._secret = new_secret()
        self._tables.note_secret(self._secret)
        self._journal.keep_phones(self._secret, self._journal.keys.phones_port)
        for page, at in tuple(self._pages.items()):
            if isinstance(at, _AtDoor) and at.may_enter:
                at.may_enter = page.has_link = False
                at.request = None
                if at.watching is None:
                    self._ask_code(page, at, _said(LINK_ENDED, at.language))
        self._tell()

    @property
    def is_on(self) -> bool:
        """True if phones can connect."""
        return self._server is not None

    def refresh(self) -> None:
        if self._server is not None:
            self._tell()

    def _tell(self) -> None:
        self.changed(self.shown)

    def _connect(self, address: str) -> Lines:
        here, there = memory_lines(self._fingerprint, LONGEST_FROM_HOST)
        there.address = address
        self._keep(self._door.serve(there))
        return here

    def _keep(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # The handler behind the socket

    def greet(self, page: PagePort, hello: Hello) -> None:
        """Handle a page's greeting: give it its chair, the join form, or reject its secret."""
        page.has_link = self._server is not None and hmac.compare_digest(hello.table, self._secret)
        # The secret of a chair is also valid with an old link.
        link = None if self._server is None else self._link_of(page, hello.chair)
        at_door = _AtDoor(hello, hello.language, may_enter=page.has_link)
        if link is None and not page.has_link:
            if hello.table in self._former:
                self._ask_code(page, at_door, _said(LINK_ENDED, hello.language))
            elif hello.table == NO_SECRET:
                self._ask_code(page, at_door)
            else:
                self._turn_away(page, hello)
        elif link is None:
            self._pages[page] = at_door
            show = self._watch if hello.watch else self._show_door
            show(page, at_door)
        elif link.page is None or link.tab == hello.tab or hello.take:
            self._attach(page, link, hello)
        else:
            self._pages[page] = at_door
            self._keep(self._probe(page, link, hello))

    def _turn_away(self, page: PagePort, hello: Hello) -> None:
        """Reject a page of an unknown or a closed table."""
        said = CLOSED
        if not self._tables.has_secret(hello.table):
            said = Message("phone-wrong-link")
            self._wrong += 1
            if self._telling.allows(asyncio.get_running_loop().time()):
                self._journal.note_wrong_link(self._wrong)
        page.send(Gone(_said(said, hello.language), again=False))
        page.finish()

    def _ask_code(self, page: PagePort, at: _AtDoor, wrong: str = "") -> None:
        self._pages[page] = at
        with speaking(at.language):
            page.send(labels.words())
            page.send(CodeAsked(Speaker().say(Message("phone-code")), wrong))

    def _take_code(self, page: PagePort, at: _AtDoor, text: str) -> None:
        """Send the table's secret to a page with its code; attempts count as for guests."""
        why = Message("phone-code-wrong")
        try:
            self._door.check_code(plain_code(code_of(text)), page.address)
        except UsageError as error:
            why = error.message  # Not a code at all, so nothing was guessed.
        except RefusedError as error:
            if error.why == "slow":
                why = Message("phone-code-slow", {"wait": ceil(error.wait)})
        else:
            page.send(TableFound(self._secret))
            page.finish()
            return
        self._ask_code(page, at, _said(why, at.language))

    def _link_of(self, page: PagePort, chair: str) -> PhoneLink | None:
        """Return the session of a chair whose secret is known, if the chair is kept."""
        hashed = secret_hash(chair) if chair else ""
        kept = self._chair_of(hashed)
        if kept is None and (link := self._links.pop(hashed, None)) is not None:
            link.end(None)  # The chair was given up while the phone was away.
        if kept is None and chair and self._table.return_chair(chair):
            kept = self._chair_of(hashed)
        if kept is None:
            return None
        return self._links.get(hashed) or self._link(page, kept.name, chair)

    def _chair_of(self, hashed: str) -> LobbyChair | None:
        chairs = self._table.lobby.chairs
        return next((one for one in chairs if hashed and one.secret == hashed), None)

    def _link(self, page: PagePort, name: str, secret: str) -> PhoneLink:
        launcher = self._table.request.launcher
        link = PhoneLink(
            name, secret, partial(self._connect, page.address), launcher, self._on_ended
        )
        self._links[secret_hash(secret)] = link
        link.follow_screen(self._screen)
        return link

    def follow_screen(self, lines: int | None) -> None:
        """Let phones show no result before the screen at the table, if there is one."""
        self._screen = lines
        for link in tuple(self._links.values()):
            link.follow_screen(lines)

    def _attach(self, page: PagePort, link: PhoneLink, hello: Hello) -> None:
        self._pages[page] = link
        page.has_link = page.has_chair = True
        link.attach(page, hello, hello.language)
        self._tell()

    async def _probe(self, page: PagePort, link: PhoneLink, hello: Hello) -> None:
        """Give a page the seat of another one that no longer responds."""
        old, at_door = link.page, self._pages.get(page)
        since, answers = asyncio.get_running_loop().time(), False
        if old is not None:
            old.send(Ping())
            await asyncio.sleep(PROBE_S)
            answers = link.page is not old or old.heard > since
        if not isinstance(at_door, _AtDoor) or self._pages.get(page) is not at_door:
            return  # It is gone, or has taken another chair meanwhile.
        kept = self._link_of(page, hello.chair)
        if kept is None:
            self._show_way_in(page, at_door)
        elif answers and kept.page is not None:
            with speaking(hello.language):
                page.send(labels.words())
            own = hello.phone != "" and hello.phone == kept.phone
            said = Message("phone-taken-tab" if own else "phone-taken")
            page.send(Taken(_said(said, hello.language)))
        else:
            self._attach(page, kept, hello)

    def hear(self, page: PagePort, message: FromPhone) -> None:
        at = self._pages.get(page)
        if isinstance(at, PhoneLink):
            if at.page is page:
                at.hear(message)
        elif isinstance(at, _AtDoor) and at.watching is not None:
            self._hear_watching(page, at, at.watching, message)
        elif isinstance(at, _AtDoor):
            self._hear_at_door(page, at, message)

    def _hear_at_door(self, page: PagePort, at: _AtDoor, message: FromPhone) -> None:
        match message:
            case Language(language=language):
                at.language = language
                self._show_way_in(page, at)
            case Code(code=code) if not at.may_enter:
                self._take_code(page, at, code)
            case _ if not at.may_enter:
                page.finish()
            case Watch():
                self._watch(page, at)
            case Sit(name=name):
                try:
                    tidy, secret = self._table.give_chair(name)
                except RefusedError as error:
                    away = self._find_away(name) if error.why == "name" else None
                    if away is not None:
                        self._ask_keeper(page, at, away)
                        return
                    wrong = self._refusal(error.why)
                    self._show_door(page, at, _said(wrong, at.language))
                else:
                    self._attach(
                        page,
                        self._link(page, tidy, secret),
                        replace(at.hello, language=at.language),
                    )
            case Leave():
                page.finish()

    def _watch(self, page: PagePort, at: _AtDoor) -> None:
        """Show the table to a page without a chair, as to every spectator."""
        try:
            secret = self._table.lobby.expect_watcher()
        except RefusedError as error:
            said = rejection_message(RejectedError(error.why))
            self._show_door(page, at, _said(said, at.language))
        else:
            at.watching = self._link(page, "", secret)
            at.watching.chairs = self._free_chairs
            at.watching.attach(page, at.hello, at.language)

    def _hear_watching(
        self, page: PagePort, at: _AtDoor, link: PhoneLink, message: FromPhone
    ) -> None:
        match message:
            case Sit():
                self._end_watching(at)
                if at.may_enter:
                    self._hear_at_door(page, at, message)
                else:
                    self._ask_code(page, at, _said(LINK_ENDED, at.language))
            case Leave():
                self._end_watching(at)
                self._show_way_in(page, at)
            case _:
                if isinstance(message, Language):
                    at.language = message.language
                link.hear(message)

    def _end_watching(self, at: _AtDoor) -> None:
        link, at.watching = at.watching, None
        if link is not None:
            self._on_ended(link)
            link.page = None
            link.end(None)

    def _free_chairs(self) -> FreeChairs:
        return FreeChairs(len(self._table.free_chairs), self._table.frees_in_next_deal)

    def _refusal(self, why: str) -> Message:
        """Return the reason why nobody can sit down here."""
        if why in ("full", "next-deal"):
            return Message("phone-nobody-away" if self._away else f"phone-{why}")
        return rejection_message(RejectedError(why))

    def _show_way_in(self, page: PagePort, at: _AtDoor) -> None:
        show = self._show_door if at.may_enter else self._ask_code
        show(page, at)

    # A page loses its secret if its browser stores nothing, or if it was opened at another port.

    @property
    def _away(self) -> list[LobbyChair]:
        """The chairs of absent people, except that of the host."""
        people = self._table.lobby.people
        return [one for one in people if one.visitor is None and one.secret and not one.host]

    def _find_away(self, name: str) -> LobbyChair | None:
        return next((one for one in self._away if look_alike(name, one.name)), None)

    def _ask_keeper(self, page: PagePort, at: _AtDoor, chair: LobbyChair) -> None:
        """Ask the table's keeper to decide on a page's request for an absent player's chair."""
        if at.request is None or at.request.name != chair.name:
            if not self._asking.allows(asyncio.get_running_loop().time()):
                wrong = Message("table-denied-too-fast")
                self._show_door(page, at, _said(wrong, at.language))
                return
            self._requests += 1
            at.request = ChairRequest(self._requests, chair.name)
        self._show_door(page, at)
        self._tell()

    def give_chair_back(self, number: int) -> bool:
        """Give a page the chair it has requested; return True if the request was still open."""
        waiting = (
            (page, at, at.request)
            for page, at in self._pages.items()
            if isinstance(at, _AtDoor) and at.request is not None and at.request.number == number
        )
        page, at, request = next(waiting, (None, None, None))
        if page is None or at is None or request is None or not at.may_enter:
            return False
        at.request = None
        chair = self._find_away(request.name)
        if chair is None:  # Its owner has come back.
            self._show_door(page, at, _said(self._refusal("name"), at.language))
            self._tell()
            return False
        self._end_watching(at)
        old = self._links.pop(chair.secret, None)
        if old is not None:
            old.end(None)
        link = self._link(page, chair.name, self._table.reissue_chair(chair))
        self._attach(page, link, replace(at.hello, language=at.language))
        return True

    def _show_door(self, page: PagePort, at: _AtDoor, wrong: str = "") -> None:
        request, chairs = self._table.request, self._free_chairs()
        back = not chairs.free and bool(self._away)
        with speaking(at.language):
            said = chairs.said if at.request is None else _waiting_words(at.request)
            if back and at.request is None:
                said = f"{said} {Speaker().say(Message('phone-back'))}"
            page.send(labels.words())
            page.send(
                messages.Door(
                    table=shown_name(request.name),
                    game=game_title(request.game),
                    said=said,
                    free=chairs.free,
                    wrong=wrong,
                    watch=not chairs.free or self._table.playing,
                    back=back,
                    waits=at.request is not None,
                )
            )

    def leave(self, page: PagePort) -> None:
        at = self._pages.pop(page, None)
        if isinstance(at, PhoneLink):
            at.detach(page)
            self._tell()
        elif at is not None:
            self._end_watching(at)
            if at.request is not None:
                self._tell()

    def _on_ended(self, link: PhoneLink) -> None:
        self._links.pop(secret_hash(link.secret), None)
        self._tell()


def _waiting_words(request: ChairRequest) -> str:
    name = set_apart(shown_name(request.name))
    return Speaker().say(Message("phone-waits", {"name": name, "number": request.number}))


def _said(message: Message, language: str) -> str:
    with speaking(language):
        return Speaker().say(message)
