"""Tables that programs hold: what becomes of their values, and that no private value fails or is charged for in vain."""
import datetime as dt
import decimal
import hashlib
import os
import tempfile
import unittest
import unittest.mock
import uuid

STATE = tempfile.TemporaryDirectory()
os.environ["XDG_STATE_HOME"] = STATE.name

import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402
import polars as pl  # noqa: E402
import pyarrow as pa  # noqa: E402
from sklearn.utils.estimator_checks import check_estimator  # noqa: E402

import privadapt  # noqa: E402
from privadapt._frames import cell_of, csv_of, private_cell, stream_of, table_of  # noqa: E402

RNG = np.random.default_rng(2)
PUBLIC = pd.DataFrame({"area": RNG.normal(70, 20, 400), "km": RNG.integers(0, 20, 400), "old": RNG.random(400) < 0.5,
                       "heating": pd.Categorical(RNG.choice(["gas", "oil", "wood"], 400))})
PUBLIC["rent"] = PUBLIC.area * (20 - PUBLIC.km / 2)
PRIVATE = PUBLIC.drop(columns="rent").sample(2000, replace=True, random_state=1)  # with an index that is no column
SETTINGS = {"epsilon": 0.01, "delta": 1e-6, "release": "moments"}


class Evil:
    """A value whose every method fails."""

    def __getattribute__(self, name):
        raise RuntimeError("private")


class Liar(str):
    def __getitem__(self, _):
        raise RuntimeError("private")

    __str__ = __len__ = replace = __getitem__


