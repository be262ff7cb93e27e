"""The ops that ship with the library, in the seven stages of the field."""

import pytest
import tilewright
import torch
import torch.nn.functional as F
import ttnn
from tests.ttnn.utils_for_testing import assert_with_pcc

SHAPES = [
    pytest.param((1, 1, 32, 32), id="minimal"),
    pytest.param((1, 1, 64, 128), id="multi_tile"),
    pytest.param((1, 1, 32, 256), id="non_square"),
    pytest.param((4, 2, 64, 64), id="multi_batch"),
]


def centralized(x):
    return x - x.mean(dim=-1, keepdim=True)


def variance(x):
    return x.var(dim=-1, keepdim=True, unbiased=False)


def layernorm(x):
    return F.layer_norm(x, [x.shape[-1]], eps=1e-5)


OPS = {"centralize_w_rm": centralized, "variance_w_rm": variance, "layernorm_fused_rm": layernorm}


@pytest.fixture(params=OPS)
def name(request):
    return request.param


def on_card(x, device, layout=ttnn.ROW_MAJOR_LAYOUT, dtype=ttnn.bfloat16):
    return ttnn.from_torch(x, dtype=dtype, layout=layout, device=device)


class TestStage1ApiExists:
    def test_callable_with_documentation(self, name):
        op = getattr(ttnn, name)
        assert callable(op) and op.__doc__ and "Arguments" in op.__doc__
        assert op.name == name and op.python_fully_qualified_name == f"ttnn.{name}" and op.__ttnn_operation__ is None


class TestStage2Validation:
    def test_wrong_rank(self, device, name):
        with pytest.raises(RuntimeError) as caught:
            getattr(ttnn, name)(on_card(torch.randn(32), device))
        assert any(word in str(caught.value).lower() for word in ("rank", "dimension", "shape"))

    def test_wrong_layout(self, device, name):
        with pytest.raises(RuntimeError) as caught:
            getattr(ttnn, name)(on_card(torch.randn(32, 32), device, ttnn.TILE_LAYOUT))
        assert any(word in str(caught.value).lower() for word in ("layout", "row_major", "tile"))

    def test_wrong_dtype(self, device, name):
        with pytest.raises(RuntimeError, match="(?i)dtype|data type|bfloat16"):
            getattr(ttnn, name)(on_card(torch.ones(32, 32, dtype=torch.int32), device, dtype=ttnn.int32))

    def test_host_tensor(self, name):
        with pytest.raises(RuntimeError, match="(?i)device"):
            getattr(ttnn, name)(ttnn.from_torch(torch.randn(32, 32), dtype=ttnn.bfloat16))


class TestStage3Registration:
    def test_returns_a_tensor(self, device, name):
        assert isinstance(getattr(ttnn, name)(on_card(torch.randn(1, 1, 32, 32), device)), ttnn.Tensor)


class TestStage4DeviceOperation:
    def test_reaches_the_program_and_keeps_it(self, device, name):
        x = on_card(torch.randn(1, 1, 32, 32), device)
        before = device.num_program_cache_entries()
        getattr(ttnn, name)(x)
        getattr(ttnn, name)(x)
        assert device.num_program_cache_entries() == before + 1


class TestStage5ProgramFactory:
    @pytest.mark.parametrize("shape", [(1, 1, 32, 32), (1, 32, 64, 64)])
    def test_work_is_split(self, device, name, shape):
        assert getattr(ttnn, name)(on_card(torch.randn(shape), device)) is not None


class TestStage6KernelCompilation:
    def test_kernels_compile_and_the_shape_is_right(self, device, name):
        x = torch.randn(1, 1, 64, 64)
        assert list(getattr(ttnn, name)(on_card(x, device)).shape) == list(OPS[name](x).shape)


class TestStage7Correctness:
    @pytest.mark.parametrize("shape", SHAPES)
    def test_bfloat16(self, device, name, shape):
        torch.manual_seed(42)
        x = torch.randn(shape, dtype=torch.bfloat16)
        y = ttnn.to_torch(getattr(ttnn, name)(on_card(x, device))).float()
        expected = OPS[name](x.float())
        torch.testing.assert_close(y, expected, rtol=0.05, atol=0.1)
        assert_with_pcc(expected, y, 0.995)

    @pytest.mark.parametrize("shape", SHAPES[:2])
    def test_float32(self, device, name, shape):
        torch.manual_seed(43)
        x = torch.randn(shape)
        y = ttnn.to_torch(getattr(ttnn, name)(on_card(x, device, dtype=ttnn.float32)))
        torch.testing.assert_close(y, OPS[name](x), rtol=0.02, atol=0.02)

    @pytest.mark.parametrize("shape", SHAPES[:2])
    def test_layernorm_with_gamma_and_beta(self, device, shape):
        torch.manual_seed(44)
        width = shape[-1]
        x, gamma, beta = torch.randn(shape), torch.randn(1, 1, 1, width), torch.randn(1, 1, 1, width)
        y = ttnn.layernorm_fused_rm(on_card(x, device), on_card(gamma, device), on_card(beta, device), epsilon=1e-5)
        expected = F.layer_norm(x, [width], gamma.reshape(-1), beta.reshape(-1), 1e-5)
        torch.testing.assert_close(ttnn.to_torch(y).float(), expected, rtol=0.05, atol=0.15)


def test_stage7_matrix_unit(name, device):
    x = torch.randn(2, 64, 128).bfloat16()
    got = getattr(ttnn, name)(on_card(x, device), math=ttnn.RowMath.Fpu)
    assert_with_pcc(OPS[name](x.float()), ttnn.to_torch(got).float(), 0.999)


def test_numerics_is_a_setting(device):
    x = torch.randn(1, 1, 32, 1024, dtype=torch.float32)
    results = {}
    try:
        for numerics in ("card", "float"):
            tilewright.set_numerics(numerics)
            device.clear_program_cache()
            card_x = on_card(x, device, dtype=ttnn.float32)
            results[numerics] = ttnn.to_torch(ttnn.variance_w_rm(card_x, math=ttnn.RowMath.Fpu))
    finally:
        tilewright.set_numerics(None)
        device.clear_program_cache()
    assert torch.allclose(results["card"], results["float"], rtol=0.02)
    assert not torch.equal(results["card"], results["float"])
    with pytest.raises(ValueError, match="card"):
        tilewright.set_numerics("exact")
