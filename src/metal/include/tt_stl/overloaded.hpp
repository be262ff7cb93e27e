// Several lambdas as one visitor.
#pragma once

namespace ttsl {

template <class... Ts>
struct overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts>
overloaded(Ts...) -> overloaded<Ts...>;

}  // namespace ttsl

namespace tt::stl {
using namespace ::ttsl;
}
