"""The other side of the op benchmark: the same mathematics in PyTorch (or NumPy) on this machine's CPU.

Reads one JSON request per line and answers with one JSON line, so that the driver can take turns with the virtual card:
{"name", "prepare": {"op", "shape", "dtype", "threads", "formula", "inputs", "parameters"}} makes tensors and
preallocated outputs, {"name", "run": 1} times one call of what was prepared under that name. An op that has no call
written for it here is computed from its formula.
"""

import json
import sys
import time

try:
    import torch
except ImportError:
    torch = None
try:
    import numpy
except ImportError:
    numpy = None

EPSILON = 1e-5


def formula_call(x, formula, inputs, parameters):
    """The formula of an op, line by line as PyTorch computes it; None where it cannot be read."""
    along = {"dim": -1, "keepdim": True}
    names = {name: getattr(torch, name) for name in ("abs", "exp", "log", "rsqrt", "sqrt", "square", "tanh", "where")}
    functional = torch.nn.functional
    names.update({name: getattr(functional, name) for name in ("gelu", "relu", "sigmoid", "silu")})
    names.update(
        recip=torch.reciprocal,
        power=torch.pow,
        mean=lambda v: v.mean(**along),
        sum=lambda v: v.sum(**along),
        var=lambda v: v.var(correction=0, **along),
        std=lambda v: v.std(correction=0, **along),
        max=lambda v, *other: torch.maximum(v, torch.as_tensor(other[0])) if other else v.amax(**along),
        min=lambda v, *other: torch.minimum(v, torch.as_tensor(other[0])) if other else v.amin(**along),
    )
    names.update(parameters)
    names["x"] = x  # what formulas of hand-written ops call their first input
    for index, given in enumerate(inputs):
        shape = {"rows": list(x.shape), "row": [x.shape[-1]], "column": [*x.shape[:-1], 1]}[given["shape"]]
        names[given["name"]] = x if index == 0 else torch.randn(shape).to(x.dtype)
    lines = [line.strip() for line in formula.replace(";", "\n").replace("^", "**").splitlines() if line.strip()]
    if not lines:
        return None
    if "=" not in lines[-1].replace("==", "").replace("<=", "").replace(">=", "").replace("!=", ""):
        lines[-1] = "result = " + lines[-1]
    try:
        code = compile("\n".join(lines), "formula", "exec")
        exec(code, dict(names))
    except (SyntaxError, NameError, TypeError, RuntimeError):
        return None
    return lambda: exec(code, dict(names))


def torch_call(op, shape, dtype, threads, formula="", inputs=(), parameters=None):
    torch.set_num_threads(threads)
    torch.manual_seed(1)
    x = torch.randn(shape, dtype=torch.float32).to(getattr(torch, dtype))
    if op == "centralize_w_rm":
        mean, out = torch.empty(shape[:-1] + [1], dtype=x.dtype), torch.empty_like(x)

        def call():
            torch.mean(x, -1, keepdim=True, out=mean)
            torch.sub(x, mean, out=out)

    elif op == "variance_w_rm":
        out = torch.empty(shape[:-1] + [1], dtype=x.dtype)

        def call():
            torch.var(x, -1, correction=0, keepdim=True, out=out)

    elif op == "layernorm_fused_rm":
        width = shape[-1]
        gamma, beta = torch.randn(width).to(x.dtype), torch.randn(width).to(x.dtype)
        outs = [torch.empty_like(x), torch.empty(0, dtype=x.dtype), torch.empty(0, dtype=x.dtype)]
        norm = torch.ops.aten.native_layer_norm.out

        def call():
            norm(x, [width], gamma, beta, EPSILON, out0=outs[0], out1=outs[1], out2=outs[2])

    else:
        return formula_call(x, formula, inputs, parameters or {})

    return call


def numpy_call(op, shape, dtype, threads, formula="", inputs=(), parameters=None):
    if dtype != "float32":
        return None  # NumPy has no bfloat16
    x = numpy.random.default_rng(1).standard_normal(shape, dtype=numpy.float32)
    out = numpy.empty_like(x)
    gamma, beta = (numpy.random.default_rng(seed).standard_normal(shape[-1], dtype=numpy.float32) for seed in (2, 3))

    def centralize():
        numpy.subtract(x, x.mean(-1, keepdims=True), out=out)

    def variance():
        x.var(-1, keepdims=True)

    def layernorm():
        centralize()
        scale = 1 / numpy.sqrt(numpy.square(out).mean(-1, keepdims=True) + EPSILON)
        numpy.multiply(out, scale, out=out)
        numpy.multiply(out, gamma, out=out)
        numpy.add(out, beta, out=out)

    return {"centralize_w_rm": centralize, "variance_w_rm": variance, "layernorm_fused_rm": layernorm}.get(op)


def main():
    name = f"torch {torch.__version__}" if torch else f"numpy {numpy.__version__}" if numpy else ""
    print(json.dumps({"library": name}), flush=True)
    make = torch_call if torch else numpy_call if numpy else None
    calls = {}
    for line in sys.stdin:
        request = json.loads(line)
        answer = {}
        if "prepare" in request:
            arguments = request["prepare"]
            calls.pop(request["name"], None)  # its memory goes before the new case takes some
            call = make(**arguments) if make else None
            if call:
                calls[request["name"]] = (call, arguments["threads"])
                call()
            answer["ready"] = call is not None
        else:
            call, threads = calls[request["name"]]
            if torch:
                torch.set_num_threads(threads)
            begin = time.perf_counter()
            call()
            answer["seconds"] = time.perf_counter() - begin
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
