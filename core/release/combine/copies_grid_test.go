package combine

import (
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
