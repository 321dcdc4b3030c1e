"""Sample results of months and score sheets."""

from __future__ import annotations

from typing import Final

from images.samples.words import LONG_NAME, Language, cards, name, pick, plain, say
from images.scene.common import Gain, Label, Text
from images.scene.result import (
    Change,
    MonthResultScene,
    Reason,
    RowKind,
    ScoreCell,
    ScoreRow,
    ScoreSheetScene,
    YakuRow,
)

__all__ = ["month_results", "score_sheets"]


def month_results(language: Language) -> dict[str, MonthResultScene]:
    """Every sample result by its name."""
    return {
        "result-smallest": _one(language),
        "result-usual": _usual(language),
        "result-reason": _hand_yaku(language),
        "result-void": _void(language),
        "result-four": _rows(language, 4),
        "result-five": _rows(language, 5),
        "result-largest": _rows(language, 6),
    }


def _mon(language: Language, points: int | str) -> str:
    return plain(say(language, "points", points))


def _change(language: Language, chosen: str, change: str, gain: Gain, score: str) -> Change:
    return Change(name(chosen, language), change, gain, _mon(language, score))


def _two(
    language: Language, won: str, *, names: tuple[str, str] = ("さくら", "Kenta_花")
) -> tuple[Change, ...]:
    return (
        _change(language, names[0], f"＋{won}", Gain.WON, "47"),
        _change(language, names[1], f"−{won}", Gain.LOST, "−12"),
    )


def _row(language: Language, key: str, letters: str, points: int) -> YakuRow:
    return YakuRow(say(language, key), cards(letters), _mon(language, points))


def _one(language: Language) -> MonthResultScene:
    return MonthResultScene(
        pick(language, "一月 さくらの勝ち", "January: Sakura wins"),
        (_row(language, "kasu", "CDGHKLOPST", 1),),
        (
            _change(language, "さくら", "＋1", Gain.WON, "1"),
            _change(language, "Kenta_花", "—", Gain.NONE, "0"),
        ),
        total=_mon(language, 1),
    )


def _usual(language: Language) -> MonthResultScene:
    return MonthResultScene(
        pick(language, "三月 さくらの勝ち", "March: Sakura wins"),
        (
            _row(language, "inoshika", "YkU", 5),
            _row(language, "hanami", "Ig", 5),
            _row(language, "tan", "BJNlRZ", 2),
        ),
        _two(language, "26"),
        calculation=say(language, "calculation"),
        total=_mon(language, 26),
    )


def _three(language: Language) -> tuple[Change, ...]:
    return (
        _change(language, "さくら", "＋12", Gain.WON, "47"),
        _change(language, "Kenta_花", "−6", Gain.LOST, "−12"),
        _change(language, "Midori", "−6", Gain.LOST, "−35"),
    )


def _hand_yaku(language: Language) -> MonthResultScene:
    return MonthResultScene(
        pick(language, "五月 さくらの勝ち", "May: Sakura wins"),
        (),
        _three(language),
        reason=Reason(pick(language, "手役・喰付", "Hand yaku: Kuttsuki"), cards("ABEFIJMN")),
        total=_mon(language, 6),
    )


def _void(language: Language) -> MonthResultScene:
    changes = tuple(
        _change(language, chosen, "—", Gain.NONE, score)
        for chosen, score in (("さくら", "5"), ("Kenta_花", "−2"), ("Midori", "−3"))
    )
    note = pick(language, "次は3文しばり", "The next deal is bound: at least 3 mon to stop")
    return MonthResultScene(
        pick(language, "八月 流れ", "August: void"),
        (),
        changes,
        reason=Reason(pick(language, "だれもあがりませんでした", "Nobody stopped in time"), note=note),
    )


_LONG: Final = (
    ("goko", "AIcos", 15),
    ("inoshika", "YkU", 5),
    ("akatan", "BFJ", 5),
    ("aotan", "Vhl", 5),
    ("tane", "EMQUYdgk", 4),
)


