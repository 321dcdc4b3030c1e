"""The notes of the deal of the day: before it is played, above the hand, the day's list, the review."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.i18n import Words
from bot.match.daily import Made, Review, Standing, Standings, Today, Week, WeekDay
from bot.match.decisions import PlayersReview
from bot.match.vocabulary import CpuLevel
from bot.wording import daily as wording
from bot.wording import limits, numbers, people
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part
from bot.wording.records import boards
from engine.rules.options import Rules

ROWS = 20
"""Lines of a list on a page."""
LEAST_LOSS = 0.5
"""In points: a decision that lost less is not named."""


def cover(words: Words, today: Today) -> str:
    """Words before the start: what is played, and how many have seen it; nothing of the cards."""
    day = wording.day(words, today.day)
    return limits.fitted(
        [
            Part(f"**{_title(words, day)}**"),
            Part(
                words(
                    "One month by the rules {rules}, against {cpu}: everybody here plays the same cards, "
                    "once, unseen by the others.",
                    rules=rule_words.called(words, today.rules),
                    cpu=people.cpu(words, today.cpu),
                )
            ),
            Part(_small(_options(words, today.rules)), 1),
            Part(_begun(words, today.begun)),
            Part(_until(words, today.ends_at)),
            *(Part(line, 1) for line in _streak(words, today)),
        ],
        CONTENT,
    )


def above(words: Words, today: Today, notice: str = "") -> str:
    """Above the own hand: which deal it is; once it is played what it brought."""
    day = wording.day(words, today.day)
    if today.points is None:
        head = _title(words, day), _until(words, today.ends_at)
        lines = [_small(words.within("between notes", " · ").join(head))]
    else:
        lines = [_brought(words, today.rules, day, today.points), *_streak(words, today)]
    return "\n".join([*([_small(notice)] if notice else []), *lines])


def _brought(words: Words, rules: Rules, day: str, points: int) -> str:
    """Return the person's result: the lead over the CPU player; what was paid, where losers pay."""
    if not points:
        return words("**Deal of the day: {day}. You and the CPU player are level.**", day=day)
    if rules.losers_pay:
        said = boards.amount(words, rules, points, signed=True)
        return words("**Deal of the day: {day}. It brought you {points}.**", day=day, points=said)
    said = boards.amount(words, rules, abs(points))
    if points > 0:
        return words(
            "**Deal of the day: {day}. You are {points} ahead of the CPU player.**", day=day, points=said
        )
    return words("**Deal of the day: {day}. You are {points} behind the CPU player.**", day=day, points=said)


def shared(words: Words, facts: Made, player: str) -> str:
    """One line for everybody on what somebody has made of a deal; nothing of its cards."""
    said = [
        wording.made(words, player, facts.day, boards.amount(words, facts.rules, facts.points, signed=True))
    ]
    if facts.better_than:
        said.append(wording.better(words, facts.better_than, facts.others))
    if facts.streak > 1:
        said.append(wording.in_succession(words, facts.streak))
    return words.within("between notes", " · ").join(said)


def _title(words: Words, day: str) -> str:
    return words("Deal of the day: {day}", day=day)


def fair(words: Words, today: Today) -> str:
    """The *Fair?* note: what is proven, in three sentences; the digests of today's deck and of tomorrow's."""
    proven = (
        words("A secret number makes all cards of a day, the same for everybody here."),
        words("This note shows the digest of tomorrow's number today: after that, no card can be changed."),
        words("When the day is over, its review shows the number, so anybody can check every card."),
    )
    return limits.fitted(
        [
            Part(f"**{_title(words, wording.day(words, today.day))}**"),
            Part("\n".join(proven)),
            Part(_small(_announced(words, today.commitment, announced=today.announced))),
            Part(_small(_tomorrow(words, today.day, today.tomorrow))),
        ],
        CONTENT,
    )


def over(words: Words, day: str) -> str:
    """Words for a press on a deal whose day is over."""
    return words("The day of {day} is over; this is today's deal.", day=wording.day(words, day))


def standings(words: Words, facts: Standings, page: int) -> str:
    """Return the people who have finished a deal, one page of it (from 1)."""
    day = wording.day(words, facts.day)
    return limits.fitted(
        [
            Part(f"**{_title(words, day)}**"),
            Part(finished(words, facts.finished)),
            *(Part(line, 2) for line in _lines(words, facts, page)),
        ],
        CONTENT,
    )


def review(words: Words, facts: Review, page: int) -> str:
    """A deal whose day is over: the list, and what the own decisions lost."""
    told = facts.standings
    return limits.fitted(
        [
            Part(words("**Review of the deal of {day}**", day=wording.day(words, told.day))),
            Part(finished(words, told.finished)),
            *(Part(line, 2) for line in _lines(words, told, page)),
            *(Part(line, 1) for line in _lost(words, told.rules, facts.mine)),
        ],
        CONTENT,
    )


