"""The engine in Python beside the engine in Node: the same releases for the same draw, one ledger, and one budget."""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

STATE = tempfile.TemporaryDirectory()
os.environ["XDG_STATE_HOME"] = STATE.name

import privadapt  # noqa: E402
from privadapt import _engine  # noqa: E402

NODE = ["node", str(pathlib.Path(__file__).with_name("node.mjs"))]
RNG = random.Random(1)


def flats(rows, least, rent):
    table = {
        "area": [RNG.gauss(70, 20) for _ in range(rows)],
        "km": [float(RNG.randrange(least, least + 20)) for _ in range(rows)],
        "heating": [RNG.choice(["gas", "oil, old", "Wärme\t"]) for _ in range(rows)],
        "built": [RNG.choice(["2001-02-03", "1999-12-31", "1987-01-01"]) for _ in range(rows)],
    }
    if rent:
        table["rent"] = [a * (20 - km / 2) for a, km in zip(table["area"], table["km"])]
    return table


PUBLIC, PRIVATE, WITH_RENT = flats(400, 0, True), flats(2000, 5, False), flats(2000, 5, True)


class Stream:
    """The bytes of node.mjs."""

    def __init__(self):
        self.begin()

    def begin(self, *_cost, **_about):
        self.state = [7, 0x243F6A88, 1, 0x9E3779B9]

    charge = begin

    def check_room(self, *_about, **_settings):
        pass

    def __call__(self, length):
        return bytes(self.next() & 255 for _ in range(length))

    def next(self):
        a, b, c, d = self.state
        total = (a + b + d) & 0xFFFFFFFF
        self.state = [b ^ (b >> 9), (c + (c << 3)) & 0xFFFFFFFF, (((c << 21) | (c >> 11)) + total) & 0xFFFFFFFF, (d + 1) & 0xFFFFFFFF]
        return total >> 11


def without_engine(text):
    document = json.loads(text)
    document["provenance"].pop("wasmSHA256")
    return document


class Golden(unittest.TestCase):
    def test_releases_are_those_of_node_for_the_same_draw(self):
        stream = Stream()
        own, _engine._engine = _engine._engine, _engine.Engine(random=stream)
        try:
            for label, options in (("rent", {"release": "model"}), ("rent", {"release": "weights", "base": "linear"}),
                                   ("rent", {"release": "estimate", "base": "linear", "useLabels": True}),
                                   ("heating", {"release": "model", "base": "trees"}),
                                   ("rent", {"release": "weights", "mechanism": "selection", "iterations": 20})):
                with self.subTest(label=label, **options):
                    private = WITH_RENT
                    asked = {"epsilon": 1, "delta": 1e-6, **options}
                    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                        json.dump({"source": PUBLIC, "target": private, "sampleOptions": {"label": label}, "options": asked}, file)
                        file.flush()
                        there = subprocess.run([*NODE, "release", file.name], check=True, capture_output=True, text=True).stdout
                    here = privadapt.adapt(privadapt.sample(PUBLIC, label=label), private, ledger=stream,
                                           **{"use_labels" if name == "useLabels" else name: value for name, value in asked.items()})
                    self.assertEqual(without_engine(here.text), without_engine(there))
        finally:
            _engine._engine = own

    def test_noise_is_the_operating_systems(self):
        sample = privadapt.sample(PUBLIC, label="rent")
        made = [privadapt.adapt(sample, PRIVATE, epsilon=1, delta=1e-6, release="moments", ledger=False) for _ in range(2)]
        self.assertNotEqual(made[0].document["values"], made[1].document["values"])
        seen = []
        engine = _engine.Engine(random=lambda length: seen.append(length) or os.urandom(length))
        own, _engine._engine = _engine._engine, engine
        try:
            sample = privadapt.sample(PUBLIC, label="rent")
            seen.clear()
            privadapt.adapt(sample, PRIVATE, epsilon=1, delta=1e-6, release="moments", ledger=False)
            self.assertTrue(seen, "the draw asked random_get for no bytes")
        finally:
            _engine._engine = own


