"""The progress of a match in play: the state that its actions led to, how far its ends have been shown.

The state itself stays in `bot.match`, storage and records; everybody else gets observations.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby

from bot.match.shuffles import Shuffles
from bot.match.vocabulary import JoinNumber, MadeBy
from engine.play.events import (
    Dealt,
    Event,
    Flipped,
    KoiKoiCalled,
    MonthVoid,
    MonthWon,
    Played,
    Redealt,
    Seated,
)
from engine.play.match import apply
from engine.play.state import MatchState, new_match
from engine.rules.actions import Action, Cut, Draw, Phase, Play, Player
from engine.rules.month_end import MonthEnd
from engine.rules.options import Rules
from engine.version import Version


@dataclass(frozen=True, slots=True)
class Progress:
    """A match since its lobby closed. `ends_shown` counts the ends of months that have been left behind."""

    shuffles: Shuffles
    state: MatchState
    actions: tuple[Action, ...] = ()
    ends: tuple[MonthEnd, ...] = ()
    last_turns: tuple[tuple[Event, ...], ...] = ()
    """For each of `ends` the steps of its deal's last turn; empty where nobody had one."""
    latest: tuple[Event, ...] = ()
    """Events of the latest action, or of the latest few that were made together."""
    told: tuple[Event, ...] = ()
    """Events since the cards in play were dealt."""
    latest_by: MadeBy = MadeBy.DEFAULT
    """The maker of the latest action."""
    fresh: int = 0
    """The number of `ends` that the latest action caused."""
    moved: frozenset[Player] = frozenset()
    """The players who have played a card themselves, clock and CPU players left out."""
    cpu_deals: frozenset[tuple[int, Player]] = frozenset()
    """The deals in which a CPU player has moved for a player, maybe in the place of a person."""
    draw_seen: bool = False
    """Whether the cards drawn for the seats have been shown for long enough."""
    ends_shown: int = 0
    agreed: frozenset[JoinNumber] = frozenset()

    @property
    def over(self) -> bool:
        """Whether the engine has no more to do; ends may wait to be shown still."""
        return self.state.phase is Phase.OVER

    @property
    def resigned(self) -> bool:
        """Whether somebody gave the match up."""
        return self.over and any(event.type == "resigned" for event in self.latest)

    @property
    def rests(self) -> bool:
        """Whether an end waits for everybody's `Next month`.

        The end that ends the match needs no rest, and a resignation ends them all.
        """
        if self.resigned:
            return False
        return self.ends_shown < len(self.ends) - (1 if self.over else 0)

    @property
    def draw_to_show(self) -> bool:
        """Whether the seats were drawn just now and nobody has looked at the cards yet.

        Before the rest, too, where the first deal has ended as it was dealt. Not where the match has ended
        with it: that is shown at once, and who dealt is told with it.
        """
        drawn = any(isinstance(event, Seated) for event in self.latest)
        return drawn and not (self.draw_seen or self.finished)

    @property
    def finished(self) -> bool:
        """Whether the match is over and everything may be shown."""
        return self.over and not self.rests

    def shown(self, ends_shown: int, agreed: frozenset[JoinNumber]) -> Progress:
        """The progress with this many ends shown. Raises ValueError where there are not so many."""
        if not 0 <= ends_shown <= len(self.ends):
            raise ValueError(f"{ends_shown} of {len(self.ends)} ends shown")
        return replace(self, ends_shown=ends_shown, agreed=agreed)

    def after(self, *actions: Action, made_by: MadeBy = MadeBy.USER) -> Progress:
        """The match after these actions, made together. Raises what `engine.play.match.apply` raises."""
        state, events, ended = self.state, list[Event](), list[MonthEnd]()
        cpu_deals, shuffles = set(self.cpu_deals), self.shuffles
        for number, action in enumerate(actions, start=1):
            if made_by is MadeBy.CPU and not isinstance(action.move, (Draw, Cut)):
                cpu_deals.add((state.deal_number, action.player))
            if isinstance(action.move, Draw):
                # The last draw deals the first month, from a deck that this draw goes into.
                shuffles = shuffles.after(self.actions + actions[:number])
            step = apply(state, action, shuffles.deck)
            state = step.state
            events += step.events
            ended += step.ended
        return replace(
            self,
            shuffles=shuffles,
            state=state,
            actions=self.actions + actions,
            ends=self.ends + tuple(ended),
            last_turns=self.last_turns + _last_turns((*self.told, *events), len(ended)),
            latest=tuple(events),
            told=_since_deal(self.told, events),
            latest_by=made_by,
            fresh=len(ended),
            moved=self.moved | _played(actions) if made_by is MadeBy.USER else self.moved,
            cpu_deals=frozenset(cpu_deals),
        )

    def shown_events(self) -> tuple[Event, ...]:
        """Events of the latest action that may be shown: up to the end on show, or after it."""
        if self.resigned:
            return self.latest
        return _parts(self.latest, self.fresh)[self._shown_part()]

    def shown_by(self) -> MadeBy:
        """Return the cause of the events that are shown; after a rest they came by themselves."""
        first = self.resigned or self._shown_part() == 0
        return self.latest_by if first else MadeBy.DEFAULT

    def _shown_part(self) -> int:
        """Return the part of the latest events that is shown, from 0 (see `_parts`)."""
        if self.finished:
            # The last end is shown without a rest: it is news together with what ended the match.
            return max(0, self.fresh - 1)
        return max(0, self.ends_shown - (len(self.ends) - self.fresh))


