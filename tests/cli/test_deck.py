"""Tests for the command that checks one's own decks."""

from greenbaize.cli.main import main
from store.artwork.own_files import png_bytes, write_deck


def test_deck_is_described(tmp_path, capsys):
    folder = write_deck(tmp_path / "ours", jokers=())
    assert main(["deck", str(folder)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Ours: 52 cards with pictures.",
        "The jokers are ours.",
    ]


def test_fault_is_said_and_the_exit_code_is_1(tmp_path, capsys):
    folder = write_deck(tmp_path / "ours", skip={"AS"})
    assert main(["deck", str(folder)]) == 1
    assert "A deck needs all from six to ace." in capsys.readouterr().err


def test_cloth_is_drawn_into_a_folder_with_json(tmp_path, capsys):
    path = tmp_path / "Wood.png"
    path.write_bytes(png_bytes(40, 30))
    arguments = ["deck", str(path), "--as", "cloth", "--tiled"]
    assert main(arguments) == 0
    assert capsys.readouterr().out == "Wood can be used.\n"
