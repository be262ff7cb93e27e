// Starting the Python side and talking to it, one JSON line each way.
#include "cli/bench/bench_peer.hpp"
#include "base/environment.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/paths.hpp"

namespace tilewright::cli {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::string interpreter(const fs::path& tree) {
    if (const std::string chosen = environment::text("TILEWRIGHT_INTERPRETER"); !chosen.empty()) return chosen;
    const fs::path own = tree / ".venv/bin/python";
    return fs::exists(own) ? own.string() : "python3";
}

}  // namespace

Peer::Peer(bool wanted) {
    if (!wanted) return;
    const fs::path folder = shipped_folder("bench");
    int to[2], from[2];
    if (folder.empty() || ::pipe(to) != 0 || ::pipe(from) != 0) return;
    const std::string python = interpreter(folder.parent_path());
    const std::string script = (folder / "torch_ops.py").string();
    pid_ = ::fork();
    if (pid_ == 0) {
        ::dup2(to[0], 0);
        ::dup2(from[1], 1);
        for (const int end : {to[0], to[1], from[0], from[1]}) ::close(end);
        ::execlp(python.c_str(), python.c_str(), script.c_str(), static_cast<char*>(nullptr));
        ::_exit(127);
    }
    ::close(to[0]);
    ::close(from[1]);
    to_ = ::fdopen(to[1], "w");
    from_ = ::fdopen(from[0], "r");
    library_ = ask(nullptr).value("library", "");
}

Peer::~Peer() {
    if (to_ != nullptr) std::fclose(to_);
    if (from_ != nullptr) std::fclose(from_);
    if (pid_ > 0) ::waitpid(pid_, nullptr, 0);
}

// Null asks nothing and takes the greeting. An empty object: the other side is not there.
json Peer::ask(const json& question) {
    if (to_ == nullptr || from_ == nullptr) return json::object();
    if (!question.is_null()) {
        const std::string line = question.dump() + "\n";
        std::fputs(line.c_str(), to_);
        std::fflush(to_);
    }
    char* line = nullptr;
    size_t bytes = 0;
    json answer = json::object();
    if (::getline(&line, &bytes, from_) > 0) answer = json::parse(line, nullptr, false);
    std::free(line);
    return answer.is_object() ? answer : json::object();
}

bool Peer::prepare(const std::string& name, const json& request) {
    if (library_.empty()) return false;
    return ask({{"name", name}, {"prepare", request}}).value("ready", false);
}

double Peer::run(const std::string& name) { return ask({{"name", name}, {"run", 1}}).value("seconds", 0.0); }

}  // namespace tilewright::cli
