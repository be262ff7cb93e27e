// The filters, by libseccomp.
#include "engine/isolate/calls_allowed.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace tilewright::engine {

namespace {

class Filter {
public:
    explicit Filter(uint32_t otherwise) : filter_(::seccomp_init(otherwise)) {}
    ~Filter() {
        if (filter_ != nullptr) ::seccomp_release(filter_);
    }
    Filter(const Filter&) = delete;
    Filter& operator=(const Filter&) = delete;

    // Names that this machine's kernel or library does not know are passed over: nobody can make such a call.
    void rule(uint32_t action, std::initializer_list<const char*> names) {
        for (const char* name : names) {
            const int number = ::seccomp_syscall_resolve_name(name);
            if (number >= 0) note(::seccomp_rule_add_array(filter_, action, number, 0, nullptr));
        }
    }
    void rule_if(uint32_t action, const char* name, std::initializer_list<scmp_arg_cmp> conditions) {
        const int number = ::seccomp_syscall_resolve_name(name);
        if (number >= 0)
            note(::seccomp_rule_add_array(filter_, action, number, static_cast<unsigned>(conditions.size()),
                                          conditions.begin()));
    }
    std::string load() {
        if (filter_ == nullptr) return "calls to the system cannot be filtered";
        note(::seccomp_load(filter_));
        return error_ == 0 ? std::string()
                           : fmt::format("calls to the system cannot be filtered: {}", std::strerror(error_));
    }

private:
    void note(int result) {
        if (result < 0 && error_ == 0) error_ = -result;
    }
    scmp_filter_ctx filter_;
    int error_ = 0;
};

scmp_arg_cmp equal(unsigned argument, uint64_t value) { return {argument, SCMP_CMP_EQ, value, 0}; }
scmp_arg_cmp masked(unsigned argument, uint64_t mask, uint64_t value) {
    return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

// What the engine does while kernels run: memory, threads, locks, time, messages on sockets it has, files it may read.
// Everything else ends the kernel that tried it, with a finding (SIGSYS, engine/fault.cpp).
std::string for_kernels() {
    Filter filter(SCMP_ACT_TRAP);
    const uint32_t yes = SCMP_ACT_ALLOW;
    filter.rule(yes, {"read",
                      "write",
                      "readv",
                      "writev",
                      "pread64",
                      "recvfrom",
                      "recvmsg",
                      "sendto",
                      "sendmsg",
                      "poll",
                      "ppoll",
                      "close",
                      "lseek",
                      "fstat",
                      "stat",
                      "lstat",
                      "newfstatat",
                      "statx",
                      "statfs",
                      "fstatfs",
                      "access",
                      "faccessat",
                      "faccessat2",
                      "readlink",
                      "readlinkat",
                      "getcwd",
                      "getdents64",
                      "flock",
                      "munmap",
                      "mremap",
                      "madvise",
                      "brk",
                      "mincore",
                      "membarrier",
                      "futex",
                      "set_robust_list",
                      "rseq",
                      "rt_sigaction",
                      "rt_sigprocmask",
                      "rt_sigreturn",
                      "rt_sigtimedwait",
                      "sigaltstack",
                      "sched_yield",
                      "sched_getaffinity",
                      "getcpu",
                      "gettid",
                      "getpid",
                      "getuid",
                      "geteuid",
                      "getgid",
                      "getegid",
                      "uname",
                      "sysinfo",
                      "getrusage",
                      "times",
                      "clock_gettime",
                      "clock_getres",
                      "gettimeofday",
                      "time",
                      "clock_nanosleep",
                      "nanosleep",
                      "restart_syscall",
                      "getrandom",
                      "exit",
                      "exit_group",
                      "set_tid_address",
                      "arch_prctl"});
    filter.rule(yes, {"mprotect"});
    // Memory of its own, which is limited; shared memory is not.
    filter.rule_if(yes, "mmap", {masked(3, MAP_SHARED, 0)});
    // Files are opened for reading only; Landlock says which.
    constexpr uint64_t kWrites = O_ACCMODE | O_CREAT | O_TRUNC;
    filter.rule_if(yes, "open", {masked(1, kWrites, O_RDONLY)});
    filter.rule_if(yes, "openat", {masked(2, kWrites, O_RDONLY)});
    // Threads, not processes. Whoever makes one holds locks of the library that nobody would give back: that is the end
    // of the process.
    filter.rule_if(yes, "clone", {masked(0, CLONE_THREAD, CLONE_THREAD)});
    filter.rule_if(SCMP_ACT_KILL_PROCESS, "clone", {masked(0, CLONE_THREAD, 0)});
    filter.rule(SCMP_ACT_KILL_PROCESS, {"fork", "vfork"});
    filter.rule(SCMP_ACT_ERRNO(ENOSYS), {"clone3", "openat2"});  // whoever gets this takes the one above
    // Signals to itself.
    const auto own = static_cast<uint64_t>(::getpid());
    filter.rule_if(yes, "tgkill", {equal(0, own)});
    // Asking, not setting.
    filter.rule_if(yes, "prlimit64", {equal(2, 0)});
    filter.rule_if(yes, "fcntl", {equal(1, F_GETFD)});
    filter.rule_if(yes, "fcntl", {equal(1, F_SETFD)});
    filter.rule_if(yes, "fcntl", {equal(1, F_GETFL)});
    // What libraries try and can do without.
    filter.rule(SCMP_ACT_ERRNO(ENOTTY), {"ioctl"});
    filter.rule(SCMP_ACT_ERRNO(EPERM), {"utimensat", "prctl", "sched_setaffinity", "sched_setscheduler", "setpriority",
                                        "mlock", "mlock2", "chmod", "fchmod", "mkdir", "unlink", "rename"});
    return filter.load();
}

// Compilers, interpreters and host code run; nobody is talked to, looked into or changed.
std::string for_programs() {
    Filter filter(SCMP_ACT_ALLOW);
    const uint32_t no = SCMP_ACT_ERRNO(EPERM);
    filter.rule(no, {"socket"});
    // Landlock does not guard what is known about files, only their contents.
    filter.rule(no, {"chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime",
                     "utimes", "futimesat", "setxattr", "lsetxattr", "fsetxattr", "setxattrat", "removexattr",
                     "lremovexattr", "fremovexattr", "removexattrat"});
    filter.rule_if(no, "utimensat", {{1, SCMP_CMP_NE, 0, 0}});
    // Its own limits and place among the others it may lower; those of others are none of its business.
    filter.rule_if(no, "prlimit64", {{0, SCMP_CMP_NE, 0, 0}, {2, SCMP_CMP_NE, 0, 0}});
    filter.rule_if(no, "sched_setaffinity", {{0, SCMP_CMP_NE, 0, 0}});
    filter.rule(no, {"setpriority", "ioprio_set", "sched_setscheduler", "sched_setparam", "sched_setattr", "syslog",
                     "shmget", "shmat", "msgget", "semget", "mq_open", "migrate_pages", "move_pages"});
    // What a terminal takes for typed.
    filter.rule_if(no, "ioctl", {equal(1, TIOCSTI)});
    filter.rule(no, {"ptrace",
                     "process_vm_readv",
                     "process_vm_writev",
                     "pidfd_getfd",
                     "kcmp",
                     "mount",
                     "umount2",
                     "pivot_root",
                     "chroot",
                     "unshare",
                     "setns",
                     "open_tree",
                     "move_mount",
                     "fsopen",
                     "fsmount",
                     "keyctl",
                     "add_key",
                     "request_key",
                     "bpf",
                     "perf_event_open",
                     "userfaultfd",
                     "io_uring_setup",
                     "io_uring_enter",
                     "init_module",
                     "finit_module",
                     "delete_module",
                     "kexec_load",
                     "kexec_file_load",
                     "reboot",
                     "swapon",
                     "swapoff",
                     "acct",
                     "settimeofday",
                     "clock_settime",
                     "adjtimex",
                     "clock_adjtime",
                     "sethostname",
                     "setdomainname",
                     "iopl",
                     "ioperm",
                     "quotactl",
                     "nfsservctl",
                     "mknod",
                     "mknodat",
                     "open_by_handle_at",
                     "name_to_handle_at"});
    return filter.load();
}

}  // namespace

std::string restrict_calls(bool runs_kernels) {
#ifdef TILEWRIGHT_SANITIZED
    return "a build with sanitizers makes calls of its own: they are not filtered";
#else
    return runs_kernels ? for_kernels() : for_programs();
#endif
}

std::string call_name(int number) {
    char* name = ::seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number);
    const std::string text = name == nullptr ? fmt::format("number {}", number) : std::string(name);
    std::free(name);
    return text;
}

}  // namespace tilewright::engine
