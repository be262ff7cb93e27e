// An op on a card of its own, ready to be called again and again: what the parts of `tilewright bench` measure.
#pragma once

#include <memory>

#include "cli/card_options.hpp"
#include "workshop/op/op_case.hpp"

namespace tilewright::cli {

inline CardOptions bench_card(bool strict, uint32_t threads, const char* numerics) {
    CardOptions options;
    options.strict = strict;
    options.fast = !strict;
    options.threads = threads;
    options.numerics = numerics;
    return options;
}

// Inputs are in place: calls are launches of a cached program. The output of a call is given back before the next one
// takes the same place.
class CardSide {
public:
    CardSide(const workshop::OpCase& request, const workshop::OpData& data, const CardOptions& options)
        : op_(request.op), device_(open_card(options)), call_(workshop::make_call(request, data, *device_)) {
        for (int i = 0; i < 2; ++i) call();  // builds kernels, touches the output's memory
    }

    void call() const { op_->call(call_); }

private:
    workshop::Op op_;
    std::shared_ptr<ttnn::MeshDevice> device_;
    workshop::OpCall call_;
};

}  // namespace tilewright::cli
