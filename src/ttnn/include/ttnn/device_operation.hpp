// Device operations: an op's static functions, put in order. launch() checks the inputs, finds or builds the program,
// refreshes its arguments, makes the outputs and runs it.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "tilewright/cache_hits.hpp"
#include "tt-metalium/distributed.hpp"
#include "tt-metalium/program_cache.hpp"
#include "tt-metalium/program_descriptors.hpp"
#include "tt_stl/assert.hpp"
#include "ttnn/operation.hpp"
#include "ttnn/types.hpp"

namespace ttnn::device_operation {

template <typename T>
using CachedProgram = tt::tt_metal::program_cache::detail::CachedProgram<T>;
template <typename T>
using CachedMeshWorkload = tt::tt_metal::program_cache::detail::CachedMeshWorkload<T>;
template <typename T>
using AdaptedCachedMeshWorkload = tt::tt_metal::program_cache::detail::AdaptedCachedMeshWorkload<T>;

namespace concepts {

template <typename Op>
concept HasHash =
    requires(const typename Op::operation_attributes_t& attributes, const typename Op::tensor_args_t& args) {
        { Op::compute_program_hash(attributes, args) } -> std::convertible_to<tt::stl::hash::hash_t>;
    };
template <typename Op>
concept HasHitValidation =
    requires(const typename Op::operation_attributes_t& attributes, const typename Op::tensor_args_t& args) {
        Op::validate_on_program_cache_hit(attributes, args);
    };
template <typename Op>
concept HasSkip = requires(const typename Op::operation_attributes_t& attributes,
                           const typename Op::tensor_args_t& args, typename Op::tensor_return_value_t& output) {
    { Op::skip_launch(attributes, args, output) } -> std::convertible_to<bool>;
};
template <typename Op>
concept HasFactories = requires { typename Op::program_factory_t; };
template <typename Op>
concept HasSelection =
    requires(const typename Op::operation_attributes_t& attributes, const typename Op::tensor_args_t& args) {
        Op::select_program_factory(attributes, args);
    };

// Three kinds of factories.
template <typename Factory>
concept ClassicFactory =
    requires { typename Factory::shared_variables_t; } && !requires { typename Factory::cached_mesh_workload_t; };
template <typename Factory>
concept WorkloadFactory = requires { typename Factory::cached_mesh_workload_t; };
template <typename Factory, typename Op>
concept DescriptorFactory =
    requires(const typename Op::operation_attributes_t& attributes, const typename Op::tensor_args_t& args,
             typename Op::tensor_return_value_t& output) {
        {
            Factory::create_descriptor(attributes, args, output)
        } -> std::convertible_to<tt::tt_metal::ProgramDescriptor>;
    };

}  // namespace concepts

namespace detail {

// The single-factory short form: the op is its own factory.
template <typename Op, bool = concepts::HasFactories<Op>>
struct Factories {
    using type = typename Op::program_factory_t;
};
template <typename Op>
struct Factories<Op, false> {
    using type = std::variant<Op>;
};

template <typename Op>
typename Factories<Op>::type select_factory(const typename Op::operation_attributes_t& attributes,
                                            const typename Op::tensor_args_t& args) {
    using factories = typename Factories<Op>::type;
    if constexpr (concepts::HasSelection<Op>) {
        return Op::select_program_factory(attributes, args);
    } else {
        static_assert(std::variant_size_v<factories> == 1,
                      "a device operation with several factories needs select_program_factory");
        return std::variant_alternative_t<0, factories>{};
    }
}

template <typename Variant, std::size_t I = 0>
Variant alternative(std::size_t index) {
    if constexpr (I < std::variant_size_v<Variant>) {
        if (index == I) return std::variant_alternative_t<I, Variant>{};
        return alternative<Variant, I + 1>(index);
    } else {
        TT_THROW("TW9000: program cache: factory {} of {}", index, std::variant_size_v<Variant>);
    }
}

// Every tensor inside an argument, wherever it is.
template <typename T, typename Visit>
void visit_tensors(const T& object, Visit&& visit) {
    namespace h = tt::stl::hash::detail;
    if constexpr (std::is_same_v<T, Tensor>) {
        visit(object);
    } else if constexpr (h::is_reference_wrapper<T>) {
        visit_tensors(object.get(), visit);
    } else if constexpr (h::is_optional<T>) {
        if (object.has_value()) visit_tensors(*object, visit);
    } else if constexpr (h::is_variant<T>) {
        std::visit([&](const auto& held) { visit_tensors(held, visit); }, object);
    } else if constexpr (h::is_tuple<T>) {
        std::apply([&](const auto&... parts) { (visit_tensors(parts, visit), ...); }, object);
    } else if constexpr (std::is_pointer_v<T>) {
        if constexpr (std::is_same_v<std::remove_cv_t<std::remove_pointer_t<T>>, Tensor>) {
            if (object != nullptr) visit(*object);
        }
    } else if constexpr (requires { object.attribute_values(); }) {
        std::apply([&](const auto&... parts) { (visit_tensors(parts, visit), ...); }, object.attribute_values());
    } else if constexpr (requires {
                             object.begin();
                             object.end();
                         } && !std::is_convertible_v<T, std::string_view>) {
        for (const auto& part : object) visit_tensors(part, visit);
    } else if constexpr (std::is_class_v<T> && std::is_aggregate_v<T>) {
        visit_tensors(h::tie(object), visit);
    }
}

template <typename Op>
MeshDevice* device_of(const typename Op::tensor_args_t& args) {
    MeshDevice* device = nullptr;
    bool any = false;
    visit_tensors(args, [&](const Tensor& tensor) {
        if (!any) device = tensor.device();  // hashes and factories look at the first one, so it must be there
        any = true;
    });
    TT_FATAL(any, "TW3219: the operation has no input tensor; at least one must be given");
    TT_FATAL(device != nullptr,
             "TW3219: the first input tensor has storage HOST and must be on a device; move it there with "
             "to_device(device)");
    return device;
}

template <typename Op>
tt::stl::hash::hash_t compute_program_hash(const typename Op::operation_attributes_t& attributes,
                                           const typename Op::tensor_args_t& args) {
    if constexpr (concepts::HasHash<Op>) {
        return Op::compute_program_hash(attributes, args);
    } else {
        return tt::stl::hash::hash_objects_with_default_seed(tt::stl::hash::type_hash<Op>, attributes, args);
    }
}

template <typename Op>
void validate(bool hit, const typename Op::operation_attributes_t& attributes, const typename Op::tensor_args_t& args) {
    if constexpr (concepts::HasHitValidation<Op>) {
        if (hit) return Op::validate_on_program_cache_hit(attributes, args);
    }
    Op::validate_on_program_cache_miss(attributes, args);
}

// What the program cache keeps, by kind of factory.
template <typename Op, typename Factory>
struct Runner {
    using attributes_t = typename Op::operation_attributes_t;
    using args_t = typename Op::tensor_args_t;
    using output_t = typename Op::tensor_return_value_t;

