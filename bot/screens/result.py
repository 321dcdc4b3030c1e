"""The result of a match: the message that stays, with the score sheet as its picture."""

from __future__ import annotations

from dataclasses import dataclass

from bot.i18n import Words
from bot.match.series import Standing
from bot.match.verdict import Verdict
from bot.match.views import MatchView
from bot.match.vocabulary import MatchId
from bot.screens import news, score_sheet
from bot.wording import limits, numbers, series
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part
from bot.wording.people import Cast, People
from bot.wording.records import verdicts
from engine.events import MatchOver, Resigned
from engine.rules.options import Rules
from images.scene.result import ScoreSheetScene


@dataclass(frozen=True, slots=True)
class Facts:
    """How a match ended."""

    match: MatchId
    rules: Rules
    cast: Cast
    ranking: tuple[int, ...] | None
    """Places by table number, 1 = first; ties share the better one. None where there is no result."""
    scores: tuple[int, ...]
    resigned: tuple[Resigned, ...]
    claimed: bool
    """Whether who resigned was away, and others have claimed the win."""
    verdict: Verdict | None
    """Whether it moved ratings."""
    sheet: score_sheet.Facts
    series: Standing
    """How the series stands with this result."""

    @classmethod
    def of(cls, view: MatchView) -> Facts:
        """The facts of a view whose match is over."""
        final = next((event for event in view.events if isinstance(event, MatchOver)), None)
        return cls(
            match=view.match,
            rules=view.rules,
            cast=Cast.of(view),
            ranking=final.ranking if final else (view.public.ranking if view.public else None),
            scores=final.scores if final else view.scores,
            resigned=tuple(event for event in view.events if isinstance(event, Resigned)),
            claimed=news.was_claimed(view),
            verdict=view.verdict,
            sheet=score_sheet.Facts.of(view),
            series=view.series,
        )


def text(words: Words, facts: Facts) -> str:
    """Who won, every place, what it did to ratings."""
    people, rules = facts.cast.named(words), facts.rules
    lines = [Part(words("**Koi-koi: {rules}**", rules=rule_words.title(words, rules)))]
    if facts.ranking:
        lines += _places(words, facts, facts.ranking, people)
    lines += [Part(line) for line in series.result(words, facts.series, people.names)]
    if facts.verdict is not None:
        lines.append(Part(verdicts.line(words, facts.verdict, people)))
    changed = rule_words.changed(words, rules)
    lines.append(
        Part(words("Options: {options}", options=numbers.listing(words, changed)) if changed else "", 1)
    )
    return limits.fitted(lines, CONTENT)


def _places(words: Words, facts: Facts, ranking: tuple[int, ...], people: People) -> list[Part]:
    """Why a match ended early, and why the leading player may have lost it; then who won, and every place."""
    gone = news.told_of(words, facts.resigned, people, facts.rules, claimed=facts.claimed)
    return [
        *(Part(line) for line in gone),
        Part(_winner(words, people, ranking)),
        *(
            # Bold: a line that begins with a number and a stop would be a list, counted by Discord.
            Part(words("**{place}.** {player} {score}", place=place, player=player, score=score))
            for place, player, score in news.ranked(words, facts.rules, people, facts.scores, ranking)
        ),
    ]


def _winner(words: Words, people: People, ranking: tuple[int, ...]) -> str:
    """Who won the match, or that it is a draw, or that nobody was left to win it."""
    first = [people.seated(player) for player, place in enumerate(ranking) if place == 1]
    if not first:
        return words("**Nobody wins the match: everybody gave it up.**")
    if len(first) == 1:
        return words("**{player} wins the match!**", player=first[0])
    return words("**A draw between {players}.**", players=numbers.listing(words, first))


def alt(words: Words, facts: Facts) -> str:
    """The score sheet in words."""
    return score_sheet.alt(words, facts.sheet)


def scene(words: Words, facts: Facts) -> ScoreSheetScene:
    """The score sheet."""
    return score_sheet.scene(words, facts.sheet)
