package discrepancy

import (
	"math"
	"testing"
)

// r = 1.5, r̂ = 1.2, n = 8000, m = 1000, ε = 1, δ = 1/8000, β = 0.05, λ = 0.001. By hand:
// log 8000 = 8.98720, log 9000 = 9.10498, log(mn/β) = log 1.6·10⁸ = 18.89068, log(2m/β) = log 40000 = 10.59663;
// r̂² = 1.44, r² = 2.25.
func TestPaperParametersByHand(t *testing.T) {
	task := PaperTask{
		Geometry: Geometry{Radius: 1.5, SourceRadius: 1.2, Rows: 8000, Order: 10},
		Sources:  1000, Epsilon: 1, Delta: 1. / 8000, Beta: 0.05, Lambda: 0.001,
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		// (0.64·8000)^{2/3} = 297.06; 3·8.98720^{1/3}·(8.98720·18.89068)^{2/3} = 3·2.07909·30.6612 = 191.24.
		{"K of corollary 3", task.FrankWolfeIterations(), 1.55335},
		// √(100·9.10498/8)/1.44.
		{"μ of corollary 3", task.FrankWolfeMu(100), 7.40853},
		// (1.441·8000/(0.5·1.44·2.25))² / (128000·10.59663·8.98720) = 7116.05²/12190000.
		{"K of theorem 11", task.MirrorDescentIterations(0.5), 4.15409},
		// √8000·9.10498^{1/4} / (4·1.8·√(1.441·10.59663)·8987.20^{1/4}) = 89.4427·1.73708/(7.2·3.90767·9.73655).
		{"μ of corollary 4", task.MirrorDescentMu(), 0.567166},
	} {
		if math.Abs(c.got-c.want) > 1e-5*c.want {
			t.Errorf("%s = %v, by hand %v", c.name, c.got, c.want)
		}
	}
}

// A choice that has the right unit does not change with the unit of r, r̂, √λ and 1/√μ. The other choices change as their
// comments say.
func TestPaperParametersScale(t *testing.T) {
	one := PaperTask{
		Geometry: Geometry{Radius: 1.5, SourceRadius: 1.2, Rows: 8000, Order: 10},
		Sources:  1000, Epsilon: 1, Delta: 1e-4, Beta: 0.05, Lambda: 0.01,
	}
	other := one
	const c = 7 // rows c times as long
	other.Radius, other.SourceRadius, other.Lambda = c*one.Radius, c*one.SourceRadius, c*c*one.Lambda
	const mu, otherMu = 5., 5. / (c * c)
	for name, pair := range map[string][2]float64{
		"K of corollary 3": {one.FrankWolfeIterations(), other.FrankWolfeIterations()},
		"μ of corollary 3": {one.FrankWolfeMu(10), c * c * other.FrankWolfeMu(10)},
		"K of theorem 11":  {one.MirrorDescentIterations(mu), other.MirrorDescentIterations(otherMu)},
		// Its unit is that of 1/r³.
		"μ of corollary 4": {one.MirrorDescentMu(), c * c * c * other.MirrorDescentMu()},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-12*pair[0] {
			t.Errorf("%s: %v, in another unit %v", name, pair[0], pair[1])
		}
	}
}
