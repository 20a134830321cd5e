package combine

import (
	"math"
	"math/rand/v2"
	"testing"
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
	} {
		a, b := draw{rows: c.one}, draw{rows: c.two}
		for range c.entries {
			a.entries, a.sigma = append(a.entries, c.at), append(a.sigma, sigma)
			b.entries, b.sigma = append(b.entries, c.at+c.apart), append(b.sigma, sigma)
		}
		k := float64(c.entries)
		s := -k * math.Log((2*c.apart+c.unit)/(sigma*math.Sqrt(2*math.Pi)))
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
