package vaultui

import (
	"syscall/js"

	"privadapt/core/data/dataset"
)

// How decoders.js serves the columns of private files.
const (
	columnsOfNumbers = "numbers"
	columnsExact     = "exact"
)

// decoding says how a decoder serves files: of a workbook the sheet of that name, or the one that has the expected
// names in its header, or the first; of a private Parquet file the columns. The label and, of a private workbook, the
// expected names and the lines above the sample's header say which row is its own.
type decoding struct {
	sheet, columns, label string
	expected              []string
	above                 int
}

// codeDecoder says that a decoder has died, or that there is none.
const codeDecoder = "decoder"

// codeWhichSheet says that the headers do not tell which sheet is meant.
const codeWhichSheet = "which-sheet"

// given is undefined for an empty text.
func given(text string) js.Value {
	if text == "" {
		return js.Undefined()
	}
	return js.ValueOf(text)
}

// doUnpacked sends the request about files, or, if their first bytes are of a Parquet file or a workbook among them,
// about files that a decoder serves, in a worker of its own. Columns that may name people are exact, and their files are
// served twice.
func (v *vault) doUnpacked(
	files js.Value,
	how decoding,
	request func(files, again js.Value) message,
	w watcher,
	started func(id int),
) (js.Value, *failure) {
	worker := v.engine
	call, died := 0, false
	sheets := make(chan []string, 2)
	told := v.callback(func(args []js.Value) {
		var names []string
		if decode(args[0], &names) == nil {
			sheets <- names
		}
	})
	expected := js.Undefined()
	if how.expected != nil {
		expected = js.ValueOf(list(how.expected))
	}
	options := js.ValueOf(map[string]any{
		"sheet": given(how.sheet), "columns": given(how.columns), "label": given(how.label),
		"expected": expected, "above": how.above,
	})
	unpack := func() (js.Value, bool) {
		return v.await(v.bridge.Call("unpack", files, options, v.callback(func([]js.Value) {
			died = true
			worker.tell(message{"type": "cancel", "call": call})
		}), told))
	}
	unpacked, ok := unpack()
	if ok && unpacked.IsUndefined() {
		return worker.do(request(files, files), w, started)
	}
	again := unpacked
	if ok {
		defer unpacked.Call("end")
		if how.columns == columnsExact {
			if again, ok = unpack(); ok {
				defer again.Call("end")
			}
		}
	}
	if !ok {
		return js.Value{}, &failure{Code: codeDecoder, Message: texts.DecoderMissing}
	}
	answer, failed := worker.do(request(unpacked.Get("files"), again.Get("files")), w, func(id int) {
		call = id
		if started != nil {
			started(id)
		}
	})
	if failed != nil && failed.Code == codeWhichSheet && !died {
		failed.Sheets = <-sheets // sent before the failure
	}
	if failed != nil && died {
		failed = &failure{Code: codeDecoder, Message: texts.DecoderFailed}
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
	start := data.Call("slice", 0, dataset.FormatBytes)
	first := make([]byte, start.Length())
	js.CopyBytesToGo(first, start)
	f, other := dataset.Of(first)
	return other && f.Name != ""
}
