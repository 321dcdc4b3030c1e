"""The gallery's scenes by name: what the bot's screens make of matches played here, and of crowded ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import islice, product
from pkgutil import iter_modules
from typing import Any

import images.scene
from bot.i18n import Words
from bot.ids import MatchId, UserId
from bot.match.finished import Replay, replay
from bot.match.saying import result
from bot.match.views import LobbyView, MatchView
from bot.match.vocabulary import Status
from bot.opponents.review import review as look_back
from bot.records.boards import Measure
from bot.screens import hand, month_result, parts, rare_yaku, score_sheet
from bot.screens.finished import replay as replay_screen
from bot.screens.finished import review
from bot.screens.lessons import deck_sheet
from bot.screens.month_result import Result
from bot.screens.notes import yaku_sheet
from bot.screens.notes.yaku_month import Month
from bot.screens.public import screen_of
from bot.screens.records import leaderboard, profile
from bot.wording.people import Cast
from engine.cards.cardset import CardSet
from engine.cards.deck import DECK, Card, card
from engine.play.events import Played
from engine.record.match_record import parse
from engine.rules.actions import Play, Player
from engine.rules.month_end import Calculation, EndReason, Factor
from engine.rules.options import Rules, make_rules
from engine.rules.presets import PRESETS, PresetId, RulesName, named_rules
from engine.rules.rule_sets import RuleSetId
from engine.rules.sheet import score
from engine.rules.yaku import YakuId
from images.scene.common import DeckFace, Scene, TimeBar
from images.scene.hand import HandScene
from images.scene.lobby import SeatDrawScene
from images.scene.records import DeckSheetScene, YakuSheetScene
from images.scene.result import MonthResultScene, WinningMoveScene
from images.scene.table import ReplayFrame, ReplayScene, TableScene
from tests.gallery import records, void
from tests.gallery.arenas import SCRIPTS, arenas
from tests.gallery.overflow import ARABIC, NAMES, crowded
from tests.gallery.played import KANA, LATIN, moment, moments, moments_by
from tests.gallery.posters import in_series, over, over_by, poster, posters
from tests.support import rare_months
from tests.support.builders import play_random, random_rules
from tests.support.records.board_values import board
from tests.support.records.profile_values import first, full
from tests.support.wording_views import ENGLISH, lobby, matches, people

SEEDS = {RuleSetId.CLASSIC: 64, RuleSetId.LEAGUE: 2, RuleSetId.ISHOKAI: 1, RuleSetId.SANNIN: 64}
PRESET_SEED = 2
"""The match that shows every preset: months that nobody won, points below zero, month cards."""
_ALIKE = {RuleSetId.LEAGUE, RuleSetId.ISHOKAI}
"""Rule sets whose tables and hands look as those of classic until a month ends."""


def kinds() -> set[type[Scene]]:
    """Every class of scenes there is, read from the modules of `images.scene`."""
    modules = (import_module(f"images.scene.{found.name}") for found in iter_modules(images.scene.__path__))
    values = (value for module in modules for value in vars(module).values() if isinstance(value, type))
    return {value for value in values if issubclass(value, Scene) and value is not Scene}


@cache
def named(words: Words) -> dict[str, Scene]:
    """Every picture of the gallery in a language, the animation left out; made once, not to be changed."""
    return dict(
        (
            *_matches(words),
            *_void(words),
            *_presets(words),
            *_picked(words),
            *_crowds(words),
            *_scripts(words),
            *_month_results(words),
            *_rare(words),
            *_clocks(words),
            *_clear(words),
            *_lobbies(words),
            *_drawn(words),
            *posters(words, _names(words)),
            *arenas(words).items(),
            *_sheets(words),
            *_records(words),
        )
    )


def all_seasons(words: Words) -> Iterator[Scene]:
    """Every picture of the gallery; those that follow the month's season in each of the four."""
    for scene in named(words).values():
        yield from dict.fromkeys(in_month(scene, month) for month in (1, 4, 7, 10))