    static auto create(MeshDevice& device, const attributes_t& attributes, const args_t& args, output_t& output) {
        using tt::tt_metal::distributed::MeshWorkload;
        const MeshCoordinateRange everywhere(device.shape());
        if constexpr (concepts::ClassicFactory<Factory>) {
            using shared_t = typename Factory::shared_variables_t;
            auto made = Factory::create(attributes, args, output);
            MeshWorkload workload;
            workload.add_program(everywhere, std::move(made.program));
            std::unordered_map<MeshCoordinateRange, shared_t> shared;
            shared.emplace(everywhere, std::move(made.shared_variables));
            return AdaptedCachedMeshWorkload<shared_t>(std::move(workload), std::move(shared));
        } else if constexpr (concepts::WorkloadFactory<Factory>) {
            tt::tt_metal::distributed::MeshCoordinateRangeSet ranges;
            ranges.merge(everywhere);
            return Factory::create_mesh_workload(attributes, ranges, args, output);
        } else {
            static_assert(concepts::DescriptorFactory<Factory, Op>,
                          "a program factory has create() and override_runtime_arguments(), create_mesh_workload(), or "
                          "create_descriptor()");
            MeshWorkload workload;
            workload.add_program(everywhere,
                                 tt::tt_metal::Program(Factory::create_descriptor(attributes, args, output)));
            return CachedMeshWorkload<std::monostate>(std::move(workload), {});
        }
    }

