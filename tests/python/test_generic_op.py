"""generic_op, its program cache, and the descriptors' own behaviour."""

import numpy
import pytest
import programs
import tilewright
import ttnn
from programs import CORE, CORES, INCLUDE


def test_runs_an_inline_kernel(device):
    assert (programs.fill(device, 7) == 7).all()


def test_cache_hit_gets_the_new_arguments(device):
    before = device.num_program_cache_entries()
    for value in (1, 2, 3):
        assert (programs.fill(device, value) == value).all()
    assert device.num_program_cache_entries() == before + 1


@pytest.mark.parametrize(
    "option",
    [{"defines": [("A", "1")]}, {"named_compile_time_args": [("n", 1)]}, {"config": ttnn.WriterConfigDescriptor()}],
)
def test_what_the_cache_key_sees(device, option):
    programs.fill(device, 1)
    before = device.num_program_cache_entries()
    programs.fill(device, 1, **option)
    assert device.num_program_cache_entries() == before + 1


def test_cache_can_be_switched_off(device):
    device.disable_and_clear_program_cache()
    assert (programs.fill(device, 5) == 5).all()
    assert device.num_program_cache_entries() == 0
    device.enable_program_cache()
    programs.fill(device, 5)
    assert device.num_program_cache_entries() == 1


def test_custom_program_hash(device):
    pair = programs.tensors(device)
    program = ttnn.ProgramDescriptor(kernels=[programs.kernel(programs.NOTHING)], cbs=[programs.cb()])
    program.custom_program_hash = 42
    ttnn.generic_op(pair, program)
    other = ttnn.ProgramDescriptor(
        kernels=[programs.kernel(programs.NOTHING + "// another text\n")], cbs=[programs.cb()]
    )
    other.custom_program_hash = 42
    tilewright.take_findings()
    ttnn.generic_op(pair, other)
    assert device.num_program_cache_entries() == 1
    # The program that runs is the first one: strict mode says so.
    strict = tilewright.options(device)["mode"] == "strict"
    assert [finding.code for finding in tilewright.take_findings()] == (["TW2127"] if strict else [])


def test_another_number_of_arguments_is_refused(device):
    pair = programs.tensors(device)
    for args in ([1, 2], [3, 4]):
        ttnn.generic_op(pair, ttnn.ProgramDescriptor(kernels=[programs.kernel(programs.NOTHING, runtime_args=args)]))
    with pytest.raises(RuntimeError, match="Runtime args size mismatch"):
        ttnn.generic_op(pair, ttnn.ProgramDescriptor(kernels=[programs.kernel(programs.NOTHING, runtime_args=[1])]))


def test_descriptor_elements_are_live(device):
    pair = programs.tensors(device)
    program = ttnn.ProgramDescriptor(
        kernels=[
            programs.kernel(
                programs.FILL,
                runtime_args=[pair[1].buffer_address(), 1],
                compile_time_args=ttnn.TensorAccessorArgs(pair[1]).get_compile_time_args(),
            )
        ]
    )
    program.cbs.append(programs.cb())
    taken = program.kernels[0]
    program.kernels.append(taken)
    program.kernels.pop()
    taken.runtime_args[0][0][1] = 99
    assert (ttnn.to_numpy(ttnn.generic_op(pair, program)) == 99).all()


def test_semaphores_and_named_arguments(device):
    source = INCLUDE + (
        "void kernel_main() {\n"
        "    volatile tt_l1_ptr uint32_t* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(0));\n"
        '    noc_semaphore_wait(word, get_named_compile_time_arg_val("start"));\n}\n'
    )
    program = ttnn.ProgramDescriptor(
        kernels=[programs.kernel(source, named_compile_time_args=[("start", 3)])],
        semaphores=[ttnn.SemaphoreDescriptor(id=0, core_ranges=CORES, initial_value=3)],
    )
    ttnn.generic_op(programs.tensors(device), program)


def test_mesh_program_descriptor_of_one_device(device):
    pair = programs.tensors(device)
    mesh = ttnn.MeshProgramDescriptor()
    everywhere = ttnn.MeshCoordinateRange(ttnn.MeshCoordinate(0, 0), ttnn.MeshCoordinate(0, 0))
    mesh[everywhere] = ttnn.ProgramDescriptor(kernels=[programs.kernel(programs.NOTHING)])
    assert everywhere in mesh
    ttnn.generic_op(pair, mesh)


