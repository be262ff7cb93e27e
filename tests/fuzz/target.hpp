// What the fuzz targets share. A target is one file of targets/ with `FUZZ_TARGET(name)` and a body that is given bytes
// (`input`). It may refuse them with a finding; anything else that leaves it, and everything the sanitizers see, is a
// fault. Built with TILEWRIGHT_LIBFUZZER it is libFuzzer's entry; else it enters a table from which replay.cpp runs it.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace tilewright::fuzz {

using Input = std::span<const uint8_t>;

[[noreturn]] inline void fault(const std::string& what) {
    std::fprintf(stderr, "fuzz: %s\n", what.c_str());
    std::abort();
}

// What must hold for every input.
inline void require(bool holds, const std::string& what) {
    if (!holds) fault(what);
}

inline std::string text_of(Input input) { return {reinterpret_cast<const char*>(input.data()), input.size()}; }

// Runs `what`; a finding is an answer, our own fault is none. Whether it went through.
template <typename What>
bool answers(What&& what) {
    try {
        what();
        return true;
    } catch (const Error& error) {
        if (error.code() == "TW9000") fault(error.what());
        require(error.code().size() == 6 && error.code().starts_with("TW"),
                "a finding without a code: " + error.code());
    }
    return false;
}

// The same of calls of the vendor's interface: TT_FATAL throws a text with a code.
template <typename What>
bool host_answers(What&& what) {
    try {
        return answers(what);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::runtime_error& error) {
        require(std::strstr(error.what(), "TW3") != nullptr, std::string("a refusal without a code: ") + error.what());
    }
    return false;
}

// Numbers and choices out of the input; zeros when it is used up.
class Bytes {
public:
    explicit Bytes(Input input) : rest_(input) {}
    bool empty() const { return rest_.empty(); }
    size_t left() const { return rest_.size(); }
    uint8_t byte() {
        if (rest_.empty()) return 0;
        const uint8_t value = rest_.front();
        rest_ = rest_.subspan(1);
        return value;
    }
    uint32_t word() {
        uint32_t value = 0;
        for (int i = 0; i < 4; ++i) value |= uint32_t{byte()} << 8 * i;
        return value;
    }
    uint32_t below(uint32_t limit) { return limit == 0 ? 0 : byte() % limit; }
    bool coin() { return (byte() & 1) != 0; }
    // Mostly small, sometimes at an edge, sometimes anything.
    uint32_t number() {
        static constexpr uint32_t kEdges[] = {0,          1,          2,          16,         31,    32,
                                              33,         64,         1024,       2048,       65535, 65536,
                                              0x7FFFFFFF, 0x80000000, 0xFFFFFFE0, 0xFFFFFFFF, 341,   342,
                                              1499136,    1499137,    105664,     0x10000001, 4096,  8192};
        switch (byte() % 4) {
            case 0: return byte() % 8;
            case 1: return kEdges[byte() % std::size(kEdges)];
            case 2: return byte() * 32u;
            default: return word();
        }
    }
    std::string text(size_t most) {
        std::string made;
        for (size_t length = byte() % (most + 1); made.size() < length && !rest_.empty();)
            made += static_cast<char>(byte());
        return made;
    }
    Input rest() const { return rest_; }

private:
    Input rest_;
};

using Target = void (*)(Input input);
inline std::map<std::string, Target>& targets() {
    static std::map<std::string, Target> all;
    return all;
}

}  // namespace tilewright::fuzz

#ifdef TILEWRIGHT_LIBFUZZER
#define FUZZ_TARGET(name)                                                     \
    namespace tilewright::fuzz::name {                                        \
    static void run(Input input);                                             \
    }                                                                         \
    extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { \
        tilewright::fuzz::name::run({data, size});                            \
        return 0;                                                             \
    }                                                                         \
    static void tilewright::fuzz::name::run([[maybe_unused]] Input input)
#else
#define FUZZ_TARGET(name)                                                            \
    namespace tilewright::fuzz::name {                                               \
    static void run(Input input);                                                    \
    [[maybe_unused]] static const bool known = targets().emplace(#name, run).second; \
    }                                                                                \
    static void tilewright::fuzz::name::run([[maybe_unused]] Input input)
#endif
