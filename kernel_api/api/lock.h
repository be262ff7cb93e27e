// Lock: calls a function when the scope ends.
#pragma once

template <typename ReleaseFunc>
class Lock {
public:
    explicit Lock(ReleaseFunc release_func) : at_end_(release_func) {}
    // One end per lock: without a copy there is no move either.
    Lock(const Lock&) = delete;
    void operator=(const Lock&) = delete;
    ~Lock() { at_end_(); }

private:
    ReleaseFunc at_end_;
};