def begin(rules: Rules, participants: int, seed: bytes, version: Version = Version.JOINS) -> Progress:
    """A match before its first action; `seed` is record.md's."""
    shuffles = Shuffles(seed, version)
    return Progress(shuffles=shuffles, state=new_match(rules, shuffles.deck(0), participants, version))


def replay(progress: Progress, steps: Iterable[tuple[MadeBy, Iterable[Action]]]) -> Progress:
    """The match after these steps, each of actions made together by somebody, or after somebody's.

    Raises what `engine.play.match.apply` raises.
    """
    for made_by, actions in steps:
        progress = progress.after(*actions, made_by=made_by)
    return progress


def _since_deal(before: tuple[Event, ...], events: list[Event]) -> tuple[Event, ...]:
    """The events told before and these, from the latest deal on; none while the next one is to be cut."""
    told = (*before, *events)
    starts = (
        at if isinstance(event, Dealt) else at + 1
        for at, event in enumerate(told)
        if isinstance(event, (Dealt, MonthWon, MonthVoid, Redealt))
    )
    return told[max(starts, default=0) :]


def _last_turns(told: tuple[Event, ...], ends: int) -> tuple[tuple[Event, ...], ...]:
    """The last turn of each of the deals that have just ended, from the events since the first was dealt."""
    return tuple(_last_turn(part) for part in _parts(told, ends)[:ends])


def _last_turn(told: Iterable[Event]) -> tuple[Event, ...]:
    """The steps of the last turn among the events of a deal."""
    steps = (event for event in told if isinstance(event, Played | Flipped | KoiKoiCalled))
    turns = [tuple(each) for _, each in groupby(steps, lambda step: step.player)]
    return turns[-1] if turns else ()


def _played(actions: Iterable[Action]) -> frozenset[Player]:
    """The players of these actions who play a card."""
    return frozenset(action.player for action in actions if isinstance(action.move, Play))


def _parts(events: tuple[Event, ...], ends: int) -> list[tuple[Event, ...]]:
    """Events cut behind each end of a deal: a part for each end and one, maybe empty, for what follows.

    What belongs to an end (kobiki, extension, ginmi, the match's end) comes before the next deal begins.
    """
    parts: list[list[Event]] = [[]]
    ended = False
    for event in events:
        if ended and isinstance(event, Dealt):
            parts.append([])
            ended = False
        ended = ended or isinstance(event, (MonthWon, MonthVoid, Redealt))
        parts[-1].append(event)
    parts += [[] for _ in range(ends + 1 - len(parts))]
    return [tuple(part) for part in parts]
