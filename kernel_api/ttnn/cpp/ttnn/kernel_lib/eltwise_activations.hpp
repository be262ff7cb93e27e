// Activation functions as chain elements.
#pragma once

#include "api/compute/eltwise_unary/activations.h"
#include "api/compute/eltwise_unary/elu.h"
#include "api/compute/eltwise_unary/gelu.h"
#include "api/compute/eltwise_unary/hardmish.h"
#include "api/compute/eltwise_unary/hardtanh.h"
#include "api/compute/eltwise_unary/prelu.h"
#include "api/compute/eltwise_unary/relu.h"
#include "api/compute/eltwise_unary/selu.h"
#include "api/compute/eltwise_unary/softplus.h"
#include "api/compute/eltwise_unary/tanh_derivative.h"
#include "api/compute/logsigmoid.h"
#include "ttnn/cpp/ttnn/kernel_lib/eltwise_dest_ops.hpp"

namespace compute_kernel_lib {

TW_DEST_ELEMENT(Relu, relu_tile_init(), relu_tile(d))
TW_DEST_ELEMENT(Sigmoid, sigmoid_tile_init(), sigmoid_tile(d))
TW_DEST_ELEMENT(Silu, silu_tile_init(), silu_tile(d))
TW_DEST_ELEMENT(Tanh, tanh_tile_init(), tanh_tile(d))
TW_DEST_ELEMENT(Gelu, gelu_tile_init(), gelu_tile(d))
TW_DEST_ELEMENT(Hardsigmoid, hardsigmoid_tile_init(), hardsigmoid_tile(d))
TW_DEST_ELEMENT(Softsign, softsign_tile_init(), softsign_tile(d))
TW_DEST_ELEMENT(Hardmish, hardmish_tile_init(), hardmish_tile(d))
TW_DEST_ELEMENT_SWITCHED(TanhDerivative, false, tanh_derivative_tile_init<fast>(),
                         tanh_derivative_tile<TanhDerivative::fast>(d))
TW_DEST_ELEMENT_SWITCHED(GeluDerivative, false, gelu_derivative_tile_init<fast>(),
                         gelu_derivative_tile<GeluDerivative::fast>(d))
TW_DEST_ELEMENT_WITH(Hardtanh, 2, hardtanh_tile_init(), hardtanh_tile(d, p[0], p[1]))
TW_DEST_ELEMENT_WITH(Elu, 1, elu_tile_init(), elu_tile(d, p[0]))
TW_DEST_ELEMENT_WITH(Selu, 2, selu_tile_init(), selu_tile(d, p[0], p[1]))
TW_DEST_ELEMENT_WITH(Softplus, 3, softplus_tile_init(), softplus_tile(d, p[0], p[1], p[2]))
TW_DEST_ELEMENT_WITH(Prelu, 1, prelu_tile_init(), prelu_tile(d, p[0]))
TW_DEST_ELEMENT_WITH(LeakyRelu, 1, leaky_relu_tile_init(), leaky_relu_tile(d, p[0]))
TW_DEST_ELEMENT_BINARY(Logsigmoid, logsigmoid_tile_init(), logsigmoid_tile(a, b, o))

}  // namespace compute_kernel_lib
