// The NoC as an object: transfers between operands (buffers, accessors, endpoints), each described by noc_traits_t.
#pragma once

#include <cstdint>
#include <type_traits>

#include "api/dataflow/dataflow_api.h"
#include "tw/dataflow/noc_options.h"

struct DataflowBufferArgs {
    uint32_t offset_bytes{};
};

// What an operand is for the NoC: its argument aggregates (src_args_type, dst_args_type, dst_args_mcast_type) and its
// address (src_addr<AddressType>, dst_addr<…>, dst_addr_mcast<…>).
template <typename T>
struct noc_traits_t {
    static_assert(sizeof(T) == 0, "this type is no operand of a NoC transfer: noc_traits_t is not specialised for it");
};

class Noc {
    template <typename T>
    using src_args_t = typename noc_traits_t<T>::src_args_type;
    template <typename T>
    using dst_args_t = typename noc_traits_t<T>::dst_args_type;
    template <typename T>
    using dst_args_mcast_t = typename noc_traits_t<T>::dst_args_mcast_type;

public:
    using AddressType = tw::NocAddressType;
    using TxnIdMode = tw::NocTxnIdMode;
    using ResponseMode = tw::NocResponseMode;
    using BarrierMode = tw::NocBarrierMode;
    using McastMode = tw::NocMcastMode;
    using VcSelection = tw::NocVcSelection;
    static constexpr uint32_t INVALID_TXN_ID = 0xFFFFFFFF;

    Noc() = default;
    explicit Noc(uint8_t noc_id) : noc_id_{noc_id} {}
    uint8_t get_noc_id() const { return noc_id_; }

    bool is_local_bank(uint32_t virtual_x, uint32_t virtual_y) const {
        const uint32_t here_x = tw_self->my_x[noc_id_], here_y = tw_self->my_y[noc_id_];
        return virtual_x == here_x && virtual_y == here_y;
    }
    bool is_local_addr(const uint64_t noc_addr) const {
        return is_local_bank(static_cast<uint32_t>(NOC_UNICAST_ADDR_X(noc_addr)),
                             static_cast<uint32_t>(NOC_UNICAST_ADDR_Y(noc_addr)));
    }

    // ---- reads ----------------------------------------------------------------------------------------------------
    template <auto... Options, typename Src, typename Dst>
    FORCE_INLINE void async_read(const Src& src, const Dst& dst, uint32_t size_bytes, const src_args_t<Src>& src_args,
                                 const dst_args_t<Dst>& dst_args, const NocOptVals& noc_opts = {}) const {
        // A tag set here stays in the command buffer, as noc_async_read_set_trid leaves it.
        if constexpr (tw::NocOptionList<Options...>::tagged) noc_async_read_set_trid(noc_opts.trid, noc_id_);
        noc_async_read(remote_source(src, src_args), local_destination(dst, dst_args), size_bytes, noc_id_);
    }
    template <auto... Options, typename Src, typename Dst>
    FORCE_INLINE void async_read(const Src& src, const Dst& dst, uint32_t size_bytes, const src_args_t<Src>& src_args,
                                 const dst_args_t<Dst>& dst_args, uint32_t read_req_vc,
                                 uint32_t trid = INVALID_TXN_ID) const {
        async_read<Options...>(src, dst, size_bytes, src_args, dst_args, NocOptVals{.vc = read_req_vc, .trid = trid});
    }

    template <auto... Options, typename Src>
    FORCE_INLINE void set_async_read_state(const Src& src, uint32_t size_bytes, const src_args_t<Src>& src_args,
                                           const NocOptVals& = {}) const {
        const uint64_t address = remote_source(src, src_args);
        if constexpr (tw::NocOptionList<Options...>::one_packet) {
            noc_async_read_one_packet_set_state(address, size_bytes, 0, noc_id_);
        } else {
            noc_async_read_set_state(address, noc_id_);
        }
    }
    template <auto... Options, typename Src>
    FORCE_INLINE void set_async_read_state(const Src& src, uint32_t size_bytes, const src_args_t<Src>& src_args,
                                           uint8_t vc) const {
        set_async_read_state<Options...>(src, size_bytes, src_args, NocOptVals{.vc = vc});
    }
    template <auto... Options, typename Src, typename Dst>
    FORCE_INLINE void async_read_with_state(const Src& src, const Dst& dst, uint32_t size_bytes,
                                            const src_args_t<Src>& src_args, const dst_args_t<Dst>& dst_args,
                                            const NocOptVals& noc_opts = {}) const {
        const uint32_t from = static_cast<uint32_t>(remote_source(src, src_args));
        const uint32_t to = local_destination(dst, dst_args);
        if constexpr (tw::NocOptionList<Options...>::tagged) {
            noc_async_read_set_trid(noc_opts.trid, noc_id_);
        }
        if constexpr (tw::NocOptionList<Options...>::one_packet) {
            noc_async_read_one_packet_with_state(from, to, 0, noc_id_);
        } else {
            noc_async_read_with_state(from, to, size_bytes, noc_id_);
        }
    }
    template <auto... Options, typename Src, typename Dst>
    FORCE_INLINE void async_read_with_state(const Src& src, const Dst& dst, uint32_t size_bytes,
                                            const src_args_t<Src>& src_args, const dst_args_t<Dst>& dst_args,
                                            uint8_t vc) const {
        async_read_with_state<Options...>(src, dst, size_bytes, src_args, dst_args, NocOptVals{.vc = vc});
    }

