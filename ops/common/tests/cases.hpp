// What the op tests share: running a case in a mode of its own.
#pragma once

#include <gtest/gtest.h>

#include "ops/common/seed_ops.hpp"
#include "tilewright/device.hpp"
#include "ttnn/device.hpp"

namespace tilewright::ops::testing {

using namespace workshop;

inline Op centralize() { return seed_op("centralize_w_rm"); }
inline Op variance() { return seed_op("variance_w_rm"); }
inline Op layernorm() { return seed_op("layernorm_fused_rm"); }

using engine::Mode;

inline std::shared_ptr<ttnn::MeshDevice> open(Mode mode = Mode::Fast, const std::string& arch = {}) {
    DeviceOptions options;
    options.arch = arch;
    options.run.mode = mode;
    return open_device(options);
}

inline std::string op_name(const ::testing::TestParamInfo<Op>& info) { return info.param->name; }

// On a card of its own, so that nothing of another run is left.
inline CaseResult run(const OpCase& request, Mode mode = Mode::Fast) {
    const auto device = open(mode);
    return run_case(request, *device);
}
inline CaseResult run(const OpCase& request, const OpData& data, Mode mode = Mode::Fast) {
    const auto device = open(mode);
    return run_case(request, data, *device);
}

inline void expect_right(const OpCase& request, const CaseResult& result) {
    EXPECT_TRUE(result.accuracy.ok()) << request.text() << ": element " << result.accuracy.worst_index << " is off by "
                                      << result.accuracy.worst_of_allowed << " of what is allowed";
    for (const Finding& finding : result.findings) ADD_FAILURE() << request.text() << ": " << finding.to_text();
}

inline void set(OpCase& request, const std::string& input, const std::optional<ttnn::DataType>& dtype) {
    if (dtype) {
        request.tensors[input] = *dtype;
    } else {
        request.tensors.erase(input);
    }
}

}  // namespace tilewright::ops::testing
