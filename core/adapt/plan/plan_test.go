package plan

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/data/grid"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/noise/sampler"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// drawNoise draws symmetric noise as the mechanism adds it: σ² on the diagonal, σ²/2 off it, none on the entry of the
// intercept.
func drawNoise(r *rand.Rand, d int, sigma float64) *symeigen.Matrix {
	w := symeigen.NewMatrix(d, nil)
	for i := range d {
		for j := max(i, 1); j < d; j++ {
			w.Set(i, j, sigma*r.NormFloat64()/math.Sqrt2)
		}
		if i > 0 {
			w.Set(i, i, sigma*r.NormFloat64())
		}
	}
	return w
}

// identity is the moment of standardised columns that are independent, with the intercept c.
func identity(d int, c float64) *symeigen.Matrix {
	m := symeigen.NewMatrix(d, nil)
	for i := range d {
		m.Set(i, i, 1)
	}
	m.Set(0, 0, c*c)
	return m
}

// Noise alone is taken for a signal in four draws of a thousand. Of 10,000 draws that are 40, and 6 standard deviations
// more are 78: a false alarm of the test has a probability below 1e-6, if the share is the nominal one. (The stream is
// fixed as well.)
func TestNoiseIsNoSignal(t *testing.T) {
	const runs, most = 10_000, 78
	for _, d := range []int{2, 3, 9, 33} {
		r := rand.New(rand.NewPCG(91, uint64(d)))
		law, released, seen := Noise{Sigma: 0.1, Rows: 100, Order: d}, identity(d, 1.5), 0
		for range runs {
			if signal, _ := law.Signal(released, drawNoise(r, d, law.Sigma)); signal != nil {
				seen++
			}
		}
		if seen > most {
			t.Errorf("d = %d: %d of %d draws of noise are taken for a signal", d, seen, runs)
		}
	}
}

// Where n is private, an error of n̂ scales M̂₀ and is no signal, up to three of its standard deviations.
func TestAnErrorOfTheCountIsNoSignal(t *testing.T) {
	r := rand.New(rand.NewPCG(92, 1))
	law := Noise{Sigma: 1e-3, Rows: 100, Count: 5, Order: 6}
	released := identity(6, 1.5)
	for i, v := range drawNoise(r, 6, 0.3).Data {
		released.Data[i] += v
	}
	scaled := symeigen.NewMatrix(6, nil)
	for i, v := range released.Data {
		scaled.Data[i] = 3 * law.Count / law.Rows * v
	}
	if signal, _ := law.Signal(released, scaled); signal != nil {
		t.Error("an error of n̂ is taken for a signal")
	}
	law.Count = 0
	if signal, _ := law.Signal(released, scaled); signal == nil {
		t.Error("the same difference is no signal where n is public")
	}
}

// Eight columns that all vary less, by four and a half standard deviations of the noise in the mean of the diagonal,
// which is seen, while the spectral norm is mostly noise. A draw is seen with a probability of 0.87. Fewer than
// 145 of 200 are seen with a probability below 1e-6.
func TestSignalBelowTheNormIsSeen(t *testing.T) {
	const runs, d = 200, 9
	r := rand.New(rand.NewPCG(93, 1))
	law, released, seen, near := Noise{Sigma: 0.5, Rows: 100, Order: d}, identity(d, 1.5), 0, 0
	for range runs {
		difference := drawNoise(r, d, law.Sigma)
		for i := 1; i < d; i++ {
			difference.Set(i, i, difference.At(i, i)-4.5*law.Sigma/math.Sqrt(d-1))
		}
		if uniform := discrepancy.SpectralNorm(difference); law.Tolerance(released, uniform) == uniform {
			near++
		}
		if signal, left := law.Signal(released, difference); signal != nil {
			seen++
			if !(left < discrepancy.SpectralNorm(signal)) {
				t.Errorf("%v of noise is left in a signal of %v", left, discrepancy.SpectralNorm(signal))
			}
		}
	}
	if seen < 145 || near < runs/2 {
		t.Errorf("the signal is seen in %d of %d draws, and the norm is mostly noise in %d", seen, runs, near)
	}
}

