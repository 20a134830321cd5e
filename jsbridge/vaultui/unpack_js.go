package vaultui

import (
	"strings"
	"syscall/js"
)

// acceptedFiles lists the endings that the file chooser offers first. The first bytes of a file determine its format; its name does not.
const acceptedFiles = ".csv,.tsv,.txt,.gz,.parquet,text/csv,text/tab-separated-values,text/plain,application/gzip,application/vnd.apache.parquet"

// The solver's codes for a Parquet file, and for a Parquet file that cannot be decoded.
const (
	codeParquet    = "parquet"
	codeBadParquet = "bad-parquet"
)

// doUnpacked sends the request about files. If the solver finds a Parquet file among them, it sends the request again with
// files that a decoder provides, in its own worker. The form itself opens none of them.
func (v *vault) doUnpacked(files js.Value, request func(files js.Value) message, w watcher, started func(id int)) (js.Value, *failure) {
	worker := v.solver
	answer, failed := worker.do(request(files), w, started)
	if failed == nil || failed.Code != codeParquet {
		return answer, failed
	}
	call, died := 0, false
	unpacked, ok := v.await(v.bridge.Call("unpack", files, v.callback(func([]js.Value) {
		died = true
		worker.tell(message{"type": "cancel", "call": call})
	})))
	if !ok {
		return js.Value{}, &failure{Code: codeParquet, Message: textParquetMissing}
	}
	defer unpacked.Call("end")
	answer, failed = worker.do(request(unpacked.Get("files")), w, func(id int) {
		call = id
		if started != nil {
			started(id)
		}
	})
	if failed != nil && died {
		failed = &failure{Code: codeBadParquet, Message: textParquetFailed}
	}
	return answer, failed
}

// await waits for a promise and returns false if it was rejected. It must not be called from a callback.
func (v *vault) await(promise js.Value) (js.Value, bool) {
	values := make(chan js.Value, 1)
	fulfilled := v.callback(func(args []js.Value) { values <- args[0] })
	rejected := v.callback(func([]js.Value) { close(values) })
	defer fulfilled.Release()
	defer rejected.Release()
	promise.Call("then", fulfilled, rejected)
	value, ok := <-values
	return value, ok
}

// isPacked reports, by the first bytes of a public file, whether it has to be decompressed or decoded.
func isPacked(data js.Value) bool {
	start := data.Call("slice", 0, 4)
	magic := make([]byte, start.Length())
	js.CopyBytesToGo(magic, start)
	return strings.HasPrefix(string(magic), "\x1f\x8b") || string(magic) == "PAR1"
}
