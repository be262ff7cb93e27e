// Starting it, asking it, and what becomes of a program when it dies.
#include "engine/isolate/worker_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/environment.hpp"
#include "engine/build/cache.hpp"
#include "engine/interrupts.hpp"
#include "engine/isolate/isolated.hpp"
#include "engine/strict.hpp"

namespace tilewright::engine {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;
constexpr int kLookMilliseconds = 100;
constexpr auto kStopsWithin = 400ms;  // after an interrupt
constexpr auto kSilentAtMost = 10s;   // it says that it is alive every second
constexpr auto kStartsWithin = 60s;

Error no_isolation(const std::string& why) {
    return Error("TW3119", "programs cannot be isolated: " + why,
                 "reinstall Tilewright, or run without isolation (TILEWRIGHT_ISOLATE=off)", Exit::Environment);
}

// What the system lacks is said once.
void tell(const std::vector<std::string>& lacks) {
    static std::once_flag once;
    if (lacks.empty()) return;
    std::call_once(once, [&] {
        for (const std::string& lack : lacks) fmt::print(stderr, "warning: isolation is weaker here: {}\n", lack);
    });
}

// Its environment: settings of Tilewright, and nothing that is nobody's business.
std::vector<std::string> worker_environment() {
    std::vector<std::string> kept = environment::all_beginning_with({"TILEWRIGHT_", "TT_METAL_", "ARCH_NAME="});
    for (const char* name : {"PATH", "LD_LIBRARY_PATH", "LANG", "ASAN_OPTIONS", "UBSAN_OPTIONS"}) {
        if (environment::is_set(name)) kept.push_back(fmt::format("{}={}", name, environment::text(name)));
    }
    kept.push_back("TILEWRIGHT_ISOLATE=off");
    kept.push_back("TILEWRIGHT_CACHE=" + KernelCache::directory().string());
    std::sort(kept.begin(), kept.end());
    return kept;
}

std::string how_it_ended(int status) {
    if (WIFSIGNALED(status)) {
        return fmt::format("was ended by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
    }
    return fmt::format("ended with status {}", WEXITSTATUS(status));
}

}  // namespace

std::shared_ptr<WorkerProcess> WorkerProcess::of(card::Card& card) {
    if (!card.companion) card.companion = std::make_shared<WorkerProcess>(card);
    return std::static_pointer_cast<WorkerProcess>(card.companion);
}

WorkerProcess::~WorkerProcess() { stop(); }

void WorkerProcess::stop() {
    known_.clear();
    memory_sent_ = false;
    held_.clear();
    channel_.reset(-1);
    if (child_ < 0) return;
    ::kill(child_, SIGKILL);
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
    child_ = -1;
}

void WorkerProcess::start() {
    if (child_ >= 0 && environment_ == environment::version()) return;
    environment_ = environment::version();
    std::string settings;
    std::vector<std::string> variables = worker_environment();
    for (const std::string& variable : variables) settings += variable + "\n";
    if (child_ >= 0 && settings == settings_) return;
    stop();
    const card::SharedMemory memory = card_.share();
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw no_isolation(std::strerror(errno));
    channel_.reset(ends[0]);
    const std::string program = worker_program().string();
    constexpr int kTheirEnd = 3;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], kTheirEnd);
    posix_spawn_file_actions_addclosefrom_np(&actions, kTheirEnd + 1);
    // Ctrl-C at a terminal is for us to pass on.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::string word = "--serve";
    char* arguments[] = {const_cast<char*>(program.c_str()), word.data(), nullptr};
    std::vector<char*> environment;
    for (std::string& variable : variables) environment.push_back(variable.data());
    environment.push_back(nullptr);
    const int error = ::posix_spawn(&child_, program.c_str(), &actions, &attributes, arguments, environment.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (error != 0) {
        child_ = -1;
        throw no_isolation(fmt::format("{} could not be started: {}", program, std::strerror(error)));
    }
    settings_ = settings;
    OpenCard open{card_.arch().name,
                  card_.grid_x(),
                  card_.grid_y(),
                  card_.l1_first_free(),
                  KernelCache::directory().string(),
                  environment::number("TILEWRIGHT_ISOLATE_MB", 4096) << 20};
    try {
        if (!channel_.send_files(MessageKind::Open, to_wire(open), {memory.l1, memory.dram}))
            throw WireError("it is gone");
        const auto answer = channel_.receive(static_cast<int>(std::chrono::milliseconds(kStartsWithin).count()));
        if (!answer) throw WireError("it does not answer");
        if (answer->kind == MessageKind::Failed) {
            Failure failure;
            from_wire(answer->bytes, failure);
            throw Error(failure.finding, failure.exit_status);
        }
        std::vector<std::string> lacks;
        if (answer->kind != MessageKind::Ready) throw WireError("it says something else");
        from_wire(answer->bytes, lacks);
        tell(lacks);
    } catch (const WireError& wrong) {
        stop();
        throw no_isolation(fmt::format("{}: {}", program, wrong.what()));
    } catch (...) {
        stop();
        throw;
    }
}

