"""The time of day, and whether to trust it: a machine's clock may be wrong for a minute or for years.

One rule for the whole bot. The time of day is this machine's; where Discord's `Date` header differs by more
than `WRONG` it is Discord's, and the log warns from `NOTICED` on. Work that cannot be undone (data of servers
that left, copies, deals, tokens, the end of a season) asks `doubt` first, and waits while there is one:

- Discord has answered in this process: its time and this machine's have to agree, or to differ by the same
  for `STEADY`. A known difference is no doubt, as the time of day is Discord's then. A jump is one.
- It has not: the clock must not lie before the latest moment that is stored, nor more than `AWAY` after it,
  nor have jumped. Or it must have run on without a jump for `SURE`.

Time between answers is counted by seconds that nobody sets. Deadlines of matches do not go by the time of day
at all (`match_time`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import structlog

NOTICED = timedelta(seconds=5)
"""A smaller difference is not worth a line of the log: an answer takes its time, and has whole seconds."""
WRONG = timedelta(minutes=1)
"""A clock that differs by more is not believed."""
STEADY = timedelta(minutes=1)
"""The time after which a difference from Discord's time is known: its answers agree on it."""
AWAY = timedelta(days=1)
"""The absence after which a bot waits for Discord's word that the time has passed."""
SURE = timedelta(days=1)
"""The time without a jump after which a clock is believed where Discord says nothing."""
SECOND = timedelta(seconds=1)
NONE = timedelta(0)
log = structlog.stdlib.get_logger("koikoi.time")


def ahead_of(date: datetime, machine: datetime, took: float) -> timedelta:
    """Return how far a machine's clock is certainly ahead of Discord's; less than zero where it is behind.

    `date` is that of an answer that took `took` seconds and came when the machine's clock said `machine`.
    """
    if machine < date:
        return machine - date
    sent = machine - timedelta(seconds=took)
    return max(sent - date - SECOND, NONE)


class WallClock:
    """The time of day of a process.

    `machine` is what this machine's clock says; `elapsed` gives seconds since some fixed moment.
    """

    def __init__(self, machine: Callable[[], datetime], elapsed: Callable[[], float]) -> None:
        self._machine = machine
        self._elapsed = elapsed
        self._discord: tuple[datetime, float] | None = None
        """Discord's time when it answered last, and the seconds then."""
        self._differs: tuple[timedelta, float] | None = None
        """The machine's difference from it then, and since which seconds all answers have agreed on that."""
        self._told = NONE
        """The difference from it that the log was told of last."""
        self._stored: datetime | None = None
        self._steady: tuple[datetime, float] | None = None
        """The clock's time, and the seconds, when it began to run without a jump."""
        self._jumped = False

    def now(self) -> datetime:
        """Return the time of day, which is Discord's where this machine's clock is wrong."""
        machine = self._machine()
        told = self._by_discord()
        return machine if told is None or abs(machine - told) <= WRONG else told

    def on_discord_date(self, date: datetime, took: float) -> None:
        """Take Discord's word for the time: the `date` of an answer that took `took` seconds."""
        machine, elapsed = self._machine(), self._elapsed()
        self._discord = (date, elapsed)
        differs = machine - date
        if self._differs is None or abs(differs - self._differs[0]) > WRONG:
            self._differs = (differs, elapsed)
        self._differs = (differs, self._differs[1])
        self._log_change(ahead_of(date, machine, took))

    def remember(self, moment: datetime) -> None:
        """Take the latest moment that is stored, once a process and before it stores a later one."""
        if self._stored is not None:
            return
        self._stored = moment
        back = moment - self._machine()
        if back > NOTICED:
            log.warning("the clock has gone back since the last run", seconds=round(back.total_seconds()))

    def doubt(self) -> str | None:
        """Return what speaks against the time of day; None where work that cannot be undone may go by it."""
        machine = self._machine()
        jumped, steady = self._track_jumps(machine)
        told = self._by_discord()
        if told is not None:
            if abs(machine - told) <= WRONG or self._is_known(machine - told):
                return None
            return "this machine's clock and Discord's differ"
        if self._stored is None or steady >= SURE:
            return None
        if jumped:
            return "this machine's clock has jumped"
        away = machine - steady - self._stored
        if away < -WRONG:
            return "this machine's clock lies before what is stored"
        return "this machine's clock lies far after what is stored" if away > AWAY else None

    def _track_jumps(self, machine: datetime) -> tuple[bool, timedelta]:
        """Return whether the clock has jumped in this process, and for how long it has run on since."""
        elapsed = self._elapsed()
        if self._steady is None:
            self._steady = (machine, elapsed)
        steady = timedelta(seconds=elapsed - self._steady[1])
        if abs(machine - self._steady[0] - steady) > WRONG:
            self._jumped, self._steady, steady = True, (machine, elapsed), NONE
        return self._jumped, steady

    def _is_known(self, differs: timedelta) -> bool:
        """Whether answers have agreed for long on this difference of the machine from Discord's time."""
        assert self._discord is not None
        assert self._differs is not None
        known, since = self._differs
        return abs(differs - known) <= WRONG and self._discord[1] - since >= STEADY.total_seconds()

    def _by_discord(self) -> datetime | None:
        if self._discord is None:
            return None
        date, then = self._discord
        return date + timedelta(seconds=self._elapsed() - then)

    def _log_change(self, ahead: timedelta) -> None:
        """Warn of a new difference of the clock, and say when it is right again."""
        if abs(ahead) > NOTICED and abs(ahead - self._told) > NOTICED:
            seconds = round(ahead.total_seconds())
            log.warning("this machine's clock differs from Discord's", seconds_ahead=seconds)
            self._told = ahead
        elif abs(ahead) <= NOTICED and self._told:
            log.info("this machine's clock agrees with Discord's again")
            self._told = NONE
