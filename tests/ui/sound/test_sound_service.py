"""The sound service and cue mapper: volumes, muting, stereo position and timing."""

import sys
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from greenbaize.app.memory.replays import read_replay
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.store.settings import Settings
from greenbaize.ui.cards.look import card_look_of
from greenbaize.ui.features.history.replaying import Replaying
from greenbaize.ui.shell.settings import SettingsService
from greenbaize.ui.sound import device, sound_service
from greenbaize.ui.sound.cue_mapper import GAPS_S, MOST_PACE, RUSH_S, SoundCueMapper
from greenbaize.ui.sound.cues import Cue, Kind, Noise
from greenbaize.ui.sound.sound_service import SoundService
from ui.table.person import until

GOLDEN = Path(__file__).parents[2] / "golden"


def painted(opened):
    person = opened()
    until(lambda: person.main.features.has_made("preloader"))
    return person


def at_a_table(opened):
    person = opened(PlayRequest(game="damn", players=3), speed=1.0)
    until(lambda: person.main.playing)
    return person


def test_where_no_window_is_seen_nothing_is_heard_and_no_library_is_loaded(monkeypatch):
    monkeypatch.setattr(device, "has_library", lambda: True)
    assert sound_service.make_player() is None
    assert "miniaudio" not in sys.modules


@pytest.mark.parametrize("there", [True, False])
def test_where_windows_are_seen_the_library_decides(application, monkeypatch, there):
    monkeypatch.setattr(sound_service.QGuiApplication, "platformName", lambda: "xcb")
    monkeypatch.setattr(device, "has_library", lambda: there)
    player = sound_service.make_player()
    assert (player is not None) is there
    if player is not None:
        player.close()


def test_a_library_that_does_not_load_is_one_that_is_not_there(monkeypatch):
    monkeypatch.setitem(sys.modules, "miniaudio", None)
    with pytest.raises(device.NoSoundError):
        device.load()


def test_the_key_and_the_speaker_mute_and_it_is_remembered(opened, player):
    person = painted(opened)
    main = person.main
    speaker = main.sound_button
    assert speaker.isVisible()
    assert speaker.isChecked()
    person.press(Qt.Key.Key_F7)
    assert not main.settings.sound
    assert not speaker.isChecked()
    assert not Settings.load().sound
    person.click(speaker)
    assert speaker.isChecked()
    assert main.menus.sound.isChecked()
    assert Settings.load().sound
    assert "F7" in speaker.toolTip()


def test_muting_writes_nothing_on_the_table_anew(opened, player, monkeypatch):
    main = at_a_table(opened).main
    looks = []
    monkeypatch.setattr(main.playing, "set_card_look", looks.append)
    main.set_sound(on=False)
    assert looks == []
    main.settings.four_colours = True
    main.apply_settings()
    assert looks == [card_look_of(main.settings)]


def test_it_looks_different_when_it_is_muted(opened, player):
    speaker = painted(opened).main.sound_button
    on = speaker.grab().toImage()
    speaker.setChecked(False)
    assert speaker.grab().toImage() != on


def test_where_there_is_no_sound_there_is_no_speaker(opened, monkeypatch):
    monkeypatch.setattr(device, "has_library", lambda: False)
    person = painted(opened)
    assert person.main.sound_button is None
    person.press(Qt.Key.Key_F7)  # is stored for another computer
    assert not person.main.settings.sound


def test_a_match_at_the_window_is_heard_until_it_is_left(opened, player):
    person = at_a_table(opened)
    main = person.main
    stage = person.playing.stage
    player.sounds.clear()
    stage.noise.emit(Noise(Cue.TAKE, 1))
    assert player.heard() == ["take"]
    assert player.sounds[0].gain == pytest.approx(main.settings.volume**2)
    main.show_lobby()
    heard = len(player.sounds)
    stage.noise.emit(Noise(Cue.REFUSED, 0))
    assert len(player.sounds) == heard
    main.close_now()
    assert player.done[-1] == "shut down"


def test_what_is_muted_is_silent_at_once(opened, player):
    person = at_a_table(opened)
    person.main.sounding.player()
    person.press(Qt.Key.Key_F7)
    assert player.done[-1] == "stop sounds"
    player.sounds.clear()
    person.playing.stage.noise.emit(Noise(Cue.TAKE, 1))
    assert player.sounds == []


