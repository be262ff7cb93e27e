"""ttnn.CONFIG: settings that callers read and write. None of them changes what the virtual card does."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class Config:
    """Settings by attribute; a copy of another when one is given."""

    def __init__(self, other: Config | None = None) -> None:
        self.cache_path: Path | None = None
        self.enable_fast_runtime_mode = True
        self.enable_logging = False
        self.enable_graph_report = False
        self.enable_detailed_buffer_report = False
        self.enable_detailed_tensor_report = False
        self.enable_comparison_mode = False
        self.comparison_mode_pcc = 0.9999
        self.throw_exception_on_fallback = False
        self.report_name: str | None = None
        self.root_report_path = Path("generated/ttnn/reports")
        if other is not None:
            self.__dict__.update(other.__dict__)

    @property
    def report_path(self) -> Path | None:
        return None if self.report_name is None else self.root_report_path / str(self.report_name)


CONFIG = Config()
CONFIG_PATH: str | None = os.environ.get("TTNN_CONFIG_PATH")
CONFIG_OVERRIDES: str | None = os.environ.get("TTNN_CONFIG_OVERRIDES")


def load_config_from_dictionary(values: dict[str, Any], from_file: bool = False) -> None:
    """Sets the named settings; AttributeError for one that does not exist."""
    for name, value in values.items():
        if not hasattr(CONFIG, name):
            raise AttributeError(f"ttnn.CONFIG has no setting {name!r}")
        setattr(CONFIG, name, value)


def load_config_from_json_file(path: str) -> None:
    """The same, from a JSON file."""
    with open(path, encoding="utf-8") as file:
        load_config_from_dictionary(json.load(file), from_file=True)


if CONFIG_PATH:
    load_config_from_json_file(CONFIG_PATH)
if CONFIG_OVERRIDES:
    load_config_from_dictionary(json.loads(CONFIG_OVERRIDES))


@contextlib.contextmanager
def manage_config(name: str, value: Any) -> Iterator[None]:
    """A setting for the length of a `with` block."""
    before = getattr(CONFIG, name)
    setattr(CONFIG, name, value)
    try:
        yield
    finally:
        setattr(CONFIG, name, before)
