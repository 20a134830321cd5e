package audit

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"strings"

	"privadapt/core/adapt"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/grid"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/internal/private/moment"
	"privadapt/core/model/basemodel"
	"privadapt/core/noise/accountant"
	"privadapt/core/noise/sampler"
	"privadapt/core/release"
	"privadapt/core/release/pair"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// labelPair is a pair of neighbours of two sums: rows of two numbers, a feature and the residual of a label, are in the
// one, and rows of one number, the feature, in the other. Both sums have some common rows. w is nil, no row, under
// add-remove adjacency.
type labelPair struct {
	adjacency         method.Adjacency
	radius, intercept float64
	common            int
	z, w              []float64
}

// labelCells returns the pairs of two sums. Replace-one neighbours attain Δ² = 2r⁴ by rows at a right angle, the
// intercept included: rows that differ in the sign of the label alone where half of r² is the label's, rows that differ
// in their columns alone where half is the columns', and on the sphere a row with a label and a row without,
// whatever they are. Add-remove neighbours attain r⁴ by any row on the sphere.
func labelCells() []Cell {
	const radius, intercept = 3.0, 1.0
	half := radius * math.Sqrt(0.5)
	rest := math.Sqrt(radius*radius/2 - intercept*intercept)
	s := math.Sqrt(radius*radius - intercept*intercept)
	large := math.Sqrt(1.2*1.2 - 1)
	cell := func(name string, p labelPair) Cell {
		return Cell{Name: "labels/" + name, Gaussian: true, Claim: p.claim}
	}
	replaced := func(z, w []float64) labelPair { return labelPair{method.ReplaceOne, radius, intercept, 1, z, w} }
	return []Cell{
		cell("label-only", replaced([]float64{rest, half}, []float64{rest, -half})),
		cell("columns-only", replaced([]float64{half, rest}, []float64{-half, rest})),
		cell("label-lost", replaced([]float64{0.6 * s, 0.8 * s}, []float64{s})),
		// Most of the difference is in the two counts.
		cell("count", labelPair{method.ReplaceOne, 1.2, 1, 1, []float64{large, 0}, []float64{large}}),
		cell("clipped", replaced([]float64{0, far * radius}, []float64{far * radius})),
		cell("add-remove",
			labelPair{method.AddRemove, 1.1, 1, 50, []float64{math.Sqrt(1.1*1.1-1) * 0.6, math.Sqrt(1.1*1.1-1) * 0.8}, nil}),
	}
}

// sums returns the sums with labels and without, for T and T′.
func (p labelPair) sums() (sums [2][2]*moment.Sum) {
	g, err := grid.New(p.radius, p.intercept)
	if err != nil {
		panic(err)
	}
	for side, row := range [][]float64{p.z, p.w} {
		with, without := moment.NewAccumulator(g, 2), moment.NewAccumulator(g, 1)
		for range p.common {
			with.Add([]float64{0, g.FeatureRadius() / 2})
			without.Add([]float64{g.FeatureRadius() / 2})
		}
		switch len(row) {
		case 2:
			with.Add(append([]float64(nil), row...)) // clipping works in place
		case 1:
			without.Add(append([]float64(nil), row...))
		}
		sums[side] = [2]*moment.Sum{with.Sum(), without.Sum()}
	}
	return sums
}

// claim audits Pair.Release. Claim: ρ-zCDP at Δ, theorem and preconditions at mechanism.Pair.
func (p labelPair) claim() Claim {
	sums := p.sums()
	shown, ratio := pairRatio(sums, p.adjacency)
	return gaussianClaim(shown, func() Trial {
		m := mechanism.NewPair(sums[0][0].Grid, p.adjacency, accountant.Rho(gaussianEpsilon, gaussianDelta))
		s := sampler.New()
		return func(side int) float64 {
			with, without := m.Release(sums[side][0], sums[side][1], s).Matrices()
			return ratio(with, without)
		}
	})
}

