// Recording the circular buffers of a run, and evaluating every phase of an op in float64.
#if TILEWRIGHT_HAVE_OPS
#include "cli/accuracy_phases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "base/error.hpp"
#include "engine/launch.hpp"
#include "metal/device_impl.hpp"
#include "tilewright/device.hpp"
#include "ops/common/seed_ops.hpp"
#include "tile/formats/layout.hpp"

namespace tilewright::cli {

Phase::Error Phase::error(const Matrix& got, const Matrix& want) {
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
    void signal(engine::Fiber&, card::Core&, uint32_t) override {}
    const std::vector<uint8_t>& pages_of(uint32_t cb) { return bytes_[cb]; }

private:
    std::mutex mutex_;
    std::map<uint32_t, std::vector<uint8_t>> bytes_;
};

void run_recorded(ttnn::MeshDevice& device, const program::ProgramDescriptor& program, Recorder& recorder) {
    engine::PreparedProgram prepared(*device.impl().card, program, run_options(device));
    engine::RunSetup setup;
    setup.observer = &recorder;
    const engine::Outcome outcome = engine::run_once(prepared, std::move(setup));
    std::optional<Finding> failure;
    if (outcome.run->failure() != nullptr) failure = *outcome.run->failure();
    engine::give_back_stacks(*outcome.run);
    if (failure) throw Error(std::move(*failure));
    if (!outcome.finished) throw Error("TW1000", "the op hangs", "tilewright check tells why", Exit::Finding);
}

// The phases of one op, evaluated from what was recorded. One core works on all rows. A tile-row pushes blocks of tiles
// into a CB in a fixed order of roles, which is what tells them apart: 'x' input ('a' where only the beginning of a row
// is sent), 'c' centred, 's' squares, 'r' results on their way (the last of them is the result).
class Analysis {
public:
    Analysis(const workshop::OpCase& request, const workshop::OpData& data, const workshop::OpPlan& plan,
             Recorder& recorder)
        : request_(request),
          data_(data),
          plan_(plan),
          recorder_(recorder),
          width_(request.shape.back()),
          tiles_(plan.rows.block_tiles),
          rows_(plan.rows.sticks),
          blocks_(plan.rows.blocks),
          tiles_resident_(plan.kind == workshop::PlanKind::TilesResident),
          fpu_(plan.math == workshop::RowMath::Fpu) {}

