//go:build linux

package adapt

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	randv2 "math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt/draw"
	"privadapt/core/adapt/solve"
	"privadapt/core/internal/memory"
	"privadapt/core/internal/private/moment"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/solve/discrepancy/shards"
	"privadapt/core/terms/method"
)

var errStop = errors.New("stop")

// waysOut are the ways in which a target ends. All but the first two give an error.
var waysOut = map[string]func(*Target) error{
	"a release": func(target *Target) error { return adaptWith(target, free, nil) },
	"not used":  func(target *Target) error { target.Wipe(); return nil },
	"no budget": func(target *Target) error { return adaptWith(target, func(Charge) error { return errStop }, nil) },
	"a panic":   func(target *Target) error { return adaptWith(target, func(Charge) error { panic("a fault") }, nil) },
	"cancelled": func(target *Target) error {
		return adaptWith(target, free, func(string, int64, int64) error { return errStop })
	},
	"no workers": func(target *Target) error { return adaptShared(target, brokenPool{errNoWorkers}) },
	"a pool that fails": func(target *Target) error {
		return adaptShared(target, brokenPool{nil})
	},
}

// fitsNothing reports whether a run with these options has no progress to be cancelled by.
func fitsNothing(o Options) bool { return o.Release == release.Moments || o.Release == release.Report }

// adaptWith returns the error of a run. A panic is an error too.
func adaptWith(target *Target, charge func(Charge) error, progress Progress) error {
	return faultOf(func() error {
		_, err := target.Adapt(release.Engine{}, charge, progress)
		return err
	})
}

func faultOf(run func() error) (err error) {
	memory.Apart(func() {
		defer func() {
			if fault := recover(); fault != nil {
				err = fmt.Errorf("%v", fault)
			}
		}()
		err = run()
	})
	return err
}

// adaptShared runs with a public sample that is worth workers.
func adaptShared(target *Target, pool Pool) error {
	large := *target.plan.Source
	large.Rows = 1 << 22
	target.plan.Source = &large
	target.Share(pool)
	return adaptWith(target, func(Charge) error { return errNoWorkers }, nil) // where the run asks for none
}

// brokenPool has cores and no workers: it says so, or panics.
type brokenPool struct{ err error }

func (brokenPool) Cores() int { return 8 }
func (p brokenPool) Start(int) ([]shards.Worker, error) {
	if p.err == nil {
		panic("a fault")
	}
	return nil, p.err
}
func (brokenPool) Stop() {}

// Of the exact sums a target holds one copy, and whichever way it ends, no copy is left anywhere in memory, nor of what
// is computed from them: their total, and their means. Of the text that a database returned nothing is left at all.
func TestNoSumIsLeftInMemory(t *testing.T) {
	everyReading(t, func(r reading) {
		for way, end := range waysOut {
			memory.WithoutCollector(func() {
				target, err := r.read(r.o)
				if err != nil {
					t.Fatalf("%s: %v", r.name, err)
				}
				held, later := secretsOf(target)
				if n := memory.Found(t, append(held, r.texts...)); n != len(held) || n < 10 {
					t.Errorf("%s: of %d secrets and %d pieces of text memory has %d", r.name, len(held), len(r.texts), n)
				}
				if err := end(target); (err == nil) != (way == "a release" || way == "not used") &&
					!(way == "cancelled" && fitsNothing(r.o)) {
					t.Errorf("%s, %s: %v", r.name, way, err)
				}
				if n := memory.Found(t, append(held, later...)); n > 0 {
					t.Errorf("%s, %s: %d secrets are left", r.name, way, n)
				}
				if err := adaptWith(target, free, nil); err == nil {
					t.Errorf("%s, %s: there was a release of what had been wiped", r.name, way)
				}
			})
		}
	})
}

