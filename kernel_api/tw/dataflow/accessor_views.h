// Several accessors at once, accessors behind one type, and views that choose pages or shards. Part of
// api/tensor/tensor_accessor.h.
#pragma once

#include "api/tensor/tensor_accessor.h"

// Addresses are consecutive runtime arguments. The older form also takes where the page sizes are: consecutive
// compile-time arguments.
template <typename... Args>
auto make_tensor_accessor_tuple(const std::tuple<Args...>& args, uint32_t address_rt_arg_index_start) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return std::make_tuple(TensorAccessor(
            std::get<I>(args), get_arg_val<uint32_t>(static_cast<int>(address_rt_arg_index_start + I)))...);
    }(std::index_sequence_for<Args...>());
}
template <typename... Args>
auto make_tensor_accessor_tuple(const std::tuple<Args...>& args, uint32_t address_rt_arg_index_start,
                                uint32_t page_size_ct_arg_index_start) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return std::make_tuple(TensorAccessor(std::get<I>(args),
                                              get_arg_val<uint32_t>(static_cast<int>(address_rt_arg_index_start + I)),
                                              kernel_compile_time_args[page_size_ct_arg_index_start + I])...);
    }(std::index_sequence_for<Args...>());
}

// An accessor of any type, by reference: it must outlive the wrapper.
class AbstractTensorAccessorWrapper {
public:
    AbstractTensorAccessorWrapper() = default;
    template <typename Accessor>
    AbstractTensorAccessorWrapper(const Accessor& accessor)
        : accessor_(&accessor), get_noc_addr_([](const void* self, uint32_t page, uint32_t offset, uint8_t noc) {
              return static_cast<const Accessor*>(self)->get_noc_addr(page, offset, noc);
          }) {}

    uint64_t get_noc_addr(uint32_t page_idx, uint32_t offset = 0, uint8_t noc = TW_DEFAULT_NOC) const {
        return get_noc_addr_(accessor_, page_idx, offset, noc);
    }

private:
    const void* accessor_ = nullptr;
    uint64_t (*get_noc_addr_)(const void*, uint32_t, uint32_t, uint8_t) = nullptr;
};

template <typename... Accessors>
auto make_abstract_tensor_accessor_wrappers(const std::tuple<Accessors...>& accessors) {
    return std::apply(
        [](const Accessors&... each) {
            return std::array<AbstractTensorAccessorWrapper, sizeof...(Accessors)>{
                AbstractTensorAccessorWrapper(each)...};
        },
        accessors);
}

namespace tw {
// What views have in common. The accessor must outlive the view.
template <typename Accessor>
struct AccessorView {
    constexpr explicit AccessorView(const Accessor& viewed) : accessor(viewed) {}
    const Accessor& accessor;
};
}  // namespace tw

// Transfers count in pages ...
template <typename Accessor>
struct PageView : tw::AccessorView<Accessor> {
    using tw::AccessorView<Accessor>::AccessorView;
    uint64_t get_noc_addr(uint32_t page_id, uint32_t offset, uint8_t noc) const {
        return this->accessor.get_noc_addr(page_id, offset, noc);
    }
};
template <typename Accessor>
PageView(const Accessor&) -> PageView<Accessor>;

// ... or in whole shards.
template <typename Accessor>
struct ShardView : tw::AccessorView<Accessor> {
    using tw::AccessorView<Accessor>::AccessorView;
    uint64_t get_noc_addr(uint32_t shard_id, uint32_t offset, uint8_t noc) const {
        return this->accessor.get_shard_noc_addr(shard_id, offset, noc);
    }
    bool is_local_shard(uint32_t shard_id, uint8_t noc) const { return this->accessor.is_local_shard(shard_id, noc); }
};
template <typename Accessor>
ShardView(const Accessor&) -> ShardView<Accessor>;
