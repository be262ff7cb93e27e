"""`tilewright mcp` with the official SDK's client: the whole round of an op, and what must not get through."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import anyio.from_thread
import jsonschema
import pytest

from mcp import Client, MCPError, StdioServerParameters, stdio_client

ROOT = Path(__file__).resolve().parents[2]
COMMAND = ROOT / "build" / "bin" / "tilewright"
MOST_BYTES = 16000
pytestmark = pytest.mark.skipif(not COMMAND.exists(), reason="the command of this build is not there")

CENTRE = "x - mean(x)"
COMPUTE = "centre/device/kernels/compute/centre_compute.cpp"
WRITER = "centre/device/kernels/dataflow/writer_centre.cpp"


class Answer:
    """What a tool said, checked for what every answer must have."""

    def __init__(self, result: Any) -> None:
        self.data: dict[str, Any] = result.structured_content
        self.text: str = result.content[0].text
        self.failed: bool = result.is_error
        assert self.data["verdict"] in {"green", "red", "hang", "ok", "refused", "stopped"}
        assert self.text.startswith(f"{self.verdict}: {self.data['summary']}")
        assert len(json.dumps(self.data)) < MOST_BYTES and len(self.text) < MOST_BYTES

    verdict = property(lambda self: self.data["verdict"])
    report = property(lambda self: self.data.get("report", ""))

    def __repr__(self) -> str:
        return self.text


class Agent:
    """A client with calls that block."""

    def __init__(self, client: Client, portal: anyio.from_thread.BlockingPortal, workspace: Path) -> None:
        self.client, self.portal, self.workspace = client, portal, workspace

    def call(self, name: str, /, **arguments: Any) -> Answer:
        return Answer(self.portal.call(self.client.call_tool, name, arguments))

    def whole(self, answer: Answer) -> str:
        text = answer.report
        while "next_cursor" in answer.data.get("part", {}):
            answer = self.call("more", cursor=answer.data["part"]["next_cursor"])
            text += answer.report
        return text


@contextmanager
def served(workspace: Path, mode: str = "auto") -> Iterator[Agent]:
    settings = {"TILEWRIGHT_INTERPRETER": sys.executable, "TILEWRIGHT_MODE": "fast"}
    for name in ("TILEWRIGHT_CACHE", "XDG_CACHE_HOME"):
        if name in os.environ:
            settings[name] = os.environ[name]
    server = StdioServerParameters(command=str(COMMAND), args=["mcp", "--workspace", str(workspace)], env=settings)
    with (
        anyio.from_thread.start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Client(stdio_client(server), mode=mode)) as client,
    ):
        yield Agent(client, portal, workspace)


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with served(tmp_path_factory.mktemp("ops")) as made:
        yield made


@pytest.fixture(scope="module")
def centre(agent: Agent) -> dict[str, str]:
    """An op in the workspace; its files as they were generated."""
    made = agent.call("generate", name="centre", formula=CENTRE)
    assert made.verdict == "ok" and made.data["judged_by"].endswith(CENTRE), made
    names = [WRITER, COMPUTE, "centre/centre_entry.cpp", "centre/spec.toml", "centre/centre.cpp"]
    return {name: agent.workspace.joinpath(name).read_text() for name in names}


@pytest.fixture
def kept(agent: Agent, centre: dict[str, str]) -> Iterator[dict[str, str]]:
    """The op, put back afterwards."""
    yield centre
    for name, text in centre.items():
        agent.workspace.joinpath(name).write_text(text)


class Raw:
    """The server as a pipe."""

    def __init__(self, workspace: Path) -> None:
        words = [COMMAND, "mcp", "--workspace", workspace]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def send(self, line: bytes | dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert 0 < len(line) <= MOST_BYTES + 1, len(line)
        message: dict[str, Any] = json.loads(line)
        assert message["jsonrpc"] == "2.0"
        return message

    def ask(self, method: str, number: int = 1, **params: Any) -> dict[str, Any]:
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        answer = self.hear()
        assert answer["id"] == number
        return answer

    def end(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(30)


@pytest.fixture
def raw(tmp_path: Path) -> Iterator[Raw]:
    server = Raw(tmp_path / "ops")
    yield server
    assert server.end() == 0


# ---- the round ----------------------------------------------------------------------------------------------------


def test_from_a_plan_to_green_stages(agent: Agent) -> None:
    spec = (ROOT / "examples/specs/rms_norm.toml").read_text()
    planned = agent.call("plan", spec=spec, shape=[2, 3, 64, 100])
    assert planned.verdict == "ok" and "Circular buffers" in planned.report
    made = agent.call("generate", spec=spec)
    assert made.verdict == "ok"
    name = made.data["numbers"]["folder"]
    right = agent.call("run", op=name, shape=[1, 1, 64, 100])
    assert right.verdict == "green" and right.data["numbers"]["right"] == 3, right
    assert any("silicon" in line for line in right.data["not_checked"])

    # One page too many is waited for.
    reader = f"{name}/device/kernels/dataflow/writer_{name}.cpp"
    text = agent.workspace.joinpath(reader).read_text()
    end = text.rindex("}")
    one_more = text[:end] + "    cb_wait_front(16, 1);\n" + text[end:]
    assert agent.call("write", path=reader, text=one_more).verdict == "ok"
    hung = agent.call("explain_hang", op=name, shape=[1, 1, 64, 64])
    assert hung.verdict == "hang" and not hung.failed, hung
    report = agent.whole(hung)
    assert f"writer_{name}.cpp" in report and "cb_wait_front" in report
    (code, *_) = re.findall(r"TW1\d{3}", report)
    assert agent.call("diagnostic", code=code).report.startswith(f"# {code}")
    assert agent.call("run", op=name).verdict == "hang"

    assert agent.call("write", path=reader, replace="    cb_wait_front(16, 1);\n", by="").verdict == "ok"
    green = agent.call("stage", op=name)
    assert green.verdict == "green" and green.data["numbers"]["green"] == 7, green
    assert green.data["numbers"]["fresh"]["right"] == 3


def test_the_other_tools(agent: Agent, centre: dict[str, str]) -> None:
    proven = agent.call("check", op="centre", quick=True)
    assert proven.verdict == "green" and "balanced" in proven.report, proven
    timed = agent.call("time", op="centre", what_if=False)
    assert timed.verdict == "ok" and " us on " in timed.report and "clock" in timed.data["measured_on"]
    apart = agent.call("compare", a="centre", b="centre", plan_b="streaming", shape=[1, 1, 64, 512])
    assert apart.verdict == "ok" and "streaming" in apart.report, apart
    swept = agent.call("sweep", op="centre", cases=4, max_elements=4096)
    assert swept.verdict == "green" and swept.data["numbers"]["cases"] == 4, swept
    mutants = agent.call("mutate", op="centre", most=3)
    assert mutants.verdict == "green" and "detected" in mutants.report, mutants
    shipped = agent.call("run", op="centralize_w_rm", shape=[32, 64])
    assert shipped.verdict == "green" and "shipped" in shipped.data["judged_by"], shipped


# ---- not to be fooled -----------------------------------------------------------------------------------------------


def test_constants_for_known_data_are_not_right(agent: Agent, kept: dict[str, str]) -> None:
    # Of rows that hold one value each, the result is 0 everywhere. This kernel always says 0.
    honest = agent.call("run", op="centre", shape=[32, 32], data="constant")
    agent.call("write", path=COMPUTE, text=make_zeros(kept[COMPUTE]))
    fooled = agent.call("run", op="centre", shape=[32, 32], data="constant")
    assert honest.verdict == "green"
    first, *drawn = fooled.data["numbers"]["each"]
    assert first["verdict"] == "right" and {one["verdict"] for one in drawn} == {"wrong"}, fooled
    assert fooled.verdict == "red" and fooled.data["numbers"]["kernels_changed"] == [COMPUTE.partition("/")[2]]
    # A seed that was told shows its case again, and cannot make anything green.
    seen = honest.data["numbers"]["each"][0]["seed"]
    again = agent.call("run", op="centre", shape=[32, 32], seed=seen, data="constant")
    assert again.verdict == "red" and again.data["numbers"]["each"][0] == {**first, "seed": seen}


def make_zeros(compute: str) -> str:
    """The kernel with zeros for every result."""
    zeros = "    fill_tile_init();\n    fill_tile(slot, 0.0f);\n"
    made, count = re.subn(r"(?ms)^(ALWI void make_(?:result|sub_2)\(.*?\{\n).*?^\}", rf"\1{zeros}}}", compute)
    assert count == 2
    return made


def test_seeds_follow_what_was_handed_in(agent: Agent, kept: dict[str, str]) -> None:
    def seeds() -> list[int]:
        return [one["seed"] for one in agent.call("run", op="centre", shape=[32, 32]).data["numbers"]["each"]]

    first = seeds()
    assert seeds() == first
    agent.call("write", path=COMPUTE, text=kept[COMPUTE] + "// another\n")
    assert not set(seeds()) & set(first)


def test_a_changed_reference_changes_nothing(agent: Agent, kept: dict[str, str]) -> None:
    # The folder says that it is to give x itself, and its kernels do something else than what was asked for.
    for name in ("centre/centre_entry.cpp", "centre/spec.toml"):
        changed = kept[name].replace("mean(x)", "max(x)")
        assert changed != kept[name]
        agent.call("write", path=name, text=changed)
    untouched = agent.call("run", op="centre", shape=[32, 64])
    assert untouched.verdict == "green" and untouched.data["judged_by"].endswith(CENTRE)
    assert any("centre_entry.cpp" in line for line in untouched.data["not_checked"])
    agent.call("write", path=COMPUTE, text=make_zeros(kept[COMPUTE]))
    assert agent.call("run", op="centre", shape=[32, 64]).verdict == "red"
    assert agent.call("stage", op="centre", **{"from": 7, "to": 7}).verdict == "red"


def test_changed_host_files_are_judged_apart(agent: Agent, kept: dict[str, str]) -> None:
    agent.call("write", path="centre/centre.cpp", text=kept["centre/centre.cpp"] + "\n// changed\n")
    right = agent.call("run", op="centre", shape=[32, 64])
    assert right.verdict == "green" and right.data["numbers"]["host_files_changed"] == ["centre.cpp"], right
    # Code that runs when it is loaded: nothing it says or does is taken for an answer.
    for body in ("::_exit(0);", "__builtin_trap();"):
        outlaw = "\n#include <unistd.h>\nnamespace { const int outlaw = [] { " + body + " return 0; }(); }\n"
        agent.call("write", path="centre/centre.cpp", text=kept["centre/centre.cpp"] + outlaw)
        ended = agent.call("run", op="centre", shape=[32, 64])
        assert ended.verdict == "stopped" and ended.failed and "TW4605" in ended.report, ended
    agent.call("write", path="centre/centre.cpp", text=kept["centre/centre.cpp"])
    assert agent.call("run", op="centre", shape=[32, 64]).verdict == "green"


def test_a_folder_without_a_held_spec_says_so(agent: Agent, centre: dict[str, str]) -> None:
    for name in agent.call("files", folder="centre").report.split():
        target = agent.workspace / name.replace("centre/", "own/", 1)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(agent.workspace.joinpath(name).read_bytes())
    alone = agent.call("run", op="own", shape=[32, 64])
    assert alone.verdict == "green" and "in the folder itself" in alone.data["judged_by"]
    assert any("judges itself" in line for line in alone.data["not_checked"])


# ---- kernels alone, scripts -----------------------------------------------------------------------------------------

DATAFLOW = '#include "api/dataflow/dataflow_api.h"\nvoid kernel_main() {{ {} }}\n'


def test_kernels_with_their_buffers(agent: Agent) -> None:
    agent.call("write", path="lost.cpp", text=DATAFLOW.format("cb_wait_front(0, 1); cb_pop_front(0, 1);"))
    program = {
        "cbs": [{"index": 0, "pages": 2}],
        "kernels": [
            {"role": "reader", "source": DATAFLOW.format("cb_reserve_back(0, 1);")},
            {"role": "writer", "file": "lost.cpp"},
        ],
    }
    hung = agent.call("explain_hang", program=program)
    assert hung.verdict == "hang" and "cb_wait_front" in hung.report and "writer" in hung.report, hung
    program["kernels"][0]["source"] = DATAFLOW.format("cb_reserve_back(0, 1); cb_push_back(0, 1);")  # type: ignore[index]
    assert agent.call("explain_hang", program=program).verdict == "green"
    program["kernels"][0]["source"] = DATAFLOW.format("volatile uint32_t n = 1; while (n) {}")  # type: ignore[index]
    looped = agent.call("explain_hang", program=program)
    assert looped.verdict == "hang" and "TW1008" in looped.report, looped


def test_a_script(agent: Agent) -> None:
    script = """