class Cells(unittest.TestCase):
    def test_cells(self):
        zone = dt.timezone(dt.timedelta(hours=2))
        for value, cell in (
            (None, ""), (pd.NA, ""), (pd.NaT, ""), (float("nan"), ""), (float("inf"), "Infinity"), (1, "1"), (True, "true"),
            (np.bool_(False), "false"), (np.float32(0.5), "0.5"), (1e-7, "1e-7"), (1e21, "1e+21"), (-0.0, "0"), (1e20, "1" + "0" * 20),
            (decimal.Decimal("1.50"), "1.50"), (decimal.Decimal("sNaN"), ""), (decimal.Decimal("1E+5000"), ""), (10**5000, ""),
            (dt.date(2020, 1, 2), "2020-01-02"), (dt.datetime(2020, 1, 2, 3, 4, 5, 678901), "2020-01-02T03:04:05.679Z"),
            (dt.datetime(2020, 1, 2, 3, tzinfo=zone), "2020-01-02T01:00:00.000Z"), (dt.datetime.max, ""),
            (pd.Timestamp("2020-01-02", tz="Europe/Berlin"), "2020-01-01T23:00:00.000Z"),
            (np.datetime64("2020-01-02"), "2020-01-02T00:00:00.000Z"), (np.datetime64("NaT"), ""), (uuid.UUID(int=5), "0" * 31 + "5"),
            ("a\0b", "a\ufffdb"), (b"a\xff", "a\ufffd"), (object(), ""), (Evil(), ""), ([1], ""), (1j, ""), (Liar("x"), "x"),
        ):
            self.assertEqual(private_cell(value), cell, type(value))
        self.assertIsNone(cell_of(object()))

    def test_a_value_that_python_cannot_have_is_no_cell(self):
        far = pa.array([2**60, 0], pa.timestamp("us"))
        texts = pa.StringArray.from_buffers(2, pa.py_buffer(np.int32([0, 1, 2])), pa.py_buffer(b"\xffa"))
        for values in (far, pl.Series(far), pd.Series(far, [2.0, 1.0], pd.ArrowDtype(far.type)), texts):
            cells = [private_cell(v) for v in table_of({"d": values})[0].values]
            self.assertEqual(cells, ["", "a" if values is texts else "1970-01-01T00:00:00.000Z"], type(values))

    def test_every_library_gives_the_same_columns(self):
        frame = pd.DataFrame({"i": pd.array([1, None, 2**60 + 1], dtype="Int64"), "u": np.arange(3, dtype="uint8"),
                              "b": pd.array([True, None, False], dtype="boolean"), "f": np.float32([1, 2.5, 3]),
                              "c": pd.Categorical(["a", None, "b"]), "z": pd.date_range("2020-01-01", periods=3, tz="Asia/Tokyo")},
                             index=["x", "y", "z"])
        want = b"".join(csv_of(table_of(frame)))
        self.assertEqual(want.split(b"\n")[:2], [b"i,u,b,f,c,z", b"1,0,true,1,a,2019-12-31T15:00:00.000Z"])
        self.assertIn(b"1152921504606846977", want)
        arrow = pa.Table.from_pandas(frame, preserve_index=False)
        for other in (pl.from_pandas(frame), pl.from_pandas(frame).lazy(), arrow, frame.convert_dtypes(dtype_backend="pyarrow"),
                      arrow.to_pylist(), arrow.to_pydict()):
            self.assertEqual(b"".join(csv_of(table_of(other))), want, type(other))

    def test_a_public_value_without_a_cell_is_refused_with_its_place(self):
        with self.assertRaisesRegex(privadapt.PrivadaptError, 'row 2, column "a"'):
            list(csv_of(table_of({"a": [1, object()]})))

    def test_long_texts_divide_blocks_and_lose_no_row(self):
        stream = list(stream_of(table_of({"a": ["x" * 2_000_000] * 12, "b": [1.5] * 12, "c": ["y"] * 12})))
        rows = [int.from_bytes(block[:4], "little") for block in stream[1:]]
        self.assertEqual(sum(rows), 12)
        self.assertLess(max(map(len, stream)), 1 << 26)
        cut = b"".join(stream_of(table_of({"a": ["kept"], "b": ["x" * 2_000_000], "c": ["gone"]})))
        self.assertTrue(b"kept\0xx" in cut and cut.endswith(b"x\0\0"))


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sample = privadapt.sample(PUBLIC, label="rent")

    def adapt(self, private, **settings):
        return privadapt.adapt(self.sample, private, **{**SETTINGS, **settings})

    def test_the_same_rows_are_read_alike_by_every_way(self):
        path = os.path.join(STATE.name, "private.csv")
        PRIVATE.to_csv(path, index=False)
        for private in (PRIVATE, pl.from_pandas(PRIVATE), pa.Table.from_pandas(PRIVATE), PRIVATE.to_dict("list"),
                        PRIVATE.to_dict("records"), path, [PRIVATE[:1000], PRIVATE[1000:]]):
            reports = []
            self.adapt(private, on_report=reports.append)
            self.assertEqual((reports[0]["rows"], reports[0]["repairedCells"]), (2000, 0), type(private))

    def test_files_of_libraries_are_read_as_their_frames(self):
        parquet, book = (os.path.join(STATE.name, name) for name in ("private.parquet", "private.xlsx"))
        pl.from_pandas(PRIVATE).write_parquet(parquet)
        PRIVATE.to_excel(book, index=False)
        read = []
        for private in (parquet, book):
            self.adapt(private, on_report=read.append)
        self.assertEqual([(r["rows"], r["repairedCells"]) for r in read], [(2000, 0)] * 2)
        pl.from_pandas(PUBLIC).write_parquet(parquet)
        sample = privadapt.sample(parquet, label="rent")
        with open(parquet, "rb") as file:
            text = file.read()
        self.assertEqual((sample.rows, sample.digest), (400, hashlib.sha256(text).hexdigest()))
        for start, code in ((text[:99], "bad-parquet"), (b"PK\3\4 private", "bad-xlsx"), (b"\x1f\x8b private", "unreadable")):
            with self.assertRaises(privadapt.PrivadaptError) as caught:
                self.adapt(start)
            self.assertEqual((caught.exception.code, "private" in str(caught.exception)), (code, False))

    def test_a_table_of_any_library_comes_by_its_capsule(self):
        class Capsule:
            def __init__(self, table):
                self.__arrow_c_stream__ = table.__arrow_c_stream__

        want = list(csv_of(table_of(pl.from_pandas(PRIVATE))))
        capsule = Capsule(pa.Table.from_pandas(PRIVATE, preserve_index=False))
        self.assertEqual(list(csv_of(table_of(capsule))), want)
        with unittest.mock.patch.dict("sys.modules", {"pyarrow": None}):
            self.assertEqual(list(csv_of(table_of(capsule))), want)
            with unittest.mock.patch.dict("sys.modules", {"polars": None}), self.assertRaisesRegex(privadapt.PrivadaptError, "pip install"):
                table_of(capsule)

    def test_hostile_values_are_missing_cells(self):
        strange = PRIVATE.to_dict("list")
        bad = [None, pd.NA, pd.NaT, Evil(), [1], "no number", float("inf"), decimal.Decimal("NaN"), 10**5000, Liar("z")]
        for k, value in enumerate(bad):
            strange["area"][k] = value
        reports = []
        self.adapt(strange, on_report=reports.append)
        self.assertEqual((reports[0]["rows"], reports[0]["repairedCells"]), (2000, len(bad)))
        self.adapt([*PRIVATE.to_dict("records"), None, 5, "x", Evil()], on_report=reports.append)
        self.assertEqual(reports[1]["rows"], 2004)

    def test_a_million_categories(self):
        many = pd.DataFrame({"area": np.full(10**6, 70.0), "km": 3, "old": True, "heating": [f"level {k}" for k in range(10**6)]})
        with self.assertRaises(privadapt.PrivadaptError) as caught:
            self.adapt(many, delta=1e-10)
        self.assertEqual(caught.exception.code, "unreadable-column")

    def test_what_is_refused_costs_nothing(self):
        before = privadapt.ledger().account["spent"]["runs"]
        double = pd.concat([PRIVATE, PRIVATE[["km"]]], axis=1)
        for private, code in ((double, None), (PRIVATE[["area"]], "missing-columns"), (PRIVATE.head(0), None), (5, "bad-option"),
                              ("no such file", "unreadable"), ("a,b\n1,2\n", "bad-option"), ({"area": [1], "km": [1, 2]}, "bad-option"),
                              (PRIVATE.area, "bad-option"), (PRIVATE.to_numpy(), "bad-option")):
            with self.assertRaises(privadapt.PrivadaptError) as caught:
                self.adapt(private)
            if code:
                self.assertEqual(caught.exception.code, code)
        self.assertEqual(privadapt.ledger().account["spent"]["runs"], before)

    def test_people_are_protected_as_a_whole(self):
        people = PRIVATE.assign(who=np.arange(2000) // 4)
        made = self.adapt(people, unit="who", ledger=False)
        self.assertEqual((made.certificate["unit"], made.certificate["n"]), ("person", 500))

    def test_a_release_in_a_program(self):
        made = privadapt.adapt(self.sample, PRIVATE, epsilon=1, delta=1e-6, ledger=False)
        path = os.path.join(STATE.name, "release.json")
        made.save(path)
        again = privadapt.load(path)
        self.assertEqual(again.text, made.text)
        np.testing.assert_array_equal(again.predict(PRIVATE), made.predict(pl.from_pandas(PRIVATE)))
        self.assertTrue(privadapt.verify(path, self.sample)["ok"])
        self.assertIn("<svg", made._repr_html_())
        with self.assertRaises(privadapt.PrivadaptError) as caught:
            made.predict(PRIVATE[["area"]])
        self.assertEqual(caught.exception.code, "missing-column")
        moments = [self.adapt(PRIVATE, ledger=False), self.adapt(PRIVATE, ledger=False).text]
        weights = privadapt.combine(moments, self.sample, release="weights").weights
        self.assertAlmostEqual(float(sum(weights)), 1)


class Checked(privadapt.PrivateAdapter):
    """The checks fit by fit(X, y); the noise is small, as they compare what should be the same."""

    def fit(self, X, y, X_private=None):
        return super().fit(X, y, X if X_private is None else X_private)


class Estimator(unittest.TestCase):
    def test_scikit_learn_accepts_it(self):
        for task in ("regression", "classification"):
            said = check_estimator(Checked(task=task, base="linear", ledger=False, epsilon=1e6, delta=1e-5), on_fail=None, on_skip=None)
            self.assertEqual([(r["check_name"], r["exception"]) for r in said if r["status"] == "failed"], [])

    def test_it_is_fitted_to_both(self):
        X, y = PUBLIC[["area", "km"]], PUBLIC.rent
        fitted = privadapt.PrivateAdapter(epsilon=1, delta=1e-6, ledger=False).fit(X, y, PRIVATE[["area", "km"]])
        self.assertEqual((fitted.predict(X).shape, fitted.sample_weight_.shape), ((400,), (400,)))
        self.assertGreater(fitted.score(X, y), 0.9)
        fitted = privadapt.PrivateAdapter(1, 1e-6, "classification", ledger=False).fit(X, y > 800, PRIVATE[["area", "km"]])
        self.assertEqual((fitted.predict_proba(X).shape, fitted.predict(X).dtype), ((400, 2), bool))
        self.assertGreater(fitted.score(X, y > 800), 0.9)


if __name__ == "__main__":
    unittest.main()
