// Writing and reading tapes.
#include "clock/tape_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.hpp"
#include "base/files.hpp"
#include "clock/simulation.hpp"
#include "tw/sfpu_ops.h"
#include "tw/timed_costs.h"

namespace tilewright::clock {

namespace {

constexpr char kMagic[8] = {'t', 'w', 't', 'a', 'p', 'e', '0', '1'};
constexpr uint64_t kMost = uint64_t{1} << 32;  // of anything that is counted
constexpr uint64_t kMostLetters = uint64_t{1} << 20;

class Writer {
public:
    explicit Writer(const std::string& path) : out_(path, std::ios::binary), path_(path) {}
    void number(uint64_t value) { out_.write(reinterpret_cast<const char*>(&value), sizeof value); }
    void text(const std::string& value) {
        number(value.size());
        out_.write(value.data(), static_cast<std::streamsize>(value.size()));
    }
    void numbers(const std::map<uint32_t, uint32_t>& values) {
        number(values.size());
        for (const auto& [key, value] : values) number(uint64_t{key} << 32 | value);
    }
    void bytes(const void* from, size_t count) {
        if (!out_) return;
        errno = 0;
        if (!out_.write(static_cast<const char*>(from), static_cast<std::streamsize>(count))) error_ = errno;
    }
    void close() {
        errno = 0;
        if (out_ && !out_.flush()) error_ = errno;
        if (!out_)
            throw Error("TW3903", fmt::format("the tape {} cannot be written{}", path_, reason_of_failure(error_)),
                        "check the folder and its space", Exit::Environment);
    }

private:
    std::ofstream out_;
    int error_ = 0;
    std::string path_;
};

class Reader {
public:
    Reader(std::istream& in, const std::string& path) : in_(in), path_(path) {}
    uint64_t number() {
        uint64_t value = 0;
        bytes(&value, sizeof value);
        return value;
    }
    uint64_t count() {
        const uint64_t value = number();
        if (value > kMost) fail();
        return value;
    }
    std::string text() {
        const uint64_t letters = count();
        if (letters > kMostLetters) fail();
        std::string value(letters, '\0');
        bytes(value.data(), value.size());
        return value;
    }
    uint32_t small() {
        const uint64_t value = number();
        if (value > UINT32_MAX) fail();
        return static_cast<uint32_t>(value);
    }
    // As many as there are in the file, whatever it says: memory is taken for what was read.
    void events(std::vector<Event>& to) {
        constexpr uint64_t kPiece = 1 << 16;
        for (uint64_t left = count(); left > 0;) {
            const uint64_t piece = std::min(left, kPiece);
            to.resize(to.size() + piece);
            bytes(to.data() + to.size() - piece, piece * sizeof(Event));
            left -= piece;
        }
    }
    std::map<uint32_t, uint32_t> numbers() {
        std::map<uint32_t, uint32_t> values;
        for (uint64_t left = count(); left > 0; --left) {
            const uint64_t pair = number();
            values[static_cast<uint32_t>(pair >> 32)] = static_cast<uint32_t>(pair);
        }
        return values;
    }
    void bytes(void* to, size_t count) {
        if (!in_.read(static_cast<char*>(to), static_cast<std::streamsize>(count))) fail();
    }
    bool at_end() { return in_.peek() == std::ifstream::traits_type::eof(); }
    [[noreturn]] void fail() const {
        throw Error("TW3903", fmt::format("{} is not a tape of this version", path_), "record it again", Exit::Usage);
    }

private:
    std::istream& in_;
    std::string path_;
};

// Whether the clock knows what the event says: it looks tables up with these numbers, and counts entries one by one.
bool is_known(const Event& event, const Tape& tape) {
    constexpr uint64_t kMostEntries = 1 << 16;
    const auto up_to = [&](auto last) { return event.kind <= static_cast<uint8_t>(last); };
    switch (event.op) {
        case Op::CbWait:
        case Op::CbReserve:
        case Op::CbPush:
        case Op::CbPop:
        case Op::CbProbe: return event.kind < TW_MAX_CBS && event.a <= UINT16_MAX;
        case Op::Read:
        case Op::Write: return event.kind < 2 && event.a <= tape.card.arch().l1_bytes;
        case Op::Word:
        case Op::Atomic:
        case Op::Barrier: return event.kind < 2;
        case Op::HardwareInit:
        case Op::HardwarePost:
        case Op::HardwareGet:
        case Op::HardwareWaitZero:
        case Op::HardwareWaitMax: return event.kind < std::tuple_size_v<decltype(CoreSim::hardware)>;
        case Op::Unpack:
            return up_to(UnpackKind::TilizePair) && uint64_t{event.c} * std::max(event.d, 1u) <= kMostEntries;
        case Op::Math: return up_to(MathKind::Clear) && event.a <= kMostEntries;
        case Op::Pack: return up_to(PackKind::Rows) && event.b <= kMostEntries;
        case Op::Configure: return up_to(ConfigureKind::Small);
        case Op::Sfpu: return event.a < TW_SFPU_COUNT;
        case Op::VectorsOf: return (event.a & ~uint32_t{TW_TIMED_LEGACY}) < TW_SFPU_COUNT;
        case Op::ZoneBegin: return event.a < tape.names.size();
        case Op::Poll: return event.a <= tape.signals;
        default: return event.op <= Op::Poll;
    }
}

}  // namespace

void save_tape(const Tape& tape, const std::string& path) {
    Writer out(path);
    out.bytes(kMagic, sizeof kMagic);
    out.text(tape.card.arch().name);
    out.number(tape.card.grid_x());
    out.number(tape.card.grid_y());
    out.text(tape.program);
    out.number(tape.signals);
    out.number(tape.names.size());
    for (const std::string& name : tape.names) out.text(name);
    out.number(tape.cores.size());
    for (const CoreTape& core : tape.cores) {
        out.number(core.at.x);
        out.number(core.at.y);
        out.number(core.worker);
        out.number(core.sections);
        out.numbers(core.cb_pages);
        out.numbers(core.semaphores);
        out.number(core.threads.size());
        for (const auto& thread : core.threads) {
            out.number(thread->processor);
            out.text(thread->name);
            out.text(thread->kernel);
            out.number(thread->events.size());
            out.bytes(thread->events.data(), thread->events.size() * sizeof(Event));
        }
    }
    for (const CoreTape& core : tape.cores) {
        out.numbers(core.cb_page_bytes);
        out.number(core.l1_free_bytes);
    }
    for (const CoreTape& core : tape.cores) out.number(core.l1_semaphores);
    out.close();
}

LoadedTape load_tape(const std::string& path, TapeCards* cards) {
    std::ifstream file(path, std::ios::binary);
    return read_tape(file, path, cards);
}

LoadedTape read_tape(std::istream& file, const std::string& path, TapeCards* cards) {
    Reader in(file, path);
    char magic[sizeof kMagic];
    in.bytes(magic, sizeof magic);
    if (std::memcmp(magic, kMagic, sizeof magic) != 0) in.fail();
    const card::Arch& arch = card::find_arch(in.text());
    card::CardOptions grid;
    grid.grid_x = in.small();
    grid.grid_y = in.small();
    LoadedTape loaded;
    TapeCards own;
    std::shared_ptr<card::Card>& card =
        (cards != nullptr ? *cards : own)[fmt::format("{} {}x{}", arch.name, *grid.grid_x, *grid.grid_y)];
    if (!card) card = std::make_shared<card::Card>(arch, grid);
    loaded.card = card;
    loaded.tape = std::make_unique<Tape>(*loaded.card);
    Tape& tape = *loaded.tape;
    tape.program = in.text();
    tape.signals = static_cast<uint32_t>(in.count());
    for (uint64_t left = in.count(); left > 0; --left) tape.names.push_back(in.text());
    uint64_t events = 0;
    tape.core_of_worker.assign(loaded.card->num_workers(), -1);
    for (uint64_t left = in.count(); left > 0; --left) {
        CoreTape& core = tape.cores.emplace_back();
        core.at.x = in.small();
        core.at.y = in.small();
        core.worker = in.small();
        if (core.worker >= tape.core_of_worker.size() || tape.core_of_worker[core.worker] >= 0) in.fail();
        tape.core_of_worker[core.worker] = static_cast<int>(tape.cores.size() - 1);
        core.sections = static_cast<uint32_t>(in.number());
        core.cb_pages = in.numbers();
        core.semaphores = in.numbers();
        for (uint64_t threads = in.count(); threads > 0; --threads) {
            auto thread = std::make_unique<ThreadTape>();
            thread->tape = &tape;
            thread->core = static_cast<uint32_t>(tape.cores.size() - 1);
            const uint64_t processor = in.number();
            if (processor > TW_FUSED) in.fail();
            thread->processor = static_cast<TwProcessor>(processor);
            thread->name = in.text();
            thread->kernel = in.text();
            in.events(thread->events);
            events += thread->events.size();
            for (const Event& event : thread->events)
                if (!is_known(event, tape)) in.fail();
            core.threads.push_back(std::move(thread));
        }
    }
    if (tape.signals > events) in.fail();
    // Tapes without it are timed all the same; only CBs cannot be made deeper there.
    for (CoreTape& core : tape.cores) {
        if (in.at_end()) break;
        core.cb_page_bytes = in.numbers();
        core.l1_free_bytes = static_cast<uint32_t>(in.number());
    }
    for (CoreTape& core : tape.cores) {
        if (in.at_end()) break;  // semaphores are then named by address
        core.l1_semaphores = static_cast<uint32_t>(in.number());
    }
    return loaded;
}

}  // namespace tilewright::clock
