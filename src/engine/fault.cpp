// Signals in kernels, and call stacks.
#include "engine/fault.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <mutex>

#include "engine/build/symbolize.hpp"
#include "engine/isolate/calls_allowed.hpp"
#include "engine/watchdog.hpp"

namespace tilewright::engine {

namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
constexpr size_t kAlternateBytes = 64 * 1024;

std::mutex install_mutex;
int installed = 0;  // guard objects alive
struct sigaction previous[std::size(kSignals)];
struct sigaction previous_stop;

// What the handler saw; read by the code that the fiber is sent to.
struct Fault {
    int signal = 0;
    void* address = nullptr;
    void* pc = nullptr;
    void* frame_pointer = nullptr;
    void* stack_pointer = nullptr;
    int call = 0;  // SIGSYS: the system call
};
thread_local Fault fault;

std::string fault_message(const Fault& seen, const Fiber& fiber) {
    const auto address = reinterpret_cast<uintptr_t>(seen.address);
    const uintptr_t base = fiber.thread.l1_base;
    switch (seen.signal) {
        case SIGFPE: return "integer division by zero";
        case SIGILL:
            return "illegal instruction (a trap: an unreachable statement or a failed assumption was executed)";
        case SIGTRAP: return "a breakpoint";
        case SIGABRT: return "the process was told to abort";
        case SIGSYS: return fmt::format("the system call {}, which is not allowed", call_name(seen.call));
        default: break;
    }
    if (fiber.stack.in_guard(seen.address)) return "stack overflow: the kernel's stack is used up";
    if (address < 4096) return fmt::format("null pointer: access to address {:#x}", address);
    if (address >= base && address < base + (uint64_t{1} << 32)) {
        return fmt::format("access to address {:#x}, outside L1 (0x0 to {:#x})", address - base,
                           fiber.core_run->core->l1_bytes());
    }
    return fmt::format("access to memory that is not the core's (host address {:#x})", address);
}

// Where the kernel was. What it called in libraries has no frames of ours: the youngest address of the kernel's on the
// stack is where it left. Instructions between two statements belong to the one before.
std::vector<Frame> stack_of_fault(const Fiber& fiber) {
    const KernelImage& image = *fiber.image;
    std::vector<void*> pcs = walk_frames(fault.pc, fault.frame_pointer, fiber.stack);
    if (!image.contains(fault.pc)) {
        for (auto** word = static_cast<void**>(fault.stack_pointer);
             fiber.stack.contains(word) && word < fault.frame_pointer; ++word) {
            if (!image.contains(*word)) continue;
            pcs.insert(pcs.begin() + 1, static_cast<char*>(*word) - 1);
            break;
        }
    }
    std::vector<Frame> frames = resolve_stack(image, pcs);
    constexpr int kNearBytes = 256;
    for (int back = 1; back < kNearBytes && image.contains(fault.pc); ++back) {
        const bool known = !frames.empty() && frames.front().line != 0;
        if (known) break;
        pcs.front() = static_cast<char*>(fault.pc) - back;
        if (!image.contains(pcs.front())) break;
        frames = resolve_stack(image, pcs);
    }
    return frames;
}

// Runs on the fiber's own stack, from its top: the frames below are dead.
[[noreturn]] void end_faulted_fiber() {
    Fiber& fiber = current_fiber();
    Finding finding;
    finding.code = "TW2601";
    finding.message = fmt::format("kernel crashed: {}", fault_message(fault, fiber));
    const bool access = fault.signal == SIGSEGV || fault.signal == SIGBUS;
    finding.why = access ? "on the card this access goes to whatever lies there, or hangs the core"
                         : "on the card the core stops there, or goes on with whatever comes next";
    finding.place.stack = stack_of_fault(fiber);
    fail_fiber(std::move(finding));
}

// Likewise. Why it was stopped stands in its host thread.
[[noreturn]] void end_stopped_fiber() {
    Fiber& fiber = current_fiber();
    HostThread& host = *fiber.core_run->host.load();
    if (host.stop.exchange(HostThread::Stop::No) == HostThread::Stop::TimeLimit) {
        const double limit = fiber.run->options.time_limit_seconds;
        Finding finding;
        finding.code = "TW2604";
        finding.message = fmt::format("the kernel has computed for {:g} s without waiting for anything", limit);
        finding.why = "the line is where it was when the time was up; on the card it would go on as long";
        finding.fix = fmt::format(
            "check the bounds of its loops; if it needs the time: --time-limit {:g} or TILEWRIGHT_TIME_LIMIT (0: none)",
            10 * limit);
        finding.place.stack = stack_of_fault(fiber);
        fail_fiber(std::move(finding));
    }
    fiber.state = Fiber::State::Failed;
    leave_to(host.scheduler);
}

void leave_kernel(ucontext_t& context, const Fiber& fiber, const void* fault_address, void (*to)());

// The thread sanitizer keeps signals of other threads back until the thread calls something it knows, which a kernel
// that computes without end never does: the C library is asked past it. The handler may then come upon it in the midst
// of its own work, and is not to call it.
#if defined(__SANITIZE_THREAD__)
#define TW_UNSEEN [[gnu::no_sanitize_thread]]
int set_stop_action(const struct sigaction* action, struct sigaction* before) {
    using Sigaction = int(int, const struct sigaction*, struct sigaction*);
    static auto* const plain =
        reinterpret_cast<Sigaction*>(::dlsym(::dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD), "sigaction"));
    return plain(kStopSignal, action, before);
}
#else
#define TW_UNSEEN
int set_stop_action(const struct sigaction* action, struct sigaction* before) {
    return ::sigaction(kStopSignal, action, before);
}
#endif

