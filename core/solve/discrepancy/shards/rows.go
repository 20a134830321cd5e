// Package shards goes through the rows of a public source, which takes most of the time of a solver: in this goroutine
// and in workers beside it, each with a shard of the rows. No result depends on the number of workers, to the last bit.
// It knows rows, numbers for each row and a matrix G, and not what they are for.
package shards

// Rows are source rows, dealt out once.
type Rows struct {
	order int
	here  *shard // the first rows
	away  []*remote
	grams []float64 // Σ p_j x_j x_jᵀ, by parts
	gram  []float64 // and in all, the upper triangle
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

// Share gives each of at most 7 workers its rows; rows are m×d row-major, and without workers there may be any number
// of them.
func Share(rows []float64, order int, workers []Worker) *Rows {
	m, sharers := len(rows)/order, 1+len(workers)
	if sharers > parts || sharers > 1 && m < parts*blockRows {
		panic("shards: more workers than parts of the rows, or fewer rows than every part needs")
	}
	shared := &Rows{order: order, grams: make([]float64, parts*order*order), gram: make([]float64, order*order)}
	for i := range sharers {
		first, last := i*parts/sharers, (i+1)*parts/sharers
		start, end := cut(m, first), cut(m, last)
		if i == 0 {
			shared.here = newShard(rows[:end*order], order, m, first, last)
			continue
		}
		r := &remote{worker: workers[i-1], start: start, end: end, first: first, last: last}
		r.worker.Send(words(askShard, uint64(order), uint64(m), uint64(first), uint64(last)))
		shared.away = append(shared.away, r)
	}
	shared.deal(rows)
	return shared
}

// pieceLength is how many numbers of the rows are sent at once: 1 MB. A message takes memory at both ends.
const pieceLength = 1 << 17

// deal sends the workers their rows, the next piece once all have the last.
func (r *Rows) deal(rows []float64) {
	for at, more := 0, true; more; at += pieceLength {
		more = false
		dealt := func(do func(a *remote, piece []float64)) {
			for _, a := range r.away {
				if own := rows[a.start*r.order : a.end*r.order]; at < len(own) {
					do(a, own[at:min(at+pieceLength, len(own))])
					more = true
				}
			}
		}
		dealt(func(a *remote, piece []float64) { a.worker.Send(words(askRows), bytesOf(piece)) })
		dealt(func(a *remote, _ []float64) { a.receive(nil) })
	}
}

// Gram returns the upper triangle of Σ p_j x_j x_jᵀ, d×d, which is good until the next Gram.
func (r *Rows) Gram(p []float64) []float64 {
	square := r.order * r.order
	for _, a := range r.away {
		a.worker.Send(words(askGram), bytesOf(p[a.start:a.end]))
	}
	r.here.gram(r.grams[:r.here.last*square], p)
	for _, a := range r.away {
		a.receive(bytesOf(r.grams[a.first*square : a.last*square]))
	}
	clear(r.gram)
	for i := range r.order {
		for j := i; j < r.order; j++ {
			for part := range parts {
				r.gram[i*r.order+j] += r.grams[part*square+i*r.order+j]
			}
		}
	}
	return r.gram
}

// Forms writes −x_jᵀGx_j of every row into dst, G by its upper triangle.
func (r *Rows) Forms(dst, g []float64) {
	for _, a := range r.away {
		a.worker.Send(words(askForms), bytesOf(g))
	}
	r.here.forms(dst[:r.here.len()], g)
	for _, a := range r.away {
		a.receive(bytesOf(dst[a.start:a.end]))
	}
}

// Wipe overwrites what has been computed from G here. What workers hold ends with them.
func (r *Rows) Wipe() { r.here.wipe() }
