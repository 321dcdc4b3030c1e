"""Sample strips: lobbies, the draw for seats, the cut."""

from __future__ import annotations

from images.samples.words import LONG_NAME, Language, cards, name, pick
from images.scene.common import Label
from images.scene.opening import CutScene, DrawnCard, LobbyScene, LobbySeat, SeatDrawScene

__all__ = ["cuts", "lobbies", "seat_draws"]

_NAMES = ("さくら", "Kenta_花", "Midori", LONG_NAME, "สมชาย", "Łukasz", "محمد", "Ωmega")

# Right to left, with many marks, of emoji alone, empty, of letters that no face has.
_SCRIPTS = (
    "สมชาย ใจดี",
    "محمد علي",
    "🌸🎴",
    "Z" + "\u0316\u0300" * 16 + "algo",
    "אבג Kenta さくら",
    "",
    "नमस्ते",
    "𒀀𒀁",
)


def lobbies(language: Language) -> dict[str, LobbyScene]:
    """Every sample lobby by its name."""
    host, free = pick(language, "ホスト", "Host"), pick(language, "空席", "Free seat")
    cpu = LobbySeat(name("CPU", language), pick(language, "ふつう", "Normal"))
    first = LobbySeat(name("さくら", language), host)
    joined = pick(language, "参加", "Joined")
    crowd = tuple(LobbySeat(name(chosen, language), joined if i else host) for i, chosen in enumerate(_NAMES))
    title = pick(language, "花札こいこい", "Koi-koi")
    usual = (
        pick(language, "12ヶ月", "12 months"),
        pick(language, "持ち時間 2分＋5分", "Live clock: 2 min + 5 min"),
        pick(language, "レート戦", "Rated"),
    )
    many = (
        *usual,
        pick(language, "七文以上は倍、こいこい倍返し", "Seven points or more are doubled"),
        pick(language, "月見・花見 なし", "No viewing yaku"),
        pick(language, "出ないはずの六つ目", "A sixth one, not shown"),
    )
    scripts = tuple(LobbySeat(name(chosen, language), joined) for chosen in _SCRIPTS)
    return {
        "lobby-names": LobbyScene(
            title, pick(language, "名前いろいろ", "All kinds of names"), scripts, usual
        ),
        "lobby-smallest": LobbyScene(
            title, pick(language, "クラシック", "Classic"), (first, LobbySeat(None, free))
        ),
        "lobby-usual": LobbyScene(
            title,
            pick(language, "三人花（参人）", "Sannin, three players"),
            (first, cpu, LobbySeat(None, free)),
            usual,
        ),
        "lobby-closed": LobbyScene(
            title,
            pick(language, "クラシック", "Classic"),
            (first, LobbySeat(None, pick(language, "参加者なし", "Not taken"))),
            usual,
            closed=pick(language, "終了：時間内に始まらず", "Closed: not started in time"),
        ),
        "lobby-largest": LobbyScene(
            pick(
                language,
                "とても長い題名のこいこい大会・決勝トーナメント",
                "A koi-koi tournament with a very long title",
            ),
            pick(
                language,
                "日本こいこい連盟ルール（一部変更あり）",
                "League rules, some options changed by the host",
            ),
            crowd,
            many,
        ),
    }


def seat_draws(language: Language) -> dict[str, SeatDrawScene]:
    """Every sample draw by its name."""
    title = pick(language, "親決め", "Draw for seats")
    hint = pick(language, "早い月の札を引いた人が親です", "The earliest month deals first")
    dealer, second = pick(language, "親", "Dealer"), pick(language, "子", "Second")
    watch = Label("Watching", "Watch") if language is Language.EN else "観戦"
    people = [name(chosen, language) for chosen in _NAMES]
    letters = "AFJNRVas"
    return {
        "seat-draw-smallest": SeatDrawScene(
            title, hint, (DrawnCard(people[0], waiting=True), DrawnCard(people[1], waiting=True))
        ),
        "seat-draw-usual": SeatDrawScene(
            title,
            hint,
            (
                DrawnCard(people[0], cards("E"), dealer),
                DrawnCard(people[1], cards("k"), second),
            ),
        ),
        "seat-draw-tie": SeatDrawScene(
            title,
            hint,
            (
                DrawnCard(people[0], cards("CA"), dealer),
                DrawnCard(people[1], cards("DI"), second),
                DrawnCard(people[2], cards("o"), watch),
            ),
        ),
        "seat-draw-largest": SeatDrawScene(
            title,
            hint,
            tuple(
                DrawnCard(person, cards(letter), (dealer, second, *(watch,) * 6)[i])
                for i, (person, letter) in enumerate(zip(people, letters, strict=True))
            ),
        ),
    }


def cuts(language: Language) -> dict[str, CutScene]:
    """Every sample cut by its name."""
    title = pick(language, "三月ののぞみ", "March: the cut")
    hint = pick(language, "Kenta_花が切ります。", "Kenta cuts the deck.")
    return {
        "cut-smallest": CutScene(title, hint),
        "cut-usual": CutScene(
            title, hint, at=17, chip=pick(language, "Kenta_花が17枚目で切りました", "Kenta cut at 17")
        ),
        "cut-tap": CutScene(title, hint, at=0, chip=pick(language, "Kenta_花はそのまま", "Kenta tapped")),
        "cut-largest": CutScene(title, hint, at=47, chip=pick(language, "47枚目で切りました", "Cut at 47")),
    }
