// The CB plan of an exported op: the rules of choose_plan (workshop/plan/cb_plan.cpp) for this op, as plain arithmetic.
#include <fmt/format.h>

#include <algorithm>

#include "workshop/export/cpp_names.hpp"
#include "workshop/gen/text.hpp"
#include "workshop/spec/escape.hpp"

namespace tilewright::workshop::exported {

namespace {

constexpr const char* kPlanHeader = R"text(@licence@

#pragma once

@array_include@
#include <cstdint>
#include <vector>

#include <tt-metalium/tt_backend_api_types.hpp>
#include "@op@_device_operation_types.hpp"

namespace @space@ {

// A circular buffer of one call; its pages are tiles.
struct PlannedCb {
    uint32_t index = 0;
    tt::DataFormat format = tt::DataFormat::Invalid;
    uint32_t pages = 0;
};

// How the rows of one call go through L1. 32 sticks make a tile-row, which is one block of tiles, or several.
struct RowPlan {
    uint32_t width = 0;   // of a row
    uint32_t sticks = 0;  // rows: leading dimensions are folded
    @matrix_member@
    @gathered_members@
    uint32_t width_tiles = 0;
    uint32_t block_tiles = 0;
    uint32_t blocks = 0;
    uint32_t passes = 1;             // over the input: each sends every block again
    uint32_t first_pass_blocks = 0;  // the first of several may need only the beginning of a row
    uint32_t anchor_tiles = 0;       // tiles of a mean's first part; 0: it has one part
    bool tiles_resident = false;     // the tiles of a row stay, its sticks pass in blocks
    bool lines_stay = false;         // what is one row for all is kept whole
    std::vector<PlannedCb> cbs;

