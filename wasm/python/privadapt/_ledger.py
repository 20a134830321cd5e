"""The privacy ledger of this machine account: the command's own journal, its folder, its rules and its way of locking.

jsbridge/npm/ledger explains them. Creating the file of entry N+1 is the lock: of two programs that have read the same N
entries one creates it, and the other reads and decides again. Spent budget is rounded up and available budget down.
"""
from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import json
import math
import os
import re
import sys
import unicodedata
import uuid
from pathlib import Path
from typing import Any, Callable, Iterator

from ._engine import PrivadaptError
from ._frames import number_text

MARGIN = 1e-11  # covers the rounding of logarithms and exponentials
SLACK = 1e-9  # by which all ρ together may exceed the cap's
DEFAULT_CAP = (3.0, 1e-5)


def _bisect(low: float, high: float, is_low: Callable[[float], bool]) -> tuple[float, float]:
    while low < (middle := low + (high - low) / 2) < high:
        low, high = (middle, high) if is_low(middle) else (low, middle)
    return low, high


def _delta_of(rho: float, epsilon: float) -> float:
    """The smallest δ for which ρ-zCDP implies (ε,δ) (Canonne, Kamath and Steinke 2020, corollary 13), rounded up."""
    if rho == 0:
        return 0.0
    upper = (epsilon + rho) / (2 * rho) + 1 / math.sqrt(2 * rho) + 1
    alpha = _bisect(1, upper, lambda a: (2 * a - 1) * rho - epsilon + math.log1p(-1 / a) < 0)[1]
    log_delta = (alpha - 1) * (alpha * rho - epsilon) + (alpha - 1) * math.log1p(-1 / alpha) - math.log(alpha)
    return math.exp(min(0.0, log_delta + 1e-15 * alpha * (alpha * rho + epsilon + 1))) * (1 + MARGIN)


def epsilon_of(rho: float, delta: float) -> float:
    """The smallest ε for which ρ-zCDP implies (ε,δ), rounded up."""
    upper = (rho + 2 * math.sqrt(-rho * math.log(delta))) * (1 + MARGIN)
    return _bisect(0, upper, lambda epsilon: _delta_of(rho, epsilon) > delta)[1] * (1 + MARGIN)


def rho_of(epsilon: float, delta: float) -> float:
    """The largest ρ for which ρ-zCDP implies (ε,δ), rounded down."""
    upper = 1.0
    while _delta_of(upper, epsilon) <= delta:
        upper *= 2
    return _bisect(0, upper, lambda rho: _delta_of(rho, epsilon) <= delta)[0] * (1 - MARGIN)


def _add(a: float, b: float) -> float:
    """a + b, rounded up."""
    return math.nextafter(a + b, math.inf) if a and b else a + b


def _is_number(least: float, most: float) -> Callable[[Any], bool]:
    return lambda x: isinstance(x, (int, float)) and not isinstance(x, bool) and least <= x <= most


def _is_text(longest: int) -> Callable[[Any], bool]:
    """One line of plain text, not empty."""
    hidden = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    return lambda text: (isinstance(text, str) and 0 < len(text.encode("utf-16-le", "surrogatepass")) // 2 <= longest
                         and text.strip() == text and not any(unicodedata.category(c) in hidden for c in text))


ABOUT = {**dict.fromkeys(("mechanism", "release", "from", "run"), _is_text(200)), "unit": lambda unit: unit == "person",
         "source": lambda digest: isinstance(digest, str) and bool(re.fullmatch("[0-9a-f]{64}", digest))}
in_range, is_delta, is_reason = _is_number(1e-30, 1e30), _is_number(math.ulp(0), 1 - 2**-53), _is_text(500)


def is_name(name: Any) -> bool:
    return _is_text(64)(name) and unicodedata.is_normalized("NFC", name)


# By kind of entry its fields, in the order of the text.
RULES: dict[str, dict[str, Callable[[Any], bool]]] = {
    "open": {"name": is_name, "statement": lambda statement: statement == "other-people"},
    "charge": {"epsilon": in_range, "delta": is_delta, "rho": lambda rho: rho == 0 or in_range(rho),
               "about": lambda about: all(key in ABOUT and ABOUT[key](value) for key, value in about.items())},
    "cap": {"epsilon": in_range, "delta": is_delta, "reason": lambda reason: reason is None or is_reason(reason)},
    "rename": {"name": is_name},
    "reset": {"reason": is_reason},
}
WRONG = {
    "name": ("ledger-account", "an account's name is 1 to 64 visible characters, no space at its ends"),
    "statement": ("ledger-account", "a further account is for data about other people than the accounts there are: say so by the "
                  'statement "other-people"'),
    "epsilon": ("bad-epsilon", "epsilon is a number from 1e-30 to 1e30"), "rho": ("bad-rho", "rho is 0, or a number from 1e-30 to 1e30"),
    "delta": ("bad-delta", "delta is a number above 0 and below 1"), "reason": ("bad-option", "a reason is one line of text"),
    "about": ("bad-option", f"about may hold {', '.join(ABOUT)}; source is a SHA-256, and unit \"person\""),
}


