"""The names of the yaku, as in record.md."""

from __future__ import annotations

from enum import StrEnum


class YakuId(StrEnum):
    """Yaku of captures in the order of rules.md section 4, then those of dealt hands (section 3)."""

    GOKO = "goko"
    SHIKO = "shiko"
    AME_SHIKO = "ame_shiko"
    SANKO = "sanko"
    OTORI = "otori"
    GOUN = "goun"
    KOTORI = "kotori"
    AKATAN = "akatan"
    AOTAN = "aotan"
    AKA_AO = "aka_ao"
    INOSHIKACHO = "inoshikacho"
    TEPPO = "teppo"
    HANAMI = "hanami"
    TSUKIMI = "tsukimi"
    KUSA = "kusa"
    OMOTE_SUGAWARA = "omote_sugawara"
    TESHI = "teshi"  # captured in classic, dealt elsewhere
    TANE = "tane"
    TAN = "tan"
    KASU = "kasu"
    KUTTSUKI = "kuttsuki"
    HANEKEN = "haneken"
    FUTA_SANBON = "futa_sanbon"
    ICHI_NI_SHI = "ichi_ni_shi"
    SHISO = "shiso"
