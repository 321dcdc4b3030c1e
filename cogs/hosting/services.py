"""The services for commands, presses and pages."""

from __future__ import annotations

from dataclasses import dataclass

from bot.config import Settings
from bot.heavy_work import HeavyWork
from bot.service.daily import DailyDeals
from bot.service.finished import FinishedMatches
from bot.service.manager import Manager
from bot.storage import Store
from cogs.hosting.presenter import CogPresenter
from cogs.platform.clock import Clock


@dataclass(frozen=True, slots=True)
class Services:
    """The services with which commands, presses and pages are answered."""

    settings: Settings
    store: Store
    clock: Clock
    manager: Manager
    presenter: CogPresenter
    finished: FinishedMatches
    daily: DailyDeals
    heavy: HeavyWork
    """The gate for what takes long and is no move."""
