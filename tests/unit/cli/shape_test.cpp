// Shapes that are too large for a card, for the host or for 64 bits: refused before anything is allocated.
#if TILEWRIGHT_HAVE_OPS
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/cli/ran.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

TEST(LargeShapes, WhatWrapsAroundIsNoShape) {
    for (const char* shape :
         {"65536,65536,65536,65536", "2147483,2147483,2147483,2147483", "999999999,999999999,999999999"}) {
        for (const char* command : {"run", "time", "check", "accuracy", "analyse"}) {
            const Ran ran = run({command, "centralize_w_rm", "--shape", shape});
            EXPECT_EQ(ran.status, 4) << command << " " << shape << "\n" << ran.err;
            EXPECT_THAT(ran.err, HasSubstr("TW4003")) << command << " " << shape;
            EXPECT_THAT(ran.err, HasSubstr("more than 2^60 elements")) << command << " " << shape;
        }
    }
    const Ran ran = run({"run", "centralize_w_rm", "--shape", "1,1,1,1,1,1,1,32,32"});
    EXPECT_EQ(ran.status, 4);
    EXPECT_THAT(ran.err, HasSubstr("--shape has 9 dimensions; it can have 8"));
}

TEST(LargeShapes, MemoryIsCountedBeforeItIsTaken) {
    for (const char* command : {"run", "accuracy"}) {
        const Ran ran = run({command, "centralize_w_rm", "--shape", "64,32,2048,2048"});
        EXPECT_EQ(ran.status, 4) << ran.err;
        EXPECT_THAT(ran.err, HasSubstr("TW3001")) << command;
        EXPECT_THAT(ran.err, HasSubstr("its tensors need 32.0 GiB of DRAM, and the card has 12.0 GiB")) << command;
        EXPECT_THAT(ran.err, HasSubstr("the host would need about 352.0 GiB")) << command;
    }
    // Its tensors could be on the card, but not with the reference in any host.
    const Ran ran = run({"run", "variance_w_rm", "--shape", "2,999999999,1,1"});
    EXPECT_NE(ran.status, 0);
    EXPECT_THAT(ran.err, testing::AnyOf(HasSubstr("TW3001"), HasSubstr("TW3007")));
}

}  // namespace
}  // namespace tilewright::cli
#endif
