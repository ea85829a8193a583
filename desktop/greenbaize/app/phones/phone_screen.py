"""The screens of phones, built from what their seat was told.

All functions are pure; sentences are in the current language of the caller.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from msgspec.structs import replace

from greenbaize.app.advice.hint_texts import HintFormatter, format_unnoted_hint, no_hint_sentence
from greenbaize.app.avatars import (
    AVATAR_COLOURS,
    AVATAR_HEADS,
    Avatar,
    AvatarHead,
    format_avatar_code,
)
from greenbaize.app.network.table_texts import (
    GATHERING_STAGE,
    OPEN_CHAIR,
    PLAYING_STAGE,
    QUICK_MESSAGES,
    describe_awaited_return,
    describe_chair,
    describe_occupant,
    describe_seat_change,
    describe_table_options,
    describe_table_state,
    describe_waiting_readers,
    format_names,
    is_keeper,
)
from greenbaize.app.phones.messages import (
    AnswerPart,
    ChairPart,
    HandCardPart,
    LobbyPart,
    OfferPart,
    PermissionsPart,
    PilePart,
    PlatePart,
    QuestionPart,
    ResultPart,
    ResultRowPart,
    ScorePart,
    ScoreRowPart,
    ScreenMessage,
    SheetLinePart,
    SheetMessage,
    TrickCardPart,
    TrumpPart,
    WatchPart,
)
from greenbaize.app.phones.turn_log import LoggedTurn
from greenbaize.app.tables.default_players import display_names
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.cards import Card, Suit
from greenbaize.games import GAMES
from greenbaize.lan.wire import ChairState, LobbyMessage
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.commands import CardCommand, ReadyCommand
from greenbaize.rules.errors import OptionError
from greenbaize.rules.events import (
    CardsDealt,
    DealScored,
    Event,
    MatchEnded,
    SeatReassigned,
    TrickTaken,
)
from greenbaize.rules.game import Game, OfferLocation, Question, QuestionAnswer
from greenbaize.rules.hand_order import sort_hand
from greenbaize.rules.hands import Trick
from greenbaize.rules.messages import Message
from greenbaize.rules.options import resolve_options
from greenbaize.rules.ranking import is_rank_shared
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.rules.sheets import RowKind, SheetRow
from greenbaize.rules.table_elements import TableElement, TableElementKind
from greenbaize.rules.table_snapshot import ScoreQuality, TableSnapshot, TallyShape
from greenbaize.words.catalogue import current_language, suit_name, tr, tr_count
from greenbaize.words.choices import build_choices
from greenbaize.words.match_words import TableRule, partners_text, ring_text, table_rules
from greenbaize.words.names import display_name, isolate_direction
from greenbaize.words.numbers import rank_text
from greenbaize.words.reports import TableReports
from greenbaize.words.sheet_words import row_label, row_text
from greenbaize.words.speaker import Speaker, card_name
from greenbaize.words.spoken import SpokenCards, end_sentence, join_sentences
from greenbaize.words.spoken_events import describe_deal_scores, describe_event, result_headline
from greenbaize.words.titles import (
    column_title,
    deal_line,
    format_citation,
    game_title,
    number_text,
)

SHOWN_PILE_CARDS: Final = 3
"""The number of pile cards shown, including the top one."""
OFFER_LOCATION_CODES: Final[dict[OfferLocation, Literal["button", "hand", "card"]]] = {
    OfferLocation.BUTTON: "button",
    OfferLocation.HAND: "hand",
    OfferLocation.CARD: "card",
}


class TakenTrick(NamedTuple):
    """A taken trick, with the view after it."""

    view: Any
    taker: int
    trick: Trick


class FreeChairs(NamedTuple):
    """The chairs a newcomer could take now, or in the next deal."""

    free_count: int
    is_free_in_next_deal: bool = False

    @property
    def sentence(self) -> str:
        """Return a sentence with the number of free chairs."""
        if not self.free_count:
            return Speaker().format_message(
                Message("phone-next-deal" if self.is_free_in_next_deal else "phone-full")
            )
        text = tr_count("{count} chair is free.", "{count} chairs are free.", self.free_count)
        return text.format(count=self.free_count)


class ScreenContext(NamedTuple):
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

    lobby: LobbyMessage
    player_view: PlayerView | None = None
    is_behind: bool = False
    displayed_trick: TakenTrick | None = None
    last_trick: TakenTrick | None = None
    latest_notice: tuple[Event, Any] | None = None
    can_advance: bool = False
    holds_up_match: bool = False
    logged_turns: Sequence[LoggedTurn] = ()
    question_number: int = 0
    changes: str = ""
    is_result_dismissed: bool = False
    free_chairs: FreeChairs | None = None


def build_screen(context: ScreenContext, number: int) -> ScreenMessage:
    """Return the screen for a context."""
    player_view, lobby = context.player_view, context.lobby
    if player_view is None:
        return _build_lobby_screen(context, number)
    if player_view.is_over and not context.is_behind:
        is_ready = lobby.you is not None and lobby.chairs[lobby.you].ready
        if lobby.stage != PLAYING_STAGE and (is_ready or context.is_result_dismissed):
            return _build_lobby_screen(context, number)
    return _TableScreenBuilder(context, player_view).build_screen(number)


def _watch_part(context: ScreenContext) -> WatchPart | None:
    chairs = context.free_chairs
    if chairs is None:
        return None
    return WatchPart(join_sentences(tr("You are watching."), chairs.sentence), chairs.free_count)


def _display_names(player_view: PlayerView) -> tuple[str, ...]:
    """Return the players' names in the current language."""
    return _cached_names(player_view.header.players, current_language())


