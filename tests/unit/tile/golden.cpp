// Reads the packed golden vectors (gzip, written by tools/pack_golden.py).
#include "golden.hpp"

#include <zlib.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tilewright::tile::test {
namespace {

std::vector<uint8_t> read_gzip(const std::string& name) {
    const std::string path = std::string(TILEWRIGHT_TEST_DIR) + "/data/golden/" + name;
    gzFile file = gzopen(path.c_str(), "rb");
    if (!file) throw std::runtime_error(path + " cannot be opened");
    std::vector<uint8_t> data;
    uint8_t chunk[1 << 16];
    int got = 0;
    while ((got = gzread(file, chunk, sizeof chunk)) > 0) data.insert(data.end(), chunk, chunk + got);
    gzclose(file);
    if (got < 0) throw std::runtime_error(path + " is damaged");
    return data;
}

DataFormat format_of(const std::string& name) {
    for (const DataFormat format : {DataFormat::Float32, DataFormat::Float16_b, DataFormat::Bfp8_b, DataFormat::Tf32})
        if (format_name(format) == name) return format;
    if (name.empty()) return DataFormat::Invalid;
    throw std::runtime_error("golden vectors name an unknown format: " + name);
}

// Bytes that lie at each offset of a tensor; throws where they are not all there.
size_t span_of(const GoldenTensor& tensor, size_t available) {
    const size_t size = tile_bytes(tensor.format);
    const size_t span = tensor.offsets.size() == 1 ? tensor.tiles * size : size;
    for (const uint32_t offset : tensor.offsets) {
        if (offset > available || span > available - offset)
            throw std::runtime_error("golden vectors: a tensor lies outside the tiles");
    }
    return span;
}

Golden load() {
    const std::vector<uint8_t> text = read_gzip("cases.json.gz");
    return parse_golden({text.begin(), text.end()}, read_gzip("tiles.bin.gz"));
}

}  // namespace

// A number of tiles or bytes: 1e300 is none.
static uint32_t count_of(const nlohmann::json& number) {
    if (!number.is_number_unsigned() || number.get<uint64_t>() > UINT32_MAX)
        throw std::runtime_error("golden: a count is no whole number of 32 bits");
    return number.get<uint32_t>();
}

Golden parse_golden(const std::string& cases, std::vector<uint8_t> tiles) {
    const nlohmann::json root = nlohmann::json::parse(cases);
    Golden result;
    result.tiles = std::move(tiles);
    for (const auto& item : root.at("cases")) {
        const auto field = [&](const char* name) { return item.value(name, std::string()); };
        GoldenCase one{field("id"),
                       field("op"),
                       field("broadcast"),
                       field("pool"),
                       field("dim"),
                       field("dest_reuse"),
                       field("fidelity"),
                       field("dst"),
                       field("llk"),
                       format_of(field("in_format")),
                       format_of(field("out_format")),
                       format_of(field("register_format")),
                       item.contains("k") ? count_of(item["k"]) : 1u,
                       {}};
        for (const auto& [role, tensor] : item.at("tensors").items()) {
            std::vector<uint32_t> offsets;
            for (const auto& offset : tensor.at("offsets")) offsets.push_back(count_of(offset));
            span_of(one.tensors[role] = {format_of(tensor.at("format")), count_of(tensor.at("tiles")), offsets},
                    result.tiles.size());
        }
        result.cases.push_back(std::move(one));
    }
    return result;
}

const Golden& golden() {
    static const Golden loaded = load();
    return loaded;
}

std::vector<uint8_t> bytes_of(const Golden& of, const GoldenTensor& tensor) {
    const size_t span = span_of(tensor, of.tiles.size());
    std::vector<uint8_t> bytes;
    for (const uint32_t offset : tensor.offsets) {
        const uint8_t* from = of.tiles.data() + offset;
        bytes.insert(bytes.end(), from, from + span);
    }
    return bytes;
}

std::vector<uint8_t> bytes_of(const GoldenTensor& tensor) { return bytes_of(golden(), tensor); }

}  // namespace tilewright::tile::test
