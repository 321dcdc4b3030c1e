"""The script that Alembic runs: the migrations, in the transaction that `bot.storage.database.migrate`
opened.
"""

from __future__ import annotations

from alembic import context

from bot.storage.database.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters a table by building it again
)
with context.begin_transaction():
    context.run_migrations()
