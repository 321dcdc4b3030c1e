"""The lobby: the people in it, the planned match, and the reason why one has closed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.i18n import Message, Words, mark
from bot.ids import MatchId, UserId
from bot.match.series import Standing
from bot.match.views import ClockTimes, LobbyView
from bot.match.vocabulary import CpuPlayer, JoinNumber, LobbyEnd, MatchClock, Participant, Strength
from bot.screens import parts
from bot.wording import limits, numbers, people, speech
from bot.wording import rules as rule_words
from bot.wording import series as series_words
from bot.wording.limits import CONTENT, Part, Sentence
from bot.wording.people import Cast, Naming, People
from engine.rules.options import Rules
from engine.rules.presets import name_of
from engine.rules.rule_sets import MOST_PARTICIPANTS
from images.scene.common import Label, Name, Text
from images.scene.lobby import LobbyScene, LobbySeat

WHY: Mapping[LobbyEnd, Message] = {
    LobbyEnd.EXPIRED: mark("This lobby closed: nobody started the match in time."),
    LobbyEnd.LEFT: mark("This lobby closed: everybody left."),
    LobbyEnd.DECLINED: mark("This lobby closed: {player} declined the invitation."),
    LobbyEnd.WITHDRAWN: mark("This lobby closed: the host withdrew the invitation."),
    LobbyEnd.CALLED_OFF: mark("This lobby closed: the host cancelled it."),
    LobbyEnd.BY_MANAGER: mark("This lobby was closed by a manager of the server."),
}
"""The reasons why a lobby ended without a match."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The content of a lobby, and the actions in it."""

    match: MatchId
    rules: Rules
    cast: Cast
    host: UserId
    free: int
    """Seats that nobody has taken."""
    ready: bool
    """Whether the seats are filled, so that the host may start."""
    solo: bool
    """Whether one person is there and nobody is awaited: against CPU players they begin at once."""
    invited: tuple[UserId, ...]
    """The only people who may join; empty where everybody may."""
    awaited: tuple[UserId, ...]
    """The people of these who have not come yet."""
    awaited_names: tuple[str, ...]
    """The names of those; empty for somebody whose name nobody knows."""
    expires_at: datetime
    clock: MatchClock | None
    """The clock for a turn; None where one person plays among CPU players, without a clock."""
    times: ClockTimes
    rated: bool
    """Whether the match may move ratings, as its server has set it."""
    series: Standing
    """The planned length of the series, and the standing of the one that goes on."""
    again: CpuPlayer | None = None
    """The last CPU player of the host, who can choose it again in one step."""
    own_level: Strength | None = None
    """The strength that suits the host."""
    rung: CpuPlayer | None = None
    """The next CPU player on the ladder of the host."""

    @classmethod
    def of(cls, view: LobbyView) -> Facts:
        """The facts of a lobby."""
        return cls(
            match=view.match,
            rules=view.rules,
            cast=Cast(view.people),
            host=view.host,
            free=max(0, view.rules.seats - len(view.people)),
            ready=view.ready,
            solo=view.solo,
            invited=view.invited,
            awaited=view.awaited,
            awaited_names=tuple(view.invited_names.get(user, "") for user in view.awaited),
            expires_at=view.expires_at,
            clock=None if view.alone else view.clock,
            times=view.times,
            rated=view.rated,
            series=view.series,
            again=view.again,
            own_level=view.own_level,
            rung=view.rung,
        )

    @property
    def cpus(self) -> int:
        """Seats that CPU players have until somebody joins."""
        return sum(one.cpu is not None for one in self.cast.people)

    @property
    def cpu_seats(self) -> int:
        """Seats that CPU players could take now."""
        return self.rules.seats - 1 if self.solo else max(0, self.free - len(self.awaited))

    @property
    def reserved(self) -> tuple[str, ...]:
        """The names of those for whom a seat is kept, as many as seats are free."""
        return self.awaited_names[: self.free]

    @property
    def hosted_by(self) -> Participant | None:
        """The host; None where they have left."""
        return next((one for one in self.cast.people if one.user == self.host), None)

    @property
    def crowded(self) -> bool:
        """Whether nobody more may come."""
        return len(self.cast.people) >= MOST_PARTICIPANTS

    @property
    def watchers(self) -> bool:
        """Whether the draw decides who plays, because more people came than there are seats."""
        return len(self.cast.people) > self.rules.seats


