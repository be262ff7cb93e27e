// Semaphore: a 32-bit word in L1, under one address on all cores of the program.
#pragma once

#include "api/dataflow/noc.h"

template <ProgrammableCoreType core_type = ProgrammableCoreType::TENSIX>
class Semaphore {
public:
    explicit Semaphore(uint32_t semaphore_id) : address_(get_semaphore<core_type>(semaphore_id)) {}

    void up(uint32_t value) { tw_semaphore_add(word(), value); }  // local, not atomic
    void up(const Noc& noc, uint32_t noc_x, uint32_t noc_y, uint32_t value, uint8_t vc = NOC_UNICAST_WRITE_VC) {
        noc_semaphore_inc(get_noc_addr(noc_x, noc_y, noc.get_noc_id()), value, noc.get_noc_id(), vc);
    }
    void down(uint32_t value) {
        tw_semaphore_wait_min(word(), value);
        tw_semaphore_add(word(), 0u - value);
    }
    void wait(uint32_t value) { noc_semaphore_wait(word(), value); }
    void wait_min(uint32_t value) { noc_semaphore_wait_min(word(), value); }
    void set(uint32_t value) { noc_semaphore_set(word(), value); }

    // Sends the own value to the same semaphore of a rectangle of cores.
    template <auto... Options>
    void set_multicast(const Noc& noc, uint32_t noc_x_start, uint32_t noc_y_start, uint32_t noc_x_end,
                       uint32_t noc_y_end, uint32_t num_dests, bool linked = false) {
        relay_multicast<Options...>(noc, *this, noc_x_start, noc_y_start, noc_x_end, noc_y_end, num_dests, linked);
    }
    void inc_multicast(const Noc& noc, uint32_t noc_x_start, uint32_t noc_y_start, uint32_t noc_x_end,
                       uint32_t noc_y_end, uint32_t value, uint32_t num_dests) {
        noc_semaphore_inc_multicast(
            get_noc_multicast_addr(noc_x_start, noc_y_start, noc_x_end, noc_y_end, noc.get_noc_id()), value, num_dests,
            noc.get_noc_id());
    }

    // Copies the own value into another semaphore elsewhere.
    template <ProgrammableCoreType dst_core_type = core_type>
    void relay_unicast(const Noc& noc, const Semaphore<dst_core_type>& dst_sem, uint32_t noc_x, uint32_t noc_y) {
        noc_semaphore_set_remote(address_, dst_sem.get_noc_addr(noc_x, noc_y, noc.get_noc_id()), noc.get_noc_id());
    }
    template <auto... Options, ProgrammableCoreType dst_core_type = core_type>
    void relay_multicast(const Noc& noc, const Semaphore<dst_core_type>& dst_sem, uint32_t noc_x_start,
                         uint32_t noc_y_start, uint32_t noc_x_end, uint32_t noc_y_end, uint32_t num_dests,
                         bool linked = false) {
        const uint64_t to =
            dst_sem.get_noc_multicast_addr(noc_x_start, noc_y_start, noc_x_end, noc_y_end, noc.get_noc_id());
        if constexpr (tw::NocOptionList<Options...>::loopback) {
            noc_semaphore_set_multicast_loopback_src(address_, to, num_dests, linked, noc.get_noc_id());
        } else {
            noc_semaphore_set_multicast(address_, to, num_dests, linked, noc.get_noc_id());
        }
    }

    uint32_t get_l1_addr() const { return address_; }
    uint64_t get_noc_addr(uint32_t noc_x, uint32_t noc_y, uint8_t noc = TW_DEFAULT_NOC) const {
        return ::get_noc_addr(noc_x, noc_y, address_, noc);
    }
    uint64_t get_noc_multicast_addr(uint32_t noc_x_start, uint32_t noc_y_start, uint32_t noc_x_end, uint32_t noc_y_end,
                                    uint8_t noc = TW_DEFAULT_NOC) const {
        return ::get_noc_multicast_addr(noc_x_start, noc_y_start, noc_x_end, noc_y_end, address_, noc);
    }

private:
    volatile tt_l1_ptr uint32_t* word() const { return reinterpret_cast<volatile tt_l1_ptr uint32_t*>(address_); }

    uint32_t address_;
};
