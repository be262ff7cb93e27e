// The device-operation framework on a small op: doubles a row-major tensor on one core, in all three kinds of
// factories.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tilewright/device.hpp"
#include "tt-metalium/tensor_accessor_args.hpp"
#include "ttnn/decorators.hpp"
#include "ttnn/device.hpp"
#include "ttnn/device_operation.hpp"
#include "ttnn/op_registry.hpp"

using namespace ttnn;
using namespace tt::tt_metal;
using testing::HasSubstr;

namespace {

const char* add_kernel = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    constexpr auto from_args = TensorAccessorArgs<0>();
    constexpr auto to_args = TensorAccessorArgs<from_args.next_compile_time_args_offset()>();
    const auto from = TensorAccessor(from_args, get_arg_val<uint32_t>(0));
    const auto to = TensorAccessor(to_args, get_arg_val<uint32_t>(1));
    cb_reserve_back(0, 1);
    const uint32_t at = get_write_ptr(0);
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(at);
    for (uint32_t page = 0; page < get_arg_val<uint32_t>(2); ++page) {
        noc_async_read(from.get_noc_addr(page), at, 64);
        noc_async_read_barrier();
        for (uint32_t i = 0; i < 16; ++i) words[i] = words[i] + get_arg_val<uint32_t>(3);
        noc_async_write(at, to.get_noc_addr(page), 64);
        noc_async_write_barrier();
    }
}
)";

struct Params {
    const uint32_t amount;  // a runtime argument: not in the hash of AddHashed
    const MemoryConfig output_mem_config;
};
struct Inputs {
    const Tensor& input;
};

int created = 0, refreshed = 0;

std::vector<uint32_t> arguments(const Params& params, const Inputs& inputs, const Tensor& output) {
    return {inputs.input.buffer()->address(), output.buffer()->address(),
            static_cast<uint32_t>(inputs.input.buffer()->num_pages()), params.amount};
}
std::vector<uint32_t> accessors(const Inputs& inputs, const Tensor& output) {
    std::vector<uint32_t> words;
    TensorAccessorArgs(*inputs.input.buffer()).append_to(words);
    TensorAccessorArgs(*output.buffer()).append_to(words);
    return words;
}

struct ClassicFactory {
    struct shared_variables_t {
        KernelHandle kernel = 0;
    };
    using cached_program_t = device_operation::CachedProgram<shared_variables_t>;
    static cached_program_t create(const Params& params, const Inputs& inputs, Tensor& output) {
        ++created;
        Program program = CreateProgram();
        CreateCircularBuffer(program, CoreCoord{0, 0},
                             CircularBufferConfig(64, {{0, tt::DataFormat::UInt32}}).set_page_size(0, 64));
        const auto kernel = CreateKernelFromString(program, add_kernel, CoreCoord{0, 0},
                                                   ReaderDataMovementConfig(accessors(inputs, output)));
        SetRuntimeArgs(program, kernel, CoreCoord{0, 0}, arguments(params, inputs, output));
        return {std::move(program), shared_variables_t{kernel}};
    }
    static void override_runtime_arguments(cached_program_t& cached, const Params& params, const Inputs& inputs,
                                           Tensor& output) {
        ++refreshed;
        auto& words = GetRuntimeArgs(cached.program, cached.shared_variables.kernel, CoreCoord{0, 0});
        const auto fresh = arguments(params, inputs, output);
        for (size_t i = 0; i < fresh.size(); ++i) words[i] = fresh[i];
    }
};

struct DescriptorFactory {
    static ProgramDescriptor create_descriptor(const Params& params, const Inputs& inputs, Tensor& output) {
        ++created;
        ProgramDescriptor program;
        const CoreRangeSet core(CoreRange({0, 0}, {0, 0}));
        CBDescriptor cb;
        cb.total_size = 64;
        cb.core_ranges = core;
        cb.format_descriptors.push_back({.buffer_index = 0, .data_format = tt::DataFormat::UInt32, .page_size = 64});
        program.cbs.push_back(cb);
        KernelDescriptor kernel;
        kernel.kernel_source = add_kernel;
        kernel.source_type = KernelDescriptor::SourceType::SOURCE_CODE;
        kernel.core_ranges = core;
        kernel.compile_time_args = accessors(inputs, output);
        kernel.runtime_args.push_back({CoreCoord{0, 0}, arguments(params, inputs, output)});
        kernel.config = ReaderConfigDescriptor{};
        program.kernels.push_back(kernel);
        return program;
    }
};