def test_each_kind_is_as_loud_as_it_is_set(player):
    settings = Settings(volume=0.4, sound_turn=False)
    sound = SoundService(SettingsService(settings))
    assert sound.wanted(Kind.CARDS) == pytest.approx(0.16)
    assert sound.wanted(Kind.TURN) == 0
    sound.try_out()
    assert [one.cue.kind for one in player.sounds] == [Kind.CARDS]
    settings.sound = False
    assert sound.wanted(Kind.CARDS) == 0
    assert sound.player() is None
    sound.try_out()
    assert len(player.sounds) == 1


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


class Listener:
    """A table whose sound cues are triggered on demand."""

    def __init__(self, person, clock, player):
        self.person, self.clock, self.player = person, clock, player
        self.loud = dict.fromkeys(Kind, 1.0)
        self.playing = person.playing
        self.cues = SoundCueMapper(self.playing, lambda: player, self.loud.get, clock)
        self.cues.follow(self.playing)

    def hear(self, cue, seat=None, cards=1):
        """Return the sounds played for one cue."""
        self.player.sounds.clear()
        self.playing.stage.noise.emit(Noise(cue, seat, cards))
        return [sound.cue.stem for sound in self.player.sounds]

    def pass_time(self, milliseconds):
        self.clock.now += milliseconds
        self.playing.motion.step()
        for _ in range(5):
            QApplication.processEvents()


@pytest.fixture
def listening(laid, player):
    def listen(game="damn", players=4, **options):
        clock = Clock()
        person = laid(game, players, "sound", speed=1.0, clock=clock, **options)
        return Listener(person, clock, player)

    return listen


@pytest.mark.slow
def test_a_match_is_heard_as_it_is_seen(listening):
    one = listening(players=3, first=2, deals=2)
    one.playing.begin()
    while not one.player.sounds:
        one.pass_time(300)  # the deal is announced first
    assert {sound.cue for sound in one.player.sounds} == {Cue.DEAL}
    for _ in range(300):
        if one.playing.place.over and not one.playing.motion.busy:
            break
        if one.person.asked_bid:
            one.person.click(one.playing.asking.prompt.buttons[next(one.person.answers())])
        elif one.playing.asking.question is not None:
            one.person.double_click_card(one.person.legal[0])
        one.pass_time(300)
    heard = one.player.heard()
    assert heard.count("take") == 2
    assert 0 < heard.count("made") + heard.count("missed") <= 1
    first = heard.index("play")
    assert heard.index("deal") < first < heard.index("take")
    assert "turn" in heard[:first]


def test_the_cards_of_a_deal_can_be_told_apart_and_come_from_all_sides(listening):
    one = listening()
    heard = one.hear(Cue.DEAL, 1, cards=52)
    assert 10 < len(heard) <= 22
    sounds = one.player.sounds
    gaps = [after.delay - before.delay for before, after in pairwise(sounds)]
    assert min(gaps) >= GAPS_S[Cue.DEAL]
    assert len({sound.pan for sound in sounds}) >= 3
    assert {sound.variant for sound in sounds} == {1, 2, 3}
    assert all(sound.gain < 1 for sound in sounds[1:])
    assert all(first.variant != second.variant for first, second in pairwise(sounds))


def test_cards_on_the_left_are_heard_on_the_left(listening):
    one = listening()
    places = []
    for seat in range(4):
        one.clock.now += 1000
        one.hear(Cue.PLAY, seat)
        places.append(one.player.sounds[0].pan)
    own, left, across, right = places
    assert own == 0
    assert left < -0.3
    assert abs(across) < 0.1
    assert right > 0.3


def test_a_card_is_heard_when_it_lies_and_at_once_where_it_jumps(listening):
    one = listening()
    one.hear(Cue.PLAY, 1)
    slow = one.player.sounds[0].delay
    assert 0.05 < slow < 0.26
    one.clock.now += 1000
    one.playing.motion.speed = 2.0
    one.hear(Cue.PLAY, 1)
    assert one.player.sounds[0].delay < slow
    one.clock.now += 1000
    one.playing.motion.jumps = True
    one.hear(Cue.PLAY, 1)
    assert one.player.sounds[0].delay == 0


