package jsbridge

import (
	"errors"
	"syscall/js"

	"privadapt/core/solve/discrepancy/shards"
)

// pool starts workers for a call through the host, which makes threads that run this program in the role "shard" and
// gives each a port to this program. Only the two ends of a port see its messages.
type pool struct {
	call  *call
	ports []*portWorker
}

// Cores returns 1 where the host makes no threads.
func (p *pool) Cores() int { return max(1, intOf(p.call.engine.host, "cores")) }

func (p *pool) Start(count int) ([]shards.Worker, error) {
	p.call.engine.post(map[string]any{"id": p.call.id, "type": "pool", "threads": count})
	select {
	case ports := <-p.call.pooled:
		var workers []shards.Worker
		for i := range ports.Length() {
			w := newPortWorker(p.call, ports.Index(i))
			p.ports = append(p.ports, w)
			workers = append(workers, w)
		}
		return workers, nil
	case <-p.call.ctx.Done():
		p.Stop()
		return nil, p.call.ctx.Err()
	}
}

// Stop makes the host terminate the threads, which frees everything that they hold.
func (p *pool) Stop() {
	p.call.engine.post(map[string]any{"id": p.call.id, "type": "pool", "threads": 0})
	for _, w := range p.ports {
		w.close()
	}
	p.ports = nil
}

// portWorker is a worker at the other end of a port.
type portWorker struct {
	call    *call
	port    js.Value
	answers chan js.Value // Uint8Arrays
	last    js.Value      // the last answer, whose memory the next request takes
	receive js.Func
}

func newPortWorker(c *call, port js.Value) *portWorker {
	w := &portWorker{call: c, port: port, answers: make(chan js.Value, 1)} // requests and answers alternate
	w.receive = js.FuncOf(func(_ js.Value, args []js.Value) any {
		select {
		case w.answers <- args[0].Get("data"):
		default: // an answer without a request
		}
		return nil
	})
	port.Set("onmessage", w.receive)
	return w
}

func (w *portWorker) Send(pieces ...[]byte) {
	sendBytes(w.port, w.last, pieces...)
	w.last = js.Undefined()
}

func (w *portWorker) Receive(answer []byte) error {
	select {
	case data := <-w.answers:
		w.last = data
		if n := js.CopyBytesToGo(answer, data); n != len(answer) {
			return errors.New("a worker of the pool sent another answer than was asked for")
		}
		return nil
	case <-w.call.ctx.Done():
		return w.call.ctx.Err()
	}
}

func (w *portWorker) close() {
	w.last = js.Undefined()
	w.port.Set("onmessage", js.Null())
	w.port.Call("close")
	w.receive.Release()
}

// sendBytes posts pieces as one Uint8Array, whose memory is transferred. It takes the memory of an earlier message from
// the other end, or undefined, if that is enough: requests and answers of a run then share one block, where JavaScript
// would collect one for each of them, and late.
func sendBytes(port, earlier js.Value, pieces ...[]byte) {
	length := 0
	for _, piece := range pieces {
		length += len(piece)
	}
	array := js.Global().Get("Uint8Array")
	var data js.Value
	if !earlier.IsUndefined() && earlier.Get("buffer").Get("byteLength").Int() >= length {
		data = array.New(earlier.Get("buffer"), 0, length)
	} else {
		data = array.New(length)
	}
	at := 0
	for _, piece := range pieces {
		js.CopyBytesToJS(data.Call("subarray", at), piece)
		at += len(piece)
	}
	port.Call("postMessage", data, []any{data.Get("buffer")})
}

// ServeShard computes on a shard of the public rows for another engine, through the port that the host received from
// it, and never returns. It has neither files nor a sampler, and the only message to the host tells its death.
func ServeShard() {
	host := js.Global().Get("privadapt")
	port := host.Get("port")
	server := shards.Server{}
	port.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		request := server.Room(data.Get("length").Int())
		js.CopyBytesToGo(request, data)
		// In the callback: there is nothing else to do in this thread. A panic ends the program, and the host hears of it.
		if answer := server.Answer(request); answer != nil {
			sendBytes(port, data, answer)
		}
		return nil
	}))
	select {}
}

// takePool gives a call the ports that it has requested; it ignores ports for a call that has ended.
func (e *Engine) takePool(message js.Value) {
	ports := message.Get("ports")
	if c := e.calls[intOf(message, "call")]; c != nil && ports.Type() == js.TypeObject {
		select {
		case c.pooled <- ports:
		default: // no call has requested them
		}
	}
}
