// What the compiler pass needs to know about the card's processors, in the order of the array tw_timed_marker that a
// timed build defines. Cycles.
#pragma once

// From this bit on, TwThread::cycles counts vector instructions of SFPI code.
enum { TW_VECTOR_COUNT_SHIFT = 40 };
// With a TW_SFPU_* number: the form that the low-level library calls legacy. A number: `|` joins no two enums.
constexpr unsigned TW_TIMED_LEGACY = 0x8000;

enum TwTimedCost {
    TW_COST_PLAIN,       // an ordinary instruction
    TW_COST_MULTIPLY,    // until the product can be used
    TW_COST_DIVIDE,      // a division by a number that is not known
    TW_COST_BRANCH,      // a branch, taken or not, on average
    TW_COST_LOCAL_LOAD,  // until a value of the processor's own memory can be used
    TW_COST_L1_LOAD,     // until a value of L1 can be used
    TW_COST_L1_STORE,    // between two stores to L1
    TW_COST_FLOAT,       // a floating-point operation, where cost_pass.cpp does not count it as plain
    TW_COST_CALL,        // a call of a function and the way back
    TW_COST_COUNT,
};