// What stands far out is kept as it is, and nothing else: means that move, variances that move apart, and correlations.
func TestSignalKeepsWhatStandsOut(t *testing.T) {
	const d, size = 5, 0.5
	law, released := Noise{Sigma: 1e-4, Rows: 100, Order: d}, identity(d, 1.5)
	for name, entries := range map[string][][2]int{
		"means": {{0, 1}, {0, 3}}, "variances": {{1, 1}, {2, 2}}, "covariances": {{1, 2}, {3, 4}},
	} {
		r := rand.New(rand.NewPCG(94, 1))
		difference, sign := drawNoise(r, d, law.Sigma/2), 1.0
		for _, e := range entries {
			difference.Set(e[0], e[1], sign*size)
			sign = -sign
		}
		signal, left := law.Signal(released, difference)
		if signal == nil || !(left > 0 && left < law.Typical(Median)) {
			t.Fatalf("%s: %v, %v left", name, signal, left)
		}
		sign = 1.0
		for _, e := range entries {
			if got := signal.At(e[0], e[1]); math.Abs(got-sign*size) > size/100 {
				t.Errorf("%s: %v became %v", name, sign*size, got)
			}
			sign = -sign
			signal.Set(e[0], e[1], 0)
		}
		for i := range d {
			for j := i; j < d; j++ {
				if part := partOf(i, j); part != partOf(entries[0][0], entries[0][1]) && signal.At(i, j) != 0 {
					t.Errorf("%s: the entry (%d,%d) is %v", name, i, j, signal.At(i, j))
				}
			}
		}
	}
}

// Where the noise is so large that only an impossible difference could stand out, none does; with less noise the same
// one does.
func TestNoDifferenceIsThatLarge(t *testing.T) {
	const d = 9
	difference := symeigen.NewMatrix(d, nil)
	for i := 1; i < d; i++ {
		difference.Set(i, i, 100)
	}
	released := identity(d, 1.5)
	for i := 1; i < d; i++ {
		released.Set(i, i, 101)
	}
	for sigma, want := range map[float64]bool{10: false, 0.1: true} {
		if signal, _ := (Noise{Sigma: sigma, Rows: 100, Order: d}).Signal(released, difference); (signal != nil) != want {
			t.Errorf("σ = %v: a difference of 100 is seen: %v", sigma, !want)
		}
	}
}

// Where the rest of the difference is more than noise, the norm has to decide on the whole: covariances that point in
// one direction are more than noise in it, though as a part they are not.
func TestNothingThatStandsOutIsDropped(t *testing.T) {
	const d = 41
	law, released := Noise{Sigma: 0.05, Rows: 100, Order: d}, identity(d, 1.5)
	difference := symeigen.NewMatrix(d, nil)
	for k := 1; k < d; k++ {
		difference.Set(k, k, 0.5)
	}
	if signal, _ := law.Signal(released, difference); signal == nil {
		t.Fatal("variances that all grow are no signal")
	}
	// A direction of eight columns, with twice the norm that is rare, on the covariances alone.
	size := 2 * law.Typical(Rarely) / 7
	for i := 1; i <= 8; i++ {
		for j := i + 1; j <= 8; j++ {
			difference.Set(i, j, size)
		}
	}
	if signal, left := law.Signal(released, difference); signal != nil && signal.At(1, 2) < size/2 {
		t.Errorf("%v of %v is dropped, and %v is taken for noise", size-signal.At(1, 2), size, left)
	}
}

