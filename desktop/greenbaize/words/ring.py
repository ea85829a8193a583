"""The ring of ranks that beat each other, in words."""

from greenbaize.rules.pictures import Ring
from greenbaize.words.catalogue import tr
from greenbaize.words.numbers import rank_text


def ring_text(ring: Ring) -> str:
    """The ring in a sentence, as in “6 beats A, A beats Q, Q beats 6”."""
    following = (*ring.marks[1:], *ring.marks[:1])
    pair = tr("{one} beats {other}")
    following, marks = (tuple(map(rank_text, row)) for row in (following, ring.marks))
    beats = (
        pair.format(one=mark, other=other) for mark, other in zip(marks, following, strict=True)
    )
    return f"{', '.join(beats)}."
