// Program descriptors: refused by code, or laid out so that no two CBs of a core share a byte and none leaves L1; the
// macros and formats that the kernels of an accepted program are built with can be made.
#include "engine/prologue.hpp"
#include "fuzz/target.hpp"
#include "program/layout.hpp"
#include "program/operand_formats.hpp"

namespace tilewright::fuzz::descriptor {

using namespace tilewright::program;

static CoreRanges cores(Bytes& bytes) {
    CoreRanges ranges;
    for (uint32_t left = bytes.below(4); left > 0; --left) {
        CoreRange range;
        range.start = {bytes.below(10), bytes.below(10)};
        range.end = bytes.below(8) == 0 ? LogicalCore{bytes.number(), bytes.number()}
                                        : LogicalCore{range.start.x + bytes.below(4), range.start.y + bytes.below(4)};
        ranges.push_back(range);
    }
    return ranges;
}

static DataFormat format(Bytes& bytes) {
    static constexpr DataFormat kFormats[] = {DataFormat::Float16_b, DataFormat::Float32, DataFormat::Bfp8_b,
                                              DataFormat::Bfp4_b,    DataFormat::Int32,   DataFormat::UInt16,
                                              DataFormat::Float16,   DataFormat::Invalid, DataFormat::RawUInt32,
                                              DataFormat::UInt8,     DataFormat::Tf32,    DataFormat::Lf8};
    return kFormats[bytes.below(std::size(kFormats))];
}

static CbDescriptor cb(Bytes& bytes) {
    CbDescriptor made;
    made.cores = cores(bytes);
    for (uint32_t left = bytes.below(3); left > 0; --left) {
        CbFormat one;
        one.index = bytes.below(4) == 0 ? bytes.number() : bytes.below(34);
        one.format = format(bytes);
        one.page_bytes = bytes.number();
        if (bytes.coin()) one.tile = {bytes.number(), bytes.number()};
        one.name = bytes.text(6);
        made.formats.push_back(one);
    }
    const uint32_t pages = bytes.number();
    made.total_bytes = made.formats.empty() || bytes.below(4) == 0 ? pages : pages * made.formats.front().page_bytes;
    if (bytes.below(4) == 0) made.placed = {bytes.number(), bytes.number()};
    made.persistent = bytes.coin();
    return made;
}

static KernelDescriptor kernel(Bytes& bytes) {
    KernelDescriptor made;
    made.source = {bytes.text(8), bytes.coin(), {}};
    made.cores = cores(bytes);
    if (bytes.coin()) {
        made.config =
            DataMovementConfig{static_cast<DataMovementProcessor>(bytes.below(2)), bytes.number(), bytes.coin()};
    } else {
        ComputeConfig config;
        config.fidelity = static_cast<tile::Fidelity>(bytes.below(4));
        config.fp32_dest_acc_en = bytes.coin();
        config.dst_full_sync_en = bytes.coin();
        config.bfp8_pack_precise = bytes.coin();
        config.unpack_to_dest_fp32.assign(bytes.below(70), bytes.coin());
        made.config = config;
    }
    for (uint32_t left = bytes.below(3); left > 0; --left)
        made.runtime_args[{bytes.below(10), bytes.below(10)}].assign(bytes.number() % 400, bytes.byte());
    made.common_runtime_args.assign(bytes.number() % 400, 7);
    made.compile_time_args.assign(bytes.below(8), bytes.word());
    return made;
}

static void check_layout(const ProgramDescriptor& program, const Limits& limits, const Layout& layout) {
    require(layout.cb_address.size() == program.cbs.size(), "not every CB has an address");
    std::map<LogicalCore, std::map<uint64_t, uint64_t>> taken;
    for (size_t i = 0; i < program.cbs.size(); ++i) {
        const uint64_t begin = layout.cb_address[i], end = begin + program.cbs[i].total_bytes;
        require(end <= limits.arch->l1_bytes, "a CB ends beyond L1");
        if (program.cbs[i].placed) continue;  // where the host's buffer lies
        require(begin >= limits.l1_begin && end <= limits.l1_end, "a CB leaves what L1 offers");
        for (const LogicalCore& core : cores_of(program.cbs[i].cores)) {
            auto& here = taken[core];
            const auto next = here.lower_bound(begin);
            const bool free = (next == here.end() || next->first >= end) &&
                              (next == here.begin() || std::prev(next)->second <= begin);
            require(free, "two CBs share a byte");
            here[begin] = end;
        }
    }
}

}  // namespace tilewright::fuzz::descriptor

FUZZ_TARGET(descriptor) {
    static card::Card card(card::find_arch("wormhole_b0"));
    Bytes bytes(input);
    Limits limits = limits_of(card);
    if (bytes.below(4) == 0) {
        limits.l1_end = limits.l1_begin + bytes.number() % (limits.l1_end - limits.l1_begin);
        limits.l1_end_is_buffer = true;
    }
    ProgramDescriptor program;
    program.name = bytes.text(8);
    for (uint32_t left = bytes.below(4); left > 0; --left) program.kernels.push_back(kernel(bytes));
    for (uint32_t left = bytes.below(6); left > 0; --left) program.cbs.push_back(cb(bytes));
    for (uint32_t left = bytes.below(4); left > 0; --left)
        program.semaphores.push_back({bytes.number(), cores(bytes), bytes.word()});
    cb_table(program);
    Layout layout;
    if (!answers([&] { layout = validate(program, limits); })) return;
    check_layout(program, limits, layout);
    cb_table(program, &layout);
    for (const KernelDescriptor& kernel : program.kernels) {
        const auto config = kernel.is_compute() ? std::get<ComputeConfig>(kernel.config) : ComputeConfig{};
        for (const LogicalCore& core : cores_of(kernel.cores)) {
            answers([&] { engine::kernel_prologue(kernel, operand_formats(program, core, config)); });
        }
    }
}
