"""The screens of phones, built from what their seat was told.

All functions are pure; sentences are in the current language of the caller.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from msgspec.structs import replace

from greenbaize.app.advice.hint_words import HintWords, no_hint
from greenbaize.app.faces import COLOURS, HEADS, Head, Look, face_code
from greenbaize.app.network.table_words import (
    GATHERING,
    OPEN,
    PLAYING,
    QUICK_WORDS,
    chair_name,
    chair_texts,
    given_words,
    house_texts,
    keeps_table,
    names_text,
    state_text,
    waiting_back_words,
    waiting_words,
)
from greenbaize.app.phones.messages import (
    AskAnswer,
    AskPart,
    HandCard,
    LobbyPart,
    MayPart,
    OfferPart,
    PilePart,
    PlatePart,
    ResultPart,
    ResultRow,
    ScorePart,
    ScoreRow,
    Screen,
    Seat,
    SheetLine,
    SheetShown,
    TrickCard,
    TrumpPart,
    WatchPart,
)
from greenbaize.app.phones.turn_log import LoggedTurn
from greenbaize.app.tables.default_players import called
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.cards import Card, Suit
from greenbaize.games import GAMES
from greenbaize.lan.wire import ChairShown, LobbyShown
from greenbaize.match.player import Player
from greenbaize.rules.commands import OfCard, Ready
from greenbaize.rules.errors import OptionError
from greenbaize.rules.events import Dealt, Ended, Event, Scored, SeatGiven, TrickTaken
from greenbaize.rules.game import Answer, Game, Offer, Question
from greenbaize.rules.hands import Trick
from greenbaize.rules.holding import held
from greenbaize.rules.messages import Message
from greenbaize.rules.options import settled
from greenbaize.rules.pictures import Luck, Picture, Shape
from greenbaize.rules.places import tied
from greenbaize.rules.sheets import Kind, Row
from greenbaize.rules.things import Part, Thing
from greenbaize.rules.thinking import Weighed
from greenbaize.words.catalogue import spoken_language, suit_name, tr, tr_count
from greenbaize.words.choices import choices_of
from greenbaize.words.match_words import TableRule, partners_text, ring_text, table_rules
from greenbaize.words.names import set_apart, shown_name
from greenbaize.words.numbers import rank_text
from greenbaize.words.phrases import event_words, headline, made_words
from greenbaize.words.reports import Reports
from greenbaize.words.sheet_words import row_label, row_text
from greenbaize.words.speaker import Speaker, card_name
from greenbaize.words.spoken import CardWords, ended, together
from greenbaize.words.titles import cited, column_title, deal_line, game_title, number_text

SHOWN_OF_PILE: Final = 3
"""The number of pile cards shown, including the top one."""
WHERE: Final[dict[Offer, Literal["button", "hand", "card"]]] = {
    Offer.BUTTON: "button",
    Offer.HAND: "hand",
    Offer.CARD: "card",
}


class TakenTrick(NamedTuple):
    """A taken trick, with the view after it."""

    view: Any
    taker: int
    trick: Trick


class FreeChairs(NamedTuple):
    """The chairs a newcomer could take now, or in the next deal."""

    free: int
    next_deal: bool = False

    @property
    def said(self) -> str:
        """Return the number in a sentence."""
        if not self.free:
            return Speaker().say(Message("phone-next-deal" if self.next_deal else "phone-full"))
        said = tr_count("{count} chair is free.", "{count} chairs are free.", self.free)
        return said.format(count=self.free)


class Moment(NamedTuple):
    """The data from which a screen is built.

    ``player_view`` is the match as far as it has been shown; with ``is_behind`` more has happened
    since, so that nothing is asked yet. ``displayed_trick`` is a taken trick still displayed,
    ``last_trick`` the last one taken, ``latest_notice`` the last event with a notice.
    ``can_advance`` says that the viewer may skip it, and ``holds_up_match`` that the match waits
    for that. ``logged_turns`` are the last turns, in games without tricks. ``question_number``
    numbers the current question. ``changes`` describes changes of the table, and
    ``is_result_dismissed`` says that the viewer has seen the result. ``free_chairs`` are those a
    spectator could take.
    """

    lobby: LobbyShown
    place: PlayerView | None = None
    behind: bool = False
    lying: TakenTrick | None = None
    last: TakenTrick | None = None
    news: tuple[Event, Any] | None = None
    ahead: bool = False
    awaited: bool = False
    turns: Sequence[LoggedTurn] = ()
    asked: int = 0
    changes: str = ""
    left_result: bool = False
    chairs: FreeChairs | None = None


def screen_of(moment: Moment, number: int) -> Screen:
    """Return the screen for a context."""
    place, lobby = moment.place, moment.lobby
    if place is None:
        return _lobby_screen(moment, number)
    if place.over and not moment.behind:
        ready = lobby.you is not None and lobby.chairs[lobby.you].ready
        if lobby.stage != PLAYING and (ready or moment.left_result):
            return _lobby_screen(moment, number)
    return _TableScreen(moment, place).screen(number)


def _watch_part(moment: Moment) -> WatchPart | None:
    chairs = moment.chairs
    if chairs is None:
        return None
    return WatchPart(together(tr("You are watching."), chairs.said), chairs.free)


def _names_at(place: PlayerView) -> tuple[str, ...]:
    """Return the players' names in the current language."""
    return _names(place.header.sitters, spoken_language())