// The bound on the noise's spectral norm holds at its confidence: over 2000 releases at most 5% exceed it, up to 6
// standard errors (a false alarm below 1e-9). It is conservative, since the certified confidence is a lower bound.
func TestNoiseNormIsABoundAtItsConfidence(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	const runs, d = 2000, 8
	law, exceeded := Noise{Sigma: 1, Order: d}, 0.0
	for range runs {
		w := drawNoise(r, d, law.Sigma)
		w.Set(0, 0, r.NormFloat64()) // as where n is private
		if discrepancy.SpectralNorm(w) > law.Norm(1-NoiseConfidence) {
			exceeded++
		}
	}
	if p := 1 - NoiseConfidence; exceeded > runs*p+6*math.Sqrt(runs*p*(1-p)) {
		t.Errorf("%v of %d noise matrices exceed the bound", exceeded, runs)
	}
}

// The two quantiles of the noise's norm agree with simulation: half of 400 draws are below the first, to within 10%
// of its value at d = 4, less beyond, and no more than 3% above the second (at a true share of 1% a false alarm has a
// probability below 1e-3; the stream is fixed, so the verdict is always the same).
func TestNoiseQuantiles(t *testing.T) {
	const runs = 400
	for _, d := range []int{4, 7, 14, 40} {
		r := rand.New(rand.NewPCG(8, uint64(d)))
		law, norms, rare := Noise{Sigma: 1, Order: d}, make([]float64, runs), 0
		for k := range norms {
			norms[k] = discrepancy.SpectralNorm(drawNoise(r, d, law.Sigma))
			if norms[k] > law.Typical(Rarely) {
				rare++
			}
		}
		slices.Sort(norms)
		if ratio := law.Typical(Median) / norms[runs/2]; ratio < 0.95 || ratio > 1.1 {
			t.Errorf("d = %d: the median is %v, %v times the one simulated", d, law.Typical(Median), ratio)
		}
		if rare > runs*3/100 {
			t.Errorf("d = %d: %d of %d draws are said to be rare", d, rare, runs)
		}
	}
}

// Where noise explains the discrepancy of uniform weights, all of it is tolerated; with more evidence the tolerance
// falls to half of the distance that noise of the median size explains.
func TestToleranceFollowsTheEvidence(t *testing.T) {
	law := Noise{Sigma: 0.1, Rows: 100, Order: 8}
	released := symeigen.NewMatrix(8, nil)
	rare, usual := law.Typical(Rarely), law.Typical(Median)
	for _, c := range []struct{ uniform, want float64 }{
		{rare / 2, rare / 2}, {rare, rare}, {1.5 * rare, usual}, {4 * rare, 0.75 * usual}, {1e9 * rare, 0.5 * usual},
	} {
		if got := law.Tolerance(released, c.uniform); math.Abs(got-c.want) > 1e-6*c.want {
			t.Errorf("discrepancy %v: tolerance %v, want %v", c.uniform, got, c.want)
		}
	}
}

// The bound holds at its confidence as well where n is an estimate, for counts that the noise swamps and others: of 400
// releases at most 5% exceed it or have fewer rows than they surely should, up to 6 standard errors (a false alarm
// below 1e-9).
func TestNoiseBoundHoldsWithAPrivateCount(t *testing.T) {
	const runs, dim, radius, rho = 400, 3, 3, 0.02
	grid := must.Get(grid.New(radius, Intercept(radius)))(t)
	m, s := mechanism.NewMoment(grid, method.AddRemove, rho), sampler.New()
	for _, rows := range []int{1, 60, 200, 5000} {
		a := moment.NewAccumulator(grid, dim)
		r := rand.New(rand.NewPCG(3, uint64(rows)))
		for range rows {
			a.Add([]float64{1 + r.NormFloat64(), r.NormFloat64(), -r.ExpFloat64()})
		}
		sum := a.Sum()
		exact := sum.Mean()
		exceeded := 0.0
		for range runs {
			law := Noise{Order: dim + 1, Radius: radius, Count: m.StandardDeviation(1) / (grid.Intercept() * grid.Intercept())}
			released, count := m.Release(sum, s)
			law.Rows, law.Sigma = count, m.StandardDeviation(count)
			difference := symeigen.NewMatrix(dim+1, nil)
			for k, v := range released.Data {
				difference.Data[k] = v - exact.Data[k]
			}
			if discrepancy.SpectralNorm(difference) > law.Bound(released, 1-NoiseConfidence) ||
				float64(rows) < law.fewest(1-NoiseConfidence) {
				exceeded++
			}
		}
		if p := 1 - NoiseConfidence; exceeded > runs*p+6*math.Sqrt(runs*p*(1-p)) {
			t.Errorf("n = %d: %v of %d releases exceed the bound", rows, exceeded, runs)
		}
	}
}

