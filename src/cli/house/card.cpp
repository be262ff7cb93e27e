// tilewright card: the virtual card's figures, each with its source.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>

#include "base/error.hpp"
#include "card/arch.hpp"
#include "cli/command.hpp"
#include "cli/table.hpp"

namespace tilewright::cli {

namespace {

using card::Arch;

struct Figure {
    const char* key;  // of the machine's file
    std::string text;
    nlohmann::json value;
};

std::string bytes_text(uint64_t bytes) {
    if (bytes >= 1024 * 1024 && bytes % (1024 * 1024) == 0)
        return fmt::format("{} B ({} MiB)", grouped(bytes), bytes >> 20);
    if (bytes >= 1024 && bytes % 1024 == 0) return fmt::format("{} B ({} KiB)", grouped(bytes), bytes >> 10);
    return grouped(bytes) + " B";
}

std::string address_text(uint32_t address) { return fmt::format("{:#x} ({})", address, grouped(address)); }

Figure bytes(const char* key, uint64_t value) { return {key, bytes_text(value), value}; }
Figure address(const char* key, uint32_t value) { return {key, address_text(value), value}; }
Figure count(const char* key, uint32_t value) { return {key, std::to_string(value), value}; }

std::string columns_text(const std::vector<uint32_t>& columns) {
    std::string text;
    for (size_t i = 0; i < columns.size();) {
        size_t last = i;
        while (last + 1 < columns.size() && columns[last + 1] == columns[last] + 1) ++last;
        text += (text.empty() ? "" : ", ") +
                (i == last ? std::to_string(columns[i]) : fmt::format("{}..{}", columns[i], columns[last]));
        i = last + 1;
    }
    return text;
}

std::string defines_text(const Arch& arch) {
    std::string text;
    for (const auto& [name, value] : arch.kernel_defines)
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
    return text;
}

std::vector<Figure> figures(const Arch& arch) {
    return {
        count("grid.x", arch.grid_x),
        count("grid.y", arch.grid_y),
        count("grid.noc_x", arch.noc_grid_x),
        count("grid.noc_y", arch.noc_grid_y),
        {"grid.virtual_start",
         fmt::format("({},{})", arch.virtual_start.x, arch.virtual_start.y),
         {arch.virtual_start.x, arch.virtual_start.y}},
        {"grid.worker_columns", columns_text(arch.worker_columns), arch.worker_columns},
        bytes("l1.bytes", arch.l1_bytes),
        address("l1.zeros_address", arch.zeros_address),
        bytes("l1.zeros_bytes", arch.zeros_bytes),
        address("l1.map_end", arch.l1_map_end),
        address("l1.first_free", arch.l1_first_free),
        bytes("local_memory.data_movement_bytes", arch.data_movement_local_bytes),
        bytes("local_memory.compute_bytes", arch.compute_local_bytes),
        bytes("dram.bank_bytes", arch.dram_bank_bytes),
        bytes("dram.reserved_bytes", arch.dram_reserved_bytes),
        {"dram.gb_per_s", fmt::format("{} GB/s", arch.dram_gb_per_s), arch.dram_gb_per_s},
        bytes("alignment.l1", arch.l1_alignment),
        bytes("alignment.dram_read", arch.dram_read_alignment),
        bytes("alignment.dram_write", arch.dram_write_alignment),
        bytes("alignment.dram", arch.dram_alignment),
        bytes("alignment.pcie_read", arch.pcie_read_alignment),
        bytes("alignment.pcie_write", arch.pcie_write_alignment),
        count("limits.circular_buffers", arch.num_cbs),
        count("limits.semaphores", arch.num_semaphores),
        bytes("limits.noc_max_burst_bytes", arch.noc_max_burst_bytes),
        bytes("limits.noc_flit_bytes", arch.noc_flit_bytes),
        {"clock.aiclk_ghz", fmt::format("{} GHz", arch.aiclk_ghz), arch.aiclk_ghz},
        {"sfpu.epsilon", fmt::format("{:.9g}", arch.sfpu_epsilon), arch.sfpu_epsilon},
        {"kernel_defines", defines_text(arch), arch.kernel_defines},
        {"host_arch", "tt::ARCH::" + arch.host_arch, arch.host_arch},
    };
}

std::string source_of(const Arch& arch, const std::string& key) {
    for (const auto& [figure, source] : arch.sources) {
        if (figure == key) return source;
    }
    throw InternalError("card: no source for " + key);
}

void print_machine(const Arch& arch, std::ostream& out) {
    out << fmt::format("{} ({}): {} x {} = {} workers, {} DRAM banks, {:.1f} GB DRAM, {} B of L1 free per core\n\n",
                       arch.name, arch.board, arch.grid_x, arch.grid_y, arch.num_workers(), arch.dram_banks.size(),
                       static_cast<double>(arch.dram_bank_bytes) * static_cast<double>(arch.dram_banks.size()) / 1e9,
                       grouped(arch.l1_bytes - arch.l1_first_free));
    out << "numerics " << arch.numerics << "\n\n";
    Table table({"figure", "value", "source"});
    for (const Figure& figure : figures(arch)) table.add({figure.key, figure.text, source_of(arch, figure.key)});
    out << table.text() << "\nDRAM banks (" << source_of(arch, "dram.banks") << ")\n";
    Table banks({">bank", "NoC 0 x-y", "NoC 1 x-y", ">offset"});
    for (size_t i = 0; i < arch.dram_banks.size(); ++i) {
        const card::DramBank& bank = arch.dram_banks[i];
        banks.add({std::to_string(i), fmt::format("{}-{}", bank.endpoint[0].x, bank.endpoint[0].y),
                   fmt::format("{}-{}", bank.endpoint[1].x, bank.endpoint[1].y), grouped(bank.offset)});
    }
    out << banks.text();
}

nlohmann::json machine_json(const Arch& arch) {
    nlohmann::json json = {
        {"name", arch.name}, {"board", arch.board}, {"workers", arch.num_workers()}, {"numerics", arch.numerics}};
    for (const Figure& figure : figures(arch)) {
        json["figures"][figure.key] = {{"value", figure.value}, {"source", source_of(arch, figure.key)}};
    }
    nlohmann::json banks = nlohmann::json::array();
    for (const card::DramBank& bank : arch.dram_banks) {
        banks.push_back({{"noc0", {bank.endpoint[0].x, bank.endpoint[0].y}},
                         {"noc1", {bank.endpoint[1].x, bank.endpoint[1].y}},
                         {"offset", bank.offset}});
    }
    json["dram_banks"] = {{"value", banks}, {"source", source_of(arch, "dram.banks")}};
    return json;
}

}  // namespace

Action setup_card(CLI::App& app, Context& context) {
    auto name = std::make_shared<std::string>(card::kDefaultArch);
    app.add_option("--arch", *name, card::arch_list())->capture_default_str();
    return [name, &context] {
        const Arch& arch = card::find_arch(*name);
        if (context.json) {
            context.out << machine_json(arch).dump(2) << "\n";
        } else {
            print_machine(arch, context.out);
        }
        return static_cast<int>(Exit::Ok);
    };
}

}  // namespace tilewright::cli
