"""The last trick below the sheet: whose card each one is."""

from pytestqt.qtbot import QtBot

from greenbaize.cards import cards
from greenbaize.rules.hands import Trick
from greenbaize.ui.sheets.last_played import LastTrick
from greenbaize.ui.table.deck import Deck
from greenbaize.ui.theme import LIGHT


def test_each_card_says_whose_it_is_and_has_the_name_below_it(qtbot: QtBot) -> None:
    slip = LastTrick(("Ida", "Anna", "Bo"), LIGHT, Deck(), None)  # type: ignore[arg-type]
    qtbot.addWidget(slip)
    slip.resize(slip.sizeHint())
    slip.show()
    slip.grab()
    assert slip.cards == []
    slip.show_trick(2, Trick(1, cards("KD 3D AD")))
    image = slip.grab().toImage()
    assert [words for _, words in slip.cards] == ["Anna: K♦", "Bo: 3♦", "Ida: A♦"]
    for place, _ in slip.cards:
        assert slip.rect().contains(place.toRect())
        below = range(round(place.bottom()) + 7, round(place.bottom()) + 20)
        across = range(round(place.left()), round(place.right()))
        inks = [image.pixelColor(x, y).lightness() for x in across for y in below]
        assert min(inks) < 140
