// Auto mode: strict where a program goes a course that no strict run has gone, fast where one has.
#include "engine/auto_mode.hpp"

#include "unit/engine/harness.hpp"

namespace tilewright::testing {
namespace {

engine::RunOptions automatic() {
    engine::RunOptions options;
    options.mode = engine::Mode::Auto;
    options.host_threads = 1;
    return options;
}

std::unique_ptr<card::Buffer> dram_buffer(const std::shared_ptr<card::Card>& card, uint32_t pages) {
    card::BufferConfig config;
    config.bytes = uint64_t{pages} * 2048;
    config.page_bytes = 2048;
    auto buffer = std::make_unique<card::Buffer>(card, config);
    buffer->write(std::vector<uint8_t>(config.bytes, 1));
    return buffer;
}

// Copies argument 2 pages from argument 0 to argument 1; `salt` makes it a program of its own.
struct Copy : TestProgram {
    explicit Copy(const std::string& salt) {
        cb(0, 2);
        reader("#include \"api/dataflow/dataflow_api.h\"\n// " + salt +
               "\nvoid kernel_main() {\n"
               "  const InterleavedAddrGen<true> in = {.bank_base_address = get_arg_val<uint32_t>(0), .page_size = "
               "2048};\n"
               "  const InterleavedAddrGen<true> out = {.bank_base_address = get_arg_val<uint32_t>(1), .page_size = "
               "2048};\n"
               "  volatile uint32_t constant = get_arg_val<uint32_t>(3);\n  (void)constant;\n"
               "  for (uint32_t i = 0; i < get_arg_val<uint32_t>(2); ++i) {\n    cb_reserve_back(0, 1);\n"
               "    noc_async_read(get_noc_addr(i, in), get_write_ptr(0), 2048);\n    noc_async_read_barrier();\n"
               "    cb_push_back(0, 1);\n    cb_wait_front(0, 1);\n"
               "    noc_async_write(get_read_ptr(0), get_noc_addr(i, out), 2048);\n    noc_async_write_barrier();\n"
               "    cb_pop_front(0, 1);\n  }\n}\n");
    }
    void arguments(uint32_t in, uint32_t out, uint32_t pages, uint32_t constant = 0) {
        kernels[0].runtime_args[{0, 0}] = {in, out, pages, constant};
    }
};

uint32_t at(const std::unique_ptr<card::Buffer>& buffer) { return static_cast<uint32_t>(buffer->address()); }

std::string salt() { return std::to_string(::getpid()) + "." + std::to_string(std::rand()); }

class AutoMode : public ::testing::Test {
protected:
    bool strict_run(Copy& program) { return engine::launch_kept(*card, program, automatic(), kept).strict; }
    std::shared_ptr<card::Card> card = open_card();
    std::unique_ptr<card::Buffer> a = dram_buffer(card, 64), b = dram_buffer(card, 64), c = dram_buffer(card, 64);
    std::shared_ptr<engine::PreparedProgram> kept;
};

TEST_F(AutoMode, FirstLaunchIsStrictLaterOnesAreFast) {
    Copy program(salt());
    program.arguments(at(a), at(b), 4);
    EXPECT_TRUE(strict_run(program));
    EXPECT_FALSE(strict_run(program));
    EXPECT_FALSE(strict_run(program));
    program.arguments(at(a), at(c), 4);  // another buffer of the same size
    EXPECT_FALSE(strict_run(program));
    program.arguments(at(a), at(a), 4);  // in place
    EXPECT_TRUE(strict_run(program));
    EXPECT_FALSE(strict_run(program));
    program.arguments(at(a), at(b), 5);  // another count
    EXPECT_TRUE(strict_run(program));
    program.arguments(at(a), at(b), 4);  // known from before
    EXPECT_FALSE(strict_run(program));
    program.arguments(at(a), at(b), 4, 0x3F800000);  // constants are like each other, not like a count
    EXPECT_TRUE(strict_run(program));
    program.arguments(at(a), at(b), 4, 0x40490FDB);
    EXPECT_FALSE(strict_run(program));
}

TEST_F(AutoMode, AnotherProgramIsStrictAgain) {
    Copy program(salt());
    program.arguments(at(a), at(b), 4);
    EXPECT_TRUE(strict_run(program));
    kept.reset();
    EXPECT_FALSE(strict_run(program)) << "the same contents in a program of its own";
    const auto fresh = [&](auto change) {
        Copy other = program;
        change(other);
        kept.reset();
        return strict_run(other);
    };
    EXPECT_TRUE(fresh([](Copy& p) { p.kernels[0].source.text += "// changed\n"; }));
    EXPECT_TRUE(fresh([](Copy& p) { p.kernels[0].defines = {{"X", "1"}}; }));
    EXPECT_TRUE(fresh([](Copy& p) { p.kernels[0].compile_time_args = {1}; }));
    EXPECT_TRUE(fresh([](Copy& p) { p.cbs[0].total_bytes *= 2; }));
    EXPECT_FALSE(fresh([](Copy& p) { p.name = "another name"; }));
}

TEST_F(AutoMode, AnAddressWhoseBufferIsGoneIsStrict) {
    Copy program(salt());
    program.arguments(at(a), at(b), 4);
    EXPECT_TRUE(strict_run(program));
    EXPECT_FALSE(strict_run(program));
    a->deallocate();
    const engine::RunResult result = engine::launch_kept(*card, program, automatic(), kept);
    EXPECT_TRUE(result.strict);
    ASSERT_FALSE(result.findings.empty());
    EXPECT_EQ(result.findings[0].code, "TW2125") << result.findings[0].to_text();
}

TEST_F(AutoMode, NumbersThatAlwaysChangeEndInFastMode) {
    Copy program(salt());
    size_t strict_launches = 0;
    for (uint32_t step = 0; step < 2 * engine::kArgumentSetsMax; ++step) {
        program.arguments(at(a), at(b), 1, step);
        strict_launches += strict_run(program);
    }
    EXPECT_EQ(strict_launches, engine::kArgumentSetsMax);
}

TEST_F(AutoMode, AnotherProcessNeedNotRepeatIt) {
    Copy clean(salt());
    clean.arguments(at(a), at(b), 4);
    EXPECT_TRUE(strict_run(clean));
    engine::forget_checked();  // as a new process
    kept.reset();
    EXPECT_FALSE(strict_run(clean));
    // What has something to say says it again.
    Copy odd(salt());
    odd.cb(5, 1);
    odd.arguments(at(a), at(b), 4);
    kept.reset();
    EXPECT_EQ(engine::launch_kept(*card, odd, automatic(), kept).notes.size(), 1u);
    EXPECT_FALSE(strict_run(odd));
    engine::forget_checked();
    kept.reset();
    EXPECT_TRUE(strict_run(odd));
}

TEST_F(AutoMode, SameBits) {
    const auto bits = [&](engine::Mode mode) {
        Copy program(salt());
        program.arguments(at(a), at(b), 8);
        engine::RunOptions options = automatic();
        options.mode = mode;
        b->write(std::vector<uint8_t>(64 * 2048, 9));
        engine::run(*card, program, options);
        std::vector<uint8_t> out(64 * 2048);
        b->read(out);
        return out;
    };
    const auto wanted = bits(engine::Mode::Fast);
    EXPECT_EQ(bits(engine::Mode::Auto), wanted);
    EXPECT_EQ(bits(engine::Mode::Strict), wanted);
}

}  // namespace
}  // namespace tilewright::testing
