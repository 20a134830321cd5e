//go:build campaign && !js

package labels

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/method"
)

// statedAt counts intervals and those that hold, of the public model and of the corrected one.
type statedAt struct{ public, corrected At }

// On every real task whose labels are numbers: how many of the intervals of 95% that a run with labels states hold the mean squared error on
// the rows that are held out, each widened by that mean's own standard error. The base is linear, so that a run takes a moment. Of 105
// intervals 97 or more held at each ε when it was measured. The splits are fixed, so that the draws of noise alone change that; below 84, which
// is more than four standard deviations of 105 independent draws away, something is broken.
func TestStatedErrorsHold(t *testing.T) {
	const folder, splits, least = "../../../../shared/data", 5, 0.8
	tasks, err := os.ReadDir(folder)
	if err != nil {
		t.Skipf("the real tasks are not at %s", folder)
	}
	epsilons := []float64{0.3, 1, 3}
	all := make([]statedAt, len(epsilons))
	for _, entry := range tasks {
		task, err := load(filepath.Join(folder, entry.Name()))
		if err != nil || task.source.Schema.Classes != nil {
			continue
		}
		own := make([]statedAt, len(epsilons))
		for k := range splits {
			part := task.split(uint64(k))
			o := options(1, true)
			o.Base = method.Linear
			p, err := plan.New(o, task.source)
			if err != nil {
				t.Fatal(err)
			}
			prepared, err := p.Prepare(nil)
			if err != nil {
				t.Fatal(err)
			}
			r := &runner{split: part, prepared: prepared}
			if r.test, err = part.cells(part.test); err != nil {
				t.Fatal(err)
			}
			for i, epsilon := range epsilons {
				for _, labels := range []int{len(part.private), Some} {
					if labels > len(part.private) {
						continue
					}
					o.Epsilon = epsilon
					made, err := r.engine(o, labels)
					if err != nil {
						t.Fatalf("%s: %v", entry.Name(), err)
					}
					model, err := made.BaseModel()
					if err != nil {
						t.Fatal(err)
					}
					stated := made.Certificate.Labels.Errors[0]
					r.hold(&own[i].public, stated.Base, prepared.Offset.Model)
					r.hold(&own[i].corrected, stated.Corrected, model)
				}
			}
		}
		for i, epsilon := range epsilons {
			fmt.Printf("%-32s ε = %-4v %s\n", entry.Name(), epsilon, own[i])
			all[i].add(own[i])
		}
	}
	for i, epsilon := range epsilons {
		fmt.Printf("%-32s ε = %-4v %s\n", "all tasks", epsilon, all[i])
		for what, a := range map[string]At{"public": all[i].public, "corrected": all[i].corrected} {
			if float64(a.Held) < least*float64(a.Intervals) || a.Intervals == 0 {
				t.Errorf("ε = %v: of the %s model %d of %d intervals hold", epsilon, what, a.Held, a.Intervals)
			}
		}
	}
}

func (s *statedAt) add(other statedAt) {
	for place, of := range map[*At]At{&s.public: other.public, &s.corrected: other.corrected} {
		place.Intervals, place.Held = place.Intervals+of.Intervals, place.Held+of.Held
	}
}

func (s statedAt) String() string {
	share := func(a At) string {
		return fmt.Sprintf("%d of %d (%.0f%%)", a.Held, a.Intervals, 100*float64(a.Held)/float64(max(1, a.Intervals)))
	}
	return "public " + share(s.public) + ", corrected " + share(s.corrected)
}
