"""Options of devices, programs as data, and what a host says about them."""

import programs
import pytest
import tilewright
import ttnn

LEAVES_A_PAGE = programs.INCLUDE + "void kernel_main() { cb_reserve_back(0, 1); cb_push_back(0, 1); }\n"


def leave_a_page(device, program=None):
    program = program or ttnn.ProgramDescriptor(kernels=[programs.kernel(LEAVES_A_PAGE)], cbs=[programs.cb()])
    ttnn.generic_op(programs.tensors(device), program)


def codes():
    return [finding.code for finding in tilewright.take_findings()]


def test_options_hold_from_the_next_program_on(device):
    tilewright.set_options(device, mode="fast")
    tilewright.take_findings()
    leave_a_page(device)
    assert codes() == []
    tilewright.set_options(device, mode="strict")
    leave_a_page(device)
    assert "TW2008" in codes()
    assert tilewright.options(device)["mode"] == "strict"
    assert device.num_program_cache_entries() == 1


def test_options_of_all_devices(device):
    before = tilewright.options(device)
    tilewright.set_options(seed=7)
    assert tilewright.options(device) == {**before, "seed": 7}
    tilewright.set_options(seed=before["seed"])


@pytest.mark.parametrize("wrong", [{"mode": "quick"}, {"numerics": "exact"}, {"schedule": "none"}])
def test_options_that_do_not_exist(device, wrong):
    (name,) = wrong
    with pytest.raises(ValueError, match=name):
        tilewright.set_options(device, **wrong)


def test_programs_are_described_and_not_run(device):
    result = programs.fill(device, 3)
    (program,) = tilewright.describe(device, lambda: programs.fill(device, 4))
    assert [kernel["processor"] for kernel in program["kernels"]] == ["NCRISC"]
    assert program["cbs"][0]["formats"][0]["pages"] == 1
    assert (result == 3).all()


def test_check_moves_no_data(device):
    (report,) = tilewright.check(device, lambda: leave_a_page(device))
    assert report["cbs"][0]["pushed"] == 1 and not report["cbs"][0]["balanced"]


def test_check_for_every_argument(device):
    (plain,) = tilewright.check(device, lambda: leave_a_page(device))
    (report,) = tilewright.check(device, lambda: leave_a_page(device), every=True)
    assert "every" not in plain
    assert report["every"]["cbs"][0]["pushed"] == "1" and report["every"]["cbs"][0]["pushed_at"].startswith("NCRISC")


def test_what_the_host_says_about_a_program(device):
    program = ttnn.ProgramDescriptor(kernels=[programs.kernel(LEAVES_A_PAGE)], cbs=[programs.cb()])
    tilewright.state(program, name="constant", cbs={0: "scaler"}, persistent=[0], kernels=["filler"])
    (made,) = tilewright.describe(device, lambda: leave_a_page(device, program))
    assert made["name"] == "constant" and made["kernels"][0]["name"] == "filler"
    assert made["cbs"][0]["persistent"] and made["cbs"][0]["formats"][0]["name"] == "scaler"
    tilewright.set_options(device, mode="strict")
    tilewright.take_findings()
    leave_a_page(device, program)
    assert "TW2008" not in codes()
