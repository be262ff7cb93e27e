// No code: keeps the latest page addresses of every thread, for the checks that ask what a transfer was meant to reach.
#include "checks/page_origin.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "card/buffer.hpp"

namespace tilewright::checks::page_origin {

// Notes whose addresses lead to neighbouring places, found by these.
struct alignas(64) Bucket {
    static constexpr size_t kWays = 4;
    std::array<const uint8_t*, kWays> host;
    std::array<uint64_t, kWays> serial;  // 0: there is no note
};

struct Notes {
    explicit Notes(const Fiber&) {}
    // A few ways per bucket: neighbouring tensors share addresses where one is read past its end. There are as many
    // buckets as it takes to forget nothing, up to a limit.
    static constexpr uint32_t kFewestBits = 3, kMostBits = 7;
    static constexpr size_t kWays = Bucket::kWays;
    uint32_t bits = kFewestBits;
    std::vector<Bucket> buckets;        // made with the first note
    std::unique_ptr<PageNote[]> table;  // kWays for each bucket
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
        return hash >> (64 - bits);
    }
    bool is_of(size_t at, const PageAddress& made) const {
        const PageNote& note = table[at];
        return note.address == made.address && note.base == made.base && note.site == made.site;
    }
    void make(uint32_t more_bits) {
        bits = more_bits;
        const std::vector<Bucket> before = std::exchange(buckets, std::vector<Bucket>(size_t{1} << bits));
        const std::unique_ptr<PageNote[]> notes =
            std::exchange(table, std::make_unique_for_overwrite<PageNote[]>(buckets.size() * kWays));
        for (size_t i = 0; i < before.size() * kWays; ++i) {
            const uint64_t number = before[i / kWays].serial[i % kWays];
            if (number == 0) continue;
            const uint8_t* host = before[i / kWays].host[i % kWays];
            const size_t to = bucket(host);
            size_t way = 0;
            while (buckets[to].serial[way] != 0) ++way;  // what shared a bucket had room in it
            buckets[to].host[way] = host;
            buckets[to].serial[way] = number;
            table[to * kWays + way] = notes[i];
        }
        asked = {};
    }
    // Where the note of this address goes: its own old place, a free one, or the oldest.
    size_t place_for(const PageAddress& made, const uint8_t* host) {
        while (true) {
            const size_t at = bucket(host);
            const Bucket& known = buckets[at];
            size_t oldest = 0;
            for (size_t way = 0; way < kWays; ++way) {
                if (known.host[way] == host && known.serial[way] != 0 && is_of(at * kWays + way, made))
                    return at * kWays + way;
                if (known.serial[way] < known.serial[oldest]) oldest = way;
            }
            if (known.serial[oldest] == 0 || bits == kMostBits) return at * kWays + oldest;
            make(kMostBits);
        }
    }
};

namespace {
void note(const PageAddress& made) {
    Notes& notes = of<Notes>(made.fiber);
    if (notes.buckets.empty()) notes.make(Notes::kFewestBits);
    if (notes.bases.size() < 64 && std::find(notes.bases.begin(), notes.bases.end(), made.base) == notes.bases.end())
        notes.bases.push_back(made.base);
    const card::Target target = made.fiber.run->card.resolve(made.address);
    const size_t at = notes.place_for(made, target.host), way = at % Notes::kWays;
    Bucket& bucket = notes.buckets[at / Notes::kWays];
    bucket.host[way] = target.host;
    bucket.serial[way] = ++notes.serial;
    notes.table[at] = {target.host, made.address,    target.core, target.bank, target.offset, made.base,
                       made.page,   made.page_bytes, made.offset, made.flags,  made.site};
    notes.last = at;
    notes.last_alone = target.host != nullptr;
    for (size_t i = 0; i < Notes::kWays; ++i)
        notes.last_alone &= i == way || bucket.serial[i] == 0 || bucket.host[i] != target.host;
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
    if (notes.buckets.empty() || host == nullptr) return nullptr;
    const PageNote* latest = nullptr;
    const size_t at = notes.bucket(host);
    const Bucket& bucket = notes.buckets[at];
    uint64_t serial = 0;
    bool other_exists = false;
    for (size_t i = 0; i < Notes::kWays; ++i) {
        if (bucket.serial[i] == 0 || bucket.host[i] != host) continue;
        const PageNote& found = notes.table[at * Notes::kWays + i];
        if (site != 0 && found.site != site) continue;
        if (latest != nullptr) other_exists |= exists(*fiber.run, bucket.serial[i] > serial ? *latest : found);
        if (bucket.serial[i] > serial) latest = &found, serial = bucket.serial[i];
    }
    if (latest != nullptr && other_exists && !exists(*fiber.run, *latest)) return nullptr;
    return latest;
}
}  // namespace

// The next core's threads find the memory in the caches.
void end(const ThreadEnd& thread) {
    Notes& notes = of<Notes>(thread.fiber);
    notes.buckets = {};
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

using page_origin::Notes;

namespace {
const PageNote* found_page(const Notes& notes, const FarUse& use) {
    if (notes.far == 0) return page_origin::find(use.fiber, use.target.host, 0);
    // Mostly it is the page whose address was asked for last.
    const bool is_last = notes.last_alone && notes.table[notes.last].address == notes.far &&
                         (notes.site == 0 || notes.table[notes.last].site == notes.site);
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
    uint64_t serial = 0;
    for (size_t i = 0; i < notes.buckets.size() * Notes::kWays; ++i) {
        const uint64_t number = notes.buckets[i / Notes::kWays].serial[i % Notes::kWays];
        if (number > serial && notes.table[i].address == address) latest = &notes.table[i], serial = number;
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
