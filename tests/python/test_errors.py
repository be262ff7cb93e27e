"""Bad input is refused clearly, and nothing is the worse for it."""

import os
import signal
import threading
import time

import programs
import pytest
import tilewright
import torch
import ttnn
from programs import CORES, INCLUDE


def run(device, *kernels, cbs=None, io=None):
    program = ttnn.ProgramDescriptor(kernels=list(kernels), cbs=[programs.cb()] if cbs is None else cbs)
    return ttnn.generic_op(programs.tensors(device) if io is None else io, program)


def test_hang_is_raised_at_once_and_the_device_stays_usable(device):
    run(device, programs.kernel(programs.NOTHING))
    begin = time.perf_counter()
    with pytest.raises(tilewright.Hang) as caught:
        run(device, programs.kernel(programs.WAIT_FOR_EVER))
    assert time.perf_counter() - begin < 5
    assert isinstance(caught.value, RuntimeError)
    finding = caught.value.finding
    assert finding.code.startswith("TW10") and finding.place.core == "(0,0)" and finding.place.line == 3
    assert finding.hint and finding.json["code"] == finding.code
    assert "cb_wait_front(c_0, 1)" in caught.value.blocked[0]["waits_for"]
    assert (programs.fill(device, 4) == 4).all()


def test_compile_error_names_file_and_line(device, tmp_path):
    path = tmp_path / "broken.cpp"
    path.write_text(INCLUDE + "void kernel_main() { no_such_call(); }\n")
    broken = ttnn.KernelDescriptor(kernel_source=str(path), core_ranges=CORES, config=ttnn.ReaderConfigDescriptor())
    with pytest.raises(RuntimeError, match="error:") as caught:
        run(device, broken)
    assert "broken.cpp" in str(caught.value) and "no_such_call" in str(caught.value)
    assert caught.value.finding.code == "TW3101"


@pytest.mark.parametrize("path", ["no/such/kernel.cpp", "/no/such/kernel.cpp"])
def test_missing_kernel_file(device, path):
    with pytest.raises(RuntimeError, match="kernel.cpp doesn't exist"):
        run(device, ttnn.KernelDescriptor(kernel_source=path, core_ranges=CORES, config=ttnn.ReaderConfigDescriptor()))


def test_runtime_args_outside_the_kernel(device):
    stray = programs.kernel(programs.NOTHING)
    stray.runtime_args = [(ttnn.CoreCoord(5, 5), [1])]
    with pytest.raises(RuntimeError, match="TW3205: SetRuntimeArgs: arguments for core"):
        run(device, stray)


def test_cores_outside_the_grid(device):
    far = ttnn.CoreRangeSet([ttnn.CoreRange(ttnn.CoreCoord(0, 0), ttnn.CoreCoord(8, 0))])
    with pytest.raises(RuntimeError, match="8"):
        run(device, programs.kernel(programs.NOTHING, cores=far), cbs=[])


def test_host_tensor_where_a_device_tensor_is_needed(device):
    host = ttnn.from_torch(torch.zeros(32, 32))
    with pytest.raises(RuntimeError, match="tensor 0 of 2 is on the host"):
        run(device, programs.kernel(programs.NOTHING), io=[host, host])
    with pytest.raises(RuntimeError, match="to_device"):
        host.buffer_address()


def test_one_tensor_is_not_enough(device):
    with pytest.raises(RuntimeError, match="at least one input"):
        run(device, programs.kernel(programs.NOTHING), io=programs.tensors(device)[:1])


def test_tensor_of_a_closed_device():
    device = ttnn.open_device(device_id=0)
    pair = programs.tensors(device)
    ttnn.close_device(device)
    with pytest.raises(RuntimeError, match="closed|freed"):
        run(None, programs.kernel(programs.NOTHING), io=pair)
    with pytest.raises(RuntimeError, match="closed|freed"):
        ttnn.to_torch(pair[0])
    with pytest.raises(RuntimeError, match="closed"):
        ttnn.from_torch(torch.zeros(2, 2), device=device)


def test_circular_buffers_beyond_l1(device):
    with pytest.raises(RuntimeError, match="beyond max L1 size"):
        run(device, programs.kernel(programs.NOTHING), cbs=[programs.cb(0, 1000)])


def test_out_of_memory(device):
    with pytest.raises(RuntimeError, match="Out of Memory"):
        ttnn.allocate_tensor_on_device(
            (1, 1, 40000, 40000), ttnn.float32, ttnn.TILE_LAYOUT, device, ttnn.L1_MEMORY_CONFIG
        )


