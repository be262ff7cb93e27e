// TW2410: the corners of a multicast rectangle are in the order of the other NoC.
#include "checks/check.hpp"

namespace tilewright::checks::noc_corners {

namespace {
// NoC 0 goes right and down, from the corner with the small coordinates; NoC 1 left and up, from the other one.
void sent(const Multicast& use) {
    const auto at = [&](int shift) { return static_cast<uint32_t>(use.destination >> shift & 63); };
    const uint32_t x_end = at(36), y_end = at(42), x_start = at(48), y_start = at(54);
    const bool down = x_start < x_end || y_start<y_end, up = x_start> x_end || y_start > y_end;
    if (use.noc == 0 ? !up : !down) return;
    report("TW2410",
           fmt::format("{}: the rectangle goes from ({},{}) to ({},{}), which is not the way of NoC {}", use.call,
                       x_start, y_start, x_end, y_end, use.noc & 1),
           use.noc == 0
               ? "NoC 0 goes right and down: a start behind the end leads round the whole grid"
               : "NoC 1 goes left and up: from the small coordinates to the large ones it leads round the whole grid",
           fmt::format("pass the corners of a multicast on NoC {} with the {} coordinates first", use.noc & 1,
                       use.noc == 0 ? "smaller" : "larger"));
}
}  // namespace

void listen(Events& on) { on.noc_multicast.add(sent); }

}  // namespace tilewright::checks::noc_corners
