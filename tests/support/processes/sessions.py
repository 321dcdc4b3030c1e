"""The processes of a session: those that a bot has started, while it lives and after its end."""

from __future__ import annotations

from pathlib import Path


def of_session(number: int) -> list[int]:
    """Return the processes of a session, which has the number of its first one; none without /proc."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            # After the name, which may hold anything, come state, parent, group and session.
            session = int(stat.read_text(errors="replace").rpartition(")")[2].split()[3])
        except (OSError, IndexError):  # it has ended meanwhile
            continue
        if session == number:
            found.append(int(stat.parent.name))
    return found
