"""The sample words, in both languages."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.cards.deck import Card, card
from images.scene.common import Cards, KindLetters, Label, Name, Text

__all__ = [
    "LONG_NAME",
    "Language",
    "cards",
    "letters",
    "month_name",
    "name",
    "pick",
    "plain",
    "say",
    "with_tail",
]

LONG_NAME: Final = "とても長い名前のプレイヤーさんでもきちんと収まります"


class Language(StrEnum):
    """A language of the samples."""

    JA = "ja"
    EN = "en"


_ROMAJI: Final = {"さくら": "Sakura", "Kenta_花": "Kenta", "みどり": "Midori"}

_LETTERS: Final = {
    Language.JA: KindLetters("光", "種", "短", "カ"),
    Language.EN: KindLetters("L", "A", "R", "C"),
}

_MONTHS: Final[dict[Language, tuple[tuple[Text, str, Text], ...]]] = {
    Language.JA: (
        ("第一月", "松", "睦月"),
        ("第二月", "梅", "如月"),
        ("第三月", "桜", "弥生"),
        ("第四月", "藤", "卯月"),
        ("第五月", "菖蒲", "皐月"),
        ("第六月", "牡丹", "水無月"),
        ("第七月", "萩", "文月"),
        ("第八月", "芒", "葉月"),
        ("第九月", "菊", "長月"),
        ("第十月", "紅葉", "神無月"),
        ("第十一月", "柳", "霜月"),
        ("第十二月", "桐", "師走"),
    ),
    Language.EN: (
        ("January", "松", "Pine"),
        ("February", "梅", "Plum"),
        ("March", "桜", "Cherry"),
        ("April", "藤", "Wisteria"),
        ("May", "菖蒲", "Iris"),
        ("June", "牡丹", "Peony"),
        ("July", "萩", "Bush clover"),
        ("August", "芒", "Pampas"),
        ("September", "菊", "Chrysan\u00adthemum"),
        ("October", "紅葉", "Maple"),
        ("November", "柳", "Willow"),
        ("December", "桐", "Paulownia"),
    ),
}

_SAY: Final[dict[str, tuple[Text, Text]]] = {
    "dealer": ("親", "D"),
    "dealer-3": ("胴", "D"),
    "second": ("胴二", "2nd"),
    "last": ("ビキ", "Last"),
    "hand-count": ("手札{}", "Hand {}"),
    "points": ("{}文", "{} mon"),
    "koi": ("こい×{}", "Koi ×{}"),
    "stock": ("山 {}", Label("Stock {}", "{}")),
    "played": ("出した", "Played"),
    "flipped": ("山から", "Flipped"),
    "cup": ("盃", "Cup"),
    "times": ("×{}", "×{}"),
    "honba": ("積み棒 {}", Label("Honba {}", "Honba {}")),
    "bound": ("3文しばり", Label("Bound: 3 mon", "Bound 3")),
    "hand-title": ("あなたの手札", "Your hand"),
    "hand-hint": ("番号で札を出します", "Play a card by its number"),
    "hand-wait": ("Kenta_花を待っています。", "Waiting for Kenta."),
    "hand-chip": ("合う札あり {}", "{} with a match"),
    "no-match": ("合う札なし", "No match"),
    "field": ("場の", "Field"),
    "choice-title": ("札を選んでください", "Your choice"),
    "choice-hint": ("どちらと合わせますか", "Take which card?"),
    "you-play": ("出す札", "You play"),
    "or": ("または", "or"),
    "rest": ("残りの手札", "Rest of the hand"),
    "decide-title": ("役ができました", "A yaku!"),
    "decide-hint": ("こいこいですか、勝負ですか", "Koi-koi or stop?"),
    "stop-now": ("勝負なら", "Stop now for"),
    "calculation": ("（12文 ＋ 積み棒1） ×2（こいこい）", "(12 mon + honba 1) × 2 (koi-koi)"),
    "tsukimi": ("月見酒", Label("Tsukimi-zake", "Tsukimi")),
    "hanami": ("花見酒", Label("Hanami-zake", "Hanami")),
    "tan": ("タン", "Tan"),
    "tane": ("タネ", "Tane"),
    "kasu": ("カス", "Kasu"),
    "akatan": ("赤短", "Akatan"),
    "inoshika": ("猪鹿蝶", Label("Inoshikacho", "Inoshika")),
    "shiko": ("四光", "Shiko"),
    "goko": ("五光", "Goko"),
    "aotan": ("青短", "Aotan"),
}


def say(language: Language, key: str, *values: object) -> Text:
    """The words of a key, with ``{}`` filled in."""
    words = _SAY[key][0 if language is Language.JA else 1]
    if isinstance(words, Label):
        return Label(words.text.format(*values), words.short.format(*values))
    return words.format(*values)


def pick(language: Language, ja: str, en: str) -> str:
    """One of two texts."""
    return ja if language is Language.JA else en


def plain(words: Text) -> str:
    """The long form."""
    return words.text if isinstance(words, Label) else words


def with_tail(words: Text, tail: str) -> Text:
    """Both forms with the same end."""
    return Label(words.text + tail, words.short + tail) if isinstance(words, Label) else words + tail


def letters(language: Language) -> KindLetters:
    """The letters of the kind badges."""
    return _LETTERS[language]


def month_name(language: Language, month: int) -> tuple[Text, str, Text]:
    """Heading, large characters and the line below them of the month's tile."""
    return _MONTHS[language][month - 1]


def name(chosen: str, language: Language = Language.JA) -> Name:
    """A player's name."""
    if language is Language.JA:
        return Name(chosen, "プレイヤー1")
    return Name(_ROMAJI.get(chosen, chosen), "Player 1")


def cards(text: str) -> Cards:
    """Cards by their letters."""
    return tuple(map(_one, text))


def _one(letter: str) -> Card:
    return card(letter)
