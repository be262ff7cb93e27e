// Mistakes in signals between cores: semaphores and multicasts.
#include <fmt/format.h>

#include "doctor/mutant_maker.hpp"

namespace tilewright::doctor {

namespace {

bool is_zero(const std::string& argument) { return argument == "0" || argument == "0u"; }

// Names of the objects through which a kernel uses semaphores: "Semaphore<> ready(...)".
std::set<std::string> semaphore_objects(const std::string& code) {
    static const std::regex declaration(R"(\bSemaphore\s*(?:<[^;()]*>)?\s+(\w+)\s*[({])");
    std::set<std::string> names;
    for (auto it = std::sregex_iterator(code.begin(), code.end(), declaration); it != std::sregex_iterator(); ++it)
        names.insert((*it)[1].str());
    return names;
}

// A call on a semaphore: what is done, and which argument is the value of it.
struct SignalCall {
    const char* name;  // without its object
    const char* what;
    int value;  // -1: it has none that could be off by one
};
constexpr SignalCall kFunctions[] = {{"noc_semaphore_inc", "inc", 1},
                                     {"noc_semaphore_inc_multicast", "inc", 1},
                                     {"noc_semaphore_set", "set", -1},
                                     {"noc_semaphore_set_remote", "set", -1},
                                     {"noc_semaphore_set_multicast", "set", -1},
                                     {"noc_semaphore_set_multicast_loopback_src", "set", -1},
                                     {"noc_semaphore_wait", "wait", 1},
                                     {"noc_semaphore_wait_min", "wait", 1}};
constexpr SignalCall kMembers[] = {{"up", "inc", -2},
                                   {"inc_multicast", "inc", -1},
                                   {"set", "set", -1},
                                   {"wait", "wait", 0},
                                   {"wait_min", "wait", 0},
                                   {"down", "wait", 0},
                                   {"set_multicast", "set", -1},
                                   {"relay_multicast", "set", -1},
                                   {"relay_unicast", "set", -1}};

void change_signal(MutantMaker& maker, const SignalCall& kind, const Call& call, const std::string& value_set) {
    const std::string what = kind.what;
    const bool reset = what == "set" && is_zero(value_set);
    maker.drop(reset ? "drop semaphore reset" : fmt::format("drop semaphore {}", what), call);
    int value = kind.value;
    if (value == -2) value = call.arguments.size() == 1 ? 0 : 3;  // up(value), up(noc, x, y, value)
    if (value < 0 || static_cast<size_t>(value) >= call.arguments.size()) return;
    const auto [begin, end] = call.arguments[static_cast<size_t>(value)];
    maker.plus_one(fmt::format("semaphore {} + 1", what), begin, end);
}

}  // namespace

void mutate_signals(MutantMaker& maker) {
    const std::string& code = maker.code();
    for (const SignalCall& kind : kFunctions) {
        for (const Call& call : maker.source().calls({kind.name})) {
            if (call.statement) change_signal(maker, kind, call, call.argument(code, 1));
        }
    }
    const std::set<std::string> objects = semaphore_objects(code);
    for (const SignalCall& kind : kMembers) {
        for (const std::string& object : objects) {
            maker.each_call(fmt::format(R"(\b{}\s*\.\s*{}\s*(<[^;()]*>)?\s*\()", object, kind.name),
                            [&](const std::smatch& match, size_t begin, size_t, size_t) {
                                const size_t end = begin + static_cast<size_t>(match.length()) - 1;
                                if (const auto call = maker.source().call_at(begin, end))
                                    change_signal(maker, kind, *call, call->argument(code, 0));
                            });
        }
    }
}

void mutate_multicasts(MutantMaker& maker) {
    struct Multicast {
        const char* name;
        size_t receivers;
    };
    constexpr Multicast kinds[] = {{"noc_async_write_multicast", 3},
                                   {"noc_async_write_multicast_loopback_src", 3},
                                   {"noc_semaphore_set_multicast", 2},
                                   {"noc_semaphore_set_multicast_loopback_src", 2},
                                   {"noc_semaphore_inc_multicast", 2}};
    for (const Multicast& kind : kinds) {
        for (const Call& call : maker.source().calls({kind.name})) {
            if (call.arguments.size() <= kind.receivers) continue;
            const auto [begin, end] = call.arguments[kind.receivers];
            maker.plus_one("multicast receivers + 1", begin, end);
            maker.minus_one("multicast receivers - 1", begin, end);
        }
    }
    const std::string& text = maker.source().text();
    for (const Call& call : maker.source().calls({"get_noc_multicast_addr"})) {
        if (call.arguments.size() < 5) continue;
        const auto argument = [&](size_t i) { return call.argument(text, i); };
        maker.replace("swap multicast corners", call.arguments[0].first, call.arguments[3].second,
                      fmt::format("{}, {}, {}, {}", argument(2), argument(3), argument(0), argument(1)));
    }
}

}  // namespace tilewright::doctor
