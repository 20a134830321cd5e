"""Writes reference.json: the conversions of this package, computed a second time with 50 digits (pip install mpmath).

zCDP to (epsilon, delta): Canonne, Kamath and Steinke 2020, proposition 12, minimised over the Renyi order by golden
section on its logarithm. Composition of bounded-range rounds: k * eta^2 / 8 (Cesar and Rogers 2021), or k * eta.
"""
import json
import random

from mpmath import exp, log, log1p, mp, mpf, sqrt

mp.dps = 50
rng = random.Random(20261121)


def zcdp_epsilon(rho, delta):
    def bound(x):
        a1 = exp(x)  # order - 1
        return (1 + a1) * rho + (-log(delta) - a1 * log1p(1 / a1) - log1p(a1)) / a1

    golden = (sqrt(mpf(5)) - 1) / 2
    low, high = mpf(-60), mpf(80)
    c, d = high - golden * (high - low), low + golden * (high - low)
    fc, fd = bound(c), bound(d)
    for _ in range(160):
        if fc < fd:
            high, d, fd = d, c, fc
            c = high - golden * (high - low)
            fc = bound(c)
        else:
            low, c, fc = c, d, fd
            d = low + golden * (high - low)
            fd = bound(d)
    return max(mpf(0), min(fc, fd))


def bisect(increasing, low, high):
    """The x at which an increasing function of log x passes 0."""
    for _ in range(90):
        mid = sqrt(low * high)
        if increasing(mid) < 0:
            low = mid
        else:
            high = mid
    return low


def pick(low, high):
    """A float64 spread evenly over decades."""
    return mpf(float(10 ** rng.uniform(low, high)))


def text(x):
    return mp.nstr(x, 25)


cases = []
for _ in range(100):
    rho, delta = pick(-7, 1.5), pick(-14, -1)
    cases.append(dict(kind="epsilon of rho", rho=float(rho), delta=float(delta), value=text(zcdp_epsilon(rho, delta))))
for _ in range(30):
    epsilon, delta = pick(-2, 1.5), pick(-12, -1)
    rho = bisect(lambda r: zcdp_epsilon(r, delta) - epsilon, mpf(10) ** -12, mpf(10) ** 3)
    cases.append(dict(kind="rho", epsilon=float(epsilon), delta=float(delta), value=text(rho)))
for _ in range(30):
    k, epsilon, delta = rng.choice([1, 2, 3, 7, 30, 99, 999, 9999]), pick(-1, 1.2), pick(-10, -3)
    rho = bisect(lambda r: zcdp_epsilon(r, delta) - epsilon, mpf(10) ** -12, mpf(10) ** 3)
    cases.append(dict(kind="eta", k=k, epsilon=float(epsilon), delta=float(delta), value=text(max(sqrt(8 * rho / k), epsilon / k))))
with open("reference.json", "w") as f:
    f.write("[\n" + ",\n".join(json.dumps(c) for c in cases) + "\n]\n")
print(len(cases), "cases")
