package solve

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/must"
	"privadapt/core/solve/simplex"
)

// mirrorDistance is the gradient of ½‖q − centre‖²; with the centre in the simplex, the minimum is 0.
func mirrorDistance(centre []float64) MirrorGradient {
	return func(dst, q []float64) {
		for j := range dst {
			dst[j] = q[j] - centre[j]
		}
	}
}

func squaredDistance(a, b []float64) float64 {
	sum := 0.0
	for j := range a {
		sum += (a[j] - b[j]) * (a[j] - b[j])
	}
	return sum
}

func TestConverges(t *testing.T) {
	centre := []float64{0.5, 0.3, 0.2, 0}
	last := math.Inf(1)
	for _, k := range []int{1, 10, 100, 1000, 10000} {
		q := must.Get(MirrorDescent(simplex.Uniform(4), mirrorDistance(centre), MirrorSettings{Iterations: k, Step: MirrorStep(1, 4, k)}))(t)
		// The bound that the standard proof would give if it applied: 3γ√(log m/K) with γ = 1.
		value := squaredDistance(q, centre) / 2
		if value > 3*math.Sqrt(math.Log(4)/float64(k)) || value > last {
			t.Errorf("K = %d: value %v after %v", k, value, last)
		}
		last = value
	}
	if last > 1e-4 {
		t.Errorf("K = 10000: value %v", last)
	}
}

// ½‖q−centre‖² is 1-smooth for ‖·‖₁, so η(p−1) ≤ 2/e² rules out a step that increases it (package comment).
func TestShortExactStepsNeverGoUp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	const m = 20
	centre := simplex.Uniform(m)
	for j := range centre {
		centre[j] = r.NormFloat64()
	}
	eta := 2 / math.Exp(2) * math.Log(m)
	q := simplex.Uniform(m)
	before := squaredDistance(q, centre)
	must.Get(MirrorDescent(q, mirrorDistance(centre), MirrorSettings{Iterations: 200, Step: eta, Recorder: func(round int) error {
		after := squaredDistance(q, centre)
		if after > before*(1+1e-14) {
			t.Errorf("round %d goes from %v up to %v", round, before, after)
		}
		before = after
		return nil
	}}))(t)
}

// The result is the mean of the points at which the oracle was called and of the last point. The oracle is called K−1
// times: the draws are exactly those that are charged for K iterations.
func TestAveragesItsPoints(t *testing.T) {
	for _, k := range []int{1, 2, 3, 17} {
		sum, asked := make([]float64, 3), 0
		exact := mirrorDistance([]float64{1, 0, 0})
		last := []float64{0.2, 0.3, 0.5}
		got, err := MirrorDescent(last, func(dst, q []float64) {
			asked++
			for j, v := range q {
				sum[j] += v
			}
			exact(dst, q)
		}, MirrorSettings{Iterations: k, Step: 0.5})
		if err != nil || asked != k-1 {
			t.Errorf("K = %d: asked %d times, error %v", k, asked, err)
		}
		for j := range sum {
			if want := (sum[j] + last[j]) / float64(k); math.Abs(got[j]-want) > 1e-15 {
				t.Errorf("K = %d: weight %d is %v, the mean %v", k, j, got[j], want)
			}
		}
	}
}

func TestRecorderEndsMirrorDescent(t *testing.T) {
	stop := errors.New("stop")
	q, err := MirrorDescent(
		simplex.Uniform(2),
		mirrorDistance([]float64{1, 0}),
		MirrorSettings{Iterations: 100, Step: 1, Recorder: func(round int) error {
			if round == 5 {
				return stop
			}
			return nil
		}},
	)
	if err != stop || q != nil {
		t.Errorf("error %v, result %v", err, q)
	}
}

// (2/(1+0.001))·√(log 1000/1000) = 1.998002·0.0831129 for the paper's experiment, r̂ = 1.
func TestStepByHand(t *testing.T) {
	if got := MirrorStep(1.001, 1000, 1000); math.Abs(got-0.166060) > 1e-6 {
		t.Errorf("η = %v", got)
	}
}
