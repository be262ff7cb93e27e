// Reads data/<arch>.toml. Every figure is `{ value, source }`; a missing or wrong one is refused by file and key.
#include "card/arch.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <toml++/toml.h>

#include "base/error.hpp"
#include "base/paths.hpp"

namespace tilewright::card {

namespace fs = std::filesystem;

namespace {

class Reader {
public:
    Reader(const toml::table& root, std::string file, Arch& arch) : root_(root), file_(std::move(file)), arch_(arch) {}

    // The node `value` of the figure, after noting its source.
    const toml::node& figure(const std::string& key) {
        const toml::node* node = root_.at_path(key).node();
        if (node == nullptr) fail(key, "is missing");
        const toml::table* table = node->as_table();
        if (table == nullptr) fail(key, "must be a table { value = ..., source = \"...\" }");
        const auto source = (*table)["source"].value<std::string>();
        if (!source || source->empty()) fail(key, "has no source");
        const toml::node* value = table->get("value");
        if (value == nullptr) fail(key, "has no value");
        arch_.sources.emplace_back(key, *source);
        return *value;
    }

    std::string text(const std::string& key) {
        const auto value = figure(key).value<std::string>();
        if (!value) fail(key, "must be a string");
        return *value;
    }
    double real(const std::string& key) {
        const auto value = figure(key).value<double>();
        if (!value || *value <= 0) fail(key, "must be a number above 0");
        return *value;
    }
    template <typename T>
    void whole(const std::string& key, T& out) {
        out = to_whole<T>(key, figure(key));
    }
    NocXy coordinates(const std::string& key, const toml::node* node) const {
        const toml::array* pair = node == nullptr ? nullptr : node->as_array();
        if (pair == nullptr || pair->size() != 2) fail(key, "must be [x, y]");
        return {to_whole<uint32_t>(key, *pair->get(0)), to_whole<uint32_t>(key, *pair->get(1))};
    }
    const toml::array& list(const std::string& key) {
        const toml::array* array = figure(key).as_array();
        if (array == nullptr || array->empty()) fail(key, "must be a list with at least one entry");
        return *array;
    }
    template <typename T>
    T to_whole(const std::string& key, const toml::node& node) const {
        const auto value = node.value_exact<int64_t>();
        if (!value) fail(key, "must be a whole number");
        if (*value < 0 || static_cast<uint64_t>(*value) > std::numeric_limits<T>::max()) {
            fail(key, fmt::format("is {}, which does not fit 0 to {}", *value, std::numeric_limits<T>::max()));
        }
        return static_cast<T>(*value);
    }
    [[noreturn]] void fail(const std::string& key, const std::string& what) const {
        throw Error("TW3900", fmt::format("{}: {} {}", file_, key, what),
                    "put the figure back as it is in the repository's data folder", Exit::Environment);
    }

private:
    const toml::table& root_;
    std::string file_;
    Arch& arch_;
};

void read_dram_banks(Reader& reader, Arch& arch) {
    const toml::array& banks = reader.list("dram.banks");
    for (size_t i = 0; i < banks.size(); ++i) {
        const std::string key = fmt::format("dram.banks[{}]", i);
        const toml::table* entry = banks.get(i)->as_table();
        if (entry == nullptr) reader.fail(key, "must be { noc0 = [x, y], noc1 = [x, y], offset = bytes }");
        DramBank bank;
        bank.endpoint[0] = reader.coordinates(key + ".noc0", entry->get("noc0"));
        bank.endpoint[1] = reader.coordinates(key + ".noc1", entry->get("noc1"));
        const toml::node* offset = entry->get("offset");
        if (offset == nullptr) reader.fail(key + ".offset", "is missing");
        bank.offset = reader.to_whole<uint64_t>(key + ".offset", *offset);
        arch.dram_banks.push_back(bank);
    }
}

void check(const Reader& reader, const Arch& arch) {
    if (arch.worker_columns.size() != arch.grid_x) {
        reader.fail("grid.worker_columns",
                    fmt::format("has {} entries for {} columns", arch.worker_columns.size(), arch.grid_x));
    }
    if (arch.worker_columns.front() != arch.virtual_start.x) {
        reader.fail("grid.worker_columns", "must begin with virtual_start's x");
    }
    if (arch.zeros_address + arch.zeros_bytes > arch.l1_map_end) {
        reader.fail("l1.zeros_address", "must lie below l1.map_end");
    }
    if (arch.l1_map_end > arch.l1_first_free || arch.l1_first_free >= arch.l1_bytes) {
        reader.fail("l1.first_free", "must lie between l1.map_end and l1.bytes");
    }
}

}  // namespace

Arch load_arch(const std::string& path) {
    toml::table root;
    try {
        root = toml::parse_file(path);
    } catch (const toml::parse_error& error) {
        throw Error("TW3900", fmt::format("{}:{}: {}", path, error.source().begin.line, error.description()),
                    "put the file back as it is in the repository's data folder", Exit::Environment);
    }
    Arch arch;
    Reader reader(root, path, arch);
    arch.name = reader.text("name");
    arch.board = reader.text("board");
    reader.whole("grid.x", arch.grid_x);
    reader.whole("grid.y", arch.grid_y);
    reader.whole("grid.noc_x", arch.noc_grid_x);
    reader.whole("grid.noc_y", arch.noc_grid_y);
    arch.virtual_start = reader.coordinates("grid.virtual_start", &reader.figure("grid.virtual_start"));
    for (const toml::node& column : reader.list("grid.worker_columns")) {
        arch.worker_columns.push_back(reader.to_whole<uint32_t>("grid.worker_columns", column));
    }
    reader.whole("l1.bytes", arch.l1_bytes);
    reader.whole("l1.map_end", arch.l1_map_end);
    reader.whole("l1.first_free", arch.l1_first_free);
    reader.whole("l1.zeros_address", arch.zeros_address);
    reader.whole("l1.zeros_bytes", arch.zeros_bytes);
    read_dram_banks(reader, arch);
    reader.whole("dram.bank_bytes", arch.dram_bank_bytes);
    reader.whole("dram.reserved_bytes", arch.dram_reserved_bytes);
    arch.dram_gb_per_s = reader.real("dram.gb_per_s");
    reader.whole("alignment.l1", arch.l1_alignment);
    reader.whole("alignment.dram_read", arch.dram_read_alignment);
    reader.whole("alignment.dram_write", arch.dram_write_alignment);
    reader.whole("alignment.dram", arch.dram_alignment);
    reader.whole("limits.circular_buffers", arch.num_cbs);
    reader.whole("limits.semaphores", arch.num_semaphores);
    reader.whole("limits.noc_max_burst_bytes", arch.noc_max_burst_bytes);
    reader.whole("limits.noc_flit_bytes", arch.noc_flit_bytes);
    arch.aiclk_ghz = reader.real("clock.aiclk_ghz");
    check(reader, arch);
    return arch;
}

namespace {

std::string canonical(const std::string& name) {
    static const std::map<std::string, std::string> names = {
        {"wormhole_b0", "wormhole_b0"}, {"wormhole", "wormhole_b0"}, {"n150", "wormhole_b0"},
        {"blackhole", "blackhole"},     {"p150", "blackhole"},
    };
    const auto found = names.find(name);
    if (found == names.end()) {
        throw Error("TW3901", fmt::format("there is no architecture \"{}\"", name),
                    "give wormhole_b0 (also wormhole, n150) or blackhole (also p150)", Exit::Usage);
    }
    return found->second;
}

}  // namespace

const Arch& find_arch(const std::string& name) {
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<Arch>> loaded;
    const std::string file = canonical(name);
    const std::lock_guard lock(mutex);
    std::unique_ptr<Arch>& arch = loaded[file];
    if (!arch) {
        const fs::path folder = shipped_folder("data");
        const fs::path path = folder / (file + ".toml");
        std::error_code ignored;
        if (folder.empty() || !fs::is_regular_file(path, ignored)) {
            throw Error("TW3900",
                        fmt::format("the machine's data file {}.toml is not in {}", file,
                                    folder.empty() ? "any data folder" : folder.string()),
                        "set TILEWRIGHT_DATA to the folder that holds it", Exit::Environment);
        }
        arch = std::make_unique<Arch>(load_arch(path.string()));
    }
    return *arch;
}

std::vector<std::string> arch_names() { return {"wormhole_b0", "blackhole"}; }

}  // namespace tilewright::card
