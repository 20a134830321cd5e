"""Tables of a program as the engine reads them: private ones in columns, public ones as the CSV file of their values.

What a cell is follows the package for Node, so the same table gives the same sample and the same release there. Private
values are read without exceptions: one that is no cell counts as missing.
"""
from __future__ import annotations

import contextlib
import datetime as dt
import decimal
import gzip
import hashlib
import importlib
import io
import itertools
import os
import re
import struct
import urllib.request
import uuid
import zlib
from typing import Any, BinaryIO, Iterator, Mapping, NamedTuple, Sequence

from ._engine import PrivadaptError

TOO_LONG = (1 << 20) + 8  # characters of a record whose cells are read
BLOCK = 1 << 20  # about the bytes of a block
LEAST_SPECIAL = re.compile("[\",;\t\r\n]|^[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]")
SURROGATES = re.compile("[\ud800-\udfff]")
KINDS = {"f": "n", "i": "i", "u": "u"}  # of numpy's numbers, in dataset.ColumnStream


class Column(NamedTuple):
    """Values in memory: numbers of 8 bytes each, or any values."""

    name: str
    kind: str  # of dataset.ColumnStream: n, i or u with numbers, t with values
    values: Any


def number_text(x: float) -> str:
    """A number as JavaScript writes it, so that digests and journals are the same there."""
    text = float.__repr__(x).removesuffix(".0")
    if "e" in text:
        return format(decimal.Decimal(text), "f") if 1e-6 <= abs(x) < 1e21 else text.replace("e-0", "e-")
    return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity", "-0": "0"}.get(text, text)


def cell_of(value: Any) -> str | None:
    """The text of a cell, empty where the value is missing; None for what has no meaning in a table."""
    if type(value).__module__ == "numpy" and hasattr(value, "item") and getattr(value, "ndim", 1) == 0:
        value = value.astype("datetime64[us]").item() if value.dtype.kind == "M" else value.item()
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return ""
    if isinstance(value, str):
        return str.__str__(value)[:TOO_LONG].replace("\0", "\ufffd")
    if isinstance(value, bytes):
        return value[:TOO_LONG].decode("utf-8", "replace").replace("\0", "\ufffd")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return "" if value != value else number_text(value)
    if isinstance(value, int):
        return int.__repr__(value) if int.bit_length(value) < 4096 else ""
    if isinstance(value, decimal.Decimal):
        plain = value.is_finite() and -1100 <= value.as_tuple().exponent and abs(value.adjusted()) <= 1100
        return format(value, "f") if plain else ""
    if isinstance(value, dt.datetime):  # to the nearest millisecond in UTC, as a Parquet file's
        value = value.to_pydatetime(warn=False) if hasattr(value, "to_pydatetime") else value
        value = dt.datetime.__add__(value, dt.timedelta(microseconds=500))
        value = value.astimezone(dt.timezone.utc) if value.tzinfo else value
        return f"{dt.datetime.isoformat(value.replace(tzinfo=None), timespec='milliseconds')}Z"
    if isinstance(value, dt.date):
        return dt.date.isoformat(value)
    return value.hex if isinstance(value, uuid.UUID) else None


def private_cell(value: Any) -> str:
    """The same of a private value: none may fail."""
    try:
        return cell_of(value) or ""
    except Exception:  # noqa: BLE001
        return ""


def table_of(data: Any, names: Sequence[str] | None = None) -> list[Column] | None:
    """The columns of a table of pandas, polars or Arrow, of a mapping of columns, or of rows that are mappings.

    Of private rows that are mappings ``names`` are the columns: names from the rows would depend on them.
    """
    if hasattr(data, "iloc") and hasattr(data, "columns"):  # pandas; an index is no column
        pairs = [(name, data.iloc[:, k]) for k, name in enumerate(data.columns)]
    elif hasattr(data, "collect_schema") and hasattr(data, "lazy"):  # polars
        pairs = [(column.name, column) for column in data.lazy().collect().get_columns()]
    elif hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__"):
        pairs = _arrow(data)
    elif isinstance(data, Mapping):
        pairs = list(data.items())
    elif isinstance(data, Sequence) and data and isinstance(data[0], Mapping):
        pairs = [(n, [_value(row, n) for row in data]) for n in names or dict.fromkeys(name for row in data for name in row)]
    else:
        return None
    columns = [_column(str(name), values) for name, values in pairs or ()]
    if len({_length(column) for column in columns}) > 1:
        raise PrivadaptError("bad-option", "the columns have not the same number of values")
    return columns if pairs is not None else None


