// Generates the wrapper around a kernel.
#include "engine/build/wrapper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "engine/build/cache.hpp"
#include "tw/timed_costs.h"

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string quoted(const std::string& text) {
    std::string quoted = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + "\"";
}

}  // namespace

std::vector<uint32_t> processor_costs(const card::Arch& arch) {
    std::vector<uint32_t> costs;
    for (const char* key :
         {"plain", "multiply", "divide", "branch", "local_load", "l1_load", "l1_store", "float", "call"})
        costs.push_back(static_cast<uint32_t>(arch.timing_value(fmt::format("processor.{}_cycles", key))));
    if (costs.size() != TW_COST_COUNT) throw InternalError("a cost of tw/timed_costs.h has no figure");
    return costs;
}

bool is_data_movement(KernelThread thread) {
    return thread == KernelThread::DataMovement0 || thread == KernelThread::DataMovement1;
}

std::vector<fs::path> include_folders(const KernelBuildRequest& request) {
    std::vector<fs::path> folders;
    for (const fs::path& root : request.include_roots) {
        for (const fs::path& folder : {root, root / "ttnn", root / "ttnn" / "cpp"}) {
            std::error_code error;
            if (fs::is_directory(folder, error)) folders.push_back(folder);
        }
    }
    return folders;
}

KernelBuildRequest with_absolute_paths(KernelBuildRequest request) {
    if (!request.source_path.empty()) request.source_path = fs::absolute(request.source_path).lexically_normal();
    for (fs::path& root : request.include_roots) root = fs::absolute(root).lexically_normal();
    return request;
}

std::string kernel_text_of(const KernelBuildRequest& request) {
    if (request.source_path.empty()) return request.source_text;
    std::error_code error;
    if (!fs::is_regular_file(request.source_path, error)) {
        throw Error("TW3100", fmt::format("kernel file {} doesn't exist", request.source_path.string()),
                    "check the path; relative paths are looked up in the current directory, TT_METAL_KERNEL_PATH and "
                    "TT_METAL_HOME");
    }
    return read_file(request.source_path);
}

std::string code_only(const std::string& text) {
    std::string code;
    code.reserve(text.size());
    for (size_t i = 0; i < text.size();) {
        if (text.compare(i, 2, "//") == 0) {
            while (i < text.size() && text[i] != '\n') ++i;
        } else if (text.compare(i, 2, "/*") == 0) {
            const size_t end = text.find("*/", i + 2);
            i = end == std::string::npos ? text.size() : end + 2;
            code += ' ';
        } else if (text[i] == '"') {
            ++i;
            while (i < text.size() && text[i] != '"' && text[i] != '\n') i += text[i] == '\\' ? 2 : 1;
            ++i;
            code += "\"\"";
        } else {
            code += text[i++];
        }
    }
    return code;
}

bool mentions_word(const std::string& code, const std::string& word) {
    for (size_t at = code.find(word); at != std::string::npos; at = code.find(word, at + 1)) {
        const bool starts = at == 0 || !is_word(code[at - 1]);
        const bool ends = at + word.size() >= code.size() || !is_word(code[at + word.size()]);
        if (starts && ends) return true;
    }
    return false;
}

std::string wrapper_head(const KernelBuildRequest& request) {
    std::string text = fmt::format("#line 1 \"{}\"\n{}\n", kWrapperName, request.prologue);
    text += fmt::format("#define KERNEL_COMPILE_TIME_ARGS {}\n", fmt::join(request.compile_time_args, ","));
    if (!request.named_compile_time_args.empty()) {
        std::string entries;
        for (const auto& [name, value] : request.named_compile_time_args) {
            entries += fmt::format("{}{{{}, {}u}}", entries.empty() ? "" : ", ", quoted(name), value);
        }
        text += fmt::format("#define KERNEL_COMPILE_TIME_ARG_MAP {}\n", entries);
    }
    for (const auto& [name, value] : request.defines) text += fmt::format("#define {} {}\n", name, one_line(value));
    text += fmt::format("#include \"tw/{}\"\n", is_data_movement(request.thread) ? "dm_kernel.h" : "compute_kernel.h");
    return text;
}

std::string wrapper_source(const KernelBuildRequest& request, const std::string& kernel_text) {
    std::string text = wrapper_head(request);
    if (request.strict)
        text +=
            "extern \"C\" { extern const int tw_strict_marker; __attribute__((used)) const int tw_strict_marker = 1; "
            "}\n";
    if (request.trusted)
        text += "extern \"C\" { extern const int tw_gate_open; __attribute__((used)) const int tw_gate_open = 1; }\n";
    if (request.timed) {
        text += fmt::format(
            "extern \"C\" {{ extern const unsigned tw_timed_marker[{0}]; __attribute__((used)) const unsigned "
            "tw_timed_marker[{0}] = {{{1}}}; }}\n",
            static_cast<int>(TW_COST_COUNT), fmt::join(processor_costs(*request.arch), ", "));
    }
    if (request.source_path.empty()) {
        text += fmt::format("#line 1 {}\n{}\n#line 1 \"{}\"\n",
                            quoted(request.display_name.empty() ? "inline_kernel.cpp" : request.display_name),
                            kernel_text, kWrapperName);
    } else {
        text += fmt::format("#include \"{}\"\n", request.source_path.string());
    }
    const bool main_form = !is_data_movement(request.thread) && mentions_word(code_only(kernel_text), "MAIN");
    text += fmt::format("extern \"C\" __attribute__((visibility(\"default\"))) void tw_kernel_entry() {{ {}; }}\n",
                        main_form ? "NAMESPACE::MAIN" : "kernel_main()");
    return text;
}

