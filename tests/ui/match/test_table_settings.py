"""Every declared setting is applied, and at every table by the same path."""

import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication

import greenbaize
from greenbaize.app.tables.play_request import MAX_WATCHED_SPEED, PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.store.declared_settings import DeclaredSettings
from greenbaize.ui.shell.pages import TablePage
from greenbaize.ui.sound.cues import SoundKind
from ui.table.person import wait_until

GAME: Final = "ass"
"""A game with tricks, and with a ring."""
GOLDEN_RECORD: Final = Path(__file__).parents[2] / "golden" / "ass-4-drawing.jsonl"


class Probe(NamedTuple):
    """Two values of a setting, and what of a table is different with the second."""

    first_value: object
    second_value: object
    observe: Callable[[TablePage], object]


def cloth(page: TablePage) -> object:
    return page.grab(QRect(0, 0, 8, 8)).toImage()


def inner_table(page: TablePage) -> Any:
    """Return the view with the animations: of a replay page the table within it."""
    return getattr(page, "table", page)


def card_look(page: TablePage) -> object:
    return page.scene.cards.atlas._usual_renderer.look


TABLE_PROBES: Final = {
    "theme": Probe("light", "dark", cloth),
    "cloth": Probe("baize", "wine", cloth),
    "text_size": Probe(1.0, 1.5, lambda page: page.side_column.preferred_width()),
    "left_handed": Probe(False, True, card_look),
    "four_colours": Probe(False, True, card_look),
    "card_faces": Probe("classic", "deco", card_look),
    "card_back": Probe("leaves", "fans", card_look),
    "card_letters": Probe("latin", "cyrillic", card_look),
    "large_index": Probe(False, True, card_look),
    "ring": Probe(False, True, lambda page: page.rules_controller.shows_ring),
    "side": Probe(False, True, lambda page: page.folding.is_folded),
    "motion": Probe("none", "full", lambda page: inner_table(page).animator.reduced_motion),
    "speed": Probe(1.0, 2.0, lambda page: inner_table(page).animator.speed),
    "trick_seconds": Probe(1.0, 4.0, lambda page: inner_table(page).stage.pace.trick_ms),
    "wait_for_click": Probe("off", "on", lambda page: inner_table(page).stage.pace.waits_for_click),
    "forced_cards": Probe(
        "none", "all", lambda page: inner_table(page).stage.pace.plays_forced_cards
    ),
    "confirm_moves": Probe(
        "clicks",
        "keys",
        lambda page: page.prompts.single_click and page.prompts.choice_prompt.confirm_keys,
    ),
    "warn": Probe(False, True, lambda page: page.prompts.optional_actions.warns_of_breach),
    "offer_review": Probe(False, True, lambda page: page.side_column.offers_reviews),
}
"""Settings that tables follow, by name."""
READERS: Final = {
    "your_name": "store/settings.py",
    "face": "store/persons.py",
    "colour": "store/persons.py",
    "former": "store/persons.py",
    "language": "ui/window_session.py",
    "finished": "store/settings.py",
    "par": "ui/match/par_controller.py",
    "sheet_par": "ui/match/par_loader.py",
    "honours": "ui/match/honours.py",
    "reviews_deals": "ui/features/coach/coach_controller.py",
    "deal_of_day": "ui/features/start/start_screen.py",
    "sound": "ui/sound/sound_service.py",
    "sounds": "ui/sound/sound_service.py",
    "own": "ui/features/preferences/own_artwork.py",
    "volume": "ui/sound/sound_service.py",
    "turn_alert": "ui/features/start/match_launcher.py",
    "speak": "ui/speech/speech_service.py",
    "wording": "ui/speech/speech_service.py",
    "speech_waits": "ui/speech/speech_service.py",
    "speech_rate": "ui/speech/speech_service.py",
    "last_game": "app/tables/default_players.py",
    "setups": "app/tables/default_players.py",
    "house_rules": "app/house_rules.py",
    "guided": "ui/features/start/start_screen.py",
    "warmed_up": "ui/features/learn/warm_up.py",
    "programs": "ui/shell/services.py",
    "sandbox": "ui/shell/services.py",
    "table": "ui/features/network/session_controller.py",
    "geometry": "ui/shell/window.py",
}
"""Modules that read the settings that no table follows, by setting."""
SOUND_KIND_SETTINGS: Final = {f"sound_{kind.value}" for kind in SoundKind}
"""Settings that the sound service reads by the kind of a sound."""


