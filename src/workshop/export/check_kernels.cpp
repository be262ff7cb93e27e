// Kernels of an exported op against the headers of a checkout, for each processor that they run on.
//
// A kernel is compiled as the checkout's own build does it: inside the source of the firmware that calls it, with the
// generated headers that describe the CBs of a program. The programs are those of some calls, so that every way through
// the kernels is taken.
#include <fmt/format.h>

#include <sstream>

#include "workshop/export/check_compiler.hpp"
#include "workshop/export/check_tree.hpp"
#include "workshop/run/direct.hpp"

namespace tilewright::workshop::exported {

namespace fs = std::filesystem;

namespace {

constexpr uint32_t kCbs = 64;  // as many as any machine of theirs has

struct Processor {
    const char* name;
    int thread;  // of compute: 0 unpack, 1 math, 2 pack; -1: it moves data
    std::vector<std::string> defines;
    const char* firmware;
};

std::vector<Processor> processors_of(const program::KernelDescriptor& kernel) {
    if (const auto* mover = std::get_if<program::DataMovementConfig>(&kernel.config)) {
        const bool first = mover->processor == program::DataMovementProcessor::RiscV0;
        return {{first ? "BRISC" : "NCRISC",
                 -1,
                 {first ? "COMPILE_FOR_BRISC" : "COMPILE_FOR_NCRISC", first ? "PROCESSOR_INDEX=0" : "PROCESSOR_INDEX=1",
                  fmt::format("NOC_INDEX={}", mover->noc), "NOC_MODE=0"},
                 first ? "brisck.cc" : "ncrisck.cc"}};
    }
    const auto one = [](const char* name, int thread) {
        return Processor{name,
                         thread,
                         {fmt::format("UCK_CHLKC_{}", name), fmt::format("COMPILE_FOR_TRISC={}", thread),
                          fmt::format("PROCESSOR_INDEX={}", 2 + thread), "NOC_INDEX=0", "NOC_MODE=0"},
                         "trisck.cc"};
    };
    return {one("UNPACK", 0), one("MATH", 1), one("PACK", 2)};
}

std::vector<std::string> machine_arguments(const TreeOptions& options, bool compute) {
    const bool blackhole = options.arch == "blackhole";
    const std::string arch = blackhole ? "blackhole" : "wormhole_b0", family = blackhole ? "blackhole" : "wormhole";
    std::vector<std::string> folders = {"",
                                        "ttnn",
                                        "ttnn/cpp",
                                        "tt_metal",
                                        "tt_metal/hw/inc",
                                        "tt_metal/tt-llk/common",
                                        "tt_metal/third_party/tt_llk/common",
                                        "tt_metal/hostdevcommon/api",
                                        "tt_metal/api",
                                        fmt::format("tt_metal/hw/ckernels/{}/metal/common", arch),
                                        fmt::format("tt_metal/hw/ckernels/{}/metal/llk_io", arch),
                                        "tt_metal/hw/inc/internal/tt-1xx",
                                        fmt::format("tt_metal/hw/inc/internal/tt-1xx/{}", family),
                                        fmt::format("tt_metal/hw/inc/internal/tt-1xx/{}/{}_defines", family, arch),
                                        fmt::format("tt_metal/hw/inc/internal/tt-1xx/{}/noc", family),
                                        "tt_metal/hw/firmware/src/tt-1xx"};
    // The low-level library was a part of its own once.
    for (const char* library : {"tt_metal/tt-llk", "tt_metal/third_party/tt_llk"}) {
        folders.push_back(fmt::format("{}/tt_llk_{}/common/inc", library, arch));
        folders.push_back(fmt::format("{}/tt_llk_{}/llk_lib", library, arch));
    }
    if (compute) {
        folders.push_back(fmt::format("tt_metal/hw/ckernels/{}/metal/llk_api", arch));
        folders.push_back(fmt::format("tt_metal/hw/ckernels/{}/metal/llk_api/llk_sfpu", arch));
    }
    // The card's compiler takes some of C++20 in C++17, and attributes of its own.
    std::vector<std::string> arguments = {"--target=riscv32-unknown-elf",
                                          "-march=rv32im",
                                          "-mabi=ilp32",
                                          "-std=c++17",
                                          "-Dconsteval=constexpr",
                                          "-Dconstinit=",
                                          "-fno-exceptions",
                                          "-fno-rtti",
                                          "-I" + Compiler::stand_ins("kernel").string()};
    if (compute) arguments.push_back("-I" + options.sfpi.string());
    std::error_code error;
    for (const std::string& folder : folders) {
        if (fs::is_directory(options.tree / folder, error))
            arguments.push_back("-I" + (options.tree / folder).string());
    }
    for (const std::string& define :
         {std::string("TENSIX_FIRMWARE"), std::string("LOCAL_MEM_EN=0"), std::string("KERNEL_BUILD"),
          std::string("DISPATCH_MESSAGE_ADDR=0"), std::string("PROGRAMMABLE_CORE_TYPE=0"),
          std::string(blackhole ? "ARCH_BLACKHOLE" : "ARCH_WORMHOLE"), std::string("PCIE_NOC_X=0"),
          std::string("PCIE_NOC_Y=3"), std::string(blackhole ? "NUM_DRAM_BANKS=8" : "NUM_DRAM_BANKS=12"),
          std::string(blackhole ? "LOG_BASE_2_OF_NUM_DRAM_BANKS=3" : "IS_NOT_POW2_NUM_DRAM_BANKS=1"),
          std::string(blackhole ? "NUM_L1_BANKS=130" : "NUM_L1_BANKS=64"),
          std::string(blackhole ? "IS_NOT_POW2_NUM_L1_BANKS=1" : "LOG_BASE_2_OF_NUM_L1_BANKS=6")}) {
        arguments.push_back("-D" + define);
    }
    // C and C++ headers of this machine: only their templates and declarations matter.
    for (const char* folder : {"/usr/include/c++/12", "/usr/include/x86_64-linux-gnu/c++/12",
                               "/usr/include/x86_64-linux-gnu", "/usr/include"}) {
        arguments.insert(arguments.end(), {"-isystem", folder});
    }
    return arguments;
}

// The header that the checkout's build writes for the CBs and the compute settings of a program.
std::string descriptors(const program::ProgramDescriptor& program, const program::ComputeConfig& compute) {
    std::vector<uint32_t> format(kCbs, 255), bytes(kCbs, 0), to_dst(kCbs, 255), from_dst(kCbs, 255);
    for (const program::CbDescriptor& cb : program.cbs) {
        for (const program::CbFormat& one : cb.formats) {
            const auto number = static_cast<uint32_t>(one.format);
            const bool wide = one.format == program::DataFormat::Float32;
            const bool unchanged =
                one.index < compute.unpack_to_dest_fp32.size() && compute.unpack_to_dest_fp32[one.index];
            constexpr uint32_t kTf32 = 4;
            format[one.index] = number;
            to_dst[one.index] = wide && !unchanged ? kTf32 : number;
            from_dst[one.index] = compute.fp32_dest_acc_en ? static_cast<uint32_t>(program::DataFormat::Float32)
                                                           : static_cast<uint32_t>(program::DataFormat::Float16_b);
            bytes[one.index] = one.page_bytes;
        }
    }
    const auto array = [](const char* type, const std::string& name, const std::vector<uint32_t>& values) {
        return fmt::format("constexpr {} {}[{}] = {{{}}};\n", type, name, kCbs, fmt::join(values, ", "));
    };
    const auto dimensions = [&](const std::string& unit) {
        std::string text;
        const std::vector<std::pair<const char*, uint32_t>> same = {
            {"tile_num_faces", 4}, {"partial_face", 0}, {"tile_face_r_dim", 16}, {"narrow_tile", 0},
            {"tile_r_dim", 32},    {"tile_c_dim", 32},  {"num_faces_r_dim", 2},  {"num_faces_c_dim", 2}};
        for (const auto& [name, value] : same) {
            text += array("uint8_t", unit + "_" + name, std::vector<uint32_t>(kCbs, value));
        }
        return text + array("uint16_t", unit + "_tile_size", bytes);
    };
    std::string text =
        "#pragma once\n#if defined(UCK_CHLKC_MATH) || defined(UCK_CHLKC_PACK)\n#include \"llk_defs.h\"\n";
    text += fmt::format(
        "constexpr auto MATH_FIDELITY = static_cast<ckernel::MathFidelity>({});\nconstexpr bool APPROX = {};\n#endif\n",
        static_cast<uint32_t>(compute.fidelity), compute.math_approx_mode);
    text += "#if !defined(UCK_CHLKC_PACK)\n" + array("uint8_t", "unpack_src_format", format) +
            array("uint8_t", "unpack_dst_format", to_dst) + dimensions("unpack") + "#endif\n";
    text += "#if !defined(UCK_CHLKC_MATH) && !defined(UCK_CHLKC_UNPACK)\n" +
            array("unsigned char", "pack_src_format", from_dst) + array("unsigned char", "pack_dst_format", format) +
            dimensions("pack") + "#if defined(UCK_CHLKC_PACK)\n" + array("uint8_t", "unpack_src_format", format) +
            "#endif\n#endif\n";
    text += fmt::format("constexpr bool DST_ACCUM_MODE = {};\n#define DST_SYNC_MODE DstSync::Sync{}\n",
                        compute.fp32_dest_acc_en, compute.dst_full_sync_en ? "Full" : "Half");
    return text;
}

// The kernel's own includes of the checkout, and nothing else of it.
std::string without_body(const fs::path& kernel) {
    std::string text;
    std::istringstream lines(read_text(kernel));
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("#include \"", 0) != 0) continue;
        const std::string name = line.substr(10, line.find('"', 10) - 10);
        std::error_code error;
        const fs::path own = kernel.parent_path() / name;
        text += fs::is_regular_file(own, error) ? without_body(own) : line + "\n";
    }
    return text;
}

