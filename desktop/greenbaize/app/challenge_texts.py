"""Challenges and their results in sentences."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from greenbaize.app.challenge_code import PLAYERS_VERSION, Challenge, encode_challenge
from greenbaize.app.challenge_comparison import Comparison, Contender
from greenbaize.app.challenge_mark import USED_HINTS, USED_UNDO, WAS_PRACTICE
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
from greenbaize.words.spoken import join_list
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
    uses = (
        USED_HINTS * bool(contender.used_hints)
        + USED_UNDO * bool(contender.used_undo)
        + WAS_PRACTICE * is_practice
    )
    return tr(INVITATION).format(
        match=format_match(challenge, len(contender.deals)),
        result=add_uses(result, uses),
        way=way,
        code=code,
    )


def format_short_match(challenge: Challenge) -> str:
    return tr("{game}, against {opponents}").format(
        game=game_title(challenge.header.game), opponents=describe_opponents(challenge)
    )


def add_uses(result: str, uses: int) -> str:
    """Return a result with what was used (``ChallengerResult.uses``) in brackets, if anything."""
    used_hints, used_undo = bool(uses & USED_HINTS), bool(uses & USED_UNDO)
    practice = tr("practice") if uses & WAS_PRACTICE else ""
    helps = format_uses(used_hints, used_undo) if used_hints or used_undo else ""
    text = ", ".join(filter(None, (practice, helps)))
    return tr("{result} ({uses})").format(result=result, uses=text) if text else result


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
    # Without a name, no colon stands before the words that show the way.
    text = (
        tr("{match} – {result} ({uses}). Green Baize, Friends, Compare: {code}")
        if is_default_name(name)
        else tr("{name}: {match}: {result} ({uses}). Green Baize, Friends, Compare: {code}")
    )
    return text.format(
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
            is_own = one.is_own and is_default_name(one.name)
            text = (
                tr("{level} with your cards") if is_own else tr("{level} with the cards of {name}")
            )
            name = text.format(level=level_title(one.level), name=display_name(one.name))
        elif one.told_total:
            name = tr("Challenger")
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
    if len(best) > 1:
        text = tr("{names} share the first place.")
        return text.format(names=join_list([names[index] for index in best]))
    wins = Counter(
        index for deal in range(comparison.deal_count) for index in comparison.find_best(deal)
    )
    index = best[0]
    return _format_winner(
        names[index],
        0 if comparison.deal_count == 1 else wins[index],
        is_you=_is_you(comparison.contenders[index], names[index]),
    )


def _is_you(contender: Contender, name: str) -> bool:
    """Return True if a contender is an own play and called "You"."""
    return contender.is_own and is_default_name(name)


def _format_winner(name: str, win_count: int, *, is_you: bool) -> str:
    deals = tr_count("best in {count} deal", "best in {count} deals", win_count).format(
        count=win_count
    )
    if not win_count:
        text = tr("You were best in all.") if is_you else tr("{name} was best in all.")
    elif is_you:
        text = tr("You were best in all, and {deals}.")
    else:
        text = tr("{name} was best in all, and {deals}.")
    return text.format(name=name, deals=deals)


def format_standing(comparison: Comparison, names: Sequence[str]) -> str:
    """Return who is ahead of the first person, level with them, and behind them, in all.

    It is empty where the sentence of the best says all: with fewer than three, or if all are equal.
    """
    contenders = comparison.contenders
    person = next((index for index, one in enumerate(contenders) if not one.level), None)
    if person is None or len(contenders) < 3 or not comparison.find_best(None):
        return ""
    signs = [comparison.compare_totals(index, person) for index in range(len(contenders))]
    is_you = _is_you(contenders[person], names[person])
    texts = (
        (1, tr("Ahead of you: {names}.") if is_you else tr("Ahead of {name}: {names}.")),
        (
            0,
            tr("Just as good as you: {names}.")
            if is_you
            else tr("Just as good as {name}: {names}."),
        ),
        (-1, tr("Behind you: {names}.") if is_you else tr("Behind {name}: {names}.")),
    )
    is_best = person in comparison.find_best(None)
    sentences = []
    for sign, text in texts:
        others = [
            names[index] for index, one in enumerate(signs) if one == sign and index != person
        ]
        if others and not (is_best and sign == 0):
            sentences.append(text.format(name=names[person], names=join_list(others)))
    return " ".join(sentences)


def format_heading(contender: Contender, name: str) -> str:
    """Return the heading of a contender's column: for a computer player, what it played."""
    if contender.level and not contender.is_par:
        return tr("{level} (the whole match)").format(level=level_title(contender.level))
    return name


def format_rank(contender: Contender) -> str:
    return rank_title(contender.rank) if contender.rank else "–"


def format_played_time(
    contender: Contender, format_time: Callable[[str], str] | None = None
) -> str:
    """Return when a match was begun and ended, in local time; empty if nobody says.

    ``format_time`` formats a time of a record, its date before a space; by default as ISO 8601.
    """
    format_time = format_time or _format_iso_time
    begun, ended = format_time(contender.begun), format_time(contender.ended)
    if not begun or not ended:
        return tr("begun {begun}").format(begun=begun) if begun else ""
    day, _, end_time = ended.partition(" ")
    return f"{begun} – {end_time if begun.startswith(f'{day} ') else ended}"


def _format_iso_time(utc_text: str) -> str:
    moment = to_local_time(utc_text)
    return "" if moment is None else f"{moment:%Y-%m-%d %H:%M}"