template <typename Factory, bool hashes>
struct Add {
    using operation_attributes_t = Params;
    using tensor_args_t = Inputs;
    using spec_return_value_t = TensorSpec;
    using tensor_return_value_t = Tensor;
    using program_factory_t = std::variant<Factory>;

    static program_factory_t select_program_factory(const Params&, const Inputs&) { return Factory{}; }
    static void validate_on_program_cache_miss(const Params&, const Inputs& inputs) {
        TT_FATAL(inputs.input.dtype() == DataType::UINT32, "add: input must be UINT32, but it is {}",
                 inputs.input.dtype());
    }
    static void validate_on_program_cache_hit(const Params& params, const Inputs& inputs) {
        validate_on_program_cache_miss(params, inputs);
    }
    static TensorSpec compute_output_specs(const Params& params, const Inputs& inputs) {
        return inputs.input.tensor_spec().with_memory_config(params.output_mem_config);
    }
    static Tensor create_output_tensors(const Params& params, const Inputs& inputs) {
        return create_device_tensor(compute_output_specs(params, inputs), inputs.input.device());
    }
    static tt::stl::hash::hash_t compute_program_hash(const Params& params, const Inputs& inputs)
        requires hashes
    {
        return tt::tt_metal::operation::hash_operation<Add>(params.output_mem_config, inputs);
    }
    // The older way of registering a primitive.
    static std::tuple<Params, Inputs> invoke(const Tensor& input, uint32_t amount) {
        return {Params{amount, input.memory_config()}, Inputs{input}};
    }
};

using AddHashed = Add<ClassicFactory, true>;
using AddPlain = Add<ClassicFactory, false>;
using AddDescriptor = Add<DescriptorFactory, true>;

struct Card {
    std::shared_ptr<MeshDevice> device = open_mesh_device(0);
    Tensor tensor(const Shape& shape, uint32_t first = 0, DataType dtype = DataType::UINT32) {
        const TensorSpec spec(shape, TensorLayout(dtype, PageConfig(Layout::ROW_MAJOR), DRAM_MEMORY_CONFIG));
        if (dtype != DataType::UINT32)
            return Tensor::from_vector<float>(std::vector<float>(shape.volume()), spec, device.get());
        std::vector<uint32_t> values(shape.volume());
        for (size_t i = 0; i < values.size(); ++i) values[i] = first + static_cast<uint32_t>(i);
        return Tensor::from_vector<uint32_t>(values, spec, device.get());
    }
    // In fast mode: what is created is counted, and strict mode builds a program anew to compare it with a cached one.
    Card() {
        tilewright::engine::RunOptions options;
        options.mode = tilewright::engine::Mode::Fast;
        tilewright::set_run_options(*device, options);
        created = refreshed = 0;
    }
};

template <typename Op>
void expect_sum(const Tensor& input, uint32_t amount) {
    const Tensor output = device_operation::launch<Op>(Params{amount, input.memory_config()}, Inputs{input});
    auto expected = input.to_vector<uint32_t>();
    for (uint32_t& value : expected) value += amount;
    EXPECT_EQ(output.to_vector<uint32_t>(), expected);
}

}  // namespace

TEST(DeviceOperation, SecondCallHitsWithNewAddressesAndArguments) {
    Card card;
    const Tensor a = card.tensor(Shape({4, 16})), b = card.tensor(Shape({4, 16}), 1000);
    expect_sum<AddHashed>(a, 1);
    expect_sum<AddHashed>(b, 7);
    EXPECT_EQ(created, 1);
    EXPECT_EQ(refreshed, 1);
    EXPECT_EQ(card.device->num_program_cache_entries(), 1u);
    expect_sum<AddHashed>(card.tensor(Shape({5, 16})), 7);  // another shape
    EXPECT_EQ(created, 2);
}

TEST(DeviceOperation, DefaultHashSeesAttributesAndTensorsButNoAddresses) {
    Card card;
    expect_sum<AddPlain>(card.tensor(Shape({4, 16})), 1);
    expect_sum<AddPlain>(card.tensor(Shape({4, 16}), 5), 1);
    EXPECT_EQ(created, 1);
    expect_sum<AddPlain>(card.tensor(Shape({4, 16})), 2);
    EXPECT_EQ(created, 2);
    EXPECT_EQ(card.device->num_program_cache_entries(), 2u);
}

