"""A person's page (art-guide section 9.9).

What stands in it is said by `bot.wording.profiles`, of which the message and the description are made too.
"""

from __future__ import annotations

from dataclasses import replace

from bot.i18n import Words
from bot.records.achievements import Achievement
from bot.records.profiles import Profile, RatingChart
from bot.wording import achievements, yaku_sheet
from bot.wording import profiles as told
from bot.wording.profiles import Row
from cogs.scenes import records
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YAKU, YakuId
from images.scene.common import Cards, Label, Name, Text
from images.scene.profile import Badge, BadgeView, ProfileScene, Tile, VersusLine
from images.scene.records import RatingChartScene

NONE = "–"
"""In place of a number that there is not yet."""


def profile(words: Words, shown: Profile) -> ProfileScene:
    """Rating, numbers in tiles, the course of the rating, all badges."""
    rating, have = told.rating(words, shown.rating), {which for which, _ in shown.earned}
    return ProfileScene(
        name=Name(shown.name, words("somebody")),
        subtitle=told.about(words, shown),
        rating="" if shown.rating is None else rating.value,
        rating_note=words.within("between notes", " · ").join((rating.label, rating.note)),
        tiles=tuple(_tile(shown.rules, row) for row in told.tiles(words, shown)),
        chart=_chart(words, shown),
        badges_title=achievements.number(words, len(have)),
        badges=tuple(
            BadgeView(Badge(each.value), achievements.name(words, each), each in have) for each in Achievement
        ),
        empty=words("The rating is drawn here from the first rated match on."),
        versus=None if shown.own else _versus(told.versus(words, shown)),
        footer=told.left_out(words, shown),
    )


def _tile(rules: RuleSetId, row: Row) -> Tile:
    cards = () if row.yaku is None else _cards(rules, row.yaku)
    return Tile(row.label, _forms(row.value, row.short) or NONE, _forms(row.note, row.short_note), cards)


def _forms(text: str, short: str) -> Text:
    return Label(text, short) if short else text


def _cards(rules: RuleSetId, yaku: YakuId) -> Cards:
    """Cards that show what a yaku is made of; none for one of the dealt hand alone."""
    found = (row for row in YAKU if row.id is yaku and rules in row.worth)
    return next((yaku_sheet.sample(row) for row in found), ())


def _versus(row: Row) -> VersusLine:
    return VersusLine(row.label, row.value, row.note)


def _chart(words: Words, shown: Profile) -> RatingChartScene:
    history = shown.history
    scene = records.rating_chart(words, RatingChart(shown.rules, (history,) if history.points else ()))
    if not history.points:
        return scene
    row = told.course(words, history)
    return replace(scene, title=row.label, note=row.value)
