// The card: memory made lazily, and the map from NoC coordinates to cores and banks.
#include "card/card.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <random>

#include "base/error.hpp"

namespace tilewright::card {

namespace {
// A core's L1 slot: its 32-bit address space, so that the low half of a host pointer is the address on the card.
constexpr size_t kSlotBytes = size_t{1} << 32;
// Debug registers (wall clock) that kernels read through raw pointers.
constexpr size_t kDebugRegisters = 0xFFB12000;
constexpr size_t kPage = 4096;

size_t whole_pages(size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }
// Pages of a tensor follow each other over the banks: banks that begin at the same place of a large page would have
// them all in the same sets of the processor's caches.
size_t bank_skew(size_t bank) { return bank * 42 * kPage % kLargePage; }
// Where a bank begins in the file: its large pages lie where those of its mapping do.
size_t bank_in_file(size_t bank_bytes, size_t bank) {
    return (bank_bytes + 2 * kLargePage - 1) / kLargePage * kLargePage * bank + bank_skew(bank);
}

uint32_t checked_grid(const Arch& arch, std::optional<uint32_t> wanted, uint32_t limit, const char* axis) {
    if (!wanted) return limit;
    if (*wanted == 0 || *wanted > limit) {
        throw Error("TW3207", fmt::format("grid size {} = {} is not possible on {}: allowed are 1 to {}", axis, *wanted,
                                          arch.name, limit));
    }
    return *wanted;
}
}  // namespace

Card::Card(const Arch& arch, CardOptions options)
    : arch_(arch),
      grid_x_(checked_grid(arch, options.grid_x, arch.grid_x, "x")),
      grid_y_(checked_grid(arch, options.grid_y, arch.grid_y, "y")),
      l1_first_free_(options.l1_first_free.value_or(arch.l1_first_free)),
      l1_space_(kSlotBytes * grid_x_ * grid_y_, kSlotBytes, false),
      dram_allocator_("DRAM", arch.dram_reserved_bytes, arch.dram_bank_bytes, arch.dram_alignment, false),
      l1_allocator_("L1", l1_first_free_, arch.l1_bytes, arch.dram_alignment, true),
      endpoints_(64 * 64) {
    const uint32_t workers = num_workers();
    cores_.reserve(workers);
    for (uint32_t index = 0; index < workers; ++index) {
        const LogicalCore logical{index % grid_x_, index / grid_x_};
        l1_space_.commit(kSlotBytes * index, whole_pages(arch.l1_bytes));
        l1_space_.commit(kSlotBytes * index + kDebugRegisters, kPage);
        cores_.push_back(std::make_unique<Core>(logical, index, l1_space_.data() + kSlotBytes * index, arch.l1_bytes));
        const NocXy at = virtual_core(logical);
        endpoints_[at.y * 64 + at.x] = {Endpoint::Kind::Worker, index};
    }
    // Address space only: a bank uses memory when it is touched.
    for (size_t bank = 0; bank < arch.dram_banks.size(); ++bank) {
        dram_.emplace_back(whole_pages(arch.dram_bank_bytes), kLargePage, true, bank_skew(bank));
    }
    for (uint32_t noc = 0; noc < 2; ++noc) {
        for (uint32_t bank = 0; bank < arch.dram_banks.size(); ++bank) {
            const DramBank& dram_bank = arch.dram_banks[bank];
            const NocXy at = dram_bank.endpoint[noc];
            dram_xy_[noc].push_back(static_cast<uint16_t>(at.x | at.y << 6));
            // Endpoints of one group lead to the same memory: the group's first bank is the one with offset 0.
            uint32_t first = bank;
            if (dram_bank.offset != 0) first = bank - static_cast<uint32_t>(dram_bank.offset / arch.dram_bank_bytes);
            endpoints_[at.y * 64 + at.x] = {Endpoint::Kind::Dram, first};
        }
    }
    for (const DramBank& bank : arch.dram_banks) dram_offset_.push_back(static_cast<int32_t>(bank.offset));

    // Bank ids of L1-interleaved buffers are shuffled over the cores with the standard engine seeded by 0.
    l1_bank_to_core_.resize(workers);
    for (uint32_t i = 0; i < workers; ++i) l1_bank_to_core_[i] = i;
    std::shuffle(l1_bank_to_core_.begin(), l1_bank_to_core_.end(), std::default_random_engine(0));
    for (uint32_t bank = 0; bank < workers; ++bank) {
        const NocXy at = virtual_core(cores_[l1_bank_to_core_[bank]]->logical());
        for (auto& table : l1_xy_) table.push_back(static_cast<uint16_t>(at.x | at.y << 6));
        l1_offset_.push_back(0);
    }
    if (options.memory) map(*options.memory);
}

Card::~Card() {
    companion.reset();
    if (shared_.l1 >= 0) ::close(shared_.l1);
    if (shared_.dram >= 0) ::close(shared_.dram);
}

namespace {

// Of a fixed size: nobody who has it can take pages away from under us.
int memory_file(const char* name, uint64_t bytes) {
    const int file = ::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file >= 0 && ::ftruncate(file, static_cast<off_t>(bytes)) == 0 &&
        ::fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        return file;
    const int error = errno;
    if (file >= 0) ::close(file);
    throw Error("TW3005", fmt::format("cannot make {} bytes of memory to share: {}", bytes, std::strerror(error)), {},
                Exit::Environment);
}

// What is not zero.
void copy_pages(int file, uint64_t at, const uint8_t* from, uint64_t bytes) {
    static const uint8_t zeros[kPage] = {};
    for (uint64_t done = 0; done < bytes; done += kPage) {
        const uint64_t part = std::min<uint64_t>(kPage, bytes - done);
        if (std::memcmp(from + done, zeros, part) == 0) continue;
        if (::pwrite(file, from + done, part, static_cast<off_t>(at + done)) != static_cast<ssize_t>(part))
            throw Error("TW3007", "the host's memory ran out while the card's was made ready to be shared", {},
                        Exit::Environment);
    }
}

}  // namespace

SharedMemory Card::share() {
    if (shared_.l1 >= 0) return shared_;
    const uint64_t l1_bytes = whole_pages(arch_.l1_bytes), bank_bytes = whole_pages(arch_.dram_bank_bytes);
    shared_.l1 = memory_file("tilewright-l1", l1_bytes * num_workers());
    shared_.dram = memory_file("tilewright-dram", bank_in_file(bank_bytes, dram_.size()) + kLargePage);
    for (uint32_t i = 0; i < num_workers(); ++i) copy_pages(shared_.l1, l1_bytes * i, worker(i).l1(), l1_bytes);
    for (const Allocation& allocation : dram_allocator_.allocations()) {
        for (uint32_t bank = 0; bank < dram_.size(); ++bank)
            copy_pages(shared_.dram, bank_in_file(bank_bytes, bank) + allocation.address,
                       dram(bank) + allocation.address, allocation.bytes);
    }
    map(shared_);
    for (const Allocation& allocation : dram_allocator_.allocations())
        prefer_large_pages(allocation.address, allocation.bytes);
    return shared_;
}

void Card::map(const SharedMemory& memory) {
    const uint64_t l1_bytes = whole_pages(arch_.l1_bytes), bank_bytes = whole_pages(arch_.dram_bank_bytes);
    for (uint32_t i = 0; i < num_workers(); ++i) l1_space_.replace(kSlotBytes * i, l1_bytes, memory.l1, l1_bytes * i);
    for (size_t bank = 0; bank < dram_.size(); ++bank)
        dram_[bank].replace(0, bank_bytes, memory.dram, bank_in_file(bank_bytes, bank));
}

Core& Card::core(LogicalCore logical) {
    if (!has_core(logical)) {
        throw Error("TW3207", fmt::format("core {} is outside the {} x {} grid of {}", logical.str(), grid_x_, grid_y_,
                                          arch_.name));
    }
    return *cores_[logical.y * grid_x_ + logical.x];
}

Target Card::resolve_elsewhere(Endpoint at, uint64_t local) {
    Target target;
    target.kind = at.kind;
    target.offset = local;
    if (at.kind == Endpoint::Kind::Worker) {
        target.core = cores_[at.index].get();
        if (local < arch_.l1_bytes) {
            target.host = target.core->l1() + local;
            target.bytes_left = arch_.l1_bytes - local;
        }
    } else if (at.kind == Endpoint::Kind::Dram) {
        const uint64_t further = local / arch_.dram_bank_bytes;  // banks behind the first of this endpoint
        const uint64_t bank = at.index + further;
        const bool in_group = further == 0 || (bank < arch_.dram_banks.size() && arch_.dram_banks[bank].offset != 0 &&
                                               arch_.dram_banks[bank].offset / arch_.dram_bank_bytes == further);
        target.bank = at.index;
        target.offset = local % arch_.dram_bank_bytes;
        if (in_group) {
            target.bank = static_cast<uint32_t>(bank);
            target.host = dram(target.bank) + target.offset;
            target.bytes_left = arch_.dram_bank_bytes - target.offset;
        }
    }
    return target;
}

uint64_t Card::noc_address(LogicalCore logical, uint32_t l1_address) const {
    const NocXy at = virtual_core(logical);
    return l1_address | uint64_t{at.x} << 36 | uint64_t{at.y} << 42;
}

void Card::write_l1(LogicalCore logical, uint32_t address, std::span<const uint8_t> data) {
    const std::lock_guard lock(in_use_);
    Core& target = core(logical);
    if (address + data.size() > arch_.l1_bytes) {
        throw Error("TW3004", fmt::format("{} B at L1 address {:#x} of core {} end beyond L1 ({} B)", data.size(),
                                          address, logical.str(), arch_.l1_bytes));
    }
    std::memcpy(target.l1() + address, data.data(), data.size());
    host_uses_l1_ = true;
}

void Card::read_l1(LogicalCore logical, uint32_t address, std::span<uint8_t> data) {
    const std::lock_guard lock(in_use_);
    Core& source = core(logical);
    if (address + data.size() > arch_.l1_bytes) {
        throw Error("TW3004", fmt::format("{} B at L1 address {:#x} of core {} end beyond L1 ({} B)", data.size(),
                                          address, logical.str(), arch_.l1_bytes));
    }
    std::memcpy(data.data(), source.l1() + address, data.size());
    host_uses_l1_ = true;
}

void Card::set_padding(bool dram, uint64_t address, DataBytes is_data) {
    const std::lock_guard lock(in_use_);
    if (is_data) {
        padded_[{dram, address}] = std::move(is_data);
    } else {
        padded_.erase({dram, address});
    }
}

std::vector<uint64_t> Card::padded_at(bool dram) const {
    const std::lock_guard lock(in_use_);
    std::vector<uint64_t> addresses;
    for (const auto& [where, is_data] : padded_) {
        if (where.first == dram) addresses.push_back(where.second);
    }
    return addresses;
}

void Card::set_all_padding(const std::vector<uint64_t>& dram, const std::vector<uint64_t>& l1) {
    const std::lock_guard lock(in_use_);
    padded_.clear();
    const DataBytes nothing = [](uint32_t, uint64_t) { return false; };
    for (const uint64_t address : dram) padded_[{true, address}] = nothing;
    for (const uint64_t address : l1) padded_[{false, address}] = nothing;
}

bool Card::is_data(bool dram, uint64_t buffer, uint32_t bank, uint64_t address) const {
    const auto known = padded_.find({dram, buffer});
    return known == padded_.end() || known->second(bank, address);
}

}  // namespace tilewright::card
