package discrepancy

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privadapt/core/solve/discrepancy/shards"
	"privadapt/core/solve/symeigen"
)

// inProcess is a Worker at once: requests are answered as they are sent.
type inProcess struct {
	server  shards.Server
	answers [][]byte
	broken  error
}

func (w *inProcess) Send(pieces ...[]byte) {
	request := w.server.Room(len(slices.Concat(pieces...)))
	copy(request, slices.Concat(pieces...))
	if answer := w.server.Answer(request); answer != nil {
		w.answers = append(w.answers, slices.Clone(answer))
	}
}

func (w *inProcess) Receive(answer []byte) error {
	if w.broken != nil {
		return w.broken
	}
	if len(answer) != len(w.answers[0]) {
		return errors.New("an answer of another length")
	}
	copy(answer, w.answers[0])
	w.answers = w.answers[1:]
	return nil
}

// sharedBy returns a copy of an objective with workers, not started yet.
func sharedBy(o *Objective, workers int) *Objective {
	shared := &Objective{Target: o.Target, Rows: o.Rows, Smoothing: o.Smoothing, Lambda: o.Lambda}
	for range workers {
		shared.Workers = append(shared.Workers, &inProcess{})
	}
	return shared
}

// Rows of more than a megabyte come to a worker in pieces, in their order and to the end.
func TestRowsInPiecesChangeNoBit(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 2))
	const d = 21
	for _, m := range []int{13_000, 30_000} {
		alone := randomObjective(r, m, d, Softmax{10}, 2)
		q, want := randomPoint(r, m), make([]float64, m)
		alone.Start(slices.Clone(q))
		alone.Gradient(want)
		for _, workers := range []int{1, 2, 7} {
			o, got := sharedBy(alone, workers), make([]float64, m)
			o.Start(slices.Clone(q))
			if o.Gradient(got); !slices.Equal(got, want) {
				t.Errorf("%d rows, %d workers: the gradient has other bits", m, workers)
			}
		}
	}
}

// Whatever the number of workers, an objective is the same to the last bit, through every way of moving it: M(q),
// values, gradients, products with the second derivative and, which are computed without workers, estimates, the sums
// of weights and what is found by them.
func TestWorkersChangeNoBit(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 2))
	whole, part := make([]uint64, 32), make([]uint64, 1024)
	for i := range part {
		whole[i%32], part[i] = r.Uint64N(1<<31), r.Uint64N(1<<32)
	}
	for _, d := range []int{1, 6, 21} {
		m := 512 + r.IntN(1000)
		alone := randomObjective(r, m, d, Softmax{10}, 2)
		all := []*Objective{alone}
		for _, workers := range []int{1, 2, 4, 7} {
			all = append(all, sharedBy(alone, workers))
		}
		q := randomPoint(r, m)
		for _, o := range all {
			o.Start(slices.Clone(q))
		}
		for step := range 60 {
			j, eta := r.IntN(m), r.Float64()
			if step == 0 {
				eta = 1 // which leaves one row
			}
			u := r.Uint64()
			fresh := randomPoint(r, m)
			scale := float64(step%2) * math.MaxFloat64 // at odd steps any earlier G will do
			type seen struct {
				value, least, off, score float64
				sum, weight              uint64
				found                    int
			}
			var first seen
			var gradient, point []float64
			var matrix *symeigen.Matrix
			for i, o := range all {
				switch step % 4 {
				case 0, 1, 2:
					o.Move(j, eta)
				case 3:
					o.GradientAt(make([]float64, m), fresh)
				}
				var s seen
				g := make([]float64, m)
				if step%3 > 0 { // estimates must not depend on a gradient in between
					s.value = o.Gradient(g)
				}
				e := o.Estimate(scale)
				s.least, s.off = e.Least()
				s.sum = e.Weigh(s.least, 1000, whole, part)
				s.found, s.weight = e.Find(u % s.sum)
				s.score = e.Score(s.found)
				if i == 0 {
					first, gradient, point, matrix = s, g, slices.Clone(o.Point()), o.matrix
					continue
				}
				if s != first || !slices.Equal(g, gradient) || !slices.Equal(o.Point(), point) ||
					!mat.Equal(dense(o.matrix), dense(matrix)) {
					t.Fatalf("d = %d, step %d: %+v with %d workers, %+v without", d, step, s, len(o.Workers), first)
				}
			}
		}
	}
}

// A worker without an answer ends the run by a panic that says why, and by nothing else.
func TestAWorkerWithoutAnAnswerInterrupts(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 2))
	o := sharedBy(randomObjective(r, 600, 3, Softmax{10}, 2), 2)
	o.Start(randomPoint(r, 600))
	gone := errors.New("gone")
	o.Workers[1].(*inProcess).broken = gone
	defer func() {
		if v := recover(); v != (shards.Interrupted{Err: gone}) {
			t.Errorf("%v", v)
		}
	}()
	o.Gradient(make([]float64, 600))
	t.Error("it went on")
}