@pytest.mark.parametrize("setting", [field.name for field in fields(DeclaredSettings)])
def test_declared_setting_is_applied(setting):
    """A new setting has a probe here if tables follow it, or is read by a module named here."""
    if setting in SOUND_KIND_SETTINGS:
        return
    assert (setting in TABLE_PROBES) != (setting in READERS), (
        f"The setting {setting!r} is declared but not applied: add how a table shows it to"
        " TABLE_PROBES, or the module that reads it to READERS."
    )
    if setting in READERS:
        code = (Path(greenbaize.__file__).parent / READERS[setting]).read_text(encoding="utf-8")
        assert re.search(rf'\.{setting}\b|"{setting}"', code), (
            f"{READERS[setting]} does not read the setting {setting!r}."
        )


def open_match_page(open_program):
    person = open_program(
        PlayRequest(GAME, 4, {}, seed_from_text("table")), speed=MAX_WATCHED_SPEED
    )
    person.wait_for_turn()
    return person, person.match_view


def open_watched_page(open_program):
    request = PlayRequest(GAME, 4, {}, seed_from_text("table"), watch=True)
    person = open_program(request, speed=MAX_WATCHED_SPEED)
    return person, person.match_view


def open_guided_page(open_program):
    person = open_program(speed=MAX_WATCHED_SPEED)
    person.facade.open_first_deal(GAME)
    wait_until(person.facade.first_deal_guide.guide_panel.next_button.isVisible)
    return person, person.match_view


def open_replay_page(open_program):
    person = open_program(PlayRequest(record=GOLDEN_RECORD), speed=MAX_WATCHED_SPEED)
    wait_until(lambda: person.facade.replay_page is not None)
    page = person.facade.replay_page
    page.go_to_moment(page.replay.playback.deal_moments[0] + 12)
    return person, page


def open_exercise_page(open_program):
    person = open_program(speed=MAX_WATCHED_SPEED)
    exercises = person.facade.features.window_manager.show_exercises(GAME)
    return person, exercises.match_view


@pytest.mark.slow
@pytest.mark.parametrize(
    ("open_page", "exceptions"),
    [
        pytest.param(open_match_page, set(), id="match"),
        pytest.param(open_watched_page, set(), id="watching"),
        # The guide waits for clicks and plays no card, whatever the settings say.
        pytest.param(open_guided_page, {"wait_for_click", "forced_cards"}, id="guide"),
        # A replay asks nothing and waits for nobody.
        pytest.param(
            open_replay_page,
            {"wait_for_click", "confirm_moves", "warn", "offer_review"},
            id="replay",
        ),
        # In an exercise nothing moves, every card is asked for, and there is no sheet.
        pytest.param(
            open_exercise_page, {"speed", "wait_for_click", "forced_cards", "side"}, id="exercise"
        ),
    ],
)
def test_table_follows_every_setting_at_once(open_program, open_page, exceptions):
    person, page = open_page(open_program)
    settings = person.facade.services.settings
    for setting, probe in TABLE_PROBES.items():
        settings.change_setting(setting, probe.first_value)
    person.facade.window.window().resize(1280, 800)
    ignored_settings = set()
    for setting, probe in TABLE_PROBES.items():
        if setting in exceptions:
            continue
        QApplication.processEvents()
        before = probe.observe(page)
        settings.change_setting(setting, probe.second_value)
        QApplication.processEvents()
        if probe.observe(page) == before:
            ignored_settings.add(setting)
        settings.change_setting(setting, probe.first_value)
    assert ignored_settings == set()