def speaker_at(place: PlayerView, *, aloud: bool = False) -> Speaker:
    """Return a speaker that addresses a view's seat in the current language."""
    return _speaker(_names_at(place), place.seat, aloud, spoken_language())


@lru_cache(maxsize=128)
def _speaker(names: tuple[str, ...], you: int | None, aloud: bool, language: str) -> Speaker:
    del language
    return Speaker(names, you, aloud=aloud)


@lru_cache(maxsize=64)
def _names(sitters: tuple[Player, ...], language: str) -> tuple[str, ...]:
    del language
    return called(sitters)


# The waiting room


def _lobby_screen(moment: Moment, number: int) -> Screen:
    lobby = moment.lobby
    return Screen(
        number=number,
        stage="lobby",
        title=game_title(lobby.game),
        words=shown_name(lobby.table),
        lobby=_lobby_part(lobby, moment.changes),
        may=MayPart(
            hint=False,
            last=False,
            sheet=False,
            words=_quick_words(),
            ring=GAMES[lobby.game].has_ring,
            end=_may_end(lobby),
            games=_other_games(lobby),
        ),
        watch=_watch_part(moment),
        you=-1 if lobby.you is None else lobby.you,
        seats=len(lobby.chairs),
    )


def _lobby_part(lobby: LobbyShown, changes: str = "") -> LobbyPart:
    you = lobby.you
    chairs = []
    for seat, chair in enumerate(lobby.chairs):
        notes = [text for text in chair_texts(lobby, seat) if seat != you or text != tr("you")]
        if chair.ready:
            notes.append(tr("ready"))
        name = chair_name(chair, lobby.bots)
        chairs.append(Seat(name, seat == you, chair.who, ", ".join(notes), _face_of(chair)))
    rules = [*unusual_options(lobby), *unusual_house(lobby)]
    return LobbyPart(
        said=" ".join(filter(None, (changes, state_text(lobby)))),
        chairs=chairs,
        rules=[*(rules or [tr("The usual rules")]), *_usual_deals(lobby)],
        ready=you is not None and lobby.chairs[you].ready,
        can_ready=you is not None and lobby.stage == GATHERING,
        arranged=lobby.arranged or 0,
    )


def _face_of(chair: ChairShown | None) -> str:
    """Return the code of a chair's face; empty where there is none."""
    if chair is None or chair.face not in HEADS or chair.colour not in COLOURS:
        return ""
    return face_code(Look(Head(chair.face), chair.colour))


def unusual_options(lobby: LobbyShown) -> list[str]:
    """Return sentences on partners and on options that differ from the default."""
    partners = partners_text(GAMES[lobby.game].sides(len(lobby.chairs)))
    said = [together(one.said, one.line) for one in _rules_of(lobby) if one.usual]
    return [partners, *said] if partners else said


