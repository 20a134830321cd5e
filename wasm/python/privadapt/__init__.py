"""Differentially private domain adaptation: the engine of privadapt, run where the data are.

A public labelled sample and private rows make one small release under (ε, δ)-differential privacy. A ledger, which the
command and this package share, charges each run before its noise is drawn, or refuses it.
"""
from __future__ import annotations

import inspect
import sys
import typing
import weakref
from typing import Any, Callable, Iterable, Sequence

from . import _generated
from ._engine import PrivadaptError, engine
from ._frames import Input, several
from ._ledger import Ledger
from ._release import Release, load, progress_bar

if typing.TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._generated import AfterSettings, ForecastSettings, RunSettings, SampleSettings

__version__ = "0.1.0"
__all__ = ["Ledger", "PrivadaptError", "PrivateAdapter", "Release", "Sample", "adapt", "combine", "forecast", "ledger", "load",
           "sample", "verify"]


def _described(request: type) -> Callable[[Any], Any]:
    """Gives a function the keywords of a request, and their meaning, as the table of settings has them."""

    def describe(function: Any) -> Any:
        own = inspect.signature(function)
        given = [p for p in own.parameters.values() if p.kind is not p.VAR_KEYWORD]
        words = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=inspect.Parameter.empty, annotation=kind)
                 for name, kind in request.__annotations__.items() if name not in own.parameters]
        function.__signature__ = own.replace(parameters=[*given, *words])
        function.__doc__ += f"\n\nFor the keywords see ``help(privadapt._generated.{request.__name__})``."
        return function

    return describe


def _options(request: type, settings: dict[str, Any]) -> dict[str, Any]:
    """Settings under the engine's names. One that is None is not given."""
    names, options = _generated.NAMES[request], {}
    for keyword, value in settings.items():
        if keyword not in names:
            raise PrivadaptError("unknown-option", f'there is no option "{keyword}"; the options are {", ".join(names)}')
        if isinstance(value, Release):
            value = value.text
        if value is not None:
            value = value.item() if type(value).__module__ == "numpy" and hasattr(value, "item") else value
            options[names[keyword]] = list(value) if isinstance(value, (tuple, set)) else value
    return options


class Sample:
    """A public labelled sample in the engine's memory, with what is known of it: rows, label, columns, digest."""

    def __init__(self, facts: dict[str, Any], owner: Any):
        self._engine, self._handle = owner, facts.pop("source")
        self.facts = facts
        self.rows, self.label, self.digest = facts["rows"], facts["label"], facts["digest"]
        self.columns = [column["name"] for column in facts["columns"]]
        self.classes, self.notes = facts["classes"], facts["notes"] or []
        weakref.finalize(self, owner.forgotten.append, self._handle)

    def __repr__(self) -> str:
        return f"<Sample of {self.rows} rows and {len(self.columns)} columns, label {self.label!r}, SHA-256 {self.digest[:12]}…>"


@_described(_generated.SampleSettings)
def sample(data: Any, *, label: str, **settings: Unpack[SampleSettings]) -> Sample:
    """Reads a public labelled sample: a table of pandas, polars or Arrow, a path or an address."""
    given, owner = Input(), engine()
    files = [given.public(data)]
    options = _options(_generated.SampleSettings, {"label": label, **settings})
    model = options.pop("baseFile", None)
    base = given.public(model) if model is not None else None
    return Sample(owner.request("loadSource", given.streams, files=files, options=options, baseFile=base), owner)


