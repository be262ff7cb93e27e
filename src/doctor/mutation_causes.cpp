// The table of right causes. It follows from what the mistake is: which rule of the interface the changed program
// breaks, or what can no longer happen because of it. That a report prints a code is no reason for it to stand here;
// that the code's page describes the mistake is.
#include "doctor/mutation_causes.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>

namespace tilewright::doctor {

namespace {

using Codes = std::set<std::string>;

Codes operator+(const Codes& a, const Codes& b) {
    Codes all = a;
    all.insert(b.begin(), b.end());
    return all;
}

// What codes have in common.
const Codes kCounts = {"TW1002", "TW1003", "TW1004", "TW1009", "TW2007", "TW2008"};  // the sides of a CB differ
const Codes kUnreserved = {"TW2001", "TW2114"};
const Codes kUnwaited = {"TW2002", "TW2113", "TW2405"};
const Codes kRoom = {"TW1001", "TW2003", "TW2004", "TW3202"};  // a request and its CB do not fit each other
const Codes kOutside = {"TW2102", "TW2115", "TW2122", "TW2126", "TW2128", "TW2406"};  // beyond a CB or a tensor
const Codes kUnwritten = {"TW2117", "TW2118", "TW2305", "TW2704", "TW2705"};          // nobody made what is read
const Codes kInFlight = {"TW2103", "TW2105", "TW2106", "TW2108", "TW2109", "TW2110", "TW2111", "TW2112"};
const Codes kRaces = {"TW2502", "TW2503", "TW2504", "TW2505", "TW2506", "TW2507", "TW2508"};
const Codes kNoSignal = {"TW1006", "TW1008", "TW1010"};  // a signal that does not come
const Codes kSetUp = {"TW2401", "TW2402", "TW2403", "TW2404", "TW1401", "TW0602", "TW0604", "TW0605"};
const Codes kAddress = {"TW2122", "TW2123", "TW2124", "TW2125", "TW2115", "TW2128"};

const std::map<std::string, Codes>& table() {
    static const auto* list = new std::map<std::string, Codes>{
        // A page is made and never handed on: its consumer waits in vain, or one side counts less than the other.
        {"drop push", {"TW1002", "TW1003", "TW1004"}},
        // A page is handed on that was not reserved or not made; the sides differ, and blocks no longer meet the end.
        {"push count + 1", kCounts + kUnreserved + kUnwritten + Codes{"TW2004"}},
        // A page is never given back: it is left at the end, or the producer finds no room although it should.
        {"drop pop", {"TW1004", "TW2008"}},
        // A page is given back that was not waited for, or that was never there.
        {"pop count + 1", kCounts + kUnwaited + Codes{"TW2004"}},
        // Somebody takes what may not be there yet.
        {"drop wait", kUnwaited + Codes{"TW2117", "TW2406", "TW1009"}},
        // A page is waited for that does not come, or for which there is no room; within a compute kernel, one that the
        // kernel itself makes only later.
        {"wait count + 1", kCounts + kRoom + Codes{"TW1005"}},
        // Somebody writes where the consumer may still read.
        {"drop reserve", kUnreserved + Codes{"TW2406"}},
        // More room is asked for than is used, or than there is.
        {"reserve count + 1", kRoom + Codes{"TW1004"}},
        // Whatever the barrier waited for is used too early: by this kernel, by the next one or by another core.
        {"drop barrier", kInFlight + kRaces},
        {"drop init", kSetUp},
        {"drop reconfig", kSetUp},
        // One round less or more: pages, tiles, signals, parts of a tensor.
        {"loop bound - 1", kCounts + kNoSignal + kUnwritten + kUnwaited + kUnreserved + Codes{"TW2303", "TW2004"}},
        {"loop bound + 1", kCounts + kNoSignal + kOutside + kUnwritten + kUnwaited + kUnreserved +
                               Codes{"TW2004", "TW2116", "TW2301", "TW2303", "TW2506"}},
        // Everything a CB stands for is another one's: who fills and empties it, its size, its format.
        {"swap CB indices", kCounts + kRoom + kUnreserved + kUnwaited + kOutside + kUnwritten + kSetUp +
                                Codes{"TW1005", "TW2005", "TW2006", "TW2009", "TW2010", "TW2202"}},
        {"drop runtime arg", {"TW2201", "TW3205"}},
        {"shrink CB", kRoom + Codes{"TW2126", "TW2406", "TW3211"}},
        // A signal is not sent: who waits for it waits for ever.
        {"drop semaphore inc", kNoSignal},
        {"drop semaphore set", kNoSignal},
        // Nobody sets the word back: the next wait ends at once, or never as the word has run past its value.
        {"drop semaphore reset", kNoSignal + kRaces},
        // Nobody waits: the data may not be there, or somebody still needs it.
        {"drop semaphore wait", kRaces + kUnwritten + Codes{"TW2110", "TW2113", "TW2114"}},
        {"semaphore wait + 1", kNoSignal},
        // A wait ends too early, or its word runs past the value.
        {"semaphore inc + 1", kNoSignal + kRaces},
        {"semaphore value + 1", kNoSignal + kRaces},
        {"multicast receivers + 1", {"TW2104", "TW1007"}},
        {"multicast receivers - 1", {"TW2104", "TW1007"}},
        {"swap multicast corners", {"TW2410", "TW2102", "TW2104"}},
        // A number that means pages, rounds, an index of a page, a coordinate or a semaphore.
        {"runtime arg + 1",
         kCounts + kNoSignal + kOutside + kUnwritten + kAddress + kRoom + kRaces +
             Codes{"TW2104", "TW1007", "TW2116", "TW2129", "TW2101", "TW2120", "TW2410", "TW2604", "TW2617"}},
        {"runtime arg - 1",
         kCounts + kNoSignal + kOutside + kUnwritten + kAddress + kRoom + kRaces +
             Codes{"TW2104", "TW1007", "TW2116", "TW2129", "TW2101", "TW2120", "TW2410", "TW2604", "TW2617"}},
        // As above, and addresses that are none; a count that has become an address goes on and on.
        {"swap runtime args", kCounts + kNoSignal + kOutside + kUnwritten + kAddress + kRoom + kRaces +
                                  Codes{"TW2104", "TW1007", "TW2116", "TW2129", "TW2101", "TW2120", "TW2410", "TW2119",
                                        "TW2602", "TW2604", "TW2617"}},
        // Another tensor is read or written: it has other pages, or the right one stays as it was.
        {"another tensor's address", kAddress + kUnwritten + Codes{"TW2116"}},
        {"compile-time arg + 1", kCounts + kRoom + kNoSignal + kOutside + kUnwritten + kUnwaited + kUnreserved +
                                     kAddress +
                                     Codes{"TW2301", "TW2303", "TW2104", "TW2101", "TW2116", "TW2120", "TW2202"}},
        // The units are set up for, or the transfers bring, something else than the CB is said to hold.
        // With the page size as it was, a tile has no room in its page.
        {"CB format", kSetUp + Codes{"TW2114", "TW2126", "TW2118", "TW2117", "TW2406", "TW3202", "TW3004", "TW2123"}},
        {"CB format and page size",
         kSetUp + kUnwritten +
             Codes{"TW2122", "TW2123", "TW2126", "TW2128", "TW2101", "TW2102", "TW2115", "TW2406", "TW3203", "TW3004"}},
        // Half as many tiles fit DST, or twice as many; operands keep their formats.
        {"flip fp32 DST", {"TW2301", "TW2402", "TW1401", "TW0604"}},
    };
    return *list;
}

// The finding speaks of a CB or semaphore that the mistake has nothing to do with.
bool names_another(const Finding& finding, const Mutant& mutant, const std::set<uint32_t>& cbs) {
    if (finding.cb && !cbs.empty() && !cbs.contains(*finding.cb)) return true;
    if (mutant.semaphore < 0) return false;
    static const std::regex named(R"(semaphore (\d+))");
    std::smatch match;
    return std::regex_search(finding.message, match, named) && std::stoi(match[1].str()) != mutant.semaphore;
}

}  // namespace

const std::set<std::string>* causes_of(const std::string& rule) {
    const auto it = table().find(rule);
    return it == table().end() ? nullptr : &it->second;
}

bool at_changed_line(const Finding& finding, const Mutant& mutant) {
    return mutant.line != 0 &&
           std::any_of(finding.place.stack.begin(), finding.place.stack.end(), [&](const Frame& frame) {
               const std::string file = std::filesystem::path(frame.file).filename().string();
               return frame.line == mutant.line && (mutant.file.empty() || file == mutant.file);
           });
}

bool tells_cause(const std::vector<Finding>& findings, const Mutant& mutant, const std::set<uint32_t>& cbs) {
    const std::set<std::string>* codes = causes_of(mutant.rule);
    if (codes == nullptr) return false;
    for (size_t i = 0; i < findings.size(); ++i) {
        const bool line = at_changed_line(findings[i], mutant);
        if (i != 0 && !line) continue;
        if (codes->contains(findings[i].code) && (line || !names_another(findings[i], mutant, cbs))) return true;
    }
    return false;
}

}  // namespace tilewright::doctor