def test_cb_on_a_sharded_tensor(device):
    grid = ttnn.CoreRangeSet([ttnn.CoreRange(CORE, CORE)])
    one_tile = ttnn.ShardSpec(grid, (32, 32))
    memory = ttnn.MemoryConfig(ttnn.TensorMemoryLayout.HEIGHT_SHARDED, ttnn.BufferType.L1, one_tile)
    x = ttnn.from_torch(
        numpy.ones((32, 32), dtype=numpy.uint32), layout=ttnn.TILE_LAYOUT, device=device, memory_config=memory
    )
    shard = ttnn.cb_descriptor_from_sharded_tensor(0, x)
    assert shard.total_size == 4096 and shard.has_buffer()
    assert ttnn.get_cb_address(shard) == x.buffer_address()
    source = INCLUDE + (
        "void kernel_main() {\n"
        "    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(0));\n"
        "    cb_reserve_back(0, 1);\n    for (uint32_t i = 0; i < 1024; ++i) words[i] = i;\n    cb_push_back(0, 1);\n"
        "    cb_wait_front(0, 1);\n    cb_pop_front(0, 1);\n}\n"
    )
    program = ttnn.ProgramDescriptor(kernels=[programs.kernel(source)], cbs=[shard])
    ttnn.generic_op([x, x], program)
    assert sorted(ttnn.to_numpy(x).reshape(-1).tolist()) == list(range(1024))


def test_merged_programs_must_not_overlap():
    one = ttnn.ProgramDescriptor(kernels=[programs.kernel(programs.NOTHING)])
    with pytest.raises(RuntimeError, match="overlapping"):
        ttnn.merge_program_descriptors([one, one])
    corner = ttnn.CoreCoord(1, 1)
    far = ttnn.CoreRangeSet([ttnn.CoreRange(corner, corner)])
    other = ttnn.ProgramDescriptor(
        kernels=[
            ttnn.KernelDescriptor(
                kernel_source=programs.NOTHING,
                source_type=programs.SOURCE,
                core_ranges=far,
                config=ttnn.WriterConfigDescriptor(),
            )
        ]
    )
    assert len(ttnn.merge_program_descriptors([one, other]).kernels) == 2


# ---- RuntimeArgs ------------------------------------------------------------------------------------------------


def test_runtime_args_indexing():
    rt = ttnn.RuntimeArgs()
    rt[1][2] = [10, 20]
    rt[0][0] = []
    assert len(rt) == 2
    assert rt[1][2] == [10, 20] and list(rt[1][2]) == [10, 20]
    rt[1][2][0] = 11
    rt[1].append(2, 30)
    rt[1].extend(2, [40, 50])
    rt[3].extend(3, [1])
    assert rt[1][2] == [11, 20, 30, 40, 50] and rt[3][3] == [1]
    assert [core for core, _ in rt][0] == ttnn.CoreCoord(1, 2)
    assert rt.get(1) == (ttnn.CoreCoord(0, 0), [])
    rt.append(ttnn.CoreCoord(5, 5), [1])
    assert rt.to_list()[-1] == (ttnn.CoreCoord(5, 5), [1])
    with pytest.raises(IndexError):
        rt[7][7]
    with pytest.raises(IndexError):
        rt[1][2][9]
    rt.clear()
    assert len(rt) == 0


def test_runtime_args_are_copied_into_the_kernel():
    rt = ttnn.RuntimeArgs()
    rt[0][0] = [1]
    made = programs.kernel(programs.NOTHING, runtime_args=rt)
    rt[0][0] = [2]
    assert made.runtime_args[0][0] == [1]
    made.runtime_args = [(CORE, [5, 6])]
    assert made.runtime_args[0][0] == [5, 6]


@pytest.mark.parametrize("value", [-1, 2**32, 1.5, "x"])
def test_runtime_args_must_be_words(value):
    rt = ttnn.RuntimeArgs()
    with pytest.raises(TypeError, match="4294967295"):
        rt[0][0] = [0, value]


def test_compute_config_order_and_unpack_modes():
    config = ttnn.ComputeConfigDescriptor(ttnn.MathFidelity.HiFi2, True, False, True, True)
    assert (
        config.math_approx_mode and config.dst_full_sync_en and config.bfp8_pack_precise and not config.fp32_dest_acc_en
    )
    config.unpack_to_dest_mode = [ttnn.UnpackToDestMode.UnpackToDestFp32] * 32
    assert len(config.unpack_to_dest_mode) == 32