def _rows(language: Language, count: int) -> MonthResultScene:
    rows = [_row(language, *row) for row in _LONG[:count]]
    if count > len(_LONG):
        rows.append(YakuRow(pick(language, "ほか 3役", "3 more yaku"), (), _mon(language, 12)))
    changes = (
        _change(language, LONG_NAME, "＋12345", Gain.WON, "12345"),
        _change(language, LONG_NAME, "−12345", Gain.LOST, "−12345"),
        _change(language, "Wwwwwwwwwwwwwwwwwwwwwwww", "−12345", Gain.LOST, "−12345"),
    )
    return MonthResultScene(
        pick(
            language,
            f"十二月 {LONG_NAME[:23]}の勝ち",
            f"December: {LONG_NAME[:23]} wins",
        ),
        tuple(rows),
        changes,
        reason=Reason(pick(language, "札が尽きました", "The cards ran out")) if count == 6 else None,
        calculation=pick(
            language,
            "（46文 ＋ 積み棒10）× こい4 × 7文以上2 × 相手こい2",
            "(46 mon + honba 10) × koi\u00a04 × seven\u00a02 × opponent's koi\u00a02",
        ),
        total_word=pick(language, "合計", "Total"),
        total=_mon(language, 12345),
    )


# The months of the rules' golden score sheet, for each of three players.
_GOLDEN: Final = (
    (4, -1, -6, -1, -3, -6, 6, -12, -4, -2, 16, -6),
    (-2, 2, -6, 2, 6, 12, -3, -12, 8, -2, -8, 12),
    (-2, -1, 12, -1, -3, -6, -3, 24, -4, 4, -8, -6),
)
_PLANTS_JA: Final = ("松", "梅", "桜", "藤", "菖蒲", "牡丹", "萩", "芒", "菊", "紅葉", "柳", "桐")
_PLANTS_EN: Final = (
    "pine",
    "plum",
    "cherry",
    "wisteria",
    "iris",
    "peony",
    "bush clover",
    "pampas",
    "chrysanthemum",
    "maple",
    "willow",
    "paulownia",
)


def score_sheets(language: Language) -> dict[str, ScoreSheetScene]:
    """Every sample sheet by its name."""
    return {
        "sheet-smallest": _short(language),
        "sheet-usual": _half(language),
        "sheet-three": _golden(language),
        "sheet-two": _two_players(language),
        "sheet-largest": _largest(language),
    }


def _signed(number: int) -> str:
    return f"＋{number}" if number > 0 else f"−{-number}" if number < 0 else "—"


def _gain(number: int) -> Gain:
    return Gain.WON if number > 0 else Gain.LOST if number < 0 else Gain.NONE


def _label(language: Language, month: int) -> Text:
    if language is Language.EN and month == 9:
        return Label("chrysanthemum", "mum")
    return (_PLANTS_JA if language is Language.JA else _PLANTS_EN)[month - 1]


def _sheet(
    language: Language, names: tuple[str, ...], rows: tuple[ScoreRow, ...], months: str
) -> ScoreSheetScene:
    return ScoreSheetScene(
        pick(language, "花札 十二ヶ月 得点表", "Koi-koi score sheet"),
        months,
        pick(language, "月", "Month"),
        tuple(name(chosen, language) for chosen in names),
        rows,
    )


def _short(language: Language) -> ScoreSheetScene:
    empty = (ScoreCell(), ScoreCell())
    rows = (
        ScoreRow(_label(language, 1), empty, number="1", current=True),
        ScoreRow(
            pick(language, "合計", "Total"), (ScoreCell(total="0"), ScoreCell(total="0")), kind=RowKind.SUM
        ),
    )
    return _sheet(language, ("さくら", "Kenta_花"), rows, pick(language, "一局 一月", "1 month"))


def _half(language: Language) -> ScoreSheetScene:
    seal = pick(language, "勝", "W")
    won = ((0, 5), (7, 0), (0, 12), (5, 0), (0, 8), (6, 0))
    totals = [0, 0]
    rows: list[ScoreRow] = []
    for month in range(1, 13):
        if month > len(won):
            cells = (ScoreCell(), ScoreCell())
        else:
            totals = [total + change for total, change in zip(totals, won[month - 1], strict=True)]
            cells = tuple(  # type: ignore[assignment]  # two cells, as many as there are players
                ScoreCell(
                    str(change) if change else "—",
                    _gain(change),
                    str(total),
                    seal if change else None,
                    "×2" if change == 12 else None,
                )
                for change, total in zip(won[month - 1], totals, strict=True)
            )
        rows.append(
            ScoreRow(
                _label(language, month),
                cells,
                number=str(month),
                current=month == 7,
                season_end=month in (3, 6, 9),
            )
        )
    total = (
        ScoreCell(gain=Gain.NONE, total=_mon(language, totals[0])),
        ScoreCell(gain=Gain.WON, total=_mon(language, totals[1])),
    )
    rows.append(ScoreRow(pick(language, "合計", "Total"), total, kind=RowKind.SUM))
    return _sheet(
        language, ("さくら", "Kenta_花"), tuple(rows), pick(language, "一局 十二月", "12 months, classic")
    )