// Between two instructions of a kernel nothing of the engine's is half done; elsewhere it is asked again soon.
TW_UNSEEN void stop_handler(int, siginfo_t*, void* raw) {
    if (tw_self == nullptr) return;
    const Fiber& fiber = *reinterpret_cast<const Fiber*>(tw_self);
    auto* context = static_cast<ucontext_t*>(raw);
    void* pc = reinterpret_cast<void*>(context->uc_mcontext.gregs[REG_RIP]);
    if (!fiber.image->contains(pc) || fiber.core_run->host.load()->stop.load() == HostThread::Stop::No) return;
    fault.signal = kStopSignal;
    fault.pc = pc;
    fault.stack_pointer = reinterpret_cast<void*>(context->uc_mcontext.gregs[REG_RSP]);
    fault.frame_pointer = reinterpret_cast<void*>(context->uc_mcontext.gregs[REG_RBP]);
    leave_kernel(*context, fiber, nullptr, end_stopped_fiber);
}

void handler(int signal, siginfo_t* info, void* raw) {
    if (tw_self == nullptr) {
        // Not ours: hand it on.
        for (size_t i = 0; i < std::size(kSignals); ++i) {
            if (kSignals[i] != signal) continue;
            const struct sigaction& before = previous[i];
            if (before.sa_flags & SA_SIGINFO) {
                if (before.sa_sigaction != nullptr) return before.sa_sigaction(signal, info, raw);
            } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
                return before.sa_handler(signal);
            }
        }
        ::signal(signal, SIG_DFL);
        ::raise(signal);
        return;
    }
    auto* context = static_cast<ucontext_t*>(raw);
    fault.signal = signal;
    fault.address = info->si_addr;
    fault.call = signal == SIGSYS ? info->si_syscall : 0;
    // After a breakpoint it is that of the next instruction.
    fault.pc = reinterpret_cast<char*>(context->uc_mcontext.gregs[REG_RIP]) - (signal == SIGTRAP ? 1 : 0);
    fault.stack_pointer = reinterpret_cast<void*>(context->uc_mcontext.gregs[REG_RSP]);
    fault.frame_pointer = reinterpret_cast<void*>(context->uc_mcontext.gregs[REG_RBP]);
    leave_kernel(*context, *reinterpret_cast<const Fiber*>(tw_self), info->si_addr, end_faulted_fiber);
}

TW_UNSEEN void leave_kernel(ucontext_t& context, const Fiber& fiber, const void* fault_address, void (*to)()) {
    // Calls push 8 bytes: a function starts with the stack 8 short of a multiple of 16. The frames that a report walks
    // are the innermost ones, at the low end; resolving their lines takes room, so it gets what lies above.
    uint8_t* safe = fiber.stack.base + fiber.stack.bytes / 2;
    if (fault_address != nullptr && fiber.stack.in_guard(fault_address)) safe = fiber.stack.top() - 256;
    const auto rsp = static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
    if (rsp > reinterpret_cast<uintptr_t>(safe) && rsp <= reinterpret_cast<uintptr_t>(fiber.stack.top())) {
        safe = reinterpret_cast<uint8_t*>(rsp) - 1024;
    }
    context.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>((reinterpret_cast<uintptr_t>(safe) & ~uintptr_t{15}) - 8);
    context.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(to);
}

}  // namespace

