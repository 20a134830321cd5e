// Package owners measures what many owners of one population reach together, by combining their releases of moments.
package owners

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"privadapt/core/adapt"
	"privadapt/core/lab/experiment"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/solve/simplex"
)

// Options are the settings of the experiment with many owners of one target population.
type Options struct {
	Counts      []int // of owners, ascending
	Rows        int   // of each
	Repetitions int
	Epsilon     float64 // of each owner, and of the pooled rows
	Delta       float64
}

// Default returns the settings of the command.
func Default() Options {
	return Options{Counts: []int{1, 2, 5, 10, 20}, Rows: 250, Repetitions: 20, Epsilon: 1, Delta: 1e-6}
}

// Result has the curves over the number of owners.
type Result struct {
	Options      Options
	Uniform      Figure   // of the unweighted source
	Exact        Figure   // of all rows, without privacy
	Combined     []Point  // by the number of owners
	Pooled       []Point  // the same rows with one owner; from two owners on
	Repeated     []Sample // every run, for those who want another summary
	SourceSHA256 string
}

// Figure says how good weights and the model from them are on the rows of all owners.
type Figure struct {
	Norm  float64 // exact ‖M(q)‖₂
	Error float64 // mean squared error over the variance of the labels
}

// Point has the means and standard deviations over the repetitions.
type Point struct {
	Owners   int
	Noise    float64 // σ of a diagonal entry of the moment
	Mean, SD Figure
}

// Sample is one run.
type Sample struct {
	Owners     int
	Repetition int
	Pooled     bool
	Figure
}

// population is a task whose target's rows are divided among owners.
type population struct {
	*experiment.Task
	header string
	rows   []string
	o      Options
}

// newPopulation deals out the rows of a shuffled target, so that the owners have similar rows. If there are too few
// rows, dealing begins again at the first row, and some rows appear twice (20 owners of 250 rows: 102 of the 4898 rows
// of the housing task). This does not change the quality. The seed is fixed: only the noise varies between repetitions.
func newPopulation(task *experiment.Task, o Options) (*population, error) {
	file, err := task.OpenTarget()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Scan()
	p := &population{header: lines.Text(), o: o}
	for lines.Scan() {
		p.rows = append(p.rows, lines.Text())
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	total := o.Counts[len(o.Counts)-1] * o.Rows
	if len(p.rows) != len(task.Labels) || len(p.rows) == 0 {
		return nil, fmt.Errorf("experiment owners: the target has %d rows and %d labels", len(p.rows), len(task.Labels))
	}
	labels := slices.Clone(task.Labels)
	rand.New(rand.NewPCG(20, 250)).Shuffle(len(p.rows), func(i, j int) {
		p.rows[i], p.rows[j] = p.rows[j], p.rows[i]
		labels[i], labels[j] = labels[j], labels[i]
	})
	for i := 0; len(p.rows) < total; i++ {
		p.rows, labels = append(p.rows, p.rows[i]), append(labels, labels[i])
	}
	p.rows, labels = p.rows[:total], labels[:total]
	p.Task, err = experiment.New(task.Source,
		func() (io.ReadCloser, error) { return io.NopCloser(p.table(0, total)), nil }, labels)
	return p, err
}

func (p *population) table(from, to int) io.Reader {
	return strings.NewReader(p.header + "\n" + strings.Join(p.rows[from:to], "\n") + "\n")
}

// releaseOf returns moments of a part of the rows.
func (p *population) releaseOf(from, to int) (*release.Release, error) {
	o := adapt.Options{Epsilon: p.o.Epsilon, Delta: p.o.Delta, Release: release.Moments}
	target, _, err := adapt.ReadTarget(p.Source, o, []io.Reader{p.table(from, to)}, nil)
	if err != nil {
		return nil, err
	}
	return target.Adapt(experiment.Engine, func(adapt.Charge) error { return nil }, nil)
}

// score computes weights and a model from released moments as a run does, and how good they are.
func (p *population) score(moments *release.Release) (Figure, error) {
	engine := experiment.Engine
	weights, err := adapt.Solve(engine, p.Source, moments, adapt.Options{Release: release.Weights}, nil)
	if err != nil {
		return Figure{}, err
	}
	return p.figure(weights.Values.Weights)
}

// figure scores weights and the second stage on them.
func (p *population) figure(q []float64) (Figure, error) {
	model, err := p.Model(q)
	if err != nil {
		return Figure{}, err
	}
	relative, err := p.RelativeError(model)
	return Figure{Norm: p.Norm(q), Error: relative}, err
}

// Run makes new releases of every owner's moments in each repetition and combines the first k owners' releases. For
// comparison it does the same with one owner who has the rows of all k.
func Run(task *experiment.Task, o Options) (*Result, error) {
	slices.Sort(o.Counts)
	p, err := newPopulation(task, o)
	if err != nil {
		return nil, err
	}
	result := &Result{Options: o, SourceSHA256: task.Source.Digest}
	if result.Uniform, err = p.figure(simplex.Uniform(p.Source.Rows)); err != nil {
		return nil, err
	}
	exact, err := p.WithoutPrivacy()
	if err != nil {
		return nil, err
	}
	if result.Exact, err = p.figure(exact); err != nil {
		return nil, err
	}
	noise := map[bool]map[int]float64{true: {}, false: {}}
	for repetition := range o.Repetitions {
		var parts []*release.Release
		for i := range o.Counts[len(o.Counts)-1] {
			part, err := p.releaseOf(i*o.Rows, (i+1)*o.Rows)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part)
		}
		for _, k := range o.Counts {
			combined, err := combine.Combine(experiment.Engine, parts[:k])
			if err != nil {
				return nil, err
			}
			runs := []*release.Release{combined}
			if k > 1 { // one owner pooled is the same owner
				pooled, err := p.releaseOf(0, k*o.Rows)
				if err != nil {
					return nil, err
				}
				runs = append(runs, pooled)
			}
			for i, moments := range runs {
				figure, err := p.score(moments)
				if err != nil {
					return nil, err
				}
				noise[i == 1][k] = moments.Certificate.Noise.StandardDeviation
				result.Repeated = append(result.Repeated, Sample{k, repetition, i == 1, figure})
			}
		}
	}
	for _, k := range o.Counts {
		result.Combined = append(result.Combined, result.point(k, false, noise[false][k]))
		if k > 1 {
			result.Pooled = append(result.Pooled, result.point(k, true, noise[true][k]))
		}
	}
	return result, nil
}

