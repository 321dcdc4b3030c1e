"""People, servers and seasons; results, and the standings made of them; logs packed to one row a match.

A Discord id stands in `people` from here on and nowhere else. The logs of matches that have ended stay in
`old_actions`, whatever their number: a job in the background packs them and computes their results.
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

from bot.storage.migrations.tables_0002 import BIG, metadata

revision = "0002"
down_revision = "0001"

LIVE = "status IN ('lobby', 'playing')"
KEPT = ("matches", "participants", "invitations", "agreements", "clocks", "hands", "presses", "messages")
"""The tables of 0001 whose rows come into new ones."""


def upgrade() -> None:
    """Apply."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    if sqlite:
        op.rename_table("actions", "old_actions")
    else:
        op.drop_table("actions")
    for table in KEPT:
        op.execute(f"CREATE TABLE copied_{table} AS SELECT * FROM {table}")
    for table in reversed(KEPT):
        op.drop_table(table)
    metadata.create_all(op.get_bind())
    if not sqlite:
        # There was no other database before this revision, so there are no rows.
        _old_actions()
    _people()
    _guilds()
    _matches()
    _log()
    _shown()
    for table in KEPT:
        op.drop_table(f"copied_{table}")


def _old_actions() -> None:
    op.create_table(
        "old_actions",
        sa.Column("match", BIG, nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("made_by", sa.String(16), nullable=False),
        sa.Column("user", sa.BigInteger()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match", "n", name="pk_old_actions"),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name="fk_old_actions_match_matches", ondelete="CASCADE"
        ),
    )


def _people() -> None:
    """Everybody gets a number that says nothing, and the name of their last match."""
    bind = op.get_bind()
    named = bind.execute(
        sa.text(
            'SELECT p."user", p.name, m.opened_at FROM copied_participants p '
            'JOIN copied_matches m ON m.id = p.match WHERE p."user" IS NOT NULL ORDER BY p.match'
        )
    )
    found: dict[int, tuple[str, int]] = {}
    for user, name, at in named:
        found[user] = (name, found.get(user, ("", at))[1])
    others = bind.execute(
        sa.text(
            "SELECT host, opened_at FROM copied_matches UNION ALL "
            'SELECT i."user", m.opened_at FROM copied_invitations i JOIN copied_matches m ON m.id = i.match'
        )
    )
    for user, at in others:
        found.setdefault(user, ("", at))
    rows = [
        {"id": secrets.randbelow(2**53), "discord": user, "name": name, "hidden": False, "met_at": at}
        for user, (name, at) in found.items()
    ]
    if rows:
        bind.execute(sa.insert(metadata.tables["people"]), rows)


def _guilds() -> None:
    op.execute(
        "INSERT INTO guilds (id, locale, season, shares, defaults) "
        "SELECT guild, locale, 'monthly', false, '{}' FROM copied_matches "
        "WHERE id IN (SELECT max(id) FROM copied_matches GROUP BY guild)"
    )


def _matches() -> None:
    op.execute(
        "INSERT INTO matches (id, status, guild, channel, locale, host, rules, options, secret, seed, "
        "ends_shown, lobby_end, opened_at, started_at, ended_at) "
        "SELECT m.id, status, guild, channel, locale, p.id, rules, options, secret, seed, "
        "ends_shown, lobby_end, opened_at, started_at, ended_at "
        "FROM copied_matches m JOIN people p ON p.discord = m.host"
    )
    op.execute(
        "INSERT INTO participants (match, number, person, cpu, name, locale, join_id, seat) "
        "SELECT match, number, p.id, cpu, c.name, locale, join_id, seat "
        'FROM copied_participants c LEFT JOIN people p ON p.discord = c."user"'
    )
    op.execute(
        "INSERT INTO invitations (match, person) SELECT match, p.id "
        'FROM copied_invitations c JOIN people p ON p.discord = c."user"'
    )


def _log() -> None:
    """Migrate what the live matches need of the log; the rest waits for the job."""
    live = f"match IN (SELECT id FROM matches WHERE {LIVE})"
    op.execute(
        "INSERT INTO actions (match, n, step, action, made_by, participant, at) "
        "SELECT match, n, (SELECT min(b.n) FROM old_actions b WHERE b.match = a.match AND b.at = a.at), "
        "action, made_by, (SELECT c.number FROM copied_participants c "
        'WHERE c.match = a.match AND c."user" = a."user"), at '
        f"FROM old_actions a WHERE {live}"
    )
    op.execute(f"DELETE FROM old_actions WHERE {live}")
    op.execute(f"INSERT INTO agreements SELECT * FROM copied_agreements WHERE {live}")
    op.execute(
        "INSERT INTO jobs (name, done, total) SELECT 'records', 0, count(*) FROM matches "
        "WHERE status IN ('over', 'aborted') AND seed IS NOT NULL HAVING count(*) > 0"
    )


def _shown() -> None:
    """Tokens of matches that have ended are of no use to anybody."""
    live = f"match IN (SELECT id FROM matches WHERE {LIVE})"
    op.execute(f"INSERT INTO clocks SELECT * FROM copied_clocks WHERE {live}")
    op.execute("INSERT INTO messages SELECT * FROM copied_messages")
    op.execute(
        "INSERT INTO hands (match, person, token, target, expires_at, locale) "
        "SELECT match, p.id, token, target, expires_at, locale "
        f'FROM copied_hands c JOIN people p ON p.discord = c."user" WHERE {live}'
    )
    op.execute(
        "INSERT INTO presses (match, person, token, expires_at, locale) "
        "SELECT match, p.id, token, expires_at, locale "
        f'FROM copied_presses c JOIN people p ON p.discord = c."user" WHERE {live}'
    )
