"""Tests of suit colours outside the cards, in two and in four colours."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QListWidget, QWidget

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.cards import Suit
from greenbaize.rules.chance import seed_from
from greenbaize.store.settings import Settings
from greenbaize.ui.cards.look import CardLook, use_look
from greenbaize.ui.cards.suited import SuitDelegate, SuitLabel
from greenbaize.ui.cards.suits import sign_ink
from greenbaize.ui.match.options_form import SuitsField
from greenbaize.ui.prompts.round_button import RoundButton
from greenbaize.ui.table.labels import SignItem
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.contrast import colours_of
from ui.gallery import SHORT, play_a_deal
from ui.table.person import until

both_themes = pytest.mark.parametrize("theme", [LIGHT, DARK])
both_ways = pytest.mark.parametrize("four", [False, True])
SUITS = [Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES]


def inks(ground):
    return {suit.letter: sign_ink(suit.letter, ground).name() for suit in SUITS}


def painted(widget):
    return colours_of(widget.grab().toImage())


@pytest.mark.slow
@both_themes
@both_ways
def test_words_have_the_colours_of_their_cards(qtbot, theme, four):
    use_look(CardLook(four_colours=four))
    ground = QColor(theme.paper)
    for suit in SUITS:
        label = SuitLabel(f"Anna:\n10{suit.sign}{suit.sign} beats it, and {suit.sign}.")
        qtbot.addWidget(label)
        label.setPalette(paper_palette(theme))
        font = label.font()
        font.setPixelSize(40)
        label.setFont(font)
        plain = suit in (Suit.CLUBS, Suit.SPADES) and not (four and suit is Suit.CLUBS)
        own = inks(ground)[suit.letter]
        assert (own in painted(label)) is not plain
        assert theme.ink in painted(label)


@both_themes
def test_a_list_has_them_too_whether_chosen_or_not(qtbot, theme):
    rows = QListWidget()
    qtbot.addWidget(rows)
    rows.setPalette(paper_palette(theme))
    rows.setItemDelegate(SuitDelegate(rows))
    font = rows.font()
    font.setPixelSize(40)
    rows.setFont(font)
    rows.addItem("Anna: A♥")
    rows.resize(300, 100)
    role = paper_palette(theme)
    assert sign_ink("H", role.base().color()).name() in painted(rows)
    rows.setCurrentRow(0)
    assert sign_ink("H", role.highlight().color()).name() in painted(rows)


def test_letters_beyond_the_usual_ones_move_no_colour(qtbot):
    label = SuitLabel("😀😀 ♥ AAAA")
    qtbot.addWidget(label)
    label.setPalette(paper_palette(LIGHT))
    font = label.font()
    font.setPixelSize(40)
    label.setFont(font)
    label.resize(label.sizeHint())
    image = label.grab().toImage()
    right = image.copy(image.width() * 2 // 3, 0, image.width() // 3, image.height())
    assert sign_ink("H", QColor(LIGHT.paper)).name() in colours_of(image)
    assert sign_ink("H", QColor(LIGHT.paper)).name() not in colours_of(right)


@pytest.mark.slow
@both_themes
@both_ways
def test_round_buttons_and_the_field_print_suits(qtbot, theme, four):
    use_look(CardLook(four_colours=four))
    dress(theme)
    for suit in SUITS:
        parent = QWidget()
        qtbot.addWidget(parent)
        button = RoundButton(suit.sign, "", parent)
        button.resize(80, 80)
        assert inks(QColor(theme.paper))[suit.letter] in painted(button)
    field = SuitsField()
    qtbot.addWidget(field)
    field.show_suits(("D",))
    for suit in SUITS:
        ground = QColor("white") if suit is Suit.DIAMONDS else field.palette().button().color()
        assert inks(ground)[suit.letter] in painted(field.buttons[suit.letter])


@pytest.mark.slow
@both_themes
@both_ways
@pytest.mark.parametrize("suit", SUITS)
def test_the_trump_sign_is_in_the_suits_colour(application, theme, four, suit):
    from PySide6.QtGui import QPainter  # noqa: PLC0415

    use_look(CardLook(four_colours=four))
    dress(theme)
    sign = SignItem()
    sign.line, sign.suit = "Trump", suit
    picture = QPixmap(300, 100)
    picture.fill(QColor(theme.felt))
    painter = QPainter(picture)
    sign.draw(painter, 300, 100)
    painter.end()
    assert inks(QColor(theme.felt))[suit.letter] in colours_of(picture.toImage())


@pytest.mark.slow
def test_a_change_of_mind_reaches_the_table_and_what_is_open(opened):
    person = opened(PlayRequest("master", 4, {}, seed_from("suited")))
    person.wait_for_turn()
    main = person.main
    table = person.playing.view
    before = table.grab().toImage()
    main.settings.four_colours = True
    main.apply_settings()
    assert table.grab().toImage() != before
    blue = sign_ink("D", QColor("white")).name()
    assert blue in colours_of(table.grab().toImage())
    sheet = person.playing.side.sheet
    assert sign_ink("D", QColor(main.theme.paper)).name() in painted(sheet)


@pytest.mark.slow
def test_the_slip_that_explains_a_trick_has_them(opened):
    settings = Settings.load()
    settings.four_colours = True
    settings.save()
    person = opened(SHORT)
    play_a_deal(person)
    person.main.explain_trick()
    slip = person.playing.side.why
    until(slip.isVisible)
    assert slip.testAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    with_four = slip.grab().toImage()
    person.main.settings.four_colours = False
    person.main.apply_settings()
    assert slip.grab().toImage() != with_four
    slip.close()
    assert person.playing.side.why is None
