"""The commands of all pages, and who answers the presses on which page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from bot.match.views import ClockTimes
from cogs import openings, own_problems, problems
from cogs.arenas import command as arena_command
from cogs.arenas.page import ArenaPage
from cogs.content.history_state import chosen_match
from cogs.content.page_id import Page, first_match, no_match
from cogs.daily import page as daily
from cogs.finished import history, replay, review
from cogs.finished import kept as keepsakes
from cogs.hosting.services import Services
from cogs.lessons import commands as lesson_commands
from cogs.lessons import sheets, tutorial
from cogs.lessons.sheets import Sheet
from cogs.messages.slash_commands import RULE_SET, RULES, SlashCommands
from cogs.presses.dispatch import PageHandler, PageSpec
from cogs.records import leaderboard, profile
from cogs.settings import privacy
from cogs.settings.person import me
from cogs.settings.server import settings


def add_pages(services: Services, commands: SlashCommands) -> Mapping[Page, PageSpec]:
    """Add the pages' commands, and return who answers presses on each page."""
    boards = leaderboard.LeaderboardPage(services)
    commands.add("koikoi leaderboard", boards.asked, leaderboard.PARAMETERS, deferral=leaderboard.deferral)
    profiles = profile.ProfilePage(services)
    commands.add("koikoi profile", profiles.open)
    commands.add_menu("profile", profiles.open)
    server, own = _settings(services, commands)
    lesson = tutorial.Tutorial(services)
    for path, sheet in (("koikoi help", Sheet.HELP), ("koikoi yaku", Sheet.YAKU)):
        commands.add(path, partial(lesson_commands.show, services, sheet), {"rules": RULES})
    played = openings.GamesPage(services)
    commands.add("koikoi games", played.open)
    mistakes = own_problems.OwnProblemPage(services)
    solved = problems.ProblemPage(services, mistakes)
    commands.add("koikoi problem", solved.open, {"rules": RULE_SET})
    today = daily.DailyPage(services)
    commands.add("koikoi daily", today.open)
    handlers: Mapping[Page, PageHandler] = {
        Page.BOARD: boards,
        Page.PROFILE: profiles,
        Page.SETTINGS: server,
        Page.ME: own,
        Page.LESSON: lesson,
        Page.GAMES: played,
        Page.OPENINGS: openings.OpeningsPage(services),
        Page.PROBLEM: solved,
        Page.MINE: mistakes,
        Page.DAILY: today,
        Page.ARENA: _arenas(services, commands),
    }
    return {
        **{page: PageSpec(handler, no_match) for page, handler in handlers.items()},
        Page.SHEET: PageSpec(sheets.SheetPages(services), first_match),
        **_of_finished_matches(services, commands),
    }


def _arenas(services: Services, commands: SlashCommands) -> ArenaPage:
    command = arena_command.ArenaCommand(services)
    command.add_to(commands)
    return ArenaPage(services, command)


def _settings(services: Services, commands: SlashCommands) -> tuple[settings.SettingsPanel, me.MePanel]:
    """The panels of a server and of a person."""
    times, languages = ClockTimes.of(services.settings), services.presenter.languages
    server = settings.SettingsPanel(services.manager, times, languages)
    commands.add("koikoi settings", server.open)
    notice = privacy.Privacy(services.settings)
    look_again = services.presenter.hands.look_again
    own = me.MePanel(services.manager, notice, look_again, languages, services.heavy)
    commands.add("koikoi me", own.open)
    return server, own


def _of_finished_matches(services: Services, commands: SlashCommands) -> Mapping[Page, PageSpec]:
    """The pages of what is over."""
    replays = replay.ReplayPage(services)
    match = replay.MatchParameter(replays, services.presenter.answers)
    past = history.HistoryPage(services, replays)
    commands.add("koikoi replay", past.asked, {"match": match})
    kept = keepsakes.Keepsakes(services)
    return {
        Page.KEPT: PageSpec(kept, first_match),
        Page.REPLAY: PageSpec(replays, first_match),
        Page.HISTORY: PageSpec(past, chosen_match),
        Page.REVIEW: PageSpec(review.ReviewPage(services), first_match),
    }
