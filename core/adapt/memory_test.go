//go:build linux

package adapt

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"

	"privadapt/core/internal/private/moment"
)

// secret is a piece of memory that must be overwritten, written down in another way so that it is not its own find.
type secret []byte

const veil = 0x5a

func (s secret) with(word uint64) secret {
	return binary.LittleEndian.AppendUint64(s, word^veil*0x0101010101010101)
}

// secretsOf are the lowest words of the sums of a target, but not of (0,0), which may be public, and neighbouring
// counts that have parts of rows: what a target holds. later is what may be computed from them: the total of two sums,
// and means. None is in memory by chance with a probability above 1e-10.
func secretsOf(target *Target) (held, later []secret) {
	apart(func() { held, later = secretsHere(target) })
	return held, later
}

func secretsHere(target *Target) (held, later []secret) {
	words := func(sum *moment.Sum) (s []secret) {
		for i := range sum.Order {
			for j := max(i, 1); j < sum.Order; j++ {
				if v := sum.Entry(i, j); v.BitLen() > 60 {
					s = append(s, secret(nil).with(uint64(v.Bits()[0])))
					later = append(later, secret(nil).with(math.Float64bits(sum.MeanOf(i, j))))
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
			held = append(held, secret(nil).with(uint64(target.counts.Cell(k-1))).with(uint64(target.counts.Cell(k))))
		}
	}
	return held, later
}

// found counts the copies of secrets in the memory of this program, what nobody refers to any more included, as long as
// the collector has not run. A copy counts that three looks see: a goroutine that was just interrupted may have a
// register's content on its stack.
func found(t *testing.T, secrets []secret) (copies int) {
	t.Helper()
	copies = look(t, secrets)
	for range 2 {
		if copies > 0 {
			runtime.Gosched()
			copies = min(copies, look(t, secrets))
		}
	}
	return copies
}

func look(t *testing.T, secrets []secret) (copies int) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "heap"))
	if err != nil {
		t.Fatal(err)
	}
	debug.WriteHeapDump(file.Fd())
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	dump, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer clear(dump) // the next one would find in it what this one was looking for
	for i := range dump {
		dump[i] ^= veil
	}
	for _, s := range secrets {
		copies += bytes.Count(dump, s)
	}
	return copies
}

// apart runs a function on a stack of its own, as the engine runs each request: what it leaves there is gone with it.
func apart(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// withoutCollector runs a function while nothing that is left over is collected.
func withoutCollector(f func()) {
	runtime.GC()
	runtime.GC() // the first ends the sweep of what was before
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	f()
}