def in_month(scene: Scene, month: int) -> Scene:
    """The scene on the felt of a month (1 to 12); its texts stay."""
    match scene:
        case TableScene():
            return replace(scene, month=replace(scene.month, number=month))
        case HandScene():
            return replace(scene, strip=replace(scene.strip, month=month))
        case MonthResultScene():
            return replace(scene, month=month)
        case ReplayFrame():
            return replace(scene, table=replace(scene.table, month=replace(scene.table.month, number=month)))
    return scene


def animation(words: Words) -> ReplayScene:
    """A month of a finished match, step by step."""
    shown = _finished(words)
    return replay_screen.month_scene(words, replay_screen.Facts(shown), 1)


def longest(words: Words) -> ReplayScene:
    """The month with the most steps that a few matches of three players have, in which all call koi-koi."""
    rules = make_rules(RuleSetId.SANNIN, {"months": 3})
    played = (play_random(rules, seed, koikoi=1.0).record() for seed in range(3))
    shown = [replay(parse(record), people(rules.seats, _names(words))) for record in played]
    deals = ((one, deal) for one in shown for deal in range(1, one.steps[-1].seen.deal + 1))
    match, deal = max(deals, key=lambda found: len(found[0].of_deal(found[1])))
    return replay_screen.month_scene(words, replay_screen.Facts(match), deal)


def readme() -> dict[str, Scene]:
    """The README's seven, by the names of their files."""
    turn = moment(RuleSetId.CLASSIC, 97, 93)
    opening = moment(RuleSetId.CLASSIC, 10, 3)
    rest = moment(RuleSetId.ISHOKAI, 76, 63)
    return {
        "winning-move.gif": winning_move(ENGLISH),
        "table.png": public(ENGLISH, turn),
        "hand.png": _hand(ENGLISH, opening),
        "month-result.png": public(ENGLISH, rest),
        "poster.png": poster(ENGLISH, over(RuleSetId.LEAGUE, 9, 12, LATIN)),
        "leaderboard.png": leaderboard.scene(ENGLISH, records.season()),
        "profile.png": profile.scene(ENGLISH, records.regular()),
    }


def winning_move(words: Words) -> WinningMoveScene:
    """A grand month whose last capture is the moon."""
    view = next(
        each
        for each in matches(make_rules(RuleSetId.CLASSIC), 3, names=_names(words))
        if each.rest is not None
    )
    shown = _grand(view, 8, CardSet.parse("AIcsgd"), card("c"))
    moving = month_result.moving(month_result.picture(words, shown))
    assert moving is not None
    return moving


def usual(words: Words) -> tuple[Scene, Scene]:
    """A table in the middle of a month and a hand of eight cards."""
    names = _names(words)
    table = moment(RuleSetId.CLASSIC, 97, 93, names)
    return public(words, table), _hand(words, moment(RuleSetId.CLASSIC, 10, 3, names))


def sheets(words: Words) -> tuple[Scene, Scene]:
    """The yaku of a month as a player sees them, and the deck by months."""
    found = named(words)
    return found["sannin-yaku-month"], found["deck"]


def usual_poster(words: Words) -> Scene:
    """The poster of a year of two players."""
    return named(words)["classic-poster"]


def public(words: Words, view: LobbyView | MatchView) -> Scene:
    """The picture of a view that everybody sees."""
    return screen_of(view).scene(words)


def _sheet(words: Words, view: MatchView) -> Scene:
    return score_sheet.scene(words, score_sheet.Facts.of(view))


def _names(words: Words) -> tuple[str, ...]:
    return KANA if words.locale == "ja" else LATIN


def _hand(words: Words, view: MatchView) -> Scene:
    """Return the view of the player to move; where nobody is, the public one."""
    asked = (seat for seat in view.seats if seat.observation is not None and seat.observation.legal)
    return next((hand.scene(words, hand.Facts.of(view, seat)) for seat in asked), public(words, view))


def _matches(words: Words) -> Iterator[tuple[str, Scene]]:
    for rule_set, seed in SEEDS.items():
        seen = moments(rule_set, seed, _names(words))
        for which, view in seen.items():
            if rule_set in _ALIKE and which in {"seats", "deal", "play", "flip"}:
                continue
            table, held = public(words, view), _hand(words, view)
            yield f"{rule_set}-{which}", table
            if held != table:
                yield f"{rule_set}-{which}-hand", held
        yield f"{rule_set}-half-sheet", _sheet(words, seen["rest-shobu"])
        yield f"{rule_set}-sheet", _sheet(words, seen["over"])
        given_up = replace(seen["rest-shobu"], status=Status.OVER, rest=None)
        yield f"{rule_set}-given-up-sheet", _sheet(words, given_up)


