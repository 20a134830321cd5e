package vaultui

import (
	"maps"
	"syscall/js"

	"privadapt/core/data/dataset"
	"privadapt/core/words"
	"privadapt/jsbridge/vaultui/answers"
)

// failure is an error of the engine: a code for the program and a text for the owner.
type failure struct {
	Code, Message string
	Reason        *words.Message // what the text says, where the engine has it for other languages
	Sheets        []string       // of a workbook where the owner has chosen none
}

// explained is what it means to the owner.
func (f *failure) explained() string { return answers.Explained(f.Code, f.Message, f.Reason) }

// watcher receives the reports of an unfinished call. Nil fields are not called.
type watcher struct {
	progress func(stage string, done, total float64)
	// charge returns a promise. The engine goes on if it is fulfilled; rejected, it ends the call with its error.
	charge func(epsilon, delta, rho float64) js.Value
}

// engineWorker is the engine in a worker, behind the package's own client of its messages
// (jsbridge/npm/runtime/client.js). It is never restarted: when it dies, every call fails with code "crashed" and the
// vault starts a new one.
type engineWorker struct {
	vault  *vault
	client js.Value // Connection
	dead   bool

	fits                 string // the options of the last prepare, as text; "" if it was ended
	fitting, forecasting js.Value
}

// newEngineWorker starts a worker and waits until it is ready; died is called once if it ends by itself later.
func (v *vault) newEngineWorker(died func(*engineWorker)) (*engineWorker, *failure) {
	e := &engineWorker{vault: v}
	client, failed := v.await(v.bridge.Call("openEngine", v.callback(func([]js.Value) {
		if !e.dead {
			e.dead = true
			died(e)
		}
	})))
	e.client, e.dead = client, failed != nil
	return e, failed
}

// do sends a request with its fields and waits for its answer, so it must not be called from a callback. `options` are
// those of the client: files, and what ends the call.
func (e *engineWorker) do(kind string, fields, options message, w watcher) (js.Value, *failure) {
	options = maps.Clone(options)
	if w.progress != nil {
		progress := e.vault.callback(func(args []js.Value) {
			w.progress(field(args[0], "stage"), amount(args[0], "done"), amount(args[0], "total"))
		})
		defer progress.Release()
		options["onProgress"] = progress
	}
	if w.charge != nil {
		charge := js.FuncOf(func(_ js.Value, args []js.Value) any {
			defer guard(e.vault.broken) // which closes the worker, so that nothing counts as charged
			return w.charge(amount(args[0], "epsilon"), amount(args[0], "delta"), amount(args[0], "rho"))
		})
		defer charge.Release()
		options["onCharge"] = charge
	}
	return e.vault.await(e.client.Call("call", kind, fields, options))
}

// ending adds to the options of a call what ends it, and returns that.
func ending(options message) (controller js.Value) {
	controller = js.Global().Get("AbortController").New()
	options["signals"] = []any{controller.Get("signal")}
	return controller
}

// end ends a call, if there is one.
func end(controller js.Value) {
	if controller.Truthy() {
		controller.Call("abort")
	}
}

func (e *engineWorker) dispose(handle js.Value) { e.client.Call("dispose", handle) }

// close terminates the worker; calls that wait for it fail with the given code.
func (e *engineWorker) close(code string) {
	if !e.dead {
		e.dead = true
		e.client.Call("close", message{"code": code})
	}
}

// await waits for a promise of the client. It must not be called from a callback.
func (v *vault) await(promise js.Value) (js.Value, *failure) {
	type answer struct {
		value js.Value
		err   *failure
	}
	answers := make(chan answer, 1)
	fulfilled := v.callback(func(args []js.Value) { answers <- answer{value: args[0]} })
	rejected := v.callback(func(args []js.Value) { answers <- answer{err: failureOf(args[0])} })
	defer fulfilled.Release()
	defer rejected.Release()
	promise.Call("then", fulfilled, rejected)
	got := <-answers
	return got.value, got.err
}

// failureOf reads an error of the client, or of the vault's script, which starts the decoders.
func failureOf(thrown js.Value) *failure {
	f := &failure{Code: field(thrown, "code"), Message: field(thrown, "message")}
	// What is not there stays empty: then the message is said.
	_ = decode(thrown.Get("reason"), &f.Reason)
	_ = decode(thrown.Get("sheets"), &f.Sheets)
	switch f.Code {
	case "no-decoder":
		f.Message = texts.DecoderMissing
	case "decoder":
		f.Message = texts.DecoderFailed
	}
	return f
}

// How decoders.js serves the columns of private files.
const (
	columnsOfNumbers = "numbers"
	columnsExact     = "exact"
)

// codeWhichSheet says that the headers do not tell which sheet is meant.
const codeWhichSheet = "which-sheet"

// publicFile is the public sample, as the page has fetched it.
type publicFile struct {
	name, url string
	data      js.Value // Blob of the bytes that were published
	packed    bool     // in a container: the table is read from other bytes
}

// isPacked reports, by the first bytes of a public file, whether it has to be decompressed or decoded.
func isPacked(data js.Value) bool {
	start := data.Call("slice", 0, dataset.FormatBytes)
	first := make([]byte, start.Length())
	js.CopyBytesToGo(first, start)
	f, other := dataset.Of(first)
	return other && f.Name != ""
}