    uint32_t tile_rows() const { return (sticks + 31) / 32; }
    uint32_t bytes() const;
    // What a program built from it depends on.
    std::vector<uint32_t> choice() const;
};

RowPlan make_plan(const @Type@Params& attributes, const @Type@Inputs& args);
@extents_declaration@
@sides_declaration@

}  // namespace @space@
)text";

constexpr const char* kPlanSource = R"text(@licence@

#include "@op@_plan.hpp"

#include <algorithm>
#include <utility>

#include <tt-metalium/allocator.hpp>
#include <tt_stl/assert.hpp>
#include "ttnn/tensor/types.hpp"

namespace @space@ {

using namespace tt::tt_metal;
using tt::DataFormat;

namespace {

// Resident: a tile-row in L1, as sticks and as tiles. TilesResident: its tiles stay, its sticks pass in blocks, once.
// Streaming: blocks only, sent again for every pass.
enum class Kind { Resident, TilesResident, Streaming };

uint32_t ceil_div(uint32_t a, uint32_t b) { return (a + b - 1) / b; }

// L1 that circular buffers can have on every core now.
uint32_t free_l1_bytes(const Tensor& tensor) {
    const auto* device = tensor.device();
    const auto begin = device->allocator()->get_base_allocator_addr(HalMemType::L1);
    const auto lowest = device->lowest_occupied_compute_l1_address();
    const auto end = lowest.has_value() ? lowest.value() : device->l1_size_per_core();
    return end > begin ? static_cast<uint32_t>(end - begin) : 0;
}

// Tiles of a block, the best first. A block costs `block_cost` tiles of work beside its tiles, the first and the last
// overlap with nothing, and tiles that fill DST evenly are packed quicker.
[[maybe_unused]] std::vector<uint32_t> block_sizes(uint32_t width_tiles, double block_cost) {
    std::vector<std::pair<double, uint32_t>> costs;
    for (uint32_t size = 1; size < width_tiles; ++size) {
        const uint32_t blocks = ceil_div(width_tiles, size);
        if (ceil_div(width_tiles, blocks) != size) {
            continue;  // as many smaller ones do
        }
        const double packing = size % 4 == 0 ? 0 : size % 2 == 0 || size % 3 == 0 ? @uneven@ : @odd@;
        costs.emplace_back(blocks * size * (1 + packing) + blocks * block_cost + size * @alone@, size);
    }
    std::sort(costs.begin(), costs.end());
    std::vector<uint32_t> sizes;
    for (const auto& [cost, size] : costs) {
        sizes.push_back(size);
    }
    return sizes;
}

}  // namespace

uint32_t RowPlan::bytes() const {
    uint32_t total = 0;
    for (const PlannedCb& cb : cbs) {
        total += cb.pages * tt::tile_size(cb.format);
    }
    return total;
}

std::vector<uint32_t> RowPlan::choice() const {
    std::vector<uint32_t> words = {block_tiles, blocks, passes, tiles_resident, lines_stay};
    for (const PlannedCb& cb : cbs) {
        words.push_back(cb.pages);
    }
    return words;
}

@extents_definition@
@sides_definition@
RowPlan make_plan(const @Type@Params& attributes, const @Type@Inputs& args) {
    const DataFormat output_format = datatype_to_dataformat_converter(attributes.output_dtype);
    const bool fp32_dst = get_fp32_dest_acc_en(attributes.compute_kernel_config);
    [[maybe_unused]] const DataFormat value_format = fp32_dst ? DataFormat::Float32 : DataFormat::Float16_b;
    const auto& shape = @rows@;
    @sides@
    @row_geometry@
    const uint32_t l1_bytes = free_l1_bytes(args.@first@);
    @refined@
    const uint32_t passes = @passes@;
    [[maybe_unused]] const bool has_lines = @has_lines@;

    RowPlan plan;
    plan.width = width;
    @folded_rows@
    @matrices@
    plan.width_tiles = width_tiles;
    @anchor@
    const auto fits = [&](Kind kind, uint32_t tiles, uint32_t depth, bool lines_stay) {
        [[maybe_unused]] const bool tiles_resident = kind == Kind::TilesResident;
        plan.block_tiles = tiles;
        plan.blocks = ceil_div(width_tiles, tiles);
        plan.passes = kind == Kind::Streaming ? passes : 1;
        @first_pass@
        plan.tiles_resident = tiles_resident;
        plan.lines_stay = has_lines && lines_stay;
        plan.cbs.clear();
        const auto add = [&](uint32_t index, DataFormat format, uint32_t pages) {
            plan.cbs.push_back({index, format, pages});
        };
        @cbs@
        return plan.bytes() <= l1_bytes;
    };
    @blocks_lambda@

    // Few readings of DRAM first, then overlap of the kernels, then blocks of a good size.
    @choice@
    TT_THROW(
        "@op@: {} bytes of L1 are free on each core, but rows of {} elements need {} bytes; free L1 buffers first",
        l1_bytes,
        width,
        plan.bytes());
}

}  // namespace @space@
)text";

// Blocks of every good size, two of them buffered each way; rows for all stay if they can.
constexpr const char* kBlocksLambda = R"text(const auto fits_in_blocks = [&](Kind kind, double block_cost) {
    for (const uint32_t size : block_sizes(width_tiles, block_cost)) {
        for (const bool stay : {true, false}) {
            if ((has_lines || !stay) && fits(kind, size, 2, stay)) {
                return true;
            }
        }
    }
    return fits(kind, 1, 2, false);
};
)text";

std::string pages_text(PagesOf size) {
    switch (size) {
        case PagesOf::One: return "1";
        case PagesOf::Two: return "2";
        case PagesOf::Scalers: return "width % 32 == 0 ? 1 : 2";
        case PagesOf::Block: return "tiles";
        case PagesOf::TwoBlocks: return "2 * tiles";
        case PagesOf::Blocks: return "depth * tiles";
        case PagesOf::TileBlocks: return "tiles_resident ? plan.blocks * tiles : depth * tiles";
        case PagesOf::Tiles: return "tiles_resident ? plan.blocks * tiles : tiles";
        case PagesOf::Line: return "(lines_stay ? plan.blocks : depth) * tiles";
        case PagesOf::Inner:
        case PagesOf::Sums: return "ceil_div(sides[{}], 32)";
        case PagesOf::InnerParts: return "2 * part_of(ceil_div(sides[{}], 32))";
        case PagesOf::Kept: return "tiles";
        case PagesOf::Parts: return "2 * part_of(tiles)";
        case PagesOf::Part: break;
    }
    return "";
}

