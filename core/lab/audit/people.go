package audit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"privadapt/core/data/grid"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/internal/private/moment"
	"privadapt/core/internal/private/tally"
	"privadapt/core/noise/accountant"
	"privadapt/core/noise/sampler"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// peoplePair is a pair of neighbours that differ in one person: rows of two numbers, which have a label, and rows of
// one, which have none. Some other persons, of three rows each, are common. b is nil, no person, under add-remove
// adjacency.
type peoplePair struct {
	adjacency method.Adjacency
	common    int
	a, b      [][]float64
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
	cell := func(name string, p peoplePair) Cell {
		return Cell{Name: "people/" + name, Gaussian: true, Claim: func() Claim { return p.claim(radius, intercept) }}
	}
	counted := func(name string, p countPair, rows [2]int, split bool) Cell {
		return Cell{Name: "people/" + name, Gaussian: true, Claim: func() Claim { return p.peopleClaim(rows, split) }}
	}
	return []Cell{
		cell("one-one", peoplePair{method.ReplaceOne, 1, times(1, labelled), times(1, other)}),
		cell("one-thousand", peoplePair{method.ReplaceOne, 1, times(1, labelled), times(1000, other)}),
		cell("label-lost", peoplePair{method.ReplaceOne, 1, times(1000, labelled), times(40, unlabelled)}),
		cell("split", peoplePair{
			method.ReplaceOne, 1, append(times(500, labelled), times(500, unlabelled)...),
			append(times(3, other), times(4, []float64{-s})...),
		}),
		cell("add-remove", peoplePair{method.AddRemove, 50, times(1000, []float64{0.6 * s, 0.8 * s}), nil}),
		cell("split-add-remove", peoplePair{method.AddRemove, 50, append(times(500, labelled), times(500, unlabelled)...),
			nil}),
		counted("groups", countPair{method.ReplaceOne, 2, 5, []float64{0, 0}, []float64{2, 2}, [2]int{0, 1}},
			[2]int{1, 1000}, false),
		counted("split-groups", countPair{method.ReplaceOne, 2, 5, []float64{0, 0}, []float64{2, 2}, [2]int{0, 1}},
			[2]int{7, 1000}, true),
		counted("groups-add-remove", countPair{method.AddRemove, 2, 5, []float64{2, 2}, []float64{0, 0}, [2]int{0, 1}},
			[2]int{1000, 0}, false),
	}
}

func (p peoplePair) sums(radius, intercept float64) (sums [2][2]*moment.Sum) {
	g, err := grid.New(radius, intercept)
	if err != nil {
		panic(err)
	}
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
				add(row, 3)
			}
		}
		for _, row := range person {
			add(row, int64(len(person)))
		}
		sums[side] = [2]*moment.Sum{with.Sum(), without.Sum()}
	}
	return sums
}

// claim audits Pair.Release of shares. Claim: ρ-zCDP of people, theorem and preconditions in
// core/internal/private/mechanism/MOMENT.md.
func (p peoplePair) claim(radius, intercept float64) Claim {
	sums := p.sums(radius, intercept)
	shown, ratio := pairRatio(sums, p.adjacency)
	return gaussianClaim(shown, func() Trial {
		m := mechanism.NewPair(sums[0][0].Grid, p.adjacency, accountant.Rho(gaussianEpsilon, gaussianDelta))
		s := sampler.New()
		return func(side int) float64 {
			return ratio(m.Release(sums[side][0], sums[side][1], s).Matrices())
		}
	})
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
	shown, ratio := countRatio(sums, p.adjacency, 2)
	return gaussianClaim(shown, func() Trial {
		m := mechanism.NewTally(2, p.adjacency, accountant.Rho(gaussianEpsilon, gaussianDelta))
		s := sampler.New()
		return func(side int) float64 { return ratio(m.Release(sums[side], s)) }
	})
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
