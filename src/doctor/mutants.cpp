// Mistakes in what a kernel does with its CBs. What does not compile is thrown away later.
#include "doctor/mutants.hpp"

#include <fmt/format.h>

#include "doctor/mutant_maker.hpp"

namespace tilewright::doctor {

void mutate_pages(MutantMaker& maker) {
    maker.each_call(R"((\bcb_(push_back|pop_front|wait_front|reserve_back)|)"
                    R"(\b\w+\.(push_back|pop_front|wait_front|reserve_back))\s*\()",
                    [&](const std::smatch& match, size_t begin, size_t open, size_t close) {
                        const std::string verb = match[2].matched ? match[2].str() : match[3].str();
                        const std::string word = verb == "push_back"    ? "push"
                                                 : verb == "pop_front"  ? "pop"
                                                 : verb == "wait_front" ? "wait"
                                                                        : "reserve";
                        maker.replace("drop " + word, begin, close + 1, "");
                        const std::string arguments = maker.code().substr(open + 1, close - open - 1);
                        const size_t comma = match[2].matched ? arguments.rfind(',') : std::string::npos;
                        if (match[2].matched && comma == std::string::npos) return;
                        const size_t count = match[2].matched ? open + 2 + comma : open + 1;
                        if (count < close) maker.plus_one(word + " count + 1", count, close);
                    });
}

void mutate_setup(MutantMaker& maker) {
    const auto drop = [&](const char* rule) {
        return [&maker, rule](const std::smatch&, size_t begin, size_t, size_t close) {
            maker.replace(rule, begin, close + 1, "");
        };
    };
    maker.each_call(R"(\b(noc\.|noc_)?async_(read|write|writes|atomic)_(barrier|flushed)\w*\s*\()",
                    drop("drop barrier"));
    maker.each_call(R"(\b\w*(_init|_init_short|_init_common|hw_startup)\s*(<[^;()]*>)?\s*\()", drop("drop init"));
    maker.each_call(R"(\b\w*reconfig\w*\s*(<[^;()]*>)?\s*\()", drop("drop reconfig"));
}

void mutate_loops(MutantMaker& maker) {
    static const std::regex loop(R"(for\s*\([^;]*;\s*\w+\s*<\s*([^;]+);)");
    const std::string& code = maker.code();
    for (auto it = std::sregex_iterator(code.begin(), code.end(), loop); it != std::sregex_iterator(); ++it) {
        const size_t begin = static_cast<size_t>(it->position(1));
        const size_t end = begin + static_cast<size_t>(it->length(1));
        maker.minus_one("loop bound - 1", begin, end);
        maker.plus_one("loop bound + 1", begin, end);
    }
}

// Two CBs taken for each other: arguments that the source names as CBs, and neighbours in a list of constants.
void mutate_indices(MutantMaker& maker) {
    static const std::regex from_argument(R"(\b\w*(?:cb|dfb)\w*\s*=\s*get_compile_time_arg_val\((\d+)\))");
    const std::string& code = maker.code();
    const std::sregex_iterator end;
    std::vector<size_t> places;
    for (auto it = std::sregex_iterator(code.begin(), code.end(), from_argument); it != end; ++it)
        places.push_back(std::stoul((*it)[1].str()));
    const auto& args = maker.kernel().compile_time_args;
    for (size_t n = 0; n + 1 < places.size(); ++n) {
        const size_t i = places[n], j = places[n + 1];
        if (i >= args.size() || j >= args.size() || args[i] == args[j]) continue;
        Mutant& mutant = maker.add_to_kernel(
            "swap CB indices", fmt::format("compile-time args {} and {}: c_{} and c_{}", i, j, args[i], args[j]));
        auto& words = mutant.program.kernels[maker.index()].compile_time_args;
        std::swap(words[i], words[j]);
    }
    static const std::regex constant(R"(\bcb_\w+\s*=\s*(\d+))");
    for (auto it = std::sregex_iterator(code.begin(), code.end(), constant); it != end; ++it) {
        auto next = it;
        if (++next == end) break;
        const auto first = static_cast<size_t>(it->position(1)), second = static_cast<size_t>(next->position(1));
        const std::string a = (*it)[1].str(), b = (*next)[1].str();
        if (code.substr(first, second - first).find(';') != std::string::npos || a == b) continue;
        maker.replace("swap CB indices", first, second + b.size(),
                      b + maker.source().text().substr(first + a.size(), second - first - a.size()) + a);
    }
}

}  // namespace tilewright::doctor
