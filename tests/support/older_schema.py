"""A database of the newest schema set back to that of an older bot, for what an upgrade does to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

TAKEN_BACK: Mapping[str, tuple[str, ...]] = {
    "0024": ("ALTER TABLE guilds DROP COLUMN moving",),
    "0023": ("DROP TABLE rare_yaku", "ALTER TABLE guilds DROP COLUMN rare_yaku"),
    "0022": (
        "ALTER TABLE matches DROP COLUMN best_of",
        "ALTER TABLE matches DROP COLUMN carried",
        "ALTER TABLE participants DROP COLUMN wins",
        "ALTER TABLE invitations DROP COLUMN wins",
    ),
    "0021": ("ALTER TABLE people DROP COLUMN favourite",),
    "0020": ("DROP TABLE daily_streaks",),
    "0019": ("ALTER TABLE guilds DROP COLUMN untold",),
    "0018": ("ALTER TABLE messages DROP COLUMN replaced",),
    "0017": (
        "DROP TABLE beats",
        "CREATE TABLE beats (name VARCHAR(16) NOT NULL CONSTRAINT pk_beats PRIMARY KEY, at BIGINT NOT NULL)",
    ),
    "0016": ("DROP TABLE problems",),
    "0015": ("DROP TABLE daily_plays", "DROP TABLE daily_deals"),
    "0013": (
        "ALTER TABLE matches DROP COLUMN version",
        "ALTER TABLE matches DROP COLUMN sealed_by",
        "ALTER TABLE matches DROP COLUMN sealed_in",
    ),
}
"""The statements that undo each revision, the newest first. A new revision adds its own line here."""


def back_to(revision: str) -> Iterator[str]:
    """Yield the statements that set an empty database of the newest schema back to a revision."""
    for number, statements in TAKEN_BACK.items():
        if number > revision:
            yield from statements
    yield f"UPDATE alembic_version SET version_num = '{revision}'"
