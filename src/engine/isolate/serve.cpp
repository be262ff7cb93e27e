// Programs in, results out; what must be built is asked for.
#include "engine/isolate/serve.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "engine/isolate/channel.hpp"
#include "engine/isolate/confine.hpp"
#include "engine/isolate/requests.hpp"
#include "engine/prepare.hpp"
#include "engine/strict.hpp"
#include "engine/timed.hpp"

namespace tilewright::engine {

namespace {

class Served : public KernelSupplier {
public:
    explicit Served(int socket) : channel_(socket) {}

    bool open() {
        int files[2] = {-1, -1};
        const std::optional<Message> message = channel_.receive(-1, &files);
        if (!message || message->kind != MessageKind::Open) return false;
        OpenCard open;
        from_wire(message->bytes, open);
        try {
            toolchain();  // found while it can be read
            card::CardOptions options;
            options.grid_x = open.grid_x;
            options.grid_y = open.grid_y;
            options.l1_first_free = open.l1_first_free;
            options.memory = card::SharedMemory{files[0], files[1]};
            card_ = std::make_unique<card::Card>(card::find_arch(open.arch), options);
            ::close(files[0]);
            ::close(files[1]);
            calls::send_prints([this](std::string_view text) { channel_.send(MessageKind::Print, text); });
        } catch (const Error& error) {
            channel_.send(MessageKind::Failed, to_wire(Failure{error.finding(), error.exit_status()}));
            return false;
        }
        set_kernel_supplier(this);
        Confinement confinement;
        confinement.read = {open.cache, "/proc/self", "/sys/devices/system/cpu"};
        confinement.runs_kernels = true;
        confinement.memory_bytes = open.memory_bytes;
        const std::vector<std::string> lacks = confine(confinement);
        std::thread([this] { beat(); }).detach();  // after that, so that it is bound by it, too
        return channel_.send(MessageKind::Ready, to_wire(lacks));
    }

    void serve() {
        while (true) {
            channel_.wait_a_moment();
            const std::optional<Message> message = channel_.receive();
            RunRequest request;
            if (!message || message->kind != MessageKind::Launch) return;
            from_wire(message->bytes, request);
            busy_.store(true);
            run(request);
            busy_.store(false);
        }
    }

    std::vector<KernelFile> build(std::span<const KernelBuildRequest> requests) override {
        std::vector<KernelFile> files;
        from_wire(ask(MessageKind::Build, to_wire(std::vector<KernelBuildRequest>(requests.begin(), requests.end()))),
                  files);
        if (files.size() != requests.size()) throw WireError("not as many kernels as asked for");
        return files;
    }
    bool has_thread_specific_code(const KernelBuildRequest& request) override {
        bool found = false;
        from_wire(ask(MessageKind::Threads, to_wire(request)), found);
        return found;
    }

    std::string source(const std::filesystem::path& path) override {
        std::string text;
        from_wire(ask(MessageKind::Source, to_wire(path)), text);
        return text;
    }

private:
    void run(const RunRequest& request) {
        try {
            for (const uint64_t number : request.forgotten) programs_.erase(number);
            if (request.memory) {
                card_->dram_allocator().assign(request.memory->dram, request.memory->dram_freed);
                card_->l1_allocator().assign(request.memory->l1, request.memory->l1_freed);
                card_->set_all_padding(request.memory->padded_dram, request.memory->padded_l1);
            }
            card_->set_host_uses_l1(request.host_uses_l1);
            card_->set_host_uses_dram(request.host_uses_dram);
            std::shared_ptr<PreparedProgram>& program = programs_[request.number];
            Ended ended;
            if (request.program) {
                program.reset();
                program = prepare(*card_, request.program->program, request.program->options);
            }
            if (!program) throw InternalError("an isolated process was asked for a program it does not have");
            if (request.arguments) update_arguments(*program, request.arguments->skeleton());
            ended.result.seconds_build = program->seconds_build;
            if (request.launch) ended.result = launch(*program);
            if (ended.result.timing) ended.timing = clock::pack_timing(*ended.result.timing);
            channel_.send(MessageKind::Done, to_wire(ended));
        } catch (const HangError& error) {
            Hang hang{error.finding(), error.blocked(), error.findings(), {}};
            if (error.details())
                hang.details = error.details()->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
            channel_.send(MessageKind::Hangs, to_wire(hang));
        } catch (const Error& error) {
            channel_.send(MessageKind::Failed, to_wire(Failure{error.finding(), error.exit_status()}));
        } catch (const std::bad_alloc&) {
            channel_.send(MessageKind::Failed, to_wire(no_memory()));
        }
    }