    std::vector<Phase> phases(const std::vector<float>& output) {
        const bool layernorm = request_.op->name == "layernorm_fused_rm";
        const std::string pushes = pushes_of_tiles();
        const Matrix input(data_.input.begin(), data_.input.end());
        const Matrix tiled = add("tilize", 1, width_, input, input, wide(1, pushes, 'x'));
        // Plans whose result can show it have a mean in two parts: an anchor near it, and the mean of x - anchor as a
        // second column to subtract.
        const auto rest_cb = std::find_if(plan_.cbs.begin(), plan_.cbs.end(), [](const workshop::PlannedCb& cb) {
            return cb.holds == "mean of x - anchor";
        });
        const bool two_parts = rest_cb != plan_.cbs.end();
        const uint32_t mean_tiles = two_parts ? std::min(workshop::kAnchorTiles, plan_.rows.width_tiles())
                                              : plan_.rows.width_tiles(),
                       mean_blocks = std::min(blocks_, (mean_tiles + tiles_ - 1) / tiles_);
        const uint32_t mean_cb = layernorm ? 25 : 3, mean_columns = std::min(width_, 32 * mean_tiles);
        const Matrix mean = add(two_parts ? "anchor" : "mean", mean_cb, 1, row_means(tiled, mean_columns),
                                row_means(input, mean_columns), narrow(mean_cb, mean_blocks));
        Matrix subtracted = mean;
        if (two_parts) {
            const Matrix rest = add("rest of mean", rest_cb->index, 1, difference(row_means(tiled), mean),
                                    difference(row_means(input), mean), narrow(rest_cb->index));
            for (size_t i = 0; i < rest.size(); ++i) subtracted[i] += rest[i];
        }
        const Matrix exact_centered = minus_column(input, row_means(input));
        const uint32_t centered_cb = layernorm ? 24 : 4;
        Matrix centered = minus_column(tiled, subtracted);
        if (!tiles_resident_) {
            centered = add("x - mean", centered_cb, width_, centered, exact_centered,
                           wide(centered_cb, std::string(layernorm && blocks_ > 1 ? 2 * blocks_ : blocks_, 'c'), 'c'));
        }
        if (request_.op->name == "centralize_w_rm") return finish(centered, exact_centered, width_, output);
        const Matrix exact_squares = squares(exact_centered), exact_variance = row_means(exact_squares);
        Matrix squared = squares(centered);  // in DST only, for layernorm on the SFPU
        if (!layernorm && !tiles_resident_) {
            squared = add("square", 5, width_, squared, exact_squares, wide(5, std::string(blocks_, 's'), 's'));
        } else if (layernorm && fpu_) {
            squared = add("square", 1, width_, squared, exact_squares, wide(1, pushes, 's'));
        }
        const uint32_t variance_cb = layernorm ? 26 : 6;
        const Matrix variance =
            add("variance", variance_cb, 1, row_means(squared), exact_variance, narrow(variance_cb));
        if (!layernorm) return finish(variance, exact_variance, 1, output);
        const Matrix exact_inverse = inverse(exact_variance);
        const Matrix deviation = add("1/sqrt(var + eps)", 27, 1, inverse(variance), exact_inverse, narrow(27, 1));
        const Matrix exact = scaled(exact_centered, exact_inverse);
        Matrix result = scaled(centered, deviation);
        // Results have a CB of their own, but for the matrix unit.
        if (!tiles_resident_ && fpu_) result = add("scale, shift", 1, width_, result, exact, wide(1, pushes, 'r'));
        if (!tiles_resident_ && !fpu_) {
            result = add("scale, shift", 30, width_, result, exact, wide(30, std::string(blocks_, 'r'), 'r'));
        }
        return finish(result, exact, width_, output);
    }

private:
    Matrix add(const std::string& name, uint32_t cb, uint32_t columns, Matrix on_given, Matrix exact, Matrix got) {
        Phase phase;
        const tt::DataFormat format = plan_.cb(cb).format;
        phase.name = fmt::format("c_{} {}", cb, name);
        phase.columns = columns;
        phase.significant_bits = format == tt::DataFormat::Float32 ? 24 : 8;
        phase.format = format == tt::DataFormat::Float32 ? "Float32" : "Float16_b";
        phase.terms = columns == 1 && name != "1/sqrt(var + eps)" ? plan_.rows.width_tiles() : 1;
        phase.on_given = std::move(on_given);
        phase.exact = std::move(exact);
        phase.got = got;
        phases_.push_back(std::move(phase));
        return got;
    }
    std::vector<Phase> finish(const Matrix& before, const Matrix& exact, uint32_t columns,
                              const std::vector<float>& output) {
        add("untilize", 16, columns, before, exact, Matrix(output.begin(), output.end()));
        return std::move(phases_);
    }

    // What one tile-row pushes into c_1, block by block, as the kernels go over it.
    std::string pushes_of_tiles() const {
        const auto times = [&](const std::string& roles) {
            std::string text;
            for (uint32_t block = 0; block < blocks_; ++block) text += roles;
            return text;
        };
        const bool layernorm = request_.op->name == "layernorm_fused_rm";
        const bool streaming = blocks_ > 1;
        if (tiles_resident_) return times("x");
        // A first pass over the beginning of a row only is none over the input.
        const uint32_t first = plan_.rows.first_pass_blocks;
        const std::string first_pass(first, first < blocks_ ? 'a' : 'x');
        if (!layernorm) return first_pass + std::string((plan_.rows.passes - 1) * blocks_, 'x');
        // Gamma and beta on the matrix unit are phases of their own.
        const std::string results(fpu_ ? 1 + !data_.other("gamma").empty() + !data_.other("beta").empty() : 0, 'r');
        const std::string square = fpu_ ? "s" : "";
        if (!streaming) return "x" + square + results;
        return first_pass + std::string((plan_.rows.passes - 3) * blocks_, 'x') + times("x" + square) +
               times("x" + results);
    }

    // Recorded tiles of a CB as a matrix of tile-rows: the blocks with this role among those that each tile-row pushes.
    // Where a block is pushed again, later ones are the same (input, centred) or further (results).
    Matrix wide(uint32_t cb, const std::string& pushes, char role) {
        std::vector<size_t> chosen;
        for (size_t i = 0; i < pushes.size(); ++i) {
            const bool last_of_block = i + 1 == pushes.size() || pushes[i + 1] != role || role != 'r' || !fpu_;
            if (pushes[i] == role && last_of_block && chosen.size() < blocks_) chosen.push_back(i);
        }
        return decode(cb, tiles_, pushes.size(), chosen, width_);
    }
    // A column: sums so far after every block, then the result.
    Matrix narrow(uint32_t cb) { return narrow(cb, blocks_); }
    Matrix narrow(uint32_t cb, size_t pushes) { return decode(cb, 1, pushes, {pushes - 1}, 1); }

