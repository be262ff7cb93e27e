// No code: keeps the latest page addresses of every thread, for the checks that ask what a transfer was meant to reach.
#include "checks/page_origin.hpp"

#include <algorithm>

#include "card/buffer.hpp"

namespace tilewright::checks::page_origin {

struct Notes {
    explicit Notes(const Fiber&) {}
    // A few ways per bucket: neighbouring tensors share addresses where one is read past its end.
    static constexpr size_t kBuckets = 128, kWays = 4;
    std::vector<PageNote> table;  // made with the first note
    std::vector<uint32_t> bases;  // tensors it has made addresses of
    uint64_t serial = 0;
    uint64_t far = 0;  // of the transfer that is being made
    uint32_t site = 0;
    uint32_t near = 0;
    const uint8_t* blamed = nullptr;
    // Several checks ask about one transfer.
    struct Asked {
        uint64_t serial = 0, far = 0;
        const uint8_t* host = nullptr;
        uint32_t site = 0;
        const PageNote* note = nullptr;
        bool operator==(const Asked&) const = default;
    } asked;

    PageNote* bucket(const uint8_t* host) {
        const uint64_t hash = (reinterpret_cast<uintptr_t>(host) >> 4) * 0x9E3779B97F4A7C15ull;
        return &table[(hash >> 57) * kWays];
    }
};

namespace {
void note(const PageAddress& made) {
    Notes& notes = of<Notes>(made.fiber);
    if (notes.table.empty()) notes.table.resize(Notes::kBuckets * Notes::kWays);
    if (notes.bases.size() < 64 && std::find(notes.bases.begin(), notes.bases.end(), made.base) == notes.bases.end())
        notes.bases.push_back(made.base);
    const card::Target target = made.fiber.run->card.resolve(made.address);
    PageNote* ways = notes.bucket(target.host);
    PageNote* oldest = ways;
    for (size_t i = 0; i < Notes::kWays; ++i) {
        if (ways[i].serial != 0 && ways[i].address == made.address && ways[i].base == made.base &&
            ways[i].site == made.site) {
            oldest = &ways[i];
            break;
        }
        if (ways[i].serial < oldest->serial) oldest = &ways[i];
    }
    *oldest = {target.host, made.address, target.core,     target.bank, target.offset, ++notes.serial,
               made.base,   made.page,    made.page_bytes, made.offset, made.flags,    made.site};
}

void origin(const Origin& from) {
    Notes& notes = of<Notes>(from.fiber);
    notes.far = from.far;
    notes.site = from.site;
    notes.near = from.near;
}

// Whether the tensor has the page, so that whoever reads there may well have meant it.
bool exists(const Run& run, const PageNote& note) {
    const card::Allocation* tensor = tensor_of(run, note);
    return tensor != nullptr && !note.is_shard() && note.page < tensor->pages->num_pages &&
           card::locate_page(run.card, *tensor->pages, tensor->address, note.page).host + note.offset == note.host;
}

const PageNote* find(const Fiber& fiber, const uint8_t* host, uint32_t site) {
    Notes& notes = of<Notes>(fiber);
    if (notes.table.empty() || host == nullptr) return nullptr;
    const PageNote* latest = nullptr;
    const PageNote* ways = notes.bucket(host);
    bool other_exists = false;
    for (size_t i = 0; i < Notes::kWays; ++i) {
        if (ways[i].serial == 0 || ways[i].host != host || (site != 0 && ways[i].site != site)) continue;
        if (latest != nullptr) other_exists |= exists(*fiber.run, ways[i].serial > latest->serial ? *latest : ways[i]);
        if (latest == nullptr || ways[i].serial > latest->serial) latest = &ways[i];
    }
    if (latest != nullptr && other_exists && !exists(*fiber.run, *latest)) return nullptr;
    return latest;
}
}  // namespace

void listen(Events& on) {
    keep<Notes, Fiber>(on);
    on.page_address.add(note);
    on.origin.add(origin);
}

}  // namespace tilewright::checks::page_origin

namespace tilewright::checks {

using page_origin::Notes;

namespace {
const PageNote* found_page(const Notes& notes, const FarUse& use) {
    if (notes.far == 0) return page_origin::find(use.fiber, use.target.host, 0);
    const card::Target from = use.fiber.run->card.resolve(notes.far);
    const PageNote* note = page_origin::find(use.fiber, from.host, notes.site);
    // The low part of an address may have been taken to another place.
    if (note == nullptr || note->core != use.target.core) return nullptr;
    return note->core == nullptr && note->bank != use.target.bank ? nullptr : note;
}
}  // namespace

const PageNote* page_of(const FarUse& use) {
    Notes& notes = of<Notes>(use.fiber);
    Notes::Asked now{notes.serial, notes.far, use.target.host, notes.site, notes.asked.note};
    if (notes.serial == 0 || !(now == notes.asked)) {
        now.note = found_page(notes, use);
        notes.asked = now;
    }
    return now.note;
}

const PageNote* page_of_address(const Fiber& fiber, uint64_t address) {
    const PageNote* latest = nullptr;
    for (const PageNote& note : of<Notes>(fiber).table) {
        if (note.serial != 0 && note.address == address && (latest == nullptr || note.serial > latest->serial))
            latest = &note;
    }
    return latest;
}

bool has_used(const Fiber& fiber, uint32_t base) {
    const std::vector<uint32_t>& bases = of<Notes>(fiber).bases;
    return std::find(bases.begin(), bases.end(), base) != bases.end();
}

uint32_t pointer_of_transfer(const Fiber& fiber) { return of<Notes>(fiber).near; }

void set_blamed(const Fiber& fiber, const uint8_t* host) { of<Notes>(fiber).blamed = host; }
bool is_blamed(const Fiber& fiber, const uint8_t* host) { return of<Notes>(fiber).blamed == host; }

const card::Allocator& memory_of(const Run& run, const PageNote& note) {
    return note.in_dram() ? run.card.dram_allocator() : run.card.l1_allocator();
}

const card::Allocation* tensor_of(const Run& run, const PageNote& note) {
    const card::Allocation* at = memory_of(run, note).starts_at(note.base);
    return at != nullptr && at->pages ? at : nullptr;
}

std::string argument_with(const Fiber& fiber, uint32_t number) {
    std::string found;
    size_t times = 0;
    const auto look = [&](const std::vector<uint32_t>& words, const char* kind) {
        for (size_t i = 0; i < words.size(); ++i) {
            if (words[i] == number && ++times == 1) found = fmt::format("{} {}", kind, i);
        }
    };
    const auto own = fiber.kernel->runtime_args.find(fiber.core_run->core->logical());
    if (own != fiber.kernel->runtime_args.end()) look(own->second, "runtime argument");
    look(fiber.kernel->common_runtime_args, "common runtime argument");
    look(fiber.kernel->compile_time_args, "compile-time argument");
    return times == 1 ? found : std::string();
}

std::string signed_words(uint32_t number) {
    if (number < 0x80000000u) return std::to_string(number);
    return fmt::format("{} ({})", number, static_cast<int32_t>(number));
}

}  // namespace tilewright::checks
