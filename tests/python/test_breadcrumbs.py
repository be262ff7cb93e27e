"""The lines that stages leave are of the form that the schema states."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from built_command import run_built_command

ROOT = Path(__file__).parents[2]


def run_command(*words: str) -> str:
    done = run_built_command(*words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def lines_of(folder: Path) -> list[dict]:
    return [json.loads(line) for line in (folder / "breadcrumbs.jsonl").read_text().splitlines()]


def test_lines_are_of_the_schema(tmp_path: Path) -> None:
    schema = json.loads((ROOT / "data/breadcrumbs.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    run_command("stage", "variance_w_rm", "--to", "6", "--out", str(tmp_path))
    lines = lines_of(tmp_path / "variance_w_rm")
    for line in lines:
        validator.validate(line)
    assert {"start", "test_run", "cb_config", "cb_audit", "cb_sync_summary", "tdd_cycle", "complete"} <= {
        line["event"] for line in lines
    }
    with pytest.raises(jsonschema.ValidationError):
        validator.validate({**lines[-1], "final_status": "FINE"})


def test_resume_skips_what_was_green(tmp_path: Path) -> None:
    run_command("stage", "variance_w_rm", "--to", "3", "--out", str(tmp_path))
    done = json.loads(run_command("stage", "variance_w_rm", "--to", "4", "--resume", "--json", "--out", str(tmp_path)))
    assert [stage["stage"] for stage in done["stages"]] == [4]
    assert done["reports"][0]["green_before"] == 3
    again = json.loads(run_command("stage", "variance_w_rm", "--to", "4", "--resume", "--json", "--out", str(tmp_path)))
    assert again["stages"] == []
    assert again["passed"]
