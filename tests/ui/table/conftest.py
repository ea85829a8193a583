"""Cards of a table."""

import pytest

from greenbaize.ui.table.card_atlas import CardAtlas


@pytest.fixture
def atlas(qapp):
    """Return the pictures of cards 100 pixels wide."""
    atlas = CardAtlas()
    atlas.set_size(100, 1.0)
    return atlas
