"""python3 predict.py release.json new.csv: applies a linear release, with Python's standard library alone.

Numbers are plain decimals and dates are YYYY-MM-DD. What cannot be read counts as missing, which is the public mean.
"""
import csv, json, sys
from datetime import date

release = json.load(open(sys.argv[1], encoding="utf-8"))
values = release["values"]
if "coefficients" not in values or "features" in release["provenance"]:
    sys.exit("this release is not linear in its columns; export it as ONNX")
columns = {column["name"]: column for column in release["provenance"]["schema"]["columns"]}


def number(column, cell):
    mean = column.get("mean", 0)
    try:
        value = date.fromisoformat(cell).toordinal() - 719163 if column.get("dates") else float(cell)
    except ValueError:
        return mean
    return value if abs(value - mean) / column["scale"] <= 1e100 else mean


def level(column, cell, name):
    shares = {one["name"]: one["mean"] for one in column["levels"]}
    return float(cell == name) if cell in shares else shares[name]


for row in csv.DictReader(open(sys.argv[2], encoding="utf-8", newline="")):
    sum = values["intercept"]
    for term in values["coefficients"]:
        column, cell = columns[term["column"]], row[term["column"]].strip()
        sum += term["value"] * (level(column, cell, term["level"]) if "level" in term else number(column, cell))
    low, high = values["labelRange"]
    print(min(max(sum, low), high))
