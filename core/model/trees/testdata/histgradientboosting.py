"""Errors of scikit-learn's HistGradientBoosting on the shared tasks, as TestAgainstScikitLearn of package trees holds them.

    /usr/bin/python3 histgradientboosting.py ../../../../shared/data

Needs Debian's python3-sklearn. One line a task: the mean squared error over the variance of the labels, or for classes the
log-loss and the AUC, of a fit to the source on the target's rows, with the settings that are the defaults of package trees.
"""
import csv, math, os, sys
import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.metrics import log_loss, roc_auc_score

MISSING = {"", "?", "na", "n/a", "null", "-"}


def read(path):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return rows[0], rows[1:]


def number(cell):
    try:
        return float(cell)
    except ValueError:
        return None


def table(folder):
    header, source = read(os.path.join(folder, "source.csv"))
    names, target = read(os.path.join(folder, "target.csv"))
    labels = [r[0] for r in read(os.path.join(folder, "target_labels.csv"))[1]]
    last = header.index("y")
    columns, categories = [], []
    for i, name in enumerate(header):
        if i == last:
            continue
        at = names.index(name)
        cells = [[r[i] for r in source], [r[at] for r in target]]
        known = [c for c in cells[0] if c.lower() not in MISSING]
        if 2 * sum(number(c) is not None for c in known) >= len(known):
            convert = lambda c: float("nan") if number(c) is None else number(c)
            categories.append(False)
        else:
            levels = {c: k for k, c in enumerate(dict.fromkeys(known))}
            convert = lambda c: levels.get(c, float("nan"))
            categories.append(True)
        columns.append([np.array([convert(c) for c in side]) for side in cells])
    x, z = (np.stack([c[side] for c in columns], axis=1) for side in (0, 1))
    return x, [r[last] for r in source], z, labels, categories


def main(data):
    for task in sorted(os.listdir(data)):
        folder = os.path.join(data, task)
        if not os.path.isdir(folder):
            continue
        x, y, z, t, categories = table(folder)
        settings = dict(categorical_features=categories, early_stopping=False)
        if number(y[0]) is None:
            classes = sorted(set(y))
            model = HistGradientBoostingClassifier(**settings).fit(x, [classes.index(v) for v in y])
            p = model.predict_proba(z)[:, 1]
            t = [classes.index(v) for v in t]
            print(f'{{"{task}", {log_loss(t, p):.4f}, {roc_auc_score(t, p):.4f}}},')
        else:
            t = np.array([float(v) for v in t])
            p = HistGradientBoostingRegressor(**settings).fit(x, np.array([float(v) for v in y])).predict(z)
            print(f'{{"{task}", {np.mean((p - t) ** 2) / np.var(t):.4f}, 0}},')


main(sys.argv[1])
