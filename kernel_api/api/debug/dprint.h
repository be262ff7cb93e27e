// DPRINT in both of its forms: `DPRINT << a << ENDL()` and `DPRINT("{} {:#x}\n", a, b)`. Output goes to the engine,
// which prints it for the cores and processors that TT_METAL_DPRINT_CORES and TT_METAL_DPRINT_RISCVS select.
#pragma once

#include <stdint.h>

#include "tw/tensix_types.h"
#include "tw/dataflow/print.h"
#include "tw/dataflow/side.h"

#ifndef DEBUG_PRINT_ENABLED
#define DEBUG_PRINT_ENABLED 1
#endif

namespace tw::print {

// What the stream manipulators leave behind; SETW holds for one value.
struct StreamState {
    Spec spec;
    bool fixed = false;
};
inline StreamState stream_state;

inline void put_stream(Text& text, const Value& value) {
    Spec spec = stream_state.spec;
    if (value.kind == Value::Float) {
        spec.type = stream_state.fixed ? 'f' : 'g';
        if (spec.precision < 0) spec.precision = 6;
    } else {
        spec.precision = -1;
    }
    if (spec.width > 0) spec.align = '>';
    put(text, spec, value);
    stream_state.spec.width = 0;
}

}  // namespace tw::print

// ---- manipulators --------------------------------------------------------------------------------------------------
struct ENDL {};
struct SETW {
    explicit SETW(int width, bool = true) : width(width) {}
    int width;
};
struct SETPRECISION {
    explicit SETPRECISION(int digits) : digits(digits) {}
    int digits;
};
struct FIXED {};
struct DEFAULTFLOAT {};
struct HEX {};
struct OCT {};
struct DEC {};

// ---- typed values --------------------------------------------------------------------------------------------------
inline float tw_bf16_value(uint16_t bits) {
    const uint32_t word = (uint32_t)bits << 16;
    return __builtin_bit_cast(float, word);
}
struct bf16_t {
    bf16_t(uint16_t val) : val(val) {}
    uint16_t val;
    float printed_value() const { return tw_bf16_value(val); }
};
struct BF16 : bf16_t {
    using bf16_t::bf16_t;
};
struct F32 {
    explicit F32(float value) : value(value) {}
    float value;
    float printed_value() const { return value; }
};
struct U32 {
    explicit U32(uint32_t value) : value(value) {}
    uint32_t value;
    uint32_t printed_value() const { return value; }
};

namespace tw::print {
// Words of a data format: bfloat16 and 16-bit integers are two to a word, low half first.
inline void put_words(Text& text, const Spec& spec, DataFormat format, const volatile uint32_t* words, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t word = words[i];
        if (i > 0) text.add(' ');
        switch (format) {
            case DataFormat::Float32: put_float(text, spec, __builtin_bit_cast(float, word)); break;
            case DataFormat::Float16_b:
                put_float(text, spec, tw_bf16_value((uint16_t)word));
                text.add(' ');
                put_float(text, spec, tw_bf16_value((uint16_t)(word >> 16)));
                break;
            case DataFormat::UInt16:
                put_integer(text, spec, word & 0xFFFF, false);
                text.add(' ');
                put_integer(text, spec, word >> 16, false);
                break;
            case DataFormat::Int32:
                put_integer(text, spec, (int32_t)word < 0 ? 0u - word : word, (int32_t)word < 0);
                break;
            default: put_integer(text, spec, word, false); break;
        }
    }
}
}  // namespace tw::print

template <uint32_t len>
struct dp_typed_array_t {
    dp_typed_array_t(uint16_t type, uint32_t* ptr) : ptr(ptr), type(type) {}
    uint32_t* ptr;
    uint16_t type;
    void print_to(tw::print::Text& text, const tw::print::Spec& spec) const {
        tw::print::put_words(text, spec, (DataFormat)type, ptr, len);
    }
};
struct TYPED_U32_ARRAY {
    TYPED_U32_ARRAY(uint16_t format, uint16_t, const volatile uint32_t* ptr, uint32_t len)
        : ptr(ptr), len(len), format(format) {}
    const volatile uint32_t* ptr;
    uint32_t len;
    uint16_t format;
    void print_to(tw::print::Text& text, const tw::print::Spec& spec) const {
        tw::print::put_words(text, spec, (DataFormat)format, ptr, len);
    }
};
struct U32_ARRAY : TYPED_U32_ARRAY {
    U32_ARRAY(const volatile uint32_t* ptr, uint32_t len)
        : TYPED_U32_ARRAY((uint16_t)DataFormat::UInt32, 0, ptr, len) {}
};

