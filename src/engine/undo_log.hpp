// What a run has overwritten, so that it can be taken back. Internal to src/engine, src/calls and src/doctor.
//
// Every write of a run that may be taken back comes here: each host thread has a part of its own, because a lock would
// wait for all stores that are still on their way to memory.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tilewright::engine {

class UndoLog {
public:
    UndoLog();
    UndoLog(const UndoLog&) = delete;
    UndoLog& operator=(const UndoLog&) = delete;

    size_t most_bytes = SIZE_MAX;
    bool writes_only = false;  // what reads overwrite in L1 is kept otherwise
    bool one_thread = false;   // one host thread saves: its own order is enough
    bool keeps_reads = false;  // note_read() is told of what is read; runs of one host thread only

    void save(uint8_t* at, size_t bytes);
    // Buffers of DRAM, by begin and end in every bank, whose bytes mean nothing before the run writes them: what is
    // overwritten there need not be kept, and is taken back to zeros. One that is read turns out to mean something.
    void set_fresh(const std::vector<std::pair<uint64_t, uint64_t>>& buffers);
    void save_dram(uint8_t* at, size_t bytes, uint64_t offset) {
        for (const Fresh& buffer : fresh_) {
            if (buffer.contains(offset, bytes) && !buffer.read.load(std::memory_order_relaxed)) return note(at, bytes);
        }
        save(at, bytes);
    }
    void reads_dram(uint64_t offset, size_t bytes) {
        for (Fresh& buffer : fresh_) {
            if (offset < buffer.end && buffer.begin < offset + bytes)
                buffer.read.store(true, std::memory_order_relaxed);
        }
    }
    // No host thread saves any more, for what follows.
    void restore();
    size_t bytes() const;
    // More than most_bytes were overwritten: nothing can be taken back.
    bool given_up() const { return given_up_.load(std::memory_order_relaxed); }

    struct Range {
        uint8_t* at;
        size_t bytes;
    };
    std::vector<Range> ranges() const;  // that were overwritten; they may overlap
    void note_read(uint8_t* at, size_t bytes) { read_.push_back({at, bytes}); }
    const std::vector<Range>& read() const { return read_; }

private:
    struct Entry {
        uint8_t* at;
        const uint8_t* old;  // null: zeros
        size_t bytes;
        int64_t when;  // of any thread: what was saved first is what was there
    };
    struct Part {
        std::vector<Entry> entries;
        std::vector<std::unique_ptr<uint8_t[]>> chunks;
        size_t size = 0, left = 0;  // of the last chunk
        size_t bytes = 0;
        bool large = false;  // some chunk is of another size than usual
        // Entries without old bytes, by where they end: what follows there makes them longer. Places in `entries`, from
        // 1 on.
        std::array<uint32_t, 256> ending{};
        static size_t place_of(const uint8_t* end) {
            return (reinterpret_cast<uintptr_t>(end) >> 4) * 0x9E3779B97F4A7C15u >> 56;
        }

        ~Part();
        uint8_t* room_for(size_t count);
        void clear();
    };
    struct Fresh {
        Fresh(uint64_t from, uint64_t to) : begin(from), end(to) {}
        uint64_t begin, end;
        std::atomic<bool> read{false};
        bool contains(uint64_t offset, size_t bytes) const { return offset >= begin && offset + bytes <= end; }
    };
    Part& mine();
    Part* room(size_t count);  // null: nothing is kept any more
    void note(uint8_t* at, size_t bytes);
    int64_t now() const;

    std::vector<Range> read_;
    std::deque<Fresh> fresh_;
    const uint64_t number_;  // unlike that of any other
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Part>> parts_;
    std::atomic<bool> given_up_{false};
};

}  // namespace tilewright::engine
