// Products that do not wrap around, and memory that is counted before it is taken.
#include "base/memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "base/error.hpp"
#include "base/product.hpp"

using namespace tilewright;

TEST(Memory, ProductsStayTooLarge) {
    using Extents = std::vector<uint32_t>;
    EXPECT_EQ(bounded_volume(Extents{}), 1u);
    EXPECT_EQ(bounded_volume(Extents{2, 3, 64, 100}), 38400u);
    EXPECT_EQ(bounded_volume(Extents{1u << 30, 1u << 30}), kMostElements);
    EXPECT_GT(bounded_volume(Extents{1u << 30, 1u << 30, 2}), kMostElements);
    EXPECT_GT(bounded_volume(Extents{65536, 65536, 65536, 65536}), kMostElements);  // 2^64, which is 0 in 64 bits
    EXPECT_GT(bounded_volume(Extents{65536, 65536, 65536, 65536, 4}), kMostElements);
    EXPECT_EQ(bounded_volume(Extents{65536, 65536, 65536, 65536, 0}), 0u);
    EXPECT_GT(bounded_product(kMostElements + 1, 8), kMostElements);
}

TEST(Memory, WhatDoesNotFitIsRefusedWithFigures) {
    need_host_memory(1 << 20, "a little");
    EXPECT_GT(host_memory_free(), uint64_t{1} << 20);
    try {
        need_host_memory(uint64_t{1} << 60, "a tensor");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), "TW3007");
        EXPECT_EQ(error.exit_status(), Exit::Environment);
        EXPECT_THAT(error.finding().message, testing::HasSubstr("a tensor needs 1.0 EiB of the host's memory; "));
    }
    EXPECT_EQ(bytes_text(1023), "1023 B");
    EXPECT_EQ(bytes_text(uint64_t{34359738368}), "32.0 GiB");
}
