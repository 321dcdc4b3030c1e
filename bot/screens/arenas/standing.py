"""The one message of an arena: who is coming, then how it stands; as a picture and in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.i18n import Words
from bot.match.arenas.facts import ArenaStatus, Attendance, Bout
from bot.match.arenas.standing import Row, pays_courage
from bot.match.arenas.timing import WAITS
from bot.match.arenas.view import ArenaView
from bot.match.vocabulary import MatchClock
from bot.screens.parts import cpu_name
from bot.wording import arenas as wording
from bot.wording import limits, numbers, people, speech
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part, Sentence
from engine.rules.options import Rules
from engine.rules.presets import name_of
from images.scene.arenas import ArenaHeads, ArenaRow, ArenaScene
from images.scene.common import Name

SHOWN = 16
"""People in the picture; the others are counted."""
PAGE = 20
"""People on a page of the standing in words."""
_CHIPS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts(ArenaView):
    """An arena as everybody sees it, and where and when that is."""

    zone: ZoneInfo
    """The server's: the month of its evening gives the picture its plant."""
    following: datetime | None = None
    """The start of the next weekly arena, where this one was called off."""
    missing: tuple[str, ...] = ()
    """The permissions that the bot lacks to open its tables."""
    time_in_doubt: bool = False
    """Whether the arena waits for the time of day to be sure again."""

    @classmethod
    def of(
        cls,
        view: ArenaView,
        zone: ZoneInfo,
        *,
        following: datetime | None = None,
        missing: tuple[str, ...] = (),
        time_in_doubt: bool = False,
    ) -> Facts:
        """Return the facts of a view."""
        seen = {field.name: getattr(view, field.name) for field in fields(view)}
        return cls(**seen, zone=zone, following=following, missing=missing, time_in_doubt=time_in_doubt)

    @property
    def status(self) -> ArenaStatus:
        """Return the state of the arena."""
        return self.arena.status

    @property
    def begun(self) -> bool:
        """Whether there is a standing."""
        return self.status not in (ArenaStatus.ANNOUNCED, ArenaStatus.CALLED_OFF)

    @property
    def month(self) -> int:
        """Return the month of the evening, 1 to 12."""
        return self.arena.starts_at.astimezone(self.zone).month

    @property
    def there(self) -> tuple[Row, ...]:
        """Everybody: before the start those who come, then all who have joined."""
        return self.rows if self.begun else self.people

    @property
    def hidden(self) -> int:
        """Return the number of people who are not in the picture."""
        return max(0, len(self.there) - SHOWN)

    @property
    def first(self) -> tuple[Row, ...]:
        """Return the people on the first place; nobody where nobody has a point."""
        return tuple(row for row in self.rows if row.place == 1 and row.points > 0) if self.begun else ()


# The message.


def text(words: Words, facts: Facts) -> str:
    """Return when it begins or ends, what to press, and how its matches count."""
    told = {
        ArenaStatus.ANNOUNCED: _announced,
        ArenaStatus.RUNNING: _running,
        ArenaStatus.CLOSING: _closing,
        ArenaStatus.OVER: _nothing,
        ArenaStatus.CALLED_OFF: _none,
    }[facts.status]
    missing = wording.no_threads(words, facts.missing) if facts.missing else ""
    doubt = words.say(wording.TIME_IN_DOUBT) if facts.time_in_doubt else ""
    first = Part(_headline(words, facts)), Part(doubt), Part(missing)
    parts = [*first, *told(words, facts), Part(options(words, facts.arena.rules), 2)]
    return limits.fitted(parts, CONTENT)


def options(words: Words, rules: Rules) -> str:
    """Return in small print what differs from the rule set; empty where nothing does."""
    changed = rule_words.changed(words, rules)
    return _small(words("Options: {options}", options=numbers.listing(words, changed)) if changed else "")


def _headline(words: Words, facts: Facts) -> str:
    """`**Arena: Classic · 1 month** · host: Sakura`, later when it ends."""
    arena = facts.arena
    host = words("host: {player}", player=people.somebody(words, facts.host_name))
    parts = {
        ArenaStatus.ANNOUNCED: (host,),
        ArenaStatus.RUNNING: (wording.ends(words, arena.ends_at),),
        ArenaStatus.CLOSING: (words.say(wording.TIME_IS_UP),),
        ArenaStatus.OVER: (words.say(wording.IS_OVER),),
        ArenaStatus.CALLED_OFF: (),
    }[facts.status]
    return _joined(words, (f"**{wording.title(words, arena.rules)}**", *parts))


def _announced(words: Words, facts: Facts) -> Iterator[Part]:
    """Tell what people decide by: when it begins, how long it lasts, who is coming, what it counts for."""
    arena = facts.arena
    yield Part(wording.begins(words, arena.starts_at, arena.minutes))
    yield Part(wording.waits(words, arena.starts_at + WAITS) if arena.waited else "")
    yield Part(wording.weekly(words) if arena.weekly else "")
    yield Part(_coming(words, facts) if facts.there else words.say(wording.NOBODY_YET))
    yield Part(counts_for(words, facts.arena.rules), 1)


