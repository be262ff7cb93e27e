// A worker core's state.
#include "card/core.hpp"

#include "card/tensix.hpp"

namespace tilewright::card {

Core::Core(LogicalCore logical, uint32_t index, uint8_t* l1, uint32_t l1_bytes)
    : logical_(logical), index_(index), l1_(l1), l1_bytes_(l1_bytes) {}

Core::~Core() = default;

Tensix& Core::tensix() {
    if (!tensix_) tensix_ = std::make_unique<Tensix>();
    return *tensix_;
}

}  // namespace tilewright::card