def test_what_goes_fast_is_thinned_out_and_softer(listening):
    one = listening()
    gains = []
    for _ in range(20):
        one.clock.now += 40
        if one.hear(Cue.PLAY, 1):
            gains.append(one.player.sounds[0].gain)
    assert 5 <= len(gains) <= 8
    assert gains[0] == 1.0
    assert max(gains[1:]) < 0.75


def test_cards_that_rush_by_or_are_passed_over_are_not_heard(listening, monkeypatch):
    one = listening()
    one.playing.motion.speed = MOST_PACE + 1
    assert one.hear(Cue.PLAY, 1) == []
    assert one.hear(Cue.MADE, 0) == ["made"]
    one.playing.motion.speed = 0.0
    for cue in Cue:
        assert one.hear(cue, 0, cards=9) == []
    one.playing.motion.speed = 1.0
    monkeypatch.setattr(type(one.playing.stage), "skipping", True)
    assert one.hear(Cue.PLAY, 1) == []


def test_the_rest_of_a_deal_that_is_hurried_is_not_heard(listening):
    one = listening(first=5, deals=6)
    one.playing.begin()
    assert one.player.done == []
    one.person.press(Qt.Key.Key_Space)
    assert "cancel deal" in one.player.done


def test_only_ones_own_results_are_heard(listening):
    one = listening()
    assert one.hear(Cue.MADE, 2) == []
    assert one.hear(Cue.MADE, 0) == ["made"]
    assert one.hear(Cue.WIN, 3) == []
    assert one.hear(Cue.WIN, 0) == ["win"]


def test_who_watches_hears_whoever_wins(listening):
    one = listening(watch=True)
    assert one.hear(Cue.MADE, 0) == []
    assert one.hear(Cue.WIN, 3) == ["win"]


def test_a_knock_calls_whoever_has_waited_and_is_not_heard_twice(listening):
    one = listening()
    cues, sounds = one.cues, one.player.sounds
    cues.tell_turn("which card")
    assert [sound.cue for sound in sounds] == [Cue.TURN]
    one.clock.now += 10_000
    cues.tell_turn("which card")
    assert len(sounds) == 1
    cues.note_act()
    one.clock.now += 900 * RUSH_S
    cues.tell_turn("which card")
    assert len(sounds) == 1
    cues.note_act()
    one.clock.now += 1100 * RUSH_S
    cues.tell_turn("which card")
    assert len(sounds) == 2


@pytest.mark.slow
def test_a_card_that_may_not_be_played_gives_a_dull_tap(listening):
    one = listening(first=5, deals=6)
    one.playing.begin()
    for _ in range(400):
        if one.person.illegal:
            break
        if one.person.asked_bid:
            one.person.click(one.playing.asking.prompt.buttons[next(one.person.answers())])
        elif one.playing.asking.question is not None:
            one.person.double_click_card(one.person.legal[0])
        one.pass_time(300)
    one.player.sounds.clear()
    one.person.double_click_card(one.person.illegal[0])
    assert one.player.heard() == ["refused"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(Kind))
def test_a_kind_that_is_not_wanted_is_not_heard(listening, kind):
    one = listening()
    one.loud[kind] = 0.0
    heard = {*one.hear(Cue.PLAY, 1), *one.hear(Cue.REFUSED, 0), *one.hear(Cue.MADE, 0)}
    silent = {Kind.CARDS: "play", Kind.TURN: "refused", Kind.RESULTS: "made"}[kind]
    assert heard == {"play", "refused", "made"} - {silent}


def test_a_table_that_is_left_is_not_heard(listening):
    one = listening()
    one.cues.deaf = True
    assert one.hear(Cue.PLAY, 1) == []


def test_a_match_that_is_played_back_is_heard_by_its_cards_alone(qtbot, application, player):
    replaying = Replaying(read_replay(GOLDEN / "damn-3.jsonl", ""))
    qtbot.addWidget(replaying)
    cues = SoundCueMapper(replaying.table, lambda: player, lambda kind: 1.0)
    for cue in Cue:
        replaying.table.stage.noise.emit(Noise(cue, 0, 8))
    assert {sound.cue.kind for sound in player.sounds} == {Kind.CARDS}
    assert cues.parent() is replaying.table
    replaying.leave()