def text(words: Words, facts: Facts) -> str:
    """Return the rules, the host, the missing players, and the time until which the lobby waits."""
    return limits.fitted(_lines(words, facts), CONTENT)


def nudge(words: Words, facts: Facts, theirs: Words) -> str:
    """Return the lobby below a line for its host, who may start; `theirs`: the language of the host."""
    call = theirs("{host}, all seats are taken: press Start.", host=f"<@{facts.host}>")
    return limits.fitted([Part(call), *_lines(words, facts)], CONTENT)


def _lines(words: Words, facts: Facts) -> list[Part]:
    title = rule_words.title(words, facts.rules)
    changed = rule_words.changed(words, facts.rules)
    closing = words("This lobby closes {when}.", when=numbers.countdown(facts.expires_at))
    asked = speech.style(words).one_after_another([*_first(words, facts), closing])
    return [
        Part(_headline(words, facts, title)),
        Part(words("Options: {options}", options=numbers.listing(words, changed)) if changed else "", 1),
        Part(_series(words, facts)),
        Part(asked),
        *(Part(each, 2) for each in people.cpu_manners(words, facts.cast.people)),
    ]


def _series(words: Words, facts: Facts) -> str:
    """Tell how the series stands that goes on, or that one of a chosen length begins."""
    if facts.series.first is None:
        return "" if facts.series.best_of is None else series_words.begins(words, facts.series.best_of)
    here = len(facts.cast.people)
    awaited = (Participant(JoinNumber(here + n), name) for n, name in enumerate(facts.awaited_names))
    names = Cast((*facts.cast.people, *awaited)).named(words, naming=Naming.MARKED).names
    return series_words.line(words, facts.series, names)


def _headline(words: Words, facts: Facts, title: str) -> str:
    """`**Classic · 3 months** · Live · host: Sakura`; no clock where there will be none."""
    clock = "" if facts.clock is None else rule_words.clock_name(words, facts.clock)
    host = words("host: {player}", player=_host(words, facts))
    told = [f"**{title}**", clock, "" if facts.rated else words("unrated"), host]
    return words.within("between notes", " · ").join(each for each in told if each)


def _host(words: Words, facts: Facts) -> str:
    found = facts.hosted_by
    return people.name(words, found) if found else words("somebody who left")


def _first(words: Words, facts: Facts) -> tuple[str, str]:
    """Return the next action, and who takes it; where the host is alone first what they can do themselves."""
    asked, cpus = _asked(words, facts), _cpus(words, facts)
    return (cpus, asked) if facts.solo else (asked, cpus)


def _asked(words: Words, facts: Facts) -> str:
    """Return the invited, the number of free seats, or that the host may start."""
    host = _host(words, facts)
    if facts.awaited:
        names = numbers.listing(words, [f"<@{user}>" for user in facts.awaited])
        return words("{players}: {host} invites you. Press Accept to play.", players=names, host=host)
    if facts.free and facts.invited:
        return words.plural("{n} seat is free.", "{n} seats are free.", facts.free)
    if facts.free:
        return words.plural("{n} seat is free: press Join.", "{n} seats are free: press Join.", facts.free)
    if facts.watchers:
        return words(
            "{player} may start. The draw decides which {n} play; the others watch.",
            player=host,
            n=facts.rules.seats,
        )
    return words("All seats are taken: {player} may start.", player=host)


def _cpus(words: Words, facts: Facts) -> str:
    """Return the way to play alone; and that no CPU player keeps a person out."""
    if facts.solo:
        host = _host(words, facts)
        return words("{player}, to begin at once: choose a level under **Play the CPU**.", player=host)
    if facts.cpus and not facts.free and not facts.invited:
        return words("A person who joins takes a CPU player's seat.")
    return ""


