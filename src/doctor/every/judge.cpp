// Verdicts: two laws that are the same, or the condition under which they are not.
#include "doctor/every/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>
#include <utility>

namespace tilewright::doctor {

namespace {

// Both sides of one CB.
class Sides {
public:
    Sides(const Form& form, uint32_t cb) : form_(form), cb_(cb) {
        makers_ = form.who(cb, What::Pushed);
        takers_ = form.who(cb, What::Popped);
        waiters_ = form.who(cb, What::Reach);
        persistent_ = takers_.empty();
    }
    bool used() const { return !makers_.empty() || !takers_.empty() || !waiters_.empty(); }
    bool persistent() const { return persistent_; }
    const std::vector<uint32_t>& makers() const { return makers_; }
    // Who pops, or waits where nobody pops.
    const std::vector<uint32_t>& takers() const { return persistent_ ? waiters_ : takers_; }
    What taken() const { return persistent_ ? What::Reach : What::Popped; }

    bool known() const {
        const auto has = [&](const std::vector<uint32_t>& kernels, What what) {
            return std::all_of(kernels.begin(), kernels.end(),
                               [&](uint32_t kernel) { return form_.law({kernel, cb_, what}) != nullptr; });
        };
        return has(makers_, What::Pushed) && has(takers(), taken());
    }

    // Why it does not go well on this core; empty: it does. None: a law says nothing there.
    std::optional<std::string> wrong(const CoreOfMember& core) const {
        const auto pushed = sum(core, What::Pushed), popped = sum(core, What::Popped);
        const auto waits = most(core, What::WaitMost), reserves = most(core, What::ReserveMost);
        const auto reach = most(core, What::Reach);
        const auto capacity = core.capacity.find(cb_);
        if (capacity == core.capacity.end()) return std::string();
        const int64_t room = capacity->second;
        if (waits && *waits > room) return fmt::format("{} pages are waited for at once, and it has {}", *waits, room);
        if (reserves && *reserves > room)
            return fmt::format("{} pages are reserved at once, and it has {}", *reserves, room);
        if (pushed && reach && *reach > *pushed)
            return fmt::format("{} pages are waited for, {} pushed", *reach, *pushed);
        if (!pushed || !popped) return std::nullopt;
        const bool kept = is_kept(core);
        if (kept && *pushed > room)
            return fmt::format("{} pages are pushed, none popped, and it has {}", *pushed, room);
        if (!kept && *popped != *pushed && !is_placed())
            return fmt::format("{} pages are pushed, {} popped", *pushed, *popped);
        if (!waits || !reserves || !reach) return std::nullopt;
        return std::string();
    }

    // The two laws are one, on every core. Unknown where several kernels of a core share a side, or their arguments are
    // not related.
    Compared same() const {
        Compared all = Compared::Same;
        for (const std::set<uint32_t>& team : form_.teams()) {
            const std::vector<uint32_t> makers = some_of(makers_, team), takers = some_of(this->takers(), team);
            if (makers.empty() && takers.empty()) continue;
            // Results that the host takes, or data that it has put there.
            if ((makers.empty() || takers.empty()) && is_placed()) continue;
            if (makers.size() != 1 || takers.size() != 1) return Compared::Unknown;
            const Compared one = compared(makers[0], takers[0]);
            if (one == Compared::Differs) return one;
            if (one == Compared::Unknown) all = one;
        }
        return all;
    }