class Budget(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        os.environ["XDG_STATE_HOME"] = self.folder.name
        self.sample = privadapt.sample(PUBLIC, label="rent")

    def tearDown(self):
        os.environ["XDG_STATE_HOME"] = STATE.name
        self.folder.cleanup()

    def runs(self):
        return privadapt.ledger().account["spent"]["runs"]

    def test_a_run_is_charged_once_and_a_refused_one_not(self):
        made = privadapt.adapt(self.sample, PRIVATE, epsilon=1, delta=1e-6, run="first")
        account = privadapt.ledger().account
        self.assertEqual((account["spent"]["runs"], account["history"][0]["about"]["run"]), (1, "first"))
        self.assertEqual(account["history"][0]["rho"], made.certificate["rho"])
        for code, private, settings in (
            ("budget-exhausted", PRIVATE, {"epsilon": 9, "delta": 1e-6}), ("bad-epsilon", PRIVATE, {"epsilon": -1, "delta": 1e-6}),
            ("bad-delta", PRIVATE, {"epsilon": 1}), ("unknown-option", PRIVATE, {"epsilon": 1, "delta": 1e-6, "epsilonn": 1}),
            ("missing-columns", {"area": PRIVATE["area"]}, {"epsilon": 0.1, "delta": 1e-6}),
            ("ledger-account", PRIVATE, {"epsilon": 0.1, "delta": 1e-6, "unit": "km"}),
            ("no-common-columns", {"x": [1.0]}, {"epsilon": 0.1, "delta": 1e-6}),
        ):
            with self.assertRaises(privadapt.PrivadaptError) as caught:
                privadapt.adapt(self.sample, private, **settings)
            self.assertEqual((caught.exception.code, caught.exception.charged), (code, False), str(caught.exception))
        self.assertEqual(self.runs(), 1)
        self.assertTrue(privadapt.verify(made, self.sample)["ok"])

    def test_the_journal_is_the_commands(self):
        privadapt.adapt(self.sample, PRIVATE, epsilon=1, delta=1e-6)
        privadapt.ledger().set_cap(4, 1e-5, "„größer“")
        subprocess.run([*NODE, "charge", "1"], check=True, capture_output=True)
        privadapt.ledger().open("others", "other-people")
        subprocess.run([*NODE, "charge", "1"], check=True, capture_output=True)
        self.assertEqual(self.runs(), 3)
        entry = privadapt.ledger().folder / "000002.json"
        entry.write_text(entry.read_text("utf-8").replace('"epsilon":4', '"epsilon":5'), "utf-8")
        with self.assertRaises(privadapt.PrivadaptError) as caught:
            privadapt.adapt(self.sample, PRIVATE, epsilon=1, delta=1e-6)
        self.assertEqual(caught.exception.code, "ledger-corrupt")

    def test_two_programs_race_for_the_last_of_a_budget(self):
        code = ("import privadapt\nmade = 0\nfor _ in range(8):\n    try:\n        privadapt.ledger().charge(1, 1e-6, 0.0244, {'from': 'python'})\n"
                "        made += 1\n    except privadapt.PrivadaptError as e:\n        assert e.code == 'budget-exhausted', e\nprint(made)")
        both = [subprocess.Popen(c, stdout=subprocess.PIPE, text=True) for c in ([*NODE, "charge", "8"], [sys.executable, "-c", code])]
        won = [int(one.communicate()[0]) for one in both]
        self.assertEqual(sum(won), 9, won)  # what ε = 3 at δ = 1e-5 admits, whoever was first
        self.assertEqual(self.runs(), 9)

    def test_an_interrupt_before_the_charge_costs_nothing(self):
        def interrupt(stage, *_):
            os.kill(os.getpid(), signal.SIGINT)

        self.assertIs(threading.current_thread(), threading.main_thread())
        with self.assertRaises(KeyboardInterrupt):
            privadapt.adapt(self.sample, PRIVATE, epsilon=1, delta=1e-6, on_report=lambda _: os.kill(os.getpid(), signal.SIGINT))
        with self.assertRaises(KeyboardInterrupt):
            privadapt.adapt(self.sample, iter_interrupting(), epsilon=1, delta=1e-6)
        self.assertEqual(self.runs(), 0)
        with self.assertRaises(KeyboardInterrupt) as caught:  # the first progress is after the charge
            privadapt.adapt(self.sample, PRIVATE, epsilon=1, delta=1e-6, progress=interrupt)
        self.assertEqual(self.runs(), int("stays spent" in str(caught.exception)))
        self.assertTrue(privadapt.adapt(self.sample, PRIVATE, epsilon=1, delta=1e-6))


    def test_a_person_ends_a_program_by_ctrl_c(self):
        code = ("import sys, privadapt, test_engine as t\ns = privadapt.sample(t.PUBLIC, label='rent')\n"
                "sys.stderr.write('ready\\n')\nwhile True:\n    privadapt.forecast(s, rows=2000, epsilon=1, delta=1e-6, release='report')\n"
                "    privadapt.adapt(s, {**t.PRIVATE, 'area': ['x' * 9] * 10**7}, epsilon=1, delta=1e-6)\n")
        here = pathlib.Path(__file__).parent
        with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True, cwd=here) as program:
            while program.stderr.readline() != "ready\n":
                self.assertIsNone(program.poll(), "the program ended before it was ready")
            program.send_signal(signal.SIGINT)
            self.assertIn("KeyboardInterrupt", program.stderr.read())
        self.assertEqual(self.runs(), 0)

    def test_an_exported_ledger_counts_in_another_once(self):
        here, cost = privadapt.ledger(), {"epsilon": 1, "delta": 1e-6, "rho": 0.0244}
        here.charge(**cost, about={"run": "é <&>"})
        here.open("others", "other-people")
        privadapt.ledger("others").charge(**cost, about={})
        exported = here.export()
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_STATE_HOME"] = folder
            there = privadapt.ledger()
            there.charge(**cost, about={"from": "there"})
            self.assertEqual((there.merge(exported), there.merge(exported)), (3, 0))
            self.assertEqual([a["spent"]["runs"] for a in there.accounts], [2, 1])
            subprocess.run([*NODE, "charge", "1"], check=True, capture_output=True)  # which reads what was merged
            self.assertEqual(here.merge(there.export()), 2)
        for text in ("", "x", exported.replace("0.0244", "0.0001")):
            with self.assertRaises(privadapt.PrivadaptError) as caught:
                here.merge(text)
            self.assertEqual(caught.exception.code, "bad-ledger-file")


class Wheel(unittest.TestCase):
    def test_two_builds_are_equal(self):
        package = pathlib.Path(__file__).parent.parent
        if not (package / "privadapt/engine.wasm").exists():
            self.skipTest("the engine is not built: make python")
        wheels = []
        for _ in range(2):
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run([sys.executable, package / "build.py", folder], check=True, capture_output=True)
                (wheel,) = pathlib.Path(folder).iterdir()
                wheels.append(wheel.read_bytes())
        self.assertTrue(wheels[0] == wheels[1], "two builds of the same files differ")


class Interrupting(dict):
    def items(self):
        os.kill(os.getpid(), signal.SIGINT)
        return super().items()


def iter_interrupting():
    return Interrupting(PRIVATE)


if __name__ == "__main__":
    unittest.main()
