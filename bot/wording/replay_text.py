"""The messages beside the pictures of a replay, each <= 2000."""

from __future__ import annotations

from bot.i18n import Words
from bot.match.replays import Replay
from bot.wording import alt, limits, months, replays
from bot.wording import rules as rule_words
from bot.wording.limits import CONTENT, Part


def step(words: Words, replay: Replay, number: int) -> str:
    """Step `number` (from 0): what happened, and what the picture's description had no room for."""
    count = words("Step {n} of {total}", n=number + 1, total=len(replay.steps))
    who = replays.people_of(words, replay, plain=False)
    parts = [
        Part(title(words, replay)),
        Part(replays.caption(words, replay, replay.steps[number], who), 1),
        Part(alt.replay_dropped(words, replay, number), 2),
        Part(f"-# {count}"),
    ]
    return limits.fitted(parts, CONTENT)


def month(words: Words, replay: Replay, deal: int) -> str:
    """The animation of deal `deal` (from 1): which month, and how it ended."""
    steps, who = replay.of_deal(deal), replays.people_of(words, replay, plain=False)
    parts = [
        Part(title(words, replay)),
        Part(months.in_match(words, replay.rules, steps[0].seen.month)),
        Part(replays.caption(words, replay, steps[-1], who), 1),
    ]
    return limits.fitted(parts, CONTENT)


def title(words: Words, replay: Replay) -> str:
    """What is replayed."""
    return words("**Replay: {rules}**", rules=rule_words.title(words, replay.rules))
