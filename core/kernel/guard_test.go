package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// The SIMD forms take at most a fifth of the time of the portable ones. An eighth to a fifteenth is usual, so a loop
// that takes one and a half times as long would fail. The two run alternately and the fastest runs count, which other
// work on the machine hardly affects. The test continues until the ratio is reached and fails only if it never is.
// (wasm/kernel/count.test.mjs also fixes the exact number of instructions in the loops.)
func TestSIMDStaysAhead(t *testing.T) {
	if !SIMD {
		t.Skip("only the portable loops are here; make test-part PARTS=wasm runs both")
	}
	r := rand.New(rand.NewPCG(7, 2))
	const m, d, least = 512, 40, 5
	tiles, form := make([]float32, m*d), NewForm[float32](d)
	form.Set(random(r, d*d), d, 1)
	portableArrange(tiles, random(r, m*d), d)
	dst := make([]float32, m)
	fastest := func(best time.Duration, run func()) time.Duration {
		start := time.Now()
		for range 4 {
			run()
		}
		return min(best, time.Since(start))
	}
	simd, portable := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for round := range 300 {
		simd = fastest(simd, func() { forms(dst, tiles, form, d) })
		portable = fastest(portable, func() { portableForms(dst, tiles, form, d) })
		if round >= 20 && portable >= least*simd {
			t.Logf("%.1f times as fast after %d rounds", float64(portable)/float64(simd), round+1)
			return
		}
	}
	t.Errorf("SIMD is only %.1f times as fast as the portable loop", float64(portable)/float64(simd))
}
