// From an op to the pictures of its report.
#include "report/op_pictures.hpp"

#include "metal/device_impl.hpp"
#include "report/text.hpp"
#include "tilewright/device.hpp"

namespace tilewright::report {

namespace {

constexpr uint32_t kTileRows = 4;  // of each core: two to begin with, and two that need not wait for the first
constexpr uint32_t kColumns = 256;

}  // namespace

void add_pictures(OpReport& report, workshop::Op op, ttnn::MeshDevice& device) {
    try {
        const auto grid = device.compute_with_storage_grid_size();
        const auto rows = static_cast<uint32_t>(32 * kTileRows * grid.x * grid.y);
        const workshop::OpCase request =
            workshop::make_case(op, {rows, kColumns}, op->dtypes.front(), op->patterns.front());
        const workshop::OpCall call = workshop::make_call(request, device);
        const workshop::Described described = workshop::describe(op, call);
        const clock::Recording recording(*device.impl().card, described.program, run_options(device));
        report.pictures = make_pictures(request.text(), recording, recording.time(), described.program,
                                        workshop::tile_rows_of(request, device));
    } catch (const std::exception& error) {
        report.no_pictures = first_line(error.what());
    }
    device.clear_program_cache();
}

}  // namespace tilewright::report
