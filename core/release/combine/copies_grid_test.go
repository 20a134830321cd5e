package combine

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// A copy is found wherever the cells of the grid end in which copies are looked for: one whose entries were all moved a
// little, from one side of such an end to the other, has none in the same cell of the first grid.
func TestACopyIsFoundAcrossCells(t *testing.T) {
	const rows, entries, sigma, least = 1e6, 12, 64.0, 1e-6 // a cell is of length 1
	rng := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		a, b, other := draw{rows: rows}, draw{rows: rows}, draw{rows: rows}
		for range entries {
			end := float64(rng.IntN(1000) - 500)
			a.entries, b.entries = append(a.entries, end-least), append(b.entries, end+least)
			other.entries = append(other.entries, sigma*rng.NormFloat64())
			a.sigma, b.sigma, other.sigma = append(a.sigma, sigma), append(b.sigma, sigma), append(other.sigma, sigma)
		}
		if first, second, found := findCopy([]draw{a, other, b}); !found || first != 0 || second != 2 {
			t.Fatalf("the copy %v of %v is not found: %d, %d", b.entries, a.entries, first, second)
		}
	}
}

// Two draws are copies exactly if the bound on the chance of their nearness is below what is allowed: K entries whose
// differences have a probability of at most p each have one of (s/K)ᴷ·exp(K−s), s = −K·log p. Sums and means are
// compared, at half of the chance each.
func TestHowNearIsTooNear(t *testing.T) {
	const sigma, apart = 1e9, 1e6
	for _, c := range []struct {
		name     string
		at       float64 // of the first draw's entries
		apart    float64
		unit     float64 // of an entry: a whole grid step, or the last digits of a large number
		entries  int
		one, two float64 // rows
	}{
		{"apart", 5, apart, 1, 9, 10, 10},
		{"equal to a grid step", 5, 0, 1, 3, 10, 10},
		{"equal to the last digit", 0x1p60, 0, 0x1p10, 3, 10, 10},
		{"equal to the last digit, below 0", -0x1p60, 0, 0x1p10, 3, 10, 10},
		{"equal sums of other rows", 0x1p40, 0, 1, 9, 10, 1e6},
		{"equal means of other rows", 0x1p40, 0x1p40 * (1e5 - 1), 1, 9, 10, 1e6},
	} {
		a, b := draw{rows: c.one}, draw{rows: c.two}
		for range c.entries {
			a.entries, a.sigma = append(a.entries, c.at), append(a.sigma, sigma)
			b.entries, b.sigma = append(b.entries, c.at+c.apart), append(b.sigma, sigma)
		}
		k := float64(c.entries)
		apart := math.Min(c.apart, math.Abs(c.at-(c.at+c.apart)*c.one/c.two)) // as sums or as means
		s := -k * math.Log((2*apart+c.unit)/(sigma*math.Sqrt(2*math.Pi)))
		chance := 2 * math.Exp(k*math.Log(s/k)+k-s)
		for _, order := range [][2]draw{{a, b}, {b, a}} {
			if order[0].alike(order[1], chance*0.999) || !order[0].alike(order[1], chance*1.001) {
				t.Errorf("%s: not at a chance of %v", c.name, chance)
			}
		}
	}
}

// Among many releases a pair must be the less likely to be taken for copies: all pairs together have the same chance.
func TestAllPairsTogetherAreRarelyCopies(t *testing.T) {
	const sigma, k = 1e9, 4
	near := func(chance float64) float64 { // how far apart entries are whose nearness has this chance
		low, high := math.Log(1e-9), 0.0 // of p
		for range 200 {
			middle := (low + high) / 2
			if s := -k * middle; k*math.Log(s/k)+k-s < math.Log(chance/2) {
				low = middle
			} else {
				high = middle
			}
		}
		return (math.Exp(low)*sigma*math.Sqrt(2*math.Pi) - 1) / 2
	}
	for _, others := range []int{0, 1, 20} {
		pairs := float64((others + 2) * (others + 1) / 2)
		for _, factor := range []float64{0.9, 1.1} {
			var list []draw
			for i := range others + 2 {
				d := draw{rows: 1e15}
				for range k {
					at := near(1e-9/pairs) * factor * float64(i)
					if i > 1 {
						at = 1e12 * float64(i)
					}
					d.entries, d.sigma = append(d.entries, at), append(d.sigma, sigma)
				}
				list = append(list, d)
			}
			if _, _, found := findCopy(list); found != (factor < 1) {
				t.Errorf("%d others, %v times as far as is rare: found is %v", others, factor, found)
			}
		}
	}
}

// What is compared are all noisy entries: of moments all but the public one, of sums of rows with labels and without
// both whole. Those off the diagonal have half of the variance.
func TestAllNoisyEntriesAreCompared(t *testing.T) {
	for _, c := range []struct {
		adjacency method.Adjacency
		labels    *release.Labels
		entries   int
		diagonal  []int // places of the diagonal among them
	}{
		{method.ReplaceOne, nil, 5, []int{2, 4}},
		{method.AddRemove, nil, 6, []int{0, 3, 5}},
		{method.ReplaceOne, &release.Labels{Order: 3, Residuals: 1}, 9, []int{0, 3, 5, 6, 8}},
	} {
		r := &release.Release{Certificate: release.Certificate{
			Adjacency: c.adjacency, Order: 3, Labels: c.labels, Noise: release.Noise{DiagonalVariance: "16"},
		}}
		single := new(Aggregate)
		for k := range 9 {
			single.entries = append(single.entries, big.NewInt(int64(k)))
		}
		d := drawOf(r, single)
		if len(d.entries) != c.entries || len(d.sigma) != c.entries || d.entries[c.entries-1] != float64(d.entries[0])+
			float64(c.entries-1) {
			t.Errorf("%s: the entries %v", c.adjacency, d.entries)
		}
		for k, sigma := range d.sigma {
			want := 4 / math.Sqrt2
			if slices.Contains(c.diagonal, k) {
				want = 4
			}
			if math.Abs(sigma-want) > 1e-15 {
				t.Errorf("%s: entry %d has σ = %v, not %v", c.adjacency, k, sigma, want)
			}
		}
	}
}
