// One sender, a rectangle of receivers: multicast of data followed by a signal, with an optional handshake before.
// The signal is a flag that the receiver clears, or a counter that only grows.
#pragma once

#include <cstdint>

#include "api/dataflow/endpoints.h"
#include "api/dataflow/noc.h"
#include "api/dataflow/noc_semaphore.h"

#define MCAST_PIPE_API_VERSION 8

namespace dataflow_kernel_lib {

enum class DataReadySignal { Flag, Counter };

static constexpr uint32_t UNUSED_SEM_ID = 0xFFFFFFFFu;
// Every receiver acknowledges.
static constexpr uint32_t ACK_EQUALS_FANOUT = 0xFFFFFFFFu;

// A rectangle of cores by any two opposite corners. NoC 1 runs the other way, so it takes them swapped.
template <uint8_t NOC_ID = noc_index>
struct McastRect {
    struct Bounds {
        uint32_t sx, sy, ex, ey;
    };
    constexpr McastRect(uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1)
        : low_{x0 < x1 ? x0 : x1, y0 < y1 ? y0 : y1, x0 < x1 ? x1 : x0, y0 < y1 ? y1 : y0},
          bounds_(NOC_ID == 1 ? Bounds{low_.ex, low_.ey, low_.sx, low_.sy} : low_) {}

    constexpr const Bounds& bounds() const { return bounds_; }
    constexpr uint32_t xlo() const { return low_.sx; }
    constexpr uint32_t xhi() const { return low_.ex; }
    constexpr uint32_t ylo() const { return low_.sy; }
    constexpr uint32_t yhi() const { return low_.ey; }
    constexpr uint32_t area() const { return (xhi() - xlo() + 1) * (yhi() - ylo() + 1); }
    constexpr bool contains(uint32_t x, uint32_t y) const {
        return x >= xlo() && x <= xhi() && y >= ylo() && y <= yhi();
    }

private:
    Bounds low_, bounds_;
};

template <uint8_t NOC_ID, uint32_t DATA_READY_SEM_ID, bool PRE_HANDSHAKE = true,
          uint32_t CONSUMER_READY_SEM_ID = UNUSED_SEM_ID, DataReadySignal DATA_READY_SIGNAL = DataReadySignal::Flag>
class SenderPipe {
    static_assert(!PRE_HANDSHAKE || CONSUMER_READY_SEM_ID != UNUSED_SEM_ID,
                  "SenderPipe: a handshake needs CONSUMER_READY_SEM_ID; or set PRE_HANDSHAKE to false");

public:
    explicit SenderPipe(const Noc& noc, const McastRect<NOC_ID>& dest, uint32_t consumer_ack_count = ACK_EQUALS_FANOUT)
        : noc_(noc),
          dest_(dest),
          data_ready_(DATA_READY_SEM_ID),
          consumer_ready_(PRE_HANDSHAKE ? CONSUMER_READY_SEM_ID : 0),
          inside_(dest.contains(tw_self->my_x[NOC_ID], tw_self->my_y[NOC_ID])),
          receivers_(dest.area() - (inside_ ? 1 : 0)),
          acks_(consumer_ack_count == ACK_EQUALS_FANOUT ? receivers_ : consumer_ack_count) {
        if constexpr (DATA_READY_SIGNAL == DataReadySignal::Flag) data_ready_.set(VALID);
    }

    void send(uint32_t src_l1, uint32_t dst_l1, uint32_t size) {
        if (receivers_ == 0) {
            if (inside_ && src_l1 != dst_l1) {
                noc_async_read(get_noc_addr(src_l1, NOC_ID), dst_l1, size, NOC_ID);
                noc_.async_read_barrier();
            }
            return;
        }
        if constexpr (PRE_HANDSHAKE) {
            consumer_ready_.wait(acks_);
            consumer_ready_.set(0);
        }
        const bool loopback = inside_ && src_l1 != dst_l1;
        const auto& r = dest_.bounds();
        const uint64_t to = get_noc_multicast_addr(r.sx, r.sy, r.ex, r.ey, dst_l1, NOC_ID);
        if (loopback) {
            noc_async_write_multicast_loopback_src(src_l1, to, size, receivers_ + 1, true, NOC_ID);
        } else {
            noc_async_write_multicast(src_l1, to, size, receivers_, true, NOC_ID);
        }
        signal(loopback);
    }

    void send_signal() {
        if (receivers_ > 0) signal(false);
    }

private:
    // Rides the same path as the data, so it arrives after it.
    void signal(bool loopback) {
        const auto& r = dest_.bounds();
        const uint32_t receivers = receivers_ + (loopback ? 1 : 0);
        if constexpr (DATA_READY_SIGNAL == DataReadySignal::Counter) {
            data_ready_.inc_multicast(noc_, r.sx, r.sy, r.ex, r.ey, 1, receivers);
        } else {
            data_ready_.set(VALID);
            if (loopback) {
                data_ready_.template set_multicast<NocOptions::MCAST_INCL_SRC>(noc_, r.sx, r.sy, r.ex, r.ey, receivers);
            } else {
                data_ready_.set_multicast(noc_, r.sx, r.sy, r.ex, r.ey, receivers);
            }
        }
        noc_.async_writes_flushed();
        if constexpr (DATA_READY_SIGNAL == DataReadySignal::Counter) noc_.async_atomic_barrier();
    }

    Noc noc_;
    McastRect<NOC_ID> dest_;
    Semaphore<> data_ready_;
    Semaphore<> consumer_ready_;
    bool inside_;
    uint32_t receivers_;
    uint32_t acks_;
};

template <uint32_t DATA_READY_SEM_ID, bool PRE_HANDSHAKE = true, uint32_t CONSUMER_READY_SEM_ID = UNUSED_SEM_ID,
          DataReadySignal DATA_READY_SIGNAL = DataReadySignal::Flag>
class ReceiverPipe {
    static_assert(!PRE_HANDSHAKE || CONSUMER_READY_SEM_ID != UNUSED_SEM_ID,
                  "ReceiverPipe: a handshake needs CONSUMER_READY_SEM_ID; or set PRE_HANDSHAKE to false");

public:
    explicit ReceiverPipe(const Noc& noc)
        : noc_(noc), data_ready_(DATA_READY_SEM_ID), consumer_ready_(PRE_HANDSHAKE ? CONSUMER_READY_SEM_ID : 0) {
        if constexpr (DATA_READY_SIGNAL == DataReadySignal::Flag) data_ready_.set(INVALID);
    }

    void receive(uint32_t sender_x, uint32_t sender_y) {
        if constexpr (PRE_HANDSHAKE) consumer_ready_.up(noc_, sender_x, sender_y, 1);
        receive_signal();
    }
    uint32_t receive_signal() {
        if constexpr (DATA_READY_SIGNAL == DataReadySignal::Counter) {
            data_ready_.wait_min(++round_);
            return round_;
        } else {
            data_ready_.wait(VALID);
            data_ready_.set(INVALID);
            return VALID;
        }
    }

private:
    Noc noc_;
    Semaphore<> data_ready_;
    Semaphore<> consumer_ready_;
    uint32_t round_ = 0;
};

}  // namespace dataflow_kernel_lib