// Calls that take every way through the kernels.
struct Way {
    rows::DirectCall call;
    std::string text;
};
std::vector<Way> ways(const rows::Plan& plan) {
    std::vector<Way> all;
    const size_t inputs = plan.spec.inputs.size();
    const auto add = [&](std::vector<uint32_t> shape, bool wide, bool fp32_dst, bool all_inputs, const char* text) {
        Way way;
        way.call.shape = std::move(shape);
        way.call.float32.assign(inputs, wide);
        way.call.output_float32 = wide;
        way.call.fp32_dst = fp32_dst;
        for (const rows::SpecInput& input : plan.spec.inputs) way.call.present.push_back(all_inputs || !input.optional);
        way.text = text;
        all.push_back(std::move(way));
    };
    add({64, 95}, false, true, true, "bfloat16, last tile partial");
    add({64, 1024}, true, true, true, "float32, several blocks");
    add({64, 20000}, true, true, true, "float32, streamed");
    const bool narrow = !plan.spec.needs_wide_dst();
    add({64, 320}, false, !narrow, false,
        narrow ? "bfloat16, 16-bit DST, required inputs only" : "bfloat16, required inputs only");
    return all;
}

}  // namespace

void check_kernels(TreeCheck& check, Compiler& compiler, const ExportRequest& request, const TreeOptions& options,
                   ttnn::MeshDevice& device) {
    const std::string& op = request.plan.spec.name;
    const std::string below =
        op_path(op, request.form) + (request.form == Form::Cpp ? "/device/kernels/" : "/kernels/");
    const bool has_sfpi = !options.sfpi.empty();
    if (!has_sfpi) {
        check.not_checked.emplace_back(
            "compute kernels: the headers of the card's compiler (sfpi.h) are not in the checkout; give their folder "
            "with --sfpi");
    }
    int number = 0;
    std::set<std::string> used;
    for (const Way& way : ways(request.plan)) {
        const rows::DirectProgram made = rows::describe_direct(request.plan, way.call, device);
        program::ComputeConfig compute;
        for (const program::KernelDescriptor& kernel : made.program.kernels) {
            if (const auto* config = std::get_if<program::ComputeConfig>(&kernel.config)) compute = *config;
        }
        for (const program::KernelDescriptor& kernel : made.program.kernels) {
            if (kernel.is_compute() && !has_sfpi) continue;
            const fs::path of_plan =
                kernel.source.resolved.empty() ? fs::path(kernel.source.text) : kernel.source.resolved;
            const std::string name = of_plan.parent_path().filename().string() + "/" + of_plan.filename().string();
            const fs::path file = compiler.tree() / (below + name);
            for (const Processor& processor : processors_of(kernel)) {
                const fs::path folder = compiler.scratch(fmt::format("unit{}", number++));
                const auto write = [&](const std::string& file_name, const std::string& text) {
                    write_text(folder / file_name, text);
                };
                write("chlkc_descriptors.h", descriptors(made.program, compute));
                write("defines_generated.h", "");
                const std::string kernel_include = fmt::format("#include \"{}\"\n", file.string());
                const std::string empty = without_body(file) + "void kernel_main() {}\n";
                for (const auto& [where, text] : {std::pair{"with", kernel_include}, std::pair{"without", empty}}) {
                    if (processor.thread < 0) {
                        write(fmt::format("{}/kernel_includes.hpp", where), text);
                        continue;
                    }
                    const std::string prolog =
                        fmt::format("#define TRISC_{}\n#include \"defines_generated.h\"\n", processor.name);
                    for (const char* part : {"unpack", "math", "pack"}) {
                        write(fmt::format("{}/chlkc_{}.cpp", where, part), prolog + text);
                    }
                }
                Compiler::Unit unit;
                unit.source = options.tree / "tt_metal/hw/firmware/src/tt-1xx" / processor.firmware;
                unit.arguments = machine_arguments(options, processor.thread >= 0);
                unit.arguments.push_back("-I" + folder.string());
                for (const std::string& define : processor.defines) unit.arguments.push_back("-D" + define);
                unit.arguments.push_back(
                    fmt::format("-DKERNEL_COMPILE_TIME_ARGS={}", fmt::join(kernel.compile_time_args, ",")));
                unit.with = {"-I" + (folder / "with").string()};
                unit.without = {"-I" + (folder / "without").string()};
                unit.kind = fmt::format("{} {} {}", processor.name, compute.fp32_dest_acc_en, empty);
                CheckedUnit checked;
                checked.file = below + name;
                checked.processor = processor.name;
                checked.with = way.text;
                const Compiler::Outcome outcome = compiler.compile(unit);
                checked.errors = outcome.own;
                checked.theirs = outcome.theirs;
                used.insert(outcome.stand_ins.begin(), outcome.stand_ins.end());
                check.units.push_back(std::move(checked));
            }
        }
    }
    for (const std::string& header : used) check.stand_ins.push_back("kernels: " + header);
}

}  // namespace tilewright::workshop::exported
