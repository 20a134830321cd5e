"""python3 score_onnx.py model.onnx new.csv: applies any released model, written by privadapt export, in onnxruntime."""
import csv, json, sys
from datetime import date

import numpy as np
import onnxruntime

session = onnxruntime.InferenceSession(sys.argv[1])
facts = session.get_modelmeta().custom_metadata_map
print(f"epsilon {facts['privadapt.epsilon']}, delta {facts['privadapt.delta']}", file=sys.stderr)
dates = json.loads(facts.get("privadapt.daysSince1970", "[]"))
rows = list(csv.DictReader(open(sys.argv[2], encoding="utf-8", newline="")))


def number(name, cell):
    try:
        return date.fromisoformat(cell).toordinal() - 719163 if name in dates else float(cell)
    except ValueError:
        return np.nan


def column(one):
    cells = [row[one.name].strip() for row in rows]
    if one.type == "tensor(string)":
        return np.array(cells, dtype=object).reshape(-1, 1)
    return np.array([number(one.name, cell) for cell in cells], dtype=np.float64).reshape(-1, 1)


first, *_ = session.run(None, {one.name: column(one) for one in session.get_inputs()})
print(*first[:, 0], sep="\n")