def _usual_deals(lobby: LobbyShown) -> list[str]:
    """Return the default number of deals, unless it follows from the cards."""
    if any(option.key == "first" for option in GAMES[lobby.game].options):
        return []
    return [one.said for one in _rules_of(lobby) if one.key == "deals" and not one.usual]


def _rules_of(lobby: LobbyShown) -> tuple[TableRule, ...]:
    game, seats = GAMES[lobby.game], len(lobby.chairs)
    try:
        return table_rules(game.options, seats, settled(game.options, seats, lobby.options))
    except OptionError:
        return ()


def unusual_house(lobby: LobbyShown) -> list[str]:
    """Return sentences on the table's settings that differ from the default."""
    bots, clock, hints, hands = house_texts(lobby)
    open_chairs = any(one.who == OPEN for one in lobby.chairs)
    shown = ((bots, lobby.bots and open_chairs), (clock, lobby.clock), (hints, not lobby.hints))
    return [text for text, unusual in (*shown, (hands, lobby.hands)) if unusual]


def _again_part(moment: Moment) -> LobbyPart:
    """Return who is ready for another match, and what was changed, beside the result."""
    lobby = moment.lobby
    chairs = enumerate(lobby.chairs)
    ready = [one.name for seat, one in chairs if one.ready and one.is_guest and seat != lobby.you]
    said = [moment.changes]
    if ready:
        said.append(tr("Ready for another match: {names}").format(names=names_text(ready)))
    return replace(_lobby_part(lobby), said=" ".join(filter(None, said)))


def _quick_words() -> list[tuple[str, str]]:
    return [(code, tr(text)) for code, text in QUICK_WORDS.items()]


def _may_end(lobby: LobbyShown) -> bool:
    """Return True if the viewer keeps the table and a match is running."""
    return lobby.stage == PLAYING and keeps_table(lobby, hosting=False)


def _other_games(lobby: LobbyShown) -> list[tuple[str, str]]:
    """Return the games that the table's keeper may choose instead, by code and title."""
    if lobby.stage != GATHERING or not keeps_table(lobby, hosting=False):
        return []
    return [(code, game_title(code)) for code in GAMES if code != lobby.game]


# The table