// Sums that are refused are not left in memory either: those for which δ is too large. Nor is the last row of a reading
// that ends early.
func TestNoRefusedSumIsLeftInMemory(t *testing.T) {
	everyReading(t, func(r reading) {
		accepted := must.Get(r.read(r.o))(t)
		held, later := secretsOf(accepted)
		accepted.Wipe()
		r.o.Delta = 0.02
		memory.WithoutCollector(func() {
			if _, err := r.read(r.o); (err == nil) != (r.o.Adjacency == method.AddRemove) {
				t.Errorf("%s: %v", r.name, err)
			}
			if r.o.Adjacency == method.AddRemove {
				held, later = nil, nil // they were accepted
			}
			if n := memory.Found(t, slices.Concat(held, later, r.texts)); n > 0 {
				t.Errorf("%s: %d secrets are left", r.name, n)
			}
		})
	})
}

// A draw overwrites what it drew from when it ends, before anything else is computed, and the random bits that it did
// not use.
func TestADrawOverwritesWhatItDrewFrom(t *testing.T) {
	system := rand.Reader
	t.Cleanup(func() { rand.Reader = system })
	everyReading(t, func(r reading) {
		for way, charge := range map[string]func(Charge) error{
			"drawn": free, "refused": func(Charge) error { return errStop },
			"a panic": func(Charge) error { panic("a fault") },
		} {
			bits := &keeping{Reader: randv2.NewChaCha8([32]byte{7})}
			rand.Reader = bits
			memory.WithoutCollector(func() {
				target := must.Get(r.read(r.o))(t)
				held, later := secretsOf(target)
				err := drawFrom(target, nil, charge)
				if n := memory.Found(t, append(held, later...)); n > 0 {
					t.Errorf("%s, %s: %d secrets are left", r.name, way, n)
				}
				if (err == nil) != (way == "drawn") {
					t.Errorf("%s, %s: %v", r.name, way, err)
				}
				for _, buffer := range bits.buffers {
					if slices.Max(buffer) > 0 {
						t.Errorf("%s, %s: random bits are left", r.name, way)
					}
				}
				if (len(bits.buffers) > 0) != (way == "drawn") {
					t.Errorf("%s, %s: random bits were read %d times", r.name, way, len(bits.buffers))
				}
			})
		}
	})
}

// drawFrom draws from a target without what comes before and after.
func drawFrom(target *Target, workers []shards.Worker, charge func(Charge) error) error {
	return faultOf(func() error {
		problem := &solve.Problem{Plan: target.plan, Workers: workers}
		_, err := draw.Run(problem, draw.Private{Sum: target.sum, Labelled: target.labelled, Counts: target.counts}, charge)
		return err
	})
}

// keeping keeps the memory into which it was read.
type keeping struct {
	io.Reader
	buffers [][]byte
}

func (k *keeping) Read(p []byte) (int, error) {
	k.buffers = append(k.buffers, p)
	return k.Reader.Read(p)
}

// exact writes down what a reading holds.
func (t *Target) exact() string {
	var text strings.Builder
	for _, sum := range []*moment.Sum{t.sum, t.labelled} {
		if sum == nil {
			continue
		}
		for i := range sum.Order {
			for j := i; j < sum.Order; j++ {
				fmt.Fprintln(&text, sum.Entry(i, j))
			}
		}
		fmt.Fprintln(&text, sum.Rows)
	}
	if t.counts != nil {
		for k := range t.counts.Len() {
			fmt.Fprintln(&text, t.counts.Cell(k))
		}
	}
	return text.String()
}

// A copy of a reading keeps its sums when the other is used.
func TestACopyKeepsItsSums(t *testing.T) {
	everyReading(t, func(r reading) {
		target := must.Get(r.read(r.o))(t)
		twin, want := target.Copy(), target.exact()
		if target.Wipe(); twin.exact() != want || target.exact() == want {
			t.Errorf("%s: the copy has other sums when the reading is wiped, or the reading is not", r.name)
		}
		if err := adaptWith(twin, free, nil); err != nil || twin.sum.Rows != 0 {
			t.Errorf("%s: %v", r.name, err)
		}
	})
}
