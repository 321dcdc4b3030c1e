"""New tables play Standard where nobody has chosen a rule set; servers that exist are told so.

A server that marked options of classic, but chose no rule set, keeps classic as its choice.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Apply."""
    op.add_column("guilds", sa.Column("untold", sa.String(16), nullable=False, server_default=""))
    connection = op.get_bind()
    guilds = sa.table(
        "guilds", sa.column("id"), sa.column("rules"), sa.column("defaults"), sa.column("untold")
    )
    unchosen = guilds.c.rules.is_(None)
    for row in connection.execute(sa.select(guilds.c.id, guilds.c.defaults).where(unchosen)).all():
        marked = json.loads(row.defaults).get("classic", {}).keys() - {"months"}
        change = {"rules": "classic"} if marked else {"untold": "settings,table"}
        connection.execute(sa.update(guilds).where(guilds.c.id == row.id).values(**change))
    # A change from or to no choice was one from or to classic.
    for name in ("old", "new"):
        audit = sa.table("audit", sa.column("what"), sa.column(name))
        meant = (audit.c.what == "rules") & (audit.c[name] == "null")
        connection.execute(sa.update(audit).where(meant).values({name: '"classic"'}))
