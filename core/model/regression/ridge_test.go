package regression

import (
	"math"
	"math/rand/v2"
	"testing"

	"privadapt/core/must"
)

// line is a sample on y = 3 + 2x − z with the first coordinate 1, noise of the given size, random weights.
func line(m int, noise float64, seed uint64) Sample {
	r := rand.New(rand.NewPCG(seed, 1))
	s := Sample{}
	total := 0.0
	for range m {
		x, z, q := r.NormFloat64(), r.NormFloat64(), r.Float64()
		s.Rows = append(s.Rows, 1, x, z)
		s.Labels = append(s.Labels, 3+2*x-z+noise*r.NormFloat64())
		s.Weights = append(s.Weights, q)
		total += q
	}
	for j := range s.Weights {
		s.Weights[j] /= total
	}
	return s
}

func TestRidgeSolvesItsNormalEquations(t *testing.T) {
	s := line(300, 1, 2)
	const penalty = 0.3
	w := must.Get(Ridge(s, penalty))(t)
	// The gradient Σ 2q(w·x−y)x + 2·penalty·w vanishes; the intercept has no penalty term.
	for i := range 3 {
		g := 0.0
		for j, y := range s.Labels {
			x := s.row(j)
			g += s.Weights[j] * (w[0]*x[0] + w[1]*x[1] + w[2]*x[2] - y) * x[i]
		}
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

func TestCrossValidationPenalisesNoise(t *testing.T) {
	_, penalty, err := CrossValidate(line(12, 30, 4))
	if err != nil || penalty < 0.1 {
		t.Errorf("twelve rows of noise: penalty %v, error %v", penalty, err)
	}
}

func TestWeightsCountAsRepetitions(t *testing.T) {
	s := line(40, 1, 5)
	twice := Sample{}
	for j := range s.Labels {
		s.Weights[j] = 1
		if j < 10 {
			s.Weights[j] = 2
			twice.Rows = append(twice.Rows, s.row(j)...)
			twice.Labels = append(twice.Labels, s.Labels[j])
		}
		twice.Rows = append(twice.Rows, s.row(j)...)
		twice.Labels = append(twice.Labels, s.Labels[j])
	}
	for range twice.Labels {
		twice.Weights = append(twice.Weights, 1)
	}
	a, errA := Ridge(s, 1)
	b, errB := Ridge(twice, 1)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-12 {
			t.Errorf("w[%d] = %v and %v", i, a[i], b[i])
		}
	}
}

// If all weight is on one row, cross-validation cannot choose a penalty: the least penalty is used, and its model
// predicts the label of that row.
func TestAllWeightOnOneRow(t *testing.T) {
	s := line(20, 1, 6)
	clear(s.Weights)
	s.Weights[3] = 1
	w, _ := must.Both(CrossValidate(s))(t)
	x, got := s.row(3), 0.0
	for i, v := range x {
		got += w[i] * v
	}
	if math.Abs(got-s.Labels[3]) > 1e-9 {
		t.Errorf("predicts %v for the row of label %v", got, s.Labels[3])
	}
	if _, err := Ridge(s, 0.1); err != nil {
		t.Error("ridge on one row has a solution:", err)
	}
}
