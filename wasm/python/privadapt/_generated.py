# Generated from core/terms: go generate ./core/terms
"""The settings of each request: their types, and by keyword the engine's names of them."""
from __future__ import annotations

from typing import Any, Literal, Mapping, Sequence, TypedDict


class SampleSettings(TypedDict, total=False):
    """How a public sample is read."""

    label: str
    r"""The column to predict."""
    task: Literal["regression", "classification"]
    r"""Whether the label is a number or a class. Default: a class if most labels of the first 1000 rows are text."""
    categorical: Sequence[str]
    r"""Columns that are categories although they look like numbers."""
    ignore: Sequence[str]
    r"""Columns to leave out."""
    date_order: Mapping[str, str]
    r"""The order of day, month and year in dates such as 03/04/2021, for columns that do not settle it: one date such as
    13/05/2021 settles it for its column. The private file is read by the same order. A column that is neither settled
    nor stated counts as categories, or is refused with 'date-order' if it has many values."""
    integrity: str
    r"""The SHA-256 that the bytes must have: `sha256-` and base64, or 64 hexadecimal digits."""
    base_file: Any
    r"""An analyst's own model, for the base 'file' or as one more candidate of 'auto': a JSON file of XGBoost
    (`booster.save_model('model.json')`), fetched or read as the sample is, of at most 8 MB, with the objective
    reg:squarederror, binary:logistic or multi:softprob. All its trees count. Its features are the sample's columns by
    name, and of a category one column of 0 and 1 for each level, named 'column=level'; without names they are the
    columns in their order. Its classes are the sample's, in their order. Train it on other rows than the sample's: on
    its own training rows it seems better than it is, and 'auto' would believe that."""
    base_integrity: str
    r"""The SHA-256 that the file's bytes must have."""


class RunSettings(TypedDict, total=False):
    """The settings of a run."""

    epsilon: float
    r"""The privacy loss, above 0. No default: it is the owner's choice."""
    delta: float
    r"""Above 0 and at most 0.001 ÷ rows of the target; `verify` remarks on a larger one. No default."""
    release: Literal["model", "weights", "moments", "report", "estimate"]
    r"""What is released. Default: 'model'."""
    base: Literal["auto", "linear", "smooth", "trees", "file"]
    r"""The model of the kind 'model', fitted to the sample's columns under the weights at no further privacy cost.
    'linear': of numbers a ridge regression, of classes logistic regression; 'smooth': kernel ridge regression;
    'trees': boosted trees; 'file': the analyst's own in a file; 'auto': a blend of all that there are, chosen by
    cross-validation under the weights. The blend's predictions stay near the predictions of the model that is chosen
    on the sample alone. 'auto' means 'linear' with `model_norm` or the solver 'single-stage'. Of more than 20,000
    rows a random part of 20,000 is fitted, and trees that no weights enter are fitted to all. Default: 'auto'."""
    use_labels: bool
    r"""Correct the model by the labels of the target's rows that have one, at the same price; rows without a label that
    can be read count as before. With the release 'moments' the labels enter the moments, so that `combine` corrects a
    model by the labels of many owners, who must use the same `base`. Only with the mechanism 'moment'. Unless this is
    set, labels are used by the release 'report' alone. With the release 'estimate' they correct the mean and give it
    an interval. Rejects with 'no-labels', before anything is charged, where the target has no column of the label;
    rows that are objects count as having it. Default: false."""
    model: Any
    r"""For the release 'report' or 'estimate': the model to judge or to use, a release of this source. The release states
    the SHA-256 of its text, so give the text, not what JSON.parse made of it. Default: the model that the source
    alone chooses, of the `base`."""
    group_by: str
    r"""For the release 'report' or 'estimate': a categorical column of at most 50 levels, for each of which the figures
    are given as well."""
    campaign: str
    r"""What the release is for, stated in it: up to 64 letters without accents, digits, dots, hyphens or underscores."""
    accept_large_delta: bool
    r"""Do not refuse, before anything is charged, a δ of 1 ÷ rows or more, at which a mechanism may publish a whole row
    and keep its promise; `verify` refuses such a release too, unless it is asked by the same name. Where the number
    of rows is private ('add-remove') nothing is refused, and the owner's report warns. Default: false."""
    mechanism: Literal["moment", "selection", "gradient"]
    r"""Default: 'moment'."""
    solver: Literal["projected-gradient", "frank-wolfe", "mirror-descent", "single-stage"]
    r"""Default: by the mechanism. The package's README has a table of the pairs that exist."""
    calibration: Literal["tight", "paper"]
    r"""'paper' takes the paper's noise literally and is refused where that gives less than claimed. Default: 'tight'."""
    adjacency: Literal["replace-one", "add-remove"]
    r"""What is hidden: which values one row has, or also whether the row is there at all, so that the number of rows
    stays private (the second moment only; more noise on small files). Default: 'replace-one'."""
    unit: str
    r"""The column of the target that names the person of each row. Each person is then protected, with all of their rows,
    at the noise that a row has otherwise, and counts once, however many rows there are: a row weighs 1 ÷ their
    number. Names are compared as the text of the cell without blanks around it, a bigint by its exact decimal; rows
    without a name, or with one that has U+FFFD or more than 1 MiB, are one person's together. `n` of the certificate
    is the number of people, and the number of rows is private. The target is read twice, so a stream is kept in
    memory, up to 256 MB. A database groups the rows by the column, but makes no report of people. Rejects with
    'bad-unit', before anything is charged, where no column has the name. Default: each row is protected."""
    headers: Mapping[str, str]
    r"""What the target calls columns of the sample, or its label, by the sample's names: `{ age: 'Alter' }`. A file that
    lacks such a header is searched for the sample's own name. They are in no release. Choose them by the header
    alone."""
    smoothing: Literal["softmax", "pnorm"]
    r"""How the spectral norm is smoothed. Default: 'softmax'."""
    mu: float | Literal["auto"]
    r"""Sharpness of the softmax, above 0. Default: 'auto', 300/r² for the second moment and 20/r² where rounds draw
    noise."""
    p: float | Literal["auto"]
    r"""Exponent of the p-norm, at least 1. Default: 'auto'."""
    lambda: float | Literal["auto"]
    r"""Weight of the penalty on uneven weights, at least 0."""
    iterations: int | Literal["auto"]
    r"""Rounds of the solver, an integer of at least 1. Default: 'auto'."""
    radius: float | Literal["auto"]
    r"""Clipping radius in standardised units, at least 0.001. Never choose it from the target."""
    model_norm: float | Literal["auto"]
    r"""Bound on the norm of the model, for labels in standard deviations. Default: ridge regression instead."""


