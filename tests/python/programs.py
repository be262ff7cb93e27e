"""Small programs that the tests share."""

from __future__ import annotations

import ttnn

CORE = ttnn.CoreCoord(0, 0)
CORES = ttnn.CoreRangeSet([ttnn.CoreRange(CORE, CORE)])
SOURCE = ttnn.KernelDescriptor.SourceType.SOURCE_CODE
INCLUDE = '#include <cstdint>\n#include "api/dataflow/dataflow_api.h"\n'

# Writes its second argument into every word of the output's first page.
FILL = (
    INCLUDE
    + """
void kernel_main() {
    const uint32_t address = get_arg_val<uint32_t>(0);
    const uint32_t value = get_arg_val<uint32_t>(1);
    constexpr auto args = TensorAccessorArgs<0>();
    const uint32_t bytes = get_tile_size(0);
    const auto output = TensorAccessor(args, address, bytes);
    cb_reserve_back(0, 1);
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(0));
    for (uint32_t i = 0; i < bytes / 4; ++i) words[i] = value;
    cb_push_back(0, 1);
    cb_wait_front(0, 1);
    noc_async_write_page(0, output, get_read_ptr(0));
    noc_async_write_barrier();
    cb_pop_front(0, 1);
}
"""
)
WAIT_FOR_EVER = INCLUDE + "void kernel_main() { cb_wait_front(0, 1); }\n"
NOTHING = INCLUDE + "void kernel_main() {}\n"


def cb(index=0, pages=1, dtype=ttnn.uint32, cores=CORES):
    """A circular buffer of tiles."""
    page = ttnn.tile_size(dtype)
    return ttnn.CBDescriptor(pages * page, cores, [ttnn.CBFormatDescriptor(index, dtype, page)])


def kernel(source, *, runtime_args=(), compile_time_args=(), config=None, cores=CORES, **options):
    """An inline kernel."""
    return ttnn.KernelDescriptor(
        kernel_source=source,
        source_type=SOURCE,
        core_ranges=cores,
        compile_time_args=list(compile_time_args),
        runtime_args=runtime_args if isinstance(runtime_args, ttnn.RuntimeArgs) else [(CORE, list(runtime_args))],
        config=config or ttnn.ReaderConfigDescriptor(),
        **options,
    )


def tensors(device, dtype=ttnn.uint32):
    """An input and an output of one tile."""
    spec = ttnn.TensorSpec((32, 32), dtype, ttnn.TILE_LAYOUT)
    return [ttnn.allocate_tensor_on_device(spec, device), ttnn.allocate_tensor_on_device(spec, device)]


def fill(device, value, **options):
    """The output of FILL with this value, as a numpy array."""
    pair = tensors(device)
    args = [pair[1].buffer_address(), value]
    words = ttnn.TensorAccessorArgs(pair[1]).get_compile_time_args()
    program = ttnn.ProgramDescriptor(
        kernels=[kernel(FILL, runtime_args=args, compile_time_args=words, **options)], cbs=[cb()]
    )
    return ttnn.to_numpy(ttnn.generic_op(pair, program))
