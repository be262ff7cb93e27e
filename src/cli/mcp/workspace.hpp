// The folder that a client works in, and what the server keeps outside of it: the specs it holds, and the folders in
// which ops are tried.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tilewright::cli::mcp {

class Workspace {
public:
    static constexpr size_t kMostFileBytes = 1 << 20;
    static constexpr size_t kMostFiles = 4000;

    explicit Workspace(const std::filesystem::path& root);  // made where it is not there

    const std::filesystem::path& root() const { return root_; }
    // What a client calls "rms_norm/spec.toml". TW4602 where it leads out of the workspace, through a link or is
    // hidden.
    std::filesystem::path inside(const std::string& given) const;
    // Names of files below a folder of it, sorted; links and hidden ones are left out.
    std::vector<std::string> files(const std::string& folder) const;
    std::string read(const std::string& given) const;  // TW4602
    // What was there before, if anything was.
    std::optional<std::string> write(const std::string& given, const std::string& text) const;
    std::vector<std::string> folders() const;  // that hold an op

    // The spec an op was generated from, which alone says what is right. Not part of the workspace.
    void hold(const std::string& folder, const std::string& spec) const;
    std::optional<std::string> held(const std::string& folder) const;

    // Where children run. Its contents are the server's: copies of ops, specs.
    const std::filesystem::path& room() const { return room_; }
    // Drawn once for this workspace and read by nobody but the server: seeds come from it, so that no kernel can know
    // the data it will get, and the same call gives the same answer.
    const std::string& secret() const { return secret_; }

    // Without the places where this machine happens to keep things.
    std::string without_places(std::string text) const;

private:
    std::filesystem::path root_, state_, room_;
    std::string secret_;
};

}  // namespace tilewright::cli::mcp
