// Values as bytes, between a process and the isolated one that runs its kernels. One list of fields per type
// (fields.hpp) serves both directions. What comes back is not to be trusted: every length is checked against what is
// there, and whatever does not fit is a WireError. Internal to src/engine.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tilewright::engine {

struct WireError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class T>
concept WireNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class WireWriter {
public:
    static constexpr bool kReads = false;

    template <class... T>
    void operator()(const T&... values) {
        (put(const_cast<T&>(values)), ...);  // fields() of a writer only reads
    }
    std::string take() { return std::move(bytes_); }

private:
    template <WireNumber T>
    void put(T& value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void put(std::string& text) {
        count(text.size());
        bytes_ += text;
    }
    void put(std::filesystem::path& path) { (*this)(path.string()); }
    void put(std::vector<bool>& values) {
        count(values.size());
        for (const bool value : values) bytes_ += static_cast<char>(value);
    }
    template <WireNumber T>
    void put(std::vector<T>& values) {
        count(values.size());
        bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    }
    template <class T>
    void put(std::vector<T>& values) {
        count(values.size());
        for (T& value : values) put(value);
    }
    template <class K, class V>
    void put(std::map<K, V>& values) {
        count(values.size());
        for (auto& [key, value] : values) (*this)(key, value);
    }
    template <class A, class B>
    void put(std::pair<A, B>& value) {
        (*this)(value.first, value.second);
    }
    template <class T>
    void put(std::optional<T>& value) {
        (*this)(value.has_value());
        if (value) put(*value);
    }
    template <class A, class B>
    void put(std::variant<A, B>& value) {
        (*this)(value.index() == 1);
        std::visit([this](auto& held) { put(held); }, value);
    }
    template <class T>
        requires std::is_class_v<T>
    void put(T& value) {
        fields(*this, value);
    }
    void count(size_t number) { (*this)(static_cast<uint64_t>(number)); }

    std::string bytes_;
};

class WireReader {
public:
    static constexpr bool kReads = true;

    explicit WireReader(std::string_view bytes) : rest_(bytes) {}

    template <class... T>
    void operator()(T&... values) {
        (get(values), ...);
    }
    void check(bool holds) const {
        if (!holds) throw WireError("a value that cannot be");
    }
    void finish() const { check(rest_.empty()); }

private:
    template <WireNumber T>
    void get(T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            uint8_t byte = 0;
            get(byte);
            check(byte <= 1);
            value = byte != 0;
        } else {
            std::memcpy(&value, take(sizeof value).data(), sizeof value);
        }
    }
    void get(std::string& text) { text = take(count(1)); }
    void get(std::filesystem::path& path) {
        std::string text;
        get(text);
        path = text;
    }
    void get(std::vector<bool>& values) {
        values.clear();
        for (const char value : take(count(1))) values.push_back(value != 0);
    }
    template <WireNumber T>
    void get(std::vector<T>& values) {
        values.resize(count(sizeof(T)));
        const std::string_view bytes = take(values.size() * sizeof(T));
        if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    }
    template <class T>
    void get(std::vector<T>& values) {
        values.resize(count(1));  // of at least a byte each: no more than there are bytes
        for (T& value : values) get(value);
    }
    template <class K, class V>
    void get(std::map<K, V>& values) {
        values.clear();
        for (uint64_t left = count(1); left > 0; --left) {
            K key{};
            V value{};
            (*this)(key, value);
            values.insert_or_assign(std::move(key), std::move(value));
        }
    }
    template <class A, class B>
    void get(std::pair<A, B>& value) {
        (*this)(value.first, value.second);
    }
    template <class T>
    void get(std::optional<T>& value) {
        bool there = false;
        get(there);
        value.reset();
        if (there) get(value.emplace());
    }
    template <class A, class B>
    void get(std::variant<A, B>& value) {
        bool second = false;
        get(second);
        if (second) {
            get(value.template emplace<B>());
        } else {
            get(value.template emplace<A>());
        }
    }
    template <class T>
        requires std::is_class_v<T>
    void get(T& value) {
        fields(*this, value);
    }
    uint64_t count(size_t least_bytes) {
        uint64_t number = 0;
        get(number);
        check(number <= rest_.size() / least_bytes);
        return number;
    }
    std::string_view take(size_t bytes) {
        check(bytes <= rest_.size());
        const std::string_view taken = rest_.substr(0, bytes);
        rest_.remove_prefix(bytes);
        return taken;
    }

    std::string_view rest_;
};

template <class... T>
std::string to_wire(const T&... values) {
    WireWriter writer;
    writer(values...);
    return writer.take();
}

// All of it and nothing else.
template <class... T>
void from_wire(std::string_view bytes, T&... values) {
    WireReader reader(bytes);
    reader(values...);
    reader.finish();
}

}  // namespace tilewright::engine
