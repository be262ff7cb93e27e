// dst_reg, l_reg, and running an SFPI function over the faces of a tile.
#pragma once

#include "tw/abi.h"
#include "tw/sfpi/functions.h"

namespace sfpi {

enum class DataLayout { Default, FP32, FP16B, FP16A, I32, U16, I16, LO16 };
enum LRegs { LReg0 = 0, LReg1, LReg2, LReg3, LReg4, LReg5, LReg6, LReg7, LRegCount };

// Where vector `index` of DST lies: slot index / 32, then face, rows, column parity.
struct tw_DstVector {
    std::uint32_t* first;  // lane 0
    explicit tw_DstVector(std::uint32_t index) {
        const std::uint32_t step = index % 32;
        first = tw_dst_words(index / 32) + (step / 8) * 256 + (step % 8) / 2 * 64 + step % 2;
    }
    std::uint32_t& word(int lane) const { return first[lane / 8 * 16 + lane % 8 * 2]; }
};

// One vector of DST as an operand and as a target.
class vDst {
public:
    explicit vDst(std::uint32_t index) : index_(index) {}
    vDst(const vDst&) = default;
    operator vFloat() const { return load<vFloat>(); }
    operator vInt() const { return load<vInt>(); }
    operator vUInt() const { return load<vUInt>(); }
    vFloat operator-() const { return -load<vFloat>(); }

    const vDst& operator=(const vFloat& v) const {
        // The store drops what a 16-bit DST has no room for.
        const std::uint32_t kept = tw_dst_is_fp32() ? 0xFFFFFFFFu : 0xFFFF0000u;
        return store(v, kept);
    }
    const vDst& operator=(const vProduct& v) const { return *this = vFloat(v); }
    const vDst& operator=(float v) const { return *this = vFloat(v); }
    const vDst& operator=(const vInt& v) const { return store(v, 0xFFFFFFFFu); }
    const vDst& operator=(const vUInt& v) const { return store(v, 0xFFFFFFFFu); }
    const vDst& operator=(const vDst& o) const { return *this = vFloat(o); }
    const vDst& operator+=(const vFloat& v) const { return *this = vFloat(*this) + v; }
    const vDst& operator-=(const vFloat& v) const { return *this = vFloat(*this) - v; }
    const vDst& operator*=(const vFloat& v) const { return *this = vFloat(*this) * v; }

    template <DataLayout layout>
    vDst mode() const {
        return *this;
    }

private:
    template <class V>
    __attribute__((noinline)) V load() const {
        tw_count();
        V r;
        const tw_DstVector at(index_);
        for (int i = 0; i < kLanes; ++i) r.w[i] = at.word(i);
        return r;
    }
    __attribute__((noinline)) const vDst& store(const vWords& v, std::uint32_t kept) const {
        tw_count();
        const tw_DstVector at(index_);
        for (int i = 0; i < kLanes; ++i) {
            if (tw_enabled >> i & 1) at.word(i) = v.w[i] & kept;
        }
        return *this;
    }
    std::uint32_t index_;
};

// Operators between a DST vector and anything float-like.
inline vProduct operator*(const vDst& a, const vDst& b) { return vFloat(a) * vFloat(b); }
inline vFloat operator+(const vDst& a, const vDst& b) { return vFloat(a) + vFloat(b); }
inline vFloat operator-(const vDst& a, const vDst& b) { return vFloat(a) - vFloat(b); }
inline vProduct operator*(const vDst& a, const vFloat& b) { return vFloat(a) * b; }
inline vProduct operator*(const vFloat& a, const vDst& b) { return a * vFloat(b); }
inline vFloat operator+(const vDst& a, const vFloat& b) { return vFloat(a) + b; }
inline vFloat operator+(const vFloat& a, const vDst& b) { return a + vFloat(b); }
inline vFloat operator-(const vDst& a, const vFloat& b) { return vFloat(a) - b; }
inline vFloat operator-(const vFloat& a, const vDst& b) { return a - vFloat(b); }

class vDstWindow {
public:
    vDst operator[](std::uint32_t index) const { return vDst(position + index); }
    void operator++(int) { ++position; }
    void operator++() { ++position; }
    void operator+=(std::uint32_t vectors) { position += vectors; }
    std::uint32_t position = 0;  // in vectors, from the section's slot 0
};
inline vDstWindow dst_reg;

// A register under its own name; a value parked there can be read back under any type.
class vLReg {
public:
    template <class V>
    vLReg& operator=(const V& v) {
        value_.assign(v);
        return *this;
    }
    operator vFloat() const { return as<vFloat>(value_); }
    operator vInt() const { return as<vInt>(value_); }
    operator vUInt() const { return as<vUInt>(value_); }
    void in_use() const {}

private:
    vWords value_ = {};
};
struct vLRegFile {
    vLReg& operator[](LRegs r) { return regs[r]; }
    vLReg regs[LRegCount];
};
inline vLRegFile l_reg;

constexpr int SFP_DESTREG_STRIDE = 2;

}  // namespace sfpi