TEST(DeviceOperation, DescriptorsArePatched) {
    Card card;
    expect_sum<AddDescriptor>(card.tensor(Shape({4, 16})), 1);
    expect_sum<AddDescriptor>(card.tensor(Shape({4, 16}), 9), 3);
    EXPECT_EQ(card.device->num_program_cache_entries(), 1u);
}

TEST(DeviceOperation, OpsDoNotShareEntries) {
    Card card;
    const Tensor input = card.tensor(Shape({4, 16}));
    expect_sum<AddHashed>(input, 1);
    expect_sum<AddDescriptor>(input, 1);
    EXPECT_EQ(card.device->num_program_cache_entries(), 2u);
}

TEST(DeviceOperation, WithoutACacheEveryCallBuilds) {
    Card card;
    card.device->disable_and_clear_program_cache();
    const Tensor input = card.tensor(Shape({4, 16}));
    expect_sum<AddHashed>(input, 1);
    expect_sum<AddHashed>(input, 1);
    EXPECT_EQ(created, 2);
}

TEST(DeviceOperation, RefusalsAllocateNothing) {
    Card card;
    const Tensor wrong = card.tensor(Shape({4, 16}), 0, DataType::FLOAT32);
    try {
        device_operation::launch<AddHashed>(Params{1, wrong.memory_config()}, Inputs{wrong});
        FAIL() << "nothing was refused";
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(), HasSubstr("must be UINT32, but it is DataType::FLOAT32"));
    }
    EXPECT_EQ(card.device->num_program_cache_entries(), 0u);
    card.device->set_program_cache_misses_allowed(false);
    const Tensor right = card.tensor(Shape({4, 16}));
    EXPECT_THROW(device_operation::launch<AddHashed>(Params{1, right.memory_config()}, Inputs{right}),
                 std::runtime_error);
}

namespace {

struct ExecuteTwice {
    static Tensor invoke(const Tensor& input) {
        return device_operation::launch<AddHashed>(Params{2, input.memory_config()}, Inputs{input});
    }
};
constexpr auto twice = ttnn::register_operation<"ttnn::test::twice", ExecuteTwice>();
constexpr auto prim_add = ttnn::register_operation<"ttnn::prim::test_add", AddPlain>();

}  // namespace

TEST(Registration, ObjectsAreCallableAndHaveNames) {
    Card card;
    const Tensor input = card.tensor(Shape({4, 16}));
    EXPECT_EQ(twice(input).to_vector<uint32_t>()[3], 5u);
    EXPECT_EQ(prim_add(input, 10u).to_vector<uint32_t>()[3], 13u);  // invoke returns attributes and tensors
    EXPECT_EQ(twice.base_name(), "twice");
    EXPECT_EQ(twice.class_name(), "twice_t");
    EXPECT_EQ(twice.python_fully_qualified_name(), "ttnn.test.twice");
}

TEST(Registration, DocumentationIsKeptByName) {
    ttnn::register_documentation({.name = "some_op",
                                  .python_name = "ttnn.some_op",
                                  .summary = "does it",
                                  .text = "All.",
                                  .arguments = {{"x", "Tensor", "", "what"}}});
    ASSERT_NE(ttnn::find_documentation("some_op"), nullptr);
    EXPECT_THAT(ttnn::documentation_text(*ttnn::find_documentation("some_op")), HasSubstr("x (Tensor): what"));
    const ttnn::OperationDoc* const first = ttnn::find_documentation("some_op");
    ttnn::register_documentation(
        {.name = "some_op", .python_name = "ttnn.some_op", .summary = "does more", .text = "", .arguments = {}});
    EXPECT_EQ(ttnn::find_documentation("some_op")->summary, "does more");
    EXPECT_EQ(first->summary, "does it");
    EXPECT_EQ(ttnn::find_documentation("none"), nullptr);
}

TEST(Hash, DiffersWhereAttributesDiffer) {
    using tt::stl::hash::hash_objects_with_default_seed;
    struct Attributes {
        const float a;
        const std::optional<int> b;
        const std::vector<int> c;
    };
    const auto hash = [](const Attributes& value) { return hash_objects_with_default_seed(value); };
    EXPECT_EQ(hash({1.0f, 2, {3}}), hash({1.0f, 2, {3}}));
    EXPECT_NE(hash({1.0f, 2, {3}}), hash({1.5f, 2, {3}}));
    EXPECT_NE(hash({1.0f, 2, {3}}), hash({1.0f, std::nullopt, {3}}));
    EXPECT_NE(hash({1.0f, 2, {3}}), hash({1.0f, 2, {3, 4}}));
}