    // ---- writes ---------------------------------------------------------------------------------------------------
    template <auto... Options, typename Src, typename Dst>
    FORCE_INLINE void async_write(const Src& src, const Dst& dst, uint32_t size_bytes, const src_args_t<Src>& src_args,
                                  const dst_args_t<Dst>& dst_args, const NocOptVals& noc_opts = {}) const {
        using List = tw::NocOptionList<Options...>;
        const uint32_t from = local_source(src, src_args);
        const uint64_t to = remote_destination(dst, dst_args);
        if constexpr (List::tagged) {
            noc_async_write_one_packet_with_trid<true, List::posted>(from, to, size_bytes, noc_opts.trid, 0, noc_id_);
        } else {
            noc_async_write<List::max_page_size, true, List::posted>(from, to, size_bytes, noc_id_);
        }
    }
    template <auto... Options, typename Src, typename Dst>
    FORCE_INLINE void async_write(const Src& src, const Dst& dst, uint32_t size_bytes, const src_args_t<Src>& src_args,
                                  const dst_args_t<Dst>& dst_args, uint32_t vc, uint32_t trid = INVALID_TXN_ID) const {
        async_write<Options...>(src, dst, size_bytes, src_args, dst_args, NocOptVals{.vc = vc, .trid = trid});
    }

    template <auto... Options, typename Src, typename Dst>
    FORCE_INLINE void async_write_multicast(const Src& src, const Dst& dst, uint32_t size_bytes, uint32_t num_dsts,
                                            const src_args_t<Src>& src_args, const dst_args_mcast_t<Dst>& dst_args,
                                            bool linked = false, uint32_t = INVALID_TXN_ID) const {
        using List = tw::NocOptionList<Options...>;
        static_assert(!List::tagged, "Noc::async_write_multicast: no transaction ids on multicasts");
        static_assert(!List::posted, "Noc::async_write_multicast: multicasts are not posted");
        const uint32_t from = local_source(src, src_args);
        const uint64_t to = noc_traits_t<Dst>::template dst_addr_mcast<AddressType::NOC>(dst, *this, dst_args);
        if constexpr (List::loopback) {
            noc_async_write_multicast_loopback_src(from, to, size_bytes, num_dsts, linked, noc_id_);
        } else {
            noc_async_write_multicast(from, to, size_bytes, num_dsts, linked, noc_id_);
        }
    }

    template <auto... Options, typename Dst>
    FORCE_INLINE void set_async_write_state(const Dst& dst, uint32_t size_bytes, const dst_args_t<Dst>& dst_args,
                                            const NocOptVals& = {}) const {
        noc_async_write_one_packet_set_state<tw::NocOptionList<Options...>::posted>(remote_destination(dst, dst_args),
                                                                                    size_bytes, noc_id_);
    }
    template <auto... Options, typename Dst>
    FORCE_INLINE void set_async_write_state(const Dst& dst, uint32_t size_bytes, const dst_args_t<Dst>& dst_args,
                                            uint8_t vc) const {
        set_async_write_state<Options...>(dst, size_bytes, dst_args, NocOptVals{.vc = vc});
    }
    template <auto... Options, typename Src, typename Dst>
    FORCE_INLINE void async_write_with_state(const Src& src, const Dst& dst, [[maybe_unused]] uint32_t size_bytes,
                                             const src_args_t<Src>& src_args, const dst_args_t<Dst>& dst_args,
                                             const NocOptVals& = {}) const {
        noc_async_write_one_packet_with_state<tw::NocOptionList<Options...>::posted>(
            local_source(src, src_args), static_cast<uint32_t>(remote_destination(dst, dst_args)), noc_id_);
    }
    template <auto... Options, typename Src, typename Dst>
    FORCE_INLINE void async_write_with_state(const Src& src, const Dst& dst, uint32_t size_bytes,
                                             const src_args_t<Src>& src_args, const dst_args_t<Dst>& dst_args,
                                             uint8_t vc) const {
        async_write_with_state<Options...>(src, dst, size_bytes, src_args, dst_args, NocOptVals{.vc = vc});
    }

    template <auto... Options, typename Dst>
    FORCE_INLINE void inline_dw_write(const Dst& dst, uint32_t val, const dst_args_t<Dst>& dst_args, uint8_t be = 0xF,
                                      const NocOptVals& = {}) const {
        noc_inline_dw_write<InlineWriteDst::DEFAULT, tw::NocOptionList<Options...>::posted>(
            remote_destination(dst, dst_args), val, be, noc_id_);
    }
    template <auto... Options, typename Dst>
    FORCE_INLINE void inline_dw_write(const Dst& dst, uint32_t val, const dst_args_t<Dst>& dst_args, uint8_t be,
                                      uint32_t vc, uint32_t = INVALID_TXN_ID) const {
        inline_dw_write<Options...>(dst, val, dst_args, be, NocOptVals{.vc = vc});
    }

