"""Errors of the card that end a Python thread: Python prints them and goes on, and the process must not end with 0."""

from __future__ import annotations

import threading

from tilewright._tilewright import Error, count_uncaught


def watch_threads() -> None:
    """From now on; whoever watched before still does."""
    before = threading.excepthook

    def hook(args: threading.ExceptHookArgs, /) -> None:
        if isinstance(args.exc_value, Error):
            count_uncaught(args.exc_value.finding)
        before(args)

    threading.excepthook = hook
