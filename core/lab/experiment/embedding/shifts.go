package embedding

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// family draws tasks in which the shape of the distribution shifts. Second moments see only part of it.
type family struct {
	name    string
	columns int
	move    func(r *rand.Rand, x []float64, private bool) // x comes from the standard normal law
	label   func(x []float64) float64
}

var families = []family{
	{"two-lumps", 5, func(_ *rand.Rand, x []float64, private bool) { // two columns get two modes, and keep their moments
		for k := 0; private && k < 2; k++ {
			x[k] = math.Copysign(0.95, x[k]) + 0.31*x[k]
		}
	}, waves},
	{"ring", 4, func(r *rand.Rand, x []float64, private bool) { // a disc becomes a ring of the same moments
		if private {
			sine, cosine := math.Sincos(2 * math.Pi * r.Float64())
			x[0], x[1] = math.Sqrt2*cosine, math.Sqrt2*sine
		}
	}, func(x []float64) float64 { return 2*math.Sin(2*math.Hypot(x[0], x[1])) + 0.5*x[2] }},
	{"clusters", 6, func(r *rand.Rand, x []float64, private bool) { // three of them, whose shares change
		side := 0.4
		if private {
			side = 0.1
		}
		x[0] *= 0.7
		switch u := r.Float64(); {
		case u < side:
			x[0] += 2
		case u < 2*side:
			x[0] -= 2
		}
	}, func(x []float64) float64 { return math.Cos(2*x[0])*x[1] + x[2] }},
	{"mixture", 6, func(r *rand.Rand, x []float64, private bool) { // two of them, which move the mean as well
		share := 0.5
		if private {
			share = 0.9
		}
		centre := 2.0
		if r.Float64() > share {
			centre = -2
		}
		x[0] += centre
		x[3] += centre / 2
	}, func(x []float64) float64 { return math.Copysign(2*x[1]-x[2], x[0]*(2*x[1]-x[2])) }},
	{"turn", 6, func(_ *rand.Rand, x []float64, private bool) { // three columns move and shrink
		for k := 0; private && k < 3; k++ {
			x[k] = 0.8 + 0.7*x[k]
		}
	}, func(x []float64) float64 { return waves(x) + math.Copysign(1, x[0]-0.8)*x[4] }},
	{"wide", 15, func(_ *rand.Rand, x []float64, private bool) { // two of 15 columns shrink, one of them moves
		if private {
			x[0], x[1] = 0.4*x[0]+0.8, 0.4*x[1]
		}
	}, func(x []float64) float64 { return 2*math.Sin(2*x[0]) + x[1]*x[1] + 0.3*x[5] }},
}

// waves rise around 0 and fall further out.
func waves(x []float64) float64 {
	y := 0.0
	for k, v := range x {
		y += math.Sin(1.5*v) + v*math.Cos(float64(k+1))/2
	}
	return y
}

// tables returns rows on either side and the labels of the private ones. The seed fixes the data and no noise.
func (f family) tables(rows int, seed uint64) (source, target string, labels []float64) {
	r := rand.New(rand.NewPCG(seed, 0xe8b))
	table := func(private bool) string {
		var b strings.Builder
		for k := range f.columns {
			b.WriteString("x" + strconv.Itoa(k+1) + ",")
		}
		b.WriteString("y\n")
		x := make([]float64, f.columns)
		for range rows {
			for k := range x {
				x[k] = r.NormFloat64()
			}
			f.move(r, x, private)
			y := f.label(x) + 0.3*r.NormFloat64()
			if private {
				labels = append(labels, y)
			}
			for _, v := range x {
				b.WriteString(strconv.FormatFloat(v, 'g', -1, 64) + ",")
			}
			b.WriteString(strconv.FormatFloat(y, 'g', -1, 64) + "\n")
		}
		return b.String()
	}
	source = table(false)
	return source, table(true), labels
}