void WorkerProcess::forget(uint64_t program) {
    const std::lock_guard lock(forgotten_mutex_);
    forgotten_.push_back(program);
}

Ended WorkerProcess::run(PreparedProgram& prepared, bool launch) {
    start();
    PreparedProgram::Elsewhere& there = *prepared.elsewhere;
    RunRequest request;
    {
        const std::lock_guard lock(forgotten_mutex_);
        request.forgotten = std::exchange(forgotten_, {});
    }
    for (const uint64_t number : request.forgotten) known_.erase(number);
    request.number = there.number;
    request.launch = launch;
    if (!known_.contains(there.number)) {
        request.program = WholeProgram{prepared.program, prepared.options};
    } else if (there.arguments_changed) {
        request.arguments = ProgramArguments::of(prepared.program);
    }
    const uint64_t dram = card_.dram_allocator().changes(), l1 = card_.l1_allocator().changes();
    // What was freed is looked at by strict mode alone, and is a long list after many calls.
    const bool with_freed = prepared.options.mode == Mode::Strict;
    if (!memory_sent_ || dram != dram_changes_ || l1 != l1_changes_ || (with_freed && !freed_sent_)) {
        request.memory = MemoryInUse{card_.dram_allocator().allocations(), card_.l1_allocator().allocations(), {}, {},
                                     card_.padded_at(true), card_.padded_at(false)};
        if (with_freed) {
            request.memory->dram_freed = card_.dram_allocator().freed();
            request.memory->l1_freed = card_.l1_allocator().freed();
        }
        freed_sent_ = with_freed;
    }
    request.host_uses_l1 = card_.host_uses_l1();
    request.host_uses_dram = card_.host_uses_dram();
    if (!channel_.send(MessageKind::Launch, to_wire(request))) died(prepared, "before it could begin");
    // From here on it knows; if it dies, known_ is empty again.
    known_.insert(there.number);
    there.arguments_changed = false;
    memory_sent_ = true;
    dram_changes_ = dram;
    l1_changes_ = l1;
    try {
        const Clock::time_point begun = Clock::now();
        // To be woken costs as much as a small program; where a processor is left over, one is awake when it ends.
        constexpr double kShort = 0.01;
        const uint32_t threads = prepared.options.host_threads;
        const bool processor_left = threads != 0 && threads < std::thread::hardware_concurrency();
        if (launch && processor_left && there.seconds > 0 && there.seconds < kShort)
            channel_.wait_until_about(there.seconds);
        Ended ended = wait(prepared);
        there.seconds = launch ? std::chrono::duration<double>(Clock::now() - begun).count() : 0;
        return ended;
    } catch (const WireError& wrong) {
        died(prepared, wrong.what());
    }
}

Ended WorkerProcess::wait(const PreparedProgram& prepared) {
    const uint64_t interrupts_before = interrupts.load();
    Clock::time_point heard = Clock::now();
    std::optional<Clock::time_point> told;  // to stop
    while (true) {
        std::optional<Message> message = channel_.receive(kLookMilliseconds);
        const Clock::time_point now = Clock::now();
        if (!told && interrupts.load() != interrupts_before) {
            told = now;
            ::kill(child_, SIGUSR1);
        }
        if (told && now - *told > kStopsWithin) {
            stop();
            Finding finding;
            finding.code = "TW2603";
            finding.message = "the program was interrupted before it ended";
            finding.why = "someone asked for it (Ctrl-C); what it had written so far stays written";
            throw Error(std::move(finding));
        }
        if (!message) {
            if (now - heard > kSilentAtMost) throw WireError("it did not answer any more");
            continue;
        }
        heard = now;
        switch (message->kind) {
            case MessageKind::Done: {
                held_.clear();
                Ended ended;
                from_wire(message->bytes, ended);
                return ended;
            }
            case MessageKind::Failed: {
                Failure failure;
                from_wire(message->bytes, failure);
                held_.clear();
                // Whoever crashed may have left anything behind: locks, handlers, memory of the process.
                if (failure.finding.code == "TW2601" || failure.finding.code == "TW9000") stop();
                throw Error(failure.finding, failure.exit_status);
            }
            case MessageKind::Hangs: {
                Hang hang;
                from_wire(message->bytes, hang);
                std::shared_ptr<const nlohmann::json> details;
                if (!hang.details.empty()) {
                    nlohmann::json parsed = nlohmann::json::parse(hang.details, nullptr, /*allow_exceptions=*/false);
                    if (parsed.is_discarded()) throw WireError("what it says about a hang is no JSON");
                    details = std::make_shared<const nlohmann::json>(std::move(parsed));
                }
                throw HangError(hang.finding, hang.blocked, hang.findings, details);
            }
            case MessageKind::Build: serve_build(message->bytes, prepared); break;
            case MessageKind::Threads: serve_threads(message->bytes, prepared); break;
            case MessageKind::Source: serve_source(message->bytes, prepared); break;
            case MessageKind::Print: calls::print_text(message->bytes); break;
            case MessageKind::Alive: break;
            default: throw WireError("it says what it has no business to say");
        }
    }
}

