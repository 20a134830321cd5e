package grid

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// A share is the largest whole number q with r·q² ≤ x², of x's sign; so r shares weigh at most what the row does, in
// whole numbers, and a row by itself is unchanged.
func TestSharesOfAPersonAreOneRow(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 1))
	for range 300_000 {
		x := int64(r.Uint64N(Steps+1)) >> r.IntN(31)
		if r.IntN(8) == 0 {
			x = Steps - int64(r.IntN(3))
		}
		people := 1 + int64(r.Uint64N(1<<32-1))>>r.IntN(32)
		if r.IntN(4) == 0 { // near a whole number
			q := 1 + int64(r.IntN(1<<15))
			if x = min(Steps, q*q); r.IntN(2) == 0 {
				x--
			}
			people = min(q*q, 1<<32-1)
		}
		steps := []int64{x, -x}
		Shrink(steps, people)
		q := new(big.Int).Sqrt(new(big.Int).Div(new(big.Int).Mul(big.NewInt(x), big.NewInt(x)), big.NewInt(people)))
		if steps[0] != q.Int64() || steps[1] != -q.Int64() {
			t.Fatalf("%d in %d shares is %v, want %v", x, people, steps, q)
		}
		if people == 1 && steps[0] != x {
			t.Fatal("a row by itself was shrunk")
		}
	}
}
