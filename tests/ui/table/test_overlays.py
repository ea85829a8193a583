"""Tests of the effect around the result of a match."""

import pytest
from PySide6.QtCore import QRectF


@pytest.mark.parametrize("instant", [False, True])
def test_joy_flies_up_around_the_result_only_where_things_move(laid, instant):
    time = [0.0]
    playing = laid("damn", 3, speed=1.0, clock=lambda: time[0]).playing
    playing.motion.jumps = instant
    occasions = playing.scene.occasions
    occasions.rejoice(QRectF(200, 150, 300, 200))
    time[0] += 300
    playing.motion.step()
    assert occasions.rejoicing.isVisible() is not instant
    time[0] += 5000
    playing.motion.step()
    assert not occasions.rejoicing.isVisible()
    assert not playing.motion.busy
