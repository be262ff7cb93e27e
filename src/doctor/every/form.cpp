// Keeping what was seen of one form, and finding its laws.
#include "doctor/every/form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tilewright::doctor {

namespace {
constexpr int64_t kCountMost = 1'000'000;  // what is larger is an address, a size in memory or packed bits

template <class Each>
void for_each_cb(const program::ProgramDescriptor& program, LogicalCore core, Each each) {
    for (const program::CbDescriptor& cb : program.cbs) {
        if (!contains(cb.cores, core)) continue;
        for (const program::CbFormat& format : cb.formats) each(format.index, cb.total_bytes / format.page_bytes);
    }
}
bool is_named(const std::string& name) { return !name.starts_with("("); }

// Of two variables that are always equal one is enough: the one that the source has a name for, or the first.
void forget_twins(std::vector<Point>& points, const std::vector<std::string>& names) {
    for (size_t a = 0; a < names.size(); ++a) {
        for (size_t b = a + 1; b < names.size(); ++b) {
            const bool equal = std::all_of(points.begin(), points.end(),
                                           [&](const Point& point) { return point.values[a] == point.values[b]; });
            if (!equal) continue;
            const size_t gone = !is_named(names[a]) && is_named(names[b]) ? a : b;
            for (Point& point : points) point.values[gone] = 0;
        }
    }
}
}  // namespace

std::string form_of(const program::ProgramDescriptor& program) {
    std::string form;
    for (const program::KernelDescriptor& kernel : program.kernels) {
        form += kernel.source.text + "|";
        for (const auto& [name, value] : kernel.defines) form += name + "=" + value + ",";
        const size_t words = kernel.runtime_args.empty() ? 0 : kernel.runtime_args.begin()->second.size();
        form += fmt::format("|{}|{}|{}|{}\n", kernel.compile_time_args.size(), kernel.named_compile_time_args.size(),
                            kernel.common_runtime_args.size(), words);
    }
    std::set<uint32_t> cbs;
    for (const program::CbDescriptor& cb : program.cbs) {
        for (const program::CbFormat& format : cb.formats) cbs.insert(format.index);
    }
    return form + fmt::format("{}", fmt::join(cbs, ","));
}

Form::Form(const program::ProgramDescriptor& first, bool free) : program_(first), free_(free) {
    for (const program::KernelDescriptor& kernel : first.kernels) {
        keys_.push_back(variables_of(kernel, first.era));
        names_.emplace_back();
        for (const ArgumentKey& key : keys_.back()) names_.back().push_back(name_of(kernel, key, first.era));
    }
    std::set<uint32_t> cbs;
    for (const program::CbDescriptor& cb : first.cbs) {
        for (const program::CbFormat& format : cb.formats) cbs.insert(format.index);
    }
    cbs_.assign(cbs.begin(), cbs.end());
}

void Form::learn(const Member& member, const ProgramSample& sample) {
    ++samples_;
    const std::vector<CoreOfMember> cores = cores_of(member.program);
    if (first_cores_.empty()) first_cores_ = cores;
    note(cores);
    for (const auto& [deed, line] : sample.lines) lines_.try_emplace(deed, line);
    for (const KernelSample& kernel : sample.kernels) {
        for (const auto& [deed, count] : kernel.counts) points_[deed].push_back({kernel.values, count});
    }
}

void Form::find_laws() {
    for (auto& [deed, points] : points_) {
        const auto known = laws_.find(deed);
        const bool still = known != laws_.end() && std::all_of(points.begin(), points.end(), [&](const Point& point) {
                               return known->second.at(point.values) == point.count;
                           });
        if (still) continue;
        if (known != laws_.end()) laws_.erase(known);
        std::vector<Point> some = points;
        // A number that is no count anywhere is none here.
        for (size_t variable = 0; variable < names_[deed.kernel].size(); ++variable) {
            const bool large = std::any_of(some.begin(), some.end(),
                                           [&](const Point& point) { return point.values[variable] > kCountMost; });
            if (!large) continue;
            for (Point& point : some) point.values[variable] = 0;
        }
        forget_twins(some, names_[deed.kernel]);
        if (auto law = find_law(some)) laws_.emplace(deed, std::move(*law));
    }
}

std::string Form::differs(const ProgramSample& sample) const {
    for (const KernelSample& kernel : sample.kernels) {
        for (const auto& [deed, count] : kernel.counts) {
            const Law* known = law(deed);
            if (known == nullptr) continue;
            const auto says = known->at(kernel.values);
            if (says == count) continue;
            return fmt::format("c_{}: {} on core {} gives {}, the formula {}", deed.cb,
                               program_.kernels[deed.kernel].display_name(), kernel.core.str(), count,
                               says ? std::to_string(*says) : "nothing");
        }
    }
    return {};
}