def _coming(words: Words, facts: Facts) -> str:
    return _joined(words, (wording.coming(words, len(facts.there)), words.say(wording.LATE_AND_EARLY)))


def counts_for(words: Words, rules: Rules) -> str:
    """Tell in small print what a match brings, and that short ones move no ratings."""
    courage = words.say(wording.COURAGE) if pays_courage(rules) else ""
    said = (words.say(wording.SCORING), courage, wording.ratings(words, rules))
    return _small(speech.style(words).one_after_another(tuple(filter(None, said))))


def _running(words: Words, facts: Facts) -> Iterator[Part]:
    """Count people and matches, and tell how to come in."""
    yield Part(_counted(words, facts))
    yield Part(words.say(wording.NO_MORE_BEGIN if facts.arena.called else wording.JOIN_NOW))
    yield Part(counts_for(words, facts.arena.rules), 1)


def _closing(words: Words, facts: Facts) -> Iterator[Part]:
    """Name the matches whose end is awaited."""
    bouts = facts.awaited
    named = [wording.against(words, players(words, facts, bout)) for bout in bouts]
    while named and len(wording.awaited(words, named)) > CONTENT // 2:
        named.pop()
    hidden = len(bouts) - len(named)
    yield Part(wording.awaited(words, named) if named else "")
    yield Part(wording.more_matches(words, hidden) if hidden else "")


def _nothing(_: Words, __: Facts) -> Iterator[Part]:
    """Tell no more at the end: the poster does."""
    yield from ()


def _none(words: Words, facts: Facts) -> Iterator[Part]:
    yield Part(wording.called_off(words, facts.arena, facts.following))


def _small(line: str) -> str:
    return f"-# {line}" if line else ""


def _joined(words: Words, parts: Iterable[str]) -> str:
    return words.within("between notes", " · ").join(filter(None, parts))


def _counted(words: Words, facts: Facts) -> str:
    """`24 players · 11 matches in play · 2 waiting`; at the end `24 players · 61 matches`."""
    if facts.status is ArenaStatus.OVER:
        told = [wording.size(words, len(facts.rows)), wording.matches(words, facts.finished)]
    else:
        told = [wording.size(words, len(facts.people)), wording.in_play(words, len(facts.playing))]
        if facts.status is ArenaStatus.RUNNING and facts.waiting:
            told.append(wording.waiting(words, len(facts.waiting)))
    return _joined(words, told)


# People.


def players(words: Words, view: ArenaView, bout: Bout, *, plain: bool = False) -> list[str]:
    """Return the names of a match's players, in the order of their seats."""
    return [_written(name, plain=plain) for name in _seated(words, view, bout)]


def opponents(words: Words, view: ArenaView, row: Row, *, plain: bool = False) -> list[str]:
    """Return the names of the others at somebody's table; none while they sit at none."""
    return [_written(name, plain=plain) for name in _others(words, view, row)]


def _written(name: Name, *, plain: bool) -> str:
    said = people.cleaned(name.chosen) or name.fallback
    return said if plain else people.escaped(said)


def _others(words: Words, view: ArenaView, row: Row) -> tuple[Name, ...]:
    bout = None if row.plays is None else view.bout(row.plays)
    if bout is None:
        return ()
    everybody = zip(bout.people, _seated(words, view, bout), strict=True)
    return tuple(name for user, name in everybody if user != row.user)


def _seated(words: Words, view: ArenaView, bout: Bout) -> Iterator[Name]:
    """Yield the players of a match by seat; CPU players are numbered where there are several."""
    several, met = bout.people.count(None) > 1, 0
    for user in bout.people:
        if user is not None or bout.cpu is None:
            yield Name("" if user is None else view.name_of(user), words("somebody"))
            continue
        met += 1
        twin = met if several else None
        yield cpu_name(words, bout.cpu, twin, words("somebody"))


def state(words: Words, facts: Facts, row: Row) -> str:
    """Return why somebody does not play: that they wait, pause or are gone; empty where it needs no word."""
    if row.plays is not None or not facts.status.live:
        return ""
    if row.attendance is Attendance.IN and facts.status is not ArenaStatus.RUNNING:
        return ""
    return words.say(wording.STATES[row.attendance])


# What the picture shows, in words.


