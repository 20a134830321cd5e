"""An estimator of scikit-learn that is fitted to a public sample and to private rows."""
from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

import privadapt


def _table(X: Any, names: Any) -> dict[str, Any]:
    return {name: X[:, k] for k, name in enumerate(names)}


def _classifies(self: PrivateAdapter) -> bool:
    return self.task == "classification"


class PrivateAdapter(BaseEstimator):
    """A model of public rows with labels, adapted to private rows: ``fit(X_public, y_public, X_private)``.

    One release of moments is charged; the model and the weights of the public rows, ``sample_weight_``, follow from it.
    ``release_`` is what may be handed on. ``settings`` are further settings of a run, as ``privadapt.adapt`` takes them.
    """

    def __init__(self, epsilon: float = 1, delta: float = 1e-6, task: str = "regression", base: str = "auto", ledger: Any = True,
                 settings: dict[str, Any] | None = None):
        self.epsilon, self.delta, self.task, self.base = epsilon, delta, task, base
        self.ledger, self.settings = ledger, settings

    def fit(self, X: Any, y: Any, X_private: Any) -> PrivateAdapter:
        X, y = validate_data(self, X, y, dtype="numeric", ensure_min_samples=2, y_numeric=not _classifies(self))
        private = validate_data(self, X_private, reset=False, dtype="numeric", ensure_all_finite=False)
        names = [str(name) for name in getattr(self, "feature_names_in_", [f"x{k}" for k in range(X.shape[1])])]
        label = "label"
        while label in names:
            label += "_"
        if _classifies(self):
            check_classification_targets(y)
            self.classes_, places = np.unique(y, return_inverse=True)
            if len(self.classes_) < 2:
                raise ValueError("y has one class; at least two are needed to learn to tell them apart")
            y = [f"class {place:06}" for place in places]
        public = privadapt.sample({**_table(X, names), label: y}, label=label, task=self.task)
        self.release_ = privadapt.adapt(public, _table(private, names), epsilon=self.epsilon, delta=self.delta, ledger=self.ledger,
                                        **{**(self.settings or {}), "release": "moments"})
        self.model_ = privadapt.combine([self.release_], public, base=self.base)
        self.sample_weight_ = privadapt.combine([self.release_], public, release="weights").weights
        self._names = names
        return self

    def _rows(self, X: Any) -> dict[str, Any]:
        check_is_fitted(self)
        return _table(validate_data(self, X, reset=False, dtype="numeric"), self._names)

    def predict(self, X: Any) -> Any:
        rows = self._rows(X)
        if not _classifies(self):
            return self.model_.predict(rows)
        return self.classes_[np.argmax(self._probabilities(rows), axis=1)]

    @available_if(_classifies)
    def predict_proba(self, X: Any) -> Any:
        return self._probabilities(self._rows(X))

    def _probabilities(self, rows: dict[str, Any]) -> Any:
        """In the order of ``classes_``, which the names of the release's classes count."""
        return self.model_.predict_proba(rows)[:, np.argsort(self.model_.classes)]

    def score(self, X: Any, y: Any) -> float:
        from sklearn.metrics import accuracy_score, r2_score

        return (accuracy_score if _classifies(self) else r2_score)(y, self.predict(X))

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import ClassifierTags, RegressorTags

        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.non_deterministic = True  # the noise
        if _classifies(self):
            tags.estimator_type, tags.classifier_tags = "classifier", ClassifierTags(poor_score=True)
        else:
            tags.estimator_type, tags.regressor_tags = "regressor", RegressorTags(poor_score=True)
        return tags
