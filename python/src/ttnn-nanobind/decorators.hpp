// Binding of registered operations: an object with a name, a text and a call per overload.
#pragma once

#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "binding.hpp"
#include "ttnn/decorators.hpp"

#include <nanobind/stl/variant.h>

namespace ttnn {

namespace nb = nanobind;

// The arguments of the operation's own invoke, in order.
template <typename... Args>
struct nanobind_arguments_t {
    std::tuple<Args...> value;
    explicit nanobind_arguments_t(Args... args) : value(std::move(args)...) {}
};

// A function of its own: (operation, arguments...).
template <typename Function, typename... Args>
struct nanobind_overload_t {
    Function function;
    std::tuple<Args...> value;
    explicit nanobind_overload_t(Function function, Args... args)
        : function(std::move(function)), value(std::move(args)...) {}
};

namespace detail {

// A parameter as Python hands it over: by value, and writable inside an optional.
template <typename T>
struct Given {
    using type = T;
};
template <typename T>
struct Given<std::optional<const T>> {
    using type = std::optional<T>;
};
template <typename T>
using given_t = typename Given<std::remove_cvref_t<T>>::type;

template <typename T>
const Tensor* tensor_in(const T& argument) {
    if constexpr (std::is_same_v<T, Tensor>)
        return &argument;
    else if constexpr (std::is_same_v<T, std::optional<Tensor>>)
        return argument ? &*argument : nullptr;
    else
        return nullptr;
}

// The device of the first tensor that is on one.
template <typename... Args>
MeshDevice* device_in(const Args&... args) {
    MeshDevice* device = nullptr;
    const auto look = [&](const Tensor* tensor) {
        if (device == nullptr && tensor != nullptr && tensor->storage_type() == StorageType::DEVICE &&
            tensor->is_allocated()) {
            device = tensor->device();
        }
    };
    (look(tensor_in(args)), ...);
    return device;
}

template <typename Op, typename Result, typename... Params>
auto call_of(Result (*)(Params...)) {
    return [](const Op& op, given_t<Params>... args) -> Result {
        MeshDevice* device = device_in(args...);
        if (device == nullptr) return op(args...);  // refused by the operation, in its own words
        std::optional<Result> result;
        tilewright::python::run_on_card(*device, [&] { result.emplace(op(args...)); });
        return std::move(*result);
    };
}

template <typename Class, typename Op, typename Execute, typename... Args>
void add_overload(Class& bound, const nanobind_arguments_t<Args...>& arguments, std::type_identity<Op>,
                  std::type_identity<Execute>) {
    std::apply([&](const Args&... args) { bound.def("__call__", call_of<Op>(&Execute::invoke), args...); },
               arguments.value);
}

template <typename Class, typename Op, typename Execute, typename Function, typename... Args>
void add_overload(Class& bound, const nanobind_overload_t<Function, Args...>& overload, std::type_identity<Op>,
                  std::type_identity<Execute>) {
    std::apply([&](const Args&... args) { bound.def("__call__", overload.function, args...); }, overload.value);
}

}  // namespace detail

template <decorators::NameLiteral Name, typename Execute, typename... Overloads>
void bind_registered_operation(nb::module_& mod, const decorators::registered_operation_t<Name, Execute>& operation,
                               const std::string& doc, const Overloads&... overloads) {
    using Op = decorators::registered_operation_t<Name, Execute>;
    nb::class_<Op> bound(mod, operation.class_name().c_str(), doc.c_str());
    bound.def_prop_ro("name", [](const Op& self) { return self.base_name(); });
    bound.def_prop_ro("python_fully_qualified_name", [](const Op& self) { return self.python_fully_qualified_name(); });
    bound.attr("__ttnn_operation__") = nb::none();
    (detail::add_overload(bound, overloads, std::type_identity<Op>{}, std::type_identity<Execute>{}), ...);
    mod.attr(operation.base_name().c_str()) = nb::cast(operation);
}

}  // namespace ttnn
