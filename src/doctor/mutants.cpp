// The rules. They work on kernel text and on the descriptor; what does not compile is thrown away later.
#include "doctor/mutants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <set>

#include "doctor/kernel_text.hpp"

namespace tilewright::doctor {

namespace {

size_t closing(const std::string& text, size_t open) {
    int depth = 0;
    for (size_t i = open; i < text.size(); ++i) {
        if (text[i] == '(') ++depth;
        if (text[i] == ')' && --depth == 0) return i;
    }
    return std::string::npos;
}

class Maker {
public:
    Maker(const program::ProgramDescriptor& program, const std::map<uint32_t, KernelUse>& use)
        : program_(program), use_(use) {}

    std::vector<Mutant> make() {
        for (uint32_t k = 0; k < program_.kernels.size(); ++k) {
            kernel_ = k;
            source_.emplace(program_.kernels[k]);
            code_ = source_->code();
            drop_calls();
            drop_setup();
            change_loops();
            swap_indices();
            drop_argument();
        }
        shrink_buffers();
        return std::move(mutants_);
    }

private:
    const program::ProgramDescriptor& program_;
    const std::map<uint32_t, KernelUse>& use_;
    uint32_t kernel_ = 0;
    std::optional<KernelText> source_;
    std::string code_;
    std::vector<Mutant> mutants_;

    Mutant& add(const std::string& rule, const std::string& change) {
        Mutant mutant;
        mutant.rule = rule;
        mutant.change = change;
        mutant.program = program_;
        mutants_.push_back(std::move(mutant));
        return mutants_.back();
    }

    // Whether a line of the function around this position led to a call on a CB; true in the kernel's own file. A
    // function of a header ends with a brace in the first column.
    bool used(size_t position) {
        Mutant here;
        place(here, position);
        const program::KernelDescriptor& kernel = program_.kernels[kernel_];
        if (here.file.empty() || here.file == std::filesystem::path(kernel.source.text).filename()) return true;
        const size_t before = source_->text().rfind("\n}", position), after = source_->text().find("\n}", position);
        const auto count = [&](size_t from, size_t to) {
            return static_cast<uint32_t>(std::count(source_->text().begin() + static_cast<ptrdiff_t>(from),
                                                    source_->text().begin() + static_cast<ptrdiff_t>(to), '\n'));
        };
        // Behind the brace that ends the function before it.
        const size_t begin =
            std::max(before == std::string::npos ? 0 : before + 2, source_->text().rfind("#line ", position));
        const uint32_t first = here.line - count(begin, position);
        const uint32_t last = here.line + count(position, after == std::string::npos ? source_->text().size() : after);
        const auto known = use_.find(kernel_);
        if (known == use_.end()) return false;
        for (const auto& [file, line] : known->second.lines) {
            if (file == here.file && line >= first && line <= last) return true;
        }
        return false;
    }

    void replace(const std::string& rule, size_t begin, size_t end, const std::string& with) {
        if (!used(begin)) return;
        Mutant& mutant = add(
            rule, fmt::format("{} -> {}", source_->text().substr(begin, end - begin), with.empty() ? "nothing" : with));
        mutant.kernel_index = static_cast<int>(kernel_);
        place(mutant, begin);
        program::KernelDescriptor& kernel = mutant.program.kernels[kernel_];
        mutant.kernel = kernel.display_name();
        std::string text = source_->text();
        text.replace(begin, end - begin, with);
        KernelText::put(kernel, *source_, std::move(text));
    }

    void place(Mutant& mutant, size_t position) {
        const TextPlace at = source_->place(position);
        mutant.file = at.file;
        mutant.line = at.line;
    }

    template <class Do>
    void each_call(const std::string& pattern, Do act) {
        const std::regex regex(pattern);
        for (auto it = std::sregex_iterator(code_.begin(), code_.end(), regex); it != std::sregex_iterator(); ++it) {
            const size_t begin = static_cast<size_t>(it->position());
            const size_t open = begin + static_cast<size_t>(it->length()) - 1;
            const size_t close = closing(code_, open);
            if (close == std::string::npos || close + 1 >= code_.size() || code_[close + 1] != ';') continue;
            act(*it, begin, open, close);
        }
    }

    void drop_calls() {
        each_call(R"((\bcb_(push_back|pop_front|wait_front|reserve_back)|)"
                  R"(\b\w+\.(push_back|pop_front|wait_front|reserve_back))\s*\()",
                  [&](const std::smatch& match, size_t begin, size_t open, size_t close) {
                      const std::string verb = match[2].matched ? match[2].str() : match[3].str();
                      const std::string word = verb == "push_back"    ? "push"
                                               : verb == "pop_front"  ? "pop"
                                               : verb == "wait_front" ? "wait"
                                                                      : "reserve";
                      replace("drop " + word, begin, close + 1, "");
                      const std::string arguments = code_.substr(open + 1, close - open - 1);
                      const size_t comma = match[2].matched ? arguments.rfind(',') : std::string::npos;
                      if (match[2].matched && comma == std::string::npos) return;
                      const size_t count = match[2].matched ? open + 2 + comma : open + 1;
                      if (count >= close) return;
                      replace(word + " count + 1", count, close,
                              fmt::format(" ({}) + 1", source_->text().substr(count, close - count)));
                  });
    }

