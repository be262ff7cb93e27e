// The process that runs kernels for another one, or becomes a confined compiler. Started by Tilewright itself.
#include <cstdio>
#include <string>
#include <vector>

#include "engine/isolate/serve.hpp"

int main(int argc, char** argv) {
    using namespace tilewright::engine;
    const std::vector<std::string> words(argv + 1, argv + argc);
    constexpr int kSocket = 3;
    if (words.size() == 1 && words[0] == "--serve") return serve_programs(kSocket);
    if (!words.empty() && words[0] == "--confined") return become_confined({words.begin() + 1, words.end()});
    std::fputs("tilewright_worker is started by Tilewright; see docs/containment.md\n", stderr);
    return 4;
}
