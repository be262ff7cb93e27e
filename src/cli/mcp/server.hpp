// The server of the Model Context Protocol: messages in, messages out, calls one after another.
#pragma once

#include <filesystem>

namespace tilewright::cli::mcp {

struct ServerOptions {
    std::filesystem::path workspace;
    double most_seconds = 600;  // of any call
};

// Serves until the client closes the input or a signal asks to stop.
int serve(const ServerOptions& options);

}  // namespace tilewright::cli::mcp
