"""What may be called a name: the one bound on every name that comes from outside."""

from typing import Annotated

from msgspec import Meta

from greenbaize.rules.naming import LONGEST_NAME, NAME_PATTERN

Name = Annotated[str, Meta(max_length=LONGEST_NAME, pattern=NAME_PATTERN)]
"""The shape of a name, and of every other short text that is shown as it came."""