import ttnn
from pathlib import Path
core = ttnn.CoreRangeSet([ttnn.CoreRange(ttnn.CoreCoord(0, 0), ttnn.CoreCoord(0, 0))])
source = '#include "api/dataflow/dataflow_api.h"\\nvoid kernel_main() { cb_wait_front(0, 1); }\\n'
kernel = ttnn.KernelDescriptor(
    kernel_source=source, source_type=ttnn.KernelDescriptor.SourceType.SOURCE_CODE, core_ranges=core,
    compile_time_args=[], runtime_args=[], config=ttnn.ReaderConfigDescriptor())
page = ttnn.tile_size(ttnn.uint32)
cb = ttnn.CBDescriptor(page, core, [ttnn.CBFormatDescriptor(0, ttnn.uint32, page)])
device = ttnn.open_device(device_id=0)
spec = ttnn.TensorSpec((32, 32), ttnn.uint32, ttnn.TILE_LAYOUT)
pair = [ttnn.allocate_tensor_on_device(spec, device) for _ in range(2)]
ttnn.generic_op(pair, ttnn.ProgramDescriptor(kernels=[kernel], cbs=[cb]))
"""
    agent.call("write", path="hangs.py", text=script)
    hung = agent.call("explain_hang", script="hangs.py")
    assert hung.verdict == "hang" and "cb_wait_front" in hung.report, hung
    # A file of whoever runs the tests, beside the workspace.
    own = agent.workspace.parent / "own.txt"
    own.write_text("nobody else's\n")
    agent.call("write", path="reads.py", text=f"print(open({str(own)!r}).read())\n")
    kept_out = agent.call("explain_hang", script="reads.py")
    assert kept_out.verdict == "red" and "Permission" in kept_out.report, kept_out


# ---- bounds ----------------------------------------------------------------------------------------------------


def test_long_reports_come_in_parts(agent: Agent) -> None:
    text = "".join(f'{number} "quoted" ünicode \\ line\n' for number in range(4000))
    agent.call("write", path="long.txt", text=text)
    first = agent.call("read", path="long.txt")
    assert first.data["part"]["from"] == 0 and agent.whole(first) == text


def test_every_message_is_bounded(raw: Raw) -> None:
    assert len(raw.ask("tools/list")["result"]["tools"]) == len({tool["name"] for tool in tools_of(raw)})
    seen, cursor = 0, {}
    while cursor is not None:
        page = raw.ask("resources/list", **cursor)["result"]
        seen += len(page["resources"])
        cursor = {"cursor": page["nextCursor"]} if "nextCursor" in page else None
    assert seen > len(list((ROOT / "docs/diagnostics").glob("*.md")))
    for page in ROOT.glob("docs/*.md"):
        text, part = "", 1
        while True:
            (read,) = raw.ask("resources/read", uri=f"tilewright://docs/{page.stem}/{part}")["result"]["contents"]
            body, more, _ = read["text"].partition("\n[it goes on in ")
            text, part = text + body, part + 1
            if not more:
                break
        assert text == page.read_text()


def tools_of(raw: Raw) -> list[dict[str, Any]]:
    tools: list[dict[str, Any]] = raw.ask("tools/list")["result"]["tools"]
    return tools


def test_schemas_are_exact(raw: Raw) -> None:
    def closed(schema: dict[str, Any]) -> None:
        if schema.get("type") == "object":
            extra = schema["additionalProperties"]
            assert extra is False or extra["type"] in ("string", "number")
        for inner in [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]:
            closed(inner)

    for tool in tools_of(raw):
        jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
        closed(tool["inputSchema"])
        assert tool["description"] and (ROOT / "docs/mcp.md").read_text().count(f"`{tool['name']}`")


@pytest.mark.parametrize(
    ("name", "arguments", "code", "says"),
    [
        ("run", {"op": "centre", "shpae": [1, 1, 32, 32]}, "TW4601", 'did you mean "shape"?'),
        ("run", {}, "TW4601", "shipped op"),
        ("run", {"op": "centre", "dtype": "float16"}, "TW4601", '["bfloat16","float32"]'),
        ("run", {"op": "centre", "shape": [1, 1, 0, 32]}, "TW4601", "1 to 1048576"),
        ("run", {"op": "centre", "draws": "3"}, "TW4601", "an integer"),
        ("run", {"op": "nowhere"}, "TW4002", "there are: "),
        ("run", {"op": "../centre"}, "TW4602", "leads out of the workspace"),
        ("run", {"op": "centre", "parameters": {"eps": 1}}, "TW4002", "no parameter"),
        ("plan", {"name": "p"}, "TW4601", "give spec (TOML), or name and formula"),
        ("plan", {"name": "p", "formula": "x - maen(x)"}, "TW41", "mean"),
        ("plan", {"op": "nowhere"}, "TW4604", "call generate first"),
        ("read", {"path": "/etc/passwd"}, "TW4602", "whole machine"),
        ("write", {"path": ".hidden", "text": ""}, "TW4602", "hidden"),
        ("more", {"cursor": "0123456789ab-7"}, "TW4603", "next_cursor"),
        ("diagnostic", {"code": "TW0000"}, "TW4002", "without code all are listed"),
    ],
)
def test_refusals_say_what_is_allowed(
    agent: Agent, centre: dict[str, str], name: str, arguments: dict[str, Any], code: str, says: str
) -> None:
    refused = agent.call(name, **arguments)
    assert refused.verdict == "refused" and refused.failed, refused
    assert says in refused.text and code in refused.text, refused


def test_links_lead_nowhere(agent: Agent) -> None:
    (agent.workspace / "away").symlink_to("/etc")
    assert "goes through a link" in agent.call("read", path="away/passwd").text
    assert "away" not in agent.call("files").report


# ---- the protocol ----------------------------------------------------------------------------------------------------


def test_lines_that_are_no_requests(raw: Raw) -> None:
    for line, code in (
        (b"{", -32700),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping\xff"}', -32700),
        (b"[]", -32600),
        (b'[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', -32600),
        (b'{"id": 1, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": {}, "method": "ping"}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": 7}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1}', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}', -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "nothing/there"}', -32601),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "rnu"}}', -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "tilewright://docs/x"}}', -32002),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "' + b"x" * (5 << 20) + b'"}', -32600),
        (b"[" * 100000, -32700),
    ):
        raw.send(line)
        assert raw.hear()["error"]["code"] == code, line[:80]
    raw.send(b'{"jsonrpc": "2.0", "method": "notifications/unheard"}')
    raw.send(b'{"jsonrpc": "2.0", "id": 9, "result": {}}')
    raw.send(b"")
    assert raw.ask("ping")["result"] == {}
    raw.send(b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "rnu"}}')
    assert 'did you mean "run"?' in raw.hear()["error"]["message"]


def test_both_ways_to_begin(tmp_path: Path, raw: Raw) -> None:
    for mode in ("legacy", "auto", "2026-07-28"):
        with served(tmp_path / "ops", mode) as agent:
            assert agent.call("files").verdict == "ok"
            assert agent.portal.call(agent.client.list_resource_templates).resource_templates
            page = agent.portal.call(agent.client.read_resource, "tilewright://diagnostics/TW1001")
            assert page.contents[0].text.startswith("# TW1001")
            with pytest.raises(MCPError, match="there is no tool"):
                agent.call("nothing")
    old = raw.ask("initialize", protocolVersion="1999-01-01", capabilities={}, clientInfo={"name": "x", "version": "1"})
    assert old["result"]["protocolVersion"] == "2025-11-25"
    meta = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2031-01-01"}}
    assert raw.ask("ping", **meta)["error"]["data"]["supported"][0] == "2026-07-28"


def test_a_cancelled_call_leaves_nothing_behind(agent: Agent, centre: dict[str, str]) -> None:
    async def give_up() -> None:
        with anyio.move_on_after(2):
            await agent.client.call_tool("mutate", {"op": "centre", "most": 200})
            raise AssertionError("it was too quick to be cancelled")

    agent.portal.call(give_up)
    # Another call can be made at once, and the first one's processes are gone.
    assert agent.call("run", op="centre", shape=[32, 32], draws=1).verdict == "green"
    left = subprocess.run(["pgrep", "-f", "mcp --step"], capture_output=True, text=True).stdout.split()
    mine = [pid for pid in left if str(agent.workspace) in os.readlink(f"/proc/{pid}/cwd")]
    assert not mine


def test_a_call_tells_its_progress(agent: Agent, centre: dict[str, str]) -> None:
    told: list[tuple[float, float | None]] = []

    async def heard(done: float, of: float | None, _: str | None) -> None:
        told.append((done, of))

    async def swept() -> Any:
        return await agent.client.call_tool("run", {"op": "centre", "shape": [32, 32]}, progress_callback=heard)

    assert Answer(agent.portal.call(swept)).verdict == "green"
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_the_end_of_input_ends_what_runs(tmp_path: Path) -> None:
    raw = Raw(tmp_path)
    call = {"name": "stage", "arguments": {"op": "centralize_w_rm"}}
    raw.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call})
    time.sleep(0.5)
    begin = time.monotonic()
    assert raw.end() == 0 and time.monotonic() - begin < 10


def test_the_same_call_gives_the_same_answer(tmp_path: Path) -> None:
    said = []
    for _ in range(2):
        with served(tmp_path / "ops") as agent:
            agent.call("generate", name="flip", formula="x * -1 + max(x)")
            said.append([agent.call("run", op="flip").data, agent.call("plan", op="flip").data])
    assert said[0] == said[1]
