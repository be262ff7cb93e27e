// Mistakes in the text of kernels: those of the mutation bench on CBs, loops and set-up, and further ones of
// arithmetic, places and conditions.
#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>

#include "doctor/mutant_maker.hpp"
#include "engine/build/cache.hpp"
#include "workshop/stage/mutation.hpp"

namespace tilewright::workshop {

namespace {

using doctor::MutantMaker;

// Every match of a pattern: what stands in its place comes from `make`, nothing where it is empty.
void each(MutantMaker& maker, const std::string& rule, const std::string& pattern,
          const std::function<std::string(const std::smatch&)>& make) {
    const std::regex regex(pattern);
    const std::string& code = maker.code();
    for (auto it = std::sregex_iterator(code.begin(), code.end(), regex); it != std::sregex_iterator(); ++it) {
        const std::string with = make(*it);
        const auto begin = static_cast<size_t>(it->position());
        if (!with.empty()) maker.replace(rule, begin, begin + static_cast<size_t>(it->length()), with);
    }
}

std::string other_operation(const std::string& name) { return name == "add" ? "sub" : name == "sub" ? "add" : "add"; }

void mutate_arithmetic(MutantMaker& maker) {
    each(maker, "another operation", R"((add|sub|mul)_binary_tile_init\(\);(\s*)(add|sub|mul)_binary_tile\()",
         [](const std::smatch& m) {
             const std::string other = other_operation(m[1]);
             return fmt::format("{0}_binary_tile_init();{1}{0}_binary_tile(", other, m[2].str());
         });
    each(maker, "another operation", R"(\b(add|sub|mul)_unary_tile\()",
         [](const std::smatch& m) { return other_operation(m[1]) + "_unary_tile("; });
    each(maker, "another operation",
         R"(sfpu_(add|sub|mul)_bcast_(col|row)_init\(\);(\s*)sfpu_(add|sub|mul)_bcast_(col|row)\()",
         [](const std::smatch& m) {
             return fmt::format("sfpu_{0}_bcast_{1}_init();{2}sfpu_{0}_bcast_{1}(", other_operation(m[1]), m[2].str(),
                                m[3].str());
         });
    each(maker, "another fold", R"(rows::Fold::(Mean|Sum|Max|Min))", [](const std::smatch& m) {
        const std::string kind = m[1];
        return "rows::Fold::" + std::string(kind == "Mean"  ? "Sum"
                                            : kind == "Sum" ? "Mean"
                                            : kind == "Max" ? "Min"
                                                            : "Max");
    });
    each(maker, "swap operands", R"(\b(sub|div)_binary_tile\((\w+), (\w+),)", [](const std::smatch& m) {
        return fmt::format("{}_binary_tile({}, {},", m[1].str(), m[3].str(), m[2].str());
    });
}

void mutate_places(MutantMaker& maker) {
    each(maker, "drop a term", R"(\b([A-Za-z_][\w.]*) \+ ([A-Za-z_][\w.]*))",
         [](const std::smatch& m) { return m[1].str(); });
    each(maker, "+ for -", R"(\b(\w+) - (\w+))",
         [](const std::smatch& m) { return fmt::format("{} + {}", m[1].str(), m[2].str()); });
    each(maker, "tile 0", R"(\b(place_of|line_of)\(tile\))", [](const std::smatch&) { return "0"; });
    each(maker, "argument + 1", R"((get_arg_val<uint32_t>|get_compile_time_arg_val)\((\d+)\))",
         [](const std::smatch& m) { return fmt::format("{}({})", m[1].str(), std::stoi(m[2]) + 1); });
    each(maker, "constant + 1", R"(([*/%<(,=] )(16|32|64)\b)",
         [](const std::smatch& m) { return fmt::format("{}{}", m[1].str(), std::stoi(m[2]) + 1); });
}

void mutate_conditions(MutantMaker& maker) {
    each(maker, "opposite condition", R"(if (constexpr )?\(([^();]+)\))",
         [](const std::smatch& m) { return fmt::format("if {}(!({}))", m[1].str(), m[2].str()); });
}

void mutate_calls(MutantMaker& maker) {
    maker.each_call(R"(\b(?!static_assert|if|for|while|return)[a-z_][\w:]*(<[^;()]*>)?\s*\()",
                    [&](const std::smatch&, size_t begin, size_t, size_t close) {
                        maker.replace("drop a call", begin, close + 1, "");
                    });
}

}  // namespace

std::vector<StageMutant> kernel_mutants(const std::filesystem::path& kernels) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kernels)) {
        const std::string extension = entry.path().extension().string();
        if (extension == ".cpp" || extension == ".hpp") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::vector<StageMutant> all;
    for (const std::filesystem::path& file : files) {
        // A file as a kernel of its own, so that every rule sees it as it stands.
        program::ProgramDescriptor program;
        program.kernels.emplace_back();
        program.kernels[0].source.text = engine::read_file(file);
        program.kernels[0].source.is_path = false;
        MutantMaker maker(program, {}, {});
        maker.take(0);
        using Rule = void (*)(MutantMaker&);
        for (const Rule rule :
             {doctor::mutate_pages, doctor::mutate_setup, doctor::mutate_loops, doctor::mutate_indices,
              mutate_arithmetic, mutate_places, mutate_conditions, mutate_calls})
            rule(maker);
        const std::string name = std::filesystem::relative(file, kernels).generic_string();
        std::set<std::string> known = {program.kernels[0].source.text};  // two rules may make the same text
        for (const doctor::Mutant& mutant : maker.mutants) {
            const std::string& text = mutant.program.kernels[0].source.text;
            if (!known.insert(text).second) continue;
            all.push_back({mutant.rule, fmt::format("{}:{}", name, mutant.line), mutant.change, name, text});
        }
    }
    return all;
}

}  // namespace tilewright::workshop
