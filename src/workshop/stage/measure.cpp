// From the doctor's ledger to the CB synchronisation table.
#include "workshop/stage/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "doctor/ledger.hpp"
#include "engine/launch.hpp"
#include "metal/device_impl.hpp"
#include "program/thread_name.hpp"
#include "tilewright/device.hpp"

namespace tilewright::workshop {

namespace {

std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

SideCount side(const std::array<doctor::Count, doctor::kProcessors>& counts, const program::ProgramDescriptor& program,
               const LogicalCore& core) {
    SideCount result;
    for (uint32_t i = 0; i < doctor::kProcessors; ++i) {
        if (counts[i].calls == 0) continue;
        result.thread +=
            (result.thread.empty() ? "" : ", ") + program::thread_name(program, core, static_cast<TwProcessor>(i));
        result.pages += counts[i].pages;
        result.calls += counts[i].calls;
    }
    return result;
}

// The user's line of each distinct call.
std::vector<std::string> places(const doctor::Ledger& ledger, const doctor::CbLedger& did, engine::CbCall call) {
    std::set<uint32_t> sites;
    for (const doctor::Act& act : did.acts) {
        if (act.call == call) sites.insert(act.site);
    }
    std::vector<std::string> result;
    for (const uint32_t site : sites) {
        Place place;
        place.stack = ledger.site(site).frames();
        const Frame* frame = place.line();
        if (frame == nullptr) continue;
        const std::string text = fmt::format("{}:{}", file_name(frame->file), frame->line);
        if (std::find(result.begin(), result.end(), text) == result.end()) result.push_back(text);
    }
    return result;
}

double mean_occupancy(const doctor::CbLedger& did) {
    int64_t pages = 0, sum = 0, count = 0;
    for (const doctor::Act& act : did.acts) {
        if (act.call == engine::CbCall::Push) {
            pages += act.pages;
        } else if (act.call == engine::CbCall::Pop) {
            pages -= act.pages;
        } else {
            continue;
        }
        sum += pages;
        ++count;
    }
    return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

Measured record(const std::string& text, engine::PreparedProgram& prepared) {
    Measured result;
    result.text = text;
    doctor::Ledger ledger;
    result.run = engine::launch_observed(prepared, [&] {
        ledger = doctor::Ledger();
        return &ledger;
    });
    result.program = prepared.program;
    result.cores = static_cast<uint32_t>(prepared.cores.size());
    result.l1_begin = prepared.card.l1_first_free();
    const auto lowest = prepared.card.l1_allocator().lowest_in_use();
    result.l1_end = lowest ? static_cast<uint32_t>(*lowest) : prepared.card.arch().l1_bytes;
    result.l1_used_bytes = prepared.layout.l1_peak_bytes;
    for (const engine::CorePlan& plan : prepared.cores) {
        const doctor::CoreLedger* core = ledger.find(plan.core->index());
        uint64_t pushed = 0;
        for (const engine::CbPlan& cb : plan.cbs) pushed += core == nullptr ? 0 : core->cbs[cb.index].pushed;
        result.pushed_by_core.emplace_back(plan.core->logical(), pushed);
    }
    for (const doctor::CbOfRun& cb : doctor::cbs_of_run(prepared, ledger)) {
        MeasuredCb line{cb.line};
        line.address = prepared.layout.cb_address[cb.position];
        line.persistent = prepared.program.cbs[cb.position].persistent;
        if (const doctor::CbLedger* did = cb.busiest) {
            line.push = side(did->pushes, prepared.program, cb.core);
            line.wait = side(did->waits, prepared.program, cb.core);
            line.pop = side(did->pops, prepared.program, cb.core);
            line.push.places = places(ledger, *did, engine::CbCall::Push);
            line.wait.places = places(ledger, *did, engine::CbCall::Wait);
            line.pop.places = places(ledger, *did, engine::CbCall::Pop);
            line.mean_pages = mean_occupancy(*did);
        }
        result.cbs.push_back(std::move(line));
    }
    return result;
}

}  // namespace

bool Measured::all_balanced() const {
    return std::all_of(cbs.begin(), cbs.end(), [](const MeasuredCb& cb) { return cb.ok(); });
}

nlohmann::json Measured::cbs_json() const {
    nlohmann::json list = nlohmann::json::array();
    const auto side_json = [](const SideCount& side) {
        return nlohmann::json{
            {"thread", side.thread}, {"pages", side.pages}, {"calls", side.calls}, {"places", side.places}};
    };
    for (const MeasuredCb& cb : cbs) {
        list.push_back({{"cb", cb.index},
                        {"name", cb.name},
                        {"format", cb.format},
                        {"page_bytes", cb.page_bytes},
                        {"capacity_pages", cb.capacity_pages},
                        {"address", cb.address},
                        {"cores", cb.cores},
                        {"pushes", side_json(cb.push)},
                        {"waits", side_json(cb.wait)},
                        {"pops", side_json(cb.pop)},
                        {"peak_pages", cb.peak_pages},
                        {"mean_pages", cb.mean_pages},
                        {"used", cb.used},
                        {"balanced", cb.balanced},
                        {"persistent", cb.persistent},
                        {"ok", cb.ok()}});
    }
    return list;
}

Measured measure(const std::string& text, ttnn::MeshDevice& device, const program::ProgramDescriptor& program) {
    engine::RunOptions options = engine::looking_inside(run_options(device));
    options.mode = engine::Mode::Strict;  // fast kernels count pages without telling anybody
    options.host_threads = 1;             // the ledger is nobody's but one thread's
    engine::PreparedProgram prepared(*device.impl().card, program, options);
    return record(text, prepared);
}

TracedCall trace_call(const OpCase& request, ttnn::MeshDevice& device) {
    OpCall call = make_call(request, make_data(request), device);
    Described built = describe(request.op, call);
    Measured run = measure(request.text(), device, built.program);
    return {request, std::move(call), std::move(built.output), std::move(run), plan_of(request, device)};
}

}  // namespace tilewright::workshop
