// Saving and taking back.
#include "engine/undo_log.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace tilewright::engine {

namespace {
constexpr size_t kChunkBytes = 1u << 20;
constexpr size_t kListMost = 1u << 18;  // entries that are worth keeping room for
std::atomic<uint64_t> logs_made{0};

// Chunks of logs that are gone: memory that the system need not make anew for every run.
class Spare {
public:
    std::unique_ptr<uint8_t[]> take() {
        const std::lock_guard lock(mutex_);
        if (chunks_.empty()) return std::unique_ptr<uint8_t[]>(new uint8_t[kChunkBytes]);  // nobody needs it cleared
        std::unique_ptr<uint8_t[]> chunk = std::move(chunks_.back());
        chunks_.pop_back();
        return chunk;
    }
    // The same for lists of entries, which are T here because what an entry is belongs to the log.
    template <class T>
    static std::vector<T>& list() {
        thread_local std::vector<T> kept;
        return kept;
    }
    void give(std::unique_ptr<uint8_t[]> chunk) {
        const std::lock_guard lock(mutex_);
        if (chunks_.size() < kMost) chunks_.push_back(std::move(chunk));
    }

private:
    static constexpr size_t kMost = 32;
    std::mutex mutex_;
    std::vector<std::unique_ptr<uint8_t[]>> chunks_;
};
Spare& spare() {
    static auto* all = new Spare();
    return *all;
}
}  // namespace

UndoLog::UndoLog() : number_(++logs_made) {}

UndoLog::Part::~Part() {
    clear();
    if (entries.capacity() > Spare::list<Entry>().capacity() && entries.capacity() < kListMost)
        entries.swap(Spare::list<Entry>());
}

void UndoLog::Part::clear() {
    entries.clear();
    for (auto& chunk : chunks) {
        if (!large) spare().give(std::move(chunk));
    }
    chunks.clear();
    size = left = 0;
    large = false;
    ending = {};
}

UndoLog::Part& UndoLog::mine() {
    struct Known {
        uint64_t log = 0;
        Part* part = nullptr;
    };
    thread_local Known known;
    if (known.log != number_) {
        const std::lock_guard lock(mutex_);
        parts_.push_back(std::make_unique<Part>());
        parts_.back()->entries.swap(Spare::list<Entry>());
        known = {number_, parts_.back().get()};
    }
    return *known.part;
}

uint8_t* UndoLog::Part::room_for(size_t count) {
    if (left < count) {
        left = size = std::max(count, kChunkBytes);
        chunks.push_back(size == kChunkBytes ? spare().take() : std::unique_ptr<uint8_t[]>(new uint8_t[size]));
        if (size != kChunkBytes) large = true;
    }
    uint8_t* room = chunks.back().get() + (size - left);
    left -= count;
    return room;
}

void UndoLog::set_fresh(const std::vector<std::pair<uint64_t, uint64_t>>& buffers) {
    for (const auto& [begin, end] : buffers) fresh_.emplace_back(begin, end);
}

int64_t UndoLog::now() const { return one_thread ? 0 : std::chrono::steady_clock::now().time_since_epoch().count(); }

UndoLog::Part* UndoLog::room(size_t count) {
    if (given_up()) return nullptr;
    Part& part = mine();
    part.bytes += count;
    if (part.bytes <= most_bytes) return &part;
    given_up_.store(true, std::memory_order_relaxed);
    return nullptr;
}

void UndoLog::save(uint8_t* at, size_t count) {
    Part* part = room(count);
    if (part == nullptr) return;
    uint8_t* old = part->room_for(count);
    std::memcpy(old, at, count);
    part->entries.push_back({at, old, count, now()});
}

void UndoLog::note(uint8_t* at, size_t count) {
    Part* part = room(count);
    if (part == nullptr) return;
    // Neighbours are one entry: rows are written block by block, so what follows a piece comes some pieces later. That
    // the whole is as old as its first piece does not matter, for zeros are what all of it is taken back to.
    uint32_t entry = part->ending[Part::place_of(at)];
    if (entry != 0 && entry <= part->entries.size()) {
        Entry& before = part->entries[entry - 1];
        if (before.old == nullptr && before.at + before.bytes == at) {
            before.bytes += count;
            part->ending[Part::place_of(at + count)] = entry;
            return;
        }
    }
    part->entries.push_back({at, nullptr, count, now()});
    entry = static_cast<uint32_t>(part->entries.size());
    part->ending[Part::place_of(at + count)] = entry;
}

size_t UndoLog::bytes() const {
    const std::lock_guard lock(mutex_);
    size_t all = 0;
    for (const auto& part : parts_) all += part->bytes;
    return all;
}

std::vector<UndoLog::Range> UndoLog::ranges() const {
    const std::lock_guard lock(mutex_);
    std::vector<Range> all;
    for (const auto& part : parts_) {
        for (const Entry& entry : part->entries) all.push_back({entry.at, entry.bytes});
    }
    return all;
}

void UndoLog::restore() {
    const std::lock_guard lock(mutex_);
    // In one thread's part times may be equal: its own order counts.
    std::vector<Entry> all;
    for (const auto& part : parts_) all.insert(all.end(), part->entries.begin(), part->entries.end());
    if (parts_.size() > 1)
        std::stable_sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.when < b.when; });
    if (!given_up()) {
        for (auto entry = all.rbegin(); entry != all.rend(); ++entry) {
            if (entry->old != nullptr)
                std::memcpy(entry->at, entry->old, entry->bytes);
            else
                std::memset(entry->at, 0, entry->bytes);
        }
    }
    for (const auto& part : parts_) part->clear();
}

}  // namespace tilewright::engine
