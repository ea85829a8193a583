"""Addresses on the network as a person writes them."""

from greenbaize.lan.codes import plain_code
from greenbaize.rules.errors import UsageError
from greenbaize.rules.messages import Message


def address_of(text: str) -> tuple[str, int]:
    """Host and port from ``host:port`` or ``[address]:port``; ``UsageError`` if it is neither."""
    host, colon, port = text.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        colon = ""
    number = int(port) if port.isascii() and port.isdigit() and len(port) < 6 else 0
    if not host or not colon or not 0 < number < 65_536:
        raise UsageError(Message("usage-address", {"value": text}))
    return host, number


def code_of(text: str) -> str:
    """The code, if it can be one; ``UsageError`` if not."""
    try:
        plain_code(text)
    except ValueError:
        raise UsageError(Message("usage-code", {"value": text})) from None
    return text


def address_text(host: str, port: int) -> str:
    """The address as it is written."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
