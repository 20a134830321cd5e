package figure1

import (
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/model/regression"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/dualgap"
	"privadapt/core/solve/frankwolfe"
	"privadapt/core/solve/mirrordescent"
	"privadapt/core/solve/projectedgradient"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/singlestage"
)

// Every solver gives the same weights from the same data and draws, natively and as wasm: the table was written by the
// native build on amd64 and this test runs in both. They differ in the last bits of math.Exp and math.Pow alone, so
// fixed rounds agree to 1e-9; solvers that stop at a relative gap agree to that gap in the value.
func TestSolversAgreeNativelyAndAsWasm(t *testing.T) {
	if testing.Short() {
		t.Skip("make test-all builds the solvers as wasm")
	}
	d := draw(500, 3)
	target := d.exactMoment()
	objective := func(s discrepancy.Smoothing, lambda float64) *discrepancy.Objective {
		o := &discrepancy.Objective{Target: target, Rows: d.Source.Rows, Smoothing: s, Lambda: lambda}
		o.Start(simplex.Uniform(sourceRows))
		return o
	}
	soft, power := discrepancy.Softmax{Mu: 20}, discrepancy.PNorm{P: 3}
	// The same Gaussian numbers in both builds stand for the draws of a mechanism.
	noisy := func() func([]float64) {
		r := rand.New(rand.NewPCG(11, 11))
		return func(v []float64) {
			for j := range v {
				v[j] += 0.05 * r.NormFloat64()
			}
		}
	}
	vertex := func() frankwolfe.Oracle {
		add := noisy()
		return func(scores []float64) int { add(scores); return simplex.Minimise(scores) }
	}
	gap := dualgap.Settings{Curvature: 0.1, Relative: 1e-6}
	for _, c := range []struct {
		name      string
		want      float64 // ‖M(q)‖₂ or, for the regression, the error on the target
		tolerance float64
		solve     func() (float64, error)
	}{
		{"Frank–Wolfe with noise", 0.04656948816171, 1e-9, func() (float64, error) {
			o := objective(soft, 0.001)
			err := frankwolfe.Minimise(o, vertex(), frankwolfe.Settings{Iterations: 200})
			return o.Norm(), err
		}},
		{"Frank–Wolfe with noise, p-norm", 0.05252209773292, 1e-9, func() (float64, error) {
			o := objective(power, 0.001)
			err := frankwolfe.Minimise(o, vertex(), frankwolfe.Settings{Iterations: 200})
			return o.Norm(), err
		}},
		{"mirror descent with noise", 0.08783633271296, 1e-9, func() (float64, error) {
			o, add := objective(soft, 0.001), noisy()
			q, err := mirrordescent.Minimise(simplex.Uniform(sourceRows), func(dst, q []float64) {
				o.GradientAt(dst, q)
				add(dst)
			}, mirrordescent.Settings{Iterations: 100, Step: mirrordescent.Step(1, sourceRows, 100)})
			o.Start(q)
			return o.Norm(), err
		}},
		{"single stage with noise", 0.01780069121889, 1e-9, func() (float64, error) {
			o := objective(soft, 0.001)
			r, err := singlestage.Minimise(
				&singlestage.Problem{Rows: d.Source.Rows, Labels: d.Source.Labels, Radius: 1, Discrepancy: o},
				vertex(), singlestage.Least, singlestage.Settings{Iterations: 200, Step: 0.05})
			if err != nil {
				return 0, err
			}
			o.Start(r.Weights)
			return o.Norm(), nil
		}},
		{"projected gradients", 0.1500297596028, 1e-6, func() (float64, error) {
			r, err := projectedgradient.Minimise(objective(soft, 0.1), gap)
			return r.Value, err
		}},
		{"projected gradients, p-norm", 0.0002293826353426, 1e-6, func() (float64, error) {
			r, err := projectedgradient.Minimise(objective(power, 0.1), gap)
			return r.Value, err
		}},
		{"projected gradients, the norm", 0.0002743373519484, 1e-6, func() (float64, error) {
			r, err := projectedgradient.MinimiseNorm(objective(soft, 0.1), gap)
			return r.Value, err
		}},
		{"ridge", 0.0009601337623494, 1e-9, func() (float64, error) {
			w, _, err := regression.CrossValidate(d.Source.weighted(simplex.Uniform(sourceRows)))
			return d.Test.meanSquaredError(w), err
		}},
		{"norm ball", 0.001218850495906, 1e-9, func() (float64, error) {
			w, err := regression.Ball(d.Source.weighted(simplex.Uniform(sourceRows)), 0.5)
			return d.Test.meanSquaredError(w), err
		}},
	} {
		got, err := c.solve()
		if err != nil || math.Abs(got-c.want) > c.tolerance*math.Abs(c.want) {
			t.Errorf("%s: %.13g, want %.13g, error %v", c.name, got, c.want, err)
		}
	}
}
