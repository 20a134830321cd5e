package regression

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"privadapt/core/must"
	"privadapt/core/solve/simplex"
)

func (s Sample) loss(w []float64) float64 {
	sum := 0.0
	for j, y := range s.Labels {
		e := -y
		for i, x := range s.row(j) {
			e += w[i] * x
		}
		sum += s.Weights[j] * e * e
	}
	return sum
}

// slope returns ½∇loss = Σ q(w·x−y)x.
func (s Sample) slope(w []float64) []float64 {
	g := make([]float64, len(w))
	for j, y := range s.Labels {
		e := -y
		for i, x := range s.row(j) {
			e += w[i] * x
		}
		for i, x := range s.row(j) {
			g[i] += s.Weights[j] * e * x
		}
	}
	return g
}

// randomSample has m rows in d dimensions. The last idle coordinates repeat the first: a singular Gram matrix.
func randomSample(r *rand.Rand, m, d, idle int) Sample {
	s := Sample{}
	for range m {
		x := make([]float64, d)
		for i := range x {
			x[i] = r.NormFloat64()
			if i >= d-idle {
				x[i] = x[0]
			}
		}
		q := r.ExpFloat64()
		s.Rows = append(s.Rows, x...)
		s.Labels = append(s.Labels, 2*x[0]+r.NormFloat64())
		s.Weights = append(s.Weights, q)
	}
	simplex.Normalise(s.Weights)
	return s
}

// The Karush–Kuhn–Tucker conditions, which for a convex problem prove that w is a minimum: inside the ball the gradient
// is 0; on the sphere it is −κw with κ ≥ 0. Gram matrices are regular, singular by repeated columns, and of fewer rows
// than columns; the radius runs from far below to far above the free solution.
func TestBallSatisfiesItsOptimalityConditions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	inside, onSphere := 0, 0
	for trial := range 5000 {
		d := 1 + r.IntN(6)
		s := randomSample(r, 1+r.IntN(30), d, r.IntN(d))
		radius := math.Pow(10, 12*r.Float64()-8)
		w := must.Get(Ball(s, radius))(t)
		length := floats.Norm(w, 2)
		if length > radius {
			t.Fatalf("trial %d: ‖w‖ = %v, radius %v", trial, length, radius)
		}
		g := s.slope(w)
		kappa := 0.0
		if length > radius*(1-1e-13) {
			onSphere++
			for i := range w {
				kappa -= g[i] * w[i] / (length * length)
			}
		} else {
			inside++
		}
		scale := math.Sqrt(s.loss(make([]float64, d))) * 10 // of the terms that cancel in g
		if kappa*length < -1e-12*scale {
			t.Errorf("trial %d: κ = %v", trial, kappa)
		}
		for i := range g {
			if math.Abs(g[i]+kappa*w[i]) > 1e-11*scale {
				t.Errorf("trial %d, radius %v: gradient[%d] = %v, −κw = %v", trial, radius, i, g[i], -kappa*w[i])
			}
		}
	}
	if inside < 1000 || onSphere < 1000 {
		t.Errorf("%d solutions inside, %d on the sphere: the test sees one side only", inside, onSphere)
	}
}

// If the constraint is not active, the solution solves the normal equations, as Ridge finds it with a negligible
// penalty, and the shortest one if there are many.
func TestBallWithoutEffect(t *testing.T) {
	s := line(200, 1, 9)
	free := must.Get(Ridge(s, 1e-14))(t)
	w := must.Get(Ball(s, 100))(t)
	for i := range w {
		if math.Abs(w[i]-free[i]) > 1e-10 {
			t.Errorf("w[%d] = %v, by the normal equations %v", i, w[i], free[i])
		}
	}
	// y = 4x on rows (x, x): every w₀ + w₁ = 4 fits, (2, 2) is shortest.
	same := Sample{Rows: []float64{1, 1, 2, 2, -3, -3}, Labels: []float64{4, 8, -12}, Weights: []float64{0.2, 0.3, 0.5}}
	w, err := Ball(same, 10)
	if err != nil || math.Abs(w[0]-2) > 1e-12 || math.Abs(w[1]-2) > 1e-12 {
		t.Errorf("%v, error %v", w, err)
	}
}

func TestBallOfDegenerateSamples(t *testing.T) {
	zero := Sample{Rows: make([]float64, 6), Labels: []float64{1, 2}, Weights: []float64{0.5, 0.5}}
	if w, err := Ball(zero, 1); err != nil || floats.Norm(w, 2) != 0 {
		t.Errorf("rows of zeros: %v, error %v", w, err)
	}
	s := line(5, 1, 10)
	clear(s.Weights)
	if w, err := Ball(s, 1); err != nil || floats.Norm(w, 2) != 0 {
		t.Errorf("weights of zero: %v, error %v", w, err)
	}
	for _, radius := range []float64{0, -1, math.NaN()} {
		if _, err := Ball(line(5, 1, 10), radius); err == nil {
			t.Errorf("radius %v accepted", radius)
		}
	}
	s = line(5, 1, 10)
	s.Rows[4] = math.NaN()
	if _, err := Ball(s, 1); err == nil {
		t.Error("a row that is no number accepted")
	}
	s = line(5, 1, 10)
	s.Labels[2] = math.Inf(1)
	if _, err := Ball(s, 1); err == nil {
		t.Error("an infinite label accepted")
	}
}

// line is a sample on y = 3 + 2x − z with the first coordinate 1, noise of the given size, random weights.
func line(m int, noise float64, seed uint64) Sample {
	r := rand.New(rand.NewPCG(seed, 1))
	s := Sample{}
	for range m {
		x, z, q := r.NormFloat64(), r.NormFloat64(), r.Float64()
		s.Rows = append(s.Rows, 1, x, z)
		s.Labels = append(s.Labels, 3+2*x-z+noise*r.NormFloat64())
		s.Weights = append(s.Weights, q)
	}
	simplex.Normalise(s.Weights)
	return s
}

func TestRidgeSolvesItsNormalEquations(t *testing.T) {
	s := line(300, 1, 2)
	const penalty = 0.3
	w := must.Get(Ridge(s, penalty))(t)
	// The gradient Σ 2q(w·x−y)x + 2·penalty·w vanishes; the intercept has no penalty term.
	for i, g := range s.slope(w) {
		if i > 0 {
			g += penalty * w[i]
		}
		if math.Abs(g) > 1e-12 {
			t.Errorf("gradient[%d] = %v", i, g)
		}
	}
}

func TestCrossValidationChoosesLittlePenaltyForACleanLine(t *testing.T) {
	w, penalty, err := CrossValidate(line(500, 0, 3))
	if err != nil || penalty > 0.01 {
		t.Fatalf("penalty %v, error %v", penalty, err)
	}
	// The least penalty, 2/500, biases a unit-variance coefficient by about 0.4% of its size.
	for i, want := range []float64{3, 2, -1} {
		if math.Abs(w[i]-want) > 0.02 {
			t.Errorf("w[%d] = %v, want %v", i, w[i], want)
		}
	}
}