def create_speaker(player_view: PlayerView, *, for_speech: bool = False) -> Speaker:
    """Return a speaker that addresses a view's seat in the current language."""
    return _cached_speaker(
        _display_names(player_view), player_view.seat, for_speech, current_language()
    )


@lru_cache(maxsize=128)
def _cached_speaker(
    names: tuple[str, ...], listener_seat: int | None, for_speech: bool, language: str
) -> Speaker:
    del language
    return Speaker(names, listener_seat, for_speech=for_speech)


@lru_cache(maxsize=64)
def _cached_names(players: tuple[HeaderPlayer, ...], language: str) -> tuple[str, ...]:
    del language
    return display_names(players)


# The waiting room


def _build_lobby_screen(context: ScreenContext, number: int) -> ScreenMessage:
    lobby = context.lobby
    return ScreenMessage(
        number=number,
        stage="lobby",
        title=game_title(lobby.game),
        words=display_name(lobby.table),
        lobby=_build_lobby_part(lobby, context.changes),
        may=PermissionsPart(
            hint=False,
            last=False,
            sheet=False,
            words=_quick_chat_words(),
            ring=GAMES[lobby.game].has_ring,
            end=_can_end_match(lobby),
            games=_list_other_games(lobby),
        ),
        watch=_watch_part(context),
        you=-1 if lobby.you is None else lobby.you,
        seats=len(lobby.chairs),
    )


def _build_lobby_part(lobby: LobbyMessage, changes: str = "") -> LobbyPart:
    own_seat = lobby.you
    chairs = []
    for seat, chair in enumerate(lobby.chairs):
        notes = [
            text for text in describe_chair(lobby, seat) if seat != own_seat or text != tr("you")
        ]
        if chair.ready:
            notes.append(tr("ready"))
        name = describe_occupant(chair, lobby.bots)
        chairs.append(
            ChairPart(name, seat == own_seat, chair.who, ", ".join(notes), _face_code(chair))
        )
    rules = [*list_unusual_options(lobby), *list_unusual_house_rules(lobby)]
    return LobbyPart(
        said=" ".join(filter(None, (changes, describe_table_state(lobby)))),
        chairs=chairs,
        rules=[*(rules or [tr("The usual rules")]), *_list_default_deals(lobby)],
        ready=own_seat is not None and lobby.chairs[own_seat].ready,
        can_ready=own_seat is not None and lobby.stage == GATHERING_STAGE,
        arranged=lobby.arranged or 0,
    )


def _face_code(chair: ChairState | None) -> str:
    """Return the code of a chair's face; empty where there is none."""
    if chair is None or chair.face not in AVATAR_HEADS or chair.colour not in AVATAR_COLOURS:
        return ""
    return format_avatar_code(Avatar(AvatarHead(chair.face), chair.colour))


def list_unusual_options(lobby: LobbyMessage) -> list[str]:
    """Return sentences on partners and on options that differ from the default."""
    partners = partners_text(GAMES[lobby.game].sides(len(lobby.chairs)))
    sentences = [
        join_sentences(rule.sentence, rule.line)
        for rule in _list_table_rules(lobby)
        if rule.default_value
    ]
    return [partners, *sentences] if partners else sentences


def _list_default_deals(lobby: LobbyMessage) -> list[str]:
    """Return the default number of deals, unless it follows from the cards."""
    if any(option.key == "first" for option in GAMES[lobby.game].options):
        return []
    return [
        rule.sentence
        for rule in _list_table_rules(lobby)
        if rule.key == "deals" and not rule.default_value
    ]


def _list_table_rules(lobby: LobbyMessage) -> tuple[TableRule, ...]:
    game, seats = GAMES[lobby.game], len(lobby.chairs)
    try:
        return table_rules(game.options, seats, resolve_options(game.options, seats, lobby.options))
    except OptionError:
        return ()