def _void(words: Words) -> Iterator[tuple[str, Scene]]:
    """Yaku that count nothing, or less: of the table, of a decision, of a month's end."""
    for which, view in void.views(_names(words)):
        yield which, public(words, view)
        if view.rest is None:
            yield f"{which}-hand", _hand(words, view)
            for seat, month in months(view):
                yield f"{which}-yaku-{seat}", yaku_sheet.scene(words, yaku_sheet.Facts.of(view.rules, month))


def _presets(words: Words) -> Iterator[tuple[str, Scene]]:
    """Rules by the names people know: lost points below zero, months that nobody won, further yaku."""
    names = _names(words)
    for preset in PRESETS:
        rules = named_rules(preset, months=12)
        seen = moments_by(rules, PRESET_SEED, names)
        yield f"{preset}-lobby", public(words, lobby(rules, people(1, names)))
        yield f"{preset}-decide-hand", _hand(words, seen["decide"])
        yield f"{preset}-sheet", _sheet(words, seen["over"])
        yield f"{preset}-poster", poster(words, over_by(rules, PRESET_SEED, names), curve=False)
    flash = moments_by(named_rules(PresetId.FLASH, months=12), PRESET_SEED, names)
    yield "flash-play", public(words, flash["play"])
    yield "flash-rest", public(words, flash["rest-oyaken"])
    fudawiki = moments_by(named_rules(PresetId.FUDAWIKI, months=12), PRESET_SEED, names)
    yield "fudawiki-rest", public(words, fudawiki["rest-oyaken"])
    yield from _months(words, PresetId.FUDAWIKI, fudawiki["decide"])


def _picked(words: Words) -> Iterator[tuple[str, Scene]]:
    """Hands whose player has picked a card: whether it is to be played, which captures and which does not."""
    for rule_set, seed in SEEDS.items():
        view = moments(rule_set, seed, _names(words))["deal"]
        seat = next(each for each in view.seats if each.observation and each.observation.legal)
        assert seat.observation is not None
        plays = [move for move in seat.observation.legal if isinstance(move, Play)]
        for which, captures in (("captures", True), ("stays", False)):
            fits = (move for move in plays if bool(seat.observation.takes(move)) == captures)
            if (move := next(fits, None)) is not None:
                look = hand.Look(confirms=True, confirming=move)
                yield f"{rule_set}-confirm-{which}", hand.scene(words, hand.Facts.of(view, seat, look))


def _crowds(words: Words) -> Iterator[tuple[str, Scene]]:
    """Two and three players with the widest names, five-digit numbers, all that can lie there."""
    for rule_set in (RuleSetId.CLASSIC, RuleSetId.SANNIN):
        for which, view in moments(rule_set, SEEDS[rule_set], NAMES).items():
            if which == "over":
                yield f"{rule_set}-crowded-sheet", _sheet(words, crowded(view, random.Random(which)))
            if which in {"play", "decide", "rest-shobu"}:
                full_view = crowded(view, random.Random(which))
                yield f"{rule_set}-crowded-{which}", public(words, full_view)
                yield f"{rule_set}-crowded-{which}-hand", _hand(words, full_view)


def _scripts(words: Words) -> Iterator[tuple[str, Scene]]:
    """Names of letters that hang deep, cut and whole, over and under other lines; the winner of a series."""
    over_three = moments(RuleSetId.SANNIN, SEEDS[RuleSetId.SANNIN], (ARABIC, SCRIPTS[1], NAMES[5]))["over"]
    yield "sannin-scripts-sheet", _sheet(words, over_three)
    year = over(RuleSetId.CLASSIC, SEEDS[RuleSetId.CLASSIC], 12, (SCRIPTS[1], SCRIPTS[1]))
    yield "poster-scripts", poster(words, year)
    yield "poster-scripts-series", poster(words, in_series(year, 3, 2, 1))