    void drop_setup() {
        const auto drop = [&](const char* rule) {
            return [this, rule](const std::smatch&, size_t begin, size_t, size_t close) {
                replace(rule, begin, close + 1, "");
            };
        };
        each_call(R"(\b(noc\.|noc_)?async_(read|write|writes|atomic)_(barrier|flushed)\w*\s*\()", drop("drop barrier"));
        each_call(R"(\b\w*(_init|_init_short|_init_common|hw_startup)\s*(<[^;()]*>)?\s*\()", drop("drop init"));
        each_call(R"(\b\w*reconfig\w*\s*(<[^;()]*>)?\s*\()", drop("drop reconfig"));
    }

    void change_loops() {
        static const std::regex loop(R"(for\s*\([^;]*;\s*\w+\s*<\s*([^;]+);)");
        for (auto it = std::sregex_iterator(code_.begin(), code_.end(), loop); it != std::sregex_iterator(); ++it) {
            const size_t begin = static_cast<size_t>(it->position(1));
            const size_t end = begin + static_cast<size_t>(it->length(1));
            const std::string bound = source_->text().substr(begin, end - begin);
            replace("loop bound - 1", begin, end, fmt::format("({}) - 1", bound));
            replace("loop bound + 1", begin, end, fmt::format("({}) + 1", bound));
        }
    }

    // Two CBs taken for each other: arguments that the source names as CBs, and neighbours in a list of constants.
    void swap_indices() {
        static const std::regex from_argument(R"(\b\w*(?:cb|dfb)\w*\s*=\s*get_compile_time_arg_val\((\d+)\))");
        std::vector<size_t> places;
        for (auto it = std::sregex_iterator(code_.begin(), code_.end(), from_argument); it != std::sregex_iterator();
             ++it)
            places.push_back(std::stoul((*it)[1].str()));
        const auto& args = program_.kernels[kernel_].compile_time_args;
        for (size_t n = 0; n + 1 < places.size(); ++n) {
            const size_t i = places[n], j = places[n + 1];
            if (i >= args.size() || j >= args.size() || args[i] == args[j]) continue;
            Mutant& mutant = add("swap CB indices",
                                 fmt::format("compile-time args {} and {}: c_{} and c_{}", i, j, args[i], args[j]));
            mutant.kernel_index = static_cast<int>(kernel_);
            mutant.kernel = program_.kernels[kernel_].display_name();
            std::swap(mutant.program.kernels[kernel_].compile_time_args[i],
                      mutant.program.kernels[kernel_].compile_time_args[j]);
        }
        static const std::regex constant(R"(\bcb_\w+\s*=\s*(\d+))");
        const std::sregex_iterator end;
        for (auto it = std::sregex_iterator(code_.begin(), code_.end(), constant); it != end; ++it) {
            auto next = it;
            if (++next == end) break;
            const auto first = static_cast<size_t>(it->position(1)), second = static_cast<size_t>(next->position(1));
            const std::string a = (*it)[1].str(), b = (*next)[1].str();
            if (code_.substr(first, second - first).find(';') != std::string::npos || a == b) continue;
            replace("swap CB indices", first, second + b.size(),
                    b + source_->text().substr(first + a.size(), second - first - a.size()) + a);
        }
    }

    void drop_argument() {
        bool any = false;
        for (const auto& [core, args] : program_.kernels[kernel_].runtime_args) any |= !args.empty();
        if (!any) return;
        Mutant& mutant = add("drop runtime arg", "the last one");
        mutant.kernel_index = static_cast<int>(kernel_);
        mutant.kernel = program_.kernels[kernel_].display_name();
        for (auto& [core, args] : mutant.program.kernels[kernel_].runtime_args) {
            if (!args.empty()) args.pop_back();
        }
    }

    void shrink_buffers() {
        for (size_t i = 0; i < program_.cbs.size(); ++i) {
            const program::CbDescriptor& cb = program_.cbs[i];
            if (cb.placed || cb.formats.size() != 1) continue;
            const uint32_t page = cb.formats[0].page_bytes;
            if (page == 0 || cb.total_bytes / page < 2) continue;
            const uint32_t before = cb.total_bytes / page;
            for (const uint32_t after : std::set<uint32_t>{before / 2, before - 1}) {
                Mutant& mutant =
                    add("shrink CB", fmt::format("c_{} from {} to {} pages", cb.formats[0].index, before, after));
                mutant.cb = static_cast<int>(cb.formats[0].index);
                mutant.program.cbs[i].total_bytes = after * page;
            }
        }
    }
};

}  // namespace

std::vector<Mutant> make_mutants(const program::ProgramDescriptor& program, const std::map<uint32_t, KernelUse>& use) {
    return Maker(program, use).make();
}

}  // namespace tilewright::doctor