def list_unusual_house_rules(lobby: LobbyMessage) -> list[str]:
    """Return sentences on the table's settings that differ from the default."""
    bots, clock, hints, hands = describe_table_options(lobby)
    open_chairs = any(chair.who == OPEN_CHAIR for chair in lobby.chairs)
    texts_and_flags = (
        (bots, lobby.bots and open_chairs),
        (clock, lobby.clock),
        (hints, not lobby.hints),
    )
    return [text for text, is_unusual in (*texts_and_flags, (hands, lobby.hands)) if is_unusual]


def _build_next_match_part(context: ScreenContext) -> LobbyPart:
    """Return who is ready for another match, and what was changed, beside the result."""
    lobby = context.lobby
    chairs = enumerate(lobby.chairs)
    ready_names = [
        chair.name for seat, chair in chairs if chair.ready and chair.is_guest and seat != lobby.you
    ]
    sentences = [context.changes]
    if ready_names:
        sentences.append(
            tr("Ready for another match: {names}").format(names=format_names(ready_names))
        )
    return replace(_build_lobby_part(lobby), said=" ".join(filter(None, sentences)))


def _quick_chat_words() -> list[tuple[str, str]]:
    return [(code, tr(text)) for code, text in QUICK_MESSAGES.items()]


def _can_end_match(lobby: LobbyMessage) -> bool:
    """Return True if the viewer keeps the table and a match is running."""
    return lobby.stage == PLAYING_STAGE and is_keeper(lobby, is_hosting=False)


def _list_other_games(lobby: LobbyMessage) -> list[tuple[str, str]]:
    """Return the games that the table's keeper may choose instead, by code and title."""
    if lobby.stage != GATHERING_STAGE or not is_keeper(lobby, is_hosting=False):
        return []
    return [(code, game_title(code)) for code in GAMES if code != lobby.game]


# The table


