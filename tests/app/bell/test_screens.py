"""Which screens are the same."""

import sys

import pytest

from greenbaize.app.bell.words import screens

X = {"DISPLAY": ":0"}
WAYLAND = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/run/user/1"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (X, {"DISPLAY": ":0.0"}),
        (X, {"DISPLAY": "unix:0"}),
        (WAYLAND, {"WAYLAND_DISPLAY": "/run/user/1/wayland-0"}),
        (X | WAYLAND, X),
        (X | WAYLAND, WAYLAND),
        (X | WAYLAND, X | WAYLAND | {"QT_QPA_PLATFORM": "xcb"}),
        ({"QT_QPA_PLATFORM": "offscreen"}, X | {"QT_QPA_PLATFORM": "offscreen"}),
        ({"QT_QPA_PLATFORM": "wayland;xcb"} | X, X),
    ],
)
def test_these_are_seen_together(
    one: dict[str, str], other: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert set(screens(one)) & set(screens(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (X, {"DISPLAY": ":1"}),
        (X, {"DISPLAY": "localhost:10.0"}),
        (X, X | {"QT_QPA_PLATFORM": "offscreen"}),
        (WAYLAND, WAYLAND | {"WAYLAND_DISPLAY": "wayland-1"}),
        (WAYLAND, WAYLAND | {"XDG_RUNTIME_DIR": "/run/user/2"}),
        (X, WAYLAND),
        ({}, {}),
    ],
)
def test_these_are_not(
    one: dict[str, str], other: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert not set(screens(one)) & set(screens(other))


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_have_one(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert screens({}) == screens(X)
    assert screens({})