func (r *Result) point(owners int, pooled bool, noise float64) Point {
	var norms, errors []float64
	for _, s := range r.Repeated {
		if s.Owners == owners && s.Pooled == pooled {
			norms, errors = append(norms, s.Norm), append(errors, s.Error)
		}
	}
	p := Point{Owners: owners, Noise: noise}
	p.Mean.Norm, p.SD.Norm = stat.MeanStdDev(norms, nil)
	p.Mean.Error, p.SD.Error = stat.MeanStdDev(errors, nil)
	return p
}

func (r *Result) print(out io.Writer) {
	var b bytes.Buffer
	o := r.Options
	fmt.Fprintf(&b, "Owners of %d rows each at ε = %g, δ = %g; %d repetitions, mean ± standard deviation.\n", o.Rows,
		o.Epsilon, o.Delta, o.Repetitions)
	fmt.Fprintf(&b, "%-28s %10s %20s %22s\n", "", "noise σ", "‖M(q)‖₂", "target MSE/variance")
	line := func(name string, noise string, mean, sd Figure) {
		fmt.Fprintf(&b, "%-28s %10s %10.4f ± %7.4f %11.4f ± %8.4f\n", name, noise, mean.Norm, sd.Norm, mean.Error, sd.Error)
	}
	line("unweighted", "", r.Uniform, Figure{})
	for _, p := range r.Combined {
		line(fmt.Sprintf("%d of the owners combined", p.Owners), fmt.Sprintf("%.4f", p.Noise), p.Mean, p.SD)
	}
	for _, p := range r.Pooled {
		line(fmt.Sprintf("%d rows of %d pooled", p.Owners*o.Rows, p.Owners), fmt.Sprintf("%.4f", p.Noise), p.Mean, p.SD)
	}
	line("without privacy", "0", r.Exact, Figure{})
	_, _ = out.Write(b.Bytes())
}