class _TableScreenBuilder:
    """Builder of the screen of a table for a seat or a spectator."""

    def __init__(self, context: ScreenContext, player_view: PlayerView) -> None:
        self._context, self._player_view, self._own_seat = context, player_view, player_view.seat
        self._game, self._view = player_view.game, player_view.view
        self._snapshot: TableSnapshot = self._game.picture(self._view)
        self._names = _display_names(player_view)
        self._shown_names = [display_name(name) for name in self._names]
        self._speaker, self._speech_speaker = (
            create_speaker(player_view),
            create_speaker(player_view, for_speech=True),
        )
        self._question = None if context.is_behind else player_view.question
        self._offers = () if context.is_behind else player_view.offers
        self._answer_parts = (
            [] if self._question is None else self._build_answer_parts(self._question)
        )

    def build_screen(self, number: int) -> ScreenMessage:
        player_view, picture, context = self._player_view, self._snapshot, self._context
        is_over = player_view.is_over and not context.is_behind
        deal_texts = deal_line(picture) if picture.deal else []
        question_part = self._build_question_part()
        notices = map(self._format_message, picture.notices) if picture.deal else ()
        # Notices that the question contains are not repeated.
        new_notices = [
            notice
            for notice in notices
            if question_part is None or notice not in question_part.notes
        ]
        return ScreenMessage(
            number=number,
            asked=context.question_number,
            stage="result" if is_over else "table",
            title=game_title(self._game.name),
            words=" · ".join((*deal_texts, *new_notices)),
            news=self._notice_text(),
            lobby=_build_next_match_part(context) if is_over else None,
            trump=self._build_trump_part(),
            plates=[self._build_plate_part(seat) for seat in range(len(picture.plates))],
            trick=self._build_trick_cards(),
            pile=self._build_pile_part(),
            hand=self._build_hand_cards(),
            ask=question_part,
            offers=[
                self._build_offer_part(index, notice) for index, notice in enumerate(self._offers)
            ],
            ahead=self._advance_label(),
            wait=self._waiting_text(),
            stand_in=self._own_seat is not None and player_view.is_bot_seat(self._own_seat),
            may=self._build_permissions_part(),
            score=self._build_score_part(),
            result=self._build_result_part() if is_over else None,
            watch=_watch_part(context),
            you=-1 if self._own_seat is None else self._own_seat,
            seats=len(picture.plates),
        )

    def _format_message(self, message: Message) -> str:
        return self._speaker.format_message(message)

    def _describe_element(self, kind: TableElementKind, number: int = 0) -> list[str]:
        messages = self._game.describe_element(
            self._view, TableElement(kind, number), self._own_seat
        )
        return [self._format_message(one) for one in messages]

    def _notice_text(self) -> str:
        latest_notice, displayed_trick = self._context.latest_notice, self._context.displayed_trick
        if self._build_score_part() is not None:
            return ""  # it is shown in a table
        if displayed_trick is not None:
            return self._format_message(Message("trick-taken", {"seat": displayed_trick.taker}))
        return (
            "" if latest_notice is None else notice_text(self._game, *latest_notice, self._speaker)
        )

    def _build_trump_part(self) -> TrumpPart | None:
        picture, sign = self._snapshot, self._snapshot.sign
        if sign is None or not picture.deal:
            return None
        suits = [suit for level in sign.trumps for suit in level]
        if sign.suit is not None:
            suits = [sign.suit]
        description = join_sentences(
            *self._describe_element(TableElementKind.SIGN)[:1],
            *self._describe_element(TableElementKind.TRUMPS)[:1],
        )
        name = (
            description
            if description
            else join_sentences(
                self._speech_speaker.format_message(sign.message), *map(suit_name, suits)
            )
        )
        card_code = "" if picture.trump_card is None else picture.trump_card.code
        return TrumpPart(
            self._format_message(sign.message), name, [one.letter for one in suits], card_code
        )

    def _build_plate_part(self, seat: int) -> PlatePart:
        picture = self._snapshot
        plate, hand = picture.plates[seat], picture.hands[seat]
        tally = plate.tally if plate.tally and plate.tally.shape is TallyShape.BARS else None
        lines = (None if tally else plate.deal_message, plate.pending_action, plate.note)
        sentences, end = (
            [self._format_message(one) for one in lines if one is not None],
            self._player_view.end_event,
        )
        is_away = self._is_away(seat)
        ranks = () if end is None else end.places
        own_side = (
            picture.sides[self._own_seat] if picture.sides and self._own_seat is not None else None
        )
        return PlatePart(
            seat=seat,
            name=self._shown_names[seat],
            you=seat == self._own_seat,
            turn=picture.turn == seat and self._context.displayed_trick is None,
            dealer=picture.dealer == seat,
            computer=self._player_view.is_bot_seat(seat),
            away=is_away,
            total="" if plate.total is None else number_text(plate.total),
            bid="" if tally is None else number_text(tally.target),
            taken="" if tally is None else number_text(tally.reached),
            place=ranks[seat] if ranks else int(seat in picture.leading_seats),
            cards=hand.size,
            hand=[card.code for card in self._visible_cards(seat)],
            trump="" if plate.personal_suit is None else plate.personal_suit.letter,
            partner=own_side is not None
            and seat != self._own_seat
            and picture.sides[seat] == own_side,
            note=" · ".join([*sentences, tr("away")] if is_away else sentences),
            aloud=self._plate_speech(seat),
            face=self._seat_face_code(seat),
        )

    def _seat_face_code(self, seat: int) -> str:
        """Return the face code of a player; chairs may have been swapped since."""
        lobby = self._context.lobby
        if lobby.stage == PLAYING_STAGE and seat < len(lobby.chairs):
            return _face_code(lobby.chairs[seat])
        name = self._player_view.header.players[seat].name
        return _face_code(next((one for one in lobby.chairs if one.name == name), None))

    def _plate_speech(self, seat: int) -> str:
        messages = self._game.describe_element(
            self._view, TableElement(TableElementKind.PLATE, seat), self._own_seat
        )
        sentences = [self._speech_speaker.format_message(one) for one in messages]
        if self._visible_cards(seat):
            reports = TableReports(self._game, self._names, self._own_seat)
            sentences.append(reports.report_open_cards(self._view, seat))
        if self._player_view.is_bot_seat(seat):
            sentences.append(end_sentence(tr("computer player").capitalize()))
        return join_sentences(*dict.fromkeys(sentences))

    def _visible_cards(self, seat: int) -> list[Card]:
        """Return the visible cards of another seat, in hand order."""
        picture = self._snapshot
        if seat == self._own_seat:
            return []
        exposed = picture.exposed_cards[seat] if picture.exposed_cards else ()
        return [*dict.fromkeys((*sort_hand(picture, seat), *exposed))]

    def _build_trick_cards(self) -> list[TrickCardPart]:
        displayed_trick, picture = self._context.displayed_trick, self._snapshot
        if displayed_trick is not None:
            explanations = self._game.explain_trick(displayed_trick.view, displayed_trick.trick)
            seats = displayed_trick.trick.seats_in_order(len(picture.plates))
            return [
                self._build_trick_card(
                    seat,
                    card,
                    [" ".join(map(self._format_message, reasons))],
                    is_winning=seat == displayed_trick.taker,
                )
                for seat, card, (_, reasons) in zip(
                    seats, displayed_trick.trick.cards, explanations, strict=True
                )
            ]
        trick = picture.trick
        if trick is None:
            return []
        played = zip(trick.seats_in_order(len(picture.plates)), trick.cards, strict=True)
        return [
            self._build_trick_card(
                seat,
                card,
                self._describe_element(TableElementKind.TRICK, index),
                is_winning=index == picture.winning_index,
            )
            for index, (seat, card) in enumerate(played)
        ]

    @staticmethod
    def _build_trick_card(
        seat: int, card: Card, tags: list[str], *, is_winning: bool
    ) -> TrickCardPart:
        return TrickCardPart(seat, card.code, is_winning, str(SpokenCards((card,))), tags)

    def _build_pile_part(self) -> PilePart | None:
        picture = self._snapshot
        if not picture.deal or (picture.pile is None and not picture.stock_size):
            return None
        text = join_sentences(*self._describe_element(TableElementKind.STOCK)[:1])
        shown_cards = (picture.pile or ())[-SHOWN_PILE_CARDS:]
        name = str(SpokenCards(shown_cards[-1:])) if shown_cards else ""
        descriptions = self._describe_element(TableElementKind.PILE) if shown_cards else []
        return PilePart(text, [card.code for card in shown_cards], name, descriptions)

    # The viewer's hand, and the question

    def _build_hand_cards(self) -> list[HandCardPart]:
        question, own_seat = self._question, self._own_seat
        if own_seat is None:
            return []
        answer_by_card = {part.card: part for part in self._answer_parts if part.card}
        card_values = {} if question is None else dict(question.card_values)
        exposed = self._snapshot.exposed_cards[own_seat] if self._snapshot.exposed_cards else ()
        cards = []
        for card in sort_hand(self._snapshot, own_seat):
            answer = answer_by_card.get(card.code)
            state: Literal["may", "not", "idle"] = "idle"
            if answer_by_card:
                state = "may" if answer is not None and not answer.why else "not"
            cards.append(
                HandCardPart(
                    card=card.code,
                    name=str(SpokenCards((card,))),
                    state=state,
                    which=None if answer is None else answer.which,
                    note="" if answer is None else answer.note,
                    why="" if answer is None else answer.why,
                    breach="" if answer is None else answer.breach,
                    count=number_text(card_values[card]) if card in card_values else "",
                    open=card in exposed,
                )
            )
        unseen = HandCardPart("", tr("a card that you do not see"), "idle")
        return cards + [unseen] * self._snapshot.hands[own_seat].unknown

    def _build_question_part(self) -> QuestionPart | None:
        question = self._question
        if question is None:
            return None
        race = self._snapshot.bid_race
        return QuestionPart(
            kind="card" if any(part.card for part in self._answer_parts) else "choice",
            words=self._format_message(question.prompt),
            notes=[self._format_message(part) for part in question.notes],
            counts="" if race is None else " · ".join(map(self._format_message, race.sentences)),
            answers=self._answer_parts,
        )

    def _build_offer_part(self, index: int, offer: Question) -> OfferPart:
        return OfferPart(
            offer=index,
            words=self._format_message(offer.prompt).replace("&", ""),
            where=OFFER_LOCATION_CODES[offer.offer_location or OfferLocation.BUTTON],
            guidance="" if offer.guidance is None else self._format_message(offer.guidance),
            answers=self._build_answer_parts(offer),
        )

    def _build_answer_parts(self, question: Question) -> list[AnswerPart]:
        choices = build_choices(question, self._player_view.explain, self._speaker)
        return [
            self._build_answer_part(index, answer, choice.label, choice.refusal)
            for index, (answer, choice) in enumerate(zip(question.answers, choices, strict=True))
        ]

    def _build_answer_part(
        self, index: int, answer: QuestionAnswer, label: str, refusal: str
    ) -> AnswerPart:
        command = answer.command
        suit = command.label if isinstance(command.label, Suit) else None
        sentences = () if refusal else self._player_view.explain(command).sentences
        breach = answer.breach
        return AnswerPart(
            which=index,
            label=label if suit is None else suit_name(suit),
            name=self._speech_speaker.format_message(command.short_message),
            card=command.card.code if isinstance(command, CardCommand) else "",
            suit="" if suit is None else suit.letter,
            note=join_sentences(*map(self._format_message, sentences)),
            why=refusal,
            breach="" if breach is None or refusal else self._format_message(breach),
        )

    # Waiting, and the result

    def _advance_label(self) -> str:
        context = self._context
        waiting_text = describe_waiting_readers(context.lobby) if context.holds_up_match else ""
        return " ".join(filter(None, (waiting_text, tr("Go on")))) if context.can_advance else ""

    def _waiting_text(self) -> str:
        player_view, context, picture = self._player_view, self._context, self._snapshot
        if context.can_advance or self._question is not None or player_view.is_over:
            return ""
        if not context.is_behind and self._game.is_open(self._view):
            ready_offer = next(
                (chair for chair in self._offers if chair.kind == ReadyCommand.type), None
            )
            if ready_offer is not None and ready_offer.guidance is not None:
                return self._format_message(ready_offer.guidance)
            reading_seats = [seat for seat, chair in enumerate(context.lobby.chairs) if chair.reads]
            names = format_names(
                [self._shown_names[seat] for seat in reading_seats if seat != self._own_seat]
            )
            sentence = tr("Waiting for {names}.").format(names=names)
            return sentence if names else tr("Waiting until everybody is ready")
        if picture.turn is None or picture.turn == self._own_seat:
            return ""
        if self._is_away(picture.turn):
            return describe_awaited_return([self._shown_names[picture.turn]])
        return " ".join(map(self._format_message, self._game.describe_turn(self._view)))

    def _is_away(self, seat: int) -> bool:
        lobby = self._context.lobby
        chair = lobby.chairs[seat] if seat < len(lobby.chairs) else None
        return (
            lobby.stage == PLAYING_STAGE and chair is not None and chair.is_guest and not chair.here
        )

    def _build_permissions_part(self) -> PermissionsPart:
        return PermissionsPart(
            hint=can_hint(self._player_view, self._question),
            last=self._context.last_trick is not None or bool(self._context.logged_turns),
            sheet=bool(self._snapshot.deal),
            words=_quick_chat_words(),
            ring=self._game.has_ring,
            end=_can_end_match(self._context.lobby),
            games=_list_other_games(self._context.lobby),
            turns=self._snapshot.acting_seat is not None,
        )

    def _build_score_part(self) -> ScorePart | None:
        """Return the scores of the deal just scored, while they are displayed."""
        latest_notice = self._context.latest_notice
        if latest_notice is None or not self._context.can_advance:
            return None
        scored, view = latest_notice
        if not isinstance(scored, DealScored):
            return None
        deal_scores, totals = self._game.deal_scores(scored, view), self._game.final_values(view)
        quality_numbers = {ScoreQuality.GOOD: 1, ScoreQuality.BAD: -1, ScoreQuality.NEUTRAL: 0}
        rows = [
            ScoreRowPart(
                name=self._shown_names[seat],
                you=seat == self._own_seat,
                made=self._format_message(deal_score.plate_message),
                total=self._format_message(total),
                luck=quality_numbers[deal_score.quality],
            )
            for seat, (deal_score, total) in enumerate(zip(deal_scores, totals, strict=True))
        ]
        return ScorePart(tr("Deal {deal}").format(deal=view.deal), rows)

    def _build_result_part(self) -> ResultPart | None:
        player_view, lobby = self._player_view, self._context.lobby
        end = player_view.end_event
        if end is None:
            return None
        sides = self._game.sides(len(end.places))
        winners = list(end.winners)
        sentence = result_headline(
            winners,
            self._shown_names,
            self._own_seat,
            is_one_side=not is_rank_shared(end.places, 1, sides),
        )
        final_values = [self._format_message(one) for one in self._game.final_values(self._view)]
        order = sorted(range(len(final_values)), key=lambda seat: end.places[seat])
        swing = (
            None if self._own_seat is None else self._game.biggest_swing(self._view, self._own_seat)
        )
        swing_text = "" if swing is None else self._format_message(swing)
        coin_flip_text = self._format_message(Message("coin-flip")) if end.coin_flip else ""
        return ResultPart(
            said=join_sentences(sentence, coin_flip_text, swing_text)
            if coin_flip_text or swing_text
            else sentence,
            rows=[
                ResultRowPart(
                    end.places[seat],
                    self._shown_names[seat],
                    seat == self._own_seat,
                    final_values[seat],
                )
                for seat in order
            ],
            again=tr("Play again")
            if lobby.stage == GATHERING_STAGE and lobby.you is not None
            else "",
            won=self._own_seat in winners,
        )


