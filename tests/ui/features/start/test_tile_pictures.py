"""Tests for the pictures of the games on the first screen."""

import pytest

from greenbaize.games import GAMES
from greenbaize.resources import resources_folder
from greenbaize.ui.features.start.tile_pictures import load_layer_tracks


@pytest.mark.parametrize("game", GAMES)
def test_each_picture_has_moving_layers(game):
    svg_text = (resources_folder() / "tiles" / f"{game}.svg").read_text(encoding="utf-8")
    tracks = load_layer_tracks(game)
    assert [f'id="{track.layer_id}"' in svg_text for track in tracks] == [True] * len(tracks)
    assert svg_text.count("<g id=") == len(tracks)
    assert any(
        track.pose_at(share / 20) != track.pose_at(0) for track in tracks for share in range(21)
    )
    assert all(key[0] <= 1 for track in tracks for key in track.keyframes)
