// Edit distance, the nearest name, and how tables and numbers are laid out.
#include "cli/suggest.hpp"

#include <gtest/gtest.h>

#include "cli/table.hpp"

namespace tilewright::cli {
namespace {

TEST(Suggest, Distance) {
    EXPECT_EQ(edit_distance("", "abc"), 3u);
    EXPECT_EQ(edit_distance("card", "card"), 0u);
    EXPECT_EQ(edit_distance("crad", "card"), 1u);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(Suggest, Nearest) {
    const std::vector<std::string> names = {"card", "cache", "examples"};
    EXPECT_EQ(nearest("exmaples", names), "examples");
    EXPECT_EQ(nearest("exam", names), "examples");
    EXPECT_EQ(nearest("cart", names), "card");
    EXPECT_EQ(nearest("zzz", names), "");
    EXPECT_EQ(nearest("", names), "");
}

TEST(Table, AlignsColumns) {
    Table table({"name", ">bytes"});
    table.add({"a", "1"});
    table.add({"longer", "1,000"});
    EXPECT_EQ(table.text(),
              "name    bytes\n"
              "------  -----\n"
              "a           1\n"
              "longer  1,000\n");
}

TEST(Table, Numbers) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1499136), "1,499,136");
    EXPECT_EQ(duration(0.0123), "12.3 ms");
    EXPECT_EQ(duration(2.5), "2.50 s");
    EXPECT_EQ(duration(151e-9), "151 ns");
}

}  // namespace
}  // namespace tilewright::cli
