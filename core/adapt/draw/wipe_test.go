package draw

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"privadapt/core/adapt/drawn"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/internal/private/tally"
	"privadapt/core/must"
	"privadapt/core/noise/sampler"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// newRun is a run before its draw, on made-up rows.
func newRun(t *testing.T, change func(*plan.Options)) *run {
	t.Helper()
	r := rand.New(rand.NewPCG(81, 82))
	var table strings.Builder
	table.WriteString("a,b,y\n")
	for range 300 {
		a, b := r.NormFloat64(), r.NormFloat64()
		fmt.Fprintf(&table, "%.4f,%.4f,%.4f\n", a, b, a-b+r.NormFloat64())
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(table.String()), dataset.SourceOptions{Label: "y"}))(t)
	o := plan.Options{Epsilon: 1, Delta: 1e-6, Iterations: 4}
	change(&o)
	p := must.Get(plan.New(o, source))(t)
	if p.UseLabels {
		must.Get(p.Prepare(nil))(t)
	}
	sum := func(features int) *moment.Sum {
		all, z := moment.NewAccumulator(p.Grid, features), make([]float64, features)
		for range 100 {
			for k := range z {
				z[k] = 1 + r.NormFloat64()
			}
			all.Add(z)
		}
		return all.Sum()
	}
	made := &run{
		Problem: &plan.Problem{Plan: p},
		sum:     sum(p.Map.Dim()),
		charge:  func(Charge) error { return nil },
		sampler: sampler.New(),
	}
	if p.UseLabels {
		made.labelled = sum(p.Map.Dim() + p.Residuals())
	}
	if p.Release.Counted() {
		report := must.Get(p.PrepareReport(nil))(t)
		for _, l := range report.Layouts() {
			made.counts = append(made.counts, tally.New(l))
		}
		for range 100 {
			cells, scores := []float64{r.NormFloat64(), r.NormFloat64()}, make([]float64, 1)
			report.Model().Predict(scores, cells)
			for i, row := range report.Rows(cells, r.NormFloat64(), scores) {
				made.counts[i].Add(row)
			}
		}
	}
	return made
}

// inRounds draw again and again from what they compute from the sum; sums draw from it once.
var inRounds = map[string]func(*plan.Options){
	"selection":           func(o *plan.Options) { o.Mechanism = method.Selection },
	"selection by scores": func(o *plan.Options) { o.Mechanism, o.Epsilon = method.Selection, 1e6 },
	"a p-norm":            func(o *plan.Options) { o.Mechanism, o.Smoothing = method.Selection, method.PNorm },
	"a single stage":      func(o *plan.Options) { o.Mechanism, o.Solver = method.Selection, method.SingleStage },
	"by the paper":        func(o *plan.Options) { o.Mechanism, o.Calibration = method.Selection, method.Paper },
	"gradient":            func(o *plan.Options) { o.Mechanism = method.Gradient },
	"gradient, a p-norm":  func(o *plan.Options) { o.Mechanism, o.Smoothing = method.Gradient, method.PNorm },
}

var sums = map[string]func(*plan.Options){
	"a moment":    func(o *plan.Options) {},
	"labels":      func(o *plan.Options) { o.UseLabels, o.Base = true, method.Linear },
	"a report":    func(o *plan.Options) { o.Release, o.Base = release.Report, method.Linear },
	"an estimate": func(o *plan.Options) { o.Release, o.Base, o.UseLabels = release.Estimate, method.Linear, true },
}

func (r *run) draw() (drawn.Guarantee, drawn.Output, error) {
	switch r.Mechanism {
	case method.Gradient:
		return r.descendNoisily()
	case method.Selection:
		return r.selectVertices()
	case method.Tally:
		return r.releaseCounts()
	}
	return r.releaseMoment()
}

// public are the numbers that may be left: settings, and what the public rows and the drawn weights determine.
var public = regexp.MustCompile(
	`Objective\.(Rows|Lambda|Smoothing\..*|q|squares|estimator\.(radius|q|tiles\..*)|sketch\.squares)$|` +
		`Objective\.rows\.(x|part|gram|adder\..*|products\.tile)$|Selection\.(perDraw|scale)$|` +
		`Sum\.(Grid|layout)\..*`,
)

// left describes the numbers in what a run holds, wherever they are, up to the capacity of each slice.
func (r *run) left() (private []string) {
	count := map[string]int{}
	held := append(slices.Clone(r.private), r.sum, r.labelled, r.sampler)
	for _, c := range r.counts {
		held = append(held, c)
	}
	for _, w := range held {
		numbersIn(reflect.ValueOf(w), fmt.Sprintf("%T", w), count, map[uintptr]bool{})
	}
	for path, n := range count {
		if !public.MatchString(path) {
			private = append(private, fmt.Sprint(n, " of ", path))
		}
	}
	return private
}

// A run that is wiped after its draw holds no number that is not public.
func TestARunThatIsWipedHoldsPublicNumbersAlone(t *testing.T) {
	for least, runs := range map[int]map[string]func(*plan.Options){8: inRounds, 2: sums} {
		for name, change := range runs {
			r := newRun(t, change)
			if _, _, err := r.draw(); err != nil {
				t.Fatal(err)
			}
			if there := r.left(); len(there) < least {
				t.Errorf("%s: there was nothing to wipe but %q", name, there)
			}
			r.wipe()
			if left := r.left(); len(left) > 0 {
				t.Errorf("%s: left are %q", name, left)
			}
		}
	}
}

// The numbers that a solver computes in are held, so that a fault between the exact gradient and its noise leaves none.
func TestWhatASolverComputesInIsHeld(t *testing.T) {
	for _, name := range []string{"gradient", "gradient, a p-norm", "a single stage"} {
		r := newRun(t, inRounds[name])
		if _, _, err := r.draw(); err != nil {
			t.Fatal(err)
		}
		held := slices.ContainsFunc(r.private, func(w wiper) bool {
			n, is := w.(*numbers)
			return is && len(*n) == r.Source.Rows
		})
		if !held {
			t.Errorf("%s: no number for each public row is held", name)
		}
	}
}

// numbersIn counts the numbers other than zero in slices that a value leads to, by their path.
func numbersIn(v reflect.Value, path string, count map[string]int, seen map[uintptr]bool) {
	if v.CanFloat() && !v.IsZero() {
		count[path]++
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] {
			return
		}
		seen[v.Pointer()] = true
		numbersIn(v.Elem(), path, count, seen)
	case reflect.Interface:
		if !v.IsNil() {
			numbersIn(v.Elem(), path, count, seen)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			numbersIn(v.Field(i), path+"."+v.Type().Field(i).Name, count, seen)
		}
	case reflect.Array, reflect.Slice:
		if v.Kind() == reflect.Slice {
			v = v.Slice(0, v.Cap())
		}
		for i := range v.Len() {
			if e := v.Index(i); e.CanInt() || e.CanUint() {
				if !e.IsZero() {
					count[path]++
				}
			} else {
				numbersIn(e, path, count, seen)
			}
		}
	}
}
