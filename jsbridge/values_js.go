package jsbridge

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"runtime"
	"syscall/js"

	"privadapt/core/words"
)

// index.d.ts types the host's messages, but a wrong type must still lead to an answer and not to a panic.

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

// float64s copies a Float64Array.
func float64s(array js.Value) []float64 {
	raw := make([]byte, 8*array.Length())
	js.CopyBytesToGo(raw, js.Global().Get("Uint8Array").New(array.Get("buffer")))
	v := make([]float64, array.Length())
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(raw[8*i:]))
	}
	return v
}

// open returns a reader of a Blob, a Uint8Array, a stream or a port; input.js treats their differences. It reports
// progress in bytes of the file, compressed or not, under the stage's name.
func (c *call) open(data js.Value, stage string) (*inputReader, error) {
	if data.Type() == js.TypeObject {
		for _, kind := range []string{"Uint8Array", "Blob"} {
			if data.InstanceOf(js.Global().Get(kind)) {
				return &inputReader{call: c, stage: stage, data: data}, nil
			}
		}
		if data.Get("stream").Type() == js.TypeObject || data.Get("port").Type() == js.TypeObject {
			return &inputReader{call: c, stage: stage, data: data}, nil
		}
	}
	return nil, words.Refuse("bad-message", "the data is neither a Blob nor a Uint8Array")
}

// digest returns the SHA-256 of the bytes of a file.
func (c *call) digest(data js.Value, stage string) (string, error) {
	file, err := c.open(data, stage)
	if err != nil {
		return "", err
	}
	file.packed = true
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// inputReader reads a file piece by piece as it comes: memory does not grow with the file.
type inputReader struct {
	call        *call
	stage       string
	done, total int64

	data   js.Value // until the first Read opens it
	packed bool     // the file itself, not decompressed
	input  js.Value // the reader that input.js has made of it
	piece  js.Value // the Uint8Array being read; undefined before the first and after the last
	length int      // of piece
	offset int
	ended  bool
	held   int // bytes of used pieces that JavaScript may not free before the next garbage collection here
}

// collectEvery bounds held. A piece whose memory is not reused for the next one stays alive in JavaScript until Go's
// garbage collector notices that Go no longer refers to it, and a reader that allocates almost nothing rarely triggers
// the collector: without the bound, reading 200 MB kept 150 MB alive.
const collectEvery = 8 << 20

func (r *inputReader) Read(p []byte) (int, error) {
	for r.offset == r.length {
		if r.ended {
			return 0, io.EOF
		}
		if err := r.next(); err != nil {
			return 0, err
		}
	}
	end := min(r.offset+len(p), r.length)
	n := js.CopyBytesToGo(p, r.piece.Call("subarray", r.offset, end))
	r.offset += n
	if err := r.call.progress(r.stage, r.done, r.total); err != nil {
		r.input.Call("cancel")
		return n, err
	}
	return n, nil
}

// inColumns reports whether a decoder serves the file as a [dataset.ColumnStream], which its first piece tells.
func (r *inputReader) inColumns() (bool, error) {
	if r.data.Get("port").Type() != js.TypeObject {
		return false, nil
	}
	if err := r.next(); err != nil {
		return false, err
	}
	return r.input.Get("inColumns").Truthy(), nil
}

// next waits for the next piece.
func (r *inputReader) next() error {
	if r.input.IsUndefined() {
		r.input = r.call.engine.host.Call("open", r.data, r.packed)
		r.total = int64(r.input.Get("size").Float())
		r.data = js.Undefined()
	}
	used := r.piece
	piece, err := await(r.call.ctx, r.input.Call("next", used))
	if r.call.ctx.Err() != nil {
		r.input.Call("cancel") // releases the file, also a stream that no longer sends anything
		return r.call.ctx.Err()
	}
	r.done = int64(r.input.Get("done").Float())
	if err != nil {
		return inputError(err.Error(), r.done)
	}
	if r.length > 0 {
		r.held += used.Length() // 0 if the next piece reuses its memory
	}
	if r.held >= collectEvery {
		runtime.GC()
		r.held = 0
	}
	r.offset, r.length, r.piece = 0, 0, piece
	if piece.IsUndefined() {
		r.ended = true
		return nil
	}
	r.length = piece.Length()
	return nil
}

// inputError says a failure of input.js, after so many bytes, by the sentence of its code. The platform's own text may
// quote the file, so it is not passed on.
func inputError(code string, done int64) *words.Error {
	var values []any
	switch {
	case code == "bad-gzip":
		values = []any{done}
	case words.English().Sentences["input."+code] == "":
		return words.Refuse("unreadable", "the file could not be read to its end; it may have changed, or access to it was lost")
	}
	return words.RefuseFor(code, words.New("input."+code, values...))
}

// await blocks the goroutine until a promise settles or ctx is done. The error of a promise that was rejected is the
// code of its reason, or empty. It must not be called in a JavaScript callback.
func await(ctx *cancellation, promise js.Value) (js.Value, error) {
	type settled struct {
		value js.Value
		err   error
	}
	result := make(chan settled, 1)
	var fulfilled, rejected js.Func
	settle := func(s settled) any {
		// Released here and not when await returns, because the promise may settle after await has given up.
		fulfilled.Release()
		rejected.Release()
		result <- s
		return nil
	}
	fulfilled = js.FuncOf(func(_ js.Value, args []js.Value) any { return settle(settled{value: args[0]}) })
	rejected = js.FuncOf(func(_ js.Value, args []js.Value) any {
		code := ""
		if args[0].Type() == js.TypeObject {
			code = textOf(args[0], "code")
		}
		return settle(settled{err: errors.New(code)})
	})
	promise.Call("then", fulfilled, rejected)
	select {
	case s := <-result:
		return s.value, s.err
	case <-ctx.Done():
		return js.Undefined(), ctx.Err()
	}
}
