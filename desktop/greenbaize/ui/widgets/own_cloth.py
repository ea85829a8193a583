"""The colours of a table with a cloth of one's own: ours, dyed like the picture."""

from colorsys import hsv_to_rgb, rgb_to_hsv
from functools import lru_cache
from typing import Final

from greenbaize.store.artwork.library import ArtworkKind, find_artwork
from greenbaize.ui.widgets.theme import CLOTHS, Theme

MAX_SATURATION: Final = 0.7
"""Greatest saturation of what lies on the cloth, such as plates."""
_BASE_CLOTH: Final = "slate"
"""The cloth whose colours are dyed: the most neutral one."""
_DYED: Final = ("felt", "felt_glow", "felt_line", "plate")


@lru_cache(maxsize=32)
def own_cloth_themes(setting: str) -> tuple[Theme, Theme]:
    """Return the light and the dark theme with a cloth; with our first one if it is gone."""
    artwork = find_artwork(ArtworkKind.CLOTH, setting)
    if artwork is None:
        return CLOTHS["baize"]
    light, dark = CLOTHS[_BASE_CLOTH]
    return _dye_theme(light, setting, artwork.paper), _dye_theme(dark, setting, artwork.paper)


def _dye_theme(base: Theme, cloth: str, colour: str) -> Theme:
    """Return a theme with the hue of a colour, as light and dark as before, so text stays clear."""
    return base._replace(cloth=cloth, **{role: _dye(getattr(base, role), colour) for role in _DYED})


def _dye(shade: str, colour: str) -> str:
    hue, saturation, _ = rgb_to_hsv(*_parts(colour))
    value = max(_parts(shade))
    red, green, blue = hsv_to_rgb(hue, min(MAX_SATURATION, saturation), value)
    return "#" + "".join(f"{round(255 * part):02x}" for part in (red, green, blue))


def _parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue
