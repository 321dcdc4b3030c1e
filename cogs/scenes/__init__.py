"""Pictures to be: views and words in, scenes of `images.scene` out; nothing that a view does not hold.

`table` is the picture of the public message, `hand` that of one player's own; both follow the view's phase.
Each builder has its description of the same name and arguments in `bot.wording.alt`. `month_marks` puts the
number of its month on every card that is wide enough; sheets and boards have no such cards.
"""

from __future__ import annotations

from dataclasses import replace

from bot.i18n import Words
from bot.match.replays import Replay
from bot.match.views import LobbyView, MatchView, SeatView, View
from bot.match.vocabulary import Participant
from bot.records.boards import Leaderboard
from bot.records.profiles import Profile, RatingChart
from bot.wording.people import People
from cogs.scenes import hands, opening, profiles, records, replays, results, sheets, tables
from cogs.scenes.replays import StepScene
from engine.actions import Phase
from engine.cards.deck import Card
from engine.month_end import MonthEnd
from engine.rules.options import Rules
from images.scene.hand import HandScene
from images.scene.opening import CutScene, LobbyScene, SeatDrawScene
from images.scene.profile import ProfileScene
from images.scene.records import LeaderboardScene, RatingChartScene, YakuSheetScene
from images.scene.result import MonthResultScene, ScoreSheetScene
from images.scene.table import ReplayScene, TableScene

__all__ = [
    "PublicScene",
    "hand",
    "leaderboard",
    "month_result",
    "profile",
    "rating_chart",
    "replay_month",
    "replay_step",
    "score_sheet",
    "table",
    "yaku_sheet",
]

PublicScene = TableScene | LobbyScene | SeatDrawScene | CutScene | MonthResultScene | ScoreSheetScene


def table(words: Words, view: View, *, month_marks: bool = False) -> PublicScene:
    """The picture of the table message, whatever it shows now."""
    if isinstance(view, LobbyView):
        return opening.lobby(words, view)
    if view.rest is not None:
        return month_result(words, view, view.rest.end, month_marks=month_marks)
    if view.public is None:
        return sheets.scores(words, view)
    match view.public.phase:
        case Phase.SEATS:
            return opening.seat_draw(words, view.people, view.public, month_marks=month_marks)
        case Phase.CUT:
            return opening.cut(words, People.of(words, view, plain=True), view.public)
        case _:
            return tables.table(words, _seats(view), view.public, month_marks=month_marks)


def hand(
    words: Words,
    view: MatchView,
    seat: SeatView,
    *,
    choosing: Card | None = None,
    month_marks: bool = False,
) -> HandScene | PublicScene:
    """The picture of a hand; where there are no cards to hold, the public picture."""
    seen = seat.observation
    if seen is None or seen.phase in {Phase.CUT, Phase.OVER}:
        return table(words, view, month_marks=month_marks)
    return replace(hands.hand(words, view, seat, seen, choosing), month_marks=month_marks)


def month_result(
    words: Words, view: MatchView, end: MonthEnd | None = None, *, month_marks: bool = False
) -> MonthResultScene:
    """The result of a month: the one rested at or the last, unless another is named."""
    shown = end or (view.rest.end if view.rest else view.ends[-1])
    return results.month(words, view.rules, _seats(view), shown, month_marks=month_marks)


def score_sheet(words: Words, view: MatchView) -> ScoreSheetScene:
    """The score sheet as it stands."""
    return sheets.scores(words, view)


def yaku_sheet(words: Words, rules: Rules) -> YakuSheetScene:
    """The yaku of the rules in force."""
    return sheets.yaku(words, rules)


def leaderboard(words: Words, board: Leaderboard) -> LeaderboardScene:
    """The first of a rule set."""
    return records.leaderboard(words, board)


def profile(words: Words, shown: Profile) -> ProfileScene:
    """A person's page."""
    return profiles.profile(words, shown)


def rating_chart(words: Words, chart: RatingChart) -> RatingChartScene:
    """Ratings over time."""
    return records.rating_chart(words, chart)


def replay_step(words: Words, replay: Replay, number: int, *, month_marks: bool = False) -> StepScene:
    """Step `number` (from 0) of a finished match, all hands open."""
    return replays.step(words, replay, number, month_marks=month_marks)


def replay_month(words: Words, replay: Replay, deal: int, *, month_marks: bool = False) -> ReplayScene:
    """Deal number `deal` (from 1) of a finished match as an animation. Raises ValueError for no such deal."""
    return replays.month(words, replay, deal, month_marks=month_marks)


def _seats(view: MatchView) -> tuple[Participant, ...]:
    return tuple(seat.participant for seat in view.seats)