def pages(facts: Facts) -> int:
    """Return the number of pages of the standing in words, at least one."""
    return max(1, -(-len(facts.there) // PAGE))


def in_words(words: Words, facts: Facts, page: int = 0) -> str:
    """Return the standing as text, one page of it, counted from 0, the first with the rules of pairing.

    Names are escaped for a message.
    """
    rows = facts.there[page * PAGE : (page + 1) * PAGE]
    lines = [Part(f"**{wording.title(words, facts.arena.rules)}**")]
    lines.append(Part(_counted(words, facts) if facts.begun else wording.coming(words, len(facts.there))))
    lines += [Part(_line(words, facts, row, plain=False), 1 + number) for number, row in enumerate(rows)]
    if pages(facts) > 1:
        told = words("Page {page} of {pages}", page=page + 1, pages=pages(facts))
        lines.append(Part(_small(told)))
    if facts.status.live and not page:
        rules = (words.say(wording.PAIRING), wording.odd(words, facts.arena.cpu), words.say(wording.TIES))
        lines += [Part(_small(line), 1 + PAGE) for line in rules]
    return limits.fitted(lines, CONTENT)


def _line(words: Words, facts: Facts, row: Row, *, plain: bool) -> str:
    """`1. Sakura: 31 points, 14 wins, 5 wins in a row, against Kenta`; before the start the name alone."""
    name = people.somebody(words, row.name, plain=plain)
    if not facts.begun:
        return name
    told = [
        wording.points(words, row.points),
        wording.wins(words, row.wins),
        wording.streak(words, row.streak),
    ]
    others = opponents(words, facts, row, plain=plain)
    told.append(wording.facing(words, others) if others else state(words, facts, row))
    values = numbers.listing(words, [*filter(None, told)])
    if plain:
        return words("{place}. {player}: {values}", place=row.place, player=name, values=values)
    return words("**{place}** {player}: {values}", place=row.place, player=name, values=values)


def alt(words: Words, facts: Facts) -> str:
    """Return the picture in words; where space is short the last rows go first."""
    arena = facts.arena
    told = tuple(
        Part(_line(words, facts, row, plain=True), number)
        for number, row in enumerate(facts.there[:SHOWN], start=1)
    )
    head = words("Standing") if facts.begun else wording.coming(words, len(facts.there))
    empty = Sentence((Part(limits.open_ended(words.say(wording.NOBODY_YET))),))
    return speech.said(
        words,
        (
            Sentence((Part(wording.title(words, arena.rules)), Part(wording.length(words, arena.minutes)))),
            Sentence(told, head) if told else empty,
            Sentence((Part(_footer(words, facts)),)),
        ),
    )


# The picture.


def scene(words: Words, facts: Facts) -> ArenaScene:
    """Return the standing; before the start the people who come."""
    arena = facts.arena
    shown = facts.there[:SHOWN]
    title = words("Arena: {rules}", rules=rule_words.called(words, arena.rules))
    heads = _heads(words, facts)
    if facts.begun and shown:
        return ArenaScene(
            title=title,
            subtitle=_joined(words, _conditions(words, facts)),
            month=facts.month,
            heads=heads,
            rows=tuple(_row(words, facts, row) for row in shown),
            footer=_footer(words, facts),
        )
    return ArenaScene(
        title=title,
        subtitle=rule_words.tagline(words, name_of(arena.rules)),
        month=facts.month,
        heads=heads,
        people=tuple(named(words, row) for row in shown),
        chips=(*_conditions(words, facts), *rule_words.changed(words, arena.rules))[:_CHIPS],
        heading=wording.coming(words, len(facts.there)) if shown else "",
        empty=limits.open_ended(words.say(wording.NOBODY_YET)),
        footer=_footer(words, facts),
    )


def _conditions(words: Words, facts: Facts) -> tuple[str, ...]:
    """Months a match, the length of the evening, the clock."""
    arena = facts.arena
    months = words.plural("{n} month", "{n} months", arena.rules.months)
    clock = rule_words.clock_name(words, MatchClock.LIVE)
    return months, wording.length(words, arena.minutes), clock


def _heads(words: Words, facts: Facts) -> ArenaHeads:
    return ArenaHeads(
        against=words.within("column", "Against") if facts.status.live else None,
        versus=words.within("before an opponent's name", "against"),
        wins=words.within("column", "Wins"),
        streak=words.within("column of wins in a row", "Streak"),
        points=words.within("column", "Points"),
    )


def named(words: Words, row: Row) -> Name:
    """Return somebody's name for pictures."""
    return Name(row.name, words("somebody"))


def _row(words: Words, facts: Facts, row: Row) -> ArenaRow:
    return ArenaRow(
        place=str(row.place),
        name=named(words, row),
        points=str(row.points),
        wins=str(row.wins),
        streak=str(row.streak) if row.streak else "",
        bright=row.streak > 1 and not row.attendance.gone,
        against=_others(words, facts, row),
        state=state(words, facts, row),
        gone=facts.status.live and row.attendance is not Attendance.IN,
        medal=row.place if row.place <= 3 and row.points else 0,
    )


def _footer(words: Words, facts: Facts) -> str:
    """Count those who are not shown."""
    return wording.more(words, facts.hidden) if facts.hidden else ""
