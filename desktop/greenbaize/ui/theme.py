"""Colours by their role at the table, in a light and a dark tone; brass is the one accent."""

from typing import Final, NamedTuple


class Theme(NamedTuple):
    """Colours as ``#rrggbb`` (or ``#aarrggbb``), named by what they are for."""

    felt: str
    felt_glow: str
    felt_line: str
    plate: str
    plate_text: str
    plate_quiet: str
    paper: str
    paper_line: str
    paper_tint: str
    ink: str
    ink_quiet: str
    brass: str
    brass_text: str
    loss: str
    loss_on_felt: str
    shade: str
    chosen: str
    focus: str


LIGHT: Final = Theme(
    felt="#124231",
    felt_glow="#1d6b50",
    felt_line="#2b7a5d",
    plate="#0d3326",
    plate_text="#f4f1e4",
    plate_quiet="#b9cdc0",
    paper="#f8f3e6",
    paper_line="#d9d0bb",
    paper_tint="#f0e0bd",
    ink="#1b2333",
    ink_quiet="#646979",
    brass="#d9a441",
    brass_text="#f0c873",
    loss="#b3261e",
    loss_on_felt="#ff9a8c",
    shade="#80061b13",
    chosen="#1d6b50",
    focus="#1d6b50",
)

DARK: Final = Theme(
    felt="#0b211a",
    felt_glow="#12392c",
    felt_line="#1b4a3a",
    plate="#071712",
    plate_text="#e6e3d6",
    plate_quiet="#93a89c",
    paper="#23262b",
    paper_line="#3b4048",
    paper_tint="#3c3524",
    ink="#e8e4d8",
    ink_quiet="#a5aab4",
    brass="#cf9a3a",
    brass_text="#e6bd68",
    loss="#ff8a7a",
    loss_on_felt="#ff8a7a",
    shade="#a0000000",
    chosen="#2f8063",
    focus="#e6bd68",
)
