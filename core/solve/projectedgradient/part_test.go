package projectedgradient

import (
	"testing"

	"privadapt/core/must"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/dualgap"
)

// solvedOnAPart solves for the first rows alone, and returns the value of these weights and what one pass through all
// rows, whose others have no weight, certifies: that the minimum over all rows is at least the value less the gap.
func solvedOnAPart(t testing.TB, all instance, part int, mu, lambda float64) (value, gap float64) {
	t.Helper()
	d := all.order()
	o := instance{all.rows[:part*d], all.target}.objective(mu, lambda)
	must.Get(Minimise(o, dualgap.Settings{Curvature: lambda}))(t)
	q := append(make([]float64, 0, all.size()), o.Point()...)[:all.size()]
	whole := &discrepancy.Objective{
		Target:    all.target,
		Rows:      all.rows,
		Smoothing: discrepancy.Softmax{Mu: mu},
		Lambda:    lambda,
	}
	whole.Start(q)
	gradient := make([]float64, all.size())
	value = whole.Gradient(gradient)
	return value, dualgap.Bound(gradient, q, lambda, make([]float64, all.size()))
}

// One pass through all rows proves how near the weights of a random part come to the best of all rows: the certified
// gap is not below what the full solution gains, and not far above. (The rows of synthetic are drawn independently, so
// the first are a random part.) Nothing here is random: the false-alarm rate is 0.
func TestAPartOfTheRowsIsCertifiedOverAll(t *testing.T) {
	const mu, lambda = 300, 10 // the defaults at r = 1
	all := synthetic(11, 100_000)
	best := must.Get(Minimise(all.objective(mu, lambda), dualgap.Settings{Curvature: lambda}))(t)
	value, gap := solvedOnAPart(t, all, 10_000, mu, lambda)
	gain := value - best.Value
	t.Logf("value %.6f, certified gap %.2g, gain of all rows %.2g", value, gap, gain)
	if gap < gain {
		t.Errorf("the certified gap is %g, and all rows gain %g", gap, gain)
	}
	if gap > 1.5*gain {
		t.Errorf("the certified gap, %g, is far above the gain of all rows, %g", gap, gain)
	}
}
