"""Faults of ours in an event loop: kept in the log and told in one sentence, like all others."""

import asyncio
import logging
from typing import Any

from greenbaize.cli.terminal import warn
from greenbaize.rules.messages import Message
from greenbaize.store.log import keep_error
from greenbaize.words.speaker import Speaker


def heed_faults(loop: asyncio.AbstractEventLoop) -> None:
    """Let nothing that goes wrong in the loop write a traceback to the terminal."""
    loop.set_exception_handler(_on_fault)
    # It warns of writing to connections that have just broken, which concerns nobody.
    logging.getLogger("asyncio").setLevel(logging.ERROR)


def _on_fault(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    error = context.get("exception")
    if not isinstance(error, Exception) or isinstance(error, OSError):
        return  # connections break, and whoever is at their ends knows it already
    path = keep_error(error)
    kind = type(error).__name__
    if path is None:
        warn(Speaker().say(Message("unexpected-here", {"kind": kind})))
    else:
        warn(Speaker().say(Message("unexpected-here-kept", {"kind": kind, "path": str(path)})))
