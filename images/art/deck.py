"""Every card with the function that draws it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from images.art.back import back
from images.art.months import (
    m01_pine,
    m02_plum,
    m03_cherry,
    m04_wisteria,
    m05_iris,
    m06_peony,
    m07_bush_clover,
    m08_pampas,
    m09_chrysanthemum,
    m10_maple,
    m11_willow,
    m12_paulownia,
)
from images.art.motifs.svg import Markup

FACES: Final[dict[str, Callable[[], Markup]]] = {
    "01-light": m01_pine.light_crane,
    "01-ribbon": m01_pine.poetry_ribbon,
    "01-chaff-1": m01_pine.chaff_rising_right,
    "01-chaff-2": m01_pine.chaff_rising_left,
    "02-animal": m02_plum.warbler_on_plum,
    "02-ribbon": m02_plum.poetry_ribbon,
    "02-chaff-1": m02_plum.chaff_trunk_left,
    "02-chaff-2": m02_plum.chaff_trunk_right,
    "03-light": m03_cherry.light_curtain,
    "03-ribbon": m03_cherry.poetry_ribbon,
    "03-chaff-1": m03_cherry.chaff_trunk_right,
    "03-chaff-2": m03_cherry.chaff_trunk_left,
    "04-animal": m04_wisteria.cuckoo_and_moon,
    "04-ribbon": m04_wisteria.red_ribbon,
    "04-chaff-1": m04_wisteria.chaff_middle_longest,
    "04-chaff-2": m04_wisteria.chaff_longer_rightwards,
    "05-animal": m05_iris.eight_bridges,
    "05-ribbon": m05_iris.red_ribbon,
    "05-chaff-1": m05_iris.chaff_right_higher,
    "05-chaff-2": m05_iris.chaff_left_higher,
    "06-animal": m06_peony.butterflies,
    "06-ribbon": m06_peony.blue_ribbon,
    "06-chaff-1": m06_peony.chaff_large_and_small,
    "06-chaff-2": m06_peony.chaff_two_equal,
    "07-animal": m07_bush_clover.boar_in_clover,
    "07-ribbon": m07_bush_clover.red_ribbon,
    "07-chaff-1": m07_bush_clover.chaff_fan,
    "07-chaff-2": m07_bush_clover.chaff_rising_right,
    "08-light": m08_pampas.light_moon,
    "08-animal": m08_pampas.geese,
    "08-chaff-1": m08_pampas.chaff_three_right,
    "08-chaff-2": m08_pampas.chaff_two_left,
    "09-animal": m09_chrysanthemum.sake_cup,
    "09-ribbon": m09_chrysanthemum.blue_ribbon,
    "09-chaff-1": m09_chrysanthemum.chaff_gold_over_white,
    "09-chaff-2": m09_chrysanthemum.chaff_white_and_two_gold,
    "10-animal": m10_maple.stag_under_maple,
    "10-ribbon": m10_maple.blue_ribbon,
    "10-chaff-1": m10_maple.chaff_from_right,
    "10-chaff-2": m10_maple.chaff_from_left,
    "11-light": m11_willow.light_rain_man,
    "11-animal": m11_willow.swallow_in_rain,
    "11-ribbon": m11_willow.red_ribbon,
    "11-chaff": m11_willow.chaff_storm,
    "12-light": m12_paulownia.light_phoenix,
    "12-chaff-1": m12_paulownia.chaff_middle_tallest,
    "12-chaff-2": m12_paulownia.chaff_leaning,
    "12-chaff-3": m12_paulownia.chaff_yellow_foot,
}
"""The faces by the id of their card, in the order of the deck."""

DRAWINGS: Final = {**FACES, "back": back}
"""Every picture by the name of its file."""