    // ---- zeros ----------------------------------------------------------------------------------------------------
    // Local memory: reads of the core's block of zeros. Ends with write_zeros_l1_barrier().
    template <typename Dst>
    void async_write_zeros(const Dst& dst, uint32_t size_bytes, const dst_args_t<Dst>& args = {}) const {
        uint32_t to = local_destination(dst, args);
        for (uint32_t left = size_bytes; left > 0;) {
            const uint32_t chunk = left < MEM_ZEROS_SIZE ? left : MEM_ZEROS_SIZE;
            noc_async_read(get_noc_addr(MEM_ZEROS_BASE, noc_id_), to, chunk, noc_id_);
            to += chunk;
            left -= chunk;
        }
    }
    // Part of a DRAM page, from a buffer whose front the caller has zeroed. Ends with write_zeros_dram_barrier().
    template <typename DSpecT, typename Scratch>
    void async_write_zeros(const ::TensorAccessor<DSpecT>& accessor, uint32_t size_bytes,
                           const dst_args_t<::TensorAccessor<DSpecT>>& args, const Scratch& scratch) const {
        static_assert(DSpecT::is_dram, "Noc::async_write_zeros with a scratch buffer writes DRAM tensors only");
        const uint32_t from = local_source(scratch, src_args_t<Scratch>{});
        uint64_t to = accessor.get_noc_addr(args.page_id, args.offset_bytes, noc_id_);
        for (uint32_t left = size_bytes; left > 0;) {
            const uint32_t chunk = left < NOC_MAX_BURST_SIZE ? left : NOC_MAX_BURST_SIZE;
            noc_async_write(from, to, chunk, noc_id_);
            to += chunk;
            left -= chunk;
        }
    }
    void write_zeros_l1_barrier() const { noc_async_read_barrier(noc_id_); }
    void write_zeros_dram_barrier() const { noc_async_write_barrier(noc_id_); }

    // ---- barriers -------------------------------------------------------------------------------------------------
    bool is_read_trid_flushed(uint32_t trid) const { return tw_noc_flushed(noc_id_, TW_BARRIER_READ, trid) != 0; }

    template <auto... Options>
    void async_read_barrier(const NocOptVals& noc_opts = {}) const {
        barrier<Options...>(TW_BARRIER_READ, noc_opts.trid);
    }
    template <auto... Options>
    void async_read_barrier(uint32_t trid) const {
        barrier<Options...>(TW_BARRIER_READ, trid);
    }
    template <auto... Options>
    void async_write_barrier(const NocOptVals& noc_opts = {}) const {
        barrier<Options...>(TW_BARRIER_WRITE, noc_opts.trid);
    }
    template <auto... Options>
    void async_write_barrier(uint32_t trid) const {
        barrier<Options...>(TW_BARRIER_WRITE, trid);
    }
    template <auto... Options>
    void async_writes_flushed(const NocOptVals& noc_opts = {}) const {
        barrier<Options...>(sent<Options...>, noc_opts.trid);
    }
    template <auto... Options>
    void async_writes_flushed(uint32_t trid) const {
        barrier<Options...>(sent<Options...>, trid);
    }
    void async_full_barrier() const { noc_async_full_barrier(noc_id_); }
    void async_atomic_barrier() const { noc_async_atomic_barrier(noc_id_); }

private:
    template <auto... Options>
    static constexpr uint32_t sent =
        tw::NocOptionList<Options...>::posted ? TW_BARRIER_POSTED_SENT : TW_BARRIER_WRITE_SENT;

    template <auto... Options>
    void barrier(uint32_t what, uint32_t trid) const {
        tw_noc_barrier(noc_id_, what, tw::NocOptionList<Options...>::tagged ? trid : TW_NO_TRID);
    }
    template <typename Src>
    FORCE_INLINE uint64_t remote_source(const Src& src, const src_args_t<Src>& args) const {
        return noc_traits_t<Src>::template src_addr<AddressType::NOC>(src, *this, args);
    }
    template <typename Src>
    FORCE_INLINE uint32_t local_source(const Src& src, const src_args_t<Src>& args) const {
        return static_cast<uint32_t>(noc_traits_t<Src>::template src_addr<AddressType::LOCAL_L1>(src, *this, args));
    }
    template <typename Dst>
    FORCE_INLINE uint64_t remote_destination(const Dst& dst, const dst_args_t<Dst>& args) const {
        return noc_traits_t<Dst>::template dst_addr<AddressType::NOC>(dst, *this, args);
    }
    template <typename Dst>
    FORCE_INLINE uint32_t local_destination(const Dst& dst, const dst_args_t<Dst>& args) const {
        return static_cast<uint32_t>(noc_traits_t<Dst>::template dst_addr<AddressType::LOCAL_L1>(dst, *this, args));
    }

    uint8_t noc_id_ = TW_DEFAULT_NOC;
};
