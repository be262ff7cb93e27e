// Random kernels. A body is a tree of statements, written out as C++; a program has one for each kernel and the words
// its cores are given. A batch has some bodies for each kernel, and its programs combine them: compilers take far
// longer than runs. Everything follows from the seed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace tilewright::fuzz::programs {

class Random {
public:
    explicit Random(uint64_t seed) : engine_(seed * 0x9E3779B97F4A7C15ull + 17) {}
    uint32_t below(uint32_t limit) { return static_cast<uint32_t>(engine_() % limit); }
    uint32_t between(uint32_t least, uint32_t most) { return least + below(most - least + 1); }
    bool one_in(uint32_t count) { return below(count) == 0; }
    uint32_t word() { return static_cast<uint32_t>(engine_()); }
    template <typename T>
    const T& of(const std::vector<T>& choices) {
        return choices[below(static_cast<uint32_t>(choices.size()))];
    }

private:
    std::mt19937_64 engine_;
};

// `text`, then `inner` and "}" where it opens a block.
struct Statement {
    std::string text;
    std::vector<Statement> inner;
};
using Body = std::vector<Statement>;

std::string written(const Body& body, int depth = 1);
size_t statements_of(const Body& body);
// Without statement `index` (counted as they are written); what it holds goes with it.
Body without(const Body& body, size_t index);

// What every program of a batch shares: its CBs, cores and formats, and what its kernels may do at all.
struct Setting {
    uint32_t cores_x = 1, cores_y = 1;
    uint32_t depth_in = 2, depth_second = 2, depth_out = 2;  // pages of c_0, c_1, c_16
    bool wide = false;                                       // float32 in and out
    bool fp32_dst = false, full_sync = false;
    bool compute = true;  // without: reader and writer meet in c_0
    bool raw = false;     // kernels use pointers, semaphores and each other's L1
    bool timed = false;   // run on the clock, too
    uint32_t page_bytes() const { return wide ? 4096 : 2048; }

    static Setting of(uint64_t batch);
};

constexpr uint32_t kPages = 16;     // of each buffer; each core has four of them
constexpr uint32_t kArguments = 9;  // words that each core has; 0 to 2 are addresses, 3 its first page, 8 its tiles

struct Program {
    Body reader, compute, writer;
    std::vector<uint32_t> words;  // arguments 4 to 8
    // Threads meet in CBs and nowhere else, and cores do not meet: then neither the mode nor the number of host threads
    // can make a difference to what a program without findings leaves behind.
    bool ordered = true;
    bool far = false;  // changes L1 by NoC coordinates that it makes up
};

constexpr uint32_t kBodies = 30;  // of each kernel in a batch
Program make_program(uint64_t seed, uint64_t batch, const Setting& setting);

// Internal to the grammar.
class Writer {
public:
    Writer(Random& random, const Setting& setting, Program& program) : r(random), s(setting), p(program) {}
    Body reader();
    Body writer();
    Body compute();

private:
    Statement spoiled(Statement right);
    Statement odd_data(bool reads);
    Statement odd_compute();
    Statement loop(Body inner);
    std::string count(uint32_t right);  // mostly that
    std::string tiles();                // likewise
    std::string cb(uint32_t right);
    std::string value();
    std::string address();
    std::string noc_address();

    Random& r;
    const Setting& s;
    Program& p;
};

}  // namespace tilewright::fuzz::programs