def _month_results(words: Words) -> Iterator[tuple[str, Scene]]:
    """Months that seldom end so: many yaku, a hand yaku, four on the field, all captured, a season won."""
    league, sannin = (_rest(words, rule_set) for rule_set in (RuleSetId.LEAGUE, RuleSetId.SANNIN))
    first, everything = Player(0), (CardSet.of(DECK),) * 3
    many = dict.fromkeys(score(sannin.rules, everything[0]), 2)
    hands, lying = (CardSet.parse("ABCDEFGI"), CardSet.parse("JKLMNOPQ")), CardSet.parse("YZab")
    won, lost = sannin.ends[-1].calculation, {"winner": None, "deltas": (0, 0, 0)}
    paid = {"winner": first, "calculation": replace(won, points=24), "deltas": (48, -24, -24)}
    seldom: dict[str, tuple[MatchView, dict[str, Any]]] = {
        "many": (sannin, {"reason": EndReason.SHOBU, "captured": everything, "yaku": many, **paid}),
        "hand-yaku": (
            league,
            {"reason": EndReason.HAND_YAKU, "winner": first, "hands": hands, "yaku": {YakuId.TESHI: 6}},
        ),
        "field": (
            league,
            {"reason": EndReason.REDEAL_FIELD_FOUR, "winner": None, "field": lying, "deltas": (0, 0)},
        ),
        "void-full": (sannin, {"reason": EndReason.VOID_EXHAUSTED, "captured": everything, **lost}),
        "kobiki": (
            sannin,
            {"reason": EndReason.SHOBU, "yaku": {YakuId.GOKO: 24}, "captured": everything, **paid}
            | {"kobiki": (first, (10, -5, -5))},
        ),
    }
    for name, (view, changes) in seldom.items():
        shown = Result.of(view.rules, Cast.of(view), replace(view.ends[-1], **changes))
        yield f"month-{name}", parts.with_month_marks(month_result.picture(words, shown))
    yield from _grand_months(words)


def _grand_months(words: Words) -> Iterator[tuple[str, Scene]]:
    """A grand month for each plant, of two and of three, with few and many cards, and the widest names."""
    captured = ("AIcsg", "IcgU", "AIcos", "BFJVhl", "UYkEMQgI", "CDGHKLOPSTWXabefijmn")
    for month in range(1, 13):
        rule_set = (RuleSetId.CLASSIC, RuleSetId.SANNIN, RuleSetId.ISHOKAI)[month % 3]
        names = NAMES if month % 5 == 0 else _names(words)
        view = next(each for each in matches(make_rules(rule_set), 3, names=names) if each.rest is not None)
        shown = _grand(view, month, CardSet.parse(captured[month % 6]))
        yield f"grand-{month:02}", month_result.picture(words, shown)


def _grand(view: MatchView, month: int, captured: CardSet, last: Card | None = None) -> Result:
    """A month as if the first player had won it with these cards, at last with `last` (None: the best)."""
    winner, seats, held = Player(0), view.rules.seats, dict(score(view.rules, captured))
    points = sum(held.values())
    pays = view.rules.losers_pay
    factors = ((Factor.KOI, 4),) if pays and month % 3 == 2 else ()
    paid = points * (4 if factors else 1)
    others = seats - 1
    deltas = (paid * others, *(-paid,) * others) if pays else (paid, *(0,) * others)
    end = replace(
        view.ends[-1],
        reason=EndReason.SHOBU,
        winner=winner,
        month=month,
        yaku=held,
        deltas=deltas,
        scores=tuple(map(sum, zip(view.ends[-1].scores, deltas, strict=True))),
        captured=(captured, *(CardSet() for _ in range(seats - 1))),
        calculation=Calculation(points, paid, multipliers=factors),
    )
    key = last or max(captured, key=lambda card: card.kind.value)
    return Result.of(view.rules, Cast.of(view), end, (Played(winner, key, CardSet.of((key,))),))


def _rest(words: Words, rule_set: RuleSetId) -> MatchView:
    """A match that rests after a month."""
    seen = moments(rule_set, SEEDS[rule_set], _names(words))
    return next(view for which, view in seen.items() if view.rest is not None)


