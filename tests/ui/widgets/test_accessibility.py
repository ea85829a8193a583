"""Tests of announcements and names for screen readers, and of the focus ring."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QColor, QGuiApplication, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QScrollBar,
    QSlider,
    QSpinBox,
    QTabBar,
    QTableWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import delete

from greenbaize.ui.widgets import accessibility
from greenbaize.ui.widgets.accessibility import (
    RING_MARGIN,
    AccessibleGroup,
    FocusRing,
    needs_ring,
    ring_colours,
    set_spoken_name,
)
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.accessibility_tree import screen_reader_active
from ui.colour_contrast import contrast_ratio, image_colours
from ui.show_widget import show_widget

both_themes = pytest.mark.parametrize("theme", [LIGHT, DARK])


MIN_CONTRAST = 3.0
"""Smallest contrast of a mark with its background, from WCAG 2."""


def test_announcement_events_are_used_where_supported(open_program, monkeypatch):
    facade, event_types = open_program().facade, list[QAccessible.Event]()
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", lambda event: event_types.append(event.type())
    )
    with screen_reader_active():
        accessibility.announce_now(facade.window, "Your turn.")
        assert (facade.accessibleName(), event_types) == ("Your turn.", [])
        accessibility.announce_now(facade.window, "Your turn.")
        assert facade.accessibleName() == "Your turn. "  # the name must change to be read again
        monkeypatch.setattr(QGuiApplication, "platformName", lambda: "windows")
        accessibility.announce_now(facade.window, "Go on.")
    assert facade.accessibleName() == "Your turn. "
    assert event_types == [QAccessible.Event.Announcement]


def test_focused_widget_gets_its_new_name_on_the_next_focus(open_program):
    lobby = open_program().facade.start_screen
    first, second = (button for button in lobby.findChildren(QAbstractButton)[:2])
    first.setFocus()
    name_before = first.accessibleName()
    set_spoken_name(first, "Another")
    set_spoken_name(first, "A third", "which tells more")
    assert first.accessibleName() == name_before
    second.setFocus()
    assert first.accessibleName() == name_before
    first.setFocus()
    assert (first.accessibleName(), first.accessibleDescription()) == (
        "A third",
        "which tells more",
    )


CONTROLS = (
    QPushButton,
    QToolButton,
    QCheckBox,
    QRadioButton,
    QLineEdit,
    QComboBox,
    QSpinBox,
    QSlider,
    QListWidget,
    QTableWidget,
    QTabBar,
)


def find_focus_ring(window):
    (ring,) = window.findChildren(FocusRing)
    return ring


def make_control(kind, parent):
    control = kind(parent)
    if isinstance(control, QTabBar):
        control.addTab("one")
        control.addTab("two")
        control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    elif isinstance(control, QPushButton | QToolButton | QCheckBox | QRadioButton):
        control.setText("one")
    control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return control


@pytest.mark.slow
@both_themes
@pytest.mark.parametrize("kind", CONTROLS)
def test_a_focus_ring_is_painted_around_every_control(qtbot, kind, theme):
    apply_application_theme(theme)
    window = QDialog()
    column = QVBoxLayout(window)
    column.setContentsMargins(20, 20, 20, 20)
    first, second = QPushButton("first", window), make_control(kind, window)
    for button in (first, second):
        column.addWidget(button)
    show_widget(qtbot, window)
    first.setFocus()
    before = window.grab().toImage()
    QTest.keyClick(first, Qt.Key.Key_Tab)
    assert second.hasFocus()
    ring = find_focus_ring(window)
    assert ring.isVisible()
    assert ring.target is second
    after, line = window.grab().toImage(), ring_colours(second.palette())[0]
    # A point beside the control that was paper before.
    beside = ring.geometry().topLeft() + QPoint(2, ring.height() // 2)
    assert not second.geometry().contains(beside)
    assert before.pixelColor(beside).name() == theme.paper
    assert contrast_ratio(after.pixelColor(beside), theme.paper) >= MIN_CONTRAST
    assert after.pixelColor(beside).name() == line.name()


@both_themes
def test_focus_marks_stand_out_on_every_background(theme):
    line, halo = ring_colours(paper_palette(theme))
    palette = paper_palette(theme)
    for ground in (palette.window(), palette.base(), palette.button()):
        assert contrast_ratio(line, ground.color()) >= MIN_CONTRAST
    # On the cloth either the outer or the inner line has the contrast.
    for cloth in (theme.felt, theme.felt_glow, theme.plate):
        assert max(contrast_ratio(line, cloth), contrast_ratio(halo, cloth)) >= MIN_CONTRAST
        # A card's frame is light on dark, and the cards beside it are paper.
        assert contrast_ratio(theme.brass_text, cloth) >= MIN_CONTRAST
    assert contrast_ratio(theme.brass_text, theme.plate) >= MIN_CONTRAST
    assert contrast_ratio(theme.plate_text, theme.plate) >= MIN_CONTRAST
    assert contrast_ratio(theme.plate_quiet, theme.plate) >= MIN_CONTRAST


def test_focus_ring_follows_its_control(qtbot):
    window = QDialog()
    button, other_button = QPushButton("one", window), QPushButton("two", window)
    button.setGeometry(20, 20, 80, 30)
    other_button.setGeometry(20, 60, 80, 30)
    show_widget(qtbot, window)
    button.setFocus()
    ring = find_focus_ring(window)
    assert ring.geometry() == QRect(20, 20, 80, 30).adjusted(
        -RING_MARGIN, -RING_MARGIN, RING_MARGIN, RING_MARGIN
    )
    button.move(50, 40)
    assert ring.geometry().topLeft() == QPoint(50 - RING_MARGIN, 40 - RING_MARGIN)
    button.hide()
    assert ring.target is other_button
    line = ring_colours(other_button.palette())[0].name()
    assert line in image_colours(window.grab().toImage())
    delete(other_button)
    assert line not in image_colours(window.grab().toImage())


def test_a_click_shows_no_focus_ring(qtbot):
    window = QDialog()
    column = QVBoxLayout(window)
    first, second = QPushButton("one", window), QPushButton("two", window)
    column.addWidget(first)
    column.addWidget(second)
    show_widget(qtbot, window)
    first.setFocus()
    ring = find_focus_ring(window)
    click_point = second.mapTo(window, second.rect().center())
    QTest.mousePress(window.windowHandle(), Qt.MouseButton.LeftButton, pos=click_point)
    assert second.hasFocus()
    assert not ring.isVisible()
    QTest.mouseRelease(window.windowHandle(), Qt.MouseButton.LeftButton, pos=click_point)


def test_focus_ring_stays_within_its_scroll_area(qtbot):
    window = QDialog()
    area = QScrollArea(window)
    area.setGeometry(10, 40, 150, 100)
    sheet = QWidget()
    sheet.resize(120, 400)
    button = QPushButton("one", sheet)
    button.setGeometry(10, 20, 80, 30)
    area.setWidget(sheet)
    show_widget(qtbot, window, 200, 200)
    button.setFocus()
    ring = find_focus_ring(window)
    before = ring.y()
    area.verticalScrollBar().setValue(10)
    assert ring.y() == before - 10
    area.verticalScrollBar().setValue(200)
    assert not ring.isVisible()


class SpokenWindow(QWidget):
    """A window with a speech of its own."""

    def __init__(self):
        super().__init__()
        self.spoken = []
        self.speech = self

    def speak_text(self, text, *, is_urgent):
        self.spoken.append((text, is_urgent))


@pytest.fixture
def announcements(monkeypatch):
    """List the announcement events: what they say, and how politely."""
    events = []
    monkeypatch.setattr(
        QAccessible,
        "updateAccessibility",
        lambda event: events.append((event.message(), event.politeness())),
    )
    return events


def test_the_windows_speech_announces_for_everything_in_it(qtbot, announcements):
    window = SpokenWindow()
    qtbot.addWidget(window)
    button = QPushButton("one", QWidget(window))
    accessibility.announce(button, "")
    accessibility.announce(button, "Go on.")
    accessibility.announce(window, "Stop.", urgent=True)
    assert window.spoken == [("Go on.", False), ("Stop.", True)]
    assert announcements == []


def test_without_speech_a_screen_reader_is_told_at_once(qtbot, announcements):
    dialog = QDialog()
    qtbot.addWidget(dialog)
    accessibility.announce(dialog, "Nobody listens.")
    assert announcements == []
    polite = QAccessible.AnnouncementPoliteness
    with screen_reader_active():
        accessibility.announce(dialog, "Go on.")
        accessibility.announce(dialog, "Stop.", urgent=True)
        accessibility.announce_now(dialog, "")
    assert announcements == [("Go on.", polite.Polite), ("Stop.", polite.Assertive)]


def test_a_description_is_announced_where_its_change_is_not_reported(
    qtbot, announcements, monkeypatch
):
    dialog = QDialog()
    field = QLineEdit(dialog)
    show_widget(qtbot, dialog)
    field.setFocus()
    for platform, text in (("xcb", "7♥ is missing"), ("windows", "8♥ is missing")):
        monkeypatch.setattr(QGuiApplication, "platformName", lambda name=platform: name)
        accessibility.set_spoken_description(field, text)
        accessibility.set_spoken_description(field, text)
    assert field.accessibleDescription() == "eight of hearts is missing"
    assert [text for text, _ in announcements] == ["eight of hearts is missing"]
    field.clearFocus()
    accessibility.set_spoken_description(field, "9♥ is missing")
    accessibility.set_spoken_description(field, "")
    assert len(announcements) == 1


def test_names_are_spoken_in_words_and_set_at_once_without_the_focus(qtbot):
    button = QPushButton("7♥")
    qtbot.addWidget(button)
    set_spoken_name(button, "7♥", "beats 6♥")
    assert button.accessibleName() == "seven of hearts"
    assert button.accessibleDescription() == "beats six of hearts"


def test_a_group_is_a_plain_box_that_keeps_its_clicks(qtbot):
    window = QWidget()
    group = AccessibleGroup(window)
    group.setGeometry(10, 10, 50, 40)
    show_widget(qtbot, window)
    clicks = []
    window.mousePressEvent = clicks.append
    QTest.mouseClick(group, Qt.MouseButton.LeftButton)
    assert clicks == []
    assert QAccessible.queryAccessibleInterface(group).role() is QAccessible.Role.Grouping
    assert group.contentsMargins().isNull()
    group.setStyleSheet("QGroupBox { border: 4px solid red; margin-top: 9px; }")
    assert group.contentsMargins().isNull()
    assert group.minimumSizeHint() == QWidget(group).minimumSizeHint()


@pytest.mark.parametrize("fills", [False, True])
def test_a_group_has_the_ground_of_its_window_or_its_own(qtbot, fills):
    window = QWidget()
    group = AccessibleGroup(window)
    group.fills_background = fills
    group.setGeometry(0, 0, 50, 40)
    palette = group.palette()
    palette.setColor(QPalette.ColorRole.Window, QColor("#ff0000"))
    group.setPalette(palette)
    show_widget(qtbot, window)
    colour = window.grab().toImage().pixelColor(25, 20)
    assert (colour == QColor("#ff0000")) is fills


def test_a_ring_at_the_edge_is_drawn_inside_the_window(qtbot):
    window = QDialog()
    button = QPushButton("one", window)
    button.setGeometry(0, 0, 80, 30)
    show_widget(qtbot, window, 200, 100)
    button.setFocus()
    ring = find_focus_ring(window)
    assert ring.geometry() == QRect(0, 0, 80 + RING_MARGIN, 30 + RING_MARGIN)
    assert ring._ring_rect.toRect() == QRect(0, 0, 80 + RING_MARGIN, 30 + RING_MARGIN)


def test_a_wide_check_box_has_the_ring_around_its_text_only(qtbot):
    window = QDialog()
    box = QCheckBox("one", window)
    box.setGeometry(10, 10, 180, 30)
    show_widget(qtbot, window, 200, 100)
    box.setFocus()
    ring = find_focus_ring(window)
    assert ring.width() == box.sizeHint().width() + 3 * RING_MARGIN < 100


def test_the_ring_goes_with_the_focus_to_another_window(qtbot):
    windows = [QDialog(), QDialog()]
    for window in windows:
        QPushButton("one", window)
        show_widget(qtbot, window)
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        window.findChild(QPushButton).setFocus()
    first, second = map(find_focus_ring, windows)
    assert first.target is None
    assert not first.isVisible()
    assert second.isVisible()


def test_bars_and_widgets_with_a_mark_of_their_own_need_no_ring(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    marked = QPushButton(parent)
    marked.focus_mark = True
    assert needs_ring(QPushButton(parent))
    assert not needs_ring(marked)
    assert not needs_ring(QScrollBar(parent))
    assert not needs_ring(QWidget(parent))
