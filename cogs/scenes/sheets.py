"""Sheets: the score sheet and the yaku sheet (art-guide sections 9.5 and 9.6)."""

from __future__ import annotations

from bot.i18n import Words
from bot.wording import rules as rule_words
from bot.wording import yaku_sheet
from engine.rules import Rules
from images.scene import (
    YakuEntry,
    YakuSheetScene,
)


def yaku(words: Words, rules: Rules) -> YakuSheetScene:
    """Every yaku in force, of captures and of dealt hands."""
    captured = [
        YakuEntry(entry.name, entry.points, entry.cards, entry.rule)
        for entry in yaku_sheet.entries(words, rules)
    ]
    dealt = [
        YakuEntry(entry.name, entry.points, entry.cards, entry.rule)
        for entry in yaku_sheet.hand_entries(words, rules)
    ]
    return YakuSheetScene(
        title=words.within("picture", "Yaku: {rules}", rules=rule_words.name(words, rules.id)),
        note=words.within("picture", "The highest first"),
        entries=(*captured, *dealt),
    )
