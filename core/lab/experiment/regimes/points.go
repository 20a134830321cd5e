package regimes

import (
	"math"

	"privadapt/core/adapt/plan"
	"privadapt/core/internal/private/mechanism"
	"privadapt/core/lab/experiment/synthetic"
	"privadapt/core/noise/accountant"
	"privadapt/core/noise/sampler"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/dualgap"
	"privadapt/core/solve/frankwolfe"
	"privadapt/core/solve/mirrordescent"
	"privadapt/core/solve/projectedgradient"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// Point checks the predictions at one n and ε on the paper's synthetic data, where r = r̂ = 1.
type Point struct {
	Order    int       `json:"order"`
	Rows     int64     `json:"rows"`
	Epsilon  float64   `json:"epsilon"`
	Nothing  float64   `json:"nothing"` // ‖M(q)‖₂ of uniform weights above the least
	Findings []Finding `json:"findings"`
}

// Finding compares a predicted error with a measured one: of ‖M(q)‖₂ above the least, the mean of three runs. For the
// mechanisms with rounds it is the smallest over a grid of K and μ, chosen by the results. A private run could not do
// that, so the comparison favours them.
type Finding struct {
	Mechanism method.Mechanism `json:"mechanism"`
	Predicted float64          `json:"predicted"`
	Measured  float64          `json:"measured"`
	Rounds    int              `json:"rounds"` // K and μ of the measured one; 0 for the second moment
	Mu        float64          `json:"mu"`
}

// Points are those of the experiment. At the last two selection is predicted to have a smaller error than the second
// moment, but a larger one than uniform weights at a typical discrepancy.
func Points() []Point {
	return []Point{
		{Order: 10, Rows: 1000, Epsilon: 1}, {Order: 10, Rows: 10000, Epsilon: 1}, {Order: 10, Rows: 100000, Epsilon: 1},
		{Order: 10, Rows: 10000, Epsilon: 8}, {Order: 40, Rows: 10000, Epsilon: 1}, {Order: 40, Rows: 10000, Epsilon: 8},
		{Order: 10, Rows: 100, Epsilon: 0.25}, {Order: 10, Rows: 1000, Epsilon: 0.05},
	}
}

const repetitions = 3

func (p *Point) simulate() error {
	w := &simulation{Domain: synthetic.Draw(int(p.Rows), p.Order, 1), sampler: sampler.New()}
	w.exact = w.ExactMoment()
	w.geometry = discrepancy.Geometry{
		Radius:       synthetic.Radius,
		SourceRadius: synthetic.Radius,
		Rows:         p.Rows,
		Order:        p.Order,
	}
	delta := delta(p.Rows)
	least := w.objective(w.exact, leastMu)
	if _, err := projectedgradient.MinimiseNorm(least, gap); err != nil {
		return err
	}
	floor := least.Norm()
	p.Nothing = w.objective(w.exact, leastMu).Norm() - floor
	c := plan.Case{Rows: p.Rows, Order: p.Order, Sources: synthetic.SourceRows, Epsilon: p.Epsilon, Delta: delta, Reach: 1}
	excess := func(run func() ([]float64, error)) (float64, error) {
		sum := 0.0
		for range repetitions {
			q, err := run()
			if err != nil {
				return 0, err
			}
			o := w.objective(w.exact, leastMu)
			o.Start(append([]float64(nil), q...))
			sum += o.Norm() - floor
		}
		return sum / repetitions, nil
	}
	measured, err := excess(func() ([]float64, error) {
		o := w.objective(w.PrivateMoment(accountant.Rho(p.Epsilon, delta), w.sampler), leastMu)
		_, err := projectedgradient.MinimiseNorm(o, gap)
		return o.Point(), err
	})
	if err != nil {
		return err
	}
	p.Findings = []Finding{{Mechanism: method.Moment, Predicted: c.PredictMoment(), Measured: measured}}
	for _, rival := range []struct {
		finding Finding
		rounds  []int
		run     func(w *simulation, k int, mu, epsilon, delta float64) ([]float64, error)
	}{
		{Finding{Mechanism: method.Selection, Predicted: c.PredictSelection()}, []int{10, 30, 100}, (*simulation).selected},
		{Finding{Mechanism: method.Gradient, Predicted: c.PredictGradient()}, []int{30}, (*simulation).descended},
	} {
		f := rival.finding
		f.Measured = math.Inf(1)
		for _, k := range rival.rounds {
			for _, mu := range []float64{10, 40} {
				measured, err := excess(func() ([]float64, error) { return rival.run(w, k, mu, p.Epsilon, delta) })
				if err != nil {
					return err
				}
				if measured < f.Measured {
					f.Measured, f.Rounds, f.Mu = measured, k, mu
				}
			}
		}
		p.Findings = append(p.Findings, f)
	}
	return nil
}

// simulation is one draw of the data, with what the runs on it share.
type simulation struct {
	*synthetic.Domain
	exact    *symeigen.Matrix // M₀
	geometry discrepancy.Geometry
	sampler  *sampler.Sampler
}

// leastMu is the μ of runs whose solver increases it by itself.
const leastMu = 20

var gap = dualgap.Settings{Relative: 1e-2, Absolute: 1e-5}

func (w *simulation) objective(target *symeigen.Matrix, mu float64) *discrepancy.Objective {
	o := &discrepancy.Objective{Target: target, Rows: w.Source.Rows, Smoothing: discrepancy.Softmax{Mu: mu}}
	o.Start(simplex.Uniform(synthetic.SourceRows))
	return o
}

// selected runs algorithm 2 with the tight noise.
func (w *simulation) selected(k int, mu, epsilon, delta float64) ([]float64, error) {
	m, err := mechanism.NewSelection(mechanism.SelectionTask{
		Range:  w.geometry.SoftmaxRange(mu),
		Error:  w.geometry.ScoreError(mu, 0, k-1),
		Spread: w.geometry.ScoreSpread(0),
		Draws:  k - 1,
	}, epsilon, delta, w.sampler)
	if err != nil {
		return nil, err
	}
	o := w.objective(w.exact, mu)
	err = frankwolfe.Minimise(o, m.Minimise, frankwolfe.Settings{Iterations: k})
	return o.Point(), err
}

// descended runs algorithm 3 with the tight noise, and with steps chosen for the length of gradients with that noise.
func (w *simulation) descended(k int, mu, epsilon, delta float64) ([]float64, error) {
	m, err := mechanism.NewGradient(mechanism.GradientTask{
		Sensitivity: w.geometry.SoftmaxSensitivity2(mu, discrepancy.QuarticNorm(w.Source.Rows, w.geometry.Order)),
		Error:       w.geometry.ScoreError(mu, 0, 1),
		Largest:     w.geometry.Lipschitz(0),
		Components:  synthetic.SourceRows,
		Draws:       k - 1,
	}, epsilon, delta, w.sampler)
	if err != nil {
		return nil, err
	}
	o := w.objective(w.exact, mu)
	noisy := func(dst, q []float64) {
		o.GradientAt(dst, q)
		m.AddNoise(dst)
	}
	length := w.geometry.Lipschitz(0) + m.Sigma()*math.Sqrt(2*math.Log(2*synthetic.SourceRows))
	return mirrordescent.Minimise(simplex.Uniform(synthetic.SourceRows), noisy, mirrordescent.Settings{
		Iterations: k, Step: mirrordescent.Step(length, synthetic.SourceRows, k),
	})
}
