// Shorthand for tests that run kernels given as text.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "card/buffer.hpp"
#include "card/card.hpp"
#include "engine/run.hpp"

namespace tilewright::testing {

using program::CbDescriptor;
using program::ComputeConfig;
using program::DataMovementConfig;
using program::DataMovementProcessor;
using program::KernelDescriptor;
using program::ProgramDescriptor;

inline std::shared_ptr<card::Card> open_card(const char* arch = "wormhole_b0") {
    return std::make_shared<card::Card>(card::find_arch(arch));
}

inline const CoreRanges kCore00 = {{{0, 0}, {0, 0}}};

// A small program: kernels as text, CBs by index.
struct TestProgram : ProgramDescriptor {
    KernelDescriptor& reader(const std::string& text, CoreRanges cores = kCore00) {
        return add("reader", text, std::move(cores), DataMovementConfig{DataMovementProcessor::RiscV1, 0, false});
    }
    KernelDescriptor& writer(const std::string& text, CoreRanges cores = kCore00) {
        return add("writer", text, std::move(cores), DataMovementConfig{DataMovementProcessor::RiscV0, 1, false});
    }
    KernelDescriptor& compute(const std::string& text, CoreRanges cores = kCore00, ComputeConfig config = {}) {
        return add("compute", text, std::move(cores), config);
    }
    CbDescriptor& cb(uint32_t index, uint32_t pages, uint32_t page_bytes = 2048, CoreRanges cores = kCore00,
                     tile::DataFormat format = tile::DataFormat::Float16_b) {
        CbDescriptor descriptor;
        descriptor.total_bytes = pages * page_bytes;
        descriptor.cores = std::move(cores);
        descriptor.formats = {{index, format, page_bytes, {}, {}}};
        cbs.push_back(std::move(descriptor));
        return cbs.back();
    }

private:
    KernelDescriptor& add(const char* name, const std::string& text, CoreRanges cores,
                          std::variant<DataMovementConfig, ComputeConfig> config) {
        KernelDescriptor kernel;
        kernel.name = name;
        kernel.source = {text, false, {}};
        kernel.cores = std::move(cores);
        kernel.config = std::move(config);
        kernels.push_back(std::move(kernel));
        return kernels.back();
    }
};

inline engine::RunOptions fast(uint32_t threads = 1) {
    engine::RunOptions options;
    options.mode = engine::Mode::Fast;
    options.host_threads = threads;
    return options;
}

inline engine::RunOptions strict(uint32_t threads = 1) {
    engine::RunOptions options = fast(threads);
    options.mode = engine::Mode::Strict;
    return options;
}

// Text of the error a run ends with; "finished" and the findings' codes if it does not.
inline std::string outcome(card::Card& card, const ProgramDescriptor& program, const engine::RunOptions& options) {
    try {
        const engine::RunResult result = engine::run(card, program, options);
        std::string text = "finished";
        for (const Finding& finding : result.findings) text += " " + finding.code;
        return text;
    } catch (const Error& error) {
        return error.what();
    }
}

inline uint32_t l1_word(card::Card& card, LogicalCore core, uint32_t address) {
    uint32_t value = 0;
    std::memcpy(&value, card.core(core).l1() + address, 4);
    return value;
}

}  // namespace tilewright::testing