def _arrow(data: Any) -> list[tuple[str, Any]] | None:
    """The columns of a table of another library, by Arrow's PyCapsule interface; None of a single column."""
    pyarrow, polars = _installed("pyarrow"), _installed("polars")
    if not pyarrow and not polars:
        raise PrivadaptError("bad-option", "a table of Arrow is read by pyarrow or polars: pip install pyarrow")
    try:
        if not pyarrow:
            return [(column.name, column) for column in polars.DataFrame(data).get_columns()]
        table = pyarrow.table(data)
    except Exception:  # noqa: BLE001
        return None
    return [(n, c) for n, c in zip(table.column_names, table.columns) if not re.fullmatch("__index_level_[0-9]+__", n)]


def _installed(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _value(row: Any, name: str) -> Any:
    try:
        return row.get(name)
    except Exception:  # noqa: BLE001
        return None


def _length(column: Column) -> int:
    return len(column.values) // (1 if column.kind == "t" else 8)


def _column(name: str, values: Any) -> Column:
    missing = getattr(values, "null_count", 0)  # of polars a method
    array = values
    if hasattr(values, "to_numpy") and not hasattr(getattr(values, "dtype", None), "na_value"):
        if _installed("numpy") and not (missing() if callable(missing) else missing):
            with contextlib.suppress(Exception):  # of texts that are none
                array = values.to_numpy()
    kind = array.dtype.kind if type(array).__module__ == "numpy" and array.ndim == 1 else ""
    if kind in KINDS:
        return Column(name, KINDS[kind], array.astype(f"<{kind}8").tobytes())
    if kind == "M" and values is array:
        values = array.astype("datetime64[us]")  # a list of nanoseconds would have integers
    for lister in ("tolist", "to_list", "to_pylist"):
        if hasattr(values, lister) and getattr(values, "ndim", 1) == 1:
            return Column(name, "t", _listed(values, lister))
    if isinstance(values, (str, bytes)) or not isinstance(values, Sequence):
        raise PrivadaptError("bad-option", f'the column "{name}" is no list of values')
    return Column(name, "t", values)


def _listed(values: Any, lister: str) -> list[Any]:
    """Values as Python has them. One that it cannot have, such as a date after the year 9999, is no cell."""
    try:
        return getattr(values, lister)()
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException:  # noqa: BLE001 - a panic of polars is no Exception
        values, half = getattr(values, "array", values), len(values) // 2  # pandas may slice a series by its index
        return [*_listed(values[:half], lister), *_listed(values[half:], lister)] if half else [object()] * len(values)


def stream_of(columns: list[Column]) -> Iterator[bytes]:
    """The bytes of a private table, as dataset.ColumnStream describes them. A row of more than TOO_LONG characters ends in empty cells."""
    names = _utf8("\0".join(c.name.replace("\0", "\ufffd") for c in columns))
    yield b"cols" + struct.pack("<II", len(columns), len(names)) + "".join(c.kind for c in columns).encode() + names
    numbers = [c.values for c in columns if c.kind != "t"]
    texts = [map(private_cell, c.values) for c in columns if c.kind == "t"]
    rows = _length(columns[0]) if columns else 0
    start, held, size = 0, [], 0
    for end, cells in enumerate(zip(*texts) if texts else itertools.repeat((), rows), 1):
        record = "\0".join((*cells, ""))
        if len(record) > TOO_LONG:
            record = record[:TOO_LONG] + "\0" * (len(texts) - record.count("\0", 0, TOO_LONG))
        held.append(record)
        size += len(held[-1]) + 8 * len(numbers)
        if size > BLOCK or end == rows:
            encoded = _utf8("".join(held))
            yield b"".join((struct.pack("<II", end - start, len(encoded)), *(n[8 * start : 8 * end] for n in numbers), encoded))
            start, held, size = end, [], 0


def _utf8(text: str) -> bytes:
    return SURROGATES.sub("\ufffd", text).encode()


def csv_of(columns: list[Column]) -> Iterator[bytes]:
    """A public table as its file. A value without a cell is an error that names its place."""
    rows = zip(*(map(_quoted, _public_cells(c)) for c in columns))
    header = [_quoted(c.name.replace("\0", "\ufffd")) for c in columns]
    lines = map(",".join, itertools.chain([header], rows))
    while piece := "".join(f"{line}\n" for line in itertools.islice(lines, 4096)):
        yield _utf8(piece)


def _public_cells(column: Column) -> Iterator[str]:
    values = column.values
    if column.kind != "t":
        values = memoryview(values).cast({"n": "d", "i": "q", "u": "Q"}[column.kind])
    for row, value in enumerate(values):
        try:
            text = cell_of(value) if column.kind == "t" else number_text(value) if column.kind == "n" else str(value)
        except Exception:  # noqa: BLE001
            text = None
        if text is None:
            raise PrivadaptError("bad-option", f'row {row + 1}, column "{column.name}": a value is a number, a text, a bool, a '
                                 "date, a Decimal or None")
        yield text


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if LEAST_SPECIAL.search(cell) else cell


def several(data: Any) -> list[Any]:
    """The tables of a list, or the one. The first element decides whether a list is one of rows."""
    return data if isinstance(data, list) and data and not isinstance(data[0], Mapping) else [data]


class Input:
    """What a caller gives as data: streams of bytes, and what the engine is told of them."""

    def __init__(self) -> None:
        self.streams: list[Iterator[bytes]] = []

    def add(self, stream: Iterator[bytes], **facts: Any) -> dict[str, Any]:
        self.streams.append(stream)
        return {"stream": len(self.streams) - 1, **facts}

    def public(self, data: Any) -> dict[str, Any]:
        """A public table: a frame, a path or an address."""
        columns = table_of(data)
        if columns is not None:
            return self.add(csv_of(columns))
        if isinstance(data, str) and re.match(r"https?://", data, re.I):
            with urllib.request.urlopen(data, timeout=60) as reply:
                data = reply.read()
        text = b"".join(_pieces(_file(data)))
        read = _unpacked(io.BytesIO(text))
        return self.add(csv_of(read) if isinstance(read, list) else read, digest=hashlib.sha256(text).hexdigest())

    def private(self, data: Any, names: Sequence[str] | None = None) -> dict[str, Any]:
        """A private table: a frame, or a path."""
        read = table_of(data, names)
        if read is None:
            read = _unpacked(_file(data))
        return self.add(stream_of(read), columns=True) if isinstance(read, list) else self.add(read)


def _file(data: Any) -> BinaryIO:
    if isinstance(data, (bytes, bytearray)):
        return io.BytesIO(data)
    if not isinstance(data, (str, os.PathLike)) or isinstance(data, str) and re.search("[\r\n]", data):
        raise PrivadaptError("bad-option", "data are a table of pandas, polars or Arrow, a dict of columns, a list of dicts, "
                             "bytes, or the path of a file")
    try:
        return open(data, "rb")
    except OSError as error:  # its text has the path, which the caller has given
        raise PrivadaptError("unreadable", f"the file cannot be read: {error.strerror}; correct the path, or its permissions") from None


def _unpacked(file: BinaryIO) -> Iterator[bytes] | list[Column]:
    """The bytes of a CSV file, or what a library reads of a Parquet file, or of the first sheet of a workbook."""
    start = file.read(4)
    file.seek(0)
    if start not in (b"PAR1", b"PK\3\4"):
        return _pieces(gzip.GzipFile(fileobj=file) if start[:2] == b"\x1f\x8b" else file)
    code, ways, advice = {
        b"PAR1": ("bad-parquet", (("polars", "read_parquet"), ("pyarrow.parquet", "read_table")), "a Parquet file is read by polars or "
                  "pyarrow: pip install polars"),
        b"PK\3\4": ("bad-xlsx", (("pandas", "read_excel"), ("polars", "read_excel")), "a workbook is read by pandas and openpyxl: pip "
                     "install pandas openpyxl"),
    }[start]
    with file:
        for package, function in ways:
            try:
                return table_of(getattr(importlib.import_module(package), function)(file)) or []
            except ImportError:
                continue
            except Exception:  # noqa: BLE001 - its text may hold private values
                raise PrivadaptError(code, f"{package} cannot read the file; it may be damaged, or have a password") from None
    raise PrivadaptError("bad-option", advice)


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    try:
        with file:
            while piece := file.read(BLOCK):
                yield piece
    except (OSError, EOFError, zlib.error) as error:
        raise PrivadaptError("unreadable", f"the file cannot be read: {getattr(error, 'strerror', None) or 'it is damaged'}") from None
