// Batches as programs, and one run of one of them.
#include "fuzz/programs/bench.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <map>

namespace tilewright::fuzz::programs {

namespace {

const LogicalCore kBystander{2, 2};
constexpr uint32_t kGrid = 3;

constexpr const char* kDataHead = R"(#include "api/dataflow/dataflow_api.h"
#include <cstring>
#define START \
    [[maybe_unused]] const uint32_t first = get_arg_val<uint32_t>(3), a4 = get_arg_val<uint32_t>(4), \
        a5 = get_arg_val<uint32_t>(5), a6 = get_arg_val<uint32_t>(6), a7 = get_arg_val<uint32_t>(7), \
        tiles = get_arg_val<uint32_t>(8), i = 0; \
    [[maybe_unused]] const InterleavedAddrGen<true> \
        in = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = PAGE}, \
        second = {.bank_base_address = get_arg_val<uint32_t>(1), .page_size = PAGE}, \
        out = {.bank_base_address = get_arg_val<uint32_t>(2), .page_size = PAGE}; \
    uint32_t v = a7;
#define END volatile uint32_t sink = v; (void)sink;
)";

constexpr const char* kComputeHead = R"(#include "api/compute/eltwise_binary.h"
#include "api/compute/tile_move_copy.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/eltwise_unary/sqrt.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/matmul.h"
#include "api/compute/reduce.h"
#include "api/compute/bcast.h"
#include "api/compute/tilize.h"
#include "api/compute/untilize.h"
#include "api/compute/pack_untilize.h"
#include "api/compute/pack.h"
#include "api/compute/copy_dest_values.h"
#include "api/compute/transpose_wh.h"
#include "api/compute/transpose_wh_dest.h"
#define START \
    [[maybe_unused]] const uint32_t a4 = get_arg_val<uint32_t>(4), a5 = get_arg_val<uint32_t>(5), \
        a6 = get_arg_val<uint32_t>(6), a7 = get_arg_val<uint32_t>(7), tiles = get_arg_val<uint32_t>(8); \
    uint32_t v = a7;
#define END volatile uint32_t sink = v; (void)sink;
)";

// Every body once; `chosen` gets the number of each program's.
std::string kernel(const char* head, const std::vector<Program>& programs, Body Program::* body,
                   std::vector<uint32_t>& chosen) {
    std::string text = head, choice;
    std::map<std::string, uint32_t> known;
    for (const Program& program : programs) {
        const std::string here = written(program.*body);
        const auto [it, is_new] = known.emplace(here, static_cast<uint32_t>(known.size()));
        chosen.push_back(it->second);
        if (!is_new) continue;
        text += fmt::format("[[gnu::noinline]] static void body_{}() {{\n    START\n{}    END\n}}\n", it->second, here);
        choice += fmt::format("        case {0}: return body_{0}();\n", it->second);
    }
    return text + "void kernel_main() {\n    switch (get_common_arg_val<uint32_t>(0)) {\n" + choice + "    }\n}\n";
}

uint32_t address_of(const card::Buffer& buffer) { return static_cast<uint32_t>(buffer.address()); }

}  // namespace

std::string Outcome::name() const {
    std::string text = kind == Kind::Finished ? "finished" : (kind == Kind::Hang ? "hang " : "") + code;
    std::vector<std::string> others = findings;
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    for (const std::string& other : others) text += " + " + other;
    return text;
}

Bench::Sources Bench::sources(const std::vector<Program>& programs) {
    Sources made;
    made.reader = kernel(kDataHead, programs, &Program::reader, made.chosen[0]);
    made.compute = kernel(kComputeHead, programs, &Program::compute, made.chosen[1]);
    made.writer = kernel(kDataHead, programs, &Program::writer, made.chosen[2]);
    return made;
}

Bench::Bench(const Setting& setting, std::vector<Program> programs)
    : setting_(setting), programs_(std::move(programs)), sources_(sources(programs_)) {
    card::CardOptions options;
    options.grid_x = options.grid_y = kGrid;
    card_ = std::make_shared<card::Card>(card::find_arch("wormhole_b0"), options);
    data_.resize(uint64_t{kPages} * setting.page_bytes());
    for (size_t i = 0; i < data_.size(); ++i) {
        // Numbers near one in both formats: the upper half of a float32 is one of bfloat16.
        const size_t at = i % (setting.wide ? 4 : 2);
        const bool top = at == (setting.wide ? 3u : 1u);
        data_[i] = top ? 0x3F : static_cast<uint8_t>(i * 31 + i / 256 * 17);
    }
    const card::BufferConfig config{.bytes = data_.size(), .page_bytes = setting.page_bytes()};
    in_ = std::make_unique<card::Buffer>(card_, config);
    second_ = std::make_unique<card::Buffer>(card_, config);
    out_ = std::make_unique<card::Buffer>(card_, config);
}

