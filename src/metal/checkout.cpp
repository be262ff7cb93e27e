// How old a checkout is, by what stands in its files.
#include "metal/checkout.hpp"

#include <fstream>
#include <initializer_list>
#include <iterator>
#include <optional>

namespace tilewright::metal {

namespace fs = std::filesystem;

namespace {

// Also of what cannot be looked at: a link to itself, a folder that is closed.
bool stands_at(const fs::path& path) {
    std::error_code error;
    return fs::exists(path, error) && !error;
}

std::optional<std::string> source_text(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return std::nullopt;
    std::ifstream file(path);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

bool mentions(const std::string& text, const char* word) { return text.find(word) != text.npos; }

program::Era era_of_checkout(const fs::path& root) {
    // March 2026 put the page size among the words of an accessor.
    const auto accessor = source_text(root / "tt_metal/hw/inc/api/tensor/tensor_accessor_args.h");
    if (accessor && !mentions(*accessor, "page_size") && !mentions(*accessor, "PageSize")) return program::Era::Jan2026;
    const fs::path helpers = root / "ttnn/cpp/ttnn/kernel_lib";
    if (!stands_at(helpers) || stands_at(helpers / "dfb_helpers_compute.hpp")) return program::Era::Aug2026;
    return stands_at(helpers / "l1_helpers.hpp") ? program::Era::Mar2026 : program::Era::Jan2026;
}

// The library itself says it where it is in the tree: row sums became matrix-vector products, then products over a
// whole tile at once. Where it is not (it was a submodule until April), the calls above it say the first: while row
// sums were transposed they could be told to keep 32 bits.
std::optional<tile::LlkGeneration> llk_of_checkout(const fs::path& root) {
    for (const char* folder : {"tt_metal/tt-llk", "tt_metal/third_party/tt_llk"}) {
        const auto reduce = source_text(root / folder / "tt_llk_wormhole_b0/llk_lib/llk_math_reduce.h");
        if (!reduce) continue;
        if (!mentions(*reduce, "MVMUL")) return tile::LlkGeneration::Apr2026;
        return mentions(*reduce, "if (tensor_shape.total_num_faces() == 4)") ? tile::LlkGeneration::Aug2026
                                                                             : tile::LlkGeneration::Jul2026;
    }
    for (const char* header : {"tt_metal/hw/inc/api/compute/reduce.h", "tt_metal/include/compute_kernel_api/reduce.h",
                               "ttnn/cpp/ttnn/kernel_lib/reduce_helpers_compute.inl"}) {
        if (const auto reduce = source_text(root / header))
            return mentions(*reduce, "enforce_fp32_accumulation") ? tile::LlkGeneration::Apr2026
                                                                  : tile::LlkGeneration::Aug2026;
    }
    return std::nullopt;
}

}  // namespace

tile::LlkGeneration llk_of_era(program::Era era) {
    return era == program::Era::Aug2026 ? tile::LlkGeneration::Aug2026 : tile::LlkGeneration::Apr2026;
}

Age age_of_checkout(const fs::path& root) {
    const program::Era era = era_of_checkout(root);
    return {era, llk_of_checkout(root).value_or(llk_of_era(era))};
}

}  // namespace tilewright::metal
