"""What may be called a name: the one bound on every name that comes from outside."""

from typing import Annotated, Final

from msgspec import Meta

LONGEST_NAME: Final = 200
"""Characters; a name of twenty thousand letters costs minutes wherever it is set in type."""

_UNFIT: Final = (
    r"\x00-\x1f\x7f-\x9f"  # control characters, which could rewrite a terminal's lines
    r"\u2028\u2029"  # line and paragraph separators: a name is one line
    r"\u202a-\u202e\u2066-\u2069"  # what turns the direction of the text that follows
    r"\ud800-\udfff"  # half surrogates, which cannot be written
)

Name = Annotated[str, Meta(max_length=LONGEST_NAME, pattern=rf"^[^{_UNFIT}]*\Z")]
"""The shape of a name, and of every other short text that is shown as it came."""
