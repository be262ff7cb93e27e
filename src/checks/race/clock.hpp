// Vector clocks of races.cpp: what a thread knows to have happened on all cores. Internal to src/checks.
//
// What can happen has an Id: the work of one of a core's threads (BRISC, NCRISC, the three of compute together) or a
// channel, on which transfers of one thread complete in order. A clock says for each Id up to which number its work is
// known to be done. The part about the own core is small and changes all the time; the part about other cores changes
// only with signals, so threads of a core share it.
#pragma once

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <memory>
#include <vector>

namespace tilewright::checks::races {

using Id = uint32_t;
constexpr uint32_t kLocalBits = 12;
constexpr uint32_t core_of(Id id) { return id >> kLocalBits; }
constexpr uint32_t kWay = 2;  // Channel::Kind::Way
constexpr bool is_way(Id id) { return (id >> 2 & 3) == kWay; }

struct Known {
    Id id;
    uint32_t number;
};

class Sparse {
public:
    // A core has three threads and a few channels of each: mostly no memory of its own.
    using List = boost::container::small_vector<Known, 8>;

    uint32_t get(Id id) const {
        const auto at = find(id);
        return at != all_.end() && at->id == id ? at->number : 0;
    }
    void raise(Id id, uint32_t number) {
        const auto at = all_.begin() + (find(id) - all_.begin());
        if (at != all_.end() && at->id == id)
            at->number = std::max(at->number, number);
        else
            all_.insert(at, {id, number});
    }
    bool covers(const Sparse& other) const {
        return std::all_of(other.all_.begin(), other.all_.end(),
                           [&](const Known& known) { return get(known.id) >= known.number; });
    }
    void join(const Sparse& other) {
        if (covers(other)) return;
        List both;
        both.reserve(all_.size() + other.all_.size());
        auto a = all_.begin();
        auto b = other.all_.begin();
        while (a != all_.end() || b != other.all_.end()) {
            if (b == other.all_.end() || (a != all_.end() && a->id < b->id))
                both.push_back(*a++);
            else if (a == all_.end() || b->id < a->id)
                both.push_back(*b++);
            else
                both.push_back({a->id, std::max(a++->number, b++->number)});
        }
        all_ = std::move(both);
    }
    const List& all() const { return all_; }

private:
    List::const_iterator find(Id id) const {
        return std::lower_bound(all_.begin(), all_.end(), id, [](const Known& known, Id to) { return known.id < to; });
    }
    List all_;
};

// A clock as it was: what a signal carries.
struct Snapshot {
    uint32_t home = 0;
    Sparse near;
    std::shared_ptr<const Sparse> far;

    // Mostly: what a thread knows now it also knows later.
    bool covers(const Snapshot& other) const {
        return home == other.home && near.covers(other.near) &&
               (!other.far || far == other.far || (far && far->covers(*other.far)));
    }
};
using Carried = std::shared_ptr<const Snapshot>;

class Clock {
public:
    explicit Clock(uint32_t home = 0) : home_(home) {}

    uint32_t get(Id id) const {
        if (core_of(id) == home_) return near_.get(id);
        return far_ ? far_->get(id) : 0;
    }
    void raise(Id id, uint32_t number) { near_.raise(id, number); }  // of the own core
    void learn(Id id, uint32_t number) {
        if (core_of(id) == home_) return near_.raise(id, number);
        Sparse more = far_ ? *far_ : Sparse();
        more.raise(id, number);
        far_ = std::make_shared<const Sparse>(std::move(more));
    }
    void join(const Snapshot& other) {
        if (other.home == home_) {
            near_.join(other.near);
            join_far(other.far);
            return;
        }
        Sparse rest;
        const auto take = [&](const Sparse& part) {
            for (const Known& known : part.all()) {
                if (core_of(known.id) == home_) near_.raise(known.id, known.number);
            }
            rest.join(part);
        };
        if (other.far) take(*other.far);
        take(other.near);
        join_far(std::make_shared<const Sparse>(std::move(rest)));
    }
    void join(const Clock& neighbour) {
        near_.join(neighbour.near_);
        join_far(neighbour.far_);
    }
    Snapshot snapshot() const { return {home_, near_, far_}; }

private:
    void join_far(const std::shared_ptr<const Sparse>& other) {
        if (!other || other == far_) return;
        if (!far_ || other->covers(*far_)) {
            far_ = other;
        } else if (!far_->covers(*other)) {
            Sparse both = *far_;
            both.join(*other);
            far_ = std::make_shared<const Sparse>(std::move(both));
        }
    }
    uint32_t home_;
    Sparse near_;
    std::shared_ptr<const Sparse> far_;
};

}  // namespace tilewright::checks::races
