"""Tests of suit colours outside the cards, in two and in four colours."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QListWidget, QWidget

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.cards import Suit
from greenbaize.rules.chance import seed_from_text
from greenbaize.store.settings import UserSettings
from greenbaize.ui.cards.card_look import CardLook, set_current_card_look
from greenbaize.ui.cards.suit_text import SuitDelegate, SuitLabel
from greenbaize.ui.cards.suits import suit_sign_colour
from greenbaize.ui.match.options_form import SuitsField
from greenbaize.ui.prompts.round_button import RoundButton
from greenbaize.ui.table.labels import TrumpSignItem
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.colour_contrast import image_colours
from ui.table.person import wait_until
from ui.window_gallery import SHORT_MATCH, play_first_deal

both_themes = pytest.mark.parametrize("theme", [LIGHT, DARK])
two_and_four_colours = pytest.mark.parametrize("four", [False, True])
SUITS = [Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES]


def suit_inks(ground):
    return {suit.letter: suit_sign_colour(suit.letter, ground).name() for suit in SUITS}


def grab_colours(widget):
    return image_colours(widget.grab().toImage())


@pytest.mark.slow
@both_themes
@two_and_four_colours
def test_text_has_the_suit_colours(qtbot, theme, four):
    set_current_card_look(CardLook(four_colours=four))
    ground = QColor(theme.paper)
    for suit in SUITS:
        label = SuitLabel(f"Anna:\n10{suit.sign}{suit.sign} beats it, and {suit.sign}.")
        qtbot.addWidget(label)
        label.setPalette(paper_palette(theme))
        font = label.font()
        font.setPixelSize(40)
        label.setFont(font)
        is_plain = suit in (Suit.CLUBS, Suit.SPADES) and not (four and suit is Suit.CLUBS)
        suit_ink = suit_inks(ground)[suit.letter]
        assert (suit_ink in grab_colours(label)) is not is_plain
        assert theme.ink in grab_colours(label)


@both_themes
def test_list_rows_have_the_suit_colours_selected_or_not(qtbot, theme):
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
    assert suit_sign_colour("H", role.base().color()).name() in grab_colours(rows)
    rows.setCurrentRow(0)
    assert suit_sign_colour("H", role.highlight().color()).name() in grab_colours(rows)


def test_surrogate_pairs_do_not_shift_the_colours(qtbot):
    label = SuitLabel("😀😀 ♥ AAAA")
    qtbot.addWidget(label)
    label.setPalette(paper_palette(LIGHT))
    font = label.font()
    font.setPixelSize(40)
    label.setFont(font)
    label.resize(label.sizeHint())
    image = label.grab().toImage()
    right = image.copy(image.width() * 2 // 3, 0, image.width() // 3, image.height())
    assert suit_sign_colour("H", QColor(LIGHT.paper)).name() in image_colours(image)
    assert suit_sign_colour("H", QColor(LIGHT.paper)).name() not in image_colours(right)


@pytest.mark.slow
@both_themes
@two_and_four_colours
def test_round_buttons_and_the_suit_field_have_suit_colours(qtbot, theme, four):
    set_current_card_look(CardLook(four_colours=four))
    apply_application_theme(theme)
    for suit in SUITS:
        parent = QWidget()
        qtbot.addWidget(parent)
        button = RoundButton(suit.sign, "", parent)
        button.resize(80, 80)
        assert suit_inks(QColor(theme.paper))[suit.letter] in grab_colours(button)
    field = SuitsField()
    qtbot.addWidget(field)
    field.show_suits(("D",))
    for suit in SUITS:
        ground = QColor("white") if suit is Suit.DIAMONDS else field.palette().button().color()
        assert suit_inks(ground)[suit.letter] in grab_colours(field.buttons[suit.letter])


@pytest.mark.slow
@both_themes
@two_and_four_colours
@pytest.mark.parametrize("suit", SUITS)
def test_the_trump_sign_is_in_the_suits_colour(application, theme, four, suit):
    from PySide6.QtGui import QPainter  # noqa: PLC0415

    set_current_card_look(CardLook(four_colours=four))
    apply_application_theme(theme)
    sign = TrumpSignItem()
    sign.line, sign.suit = "Trump", suit
    picture = QPixmap(300, 100)
    picture.fill(QColor(theme.felt))
    painter = QPainter(picture)
    sign.paint_content(painter, 300, 100)
    painter.end()
    assert suit_inks(QColor(theme.felt))[suit.letter] in image_colours(picture.toImage())


@pytest.mark.slow
def test_a_changed_setting_repaints_the_table_and_the_sheet(open_program):
    person = open_program(PlayRequest("master", 4, {}, seed_from_text("suited")))
    person.wait_for_turn()
    main = person.facade
    table = person.match_view.table_view
    before = table.grab().toImage()
    main.settings.four_colours = True
    main.apply_settings()
    assert table.grab().toImage() != before
    blue = suit_sign_colour("D", QColor("white")).name()
    assert blue in image_colours(table.grab().toImage())
    sheet = person.match_view.side_column.sheet_panel
    assert suit_sign_colour("D", QColor(main.theme.paper)).name() in grab_colours(sheet)


@pytest.mark.slow
def test_the_trick_explanation_follows_the_setting(open_program):
    settings = UserSettings.load()
    settings.four_colours = True
    settings.save()
    person = open_program(SHORT_MATCH)
    play_first_deal(person)
    person.facade.explain_trick()
    slip = person.match_view.side_column.explanation_dialog
    wait_until(slip.isVisible)
    assert slip.testAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    with_four = slip.grab().toImage()
    person.facade.settings.four_colours = False
    person.facade.apply_settings()
    assert slip.grab().toImage() != with_four
    slip.close()
    assert person.match_view.side_column.explanation_dialog is None
