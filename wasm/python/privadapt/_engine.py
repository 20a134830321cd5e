"""The engine: WebAssembly in this process, with no file, no network and no environment.

It draws its noise from WASI's ``random_get``, which is the operating system's generator. What it can ask of this process is
what the functions of ``Engine`` answer: the bytes of the data of a request, a charge, and where progress is told.
"""
from __future__ import annotations

import hashlib
import json
import os
import signal
import threading
from importlib import resources
from typing import Any, Callable, Iterable, Iterator

from wasmtime import Config, FuncType, Instance, Linker, Module, Store, Trap, ValType, WasiConfig, WasmtimeError
from wasmtime import Engine as Compiler


class PrivadaptError(Exception):
    """Why nothing was released: ``code`` for programs, a sentence with what to do, ``charged`` where a run was paid for."""

    def __init__(self, code: str, message: str, line: int = 0, column: int = 0, charged: bool = False):
        super().__init__(message)
        self.code, self.line, self.column, self.charged = code, line, column, charged


class Engine:
    """One instance of the module. Requests take turns; what they leave in it is named by numbers."""

    def __init__(self, random: Callable[[int], bytes] | None = None):
        """``random`` replaces the operating system's generator, in tests alone."""
        config = Config()
        config.cache = True  # of compiled code, in this user's folder
        compiler = Compiler(config)
        at = resources.files("privadapt")
        program = (at / "engine.wasm").read_bytes()
        self.digest = hashlib.sha256(program).hexdigest()  # releases state it
        module = Module(compiler, program)
        kernel = Module(compiler, (at / "kernel.wasm").read_bytes())
        self.store = Store(compiler)
        self.store.set_wasi(WasiConfig())
        linker = Linker(compiler)
        linker.define_wasi()
        linker.allow_shadowing = True
        i32, i64, f64 = ValType.i32(), ValType.i64(), ValType.f64()
        for name, kinds, results, answer in (
            ("take", [i32], [], self._take), ("answer", [i32, i32], [], self._answer),
            ("read", [i32, i32, i32], [i32], self._read), ("progress", [i32, i32, i64, i64], [i32], self._progress),
            ("charge", [f64, f64, f64], [i32], self._charge),
        ):
            linker.define_func("privadapt", name, FuncType(kinds, results), self._kept(answer))
        if random:
            fill = lambda at, length: self.memory.write(self.store, random(length), at) and 0  # noqa: E731
            linker.define_func("wasi_snapshot_preview1", "random_get", FuncType([i32, i32], [i32]), fill)
        loops = self._link_kernel(linker, compiler, module, kernel)
        instance = linker.instantiate(self.store, module)
        exports = instance.exports(self.store)
        self.memory = exports["memory"]
        loops(self.memory)
        exports["_initialize"](self.store)
        self._call = exports["call"]
        self._turn = threading.Lock()
        self.dead = False
        self.forgotten: list[int] = []  # handles, freed by the next request

    def _link_kernel(self, linker: Linker, compiler: Compiler, module: Module, kernel: Module) -> Callable[[Any], None]:
        """Gives the engine its loops with SIMD. They work on its memory and it starts first, so it calls them by a table."""
        wanted = [(i.name, i.type) for i in module.imports if i.module == "kernel" and i.name != "available"]
        text = f'(module (table (export "loops") {len(wanted)} funcref)'
        text += '(func (export "available") (result i32) (i32.const 1))'
        for k, (name, kind) in enumerate(wanted):
            values = "".join(f" (local.get {n})" for n in range(len(kind.params)))
            types = "(param " + " ".join(map(str, kind.params)) + ")"
            types += "(result " + " ".join(map(str, kind.results)) + ")" if kind.results else ""
            text += f'(func (export "{name}") {types} (call_indirect {types} {values} (i32.const {k})))'
        table = Instance(self.store, Module(compiler, text + ")"), [])
        linker.define_instance(self.store, "kernel", table)

        def fill(memory: Any) -> None:
            loops = Instance(self.store, kernel, [memory]).exports(self.store)
            for k, (name, _) in enumerate(wanted):
                table.exports(self.store)["loops"].set(self.store, k, loops[name])

        return fill

    def _kept(self, answer: Callable[..., Any]) -> Callable[..., Any]:
        """An exception of the caller's may not cross the engine: it ends the request and is raised after it."""

        def safe(*values: Any) -> Any:
            try:
                return answer(*values)
            except BaseException as error:  # noqa: BLE001
                self._failed = self._failed or error
                return -1

        return safe

    def request(self, kind: str, streams: Iterable[Iterator[bytes]] = (), *, progress: Callable[..., None] | None = None,
                charge: Callable[[float, float, float], None] | None = None, **fields: Any) -> Any:
        """Sends one request and returns its value. ``streams`` are what its files are read from, by number."""
        with self._turn:
            if self.dead:
                raise PrivadaptError("stale-handle", "the engine has ended since this sample was loaded; load it again")
            forgotten, self.forgotten[:] = self.forgotten[:], []
            self._text = json.dumps({"type": kind, "forgotten": forgotten, "engine": self.digest, **fields}).encode()
            self._streams, self._rest = list(streams), {}
            self._on_progress, self._on_charge = progress, charge
            self._failed, self._interrupted, self.charged = None, False, False
            before = self._hold_interrupts()
            try:
                self._call(self.store, len(self._text))
            except (Trap, WasmtimeError) as trap:
                self.dead = True
                raise PrivadaptError(
                    "engine-ended", "the engine has ended, perhaps for lack of memory; load the sample again, and give fewer rows",
                    charged=self.charged) from trap
            finally:
                self._streams = self._text = None
                if before is not None:
                    signal.signal(signal.SIGINT, before)
            if self._interrupted:
                raise KeyboardInterrupt(_ENDED[self.charged])
            if self._failed is not None:
                raise self._failed
            reply = json.loads(self._reply)
            if "error" in reply:
                reply["error"].pop("reason", None)  # the same for other languages
                raise PrivadaptError(**reply["error"], charged=self.charged)
            return reply["value"]

    def _hold_interrupts(self) -> Any:
        """Ctrl-C would be raised anywhere in the functions below; it ends the request at its next step instead."""
        main = threading.current_thread() is threading.main_thread()
        if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            return None
        return signal.signal(signal.SIGINT, lambda *_: setattr(self, "_interrupted", True))

    def _take(self, at: int) -> None:
        self.memory.write(self.store, self._text, at)

    def _answer(self, at: int, length: int) -> None:
        at, length = at & 0xFFFFFFFF, length & 0xFFFFFFFF
        self._reply = bytes(self.memory.read(self.store, at, at + length))

    def _read(self, stream: int, at: int, most: int) -> int:
        if self._interrupted:
            return -1
        piece = self._rest.pop(stream, None) or next((p for p in self._streams[stream] if p), b"")
        if len(piece) > most:
            self._rest[stream] = memoryview(piece)[most:]
        self.memory.write(self.store, bytes(piece[:most]), at & 0xFFFFFFFF)
        return min(len(piece), most)

    def _progress(self, at: int, length: int, done: int, total: int) -> int:
        if self._on_progress:
            self._on_progress(self.memory.read(self.store, at, at + length).decode(), done, total)
        return int(self._interrupted)

    def _charge(self, epsilon: float, delta: float, rho: float) -> int:
        if self._interrupted:
            return 0
        self._on_charge(epsilon, delta, rho)
        self.charged = True
        return 1


_ENDED = {
    False: "the run was ended before it was charged: nothing was released and nothing was spent",
    True: "the run was ended after it was charged: nothing was released, and what it was charged stays spent",
}
_engine: Engine | None = None


def engine() -> Engine:
    """The engine of this process; a new one where there is none, or the last has ended."""
    global _engine
    if _engine is None or _engine.dead:
        _engine = Engine()
    return _engine


def _forget() -> None:
    global _engine
    _engine = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)  # a copy of the memory is no engine of the child's