class _TableScreen:
    """Builder of the screen of a table for a seat or a spectator."""

    def __init__(self, moment: Moment, place: PlayerView) -> None:
        self._moment, self._place, self._you = moment, place, place.seat
        self._game, self._view = place.game, place.view
        self._picture: Picture = self._game.picture(self._view)
        self._names = _names_at(place)
        self._shown = [shown_name(name) for name in self._names]
        self._speaker, self._aloud = speaker_at(place), speaker_at(place, aloud=True)
        self._question = None if moment.behind else place.question
        self._offers = () if moment.behind else place.offers
        self._asked = [] if self._question is None else self._answers(self._question)

    def screen(self, number: int) -> Screen:
        place, picture, moment = self._place, self._picture, self._moment
        over = place.over and not moment.behind
        deal = deal_line(picture) if picture.deal else []
        ask = self._ask()
        notices = map(self._say, picture.notices) if picture.deal else ()
        # Notices that the question contains are not repeated.
        new = [one for one in notices if ask is None or one not in ask.notes]
        return Screen(
            number=number,
            asked=moment.asked,
            stage="result" if over else "table",
            title=game_title(self._game.name),
            words=" · ".join((*deal, *new)),
            news=self._news(),
            lobby=_again_part(moment) if over else None,
            trump=self._trump(),
            plates=[self._plate(seat) for seat in range(len(picture.plates))],
            trick=self._trick(),
            pile=self._pile(),
            hand=self._hand(),
            ask=ask,
            offers=[self._offer(at, one) for at, one in enumerate(self._offers)],
            ahead=self._ahead(),
            wait=self._wait(),
            stand_in=self._you is not None and place.computer(self._you),
            may=self._may(),
            score=self._score(),
            result=self._result() if over else None,
            watch=_watch_part(moment),
            you=-1 if self._you is None else self._you,
            seats=len(picture.plates),
        )

    def _say(self, message: Message) -> str:
        return self._speaker.say(message)

    def _told(self, part: Part, number: int = 0) -> list[str]:
        told = self._game.tell_of(self._view, Thing(part, number), self._you)
        return [self._say(one) for one in told]

    def _news(self) -> str:
        news, lying = self._moment.news, self._moment.lying
        if self._score() is not None:
            return ""  # it is shown in a table
        if lying is not None:
            return self._say(Message("trick-taken", {"seat": lying.taker}))
        return "" if news is None else news_text(self._game, *news, self._speaker)

    def _trump(self) -> TrumpPart | None:
        picture, sign = self._picture, self._picture.sign
        if sign is None or not picture.deal:
            return None
        suits = [suit for level in sign.trumps for suit in level]
        if sign.suit is not None:
            suits = [sign.suit]
        told = together(*self._told(Part.SIGN)[:1], *self._told(Part.TRUMPS)[:1])
        name = told if told else together(self._aloud.say(sign.line), *map(suit_name, suits))
        turned = "" if picture.turned is None else picture.turned.code
        return TrumpPart(self._say(sign.line), name, [one.letter for one in suits], turned)

    def _plate(self, seat: int) -> PlatePart:
        picture = self._picture
        plate, hand = picture.plates[seat], picture.hands[seat]
        tally = plate.tally if plate.tally and plate.tally.shape is Shape.BARS else None
        lines = (None if tally else plate.line, plate.doing, plate.note)
        said, end = [self._say(one) for one in lines if one is not None], self._place.end
        away = self._is_away(seat)
        places = () if end is None else end.places
        mine = picture.sides[self._you] if picture.sides and self._you is not None else None
        return PlatePart(
            seat=seat,
            name=self._shown[seat],
            you=seat == self._you,
            turn=picture.turn == seat and self._moment.lying is None,
            dealer=picture.dealer == seat,
            computer=self._place.computer(seat),
            away=away,
            total="" if plate.total is None else number_text(plate.total),
            bid="" if tally is None else number_text(tally.due),
            taken="" if tally is None else number_text(tally.made),
            place=places[seat] if places else int(seat in picture.leaders),
            cards=hand.size,
            hand=[card.code for card in self._seen(seat)],
            trump="" if plate.trump is None else plate.trump.letter,
            partner=mine is not None and seat != self._you and picture.sides[seat] == mine,
            note=" · ".join([*said, tr("away")] if away else said),
            aloud=self._plate_words(seat),
            face=self._face(seat),
        )

    def _face(self, seat: int) -> str:
        """Return the face code of a player; chairs may have been swapped since."""
        lobby = self._moment.lobby
        if lobby.stage == PLAYING and seat < len(lobby.chairs):
            return _face_of(lobby.chairs[seat])
        name = self._place.header.sitters[seat].name
        return _face_of(next((one for one in lobby.chairs if one.name == name), None))

    def _plate_words(self, seat: int) -> str:
        told = self._game.tell_of(self._view, Thing(Part.PLATE, seat), self._you)
        said = [self._aloud.say(one) for one in told]
        if self._seen(seat):
            reports = Reports(self._game, self._names, self._you)
            said.append(reports.open_words(self._view, seat))
        if self._place.computer(seat):
            said.append(ended(tr("computer player").capitalize()))
        return together(*dict.fromkeys(said))

    def _seen(self, seat: int) -> list[Card]:
        """Return the visible cards of another seat, in hand order."""
        picture = self._picture
        if seat == self._you:
            return []
        exposed = picture.exposed[seat] if picture.exposed else ()
        return [*dict.fromkeys((*held(picture, seat), *exposed))]

    def _trick(self) -> list[TrickCard]:
        lying, picture = self._moment.lying, self._picture
        if lying is not None:
            story = self._game.explain_trick(lying.view, lying.trick)
            seats = lying.trick.seats(len(picture.plates))
            return [
                self._trick_card(
                    seat, card, [" ".join(map(self._say, why))], winning=seat == lying.taker
                )
                for seat, card, (_, why) in zip(seats, lying.trick.cards, story, strict=True)
            ]
        trick = picture.trick
        if trick is None:
            return []
        played = zip(trick.seats(len(picture.plates)), trick.cards, strict=True)
        return [
            self._trick_card(seat, card, self._told(Part.TRICK, at), winning=at == picture.winning)
            for at, (seat, card) in enumerate(played)
        ]

    @staticmethod
    def _trick_card(seat: int, card: Card, tags: list[str], *, winning: bool) -> TrickCard:
        return TrickCard(seat, card.code, winning, str(CardWords((card,))), tags)

    def _pile(self) -> PilePart | None:
        picture = self._picture
        if not picture.deal or (picture.pile is None and not picture.stock):
            return None
        text = together(*self._told(Part.STOCK)[:1])
        shown = (picture.pile or ())[-SHOWN_OF_PILE:]
        name = str(CardWords(shown[-1:])) if shown else ""
        told = self._told(Part.PILE) if shown else []
        return PilePart(text, [card.code for card in shown], name, told)

    # The viewer's hand, and the question

    def _hand(self) -> list[HandCard]:
        question, you = self._question, self._you
        if you is None:
            return []
        by_card = {one.card: one for one in self._asked if one.card}
        counts = {} if question is None else dict(question.counts)
        exposed = self._picture.exposed[you] if self._picture.exposed else ()
        cards = []
        for card in held(self._picture, you):
            answer = by_card.get(card.code)
            state: Literal["may", "not", "idle"] = "idle"
            if by_card:
                state = "may" if answer is not None and not answer.why else "not"
            cards.append(
                HandCard(
                    card=card.code,
                    name=str(CardWords((card,))),
                    state=state,
                    which=None if answer is None else answer.which,
                    note="" if answer is None else answer.note,
                    why="" if answer is None else answer.why,
                    breach="" if answer is None else answer.breach,
                    count=number_text(counts[card]) if card in counts else "",
                    open=card in exposed,
                )
            )
        unseen = HandCard("", tr("a card that you do not see"), "idle")
        return cards + [unseen] * self._picture.hands[you].unknown

    def _ask(self) -> AskPart | None:
        question = self._question
        if question is None:
            return None
        race = self._picture.race
        return AskPart(
            kind="card" if any(one.card for one in self._asked) else "choice",
            words=self._say(question.words),
            notes=[self._say(one) for one in question.notes],
            counts="" if race is None else " · ".join(map(self._say, race.words)),
            answers=self._asked,
        )

    def _offer(self, at: int, offer: Question) -> OfferPart:
        return OfferPart(
            offer=at,
            words=self._say(offer.words).replace("&", ""),
            where=WHERE[offer.offer or Offer.BUTTON],
            guidance="" if offer.guidance is None else self._say(offer.guidance),
            answers=self._answers(offer),
        )

    def _answers(self, question: Question) -> list[AskAnswer]:
        choices = choices_of(question, self._place.explain, self._speaker)
        return [
            self._answer(at, answer, choice.label, choice.forbidden)
            for at, (answer, choice) in enumerate(zip(question.answers, choices, strict=True))
        ]

    def _answer(self, at: int, answer: Answer, label: str, forbidden: str) -> AskAnswer:
        command = answer.command
        suit = command.label if isinstance(command.label, Suit) else None
        meant = () if forbidden else self._place.explain(command).sentences
        breach = answer.breach
        return AskAnswer(
            which=at,
            label=label if suit is None else suit_name(suit),
            name=self._aloud.say(command.said),
            card=command.card.code if isinstance(command, OfCard) else "",
            suit="" if suit is None else suit.letter,
            note=together(*map(self._say, meant)),
            why=forbidden,
            breach="" if breach is None or forbidden else self._say(breach),
        )

    # Waiting, and the result

    def _ahead(self) -> str:
        moment = self._moment
        waiting = waiting_words(moment.lobby) if moment.awaited else ""
        return " ".join(filter(None, (waiting, tr("Go on")))) if moment.ahead else ""

    def _wait(self) -> str:
        place, moment, picture = self._place, self._moment, self._picture
        if moment.ahead or self._question is not None or place.over:
            return ""
        if not moment.behind and self._game.open(self._view):
            ready = next((one for one in self._offers if one.kind == Ready.type), None)
            if ready is not None and ready.guidance is not None:
                return self._say(ready.guidance)
            reads = [seat for seat, one in enumerate(moment.lobby.chairs) if one.reads]
            names = names_text([self._shown[seat] for seat in reads if seat != self._you])
            said = tr("Waiting for {names}.").format(names=names)
            return said if names else tr("Waiting until everybody is ready")
        if picture.turn is None or picture.turn == self._you:
            return ""
        if self._is_away(picture.turn):
            return waiting_back_words([self._shown[picture.turn]])
        return " ".join(map(self._say, self._game.tell_turn(self._view)))

    def _is_away(self, seat: int) -> bool:
        lobby = self._moment.lobby
        chair = lobby.chairs[seat] if seat < len(lobby.chairs) else None
        return lobby.stage == PLAYING and chair is not None and chair.is_guest and not chair.here

    def _may(self) -> MayPart:
        return MayPart(
            hint=can_hint(self._place, self._question),
            last=self._moment.last is not None or bool(self._moment.turns),
            sheet=bool(self._picture.deal),
            words=_quick_words(),
            ring=self._game.has_ring,
            end=_may_end(self._moment.lobby),
            games=_other_games(self._moment.lobby),
            turns=self._picture.mover is not None,
        )

    def _score(self) -> ScorePart | None:
        """Return the scores of the deal just scored, while they are displayed."""
        news = self._moment.news
        if news is None or not self._moment.ahead:
            return None
        scored, view = news
        if not isinstance(scored, Scored):
            return None
        made, totals = self._game.made(scored, view), self._game.finals(view)
        luck = {Luck.GOOD: 1, Luck.BAD: -1, Luck.NEITHER: 0}
        rows = [
            ScoreRow(
                name=self._shown[seat],
                you=seat == self._you,
                made=self._say(one.words),
                total=self._say(total),
                luck=luck[one.luck],
            )
            for seat, (one, total) in enumerate(zip(made, totals, strict=True))
        ]
        return ScorePart(tr("Deal {deal}").format(deal=view.deal), rows)

    def _result(self) -> ResultPart | None:
        place, lobby = self._place, self._moment.lobby
        end = place.end
        if end is None:
            return None
        sides = self._game.sides(len(end.places))
        winners = list(end.winners)
        said = headline(winners, self._shown, self._you, together=not tied(end.places, 1, sides))
        worth = [self._say(one) for one in self._game.finals(self._view)]
        order = sorted(range(len(worth)), key=lambda seat: end.places[seat])
        swing = None if self._you is None else self._game.swing(self._view, self._you)
        told = "" if swing is None else self._say(swing)
        coin = self._say(Message("coin-flip")) if end.coin_flip else ""
        return ResultPart(
            said=together(said, coin, told) if coin or told else said,
            rows=[
                ResultRow(end.places[seat], self._shown[seat], seat == self._you, worth[seat])
                for seat in order
            ],
            again=tr("Play again") if lobby.stage == GATHERING and lobby.you is not None else "",
            won=self._you in winners,
        )


