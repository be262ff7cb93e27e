// Tensors as operands of Noc transfers: pages of accessors and views, shards, pages from iterators.
#pragma once

#include "api/dataflow/noc.h"
#include "api/tensor/tensor_accessor.h"

namespace tw {

struct PageArgs {
    uint32_t page_id{};
    uint32_t offset_bytes = 0;
};
struct ShardArgs {
    uint32_t shard_id{};
    uint32_t offset_bytes = 0;
};

// A local address is the low part: it makes sense where the page is known to be this core's.
template <Noc::AddressType address_type>
FORCE_INLINE auto as_address(uint64_t noc_addr) {
    if constexpr (address_type == Noc::AddressType::LOCAL_L1) {
        return static_cast<uint32_t>(NOC_LOCAL_ADDR_OFFSET(noc_addr));
    } else {
        return noc_addr;
    }
}

template <typename T>
struct PagedNocTraits {
    using src_args_type = PageArgs;
    using dst_args_type = PageArgs;
    template <Noc::AddressType address_type>
    static auto src_addr(const T& tensor, const Noc& noc, const PageArgs& args) {
        return as_address<address_type>(tensor.get_noc_addr(args.page_id, args.offset_bytes, noc.get_noc_id()));
    }
    template <Noc::AddressType address_type>
    static auto dst_addr(const T& tensor, const Noc& noc, const PageArgs& args) {
        return src_addr<address_type>(tensor, noc, args);
    }
};

}  // namespace tw

template <typename DSpecT>
struct noc_traits_t<TensorAccessor<DSpecT>> : tw::PagedNocTraits<TensorAccessor<DSpecT>> {};
template <typename Accessor>
struct noc_traits_t<PageView<Accessor>> : tw::PagedNocTraits<PageView<Accessor>> {};
template <>
struct noc_traits_t<AbstractTensorAccessorWrapper> : tw::PagedNocTraits<AbstractTensorAccessorWrapper> {};

template <typename Accessor>
struct noc_traits_t<ShardView<Accessor>> {
    using src_args_type = tw::ShardArgs;
    using dst_args_type = tw::ShardArgs;
    template <Noc::AddressType address_type>
    static auto src_addr(const ShardView<Accessor>& view, const Noc& noc, const tw::ShardArgs& args) {
        return tw::as_address<address_type>(view.get_noc_addr(args.shard_id, args.offset_bytes, noc.get_noc_id()));
    }
    template <Noc::AddressType address_type>
    static auto dst_addr(const ShardView<Accessor>& view, const Noc& noc, const tw::ShardArgs& args) {
        return src_addr<address_type>(view, noc, args);
    }
};

template <>
struct noc_traits_t<tensor_accessor::Page> {
    struct src_args_type {
        uint32_t offset_bytes = 0;
    };
    using dst_args_type = src_args_type;
    template <Noc::AddressType address_type>
    static auto src_addr(const tensor_accessor::Page& page, const Noc&, const src_args_type& args) {
        return tw::as_address<address_type>(page.noc_addr() + args.offset_bytes);
    }
    template <Noc::AddressType address_type>
    static auto dst_addr(const tensor_accessor::Page& page, const Noc& noc, const dst_args_type& args) {
        return src_addr<address_type>(page, noc, args);
    }
};
