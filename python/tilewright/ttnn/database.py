"""ttnn.database: no report database is written; the names exist so that conftest files run."""

from __future__ import annotations

DEVICE_IDS_IN_DATABASE: set[int] = set()
SQLITE_CONNECTION = None