# Events


def has_news(game: Any, event: Event, view: Any) -> bool:
    """Return True if an event is shown in the notice line until the next one."""
    return isinstance(event, Dealt | Scored) or game.news(event, view) is not None


def news_text(game: Any, event: Event, view: Any, speaker: Speaker) -> str:
    """Return the notice line of an event that has one; ``view`` is after the event."""
    news = game.news(event, view)
    said = "" if news is None else speaker.say(news.message)
    match event:
        case Dealt():
            return together(said, *map(speaker.say, game.opening(view)))
        case Scored():
            return together(said, made_words(game, event, view, speaker, brief=True))
    return said


def notice_texts(place: PlayerView, event: Event) -> tuple[str, str]:
    """Return the written and the spoken text on an event that has just been shown."""
    names = _names_at(place)
    game, view = place.game, place.view
    if isinstance(event, SeatGiven):
        said = given_words(event, set_apart(shown_name(names[event.seat])))
        return said, said
    speaker, written = speaker_at(place), ""
    if isinstance(event, TrickTaken | Ended):
        written = event_words(game, event, view, speaker, brief=True)
    elif has_news(game, event, view):
        written = news_text(game, event, view, speaker)
    return written, event_words(game, event, view, speaker_at(place, aloud=True))


# Pages to read


