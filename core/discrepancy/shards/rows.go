// Package shards goes through the rows of a public source, which takes most of the time of a solver: in this goroutine and in
// workers beside it, each with a shard of the rows. No result depends on the number of workers, to the last bit. It knows rows,
// weights and a matrix G, and not what they are for.
package shards

import (
	"encoding/binary"
	"math"
)

// Rows are source rows with weights q, dealt out once.
type Rows struct {
	order int
	here  *shard // the first rows
	away  []*remote
	grams []float64 // Σ q_j x_j x_jᵀ, by parts
	gram  []float64 // and in all, the upper triangle
	sums  []uint64  // of the weights of Weigh, by shard, each with those before it
}

// remote is a shard that a Worker serves.
type remote struct {
	worker      Worker
	start, end  int // its rows
	first, last int // its parts
}

// receive waits for an answer.
func (r *remote) receive(answer []byte) {
	if err := r.worker.Receive(answer); err != nil {
		panic(Interrupted{err})
	}
}

// receiveWords waits for an answer of two words or one.
func (r *remote) receiveWords(count int) (a, b uint64) {
	var answer [16]byte
	r.receive(answer[:8*count])
	return binary.NativeEndian.Uint64(answer[:]), binary.NativeEndian.Uint64(answer[8:])
}

// Share gives each of at most 7 workers its rows; rows are m×d row-major, and without workers there may be any number of them.
func Share(rows []float64, order int, workers []Worker) *Rows {
	m, sharers := len(rows)/order, 1+len(workers)
	if sharers > parts || sharers > 1 && m < parts*blockRows {
		panic("shards: more workers than parts of the rows, or fewer rows than every part needs")
	}
	shared := &Rows{order: order, grams: make([]float64, parts*order*order), gram: make([]float64, order*order)}
	for i := range sharers {
		first, last := i*parts/sharers, (i+1)*parts/sharers
		start, end := cut(m, first), cut(m, last)
		own := rows[start*order : end*order]
		if i == 0 {
			shared.here = newShard(own, order, m, first, last)
			continue
		}
		r := &remote{worker: workers[i-1], start: start, end: end, first: first, last: last}
		r.worker.Send(words(askRows, uint64(order), uint64(m), uint64(first), uint64(last)), bytesOf(own))
		shared.away = append(shared.away, r)
	}
	return shared
}

// Start sets the weights and returns the upper triangle of Σ q_j x_j x_jᵀ, d×d, which is good until the next Start or Gram. Those of
// the first rows stay the caller's: what moves q there moves them here.
func (r *Rows) Start(q []float64) []float64 {
	r.here.q = q[:r.here.bounds[r.here.last]]
	return r.sum(askStart, q)
}

// Gram is Start for numbers that are no weights to be kept.
func (r *Rows) Gram(p []float64) []float64 { return r.sum(askGram, p) }

func (r *Rows) sum(ask uint64, q []float64) []float64 {
	square := r.order * r.order
	for _, a := range r.away {
		a.worker.Send(words(ask), bytesOf(q[a.start:a.end]))
	}
	r.here.gram(r.grams[:r.here.last*square], q)
	for _, a := range r.away {
		a.receive(bytesOf(r.grams[a.first*square : a.last*square]))
	}
	clear(r.gram)
	for i := range r.order {
		for j := i; j < r.order; j++ {
			for p := range parts {
				r.gram[i*r.order+j] += r.grams[p*square+i*r.order+j]
			}
		}
	}
	return r.gram
}

// Move says that the caller has replaced q by factor·q and then added to the weight of row j.
func (r *Rows) Move(factor float64, j int, amount float64) {
	for _, a := range r.away {
		at := -1
		if j >= a.start && j < a.end {
			at = j - a.start
		}
		if factor != 1 || at >= 0 {
			a.worker.Send(words(askMove, math.Float64bits(factor), uint64(int64(at)), math.Float64bits(amount)))
		}
	}
}

// Forms writes −x_jᵀGx_j of every row into dst, G by its upper triangle.
func (r *Rows) Forms(dst, g []float64) {
	for _, a := range r.away {
		a.worker.Send(words(askForms), bytesOf(g))
	}
	r.here.forms(dst[:len(r.here.q)], g)
	for _, a := range r.away {
		a.receive(bytesOf(dst[a.start:a.end]))
	}
}

// Estimate has −x_jᵀGx_j + λq_j computed in float32 for every row, by the last G if there is none, and returns the least and
// max ‖x_j‖. The numbers stay where the rows are, for Weigh.
func (r *Rows) Estimate(g []float64, lambda float64) (least, radius float64) {
	for _, a := range r.away {
		a.worker.Send(words(askEstimate, math.Float64bits(lambda)), bytesOf(g))
	}
	least, radius = r.here.estimate(g, lambda)
	for _, a := range r.away {
		x, y := a.receiveWords(2)
		least, radius = math.Min(least, math.Float64frombits(x)), math.Max(radius, math.Float64frombits(y))
	}
	return least, radius
}

// Weigh has each row given a weight by its estimate, as kernel.Weigh does, and returns the sum of them.
func (r *Rows) Weigh(least, factor float64, whole, part []uint64) uint64 {
	for _, a := range r.away {
		a.worker.Send(words(askWeigh, math.Float64bits(least), math.Float64bits(factor), uint64(len(whole))), bytesOf(whole), bytesOf(part))
	}
	sum := r.here.weigh(least, factor, whole, part)
	r.sums = append(r.sums[:0], sum)
	for _, a := range r.away {
		one, _ := a.receiveWords(1)
		sum += one
		r.sums = append(r.sums, sum)
	}
	return sum
}

// Find returns the row whose weight holds the number u below that sum, the weights of all rows laid end to end, and its weight.
func (r *Rows) Find(u uint64) (j int, weight uint64) {
	if u < r.sums[0] {
		return r.here.find(u)
	}
	i := 0
	for u >= r.sums[i+1] {
		i++
	}
	a := r.away[i]
	a.worker.Send(words(askFind, u-r.sums[i]))
	at, weight := a.receiveWords(2)
	return a.start + int(at), weight
}

// Wipe overwrites what has been computed from G here. What workers hold ends with them.
func (r *Rows) Wipe() { r.here.wipe() }