# Events


def has_notice(game: Any, event: Event, view: Any) -> bool:
    """Return True if an event is shown in the notice line until the next one."""
    return isinstance(event, CardsDealt | DealScored) or game.event_notice(event, view) is not None


def notice_text(game: Any, event: Event, view: Any, speaker: Speaker) -> str:
    """Return the notice line of an event that has one; ``view`` is after the event."""
    notice = game.event_notice(event, view)
    sentence = "" if notice is None else speaker.format_message(notice.message)
    match event:
        case CardsDealt():
            return join_sentences(
                sentence, *map(speaker.format_message, game.deal_announcements(view))
            )
        case DealScored():
            return join_sentences(
                sentence, describe_deal_scores(game, event, view, speaker, brief=True)
            )
    return sentence


def describe_shown_event(player_view: PlayerView, event: Event) -> tuple[str, str]:
    """Return the written and the spoken text on an event that has just been shown."""
    names = _display_names(player_view)
    game, view = player_view.game, player_view.view
    if isinstance(event, SeatReassigned):
        sentence = describe_seat_change(event, isolate_direction(display_name(names[event.seat])))
        return sentence, sentence
    speaker, text = create_speaker(player_view), ""
    if isinstance(event, TrickTaken | MatchEnded):
        text = describe_event(game, event, view, speaker, brief=True)
    elif has_notice(game, event, view):
        text = notice_text(game, event, view, speaker)
    return text, describe_event(game, event, view, create_speaker(player_view, for_speech=True))


