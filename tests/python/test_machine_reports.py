"""Reports that other programs read: SARIF, JUnit's XML, annotations. Each is read as its readers would."""

from __future__ import annotations

import copy
import json
import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from urllib.parse import unquote

import jsonschema
import pytest

from built_command import run_built_command

SCHEMA = json.loads((Path(__file__).parent / "sarif.schema.json").read_text(encoding="utf-8"))
KERNEL = Path("device/kernels/compute/my_norm_compute.cpp")


def check_sarif(document: dict) -> dict:
    """The one run of it. What a schema cannot say: indices that mean something, bases that are there."""
    jsonschema.Draft7Validator(SCHEMA).validate(document)
    (run,) = document["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    for base in re.findall(r'"uriBaseId": "(\w+)"', json.dumps(run)):
        assert base in run["originalUriBaseIds"]
    return run


def check_junit(text: str) -> ElementTree.Element:
    """The root. Numbers of a suite are those of its cases, and the whole's those of its suites."""
    root = ElementTree.fromstring(text)
    assert root.tag == "testsuites"
    for suite in root:
        cases = suite.findall("testcase")
        assert [case.tag for case in suite] == ["testcase"] * len(cases)
        kinds = [[element.tag for element in case] for case in cases]
        assert all(len(kind) < 2 for kind in kinds)
        assert int(suite.attrib["tests"]) == len(cases)
        for number, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.attrib[number]) == kinds.count([tag])
        for case in cases:
            assert case.attrib["name"] and case.attrib["classname"] == suite.attrib["name"]
            assert float(case.attrib["time"]) >= 0
    for number in ("tests", "failures", "errors", "skipped"):
        assert int(root.attrib[number]) == sum(int(suite.attrib[number]) for suite in root)
    return root


def annotations(text: str) -> list[tuple[str, dict[str, str], str]]:
    """Kind, properties and text of each, as GitHub's runner takes a line apart."""
    found = []
    for line in text.splitlines():
        parts = re.fullmatch(r"::(error|warning|notice)(?: ([^:]*))?::(.*)", line)
        if parts:
            pairs = dict(pair.split("=", 1) for pair in parts[2].split(","))
            found.append((parts[1], {name: unquote(value) for name, value in pairs.items()}, unquote(parts[3])))
    return found


class Told:
    """What a command said, in all three ways."""

    def __init__(self, folder: Path, *words: str | Path, status: int) -> None:
        sarif, junit = folder / "told.sarif", folder / "told.xml"
        self.ran = run_built_command(*words, "--sarif", sarif, "--junit", junit, "--annotations", "github")
        assert self.ran.returncode == status, self.ran.stdout + self.ran.stderr
        self.document = json.loads(sarif.read_text(encoding="utf-8"))
        self.run = check_sarif(self.document)
        self.junit = check_junit(junit.read_text(encoding="utf-8"))
        self.annotations = annotations(self.ran.stderr)
        assert self.run["invocations"][0]["exitCode"] == status

    def cases(self, tag: str) -> list[ElementTree.Element]:
        """The cases with such an element; "": those that passed."""
        return [case for case in self.junit.iter("testcase") if [e.tag for e in case] == ([tag] if tag else [])]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An op folder whose path has everything in it that has to be escaped."""
    folder = tmp_path_factory.mktemp("reports") / "a & <b>, 50%" / "my_norm"
    made = run_built_command("new", "my_norm", "--expr", "x - mean(x)", "--out", folder)
    assert made.returncode == 0, made.stderr
    return folder


@pytest.fixture
def op(written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy to be broken, in the current folder."""
    folder = tmp_path / written.parent.name / written.name
    shutil.copytree(written, folder)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    return folder


def edit(file: Path, pattern: str, replacement: str) -> int:
    """Changes the first line that matches; its number."""
    lines = file.read_text(encoding="utf-8").split("\n")
    number = next(i for i, line in enumerate(lines) if re.search(pattern, line))
    lines[number] = re.sub(pattern, replacement, lines[number])
    file.write_text("\n".join(lines), encoding="utf-8")
    return number + 1


def test_green_stages_are_tests_that_passed(op: Path, tmp_path: Path) -> None:
    told = Told(tmp_path, "stage", op, "--to", "6", status=0)
    (suite,) = told.junit
    assert suite.attrib["name"] == "my_norm"
    names = [case.attrib["name"] for case in told.cases("")]
    assert sum(name.startswith("stage 6: my_norm ") for name in names) > 3
    assert "stage 6: kernels run" in names
    assert told.run["results"] == [] and told.annotations == []


