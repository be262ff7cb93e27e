// The Python process that runs the same mathematics with PyTorch or NumPy, asked call by call.
#pragma once

#include <cstdio>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tilewright::cli {

class Peer {
public:
    explicit Peer(bool wanted = true);
    ~Peer();
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    const std::string& library() const { return library_; }  // "torch 2.13.0+cpu"; empty: there is none
    // Makes inputs and outputs of one case; false when it cannot be computed. A name stands for the last case given.
    bool prepare(const std::string& name, const nlohmann::json& request);
    double run(const std::string& name);  // seconds of one call

private:
    nlohmann::json ask(const nlohmann::json& question);

    int pid_ = -1;
    FILE* to_ = nullptr;
    FILE* from_ = nullptr;
    std::string library_;
};

}  // namespace tilewright::cli
