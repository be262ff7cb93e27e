// A trace as a file of Perfetto's: packets of tracks, slices and counters. The numbers of the fields are those of
// protos/perfetto/trace; https://perfetto.dev/docs/reference/trace-packet-proto says what they mean.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <mutex>

#include "base/error.hpp"
#include "base/files.hpp"
#include "clock/proto.hpp"
#include "clock/trace.hpp"

namespace tilewright::clock {

namespace {

constexpr uint32_t kPacket = 1;  // of Trace
constexpr uint32_t kTimestamp = 8, kSequence = 10, kEvent = 11, kInterned = 12, kFlags = 13,
                   kTrack = 60;  // of TracePacket
constexpr uint32_t kUuid = 1, kName = 2, kProcess = 3, kThread = 4, kParent = 5,
                   kCounterTrack = 8;                                      // of TrackDescriptor
constexpr uint32_t kPid = 1, kTid = 2, kThreadName = 5, kProcessName = 6;  // of ProcessDescriptor, ThreadDescriptor
constexpr uint32_t kType = 9, kNameNumber = 10, kTrackUuid = 11, kCounterValue = 30, kFlow = 47,
                   kFlowEnd = 48;                     // of TrackEvent
constexpr uint32_t kBegin = 1, kEnd = 2, kCount = 4;  // TrackEvent.Type
constexpr uint32_t kEventNames = 2;                   // of InternedData
constexpr uint32_t kCleared = 1, kNeedsNames = 2;     // of kFlags
constexpr uint32_t kNoteCore = 4000;  // groups that are no cores: the note, DRAM before it, counters after it

// Where the next program of a file begins.
struct Place {
    uint64_t programs = 0;
    uint64_t next_ns = 0;
    uint64_t drawn = 0;  // slices and steps
};
std::mutex files_lock;
std::map<std::string, Place>& files() {
    static std::map<std::string, Place> all;
    return all;
}

}  // namespace

class Trace::Output {
public:
    Output(const std::string& path, const Place& place)
        : file_(path, place.programs == 0 ? std::ios::binary | std::ios::trunc : std::ios::binary | std::ios::app),
          path_(path),
          program_(place.programs) {}

    uint64_t uuid(uint64_t core, uint64_t place) const { return (program_ + 1) << 40 | (core + 1) << 20 | place; }
    uint32_t pid(uint64_t core) const { return static_cast<uint32_t>(program_ * 4096 + core + 1); }
    uint64_t flow(uint64_t number) const { return (program_ + 1) << 40 | (number + 1); }