    Matrix decode(uint32_t cb, uint32_t tiles, size_t pushes, const std::vector<size_t>& chosen, uint32_t columns) {
        const workshop::PlannedCb& planned = plan_.cb(cb);
        const std::vector<uint8_t>& bytes = recorder_.pages_of(cb);
        const size_t block = size_t{tiles} * planned.page_bytes(), tile_rows = plan_.rows.tile_rows();
        if (bytes.size() != block * pushes * tile_rows)
            throw Error(
                "TW4000",
                fmt::format("c_{} got {} bytes where its plan has {}", cb, bytes.size(), block * pushes * tile_rows),
                "the op's kernels no longer follow the phases that accuracy knows", Exit::Finding);
        Matrix matrix(rows_ * columns);
        std::vector<float> values(size_t{32} * 32 * tiles);
        const auto format =
            planned.format == tt::DataFormat::Float32 ? tile::DataFormat::Float32 : tile::DataFormat::Float16_b;
        for (size_t r = 0; r < tile_rows; ++r) {
            for (size_t part = 0; part < chosen.size(); ++part) {
                const uint8_t* from = bytes.data() + (r * pushes + chosen[part]) * block;
                tile::tiles_to_row_major(format, from, values.data(), 32, 32 * tiles);
                const size_t first = part * 32 * tiles;
                for (size_t stick = 0; stick < 32 && r * 32 + stick < rows_; ++stick) {
                    for (size_t i = 0; i < 32 * tiles && first + i < columns; ++i) {
                        matrix[(r * 32 + stick) * columns + first + i] = values[stick * 32 * tiles + i];
                    }
                }
            }
        }
        return matrix;
    }

    Matrix row_means(const Matrix& values) const { return row_means(values, width_); }
    // Of the first `columns` of every row.
    Matrix row_means(const Matrix& values, uint32_t columns) const {
        Matrix means(rows_, 0.0);
        for (size_t i = 0; i < values.size(); ++i) {
            if (i % width_ < columns) means[i / width_] += values[i] / columns;
        }
        return means;
    }
    Matrix minus_column(Matrix values, const Matrix& column) const {
        for (size_t i = 0; i < values.size(); ++i) values[i] -= column[i / width_];
        return values;
    }
    static Matrix difference(Matrix values, const Matrix& others) {
        for (size_t i = 0; i < values.size(); ++i) values[i] -= others[i];
        return values;
    }
    static Matrix squares(Matrix values) {
        for (double& value : values) value *= value;
        return values;
    }
    Matrix inverse(Matrix variances) const {
        for (double& value : variances)
            value = 1 / std::sqrt(value + static_cast<float>(request_.parameter("epsilon")));
        return variances;
    }
    Matrix scaled(Matrix values, const Matrix& inverse) const {
        for (size_t i = 0; i < values.size(); ++i) {
            values[i] *= inverse[i / width_];
            if (const auto& gamma = data_.other("gamma"); !gamma.empty()) values[i] *= gamma[i % width_];
            if (const auto& beta = data_.other("beta"); !beta.empty()) values[i] += beta[i % width_];
        }
        return values;
    }

    const workshop::OpCase& request_;
    const workshop::OpData& data_;
    const workshop::OpPlan& plan_;
    Recorder& recorder_;
    uint32_t width_, tiles_;
    size_t rows_;
    uint32_t blocks_;
    bool tiles_resident_;  // what comes of x is in DST only, until it is the result
    bool fpu_;
    std::vector<Phase> phases_;
};

}  // namespace

bool knows_phases(workshop::Op op) {
    const std::vector<workshop::Op> shipped = ops::seed_ops();
    const bool has_steps =
        op->name == "centralize_w_rm" || op->name == "variance_w_rm" || op->name == "layernorm_fused_rm";
    return has_steps && std::find(shipped.begin(), shipped.end(), op) != shipped.end();
}

std::vector<Phase> record_phases(const workshop::OpCase& request, const workshop::OpData& data,
                                 ttnn::MeshDevice& device) {
    const workshop::OpPlan plan = workshop::plan_of(request, device);
    Recorder recorder;
    const workshop::OpCall call = workshop::make_call(request, data, device);
    const workshop::Described described = workshop::describe(request.op, call);
    run_recorded(device, described.program, recorder);
    return Analysis(request, data, plan, recorder).phases(described.output.cpu().to_vector<float>());
}

}  // namespace tilewright::cli
#endif
