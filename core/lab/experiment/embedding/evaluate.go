package embedding

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"slices"

	"privadapt/core/adapt"
	"privadapt/core/lab/experiment/bending"
	"privadapt/core/lab/experiment/suite"
	"privadapt/core/lab/experiment/synthetic"
	"privadapt/core/model/auto"
	"privadapt/core/noise/accountant"
	"privadapt/core/noise/sampler"
	"privadapt/core/release"
	"privadapt/core/solve/simplex"
)

// The ways in which weights are found, besides equal weights: as the engine does, from the second moment; and by kernel
// mean matching of the second moment, of the kernel's mean, of that mean and the columns' means in one release, and of
// the second moment and the kernel's mean in one release.
var ways = []string{"equal", "engine", "moment", "kernel", "kernel+columns", "moment+kernel"}

// Outcome holds the errors of one way on one task at one ε. They are means over the draws.
type Outcome struct {
	Task    string
	Rows    int // n
	Epsilon float64
	// Bending is the error of the blend that auto chooses, over that of the public choice; Linear that of the second
	// stage's linear model over that of the unweighted one, 0 for classes.
	Bending, Linear map[string]float64
}

// subject is a task that can be drawn several times.
type subject struct {
	name string
	load func(draw int) (*bending.Task, error)
}

// subjects lists the tasks in a folder, which may be empty, and the families of package evaluate and of this package
// with so many rows on either side. Some families appear a second time with few private rows.
func subjects(folder string, rows int, only []string) ([]subject, error) {
	var all []subject
	if folder != "" {
		folders, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, f := range folders {
			if f.IsDir() {
				all = append(
					all,
					subject{f.Name(), func(int) (*bending.Task, error) { return bending.Load(filepath.Join(folder, f.Name())) }},
				)
			}
		}
	}
	drawn := func(name string, rows int, tables func(rows int, seed uint64) (string, string, []float64)) {
		all = append(all, subject{name, func(draw int) (*bending.Task, error) {
			source, target, labels := tables(rows, uint64(draw+1))
			return bending.New(name, source, target, labels, 0)
		}})
	}
	for _, f := range synthetic.Families() {
		drawn(f.Name, rows, f.Tables)
	}
	for _, f := range families {
		drawn(f.name, rows, f.tables)
		drawn(f.name+"-few", rows/4, f.tables)
	}
	if only != nil {
		all = slices.DeleteFunc(all, func(s subject) bool { return !slices.Contains(only, s.name) })
	}
	return all, nil
}

// measure runs all ways on draws of a task.
func (s subject) measure(epsilons []float64, draws int) ([]Outcome, error) {
	outcomes := make([]Outcome, len(epsilons))
	for k, epsilon := range epsilons {
		outcomes[k] = Outcome{Task: s.name, Epsilon: epsilon, Bending: map[string]float64{}, Linear: map[string]float64{}}
	}
	for draw := range draws {
		task, err := s.load(draw)
		if err != nil {
			return nil, err
		}
		r, err := newRunner(task)
		if err != nil {
			return nil, err
		}
		for k := range outcomes {
			o := &outcomes[k]
			o.Rows = r.rows
			for i, way := range ways {
				q, err := r.weights(i, o.Epsilon)
				if err != nil {
					return nil, fmt.Errorf("embedding: %s by %s at epsilon %v: %w", s.name, way, o.Epsilon, err)
				}
				bend, line, err := r.score(q)
				if err != nil {
					return nil, err
				}
				o.Bending[way] += bend / float64(draws)
				o.Linear[way] += line / float64(draws)
			}
		}
	}
	return outcomes, nil
}

// runner is a task with its statistics, made once for all ε.
type runner struct {
	task          *bending.Task
	design        *auto.Design
	rows          int
	statistics    []statistic
	deviations    [][]float64
	public, plain float64 // the errors of the public choice and of the unweighted linear model
	sampler       *sampler.Sampler
	even          [2]float64 // the scores of equal weights
}

func newRunner(task *bending.Task) (*runner, error) {
	r := &runner{task: task, sampler: sampler.New()}
	var err error
	if r.design, err = auto.NewDesign(task.Sample, nil); err != nil {
		return nil, err
	}
	r.public = task.ScoreOf(r.design.PublicChoice().Model).Error
	source, d := task.Private.SourceRows()
	target, err := task.Private.TargetRows()
	if err != nil {
		return nil, err
	}
	r.rows = len(target) / d
	intercept := source[0] // c, with s = 3c and r² = s² + c²
	moment, kernel := secondMoment(source, target, d, math.Sqrt(10)*intercept), meanEmbedding(source, target, d)
	for _, s := range []statistic{
		moment, kernel,
		together(kernel, 0.65, columns(source, target, d, 3*intercept)),
		together(moment, 10*intercept*intercept, kernel),
	} {
		s, deviations := s.principal()
		r.statistics, r.deviations = append(r.statistics, s), append(r.deviations, deviations)
	}
	r.plain = 1
	if r.even[0], r.even[1], err = r.scoreAnew(simplex.Uniform(task.Sample.Rows())); err != nil {
		return nil, err
	}
	if r.plain = r.even[1]; r.plain > 0 {
		r.even[1] = 1
	}
	return r, nil
}

// weights returns the weights of the way with this number.
func (r *runner) weights(way int, epsilon float64) ([]float64, error) {
	switch ways[way] {
	case "equal":
		return simplex.Uniform(r.task.Sample.Rows()), nil
	case "engine":
		released, err := r.task.Private.Adapt(adapt.Options{Epsilon: epsilon, Delta: suite.Delta, Release: release.Weights})
		if err != nil {
			return nil, err
		}
		return released.Values.Weights, nil
	}
	return weights(r.statistics[way-2], r.deviations[way-2], accountant.Rho(epsilon, suite.Delta), r.noise)
}

// noise draws from N(0,1), in steps of 2⁻³⁰.
func (r *runner) noise() float64 {
	n := new(big.Int)
	r.sampler.DiscreteGaussian(n, new(big.Int).Lsh(big.NewInt(1), 60))
	v, _ := n.Float64()
	return v / (1 << 30)
}

func (r *runner) score(q []float64) (bend, line float64, err error) {
	if simplex.EffectiveSampleSize(q) > 0.999999*float64(len(q)) {
		return r.even[0], r.even[1], nil
	}
	return r.scoreAnew(q)
}

func (r *runner) scoreAnew(q []float64) (bend, line float64, err error) {
	choice, err := r.design.Choose(q, nil)
	if err != nil {
		return 0, 0, err
	}
	bend = r.task.ScoreOf(choice.Model).Error / r.public
	if r.task.Sample.Classes > 0 {
		return bend, 0, nil
	}
	model, err := r.task.Private.Model(q)
	if err != nil {
		return 0, 0, err
	}
	e, err := r.task.Private.RelativeError(model)
	return bend, e / r.plain, err
}

// print writes a line for each kind of model.
func (o Outcome) print(out io.Writer) {
	for _, kind := range []struct {
		name   string
		errors map[string]float64
	}{{"bending", o.Bending}, {"linear", o.Linear}} {
		fmt.Fprintf(out, "%-34s n = %-5d ε = %-4g %-8s", o.Task, o.Rows, o.Epsilon, kind.name)
		for _, way := range ways {
			fmt.Fprintf(out, " %s %.3f", way, kind.errors[way])
		}
		fmt.Fprintln(out)
	}
}
