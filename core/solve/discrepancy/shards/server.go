package shards

import (
	"encoding/binary"
	"fmt"
	"unsafe"
)

// Worker is the way to a Server that computes on a shard of the source rows beside this goroutine. What it is sent are
// source rows, weights and G: where G is computed from the exact M₀ it is private, and must stay where the private rows
// may be.
//
// The rows ask many at once and then waits for each: Send hands over a request and returns, Receive waits for the
// answer to the first of the requests that have one and were not received yet.
type Worker interface {
	// Send copies the request, pieces one after the other.
	Send(pieces ...[]byte)
	// Receive fills the answer, whose length the asker knows. An error ends the run: see Interrupted.
	Receive(answer []byte) error
}

// Interrupted is the panic of Rows one of whose workers gives no answer. There is nothing that could be computed
// without it; whoever gave it workers recovers this and returns the error.
type Interrupted struct{ Err error }

// Requests are words of eight bytes. The first word says what is asked; then follow the order and bounds of a
// shard, numbers, and then whole arrays. Both ends are the same program on the same machine, so arrays are sent as
// they lie in memory.
const (
	askShard = iota // order, m, first and last part. No answer
	askRows         // the next of its rows. An empty answer
	askGram         // a number for each row. Answers a d×d matrix for each part
	askForms        // G. Answers a form a row
)

// Server answers the requests of Rows for one shard.
type Server struct {
	shard   *shard
	request []byte
	answer  []float64
}

// Room returns where the next request is to be put; its length is in bytes.
func (s *Server) Room(length int) []byte {
	if cap(s.request) < length {
		s.request = make([]byte, length)
	}
	return s.request[:length]
}

// space returns room for an answer of that length.
func (s *Server) space(length int) []float64 {
	if cap(s.answer) < length {
		s.answer = make([]float64, length)
	}
	return s.answer[:length]
}

// Answer does what a request asks, which is where Room has said, and returns what is to be sent back, nil if that is
// nothing. It is good until the next request. A request that Rows never send is a fault of the program, and a panic.
func (s *Server) Answer(request []byte) []byte {
	word := func(i int) uint64 { return binary.NativeEndian.Uint64(request[8*i:]) }
	after := func(words int) []float64 { return numbers(request[8*words:]) }
	switch what := word(0); what {
	case askShard:
		order, m, first, last := int(word(1)), int(word(2)), int(word(3)), int(word(4))
		rows := make([]float64, 0, (cut(m, last)-cut(m, first))*order)
		s.shard = newShard(rows, order, m, first, last)
		return nil
	case askRows:
		s.shard.rows = append(s.shard.rows, after(1)...)
		return []byte{}
	case askGram:
		grams := s.space((s.shard.last - s.shard.first) * s.shard.order * s.shard.order)
		s.shard.gram(grams, after(1))
		return bytesOf(grams)
	case askForms:
		forms := s.space(s.shard.len())
		s.shard.forms(forms, after(1))
		return bytesOf(forms)
	default:
		panic(fmt.Sprintf("shards: there is no request %d", what))
	}
}

func words(values ...uint64) []byte {
	b := make([]byte, 0, 8*len(values))
	for _, v := range values {
		b = binary.NativeEndian.AppendUint64(b, v)
	}
	return b
}

// bytesOf and numbers look at the same memory in another way. Lengths are whole words, and Go aligns what it
// allocates in those to eight bytes.

func bytesOf(v []float64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), 8*len(v))
}

func numbers(b []byte) []float64 {
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/8)
}
