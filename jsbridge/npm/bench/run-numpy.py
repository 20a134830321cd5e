"""NumPy's and SciPy's best on the inputs of core/lab/bench: reads requests, one a line, and writes seconds. One BLAS thread."""
import json
import os
import sys
import time

for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[name] = "1"
import numpy as np

MU, LAMBDA = 20.0, 10.0


def points(rows, d, shift, first):
    with np.errstate(over="ignore"):
        k = np.uint32(first) + np.arange(4 * rows * d, dtype=np.uint32)
        k ^= k >> np.uint32(16)
        k *= np.uint32(0x85EBCA6B)
        k ^= k >> np.uint32(13)
        k *= np.uint32(0xC2B2AE35)
        k ^= k >> np.uint32(16)
    u = (k / 2.0**32).reshape(rows, d, 4)
    x = (u[..., 0] + u[..., 1] + u[..., 2] + u[..., 3] - 2) * 1.7320508 + shift
    return x / np.sqrt((x * x).sum(axis=1).max())


def selection(x, m0, k, scale, rng):
    """Algorithm 2: the gradient by an eigendecomposition and one BLAS product, the draw by one uniform number."""
    m = len(x)
    q = np.full(m, 1 / m)
    matrix = m0 - (x.T * q) @ x
    for step in range(1, k):
        values, vectors = np.linalg.eigh(matrix)
        top = max(abs(values[0]), abs(values[-1]))
        up, down = np.exp(MU * (values - top)), np.exp(MU * (-values - top))
        g = (vectors * ((up - down) / (up.sum() + down.sum()))) @ vectors.T
        scores = LAMBDA * q - np.einsum("ij,ij->i", x @ g, x)
        sums = np.cumsum(np.exp((scores.min() - scores) / scale))
        j = int(np.searchsorted(sums, rng.random() * sums[-1], side="right"))
        eta = min(1, 3 / (step + 2))
        q *= 1 - eta
        q[j] += eta
        matrix = (1 - eta) * matrix + eta * (m0 - np.outer(x[j], x[j]))
    return q


class Reached(Exception):
    pass


def moment(x, m0, value):
    """Minimises the smoothed objective over weights y/Σy, y ≥ 0, by L-BFGS-B, until the value is reached that the engine has certified."""
    from scipy.optimize import minimize

    def objective(y):
        total = y.sum()
        q = y / total
        values, vectors = np.linalg.eigh(m0 - (x.T * q) @ x)
        top = max(abs(values[0]), abs(values[-1]))
        up, down = np.exp(300 * (values - top)), np.exp(300 * (-values - top))
        sums = up.sum() + down.sum()
        f = top + np.log(sums) / 300 + LAMBDA / 2 * (q @ q)
        if f <= value * (1 + 1e-9):
            raise Reached
        g = (vectors * ((up - down) / sums)) @ vectors.T
        slopes = LAMBDA * q - np.einsum("ij,ij->i", x @ g, x)
        return f, (slopes - q @ slopes) / total

    try:
        found = minimize(objective, np.ones(len(x)), jac=True, method="L-BFGS-B", bounds=[(0, None)] * len(x), options={"maxiter": 20000, "maxfun": 20000, "ftol": 0, "gtol": 0})
    except Reached:
        return
    raise ValueError(f"SciPy ends at {found.fun}, above {value}: {found.message}")


for line in sys.stdin:
    r = json.loads(line)
    x = points(r["rows"], r["order"], 0, 0)
    seconds = []
    if r["kind"] == "selection":
        t = points(400, r["order"], 0.3, 1 << 31)
        m0 = t.T @ t / 400
        for _ in range(r["repetitions"]):
            start = time.perf_counter()
            selection(x, m0, r["iterations"], r["scale"], np.random.default_rng())
            seconds.append(time.perf_counter() - start)
    elif r["kind"] == "moment":
        t = points(400, r["order"], 0.3, 1 << 31)
        m0 = t.T @ t / 400
        for _ in range(r["repetitions"]):
            start = time.perf_counter()
            moment(x, m0, r["value"])
            seconds.append(time.perf_counter() - start)
    else:
        g = points(r["order"], r["order"], 0, 7)
        x = x.astype(np.float32 if r["kind"] == "scores32" else np.float64)
        g = (np.triu(g) + np.triu(g).T).astype(x.dtype)
        for _ in range(r["repetitions"]):
            start = time.perf_counter()
            for _ in range(r["iterations"]):
                np.einsum("ij,ij->i", x @ g, x)
            seconds.append(time.perf_counter() - start)
    print(json.dumps({"seconds": seconds}), flush=True)
