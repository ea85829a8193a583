"""Colours by their role at the table, in a light and a dark theme; brass is the only accent.

Colours on the cloth depend on the chosen cloth; paper is the same with each.
"""

from typing import Final, NamedTuple


class Theme(NamedTuple):
    """Colours as ``#rrggbb`` (or ``#aarrggbb``), named by their role.

    ``cloth`` names the table's cloth; ``felt_glow`` is its colour in the light, ``felt`` at the
    edge; ``rail`` is the frame around it, ``thread`` its seam.
    """

    cloth: str
    felt: str
    felt_glow: str
    felt_line: str
    rail: str
    thread: str
    plate: str
    plate_text: str
    plate_quiet: str
    paper: str
    paper_line: str
    paper_tint: str
    field: str
    button: str
    edge: str
    ink: str
    ink_quiet: str
    brass: str
    brass_text: str
    brass_on_paper: str
    loss: str
    loss_on_felt: str
    shade: str
    chosen: str
    focus: str

    @property
    def is_dark(self) -> bool:
        """The theme is a dark one: its paper is that of ``DARK``, with any cloth."""
        return self.paper == DARK.paper


LIGHT: Final = Theme(
    cloth="baize",
    felt="#0f3d2d",
    felt_glow="#185b45",
    felt_line="#2b7a5d",
    rail="#4a2f20",
    thread="#8fc0a4",
    plate="#0c2f23",
    plate_text="#f4f1e4",
    plate_quiet="#cfe0d5",
    paper="#f8f3e6",
    paper_line="#d9d0bb",
    paper_tint="#f0e0bd",
    field="#fffcf4",
    button="#efe8d6",
    edge="#7f7a66",
    ink="#1b2333",
    ink_quiet="#5a5f6e",
    brass="#e0ac4c",
    brass_text="#f0c873",
    brass_on_paper="#a06e1a",
    loss="#b3261e",
    loss_on_felt="#ffb3a6",
    shade="#80061b13",
    chosen="#1d6b50",
    focus="#1d6b50",
)

DARK: Final = Theme(
    cloth="baize",
    felt="#0a1f18",
    felt_glow="#123a2c",
    felt_line="#1b4a3a",
    rail="#36241a",
    thread="#4e7a65",
    plate="#071712",
    plate_text="#e6e3d6",
    plate_quiet="#9bb0a4",
    paper="#23262b",
    paper_line="#3b4048",
    paper_tint="#3c3524",
    field="#2b2f35",
    button="#31353c",
    edge="#868d9a",
    ink="#e8e4d8",
    ink_quiet="#a5aab4",
    brass="#cf9a3a",
    brass_text="#e6bd68",
    brass_on_paper="#cf9a3a",
    loss="#ff8a7a",
    loss_on_felt="#ff8a7a",
    shade="#a0000000",
    chosen="#2f8063",
    focus="#e6bd68",
)

CLOTHS: Final = {
    "baize": (LIGHT, DARK),
    "wine": (
        LIGHT._replace(
            cloth="wine",
            felt="#3b101c",
            felt_glow="#651f33",
            felt_line="#86394d",
            rail="#74492a",
            thread="#dcb27a",
            plate="#2b0b15",
            plate_quiet="#dec8cb",
            shade="#80170509",
        ),
        DARK._replace(
            cloth="wine",
            felt="#210a11",
            felt_glow="#3f1520",
            felt_line="#57252f",
            rail="#402a17",
            thread="#8a6a42",
            plate="#170609",
            plate_quiet="#b3989c",
        ),
    ),
    "slate": (
        LIGHT._replace(
            cloth="slate",
            felt="#242c36",
            felt_glow="#3e4a5a",
            felt_line="#627285",
            rail="#262c35",
            thread="#c2ccd6",
            plate="#1c232c",
            plate_quiet="#ced7e0",
            shade="#80080c12",
        ),
        DARK._replace(
            cloth="slate",
            felt="#141920",
            felt_glow="#272f3a",
            felt_line="#3a4552",
            rail="#1d2229",
            thread="#6f7b88",
            plate="#0d1116",
            plate_quiet="#a2adb8",
        ),
    ),
}
"""Light and dark theme of each cloth."""


_current_theme = LIGHT


def current_theme() -> Theme:
    """Return the theme that widgets paint with."""
    return _current_theme


def set_theme(theme: Theme) -> None:
    """Set the theme that widgets paint with, without repainting."""
    global _current_theme  # noqa: PLW0603  (one person looks at all windows)
    _current_theme = theme


def mix_colours(first: str, second: str, weight: float) -> str:
    """Mix two ``#rrggbb`` colours; ``weight`` is that of the second."""
    channels = (
        (int(first[offset : offset + 2], 16), int(second[offset : offset + 2], 16))
        for offset in (1, 3, 5)
    )
    return "#" + "".join(
        f"{round(first_value + weight * (second_value - first_value)):02x}"
        for first_value, second_value in channels
    )


def faint_ink(theme: Theme) -> str:
    """Return the colour of disabled text on paper: fainter, but readable."""
    return mix_colours(theme.ink_quiet, theme.paper, 0.16)
