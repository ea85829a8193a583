"""Tests for the table of labels and figures: cells, widths, bars and copied text."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget

from greenbaize.ui.features.history.figure_table import (
    BAR_ALPHA,
    BAR_ROLE,
    FIGURE_COLUMN_PADDING,
    LEFT_ALIGNED,
    RIGHT_ALIGNED,
    FigureRow,
    FigureTable,
)
from greenbaize.ui.widgets.font_sizes import normal_font
from ui.show_widget import show_widget

HEADINGS = ("Places", "Share", "Times")
ROWS = (
    FigureRow(("first", "75 %", "3"), 0.75),
    FigureRow(("second", "25 %", "1"), 0.25, is_bold=True),
    FigureRow(("third", "–", "0"), is_faint=True),
)
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def page(qtbot):
    """Show a page with a table of figures, and another field to focus."""
    page = QWidget()
    page.other_field, page.figure_table = QLineEdit(page), FigureTable(page)
    page.figure_table.show_figures(HEADINGS, ROWS)
    page.figure_table.setGeometry(0, 0, 400, page.figure_table.full_height())
    page.other_field.move(0, 240)
    show_widget(qtbot, page, 420, 280)
    return page


@pytest.fixture
def table(page):
    return page.figure_table


def click_row(table, row, modifiers=Qt.KeyboardModifier.NoModifier):
    point = table.visualItemRect(table.item(row, 0)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, modifiers, point)


def copied_lines(table):
    QTest.keyClick(table, Qt.Key.Key_C, CONTROL)
    return QGuiApplication.clipboard().text().splitlines()


def test_cells_and_headings_are_shown(table):
    assert table.accessibleName() == "Places"
    assert table.row_labels == ["first", "second", "third"]
    assert [table.cell_text(0, column) for column in range(3)] == ["first", "75 %", "3"]
    assert table.cell_text(7, 0) == ""
    headings = [table.horizontalHeaderItem(column) for column in range(3)]
    assert [(item.text(), item.toolTip()) for item in headings] == [
        (text, text) for text in HEADINGS
    ]


def test_labels_are_aligned_left_and_figures_right(table):
    for items in (
        [table.horizontalHeaderItem(column) for column in range(3)],
        [table.item(1, column) for column in range(3)],
    ):
        assert [item.textAlignment() for item in items] == [LEFT_ALIGNED, *[RIGHT_ALIGNED] * 2]


def test_only_labels_have_tooltips(table):
    assert [table.item(0, column).toolTip() for column in range(3)] == ["first", "", ""]


def test_emphasis_is_bold_or_faint(table):
    assert [table.item(row, 1).font().bold() for row in range(3)] == [False, True, False]
    faint = table.palette().brush(QPalette.ColorRole.PlaceholderText)
    assert [table.item(row, 2).foreground() == faint for row in range(3)] == [False, False, True]


def test_figure_columns_are_as_wide_as_their_widest_text(table):
    metrics = QFontMetrics(normal_font(bold=True, fixed=True))
    widths = [
        metrics.horizontalAdvance(text) + FIGURE_COLUMN_PADDING for text in ("Share", "Times")
    ]
    assert [table.columnWidth(1), table.columnWidth(2)] == widths
    label_width = metrics.horizontalAdvance("second") + FIGURE_COLUMN_PADDING
    assert table.content_width == label_width + sum(widths)
    assert table.columnWidth(0) == table.viewport().width() - sum(widths)


def test_table_is_as_high_as_its_rows(table):
    row_height = table.verticalHeader().defaultSectionSize()
    height = table.full_height()
    assert table.viewport().height() == 3 * row_height
    assert (table.sizeHint().height(), table.minimumSizeHint().height()) == (height, height)
    table.show_figures(HEADINGS, ROWS[:1])
    assert table.full_height() == table.maximumHeight() == height - 2 * row_height
    table.resize(90, height // 2)
    assert not table.verticalScrollBar().isVisible()
    assert not table.horizontalScrollBar().isVisible()


def test_scrolling_table_may_be_lower_than_its_rows(qtbot):
    table = FigureTable(None, shows_all_rows=False)
    table.show_figures(HEADINGS, ROWS * 20)
    show_widget(qtbot, table, 400, 200)
    assert table.minimumSizeHint().height() == 120 < table.full_height()
    assert table.verticalScrollBar().isVisible()
    assert not table.horizontalScrollBar().isVisible()


def test_bar_covers_its_share_of_the_row(table):
    image = table.viewport().grab().toImage()
    top = table.visualItemRect(table.item(0, 0)).top() + 3
    base = table.palette().color(QPalette.ColorRole.Base)
    link = table.palette().color(QPalette.ColorRole.Link)
    share = BAR_ALPHA / 255
    bar_colour = QColor.fromRgbF(
        *(
            share * ink + (1 - share) * paper
            for ink, paper in zip(link.getRgbF()[:3], base.getRgbF()[:3], strict=True)
        )
    )

    def has_bar(fraction):
        colour = image.pixelColor(round(fraction * image.width()), top)
        difference = [
            abs(one - other)
            for one, other in zip(colour.getRgb(), bar_colour.getRgb(), strict=True)
        ]
        return max(difference) <= 2

    assert [has_bar(fraction) for fraction in (0.02, 0.73, 0.77, 0.98)] == [
        True,
        True,
        False,
        False,
    ]
    assert table.item(2, 0).data(BAR_ROLE) is None
    assert table.item(0, 1).data(BAR_ROLE) is None


def test_selected_rows_are_copied_or_else_all(table):
    table.setFocus()
    assert copied_lines(table) == [
        "Places\tShare\tTimes",
        "first\t75 %\t3",
        "second\t25 %\t1",
        "third\t–\t0",
    ]
    click_row(table, 2)
    click_row(table, 0, CONTROL)
    assert copied_lines(table) == ["Places\tShare\tTimes", "first\t75 %\t3", "third\t–\t0"]
    assert QGuiApplication.clipboard().text().endswith("\n")


def test_focus_makes_a_row_current_and_selects_none(page, table):
    assert not table.currentIndex().isValid()
    table.setFocus()
    assert (table.currentRow(), table.currentColumn()) == (0, 0)
    assert table.selectedIndexes() == []
    click_row(table, 1)
    assert {index.row() for index in table.selectedIndexes()} == {1}
    page.other_field.setFocus()
    assert table.selectedIndexes() == []
    table.setFocus()
    assert table.currentRow() == 1


def test_a_menu_over_the_table_keeps_the_selection(table):
    click_row(table, 1)
    table.clearFocus()
    assert table.selectedIndexes() == []
    click_row(table, 1)
    popup_reason = Qt.FocusReason.PopupFocusReason
    table.window().other_field.setFocus(popup_reason)
    assert {index.row() for index in table.selectedIndexes()} == {1}


def test_text_is_painted_over_the_bar(table):
    image = table.viewport().grab().toImage()
    ink = table.palette().color(QPalette.ColorRole.Text).lightness()
    for column in range(3):
        cell = table.visualItemRect(table.item(0, column))
        lightness_values = {
            image.pixelColor(x, y).lightness()
            for x in range(cell.left(), cell.right())
            for y in range(cell.top() + 3, cell.bottom() - 3)
        }
        assert min(abs(lightness - ink) for lightness in lightness_values) < 40


def test_new_figures_clear_the_selection(table):
    click_row(table, 1)
    table.show_figures(HEADINGS, ROWS)
    assert table.selectedIndexes() == []
    click_row(table, 1)
    table.show_figures(HEADINGS[:2], [FigureRow(("only", "1"))])
    assert table.selectedIndexes() == []
    assert (table.rowCount(), table.columnCount()) == (1, 2)
    assert table.indexAt(QPoint(3, 3)).data() == "only"