def last_trick_sheet(place: PlayerView, taken: TakenTrick | None) -> SheetShown:
    """Return the last trick with the explanation of who took it."""
    title = tr("Why the trick went there")
    if taken is None:
        return SheetShown("last", title, lines=[SheetLine(tr("No trick has been taken yet."))])
    names = _names_at(place)
    shown = [shown_name(name) for name in names]
    speaker, aloud = speaker_at(place), speaker_at(place, aloud=True)
    lines = [
        SheetLine(
            text=f"{shown[seat]}: {' '.join(map(speaker.say, said))}",
            aloud=together(shown[seat], str(CardWords((card,))), *map(aloud.say, said)),
            card=card.code,
            best=seat == taken.taker,
        )
        for card, (seat, said) in zip(
            taken.trick.cards, place.game.explain_trick(taken.view, taken.trick), strict=True
        )
    ]
    brought = place.game.trick_brought(taken.view, taken.trick)
    end = (Message("trick-taken", {"seat": taken.taker}), *brought)
    last = SheetLine(" ".join(map(speaker.say, end)), together(*map(aloud.say, end)))
    return SheetShown("last", title, lines=[*lines, last])


def rules_sheet(place: PlayerView) -> SheetShown:
    """Return the current rules, the scoring, and this match's options."""
    speaker, aloud = speaker_at(place), speaker_at(place, aloud=True)
    at_hand = place.game.at_hand(place.view, place.seat)
    lines = []
    if at_hand.ring is not None:
        lines.append(SheetLine(ring_text(at_hand.ring)))
    lines += [
        SheetLine(_with_rule(one, speaker), aloud.say(one))
        for one in (*at_hand.now, *at_hand.counts)
    ]
    seats = len(place.header.sitters)
    rules = table_rules(place.game.options, seats, place.header.options)
    lines += [SheetLine(together(rule.said, rule.line)) for rule in rules if rule.usual]
    if not any(rule.usual for rule in rules):
        lines.append(SheetLine(tr("The usual rules")))
    return SheetShown("rules", tr("Rules of this table"), lines=lines)


