// Program-cache hits in strict mode: what a forgetful op leaves as it was is found; what a right one sets anew is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tilewright/cache_hits.hpp"
#include "tilewright/device.hpp"
#include "tt-metalium/tensor_accessor_args.hpp"
#include "ttnn/decorators.hpp"
#include "ttnn/device.hpp"
#include "ttnn/device_operation.hpp"

using namespace ttnn;
using namespace tt::tt_metal;
using testing::HasSubstr;

namespace {

const char* copy_kernel = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    constexpr auto from_args = TensorAccessorArgs<1>();
    constexpr auto to_args = TensorAccessorArgs<from_args.next_compile_time_args_offset()>();
    const auto from = TensorAccessor(from_args, get_arg_val<uint32_t>(0));
    const auto to = TensorAccessor(to_args, get_arg_val<uint32_t>(1));
    volatile uint32_t seed = get_arg_val<uint32_t>(2);
    cb_reserve_back(0, 1);
    for (uint32_t page = 0; page < get_compile_time_arg_val(0); ++page) {
        noc_async_read(from.get_noc_addr(page), get_write_ptr(0), 64);
        noc_async_read_barrier();
        noc_async_write(get_write_ptr(0), to.get_noc_addr(page), 64);
        noc_async_write_barrier();
    }
}
)";

// What an op may forget.
enum Forgets { Nothing, InputAddress, OutputAddress, PagesInTheHash };

struct CopyParams {
    uint32_t draw = 0;
};
struct CopyInputs {
    const Tensor& input;
};

template <Forgets forgets>
struct CopyOp {
    using operation_attributes_t = CopyParams;
    using tensor_args_t = CopyInputs;
    using spec_return_value_t = TensorSpec;
    using tensor_return_value_t = Tensor;

    struct Factory {
        struct shared_variables_t {
            KernelHandle kernel = 0;
        };
        using cached_program_t = device_operation::CachedProgram<shared_variables_t>;
        static std::vector<uint32_t> words(const CopyInputs& inputs, const Tensor& output) {
            static uint32_t draws = 0;  // a seed that no two builds share
            return {inputs.input.buffer()->address(), output.buffer()->address(), ++draws};
        }
        static cached_program_t create(const CopyParams&, const CopyInputs& inputs, Tensor& output) {
            Program program = CreateProgram();
            CreateCircularBuffer(program, CoreCoord{0, 0},
                                 CircularBufferConfig(64, {{0, tt::DataFormat::UInt32}}).set_page_size(0, 64));
            std::vector<uint32_t> compile = {static_cast<uint32_t>(inputs.input.buffer()->num_pages())};
            TensorAccessorArgs(*inputs.input.buffer()).append_to(compile);
            TensorAccessorArgs(*output.buffer()).append_to(compile);
            const auto kernel =
                CreateKernelFromString(program, copy_kernel, CoreCoord{0, 0}, ReaderDataMovementConfig(compile));
            SetRuntimeArgs(program, kernel, CoreCoord{0, 0}, words(inputs, output));
            return {std::move(program), shared_variables_t{kernel}};
        }
        static void override_runtime_arguments(cached_program_t& cached, const CopyParams&, const CopyInputs& inputs,
                                               Tensor& output) {
            auto& held = GetRuntimeArgs(cached.program, cached.shared_variables.kernel, CoreCoord{0, 0});
            const auto fresh = words(inputs, output);
            if (forgets != InputAddress) held[0] = fresh[0];
            if (forgets != OutputAddress) held[1] = fresh[1];
            held[2] = fresh[2];
        }
    };
    using program_factory_t = std::variant<Factory>;
    static program_factory_t select_program_factory(const CopyParams&, const CopyInputs&) { return Factory{}; }
    static void validate_on_program_cache_miss(const CopyParams&, const CopyInputs&) {}
    static TensorSpec compute_output_specs(const CopyParams&, const CopyInputs& inputs) {
        return inputs.input.tensor_spec();
    }
    static Tensor create_output_tensors(const CopyParams& params, const CopyInputs& inputs) {
        return create_device_tensor(compute_output_specs(params, inputs), inputs.input.device());
    }
    static tt::stl::hash::hash_t compute_program_hash(const CopyParams&, const CopyInputs& inputs) {
        return forgets == PagesInTheHash ? 1 : inputs.input.logical_shape().volume();
    }
};

// Two calls, on tensors of `first` and `second` rows; what strict mode says about the second.
template <Forgets forgets>
std::vector<tilewright::Finding> second_call(uint32_t first, uint32_t second) {
    const auto device = open_mesh_device(0);
    tilewright::engine::RunOptions options = tilewright::run_options(*device);
    options.mode = tilewright::engine::Mode::Strict;
    tilewright::set_run_options(*device, options);
    const auto tensor = [&](uint32_t rows) {
        const TensorSpec spec(Shape({rows, 16}),
                              TensorLayout(DataType::UINT32, PageConfig(Layout::ROW_MAJOR), DRAM_MEMORY_CONFIG));
        return Tensor::from_vector<uint32_t>(std::vector<uint32_t>(rows * 16, rows), spec, device.get());
    };
    const Tensor a = tensor(first), b = tensor(second);
    const Tensor one = device_operation::launch<CopyOp<forgets>>(CopyParams{}, CopyInputs{a});
    EXPECT_TRUE(tilewright::take_results(*device).findings.empty());
    const Tensor two = device_operation::launch<CopyOp<forgets>>(CopyParams{}, CopyInputs{b});
    return tilewright::take_results(*device).findings;
}

TEST(CacheHits, WhatIsSetAnewIsSilent) {
    EXPECT_TRUE(second_call<Nothing>(4, 4).empty());
    EXPECT_TRUE(second_call<Nothing>(4, 6).empty());
}

TEST(CacheHits, ForgottenInputAddress) {
    const auto findings = second_call<InputAddress>(4, 4);
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings[0].code, "TW2127");
    EXPECT_EQ(findings[0].severity, tilewright::Severity::Error);
    EXPECT_THAT(findings[0].message, HasSubstr("runtime argument 0 of kernel 0 (inline kernel) on core (0,0) is 0x"));
    EXPECT_THAT(findings[0].message, HasSubstr("a program built anew has 0x"));
    EXPECT_THAT(findings[0].message, HasSubstr("input 0, buffer "));
    EXPECT_TRUE(findings[0].seen.empty());  // the seed is no difference
}

TEST(CacheHits, ForgottenOutputAddress) {
    const auto findings = second_call<OutputAddress>(4, 4);
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings[0].code, "TW2127");
    EXPECT_THAT(findings[0].message, HasSubstr("runtime argument 1 of kernel 0"));
}

TEST(CacheHits, CompileTimeArgumentThatTheHashLeavesOut) {
    const auto findings = second_call<PagesInTheHash>(4, 6);
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings[0].code, "TW2127");
    EXPECT_THAT(findings[0].message, HasSubstr("compile-time argument 0 of kernel 0 (inline kernel) is 4; a program "
                                               "built anew has 6"));
    EXPECT_TRUE(second_call<PagesInTheHash>(4, 4).empty());
}

}  // namespace