std::vector<std::string> machine_flags(const KernelBuildRequest& request) {
    if (request.arch == nullptr) throw InternalError("a kernel build names no machine");
    const card::Arch& arch = *request.arch;
    std::vector<std::string> flags;
    for (const auto& [name, value] : arch.kernel_defines) flags.push_back(fmt::format("-D{}={}", name, value));
    const std::pair<const char*, uint32_t> figures[] = {
        {"L1_BYTES", arch.l1_bytes},
        {"L1_MAP_END", arch.l1_map_end},
        {"ZEROS_ADDRESS", arch.zeros_address},
        {"ZEROS_BYTES", arch.zeros_bytes},
        {"VIRTUAL_START_X", arch.virtual_start.x},
        {"VIRTUAL_START_Y", arch.virtual_start.y},
        {"NOC_FLIT_BYTES", arch.noc_flit_bytes},
        {"NOC_MAX_BURST_BYTES", arch.noc_max_burst_bytes},
        {"L1_ALIGNMENT", arch.l1_alignment},
        {"DRAM_ALIGNMENT", arch.dram_alignment},
        {"DRAM_READ_ALIGNMENT", arch.dram_read_alignment},
        {"DRAM_WRITE_ALIGNMENT", arch.dram_write_alignment},
        {"PCIE_READ_ALIGNMENT", arch.pcie_read_alignment},
        {"PCIE_WRITE_ALIGNMENT", arch.pcie_write_alignment},
        {"L1_ALIGNMENT_LOG2", static_cast<uint32_t>(std::countr_zero(arch.l1_alignment))},
        {"DRAM_ALIGNMENT_LOG2", static_cast<uint32_t>(std::countr_zero(arch.dram_alignment))},
        {"CIRCULAR_BUFFERS", arch.num_cbs},
        {"DRAM_BANKS", static_cast<uint32_t>(arch.dram_banks.size())},
        {"L1_BANKS", arch.num_workers()},
    };
    for (const auto& [name, value] : figures) flags.push_back(fmt::format("-DTW_CARD_{}={}", name, value));
    return flags;
}

bool builds_for_debugger() { return environment::choice("TILEWRIGHT_DEBUG_KERNELS", {"off", "on"}) == 1; }

std::vector<std::string> common_flags(const KernelBuildRequest& request) {
    std::vector<std::string> flags = {
        "-std=gnu++20",
        "-O2",
        "-fPIC",
        "-fno-exceptions",
        "-fno-rtti",
        "-fno-strict-aliasing",
        "-fno-math-errno",
        "-ffp-contract=off",
        "-gline-tables-only",
        "-gno-column-info",
        "-fno-omit-frame-pointer",
        "-fno-optimize-sibling-calls",
        "-fasynchronous-unwind-tables",
        "-fno-finite-loops",
        "-fno-delete-null-pointer-checks",
        "-fno-threadsafe-statics",
        "-fno-c++-static-destructors",
        "-fvisibility=hidden",
        "-ftls-model=initial-exec",
        "-fms-extensions",
        "-fno-stack-protector",
        "-fno-crash-diagnostics",
        "-fpch-instantiate-templates",
        "-w",
        "-Wno-error",
        "-Wno-c++11-narrowing",
        "-Wno-microsoft-cast",
        "-Wno-missing-template-arg-list-after-template-kw",
        "-DKERNEL_BUILD=1",
        fmt::format("-DTW_ERA={}", static_cast<uint32_t>(request.era)),
    };
    for (std::string& flag : machine_flags(request)) flags.push_back(std::move(flag));
    if (builds_for_debugger()) {
        const auto is_about_debugging = [](const std::string& flag) {
            return flag == "-O2" || flag == "-gline-tables-only" || flag == "-gno-column-info";
        };
        std::erase_if(flags, is_about_debugging);
        flags.insert(flags.end(), {"-O0", "-g", "-DTW_DEBUG=1"});
    }
    // Strict: one check per access of the source, with the source's own width.
    if (request.strict || request.timed)
        flags.insert(flags.end(), {"-DTW_STRICT=1", "-fno-vectorize", "-fno-slp-vectorize"});
    // The card has no vector instructions, and its compiler does not unroll at this level.
    if (request.timed) flags.insert(flags.end(), {"-DTW_TIMED=1", "-fno-unroll-loops"});
    const auto add = [&flags](std::initializer_list<const char*> more) {
        flags.insert(flags.end(), more.begin(), more.end());
    };
    switch (request.thread) {
        case KernelThread::DataMovement0: add({"-DCOMPILE_FOR_BRISC=1"}); break;
        case KernelThread::DataMovement1: add({"-DCOMPILE_FOR_NCRISC=1"}); break;
        case KernelThread::Unpack: add({"-DCOMPILE_FOR_TRISC=0", "-DTRISC_UNPACK=1", "-DUCK_CHLKC_UNPACK=1"}); break;
        case KernelThread::Math: add({"-DCOMPILE_FOR_TRISC=1", "-DTRISC_MATH=1", "-DUCK_CHLKC_MATH=1"}); break;
        case KernelThread::Pack: add({"-DCOMPILE_FOR_TRISC=2", "-DTRISC_PACK=1", "-DUCK_CHLKC_PACK=1"}); break;
        case KernelThread::Fused: add({"-DTW_FUSED=1"}); break;
    }
    return flags;
}

}  // namespace tilewright::engine
