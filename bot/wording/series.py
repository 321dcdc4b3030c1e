"""A series of matches in words: who has won how many, how long it is, how it goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.i18n import Words
from bot.match.series import Standing
from bot.wording import limits, numbers


def length(words: Words, best_of: int | None) -> str:
    """Name a length: `Best of 3`, or `Open series` where its length is not chosen."""
    if best_of is None:
        return words.within("length of a series", "Open series")
    return words.within("length of a series", "Best of {n}", n=best_of)


def about(words: Words, best_of: int | None) -> str:
    """Say what a length means to those who choose it."""
    name = length(words, best_of)
    if best_of is None:
        return words("{series}: playing again within six hours counts on.", series=name)
    return words(
        "{series}: {n} wins end it. A draw is played again once. After six hours without a match it is over.",
        series=name,
        n=best_of // 2 + 1,
    )


def begins(words: Words, best_of: int) -> str:
    """Say of a series that begins by how many wins it ends."""
    return words("{series}: {n} wins end it.", series=length(words, best_of), n=best_of // 2 + 1)


def score(words: Words, names: Sequence[str], wins: Sequence[int]) -> str:
    """Write a score: `Sakura 3 : 2 Kenta`, of more than two `Sakura 2 · Kenta 1 · Mio 0`: the leader first.

    `names` and `wins` are by joining number.
    """
    order = _order(wins)
    if len(order) == 2:
        return words.within(
            "score of a series",
            "{first} {n} : {m} {second}",
            first=names[order[0]],
            n=wins[order[0]],
            m=wins[order[1]],
            second=names[order[1]],
        )
    each = (words.within("score of a series", "{player} {n}", player=names[n], n=wins[n]) for n in order)
    return words.within("between notes", " · ").join(each)


def line(words: Words, series: Standing, names: Sequence[str]) -> str:
    """Tell how the series stands: `Best of 5, match 3: Sakura 1 : 1 Kenta`; empty for a first match."""
    if not series.is_shown:
        return ""
    stands = score(words, names, series.wins)
    if series.best_of is None:
        return words("Series: {score}", score=stands)
    name = length(words, series.best_of)
    if series.over:
        return numbers.labelled(words, name, stands)
    if series.replay:
        return words("{series}, match {n} again: {score}", series=name, n=series.number, score=stands)
    return words("{series}, match {n}: {score}", series=name, n=series.number, score=stands)


def result(words: Words, series: Standing, names: Sequence[str]) -> Iterator[str]:
    """Tell below the result of a match how its series stands, or has ended, and how it goes on."""
    if series.decided:
        yield f"**{won(words, series, names)}**"
    if series.is_shown and (not series.decided or len(series.wins) > 2):
        yield line(words, series, names)
    if series.best_of is None or series.decided or series.until is None:
        return
    when = numbers.time_of_day(series.until)
    if series.plays_again:
        yield words("A draw: match {n} is played again.", n=series.number)
    yield words("Press Next match before {when}, or the series ends as it stands.", when=when)


def won(words: Words, series: Standing, names: Sequence[str]) -> str:
    """Tell who has won a series that is decided, and by what: `Sakura wins the series 2 : 1!`."""
    stands = figures(words, series.wins)
    if series.winner is None:
        return words("The series ends level, {score}.", score=stands)
    return words("{player} wins the series {score}!", player=names[series.winner], score=stands)


def described(words: Words, series: Standing, names: Sequence[str]) -> Iterator[str]:
    """Tell on the poster's description how the series stands, and who has won it if somebody has."""
    if series.decided:
        yield limits.open_ended(won(words, series, names))
    if series.is_shown:
        yield line(words, series, names)


def figures(words: Words, wins: Sequence[int]) -> str:
    """Write the wins without names, the most first: `2 : 1`."""
    joint = words.within("between scores", " : ")
    return joint.join(str(wins[number]) for number in _order(wins))


def _order(wins: Sequence[int]) -> list[int]:
    """Return the joining numbers, those with the most wins first."""
    return sorted(range(len(wins)), key=lambda number: -wins[number])
