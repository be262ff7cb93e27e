// A static object that is never destroyed, so that what runs at exit may still use it.
#pragma once

#include <utility>

namespace ttsl {

template <typename T>
class Indestructible {
    // A union does not destroy its member.
    union Storage {
        template <typename... Args>
        explicit Storage(Args&&... args) : object(std::forward<Args>(args)...) {}
        ~Storage() {}
        T object;
    } storage_;

public:
    template <typename... Args>
    explicit Indestructible(Args&&... args) : storage_(std::forward<Args>(args)...) {}
    Indestructible(const Indestructible&) = delete;
    Indestructible& operator=(const Indestructible&) = delete;
    const T& get() const { return storage_.object; }
    T& get() { return storage_.object; }
};

}  // namespace ttsl