program::ProgramDescriptor Bench::descriptor(size_t program) const {
    using namespace program;
    ProgramDescriptor made;
    const CoreRanges cores = {{{0, 0}, {setting_.cores_x - 1, setting_.cores_y - 1}}};
    const auto add_cb = [&](uint32_t index, uint32_t pages) {
        CbDescriptor cb;
        cb.total_bytes = pages * setting_.page_bytes();
        cb.cores = cores;
        cb.formats = {
            {index, setting_.wide ? DataFormat::Float32 : DataFormat::Float16_b, setting_.page_bytes(), {}, {}}};
        made.cbs.push_back(std::move(cb));
    };
    add_cb(0, setting_.depth_in);
    if (setting_.compute) add_cb(1, setting_.depth_second), add_cb(16, setting_.depth_out);
    for (const uint32_t id : {0u, 1u}) made.semaphores.push_back({id, cores, id});
    const auto add_kernel = [&](const char* name, const std::string& text, const std::vector<uint32_t>& chosen,
                                std::variant<DataMovementConfig, ComputeConfig> config) {
        KernelDescriptor kernel;
        kernel.name = name;
        kernel.source = {text, false, {}};
        kernel.cores = cores;
        kernel.config = std::move(config);
        kernel.defines = {{"PAGE", std::to_string(setting_.page_bytes())}};
        kernel.common_runtime_args = {chosen[program]};
        uint32_t index = 0;
        for (const LogicalCore& core : cores_of(cores)) {
            std::vector<uint32_t>& words = kernel.runtime_args[core];
            words = {address_of(*in_), address_of(*second_), address_of(*out_), 4 * index++};
            words.insert(words.end(), programs_[program].words.begin(), programs_[program].words.end());
        }
        made.kernels.push_back(std::move(kernel));
    };
    add_kernel("reader", sources_.reader, sources_.chosen[0],
               DataMovementConfig{DataMovementProcessor::RiscV1, 0, false});
    if (setting_.compute) {
        ComputeConfig config;
        config.fp32_dest_acc_en = setting_.fp32_dst;
        config.dst_full_sync_en = setting_.full_sync;
        add_kernel("compute", sources_.compute, sources_.chosen[1], config);
    }
    add_kernel("writer", sources_.writer, sources_.chosen[2],
               DataMovementConfig{DataMovementProcessor::RiscV0, 1, false});
    return made;
}

std::shared_ptr<engine::PreparedProgram> Bench::prepare(const engine::RunOptions& options) {
    return engine::prepare(*card_, descriptor(0), options);
}

// Memory as it is when a card is opened, but for the buffers.
void Bench::reset(bool everywhere) {
    for (uint32_t worker = 0; worker < card_->num_workers(); ++worker) {
        card::Core& core = card_->worker(worker);
        ::madvise(core.l1(), core.l1_bytes(), MADV_DONTNEED);
    }
    if (everywhere) {
        for (uint32_t bank = 0; bank < card_->num_dram_banks(); ++bank)
            ::madvise(card_->dram(bank), card_->arch().dram_bank_bytes, MADV_DONTNEED);
    }
    in_->write(data_);
    second_->write(data_);
    out_->write(std::vector<uint8_t>(data_.size()));
}

Outcome Bench::run(engine::PreparedProgram& prepared, size_t program) {
    reset(!programs_[program].ordered);
    engine::update_arguments(prepared, descriptor(program));
    Outcome outcome;
    const auto note = [&](const std::vector<Finding>& findings) {
        for (const Finding& finding : findings) {
            outcome.findings.push_back(finding.code);
            outcome.text += finding.to_text() + "\n";
        }
    };
    try {
        note(engine::launch(prepared).findings);
    } catch (const engine::HangError& error) {
        outcome.kind = Outcome::Kind::Hang;
        outcome.code = error.code();
        outcome.text = error.what();
        note(error.findings());
    } catch (const Error& error) {
        outcome.kind = Outcome::Kind::Finding;
        outcome.code = error.code();
        outcome.text = error.what();
    }
    outcome.out.resize(data_.size());
    out_->read(outcome.out);
    const card::Core& bystander = card_->core(kBystander);
    const uint8_t* l1 = bystander.l1();
    outcome.bystander_touched = l1[0] != 0 || std::memcmp(l1, l1 + 1, bystander.l1_bytes() - 1) != 0;
    return outcome;
}

}  // namespace tilewright::fuzz::programs