def _two_players(language: Language) -> ScoreSheetScene:
    cells = (
        ScoreCell("＋12345", Gain.WON, "12345", pick(language, "勝", "W"), "×4"),
        ScoreCell("−12345", Gain.LOST, "−12345"),
    )
    rows = [ScoreRow(_label(language, month), cells, number=str(month)) for month in range(1, 13)]
    rows.append(_sum(pick(language, "合計", "Total"), (12345, -12345), final=True))
    return _sheet(language, (LONG_NAME, "Kenta_花"), tuple(rows), pick(language, "囲将会", "Ishokai"))


def _months(language: Language, factor: int, voids: int) -> list[ScoreRow]:
    rows: list[ScoreRow] = []
    totals = [0, 0, 0]
    for month in range(1, 13):
        changes = [player[month - 1] * factor for player in _GOLDEN]
        totals = [total + change for total, change in zip(totals, changes, strict=True)]
        cells = tuple(
            ScoreCell(
                _signed(change),
                _gain(change),
                str(total).replace("-", "−"),
                pick(language, "勝", "W") if change == max(changes) else None,
            )
            for change, total in zip(changes, totals, strict=True)
        )
        void = (pick(language, "流", "V"),) * (voids if month in (4, 10) else 0)
        rows.append(
            ScoreRow(
                _label(language, month),
                cells,
                number=str(month),
                season_end=month in (3, 6, 9),
                voids=void,
            )
        )
    return rows


def _award(language: Language, label: str, changes: tuple[int, ...]) -> ScoreRow:
    cells = tuple(ScoreCell(_signed(change), _gain(change)) for change in changes)
    return ScoreRow(label, cells, kind=RowKind.AWARD)


def _sum(label: str, totals: tuple[int, ...], *, final: bool = False) -> ScoreRow:
    best = max(totals)
    cells = tuple(
        ScoreCell(
            total=_signed(total).replace("—", "0"),
            gain=Gain.WON if final and total == best else Gain.NONE,
        )
        for total in totals
    )
    return ScoreRow(label, cells, kind=RowKind.SUM)


def _golden(language: Language) -> ScoreSheetScene:
    rows = _months(language, 1, 1)
    rows.insert(6, _award(language, pick(language, "小引", "Kobiki"), (-5, 10, -5)))
    rows.append(_sum(pick(language, "小計", "Subtotal"), (-20, 19, 1)))
    rows.append(_award(language, pick(language, "吟味", "Ginmi"), (-12, 18, -6)))
    rows.append(_sum(pick(language, "合計", "Total"), (-32, 37, -5), final=True))
    names = ("さくら", "Kenta_花", "みどり")
    return _sheet(language, names, tuple(rows), pick(language, "三人 十二月", "Sannin, 12 months"))


def _largest(language: Language) -> ScoreSheetScene:
    rows = _months(language, 500, 3)
    for place in (12, 9, 6, 3):
        rows.insert(place, _award(language, pick(language, "小引", "Kobiki"), (-5, 10, -5)))
    extension = [
        ScoreRow(row.label, row.cells, number=str(13 + i), voids=row.voids) for i, row in enumerate(rows[:3])
    ]
    rows += [*extension, _award(language, pick(language, "小引", "Kobiki"), (10, -5, -5))]
    rows.append(_sum(pick(language, "小計", "Subtotal"), (-12345, 12345, 0)))
    rows.append(_award(language, pick(language, "吟味", "Ginmi"), (-12, 18, -6)))
    rows.append(_sum(pick(language, "合計", "Total"), (-12357, 12363, -6), final=True))
    names = (LONG_NAME, "Wwwwwwwwwwwwwwwwwwwwwwww", "みどり")
    return _sheet(
        language, names, tuple(rows), pick(language, "三人 十二月（返り春）", "Sannin, 12 months, extended")
    )
