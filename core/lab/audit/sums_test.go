//go:build !js

package audit

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strings"

	"privadapt/core/adapt"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/grid"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/internal/private/moment"
	"privadapt/core/internal/private/tally"
	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// The budget of the mechanisms with Gaussian noise. At this δ an ε-audit has power. ρ is from corollary 13 of Canonne,
// Kamath and Steinke 2020, minimised in a few lines of Python, independently of the accountant, and rounded up.
const (
	gaussianEpsilon = 1.0
	gaussianDelta   = 1e-3
	gaussianRho     = 0.0593902001
)

// gaussianMu is μ = Δ/σ = √(2ρ), of the continuous Gaussian. With σ of millions of steps, as in these cells, the
// discrete Gaussian differs from it by far less than any bound can detect.
var gaussianMu = math.Sqrt(2 * gaussianRho)

// far is the norm, in radii, of rows that must be clipped.
const far = 1e6

// momentPair is a pair of neighbours of the second moment: some common rows and z or w; under add-remove adjacency w is
// nil, no row.
type momentPair struct {
	adjacency         method.Adjacency
	radius, intercept float64
	common            int
	z, w              []float64
}

// momentCells returns the pairs of the second moment. Replace-one neighbours attain Δ² = 2r⁴ by any two orthogonal rows
// without an intercept; (re₁, re₂) moves diagonal entries alone, r(e₁±e₂)/√2 the off-diagonal one alone. With an
// intercept c, features z, z′ of norm s = √(r²−c²) attain it at the cosine −c²/s² or, if c² > r²/2, at −1. Add-remove
// neighbours attain Δ² = r⁴ by any row on the sphere, among enough others that n̂ > 1.
func momentCells() []Cell {
	replaced := func(name string, radius, intercept float64, z, w []float64) Cell {
		return momentCell("moment/"+name, momentPair{method.ReplaceOne, radius, intercept, 1, z, w})
	}
	scaled := func(length float64, row ...float64) []float64 {
		for i := range row {
			row[i] *= length
		}
		return row
	}
	obtuse := math.Sqrt(3*3 - 1)
	cosine := -1 / (obtuse * obtuse)
	opposite := math.Sqrt(1.2*1.2 - 1)
	return []Cell{
		replaced("axes", 1.5, 0, []float64{1.5, 0}, []float64{0, 1.5}),
		replaced("off-diagonal", 1.5, 0, scaled(1.5*math.Sqrt(0.5), 1, 1), scaled(1.5*math.Sqrt(0.5), 1, -1)),
		replaced("intercept", 3, 1, scaled(obtuse, 1, 0), scaled(obtuse, cosine, math.Sqrt(1-cosine*cosine))),
		replaced("large-intercept", 1.2, 1, []float64{opposite}, []float64{-opposite}),
		replaced("clipped", 1.5, 0, scaled(1.5*far, math.Cos(1), math.Sin(1)), scaled(1.5*far, -math.Sin(1), math.Cos(1))),
		replaced("clipped-intercept", 1.2, 1, []float64{1.2 * far}, []float64{-1.2 * far}),
		// An unusable row counts as the zero row: it attains r² of √2·r².
		replaced("not-a-number", 1.5, 0, []float64{1.5}, []float64{math.NaN()}),
		momentCell("moment/add-remove",
			momentPair{method.AddRemove, 1.1, 1, 50, scaled(math.Sqrt(1.1*1.1-1), math.Cos(1), math.Sin(1)), nil}),
	}
}

// momentCell audits Moment.Release. Claim: ρ-zCDP at Δ, theorem and preconditions at mechanism.Moment.
func momentCell(name string, pair momentPair) Cell {
	return Cell{Name: name, Gaussian: true, Claim: func() Claim {
		sums := pair.sums()
		shown, ratio := momentRatio(sums, pair.adjacency)
		return gaussianClaim(shown, func() Trial {
			m := mechanism.NewMoment(sums[0].Grid, pair.adjacency, noise.Rho(gaussianEpsilon, gaussianDelta))
			s := sampler.New()
			return func(side int) float64 {
				released, rows := m.Release(sums[side], s)
				return ratio(released.At, rows)
			}
		})
	}}
}

// gaussianClaim claims the budget above.
func gaussianClaim(shown float64, start func() Trial) Claim {
	return Claim{Epsilon: gaussianEpsilon, Delta: gaussianDelta, Mu: gaussianMu, ShownMu: shown, Start: start}
}

