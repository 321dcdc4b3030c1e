"""A press for every action of every page, about a match, an arena and a person."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from bot.ids import ArenaId, MatchId, UserId
from bot.match.lessons import Step
from bot.records.boards import Measure, Scope
from cogs import problem_rows
from cogs.arenas.terms import OPEN
from cogs.content import arena_state, board_state, history_state, replay_state, review_state, shared_buttons
from cogs.content.arena_state import ArenaState
from cogs.content.board_state import BoardState
from cogs.content.history_state import HistoryState
from cogs.content.page_id import Page, PagePress, format_page
from cogs.content.replay_state import ReplayState
from cogs.content.review_state import ReviewState
from cogs.daily import rows as daily
from cogs.finished import kept_id
from cogs.lessons import lesson_rows
from cogs.lessons.sheets import Sheet, SheetPage
from cogs.openings import SHOW
from cogs.records import profile_content
from cogs.records.profile_content import ProfileState
from cogs.settings import panel
from cogs.settings.person import me
from engine.rules.rule_sets import RuleSetId


@dataclass(frozen=True, slots=True)
class About:
    """The match, arena, person and day that a press names."""

    match: int
    user: int
    arena: int = 1
    day: str = "2026-11-01"


@dataclass(frozen=True, slots=True)
class OnPage:
    """A press, with the value of a select where its control is one."""

    press: PagePress
    value: str | None = None

    @property
    def custom_id(self) -> str:
        """The custom id of its control."""
        return format_page(self.press)


def of_every_page(about: About) -> list[OnPage]:
    """Return a press for each action of each page; a page without any is a KeyError."""
    return [each for page in Page for each in _PRESSES[page](about)]


def naming(match: int, user: int) -> list[OnPage]:
    """Return the presses on pages that name a match, whichever it is."""
    return _differing(About(match, user), About(match + 1, user))


def with_number(number: int) -> list[OnPage]:
    """Return the presses on pages that name a number, in a state or a select, with this one in its place."""
    others = About(number + 1, number + 1, number + 1)
    picked = (
        PagePress(Page.SETTINGS, panel.SET, ("channels",)),
        PagePress(Page.SETTINGS, panel.SET, ("bar_tables",)),
        PagePress(Page.ME, panel.SET, ("challenges", "blocked")),
    )
    return _differing(About(number, number, number), others) + [OnPage(each, str(number)) for each in picked]


def _differing(about: About, others: About) -> list[OnPage]:
    pairs = zip(of_every_page(about), of_every_page(others), strict=True)
    return [one for one, other in pairs if one != other]


def _plain(page: Page, state: Iterable[str], actions: Iterable[str]) -> list[OnPage]:
    return [OnPage(PagePress(page, action, tuple(state))) for action in actions]


def _board(about: About) -> list[OnPage]:
    shown = BoardState(RuleSetId.CLASSIC, "all", Measure.RATING, Scope.SERVER, 1)
    values = {
        board_state.Action.RULES: RuleSetId.LEAGUE.value,
        board_state.Action.PERIOD: "all",
        board_state.Action.MEASURE: Measure.WINS.value,
    }
    return [OnPage(shown.press(each), values.get(each)) for each in board_state.Action]


def _profile(about: About) -> list[OnPage]:
    shown, rules = ProfileState(UserId(about.user)), profile_content.Action.RULES
    actions = profile_content.Action
    return [OnPage(shown.press(each), "classic" if each is rules else None) for each in actions]


def _panel(page: Page, row: str, *more: str) -> list[OnPage]:
    return [
        OnPage(PagePress(page, panel.PICK), row),
        OnPage(PagePress(page, panel.SET, (row,)), "nonsense"),
        *_plain(page, (row,), (panel.ASK, panel.TYPED)),
        *_plain(page, (), more),
    ]


def _lesson(about: About) -> list[OnPage]:
    actions = (lesson_rows.AT, lesson_rows.LEAVE)
    return [
        *_plain(Page.LESSON, (), (shared_buttons.OPEN_TUTORIAL,)),
        *_plain(Page.LESSON, (Step.MONTHS.value,), actions),
        *_plain(Page.LESSON, (Step.MONTHS.value, "A"), (lesson_rows.CARD,)),
    ]


def _openings(about: About) -> list[OnPage]:
    watch = _plain(Page.OPENINGS, (), (shared_buttons.WATCH,))
    return watch + _plain(Page.OPENINGS, (str(about.user),), (shared_buttons.UNWATCH,))


def _kept(about: About) -> list[OnPage]:
    match = MatchId(about.match)
    plain = (kept_id.files(match), kept_id.verify(match), kept_id.stop(match))
    return [*map(OnPage, plain), OnPage(kept_id.pick(match), "1")]


def _replay(about: About) -> list[OnPage]:
    shown, month = ReplayState(MatchId(about.match), 1), replay_state.Action.MONTH
    return [OnPage(shown.press(each), "1" if each is month else None) for each in replay_state.Action]


def _history(about: About) -> list[OnPage]:
    shown, replay = HistoryState(UserId(about.user)), history_state.Action.REPLAY
    actions = history_state.Action
    return [OnPage(shown.press(each), str(about.match) if each is replay else None) for each in actions]


def _review(about: About) -> list[OnPage]:
    shown, player = ReviewState(MatchId(about.match)), review_state.Action.PLAYER
    return [OnPage(shown.press(each), "1" if each is player else None) for each in review_state.Action]


def _daily(about: About) -> list[OnPage]:
    shown, choose = daily.State(about.day), daily.Action.CHOOSE
    return [OnPage(shown.press(each), "A" if each is choose else None) for each in daily.Action]


def _problem(about: About) -> list[OnPage]:
    asks = (problem_rows.OPEN, problem_rows.NEXT, problem_rows.SHARE)
    answers = (problem_rows.ANSWER, problem_rows.SHARE)
    return [
        *_plain(Page.PROBLEM, ("classic", "1"), asks),
        *_plain(Page.PROBLEM, ("classic", "1", "0"), answers),
    ]


def _mine(about: About) -> list[OnPage]:
    opens = _plain(Page.MINE, (), (problem_rows.OPEN, problem_rows.NEXT))
    return opens + _plain(Page.MINE, (str(about.arena), "0"), (problem_rows.ANSWER,))


def _sheet(about: About) -> list[OnPage]:
    subjects = (MatchId(about.match), "daily", RuleSetId.CLASSIC)
    return [OnPage(SheetPage(sheet, each, 0).press()) for sheet in Sheet for each in subjects]  # type: ignore[arg-type]


def _arena(about: About) -> list[OnPage]:
    shown, remove = ArenaState(ArenaId(about.arena)), arena_state.Action.REMOVE
    actions = arena_state.Action
    opening = PagePress(Page.ARENA, OPEN, ("marked", "3", "60", str(about.arena), "UTC", "once"))
    presses = [OnPage(shown.press(each), str(about.user) if each is remove else None) for each in actions]
    return [*presses, OnPage(opening)]


_PRESSES: Mapping[Page, Callable[[About], list[OnPage]]] = {
    Page.BOARD: _board,
    Page.PROFILE: _profile,
    Page.SETTINGS: lambda _: _panel(Page.SETTINGS, "match"),
    Page.ME: lambda _: _panel(Page.ME, "hidden", me.EXPORT, me.ASK, me.BACK, me.PRIVACY),
    Page.LESSON: _lesson,
    Page.GAMES: lambda about: _plain(Page.GAMES, (str(about.arena),), (SHOW,)),
    Page.OPENINGS: _openings,
    Page.KEPT: _kept,
    Page.REPLAY: _replay,
    Page.HISTORY: _history,
    Page.REVIEW: _review,
    Page.DAILY: _daily,
    Page.PROBLEM: _problem,
    Page.MINE: _mine,
    Page.SHEET: _sheet,
    Page.ARENA: _arena,
}
