package audit

import (
	"io"
	"math"
	"strings"

	"privadapt/core/adapt"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/internal/private/tally"
	"privadapt/core/noise/accountant"
	"privadapt/core/noise/sampler"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

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

// claim audits Tally.Release. Claim: ρ-zCDP at Δ, theorem and preconditions in
// core/internal/private/mechanism/REPORT.md.
func (p countPair) claim() Claim {
	sums := p.sums()
	tables := min(1+p.groups, 2)
	shown, ratio := countRatio(sums, p.adjacency, tables)
	return gaussianClaim(shown, func() Trial {
		m := mechanism.NewTally(tables, p.adjacency, accountant.Rho(gaussianEpsilon, gaussianDelta))
		s := sampler.New()
		return func(side int) float64 { return ratio(m.Release(sums[side], s)) }
	})
}

// countRatio returns μ of a pair and its log-likelihood ratio, with the audit's own Δ, in rows.
func countRatio(
	sums [2]*tally.Sum,
	a method.Adjacency,
	tables int,
) (mu float64, ratio func(released []float64) float64) {
	variance := float64(tables) / (2 * gaussianRho)
	if a != method.AddRemove { // replace-one is the default
		variance *= 2
	}
	type term struct {
		k             int
		centre, slope float64
	}
	var terms []term
	squares := 0.0
	for k := range sums[0].Len() {
		const whole = appraisal.Unit * appraisal.Unit
		a, b := float64(sums[0].Cell(k))/whole, float64(sums[1].Cell(k))/whole
		if a != b {
			terms = append(terms, term{k, (a + b) / 2, (a - b) / variance})
			squares += (a - b) * (a - b) / variance
		}
	}
	return math.Sqrt(squares), func(released []float64) float64 {
		sum := 0.0
		for _, t := range terms {
			sum += t.slope * (released[t.k] - t.centre)
		}
		return sum
	}
}

// reportRun is a whole run of a report by groups: a row changes its prediction, its label and its group, all of them
// from end to end, so that it lies at one node of each table and not between two.
func reportRun() wholeRun {
	public := "a,c,y\n" + strings.Repeat("1,p,0\n2,q,2\n-1,p,1\n0,q,0\n-2,p,-2\n1,q,3\n", 4)
	head := "a,c,y\n" + strings.Repeat("1,p,1\n", 5)
	return wholeRun{public, adapt.Options{
		Epsilon: gaussianEpsilon, Delta: gaussianDelta, Release: release.Report, Base: method.Linear, GroupBy: "c",
		AcceptLargeDelta: true,
	}, [2]string{head + "-100,p,1e9\n", head + "100,q,-1e9\n"}}
}

// countsClaim audits a report of a whole run, by the counts of its own readings.
func (w wholeRun) countsClaim() Claim {
	source := w.readSource()
	p, err := plan.New(w.options, source)
	if err != nil {
		panic(err)
	}
	report, err := p.PrepareReport(nil)
	if err != nil {
		panic(err)
	}
	var sums [2]*tally.Sum
	for side, file := range w.private {
		rows, err := dataset.Labelled(io.Reader(strings.NewReader(file)), source.Schema)
		if err != nil {
			panic(err)
		}
		cells := make([]float64, len(source.Schema.Used())+1)
		sums[side] = tally.New(report.Layout)
		share := w.shares(file)
		for rows.Next(cells) {
			k, of := share()
			sums[side].AddShare(report.Row(cells[:len(cells)-1], cells[len(cells)-1]), k, of)
		}
	}
	shown, ratio := countRatio(sums, w.options.Adjacency, report.Layout.Tables())
	return w.claim(Claim{Mu: gaussianMu, ShownMu: shown},
		func(r *release.Release) float64 { return ratio(r.Values.Counts) })
}
