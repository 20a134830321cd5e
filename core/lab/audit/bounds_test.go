package audit

import (
	"math"
	"math/rand/v2"
	"testing"
)

// By hand: after n hits in n trials the lower bound is α^{1/n}; after none the upper bound is 1 − α^{1/n}. By the sum
// of the binomial distribution: at the bound, this number of hits or more has probability α.
func TestClopperPearson(t *testing.T) {
	for _, n := range []int{1, 7, 1000} {
		for _, alpha := range []float64{0.05, 1e-8} {
			want := math.Pow(alpha, 1/float64(n))
			if got := lowerProbability(n, n, alpha); math.Abs(got-want) > 1e-12 {
				t.Errorf("lower bound of %d hits in %d: %v, want %v", n, n, got, want)
			}
			if got := upperProbability(0, n, alpha); math.Abs(got-(1-want)) > 1e-12 {
				t.Errorf("upper bound of no hits in %d: %v, want %v", n, got, 1-want)
			}
		}
	}
	const alpha = 1e-9
	for _, c := range []struct{ k, n int }{{37, 400}, {3, 1_000_000}, {16_000, 1_000_000}, {568_000, 1_000_000},
		{999_990, 1_000_000}} {
		p := lowerProbability(c.k, c.n, alpha)
		a, _ := math.Lgamma(float64(c.n + 1))
		tail := 0.0
		for i := c.k; i <= c.n; i++ {
			b, _ := math.Lgamma(float64(i + 1))
			d, _ := math.Lgamma(float64(c.n - i + 1))
			term := math.Exp(a - b - d + float64(i)*math.Log(p) + float64(c.n-i)*math.Log1p(-p))
			if tail += term; term < 1e-12*tail {
				break // the terms fall by a constant factor from here
			}
		}
		// Log Γ(10⁶) is about 10⁷: the sum's exponents are right to 1e-8.
		if math.Abs(tail/alpha-1) > 1e-6 {
			t.Errorf("%d hits or more in %d have probability %v at the bound %v, want %v", c.k, c.n, tail, p, alpha)
		}
	}
	if lowerProbability(0, 400, alpha) != 0 || upperProbability(400, 400, alpha) != 1 {
		t.Error("the trivial bounds are 0 and 1")
	}
}

// On ratios with known laws: events of probabilities 3/4 and 1/4 in a million trials give ε near ln 3, and two equal
// laws show no loss.
func TestEpsilonLowerFindsALoss(t *testing.T) {
	const n = 1_000_000
	p, q := make([]float64, n), make([]float64, n)
	for i := range n {
		p[i], q[i] = -1, -1
		if i%4 != 0 {
			p[i] = 1
		}
		if i%4 == 0 {
			q[i] = 1
		}
	}
	if got := epsilonLower(p, q, 0, 1e-8); got > math.Log(3) || got < math.Log(3)-0.03 {
		t.Errorf("ε_L = %v, want a little below %v", got, math.Log(3))
	}
	if got := epsilonLower(p, p, 0, 1e-8); got != 0 {
		t.Errorf("ε_L = %v of equal laws", got)
	}
	// Φ⁻¹(3/4) − Φ⁻¹(1/4)
	if got := muLower(p, q, 1e-8); got > 1.34898 || got < 1.33 {
		t.Errorf("μ_L = %v, want a little below 1.349", got)
	}
}

// The loss that a law should show is the loss that trials with exactly its frequencies show, up to the difference
// between the normal approximation and the exact bounds, and the choice of the event on another half.
func TestDetectableIsWhatIsShown(t *testing.T) {
	const n = 200_000
	nominal := law{{0.05, 0.02}, {0.15, 0.1}, {0.8, 0.88}}
	var p, q []float64
	for _, o := range nominal {
		for range int(o.p*n + 0.5) {
			p = append(p, o.ratio())
		}
		for range int(o.q*n + 0.5) {
			q = append(q, o.ratio())
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	r.Shuffle(n, func(i, j int) { p[i], p[j] = p[j], p[i] })
	r.Shuffle(n, func(i, j int) { q[i], q[j] = q[j], q[i] })
	want := nominal.detectable(1e-3, n/2, 6)
	if got := epsilonLower(p, q, 1e-3, 1e-9); math.Abs(got-want) > 0.03 || want < 0.5 {
		t.Errorf("ε_L = %v, by the law %v", got, want)
	}
	// With two draws every ratio is a sum.
	if got := nominal.draws(2); len(got) != 6 || math.Abs(got[0].ratio()-2*nominal[0].ratio()) > 1e-12 ||
		math.Abs(got[0].p-0.05*0.05) > 1e-15 {
		t.Errorf("two draws: %v", got)
	}
}