def _rare(words: Words) -> Iterator[tuple[str, Scene]]:
    """Each rare yaku, by names of one letter and of the widest."""
    names = ("X", "さくら", "W" * 32, "Kenta_花", "김철수")
    for (which, (rule_set, *_)), name in zip(rare_months.HELD.items(), names, strict=True):
        facts = rare_yaku.Facts.of(_rest(words, rule_set), rare_months.won(which), "2026-11-27")
        facts = replace(facts, player=replace(facts.player, name=name, cpu=None))
        yield f"rare-{which}", rare_yaku.scene(words, facts)


def _clocks(words: Words) -> Iterator[tuple[str, Scene]]:
    """A turn in its bank, everybody else away, where there is the least room for it."""
    bar, chip = TimeBar(left=4, bank=7), words.within("picture", "CPU plays")
    for rule_set in (RuleSetId.CLASSIC, RuleSetId.SANNIN):
        view = crowded(moments(rule_set, SEEDS[rule_set], NAMES)["play"], random.Random(1))
        table, held = public(words, view), _hand(words, view)
        assert isinstance(table, TableScene) and isinstance(held, HandScene)
        bands = tuple(replace(band, absent=None if band.active else chip) for band in table.bands)
        yield f"{rule_set}-clock", replace(table, bands=bands, time=bar)
        yield f"{rule_set}-clock-hand", replace(held, strip=replace(held.strip, time=bar))


def _clear(words: Words) -> Iterator[tuple[str, Scene]]:
    """Table and hand, choices, a month's end and the yaku sheet with the clear face of the deck."""
    seen = moments(RuleSetId.CLASSIC, SEEDS[RuleSetId.CLASSIC], _names(words))
    for which in ("play", "flip", "decide"):
        yield f"clear-{which}", clear(public(words, seen[which]))
        yield f"clear-{which}-hand", clear(_hand(words, seen[which]))
    yield "clear-rest-shobu", clear(public(words, seen["rest-shobu"]))
    yield "clear-yaku", clear(yaku_sheet.scene(words, yaku_sheet.Facts.of(make_rules(RuleSetId.CLASSIC))))


def clear(scene: Scene) -> Scene:
    """The scene with the clear face on its cards."""
    sheets = YakuSheetScene | DeckSheetScene
    assert isinstance(scene, HandScene | MonthResultScene | SeatDrawScene | TableScene | sheets)
    return replace(scene, face=DeckFace.CLEAR)


def _lobbies(words: Words) -> Iterator[tuple[str, Scene]]:
    def shown(rules: Rules, count: int, names: tuple[str, ...], cpus: int = 0) -> LobbyView:
        return lobby(rules, people(count, names, cpus=cpus))

    classic, sannin = make_rules(RuleSetId.CLASSIC), make_rules(RuleSetId.SANNIN)
    alone = shown(classic, 1, _names(words))
    yield "lobby", public(words, alone)
    guest = replace(alone, invited=(UserId(7),), invited_names={UserId(7): _names(words)[1]})
    yield "lobby-invited", public(words, guest)
    yield "lobby-invited-crowded", public(words, replace(guest, invited_names={UserId(7): NAMES[2]}))
    yield "lobby-cpu", public(words, shown(sannin, 2, _names(words), cpus=1))
    yield "lobby-scripts", public(words, shown(classic, 8, SCRIPTS))
    yield (
        "lobby-crowded",
        public(words, shown(random_rules(random.Random(4), RuleSetId.CLASSIC, months=6), 8, NAMES)),
    )


