"""Generated ops with products of matrices, from Python: torch beside, the twin bit for bit, refusals by name."""

import pytest
import tilewright
import torch
import ttnn

from made_ops import made, shipped

NARROW = """name = "narrow"
formula = "gelu(x @ w)"

[[inputs]]
name = "x"

[[inputs]]
name = "w"
shape = "matrix"
dtypes = ["bfloat8_b", "bfloat16"]
"""


def of_spec(tmp_path_factory, name):
    """A shipped spec's op and its twin."""
    return made(tmp_path_factory.mktemp("products") / name, name, shipped(name))


@pytest.fixture(scope="module")
def gelu_linear(tmp_path_factory):
    """One product, then a function of it."""
    return of_spec(tmp_path_factory, "gelu_linear")


@pytest.fixture(scope="module")
def attention(tmp_path_factory):
    """A product before the softmax, and one after it."""
    return of_spec(tmp_path_factory, "attention")


@pytest.fixture
def strict(device):
    """The device, with every call checked."""
    tilewright.set_options(device, mode="strict")
    return device


def on_card(values, device, dtype=ttnn.bfloat16):
    """These values in tile layout."""
    return ttnn.from_torch(values, dtype=dtype, layout=ttnn.TILE_LAYOUT, device=device)


def close(got, expected, share=0.01):
    """Within so much of the largest element."""
    got = ttnn.to_torch(got).double()
    assert got.shape == expected.shape
    assert (got - expected).abs().max() <= share * expected.abs().max()


@pytest.mark.parametrize(("sequence", "head"), ((64, 32), (100, 50), (512, 64)))
def test_attention_against_torch(strict, attention, sequence, head):
    """Self-attention of two heads, as torch computes it."""
    torch.manual_seed(1)
    q, k, v = (torch.randn(1, 2, sequence, head).bfloat16() for _ in range(3))
    mask = torch.full((1, 1, sequence, sequence), -10000.0).triu(1).bfloat16()
    expected = torch.nn.functional.scaled_dot_product_attention(
        q.double(), k.double(), v.double(), attn_mask=mask.double(), scale=0.125
    )
    op, twin = attention
    tensors = [on_card(one, strict) for one in (q, k, v, mask)]
    result = op(*tensors[:3], mask=tensors[3], scale=0.125)
    close(result, expected)
    assert torch.equal(ttnn.to_torch(twin(*tensors, scale=0.125)), ttnn.to_torch(result))
    without = torch.nn.functional.scaled_dot_product_attention(q.double(), k.double(), v.double(), scale=0.125)
    close(op(*tensors[:3], scale=0.125), without)


def test_attention_of_other_lengths(strict, attention):
    """Queries are fewer than keys, values wider than both."""
    torch.manual_seed(2)
    q, k, v = torch.randn(2, 3, 33, 40), torch.randn(2, 3, 70, 40), torch.randn(2, 3, 70, 100)
    q, k, v = (one.bfloat16() for one in (q, k, v))
    expected = torch.softmax(0.125 * q.double() @ k.double().mT, -1) @ v.double()
    close(attention[0](*(on_card(one, strict) for one in (q, k, v))), expected)


@pytest.mark.parametrize("shape", ([1, 1, 64, 96], [3, 40, 100], [50, 33]))
@pytest.mark.parametrize("dtype", (ttnn.bfloat16, ttnn.float32))
def test_linear_against_torch(strict, gelu_linear, shape, dtype):
    """Bits of the twin, values of torch."""
    torch.manual_seed(3)
    x, w, b = torch.randn(shape), torch.randn(shape[-1], 70), torch.randn(70)
    x, w, b = (one.bfloat16().float() for one in (x, w, b))
    expected = torch.nn.functional.gelu(x.double() @ w.double() + b.double())
    tensors = [on_card(one, strict, dtype) for one in (x, w, b)]
    result = gelu_linear[0](*tensors)
    close(result, expected)
    assert torch.equal(ttnn.to_torch(gelu_linear[1](*tensors)), ttnn.to_torch(result))


def test_what_lies_beyond_a_matrix_is_no_part_of_a_product(strict, gelu_linear, tmp_path):
    """The padding of a result is what the op computed there, 1 for exp."""
    exponential, _ = made(tmp_path / "op", "exponential", "exponential", "--expr", "exp(x + y @ w * 0)")
    torch.manual_seed(4)
    y, w = torch.zeros(2, 40, 50).bfloat16(), torch.zeros(50, 70).bfloat16()
    x = torch.randn(2, 40, 70).bfloat16()
    full = exponential(*(on_card(one, strict) for one in (x, y, w)))
    weight, bias = torch.randn(70, 33).bfloat16(), torch.zeros(33).bfloat16()
    expected = torch.nn.functional.gelu(ttnn.to_torch(full).double() @ weight.double())
    close(gelu_linear[0](full, on_card(weight, strict), on_card(bias, strict)), expected)


def test_weights_of_block_floats(strict, tmp_path):
    """bfloat8_b is taken where no tile of the inner dimension is cut, and refused where one is."""
    (tmp_path / "narrow.toml").write_text(NARROW)
    narrow, twin = made(tmp_path / "op", "narrow", tmp_path / "narrow.toml")
    torch.manual_seed(5)
    x, w = torch.randn(64, 64).bfloat16(), torch.randn(64, 96)
    tensors = on_card(x, strict), on_card(w, strict, ttnn.bfloat8_b)
    result = narrow(*tensors)
    close(result, torch.nn.functional.gelu(x.double() @ ttnn.to_torch(tensors[1]).double()))
    assert torch.equal(ttnn.to_torch(twin(*tensors)), ttnn.to_torch(result))
    with pytest.raises(RuntimeError, match="must be a multiple of 32, but it is 50"):
        narrow(on_card(x[:, :50], strict), on_card(w[:50], strict, ttnn.bfloat8_b))


@pytest.mark.parametrize(
    ("shapes", "words"),
    (
        (([2, 32, 64], [60, 96], [96]), "w must have 64 rows to match the columns of x"),
        (([2, 32, 64], [2, 64, 96], [96]), "w must be one matrix"),
        (([2, 32, 64], [64, 96], [90]), "b must have shape"),
        (([64], [64, 96], [96]), "x must have rank 2"),
    ),
)
def test_shapes_that_do_not_suit_are_refused_by_name(device, gelu_linear, shapes, words):
    """What was given, and what it would have to match."""
    tensors = [on_card(torch.zeros(shape), device) for shape in shapes]
    with pytest.raises(RuntimeError, match=words):
        gelu_linear[0](*tensors)


def test_attention_refuses_what_does_not_fit_together(device, attention):
    """A side of each product."""
    q, k = torch.zeros(1, 2, 32, 64), torch.zeros(1, 2, 40, 64)
    cases = (
        ((q, torch.zeros(1, 2, 40, 60), torch.zeros(1, 2, 40, 64)), "k must have 64 columns"),
        ((q, torch.zeros(1, 3, 40, 64), torch.zeros(1, 2, 40, 64)), "k must have shape"),
        ((q, k, torch.zeros(1, 2, 41, 64)), "v must have 40 rows"),
    )
    for tensors, words in cases:
        with pytest.raises(RuntimeError, match=words):
            attention[0](*(on_card(one, device) for one in tensors))