// Where a formula has products of matrices: the rows are those of the first product, and sides have sizes of their own.
constexpr const char* kSidesDeclaration = R"text(
// The shape of the rows, which a product of matrices gives, and the sizes of its sides beside that.
tt::tt_metal::Shape rows_shape(const @Type@Inputs& args);
std::vector<uint32_t> sides_of(const @Type@Inputs& args);
)text";
constexpr const char* kSidesDefinition = R"text(Shape rows_shape(const @Type@Inputs& args) {
    Shape shape = args.@left@.logical_shape();
    @columns@
    return shape;
}
std::vector<uint32_t> sides_of(const @Type@Inputs& args) { return {@sizes@}; }

namespace {

// Tiles of a column that go together.
uint32_t part_of(uint32_t tiles) {
    uint32_t part = std::min<uint32_t>(tiles, 8);
    while (tiles % part != 0) {
        --part;
    }
    return part;
}

}  // namespace

)text";

void sides_gaps(Gaps& gaps, const rows::Spec& spec) {
    if (!spec.has_operands()) {
        gaps["sides_declaration"] = gaps["sides_definition"] = gaps["sides"] = "";
        return;
    }
    const bool multiplies = !spec.products.empty();
    Gaps own = gaps;
    own["left"] = multiplies ? spec.inputs[spec.products.front().left].name : spec.first_rows().name;
    own["columns"] =
        multiplies ? fmt::format("shape[-1] = {};\n", columns_of(spec, spec.products.front().right, "args.")) : "";
    own["sizes"] = fmt::format("{}", fmt::join(size_sources(spec), ", "));
    gaps["sides_declaration"] = filled(kSidesDeclaration, own);
    gaps["sides_definition"] = filled(kSidesDefinition, own);
    gaps["sides"] = "const std::vector<uint32_t> sides = sides_of(args);\n";
}

// Sizes of N (all before C), C, H and W.
constexpr const char* kExtents = R"text(std::array<uint32_t, 4> extents_of(const Shape& shape) {
    const int rank = static_cast<int>(shape.rank());
    const auto size = [&](int dim) { return rank >= -dim ? static_cast<uint32_t>(shape[dim]) : 1u; };
    uint32_t batch = 1;
    for (int dim = -rank; dim < -3; ++dim) {
        batch *= shape[dim];
    }
    return {batch, size(-3), size(-2), size(-1)};
}

)text";

// The product of the sizes of these dimensions, in tiles or in elements, over the extents.
std::string product(Dims dims, bool tiles) {
    std::string text;
    for (const auto& [dim, place] : {std::pair{kN, 0}, std::pair{kC, 1}, std::pair{kH, 2}, std::pair{kW, 3}}) {
        if ((dims & dim) == 0) continue;
        const bool in_tiles = tiles && (dim == kH || dim == kW);
        text += (text.empty() ? "" : " * ") +
                (in_tiles ? fmt::format("ceil_div(extents[{}], 32)", place) : fmt::format("extents[{}]", place));
    }
    return text.empty() ? "1" : text;
}

void gathered_gaps(Gaps& gaps, const rows::Plan& plan) {
    const bool gathered = plan.gathered();
    const Dims reduced = plan.program.reduced, kept = static_cast<Dims>(kAllDims & ~reduced);
    gaps["gathered_members"] = gathered ? "std::array<uint32_t, 4> extents = {};  // N (all before C), C, H, W\n"
                                          "uint32_t elements = 0;                 // of a row\n"
                                        : "";
    gaps["extents_declaration"] =
        gathered ? "std::array<uint32_t, 4> extents_of(const tt::tt_metal::Shape& shape);\n" : "";
    gaps["array_include"] = gathered ? "#include <array>\n" : "";
    gaps["extents_definition"] = gathered ? kExtents : "";
    gaps["row_geometry"] = gathered
                               ? fmt::format(
                                     "// A row is along {} and gathered tile by tile; each is counted as 32 sticks.\n"
                                     "const auto extents = extents_of(shape);\n"
                                     "const uint32_t width_tiles = {};\nconst uint32_t width = 32 * width_tiles;\n",
                                     dims_words(reduced), product(reduced, true))
                               : "const uint32_t width = std::max<uint32_t>(shape[-1], 1);\n"
                                 "const uint32_t width_tiles = ceil_div(width, 32);\n";
    gaps["folded_rows"] = gathered
                              ? fmt::format("plan.sticks = 32 * {};\nplan.extents = extents;\nplan.elements = {};\n",
                                            product(kept, true), product(reduced, false))
                              : "plan.sticks = static_cast<uint32_t>(shape.volume() / width);\n";
}

