"""Sample replays: single steps, and a month of them."""

from __future__ import annotations

from dataclasses import replace

from engine.cards.deck import DECK
from images.samples import table
from images.samples.words import Language, cards, name, pick
from images.scene.table import OpenHand, ReplayFrame, ReplayScene, Slot

__all__ = ["animations", "frames"]


def frames(language: Language) -> dict[str, ReplayFrame]:
    """Every sample step by its name."""
    two = (
        OpenHand(name("さくら", language), cards("AEIMQ")),
        OpenHand(name("Kenta_花", language), cards("BFJNRVZh")),
    )
    three = (*two, OpenHand(name("Midori", language), cards("DHLPTXb")))
    caption = pick(
        language,
        "Kenta_花が芒に月を出し、芒のカスを取りました。山から菊に青短が出ましたが、合う札はありません。",
        "Kenta played pampas with moon and captured pampas chaff. "
        "From the stock came chrysanthemum with blue ribbon; nothing matched.",
    )
    return {
        "replay-smallest": ReplayFrame(table.tables(language)["table2-smallest"]),
        "replay-usual": ReplayFrame(table.usual(language), caption, two),
        "replay-largest": ReplayFrame(table.tables(language)["table3-largest"], caption, three),
    }


def animations(language: Language) -> dict[str, ReplayScene]:
    """A month of twenty-four steps."""
    base = frames(language)["replay-usual"]
    steps = tuple(
        replace(base, table=replace(base.table, slots=tuple(Slot(card) for card in DECK[i : i + 8])))
        for i in range(24)
    )
    return {"replay-animation": ReplayScene(steps)}
