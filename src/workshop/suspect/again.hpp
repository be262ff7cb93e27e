// The reference, asked again for other inputs. Internal to src/workshop/suspect.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "workshop/suspect/judge.hpp"

namespace tilewright::workshop {

class Again {
public:
    explicit Again(const Judge& judge);

    bool possible() const { return possible_; }
    // The result for these, its first elements in each dimension where it is larger than the real one. Empty: it
    // cannot be had, or time is up.
    std::vector<double> ask(const std::vector<Operand>& inputs, const std::vector<Constant>& constants);
    std::vector<double> with_input(size_t index, std::vector<double> values, std::vector<uint32_t> shape);
    std::vector<double> with_input(size_t index, std::vector<double> values) {
        return with_input(index, std::move(values), judge_.seen.inputs[index].shape);
    }
    std::vector<double> with_constant(size_t index, double value);
    Grid grid_of(const Operand& input) const;

private:
    const Judge& judge_;
    std::chrono::steady_clock::time_point end_;
    bool possible_ = false;
};

}  // namespace tilewright::workshop
