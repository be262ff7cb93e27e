// Names of functions in stacks: what their author calls them.
#include <gtest/gtest.h>

#include "engine/build/symbolize.hpp"

namespace tilewright::engine {
namespace {

TEST(FunctionNames, AreWhatTheAuthorCallsThem) {
    EXPECT_EQ(plain_function_name("kernel_main()"), "kernel_main");
    EXPECT_EQ(plain_function_name("kernel_main"), "kernel_main");
    EXPECT_EQ(plain_function_name("void ckernel::reduce_tile<(ckernel::PoolType)0, (ckernel::ReduceDim)1, "
                                  "false>(unsigned int, unsigned int)"),
              "ckernel::reduce_tile");
    EXPECT_EQ(plain_function_name("unsigned int get_arg_val<unsigned int>(int)"), "get_arg_val");
    EXPECT_EQ(plain_function_name("std::pair<unsigned int, Shape<2ul> > split<Shape<2ul> >(Shape<2ul> const&)"),
              "split");
    EXPECT_EQ(plain_function_name("(anonymous namespace)::fill(unsigned int) [clone .constprop.0]"), "fill");
    EXPECT_EQ(plain_function_name("Reader<true>::next(unsigned int) const"), "Reader::next");
}

TEST(FunctionNames, OperatorsKeepTheirBrackets) {
    EXPECT_EQ(plain_function_name("Page::operator<(Page const&) const"), "Page::operator<");
    EXPECT_EQ(plain_function_name("Page& Page::operator<<<int>(int)"), "Page::operator<<");
    EXPECT_EQ(plain_function_name("Loop<4>::operator()(unsigned int)"), "Loop::operator()");
    EXPECT_EQ(plain_function_name("Flag::operator bool() const"), "Flag::operator bool");
    EXPECT_EQ(
        plain_function_name("auto kernel_main()::{lambda(auto:1)#1}::operator()<unsigned int>(unsigned int) const"),
        "kernel_main::lambda");
}

}  // namespace
}  // namespace tilewright::engine
