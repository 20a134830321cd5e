//go:build linux

package adapt

import (
	"math"
	"os"
	"testing"

	"privadapt/core/internal/memory"
	"privadapt/core/internal/private/moment"
)

func TestMain(m *testing.M) { os.Exit(memory.Run(m)) }

// secretsOf are the lowest words of the sums of a target, but not of (0,0), which may be public, and neighbouring
// counts that have parts of rows: what a target holds. later is what may be computed from them: the total of two sums,
// and means. None is in memory by chance with a probability above 1e-10.
func secretsOf(target *Target) (held, later [][]byte) {
	memory.Apart(func() { held, later = secretsHere(target) })
	return held, later
}

func secretsHere(target *Target) (held, later [][]byte) {
	words := func(sum *moment.Sum) (s [][]byte) {
		for i := range sum.Order {
			for j := max(i, 1); j < sum.Order; j++ {
				if v := sum.Entry(i, j); v.BitLen() > 60 {
					s = append(s, memory.Word(uint64(v.Bits()[0])))
					later = append(later, memory.Word(math.Float64bits(sum.MeanOf(i, j))))
				}
			}
		}
		return s
	}
	held = words(target.sum)
	if target.labelled != nil {
		held = append(held, words(target.labelled)...)
		all := moment.Total(target.labelled, target.sum, target.plan.Order())
		later = append(later, words(all)...)
		all.Wipe()
	}
	for k := 1; target.counts != nil && k < target.counts.Len(); k++ {
		if target.counts.Cell(k-1)&1023 != 0 && target.counts.Cell(k)&1023 != 0 {
			pair := memory.Word(uint64(target.counts.Cell(k - 1)))
			held = append(held, append(pair, memory.Word(uint64(target.counts.Cell(k)))...))
		}
	}
	return held, later
}
