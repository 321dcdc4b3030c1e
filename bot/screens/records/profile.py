"""A person's page: rating, record and achievements, and how one has played against them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.i18n import Words, mark_within
from bot.ids import UserId
from bot.match.vocabulary import Character, CpuLevel, CpuPlayer
from bot.records.achievements import Achievement
from bot.records.profiles import Profile
from bot.records.ratings import PROVISIONAL
from bot.screens.notes import yaku_sheet
from bot.screens.records import profile_rows as rows
from bot.screens.records.profile_rows import Row
from bot.wording import commands, limits, numbers, speech
from bot.wording.limits import CONTENT, Part, Sentence, open_ended
from bot.wording.records import achievements
from engine.cards.deck import Card, Kind
from engine.rules.rule_sets import RuleSetId
from engine.rules.yaku import YAKU, YakuId
from images.scene.common import Cards, Label, Name, Text
from images.scene.profile import (
    Badge,
    ProfileScene,
    RatingChart,
    SealGroup,
    Tile,
    VersusLine,
)

Facts = Profile
"""The value that the records make is the facts of the screen."""
NONE = "–"
"""In place of a number that there is not yet."""


def text(words: Words, facts: Facts) -> str:
    """A profile as a message: everything that the picture says."""
    parts = [Part(title(words, facts))]
    told = (
        *(*rows.rows(words, facts, plain=False), *rows.skill(words, facts)),
        *(*_rivals(words, facts), *_achieved(words, facts)),
    )
    parts += [Part(_line(words, row)) for row in told]
    return limits.fitted([*parts, *(Part(f"-# {told}") for told in rows.left_out(words, facts))], CONTENT)


def head(words: Words, facts: Facts) -> str:
    """The message with a profile's picture, whose alt text says the rest: rating, record, head-to-head.

    The estimate of skill stands here, and not in the picture.

    It says too what of the numbers is left out, as far as the alt text has no room for that.
    """
    told = [rows.rating(words, facts.rating), rows.record(words, facts.record)]
    if not facts.own:
        told.append(rows.versus(words, facts, plain=False))
    told += (*rows.skill(words, facts), *_rivals(words, facts), *_next_seal(words, facts))
    described = alt(words, facts)
    untold = (each for each in rows.left_out(words, facts) if open_ended(each) not in described)
    lines = (title(words, facts), *(_line(words, row) for row in told), *(f"-# {each}" for each in untold))
    return "\n".join(lines)


def _rivals(words: Words, facts: Facts) -> Iterator[Row]:
    """Yield how one stands against those met most often: on one's own page, which nobody else sees."""
    row = rows.rivals(words, facts, plain=False)
    if row is not None:
        yield row


def _next_seal(words: Words, facts: Facts) -> Iterator[Row]:
    """Yield who is to be beaten next, for whom the picture of the seals has no room; on one's own page."""
    following = achievements.next_seal(words, facts.seals, facts.rules)
    if facts.own and following:
        yield Row(achievements.seals_number(words, len(facts.seals)), following)


def title(words: Words, facts: Facts) -> str:
    """`**Sakura** · Classic · This server`."""
    person = f"**{rows.name(words, facts, plain=False)}**"
    return words.within("between notes", " · ").join((person, rows.about(words, facts)))


def _line(words: Words, row: Row) -> str:
    return words("**{label}**: {value}", label=row.label, value=_value(words, row))


def _value(words: Words, row: Row) -> str:
    return numbers.listing(words, [*filter(None, (row.said or row.value, row.note))])


def _achieved(words: Words, facts: Facts) -> Iterator[Row]:
    yield Row(achievements.number(words, len(facts.earned)), earned(words, facts))
    if left := open_(words, facts):
        yield Row(words("Still to be earned"), left)
    label, names = (
        achievements.seals_number(words, len(facts.seals)),
        achievements.seal_names(words, facts.seals),
    )
    yield Row(label, names, achievements.next_seal(words, facts.seals, facts.rules))


def earned(words: Words, facts: Facts) -> str:
    """Names of what was achieved, the first one first."""
    return numbers.listing(words, [achievements.name(words, each) for each, _ in facts.earned]) or words(
        "none yet"
    )


def open_(words: Words, facts: Facts) -> str:
    """Names of what is still to be achieved, with how near it is where that can be counted."""
    have, near = {which for which, _ in facts.earned}, achievements.near(words, facts.near)
    names = (
        numbers.bracketed(words, achievements.name(words, each), near[each])
        if each in near
        else achievements.name(words, each)
        for each in Achievement
        if each not in have
    )
    return numbers.listing(words, [*names])


def alt(words: Words, facts: Facts) -> str:
    """The description of the picture."""
    return speech.said(words, _sentences(words, facts))


def _sentences(words: Words, facts: Facts) -> tuple[Sentence, ...]:
    """The picture, sentence by sentence."""
    head = words.within("between notes", " · ").join(
        (rows.name(words, facts, plain=True), rows.about(words, facts))
    )
    said = [
        numbers.labelled(words, row.label, _value(words, row))
        for row in (*rows.rows(words, facts), *_achieved(words, facts))
    ]
    said += [open_ended(told) for told in rows.left_out(words, facts)]
    return (Sentence((Part(head),)), *(Sentence((Part(text, rank),)) for rank, text in enumerate(said)))