@_described(_generated.RunSettings)
def adapt(sample: Sample, private: Any, *, ledger: Ledger | bool = True, accept: Iterable[str] = (), run: str | None = None,
          progress: Callable[..., None] | bool | None = None,
          on_report: Callable[[dict[str, Any]], None] | None = None, **settings: Unpack[RunSettings]) -> Release:
    """Makes one release of private rows: a table, the path of a file, or a list of these.

    ``ledger`` is the account that is charged, after the noise is calibrated and before it is drawn; False leaves the
    accounting to you. ``accept`` names what may stop a run before its charge, such as "missing-columns". ``on_report`` is
    given what became of the rows, which is for their owner's eyes. Ctrl-C before the charge costs nothing.
    """
    owner, options = sample._engine, _options(_generated.RunSettings, settings)
    for name, advice in (("epsilon", "1 is usual, and smaller is more private"), ("delta", "at most 0.001 ÷ the number of private rows")):
        if name not in options:
            raise PrivadaptError(f"bad-{name}", f'the option "{name}" is missing: {advice}. It has no default, because the owner decides')
    if options.get("unit") == "":  # the engine would see none, and protect rows
        raise PrivadaptError("bad-option", "unit is the name of a column; leave it out to protect rows")
    about = {"mechanism": options.get("mechanism", "tally" if options.get("release") in ("report", "estimate") else "moment"),
             "release": options.get("release", "model"), "source": sample.digest}
    about.update({"unit": "person"} if "unit" in options else {}, **({"run": run} if run else {}))
    book = Ledger() if ledger is True else ledger or None
    if book:
        book.check_room(about, **options)
    given = Input()
    asked = [c["name"] for c in sample.facts["columns"]] + [*options.get("headers", {}).values()]
    asked += [sample.label] if options.get("useLabels") or options.get("release") == "report" else []
    asked += [options["unit"]] if "unit" in options else []
    counted = [given.private(one, asked) for one in several(private)] if "unit" in options else []
    files = [given.private(one, asked) for one in several(private)]
    with progress_bar(progress) as told:
        read = owner.request("readTarget", given.streams, source=sample._handle, options=options, files=files, counted=counted,
                             progress=told)
        try:
            if on_report:
                on_report(read["report"])
            for stop in read["report"]["stops"]:
                if stop["key"] not in accept:
                    raise PrivadaptError(stop["key"], f'{stop["text"].rstrip(".")}. Nothing was charged; if that is as it should be, pass '
                                         f'accept=["{stop["key"]}"]')
            made = owner.request("adapt", target=read["target"], progress=told,
                                 charge=lambda *cost: book and book.charge(*cost, about=about))
        except BaseException:
            owner.forgotten.append(read["target"])  # and with it, at once, the sums of the rows
            if not owner.dead:
                owner.request("dispose")
            raise
    return Release(made["release"], [w["text"] for w in read["warnings"] or []], made["explanation"])


@_described(_generated.ForecastSettings)
def forecast(sample: Sample, *, rows: int, **settings: Unpack[ForecastSettings]) -> dict[str, Any]:
    """What a run on so many private rows would give, from public numbers alone. It costs nothing."""
    options = _options(_generated.ForecastSettings, settings)
    return sample._engine.request("forecast", source=sample._handle, rows=rows, options=options)


def verify(release: Any, sample: Sample | None = None, *, accept_large_delta: bool = False, base_file: Any = None) -> dict[str, Any]:
    """Recomputes what a release claims, and with its public sample also what follows from it: {"ok", "problems", …}."""
    given = Input()
    base = given.public(base_file) if base_file is not None else None
    owner = sample._engine if sample else engine()
    return owner.request("verify", given.streams, releases=[load(release).text], source=sample._handle if sample else 0,
                         acceptLargeDelta=accept_large_delta, baseFile=base)


@_described(_generated.AfterSettings)
def combine(releases: Sequence[Any], sample: Sample | None = None, **settings: Unpack[AfterSettings]) -> Release:
    """Adds up the moments of several owners and computes weights or a model from them, or adds up their reports or
    estimates, where that is the release. It spends nothing."""
    owner = sample._engine if sample else engine()
    made = owner.request("combine", releases=[load(one).text for one in releases], source=sample._handle if sample else 0,
                         options=_options(_generated.AfterSettings, settings))
    return Release(made["release"])


def ledger(account: str = "default") -> Ledger:
    """The privacy ledger of this machine account, which the command shares."""
    return Ledger(account)


def __getattr__(name: str) -> Any:
    if name == "PrivateAdapter":  # it needs scikit-learn
        from ._sklearn import PrivateAdapter

        return PrivateAdapter
    raise AttributeError(f"module 'privadapt' has no attribute {name!r}")
