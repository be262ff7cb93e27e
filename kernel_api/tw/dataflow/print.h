// Formatting for debug prints: a subset of fmt ({}, {0}, {:#x}, {:08.3f}, {:>5}, {{ and }}) on a fixed buffer. Values
// are erased to a small union first, so that a print costs the compiler little.
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <type_traits>

#include "tw/abi.h"

namespace tw::print {

// Collects text and hands it to the engine, which cuts it into lines.
class Text {
public:
    ~Text() { flush(); }
    void add(const char* text, uint32_t bytes) {
        while (bytes > 0) {
            const uint32_t room = sizeof(buffer_) - size_;
            const uint32_t now = bytes < room ? bytes : room;
            memcpy(buffer_ + size_, text, now);
            size_ += now;
            text += now;
            bytes -= now;
            if (size_ == sizeof(buffer_)) flush();
        }
    }
    void add(char c) { add(&c, 1); }
    void flush() {
        if (size_ > 0) tw_print(buffer_, size_);
        size_ = 0;
    }

private:
    char buffer_[256];
    uint32_t size_ = 0;
};

struct Spec {
    char fill = ' ';
    char align = 0;  // < > ^
    char sign = 0;
    char type = 0;
    bool alternate = false;
    bool zero = false;
    int width = 0;
    int precision = -1;
};

struct Value {
    enum Kind : uint8_t { Signed, Unsigned, Float, Bool, Char, String, Pointer, Custom } kind;
    union {
        int64_t i;
        uint64_t u;
        double f;
        const char* s;
        const void* p;
    };
    void (*custom)(Text&, const Spec&, const void*) = nullptr;
};

// A type prints as another with `auto printed_value() const`, or prints itself with
// `void print_to(Text&, const Spec&) const`.
template <typename T>
Value value_of(const T& value) {
    Value result{};
    if constexpr (requires { value.printed_value(); }) {
        return value_of(value.printed_value());
    } else if constexpr (std::is_same_v<T, bool>) {
        result.kind = Value::Bool, result.u = value;
    } else if constexpr (std::is_same_v<T, char>) {
        result.kind = Value::Char, result.i = value;
    } else if constexpr (std::is_enum_v<T>) {
        return value_of(static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (std::is_floating_point_v<T>) {
        result.kind = Value::Float, result.f = value;
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
        result.kind = Value::Signed, result.i = value;
    } else if constexpr (std::is_integral_v<T>) {
        result.kind = Value::Unsigned, result.u = value;
    } else if constexpr (std::is_convertible_v<T, const char*>) {
        result.kind = Value::String, result.s = value;
    } else if constexpr (std::is_pointer_v<T>) {
        result.kind = Value::Pointer, result.p = const_cast<const void*>(static_cast<const volatile void*>(value));
    } else {
        result.kind = Value::Custom, result.p = &value;
        result.custom = [](Text& text, const Spec& spec, const void* self) {
            static_cast<const T*>(self)->print_to(text, spec);
        };
    }
    return result;
}

inline void put_padded(Text& text, const Spec& spec, const char* digits, uint32_t bytes, char default_align) {
    const uint32_t pad = spec.width > (int)bytes ? (uint32_t)spec.width - bytes : 0;
    const char align = spec.align ? spec.align : default_align;
    const uint32_t before = align == '>' ? pad : align == '^' ? pad / 2 : 0;
    if (spec.zero && !spec.align && default_align == '>') {
        // Zeros stand between sign (or 0x) and digits.
        uint32_t lead = digits[0] == '-' || digits[0] == '+' ? 1 : 0;
        if (digits[lead] == '0' && (digits[lead + 1] == 'x' || digits[lead + 1] == 'X')) lead += 2;
        text.add(digits, lead);
        for (uint32_t i = 0; i < pad; ++i) text.add('0');
        text.add(digits + lead, bytes - lead);
        return;
    }
    for (uint32_t i = 0; i < before; ++i) text.add(spec.fill);
    text.add(digits, bytes);
    for (uint32_t i = before; i < pad; ++i) text.add(spec.fill);
}

inline void put_integer(Text& text, const Spec& spec, uint64_t magnitude, bool negative) {
    char digits[80];
    uint32_t at = sizeof(digits);
    const uint32_t base = spec.type == 'x' || spec.type == 'X' ? 16 : spec.type == 'o' ? 8 : spec.type == 'b' ? 2 : 10;
    const char* alphabet = spec.type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    do {
        digits[--at] = alphabet[magnitude % base];
        magnitude /= base;
    } while (magnitude > 0);
    if (spec.alternate && base != 10) {
        if (base != 8) digits[--at] = base == 16 ? (spec.type == 'X' ? 'X' : 'x') : 'b';
        digits[--at] = '0';
    }
    if (negative) {
        digits[--at] = '-';
    } else if (spec.sign) {
        digits[--at] = spec.sign;
    }
    put_padded(text, spec, digits + at, sizeof(digits) - at, '>');
}

// Without type and precision: the shortest text that reads back as the same float.
inline void put_float(Text& text, const Spec& spec, double number) {
    char digits[400];
    int bytes = 0;
    const bool float_type = spec.type == 'e' || spec.type == 'E' || spec.type == 'f' || spec.type == 'F' ||
                            spec.type == 'g' || spec.type == 'G';
    const char type = float_type ? spec.type : 'g';
    if (!float_type && spec.precision < 0) {
        for (int precision = 1; precision <= 9; ++precision) {
            bytes = __builtin_snprintf(digits, sizeof(digits), "%.*g", precision, number);
            if (strtof(digits, nullptr) == (float)number || number != number) break;
        }
    } else {
        const char format[] = {'%', '.', '*', type, 0};
        bytes = __builtin_snprintf(digits, sizeof(digits), format, spec.precision < 0 ? 6 : spec.precision, number);
    }
    put_padded(text, spec, digits, (uint32_t)bytes, '>');
}

inline void put(Text& text, const Spec& spec, const Value& value) {
    const bool number_type =
        spec.type == 'd' || spec.type == 'x' || spec.type == 'X' || spec.type == 'o' || spec.type == 'b';
    switch (value.kind) {
        case Value::Signed:
            if (spec.type == 'c') return text.add((char)value.i);
            return put_integer(text, spec, value.i < 0 ? 0 - (uint64_t)value.i : (uint64_t)value.i, value.i < 0);
        case Value::Unsigned:
            if (spec.type == 'c') return text.add((char)value.u);
            return put_integer(text, spec, value.u, false);
        case Value::Float: return put_float(text, spec, value.f);
        case Value::Bool:
            if (number_type) return put_integer(text, spec, value.u, false);
            return put_padded(text, spec, value.u ? "true" : "false", value.u ? 4 : 5, '<');
        case Value::Char: {
            if (number_type) return put_integer(text, spec, (uint64_t)(uint8_t)value.i, false);
            const char c = (char)value.i;
            return put_padded(text, spec, &c, 1, '<');
        }
        case Value::String: return put_padded(text, spec, value.s, (uint32_t)strlen(value.s), '<');
        case Value::Pointer: {
            // The address as the card has it: the low 32 bits of a pointer into L1.
            Spec hex = spec;
            hex.type = 'x', hex.alternate = true;
            return put_integer(text, hex, (uint32_t)(uintptr_t)value.p, false);
        }
        case Value::Custom: return value.custom(text, spec, value.p);
    }
}

inline bool is_align(char c) { return c == '<' || c == '>' || c == '^'; }

// `at` is behind the colon; returns where the closing brace is.
inline const char* parse_spec(const char* at, Spec& spec) {
    if (*at && is_align(at[1])) {
        spec.fill = at[0], spec.align = at[1], at += 2;
    } else if (is_align(*at)) {
        spec.align = *at++;
    }
    if (*at == '+' || *at == '-' || *at == ' ') {
        if (*at != '-') spec.sign = *at;
        ++at;
    }
    if (*at == '#') spec.alternate = true, ++at;
    if (*at == '0') spec.zero = true, ++at;
    while (*at >= '0' && *at <= '9') spec.width = spec.width * 10 + (*at++ - '0');
    if (*at == '.') {
        spec.precision = 0;
        for (++at; *at >= '0' && *at <= '9'; ++at) spec.precision = spec.precision * 10 + (*at - '0');
    }
    if (*at && *at != '}') spec.type = *at++;
    while (*at && *at != '}') ++at;
    return at;
}

inline void format(Text& text, const char* at, const Value* values, uint32_t count) {
    uint32_t next = 0;
    while (*at) {
        if ((at[0] == '{' && at[1] == '{') || (at[0] == '}' && at[1] == '}')) {
            text.add(*at);
            at += 2;
        } else if (*at == '{') {
            uint32_t index = next;
            ++at;
            if (*at >= '0' && *at <= '9') {
                index = 0;
                while (*at >= '0' && *at <= '9') index = index * 10 + (uint32_t)(*at++ - '0');
            } else {
                ++next;
            }
            while (*at && *at != ':' && *at != '}' && *at != ',') ++at;
            if (*at == ',') {  // {index,#}: prints the index's type name on the card; nothing follows it here
                while (*at && *at != ':' && *at != '}') ++at;
            }
            Spec spec;
            if (*at == ':') at = parse_spec(at + 1, spec);
            if (*at == '}') ++at;
            if (index < count) {
                put(text, spec, values[index]);
            } else {
                text.add("{missing argument}", 18);
            }
        } else {
            const char* end = at;
            while (*end && *end != '{' && *end != '}') ++end;
            if (end == at) ++end;
            text.add(at, (uint32_t)(end - at));
            at = end;
        }
    }
}

}  // namespace tw::print
