"""Tests for adding decks and backs in the preferences of cards."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from greenbaize.store.artwork.library import ArtworkKind, list_artwork
from greenbaize.store.settings import UserSettings
from greenbaize.ui.cards.card_look import card_look_from_settings
from greenbaize.ui.features.preferences import deck_bar
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from store.artwork.own_files import card_svg, write_deck, write_kde_deck
from ui.table.person import wait_until


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "none"))


@pytest.fixture
def settings():
    return UserSettings()


@pytest.fixture
def form(open_preferences, settings):
    return open_preferences(settings, 1).card_look_form


def add_deck(form, path):
    reports = []
    form.own_bar._importer.imported.connect(lambda report, _: reports.append(report))
    form.own_bar.import_deck(path)
    assert form.own_bar.note.text() == f"Reading {path.name}…"
    wait_until(lambda: reports)


def take_out(qtbot, form):
    qtbot.mouseClick(form.own_bar.remove_button, Qt.MouseButton.LeftButton)
    question = form.own_bar.findChild(ConfirmationDialog)
    question.yes_button.click()
    QApplication.processEvents()


def test_added_deck_is_chosen_and_can_be_taken_out(qtbot, form, settings, tmp_path):
    assert not form.own_bar.remove_button.isEnabled()
    add_deck(form, write_deck(tmp_path / "grandmas", jokers=()))
    (deck,) = list_artwork(ArtworkKind.DECK)
    assert settings.card_faces == deck.setting
    assert settings.card_back == f"{deck.setting}/0"
    assert settings.own == [deck.setting]
    assert form.faces[deck.setting].isChecked()
    assert form.faces[deck.setting].accessibleName() == "Grandmas"
    assert form.backs[f"{deck.setting}/0"].isChecked()
    assert form.own_bar.note.text() == "Grandmas: 52 cards with pictures. The jokers are ours."
    take_out(qtbot, form)
    assert (settings.card_faces, settings.card_back, settings.own) == ("classic", "leaves", [])
    assert list(form.faces) == ["classic", "deco", "large"]
    assert list_artwork(ArtworkKind.DECK) == []


def test_deck_that_cannot_be_added_is_explained(form, settings, tmp_path):
    add_deck(form, write_deck(tmp_path / "half", skip={"AS"}))
    assert form.own_bar.note.text().startswith("half: 1 card is missing: A♠. A deck")
    assert settings.card_faces == "classic"


def test_too_large_picture_is_refused_at_once_and_stays_said(form, settings, tmp_path):
    path = tmp_path / "huge.png"
    with path.open("wb") as file:
        file.truncate(282_000_000)
    form.own_bar._start_import(path, ArtworkKind.BACK)
    refusal = "huge.png is too large: more than 16 MB."
    assert form.own_bar.note.text() == refusal
    reports = []
    form.own_bar._importer.imported.connect(lambda report, _: reports.append(report))
    form.own_bar.import_deck(write_deck(tmp_path / "ours"))
    assert form.own_bar.note.text() == f"{refusal}\nReading ours…"
    wait_until(lambda: reports)
    assert form.own_bar.note.text() == f"{refusal}\nOurs: 52 cards with pictures."


def test_our_choice_stays_possible_beside_own_decks(qtbot, form, settings, tmp_path):
    add_deck(form, write_deck(tmp_path / "ours"))
    qtbot.mouseClick(form.faces["deco"], Qt.MouseButton.LeftButton)
    assert settings.card_faces == "deco"
    assert not form.large_index.isVisible()
    assert form.letters.isEnabled()


def test_letters_are_judged_and_ours_laid_over_them(form, settings, tmp_path):
    add_deck(form, write_deck(tmp_path / "ours"))
    assert form.large_index.isVisible()
    assert not form.letters.isEnabled()
    form.show_table_size(40)
    assert form.legibility_note.text() == (
        "The letters of this deck are 8 px high at this window. "
        "That is small: ours can be laid over them."
    )
    assert form.large_index.accessibleDescription() == form.legibility_note.text()
    form.show_table_size(200)
    assert form.legibility_note.text().endswith("px high at this window. That is well readable.")
    form.large_index.click()
    assert settings.large_index
    assert card_look_from_settings(settings).large_index
    assert form.letters.isEnabled()


def test_back_alone_is_added(form, settings, tmp_path):
    path = tmp_path / "back.svg"
    path.write_bytes(card_svg("#2040a0"))
    form.own_bar._start_import(path, ArtworkKind.BACK)
    wait_until(lambda: len(form.backs) == 5)
    (back,) = list_artwork(ArtworkKind.BACK)
    assert settings.card_back == f"{back.setting}/0"
    assert settings.card_faces == "classic"
    assert form.own_bar.remove_button.isEnabled()


def test_decks_of_this_computer_are_offered(form, settings, tmp_path):
    write_kde_deck(tmp_path / "share" / "carddecks" / "svg-ours")
    form.own_bar.menu.aboutToShow.emit()
    actions = {action.text(): action for action in form.own_bar.menu.actions()}
    actions["Ours (KDE)"].trigger()
    wait_until(lambda: settings.own)
    assert form.own_bar.note.text() == "Ours: 52 cards with pictures. The jokers are ours."


def test_menu_opens_the_dialogs_of_files(form, monkeypatch):
    chosen = []
    monkeypatch.setattr(
        deck_bar, "choose_path", lambda parent, title, names, slot: chosen.append((title, names))
    )
    form.own_bar.menu.aboutToShow.emit()
    for action in form.own_bar.menu.actions():
        action.trigger()
    assert chosen == [
        ("Add a deck", ""),
        ("Add a deck", "Decks (*.zip *.svg *.svgz)"),
        ("Add a back", "Pictures (*.png *.jpg *.jpeg *.svg)"),
    ]


def test_tab_order_goes_through_added_pictures(form, tmp_path):
    add_deck(form, write_deck(tmp_path / "ours"))
    order, widget = [], form.preview
    while widget is not form.letters and len(order) < 300:
        widget = widget.nextInFocusChain()
        order.append(widget)
    wanted = [*form.faces.values(), *form.backs.values(), form.own_bar.add_button]
    assert [widget for widget in order if widget in wanted] == wanted