def why(words: Words, ended: LobbyEnd | None, declined_by: UserId | None = None) -> str:
    """Return the reason why a lobby ended without a match; where nobody on it ended it, only that it did.

    `declined_by`: whose invitation was declined; None where they have left since.
    """
    if ended is None:
        return words("This lobby closed.")
    if ended is LobbyEnd.DECLINED:
        who = words("somebody who left") if declined_by is None else f"<@{declined_by}>"
        return words.say(WHY[ended], player=who)
    return words.say(WHY[ended])


def alt(words: Words, facts: Facts) -> str:
    """Return the rules and the people who are there."""
    return speech.said(words, sentences(words, facts, facts.cast.named(words, plain=True)))


def sentences(words: Words, facts: Facts, named: People) -> tuple[Sentence, ...]:
    """The picture in sentences."""
    title, there = rule_words.title(words, facts.rules), tuple(Part(each, 1) for each in named.levels)
    changed = tuple(
        Part(each, 2) for each in (*_length(words, facts), *rule_words.changed(words, facts.rules))
    )
    kept = tuple(Part(people.cleaned(each), 1) for each in facts.reserved if people.cleaned(each))
    return (
        Sentence((Part(title), *changed, Part(_clock(words, facts), 1))),
        Sentence(there, words("Taking part")),
        Sentence(kept, words("Seats are reserved for")),
        Sentence((Part(_free(words, facts)),)),
    )


def _free(words: Words, facts: Facts) -> str:
    """Return the number of free seats."""
    left = facts.free - len(facts.reserved)
    return words.plural("{n} free seat", "{n} free seats", left) if left else words("No free seat")


def _clock(words: Words, facts: Facts) -> str:
    """Return the time for a turn; empty where there will be no clock."""
    if facts.clock is None:
        return ""
    return words("Clock: {clock}", clock=rule_words.clock(words, facts.clock, facts.times))


def scene(words: Words, facts: Facts) -> LobbyScene:
    """Return the rules, the people who are there, and the free seats."""
    taken = tuple(
        LobbySeat(
            parts.name(words, one, Naming.LEVEL), _seat_word(words, facts, one), hosts=one.user == facts.host
        )
        for one in facts.cast.people
    )
    kept = tuple(_kept(words, facts, each) for each in facts.reserved)
    empty = LobbySeat(None, words.within("picture", "Free seat"), taken=False)
    free = (empty,) * (facts.free - len(kept))
    return LobbyScene(
        title=words("Koi-koi: {rules}", rules=rule_words.called(words, facts.rules)),
        subtitle=rule_words.tagline(words, name_of(facts.rules)),
        seats=(*taken, *kept, *free)[:MOST_PARTICIPANTS],
        chips=(
            words.plural("{n} month", "{n} months", facts.rules.months),
            *_length(words, facts),
            *_clock_chip(words, facts),
            *rule_words.changed(words, facts.rules),
        ),
    )


def _length(words: Words, facts: Facts) -> tuple[str, ...]:
    """Name the length of the series, where one is chosen."""
    best_of = facts.series.best_of
    return () if best_of is None else (series_words.length(words, best_of),)


def _clock_chip(words: Words, facts: Facts) -> tuple[Label, ...]:
    """The clock on a chip; in short where there is little room."""
    if facts.clock is None:
        return ()
    said = rule_words.clock(words, facts.clock, facts.times)
    return (Label(said, rule_words.clock_name(words, facts.clock)),)


def _kept(words: Words, facts: Facts, name: str) -> LobbySeat:
    """A seat that waits for somebody who is invited: who it is, and by whom."""
    short = words.within("picture", "Invited")
    if facts.hosted_by is None:
        by: Text = short
    else:
        host = people.name(words, facts.hosted_by, plain=True)
        by = Label(words.within("picture", "Invited by {player}", player=host), short)
    return LobbySeat(Name(name, words.within("picture", "Reserved")), by, taken=False)


def _seat_word(words: Words, facts: Facts, one: Participant) -> str:
    if one.cpu is not None:
        return words.within("picture", "CPU")
    return words.within("picture", "Host") if one.user == facts.host else words.within("picture", "Joined")