// entry is a number that gets Gaussian noise of a variance: what it is for T and for T′.
type entry struct{ a, b, variance float64 }

// gaussianRatio returns the μ that entries show, (Σ (a−b)²/σ²)^½, and the log-likelihood ratio of released y,
//
//	Σ ((y − b)² − (y − a)²)/(2σ²)
func gaussianRatio(entries []entry) (mu float64, ratio func(y func(k int) float64) float64) {
	squares := 0.0
	for _, e := range entries {
		squares += (e.a - e.b) * (e.a - e.b) / e.variance
	}
	return math.Sqrt(squares), func(y func(k int) float64) float64 {
		sum := 0.0
		for k, e := range entries {
			if e.a != e.b {
				sum += (e.a - e.b) / e.variance * (y(k) - (e.a+e.b)/2)
			}
		}
		return sum
	}
}

// place is an entry of a matrix.
type place struct{ i, j int }

// matrixEntries appends the entries from row first on of both sides' Σxxᵀ, whose noise has this variance on the diagonal
// and half of it off the diagonal.
func matrixEntries(sums [2]*moment.Sum, first int, diagonal float64) (entries []entry, places []place) {
	one := big.NewRat(1, 1)
	for i := range sums[0].Order {
		for j := max(i, first); j < sums[0].Order; j++ {
			variance := diagonal
			if i != j {
				variance /= 2
			}
			float := func(side int) float64 { return sums[side].Grid.Float(sums[side].Entry(i, j), one) }
			entries, places = append(entries, entry{float(0), float(1), variance}), append(places, place{i, j})
		}
	}
	return entries, places
}

func (p momentPair) sums() [2]*moment.Sum {
	grid := sound(grid.New(p.radius, p.intercept))
	var sums [2]*moment.Sum
	for side, row := range [][]float64{p.z, p.w} {
		a := moment.NewAccumulator(grid, len(p.z))
		for range p.common {
			common := make([]float64, len(p.z))
			common[0] = grid.FeatureRadius() / 2
			a.Add(common)
		}
		if row != nil {
			a.Add(append([]float64(nil), row...)) // clipping works in place
		}
		sums[side] = a.Sum()
	}
	return sums
}

// momentRatio is gaussianRatio of a released mean of rows: rows·mean is the noisy sum. σ² is Δ²/(2ρ) by the audit's own
// Δ, and the public entry (0,0) of replace-one neighbours has no noise.
func momentRatio(
	sums [2]*moment.Sum,
	adjacency method.Adjacency,
) (mu float64, ratio func(mean func(i, j int) float64, rows float64) float64) {
	r2, c2 := math.Pow(sums[0].Grid.Radius(), 2), math.Pow(sums[0].Grid.Intercept(), 2)
	delta2, first := 2*r2*r2, 1
	switch {
	case adjacency == method.AddRemove:
		delta2, first = r2*r2, 0
	case 2*c2 > r2:
		delta2 = 8 * c2 * (r2 - c2)
	}
	entries, at := matrixEntries(sums, first, delta2/(2*gaussianRho))
	mu, sum := gaussianRatio(entries)
	return mu, func(mean func(i, j int) float64, rows float64) float64 {
		return sum(func(k int) float64 { return rows * mean(at[k].i, at[k].j) })
	}
}

// rowsPair is a pair of neighbours of two sums that differ in one person: rows of two numbers, a feature and the residual
// of a label, are in the one sum, and rows of one number, the feature, in the other. Some others, of three rows each,
// are common, each row as a share of that many. b is nil, no person, under add-remove adjacency.
type rowsPair struct {
	adjacency         method.Adjacency
	radius, intercept float64
	common            int
	of                int64
	a, b              [][]float64
}