    static Failure no_memory() {
        const Error error("TW3007", "the isolated process has used up the memory it may have",
                          "allow more: TILEWRIGHT_ISOLATE_MB", Exit::Environment);
        return {error.finding(), error.exit_status()};
    }

    std::string ask(MessageKind kind, const std::string& bytes) {
        if (!channel_.send(kind, bytes)) throw WireError("the other side is gone");
        std::optional<Message> answer = channel_.receive();
        if (answer->kind == MessageKind::Answer) return std::move(answer->bytes);
        if (answer->kind != MessageKind::Refuse) throw WireError("that is no answer");
        Failure failure;
        from_wire(answer->bytes, failure);
        throw Error(failure.finding, failure.exit_status);
    }

    // While a program runs and something computes, so that one that froze the whole process is noticed: threads that
    // wait for each other here wait for what the engine knows nothing about.
    void beat() {
        double before = 0;
        while (true) {
            std::this_thread::sleep_for(std::chrono::seconds(1));
            timespec used{};
            ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
            const double now = static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
            constexpr double kComputes = 1e-3;
            if (busy_.load() && now - before > kComputes) channel_.send(MessageKind::Alive, {});
            before = now;
        }
    }

    Channel channel_;
    std::unique_ptr<card::Card> card_;
    std::map<uint64_t, std::shared_ptr<PreparedProgram>> programs_;
    std::atomic<bool> busy_{false};
};

}  // namespace

int serve_programs(int socket) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::signal(SIGUSR1, [](int) { interrupt(); });
    static Served* served = new Served(socket);  // threads may outlast this function
    try {
        if (!served->open()) return static_cast<int>(Exit::Environment);
        served->serve();
    } catch (const WireError&) {
        // Nobody asks any more.
    }
    std::_Exit(0);
}

namespace {
void limit_self(__rlimit_resource what, const std::string& value) {
    const rlim_t number = std::strtoull(value.c_str(), nullptr, 10);
    const rlimit both{number, what == RLIMIT_CPU ? number + 5 : number};
    if (number != 0) ::setrlimit(what, &both);
}
}  // namespace

int become_confined(const std::vector<std::string>& words) {
    Confinement confinement;
    confinement.read = system_folders();
    std::string bytes;
    size_t i = 0;
    for (; i < words.size() && words[i] != "--"; ++i) {
        if (words[i].starts_with("--read=")) confinement.read.push_back(words[i].substr(7));
        if (words[i].starts_with("--write=")) confinement.write.push_back(words[i].substr(8));
        if (words[i].starts_with("--seconds=")) limit_self(RLIMIT_CPU, words[i].substr(10));
        if (words[i].starts_with("--bytes=")) bytes = words[i].substr(8);
    }
#ifndef TILEWRIGHT_SANITIZED
    limit_self(RLIMIT_AS, bytes);
#endif
    std::vector<char*> arguments;
    for (++i; i < words.size(); ++i) arguments.push_back(const_cast<char*>(words[i].c_str()));
    arguments.push_back(nullptr);
    // Temporary files go where files may go.
    if (!confinement.write.empty()) ::setenv("TMPDIR", confinement.write.front().c_str(), 1);
    confinement.write.push_back("/dev/null");
    confine(confinement);
#ifdef TILEWRIGHT_SANITIZED  // only now: a sanitizer asks for more memory than any limit until the very end
    limit_self(RLIMIT_AS, bytes);
#endif
    if (arguments.size() > 1) ::execvp(arguments[0], arguments.data());
    return 127;
}

}  // namespace tilewright::engine