def scene(words: Words, facts: Facts) -> ProfileScene:
    """A card, rating, numbers in tiles, the course of the rating, all badges."""
    rating, have = rows.rating(words, facts.rating), {which for which, _ in facts.earned}
    near = achievements.near(words, facts.near)
    yaku = tuple(_tile(words, facts.rules, row) for row in rows.made(words, facts))
    of_yaku = min((card for tile in yaku[:1] for card in tile.cards), key=_showy, default=None)
    return ProfileScene(
        card=facts.card or of_yaku,
        name=Name(facts.name, words("somebody")),
        subtitle=rows.about(words, facts),
        rating=rating.value,
        rating_note=words.within("between notes", " · ").join((rating.label, rating.note)),
        numbers=tuple(_tile(words, facts.rules, row) for row in rows.figures(words, facts)),
        yaku=yaku,
        chart=_chart(words, facts),
        badges_title=achievements.number(words, len(have)),
        badges=tuple(Badge(each.value, each in have, near.get(each, "")) for each in Achievement),
        seals_title=achievements.seals_number(words, len(facts.seals)),
        seals=tuple(_seals(words, facts, level) for level in CpuLevel),
        empty=words("The rating is drawn here after {n} rated matches.", n=PROVISIONAL)
        if facts.record.matches
        else words("Matches with other people are counted here."),
        versus=None if facts.own else _versus(rows.versus(words, facts)),
        footer=rows.left_out(words, facts),
    )


def _seals(words: Words, facts: Facts, level: CpuLevel) -> SealGroup:
    """The seals of a level, in the order of the characters."""
    players = (CpuPlayer.of(level, character) for character in Character)
    return SealGroup(
        achievements.seal_level(words, level),
        tuple((each.value, each in facts.seals) for each in players),
    )


def _showy(card: Card) -> tuple[int, Card]:
    """Return the order of a yaku's cards: the first of the best kind stands for it."""
    return tuple(Kind).index(card.kind), card


def _tile(words: Words, rules: RuleSetId, row: Row) -> Tile:
    cards = () if row.yaku is None else _cards(rules, row.yaku)
    note: Text = Label(row.note, row.short_note) if row.short_note else row.note
    if row.meaning:
        note = Label(words.within("between notes", " · ").join((row.meaning, row.note)), row.note)
    return Tile(row.label, row.value or NONE, note, cards)


def _cards(rules: RuleSetId, yaku: YakuId) -> Cards:
    """Cards that show what a yaku is made of; none for one of the dealt hand alone."""
    found = (row for row in YAKU if row.id is yaku and rules in row.worth)
    return next((yaku_sheet.sample(row) for row in found), ())


def _versus(row: Row) -> VersusLine:
    return VersusLine(row.label, row.value, row.note)


def _chart(words: Words, facts: Facts) -> RatingChart | None:
    if not facts.history:
        return None
    row = rows.course(words, facts.history)
    points = tuple((float(point.match), point.rating) for point in facts.history)
    return RatingChart(row.label, row.note, points)


ACHIEVEMENTS_BUTTON = mark_within("button", "Badges")


def sheet(words: Words, facts: Facts) -> str:
    """All achievements, with how each is earned."""
    title = f"**{rows.name(words, facts, plain=False)}**"
    near = achievements.near(words, facts.near)
    return achievements.sheet(words, title, dict(facts.earned), near, facts.seals)


def hidden(words: Words, user: UserId) -> str:
    """Somebody who has opted out."""
    return words("{player} keeps their record private.", player=f"<@{user}>")


def bot(words: Words, user: UserId) -> str:
    """A bot's profile."""
    return words("{player} is a bot and does not play.", player=f"<@{user}>")


def nothing_direct(words: Words, left_out: Iterable[str]) -> str:
    """Oneself without a counted match, in direct messages, where only CPU players can be played against."""
    told = words(
        "You have not finished a match with other people yet. People play on servers: {play} "
        "opens a table there.",
        play=commands.mention(words, "koikoi play"),
    )
    return "\n".join(part for part in (told, *left_out) if part)


def nothing(words: Words, user: UserId, left_out: Iterable[str], *, own: bool, elsewhere: bool) -> str:
    """Somebody without a counted match; `elsewhere`: they have some in other servers.

    `left_out`: sentences about matches that do not count, empty ones among them.
    """
    play = commands.mention(words, "koikoi play")
    if own:
        told = words(
            "You have not finished a match with other people here yet. {play} opens a table.", play=play
        )
    else:
        told = words(
            "{player} has not finished a match with other people here yet. {play} invites them.",
            player=f"<@{user}>",
            play=play,
        )
    parts = [told, *left_out]
    if own and elsewhere:
        parts.append(words("You have finished some in other servers."))
    return "\n".join(part for part in parts if part)
