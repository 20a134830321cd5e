package embedding

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"privadapt/core/solve/simplex"
)

// ball draws rows (c, z) of d coordinates with ‖z‖ = 3c at most, near, opposite and far ones.
func ball(r *rand.Rand, n, d int) []float64 {
	var rows []float64
	for range n {
		x := make([]float64, d)
		for k := 1; k < d; k++ {
			x[k] = r.NormFloat64() * math.Exp(3*r.NormFloat64())
		}
		x[0] = 0
		if norm := floats.Norm(x, 2); norm > 3 {
			floats.Scale(3/norm, x)
		}
		x[0] = 1
		rows = append(rows, x...)
	}
	return rows
}

// No two rows of the ball move a sum by more than its sensitivity, and some come near it.
func TestSensitivities(t *testing.T) {
	const d, n = 4, 300
	r := rand.New(rand.NewPCG(5, 17))
	source, target := ball(r, 200, d), ball(r, n, d)
	for k := 1; k < d; k++ { // opposite rows
		target[k], target[d+k] = source[k], -source[k]
	}
	copy(target[2*d:], []float64{1, 3, 0, 0, 1, 0, 3, 0, 1, -3, 0, 0})
	moment, kernel := secondMoment(source, target, d, math.Sqrt(10)), meanEmbedding(source, target, d)
	for name, s := range map[string]statistic{
		"moment": moment, "kernel": kernel, "kernel and columns": together(kernel, 0.65, columns(source, target, d, 3)), "moment and kernel": together(moment, 10, kernel),
	} {
		most := 0.0
		for i := range n {
			for j := range i {
				most = math.Max(most, floats.Distance(s.target.RawRowView(i), s.target.RawRowView(j), 2))
			}
		}
		if most > s.sensitivity*(1+1e-6) || most < 0.6*s.sensitivity {
			t.Errorf("%s: a pair of rows moves the sum by %v, the sensitivity is %v", name, most, s.sensitivity)
		}
	}
}

// Principal directions rotate what is released. If all directions are kept, the distances between rows stay the same.
func TestPrincipalDirectionsTurn(t *testing.T) {
	const d = 4
	r := rand.New(rand.NewPCG(6, 17))
	s := secondMoment(ball(r, 100, d), ball(r, 20, d), d, 1)
	turned, deviations := s.principal()
	for i := range 20 {
		for j := range i {
			before := floats.Distance(s.target.RawRowView(i), s.target.RawRowView(j), 2)
			if after := floats.Distance(turned.target.RawRowView(i), turned.target.RawRowView(j), 2); math.Abs(
				after-before,
			) > 1e-9*(1+before) {
				t.Fatalf("rows at a distance of %v are %v apart in the principal directions", before, after)
			}
		}
	}
	for k, v := range deviations[1:] {
		if v > deviations[k]*(1+1e-9) {
			t.Errorf("deviations %v", deviations)
		}
	}
}

// The weights are in the simplex. They match the mean as closely as asked, and no more closely than the bisection
// allows. If equal weights match, they are equal.
func TestMatch(t *testing.T) {
	const m = 400
	r := rand.New(rand.NewPCG(7, 17))
	f := mat.NewDense(m, 2, nil)
	for j := range m {
		f.SetRow(j, []float64{r.NormFloat64(), r.NormFloat64()})
	}
	goal := []float64{0.5, -0.3}
	q, err := match(f, goal, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	s := &squares{f: f, t: goal}
	s.Start(q)
	if left := mat.Dot(s.residual, s.residual); math.Abs(floats.Sum(q)-1) > 1e-9 || floats.Min(q) < 0 || left > 0.015 ||
		left < 0.005 {
		t.Errorf("the square of the residual is %v, the sum of the weights %v", left, floats.Sum(q))
	}
	if q, err = match(f, goal, 1); err != nil || simplex.EffectiveSampleSize(q) < m-1e-6 {
		t.Errorf("weights that need not move do: %v", err)
	}
}

// The command runs one small family from end to end, and refuses bad arguments.
func TestCommand(t *testing.T) {
	var out bytes.Buffer
	if err := Command([]string{"--data", "nowhere", "--tasks", "ring-few", "--rows", "400"}, &out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); strings.Count(text, "moment+kernel ") != 2*3*2 || strings.Contains(text, "NaN") {
		t.Error(text)
	}
	for _, args := range [][]string{{"--draws", "0"}, {"--rows", "1"}, {"--data", "nowhere", "--tasks", "none"}, {"--some"}} {
		if err := Command(args, &out); err == nil {
			t.Errorf("%v are no error", args)
		}
	}
}
