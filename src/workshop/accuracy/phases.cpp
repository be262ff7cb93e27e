// Recording the circular buffers of a run, and evaluating every phase in float64.
#include "workshop/accuracy/phases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "base/error.hpp"
#include "engine/launch.hpp"
#include "metal/device_impl.hpp"
#include "tile/formats/layout.hpp"
#include "tilewright/device.hpp"

namespace tilewright::workshop::accuracy {

PhaseValues::Error PhaseValues::error(const Matrix& got, const Matrix& want) {
    Error result;
    double square = 0, error_square = 0, sum = 0, magnitude = 0;
    for (size_t i = 0; i < got.size(); ++i) {
        const double difference = got[i] - want[i];
        square += want[i] * want[i];
        error_square += difference * difference;
        sum += want[i] < 0 ? -difference : difference;
        magnitude += std::abs(want[i]);
        if (std::abs(difference) > result.worst) result.worst = std::abs(difference), result.at = i;
    }
    result.norm = error_square == 0 ? 0 : std::sqrt(error_square / std::max(square, 1e-300));
    result.bias = sum == 0 ? 0 : sum / std::max(magnitude, 1e-300);
    return result;
}

namespace {

// Pages in the order in which they were pushed, by circular buffer.
class Recorder : public engine::CallObserver {
public:
    void cb_call(engine::Fiber& fiber, uint32_t cb, engine::CbCall call, uint32_t pages) override {
        if (call != engine::CbCall::Push) return;
        const TwCbShared& shared = fiber.thread.cb_shared[cb];
        const std::lock_guard lock(mutex_);
        for (uint64_t page = shared.pushed - pages; page < shared.pushed; ++page) {
            const auto* from = reinterpret_cast<const uint8_t*>(fiber.thread.l1_base + shared.address +
                                                                page % shared.num_pages * shared.page_bytes);
            bytes_[cb].insert(bytes_[cb].end(), from, from + shared.page_bytes);
        }
    }
    void signal(engine::Fiber&, card::Core&, uint32_t, uint32_t, bool) override {}
    const std::vector<uint8_t>& pages_of(uint32_t cb) { return bytes_[cb]; }

private:
    std::mutex mutex_;
    std::map<uint32_t, std::vector<uint8_t>> bytes_;
};

void run_recorded(ttnn::MeshDevice& device, const program::ProgramDescriptor& program, Recorder& recorder) {
    engine::RunOptions options = engine::looking_inside(run_options(device));
    options.mode = engine::Mode::Strict;  // fast kernels count pages without telling anybody
    engine::PreparedProgram prepared(*device.impl().card, program, options);
    engine::RunSetup setup;
    setup.observer = &recorder;
    const engine::Outcome outcome = engine::run_once(prepared, std::move(setup));
    std::optional<Finding> failure;
    if (outcome.run->failure() != nullptr) failure = *outcome.run->failure();
    engine::give_back_stacks(*outcome.run);
    if (failure) throw Error(std::move(*failure));
    if (!outcome.finished) throw Error("TW1000", "the op hangs", "tilewright check tells why", Exit::Finding);
}

Value rows_of(const std::vector<float>& numbers, InputShape shape, size_t rows, size_t width) {
    const size_t columns = shape == InputShape::Column ? 1 : width;
    return {shape == InputShape::Row ? 1 : rows, columns, Matrix(numbers.begin(), numbers.end())};
}

// The recorded tiles of a CB that hold the phase, as rows of numbers.
Matrix decode(const program::Phase& phase, const program::CbFormat& cb, const std::vector<uint8_t>& bytes, size_t rows,
              size_t columns) {
    const size_t tile_rows = (rows + 31) / 32, block = size_t{phase.block_pages} * cb.page_bytes;
    const size_t pushes = phase.blocks_per_tile_row != 0 ? phase.blocks_per_tile_row
                                                         : bytes.size() / std::max<size_t>(1, block * tile_rows);
    const size_t wanted = (columns + 32 * phase.block_pages - 1) / (32 * phase.block_pages);
    if (pushes == 0 || bytes.size() != block * pushes * tile_rows || (phase.blocks.empty() && pushes < wanted)) {
        throw Error(
            "TW4121",
            fmt::format("phase {}: c_{} got {} bytes in {} tile-rows, which are no whole blocks of {} pages{}",
                        phase.name, phase.cb, bytes.size(), tile_rows, phase.block_pages,
                        phase.blocks_per_tile_row == 0 ? std::string()
                                                       : fmt::format(", {} for each", phase.blocks_per_tile_row)),
            "declare the phase as the kernels push it", Exit::Finding);
    }
    std::vector<uint32_t> chosen = phase.blocks;
    for (size_t i = 0; phase.blocks.empty() && i < wanted; ++i)
        chosen.push_back(static_cast<uint32_t>(pushes - wanted + i));
    const size_t width = size_t{32} * phase.block_pages;
    Matrix matrix(rows * columns);
    std::vector<float> values(32 * width);
    for (size_t r = 0; r < tile_rows; ++r) {
        for (size_t part = 0; part < chosen.size(); ++part) {
            const uint8_t* from = bytes.data() + (r * pushes + chosen[part]) * block;
            tile::tiles_to_row_major(cb.format, from, values.data(), 32, static_cast<uint32_t>(width));
            for (size_t stick = 0; stick < 32 && r * 32 + stick < rows; ++stick) {
                for (size_t i = 0; i < width && part * width + i < columns; ++i)
                    matrix[(r * 32 + stick) * columns + part * width + i] = values[stick * width + i];
            }
        }
    }
    return matrix;
}

const program::CbFormat& find_cb(const program::ProgramDescriptor& program, const program::Phase& phase) {
    for (const program::CbDescriptor& cb : program.cbs) {
        for (const program::CbFormat& format : cb.formats) {
            if (format.index == phase.cb) return format;
        }
    }
    throw Error("TW4121", fmt::format("phase {}: the program has no c_{}", phase.name, phase.cb),
                "declare it where the value can be seen", Exit::Finding);
}

}  // namespace

std::vector<PhaseValues> record_phases(const OpCase& request, const OpData& data, ttnn::MeshDevice& device) {
    // One core, so that pages come in the order of the rows; the split over cores changes no number.
    OpCase on_one = request;
    on_one.core_grid = CoreCoord{1, 1};
    const OpCall call = make_call(on_one, data, device);
    const Described described = describe(on_one.op, call);
    const auto phases = described.program.phases.empty() ? plan_of(on_one, device).phases : described.program.phases;
    if (phases.empty()) return {};
    Recorder recorder;
    run_recorded(device, described.program, recorder);
    const std::vector<float> output = described.output.cpu().to_vector<float>();

    const size_t width = request.width(), rows = data.input.size() / width;
    std::map<std::string, Value> given, exact;
    for (size_t i = 0; i < request.op->inputs.size(); ++i) {
        const OpInput& input = request.op->inputs[i];
        if (!request.dtype_of(input.name)) continue;
        given[input.name] = rows_of(i == 0 ? data.input : data.other(input.name), input.shape, rows, width);
    }
    for (const OpParameter& parameter : request.op->parameters)
        given[parameter.name] = {1, 1, {static_cast<double>(static_cast<float>(request.parameter(parameter.name)))}};
    exact = given;
    std::vector<PhaseValues> all;
    for (const program::Phase& phase : phases) {
        const program::CbFormat& cb = find_cb(described.program, phase);
        PhaseValues made;
        made.name = fmt::format("c_{} {}", phase.cb, phase.name);
        made.columns = phase.column ? 1 : width;
        made.significant_bits = cb.format == tile::DataFormat::Float32 ? 24 : 8;
        made.format = std::string(tile::format_name(cb.format));
        made.on_given = evaluate(phase.formula, given, phase.first_columns).numbers;
        made.exact = evaluate(phase.formula, exact, phase.first_columns).numbers;
        made.got = phase.result ? Matrix(output.begin(), output.end())
                                : decode(phase, cb, recorder.pages_of(phase.cb), rows, made.columns);
        made.sums = phase.formula.find("mean(") != std::string::npos || phase.formula.find("sum(") != std::string::npos;
        made.terms = made.sums ? static_cast<uint32_t>((width + 31) / 32) : 1;
        for (const Matrix* one : {&made.on_given, &made.exact}) {
            if (one->size() == made.got.size()) continue;
            throw Error("TW4121",
                        fmt::format("phase {}: {} has {} values, its formula {} gives {}", phase.name, made.name,
                                    made.got.size(), phase.formula, one->size()),
                        "declare it as column, or with another formula", Exit::Finding);
        }
        given[phase.name] = {rows, made.columns, made.got};
        exact[phase.name] = {rows, made.columns, phase.approximate ? made.got : made.exact};
        all.push_back(std::move(made));
    }
    return all;
}

}  // namespace tilewright::workshop::accuracy