// shift inverts the spectral norm of the moments' difference.
func TestShiftHasTheDiscrepancy(t *testing.T) {
	for _, s := range []float64{0.1, 1, 7} {
		const c = 1.3
		norm := discrepancy.SpectralNorm(symeigen.NewMatrix(2, []float64{0, c * s, c * s, s * s}))
		if got := shift(norm, c); math.Abs(got-s) > 1e-9 {
			t.Errorf("a shift of %v comes back as %v", s, got)
		}
	}
}

// A sample that memory or a document could not hold is refused before any private row is read, and one that they hold
// is not.
func TestSamplesBeyondMemoryAreRefused(t *testing.T) {
	var table strings.Builder
	for i := range 19 {
		fmt.Fprintf(&table, "c%d,", i)
	}
	table.WriteString("y\n")
	for j := range 30 {
		for i := range 19 {
			fmt.Fprintf(&table, "%d,", (j*(i+3)*7)%11)
		}
		fmt.Fprintf(&table, "%d.5\n", j)
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(table.String()), dataset.SourceOptions{Label: "y"}))(t)
	for _, c := range []struct {
		release   release.Kind
		mechanism method.Mechanism
		base      method.Base
		rows      int
		refused   bool
	}{
		{release.Weights, method.Moment, "", 1_150_000, false},
		{release.Weights, method.Moment, "", 1_160_000, true},
		{release.Model, method.Moment, method.Linear, 4_000_000, false},
		{release.Model, method.Moment, method.Linear, 5_000_000, true},
		{release.Model, method.Moment, method.Auto, 1_100_000, false}, // the weights are in the document too
		{release.Model, method.Moment, method.Auto, 1_300_000, true},
		{release.Model, method.Moment, method.Trees, 1_300_000, true},
		{release.Model, method.Selection, method.Linear, 3_000_000, false},
		{release.Model, method.Selection, method.Linear, 4_000_000, true},
		{release.Moments, method.Moment, "", 5_000_000, false},
		{release.Moments, method.Moment, "", 6_000_000, true},
	} {
		source.Rows = c.rows
		p := &Plan{
			Options: Options{Release: c.release, Mechanism: c.mechanism, Base: c.base, Epsilon: 1, Delta: 1e-6},
			Source:  source,
			Map:     features.Identity(source.Schema),
		}
		err := p.checkSize()
		if refusesSize(err) != c.refused {
			t.Errorf("%s by %s, base %q, %d rows: %v", c.release, c.mechanism, c.base, c.rows, err)
		}
		if !c.refused {
			continue // New would make room for the rows
		}
		if _, err := New(Options{Epsilon: 1, Delta: 1e-6, Release: c.release, Mechanism: c.mechanism, Base: c.base},
			source); !refusesSize(err) {
			t.Errorf("%s by %s, base %q, %d rows: the plan's error is %v", c.release, c.mechanism, c.base, c.rows, err)
		}
		// Whoever follows the advice is not refused again.
		var most int
		if _, err := fmt.Sscanf(err.Error()[strings.Index(err.Error(), "Take a random part of")+1:],
			"ake a random part of at most %d rows", &most); err == nil {
			if source.Rows = most; p.checkSize() != nil {
				t.Errorf("%s, base %q: %d rows are advised and refused", c.release, c.base, most)
			}
		}
	}
}