def _drawn(words: Words) -> Iterator[tuple[str, Scene]]:
    """The row that is chosen from, half of the cards taken, and the drawn cards while they are looked at: of
    two, three, eight people, with the widest names.
    """
    crowd = ((RuleSetId.CLASSIC, _names(words), 2), (RuleSetId.SANNIN, _names(words), 3))
    for rule_set, names, count in (*crowd, (RuleSetId.SANNIN, NAMES, 3), (RuleSetId.SANNIN, NAMES, 8)):
        views = matches(make_rules(rule_set), 3, count=count, names=names)
        half = next(islice(views, count // 2, None))
        yield f"choosing-{count}{'-crowded' if names is NAMES else ''}", public(words, half)
        view = next(each for each in views if each.seats and each.rest is None)
        which = "drawn-crowded" if names is NAMES else "drawn"
        yield f"{rule_set}-{which}-{count}", public(words, replace(view, shows_draw=True))


def _sheets(words: Words) -> Iterator[tuple[str, Scene]]:
    for rule_set in RuleSetId:
        facts = yaku_sheet.Facts.of(make_rules(rule_set))
        for page, name in _paged(f"{rule_set}-yaku", yaku_sheet.pages(facts)):
            yield name, yaku_sheet.scene(words, replace(facts, page=page))
        decides = moments(rule_set, SEEDS[rule_set], _names(words))["decide"]
        yield from _months(words, rule_set, decides)
    for page, name in _paged("deck", deck_sheet.PAGES):
        yield name, deck_sheet.scene(words, page)
    yield "clear-deck", clear(deck_sheet.scene(words))
    shown = _finished(words)
    for number in (0, len(shown.steps) // 2, len(shown.steps) - 1):
        yield f"replay-{number}", replay_screen.scene(words, replay_screen.Facts(shown), number)


def _paged(name: str, pages: int) -> Iterator[tuple[int, str]]:
    """The numbers of pages from 0, and what each is called here: the first as the whole."""
    return ((page, f"{name}-{page + 1}" if page else name) for page in range(pages))


def months(view: MatchView) -> Iterator[tuple[str, Month | None]]:
    """The yaku of a month for the one who is asked, and for everybody."""
    asked = next(seat.observation for seat in view.seats if seat.observation and seat.observation.legal)
    for which, seen in (("month", asked), ("public", view.public)):
        assert seen is not None
        yield which, Month.of(seen, Cast.of(view))


def _months(words: Words, rules: RulesName, view: MatchView) -> Iterator[tuple[str, Scene]]:
    """The yaku of a month: a player's own, and those that everybody sees."""
    for which, month in months(view):
        facts = yaku_sheet.Facts.of(view.rules, month)
        for page, name in _paged(f"{rules}-yaku-{which}", yaku_sheet.pages(facts)):
            yield name, yaku_sheet.scene(words, replace(facts, page=page))


def _finished(words: Words) -> Replay:
    """A match of three players by chance, to be gone through."""
    rules = make_rules(RuleSetId.SANNIN, {"months": 3})
    return replay(parse(play_random(rules, 5, koikoi=0.2).record()), people(rules.seats, _names(words)))


def _review(words: Words, rule_set: RuleSetId, names: tuple[str, ...]) -> Scene:
    """The chances over the year of a match by chance."""
    rules = make_rules(rule_set)
    played = play_random(rules, 8, koikoi=0.2)
    record = parse(played.record())
    shown, looked = replay(record, people(rules.seats, names)), look_back(record)
    end = result(rules, looked.outcomes[0].months, played.last.scores, played.last.ranking, 0)
    facts = review.Facts(MatchId(1), rules, Cast(shown.people, shown.order), looked, 0, end)
    scene = review.scene(words, facts)
    assert scene is not None
    return scene


def _records(words: Words) -> Iterator[tuple[str, Scene]]:
    for measure, count in product((Measure.RATING, Measure.YAKU), (0, 1, 10)):
        shown = board(count, NAMES, measure=measure, factor=30, own=count + 1 if count == 10 else None)
        yield f"board-{measure}-{count}", leaderboard.scene(words, shown)
    yield "board-season", leaderboard.scene(words, records.season(_names(words)))
    yield "profile-first", profile.scene(words, first(RuleSetId.CLASSIC))
    yield "profile-usual", profile.scene(words, records.regular(_names(words)))
    for rule_set, names in ((RuleSetId.CLASSIC, _names(words)), (RuleSetId.SANNIN, NAMES)):
        yield f"review-{rule_set}", _review(words, rule_set, names)
    crowd = full(RuleSetId.ISHOKAI, NAMES[0], (YakuId.AKA_AO, YakuId.GOKO), own=False, amount=1234)
    yield "profile-crowded", profile.scene(words, crowd)