# Pages to read


def build_last_trick_sheet(player_view: PlayerView, taken_trick: TakenTrick | None) -> SheetMessage:
    """Return the last trick with the explanation of who took it."""
    title = tr("Why the trick went there")
    if taken_trick is None:
        return SheetMessage(
            "last", title, lines=[SheetLinePart(tr("No trick has been taken yet."))]
        )
    names = _display_names(player_view)
    shown_names = [display_name(name) for name in names]
    speaker, speech_speaker = (
        create_speaker(player_view),
        create_speaker(player_view, for_speech=True),
    )
    lines = [
        SheetLinePart(
            text=f"{shown_names[seat]}: {' '.join(map(speaker.format_message, messages))}",
            aloud=join_sentences(
                shown_names[seat],
                str(SpokenCards((card,))),
                *map(speech_speaker.format_message, messages),
            ),
            card=card.code,
            best=seat == taken_trick.taker,
        )
        for card, (seat, messages) in zip(
            taken_trick.trick.cards,
            player_view.game.explain_trick(taken_trick.view, taken_trick.trick),
            strict=True,
        )
    ]
    gains = player_view.game.trick_gains(taken_trick.view, taken_trick.trick)
    end = (Message("trick-taken", {"seat": taken_trick.taker}), *gains)
    last = SheetLinePart(
        " ".join(map(speaker.format_message, end)),
        join_sentences(*map(speech_speaker.format_message, end)),
    )
    return SheetMessage("last", title, lines=[*lines, last])