def test_wrong_types_are_type_errors(device):
    with pytest.raises(TypeError):
        ttnn.CBFormatDescriptor(0, "bfloat16", 2048)
    with pytest.raises(TypeError, match=r"kernels\[0\] is a str"):
        ttnn.ProgramDescriptor(kernels=["reader.cpp"])
    with pytest.raises(TypeError):
        ttnn.allocate_tensor_on_device((32, 32), "float32", ttnn.TILE_LAYOUT, device)
    with pytest.raises(TypeError, match="core_ranges"):
        ttnn.KernelDescriptor(kernel_source="x.cpp", config=ttnn.ReaderConfigDescriptor())
    with pytest.raises(TypeError, match="config"):
        ttnn.KernelDescriptor(kernel_source="x.cpp", core_ranges=CORES)


def test_two_kernels_on_one_processor(device):
    with pytest.raises(RuntimeError, match="RISCV_1"):
        run(device, programs.kernel(programs.NOTHING), programs.kernel(programs.NOTHING + "//\n"))


def test_second_device_does_not_exist():
    with pytest.raises(RuntimeError, match="device 0"):
        ttnn.open_device(device_id=1)


def test_findings_of_a_finished_run_are_kept(device):
    tilewright.set_options(device, mode="strict")
    leaves_a_page = INCLUDE + "void kernel_main() { cb_reserve_back(0, 1); cb_push_back(0, 1); }\n"
    tilewright.take_findings()
    run(device, programs.kernel(leaves_a_page))
    codes = [finding.code for finding in tilewright.take_findings()]
    assert codes and all(code.startswith("TW2") for code in codes)
    assert tilewright.take_findings() == []


ENDLESS = INCLUDE + (
    "void kernel_main() {\n    for (;;) {\n        cb_reserve_back(0, 1);\n"
    "        volatile tt_l1_ptr uint32_t* word = (volatile tt_l1_ptr uint32_t*)get_write_ptr(0);\n"
    "        for (uint32_t i = 0; i < 10000; ++i) *word = i;\n"
    "        cb_push_back(0, 1);\n        cb_wait_front(0, 1);\n        cb_pop_front(0, 1);\n    }\n}\n"
)


def in_half_a_second(action):
    def wait():
        time.sleep(0.5)
        action()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


@pytest.fixture
def ctrl_c_raises():
    # A shell that starts the tests in the background has them ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_stops_a_running_program(device, ctrl_c_raises):
    run(device, programs.kernel(programs.NOTHING))
    thread = in_half_a_second(lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        run(device, programs.kernel(ENDLESS))
        time.sleep(5)
    thread.join()
    assert (programs.fill(device, 8) == 8).all()


def test_other_threads_run_meanwhile(device):
    # The thread that stops the program can only do so because the interpreter is free while the card runs.
    thread = in_half_a_second(tilewright.interrupt)
    with pytest.raises(tilewright.Error) as caught:
        for _ in range(20):
            run(device, programs.kernel(ENDLESS))
    thread.join()
    assert caught.value.finding.code == "TW2603"


WRAPS = [65536, 65536, 65536, 65536]  # 2^64 elements: 0 in 64 bits


@pytest.mark.parametrize("shape", [WRAPS, [*WRAPS, 4]])
def test_shapes_that_cannot_be_counted(device, shape):
    with pytest.raises(RuntimeError, match="TW3220"):
        ttnn.Shape(shape).volume()
    with pytest.raises(RuntimeError, match="TW3220"):
        ttnn.allocate_tensor_on_device(shape, ttnn.bfloat16, ttnn.ROW_MAJOR_LAYOUT, device)
    tensor = ttnn.from_torch(torch.zeros(2, 2), ttnn.bfloat16)
    with pytest.raises(RuntimeError, match="TW3220"):
        tensor.reshape(shape)


def test_dimensions_beyond_32_bits(device):
    tensor = ttnn.from_torch(torch.zeros(2, 2), ttnn.bfloat16)
    for shape in ([2**32 + 2, 2], [2**32, -1], [2**62, 4, -1]):
        with pytest.raises(RuntimeError, match="TW3220"):
            tensor.reshape(shape)
    with pytest.raises(RuntimeError, match="TW3220"):
        ttnn.allocate_tensor_on_device([32, 2**32 - 1], ttnn.bfloat16, ttnn.TILE_LAYOUT, device)
    with pytest.raises((TypeError, ValueError, RuntimeError)):
        ttnn.Shape([2**32, 2])
    with pytest.raises(RuntimeError, match="TW3001"):
        ttnn.allocate_tensor_on_device([64, 32, 2048, 2048], ttnn.bfloat16, ttnn.TILE_LAYOUT, device)


def test_a_kernel_path_that_leads_to_itself(device, tmp_path):
    loop = tmp_path / "loop.cpp"
    loop.symlink_to(loop)
    kernel = programs.kernel("")
    kernel.kernel_source = str(loop)
    kernel.source_type = ttnn.KernelDescriptor.SourceType.FILE_PATH
    with pytest.raises(RuntimeError, match="TW3100.*cannot be followed"):
        ttnn.generic_op(programs.tensors(device), ttnn.ProgramDescriptor(kernels=[kernel], cbs=[programs.cb()]))
