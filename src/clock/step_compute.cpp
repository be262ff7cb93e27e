// The compute side in time: the processors UNPACK, MATH and PACK run ahead of their units, which meet in the source
// registers (two banks) and in the sections of DST.
#include <algorithm>

#include "clock/simulation.hpp"
#include "tile/fpu/math.hpp"
#include "tw/sfpu_ops.h"
#include "tw/timed_costs.h"

namespace tilewright::clock {

// The processor may be `entries` calls ahead of its unit.
void Simulation::stay_behind(ThreadSim& thread, size_t entries) {
    while (thread.ahead.size() > entries) {
        wait(thread, thread.ahead.front(), WaitFor::Queue, 0);
        thread.ahead.pop_front();
    }
}

// Waits until so many instructions more fit into the queue before the unit.
void Simulation::make_room(ThreadSim& thread, double instructions) {
    while (!thread.queue.empty() && thread.queued + instructions > f_.compute.queue) {
        wait(thread, thread.queue.front().first, WaitFor::Queue, 0);
        thread.queued -= thread.queue.front().second;
        thread.queue.pop_front();
    }
}

// The unit takes them when it has done what is before them.
void Simulation::enqueue(ThreadSim& thread, double instructions) {
    thread.queue.emplace_back(thread.unit.time, instructions);
    thread.queued += instructions;
}

bool Simulation::step_compute(ThreadSim& thread, const Event& event) {
    CoreSim& core = *thread.core;
    Track &processor = thread.processor, &unit = thread.unit;
    switch (event.op) {
        case Op::Unpack: return step_unpack(thread, event);
        case Op::Math: return step_math(thread, event);
        case Op::Sfpu:
        case Op::Vectors:
        case Op::VectorsOf: step_sfpu(thread, event); return true;
        case Op::Pack: step_pack(thread, event); return true;
        case Op::Configure: {
            if (event.a == 0) return true;  // the formats are the same
            const auto kind = static_cast<size_t>(event.kind);
            make_room(thread, f_.compute.queued_configure);
            processor.work(f_.compute.configure[kind]);
            if (f_.compute.configure_unit[kind] > 0) {
                wait_unit(thread, processor.time, WaitFor::Queue, 0);
                work_unit(thread, event, f_.compute.configure_unit[kind]);
            }
            if (thread.tape->processor != TW_UNPACK) enqueue(thread, f_.compute.queued_configure);
            return true;
        }
        case Op::Acquire: {
            const uint64_t section = core.acquired;
            const uint32_t sections = core.tape->sections;
            const double free = section < sections                          ? 0
                                : section - sections < core.released.size() ? core.released[section - sections]
                                                                            : -1;
            if (free < 0) return false;
            ++core.acquired;
            make_room(thread, f_.compute.queued_dst);
            processor.work(f_.compute.acquire);
            wait_unit(thread, processor.time, WaitFor::Queue, 0);
            wait_unit(thread, free, WaitFor::DstFree, 0);
            enqueue(thread, f_.compute.queued_dst);
            return true;
        }
        case Op::Commit:
            make_room(thread, f_.compute.queued_dst);
            processor.work(f_.compute.commit);
            wait_unit(thread, processor.time, WaitFor::Queue, 0);
            work_unit(thread, event, f_.math.commit);
            enqueue(thread, f_.compute.queued_dst);
            core.committed.push_back(unit.time);
            return true;
        case Op::PackWait: {
            if (core.waited >= core.committed.size()) return false;
            make_room(thread, f_.compute.queued_dst);
            processor.work(f_.compute.wait);
            wait_unit(thread, processor.time, WaitFor::Queue, 0);
            wait_unit(thread, core.committed[core.waited++], WaitFor::DstCommitted, 0);
            enqueue(thread, f_.compute.queued_dst);
            return true;
        }
        case Op::Release:
            make_room(thread, f_.compute.queued_release);
            processor.work(f_.compute.release);
            wait_unit(thread, processor.time, WaitFor::Queue, 0);
            work_unit(thread, event, f_.pack.release);
            enqueue(thread, f_.compute.queued_release);
            core.released.push_back(unit.time);
            return true;
        default: return true;
    }
}

double Simulation::unpack_cycles(const Event& event, uint32_t entry) const {
    const auto kind = static_cast<UnpackKind>(event.kind);
    double bytes = event.a, fetches = f_.unpack.fetches_per_tile;
    double more = f_.unpack.tile;
    switch (kind) {
        case UnpackKind::One: break;
        case UnpackKind::Pair:
            bytes += event.b;
            fetches *= 2;
            break;
        case UnpackKind::Reduce:
            if ((event.flags & kScalerKnown) == 0) bytes += event.b / 4.0;
            fetches += 1;
            break;
        case UnpackKind::Matmul: {
            // The operand of which there are fewer is fetched once a row (or column) of the block and kept.
            const bool keep_b = event.c >= event.d;
            const uint32_t inner = keep_b ? event.c : event.d;
            const bool first = entry % inner == 0;
            bytes = keep_b ? event.a + (first ? event.b : 0.0) : event.b + (first ? event.a : 0.0);
            fetches = first ? 2 : 1;
            break;
        }
        case UnpackKind::Tilize: {
            const double rows = 32;
            return more + std::max(rows * f_.unpack.tilize_row, bytes / f_.unpack.bytes_per_cycle) +
                   ((event.flags & kToDst) != 0 ? f_.unpack.to_dst : 0);
        }
        case UnpackKind::TilizePair:
            bytes += event.b / 4.0;
            more += 32 * f_.unpack.tilize_row;
            break;
        case UnpackKind::Untilize: more += 32 * f_.unpack.tilize_row; break;
    }
    if ((event.flags & kToDst) != 0) more += f_.unpack.to_dst;
    if ((event.flags & kTranspose) != 0) more += f_.unpack.transpose;
    return more + std::max(fetches * f_.unpack.instruction, bytes / f_.unpack.bytes_per_cycle);
}

bool Simulation::step_unpack(ThreadSim& thread, const Event& event) {
    CoreSim& core = *thread.core;
    const auto kind = static_cast<UnpackKind>(event.kind);
    const uint32_t entries = kind == UnpackKind::Matmul ? event.c * event.d : event.c;
    if (!thread.entered) {
        thread.entered = true;
        stay_behind(thread, static_cast<size_t>(f_.compute.unpack_contexts) - 1);
        switch (kind) {
            case UnpackKind::One: thread.processor.work(f_.compute.unpack_one); break;
            case UnpackKind::Pair: thread.processor.work(f_.compute.unpack_pair); break;
            case UnpackKind::Reduce: thread.processor.work(f_.compute.unpack_reduce); break;
            case UnpackKind::Matmul:
                thread.processor.work(f_.compute.unpack_matmul + f_.compute.unpack_matmul_tile * entries);
                break;
            default: thread.processor.work(f_.compute.unpack_tilize); break;
        }
        wait_unit(thread, thread.processor.time, WaitFor::Queue, 0);
    }
    for (; thread.part < entries; ++thread.part) {
        const size_t entry = core.valid.size();
        constexpr size_t kBanks = 2;
        if (entry >= kBanks) {
            if (entry - kBanks >= core.freed.size()) return false;
            wait_unit(thread, core.freed[entry - kBanks], WaitFor::SourceFree, 0);
        }
        work_unit(thread, event, unpack_cycles(event, thread.part));
        core.valid.push_back(thread.unit.time);
    }
    thread.ahead.push_back(thread.unit.time);
    return true;
}

double Simulation::math_cycles(const Event& event) const {
    const auto& m = f_.math;
    const double further = event.c - 1;  // phases after the first
    double cycles = 0;
    switch (static_cast<MathKind>(event.kind)) {
        case MathKind::Copy: cycles = m.copy; break;
        case MathKind::Add: cycles = m.add; break;
        case MathKind::Multiply: cycles = m.multiply_base + m.multiply_phase * further; break;
        case MathKind::ReduceRow:
            cycles = (event.flags & kMax) != 0 ? m.reduce_max : m.reduce_row_base + m.reduce_row_phase * further;
            break;
        case MathKind::ReduceColumn: cycles = m.reduce_column_base + m.reduce_column_phase * further; break;
        case MathKind::ReduceScalar: cycles = m.reduce_scalar_base + m.reduce_scalar_phase * further; break;
        case MathKind::Matmul: cycles = m.matmul_base + m.matmul_phase * further; break;
        case MathKind::Transpose: cycles = m.transpose; break;
        case MathKind::CopyDst: cycles = m.copy_dst; break;
        case MathKind::Clear: cycles = m.clear; break;
    }
    if ((event.flags & kBroadcastColumn) != 0) cycles += m.column_broadcast;
    if ((event.flags & kReuseDst) != 0) cycles += m.reuse_dst;
    if ((event.flags & kDst32) != 0) cycles += m.dst32;
    return cycles;
}

bool Simulation::step_math(ThreadSim& thread, const Event& event) {
    CoreSim& core = *thread.core;
    if (!thread.entered) {
        thread.entered = true;
        make_room(thread, f_.compute.queued_math);
        const bool matmul = static_cast<MathKind>(event.kind) == MathKind::Matmul;
        thread.processor.work(matmul ? f_.compute.math_matmul : f_.compute.math);
        wait_unit(thread, thread.processor.time, WaitFor::Queue, 0);
    }
    if (event.a == 0) {
        work_unit(thread, event, math_cycles(event));
    }
    for (; thread.part < event.a; ++thread.part) {
        const size_t entry = core.freed.size();
        if (entry >= core.valid.size()) return false;
        wait_unit(thread, core.valid[entry], WaitFor::SourceValid, 0);
        work_unit(thread, event, math_cycles(event));
        core.freed.push_back(thread.unit.time);
    }
    enqueue(thread, f_.compute.queued_math);
    return true;
}

double sfpu_vector_cycles(const Figures& figures, uint32_t op, SfpuForm form) {
    if (op >= figures.sfpu_vector.size()) return figures.math.sfpu_default;
    const Figures::SfpuVector& of = figures.sfpu_vector[op];
    if (form == SfpuForm::Approximate && of.approximate > 0) return of.approximate;
    if (form == SfpuForm::Legacy && of.legacy > 0) return of.legacy;
    return of.plain > 0 ? of.plain : figures.math.sfpu_default;
}

SfpuForm form_of(uint32_t flags) {
    if ((flags & TW_SFPU_APPROX) != 0) return SfpuForm::Approximate;
    return (flags & TW_SFPU_LEGACY) != 0 ? SfpuForm::Legacy : SfpuForm::Plain;
}

// Whether parameter 0 of the function holds TW_SFPU_APPROX and its like.
bool has_forms(uint32_t op) {
    switch (op) {
        case TW_SFPU_EXP:
        case TW_SFPU_RECIP:
        case TW_SFPU_SQRT:
        case TW_SFPU_RSQRT:
        case TW_SFPU_SIGMOID:
        case TW_SFPU_TANH:
        case TW_SFPU_GELU: return true;
        default: return false;
    }
}

double Simulation::sfpu_cycles(const Event& event) const {
    if (event.op == Op::Vectors) return f_.math.sfpu_call + event.a * f_.math.sfpu_instruction;
    if (event.op == Op::VectorsOf) {
        const SfpuForm form = (event.a & TW_TIMED_LEGACY) != 0 ? SfpuForm::Legacy : SfpuForm::Plain;
        return event.b * sfpu_vector_cycles(f_, event.a & ~uint32_t{TW_TIMED_LEGACY}, form);
    }
    const double faces = (event.b + 7) / 8;
    const bool row_sums = event.a == TW_SFPU_REDUCE && event.d == static_cast<uint32_t>(tile::ReduceDim::Row);
    if (row_sums) return f_.math.sfpu_call + f_.math.sfpu_reduce_row;
    return f_.math.sfpu_call + f_.math.sfpu_face * faces +
           event.b * sfpu_vector_cycles(f_, event.a, has_forms(event.a) ? form_of(event.c) : SfpuForm::Plain);
}

// The processor issues every instruction of it: it is not ahead afterwards by more than the queue holds.
void Simulation::step_sfpu(ThreadSim& thread, const Event& event) {
    make_room(thread, f_.compute.queued_math);
    thread.processor.work(f_.compute.sfpu);
    wait_unit(thread, thread.processor.time, WaitFor::Queue, 0);
    work_unit(thread, event, sfpu_cycles(event));
    wait(thread, thread.unit.time - f_.compute.sfpu, WaitFor::Queue, 0);
    enqueue(thread, f_.compute.queued_math);
}

double Simulation::pack_cycles(const Event& event) const {
    const double rate = (event.flags & kAccumulate) != 0 ? f_.pack.accumulate_bytes_per_cycle : f_.pack.bytes_per_cycle;
    double tile = event.a / rate;
    if ((event.flags & kDst32) != 0) tile += f_.pack.dst32;
    if (static_cast<PackKind>(event.kind) == PackKind::Untilize)
        tile = std::max(tile, f_.pack.untilize_tile * event.a / 2048);
    return f_.pack.tile + tile;
}

void Simulation::step_pack(ThreadSim& thread, const Event& event) {
    make_room(thread, f_.compute.queued_pack);
    thread.processor.work(f_.compute.pack);
    wait_unit(thread, thread.processor.time, WaitFor::Queue, 0);
    work_unit(thread, event, pack_cycles(event) * event.b);
    enqueue(thread, f_.compute.queued_pack);
}

}  // namespace tilewright::clock
