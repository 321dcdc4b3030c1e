"""The result of a match: the message that stays, with the poster as its picture."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.i18n import Words
from bot.ids import MatchId, UserId
from bot.match.series import Standing
from bot.match.verdict import LEAST_MONTHS, Verdict
from bot.match.views import MatchView
from bot.match.vocabulary import CpuPlayer
from bot.opponents import equity
from bot.opponents.equity import Chances
from bot.screens import news, poster
from bot.wording import limits, numbers, series
from bot.wording import rules as rule_words
from bot.wording.finished import history
from bot.wording.limits import CONTENT, Part
from bot.wording.people import Cast, Naming, People
from bot.wording.records import verdicts
from engine.play.events import MatchOver, Resigned
from engine.rules.month_end import MonthEnd
from engine.rules.options import Rules
from images.scene.poster import PosterScene


@dataclass(frozen=True, slots=True)
class Facts:
    """The end of a match."""

    match: MatchId
    rules: Rules
    cast: Cast
    ranking: tuple[int, ...]
    """Places by table number, 1 = first; ties share the better one."""
    scores: tuple[int, ...]
    resigned: tuple[Resigned, ...]
    claimed: bool
    """Whether who resigned was away, and others have claimed the win."""
    verdict: Verdict | None
    """Whether it moved ratings."""
    ends: tuple[MonthEnd, ...]
    course: tuple[Chances, ...]
    """The chances to win; none where they are not known."""
    ended_at: datetime | None
    zone: ZoneInfo
    """By which the day of the match is told."""
    series: Standing
    """The standing of the series with this result."""
    rung: CpuPlayer | None = None
    """The CPU player that is offered to who has beaten another one alone."""

    @classmethod
    def of(cls, view: MatchView, course: tuple[Chances, ...] = (), zone: ZoneInfo | None = None) -> Facts:
        """The facts of a view whose match is over. `course`: what `chances_of` gives; `zone` None: UTC."""
        final = next((event for event in view.events if isinstance(event, MatchOver)), None)
        ranking = final.ranking if final else view.public.ranking if view.public else None
        assert ranking, "a match that is over has places"
        return cls(
            match=view.match,
            rules=view.rules,
            cast=Cast.of(view),
            ranking=ranking,
            scores=final.scores if final else view.scores,
            resigned=tuple(event for event in view.events if isinstance(event, Resigned)),
            claimed=news.was_claimed(view),
            verdict=view.verdict,
            ends=view.ends,
            course=course,
            ended_at=view.ended_at,
            zone=zone or ZoneInfo("UTC"),
            series=view.series,
        )

    def poster(self, words: Words) -> poster.Facts:
        """Return the facts of the picture."""
        return poster.Facts(
            rules=self.rules,
            cast=self.cast,
            ranking=self.ranking,
            scores=self.scores,
            given_up=bool(self.resigned),
            claimed=self.claimed,
            day=history.day(words, self.ended_at, self.zone) if self.ended_at else "",
            ends=self.ends,
            course=self.course,
            series=self.series,
        )


def won_seal(view: MatchView) -> UserId | None:
    """Return the user who has won the seal of a CPU player; None for one that mixes levels.

    None too in an arena, which chooses who plays next.
    """
    if view.arena is not None or view.rules.months < LEAST_MONTHS:
        return None
    ranking = Facts.of(view).ranking
    first = [seat.participant for seat, place in zip(view.seats, ranking, strict=True) if place == 1]
    people = [one.user for one in view.people if one.cpu is None]
    fixed = any(one.cpu is not None and one.strength is None for one in view.people)
    return first[0].user if fixed and len(people) == 1 and len(first) == 1 else None


def chances_of(view: MatchView) -> tuple[Chances, ...]:
    """Return the chances to win over the months of a match that is over, to be told on its poster.

    House rules that change what months come to leave none: the chances are measured without them. Takes up to
    half a second of processor time.
    """
    if set(view.rules.changed()) - {"months"}:
        return ()
    return equity.course(view.rules, view.ends)


def text(words: Words, facts: Facts) -> str:
    """Return the winner, every place, the best month, and the changes of ratings."""
    people, rules = facts.cast.named(words, naming=Naming.MARKED), facts.rules
    lines = [Part(f"**{words('Koi-koi: {rules}', rules=rule_words.title(words, rules))}**")]
    lines += _places(words, facts, people)
    lines.append(Part(poster.best_in_words(words, facts.poster(words), people)))
    lines += [Part(line) for line in series.result(words, facts.series, people.names)]
    if facts.verdict is not None:
        lines.append(Part(verdicts.line(words, facts.verdict, people)))
    changed = rule_words.changed(words, rules)
    lines.append(
        Part(words("Options: {options}", options=numbers.listing(words, changed)) if changed else "", 1)
    )
    return limits.fitted(lines, CONTENT)


def _places(words: Words, facts: Facts, people: People) -> list[Part]:
    """Return the reason for an early end, why the leader may have lost, the winner, and every place."""
    gone = news.told_of(words, facts.resigned, people, facts.rules, claimed=facts.claimed)
    return [
        *(Part(line) for line in gone),
        Part(_winner(words, people, facts.ranking)),
        *(
            # Bold: a line that begins with a number and a stop would be a list, counted by Discord.
            Part(words("**{place}.** {player} {score}", place=place, player=player, score=score))
            for place, player, score in news.ranked(words, facts.rules, people, facts.scores, facts.ranking)
        ),
    ]


def _winner(words: Words, people: People, ranking: tuple[int, ...]) -> str:
    """Return the winner of the match, or that it is a draw, or that nobody was left to win it."""
    first = [people.seated(player) for player, place in enumerate(ranking) if place == 1]
    if not first:
        return words("**Nobody wins the match: everybody gave it up.**")
    if len(first) == 1:
        return words("**{player} wins the match!**", player=first[0])
    return words("**A draw between {players}.**", players=numbers.listing(words, first))


def alt(words: Words, facts: Facts) -> str:
    """The poster in words."""
    return poster.alt(words, facts.poster(words))


def scene(words: Words, facts: Facts) -> PosterScene:
    """The poster."""
    return poster.scene(words, facts.poster(words))