// labelPair is a pair of single rows.
func labelPair(a method.Adjacency, radius, intercept float64, common int, z, w []float64) rowsPair {
	p := rowsPair{a, radius, intercept, common, 1, [][]float64{z}, nil}
	if w != nil {
		p.b = [][]float64{w}
	}
	return p
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
	cell := func(name string, p rowsPair) Cell {
		return Cell{Name: "labels/" + name, Gaussian: true, Claim: p.claim}
	}
	replaced := func(z, w []float64) rowsPair { return labelPair(method.ReplaceOne, radius, intercept, 1, z, w) }
	return []Cell{
		cell("label-only", replaced([]float64{rest, half}, []float64{rest, -half})),
		cell("columns-only", replaced([]float64{half, rest}, []float64{-half, rest})),
		cell("label-lost", replaced([]float64{0.6 * s, 0.8 * s}, []float64{s})),
		// Most of the difference is in the two counts.
		cell("count", labelPair(method.ReplaceOne, 1.2, 1, 1, []float64{large, 0}, []float64{large})),
		cell("clipped", replaced([]float64{0, far * radius}, []float64{far * radius})),
		cell("add-remove",
			labelPair(method.AddRemove, 1.1, 1, 50, []float64{math.Sqrt(1.1*1.1-1) * 0.6, math.Sqrt(1.1*1.1-1) * 0.8}, nil)),
	}
}

func (p rowsPair) sums() (sums [2][2]*moment.Sum) {
	g := sound(grid.New(p.radius, p.intercept))
	for side, person := range [][][]float64{p.a, p.b} {
		with, without := moment.NewAccumulator(g, 2), moment.NewAccumulator(g, 1)
		add := func(row []float64, of int64) {
			if row = slices.Clone(row); len(row) == 2 { // clipping works in place
				with.AddShare(row, of)
			} else {
				without.AddShare(row, of)
			}
		}
		for range p.common {
			for _, row := range [][]float64{{0, g.FeatureRadius() / 2}, {g.FeatureRadius() / 2}, {0, 0}} {
				add(row, p.of)
			}
		}
		for _, row := range person {
			add(row, int64(len(person)))
		}
		sums[side] = [2]*moment.Sum{with.Sum(), without.Sum()}
	}
	return sums
}

// claim audits Pair.Release. Claim: ρ-zCDP at Δ, of rows and of people; theorem and preconditions at mechanism.Pair and
// in core/internal/private/mechanism/MOMENT.md.
func (p rowsPair) claim() Claim {
	sums := p.sums()
	shown, ratio := pairRatio(sums, p.adjacency)
	return gaussianClaim(shown, func() Trial {
		m := mechanism.NewPair(sums[0][0].Grid, p.adjacency, noise.Rho(gaussianEpsilon, gaussianDelta))
		s := sampler.New()
		return func(side int) float64 {
			return ratio(m.Release(sums[side][0], sums[side][1], s).Matrices())
		}
	})
}

// pairRatio is gaussianRatio of all entries of both sums, with the audit's own Δ.
func pairRatio(
	sums [2][2]*moment.Sum,
	adjacency method.Adjacency,
) (shown float64, ratio func(with, without *symeigen.Matrix) float64) {
	delta2 := 2 * math.Pow(sums[0][0].Grid.Radius(), 4)
	if adjacency == method.AddRemove {
		delta2 /= 2
	}
	entries, at := matrixEntries([2]*moment.Sum{sums[0][0], sums[1][0]}, 0, delta2/(2*gaussianRho))
	others, rest := matrixEntries([2]*moment.Sum{sums[0][1], sums[1][1]}, 0, delta2/(2*gaussianRho))
	shown, sum := gaussianRatio(append(entries, others...))
	return shown, func(with, without *symeigen.Matrix) float64 {
		return sum(func(k int) float64 {
			if k < len(at) {
				return with.At(at[k].i, at[k].j)
			}
			return without.At(rest[k-len(at)].i, rest[k-len(at)].j)
		})
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
	}, [2]string{head + fmt.Sprintf("%g,%g\n", far*radius, far*radius), head + fmt.Sprintf("%g,unknown\n", far*radius)}, wholeRun.pairClaim}
}

