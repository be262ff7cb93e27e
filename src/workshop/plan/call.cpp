// The plan of one call: which CBs it has, in which formats; how large they are is the business of choose_plan.
#include <algorithm>

#include "workshop/plan/phases.hpp"

namespace tilewright::workshop::rows {

bool is_refined(const Plan& plan, bool output_float32, bool fp32_dst) {
    return plan.program.has_refinement && output_float32 && fp32_dst;
}

tt::DataFormat integer_format(const std::string& dtype) {
    return dtype == "int32"    ? tt::DataFormat::Int32
           : dtype == "uint32" ? tt::DataFormat::UInt32
                               : tt::DataFormat::UInt16;
}

OpPlan plan_call(const Plan& plan, const Request& request) {
    const bool refined = is_refined(plan, request.output_float32, request.fp32_dst);
    PlanRequest wanted;
    wanted.op = plan.spec.name;
    const tt::tt_metal::Shape shape(ttsl::SmallVector<uint32_t>(request.shape.begin(), request.shape.end()));
    wanted.rows = plan.gathered()           ? fold_gathered(shape, plan.program.reduced)
                  : plan.spec.in_matrices() ? fold_matrices(shape)
                                            : fold_rows(shape);
    wanted.rows.anchor_tiles = refined ? kAnchorTiles : 0;
    wanted.l1_bytes = request.l1_bytes;
    wanted.passes = plan.streaming_passes(refined);
    wanted.first_pass_is_anchor = plan.passes.front().anchor_only;
    // A 16-bit DST would not round values as their CBs do.
    wanted.tiles_may_stay = plan.tiles_may_stay && (request.fp32_dst || !plan.stores_blocks);
    wanted.makes_again = plan.makes_again();
    wanted.lines_by_row = true;
    wanted.choice = plan.spec.plan;
    wanted.ask = request.ask;
    const auto holds = [&](int condition) {
        if (condition == kRefined) return refined;
        if (condition == kPartial) return wanted.rows.tail_columns() != 0;
        return request.present.empty() || request.present[static_cast<size_t>(condition)];
    };
    const std::vector<uint32_t> sizes =
        request.sizes.empty() ? sizes_beside(request.shape, plan.spec.sizes) : request.sizes;
    for (const PlanCb& cb : plan.cbs) {
        if (!std::all_of(cb.conditions.begin(), cb.conditions.end(), holds)) continue;
        const bool wide = cb.format == FormatOf::Input
                              ? !request.float32.empty() && request.float32[static_cast<size_t>(cb.input)]
                          : cb.format == FormatOf::Output ? request.output_float32
                                                          : request.fp32_dst;
        PlannedCb made;
        made.index = cb.index;
        made.holds = cb.holds;
        made.format = wide ? tt::DataFormat::Float32 : tt::DataFormat::Float16_b;
        if (cb.format == FormatOf::Input && !request.formats.empty()) {
            made.format = request.formats[static_cast<size_t>(cb.input)];
        }
        if (cb.format == FormatOf::Input) {
            const SpecInput& input = plan.spec.inputs[static_cast<size_t>(cb.input)];
            if (input.integer()) made.format = integer_format(input.dtypes.front());
        }
        made.size = cb.size;
        made.producer = cb.producer;
        made.consumer = cb.consumer;
        made.persistent = cb.persistent;
        made.name = cb.name;
        if (cb.inner >= 0) made.inner_tiles = (sizes.at(static_cast<size_t>(cb.inner)) + 31) / 32;
        made.first = cb.first;
        made.last = cb.last;
        wanted.cbs.push_back(std::move(made));
    }
    OpPlan made = choose_plan(wanted, request.shape, plan.by_clock);
    const bool resident = made.kind == PlanKind::Resident || made.kind == PlanKind::ResidentSingle;
    for (PlannedCb& cb : made.cbs) {
        const int last = plan.cb(cb.index).last_resident;
        if (resident && last >= 0) cb.last = last;
    }
    // Rows of matrices that are padded one by one are not those of the tensor, nor are gathered ones.
    if (!plan.spec.in_matrices() && !plan.gathered()) made.phases = phases_of(plan, made, request.present, refined);
    return made;
}

}  // namespace tilewright::workshop::rows
