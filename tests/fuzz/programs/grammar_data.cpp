// Readers and writers: pages in and out, and what people get wrong about them.
#include <fmt/format.h>

#include "fuzz/programs/grammar.hpp"

namespace tilewright::fuzz::programs {

std::string Writer::count(uint32_t right) {
    if (!r.one_in(150)) return std::to_string(right);
    static const std::vector<std::string> kWrong = {"0", "1", "2", "3", "5", "17", "65536", "0xFFFFFFFF", "a4", "a5"};
    return r.of(kWrong);
}

std::string Writer::tiles() {
    if (!r.one_in(24)) return "tiles";
    return r.of<std::string>({"(tiles + 1)", "(tiles - 1)", "3", "0"});
}

std::string Writer::cb(uint32_t right) {
    if (!r.one_in(200)) return std::to_string(right);
    static const std::vector<std::string> kWrong = {"0", "1", "2", "16", "31", "32", "63", "64", "1000", "a4"};
    return r.of(kWrong);
}

std::string Writer::value() {
    static const std::vector<std::string> kValues = {"v",      "a4", "a5", "a6",         "a7",     "v + a4", "v * 3",
                                                     "v >> 3", "1",  "0",  "0x80000000", "v ^ a6", "7"};
    return r.of(kValues);
}

// Of L1: in a CB's page, next to it, in reserved memory, at its end, far outside, anywhere.
std::string Writer::address() {
    const uint32_t in_page = 4 * r.below(s.page_bytes() / 4);
    switch (r.below(12)) {
        case 0: return fmt::format("get_write_ptr(0) + {}", r.of<uint32_t>({s.page_bytes(), 1u, 2u, 0xFFFFFFFCu}));
        case 1: return fmt::format("get_read_ptr(0) + {}", in_page);
        case 2: return r.of<std::string>({"0", "4", "0x3400", "0x88C0", "0x10000"});
        case 3: return r.of<std::string>({"0x16DFFC", "0x16E000", "0x16DFFE", "0x1000000", "0xFFB12000", "0xFFB121F0"});
        case 4: return r.of<std::string>({"a4", "a5", "0x80000000", "0xFFFFFFFC", "0xFFFFFFFF"});
        case 5: return fmt::format("get_semaphore({})", r.of<uint32_t>({0, 1, 2, 15, 16, 100000}));
        case 6: return fmt::format("get_arg_addr({})", r.of<uint32_t>({0, 3, 7, 8, 400}));
        case 7: return fmt::format("0x150000 + {}", 4 * r.below(1024));
        default: return fmt::format("get_write_ptr(0) + {}", in_page);
    }
}

std::string Writer::noc_address() {
    p.ordered = false;
    p.far = true;
    switch (r.below(8)) {
        case 0: return fmt::format("get_noc_addr({}, {}, {})", r.below(64), r.below(64), address());
        case 1: return fmt::format("get_noc_addr({}, {}, {})", 18 + r.below(3), 18 + r.below(3), address());
        case 2: return "get_noc_addr(0, 11, a4)";
        case 3: return fmt::format("((uint64_t(a5) << 32) | {})", value());
        case 4: return fmt::format("get_noc_addr({}, out)", r.of<uint32_t>({8, 9, 1000, 0x7FFFFFFF}));
        default: return fmt::format("get_noc_addr({})", address());
    }
}

Statement Writer::loop(Body inner) {
    switch (r.below(12)) {
        case 0: return {"for (uint32_t k = a4 & 3; k != 3; k = (k + 1) & 3) {", std::move(inner)};
        case 1: return {fmt::format("if ({} > {}) {{", value(), r.below(4)), std::move(inner)};
        case 2: return {"for (uint32_t k = 0; k < (a6 & 7); ++k) {", std::move(inner)};
        case 3: return {"while ((v = v * 5 + 3) % 8 != 2) {", std::move(inner)};
        default: return {fmt::format("for (uint32_t k = 0; k < {}; ++k) {{", r.between(1, 3)), std::move(inner)};
    }
}

// One statement that is wrong, odd or needless.
Statement Writer::odd_data(bool reads) {
    const uint32_t own = reads || !s.compute ? 0 : 16;
    const auto pointer = [&](const char* type) {
        p.ordered = false;
        return fmt::format("*reinterpret_cast<volatile {}*>({})", type, address());
    };
    const std::string type = r.of<std::string>({"uint32_t", "uint32_t", "uint32_t", "uint16_t", "uint8_t", "uint64_t"});
    switch (r.below(s.raw ? 30 : 14)) {
        case 0: return {fmt::format("cb_reserve_back({}, {});", cb(own), count(1)), {}};
        case 1: return {fmt::format("cb_push_back({}, {});", cb(own), count(1)), {}};
        case 2: return {fmt::format("cb_wait_front({}, {});", cb(own), count(1)), {}};
        case 3: return {fmt::format("cb_pop_front({}, {});", cb(own), count(1)), {}};
        case 4: return {fmt::format("v = uint32_t(int32_t({}) / int32_t({}));", value(), value()), {}};
        case 5: return {fmt::format("v = ({}) % ({});", value(), value()), {}};
        case 6:
            return {fmt::format("v += get_arg_val<uint32_t>({});", r.of<uint32_t>({4, 5, 7, 9, 30, 340, 341, 100000})),
                    {}};
        case 7: return {fmt::format("v ^= get_common_arg_val<uint32_t>({});", r.of<uint32_t>({0, 1, 5, 341})), {}};
        case 8:
            return {r.of<std::string>({"noc_async_read_barrier();", "noc_async_write_barrier();",
                                       "noc_async_writes_flushed();", "noc_async_atomic_barrier();",
                                       "noc_async_full_barrier();"}),
                    {}};
        case 9:
            p.ordered = false;
            return {fmt::format("v += cb_pages_available_at_front({}, {});", cb(own), count(1)), {}};
        case 10:
            p.ordered = false;
            return {fmt::format("noc_async_read(get_noc_addr({}, {}), get_write_ptr(0), {});", r.below(12),
                                r.of<std::string>({"in", "second", "out"}), r.of<uint32_t>({16, 32, 2048, 4096, 3, 0})),
                    {}};
        case 11:
            p.ordered = false;
            return {fmt::format("noc_async_write(get_read_ptr({}), get_noc_addr({}, out), {});", own, r.below(12),
                                r.of<uint32_t>({16, 32, 2048, 4096, 6, 0})),
                    {}};
        case 12:
            return {fmt::format("for (uint32_t k = 0; k < {}; ++k) v = v * 1664525 + 1013904223;",
                                r.of<std::string>({"3", "1000", "a6 & 0xFFFF"})),
                    {}};
        case 13:
            p.ordered = p.ordered && !r.one_in(8);
            if (p.ordered) return {"v += 1;", {}};
            return {r.of<std::string>({"while (v != 3) v = v | 4;", "for (;;) v += 7;",
                                       "for (uint64_t k = 0; k < 16000000000000ull; ++k) v ^= uint32_t(k) * v;"}),
                    {}};
        case 14:
        case 15: return {"v += " + pointer(type.c_str()) + ";", {}};
        case 16:
        case 17: return {pointer(type.c_str()) + " = " + value() + ";", {}};
        case 18:
            p.ordered = false;
            return {fmt::format("{{ volatile uint32_t* q = reinterpret_cast<volatile uint32_t*>({}); q[{}] = v; }}",
                                address(), r.of<std::string>({"a4", "i - 1", "v", "-1", "1u << 30"})),
                    {}};
        case 19: return {fmt::format("noc_async_read({}, {}, {});", noc_address(), address(), value()), {}};
        case 20: return {fmt::format("noc_async_write({}, {}, {});", address(), noc_address(), value()), {}};
        case 21: return {fmt::format("noc_semaphore_inc({}, {});", noc_address(), value()), {}};
        case 22: return {fmt::format("noc_inline_dw_write({}, {});", noc_address(), value()), {}};
        case 23:
            p.ordered = false;
            return {fmt::format("noc_semaphore_{}(reinterpret_cast<volatile tt_l1_ptr uint32_t*>({}), {});",
                                r.of<std::string>({"wait", "wait_min", "set"}), address(), value()),
                    {}};
        case 24:
            p.far = true, p.ordered = false;
            return {fmt::format("noc_async_write_multicast({}, get_noc_multicast_addr({}, {}, {}, {}, {}), {}, {});",
                                address(), 17 + r.below(4), 17 + r.below(4), 17 + r.below(4), 17 + r.below(4),
                                address(), r.of<uint32_t>({4, 32, 2048, 0}), r.below(5)),
                    {}};
        case 25:
            p.far = true, p.ordered = false;
            return {fmt::format("noc_semaphore_set_multicast({}, get_noc_multicast_addr(18, 18, {}, {}, {}), {});",
                                address(), 18 + r.below(3), 18 + r.below(3), address(), r.below(5)),
                    {}};
        case 26: return {fmt::format("noc_async_read_one_packet_set_state({}, {});", noc_address(), value()), {}};
        case 27:
            p.ordered = false;
            return {fmt::format("noc_async_read_one_packet_with_state({}, {});", value(), address()), {}};
        case 28:
            p.ordered = false;
            return {"if (a4 == 77) return; std::memcpy(reinterpret_cast<void*>(" + address() +
                        "), reinterpret_cast<const void*>(" + address() + "), " +
                        r.of<std::string>({"64", "4096", "a6 & 0xFFFF"}) + ");",
                    {}};
        default:
            p.ordered = false;
            return {fmt::format("noc_async_read({}, {}, {});", "get_noc_addr(0, in)", address(), s.page_bytes()), {}};
    }
}

// The statement as it should be, mostly.
Statement Writer::spoiled(Statement right) {
    if (!r.one_in(80)) return right;
    if (r.one_in(3)) return {"v += 1;", {}};
    return right.text.starts_with("noc") || right.text.starts_with("cb") || r.one_in(2) ? odd_data(true) : right;
}

Body Writer::reader() {
    const uint32_t block = s.depth_in >= 2 && r.one_in(6) ? 2 : 1;  // pages of c_0 at a time
    const auto fill = [&](Body& body, uint32_t index, uint32_t pages, const std::string& page) {
        body.push_back(spoiled({fmt::format("cb_reserve_back({}, {});", cb(index), count(pages)), {}}));
        for (uint32_t k = 0; k < pages; ++k) {
            body.push_back(spoiled(
                {fmt::format("noc_async_read(get_noc_addr(({} + {}) % {}, {}), get_write_ptr({}) + {}, {});", page, k,
                             kPages, index == 0 ? "in" : "second", index, k * s.page_bytes(), s.page_bytes()),
                 {}}));
        }
        body.push_back(spoiled({"noc_async_read_barrier();", {}}));
        if (r.one_in(30)) body.push_back(odd_data(true));
        body.push_back(spoiled({fmt::format("cb_push_back({}, {});", cb(index), count(pages)), {}}));
    };
    Body inner;
    fill(inner, 0, block, fmt::format("first + i * {}", block));
    // In turns, or compute would wait for the second CB while the first is full.
    for (uint32_t k = 0; s.compute && k < block; ++k) fill(inner, 1, 1, fmt::format("first + i * {} + {}", block, k));
    Body body;
    if (r.one_in(5)) body.push_back(odd_data(true));
    body.push_back({fmt::format("for (uint32_t i = 0; i < {} / {}; ++i) {{", tiles(), block), std::move(inner)});
    if (r.one_in(10)) body.push_back(loop({odd_data(true)}));
    return body;
}

Body Writer::writer() {
    const uint32_t out = s.compute ? 16 : 0;
    Body inner;
    inner.push_back(spoiled({fmt::format("cb_wait_front({}, {});", cb(out), count(1)), {}}));
    if (r.one_in(20)) inner.push_back(odd_data(false));
    inner.push_back(spoiled(
        {fmt::format("noc_async_write(get_read_ptr({}), get_noc_addr(first + i, out), {});", out, s.page_bytes()),
         {}}));
    inner.push_back(spoiled({"noc_async_write_barrier();", {}}));
    inner.push_back(spoiled({fmt::format("cb_pop_front({}, {});", cb(out), count(1)), {}}));
    Body body;
    if (r.one_in(10)) body.push_back(odd_data(false));
    body.push_back({fmt::format("for (uint32_t i = 0; i < {}; ++i) {{", tiles()), std::move(inner)});
    if (r.one_in(8)) body.push_back(odd_data(false));
    return body;
}

}  // namespace tilewright::fuzz::programs
