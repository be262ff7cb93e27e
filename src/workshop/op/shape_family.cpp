// Shapes that differ in what programs depend on: tiles across, a cut last tile, tile-rows, a cut last row, batches,
// cores.
#include "workshop/op/shape_family.hpp"

#include "base/error.hpp"

namespace tilewright::workshop {

namespace {

// In tiles, and by how many elements the last one is cut.
struct Size {
    uint32_t width_tiles, cut_columns, tile_rows, cut_rows;
    uint32_t batch = 1;
    bool one_core = true;

    std::vector<uint32_t> shape() const {
        return {batch, 1, 32 * tile_rows - cut_rows, 32 * width_tiles - cut_columns};
    }
};

std::vector<Size> sizes_to_learn() {
    std::vector<Size> sizes;
    // All small widths: rounding by a block shows in the rests.
    for (uint32_t width = 1; width <= 9; ++width) {
        sizes.push_back({width, width % 2 == 0 ? 0u : 7u, 1 + width % 3, 0});
        sizes.push_back({width, width % 2 == 0 ? 0u : 7u, 2 + width % 4, 5});
    }
    // Wide rows have other plans.
    for (const uint32_t width : {40u, 130u, 300u}) {
        sizes.push_back({width, 0, 1, 0});
        sizes.push_back({width, 0, 3, 1});
    }
    sizes.push_back({2, 0, 70, 0, 1, false});
    return sizes;
}

std::vector<Size> sizes_to_verify() {
    return {{11, 3, 4, 0}, {13, 0, 7, 9},  {20, 0, 2, 0},           {37, 1, 3, 0},
            {64, 0, 1, 0}, {200, 5, 2, 0}, {6, 0, 45, 3, 2, false}, {3, 31, 2, 31, 3}};
}

std::vector<Size> sizes_to_look_at() {
    std::vector<Size> sizes;
    const uint32_t rows[] = {1, 2, 3, 5, 8, 63, 64, 65, 130};
    size_t turn = 0;
    const auto add = [&](uint32_t width) {
        for (int i = 0; i < 3; ++i, ++turn)
            sizes.push_back({width, turn % 4 == 0 ? 0 : static_cast<uint32_t>(turn * 5 % 32), rows[turn % 9],
                             turn % 5 == 0 ? 0 : static_cast<uint32_t>(turn * 7 % 32),
                             1 + static_cast<uint32_t>(turn % 3), turn % 2 == 0});
    };
    for (uint32_t width = 1; width <= 72; ++width) add(width);
    for (uint32_t width = 75; width <= 640; width += 13) add(width);
    return sizes;
}

doctor::MakeMember member_of(const OpCase& like, const std::shared_ptr<ttnn::MeshDevice>& device, const Size& size) {
    return [like, device, size]() -> std::optional<doctor::Member> {
        OpCase request = like;
        request.shape = size.shape();
        if (size.one_core && like.op->has_core_grid) request.core_grid = CoreCoord{1, 1};
        try {
            auto call = std::make_shared<OpCall>(make_call(request, *device));
            auto described = std::make_shared<Described>(describe(request.op, *call));
            doctor::Member member;
            member.text = request.text();
            member.program = described->program;
            member.about = {{"W", request.width()},
                            {"Wt", size.width_tiles},
                            {"rows", size.batch * (32 * size.tile_rows - size.cut_rows)}};
            member.holds = std::make_shared<std::pair<std::shared_ptr<OpCall>, std::shared_ptr<Described>>>(
                std::move(call), std::move(described));
            return member;
        } catch (const std::runtime_error&) {  // the op's own refusal, or no room on the card
            return std::nullopt;
        }
    };
}

}  // namespace

doctor::Family shape_family(const OpCase& like, std::shared_ptr<ttnn::MeshDevice> device) {
    doctor::Family family;
    family.every = "every shape the op accepts";
    for (const Size& size : sizes_to_learn()) family.learn.push_back(member_of(like, device, size));
    for (const Size& size : sizes_to_verify()) family.verify.push_back(member_of(like, device, size));
    for (const Size& size : sizes_to_look_at()) family.look.push_back(member_of(like, device, size));
    return family;
}

}  // namespace tilewright::workshop
