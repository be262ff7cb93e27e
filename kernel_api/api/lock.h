// Calls a function when the scope ends.
#pragma once

template <typename ReleaseFunc>
class Lock {
public:
    explicit Lock(ReleaseFunc release_func) : release_func_(release_func) {}
    ~Lock() { release_func_(); }
    Lock(const Lock&) = delete;
    Lock(Lock&&) = delete;
    Lock& operator=(const Lock&) = delete;
    Lock& operator=(Lock&&) = delete;

private:
    ReleaseFunc release_func_;
};