namespace {

bool is_source_of(const program::ProgramDescriptor& program, const fs::path& path) {
    return std::any_of(program.kernels.begin(), program.kernels.end(), [&](const auto& kernel) {
        return kernel.source.is_path && (path == kernel.source.resolved || path == kernel.source.text);
    });
}

// A folder that the program's kernels include from: named by it, or where one of them lies.
bool is_root_of(const program::ProgramDescriptor& program, const fs::path& root) {
    const auto has = [&root](const std::vector<fs::path>& roots) {
        return std::find(roots.begin(), roots.end(), root) != roots.end();
    };
    return has(program.include_roots) ||
           std::any_of(program.kernels.begin(), program.kernels.end(), [&](const auto& kernel) {
               const fs::path source =
                   kernel.source.resolved.empty() ? fs::path(kernel.source.text) : kernel.source.resolved;
               return has(kernel.include_paths) || (kernel.source.is_path && root == source.parent_path());
           });
}

}  // namespace

void WorkerProcess::serve_source(const std::string& bytes, const PreparedProgram& prepared) {
    fs::path path;
    from_wire(bytes, path);
    // Also a header beside it, or in a folder that it includes from; where it really is counts.
    std::error_code error;
    bool known = is_source_of(prepared.program, path);
    const fs::path real = fs::canonical(path, error);
    for (fs::path folder = real.parent_path(); !known && !error && folder != folder.parent_path();
         folder = folder.parent_path())
        known = is_root_of(prepared.program, folder);
    channel_.send(MessageKind::Answer, to_wire(known ? read_file(path) : std::string()));
}

KernelBuildRequest WorkerProcess::checked(KernelBuildRequest request, const PreparedProgram& prepared) const {
    const program::ProgramDescriptor& program = prepared.program;
    const auto is_root = [&](const fs::path& root) { return is_root_of(program, root); };
    if ((!request.source_path.empty() && !is_source_of(program, request.source_path)) ||
        !std::all_of(request.include_roots.begin(), request.include_roots.end(), is_root))
        throw WireError("it wants something built that is not the program's");
    request.arch = &card_.arch();
    request.trusted = prepared.options.trusted_kernels;
    request.isolated = true;
    return request;
}

void WorkerProcess::serve_build(const std::string& bytes, const PreparedProgram& prepared) {
    std::vector<KernelBuildRequest> requests;
    from_wire(bytes, requests);
    for (KernelBuildRequest& request : requests) request = checked(std::move(request), prepared);
    try {
        const std::vector<KernelFile> built = build_kernel_files(requests, held_);
        auto& files = prepared.elsewhere->files;
        for (const KernelFile& file : built) {
            if (!file.dependencies) files.reset();
            if (!files) break;
            for (const Dependency& one : *file.dependencies) files->insert_or_assign(one.path, one);
        }
        channel_.send(MessageKind::Answer, to_wire(built));
    } catch (const Error& error) {
        channel_.send(MessageKind::Refuse, to_wire(Failure{error.finding(), error.exit_status()}));
    }
}

void WorkerProcess::serve_threads(const std::string& bytes, const PreparedProgram& prepared) {
    KernelBuildRequest request;
    from_wire(bytes, request);
    request = checked(std::move(request), prepared);
    try {
        channel_.send(MessageKind::Answer, to_wire(source_has_thread_specific_code(request)));
    } catch (const Error& error) {
        channel_.send(MessageKind::Refuse, to_wire(Failure{error.finding(), error.exit_status()}));
    }
}

void WorkerProcess::died(const PreparedProgram& prepared, const std::string& how) {
    // It may have closed its socket a moment before it is gone.
    int status = 0;
    pid_t gone = 0;
    for (int i = 0; i < 50 && gone == 0; ++i) {
        gone = ::waitpid(child_, &status, WNOHANG);
        if (gone == 0) ::usleep(2000);
    }
    std::string ended = gone == child_ ? how_it_ended(status) : "was ended: " + how;
    if (gone == child_) child_ = -1;
    stop();
    Finding finding;
    finding.code = "TW2615";
    finding.message = fmt::format("the isolated process that ran the program {}", ended);
    std::vector<std::string> kernels;
    for (const program::KernelDescriptor& kernel : prepared.program.kernels)
        kernels.push_back(fmt::format("{} on {}", kernel.display_name(), to_string(kernel.cores)));
    for (const std::string& kernel : kernels) finding.seen.push_back("kernel " + kernel);
    finding.why =
        "one of its kernels did what ends a process; what it had written so far stays written, and the next "
        "program gets a new process";
    finding.fix = "look for what in these kernels is not written for the card: system calls, assembly, host pointers";
    throw Error(std::move(finding));
}

}  // namespace tilewright::engine
