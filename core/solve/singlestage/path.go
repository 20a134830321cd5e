package singlestage

import "math"

// path stores the iterates of a run in O(m + K·d) memory: the vertices instead of the K weight vectors of length m.
type path struct {
	start    []float64 // q⁰
	eta      float64
	order    int
	vertices []int     // v⁰, v¹, …
	models   []float64 // w⁰, w¹, …, d each
}

func newPath(start []float64, order int, eta float64) *path {
	return &path{start: append([]float64(nil), start...), eta: eta, order: order}
}

// add records w^k and the vertex of the step from q^k.
func (p *path) add(vertex int, w []float64) {
	p.vertices = append(p.vertices, vertex)
	p.models = append(p.models, w...)
}

// weights returns q^k = (1−η)^k q⁰ + Σ_{i<k} η(1−η)^{k−1−i} e_{v_i}.
func (p *path) weights(k int) []float64 {
	q := make([]float64, len(p.start))
	rest := math.Pow(1-p.eta, float64(k))
	for j, v := range p.start {
		q[j] = rest * v
	}
	share := p.eta
	for i := k - 1; i >= 0; i-- {
		q[p.vertices[i]] += share
		share *= 1 - p.eta
	}
	return q
}

// model returns w^k.
func (p *path) model(k int) []float64 {
	return append([]float64(nil), p.models[k*p.order:(k+1)*p.order]...)
}
