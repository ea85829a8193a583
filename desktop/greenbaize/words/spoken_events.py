"""Spoken sentences about a table: at one's turn, after a trick, after a deal.

Every function uses what all games provide, so a new game is spoken as well as the others. A speaker
for speech turns cards and signs into words.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import fields

from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.events import (
    CallMade,
    CardPlayed,
    CardsDealt,
    CardsDrawn,
    DealScored,
    Event,
    MatchEnded,
    TrickTaken,
)
from greenbaize.rules.game import Game, Question
from greenbaize.rules.hands import Trick
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.ranking import group_by_side
from greenbaize.rules.table_snapshot import TableSnapshot
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import join_list, join_sentences
from greenbaize.words.titles import rank_title


def describe_event(
    game: Game[Any],
    event: Event,
    view: Any,
    speaker: Speaker,
    *,
    brief: bool = False,
) -> str:
    """Return what has happened, for a listener who sees nothing; empty if there is nothing to say.

    ``view`` is the state after the event; ``brief`` leaves out details.
    """
    news = game.event_notice(event, view)
    sentence = "" if news is None else speaker.format_message(news.message)
    match event:
        case CardsDealt():
            return join_sentences(sentence, describe_deal(game, view, speaker, brief=brief))
        case TrickTaken(seat):
            return join_sentences(sentence, _describe_taken_trick(game, view, seat, speaker))
        case DealScored():
            return join_sentences(
                sentence, describe_deal_scores(game, event, view, speaker, brief=brief)
            )
        case MatchEnded():
            return join_sentences(
                sentence, describe_result(game, event, view, speaker, brief=brief)
            )
        case CardsDrawn(seat, hand) if seat == speaker.listener_seat and hand.cards:
            return join_sentences(
                sentence, speaker.format_message(Message("spoken-drawn", {"cards": hand.cards}))
            )
    action = None if sentence else seat_action(game, event)
    if action is not None:
        seat, message = action
        sentence = describe_action(seat, speaker.format_message(message), speaker)
    return join_sentences(sentence)


def seat_action(game: Game[Any], event: Event) -> tuple[int, Message] | None:
    """Return the seat that has played or said something, and what; None for other events."""
    log_entry = game.turn_log_entry(event)
    if log_entry is not None:
        return log_entry.seat, log_entry.message
    if isinstance(event, CardPlayed):
        return event.seat, Message("choice-card", {"card": event.card})
    if isinstance(event, CallMade):
        values = {field.name: getattr(event, field.name) for field in fields(event)}
        for command in game.command_classes:
            if command.event_type() == event.type:
                return event.seat, command(**values).short_message
    return None


def describe_action(seat: int, action: str, speaker: Speaker) -> str:
    """Return what a seat has done, in a word or two, after its name."""
    return speaker.format_message(Message("spoken-done", {"seat": seat, "said": action}))


# At one's turn


def describe_turn(
    game: Game[Any], view: Any, question: Question, speaker: Speaker, *, brief: bool = False
) -> str:
    """Return the cards on the table, who wins, the question, and in full what helps to answer."""
    picture = game.picture(view)
    plays = question.kind == PlayCommand.type
    sentences = [describe_table_cards(picture, speaker, brief=brief)] if plays else []
    if plays and picture.pile is None and not picture.table_cards:
        sentences.append(speaker.format_message(Message("spoken-lead")))
    if not brief:
        sentences += map(speaker.format_message, question.notes)
        line = picture.plates[question.seat].deal_message
        if plays and line is not None:
            sentences.append(
                speaker.format_message(
                    Message("spoken-yours", {"line": speaker.format_message(line)})
                )
            )
    words = Message("spoken-ask-card") if brief and plays else question.prompt
    return join_sentences(*sentences, speaker.format_message(words))


def describe_table_cards(picture: TableSnapshot, speaker: Speaker, *, brief: bool = False) -> str:
    """Return the cards of the current trick and who is winning it, or the top of the pile."""
    if picture.pile is not None:
        top = picture.table_cards
        return speaker.format_message(Message("spoken-pile", {"card": top[0]})) if top else ""
    trick = picture.trick
    if trick is None or not trick.cards:
        return ""
    seats = len(picture.plates)
    played = list_played_cards(trick, seats, speaker)
    cards = played if brief else speaker.format_message(Message("spoken-table", {"cards": played}))
    if picture.winning_index is None:
        return cards
    winner = trick.seats_in_order(seats)[picture.winning_index]
    return join_sentences(
        cards, speaker.format_message(Message("spoken-winning", {"seat": winner}))
    )


def list_played_cards(trick: Trick, seats: int, speaker: Speaker) -> str:
    """Return who has played what to a trick, in the order played."""
    played = zip(trick.seats_in_order(seats), trick.cards, strict=True)
    messages = [Message("spoken-lies", {"seat": seat, "card": card}) for seat, card in played]
    return ", ".join(map(speaker.format_message, messages))


# Deals and tricks


def describe_deal(game: Game[Any], view: Any, speaker: Speaker, *, brief: bool = False) -> str:
    """Return the deal's number, announcements and trump, and in full also one's own cards."""
    picture = game.picture(view)
    sentences = [_describe_deal_number(picture, speaker)]
    sentences += map(speaker.format_message, game.deal_announcements(view))
    if picture.hand_size is not None and not brief:
        sentences.append(
            speaker.format_message(Message("spoken-each", {"count": picture.hand_size}))
        )
    sign = _describe_sign(picture, speaker)
    sentences += [sign] if sign not in sentences else []
    if not brief and picture.dealer is not None:
        sentences.append(speaker.format_message(Message("tell-dealer", {"seat": picture.dealer})))
    you = speaker.listener_seat
    if not brief and you is not None and picture.hands[you].cards:
        values = {"cards": picture.hands[you].cards}
        sentences.append(speaker.format_message(Message("spoken-hand", values)))
    return join_sentences(*sentences)


def _describe_deal_number(picture: TableSnapshot, speaker: Speaker) -> str:
    if not picture.deal:
        return ""
    if picture.deal_count is None:
        return speaker.format_message(Message("spoken-deal", {"deal": picture.deal}))
    return speaker.format_message(
        Message("spoken-deal-of", {"deal": picture.deal, "deals": picture.deal_count})
    )


def _describe_sign(picture: TableSnapshot, speaker: Speaker) -> str:
    """Return which suit counts at the moment, if the game shows it."""
    sign = picture.sign
    if sign is None:
        return ""
    line = speaker.format_message(sign.message)
    if sign.suit is None:
        return line
    return speaker.format_message(Message("spoken-sign", {"line": line, "suit": sign.suit}))


def _describe_taken_trick(game: Game[Any], view: Any, seat: int, speaker: Speaker) -> str:
    """Return who takes the trick, and how far they are towards their aim."""
    line = game.picture(view).plates[seat].deal_message
    if line is None:
        return speaker.format_message(Message("trick-taken", {"seat": seat}))
    return speaker.format_message(
        Message("spoken-trick", {"seat": seat, "line": speaker.format_message(line)})
    )


def describe_deal_scores(
    game: Game[Any], scored: DealScored, view: Any, speaker: Speaker, *, brief: bool = False
) -> str:
    """Return what everybody has scored in a deal, and their totals."""
    deal_scores = game.deal_scores(scored, view)
    if brief:
        points = [
            (seat, speaker.format_message(one.plate_message))
            for seat, one in enumerate(deal_scores)
        ]
        scores = speaker.format_message(
            Message("spoken-made", {"points": _list_points(points, speaker)})
        )
    else:
        scores = join_sentences(*(speaker.format_message(one.sentence) for one in deal_scores))
    totals = [
        (seat, speaker.format_message(one)) for seat, one in enumerate(game.final_values(view))
    ]
    totals_message = Message("spoken-totals", {"points": _list_points(totals, speaker)})
    return join_sentences(scores, speaker.format_message(totals_message))


def _list_points(points: Sequence[tuple[int, str]], speaker: Speaker) -> str:
    return ", ".join(
        speaker.format_message(Message("spoken-points", {"seat": seat, "by": by}))
        for seat, by in points
    )


# The end of a match


def describe_result(
    game: Game[Any], end: MatchEnded, view: Any, speaker: Speaker, *, brief: bool = False
) -> str:
    """Return who has won, and in full everybody's rank, with the figure that decides it."""
    sides = group_by_side(end.winners, game.sides(len(end.places)))
    sentences = [speaker.format_message(Message("coin-flip"))] if end.coin_flip else []
    shared = len(sides) > 1
    sentences += [speaker.format_message(_winner_message(side, is_shared=shared)) for side in sides]
    if brief:
        return join_sentences(*sentences)
    worth = [speaker.format_message(one) for one in game.final_values(view)]
    order = sorted(range(len(worth)), key=lambda seat: end.places[seat])
    for seat in order:
        values: dict[str, Value] = {
            "place": rank_title(end.places[seat]),
            "seat": seat,
            "worth": worth[seat],
        }
        sentences.append(speaker.format_message(Message("spoken-place", values)))
    return join_sentences(*sentences)