class Ledger:
    """What all runs on a person's data have spent together, and its cap. Each call reads the journal anew."""

    def __init__(self, account: str = "default"):
        self.name = account
        state = os.environ.get("XDG_STATE_HOME", "")
        if state and not os.path.isabs(state):
            raise PrivadaptError("ledger-unavailable", "XDG_STATE_HOME, where the privacy ledger is kept, depends on the folder in which "
                                 "a program is started; set it to an absolute path, or unset it")
        if not state and sys.platform == "darwin":
            state = Path.home() / "Library" / "Application Support"
        local = os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else None
        self.folder = Path(state or local or Path.home() / ".local" / "state") / "privadapt" / "ledger"

    @property
    def accounts(self) -> list[dict[str, Any]]:
        """Each account with its cap, what it has spent and has left, and its history."""
        return _read(self._texts())

    @property
    def account(self) -> dict[str, Any]:
        return _find(self.accounts, self.name)

    def set_cap(self, epsilon: float, delta: float, reason: str | None = None) -> dict[str, Any]:
        """Sets the cap. What is spent stays. A higher cap needs a reason: it is a decision about the people in the data."""
        if reason is None and in_range(epsilon) and is_delta(delta) and rho_of(epsilon, delta) > self.account["cap"]["rho"]:
            raise PrivadaptError("bad-option", "a higher cap needs a reason, which the history states")
        return self._append("cap", epsilon=epsilon, delta=delta, reason=reason)

    def open(self, name: str, statement: str) -> dict[str, Any]:
        """Opens an account for data about other people; ``statement`` has to say so: "other-people"."""
        return self._append("open", name=name, statement=statement)

    def rename(self, name: str) -> dict[str, Any]:
        """Changes the name of the account, not what it has spent."""
        return self._append("rename", name=name)

    def reset(self, reason: str) -> dict[str, Any]:
        """Counts from zero, for a reason that stays in the journal. It restores no privacy."""
        return self._append("reset", reason=reason)

    def charge(self, epsilon: float, delta: float, rho: float, about: dict[str, str]) -> dict[str, Any]:
        """Charges a run; the charge is on the disk once this returns. Raises "budget-exhausted" if the cap does not admit it."""
        return self._append("charge", epsilon=epsilon, delta=delta, rho=rho, about=about)

    def check_room(self, about: dict[str, str], epsilon: Any, delta: Any, **settings: Any) -> None:
        """Refuses, before private data are read, a run that the cap cannot admit whatever it will turn out to cost."""
        known = in_range(epsilon) and is_delta(delta) and settings.get("calibration") != "paper"
        least = rho_of(epsilon, delta) * (1 - 1e-6) if known and settings.get("mechanism") != "selection" else 0.0
        _admit(self.account, epsilon, delta, least, about)

    def export(self) -> str:
        """The whole journal as text, one entry a line."""
        texts = self._texts()
        _read(texts)
        return "".join(texts)

    def merge(self, text: str) -> int:
        """Counts what an exported journal counts as well, and returns how many entries were added. Of a longer copy of this
        journal these are its own; of another its charges since each account's last reset. A charge that both have counts once."""
        theirs, added = text.splitlines(keepends=True), 0
        try:
            other = _read(theirs or [""])
        except PrivadaptError as error:
            raise PrivadaptError("bad-ledger-file", f"this is no exported history of a privacy ledger: {error}") from error
        while (common := len(os.path.commonprefix([own := self._texts(), theirs]))) < len(theirs):
            new = theirs[common]
            if common < len(own):
                lacking = _lacking(_read(own), other, common)
                if lacking is None:
                    break
                new = _serialise(own, **{"account": f"account-{len(own) + 1}", **lacking})
            added += self._create(new, len(own) + 1)
        return added

    def __repr__(self) -> str:
        return "\n".join(f'{a["name"]}: spent ε = {a["spent"]["epsilon"]:.4g} of {a["cap"]["epsilon"]:g} at δ = {a["cap"]["delta"]:g} in '
                         f'{a["spent"]["runs"]} runs, left ε = {a["left"]["epsilon"]:.4g}' for a in self.accounts)

    def _append(self, kind: str, **fields: Any) -> dict[str, Any]:
        while True:
            texts = self._texts()
            accounts = _read(texts)
            account = f"account-{len(texts) + 1}" if kind == "open" else _find(accounts, self.name)["id"]
            if kind == "charge":
                _admit(_find(accounts, account), **fields)
            text = _serialise(texts, kind=kind, account=account, **fields)
            _apply(accounts, json.loads(text))  # what is not valid is refused as the caller's
            after = _read([*texts, text])
            if self._create(text, len(texts) + 1):
                return _find(after, account)

    def _texts(self) -> list[str]:
        with self._reporting():
            names = os.listdir(self.folder) if self.folder.is_dir() else []
            last = max((int(name[:-5]) for name in names if re.fullmatch(r"\d{6,}\.json", name)), default=0)
            paths = [self.folder / f"{number:06}.json" for number in range(1, last + 1)]
            lost = next((path for path in paths if not path.exists()), None)
            if lost:
                raise PrivadaptError("ledger-corrupt", f"an entry of the privacy ledger is missing: there is no {lost}. Restore it from a "
                                     "copy, or move the folder away and count what was spent by other means")
            return [path.read_bytes().decode(errors="replace") for path in paths]

    def _create(self, text: str, number: int) -> bool:
        with self._reporting():
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            temporary = self.folder / f".{uuid.uuid4()}.partial"
            try:
                with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                    file.write(text.encode())
                    file.flush()
                    os.fsync(file.fileno())
                os.link(temporary, self.folder / f"{number:06}.json")
            except FileExistsError:
                return False
            finally:
                temporary.unlink(missing_ok=True)
            for folder in [self.folder, *(self.folder.parents if number == 1 else ())] if sys.platform != "win32" else ():
                with contextlib.suppress(*(() if folder == self.folder else (OSError,))):
                    handle = os.open(folder, os.O_RDONLY)
                    os.fsync(handle)
                    os.close(handle)
            return True

    @contextlib.contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise PrivadaptError("ledger-unavailable", f"the privacy ledger in {self.folder} cannot be used: {error.strerror}. Without it "
                                 "nothing is released; repair it, or name another place by XDG_STATE_HOME and move the ledger there, or "
                                 "its count would begin anew") from error


