"""python3 train_weighted.py TRAINER sample.csv weights.csv LABEL new.csv: fits a model to a public sample under
released weights, which privadapt adapt --release weights writes, and applies it. TRAINER is sklearn, xgboost or
lightgbm.
"""
import sys

import pandas

trainer, sample_file, weights_file, label, new_file = sys.argv[1:]
sample, new = pandas.read_csv(sample_file), pandas.read_csv(new_file)
weight = pandas.read_csv(weights_file).weight.to_numpy() * len(sample)  # 1 on average, as trainers expect

# Weights change most of all what small models learn: these have trees of one split.
columns = pandas.get_dummies(sample.drop(columns=label), dtype=float)
asked = pandas.get_dummies(new, dtype=float).reindex(columns=columns.columns, fill_value=0.0)

if trainer == "sklearn":
    from sklearn.linear_model import LinearRegression

    model = LinearRegression()
elif trainer == "xgboost":
    from xgboost import XGBRegressor

    model = XGBRegressor(n_estimators=20, max_depth=1)
elif trainer == "lightgbm":
    from lightgbm import LGBMRegressor

    model = LGBMRegressor(n_estimators=20, max_depth=1, verbose=-1)
else:
    sys.exit(f"the trainer is sklearn, xgboost or lightgbm, not {trainer}")
print(*model.fit(columns, sample[label], sample_weight=weight).predict(asked), sep="\n")
