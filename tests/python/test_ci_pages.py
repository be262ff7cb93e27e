"""docs/ci.md, the workflow and the container file: what they say is run, as far as this machine can."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import yaml

from built_command import run_built_command

ROOT = Path(__file__).resolve().parents[2]
CI = ROOT / "docs" / "ci"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with one op and one Python test."""
    folder = tmp_path_factory.mktemp("project")
    made = run_built_command("new", "my_norm", "--expr", "x - mean(x)", "--out", folder / "ops/my_norm")
    assert made.returncode == 0, made.stderr
    (folder / "test_it.py").write_text("def test_there_is_a_card(device):\n    assert device is not None\n")
    return folder


def shell(words: str, project: Path) -> None:
    """As the step of a workflow runs it, with this tree's command and interpreter first."""
    tools = project / ".bin"
    tools.mkdir(exist_ok=True)
    for name, target in (
        ("tilewright", ROOT / "build" / "bin" / "tilewright"),
        ("python3", Path(sys.executable)),
    ):
        (tools / name).write_text(f'#!/bin/sh\nexec "{target}" "$@"\n')
        (tools / name).chmod(0o755)
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "TILEWRIGHT_INTERPRETER": sys.executable}
    environment.pop("PYTEST_ADDOPTS", None)
    ran = subprocess.run(["bash", "-e", "-c", words], cwd=project, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, f"{words}\n{ran.stdout}{ran.stderr}"


def test_the_page(project: Path) -> None:
    for words in re.findall(r"^```sh\n(.*?)^```$", (ROOT / "docs" / "ci.md").read_text(), re.M | re.S):
        shell(words, project)
    for name in ("stage", "mutate", "sweep"):
        root = ElementTree.parse(project / f"{name}.xml").getroot()
        assert int(root.attrib["tests"]) > 3 and root.attrib["failures"] == "0"


def test_the_workflow(project: Path) -> None:
    workflow = yaml.safe_load((CI / "tilewright.yml").read_text(encoding="utf-8"))
    (job,) = workflow["jobs"].values()
    steps = job["steps"]
    for step in steps:
        assert ("run" in step) != ("uses" in step), step
        assert "uses" not in step or re.fullmatch(r"[\w-]+/[\w/-]+@v\d+", step["uses"]), step
        if "run" in step:
            shell(step["run"], project)
    handed_over = [step["with"] for step in steps if step.get("if") == "always()"]
    assert (project / handed_over[0]["sarif_file"]).exists()
    for pattern in handed_over[1]["path"].split():
        assert list(project.glob(pattern)), pattern
    assert {"stage.xml", "mutate-my_norm.xml", "pytest.xml"} <= {path.name for path in project.glob("*.xml")}


def test_the_container_file() -> None:
    text = (CI / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
    assert {word for word, _ in lines} <= {"FROM", "COPY", "WORKDIR", "RUN", "ENV", "CMD"}
    stages = [rest.split() for word, rest in lines if word == "FROM"]
    # The packages that the scripts install, and the libraries that the wheel needs, are those of one Debian.
    assert {words[0] for words in stages} == {"debian:bookworm-slim"}
    for word, rest in lines:
        if word == "RUN":
            assert subprocess.run(["bash", "-n", "-c", rest]).returncode == 0, rest
        if word == "COPY" and rest.startswith("--from="):
            assert rest.split()[0] == f"--from={stages[0][2]}"
    # The commands are those that docs/use.md has, where they are tried.
    page = (ROOT / "docs" / "use.md").read_text(encoding="utf-8")
    for command in ("tools/wheel", "cpack -G DEB -B"):
        assert command in text and command in page
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {"build*", ".venv"} <= set(ignored)  # a build folder of this machine would be taken for the image's


@pytest.mark.skipif(
    os.environ.get("TILEWRIGHT_DEEP") != "1" or not (shutil.which("podman") or shutil.which("docker")),
    reason="builds an image: TILEWRIGHT_DEEP=1, and podman or docker",
)
@pytest.mark.timeout(3600)
def test_the_image(tmp_path: Path) -> None:
    tool = shutil.which("podman") or shutil.which("docker")
    assert tool is not None
    subprocess.run([tool, "build", "-f", CI / "Containerfile", "-t", "tilewright-test", ROOT], check=True)
    subprocess.run([tool, "run", "--rm", "tilewright-test", "tilewright", "examples", "add_integers"], check=True)