    // What is waited for and reserved at once always fits.
    bool always_fits() const {
        for (const What what : {What::WaitMost, What::ReserveMost}) {
            for (const uint32_t kernel : form_.who(cb_, what)) {
                if (!never_more(kernel, what)) return false;
            }
        }
        if (!persistent_) return true;
        return std::all_of(makers_.begin(), makers_.end(),
                           [&](uint32_t maker) { return never_more(maker, What::Pushed); });
    }
    bool is_placed() const {
        const auto& all = form_.program().cbs;
        return std::any_of(all.begin(), all.end(), [&](const program::CbDescriptor& cb) {
            return cb.placed && std::any_of(cb.formats.begin(), cb.formats.end(),
                                            [&](const program::CbFormat& format) { return format.index == cb_; });
        });
    }

private:
    static std::vector<uint32_t> some_of(const std::vector<uint32_t>& kernels, const std::set<uint32_t>& team) {
        std::vector<uint32_t> some;
        std::copy_if(kernels.begin(), kernels.end(), std::back_inserter(some),
                     [&](uint32_t kernel) { return team.contains(kernel); });
        return some;
    }
    Compared compared(uint32_t maker, uint32_t taker) const {
        const Law pushed = law(maker, What::Pushed), popped = taken_law(taker);
        if (form_.is_free()) {
            // Which of several equal numbers are one: any way in which both sides agree will do.
            Compared likeliest = Compared::Unknown;
            bool first = true;
            for (const Relations& way : form_.choices(taker, popped.variables(), maker, pushed.variables())) {
                const Compared one = compare(pushed, popped, way, form_.names(maker).size());
                if (one == Compared::Same) return one;
                if (std::exchange(first, false)) likeliest = one;
            }
            return likeliest;
        }
        const Compared one = compare(pushed, popped, relations(taker, maker), form_.names(maker).size());
        if (one != Compared::Unknown) return one;
        // A number may be another one rounded, and not the other way round.
        return compare(popped, pushed, relations(maker, taker), form_.names(taker).size());
    }
    // In one variable for all that are always equal.
    Law law(uint32_t kernel, What what) const {
        return renamed(*form_.law({kernel, cb_, what}), form_.leaders(kernel));
    }
    // Where nothing is popped, what is waited for must be there.
    Law taken_law(uint32_t taker) const {
        Law all = law(taker, taken());
        const Law* reach = form_.law({taker, cb_, What::Reach});
        for (auto& [value, formula] : all.parts) {
            if (!formula.is_number() || formula.rest != 0 || reach == nullptr) continue;
            const Law waited = law(taker, What::Reach);
            if (waited.by && waited.by != all.by) continue;
            const auto part = waited.parts.find(waited.by ? value : 0);
            if (part != waited.parts.end()) formula = part->second;
        }
        return all;
    }
    Relations relations(uint32_t of, uint32_t with) const {
        Relations all = form_.relations(of, with);
        const std::vector<uint32_t> leaders = form_.leaders(with);
        for (std::optional<Atom>& atom : all) {
            if (atom) atom->variable = leaders[atom->variable];
        }
        return all;
    }
    bool never_more(uint32_t kernel, What what) const {
        if (form_.law({kernel, cb_, what}) == nullptr || form_.law({kernel, cb_, What::Capacity}) == nullptr)
            return false;
        return never_above(law(kernel, what), law(kernel, What::Capacity), form_.names(kernel).size());
    }
    // In this course nobody pops: not only with these numbers.
    bool is_kept(const CoreOfMember& core) const {
        return std::all_of(takers_.begin(), takers_.end(), [&](uint32_t kernel) {
            const auto values = core.values.find(kernel);
            if (values == core.values.end()) return true;
            const Law& law = *form_.law({kernel, cb_, What::Popped});
            const auto part = law.parts.find(law.by ? values->second[*law.by] : 0);
            return part != law.parts.end() && part->second.is_number() && part->second.rest == 0;
        });
    }
    // Over all kernels of the core that do it; none: a law says nothing there.
    template <class Join>
    std::optional<int64_t> joined(const CoreOfMember& core, What what, Join join) const {
        int64_t all = 0;
        for (const uint32_t kernel : form_.who(cb_, what)) {
            const auto values = core.values.find(kernel);
            if (values == core.values.end()) continue;
            const Law* law = form_.law({kernel, cb_, what});
            const auto count = law == nullptr ? std::nullopt : law->at(values->second);
            if (!count) return std::nullopt;
            all = join(all, *count);
        }
        return all;
    }
    std::optional<int64_t> sum(const CoreOfMember& core, What what) const {
        return joined(core, what, [](int64_t a, int64_t b) { return a + b; });
    }
    std::optional<int64_t> most(const CoreOfMember& core, What what) const {
        return joined(core, what, [](int64_t a, int64_t b) { return std::max(a, b); });
    }

