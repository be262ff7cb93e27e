# Written by python/make_stubs.py.
"""The ops that ship; ttnn has them under their names."""

import tilewright._tilewright


class centralize_w_rm_t:
    """
    ttnn.centralize_w_rm: every row of a row-major tensor minus its mean

    x - mean(x) along the last dimension. The result has the shape of the input.

    Arguments:
      input_tensor (Tensor): row-major, interleaved or in shards, bfloat16 or float32, rank 2 or more
      memory_config (MemoryConfig, default that of input_tensor): where the result goes, interleaved or in shards
      compute_kernel_config (DeviceComputeKernelConfig, default HiFi4, fp32_dest_acc_en): fp32_dest_acc_en=false halves DST and costs accuracy
      dtype (DataType, default that of input_tensor): bfloat16 or float32
      core_grid (CoreCoord, default the whole grid): cores that share the tile-rows
      math (RowMath, default Sfpu): Sfpu: float32 throughout; Fpu: the matrix unit, for rows whose mean is not far above their spread
    """

    @property
    def name(self) -> str: ...

    @property
    def python_fully_qualified_name(self) -> str: ...

    __ttnn_operation__: None = None

    def __call__(self, input_tensor: tilewright._tilewright.Tensor, memory_config: tilewright._tilewright.MemoryConfig | None = None, compute_kernel_config: tilewright._tilewright.WormholeComputeKernelConfig | None = None, dtype: tilewright._tilewright.DataType | None = None, core_grid: tilewright._tilewright.CoreCoord | None = None, math: tilewright._tilewright.RowMath = tilewright._tilewright.RowMath.Sfpu) -> tilewright._tilewright.Tensor: ...

centralize_w_rm: centralize_w_rm_t = ...

class variance_w_rm_t:
    """
    ttnn.variance_w_rm: population variance of every row of a row-major tensor

    mean((x - mean(x))^2) along the last dimension. The last dimension of the result is 1, padded to 32 with zeros.

    Arguments:
      input_tensor (Tensor): row-major, interleaved or in shards, bfloat16 or float32, rank 2 or more
      memory_config (MemoryConfig, default that of input_tensor): where the result goes, interleaved or in shards
      compute_kernel_config (DeviceComputeKernelConfig, default HiFi4, fp32_dest_acc_en): fp32_dest_acc_en=false halves DST and costs accuracy
      dtype (DataType, default that of input_tensor): bfloat16 or float32
      core_grid (CoreCoord, default the whole grid): cores that share the tile-rows
      math (RowMath, default Sfpu): Sfpu: float32 throughout; Fpu: the matrix unit, for rows whose mean is not far above their spread
    """

    @property
    def name(self) -> str: ...

    @property
    def python_fully_qualified_name(self) -> str: ...

    __ttnn_operation__: None = None

    def __call__(self, input_tensor: tilewright._tilewright.Tensor, memory_config: tilewright._tilewright.MemoryConfig | None = None, compute_kernel_config: tilewright._tilewright.WormholeComputeKernelConfig | None = None, dtype: tilewright._tilewright.DataType | None = None, core_grid: tilewright._tilewright.CoreCoord | None = None, math: tilewright._tilewright.RowMath = tilewright._tilewright.RowMath.Sfpu) -> tilewright._tilewright.Tensor: ...

variance_w_rm: variance_w_rm_t = ...

class layernorm_fused_rm_t:
    """
    ttnn.layernorm_fused_rm: layer normalisation of every row of a row-major tensor

    (x - mean) * rsqrt(variance + epsilon) * gamma + beta along the last dimension. The result has the shape of the input.

    Arguments:
      input_tensor (Tensor): row-major, interleaved or in shards, bfloat16 or float32, rank 2 or more
      gamma (Tensor, default none): row-major, bfloat16 or float32, shape [W], [1, W] or [1, 1, 1, W]
      beta (Tensor, default none): like gamma
      epsilon (float, default 1e-05): positive
      memory_config (MemoryConfig, default that of input_tensor): where the result goes, interleaved or in shards
      compute_kernel_config (DeviceComputeKernelConfig, default HiFi4, fp32_dest_acc_en): fp32_dest_acc_en=false halves DST and costs accuracy
      dtype (DataType, default that of input_tensor): bfloat16 or float32
      core_grid (CoreCoord, default the whole grid): cores that share the tile-rows
      math (RowMath, default Sfpu): Sfpu: float32 throughout; Fpu: the matrix unit, for rows whose mean is not far above their spread
    """

    @property
    def name(self) -> str: ...

    @property
    def python_fully_qualified_name(self) -> str: ...

    __ttnn_operation__: None = None

    def __call__(self, input_tensor: tilewright._tilewright.Tensor, gamma: tilewright._tilewright.Tensor | None = None, beta: tilewright._tilewright.Tensor | None = None, epsilon: float = 9.999999747378752e-06, memory_config: tilewright._tilewright.MemoryConfig | None = None, compute_kernel_config: tilewright._tilewright.WormholeComputeKernelConfig | None = None, dtype: tilewright._tilewright.DataType | None = None, core_grid: tilewright._tilewright.CoreCoord | None = None, math: tilewright._tilewright.RowMath = tilewright._tilewright.RowMath.Sfpu) -> tilewright._tilewright.Tensor: ...

layernorm_fused_rm: layernorm_fused_rm_t = ...
