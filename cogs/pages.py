"""The commands of all pages, and who answers the presses on which page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import app_commands

from bot.match.views import ClockTimes
from cogs import openings, problems
from cogs.content.page_id import Page
from cogs.daily import page as daily
from cogs.finished import history, replay, review
from cogs.finished import kept as keepsakes
from cogs.hosting.services import Services
from cogs.lessons import commands as lesson_commands
from cogs.lessons import sheets, tutorial
from cogs.presses.dispatch import PageHandler
from cogs.records import leaderboard, profile
from cogs.settings import privacy
from cogs.settings.person import me
from cogs.settings.server import settings


def add_pages(
    services: Services, group: app_commands.Group, tree: app_commands.CommandTree[Any]
) -> Mapping[Page, PageHandler]:
    """Add the pages' commands to a group, and to the menus of `tree`; who answers presses on each page."""
    answers = services.presenter.answers
    boards = leaderboard.LeaderboardPage(services)
    profiles = profile.ProfilePage(services)
    times, languages = ClockTimes.of(services.settings), services.presenter.languages
    server = settings.SettingsPanel(services.manager, times, languages)
    notice = privacy.Privacy(services.settings)
    look_again = services.presenter.hands.look_again
    own = me.MePanel(services.manager, notice, look_again, languages, services.heavy)
    lesson = tutorial.Tutorial(services)
    leaderboard.add_to(group, answers, boards)
    profile.add_to(group, tree, answers, profiles)
    settings.add_to(group, answers, server)
    me.add_to(group, answers, own)
    tutorial.add_to(group, answers, lesson)
    lesson_commands.add_to(group, services)
    privacy.add_to(group, answers, notice)
    played = openings.GamesPage(services)
    openings.add_to(group, answers, played)
    return {
        Page.BOARD: boards,
        Page.PROFILE: profiles,
        Page.SETTINGS: server,
        Page.ME: own,
        Page.LESSON: lesson,
        Page.GAMES: played,
        Page.OPENINGS: openings.OpeningsPage(services),
        Page.PROBLEM: problems.add_to(group, services),
        Page.SHEET: sheets.SheetPages(services),
        Page.DAILY: _of_the_day(services, group),
        **_of_finished_matches(services, group),
    }


def _of_finished_matches(services: Services, group: app_commands.Group) -> Mapping[Page, PageHandler]:
    """The pages of what is over, their commands added to the group."""
    answers = services.presenter.answers
    replays = replay.ReplayPage(services)
    past = history.HistoryPage(services, replays)
    replay.add_to(group, answers, replays)
    history.add_to(group, answers, past)
    kept = keepsakes.Keepsakes(services)
    keepsakes.add_to(group, answers, kept, replays)
    return {
        Page.KEPT: kept,
        Page.REPLAY: replays,
        Page.HISTORY: past,
        Page.REVIEW: review.ReviewPage(services),
    }


def _of_the_day(services: Services, group: app_commands.Group) -> PageHandler:
    """The deal of the day, its command added to the group."""
    page = daily.DailyPage(services)
    daily.add_to(group, services.presenter.answers, page)
    return page