def proof(words: Words, facts: Review) -> str:
    """The *Fair?* note of a deal whose day is over: its digest, its secret, and how to compare them."""
    told = facts.standings
    return "\n".join(
        (
            f"**{_title(words, wording.day(words, told.day))}**",
            _announced(words, told.commitment, announced=told.announced),
            words("Its secret: `{secret}`", secret=facts.secret),
            words("SHA-256 of the secret is that digest:"),
            f"`printf %s {facts.secret} | xxd -r -p | sha256sum`",
            _small(words("The review's files hold the decks, and how to check them without the bot.")),
        )
    )


def week(words: Words, facts: Week) -> str:
    """Return today and the last days that somebody played, their streak, and what these had in common."""
    today = facts.days[0]
    lines = [_of_week(words, each) for each in facts.days if each is today or each.points is not None]
    common = () if facts.habit is None else (wording.in_common(words, facts.habit, facts.times),)
    streak = (_small(wording.streak(words, facts.streak)),) if facts.streak else ()
    said = (words("**Your week of deals**"), *lines, *common, *streak)
    return limits.fitted([Part(line) for line in said], CONTENT)


def _of_week(words: Words, one: WeekDay) -> str:
    if one.points is None or one.rules is None:
        return wording.missed(words, one.day, begun=one.begun)
    mine, best = (boards.amount(words, one.rules, each, signed=True) for each in (one.points, one.best))
    return wording.of_week(words, one, mine, best)


def pages(facts: Standings) -> int:
    """Return the number of pages, one at least."""
    return max(1, -(-len(facts.rows) // ROWS))


def finished(words: Words, count: int) -> str:
    """Return the number of people who have finished a deal."""
    if not count:
        return words("Nobody has finished it.")
    return words.plural("{n} player has finished it.", "{n} players have finished it.", count)


def _begun(words: Words, count: int) -> str:
    if not count:
        return words("Nobody has played it yet.")
    return words.plural("{n} player has begun it.", "{n} players have begun it.", count)


def _streak(words: Words, today: Today) -> Iterator[str]:
    """Yield the person's days in succession, and the rule that ends them."""
    if today.streak:
        yield _small(wording.streak(words, today.streak))


def _options(words: Words, rules: Rules) -> str:
    """The options that differ from the rule set's own."""
    changed = rule_words.changed(words, rules)
    return words("Options: {options}", options=numbers.listing(words, changed)) if changed else ""


def _until(words: Words, ends_at: datetime) -> str:
    return words("The day ends {time}.", time=numbers.countdown(ends_at))


def _announced(words: Words, digest: str, *, announced: bool) -> str:
    """The digest of a day's deck, and whether anybody could see it on the day before."""
    if announced:
        return words("Its digest, shown here on the day before: `{digest}`", digest=digest)
    return words(
        "Nobody here opened *Fair?* on the day before, so nobody saw this digest then: `{digest}`",
        digest=digest,
    )


def _tomorrow(words: Words, day: str, digest: str) -> str:
    """The digest of the deal that follows that of a day."""
    return words(
        "The deck of {day} is fixed; its digest: `{digest}`", day=wording.next_day(words, day), digest=digest
    )


def _lines(words: Words, facts: Standings, page: int) -> Iterator[str]:
    """A line for each of a page; behind it the own one, where that is on another."""
    first = (page - 1) * ROWS
    shown = facts.rows[first : first + ROWS]
    for row in shown:
        yield _line(words, facts.rules, row)
    if facts.own is not None and facts.own not in shown:
        yield "…"
        yield _line(words, facts.rules, facts.own)


def _line(words: Words, rules: Rules, row: Standing) -> str:
    """`1. Sakura: +6 points`."""
    name = people.somebody(words, row.name)
    rank = words.within("a hidden person's rank", "({n})", n=row.rank) if row.hidden else row.rank
    player = words("{player} (you)", player=name) if row.own else name
    told = boards.amount(words, rules, row.points, signed=True)
    return words("**{place}** {player}: {values}", place=rank, player=player, values=told)


def _lost(words: Words, rules: Rules, mine: PlayersReview | None) -> Iterator[str]:
    """Yield the cost of the viewer's decisions, and the one that lost most."""
    if mine is None:
        return
    yield words(
        "Your moves lost {n} {unit} against the best ones, as the level *{level}* judges them.",
        level=people.cpu_level(words, CpuLevel.HARD),
        n=f"{mine.lost:.1f}",
        unit=numbers.unit(words, rules),
    )
    if mine.costliest and (most := mine.costliest[0]).lost >= LEAST_LOSS:
        said = wording.instead(words, most)
        yield words("The costliest: {move} ({n}).", move=said, n=f"{numbers.MINUS}{most.lost:.1f}")


def _small(line: str) -> str:
    """A line of small print; an empty one stays empty."""
    return f"-# {line}" if line else ""