def _json(value: Any) -> str:
    """JSON as JavaScript writes it, of which each content has exactly one text."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{_json(k)}:{_json(v)}" for k, v in value.items() if v is not None) + "}"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return number_text(float(value))
    return json.dumps(value, ensure_ascii=False)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _serialise(before: list[str], kind: str, account: str, time: str | None = None, **fields: Any) -> str:
    """The text of the entry after those before."""
    time = time or dt.datetime.now(dt.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    entry = {"format": "privadapt-ledger", "version": 1, "number": len(before) + 1, "previous": _sha256(before[-1]) if before else "",
             "time": time, "kind": kind, "account": account, **{name: fields.get(name) for name in RULES[kind]}}
    return _json({**entry, "checksum": _sha256(_json(entry))}) + "\n"


def _read(texts: list[str]) -> list[dict[str, Any]]:
    """The accounts of a journal. An entry is what would be written in its place, or the journal is damaged."""
    accounts = [_blank("default", "default")]
    for k, text in enumerate(texts):
        try:
            entry = json.loads(text)
            dt.datetime.strptime(entry["time"], "%Y-%m-%dT%H:%M:%S.%fZ")
            if len(text) > 4096 or _serialise(texts[:k], **entry) != text:
                raise ValueError("its text has been changed, or the one before it is another")
            _apply(accounts, entry)
        except (PrivadaptError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise PrivadaptError("ledger-corrupt", f"entry {k + 1} of the privacy ledger cannot be relied on: {error}. Nothing is released "
                                 "from a damaged ledger; restore it from a copy, or move it away and count what was spent by other "
                                 "means") from error
    for account in accounts:
        cap, spent = account["cap"], account["spent"]
        spent["epsilon"] = epsilon_of(spent["rho"], cap["delta"])
        rho = max(0.0, cap["rho"] - spent["rho"])
        account["left"] = {"rho": rho, "epsilon": epsilon_of(rho, cap["delta"])}
    return accounts


def _blank(identity: str, name: str, statement: str | None = None) -> dict[str, Any]:
    return {"id": identity, "name": name, "statement": statement, "cap": _cap(*DEFAULT_CAP), "unit": None,
            "spent": {"rho": 0.0, "epsilon": 0.0, "runs": 0, "sumEpsilon": 0.0, "sumDelta": 0.0}, "history": []}


def _cap(epsilon: float, delta: float) -> dict[str, float]:
    return {"epsilon": epsilon, "delta": delta, "rho": rho_of(epsilon, delta)}


def _find(accounts: list[dict[str, Any]], name: str) -> dict[str, Any]:
    found = [a for key in ("id", "name") for a in accounts if a[key] == name]
    if not found:
        raise PrivadaptError("ledger-account", f'the ledger has no account "{name}"; it has ' + ", ".join(f'"{a["name"]}"' for a in accounts))
    return found[0]


def _admit(account: dict[str, Any], epsilon: float, delta: float, rho: float, about: dict[str, str]) -> None:
    """ρ_spent + ρ_run ≤ ρ_cap, where ρ_cap-zCDP implies the cap's (ε,δ) (Feldman and Zrnic 2021), and one unit in an account."""
    asked, words, cap, spent = about.get("unit", "record"), {"person": "people", "record": "rows"}, account["cap"], account["spent"]
    if account["unit"] not in (None, asked):
        raise PrivadaptError(
            "ledger-account", f'the runs of the account "{account["name"]}" protect {words[account["unit"]]} and this one would protect '
            f"{words[asked]}, which do not add up; take an account of its own for data about other people, or the same unit as before")
    if _add(spent["rho"], rho) > cap["rho"] * (1 + SLACK):
        raise PrivadaptError(
            "budget-exhausted", f'the privacy budget of the account "{account["name"]}" does not admit this run: spent so far is '
            f'ε = {spent["epsilon"]:.4g} at δ = {cap["delta"]:g} in {spent["runs"]} runs, the cap is ε = {cap["epsilon"]:g}, and this run '
            f"costs ε = {epsilon:.4g} at δ = {delta:g}. Use a smaller ε, or work with what was released already; raising the cap is a "
            "decision about the people in the data")


