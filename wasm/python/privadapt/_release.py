"""Releases: all in them is differentially private and may be handed on."""
from __future__ import annotations

import base64
import contextlib
import html
import importlib.util
import json
import os
import sys
from typing import Any, Callable, Iterator

from ._engine import PrivadaptError, engine
from ._frames import Input


class Release:
    """A finished release: its ``kind``, its ``certificate``, and what can be done with it. It holds no private value."""

    def __init__(self, text: str, warnings: list[str] | None = None, explanation: dict[str, Any] | None = None):
        self.text = text
        try:
            self.document = json.loads(text)
            self.kind, self.certificate = self.document["kind"], self.document["certificate"]
        except (ValueError, TypeError, KeyError):
            raise PrivadaptError("bad-release", "this is no release; give its file, its text or what adapt returned") from None
        self.warnings, self.explanation = warnings or [], explanation

    def save(self, path: Any) -> None:
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(self.text)

    @property
    def weights(self) -> Any:
        """Of a release of weights one for each public row; their sum is 1."""
        if self.kind != "weights":
            raise PrivadaptError("bad-release", f'this release holds {self.kind}; weights need release="weights"')
        return _array(self.document["values"]["weights"])

    @property
    def estimate(self) -> Any:
        """What an estimate or a report says, each figure with an interval; else the mean of each feature in the private rows,
        in standard deviations of the sample, as the run that made the release measured it (None where it was read from a file)."""
        if self.kind in ("report", "estimate"):
            return engine().request("figures", releases=[self.text])
        return self.explanation and {s["name"]: s["target"] for s in self.explanation["shifts"]}

    @property
    def verdict(self) -> str:
        """What the run found, in a sentence that depends on the certificate alone."""
        found, base = self.certificate.get("discrepancy"), self.certificate.get("base") or {}
        if self.kind == "estimate":
            return "The estimate says what the label is on average in the private rows, by what a public model predicts of them."
        if not found or self.certificate.get("labels"):
            return {"report": "The report says how good a fixed model is on the private rows.",
                    "moments": "These are averages and products of the columns; combine() makes weights or a model of them."}.get(
                        self.kind, "The labels of the private rows entered the model; its certificate says by how much.")
        if self.certificate.get("tolerance") == found["uniform"]:
            return "This run found no difference that the noise could not explain; the result is the public sample’s."
        if base.get("kept"):
            return "The weights gain nothing that can be told from chance; the model is the public sample’s."
        if found["weighted"] + found["noise"] >= found["uniform"] - found["noise"]:
            return "The columns may differ, but the noise is too large to say whether the weights bring them closer."
        return "The columns of the private rows clearly differ, and the weights correct at least a part of that."

    def predict(self, data: Any, *, on_missing: str = "error", base_file: Any = None) -> Any:
        """A prediction for each row of a table: a number, or the likeliest class."""
        return _array(self._apply(data, on_missing, base_file)["predictions"] or [])

    def predict_proba(self, data: Any, *, on_missing: str = "error", base_file: Any = None) -> Any:
        """The probability of each class, in the order of ``classes``, for each row of a table."""
        if not self.classes:
            raise PrivadaptError("bad-release", "this model predicts numbers; call predict()")
        return _array(self._apply(data, on_missing, base_file)["probabilities"] or [])

    @property
    def classes(self) -> list[str] | None:
        return self.document["provenance"]["schema"].get("classes")

    def _apply(self, data: Any, on_missing: str, base_file: Any) -> dict[str, Any]:
        given = Input()
        files = [given.private(data)]
        base = given.public(base_file) if base_file is not None else None
        return engine().request("predict", given.streams, releases=[self.text], files=files, baseFile=base,
                                acceptMissing=on_missing == "mean")

    def __repr__(self) -> str:
        c = self.certificate
        return f"<Release ({self.kind}), ε = {c['epsilon']:g}, δ = {c['delta']:g}: {self.verdict}>"

    def _repr_html_(self) -> str:
        c = self.certificate
        rows = [("kind", self.kind), ("ε, δ", f"{c['epsilon']:g}, {c['delta']:g}"), ("mechanism", c["mechanism"]),
                ("private rows", c.get("n") or c.get("rowsEstimate")), ("release", self.document["releaseId"])]
        shown = ""
        if self.kind in ("report", "estimate"):
            found = self.estimate
            # Of an estimate without labels between its ends the noise alone leaves it.
            end, what = ("estimate", "mean label") if "labelled" in found["all"] else ("noise", "mean prediction")
            averages = (found.get("sample") or {}).get("averages") or []
            means = [(f"{what} {mean.get('class') or ''}", mean[end], average) for mean, average in zip(found["all"].get("means", []), averages)]
            rows += [(name, _range(figure)) for name, figure, _ in means]
            rows += [(name, _range(figure)) for name, figure in found["all"].get("measures", {}).items()]
            shown = _picture([(name, {**figure, "source": average, "target": figure["value"]}) for name, figure, average in means],
                             "the label")
        shifts = [s for s in (self.explanation or {}).get("shifts") or [] if s["target"] is not None]
        shifts = sorted(shifts, key=lambda s: -abs(s["target"] - s["source"]))[:12]
        shown += _picture([(s["name"], s) for s in shifts], "means of the features, in standard deviations")
        table = "".join(f"<tr><th>{html.escape(a)}</th><td>{html.escape(str(b))}</td></tr>" for a, b in rows)
        notes = "".join(f"<p>{html.escape(w)}</p>" for w in self.warnings)
        return f"<p><b>{html.escape(self.verdict)}</b></p>{notes}<table>{table}</table>{shown}"


