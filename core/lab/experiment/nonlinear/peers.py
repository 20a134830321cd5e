"""Public peers by scikit-learn: what an analyst gets from the source alone. Reads a folder of tasks, writes a JSON
object a line.

Run by the command nonlinear. Each family's settings are chosen by the folds of package basemodel, on which its loss is
stated too.
"""
import csv, json, os, sys
import numpy as np
from sklearn.ensemble import (ExtraTreesClassifier, ExtraTreesRegressor, HistGradientBoostingClassifier,
                              HistGradientBoostingRegressor, RandomForestClassifier, RandomForestRegressor)
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import roc_auc_score
from sklearn.preprocessing import StandardScaler

MISSING = {"", "?", "na", "n/a", "#n/a", "null", "-"}


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
    """Cells with levels as numbers, one-hot and standardised columns, labels of both sides, and which cells are levels."""
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
        convert = ((lambda c: np.nan if number(c) is None else number(c)) if numeric
                   else (lambda c: levels.get(c, np.nan)))
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


def fold(rows):
    """basemodel.Fold of each row."""
    return (np.arange(rows, dtype=np.uint64) * 2654435761 % 2**32 >> 16) % 5


def boosted(model):
    """Predictions after every tenth of 300 rounds."""
    def fit(x, y, to):
        model.fit(x, y)
        return [p for k, p in enumerate(getattr(model, STAGED)(to)) if k % 10 == 9]
    return fit


def plain(model):
    return lambda x, y, to: [getattr(model.fit(x, y), PREDICT)(to)]


def chosen(fits, x, to, y, loss):
    """The least loss over the folds of all settings, and what that setting predicts for the rows of to when fitted to all of x."""
    parts, best = fold(len(y)), (np.inf, None, None)
    for fit in fits:
        losses = 0
        for f in range(5):
            held = parts == f
            losses = losses + np.array([np.sum(loss(p, y[held])) for p in fit(x[~held], y[~held], x[held])])
        k = int(np.argmin(losses))
        if losses[k] < best[0]:
            best = (losses[k], fit, k)
    return best[0] / len(y), best[1](x, y, to)[best[2]]


for task in sorted(os.listdir(sys.argv[1])):
    folder = os.path.join(sys.argv[1], task)
    if not os.path.isdir(folder) or len(sys.argv) > 2 and task not in sys.argv[2:]:
        continue
    cells, features, y, t, categories = table(folder)
    classes = sorted(set(y)) if number(y[0]) is None else []
    if classes:
        y, t = (np.array([classes.index(v) for v in labels]) for labels in (y, t))
        PREDICT, STAGED = "predict_proba", "staged_predict_proba"
        loss = lambda p, y: -np.log(np.clip(p[np.arange(len(y)), y], 1e-15, 1))
        boosting, forest, extra = HistGradientBoostingClassifier, RandomForestClassifier, ExtraTreesClassifier
        linear = [plain(LogisticRegression(C=10.0**k, max_iter=300)) for k in range(-3, 2)]
    else:
        y, t = (np.array([float(v) for v in labels]) for labels in (y, t))
        PREDICT, STAGED = "predict", "staged_predict"
        low, high = y.min(), y.max()
        loss = lambda p, y: (np.clip(p, low, high) - y) ** 2
        boosting, forest, extra = HistGradientBoostingRegressor, RandomForestRegressor, ExtraTreesRegressor
        linear = [plain(Ridge(10.0**k)) for k in range(-2, 6)]
    boosts = lambda of: [boosted(boosting(categorical_features=of, early_stopping=False, max_iter=300,
                                          max_leaf_nodes=k)) for k in (8, 31)]
    grown = lambda of: [plain(of(n_estimators=100, min_samples_leaf=k, random_state=1)) for k in (1, 5)]
    families = {"linear": (linear, features), "boosting": (boosts(categories), cells),
                "forest": (grown(forest), features), "extra trees": (grown(extra), features)}
    if any(categories):
        families["boosting, one-hot"] = (boosts(None), features)
    peers = {}
    for name, (fits, of) in families.items():
        judged, p = chosen(fits, *of, y, loss)
        peers[name] = dict(loss=float(judged), error=float(np.mean(loss(p, t)) / (1 if classes else np.var(t))))
        if len(classes) == 2:
            peers[name]["auc"] = roc_auc_score(t, p[:, 1])
    print(json.dumps(dict(task=task, peers=peers)), flush=True)