// So many columns or classes that no document has room are refused by their number, and a document of many columns is
// read. Who makes a campaign foresees the same size.
func TestColumnsBeyondADocumentAreRefused(t *testing.T) {
	for _, c := range []struct {
		release          release.Kind
		base             method.Base
		columns, classes int
		labels, refused  bool
	}{
		{release.Moments, "", 900, 0, false, false},
		{release.Moments, "", 1100, 0, false, true},
		{release.Moments, method.Auto, 900, 0, true, true},
		{release.Model, method.Auto, 2000, 0, true, false},
		{release.Model, method.Auto, 16000, 0, false, true},
		{release.Model, method.Linear, 16000, 0, false, false},
		{release.Model, method.Auto, 10, 64, true, false},
	} {
		schema := dataset.Schema{Label: "y"}
		for k := range c.classes {
			schema.Classes = append(schema.Classes, fmt.Sprint(k))
		}
		for i := range c.columns {
			schema.Columns = append(schema.Columns, dataset.Column{Name: fmt.Sprintf("c%d", i), Kind: dataset.Numeric, Scale: 1})
		}
		p := &Plan{
			Options: Options{Release: c.release, Mechanism: method.Moment, Base: c.base, UseLabels: c.labels, Epsilon: 1, Delta: 1e-6},
			Source:  &dataset.Source{Schema: schema, Rows: 300},
			Map:     features.Identity(schema),
		}
		err := p.checkSize()
		var failure *words.Error
		if errors.As(err, &failure) != c.refused || c.refused && !strings.Contains(failure.Message, "leave columns out") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func refusesSize(err error) bool {
	var failure *words.Error
	return errors.As(err, &failure) && failure.Code == "sample-too-large" &&
		strings.Contains(failure.Message, "random part of")
}

// scores are what a model says, whatever the row: also what a trained one says of few rows or none.
type scores []float64

func (s scores) Predict(dst, _ []float64) { copy(dst, s) }

// A row whose label, prediction or residual is no number, or whose label is no class, is one without a label; of
// predictions that are equal the first class counts.
func TestWhereARowCounts(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	two := []float64{-1, 0, 0, 1}
	for _, c := range []struct {
		classes  int
		says     scores
		label    float64
		labelled bool
		first    int // of several classes
	}{
		{0, scores{1}, 2, true, 0},
		{0, scores{1}, nan, false, 0},
		{0, scores{1}, inf, false, 0},
		{0, scores{nan}, 2, false, 0},
		{0, scores{inf}, 2, false, 0},
		{0, scores{-math.MaxFloat64}, math.MaxFloat64, false, 0},
		{2, scores{0.5}, 0, true, 0},
		{2, scores{0.5}, 1, true, 0},
		{2, scores{inf}, 1, true, 0},
		{2, scores{nan}, 1, false, 0},
		{2, scores{0.5}, 2, false, 0},
		{2, scores{0.5}, -1, false, 0},
		{2, scores{0.5}, nan, false, 0},
		{3, scores{0, 2, 2}, 2, true, 1},
		{3, scores{2, 1, 2}, 0, true, 0},
		{3, scores{0, 2, 2}, 3, false, 0},
		{3, scores{0, 2, 2}, nan, false, 0},
	} {
		r := &Report{classes: c.classes, group: -1}
		switch c.classes {
		case 0:
			r.Layout = appraisal.Layout{Predictions: []float64{0, 1, 2}, Residuals: []float64{-1, 0, 1}}
		case 2:
			r.Layout = appraisal.Layout{Predictions: two, Classes: 2}
		}
		row := r.Rows(nil, c.label, c.says)[0]
		if row.Labelled != c.labelled || c.classes == 3 && c.labelled && row.First.Node != c.first ||
			c.classes > 0 && c.labelled && row.Second != (appraisal.Place{Node: int(c.label)}) {
			t.Errorf("%d classes, a label %v, scores %v: %+v", c.classes, c.label, c.says, row)
		}
	}
}