def ring_sheet(game: Game[Any], view: Any, seat: int | None) -> SheetShown:
    """Return the ring of ranks, drawn and in words, with its current special cases."""
    ring = game.at_hand(view, seat).ring
    title = tr("Who beats whom")
    if ring is None:
        return SheetShown("ring", title)
    lines = [SheetLine(ring_text(ring)), *(SheetLine(Speaker().say(one)) for one in ring.now)]
    return SheetShown("ring", title, lines=lines, ring=[rank_text(one) for one in ring.marks])


def lobby_ring_sheet(lobby: LobbyShown) -> SheetShown:
    """Return the ring of a game before its first deal."""
    game, seats = GAMES[lobby.game], len(lobby.chairs)
    view = game.start(seats, settled(game.options, seats, lobby.options))
    return ring_sheet(game, replace(view, deal=1), None)


def last_turns_sheet(place: PlayerView, turns: Sequence[LoggedTurn]) -> SheetShown:
    """Return the last turns of the deal, latest first, with reasons for the viewer's own."""
    speaker, aloud = speaker_at(place), speaker_at(place, aloud=True)
    names = [tr("You") if at == place.seat else shown_name(one) for at, one in _numbered(place)]

    def text_of(turn: LoggedTurn, speaker: Speaker) -> str:
        done = [
            said if one.seat == turn.seat else f"({names[one.seat]} {said})"
            for one in turn.entries
            for said in (speaker.say(one.message),)
        ]
        said = f"{names[turn.seat]}: {' '.join(done)}"
        if turn.why is None or turn.seat != place.seat:
            return said
        return f"{said} – {speaker.say(turn.why)}"

    lines = [SheetLine(text_of(one, speaker), text_of(one, aloud)) for one in reversed(turns)]
    return SheetShown("last", tr("Last turns"), lines=lines)


