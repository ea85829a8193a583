"""Steps before a first deal of Master or Ass: what beats what, what counts, what a bank is.

The first four are common to both games. Three cards lie on the table, and the person lays the
fourth; each has four cards, so that there is little to look at.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from greenbaize.cards import parse_cards
from greenbaize.games.beat.banks import standard_targets
from greenbaize.games.beat.commands import StakeCommand
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.table_elements import TableElement, TableElementKind, WarmUpStep

_OWN_SEAT: Final = 3
"""The last seat to play to a trick that seat 0 leads."""
_NO_TRUMPS: Final[Mapping[str, object]] = MappingProxyType({"trumps": "none"})
_FREE_TO_BEAT: Final[Mapping[str, object]] = MappingProxyType({"must_beat": False})
"""Option of Ass with which a card that does not beat may be tried as well."""
_PERSONAL_SUITS: Final = "CDSH"
_RING: Final = TableElement(TableElementKind.RING)


def _top_element(index: int) -> TableElement:
    return TableElement(TableElementKind.TRICK, index)


def _make_trick_step(  # noqa: PLR0913
    code: str,
    *,
    trick: str,
    hand: str,
    right: str,
    options: Mapping[str, object] = _NO_TRUMPS,
    top_index: int = 0,
    elements: Sequence[TableElement] = (),
    contract: str | None = "all",
) -> WarmUpStep:
    """Return a step in which the person lays a card on three; ``contract`` is None in Ass."""
    cards = parse_cards(trick)
    (card,) = parse_cards(right)
    lines: list[dict[str, Any]] = [{"type": "lot", "dealer": _OWN_SEAT}]
    if options.get("trumps") == "personal":
        lines += [
            {"type": "trump", "seat": seat, "suit": suit}
            for seat, suit in enumerate(_PERSONAL_SUITS)
        ]
    deal = {"type": "deal", "deal": 1, "dealer": _OWN_SEAT, "leader": 0}
    hands = {"hands": [4, 4, 4, hand.split()]}
    if contract is None:
        lines.append({**deal, **hands, "stock": 20})
        lines += [{"type": "stake", "seat": seat, "go": False} for seat in range(4)]
    else:
        number = 7 if contract == "queens" else 1
        lines.append({**deal, "deal": number, **hands, "contract": contract, "sign": -1})
    lines += [
        {"type": "play", "seat": seat, "card": played.code} for seat, played in enumerate(cards)
    ]
    values: dict[str, Value] = {"card": card, "top": cards[top_index], "led": cards[0]}
    return WarmUpStep(
        code=code,
        seats=4,
        seat=_OWN_SEAT,
        options={**options, **(_FREE_TO_BEAT if contract is None else {})},
        lines=tuple(lines),
        right_command=PlayCommand(_OWN_SEAT, card),
        question=Message(f"warm-up-{code}", values),
        answer=Message(f"warm-up-{code}-right", values),
        elements=(_top_element(top_index), *elements),
    )


def _make_common_steps(contract: str | None) -> tuple[WarmUpStep, ...]:
    """Return the steps about beating, on a table of Master or (None) of Ass."""
    return (
        _make_trick_step(
            "suit", trick="9H 7C TC", hand="7H KH QS 6D", right="KH", contract=contract
        ),
        _make_trick_step(
            "six",
            trick="6S KS AS",
            hand="9S TS QS JD",
            right="QS",
            elements=(_RING,),
            contract=contract,
        ),
        _make_trick_step(
            "eight",
            trick="KC AC 9C",
            hand="8D TH AH 6S",
            right="8D",
            top_index=1,
            contract=contract,
        ),
        _make_trick_step(
            "trump",
            trick="TD 9D 7D",
            hand="9H AH KC 6S",
            right="AH",
            options={"trumps": "personal"},
            contract=contract,
        ),
    )


_MASTER_STEP: Final = _make_trick_step(
    "contract",
    trick="TD QD 9D",
    hand="JD AD KS 6C",
    right="JD",
    elements=(TableElement(TableElementKind.NOTICE),),
    contract="queens",
)


def _make_stake_step() -> WarmUpStep:
    targets = standard_targets(3)
    values: dict[str, Value] = {"number": targets.go, "other": targets.stay}
    hands: list[object] = [["8S", "8H", "AC", "TD"], 4, 4]
    lines = (
        {"type": "lot", "dealer": 2},
        {"type": "deal", "deal": 1, "dealer": 2, "leader": 0, "hands": hands, "stock": 24},
    )
    return WarmUpStep(
        code="stake",
        seats=3,
        seat=0,
        options=_NO_TRUMPS,
        lines=lines,
        right_command=StakeCommand(0, True),
        question=Message("warm-up-stake", values),
        answer=Message("warm-up-stake-right", values),
        wrong_answer=Message("warm-up-stake-wrong", values),
        elements=(*parse_cards("8S 8H"), TableElement(TableElementKind.PLATE, 0)),
    )


def master_warm_up() -> tuple[WarmUpStep, ...]:
    """Return the steps before a first deal of Master."""
    return (*_make_common_steps("all"), _MASTER_STEP)


def ass_warm_up() -> tuple[WarmUpStep, ...]:
    """Return the steps before a first deal of Ass."""
    return (*_make_common_steps(None), _make_stake_step())
