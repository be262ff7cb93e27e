"""The list: seed ops, their generated twins, ops that people write, and what is no op."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import torch

from bench.calls import programs
from bench.calls.subjects import Case, Workshop, of_function, on_card, tensors
from tilewright import ttnn

SPECS = Path(__file__).parents[2] / "examples/specs"
EPSILON = 1e-5


def _centralize(x):
    return x - x.mean(-1, keepdim=True)


def _variance(x):
    return x.var(-1, correction=0, keepdim=True)


def _layernorm(x, *lines):
    return torch.nn.functional.layer_norm(x, x.shape[-1:], *lines, eps=EPSILON)


def _rms_norm(x, gamma):
    return torch.nn.functional.rms_norm(x, x.shape[-1:], gamma, 1e-6)


def _rows(workshop: Workshop):
    fpu = ttnn.RowMath.Fpu
    norm = ttnn.layernorm_fused_rm
    yield of_function("centralize", ttnn.centralize_w_rm, _centralize, "R")
    yield of_function("variance", ttnn.variance_w_rm, _variance, "R")
    yield of_function("layernorm", norm, _layernorm, "Rww")
    yield of_function("centralize, FPU", lambda x: ttnn.centralize_w_rm(x, math=fpu), _centralize, "R")
    yield of_function("variance, FPU", lambda x: ttnn.variance_w_rm(x, math=fpu), _variance, "R")
    yield of_function("layernorm, FPU", lambda *all: norm(*all, math=fpu), _layernorm, "Rww")
    twin = workshop.of_formula
    yield of_function("centralize, generated", twin("twin_centralize", "x - mean(x)"), _centralize, "R")
    yield of_function("variance, generated", twin("twin_variance", "var(x)"), _variance, "R")
    formula = "(x - mean(x)) * rsqrt(var(x) + eps) * gamma + beta"
    made = twin("twin_layernorm", formula)
    yield of_function("layernorm, generated", lambda *all: made(*all, eps=EPSILON), _layernorm, "Rww")
    yield of_function("layernorm without gamma, beta", norm, _layernorm, "R")
    yield of_function("rms_norm", workshop.of_spec(SPECS / "rms_norm.toml"), _rms_norm, "Rw")
    softmax, log_softmax = (workshop.of_spec(SPECS / f"{name}.toml") for name in ("softmax", "log_softmax"))
    yield of_function("softmax", softmax, lambda x: torch.softmax(x, -1), "R")
    yield of_function("log_softmax", log_softmax, lambda x: torch.log_softmax(x, -1), "R")
    gate = twin("gelu_gate", "gelu(x) * y")
    yield of_function("gelu(x) * y", gate, lambda x, y: torch.nn.functional.gelu(x) * y, "RR")
    yield of_function(
        "row dot product", twin("row_dot", "sum(x * y)"), lambda x, y: (x * y).sum(-1, keepdim=True), "RR"
    )


def _programs():
    def of_program(name, make, reference, tiled):
        def case(shape, dtype):
            def prepare(device):
                (x,) = tensors(shape, dtype, "R")
                return make(on_card(device, x, tiled)), lambda: reference(x)

            return Case(name, shape, dtype, prepare)

        return case

    # What PyTorch does to the memory of a tensor that becomes tiles.
    def tiles(x):
        return x.view(x.shape[-2] // 32, 2, 16, x.shape[-1] // 32, 2, 16).permute(0, 3, 1, 4, 2, 5).contiguous()

    yield of_program("softplus chain", programs.chain, lambda x: torch.log(torch.exp(x) + 1), True)
    yield of_program("tilize alone", programs.tilize, tiles, False)
    yield of_program("untilize alone", programs.untilize, tiles, True)


def _matmul(size: int) -> Case:
    def prepare(device):
        a, b = torch.randn(size, size, dtype=torch.bfloat16), torch.randn(size, size, dtype=torch.bfloat16)
        ours = [on_card(device, one.view(1, 1, size, size), True) for one in (a, b)]
        return programs.matmul(*ours), lambda: a @ b

    return Case("matmul", (1, 1, size, size), "bfloat16", prepare)


def every(workshop: Workshop, shapes, dtypes) -> Iterator[Case]:
    """All of them."""
    for make in (*_rows(workshop), *_programs()):
        for dtype in dtypes:
            for shape in shapes:
                yield make(shape, dtype)
    if "bfloat16" in dtypes:
        yield _matmul(512)
        if any(shape[-1] > 1024 for shape in shapes):
            yield _matmul(2048)
