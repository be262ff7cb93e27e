// Reads back a trace: tracks, slices, flows and counters out of its packets.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::clock {

struct ReadSlice {
    std::string track, name;
    uint64_t begin = 0;
    int64_t end = -1;  // -1: it never ends
    size_t depth = 0;
    std::vector<uint64_t> leaves, arrives;  // flows
};

class TraceReader {
public:
    explicit TraceReader(const std::string& path) {
        std::ifstream in(path, std::ios::binary);
        whole_.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
        fields(whole_, [&](uint32_t field, uint64_t, std::string_view packet) {
            if (field == 1) read_packet(packet);
        });
    }

    std::vector<ReadSlice> slices;
    std::map<std::string, std::vector<int64_t>> counters;  // values by "group: name", in order
    size_t packets = 0;

    // Those whose track and name contain the texts.
    std::vector<const ReadSlice*> find(const std::string& track, const std::string& name) const {
        std::vector<const ReadSlice*> found;
        for (const ReadSlice& slice : slices) {
            if (slice.track.find(track) != std::string::npos && slice.name.find(name) != std::string::npos)
                found.push_back(&slice);
        }
        return found;
    }
    const ReadSlice* source_of(uint64_t flow) const {
        for (const ReadSlice& slice : slices) {
            for (const uint64_t id : slice.leaves) {
                if (id == flow) return &slice;
            }
        }
        return nullptr;
    }

private:
    using Visit = std::function<void(uint32_t field, uint64_t number, std::string_view bytes)>;
    static uint64_t varint(std::string_view& from) {
        uint64_t value = 0;
        for (int shift = 0; !from.empty(); shift += 7) {
            const auto byte = static_cast<uint8_t>(from.front());
            from.remove_prefix(1);
            value |= uint64_t{byte & 127u} << shift;
            if (byte < 128) break;
        }
        return value;
    }
    static void fields(std::string_view from, const Visit& visit) {
        while (!from.empty()) {
            const uint64_t tag = varint(from);
            const auto field = static_cast<uint32_t>(tag >> 3);
            if ((tag & 7) == 0) {
                visit(field, varint(from), {});
            } else if ((tag & 7) == 1) {
                uint64_t value = 0;
                for (int i = 0; i < 8; ++i) value |= uint64_t{static_cast<uint8_t>(from.at(i))} << (8 * i);
                from.remove_prefix(8);
                visit(field, value, {});
            } else {
                const uint64_t size = varint(from);
                visit(field, 0, from.substr(0, size));
                from.remove_prefix(size);
            }
        }
    }
    void read_track(std::string_view track) {
        uint64_t uuid = 0, parent = 0;
        std::string name;
        fields(track, [&](uint32_t field, uint64_t number, std::string_view bytes) {
            if (field == 1) uuid = number;
            if (field == 2) name = bytes;
            if (field == 5) parent = number;
            if (field != 3 && field != 4) return;
            fields(bytes, [&](uint32_t inner, uint64_t, std::string_view text) {
                if (inner == (field == 3 ? 6u : 5u)) name = text;
            });
        });
        tracks_[uuid] = parent == 0 ? name : tracks_[parent] + ": " + name;
    }
    void read_names(std::string_view interned) {
        fields(interned, [&](uint32_t, uint64_t, std::string_view entry) {
            uint64_t id = 0;
            fields(entry, [&](uint32_t field, uint64_t number, std::string_view text) {
                if (field == 1) id = number;
                if (field == 2) names_[id] = text;
            });
        });
    }
    void read_packet(std::string_view packet) {
        ++packets;
        uint64_t at = 0;
        std::string_view event;
        fields(packet, [&](uint32_t field, uint64_t number, std::string_view bytes) {
            if (field == 8) at = number;
            if (field == 11) event = bytes;
            if (field == 12) read_names(bytes);
            if (field == 60) read_track(bytes);
        });
        if (!event.empty()) read_event(at, event);
    }
    void read_event(uint64_t at, std::string_view event) {
        uint64_t type = 0, track = 0, name = 0, value = 0;
        std::vector<uint64_t> leaves, arrives;
        fields(event, [&](uint32_t field, uint64_t number, std::string_view) {
            if (field == 9) type = number;
            if (field == 10) name = number;
            if (field == 11) track = number;
            if (field == 30) value = number;
            if (field == 47) leaves.push_back(number);
            if (field == 48) arrives.push_back(number);
        });
        std::vector<size_t>& open = open_[track];
        if (type == 1) {
            slices.push_back({tracks_[track], names_[name], at, -1, open.size(), leaves, {}});
            open.push_back(slices.size() - 1);
        } else if (type == 2 && !open.empty()) {
            slices[open.back()].end = static_cast<int64_t>(at);
            slices[open.back()].arrives = arrives;
            open.pop_back();
        } else if (type == 4) {
            counters[tracks_[track]].push_back(static_cast<int64_t>(value));
        }
    }

    std::string whole_;
    std::map<uint64_t, std::string> tracks_, names_;
    std::map<uint64_t, std::vector<size_t>> open_;
};

}  // namespace tilewright::clock