MARKS = {"source": ("#888", "public sample"), "target": ("#c33", "private rows"), "weighted": ("#06c", "weighted sample")}


def _picture(rows: list[tuple[str, dict[str, Any]]], what: str) -> str:
    """A dot for each mark of a row, on one axis, and a line from its low to its high end, if it has both."""
    rows = [(name, {k: v for k, v in row.items() if k in (*MARKS, "low", "high") and v is not None}) for name, row in rows]
    numbers = [v for _, row in rows for v in row.values()]
    if not numbers:
        return ""
    low, width = min(numbers), (max(numbers) - min(numbers)) or 1
    place = lambda v: round(160 + 320 * (v - low) / width, 1)  # noqa: E731
    marks = [mark for mark in MARKS if any(mark in row for _, row in rows)]
    parts = [f'<circle cx="{166 + 110 * k}" cy="14" r="4" fill="{MARKS[mark][0]}"/><text x="{174 + 110 * k}" y="18">{MARKS[mark][1]}</text>'
             for k, mark in enumerate(marks)]
    for k, (name, row) in enumerate(rows):
        y = 36 + 20 * k
        parts.append(f'<text x="150" y="{y + 4}" text-anchor="end">{html.escape(name[:24])}</text><path d="M160 {y}h320" stroke="#ddd"/>')
        if "low" in row and "high" in row:
            parts.append(f'<path d="M{place(row["low"])} {y}H{place(row["high"])}" stroke="#c33" stroke-width="2"/>')
        parts += [f'<circle cx="{place(row[m])}" cy="{y}" r="4" fill="{MARKS[m][0]}"><title>{row[m]:.4g}</title></circle>' for m in marks if m in row]
    foot = 52 + 20 * len(rows)
    parts.append(f'<text x="160" y="{foot}">{low:.4g}</text><text x="480" y="{foot}" text-anchor="end">{low + width:.4g}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="520" height="{foot + 8}" font-size="11" font-family="sans-serif" role="img" '
            f'aria-label="{html.escape(what)}" fill="currentColor">{"".join(parts)}</svg>')


def _range(figure: dict[str, Any]) -> str:
    """A figure and the ends of its interval, as far as they are known."""
    value, low, high = ("?" if figure.get(name) is None else f"{figure[name]:.4g}" for name in ("value", "low", "high"))
    return f"{value} ({low} to {high})"


def load(release: Any) -> Release:
    """A release from its file, its text, or what JSON made of it."""
    if isinstance(release, Release):
        return release
    if isinstance(release, dict):
        return Release(json.dumps(release))
    if isinstance(release, os.PathLike) or isinstance(release, str) and not release.lstrip("\ufeff \t\r\n").startswith("{"):
        try:
            with open(release, encoding="utf-8-sig") as file:
                release = file.read()
        except (OSError, UnicodeDecodeError) as error:
            raise PrivadaptError("bad-release", f"the file of the release cannot be read: {error}; correct the path") from None
    return Release(str(release).lstrip("\ufeff"))


def _array(values: list[Any]) -> Any:
    """As numpy has it in a program that uses numpy; else a list."""
    numpy = sys.modules.get("numpy")
    return numpy.asarray(values) if numpy else values


@contextlib.contextmanager
def progress_bar(wanted: Any) -> Iterator[Callable[..., None] | None]:
    """The function that is told of progress: the caller's, or a bar of tqdm where it is there and a person looks on."""
    seen = wanted is True or wanted is None and (sys.stderr is not None and sys.stderr.isatty() or "ipykernel" in sys.modules)
    try:  # without ipywidgets the automatic choice warns, in a notebook
        tqdm = importlib.import_module("tqdm.auto" if importlib.util.find_spec("ipywidgets") else "tqdm").tqdm
    except ImportError:
        seen = False
    if callable(wanted) or not seen:
        yield wanted if callable(wanted) else None
        return
    with tqdm(leave=False, delay=1) as bar:  # a short run shows none

        def tell(stage: str, done: int, total: int) -> None:
            bar.set_description(stage, refresh=False)
            bar.total = total or None
            bar.update(done - bar.n)

        yield tell