def build_rules_sheet(player_view: PlayerView) -> SheetMessage:
    """Return the current rules, the scoring, and this match's options."""
    speaker, speech_speaker = (
        create_speaker(player_view),
        create_speaker(player_view, for_speech=True),
    )
    current_rules = player_view.game.current_rules(player_view.view, player_view.seat)
    lines = []
    if current_rules.ring is not None:
        lines.append(SheetLinePart(ring_text(current_rules.ring)))
    lines += [
        SheetLinePart(_text_with_rule(message, speaker), speech_speaker.format_message(message))
        for message in (*current_rules.situation, *current_rules.scoring)
    ]
    seats = len(player_view.header.players)
    rules = table_rules(player_view.game.options, seats, player_view.header.options)
    lines += [
        SheetLinePart(join_sentences(rule.sentence, rule.line))
        for rule in rules
        if rule.default_value
    ]
    if not any(rule.default_value for rule in rules):
        lines.append(SheetLinePart(tr("The usual rules")))
    return SheetMessage("rules", tr("Rules of this table"), lines=lines)


def build_ring_sheet(game: Game[Any], view: Any, seat: int | None) -> SheetMessage:
    """Return the ring of ranks, drawn and in words, with its current special cases."""
    ring = game.current_rules(view, seat).ring
    title = tr("Who beats whom")
    if ring is None:
        return SheetMessage("ring", title)
    lines = [
        SheetLinePart(ring_text(ring)),
        *(SheetLinePart(Speaker().format_message(message)) for message in ring.special_cases),
    ]
    return SheetMessage(
        "ring", title, lines=lines, ring=[rank_text(message) for message in ring.ranks]
    )


def build_lobby_ring_sheet(lobby: LobbyMessage) -> SheetMessage:
    """Return the ring of a game before its first deal."""
    game, seats = GAMES[lobby.game], len(lobby.chairs)
    view = game.initial_state(seats, resolve_options(game.options, seats, lobby.options))
    return build_ring_sheet(game, replace(view, deal=1), None)


def build_last_turns_sheet(player_view: PlayerView, turns: Sequence[LoggedTurn]) -> SheetMessage:
    """Return the last turns of the deal, latest first, with reasons for the viewer's own."""
    speaker, speech_speaker = (
        create_speaker(player_view),
        create_speaker(player_view, for_speech=True),
    )
    names = [
        tr("You") if seat == player_view.seat else display_name(one)
        for seat, one in _numbered_names(player_view)
    ]

    def turn_text(turn: LoggedTurn, speaker: Speaker) -> str:
        actions = [
            text if entry.seat == turn.seat else f"({names[entry.seat]} {text})"
            for entry in turn.entries
            for text in (speaker.format_message(entry.message),)
        ]
        text = f"{names[turn.seat]}: {' '.join(actions)}"
        if turn.reason is None or turn.seat != player_view.seat:
            return text
        return f"{text} – {speaker.format_message(turn.reason)}"

    lines = [
        SheetLinePart(turn_text(one, speaker), turn_text(one, speech_speaker))
        for one in reversed(turns)
    ]
    return SheetMessage("last", tr("Last turns"), lines=lines)