// ---- the object ----------------------------------------------------------------------------------------------------
namespace tw::print {

struct Printer {
    template <typename... Args>
    void operator()(const char* format_text, Args... args) const {
        if (!tw_print_enabled()) return;
        const Value values[sizeof...(Args) + 1] = {value_of(args)...};
        Text text;
        format(text, format_text, values, sizeof...(Args));
    }

    // By value: volatile words and packed fields are read here.
    template <typename T>
    const Printer& operator<<(T value) const {
        if (tw_print_enabled()) {
            Text text;
            put_stream(text, value_of(value));
        }
        return *this;
    }
    const Printer& operator<<(ENDL) const {
        if (tw_print_enabled()) tw_print("\n", 1);
        return *this;
    }
    const Printer& operator<<(SETW manipulator) const {
        stream_state.spec.width = manipulator.width;
        return *this;
    }
    const Printer& operator<<(SETPRECISION manipulator) const {
        stream_state.spec.precision = manipulator.digits;
        return *this;
    }
    const Printer& operator<<(FIXED) const { return set_fixed(true); }
    const Printer& operator<<(DEFAULTFLOAT) const { return set_fixed(false); }
    const Printer& operator<<(HEX) const { return set_base('x'); }
    const Printer& operator<<(OCT) const { return set_base('o'); }
    const Printer& operator<<(DEC) const { return set_base('d'); }

private:
    const Printer& set_fixed(bool fixed) const {
        stream_state.fixed = fixed;
        return *this;
    }
    const Printer& set_base(char type) const {
        stream_state.spec.type = type;
        return *this;
    }
};

// DPRINT_x(…) takes a format with arguments, or a stream expression that has printed already.
inline void either(const Printer&) {}
template <typename... Args>
void either(const char* format_text, Args... args) {
    Printer{}(format_text, args...);
}

}  // namespace tw::print

inline constexpr tw::print::Printer DPRINT{};

#define DEVICE_PRINT(...) DPRINT(__VA_ARGS__)

// Until May 2026 these macros wrap any statement; from then on they take a format.
#if defined(TW_ERA) && TW_ERA < 202605
#define TW_PRINT_STATEMENT(...) __VA_ARGS__
#else
#define TW_PRINT_STATEMENT(...) tw::print::either(__VA_ARGS__)
#endif

#ifdef TW_COMPUTE_SIDE
#define DPRINT_UNPACK(...) UNPACK(TW_PRINT_STATEMENT(__VA_ARGS__))
#define DPRINT_MATH(...) MATH(TW_PRINT_STATEMENT(__VA_ARGS__))
#define DPRINT_PACK(...) PACK(TW_PRINT_STATEMENT(__VA_ARGS__))
#define DPRINT_DATA0(...)
#define DPRINT_DATA1(...)
#else
#define DPRINT_UNPACK(...)
#define DPRINT_MATH(...)
#define DPRINT_PACK(...)
#define TW_PRINT_ON_NOC(noc, ...)            \
    do {                                     \
        if (tw_self->noc_index == (noc)) {   \
            TW_PRINT_STATEMENT(__VA_ARGS__); \
        }                                    \
    } while (0)
#define DPRINT_DATA0(...) TW_PRINT_ON_NOC(0, __VA_ARGS__)
#define DPRINT_DATA1(...) TW_PRINT_ON_NOC(1, __VA_ARGS__)
#endif
#define DEVICE_PRINT_UNPACK(...) DPRINT_UNPACK(__VA_ARGS__)
#define DEVICE_PRINT_MATH(...) DPRINT_MATH(__VA_ARGS__)
#define DEVICE_PRINT_PACK(...) DPRINT_PACK(__VA_ARGS__)
#define DEVICE_PRINT_DATA0(...) DPRINT_DATA0(__VA_ARGS__)
#define DEVICE_PRINT_DATA1(...) DPRINT_DATA1(__VA_ARGS__)

#include "api/debug/dprint_tile.h"
