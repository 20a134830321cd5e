package mechanism

import (
	"fmt"
	"math"

	"privadapt/core/noise"
	"privadapt/core/noise/sampler"
)

// GradientResolution is σ in grid steps: the noise of a Gradient is a whole number of steps g = σ/2²⁴, and gradients
// are rounded to them before it is added.
const GradientResolution = 1 << 24

// Gradient adds discrete Gaussian noise to the gradients of algorithm 3, for a fixed number of adaptive rounds. It
// counts the rounds and refuses more.
//
// Privacy. If a replaced private row moves the true gradient, m numbers, by at most Δ₂ in the ℓ₂ norm, then the
// gradient computed with errors up to e in each number and rounded to the nearest step moves by at most Δ₂ + √m(2e +
// g). Adding to each number an independent discrete Gaussian of scale σ costs ρ = (Δ₂ + √m(2e+g))²/(2σ²) a round, and
// rounds add (Canonne, Kamath and Steinke 2020, theorem 14). Under the calibration paper, σ is the printed σ, and the
// accountant states the guarantee that it gives. Tests: in core/solve/discrepancy TestSensitivityBounds attacks Δ₂ and
// TestScoreErrorBoundsTheRounding e; TestGradientNoise the law; TestGradientRefusesUnchargedRounds the count.
type Gradient struct {
	sigma, step float64
	draws, made int
	perDraw     float64 // ρ
	sampler     *sampler.Sampler
}

// GradientTask holds the public values on which the noise of a Gradient depends.
type GradientTask struct {
	Sensitivity float64 // Δ₂ of the true gradient
	Error       float64 // e, bound on the floating-point error of a component
	Largest     float64 // bound on the size of a component
	Components  int     // m
	Draws       int     // rounds ≥ 0
}

// NewGradient calibrates σ to (ε,δ).
func NewGradient(task GradientTask, epsilon, delta float64, s *sampler.Sampler) (*Gradient, error) {
	root := math.Sqrt(float64(task.Components))
	// σ·√(2ρ) = Δ₂ + 2√m·e + √m·σ/GradientResolution.
	rest := math.Sqrt(2*noise.Rho(epsilon, delta)/float64(max(task.Draws, 1))) - root/GradientResolution
	if rest <= 0 {
		return nil, fmt.Errorf(
			"mechanism: epsilon %v is too small for %d rounds over %d source rows; choose fewer iterations",
			epsilon,
			task.Draws,
			task.Components,
		)
	}
	return NewPaperGradient(task, (task.Sensitivity+2*root*task.Error)/rest*(1+1e-12), s)
}

// NewPaperGradient uses a given σ, such as the paper's, unchanged.
func NewPaperGradient(task GradientTask, sigma float64, s *sampler.Sampler) (*Gradient, error) {
	if !(task.Largest/sigma < 1<<32) {
		return nil, fmt.Errorf(
			"mechanism: the noise scale %.3g is too small beside gradients of %.3g; lower epsilon or use the mechanism moment",
			sigma,
			task.Largest,
		)
	}
	root := math.Sqrt(float64(task.Components))
	total := (task.Sensitivity+2*root*task.Error)/sigma + root/GradientResolution
	return &Gradient{
		sigma:   sigma,
		step:    sigma / GradientResolution,
		draws:   task.Draws,
		perDraw: total * total / 2 * (1 + 1e-12),
		sampler: s,
	}, nil
}

// PaperSigma returns σ of algorithm 3, 4μr²r̂²√(2Km·log(1/δ))/(nε).
func PaperSigma(mu, radius, sourceRadius float64, iterations, components int, n int64, epsilon, delta float64) float64 {
	return PaperScale(mu, radius, sourceRadius, iterations, n, epsilon, delta) * math.Sqrt(float64(components))
}

// Sigma returns σ in the units of the gradient.
func (m *Gradient) Sigma() float64 { return m.sigma }

// Guarantee returns ρ and the smallest ε that all rounds together satisfy at δ.
func (m *Gradient) Guarantee(delta float64) (rho, epsilon float64) {
	rho = float64(m.draws) * m.perDraw * (1 + 1e-12)
	return rho, noise.Epsilon(rho, delta)
}

// AddNoise replaces a finite gradient by its rounded, noisy version.
func (m *Gradient) AddNoise(gradient []float64) {
	if m.made == m.draws {
		panic(fmt.Sprintf("mechanism: more than the %d rounds that were charged", m.draws))
	}
	m.made++
	for j, v := range gradient {
		gradient[j] = float64(int64(math.Round(v/m.step))+m.sampler.DiscreteGaussian64(GradientResolution)) * m.step
	}
}

// Draws returns the number of rounds to which noise has been added.
func (m *Gradient) Draws() int { return m.made }
