"""Challenges and their results in sentences."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from greenbaize.app.challenge_code import PLAYERS_VERSION, Challenge, encode_challenge
from greenbaize.app.challenge_comparison import Comparison, Contender
from greenbaize.app.challenge_result import ChallengeResult, encode_result
from greenbaize.app.local_time import to_local_time
from greenbaize.app.match_kind import describe_permissions
from greenbaize.app.par import sum_results
from greenbaize.games import GAMES
from greenbaize.rules.game import Game, ResultUnit
from greenbaize.rules.messages import mark_text
from greenbaize.rules.players import BOT
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.match_words import game_text, table_rules
from greenbaize.words.names import display_name, is_default_name
from greenbaize.words.numbers import decimal_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title, level_title, rank_title, temperament_title

INVITATION: Final = mark_text("{match}: {result}. Can you do better? {way}: {code}")
"""The sentence that challenges somebody."""


def describe_opponents(challenge: Challenge) -> str:
    """Return the opponents by level, as in “3 × Medium, Hard (bold)”."""
    counts = Counter(
        (player.level or "", player.temperament or "")
        for player in challenge.header.players
        if player.kind == BOT
    )
    texts = []
    for (level, temperament), count in counts.items():
        text = level_title(level)
        if temperament:
            text = f"{text} ({temperament_title(temperament).lower()})"
        texts.append(text if count == 1 else f"{count} × {text}")
    return ", ".join(texts)


def describe_challenge(challenge: Challenge) -> list[str]:
    """Return what a challenge is, one sentence a line."""
    header = challenge.header
    game, seats = GAMES[header.game], len(header.players)
    rules = table_rules(game.options, seats, header.options)
    lines = [
        game_text(header.game, seats),
        tr("Opponents: {opponents}").format(opponents=describe_opponents(challenge)),
        *(rule.sentence for rule in rules if rule.default_value),
        *describe_permissions(
            allows_hints=challenge.allows_hints, allows_undo=challenge.allows_undo
        ),
    ]
    if challenge.players_version != PLAYERS_VERSION:
        lines.append(
            tr(
                "It was played with another version of the computer players: the cards are the"
                " same, but they may choose otherwise."
            )
        )
    return lines


def format_result(game: Game[Any], result: Sequence[int]) -> str:
    """Return the result of a match in words."""
    if tuple(game.result_units) == (ResultUnit.POINTS,):
        points = result[0]
        return tr_count("{count} point", "{count} points", abs(points)).format(
            count=decimal_text(points, 0)
        )
    return Speaker().format_message(game.total_message(result))


def format_match(challenge: Challenge, deal_count: int) -> str:
    """Return game, number of deals and opponents."""
    deals = tr_count("{count} deal", "{count} deals", deal_count).format(count=deal_count)
    return tr("{game}, {deals}, against {opponents}").format(
        game=game_title(challenge.header.game),
        deals=deals,
        opponents=describe_opponents(challenge),
    )


def format_invitation(
    challenge: Challenge, contender: Contender | None, *, is_practice: bool = False
) -> str:
    """Return the sentence that challenges somebody, with the code at its end.

    It says so if the challenger was helped, or knew the cards from another match.
    """
    code = encode_challenge(challenge)
    way = tr("Green Baize, Friends, Play a challenge")
    if contender is None or not contender.deals:
        text = tr("{match}. Try it: {way}: {code}")
        return text.format(match=format_short_match(challenge), way=way, code=code)
    result = format_result(GAMES[challenge.header.game], contender.total)
    is_helped = contender.used_hints or contender.used_undo
    uses = format_uses(bool(contender.used_hints), bool(contender.used_undo)) if is_helped else ""
    uses = ", ".join(filter(None, (tr("practice") if is_practice else "", uses)))
    if uses:
        result = tr("{result} ({uses})").format(result=result, uses=uses)
    return tr(INVITATION).format(
        match=format_match(challenge, len(contender.deals)),
        result=result,
        way=way,
        code=code,
    )


def format_short_match(challenge: Challenge) -> str:
    return tr("{game}, against {opponents}").format(
        game=game_title(challenge.header.game), opponents=describe_opponents(challenge)
    )


def format_uses(used_hints: bool | None, used_undo: bool | None) -> str:
    """Return what was used, in words; None where nobody knows."""
    texts = {
        (False, False): tr("without hints, nothing taken back"),
        (True, False): tr("with hints"),
        (False, True): tr("with taking back"),
        (True, True): tr("with hints and taking back"),
        (None, False): tr("nothing taken back, hints unknown"),
        (None, True): tr("with taking back, hints unknown"),
        (False, None): tr("without hints, taking back unknown"),
        (True, None): tr("with hints, taking back unknown"),
        (None, None): tr("hints and taking back unknown"),
    }
    return texts[used_hints, used_undo]


def format_result_sentence(challenge: Challenge, name: str, result: ChallengeResult) -> str:
    """Return the sentence that answers a challenge, with the result code at its end."""
    game = GAMES[challenge.header.game]
    total = sum_results(deal.result for deal in result.deals)
    code = encode_result(result, len(game.result_units))
    return tr("{name}: {match}: {result} ({uses}). Green Baize, Friends, Compare: {code}").format(
        name=display_name(name),
        match=format_match(challenge, len(result.deals)),
        result=format_result(game, total),
        uses=format_uses(result.used_hints, result.used_undo),
        code=code,
    )


# Comparisons


def name_contenders(contenders: Sequence[Contender]) -> list[str]:
    """Return a name for each contender, none twice."""
    names: list[str] = []
    for number, one in enumerate(contenders, 1):
        if one.is_par:
            text = tr("{level} (each deal of {name})")
            name = text.format(level=level_title(one.level), name=display_name(one.name))
        elif one.level:
            name = tr("{level} in the same chair").format(level=level_title(one.level))
        elif is_default_name(one.name) and not one.is_own:
            name = tr("Friend")
        elif one.name:
            name = display_name(one.name)
        else:
            name = tr("Result {number}").format(number=number)
        candidate, count = name, 1
        while candidate in names:
            count += 1
            candidate = f"{name} {count}"
        names.append(candidate)
    return names


def format_cell(comparison: Comparison, contender: Contender, deal: int | None) -> str:
    """Return a result in short words, in a deal counted from 0 or in all."""
    result = comparison.result_of(contender, deal)
    if result is None:
        return "–"
    game = comparison.game
    message = game.total_message(result) if deal is None else game.result_message(result)
    return Speaker().format_message(message)


def format_best(comparison: Comparison, names: Sequence[str]) -> str:
    """Return who was best in all, and in how many deals."""
    best = comparison.find_best(None)
    if len(comparison.contenders) < 2:
        return ""
    if not best:
        return tr("All are equal.")
    wins = Counter(
        index for deal in range(comparison.deal_count) for index in comparison.find_best(deal)
    )
    return " ".join(
        _format_winner(
            names[index],
            0 if comparison.deal_count == 1 else wins[index],
            is_you=_is_you(comparison.contenders[index], names[index]),
            is_alone=len(best) == 1,
        )
        for index in best
    )


def _is_you(contender: Contender, name: str) -> bool:
    """Return True if a contender is an own play and called "You"."""
    return contender.is_own and is_default_name(name)


def _format_winner(name: str, win_count: int, *, is_you: bool, is_alone: bool) -> str:
    deals = tr_count("best in {count} deal", "best in {count} deals", win_count).format(
        count=win_count
    )
    if not win_count:
        if is_you:
            text = tr("You were best in all.") if is_alone else tr("You share the first place.")
        elif is_alone:
            text = tr("{name} was best in all.")
        else:
            text = tr("{name} shares the first place.")
    elif is_you:
        text = (
            tr("You were best in all, and {deals}.")
            if is_alone
            else tr("You share the first place, {deals}.")
        )
    elif is_alone:
        text = tr("{name} was best in all, and {deals}.")
    else:
        text = tr("{name} shares the first place, {deals}.")
    return text.format(name=name, deals=deals)


def format_place_among_levels(comparison: Comparison, names: Sequence[str]) -> str:
    """Return the place of the first person among the computer players in the same chair."""
    person = next((index for index, one in enumerate(comparison.contenders) if not one.level), None)
    levels = [
        index for index, one in enumerate(comparison.contenders) if one.level and not one.is_par
    ]
    if person is None or not levels:
        return ""
    is_you = _is_you(comparison.contenders[person], names[person])
    count_better = comparison.count_better(person, levels)
    if len(levels) > 1:
        text = (
            tr("You are {place} of {count} among the computer players in the same chair.")
            if is_you
            else tr("{name} is {place} of {count} among the computer players in the same chair.")
        )
        return text.format(
            name=names[person], place=rank_title(count_better + 1), count=len(levels) + 1
        )
    count_worse = comparison.count_worse(person, levels)
    if count_better:
        text = (
            tr("{other} was better than you.") if is_you else tr("{other} was better than {name}.")
        )
    elif count_worse:
        text = (
            tr("You were better than {other}.") if is_you else tr("{name} was better than {other}.")
        )
    else:
        text = tr("You and {other} are equal.") if is_you else tr("{name} and {other} are equal.")
    other = tr("the computer player ({level})").format(
        level=level_title(comparison.contenders[levels[0]].level)
    )
    sentence = text.format(name=names[person], other=other)
    return sentence[0].upper() + sentence[1:]


def format_heading(contender: Contender, name: str) -> str:
    """Return the heading of a contender's column: for a computer player, what it played."""
    if contender.level and not contender.is_par:
        return tr("{level} (the whole match)").format(level=level_title(contender.level))
    return name


def format_rank(contender: Contender) -> str:
    return rank_title(contender.rank) if contender.rank else "–"


def format_played_time(contender: Contender) -> str:
    """Return when a match was begun and ended, in local time; empty if nobody says."""
    begun, ended = to_local_time(contender.begun), to_local_time(contender.ended)
    if begun is None:
        return ""
    if ended is None:
        return tr("begun {begun}").format(begun=f"{begun:%Y-%m-%d %H:%M}")
    is_same_day = begun.date() == ended.date()
    return f"{begun:%Y-%m-%d %H:%M} – {ended:{'%H:%M' if is_same_day else '%Y-%m-%d %H:%M'}}"