// pairSums reads the private files with the components of adapt.ReadTarget.
func (w wholeRun) pairSums() (sums [2][2]*moment.Sum) {
	source := w.readSource()
	p := sound(plan.New(w.options, source))
	public := sound(p.Prepare(nil))
	d, t := p.Map.Dim(), p.Residuals()
	row, f, g := public.Offset.Rows(source.Schema.Used()), make([]float64, t), make([]float64, t)
	for side, file := range w.private {
		rows := sound(dataset.Labelled(io.Reader(strings.NewReader(file)), source.Schema))
		with, without := moment.NewAccumulator(p.Grid, d+t), moment.NewAccumulator(p.Grid, d)
		share := w.shares(file)
		for cells := make([]float64, len(source.Schema.Used())+1); rows.Next(cells); {
			_, of := share()
			v, last := make([]float64, d+t), len(cells)-1
			public.Offset.Values(f, cells[:last])
			has := public.Offset.Columns(g, v[d:], f, cells[last])
			p.Map.Apply(v[:d], row(f, cells[:last]))
			if has {
				with.AddShare(v, of)
			} else {
				without.AddShare(v[:d], of)
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
		return ratio(r.Sums(sums[0][0].Grid).Matrices())
	})
}

// countPair is a pair of neighbours of the counts of a report: some common rows, and z or w, of a prediction and a
// residual; a nil row is one without a label. Under add-remove adjacency there is no w.
type countPair struct {
	adjacency method.Adjacency
	groups    int
	common    int
	z, w      []float64
	in        [2]int // their groups
}

// countNodes are the nodes of both axes.
var countNodes = []float64{-1, 0, 2}

// countCells returns the pairs of the counts. Replace-one neighbours attain Δ² = 2T·W² by rows at nodes of two cells
// and, with groups, of two groups: rows that differ in their label alone, in what is predicted alone, in both beyond
// the axes, and by the loss of the label. Add-remove neighbours attain T·W² by any row at a node. Rows between nodes
// show less.
func countCells() []Cell {
	cell := func(name string, p countPair) Cell {
		return Cell{Name: "report/" + name, Gaussian: true, Claim: p.claim}
	}
	return []Cell{
		cell("label-only", countPair{method.ReplaceOne, 0, 5, []float64{0, -1}, []float64{0, 2}, [2]int{}}),
		cell("prediction-only", countPair{method.ReplaceOne, 0, 5, []float64{-1, 0}, []float64{0, 0}, [2]int{}}),
		cell("label-lost", countPair{method.ReplaceOne, 0, 5, []float64{0, 0}, nil, [2]int{}}),
		cell("beyond", countPair{method.ReplaceOne, 0, 5, []float64{far, -far}, []float64{-far, far}, [2]int{}}),
		cell("groups", countPair{method.ReplaceOne, 2, 5, []float64{0, 0}, []float64{2, 2}, [2]int{0, 1}}),
		cell("divided", countPair{method.ReplaceOne, 0, 5, []float64{1, -0.5}, []float64{-1, 2}, [2]int{}}),
		cell("add-remove", countPair{method.AddRemove, 0, 50, []float64{2, 2}, nil, [2]int{}}),
		cell("add-remove-groups", countPair{method.AddRemove, 3, 50, []float64{2, 2}, nil, [2]int{2, 0}}),
	}
}

// sums returns the exact counts for T and T′.
func (p countPair) sums() (sums [2]*tally.Sum) {
	l := appraisal.Layout{Predictions: countNodes, Residuals: countNodes, Groups: p.groups}
	row := func(x []float64, group int) appraisal.Row {
		if x == nil {
			return appraisal.Row{Group: group}
		}
		return appraisal.Row{
			Labelled: true,
			First:    appraisal.PlaceOf(countNodes, x[0]),
			Second:   appraisal.PlaceOf(countNodes, x[1]),
			Group:    group,
		}
	}
	for side, x := range [][]float64{p.z, p.w} {
		s := tally.New(l)
		for range p.common {
			s.Add(row([]float64{0, 0}, 0))
		}
		if side == 0 || p.adjacency == method.ReplaceOne {
			s.Add(row(x, p.in[side]))
		}
		sums[side] = s
	}
	return sums
}

// claim audits Tally.Release.
func (p countPair) claim() Claim { return countsClaim(p.sums(), p.adjacency, min(1+p.groups, 2)) }

// countsClaim audits Tally.Release. Claim: ρ-zCDP at Δ, theorem and preconditions in
// core/internal/private/mechanism/REPORT.md.
func countsClaim(sums [2]*tally.Sum, a method.Adjacency, tables int) Claim {
	shown, ratio := countRatio(sums, a, tables)
	return gaussianClaim(shown, func() Trial {
		m := mechanism.NewTally(tables, a, noise.Rho(gaussianEpsilon, gaussianDelta))
		s := sampler.New()
		return func(side int) float64 { return ratio(m.Release(sums[side], s)) }
	})
}

// countRatio is gaussianRatio of the counts, with the audit's own Δ, in rows.
func countRatio(sums [2]*tally.Sum, a method.Adjacency, tables int) (mu float64, ratio func([]float64) float64) {
	return countsRatio([2][]*tally.Sum{{sums[0]}, {sums[1]}}, a, tables, 1)
}

// countsRatio is countRatio of several counts, each of which has its part of ρ.
func countsRatio(
	sums [2][]*tally.Sum, a method.Adjacency, tables int, parts ...float64,
) (mu float64, ratio func([]float64) float64) {
	const whole = appraisal.Unit * appraisal.Unit
	var entries []entry
	for i, part := range parts {
		variance := float64(tables) / (2 * part * gaussianRho)
		if a != method.AddRemove { // replace-one is the default
			variance *= 2
		}
		for k := range sums[0][i].Len() {
			entries = append(entries, entry{float64(sums[0][i].Cell(k)) / whole, float64(sums[1][i].Cell(k)) / whole, variance})
		}
	}
	mu, sum := gaussianRatio(entries)
	return mu, func(released []float64) float64 { return sum(func(k int) float64 { return released[k] }) }
}

// reportRun is a whole run of a report by groups: a row changes its prediction, its label and its group, all of them
// from end to end, so that it lies at one node of each table and not between two.
func reportRun() wholeRun {
	public := "a,c,y\n" + strings.Repeat("1,p,0\n2,q,2\n-1,p,1\n0,q,0\n-2,p,-2\n1,q,3\n", 4)
	head := "a,c,y\n" + strings.Repeat("1,p,1\n", 5)
	return wholeRun{public, adapt.Options{
		Epsilon: gaussianEpsilon, Delta: gaussianDelta, Release: release.Report, Base: method.Linear, GroupBy: "c",
		AcceptLargeDelta: true,
	}, [2]string{head + "-100,p,1e9\n", head + "100,q,-1e9\n"}, wholeRun.reportClaim}
}

// estimateRun is a whole run of an estimate with labels, by groups, on the same rows. Its second counts, of residuals,
// have 13 sixteenths of ρ.
func estimateRun() wholeRun {
	w := reportRun()
	w.options.Release, w.options.UseLabels = release.Estimate, true
	w.audited = func(w wholeRun) Claim { return w.countedClaim(3./16, 13./16) }
	return w
}

// reportClaim audits a report of a whole run.
func (w wholeRun) reportClaim() Claim { return w.countedClaim(1) }

// countedClaim audits a report or an estimate of a whole run, by the counts of its own readings.
func (w wholeRun) countedClaim(parts ...float64) Claim {
	source := w.readSource()
	p := sound(plan.New(w.options, source))
	report := sound(p.PrepareReport(nil))
	var sums [2][]*tally.Sum
	for side, file := range w.private {
		rows := sound(dataset.Labelled(io.Reader(strings.NewReader(file)), source.Schema))
		cells, scores := make([]float64, len(source.Schema.Used())+1), make([]float64, 1)
		for _, l := range report.Layouts() {
			sums[side] = append(sums[side], tally.New(l))
		}
		share := w.shares(file)
		for rows.Next(cells) {
			k, of := share()
			report.Model().Predict(scores, cells[:len(cells)-1])
			for i, row := range report.Rows(cells[:len(cells)-1], cells[len(cells)-1], scores) {
				sums[side][i].AddShare(row, k, of)
			}
		}
	}
	shown, ratio := countsRatio(sums, w.options.Adjacency, report.Layouts()[0].Tables(), parts...)
	return w.claim(Claim{Mu: gaussianMu, ShownMu: shown},
		func(r *release.Release) float64 { return ratio(r.Values.Counts) })
}

// peopleCells returns the pairs of people. On the sphere any person whose rows are all the same attains r², whatever
// their number; two people at a right angle attain √2·r², and so do one with labels and one without. Rows in both
// sums show less.
func peopleCells() []Cell {
	const radius, intercept = 3.0, 1.0
	s := math.Sqrt(radius*radius - intercept*intercept)
	half := radius * math.Sqrt(0.5)
	rest := math.Sqrt(radius*radius/2 - intercept*intercept)
	labelled, other := []float64{rest, half}, []float64{rest, -half}
	unlabelled := []float64{s}
	times := func(n int, row []float64) [][]float64 { return slices.Repeat([][]float64{row}, n) }
	cell := func(name string, a method.Adjacency, common int, person, other [][]float64) Cell {
		pair := rowsPair{a, radius, intercept, common, 3, person, other}
		return Cell{Name: "people/" + name, Gaussian: true, Claim: pair.claim}
	}
	counted := func(name string, p countPair, rows [2]int, split bool) Cell {
		return Cell{Name: "people/" + name, Gaussian: true, Claim: func() Claim { return p.peopleClaim(rows, split) }}
	}
	return []Cell{
		cell("one-one", method.ReplaceOne, 1, times(1, labelled), times(1, other)),
		cell("one-thousand", method.ReplaceOne, 1, times(1, labelled), times(1000, other)),
		cell("label-lost", method.ReplaceOne, 1, times(1000, labelled), times(40, unlabelled)),
		cell("split", method.ReplaceOne, 1, append(times(500, labelled), times(500, unlabelled)...),
			append(times(3, other), times(4, []float64{-s})...)),
		cell("add-remove", method.AddRemove, 50, times(1000, []float64{0.6 * s, 0.8 * s}), nil),
		cell("split-add-remove", method.AddRemove, 50, append(times(500, labelled), times(500, unlabelled)...), nil),
		counted("groups", countPair{method.ReplaceOne, 2, 5, []float64{0, 0}, []float64{2, 2}, [2]int{0, 1}},
			[2]int{1, 1000}, false),
		counted("split-groups", countPair{method.ReplaceOne, 2, 5, []float64{0, 0}, []float64{2, 2}, [2]int{0, 1}},
			[2]int{7, 1000}, true),
		counted("groups-add-remove", countPair{method.AddRemove, 2, 5, []float64{2, 2}, []float64{0, 0}, [2]int{0, 1}},
			[2]int{1000, 0}, false),
	}
}

// peopleClaim audits Tally.Release of shares: the person has rows on either side, all in one group or
// by turns in both; none where there is no such person.
func (p countPair) peopleClaim(rows [2]int, split bool) Claim {
	l := appraisal.Layout{Predictions: countNodes, Residuals: countNodes, Groups: p.groups}
	var sums [2]*tally.Sum
	for side, x := range [][]float64{p.z, p.w} {
		s := tally.New(l)
		row := appraisal.Row{
			Labelled: true, First: appraisal.PlaceOf(countNodes, x[0]), Second: appraisal.PlaceOf(countNodes, x[1]),
			Group: p.in[side],
		}
		for k := range rows[side] {
			if split {
				row.Group = k % 2
			}
			s.AddShare(row, int64(k+1), int64(rows[side]))
		}
		sums[side] = s
	}
	return countsClaim(sums, p.adjacency, 2)
}

// shares says of each row in turn which of its person's it is and how many they are, by the audit's own count: of a
// column "who" that comes last, without quotes.
func (w wholeRun) shares(file string) (next func() (k, of int64)) {
	if w.options.Unit == "" {
		return func() (int64, int64) { return 1, 1 }
	}
	lines := strings.Split(strings.TrimSuffix(file, "\n"), "\n")[1:]
	who := func(line string) string { return line[strings.LastIndexByte(line, ',')+1:] }
	rows, seen, at := map[string]int64{}, map[string]int64{}, -1
	for _, line := range lines {
		rows[who(line)]++
	}
	return func() (int64, int64) {
		at++
		name := who(lines[at])
		seen[name]++
		return seen[name], rows[name]
	}
}

// people makes the row in which neighbours differ a person of a thousand such rows in the one file and of three in the
// other, and the common ones persons of two rows.
func people(w wholeRun, common int) wholeRun {
	w.options.Unit = "who"
	for side, file := range w.private {
		lines := strings.Split(strings.TrimSuffix(file, "\n"), "\n")
		for i, line := range lines {
			switch {
			case i == 0:
				lines[i] += ",who\n"
			case i <= common:
				lines[i] = strings.Repeat(fmt.Sprintf("%s,p%d\n", line, i), 2)
			default:
				lines[i] = strings.Repeat(line+",other\n", [2]int{1000, 3}[side])
			}
		}
		w.private[side] = strings.Join(lines, "")
	}
	return w
}

// nobody has the rows of that person name nobody.
func nobody(w wholeRun) wholeRun {
	w = people(w, 1)
	for side, file := range w.private {
		w.private[side] = strings.ReplaceAll(file, ",other\n", ",\n")
	}
	return w
}