def _apply(accounts: list[dict[str, Any]], entry: dict[str, Any]) -> None:
    """Applies an entry, unless it is not valid after those before."""
    kind, identity, name = entry["kind"], entry["account"], entry.get("name")
    for field, is_right in RULES[kind].items():
        if not is_right(entry.get(field)):
            raise PrivadaptError(*WRONG[field])
    is_id = name and re.fullmatch(r"default|account-[0-9]+", name) and name != identity
    if is_id or name in [account["name"] for account in accounts]:
        raise PrivadaptError("ledger-account", f'the name "{name}" is taken; choose another')
    if kind == "open" and identity == f'account-{entry["number"]}':
        accounts.append(_blank(identity, entry["name"], entry["statement"]))
    account = _find(accounts, identity)
    spent = account["spent"]
    if kind == "charge":
        account["unit"] = "person" if account["unit"] == "person" else entry["about"].get("unit", "record")
        spent["runs"] += 1
        for total, amount in (("rho", "rho"), ("sumEpsilon", "epsilon"), ("sumDelta", "delta")):
            spent[total] = _add(spent[total], entry[amount])
    elif kind == "rename":
        account["name"] = name
    elif kind == "cap":
        account["cap"] = _cap(entry["epsilon"], entry["delta"])
    elif kind == "reset":
        if account["cap"]["rho"] > rho_of(*DEFAULT_CAP):
            account["cap"] = _cap(*DEFAULT_CAP)
        account.update(spent=_blank("", "")["spent"], unit=None)
    account["history"].append(entry)


def _lacking(mine: list[dict[str, Any]], other: list[dict[str, Any]], common: int) -> dict[str, Any] | None:
    """The next entry that counts what another journal, the same up to an entry, counts as well."""
    for theirs in other:
        history = theirs["history"]
        same = "id" if theirs["id"] == "default" or history[0]["number"] <= common else "name"
        here = next((a for a in mine if a[same] == theirs[same]), None)
        known = [_spent(e) for e in here["history"]] if here else []
        reset = max((k for k, e in enumerate(history) if e["kind"] == "reset"), default=-1)
        for charge in history[reset + 1:]:
            if charge["kind"] != "charge":
                continue
            if _spent(charge) in known:
                known.remove(_spent(charge))
            elif here:
                return {**charge, "account": here["id"]}
            else:
                return {"kind": "open", "name": theirs["name"], "statement": theirs["statement"]}
    return None


def _spent(entry: dict[str, Any]) -> str:
    return _json({name: entry.get(name) for name in ("kind", "time", "epsilon", "delta", "rho", "about")})
