// The registry of ops.
#include "workshop/op/op.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "base/round_up.hpp"
#include "tilewright/device.hpp"

namespace tilewright::workshop {

namespace {

struct Registry {
    std::mutex mutex;
    std::vector<std::unique_ptr<OpDefinition>> ops;  // a later one hides an earlier one of its name
    std::set<const OpDefinition*> documented;
    std::vector<std::string> problems;
};

Registry& registry() {
    static Registry& all = *new Registry;  // entries of loaded folders must not outlive their code's last use
    return all;
}

// The op whose call is being made on this thread: its host code asks for its kernels by name, and another op may have
// it.
thread_local Op called = nullptr;

struct Calling {
    explicit Calling(Op op) : before(std::exchange(called, op)) {}
    ~Calling() { called = before; }
    Calling(const Calling&) = delete;
    Calling& operator=(const Calling&) = delete;
    const Op before;
};

// What a call asks its plan to be, for as long as it lasts.
class Asking {
public:
    explicit Asking(const OpCall& call) {
        if (call.plan.empty() || call.tensors.empty() || !call.tensors[0]) return;
        device_ = call.tensors[0]->device();
        if (device_ == nullptr) return;
        before_ = asked_plan(*device_);
        ask_plan(*device_, call.plan);
    }
    ~Asking() {
        if (device_ != nullptr) ask_plan(*device_, before_);
    }
    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;

private:
    ttnn::MeshDevice* device_ = nullptr;
    std::string before_;
};

OpDefinition* find_locked(Registry& all, const std::string& name) {
    const auto it =
        std::find_if(all.ops.rbegin(), all.ops.rend(), [&](const auto& entry) { return entry->name == name; });
    return it == all.ops.rend() ? nullptr : it->get();
}

}  // namespace

const char* pattern_name(Pattern pattern) {
    switch (pattern) {
        case Pattern::Normal: return "normal";
        case Pattern::Uniform: return "uniform";
        case Pattern::Constant: return "constant";
        case Pattern::Ramp: return "ramp";
        case Pattern::LargeMean: return "large mean";
        case Pattern::Tiny: return "tiny";
        default: return "outlier";
    }
}

std::vector<Pattern> all_patterns() {
    std::vector<Pattern> all;
    for (int i = 0; i <= static_cast<int>(Pattern::Outlier); ++i) all.push_back(static_cast<Pattern>(i));
    return all;
}

std::optional<const ttnn::Tensor> OpCall::optional_input(size_t index) const {
    if (index >= tensors.size() || !tensors[index]) return std::nullopt;
    return std::optional<const ttnn::Tensor>(*tensors[index]);
}

std::vector<uint32_t> OpInput::shape_beside(const std::vector<uint32_t>& rows, uint32_t row_rank,
                                            const std::vector<uint32_t>& sizes) const {
    if (operand.is()) return operand.shape(rows, sizes);
    if (shape == InputShape::Column) return shape_of_dims(rows, static_cast<Dims>(kAllDims & ~kW));
    if (shape == InputShape::Rows) return shape_of_dims(rows, dims);
    std::vector<uint32_t> made(row_rank, 1);
    made.back() = rows.back();
    return made;
}

bool OpDefinition::in_matrices() const {
    return tile_output || std::any_of(inputs.begin(), inputs.end(), [](const OpInput& input) { return input.tile; });
}

size_t OpDefinition::input_index(const std::string& input_name) const {
    for (size_t i = 0; i < inputs.size(); ++i) {
        if (inputs[i].name == input_name) return i;
    }
    std::vector<std::string> all;
    for (const OpInput& input : inputs) all.push_back(input.name);
    throw Error("TW4002", fmt::format("{} has no input \"{}\"", name, input_name),
                fmt::format("its inputs are: {}", fmt::join(all, ", ")), Exit::Usage);
}

std::vector<uint32_t> OpDefinition::fitted(std::vector<uint32_t> shape) const {
    shape.back() = round_up(shape.back(), width_multiple);
    while (shape.size() < least_rank) shape.insert(shape.begin(), 1);
    while (most_rank != 0 && shape.size() > std::max<size_t>(most_rank, 1)) {
        shape[1] *= shape[0];
        shape.erase(shape.begin());
    }
    return shape;
}

std::vector<uint32_t> OpDefinition::turned(const std::vector<uint32_t>& shape) const {
    if (!gathered || (reduced & (kH | kW)) == kW) return shape;
    const Extents given = extents_of(shape);
    const auto kept = [&](Dims dim) { return (reduced & dim) == 0; };
    Extents made;
    // As many rows.
    const uint32_t row_tiles = (given.h + 31) / 32;
    made.n = kept(kN) ? given.n : 2;
    made.c = kept(kC) ? given.c : 2;
    if (kept(kH)) {
        made.h = given.h;
    } else if (kept(kW)) {
        made.w = given.h;
    } else if (kept(kN)) {
        made.n *= row_tiles;
    } else {
        made.c *= row_tiles;
    }
    // As long ones.
    if (!kept(kH) && !kept(kW)) {
        made.h = std::min(given.w, 40u);
        made.w = (given.w + made.h - 1) / made.h;
    } else if (!kept(kH)) {
        made.h = given.w;
    } else {
        made.w = 20;
        (kept(kC) ? made.n : made.c) = (given.w + 31) / 32;
    }
    return {made.n, made.c, made.h, made.w};
}

Op register_op(OpDefinition definition) {
    const char* missing = definition.name.empty()              ? "a name"
                          : definition.inputs.empty()          ? "inputs"
                          : !definition.call                   ? "call"
                          : !definition.plan                   ? "plan"
                          : !definition.reference              ? "reference"
                          : !definition.register_documentation ? "register_documentation"
                          : definition.dtypes.empty()          ? "dtypes"
                          : definition.patterns.empty()        ? "patterns"
                                                               : nullptr;
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    if (missing != nullptr) {
        all.problems.push_back(fmt::format("op \"{}\" registers itself without {}", definition.name, missing));
        return nullptr;
    }
    all.ops.push_back(std::make_unique<OpDefinition>(std::move(definition)));
    OpDefinition& op = *all.ops.back();
    if (op.call_all) {
        op.call_all = [call = std::move(op.call_all), &op](const OpCall& arguments) {
            const Calling calling(&op);
            const Asking asking(arguments);
            return call(arguments);
        };
    }
    op.call = [call = std::move(op.call), &op](const OpCall& arguments) {
        const Calling calling(&op);
        const Asking asking(arguments);
        return call(arguments);
    };
    return &op;
}

std::vector<std::string> registration_problems() {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    return all.problems;
}

Op find_op(const std::string& name) {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    return find_locked(all, name);
}

std::vector<Op> all_ops() {
    std::map<std::string, Op> by_name;
    for (const Op op : registrations()) by_name[op->name] = op;
    std::vector<Op> all;
    for (const auto& [name, op] : by_name) all.push_back(op);
    return all;
}

std::vector<Op> registrations() {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    std::vector<Op> list;
    for (const auto& entry : all.ops) list.push_back(entry.get());
    return list;
}

void set_folder(Op op, const std::filesystem::path& folder) {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    for (const auto& entry : all.ops) {
        if (entry.get() == op) entry->folder = folder;
    }
}

void register_documentation() {
    for (const Op op : all_ops()) {
        {
            Registry& all = registry();
            const std::lock_guard lock(all.mutex);
            if (!all.documented.insert(op).second) continue;
        }
        op->register_documentation();
    }
}

std::string kernel_path(const std::string& op, const std::string& file) {
    Op known = called;
    if (known == nullptr || known->name != op) {  // called by its own name, which a loaded folder does not take over
        const std::vector<Op> all = registrations();
        const auto shipped =
            std::find_if(all.begin(), all.end(), [&](Op each) { return each->name == op && each->folder.empty(); });
        known = shipped != all.end() ? *shipped : find_op(op);
    }
    const std::filesystem::path folder =
        known != nullptr && !known->folder.empty() ? known->folder : shipped_folder("ops") / op;
    return (folder / "device" / "kernels" / file).string();
}

std::vector<std::filesystem::path> kernel_includes() { return {shipped_folder("ops").parent_path()}; }

}  // namespace tilewright::workshop
