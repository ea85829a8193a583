"""Tests of the effect around the result of a match."""

import pytest
from PySide6.QtCore import QRectF


@pytest.mark.parametrize("instant", [False, True])
def test_win_effect_is_shown_only_with_motion(open_match, instant):
    time = [0.0]
    playing = open_match("damn", 3, speed=1.0, clock=lambda: time[0]).match_view
    playing.animator.reduced_motion = instant
    occasions = playing.scene.overlays
    occasions.show_result_effect(QRectF(200, 150, 300, 200))
    time[0] += 300
    playing.animator.advance_animations()
    assert occasions.result_effect.isVisible() is not instant
    time[0] += 5000
    playing.animator.advance_animations()
    assert not occasions.result_effect.isVisible()
    assert not playing.animator.is_busy
