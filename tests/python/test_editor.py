"""Kernels in an editor: compile_commands.json, and what clangd says with it."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from built_command import run_built_command
from clangd import Clangd

ROOT = Path(__file__).resolve().parents[2]
DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"
needs_clangd = pytest.mark.skipif(shutil.which("clangd-19") is None, reason="clangd-19 is not installed")


@pytest.fixture(autouse=True)
def own_notes(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is known of kernels that other tests have built."""
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.delenv("TT_METAL_HOME", raising=False)


def editor(folder: Path) -> dict:
    ran = run_built_command("editor", folder, "--json")
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def entries(folder: Path) -> dict[Path, list[str]]:
    listed = json.loads((folder / "compile_commands.json").read_text(encoding="utf-8"))
    return {Path(entry["directory"], entry["file"]): entry.get("arguments", []) for entry in listed}


def said(folder: Path) -> dict[str, list[str]]:
    """Whatever clangd has to say of the files that are listed."""
    with Clangd(folder) as clangd:
        found = clangd.diagnostics(sorted(entries(folder)))
    assert set(found) == set(entries(folder))
    return {str(file.relative_to(folder)): lines for file, lines in found.items() if lines}


def new_op(folder: Path) -> Path:
    made = run_built_command("new", "my_norm", "--expr", "x - mean(x)", "--out", folder)
    assert made.returncode == 0, made.stderr
    return folder


@needs_clangd
@pytest.mark.timeout(900)  # where others use the processors, too
def test_clangd_is_silent_on_the_kernels_of_the_tree(tmp_path: Path) -> None:
    # Host files take clangd several seconds each: those of one op stand for all.
    whole = ["ops", "examples", "bench/silicon/kernels", "tests/unit/sfpu/kernels"]
    kernels = ["ops/common/kernels", "ops/variance_w_rm/device/kernels", "ops/layernorm_fused_rm/device/kernels"]
    for name in whole if DEEP else [*kernels, "examples", "ops/centralize_w_rm"]:
        shutil.copytree(ROOT / name, tmp_path / "tree" / name)
    told = editor(tmp_path / "tree")
    assert told["kernels"] >= (76 if DEEP else 30) and told["host"] >= (15 if DEEP else 5)
    assert said(tmp_path / "tree") == {}


@needs_clangd
@pytest.mark.timeout(900)  # where others use the processors, too
@pytest.mark.skipif(not DEEP, reason="every name of the interface once, a minute: TILEWRIGHT_DEEP=1")
def test_clangd_is_silent_on_the_surfaces_of_every_era(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for era, names in {"202601": ["january"], "202603": ["march"], "202608": ["head", "moreh"]}.items():
        folder = tmp_path / era
        folder.mkdir()
        for name in names:
            shutil.copy(ROOT / "tests/kernels" / f"kernel_lib_surface_{name}.cpp", folder)
        monkeypatch.setenv("TILEWRIGHT_ERA", era)
        editor(folder)
        assert said(folder) == {}


@needs_clangd
@pytest.mark.timeout(900)  # where others use the processors, too
def test_an_op_as_it_was_built(tmp_path: Path) -> None:
    folder = new_op(tmp_path / "my_norm")
    assert len(editor(folder)["guessed"]) == 5
    assert run_built_command("run", folder, "--shape", "64,96").returncode == 0
    folder = folder / "device"  # without the host files around it
    told = editor(folder)
    # Headers are built with the kernel that includes them.
    assert told["guessed"] == ["kernels/compute/rows.hpp", "kernels/dataflow/sticks.hpp"]
    assert said(folder) == {}
    compute = folder / "kernels/compute/my_norm_compute.cpp"
    words = entries(folder)[compute]
    head = Path(words[words.index("-include") + 1]).read_text(encoding="utf-8")
    assert "KERNEL_COMPILE_TIME_ARGS" in head and ",2,2,2,2,2,2,2,2" not in head.replace(" ", "")
    # A mistake is seen, and a call leads to its header.
    text = compute.read_text(encoding="utf-8")
    compute.write_text(text.replace("cb_wait_front(cb_mean_x, 1)", "cb_wait_front(cb_mean_x)"), encoding="utf-8")
    (lines,) = said(folder).values()
    assert "no matching function for call to 'cb_wait_front'" in lines[0].lower()
    line = next(i for i, part in enumerate(text.split("\n")) if "cb_wait_front(cb_mean_x, 1)" in part)
    compute.write_text(text, encoding="utf-8")
    with Clangd(folder) as clangd:
        clangd.open(compute)
        header = clangd.definition(compute, line, text.split("\n")[line].index("cb_wait_front") + 3)
    assert "kernel_api" in header.parts


def test_every_run_adds_to_the_file_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = new_op(tmp_path / "my_norm")
    file = tmp_path / "compile_commands.json"
    theirs = {"directory": str(tmp_path), "file": "main.cpp", "command": "c++ -c main.cpp"}
    file.write_text(json.dumps([theirs]), encoding="utf-8")
    monkeypatch.setenv("TILEWRIGHT_COMPILE_COMMANDS", str(file))
    for _ in range(2):  # built, then taken from the cache
        assert run_built_command("run", folder, "--shape", "32,32").returncode == 0
        assert sorted(path.name for path in entries(tmp_path)) == [
            "main.cpp",
            "my_norm_compute.cpp",
            "reader_my_norm.cpp",
            "writer_my_norm.cpp",
        ]
        file.write_text(json.dumps([theirs]), encoding="utf-8")


def test_a_kernel_that_does_not_compile_is_listed(tmp_path: Path) -> None:
    folder = new_op(tmp_path / "my_norm")
    kernel = folder / "device/kernels/dataflow/reader_my_norm.cpp"
    kernel.write_text(kernel.read_text(encoding="utf-8") + "int x = ;\n", encoding="utf-8")
    assert run_built_command("run", folder, "--shape", "32,32").returncode == 1
    assert "device/kernels/dataflow/reader_my_norm.cpp" not in editor(folder)["guessed"]


def test_what_is_there_stays(tmp_path: Path) -> None:
    folder = new_op(tmp_path / "my_norm")
    build = tmp_path / "build_commands.json"
    theirs = [{"directory": str(folder), "file": "main.cpp", "command": "c++ -c main.cpp"}]
    build.write_text(json.dumps(theirs), encoding="utf-8")
    (folder / "compile_commands.json").symlink_to(build)
    (folder / ".clangd").write_text("Index:\n  Background: Skip\n", encoding="utf-8")
    told = editor(folder)
    assert told["settings"] is False and (folder / ".clangd").read_text().startswith("Index")
    assert json.loads(build.read_text()) == theirs  # what the link led to
    assert folder / "main.cpp" in entries(folder) and not (folder / "compile_commands.json").is_symlink()
    # A kernel that has gone has no entry any more.
    (folder / "device/kernels/dataflow/writer_my_norm.cpp").unlink()
    before = set(entries(folder))
    editor(folder)
    assert {path.name for path in before - set(entries(folder))} == {"writer_my_norm.cpp"}


def test_nothing_to_show(tmp_path: Path) -> None:
    ran = run_built_command("editor", tmp_path)
    assert ran.returncode == 4 and "TW4521" in ran.stderr
    new_op(tmp_path / "my_norm")
    (tmp_path / "compile_commands.json").write_text("{}")
    ran = run_built_command("editor", tmp_path)
    assert ran.returncode == 4 and "TW4521" in ran.stderr and "compile_commands.json" in ran.stderr
    ran = run_built_command("editor", tmp_path / "nowhere")
    assert ran.returncode == 4 and "TW4000" in ran.stderr
