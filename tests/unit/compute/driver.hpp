// A compute kernel without an engine: one hand-made fused thread on one core of a card, so that the calls of a kernel
// can be made from a test. What blocks or fails needs the engine; see kernels_test.cpp.
#pragma once

#define TW_FUSED 1

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <memory>
#include <vector>

#include "card/card.hpp"
#include "card/tensix.hpp"
#include "engine/run_state.hpp"
#include "program/operand_formats.hpp"

// Kernel headers name parameters for their readers, also where a thread has no use for them.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "tw/pch_compute.h"
#pragma GCC diagnostic pop

namespace tilewright::testing {

inline uint16_t to_bf16(float value) { return static_cast<uint16_t>(std::bit_cast<uint32_t>(value) >> 16); }
inline float from_bf16(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }
inline uint32_t face_index(uint32_t row, uint32_t column) {
    return ((row >> 4) * 2 + (column >> 4)) * 256 + (row & 15) * 16 + (column & 15);
}

class ComputeTest : public ::testing::TestWithParam<tile::Numerics> {
protected:
    static constexpr uint32_t kFirstAddress = 0x20000;

    ComputeTest() : card_(std::make_shared<card::Card>(card::find_arch("wormhole_b0"))), core_(card_->core({0, 0})) {
        core_run_.core = &core_;
        core_run_.l1 = core_.l1();
        fiber_.core_run = &core_run_;
        std::memset(fiber_.views.data(), 0, sizeof fiber_.views);
        std::memset(core_.cbs.data(), 0, sizeof core_.cbs);
        TwThread& thread = fiber_.thread;
        thread.l1_base = reinterpret_cast<uint64_t>(core_.l1());
        thread.cb = fiber_.views.data();
        thread.cb_shared = core_.cbs.data();
        thread.processor = TW_FUSED;
        tw_self = &thread;
        setup_.numerics = GetParam();
        setup_.fused = true;
    }
    ~ComputeTest() override { tw_self = nullptr; }

    void cb(uint32_t index, uint32_t pages, tile::DataFormat format = tile::DataFormat::Float16_b, uint32_t height = 32,
            uint32_t width = 32, const program::ComputeConfig& config = {}) {
        const uint32_t page_bytes = tile::tile_bytes(format, height, width);
        program::CbFormat description{index, format, page_bytes, {height, width}, {}};
        const program::OperandFormat formats = program::operand_format(description, config);
        setup_.operands[index] = {
            formats.unpack_src, formats.unpack_dst, formats.pack_src, formats.pack_dst, height, width};
        core_.cbs[index] = {0, 0, pages, page_bytes, next_address_, pages * page_bytes};
        TwCbView& view = fiber_.views[index];
        view.fifo_size = pages * page_bytes / 16;
        view.fifo_page_size = page_bytes / 16;
        view.fifo_num_pages = pages;
        view.fifo_rd_ptr = view.fifo_wr_ptr = next_address_ / 16;
        view.fifo_limit = view.fifo_rd_ptr + view.fifo_size;
        next_address_ += pages * page_bytes + 64;
    }
    void start() {
        fiber_.tensix = &core_.tensix();
        core_.tensix().begin_program(setup_);
    }

    uint8_t* page(uint32_t index, uint32_t number = 0) {
        return core_.l1() + core_.cbs[index].address + number * core_.cbs[index].page_bytes;
    }
    // Element of a bf16 tile.
    float at(uint32_t index, uint32_t number, uint32_t row, uint32_t column) {
        uint16_t bits;
        std::memcpy(&bits, page(index, number) + 2 * face_index(row, column), 2);
        return from_bf16(bits);
    }
    template <typename Rule>
    void fill(uint32_t index, uint32_t number, Rule rule) {
        for (uint32_t row = 0; row < 32; ++row) {
            for (uint32_t column = 0; column < 32; ++column) {
                const uint16_t bits = to_bf16(static_cast<float>(rule(row, column)));
                std::memcpy(page(index, number) + 2 * face_index(row, column), &bits, 2);
            }
        }
        core_.cbs[index].pushed += 1;
    }

    std::shared_ptr<card::Card> card_;
    card::Core& core_;
    engine::CoreRun core_run_;
    engine::Fiber fiber_;
    card::TensixSetup setup_;
    uint32_t next_address_ = kFirstAddress;
};

}  // namespace tilewright::testing
