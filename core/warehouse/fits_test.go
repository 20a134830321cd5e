//go:build linux

package warehouse

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"privadapt/core/data/grid"
)

// integers are vectors of d whole numbers as a broken arithmetic could leave them: at the bounds of the grid and beside
// them, beyond them on one side, and so large that squares, or sums of squares, do not fit into 64 bits.
func integers(d int, r *rand.Rand) (vectors [][]int64) {
	const n = int64(grid.Steps)
	all := func(v int64, count int) []int64 {
		vector := make([]int64, d)
		for k := range min(count, d) {
			vector[k] = v
		}
		return vector
	}
	for _, v := range []int64{0, 1, n - 1, n, n + 1, n + 2, 2 * n, 3 * n, n * n, math.MaxInt64} {
		for _, count := range []int{1, 2, 5, 6, 8, d} {
			vectors = append(vectors, all(v, count), all(-v, count))
		}
	}
	vectors = append(vectors, all(math.MinInt64+1, 1), all(n/int64(math.Ceil(math.Sqrt(float64(d)))), d))
	for range 60 {
		vector := all(0, 0)
		for k := range vector {
			vector[k] = int64(r.NormFloat64() * float64(n) / math.Sqrt(float64(d)))
			if r.IntN(2*d) == 0 {
				vector[k] = (r.Int64N(2*n+5) - n - 2) << r.IntN(20)
			}
		}
		vectors = append(vectors, vector)
	}
	return vectors
}

// Whatever whole numbers the arithmetic of a database makes of a row, the condition is the same as by exact
// arithmetic, and no row ends the query: a number that is too large on either side is seen before it is squared,
// and no sum of squares wraps around or is cut off below the bound.
func TestTheNormIsExactForAnyIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 92))
	found := databases(t)
	for _, d := range []int{1, 6, 12, 41} {
		vectors := integers(d, r)
		bound := int64(grid.Steps)*grid.Steps - 12345
		var rows, names []string
		for i, vector := range vectors {
			rows = append(rows,
				fmt.Sprintf("(%d, %s)", i, strings.Trim(strings.ReplaceAll(fmt.Sprint(vector), " ", ", "), "[]")))
		}
		for k := 1; k <= d; k++ {
			names = append(names, s(k))
		}
		for _, db := range found {
			w := dialects[db.dialect]
			of := func(k int) string { return cast(s(k), w.bigint) }
			prepare, table := db.given(rows, append([]string{"number"}, names...)...)
			query := fmt.Sprintf("%sSELECT %s FROM %s ORDER BY number;\n", prepare, either(fits(d, of, bound), "1", "0"),
				table)
			out, err := db.run(t, query)
			if err != nil {
				t.Fatalf("%s, %d features: %v", db.dialect, d, err)
			}
			answers := strings.Fields(out)
			if len(answers) != len(vectors) {
				t.Fatalf("%s: %d answers for %d rows", db.dialect, len(answers), len(vectors))
			}
			for i, vector := range vectors {
				norm := new(big.Int)
				for _, v := range vector {
					norm.Add(norm, new(big.Int).Mul(big.NewInt(v), big.NewInt(v)))
				}
				if want := norm.Cmp(big.NewInt(bound)) <= 0; (answers[i] == "1") != want {
					t.Errorf("%s: %.200v fits: %s, want %v", db.dialect, vector, answers[i], want)
				}
			}
		}
	}
}
