// A program whose result is wrong, run again with one thing changed: what lies in the padding of its inputs, in its
// output, in L1; how wide DST is; how strictly it is watched; in which order its threads run.
#pragma once

#include <string>
#include <vector>

#include "program/descriptor.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "workshop/suspect/suspect.hpp"

namespace tilewright::workshop {

struct Rerun {
    // What the call would run, in order, on the tensors below (tilewright::describe).
    std::vector<program::ProgramDescriptor> programs;
    std::vector<ttnn::Tensor> inputs;
    std::vector<std::string> names;  // of them
    // What the inputs held before the call, on the host: a program that writes where it should not may have changed
    // them. Empty: what they hold now.
    std::vector<ttnn::Tensor> contents;
    ttnn::Tensor output;
    double seconds = 3;  // no further run is begun after these
};

// What the runs proved about the wrong elements of `compared`. Tensors are as they were afterwards. A change that the
// program does not stand (it hangs, it is refused) proves nothing.
std::vector<Suspect> rerun_suspects(const Rerun& rerun, const Compared& compared);

// Elements of the output that change with what lies in the padding of an input: of a result that is right, too. Empty:
// none does, or no input has padding.
std::vector<Suspect> padding_suspects(const Rerun& rerun, const Compared& compared);

// Which tiles of an output of this shape each core works on, by the runtime arguments of the program: a start and a
// count that, over all cores, cover the tiles (or rows of tiles, or rows) exactly. Empty: there are none such.
std::vector<TileShare> shares_of(const program::ProgramDescriptor& program, const Compared& compared);

}  // namespace tilewright::workshop