class ForecastSettings(TypedDict, total=False):
    """The settings on which a forecast depends."""

    epsilon: float
    delta: float
    release: Literal["model", "weights", "moments", "report", "estimate"]
    base: Literal["auto", "linear", "smooth", "trees", "file"]
    use_labels: bool
    model: Any
    group_by: str
    campaign: str
    accept_large_delta: bool
    mechanism: Literal["moment", "selection", "gradient"]
    solver: Literal["projected-gradient", "frank-wolfe", "mirror-descent", "single-stage"]
    calibration: Literal["tight", "paper"]
    adjacency: Literal["replace-one", "add-remove"]
    unit: str
    smoothing: Literal["softmax", "pnorm"]
    mu: float | Literal["auto"]
    p: float | Literal["auto"]
    lambda: float | Literal["auto"]
    iterations: int | Literal["auto"]
    radius: float | Literal["auto"]
    model_norm: float | Literal["auto"]


class AfterSettings(TypedDict, total=False):
    """The settings that can be chosen after the noise."""

    release: Literal["model", "weights", "moments", "report", "estimate"]
    base: Literal["auto", "linear", "smooth", "trees", "file"]
    solver: Literal["projected-gradient", "frank-wolfe", "mirror-descent", "single-stage"]
    smoothing: Literal["softmax", "pnorm"]
    mu: float | Literal["auto"]
    p: float | Literal["auto"]
    lambda: float | Literal["auto"]
    iterations: int | Literal["auto"]
    model_norm: float | Literal["auto"]


NAMES: dict[type, dict[str, str]] = {
    SampleSettings: {
        "label": "label",
        "task": "task",
        "categorical": "categorical",
        "ignore": "ignore",
        "date_order": "dateOrder",
        "integrity": "integrity",
        "base_file": "baseFile",
        "base_integrity": "baseIntegrity",
    },
    RunSettings: {
        "epsilon": "epsilon",
        "delta": "delta",
        "release": "release",
        "base": "base",
        "use_labels": "useLabels",
        "model": "model",
        "group_by": "groupBy",
        "campaign": "campaign",
        "accept_large_delta": "acceptLargeDelta",
        "mechanism": "mechanism",
        "solver": "solver",
        "calibration": "calibration",
        "adjacency": "adjacency",
        "unit": "unit",
        "headers": "headers",
        "smoothing": "smoothing",
        "mu": "mu",
        "p": "p",
        "lambda": "lambda",
        "iterations": "iterations",
        "radius": "radius",
        "model_norm": "modelNorm",
    },
    ForecastSettings: {
        "epsilon": "epsilon",
        "delta": "delta",
        "release": "release",
        "base": "base",
        "use_labels": "useLabels",
        "model": "model",
        "group_by": "groupBy",
        "campaign": "campaign",
        "accept_large_delta": "acceptLargeDelta",
        "mechanism": "mechanism",
        "solver": "solver",
        "calibration": "calibration",
        "adjacency": "adjacency",
        "unit": "unit",
        "smoothing": "smoothing",
        "mu": "mu",
        "p": "p",
        "lambda": "lambda",
        "iterations": "iterations",
        "radius": "radius",
        "model_norm": "modelNorm",
    },
    AfterSettings: {
        "release": "release",
        "base": "base",
        "solver": "solver",
        "smoothing": "smoothing",
        "mu": "mu",
        "p": "p",
        "lambda": "lambda",
        "iterations": "iterations",
        "model_norm": "modelNorm",
    },
}