def _numbered(place: PlayerView) -> Sequence[tuple[int, str]]:
    return tuple(enumerate(_names_at(place)))


def said_sheet(spoken: Sequence[tuple[str, str]]) -> SheetShown:
    """Return the chat messages, latest first: names and texts."""
    lines = [SheetLine(f"{name}: {text}") for name, text in reversed(spoken)]
    nothing = SheetLine(tr("Nobody has said anything yet."))
    return SheetShown("said", tr("What was said"), lines=lines or [nothing])


def _with_rule(message: Message, speaker: Speaker) -> str:
    said = ended(speaker.say(message))
    return f"{said} {cited(message.rule)}" if message.rule else said


def score_sheet(place: PlayerView) -> SheetShown:
    """Return the score sheet: a row per deal, a cell per player."""
    sheet = place.game.sheet(place.view)
    names = [shown_name(name) for name in _names_at(place)]
    heads = ", ".join(map(column_title, sheet.columns))
    side = list(map(column_title, sheet.side))

    def cells(row: Row) -> list[str]:
        own = [_cell(sheet.columns, row, seat, names) for seat in range(len(names))]
        more = [
            row_text(column, row, box, names)
            for column, box in zip(sheet.side, row.side, strict=False)
        ]
        return [row_label(row), *own, *more, *[""] * (len(side) - len(more))]

    rows = [row for row in sheet.all_rows if row.boxes]
    return SheetShown(
        what="sheet",
        title=tr("Score sheet"),
        columns=["", *names, *side],
        rows=[cells(row) for row in rows if row.kind is not Kind.RESULT],
        foot=[cells(row) for row in rows if row.kind is Kind.RESULT],
        lines=[SheetLine(heads)] if heads else [],
    )


def _cell(columns: Sequence[str], row: Row, seat: int, names: Sequence[str]) -> str:
    boxes = row.boxes[seat]
    if len(boxes) == 1 < len(columns):
        return row_text("", row, boxes[0], names)
    texts = (row_text(column, row, box, names) for column, box in zip(columns, boxes, strict=False))
    return "\t".join(text for text in texts if text)


def can_hint(place: PlayerView, question: Question | None) -> bool:
    """Return True if a hint can be given for the question."""
    game, view = place.game, place.view
    if question is None or not place.hints or game.open(view):
        return False
    return game.turn(view) == question.seat


def hint_sheet(place: PlayerView, choices: tuple[Weighed, ...] | None) -> SheetShown:
    """Return the adviser's recommendation; ``choices`` is None where there is none."""
    title = tr("Hint")
    if not choices:
        return SheetShown("hint", title, lines=[SheetLine(no_hint())])
    words = HintWords(place.game, place.view, choices)
    speaker = speaker_at(place)
    first, more = words.texts(speaker)
    lines = [SheetLine(text) for text in (first, more, words.figures_line()) if text]
    for choice in choices if words.worths() else ():
        command = choice.command
        card = command.card if isinstance(command, OfCard) else None
        named = card_name(card) if card is not None else speaker.say(command.said)
        lines.append(
            SheetLine(
                text=tr("{title}: {value}").format(title=named, value=words.spoken(command)),
                card=None if card is None else card.code,
                best=command == words.best,
            )
        )
    return SheetShown("hint", title, lines=lines)


def thinking_sheet() -> SheetShown:
    """Return the sheet shown while the adviser is thinking."""
    return SheetShown("hint", tr("Hint"), lines=[SheetLine(tr("Thinking about a hint…"))])
