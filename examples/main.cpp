// One example as a program of its own: prints one line; exit status 0 when the result is right.
#include <chrono>
#include <cstdio>
#include <exception>

#include "example.hpp"

int main() {
    using namespace tilewright::examples;
    const Example* example = find_example(TILEWRIGHT_EXAMPLE);
    if (example == nullptr) return 70;
    try {
        const auto begin = std::chrono::steady_clock::now();
        const auto device = tt::tt_metal::distributed::MeshDevice::create_unit_mesh(0);
        const Outcome outcome = run(*example, *device);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        std::printf("%s: %s, %u cores, %llu tiles, %.2f s (%s)\n", example->name, outcome.ok ? "passed" : "FAILED",
                    outcome.cores, static_cast<unsigned long long>(outcome.tiles), seconds, outcome.note.c_str());
        return outcome.ok ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", example->name, error.what());
        return 1;
    }
}