def _winner_message(side: Sequence[int], *, is_shared: bool) -> Message:
    if len(side) == 1:
        return Message("match-shared" if is_shared else "match-won", {"seat": side[0]})
    code = "match-shared-together" if is_shared else "match-won-together"
    return Message(code, {"seats": tuple(side)})


def result_headline(
    winners: Sequence[int], names: Sequence[str], listener_seat: int | None, *, is_one_side: bool
) -> str:
    """Return who has won, in a few words; ``is_one_side``: all winners are partners."""
    if tuple(winners) == (listener_seat,):
        return tr("You win!")
    if len(winners) == 1:
        return tr("{name} wins").format(name=names[winners[0]])
    # The listener comes first.
    winners = sorted(winners, key=lambda seat: seat != listener_seat)
    if is_one_side:
        names = [tr("You") if seat == listener_seat else name for seat, name in enumerate(names)]
    winner_names = join_list([names[seat] for seat in winners])
    if is_one_side:
        return tr("{names} win").format(names=winner_names)
    return tr("{names} share the first place").format(names=winner_names)


def describe_trick_end(
    game: Game[Any], view: Any, taker: int, trick: Trick, speaker: Speaker
) -> tuple[str, str]:
    """Return who took a trick and its gain, and in a second text what counted of it."""
    gains = game.trick_gains(view, trick)
    sentences = [
        speaker.format_message(one) for one in (Message("trick-taken", {"seat": taker}), *gains)
    ]
    return " ".join(sentences[:2]), " ".join(sentences[2:])
