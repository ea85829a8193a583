"""The words of records for players match the levels and temperaments that exist."""

from unicodedata import normalize

import pytest

from greenbaize.bots import BOT_FACTORIES
from greenbaize.rules.name_text import fold_name
from greenbaize.rules.players import LEVEL_NAMES, STEADY_TEMPERAMENT, TEMPERAMENT_NAMES


def test_every_level_and_temperament_has_its_word():
    assert tuple(BOT_FACTORIES) == LEVEL_NAMES
    assert STEADY_TEMPERAMENT in TEMPERAMENT_NAMES


@pytest.mark.parametrize("name", ["José", "Zoë", "Łukasz", "Ǆ", "ﬁnn", "ΐ"])
def test_spellings_of_a_name_fold_to_the_same_text(name):
    spellings = [normalize(form, name) for form in ("NFC", "NFD")]
    assert {fold_name(spelling) for spelling in [*spellings, *map(str.upper, spellings)]} == {
        fold_name(name)
    }
    assert fold_name(fold_name(name)) == fold_name(name)


def test_other_names_stay_others():
    assert fold_name("Jose") != fold_name("José")
