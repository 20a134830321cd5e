package vaultui

import (
	"strings"
	"syscall/js"
)

// acceptedFiles is what the file chooser offers first. What a file is, its first bytes say, not its name.
const acceptedFiles = ".csv,.tsv,.txt,.gz,.parquet,.xlsx,text/csv,text/tab-separated-values,text/plain,application/gzip,application/vnd.apache.parquet,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// decoded are the engine worker's codes for files that a decoder reads, each with the code for one that cannot be decoded.
var decoded = map[string]string{"parquet": "bad-parquet", "xlsx": "bad-xlsx"}

// doUnpacked sends the request about files, and if it finds a Parquet file or a workbook among them, sends it again with
// files that a decoder serves, in a worker of its own; of a workbook it reads the sheet of that name, or the first. The form itself
// opens none of them.
func (v *vault) doUnpacked(files js.Value, sheet string, request func(files js.Value) message, w watcher, started func(id int)) (js.Value, *failure) {
	worker := v.engine
	answer, failed := worker.do(request(files), w, started)
	if failed == nil || decoded[failed.Code] == "" {
		return answer, failed
	}
	code := failed.Code
	named := js.Undefined()
	if sheet != "" {
		named = js.ValueOf(sheet)
	}
	call, died := 0, false
	unpacked, ok := v.await(v.bridge.Call("unpack", files, named, v.callback(func([]js.Value) {
		died = true
		worker.tell(message{"type": "cancel", "call": call})
	})))
	if !ok {
		return js.Value{}, &failure{Code: code, Message: textDecoderMissing}
	}
	defer unpacked.Call("end")
	answer, failed = worker.do(request(unpacked.Get("files")), w, func(id int) {
		call = id
		if started != nil {
			started(id)
		}
	})
	if failed != nil && died {
		failed = &failure{Code: decoded[code], Message: textDecoderFailed}
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

// publicFile is one of the public samples, as the page has fetched it.
type publicFile struct {
	name, url string
	data      js.Value // Blob of the bytes that were published
	packed    bool     // in a container: the table is read from other bytes
}

// request has the fields of a request to load the sample, whose table is read from data.
func (f publicFile) request(data js.Value) message {
	m := message{"data": data, "name": f.name}
	if f.packed {
		m["packed"] = f.data
	}
	return m
}

// isPacked reports, by the first bytes of a public file, whether it has to be decompressed or decoded.
func isPacked(data js.Value) bool {
	start := data.Call("slice", 0, 4)
	magic := make([]byte, start.Length())
	js.CopyBytesToGo(magic, start)
	return strings.HasPrefix(string(magic), "\x1f\x8b") || string(magic) == "PAR1" || string(magic) == "PK\x03\x04"
}
