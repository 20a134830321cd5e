//go:build campaign && !js

package labels

import (
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/cryptotest"

	"privadapt/core/adapt/plan"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/labelled"
	"privadapt/core/must"
	"privadapt/core/release/interval"
	"privadapt/core/terms/method"
)

var (
	folder = flag.String("tasks", "../../../../../shared/data",
		"folder of tasks whose stated errors are compared with the true ones")
	kind  = flag.String("base", string(method.Linear), "kind of public model")
	draws = flag.Int("draws", 3, "samples of private rows for each number of them")
)

// Every target is taken for all rows there are: private rows are drawn from it with replacement, so that the mean
// squared error that a release states is known, as that over the target. Counted is how many intervals of 95% hold it,
// of the public model and of the released one, for each residual: by ε, and by the number of labels. Seeds fix rows and
// draws, so there is no false alarm.
func TestCampaignStatedErrorsHold(t *testing.T) {
	tasks, err := os.ReadDir(*folder)
	if err != nil {
		t.Skipf("the real tasks are not at %s", *folder)
	}
	all := tally{}
	for _, entry := range tasks {
		task, err := load(filepath.Join(*folder, entry.Name()))
		if err != nil {
			continue
		}
		own := tally{}
		if err := stateAll(t, entry.Name(), task, own); err != nil {
			fmt.Printf("%s: %v\n", entry.Name(), err)
			continue
		}
		fmt.Printf("%s\n%v", entry.Name(), own)
		all.add(own)
	}
	fmt.Printf("all tasks\n%v", all)
	// Of the intervals of a line: 95% of 200 that are independent vary by 1.5%, and one task's are not independent.
	const least = 0.93
	for name, c := range all {
		if float64(c.held) < least*float64(c.intervals) && c.intervals >= 200 {
			t.Errorf("%s: %v", name, c)
		}
	}
}

// stateAll runs a task with several numbers of private rows. All of them have a label, or some.
func stateAll(t *testing.T, name string, task *Task, own tally) error {
	o := options(1, true)
	o.Base = method.Base(*kind)
	p, err := plan.New(o, task.source)
	if err != nil {
		return err
	}
	prepared, err := p.Prepare(nil)
	if err != nil {
		return err
	}
	everybody := make([]int, len(task.rows))
	for i := range everybody {
		everybody[i] = i
	}
	target, err := split{task, everybody, nil}.cells(everybody)
	if err != nil || target.Rows() != len(everybody) {
		return fmt.Errorf("%d of %d rows of the target have a label: %w", target.Rows(), len(everybody), err)
	}
	before := meanSquares(prepared.Offset, prepared.Offset.Model, target)
	seed := fnv.New64a()
	seed.Write([]byte(name))
	for draw := range *draws {
		for _, rows := range []int{100, 300, 2000} {
			rows = min(rows, len(everybody))
			for _, labels := range []int{rows, Some} {
				if labels > rows || labels == Some && rows < 2*Some {
					continue
				}
				rng := rand.New(rand.NewPCG(seed.Sum64(), uint64(draw*10_000+rows+labels)))
				private := make([]int, rows)
				for i := range private {
					private[i] = everybody[rng.IntN(len(everybody))]
				}
				r := &runner{split: split{task, private, everybody}, prepared: prepared}
				for _, epsilon := range []float64{0.1, 0.3, 1, 3} {
					o.Epsilon = epsilon
					t.Run(fmt.Sprintf("%s/%d of %d/%v", name, labels, rows, epsilon), func(t *testing.T) {
						cryptotest.SetGlobalRandom(t, rng.Uint64())
						made, err := r.engine(o, labels)
						if err != nil {
							t.Skip(err)
						}
						model := must.Get(made.BaseModel())(t)
						after := meanSquares(prepared.Offset, model, target)
						for k, stated := range made.Certificate.Labels.Errors {
							for _, line := range []string{fmt.Sprintf("ε = %v", epsilon),
								fmt.Sprintf("%4d labels or more", labels/100*100)} {
								own.count(line+", public", stated.Base, before[k])
								own.count(line+", released", stated.Corrected, after[k])
							}
						}
					})
				}
			}
		}
	}
	return nil
}

// meanSquares returns the mean squared error of a model's number, or of each of its probabilities but the first.
func meanSquares(f *labelled.Offset, m basemodel.Model, rows basemodel.Sample) []float64 {
	sums, scores, p := make([]float64, f.Outputs()), make([]float64, rows.Outputs()),
		make([]float64, max(2, rows.Classes))
	for i, y := range rows.Labels {
		m.Predict(scores, rows.Row(i))
		if rows.Classes == 0 {
			sums[0] += (y - scores[0]) * (y - scores[0]) / float64(rows.Rows())
			continue
		}
		basemodel.Probabilities(p[:rows.Classes], scores)
		for k := range sums {
			off := p[k+1]
			if int(y) == k+1 {
				off--
			}
			sums[k] += off * off / float64(rows.Rows())
		}
	}
	return sums
}

// tally counts intervals by what they have in common.
type tally map[string]counted

// counted are intervals: that hold, that have no upper end, and that are above or below the true value.
type counted struct{ intervals, held, open, above, below int }

func (a tally) count(name string, stated interval.Number, truth float64) {
	c := a[name]
	c.intervals++
	switch rounding := 1e-9 * truth; {
	case truth < *stated.Low-rounding:
		c.above++
	case stated.High != nil && truth > *stated.High+rounding:
		c.below++
	default:
		c.held++
	}
	if stated.High == nil {
		c.open++
	}
	a[name] = c
}

func (a tally) add(other tally) {
	for name, c := range other {
		own := a[name]
		a[name] = counted{
			own.intervals + c.intervals,
			own.held + c.held,
			own.open + c.open,
			own.above + c.above,
			own.below + c.below,
		}
	}
}

func (a tally) String() (text string) {
	for _, name := range slices.Sorted(maps.Keys(a)) {
		text += fmt.Sprintf("  %-28s %v\n", name, a[name])
	}
	return text
}

func (c counted) String() string {
	percent := func(n int) float64 { return 100 * float64(n) / math.Max(1, float64(c.intervals)) }
	return fmt.Sprintf("%4d intervals, %5.1f%% hold, %4.1f%% above the error, %4.1f%% below, %4.1f%% have no upper end",
		c.intervals, percent(c.held), percent(c.above), percent(c.below), percent(c.open))
}
