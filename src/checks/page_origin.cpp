// No code: keeps the latest page addresses of every thread, for the checks that ask what a transfer was meant to reach.
#include "checks/page_origin.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "card/buffer.hpp"

namespace tilewright::checks::page_origin {

// What a note is found by.
struct Key {
    const uint8_t* host = nullptr;
    uint64_t address = 0;
    uint64_t serial = 0;  // 0: there is no note
    uint32_t base = 0, site = 0;
};

struct Notes {
    explicit Notes(const Fiber&) {}
    // A few ways per bucket: neighbouring tensors share addresses where one is read past its end. There are as many
    // buckets as it takes to forget nothing, up to a limit.
    static constexpr uint32_t kFewestBits = 3, kMostBits = 7;
    static constexpr size_t kWays = 4;
    uint32_t bits = kFewestBits;
    std::vector<Key> keys;              // made with the first note
    std::unique_ptr<PageNote[]> table;  // beside each key
    size_t last = 0;                    // the latest note
    bool last_alone = false;            // no other leads to the same place
    std::vector<uint32_t> bases;        // tensors it has made addresses of
    struct Tensor {
        uint32_t base = 0;
        bool in_dram = false, known = false;
        const card::Allocation* at = nullptr;
    } tensor;  // that was asked for last
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

    size_t bucket(const uint8_t* host) const {
        const uint64_t hash = (reinterpret_cast<uintptr_t>(host) >> 4) * 0x9E3779B97F4A7C15ull;
        return (hash >> (64 - bits)) * kWays;
    }
    void make(uint32_t more_bits) {
        bits = more_bits;
        const std::vector<Key> before = std::exchange(keys, std::vector<Key>((size_t{1} << bits) * kWays));
        const std::unique_ptr<PageNote[]> notes =
            std::exchange(table, std::make_unique_for_overwrite<PageNote[]>(keys.size()));
        for (size_t i = 0; i < before.size(); ++i) {
            if (before[i].serial == 0) continue;
            size_t at = bucket(before[i].host);
            while (keys[at].serial != 0) ++at;  // what shared a bucket had room in it
            keys[at] = before[i];
            table[at] = notes[i];
        }
        asked = {};
    }
    // Where the note of this key goes: its own old place, a free one, or the oldest.
    size_t place_for(const Key& key) {
        while (true) {
            const size_t first = bucket(key.host);
            size_t oldest = first;
            for (size_t i = first; i < first + kWays; ++i) {
                const Key& known = keys[i];
                if (known.serial != 0 && known.address == key.address && known.base == key.base &&
                    known.site == key.site)
                    return i;
                if (known.serial < keys[oldest].serial) oldest = i;
            }
            if (keys[oldest].serial == 0 || bits == kMostBits) return oldest;
            make(kMostBits);
        }
    }
};

namespace {
void note(const PageAddress& made) {
    Notes& notes = of<Notes>(made.fiber);
    if (notes.keys.empty()) notes.make(Notes::kFewestBits);
    if (notes.bases.size() < 64 && std::find(notes.bases.begin(), notes.bases.end(), made.base) == notes.bases.end())
        notes.bases.push_back(made.base);
    const card::Target target = made.fiber.run->card.resolve(made.address);
    const Key key{target.host, made.address, ++notes.serial, made.base, made.site};
    const size_t at = notes.place_for(key);
    notes.keys[at] = key;
    notes.table[at] = {target.host, made.address, target.core,     target.bank, target.offset, notes.serial,
                       made.base,   made.page,    made.page_bytes, made.offset, made.flags,    made.site};
    notes.last = at;
    notes.last_alone = target.host != nullptr;
    const size_t first = at / Notes::kWays * Notes::kWays;
    for (size_t i = first; i < first + Notes::kWays; ++i)
        notes.last_alone &= i == at || notes.keys[i].serial == 0 || notes.keys[i].host != target.host;
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
    if (notes.keys.empty() || host == nullptr) return nullptr;
    const PageNote* latest = nullptr;
    const size_t first = notes.bucket(host);
    bool other_exists = false;
    for (size_t i = first; i < first + Notes::kWays; ++i) {
        const Key& key = notes.keys[i];
        if (key.serial == 0 || key.host != host || (site != 0 && key.site != site)) continue;
        const PageNote& found = notes.table[i];
        if (latest != nullptr) other_exists |= exists(*fiber.run, found.serial > latest->serial ? *latest : found);
        if (latest == nullptr || found.serial > latest->serial) latest = &found;
    }
    if (latest != nullptr && other_exists && !exists(*fiber.run, *latest)) return nullptr;
    return latest;
}
}  // namespace

// The next core's threads find the memory in the caches.
void end(const ThreadEnd& thread) {
    Notes& notes = of<Notes>(thread.fiber);
    notes.keys = {};
    notes.table.reset();
    notes.asked = {};
    notes.last_alone = false;
}

void listen(Events& on) {
    keep<Notes, Fiber>(on);
    on.thread_end.add(end);
    on.page_address.add(note);
    on.origin.add(origin);
}

}  // namespace tilewright::checks::page_origin

namespace tilewright::checks {

using page_origin::Key;
using page_origin::Notes;

namespace {
const PageNote* found_page(const Notes& notes, const FarUse& use) {
    if (notes.far == 0) return page_origin::find(use.fiber, use.target.host, 0);
    // Mostly it is the page whose address was asked for last.
    const bool is_last = notes.last_alone && notes.keys[notes.last].address == notes.far &&
                         (notes.site == 0 || notes.keys[notes.last].site == notes.site);
    const PageNote* note = is_last
                               ? &notes.table[notes.last]
                               : page_origin::find(use.fiber, use.fiber.run->card.resolve(notes.far).host, notes.site);
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
    const Notes& notes = of<Notes>(fiber);
    const PageNote* latest = nullptr;
    for (size_t i = 0; i < notes.keys.size(); ++i) {
        const Key& key = notes.keys[i];
        if (key.serial != 0 && key.address == address && (latest == nullptr || key.serial > latest->serial))
            latest = &notes.table[i];
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

const card::Allocation* starts_at(const Fiber& fiber, const PageNote& note) {
    Notes::Tensor& known = of<Notes>(fiber).tensor;
    if (!known.known || known.base != note.base || known.in_dram != note.in_dram())
        known = {note.base, note.in_dram(), true, memory_of(*fiber.run, note).starts_at(note.base)};
    return known.at;
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
