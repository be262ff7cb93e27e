// Kernels alone: a program from JSON, run in strict mode on whatever its buffers hold.
#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <random>

#include "base/error.hpp"
#include "cli/mcp/steps.hpp"
#include "engine/run.hpp"
#include "tile/formats/convert.hpp"
#include "tilewright/device.hpp"
#include "tt-metalium/buffer.hpp"
#include "ttnn/tensor/tensor.hpp"

namespace tilewright::cli::mcp {

namespace {

Error no_program(const std::string& what, const std::string& allowed) {
    return {"TW4601", "program: " + what, allowed, Exit::Usage};
}

// "0,0" or "0,0-7,3".
CoreRanges cores_of_text(const std::string& text) {
    LogicalCore first, last;
    int read = 0;
    if (std::sscanf(text.c_str(), "%u,%u%n", &first.x, &first.y, &read) == 2) {
        if (read == static_cast<int>(text.size())) return {{first, first}};
        int more = 0;
        if (std::sscanf(text.c_str() + read, "-%u,%u%n", &last.x, &last.y, &more) == 2 &&
            read + more == static_cast<int>(text.size()))
            return {{first, last}};
    }
    throw no_program(fmt::format("cores: \"{}\" are no cores", text), "give \"0,0\" or a rectangle like \"0,0-7,3\"");
}

tile::DataFormat format_of_name(const std::string& name) {
    static const std::map<std::string, tile::DataFormat> names = {
        {"bfloat16", tile::DataFormat::Float16_b}, {"float32", tile::DataFormat::Float32},
        {"bfloat8_b", tile::DataFormat::Bfp8_b},   {"bfloat4_b", tile::DataFormat::Bfp4_b},
        {"uint32", tile::DataFormat::UInt32},      {"uint16", tile::DataFormat::UInt16},
        {"int32", tile::DataFormat::Int32}};
    return names.at(name);  // the schema has no others
}

// Pages in DRAM, each word two bfloat16 numbers around 0.
ttnn::Tensor buffer_of(const json& ask, uint64_t seed, MeshDevice& device) {
    const uint32_t pages = ask.at("pages").get<uint32_t>(), words = ask.at("page_bytes").get<uint32_t>() / 4;
    std::mt19937_64 random(seed);
    std::normal_distribution<float> normal;
    std::vector<uint32_t> data(size_t{pages} * words);
    for (uint32_t& word : data) {
        word = tile::bf16_nearest_even(normal(random));
        word |= static_cast<uint32_t>(tile::bf16_nearest_even(normal(random))) << 16;
    }
    const ttnn::TensorSpec spec(ttnn::Shape({pages, words}),
                                ttnn::TensorLayout(ttnn::DataType::UINT32, ttnn::PageConfig(ttnn::Layout::ROW_MAJOR),
                                                   ttnn::DRAM_MEMORY_CONFIG));
    return ttnn::Tensor::from_vector<uint32_t>(data, spec, &device);
}

// Numbers as they are, names of buffers as their addresses.
std::vector<uint32_t> numbers_of(const json& list, const std::map<std::string, uint32_t>& buffers) {
    std::vector<uint32_t> made;
    for (const json& entry : list) {
        const std::string text = entry.get<std::string>();
        if (const auto buffer = buffers.find(text); buffer != buffers.end()) {
            made.push_back(buffer->second);
            continue;
        }
        size_t used = 0;
        unsigned long long value = ~0ull;
        try {
            value = std::stoull(text, &used, 0);
        } catch (const std::exception&) {
        }
        if (used != text.size() || value > ~0u)
            throw no_program(fmt::format("an argument is \"{}\"", text),
                             "give a number of 32 bits (\"7\", \"0x80\") or the name of a buffer");
        made.push_back(static_cast<uint32_t>(value));
    }
    return made;
}

}  // namespace

json program_step(const json& request) {
    const json& ask = request.at("program");
    DeviceOptions options = DeviceOptions::from_environment();
    options.run.mode = engine::Mode::Strict;
    options.run.isolate = true;
    if (request.contains("arch")) options.arch = request["arch"].get<std::string>();
    const auto device = open_device(options);
    const uint64_t seed = request.at("seed");
    std::vector<ttnn::Tensor> tensors;
    std::map<std::string, uint32_t> buffers;
    for (const json& one : ask.value("buffers", json::array())) {
        if (one.at("page_bytes").get<uint32_t>() % 32 != 0)
            throw no_program(fmt::format("a page of {} bytes", one.at("page_bytes").dump()), "give a multiple of 32");
        tensors.push_back(buffer_of(one, seed + tensors.size(), *device));
        buffers[one.at("name").get<std::string>()] = tensors.back().buffer()->address();
    }
    program::ProgramDescriptor program;
    program.name = "program";
    const CoreRanges cores = cores_of_text(ask.value("cores", "0,0"));
    for (const json& one : ask.value("cbs", json::array())) {
        program::CbFormat format;
        format.index = one.at("index").get<uint32_t>();
        format.format = format_of_name(one.value("format", "bfloat16"));
        format.page_bytes = one.value("page_bytes", 2048u);
        format.name = one.value("name", "");
        program::CbDescriptor cb;
        cb.total_bytes = format.page_bytes * one.at("pages").get<uint32_t>();
        cb.cores = cores;
        cb.formats = {format};
        program.cbs.push_back(std::move(cb));
    }
    for (const json& one : ask.value("semaphores", json::array()))
        program.semaphores.push_back({one.at("id").get<uint32_t>(), cores, one.value("initial", 0u)});
    for (const json& one : ask.at("kernels")) {
        program::KernelDescriptor kernel;
        const std::string role = one.at("role");
        kernel.name = one.value("name", role);
        kernel.source.text = one.at("source").get<std::string>();
        kernel.source.is_path = false;
        kernel.cores = cores;
        if (role == "compute") {
            program::ComputeConfig config;
            config.fp32_dest_acc_en = one.value("fp32_dst", false);
            kernel.config = config;
        } else {
            const bool reads = role == "reader";
            kernel.role = role;
            kernel.config = program::DataMovementConfig{
                reads ? program::DataMovementProcessor::RiscV1 : program::DataMovementProcessor::RiscV0,
                reads ? 0u : 1u};
        }
        kernel.compile_time_args = numbers_of(one.value("compile_args", json::array()), buffers);
        const std::vector<uint32_t> runtime = numbers_of(one.value("runtime_args", json::array()), buffers);
        if (!runtime.empty()) {
            for (const LogicalCore core : tilewright::cores_of(cores)) kernel.runtime_args[core] = runtime;
        }
        const json defines = one.value("defines", json::object());
        for (const auto& [name, value] : defines.items())
            kernel.defines.emplace_back(name, value.get<std::string>());
        program.kernels.push_back(std::move(kernel));
    }
    const engine::RunResult run = tilewright::run(*device, program, run_options(*device));
    std::string text;
    for (const Finding& finding : run.findings) text += finding.to_text();
    for (const Finding& note : run.notes) text += note.to_text();
    return {{"findings", run.findings.size()}, {"notes", run.notes.size()}, {"report", text}, {"cores", run.cores}};
}

}  // namespace tilewright::cli::mcp