std::string cbs_text(const rows::Plan& plan) {
    std::vector<const rows::PlanCb*> cbs;
    for (const rows::PlanCb& cb : plan.cbs) cbs.push_back(&cb);
    std::sort(cbs.begin(), cbs.end(), [](const auto* a, const auto* b) { return a->index < b->index; });
    std::string text;
    for (const rows::PlanCb* cb : cbs) {
        std::vector<std::string> conditions;
        for (const int condition : cb->conditions) {
            conditions.push_back(condition == rows::kRefined ? "refined"
                                 : condition == rows::kPartial
                                     ? "width % 32 != 0"
                                     : fmt::format("args.{}.has_value()", plan.spec.inputs[condition].name));
        }
        // In plans with resident tiles values between two steps are made in DST.
        if (cb->size == PagesOf::Block || cb->size == PagesOf::TwoBlocks) conditions.emplace_back("!tiles_resident");
        std::string format = cb->format == rows::FormatOf::Output ? "output_format" : "value_format";
        if (cb->format == rows::FormatOf::Input) {
            const rows::SpecInput& input = plan.spec.inputs[static_cast<size_t>(cb->input)];
            format = fmt::format("datatype_to_dataformat_converter(args.{}{}dtype())", input.name,
                                 input.optional ? "->" : ".");
        }
        if (cb->size == PagesOf::Sums) conditions.emplace_back("plan.blocks > 1");
        const std::string line =
            fmt::format("add({}, {}, {});  // {}", cb->index, format,
                        fmt::format(fmt::runtime(pages_text(cb->size)), cb->inner), rows::cpp_comment(cb->holds));
        if (conditions.empty()) {
            text += line + "\n";
        } else {
            text += fmt::format("if ({}) {{\n    {}\n}}\n", fmt::join(conditions, " && "), line);
        }
    }
    return text;
}

// Chooser::run of cb_plan.cpp, for what is known of the op.
std::string choice_text(const rows::Plan& plan) {
    constexpr BlockCosts costs;
    const PlanChoice choice = plan.spec.plan;
    const bool several = plan.streaming_passes(true) > 1;
    const bool may_stream = choice != PlanChoice::Resident;
    const std::string stay_if = choice == PlanChoice::Streaming ? "width_tiles == 1" : "";
    std::vector<std::string> tries;
    const auto attempt = [&](std::vector<std::string> conditions, const std::string& call) {
        conditions.erase(std::remove(conditions.begin(), conditions.end(), ""), conditions.end());
        conditions.push_back(call);
        tries.push_back(fmt::format("if ({}) {{\n    return plan;\n}}\n", fmt::join(conditions, " && ")));
    };
    for (const ShapePlan& one : plan.by_clock) {
        const PlanAsk ask = PlanAsk::parse(one.plan);
        const PlanKind kind = ask.kind.value_or(PlanKind::Resident);
        const bool resident = kind == PlanKind::Resident || kind == PlanKind::ResidentSingle;
        const char* name = resident ? "Resident" : kind == PlanKind::Streaming ? "Streaming" : "TilesResident";
        attempt({fmt::format("shape == Shape({{{}}})", fmt::join(one.shape, ", ")),
                 kind == PlanKind::TilesResident && plan.stores_blocks ? "fp32_dst" : ""},
                fmt::format("fits(Kind::{}, {}, {}, {})", name,
                            ask.block_tiles ? std::to_string(*ask.block_tiles) : "width_tiles", ask.depth.value_or(2),
                            ask.lines_stay.value_or(kind != PlanKind::Streaming)));
    }
    const std::string in_blocks = fmt::format("width_tiles >= {}", kLeastTilesInBlocks);
    const std::string tiles_stay = fmt::format("fits_in_blocks(Kind::TilesResident, {})", costs.block);
    const std::string streams =
        fmt::format("fits_in_blocks(Kind::Streaming, {})", several ? costs.again : costs.passed);
    // A 16-bit DST would not round values as their CBs do.
    const std::string dst = plan.stores_blocks ? "fp32_dst" : "";
    const bool tiles_only = several && plan.tiles_may_stay;
    if (tiles_only && !plan.makes_again() && stay_if.empty()) attempt({in_blocks, dst}, tiles_stay);
    if (may_stream && !several) attempt({in_blocks}, streams);
    attempt({stay_if}, "fits(Kind::Resident, width_tiles, 2, true)");
    if (tiles_only && stay_if.empty()) attempt({"width_tiles > 1", dst}, tiles_stay);
    const bool single = several || !may_stream;
    attempt({stay_if, single ? "" : "width_tiles == 1"}, "fits(Kind::Resident, width_tiles, 1, true)");
    if (may_stream) attempt({}, streams);
    std::string text;
    for (const std::string& one : tries) text += one;
    return text;
}

}  // namespace

