"""Network messages: each is handled by one ``match``, and versions are compared in one module."""

import ast
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import greenbaize
from greenbaize.app.network.session import SessionListenerMessage
from greenbaize.app.phones import messages
from greenbaize.lan import client, wire

PACKAGE = Path(greenbaize.__file__).parent
HANDLERS: dict[str, Any] = {
    "app/network/hosted_table.py": wire.RoomRequest,
    "lan/client.py": wire.ConnectionMessage,
    "ui/features/network/session_controller.py": SessionListenerMessage,
    "app/phones/phone_session.py": client.GuestListenerMessage | messages.SeatPageRequest,
}
"""The messages that each module handles, in a ``match`` that names all of them."""
ADMISSION_DECODERS = (
    wire.HELLO_DECODER,
    wire.WELCOME_DECODER,
    wire.ADMISSION_DECODER,
    wire.SHARE_DECODER,
    wire.PROOF_DECODER,
    wire.HOST_PROOF_DECODER,
    wire.JOIN_DECODER,
    wire.SEATED_DECODER,
)


def parse_module(name: str) -> ast.Module:
    return ast.parse((PACKAGE / name).read_text("utf-8"))


def matched_classes(name: str) -> Counter[str]:
    """Return how often each class stands in the cases of a module's ``match`` statements.

    Several cases for one class in the same ``match`` count once.
    """
    counts: Counter[str] = Counter()
    for statement in ast.walk(parse_module(name)):
        if isinstance(statement, ast.Match):
            patterns = [part for part in ast.walk(statement) if isinstance(part, ast.MatchClass)]
            counts.update({ast.unparse(part.cls).rpartition(".")[2] for part in patterns})
    return counts


@pytest.mark.parametrize("module", HANDLERS)
def test_each_message_has_its_case_in_one_match(module: str):
    counts = matched_classes(module)
    handled = {kind.__name__ for kind in get_args(HANDLERS[module])}
    assert {name: counts[name] for name in handled} == dict.fromkeys(handled, 1)


def test_each_message_can_be_received():
    received = {kind.__name__ for kind in received_classes()}
    defined = {
        value.__name__
        for value in vars(wire).values()
        if isinstance(value, type)
        and issubclass(value, msgspec.Struct)
        and value.__struct_config__.tag is not None
        and value.__name__ != "_WireMessage"
    }
    assert defined - received == set()


def received_classes() -> set[Any]:
    """Return the classes of all messages that a decoder of the protocol accepts."""
    decoders = (wire.GUEST_MESSAGE_DECODER, wire.HOST_MESSAGE_DECODER, *ADMISSION_DECODERS)
    return {kind for decoder in decoders for kind in get_args(decoder.type) or (decoder.type,)}


def test_versions_are_compared_by_the_messages_module_only():
    comparisons = [
        f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno}"
        for path in PACKAGE.rglob("*.py")
        if path.name != "wire.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Compare)
        and any(
            isinstance(part, ast.Attribute) and part.attr.lstrip("_") == "protocol_version"
            for part in ast.walk(node)
        )
    ]
    assert comparisons == []
