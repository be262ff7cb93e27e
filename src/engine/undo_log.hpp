// What a run has overwritten, so that it can be taken back. Internal to src/engine, src/calls and src/doctor.
//
// Every write of a run that may be taken back comes here: each host thread has a part of its own, because a lock would
// wait for all stores that are still on their way to memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace tilewright::engine {

class UndoLog {
public:
    UndoLog();
    UndoLog(const UndoLog&) = delete;
    UndoLog& operator=(const UndoLog&) = delete;

    size_t most_bytes = SIZE_MAX;
    bool writes_only = false;  // what reads overwrite in L1 is kept otherwise
    bool keeps_reads = false;  // note_read() is told of what is read; runs of one host thread only

    void save(uint8_t* at, size_t bytes);
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
        const uint8_t* old;
        size_t bytes;
        int64_t when;  // of any thread: what was saved first is what was there
    };
    struct Part {
        std::vector<Entry> entries;
        std::vector<std::unique_ptr<uint8_t[]>> chunks;
        size_t size = 0, left = 0;  // of the last chunk
        size_t bytes = 0;
        bool large = false;  // some chunk is of another size than usual

        ~Part();
        uint8_t* room_for(size_t count);
        void clear();
    };
    Part& mine();

    std::vector<Range> read_;
    const uint64_t number_;  // unlike that of any other
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Part>> parts_;
    std::atomic<bool> given_up_{false};
};

}  // namespace tilewright::engine