def _numbered_names(player_view: PlayerView) -> Sequence[tuple[int, str]]:
    return tuple(enumerate(_display_names(player_view)))


def build_chat_sheet(names_and_texts: Sequence[tuple[str, str]]) -> SheetMessage:
    """Return the chat messages, latest first: names and texts."""
    lines = [SheetLinePart(f"{name}: {text}") for name, text in reversed(names_and_texts)]
    nothing = SheetLinePart(tr("Nobody has said anything yet."))
    return SheetMessage("said", tr("What was said"), lines=lines or [nothing])


def _text_with_rule(message: Message, speaker: Speaker) -> str:
    text = end_sentence(speaker.format_message(message))
    return f"{text} {format_citation(message.rule)}" if message.rule else text


def build_score_sheet(player_view: PlayerView) -> SheetMessage:
    """Return the score sheet: a row per deal, a cell per player."""
    sheet = player_view.game.sheet(player_view.view)
    names = [display_name(name) for name in _display_names(player_view)]
    column_titles = ", ".join(map(column_title, sheet.columns))
    side_titles = list(map(column_title, sheet.side_columns))

    def row_cells(row: SheetRow) -> list[str]:
        seat_cells = [_seat_cell(sheet.columns, row, seat, names) for seat in range(len(names))]
        side_cells = [
            row_text(column, row, box, names)
            for column, box in zip(sheet.side_columns, row.side_boxes, strict=False)
        ]
        return [
            row_label(row),
            *seat_cells,
            *side_cells,
            *[""] * (len(side_titles) - len(side_cells)),
        ]

    rows = [row for row in sheet.all_rows if row.boxes]
    return SheetMessage(
        what="sheet",
        title=tr("Score sheet"),
        columns=["", *names, *side_titles],
        rows=[row_cells(row) for row in rows if row.kind is not RowKind.RESULT],
        foot=[row_cells(row) for row in rows if row.kind is RowKind.RESULT],
        lines=[SheetLinePart(column_titles)] if column_titles else [],
    )


def _seat_cell(columns: Sequence[str], row: SheetRow, seat: int, names: Sequence[str]) -> str:
    boxes = row.boxes[seat]
    if len(boxes) == 1 < len(columns):
        return row_text("", row, boxes[0], names)
    texts = (row_text(column, row, box, names) for column, box in zip(columns, boxes, strict=False))
    return "\t".join(text for text in texts if text)


def can_hint(player_view: PlayerView, question: Question | None) -> bool:
    """Return True if a hint can be given for the question."""
    game, view = player_view.game, player_view.view
    if question is None or not player_view.has_hints or game.is_open(view):
        return False
    return game.turn(view) == question.seat


def build_hint_sheet(
    player_view: PlayerView, choices: tuple[WeighedChoice, ...] | None
) -> SheetMessage:
    """Return the adviser's recommendation; ``choices`` is None where there is none."""
    title = tr("Hint")
    if not choices:
        return SheetMessage("hint", title, lines=[SheetLinePart(no_hint_sentence())])
    words = HintFormatter(player_view.game, player_view.view, choices)
    speaker = create_speaker(player_view)
    first, more = words.describe_hint(speaker)
    lines = [SheetLinePart(text) for text in (first, more, words.describe_unit()) if text]
    for choice in choices if words.format_worths() else ():
        command = choice.command
        card = command.card if isinstance(command, CardCommand) else None
        command_text = (
            card_name(card) if card is not None else speaker.format_message(command.short_message)
        )
        lines.append(
            SheetLinePart(
                text=tr("{title}: {value}").format(
                    title=command_text, value=words.describe_worth(command)
                ),
                card=None if card is None else card.code,
                best=command == words.best_command,
            )
        )
    return SheetMessage("hint", title, lines=lines)


def build_unnoted_hint_sheet(reason: str) -> SheetMessage:
    """Return the sheet shown instead of a hint that could not be noted."""
    return SheetMessage("hint", tr("Hint"), lines=[SheetLinePart(format_unnoted_hint(reason))])


def build_thinking_sheet() -> SheetMessage:
    """Return the sheet shown while the adviser is thinking."""
    return SheetMessage("hint", tr("Hint"), lines=[SheetLinePart(tr("Thinking about a hint…"))])