    template <typename Cached>
    static void refresh(Cached& cached, const attributes_t& attributes, const args_t& args, output_t& output) {
        if constexpr (concepts::ClassicFactory<Factory>) {
            for (auto& [range, program] : cached.workload.get_programs()) {
                auto view = CachedProgram<typename Factory::shared_variables_t>::proxy(
                    program, cached.shared_variables.at(range));
                Factory::override_runtime_arguments(view, attributes, args, output);
            }
        } else if constexpr (concepts::WorkloadFactory<Factory>) {
            Factory::override_runtime_arguments(cached, attributes, args, output);
        } else {
            const auto descriptor = Factory::create_descriptor(attributes, args, output);
            for (auto& [range, program] : cached.workload.get_programs()) {
                tt::tt_metal::apply_descriptor_runtime_args(program, descriptor);
            }
        }
    }
};

// For reports.
template <typename Op>
void label_tensors(MeshDevice& device, const typename Op::tensor_args_t& args,
                   const typename Op::tensor_return_value_t& output) {
    std::vector<std::pair<const tt::tt_metal::Buffer*, std::string>> labels;
    const auto label = [&](const Tensor& tensor, std::string name) {
        if (tensor.storage_type() == StorageType::DEVICE && tensor.is_allocated())
            labels.emplace_back(tensor.buffer(), std::move(name));
    };
    std::size_t inputs = 0, outputs = 0;
    visit_tensors(args, [&](const Tensor& tensor) { label(tensor, "input " + std::to_string(inputs++)); });
    visit_tensors(output, [&](const Tensor& tensor) { label(tensor, "output " + std::to_string(outputs++)); });
    tilewright::label_tensors(device, labels);
}

// Calls of several threads on one device come one after another: a cached program holds the arguments of one call.
std::unique_lock<std::recursive_mutex> one_call_at_a_time(MeshDevice& device);

// The address of this names the op in the cache: two ops whose hashes collide must not share programs.
template <typename Op>
inline const char op_tag = 0;

template <typename Op>
typename Op::tensor_return_value_t launch(const typename Op::operation_attributes_t& attributes,
                                          const typename Op::tensor_args_t& args) {
    using factories = typename Factories<Op>::type;
    MeshDevice* device = device_of<Op>(args);
    const auto lock = one_call_at_a_time(*device);
    auto& cache = device->get_program_cache();
    auto& queue = device->mesh_command_queue();
    const bool cached = cache.is_enabled();
    tt::stl::hash::hash_t key = 0;
    if (cached) {
        key = tt::stl::hash::mix(compute_program_hash<Op>(attributes, args),
                                 reinterpret_cast<std::uintptr_t>(&op_tag<Op>));
    }
    const bool hit = cached && cache.contains(key);
    // Nothing is allocated for a call that is refused.
    if (!hit) {
        TT_FATAL(!cached || cache.cache_misses_allowed(),
                 "TW3214: the operation's program is not in the program cache, and "
                 "set_program_cache_misses_allowed(false) forbids building it");
    }
    validate<Op>(hit, attributes, args);
    auto output = Op::create_output_tensors(attributes, args);
    if constexpr (concepts::HasSkip<Op>) {
        if (Op::skip_launch(attributes, args, output)) return output;
    }
    label_tensors<Op>(*device, args, output);
    if (hit) {
        auto& entry = cache.get(key);
        std::visit(
            [&]<typename Factory>(const Factory&) {
                using made_t = decltype(Runner<Op, Factory>::create(*device, attributes, args, output));
                auto& made = entry.template get<made_t>();
                Runner<Op, Factory>::refresh(made, attributes, args, output);
                for (auto& [range, program] : made.workload.get_programs()) {
                    if (!tilewright::compares_hits(*device, program)) continue;
                    tilewright::compare_hit(*device, program, [&, where = range] {
                        auto fresh = Runner<Op, Factory>::create(*device, attributes, args, output);
                        return std::move(fresh.workload.get_programs().at(where));
                    });
                }
                tt::tt_metal::distributed::EnqueueMeshWorkload(queue, made.workload, false);
            },
            alternative<factories>(entry.program_factory_index));
        return output;
    }
    const factories chosen = select_factory<Op>(attributes, args);
    std::visit(
        [&]<typename Factory>(const Factory&) {
            auto made = Runner<Op, Factory>::create(*device, attributes, args, output);
            if (!cached) {
                tt::tt_metal::distributed::EnqueueMeshWorkload(queue, made.workload, false);
                return;
            }
            using made_t = decltype(made);
            cache.insert(key,
                         tt::tt_metal::program_cache::detail::CachedProgramFactory(std::move(made), chosen.index()));
            tt::tt_metal::distributed::EnqueueMeshWorkload(queue, cache.get(key).template get<made_t>().workload,
                                                           false);
        },
        chosen);
    return output;
}

// An op that is registered itself: invoke() gives attributes and tensor arguments.
template <typename Op, typename... Args>
typename Op::tensor_return_value_t invoke(Args&&... args) {
    auto [attributes, tensor_args] = Op::invoke(std::forward<Args>(args)...);
    return launch<Op>(attributes, tensor_args);
}

}  // namespace detail

using detail::launch;

}  // namespace ttnn::device_operation