struct FaultGuard::Saved {
    stack_t stack;
};

// A kernel that ends the process would end it with whatever status it likes: nobody would know.
void end_of_process() {
    if (tw_self == nullptr) return;
    constexpr char kText[] =
        "error[TW2601]: kernel ended the whole process (exit)\n"
        "  why    nothing of the program's results can be trusted\n  fix    return from kernel_main instead\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kText, sizeof kText - 1);
    ::_exit(static_cast<int>(Exit::Bug));
}

FaultGuard::FaultGuard() : alternate_stack_(nullptr), saved_(new Saved) {
    static const int registered = std::atexit(end_of_process);
    (void)registered;
    alternate_stack_ = ::mmap(nullptr, kAlternateBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    stack_t stack{};
    stack.ss_sp = alternate_stack_;
    stack.ss_size = kAlternateBytes;
    ::sigaltstack(&stack, &saved_->stack);
    std::lock_guard lock(install_mutex);
    if (installed++ == 0) {
        struct sigaction action{};
        action.sa_sigaction = handler;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        sigemptyset(&action.sa_mask);
        for (size_t i = 0; i < std::size(kSignals); ++i) ::sigaction(kSignals[i], &action, &previous[i]);
        action.sa_sigaction = stop_handler;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
        set_stop_action(&action, &previous_stop);
    }
}

FaultGuard::~FaultGuard() {
    {
        std::lock_guard lock(install_mutex);
        if (--installed == 0) {
            for (size_t i = 0; i < std::size(kSignals); ++i) ::sigaction(kSignals[i], &previous[i], nullptr);
            set_stop_action(&previous_stop, nullptr);
        }
    }
    stack_t off = saved_->stack;
    if (off.ss_sp == nullptr) off.ss_flags = SS_DISABLE;
    ::sigaltstack(&off, nullptr);
    ::munmap(alternate_stack_, kAlternateBytes);
    delete saved_;
}

std::vector<void*> walk_frames(void* pc, void* frame_pointer, const Stack& stack) {
    constexpr size_t kFramesMax = 64;
    std::vector<void*> pcs{pc};
    auto** frame = static_cast<void**>(frame_pointer);
    while (pcs.size() < kFramesMax && stack.contains(frame) && stack.contains(frame + 1) &&
           reinterpret_cast<uintptr_t>(frame) % alignof(void*) == 0) {
        void* return_address = frame[1];
        if (return_address == nullptr) break;
        // The call, not the instruction after it.
        pcs.push_back(static_cast<char*>(return_address) - 1);
        auto** next = static_cast<void**>(frame[0]);
        if (next <= frame) break;
        frame = next;
    }
    return pcs;
}

std::vector<Frame> resolve_stack(const KernelImage& image, const std::vector<void*>& pcs) {
    std::vector<Frame> frames;
    for (void* pc : pcs) {
        for (Frame& frame : symbolize(image, pc)) frames.push_back(std::move(frame));
    }
    return frames;
}

std::vector<Frame> current_stack() {
    Fiber& fiber = current_fiber();
    void* pc = __builtin_return_address(0);
    return resolve_stack(*fiber.image, walk_frames(pc, __builtin_frame_address(0), fiber.stack));
}

void fill_place(Fiber& fiber, Finding& finding) {
    if (finding.place.core.empty()) finding.place.core = fiber.core_run->core->logical().str();
    if (finding.place.thread.empty()) finding.place.thread = fiber.name();
    if (finding.place.kernel.empty()) finding.place.kernel = fiber.kernel->display_name();
    if (finding.place.stack.empty()) finding.place.stack = current_stack();
}

bool fill_first_place(Finding& finding) {
    Fiber& fiber = current_fiber();
    if (fiber.run->dry) return false;
    // A mistake in a loop is one finding: ask for its source line only once per core.
    uint64_t place = std::hash<std::string>{}(finding.code) ^ reinterpret_cast<uintptr_t>(&fiber);
    for (void* pc : walk_frames(__builtin_return_address(0), __builtin_frame_address(0), fiber.stack)) {
        place = (place ^ reinterpret_cast<uintptr_t>(pc)) * 0x100000001b3ull;
    }
    if (!fiber.run->first_report(place)) return false;
    fill_place(fiber, finding);
    return true;
}

void report(Finding finding) {
    if (fill_first_place(finding)) current_fiber().run->add_finding(std::move(finding));
}

}  // namespace tilewright::engine
