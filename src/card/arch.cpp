// Finds and reads the machines' files. Every figure is `{ value, source }`; a missing or wrong one is refused by file
// and key.
#include "card/arch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <toml++/toml.h>

#include "base/error.hpp"
#include "base/paths.hpp"
#include "card/arch_text.hpp"
#include "tw/abi.h"

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
    std::vector<std::string> texts(const std::string& key) {
        const toml::array* array = figure(key).as_array();
        if (array == nullptr) fail(key, "must be a list of strings");
        std::vector<std::string> all;
        for (const toml::node& entry : *array) {
            const auto value = entry.value<std::string>();
            if (!value || value->empty()) fail(key, "must be a list of strings");
            all.push_back(*value);
        }
        return all;
    }
    // { NAME = 4, OTHER = "text" }
    std::vector<std::pair<std::string, std::string>> definitions(const std::string& key) {
        const toml::table* table = figure(key).as_table();
        if (table == nullptr) fail(key, "must be a table { MACRO = value }");
        std::vector<std::pair<std::string, std::string>> all;
        for (const auto& [name, node] : *table) {
            const std::string macro(name.str());
            const bool is_name = std::all_of(macro.begin(), macro.end(),
                                             [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
            if (!is_name || std::isdigit(static_cast<unsigned char>(macro[0])) != 0)
                fail(key + "." + macro, "is no name of a macro");
            const auto text = node.value_exact<std::string>();
            const auto number = node.value_exact<int64_t>();
            if (!text && !number) fail(key + "." + macro, "must be a whole number or a string");
            all.emplace_back(macro, text ? *text : std::to_string(*number));
        }
        return all;
    }
    // Every figure of a tree of tables, by its path.
    void timing(const std::string& prefix, const toml::table& table) {
        for (const auto& [name, node] : table) {
            const std::string path = prefix + std::string(name.str());
            const toml::table* entry = node.as_table();
            if (entry == nullptr)
                fail("timing." + path, "must be a table { value = ..., confidence = \"M\", source = \"...\" }");
            if (entry->get("value") == nullptr) {
                timing(path + ".", *entry);
                continue;
            }
            const toml::node& value = figure("timing." + path);
            TimingFigure& made = arch_.timing[path];
            if (const toml::array* list = value.as_array()) {
                for (const toml::node& one : *list) made.values.push_back(one.value<double>().value_or(-1));
            } else {
                made.values.push_back(value.value<double>().value_or(-1));
            }
            const bool numbers = std::all_of(made.values.begin(), made.values.end(), [](double v) { return v >= 0; });
            if (made.values.empty() || !numbers)
                fail("timing." + path, "must be a number of 0 or more, or a list of such");
            const auto confidence = (*entry)["confidence"].value<std::string>();
            if (!confidence || confidence->size() != 1 || std::string("MDCFG").find(*confidence) == std::string::npos)
                fail("timing." + path, "has no confidence: M measured, D documented, C counted, F fitted, G guessed");
            made.confidence = confidence->front();
        }
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
                    "write it as the machines in the repository's data folder have it", Exit::Environment);
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

// Whatever has a place on the NoC is addressed with six bits for each coordinate, and what lies in a bank or L1 with 36
// or 32.
void check_places(const Reader& reader, const Arch& arch) {
    constexpr uint32_t kMostNoc = 64;
    constexpr uint64_t kMostBank = uint64_t{1} << 36;
    constexpr uint32_t kMostL1 = 0xFF000000;  // registers of the processors lie above
    const auto on_noc = [&](const std::string& key, NocXy at) {
        if (at.x >= kMostNoc || at.y >= kMostNoc)
            reader.fail(key, fmt::format("is [{}, {}], which lies outside the NoC: coordinates are 0 to {}", at.x, at.y,
                                         kMostNoc - 1));
    };
    if (arch.grid_y > kMostNoc) reader.fail("grid.y", fmt::format("is {}; at most {}", arch.grid_y, kMostNoc));
    on_noc("grid.virtual_start", arch.virtual_start);
    on_noc("grid.virtual_start", {arch.virtual_start.x, arch.virtual_start.y + arch.grid_y - 1});
    for (const uint32_t column : arch.worker_columns) on_noc("grid.worker_columns", {column, 0});
    std::set<uint32_t> columns(arch.worker_columns.begin(), arch.worker_columns.end());
    if (columns.size() != arch.worker_columns.size()) reader.fail("grid.worker_columns", "names a column twice");
    if (arch.l1_bytes > kMostL1)
        reader.fail("l1.bytes", fmt::format("is {}; at most {} have addresses", arch.l1_bytes, kMostL1));
    if (arch.dram_bank_bytes == 0 || arch.dram_bank_bytes > kMostBank)
        reader.fail("dram.bank_bytes", fmt::format("is {}; 1 to {} have addresses", arch.dram_bank_bytes, kMostBank));
    if (arch.dram_reserved_bytes >= arch.dram_bank_bytes)
        reader.fail("dram.reserved_bytes", "must be less than dram.bank_bytes");
    for (size_t i = 0; i < arch.dram_banks.size(); ++i) {
        const std::string key = fmt::format("dram.banks[{}]", i);
        for (const NocXy at : arch.dram_banks[i].endpoint) on_noc(key, at);
        // Banks of a group follow each other: the offset says how many come before this one.
        const uint64_t offset = arch.dram_banks[i].offset;
        if (offset % arch.dram_bank_bytes != 0 || offset / arch.dram_bank_bytes > i || offset >= kMostBank)
            reader.fail(key + ".offset", "must be dram.bank_bytes times the banks of its group that come before it");
    }
}

void check(const Reader& reader, const Arch& arch) {
    const std::string stem = fs::path(arch.file).stem().string();
    if (arch.name != stem) reader.fail("name", fmt::format("is \"{}\", but the file is named {}", arch.name, stem));
    if (arch.grid_y == 0) reader.fail("grid.y", "must be at least 1");
    if (arch.worker_columns.size() != arch.grid_x) {
        reader.fail("grid.worker_columns",
                    fmt::format("has {} entries for {} columns", arch.worker_columns.size(), arch.grid_x));
    }
    if (arch.worker_columns.front() != arch.virtual_start.x) {
        reader.fail("grid.worker_columns", "must begin with virtual_start's x");
    }
    check_places(reader, arch);
    if (uint64_t{arch.zeros_address} + arch.zeros_bytes > arch.l1_map_end) {
        reader.fail("l1.zeros_address", "must lie below l1.map_end");
    }
    if (arch.l1_map_end > arch.l1_first_free || arch.l1_first_free >= arch.l1_bytes) {
        reader.fail("l1.first_free", "must lie between l1.map_end and l1.bytes");
    }
    if (arch.l1_first_free - arch.l1_map_end < kConfigBytes) {
        reader.fail("l1.first_free", fmt::format("must lie {} bytes behind l1.map_end or more: semaphores and kernels' "
                                                 "arguments lie there",
                                                 kConfigBytes));
    }
    constexpr uint32_t kMostAlignment = 65536;
    const std::pair<const char*, uint32_t> powers[] = {{"alignment.l1", arch.l1_alignment},
                                                       {"alignment.dram_read", arch.dram_read_alignment},
                                                       {"alignment.dram_write", arch.dram_write_alignment},
                                                       {"alignment.dram", arch.dram_alignment},
                                                       {"alignment.pcie_read", arch.pcie_read_alignment},
                                                       {"alignment.pcie_write", arch.pcie_write_alignment},
                                                       {"limits.noc_flit_bytes", arch.noc_flit_bytes}};
    for (const auto& [key, value] : powers) {
        if (!std::has_single_bit(value)) reader.fail(key, fmt::format("is {}, which is no power of two", value));
        if (value > kMostAlignment) reader.fail(key, fmt::format("is {}; at most {}", value, kMostAlignment));
    }
    if (arch.noc_max_burst_bytes == 0 || arch.noc_max_burst_bytes % arch.noc_flit_bytes != 0)
        reader.fail("limits.noc_max_burst_bytes", "must be a multiple of limits.noc_flit_bytes");
    if (arch.num_cbs == 0 || arch.num_cbs > TW_MAX_CBS)
        reader.fail("limits.circular_buffers", fmt::format("is {}; 1 to {} are possible", arch.num_cbs, TW_MAX_CBS));
    if (arch.num_semaphores == 0 || arch.num_semaphores > TW_MAX_SEMAPHORES) {
        reader.fail("limits.semaphores",
                    fmt::format("is {}; 1 to {} are possible", arch.num_semaphores, TW_MAX_SEMAPHORES));
    }
}

}  // namespace

const TimingFigure& Arch::timing_figure(const std::string& key) const {
    if (const auto found = timing.find(key); found != timing.end()) return found->second;
    throw Error(
        "TW3902",
        timing.empty()
            ? fmt::format("{}: the machine {} has no [timing] figures, so nothing can be timed on it", file, name)
            : fmt::format("{}: timing.{} is missing", file, key),
        "add the figure, with source and confidence, as data/wormhole_b0.toml has it", Exit::Environment);
}

Arch load_arch(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw Error("TW3900", fmt::format("{} cannot be read", path), {}, Exit::Environment);
    std::ostringstream text;
    text << in.rdbuf();
    return parse_arch(text.str(), path);
}

Arch parse_arch(const std::string& text, const std::string& path) {
    toml::table root;
    try {
        root = toml::parse(text, path);
    } catch (const toml::parse_error& error) {
        throw Error("TW3900", fmt::format("{}:{}: {}", path, error.source().begin.line, error.description()),
                    "the machines in the repository's data folder show the form", Exit::Environment);
    }
    Arch arch;
    Reader reader(root, path, arch);
    arch.file = path;
    arch.name = reader.text("name");
    arch.aliases = reader.texts("aliases");
    arch.board = reader.text("board");
    arch.host_arch = reader.text("host_arch");
    arch.numerics = reader.text("numerics");
    arch.kernel_defines = reader.definitions("kernel_defines");
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
    reader.whole("local_memory.data_movement_bytes", arch.data_movement_local_bytes);
    reader.whole("local_memory.compute_bytes", arch.compute_local_bytes);
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
    reader.whole("alignment.pcie_read", arch.pcie_read_alignment);
    reader.whole("alignment.pcie_write", arch.pcie_write_alignment);
    reader.whole("limits.circular_buffers", arch.num_cbs);
    reader.whole("limits.semaphores", arch.num_semaphores);
    reader.whole("limits.noc_max_burst_bytes", arch.noc_max_burst_bytes);
    reader.whole("limits.noc_flit_bytes", arch.noc_flit_bytes);
    arch.aiclk_ghz = reader.real("clock.aiclk_ghz");
    arch.sfpu_epsilon = reader.real("sfpu.epsilon");
    if (const toml::table* timing = root["timing"].as_table()) reader.timing("", *timing);
    check(reader, arch);
    return arch;
}

namespace {

// Name of a machine -> its file. A folder's listing is all there is to know.
std::map<std::string, std::string> machine_files() {
    std::map<std::string, std::string> files;
    for (const fs::path& folder : machine_folders()) {
        std::error_code error;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
            if (entry.path().extension() != ".toml") continue;
            const auto [known, is_new] = files.emplace(entry.path().stem().string(), entry.path().string());
            if (is_new || fs::equivalent(known->second, entry.path(), error)) continue;
            throw Error("TW3900",
                        fmt::format("two files describe the machine {}: {} and {}", known->first, known->second,
                                    entry.path().string()),
                        "rename one of them, with its `name`", Exit::Environment);
        }
        if (error) {
            throw Error("TW3900", fmt::format("the machines' folder {}: {}", folder.string(), error.message()),
                        "TILEWRIGHT_DATA and TILEWRIGHT_MACHINES name folders with .toml files", Exit::Environment);
        }
    }
    if (files.empty()) {
        std::string looked;
        for (const fs::path& folder : machine_folders()) looked += (looked.empty() ? "" : ", ") + folder.string();
        throw Error("TW3900", fmt::format("no machine's .toml file in {}", looked.empty() ? "any folder" : looked),
                    "set TILEWRIGHT_DATA to the folder that holds them", Exit::Environment);
    }
    return files;
}

std::string with_aliases(const std::string& name, const std::vector<std::string>& aliases) {
    return aliases.empty() ? name : fmt::format("{} (also {})", name, fmt::join(aliases, ", "));
}

// Loaded machines stay: references to them are kept everywhere.
const Arch& loaded(const std::string& file) {
    static std::map<std::string, std::unique_ptr<Arch>> machines;  // under machines_lock
    std::unique_ptr<Arch>& arch = machines[file];
    if (!arch) arch = std::make_unique<Arch>(load_arch(file));
    return *arch;
}

std::mutex machines_lock;

const Arch& look_up(const std::string& name) {
    const std::map<std::string, std::string> files = machine_files();
    if (const auto found = files.find(name); found != files.end()) return loaded(found->second);
    const Arch* claims = nullptr;
    std::string all;
    for (const auto& [machine, file] : files) {
        const Arch& arch = loaded(file);
        all += (all.empty() ? "" : ", ") + with_aliases(machine, arch.aliases);
        if (std::find(arch.aliases.begin(), arch.aliases.end(), name) == arch.aliases.end()) continue;
        if (claims != nullptr) {
            throw Error("TW3900", fmt::format("{} and {} both have the alias \"{}\"", claims->file, file, name),
                        "take it out of one of them", Exit::Environment);
        }
        claims = &arch;
    }
    if (claims == nullptr) {
        throw Error("TW3901", fmt::format("there is no machine \"{}\"; there are {}", name, all),
                    "give one of these names, or add a folder with the machine's file to TILEWRIGHT_MACHINES",
                    Exit::Usage);
    }
    return *claims;
}

}  // namespace

const Arch& find_arch(const std::string& name) {
    static std::map<std::string, const Arch*> known;
    std::string key = name;  // what the same folders said before
    for (const fs::path& folder : machine_folders()) key += '\n' + folder.string();
    const std::lock_guard lock(machines_lock);
    const Arch*& arch = known[key];
    if (arch == nullptr) arch = &look_up(name);
    return *arch;
}

std::vector<std::string> arch_names() {
    std::vector<std::string> names;
    for (const auto& [name, file] : machine_files()) names.push_back(name);
    return names;
}

std::string arch_list() {
    std::string list;
    const std::lock_guard lock(machines_lock);
    try {
        for (const auto& [name, file] : machine_files()) {
            std::vector<std::string> aliases;
            try {
                aliases = loaded(file).aliases;
            } catch (const Error&) {  // whoever asks for this machine is told
            }
            list += (list.empty() ? "" : ", ") + with_aliases(name, aliases);
        }
    } catch (const Error&) {
    }
    return list;
}

}  // namespace tilewright::card