    const Form& form_;
    uint32_t cb_;
    std::vector<uint32_t> makers_, takers_, waiters_;
    bool persistent_ = false;
};

std::string law_text(const Form& form, uint32_t cb, What what, const std::vector<uint32_t>& kernels) {
    std::vector<std::string> parts;
    for (const uint32_t kernel : kernels) {
        const Law* law = form.law({kernel, cb, what});
        if (law == nullptr) return {};
        parts.push_back(law->text(form.names(kernel)));
    }
    return fmt::format("{}", fmt::join(parts, " and "));
}

std::string lines_text(const Form& form, uint32_t cb, What what, const std::vector<uint32_t>& kernels) {
    std::vector<std::string> parts;
    for (const uint32_t kernel : kernels) {
        if (const std::string line = form.line({kernel, cb, what}); !line.empty()) parts.push_back(line);
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

// Numbers of this core under the names that the kernels give them; a name of two different numbers says nothing.
std::map<std::string, int64_t> numbers_of(const Form& form, const Looked& member, const CoreOfMember& core) {
    std::map<std::string, int64_t> numbers;
    std::set<std::string> unclear;
    for (const auto& [kernel, values] : core.values) {
        for (size_t i = 0; i < values.size(); ++i) {
            const std::string& name = form.names(kernel)[i];
            if (name.starts_with("(")) continue;
            const auto [at, fresh] = numbers.try_emplace(name, values[i]);
            if (!fresh && at->second != values[i]) unclear.insert(name);
        }
    }
    for (const std::string& name : unclear) numbers.erase(name);
    for (const auto& [name, number] : member.about) numbers[name] = number;
    return numbers;
}

// The same course with other numbers in the arguments that decide it; what is equal stays equal.
std::vector<Looked> other_numbers(const Form& form, const Sides& sides, uint32_t cb) {
    std::vector<Looked> all;
    if (sides.makers().size() != 1 || sides.takers().size() != 1) return all;
    const uint32_t maker = sides.makers()[0], taker = sides.takers()[0];
    const Law &pushed = *form.law({maker, cb, What::Pushed}), &taken = *form.law({taker, cb, sides.taken()});
    const Relations relations = form.choices(taker, taken.variables(), maker, pushed.variables()).front();
    std::set<uint32_t> vary;
    for (const uint32_t variable : pushed.variables()) vary.insert(variable);
    for (const uint32_t variable : taken.variables()) {
        if (relations[variable]) vary.insert(relations[variable]->variable);
    }
    std::mt19937_64 random(3);
    for (int i = 0; i < 400; ++i) {
        CoreOfMember core = form.first_cores().front();
        std::vector<int64_t>& values = core.values[maker];
        for (const uint32_t variable : vary) values[variable] = 1 + static_cast<int64_t>(random() % 64);
        std::vector<int64_t>& others = core.values[taker];
        for (size_t k = 0; k < relations.size() && taker != maker; ++k) {
            if (relations[k]) others[k] = relations[k]->at(values);
        }
        core.capacity[cb] = INT32_MAX;  // whatever is needed: capacities are the host's affair
        all.push_back({"", {}, {core}, 0});
    }
    return all;
}

}  // namespace

JudgedCb judge_cb(const Form& form, uint32_t cb, const std::vector<Looked>& looked, const Family& family) {
    JudgedCb result;
    EveryCb& row = result.row;
    row.cb = cb;
    for (const program::CbDescriptor& descriptor : form.program().cbs) {
        for (const program::CbFormat& format : descriptor.formats) {
            if (format.index == cb) row.name = format.name;
        }
    }
    const Sides sides(form, cb);
    if (!sides.used()) {
        row.state = EveryCb::State::Holds;
        row.verdict = "never used";
        return result;
    }
    const std::vector<uint32_t> waiters = form.who(cb, What::WaitMost);
    row.pushed = law_text(form, cb, What::Pushed, sides.makers());
    row.popped = law_text(form, cb, What::Popped, form.who(cb, What::Popped));
    row.waits = law_text(form, cb, What::WaitMost, waiters);
    row.reserves = law_text(form, cb, What::ReserveMost, form.who(cb, What::ReserveMost));
    row.pushed_at = lines_text(form, cb, What::Pushed, sides.makers());
    row.popped_at = lines_text(form, cb, What::Popped, form.who(cb, What::Popped));
    row.waits_at = lines_text(form, cb, What::WaitMost, waiters);
    const std::vector<uint32_t>& at_home = waiters.empty() ? sides.makers() : waiters;
    if (!at_home.empty()) row.capacity = law_text(form, cb, What::Capacity, {at_home.front()});
    if (!sides.known()) {
        row.verdict = "no formula was found for its counts: nothing is proven";
        return result;
    }

    const Compared same = sides.same();
    const bool fits = sides.always_fits();
    const bool grid = family.by_argument && same == Compared::Differs;
    const std::vector<Looked> made_up = grid ? other_numbers(form, sides, cb) : std::vector<Looked>();
    std::vector<Judged> judged;
    std::string first_wrong, first_text;
    size_t unclear = 0;
    for (const Looked& member : grid ? made_up : looked) {
        for (const CoreOfMember& core : member.cores) {
            const auto wrong = sides.wrong(core);
            unclear += !wrong;
            judged.push_back({numbers_of(form, member, core), !wrong || wrong->empty()});
            if (!wrong || wrong->empty() || !first_wrong.empty()) continue;
            first_wrong = *wrong;
            result.witness = Witness{grid ? std::nullopt : std::optional<size_t>(member.number), core};
            first_text = member.text.empty() ? "" : fmt::format("{}, core {}: ", member.text, core.core.str());
        }
    }
    const char* goes_well = !sides.persistent()      ? "balanced"
                            : sides.takers().empty() ? "filled once, for the host,"
                                                     : "filled once and kept";
    if (!first_wrong.empty()) {
        row.state = EveryCb::State::Fails;
        const std::string where = condition(judged);
        const auto failing = std::count_if(judged.begin(), judged.end(), [](const Judged& j) { return !j.holds; });
        row.verdict = where.empty()
                          ? fmt::format("NOT for {}: at {} of {} sets of numbers", family.every, failing, judged.size())
                          : fmt::format("{} for {}, EXCEPT {}", goes_well, family.every, where);
        row.verdict += fmt::format(" ({}{})", first_text, first_wrong);
        return result;
    }
    if (same == Compared::Same && (fits || family.by_argument)) {
        row.state = EveryCb::State::Holds;
        row.verdict = fmt::format("{} for {}", goes_well, family.every);
        if (!fits && !row.waits.empty()) row.verdict += fmt::format(", as long as {} <= {}", row.waits, row.capacity);
    } else if (same == Compared::Same && unclear == 0 && !looked.empty()) {
        row.state = EveryCb::State::Holds;
        row.verdict = fmt::format("{} for {}; it fits at every one that was looked at", goes_well, family.every);
    } else if (family.by_argument) {
        row.state = EveryCb::State::Holds;
        const auto side = [&](What what, const std::vector<uint32_t>& kernels) {
            return fmt::format("{} of {}", law_text(form, cb, what, kernels),
                               kernels.empty() ? "nobody" : form.program().kernels[kernels[0]].display_name());
        };
        row.verdict = fmt::format("{} wherever {} = {}, which the host decides", goes_well,
                                  side(What::Pushed, sides.makers()), side(sides.taken(), sides.takers()));
    } else {
        row.verdict = fmt::format("{} at every one that was looked at; not proven for all", goes_well);
    }
    return result;
}

}  // namespace tilewright::doctor
