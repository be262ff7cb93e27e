"""The comparison as text: every row, then sets and the whole, then what could not run."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from silicon.rows import Row

Result = dict[str, Any]


def join(rows: Sequence[Row], answers: Sequence[dict[str, Any]]) -> list[Result]:
    """One result per row, with its error where both numbers are known."""
    by_id = {one: answer for answer in answers for one in answer["ids"]}
    results = []
    for row in rows:
        answer = by_id.get(row.id, {"error": "no answer"})
        result: Result = {"id": row.id, "set": row.set, "what": f"{row.op}, {row.variant}, {row.shape}, {row.dtype}",
                          "measured_ns": row.value_ns, "predicted_ns": answer.get("ns"), "why_not": answer.get("error"),
                          "findings": answer.get("findings", []), "notes": answer.get("notes", ""),
                          "seconds": answer.get("seconds", 0.0)}
        if result["predicted_ns"] is not None:
            result["predicted_ns"] *= row.slower
            result["error"] = result["predicted_ns"] / row.value_ns - 1.0
        results.append(result)
    return results


def _spread(results: Sequence[Result]) -> str:
    errors = sorted(abs(one["error"]) for one in results if "error" in one)
    ran = sum(1 for one in results if one["why_not"] is None)
    head = f"{len(results):4d} rows, {ran:4d} ran"
    if not errors:
        return f"{head}; no prediction"
    tail = errors[min(len(errors) - 1, round(0.9 * (len(errors) - 1)))]
    bias = statistics.median(one["error"] for one in results if "error" in one)
    return f"{head}; median |error| {statistics.median(errors):6.1%}, 90% below {tail:6.1%}, median error {bias:+6.1%}"


def text(results: Sequence[Result]) -> str:
    """Everything, for a terminal."""
    lines = []
    by_set: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        by_set[result["set"]].append(result)
    for name, members in by_set.items():
        lines.append(f"== {name}")
        for one in members:
            predicted = "-" if one["predicted_ns"] is None else f"{one['predicted_ns']:.1f}"
            error = f"{one['error']:+.1%}" if "error" in one else ("ran" if one["why_not"] is None else "failed")
            lines.append(f"{one['id']:8s} {predicted:>12s} {one['measured_ns']:>12.1f} {error:>8s}  {one['what']}")
    lines.append("")
    for name, members in by_set.items():
        lines.append(f"{name:32s} {_spread(members)}")
    lines.append(f"{'all':32s} {_spread(results)}")
    scored = sorted((one for one in results if "error" in one), key=lambda one: -abs(one["error"]))
    if scored:
        lines.append("\nworst ten:")
        lines += [f"  {one['id']:8s} {one['error']:+7.1%}  {one['set']}: {one['what']}  {one['notes']}"
                  for one in scored[:10]]
    failed: dict[str, list[str]] = defaultdict(list)
    for one in results:
        if one["why_not"] is not None:
            failed[f"{one['set']}: {one['why_not']}"].append(one["id"])
    if failed:
        lines.append("\ndid not run:")
        lines += [f"  {' '.join(ids)}\n      {why}" for why, ids in failed.items()]
    found: dict[str, list[str]] = defaultdict(list)
    for one in results:
        for finding in one["findings"]:
            found[f"{one['set']}: {finding}"].append(one["id"])
    if found:
        lines.append("\nfindings of strict mode:")
        lines += [f"  {' '.join(ids)}\n      {what}" for what, ids in found.items()]
    return "\n".join(lines)
