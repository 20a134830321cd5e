"""scikit-learn's boosted trees on the table of core/lab/bench: reads requests, one a line, and writes seconds. One thread."""
import json
import os
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"
import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor


def uniform(k):
    k ^= k >> np.uint32(16)
    k *= np.uint32(0x85EBCA6B)
    k ^= k >> np.uint32(13)
    k *= np.uint32(0xC2B2AE35)
    k ^= k >> np.uint32(16)
    return k / 2.0**32


def table(rows, d):
    u = uniform(np.arange(4 * rows * d, dtype=np.uint32)).reshape(rows, d, 4)
    x = (u[..., 0] + u[..., 1] + u[..., 2] + u[..., 3] - 2) * 1.7320508
    x /= np.sqrt((x * x).sum(axis=1).max())
    noise = uniform(np.uint32(3 << 30) + np.arange(rows, dtype=np.uint32))
    return x, np.abs(x[:, 0]) + x[:, 1] * x[:, 2] * 4 - x[:, 3] * x[:, 3] + 0.1 * noise


for line in sys.stdin:
    r = json.loads(line)
    x, y = table(r["rows"], r["order"])
    seconds = []
    for _ in range(r["repetitions"]):
        start = time.perf_counter()
        HistGradientBoostingRegressor(early_stopping=False).fit(x, y)
        seconds.append(time.perf_counter() - start)
    print(json.dumps({"seconds": seconds}), flush=True)
