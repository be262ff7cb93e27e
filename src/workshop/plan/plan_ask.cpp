// Plans as they are asked for.
#include "workshop/plan/plan_ask.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/error.hpp"

namespace tilewright::workshop {

namespace {

constexpr uint32_t kMostDepth = 4;

struct KindWord {
    PlanKind kind;
    const char* word;
};
constexpr KindWord kKinds[] = {
    {PlanKind::Resident, "resident"}, {PlanKind::TilesResident, "tiles-resident"}, {PlanKind::Streaming, "streaming"}};

[[noreturn]] void refuse(const std::string& text, const std::string& part) {
    throw Error(
        "TW4123", fmt::format("the plan \"{}\" asks for \"{}\"", text, part),
        "parts with commas between them, each at most once: resident, tiles-resident or streaming; block=TILES; "
        "depth=BLOCKS; lines=kept or lines=streamed",
        Exit::Usage);
}

std::optional<uint32_t> number_of(const std::string& digits) {
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || value == 0 || value > 65535)
        return std::nullopt;
    return value;
}

}  // namespace

const char* plan_name(PlanKind kind) {
    switch (kind) {
        case PlanKind::Resident: return "resident";
        case PlanKind::ResidentSingle: return "resident, single-buffered";
        case PlanKind::TilesResident: return "tiles resident, sticks streamed";
        default: return "streaming";
    }
}

std::string PlanAsk::text() const {
    std::vector<std::string> parts;
    for (const KindWord& one : kKinds) {
        if (kind == one.kind) parts.emplace_back(one.word);
    }
    if (kind == PlanKind::ResidentSingle) parts.emplace_back("resident");
    if (block_tiles) parts.push_back(fmt::format("block={}", *block_tiles));
    if (depth) parts.push_back(fmt::format("depth={}", *depth));
    if (lines_stay) parts.emplace_back(*lines_stay ? "lines=kept" : "lines=streamed");
    return fmt::format("{}", fmt::join(parts, ","));
}

PlanAsk PlanAsk::parse(const std::string& text) {
    PlanAsk ask;
    if (text.empty()) return ask;
    size_t begin = 0;
    while (begin <= text.size()) {
        const size_t comma = std::min(text.find(',', begin), text.size());
        const std::string part = text.substr(begin, comma - begin);
        begin = comma + 1;
        const size_t equal = part.find('=');
        const std::string value = equal == std::string::npos ? "" : part.substr(equal + 1);
        const auto once = [&](auto& held, auto wanted) {
            if (held || !wanted) refuse(text, part);
            held = wanted;
        };
        if (part.starts_with("block=")) {
            once(ask.block_tiles, number_of(value));
        } else if (part.starts_with("depth=")) {
            once(ask.depth, number_of(value));
        } else if (part == "lines=kept" || part == "lines=streamed") {
            once(ask.lines_stay, std::optional(value == "kept"));
        } else {
            std::optional<PlanKind> kind;
            for (const KindWord& one : kKinds) {
                if (part == one.word) kind = one.kind;
            }
            once(ask.kind, kind);
        }
    }
    return ask;
}

std::vector<PlanAsk> all_asks(uint32_t width_tiles, bool has_lines) {
    std::vector<PlanAsk> all;
    for (uint32_t depth = 1; depth <= kMostDepth; ++depth) {
        PlanAsk ask;
        ask.kind = PlanKind::Resident;
        ask.depth = depth;
        all.push_back(ask);
    }
    for (const PlanKind kind : {PlanKind::TilesResident, PlanKind::Streaming}) {
        uint32_t before = width_tiles;
        for (uint32_t blocks = 2; blocks <= width_tiles; ++blocks) {
            const uint32_t block_tiles = (width_tiles + blocks - 1) / blocks;
            if (block_tiles == before) continue;
            before = block_tiles;
            for (uint32_t depth = 1; depth <= kMostDepth; ++depth) {
                for (const bool stay : {true, false}) {
                    PlanAsk ask{kind, block_tiles, depth, {}};
                    if (has_lines) ask.lines_stay = stay;
                    if (has_lines || stay) all.push_back(ask);
                }
            }
        }
    }
    return all;
}

}  // namespace tilewright::workshop
