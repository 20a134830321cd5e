//go:build !js

package audit

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The pairs of Cells are the worst that a search finds, to within 5%, and no pair exceeds its claim.
func TestCellsAreTheWorstPairsFound(t *testing.T) { searchFamilies(t, 3, 1) }

// searchFamilies climbs from this number of points in each family, with this multiple of the family's steps.
func searchFamilies(t *testing.T, starts, factor int) {
	cells := map[string]Claim{}
	for _, c := range Cells() {
		cells[c.Name] = c.Claim()
	}
	searched := map[string]bool{}
	for i, f := range families() {
		r := rand.New(rand.NewPCG(1, uint64(i)))
		pair, most := climb(r, starts, factor*f.steps, func() []float64 { return f.start(r) }, f.loss)
		for _, name := range f.cells {
			searched[name] = true
			c, ok := cells[name]
			if !ok {
				t.Fatalf("there is no cell %s", name)
			}
			shown := c.Shown(searchTrials, searchWidth)
			t.Logf("%-26s fixed pair %.4f, found %.4f, claimed %.4f; at %.3g", name, shown, most, c.size(), pair)
			if shown < 0.95*most {
				t.Errorf("%s shows %.4f, a pair that shows %.4f is at %v", name, shown, most, pair)
			}
			// The shown μ is computed from sums rounded to float64, the claimed μ from the audit's ρ in ten digits.
			if most := math.Max(most, shown); most > c.size()*(1+1e-6) {
				t.Errorf("%s: a pair loses %v of a claimed %v", name, most, c.size())
			}
		}
	}
	// The other pairs attain the claim, so no pair can show more.
	rest := []string{"gradient/one-component", "gradient/spread", "gradient/many-components", "gradient/two-rounds",
		"gradient/inexact", "gradient/paper", "people/one-one", "people/one-thousand", "people/label-lost",
		"people/add-remove", "people/groups", "people/groups-add-remove"}
	for name, c := range cells {
		if strings.HasPrefix(name, "people/split") {
			continue // a person whose rows are in two sums moves both together less than one in either
		}
		if strings.HasPrefix(name, "run/people") || name == "run/nobody" {
			most := c.Mu
			if rows, ok := cells["run/"+strings.TrimPrefix(name, "run/people-")]; ok {
				most = rows.ShownMu // the same pair, of one row each
			}
			if c.ShownMu < 0.999*most {
				t.Errorf("%s shows %v of %v", name, c.ShownMu, most)
			}
			continue
		}
		if name == "report/divided" {
			continue // a row between two places moves less than one at a place, which the other cells of a report have
		}
		if !searched[name] && (!slices.Contains(rest, name) || c.ShownMu < c.Mu*(1-1e-6)) {
			t.Errorf("%s is not searched for and does not attain its claim", name)
		}
	}
}

// size is μ for Gaussian noise and ε for other mechanisms.
func (c Claim) size() float64 {
	if c.Mu > 0 {
		return c.Mu
	}
	return c.Epsilon
}

// climb looks for the largest loss by hill climbing from random points: each step moves some of the coordinates by a
// normal variable of a random size and is kept if the loss grows. A NaN is never kept.
func climb(
	r *rand.Rand,
	starts, steps int,
	start func() []float64,
	loss func([]float64) float64,
) (best []float64, most float64) {
	for range starts {
		x := start()
		value := loss(x)
		for range steps {
			next := append([]float64(nil), x...)
			size, share := math.Exp(-8*r.Float64()), r.Float64()
			for i := range next {
				if r.Float64() < share {
					next[i] += size * r.NormFloat64()
				}
			}
			if v := loss(next); v > value {
				x, value = next, v
			}
		}
		if best == nil || value > most {
			best, most = x, value
		}
	}
	return best, most
}

// normals returns n independent standard normal variables.
func normals(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}