    void track(const Proto& descriptor) {
        Proto packet;
        packet.message(kTrack, descriptor);
        send(packet, 0);
    }
    // What a packet refers to by number from now on.
    void names(const std::vector<std::string>& names) {
        Proto interned;
        for (size_t i = 0; i < names.size(); ++i) {
            Proto name;
            name.number(1, i + 1);
            name.text(2, names[i]);
            interned.message(kEventNames, name);
        }
        Proto packet;
        packet.message(kInterned, interned);
        send(packet, kCleared);
    }
    void event(uint64_t ns, const Proto& event) {
        Proto packet;
        packet.number(kTimestamp, ns);
        packet.message(kEvent, event);
        send(packet, kNeedsNames);
        last_ns = std::max(last_ns, ns);
    }
    void close() {
        flush();
        if (!file_.flush())
            throw Error("TW3904", fmt::format("the trace {} cannot be written{}", path_, reason_of_failure(error_)),
                        "check the folder and its space", Exit::Environment);
    }
    uint64_t last_ns = 0;

private:
    void send(Proto& packet, uint32_t flags) {
        packet.number(kSequence, program_ + 1);
        if (flags != 0) packet.number(kFlags, flags);
        buffer_.message(kPacket, packet);
        constexpr size_t kChunk = 1 << 20;
        if (buffer_.bytes().size() > kChunk) flush();
    }
    void flush() {
        errno = 0;
        file_.write(buffer_.bytes().data(), static_cast<std::streamsize>(buffer_.bytes().size())).flush();
        if (!file_ && error_ == 0) error_ = errno;  // the first one: later writes only say that something was wrong
        buffer_.clear();
    }
    std::ofstream file_;
    int error_ = 0;
    std::string path_;
    uint64_t program_;
    Proto buffer_;
};

void Trace::write_lines(Output& out) {
    const auto group = [&](uint64_t core, const std::string& name) {
        Proto process, track;
        process.number(kPid, out.pid(core));
        process.text(kProcessName, name);
        track.number(kUuid, out.uuid(core, 0));
        track.message(kProcess, process);
        out.track(track);
    };
    const auto thread = [&](uint64_t core, uint32_t place, const std::string& name) {
        Proto own, track;
        own.number(kPid, out.pid(core));
        own.number(kTid, out.pid(core) * 100 + place + 1);
        own.text(kThreadName, name);
        track.number(kUuid, out.uuid(core, place + 1));
        track.number(kParent, out.uuid(core, 0));
        track.message(kThread, own);
        out.track(track);
    };
    const std::string program = tape_.program.empty() ? "" : tape_.program + " ";
    for (uint32_t core = 0; core < tape_.cores.size(); ++core) {
        if (options_.wants(tape_.cores[core].at)) group(core, program + "core " + tape_.cores[core].at.str());
    }
    for (const Line& line : lines_) thread(line.core, line.place, line.name);
    if (left_out_ > 0) {
        group(kNoteCore, program + "note on this trace");
        thread(kNoteCore, 0, "note");
    }
    const bool banks = std::any_of(counters_.begin(), counters_.end(), [](const Counter& c) { return c.core < 0; });
    if (banks) group(kNoteCore - 1, program + "DRAM");
    for (size_t i = 0; i < counters_.size(); ++i) {
        const uint64_t core = counters_[i].core < 0 ? kNoteCore - 1 : static_cast<uint64_t>(counters_[i].core);
        Proto track;
        track.number(kUuid, out.uuid(kNoteCore + 1, i + 1));
        track.number(kParent, out.uuid(core, 0));
        track.text(kName, counters_[i].name);
        track.message(kCounterTrack, Proto());
        out.track(track);
    }
}

void Trace::write_slices(Output& out) {
    const uint64_t start = out.last_ns;
    const auto ns = [&](double at) {
        return start + static_cast<uint64_t>(std::llround(std::max(0.0, at) / f_.clock_ghz));
    };
    // Line by line, what lies around something before it.
    std::vector<Ref> order(slices_.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Ref>(i);
    std::stable_sort(order.begin(), order.end(), [&](Ref a, Ref b) {
        const Slice &one = slices_[a], &two = slices_[b];
        if (one.line != two.line) return one.line < two.line;
        if (one.begin != two.begin) return one.begin < two.begin;
        if (one.depth != two.depth) return one.depth < two.depth;
        return one.depth == Depth::Zone ? one.end > two.end : one.end < two.end;
    });
    std::multimap<Ref, uint64_t> leaves, arrives;
    for (size_t i = 0; i < flows_.size(); ++i) {
        leaves.emplace(flows_[i].first, i);
        arrives.emplace(flows_[i].second, i);
    }
    const auto send = [&](Ref ref, bool begin, double at) {
        const Slice& slice = slices_[ref];
        const Line& line = lines_[slice.line];
        Proto event;
        event.number(kType, begin ? kBegin : kEnd);
        event.number(kTrackUuid, out.uuid(line.core, line.place + 1));
        if (begin) event.number(kNameNumber, slice.name + 1);
        // An arrow leaves where a call begins, and arrives where a wait ends: later than that.
        const auto [first, last] = (begin ? leaves : arrives).equal_range(ref);
        for (auto flow = first; flow != last; ++flow) event.fixed(begin ? kFlow : kFlowEnd, out.flow(flow->second));
        out.event(ns(at), event);
    };
    std::vector<Ref> open;
    const auto close = [&](double until) {
        while (!open.empty() && slices_[open.back()].end <= until) {
            send(open.back(), false, slices_[open.back()].end);
            open.pop_back();
        }
    };
    for (size_t i = 0; i < order.size(); ++i) {
        Slice& slice = slices_[order[i]];
        if (i > 0 && slices_[order[i - 1]].line != slice.line) {
            close(kNever / 2);
            open.clear();  // those never end
        }
        close(slice.begin);
        if (!open.empty()) slice.end = std::min(slice.end, slices_[open.back()].end);
        send(order[i], true, slice.begin);
        open.push_back(order[i]);
    }
    close(kNever / 2);
    if (left_out_ == 0) return;
    Proto note;
    note.number(kType, kBegin);
    note.number(kTrackUuid, out.uuid(kNoteCore, 1));
    note.number(kNameNumber, names_.size());
    out.event(ns(cut_at_), note);
}

void Trace::write_counters(Output& out) {
    const uint64_t start = out.last_ns;
    std::stable_sort(steps_.begin(), steps_.end(), [](const Step& a, const Step& b) { return a.at < b.at; });
    std::vector<int64_t> levels;
    const auto send = [&](size_t counter, double at) {
        Proto event;
        event.number(kType, kCount);
        event.number(kTrackUuid, out.uuid(kNoteCore + 1, counter + 1));
        event.number(kCounterValue, static_cast<uint64_t>(levels[counter]));
        out.event(start + static_cast<uint64_t>(std::llround(std::max(0.0, at) / f_.clock_ghz)), event);
    };
    for (size_t i = 0; i < counters_.size(); ++i) {
        levels.push_back(counters_[i].before);
        send(i, from_);
    }
    for (size_t i = 0; i < steps_.size(); ++i) {
        levels[steps_[i].counter] += steps_[i].by;
        const bool more =
            i + 1 < steps_.size() && steps_[i + 1].at == steps_[i].at && steps_[i + 1].counter == steps_[i].counter;
        if (!more) send(steps_[i].counter, steps_[i].at);
    }
}

uint64_t Trace::drawn_in(const std::string& file) {
    const std::scoped_lock lock(files_lock);
    const auto found = files().find(file);
    return found == files().end() ? 0 : found->second.drawn;
}

TraceSummary Trace::write() {
    const std::scoped_lock lock(files_lock);
    Place& place = files()[options_.file];
    Output out(options_.file, place);
    if (left_out_ > 0)
        names_.push_back(
            fmt::format("from here on the trace is not complete: {} slices and steps of counters were left "
                        "out; trace fewer cores (--trace-cores) or less time (--trace-window)",
                        left_out_));
    out.names(names_);
    write_lines(out);
    out.last_ns = place.next_ns;
    write_counters(out);
    const uint64_t counted = std::exchange(out.last_ns, place.next_ns);
    write_slices(out);
    out.close();
    ++place.programs;
    place.drawn += slices_.size() + steps_.size();
    constexpr uint64_t kGap = 1000;  // between programs
    place.next_ns = std::max(out.last_ns, counted) + kGap;
    return {slices_.size(), left_out_};
}

}  // namespace tilewright::clock