def test_a_compile_error_is_at_its_line(op: Path, tmp_path: Path) -> None:
    line = edit(op / KERNEL, "void kernel_main", "int x = ;\nvoid kernel_main")
    told = Told(tmp_path, "stage", op, status=1)
    result = next(result for result in told.run["results"] if result["ruleId"] == "TW3101")
    place = result["locations"][0]["physicalLocation"]
    assert unquote(place["artifactLocation"]["uri"]) == f"a & <b>, 50%/my_norm/{KERNEL}"
    assert place["region"]["startLine"] == line
    rule = told.run["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert rule["shortDescription"]["text"] == "a kernel does not compile" and "## Fix" in rule["help"]["markdown"]
    assert [case.attrib["name"] for case in told.cases("skipped")] == ["stage 7: correctness"]
    failure = told.cases("failure")[-1].find("failure")
    assert failure is not None and failure.attrib["type"] == "TW3101" and "int x = ;" in (failure.text or "")
    kind, properties, text = told.annotations[0]
    assert (kind, properties["line"], properties["title"]) == ("error", str(line), "TW3101")
    assert properties["file"] == f"a & <b>, 50%/my_norm/{KERNEL}" and "expected expression" in text


def test_a_hang_is_at_the_call_that_waits(op: Path, tmp_path: Path) -> None:
    edit(op / "device/kernels/dataflow/sticks.hpp", r"cb_push_back\(.*\);", ";")
    told = Told(tmp_path, "run", op, "--shape", "64,64", status=2)
    result = next(result for result in told.run["results"] if result["ruleId"].startswith("TW1"))
    place = result["locations"][0]["physicalLocation"]
    text = Path(unquote(place["artifactLocation"]["uri"])).read_text(encoding="utf-8").split("\n")
    assert re.search(r"cb_|tilize", text[place["region"]["startLine"] - 1])
    assert any("core (0,0)" in name["fullyQualifiedName"] for name in result["locations"][0]["logicalLocations"])
    assert len(result["stacks"][0]["frames"]) > 1
    (case,) = told.cases("failure")
    assert case.attrib["name"].startswith("tilewright run ")
    # The same hang of a kernel that has moved is known again.
    edit(op / KERNEL, "void kernel_main", "\n\nvoid kernel_main")
    again = Told(tmp_path, "run", op, "--shape", "64,64", status=2)
    prints = [[r["partialFingerprints"] for r in each.run["results"]] for each in (told, again)]
    assert prints[0] == prints[1]


def test_wrong_numbers_of_a_sweep(op: Path, tmp_path: Path) -> None:
    for _ in range(2):  # for tiles that stay, and for those that do not
        edit(op / KERNEL, "from, make_result", "from, load_x")
    told = Told(tmp_path, "sweep", op, "--cases", "3", status=1)
    assert len(told.cases("failure")) + len(told.cases("")) == 3
    assert {failure.attrib["type"] for case in told.cases("failure") for failure in case} == {"numerical_mismatch"}
    (file,) = {
        unquote(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]) for result in told.run["results"]
    }
    assert file.endswith("my_norm_entry.cpp")


def test_mutants_are_tests(op: Path, tmp_path: Path) -> None:
    told = Told(tmp_path, "mutate", op, "--most", "4", "--no-fixes", status=0)
    assert len(told.cases("")) + len(told.cases("skipped")) == len(list(told.junit.iter("testcase"))) == 4


def test_examples_are_tests(tmp_path: Path) -> None:
    told = Told(tmp_path, "examples", "add_integers", "dram_loopback", status=0)
    assert [case.attrib["name"] for case in told.cases("")] == ["add_integers", "dram_loopback"]


def test_what_is_no_finding(op: Path, tmp_path: Path) -> None:
    told = Told(tmp_path, "run", "my_nrom", status=4)
    assert told.run["results"] == []
    (invocation,) = told.run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["descriptor"]["id"] == "TW4002"
    assert len(told.cases("error")) == 1


def test_a_report_that_cannot_be_written(tmp_path: Path) -> None:
    ran = run_built_command("examples", "add_integers", "--junit", tmp_path / "nowhere" / "x.xml")
    assert ran.returncode == 3 and "TW3008" in ran.stderr


def test_the_runner_of_github_is_noticed(op: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edit(op / KERNEL, "void kernel_main", "int x = ;\nvoid kernel_main")
    words = ("run", op, "--shape", "32,32", "--json")
    assert annotations(run_built_command(*words).stderr) == []
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(op))
    ran = run_built_command(*words)
    assert [properties["file"] for _, properties, _ in annotations(ran.stderr)] == [str(KERNEL)]
    json.loads(ran.stdout)
    assert annotations(run_built_command(*words, "--annotations", "off").stderr) == []


def test_the_schema_refuses_what_is_wrong(tmp_path: Path) -> None:
    ran = run_built_command("run", "nothing", "--sarif", tmp_path / "x.sarif")
    assert ran.returncode == 4
    good = json.loads((tmp_path / "x.sarif").read_text(encoding="utf-8"))
    check_sarif(good)

    def refused(change) -> None:
        wrong = copy.deepcopy(good)
        change(wrong)
        with pytest.raises((jsonschema.ValidationError, AssertionError, IndexError)):
            check_sarif(wrong)

    result = {"ruleId": "TW1", "ruleIndex": 0, "message": {"text": "x"}}
    refused(lambda d: d.update(version="2.0.0"))
    refused(lambda d: d["runs"][0].pop("tool"))
    refused(lambda d: d["runs"][0]["results"].append({**result, "levle": "error"}))
    refused(lambda d: d["runs"][0]["results"].append(result))  # a rule that is not there
    refused(lambda d: d["runs"][0]["originalUriBaseIds"]["SRCROOT"].update(uri="file:///a b/"))
    refused(lambda d: d["runs"][0]["invocations"][0].update(executionSuccessful="yes"))