// pairRatio returns the μ of a pair of neighbours and the logarithm of the likelihood ratio of what is released.
// The ratio is momentRatio's, over all entries of both sums, with the audit's own Δ.
func pairRatio(
	sums [2][2]*moment.Sum,
	adjacency method.Adjacency,
) (shown float64, ratio func(with, without *symeigen.Matrix) float64) {
	delta2 := 2 * math.Pow(sums[0][0].Grid.Radius(), 4)
	if adjacency == method.AddRemove {
		delta2 /= 2
	}
	type term struct {
		sum, i, j     int
		centre, slope float64
	}
	var terms []term
	squares, one := 0.0, big.NewRat(1, 1)
	for k := range 2 {
		for i := range sums[0][k].Order {
			for j := i; j < sums[0][k].Order; j++ {
				variance := delta2 / (2 * gaussianRho)
				if i != j {
					variance /= 2
				}
				a, b := sums[0][k].Grid.Float(sums[0][k].Entry(i, j), one), sums[1][k].Grid.Float(sums[1][k].Entry(i, j), one)
				terms = append(terms, term{k, i, j, (a + b) / 2, (a - b) / variance})
				squares += (a - b) * (a - b) / variance
			}
		}
	}
	return math.Sqrt(squares), func(with, without *symeigen.Matrix) float64 {
		ratio := 0.0
		for _, t := range terms {
			released := with
			if t.sum == 1 {
				released = without
			}
			ratio += t.slope * (released.At(t.i, t.j) - t.centre)
		}
		return ratio
	}
}

// labelledRun releases the sums themselves: a row far outside the ball loses its label, so that it leaves the one sum
// and enters the other.
func labelledRun() wholeRun {
	const radius = 3
	head := "a,y\n" + strings.Repeat("1,1\n", 3) + strings.Repeat("0.5,\n", 3)
	return wholeRun{"a,y\n" + strings.Repeat("1,2\n2,3\n0,-1\n-1,0\n", 4), adapt.Options{
		Epsilon: gaussianEpsilon, Delta: gaussianDelta, Release: release.Moments, UseLabels: true, Base: method.Linear,
		Radius: radius, AcceptLargeDelta: true,
		Mechanism: method.Moment,
	}, [2]string{head + fmt.Sprintf("%g,%g\n", far*radius, far*radius), head + fmt.Sprintf("%g,unknown\n", far*radius)}}
}

// pairSums reads the private files with the components of adapt.ReadTarget.
func (w wholeRun) pairSums() (sums [2][2]*moment.Sum) {
	source := w.readSource()
	p, err := plan.New(w.options, source)
	if err != nil {
		panic(err)
	}
	public, err := p.Prepare(nil)
	if err != nil {
		panic(err)
	}
	d, t := p.Map.Dim(), p.Residuals()
	encoding := basemodel.NewEncoding(source.Schema.Used())
	for side, file := range w.private {
		rows, err := dataset.Labelled(io.Reader(strings.NewReader(file)), source.Schema)
		if err != nil {
			panic(err)
		}
		with, without := moment.NewAccumulator(p.Grid, d+2*t), moment.NewAccumulator(p.Grid, d+t)
		share := w.shares(file)
		for cells := make([]float64, len(source.Schema.Used())+1); rows.Next(cells); {
			_, of := share()
			v, last := make([]float64, d+2*t), len(cells)-1
			encoding.Apply(v[:d], cells[:last])
			if public.Offset.Columns(v[d:d+t], v[d+t:], cells[:last], cells[last]) {
				with.AddShare(v, of)
			} else {
				without.AddShare(v[:d+t], of)
			}
		}
		sums[side] = [2]*moment.Sum{with.Sum(), without.Sum()}
	}
	return sums
}

// pairClaim audits the sums that a document holds.
func (w wholeRun) pairClaim() Claim {
	sums := w.pairSums()
	shown, ratio := pairRatio(sums, w.options.Adjacency)
	return w.claim(Claim{Mu: gaussianMu, ShownMu: shown}, func(r *release.Release) float64 {
		read, err := pair.Read(sums[0][0].Grid, sums[0][0].Order, sums[0][1].Order, r.Values.LabelledSum,
			r.Values.UnlabelledSum)
		if err != nil {
			panic(err)
		}
		return ratio(read.Matrices())
	})
}
