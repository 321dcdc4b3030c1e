"""The times of day of weekly arenas, when one has waited for another, and what a deletion does not lift."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

from bot.records import periods

revision = "0032"
down_revision = "0031"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Apply."""
    op.add_column("arenas", sa.Column("shown", sa.String(32)))
    op.add_column("arenas", sa.Column("zone", sa.String(64)))
    op.add_column("arenas", sa.Column("waited_at", sa.BigInteger()))
    _write_times()
    _create_kept()


def _create_kept() -> None:
    op.create_table(
        "kept",
        sa.Column("id", BIG, primary_key=True, autoincrement=True),
        sa.Column("discord", sa.BigInteger(), nullable=False),
        sa.Column("arena", BIG, sa.ForeignKey("arenas.id", ondelete="CASCADE")),
        sa.Column("planned", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("deal", BIG, sa.ForeignKey("daily_deals.id", ondelete="CASCADE")),
        sa.CheckConstraint("(arena IS NULL) <> (deal IS NULL)", name="one_of"),
    )
    for column in ("discord", "arena", "deal"):
        op.create_index(f"ix_kept_{column}", "kept", [column])


def _write_times() -> None:
    """Write at which time of day each weekly arena starts, in the zone of its server: it was made by that."""
    found = sa.text(
        "SELECT arenas.id, arenas.starts_at, arenas.next_at, guilds.time_zone, guilds.locale"
        " FROM arenas JOIN guilds ON guilds.id = arenas.guild WHERE arenas.weekly"
    )
    put = sa.text("UPDATE arenas SET shown = :shown, zone = :zone WHERE id = :id")
    for row in op.get_bind().execute(found).all():
        zone = periods.zone(row.time_zone, row.locale)
        next_at = row.starts_at if row.next_at is None else row.next_at
        at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=next_at)
        shown = at.astimezone(zone).replace(tzinfo=None)
        if row.next_at is not None:
            shown -= timedelta(days=7)
        op.get_bind().execute(put, {"id": row.id, "shown": shown.isoformat(), "zone": zone.key})
