// Writing and reading tapes.
#include "clock/tape_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.hpp"
#include "base/files.hpp"

namespace tilewright::clock {

namespace {

constexpr char kMagic[8] = {'t', 'w', 't', 'a', 'p', 'e', '0', '1'};
constexpr uint64_t kMost = uint64_t{1} << 32;  // of anything that is counted

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
    explicit Reader(const std::string& path) : in_(path, std::ios::binary), path_(path) {}
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
        std::string value(std::min<uint64_t>(count(), 1 << 20), '\0');
        bytes(value.data(), value.size());
        return value;
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
    std::ifstream in_;
    std::string path_;
};

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
    Reader in(path);
    char magic[sizeof kMagic];
    in.bytes(magic, sizeof magic);
    if (std::memcmp(magic, kMagic, sizeof magic) != 0) in.fail();
    const card::Arch& arch = card::find_arch(in.text());
    card::CardOptions grid;
    grid.grid_x = static_cast<uint32_t>(in.number());
    grid.grid_y = static_cast<uint32_t>(in.number());
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
    tape.core_of_worker.assign(loaded.card->num_workers(), -1);
    for (uint64_t left = in.count(); left > 0; --left) {
        CoreTape& core = tape.cores.emplace_back();
        core.at.x = static_cast<uint32_t>(in.number());
        core.at.y = static_cast<uint32_t>(in.number());
        core.worker = static_cast<uint32_t>(in.number());
        if (core.worker >= tape.core_of_worker.size()) in.fail();
        tape.core_of_worker[core.worker] = static_cast<int>(tape.cores.size() - 1);
        core.sections = static_cast<uint32_t>(in.number());
        core.cb_pages = in.numbers();
        core.semaphores = in.numbers();
        for (uint64_t threads = in.count(); threads > 0; --threads) {
            auto thread = std::make_unique<ThreadTape>();
            thread->tape = &tape;
            thread->core = static_cast<uint32_t>(tape.cores.size() - 1);
            thread->processor = static_cast<TwProcessor>(in.number());
            thread->name = in.text();
            thread->kernel = in.text();
            thread->events.resize(in.count());
            in.bytes(thread->events.data(), thread->events.size() * sizeof(Event));
            core.threads.push_back(std::move(thread));
        }
    }
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