std::vector<CoreOfMember> Form::cores_of(const program::ProgramDescriptor& program) const {
    std::set<LogicalCore> all;
    for (const program::KernelDescriptor& kernel : program.kernels) {
        const std::vector<LogicalCore> cores = tilewright::cores_of(kernel.cores);
        all.insert(cores.begin(), cores.end());
    }
    std::vector<CoreOfMember> list;
    std::set<std::map<uint32_t, std::vector<int64_t>>> seen;
    for (const LogicalCore& core : all) {
        CoreOfMember one;
        one.core = core;
        for (uint32_t i = 0; i < program.kernels.size(); ++i) {
            if (contains(program.kernels[i].cores, core)) one.values[i] = values_of(program.kernels[i], keys_[i], core);
        }
        for_each_cb(program, core, [&](uint32_t cb, uint32_t pages) { one.capacity[cb] = pages; });
        if (seen.insert(one.values).second) list.push_back(std::move(one));
    }
    return list;
}

program::ProgramDescriptor Form::with(const CoreOfMember& core) const {
    program::ProgramDescriptor changed = program_;
    for (const auto& [index, values] : core.values) {
        program::KernelDescriptor& kernel = changed.kernels[index];
        for (size_t i = 0; i < values.size(); ++i) {
            const ArgumentKey& key = keys_[index][i];
            const auto value = static_cast<uint32_t>(values[i]);
            if (key.kind == ArgumentKind::CompileTime) kernel.compile_time_args[key.index] = value;
            if (key.kind == ArgumentKind::Named) kernel.named_compile_time_args[key.index].second = value;
            if (key.kind == ArgumentKind::Common) kernel.common_runtime_args[key.index] = value;
            if (key.kind != ArgumentKind::Runtime) continue;
            for (auto& [at, words] : kernel.runtime_args) words[key.index] = value;
        }
    }
    return changed;
}

void Form::note(const std::vector<CoreOfMember>& cores) {
    if (!free_ || cores_.empty()) cores_.insert(cores_.end(), cores.begin(), cores.end());
}

const Law* Form::law(Deed deed) const {
    const auto at = laws_.find(deed);
    return at == laws_.end() ? nullptr : &at->second;
}

std::vector<uint32_t> Form::who(uint32_t cb, What what) const {
    std::vector<uint32_t> all;
    for (const auto& [deed, points] : points_) {
        if (deed.cb != cb || deed.what != what) continue;
        if (std::any_of(points.begin(), points.end(), [](const Point& point) { return point.count != 0; }))
            all.push_back(deed.kernel);
    }
    return all;
}

std::set<std::set<uint32_t>> Form::teams() const {
    std::set<std::set<uint32_t>> all;
    for (const CoreOfMember& core : cores_) {
        std::set<uint32_t> team;
        for (const auto& [kernel, values] : core.values) team.insert(kernel);
        all.insert(std::move(team));
    }
    return all;
}

std::string Form::line(Deed deed) const {
    const auto at = lines_.find(deed);
    return at == lines_.end() ? std::string() : at->second;
}

std::vector<uint32_t> Form::leaders(uint32_t kernel) const {
    std::vector<uint32_t> all(names_[kernel].size());
    for (uint32_t i = 0; i < all.size(); ++i) {
        all[i] = i;
        // Two numbers of one kernel that happen to be equal once are two.
        for (uint32_t k = 0; k < i && all[i] == i && !free_; ++k) {
            const bool equal = std::all_of(cores_.begin(), cores_.end(), [&](const CoreOfMember& core) {
                const auto at = core.values.find(kernel);
                return at == core.values.end() || at->second[i] == at->second[k];
            });
            if (equal) all[i] = k;
        }
    }
    return all;
}

Relations Form::relations(uint32_t of, uint32_t with) const {
    if (of == with) {
        Relations same;
        for (uint32_t i = 0; i < names_[of].size(); ++i) same.push_back(Atom{Atom::Kind::Plain, i, 1});
        return same;
    }
    std::vector<Pair> pairs;
    for (const CoreOfMember& core : cores_) {
        const auto mine = core.values.find(of), other = core.values.find(with);
        if (mine != core.values.end() && other != core.values.end()) pairs.push_back({mine->second, other->second});
    }
    return relate(pairs, names_[of], names_[with]);
}

std::vector<Relations> Form::choices(uint32_t of, const std::vector<uint32_t>& these, uint32_t with,
                                     const std::vector<uint32_t>& those) const {
    if (of == with) return {relations(of, with)};
    constexpr size_t kMost = 64;
    std::vector<Relations> all = {Relations(names_[of].size())};
    for (const uint32_t variable : these) {
        std::vector<uint32_t> candidates;
        for (const uint32_t other : those) {
            const bool equal = std::all_of(cores_.begin(), cores_.end(), [&](const CoreOfMember& core) {
                const auto a = core.values.find(of), b = core.values.find(with);
                return a == core.values.end() || b == core.values.end() || a->second[variable] == b->second[other];
            });
            if (equal) candidates.push_back(other);
        }
        std::stable_partition(candidates.begin(), candidates.end(),
                              [&](uint32_t other) { return names_[with][other] == names_[of][variable]; });
        if (candidates.empty()) continue;
        std::vector<Relations> more;
        for (const Relations& one : all) {
            for (const uint32_t other : candidates) {
                if (more.size() == kMost) break;
                more.push_back(one);
                more.back()[variable] = Atom{Atom::Kind::Plain, other, 1};
            }
        }
        all = std::move(more);
    }
    return all;
}

}  // namespace tilewright::doctor
