package combine_test

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/terms/method"
)

// Entries of the labels' sums that were changed stand out as columns' do, by as many standard deviations as they were
// moved, although the moments of all rows are what they were. Owners of few labels are compared by their columns alone.
func TestLabelsThatWereMadeUpStandOut(t *testing.T) {
	for _, adjacency := range method.Adjacencies {
		var parts []*release.Release
		for range 9 {
			parts = append(parts,
				labelledOwner(t, 0, 4000, func(o *adapt.Options) { o.Adjacency = adjacency })) // the same rows, other noise
		}
		l := parts[4].Certificate.Labels
		moved, step := 20*l.SumDeviation/math.Sqrt2, parts[4].Certificate.Radius/float64(parts[4].Certificate.GridSteps)
		// The columns, in their order: intercept, a, b, c; then the prediction of y and its residual. The product of a with
		// the residual is in the second row of the upper triangle.
		at := l.Order + l.Order - 2
		v, _ := new(big.Int).SetString(parts[4].Values.LabelledSum[at], 10)
		change, _ := big.NewFloat(-moved / (step * step)).Int(nil)
		parts[4].Values.LabelledSum[at] = v.Add(v, change).String()
		if err := combine.Check(parts[4]); err != nil {
			t.Fatalf("what is consistent is not refused: %v", err)
		}
		list := combine.Deviations(parts)
		for k, d := range list {
			// |noise − median of noises| of one of the 14 + 20 entries, or of the number of rows, beyond 9 standard
			// deviations has a probability below 10⁻¹².
			if k != 4 && math.Abs(d.FromOthers) > 9 {
				t.Errorf("%s: release %d stands out by %.1f at %s × %s", adjacency, k, d.FromOthers, d.Row, d.Column)
			}
		}
		if d := list[4]; math.Abs(d.FromOthers+20) > 9 || !d.InLabels || d.Row != "residual of y" ||
			d.Column != parts[4].Values.Names[1] {
			t.Errorf("%s: %+v", adjacency, d)
		}
		few := reread(t, parts[4])
		for _, rows := range []float64{4.99, 5} {
			few.Certificate.Labels.RowsEstimate = rows * few.Certificate.Labels.RowsNoise
			if d := combine.Deviations(append(parts, few))[9]; d.InLabels != (rows == 5) || d.Row == "" {
				t.Errorf("%s: of %v times the noise in labels: %+v", adjacency, rows, d)
			}
		}
		// The number of rows with a label is what the others are divided by, and is not compared itself.
		counted := reread(t, parts[4])
		counted.Values.LabelledSum[0] += "0"
		if d := combine.Deviations(append(slices.Clone(parts), counted)); d[9].Row != d[4].Row || d[9].Column != d[4].Column {
			t.Errorf("%s: %+v", adjacency, d[9])
		}
	}
}

// A made-up entry stands out by as many standard deviations as it was moved, however far that is: the noise that its
// own size would have, with the number of rows, is not what it is measured by.
func TestAnEntryDoesNotHideByItsSize(t *testing.T) {
	var parts []*release.Release
	for range 9 {
		parts = append(parts, labelledOwner(t, 0, 4000, func(*adapt.Options) {}))
	}
	l, step := parts[4].Certificate.Labels, parts[4].Certificate.Radius/float64(parts[4].Certificate.GridSteps)
	at := l.Order + l.Order - 2 // the product of a with the residual, as above
	honest, _ := new(big.Int).SetString(parts[4].Values.LabelledSum[at], 10)
	for _, sigmas := range []float64{1e2, 1e3, 1e6} {
		change, _ := big.NewFloat(sigmas * l.SumDeviation / math.Sqrt2 / (step * step)).Int(nil)
		parts[4].Values.LabelledSum[at] = change.Add(change, honest).String()
		if d := combine.Deviations(parts)[4]; math.Abs(d.FromOthers-sigmas) > 9+0.01*sigmas || d.Row != "residual of y" {
			t.Errorf("moved by %v σ: %+v", sigmas, d)
		}
	}
}

// An entry that was changed stands out by as many standard deviations as it was moved.
func TestDeviations(t *testing.T) {
	var parts []*release.Release
	for range 9 {
		parts = append(parts, owner(t, 0, 4000, nil)) // the same rows, other noise
	}
	sigma := parts[4].Certificate.Noise.StandardDeviation
	parts[4] = poisoned(t, parts[4], func(m [][]float64) { m[2][1] -= 200 * sigma; m[1][2] -= 200 * sigma })
	list := combine.Deviations(parts)
	for k, d := range list {
		if d.ReleaseID != parts[k].ReleaseID {
			t.Fatalf("release %d is called %q", k, d.ReleaseID)
		}
		// |noise − median of noises| beyond 9 standard deviations has a probability below 10⁻¹⁵.
		if k != 4 && math.Abs(d.FromOthers) > 9 {
			t.Errorf("release %d stands out by %.1f", k, d.FromOthers)
		}
	}
	names := parts[4].Values.Names
	if d := list[4]; math.Abs(d.FromOthers+200*math.Sqrt2) > 9 || d.Row != names[2] || d.Column != names[1] {
		t.Errorf("%+v", d)
	}
	if combine.Deviations(nil) != nil {
		t.Error("nothing deviates")
	}
}

// The mean square of a column is compared with its mean square in the public sample, which is 1 up to clipping.
func TestDeviationFromTheSource(t *testing.T) {
	one := owner(t, 0, 4000, nil)
	moved := poisoned(t, one, func(m [][]float64) { m[2][2] = 1 + 50*one.Certificate.Noise.StandardDeviation })
	if d := combine.Deviations([]*release.Release{moved})[0]; math.Abs(d.FromSource-50) > 1e-6 ||
		d.Square != one.Values.Names[2] || d.Ratio != moved.Values.Moments[2][2] || d.FromOthers != 0 {
		t.Errorf("%+v", d)
	}
}
