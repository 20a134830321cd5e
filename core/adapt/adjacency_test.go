package adapt

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/noise/accountant"
	"privadapt/core/noise/momentnoise"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// A budget too small to distinguish the populations gives uniform weights, for each solver that uses the tolerance: the
// engine steps aside.
func TestNoEvidenceGivesUniformWeights(t *testing.T) {
	for _, solver := range []method.Solver{method.ProjectedGradient, method.MirrorDescent} {
		r, err := adaptTable(t,
			Options{Epsilon: 1e-4, Delta: 1e-9, Release: release.Weights, Solver: solver, Iterations: 50}, privateTable(60))
		if err != nil {
			t.Fatal(err)
		}
		// By construction about one draw in a hundred is not explained as noise: those are skipped.
		if c := r.Certificate; *c.Tolerance == c.Discrepancy.Uniform {
			for _, q := range r.Values.Weights {
				if math.Abs(q*float64(len(r.Values.Weights))-1) > 1e-9 {
					t.Errorf("%s: a weight of %v", solver, q)
					break
				}
			}
		}
	}
}

// Under add-remove adjacency only what the mechanism released depends on the number of rows: an empty file is treated
// like any other, and the parts of neighbours' certificates that are fixed beforehand are equal byte for byte.
func TestRowCountStaysPrivate(t *testing.T) {
	for _, kind := range []release.Kind{release.Moments, release.Weights, release.Model} {
		o := budget(func(o *Options) { o.Release, o.Adjacency = kind, method.AddRemove })
		var public []string
		for _, table := range []string{privateTable(200), privateTable(201), "income;age;colour\n"} {
			r := must.Get(adaptTable(t, o, table))(t)
			if r.Certificate.N != 0 || r.Certificate.RowsEstimate < 1 {
				t.Errorf("%s: n = %d, n̂ = %v", kind, r.Certificate.N, r.Certificate.RowsEstimate)
			}
			public = append(public, string(publicPart(t, r)))
		}
		if public[0] != public[1] || public[0] != public[2] {
			t.Errorf("%s: the public parts differ:\n%s", kind, strings.Join(public, "\n"))
		}
	}
}

// Runs of either adjacency add up in one ledger, which counts what they reveal about a row that is replaced: twice the
// ρ of one that is added or removed, as the squares of √2·r² and r². The ε that is charged follows from this ρ at
// the certified δ.
func TestAddRemoveIsChargedAsReplacing(t *testing.T) {
	for _, a := range []method.Adjacency{method.ReplaceOne, method.AddRemove} {
		target := readTarget(t, publicSource(t), budget(func(o *Options) { o.Adjacency = a }),
			privateTable(50))
		var charged Charge
		r := must.Get(target.Adapt(release.Engine{}, func(c Charge) error { charged = c; return nil }, nil))(t)
		variance, _ := new(big.Int).SetString(r.Certificate.Noise.DiagonalVariance, 10)
		replaced := momentnoise.Sensitivity2(r.Certificate.InterceptSteps, method.ReplaceOne)
		cost, _ := new(big.Rat).SetFrac(replaced, variance.Lsh(variance, 1)).Float64()
		if charged.Rho < cost || charged.Rho > cost*(1+1e-9) {
			t.Errorf("%s: charged ρ = %v, replacing a row costs %v", a, charged.Rho, cost)
		}
		if rho := accountant.Rho(charged.Epsilon, charged.Delta); charged.Delta != r.Certificate.Delta ||
			math.Abs(rho-cost) > 1e-6*cost {
			t.Errorf("%s: charged ε = %v at δ = %v, for which a budget has ρ = %v", a, charged.Epsilon, charged.Delta, rho)
		}
	}
}

func TestOnlyTheSecondMomentKeepsTheCountPrivate(t *testing.T) {
	for _, name := range []method.Mechanism{method.Selection, method.Gradient} {
		o := budget(func(o *Options) { o.Mechanism, o.Adjacency = name, method.AddRemove })
		if _, err := adaptTable(t, o, privateTable(50)); err == nil ||
			!strings.Contains(err.Error(), "number of private rows") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
