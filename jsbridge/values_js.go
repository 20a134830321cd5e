package jsbridge

import (
	"context"
	"encoding/binary"
	"io"
	"math"
	"runtime"
	"syscall/js"
)

// The host's messages are typed by index.d.ts, yet a wrong type here must end in an answer, not in a panic.

func textOf(message js.Value, key string) string {
	if v := message.Get(key); v.Type() == js.TypeString {
		return v.String()
	}
	return ""
}

func intOf(message js.Value, key string) int {
	if v := message.Get(key); v.Type() == js.TypeNumber {
		return v.Int()
	}
	return 0
}

func jsonOf(message js.Value, key string) []byte {
	v := message.Get(key)
	if v.Type() != js.TypeObject {
		return nil
	}
	return []byte(js.Global().Get("JSON").Call("stringify", v).String())
}

// list makes an empty array of no texts at all, which JSON would make null.
func list(texts []string) []string {
	if texts == nil {
		return []string{}
	}
	return texts
}

func textsToJS(texts []string) []any {
	values := make([]any, len(texts))
	for i, t := range texts {
		values[i] = t
	}
	return values
}

func float64Array(v []float64) js.Value {
	raw := make([]byte, 0, 8*len(v))
	for _, f := range v {
		raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(f))
	}
	bytes := js.Global().Get("Uint8Array").New(len(raw))
	js.CopyBytesToJS(bytes, raw)
	return js.Global().Get("Float64Array").New(bytes.Get("buffer"))
}

// open returns a reader of a Blob, of anything else with a stream() method, or of a Uint8Array. It reports progress in
// bytes under the stage's name.
func (c *call) open(data js.Value, stage string) (io.Reader, error) {
	if data.Type() == js.TypeObject {
		if stream := data.Get("stream"); stream.Type() == js.TypeFunction {
			size := int64(0)
			if s := data.Get("size"); s.Type() == js.TypeNumber {
				size = int64(s.Float())
			}
			return &streamReader{call: c, stage: stage, total: size, reader: data.Call("stream").Call("getReader")}, nil
		}
		if data.InstanceOf(js.Global().Get("Uint8Array")) {
			return &streamReader{call: c, stage: stage, total: int64(data.Length()), chunk: data}, nil
		}
	}
	return nil, &Error{Code: "bad-message", Message: "the data is neither a Blob nor a Uint8Array"}
}

// streamReader reads the chunks of a ReadableStream as they come: memory does not grow with the file.
type streamReader struct {
	call        *call
	stage       string
	done, total int64

	reader js.Value // undefined once there are no more chunks
	chunk  js.Value // the Uint8Array being read; undefined or zero between chunks
	offset int
	held   int // bytes of chunks that JavaScript may not free before the next garbage collection here
}

// collectEvery bounds held. A chunk stays alive in JavaScript until Go's collector has seen that nothing here refers to
// it, and a reader that allocates next to nothing hardly ever wakes the collector: unbounded, 200 MB held 150 of them.
const collectEvery = 8 << 20

func (r *streamReader) Read(p []byte) (int, error) {
	for r.chunk.IsUndefined() || r.offset == r.chunk.Length() {
		if r.reader.IsUndefined() {
			return 0, io.EOF
		}
		stop := context.AfterFunc(r.call.ctx, r.cancel) // which ends a read that waits for a stream fallen silent
		next, err := await(r.reader.Call("read"))
		stop()
		if cancelled := r.call.ctx.Err(); cancelled != nil {
			return 0, cancelled
		}
		if err != nil {
			return 0, err
		}
		if next.Get("done").Truthy() {
			r.reader, r.chunk = js.Undefined(), js.Undefined()
			return 0, io.EOF
		}
		r.chunk, r.offset = next.Get("value"), 0
		if r.held += r.chunk.Length(); r.held >= collectEvery {
			runtime.GC()
			r.held = 0
		}
	}
	end := min(r.offset+len(p), r.chunk.Length())
	n := js.CopyBytesToGo(p, r.chunk.Call("subarray", r.offset, end))
	r.offset += n
	r.done += int64(n)
	if err := r.call.progress(r.stage, r.done, r.total); err != nil {
		r.cancel()
		return n, err
	}
	return n, nil
}

// cancel lets go of the file.
func (r *streamReader) cancel() {
	if r.reader.IsUndefined() {
		return
	}
	nothing := js.Global().Get("Function").Get("prototype") // a function that does nothing
	r.reader.Call("cancel").Call("catch", nothing)          // a stream that has failed refuses; nobody waits to hear it
}

// await blocks the goroutine until a promise settles. It must not be called in a JavaScript callback.
func await(promise js.Value) (js.Value, error) {
	type settled struct {
		value js.Value
		err   error
	}
	result := make(chan settled, 1)
	fulfilled := js.FuncOf(func(_ js.Value, args []js.Value) any {
		result <- settled{value: args[0]}
		return nil
	})
	rejected := js.FuncOf(func(_ js.Value, args []js.Value) any {
		result <- settled{err: &Error{Code: "unreadable", Message: "the file could not be read to its end; it may have changed, or access to it was lost"}}
		return nil
	})
	defer fulfilled.Release()
	defer rejected.Release()
	promise.Call("then", fulfilled, rejected)
	s := <-result
	return s.value, s.err
}
