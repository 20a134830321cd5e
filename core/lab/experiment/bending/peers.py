"""Public peers by scikit-learn: what an analyst gets from the source alone. Reads a folder of tasks, writes a JSON object a line.

Run by the command bending; needs Debian's python3-sklearn.
"""
import csv, json, os, sys
import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import LogisticRegressionCV, RidgeCV
from sklearn.metrics import log_loss, roc_auc_score
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

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
    """Cells for trees (levels as numbers), standardised columns for the others, and labels, of both sides."""
    header, source = read(os.path.join(folder, "source.csv"))
    names, target = read(os.path.join(folder, "target.csv"))
    labels = [r[0] for r in read(os.path.join(folder, "target_labels.csv"))[1]]
    last = header.index("y")
    cells, features, categories = [], [], []
    for i, name in enumerate(header):
        if i == last:
            continue
        sides = [[r[i] for r in source], [r[names.index(name)] for r in target]]
        known = [c for c in sides[0] if c.lower() not in MISSING]
        numeric = 2 * sum(number(c) is not None for c in known) >= len(known)
        levels = {c: k for k, c in enumerate(dict.fromkeys(known))}
        convert = (lambda c: np.nan if number(c) is None else number(c)) if numeric else (lambda c: levels.get(c, np.nan))
        own = [np.array([convert(c) for c in side], dtype=float) for side in sides]
        cells.append(own)
        categories.append(not numeric)
        if numeric:
            features.append([np.where(np.isnan(v), np.nanmean(own[0]), v) for v in own])
        else:
            features += [[(v == k).astype(float) for v in own] for k in levels.values()]
    stack = lambda columns, side: np.stack([c[side] for c in columns], axis=1)
    scale = StandardScaler().fit(stack(features, 0))
    return ([stack(cells, s) for s in (0, 1)], [scale.transform(stack(features, s)) for s in (0, 1)],
            [r[last] for r in source], labels, categories)


def search(model, grid, x, y, scoring):
    return GridSearchCV(model, grid, cv=5, scoring=scoring, n_jobs=1).fit(x, y)


for task in sorted(os.listdir(sys.argv[1])):
    folder = os.path.join(sys.argv[1], task)
    if not os.path.isdir(folder) or len(sys.argv) > 2 and task not in sys.argv[2:]:
        continue
    cells, features, y, t, categories = table(folder)
    results = {}
    grid = dict(max_iter=[50, 100, 200], max_leaf_nodes=[8, 31])
    if number(y[0]) is None:
        classes = sorted(set(y))
        y, t = (np.array([classes.index(v) for v in labels]) for labels in (y, t))
        trees = search(HistGradientBoostingClassifier(categorical_features=categories, early_stopping=False), grid, cells[0], y, "neg_log_loss")
        logistic = LogisticRegressionCV(cv=5, scoring="neg_log_loss", max_iter=1000).fit(features[0], y)
        for name, p in [("boosted trees", trees.predict_proba(cells[1])), ("logistic regression", logistic.predict_proba(features[1]))]:
            results[name] = dict(error=log_loss(t, p, labels=range(len(classes))))
            if len(classes) == 2:
                results[name]["auc"] = roc_auc_score(t, p[:, 1])
    else:
        y, t = (np.array([float(v) for v in labels]) for labels in (y, t))
        trees = search(HistGradientBoostingRegressor(categorical_features=categories, early_stopping=False), grid, cells[0], y, "neg_mean_squared_error")
        dim = features[0].shape[1]
        kernel = make_pipeline(Nystroem(n_components=min(200, len(y) // 2), random_state=1), RidgeCV(10.0 ** np.arange(-6, 2)))
        smooth = search(kernel, {"nystroem__gamma": [0.05 / dim, 0.2 / dim, 0.5 / dim, 2 / dim]}, features[0], y, "neg_mean_squared_error")
        ridge = RidgeCV(10.0 ** np.arange(-3, 6)).fit(features[0], y)
        for name, p in [("boosted trees", trees.predict(cells[1])), ("kernel ridge", smooth.predict(features[1])), ("ridge", ridge.predict(features[1]))]:
            p = np.clip(p, y.min(), y.max())
            results[name] = dict(error=float(np.mean((p - t) ** 2) / np.var(t)))
    print(json.dumps(dict(task=task, peers=results)), flush=True)
