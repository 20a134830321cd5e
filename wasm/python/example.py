"""A release of made-up rows, as an owner makes it: python example.py"""
import random

import privadapt


def flats(rows, least, rent):
    for k in range(rows):
        area, km = random.gauss(70, 20), least + random.random() * 10
        yield {"area": area, "km": km, **({"rent": area * (20 - km / 2)} if rent else {})}


sample = privadapt.sample(list(flats(500, 0, True)), label="rent")
print(privadapt.forecast(sample, rows=3000, epsilon=1, delta=1e-7)["text"])
# Made-up rows are not charged; leave ledger out where they are people's.
release = privadapt.adapt(sample, list(flats(3000, 5, False)), epsilon=1, delta=1e-7, ledger=False)
print(release)
print("the certificate holds:", privadapt.verify(release, sample)["ok"])
print("a rent:", release.predict([{"area": 80, "km": 7}])[0])