Files plan_files(const ExportRequest& request, const Gaps& common) {
    const rows::Plan& plan = request.plan;
    Gaps gaps = common;
    constexpr BlockCosts costs;
    gaps["uneven"] = rows::number_text(costs.uneven);
    gaps["odd"] = rows::number_text(costs.odd);
    gaps["alone"] = rows::number_text(costs.alone);
    const bool refines = plan.program.has_refinement;
    gaps["refined"] = refines ? "// Means have two parts where results show it.\n"
                                "const bool refined = fp32_dst && attributes.output_dtype == DataType::FLOAT32;\n"
                              : "";
    const uint32_t most = plan.streaming_passes(true), least = plan.streaming_passes(false);
    gaps["passes"] = most == least ? std::to_string(most) : fmt::format("refined ? {} : {}", most, least);
    std::vector<std::string> lines;
    for (const rows::SpecInput& input : plan.spec.inputs) {
        if (input.shape != rows::InputShape::Row) continue;
        lines.push_back(input.optional ? fmt::format("args.{}.has_value()", input.name) : "true");
    }
    gaps["has_lines"] = lines.empty() ? "false" : fmt::format("{}", fmt::join(lines, " || "));
    gaps["anchor"] = refines ? fmt::format("plan.anchor_tiles = refined ? {} : 0;\n", kAnchorTiles) : "";
    gaps["first_pass"] =
        refines && plan.passes.front().anchor_only
            ? "const bool first_is_short = plan.passes > 1 && plan.anchor_tiles != 0;\n"
              "const uint32_t first_tiles = first_is_short ? std::min(plan.anchor_tiles, width_tiles) : width_tiles;\n"
              "plan.first_pass_blocks = ceil_div(first_tiles, tiles);\n"
            : "plan.first_pass_blocks = plan.blocks;\n";
    gaps["matrices"] = plan.spec.in_matrices() ? "// Every matrix is padded to whole tile-rows.\n"
                                                 "plan.matrix_rows = std::max<uint32_t>(shape[-2], 1);\n"
                                                 "plan.sticks = plan.sticks / plan.matrix_rows * "
                                                 "(ceil_div(plan.matrix_rows, 32) * 32);\n"
                                               : "";
    gaps["matrix_member"] =
        plan.spec.in_matrices() ? "uint32_t matrix_rows = 0;  // sticks are counted with every matrix padded\n" : "";
    gathered_gaps(gaps, plan);
    sides_gaps(gaps, plan.spec);
    gaps["cbs"] = cbs_text(plan);
    const std::string choice = choice_text(plan);
    gaps["choice"] = choice;
    gaps["blocks_lambda"] = choice.find("fits_in_blocks") == std::string::npos ? "" : kBlocksLambda;
    return {{"device/" + plan.spec.name + "_plan.hpp", filled(kPlanHeader, gaps)},
            {"device/" + plan.spec.name + "_plan.cpp", filled(kPlanSource, gaps)}};
}

}  // namespace tilewright::workshop::exported
