// Package experiment has what the experiments share: tasks whose target the experimenter knows, on which the engine is
// measured against references without privacy, and the writing of results. Each experiment is a package below it with
// its command. Nothing here may be linked into the owner's engine, and the results are about data whose labels or
// moments the experimenter may see.
package experiment

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"gonum.org/v1/gonum/stat"

	"privadapt/core/adapt"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/data/grid"
	"privadapt/core/internal/private/moment"
	"privadapt/core/model/regression"
	"privadapt/core/release"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/dualgap"
	"privadapt/core/solve/projectedgradient"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
)

// Engine is what releases of experiments say that made them.
var Engine = release.Engine{Version: "0.0.0"}

// Task is a domain-adaptation task whose target the experimenter knows.
type Task struct {
	Source *dataset.Source
	Labels []float64 // of the target; empty if unknown
	// OpenTarget opens the target's table.
	OpenTarget func() (io.ReadCloser, error)

	features *features.Map
	grid     grid.Grid
	rows     []float64        // clipped source rows, m×d
	moment   *symeigen.Matrix // the exact M₀
}

// Load reads a task from files; labels may be empty.
func Load(source, target, label, labels string) (*Task, error) {
	table, err := readTable(source, label)
	if err != nil {
		return nil, err
	}
	var known []float64
	if labels != "" {
		if known, err = readColumn(labels); err != nil {
			return nil, err
		}
	}
	return New(table, func() (io.ReadCloser, error) { return os.Open(target) }, known)
}

// New makes a task of a source, a way to open the target's table and the target's labels, nil if unknown. Features and
// radius are the defaults.
func New(source *dataset.Source, target func() (io.ReadCloser, error), labels []float64) (*Task, error) {
	return (&Task{Source: source, OpenTarget: target, Labels: labels}).With(features.Linear, 0)
}

// With returns the task under other features and another radius, with privacy and without; 0 stands for the default
// radius.
func (t *Task) With(kind features.Kind, radius float64) (*Task, error) {
	t = &Task{Source: t.Source, OpenTarget: t.OpenTarget, Labels: t.Labels}
	var err error
	if t.features, err = features.Fit(kind, t.Source); err != nil {
		return nil, err
	}
	dim := t.features.Dim()
	if radius == 0 {
		radius = plan.DefaultRadius(t.features)
	}
	if t.grid, err = grid.New(radius, plan.Intercept(radius)); err != nil {
		return nil, err
	}
	t.rows, _ = t.grid.Rows(t.features.Rows(t.Source.Standardised()), t.Source.Rows, dim)
	sum := moment.NewAccumulator(t.grid, dim)
	x := make([]float64, dim)
	err = t.readTarget(func(z []float64) {
		t.features.Apply(x, z)
		sum.Add(x)
	})
	t.moment = sum.Sum().Mean()
	return t, err
}

// readTarget passes the columns of every target row, standardised, to a function.
func (t *Task) readTarget(row func(z []float64)) error {
	file, err := t.OpenTarget()
	if err != nil {
		return err
	}
	defer file.Close()
	reader, err := dataset.NewTargetReader(file, t.Source.Schema)
	if err != nil {
		return err
	}
	for z := make([]float64, t.Source.Schema.Dim()); reader.Next(z); {
		row(z)
	}
	return reader.Err()
}

// LoadFolder reads source.csv, target.csv and target_labels.csv with the label y.
func LoadFolder(folder string) (*Task, error) {
	at := func(name string) string { return filepath.Join(folder, name) }
	return Load(at("source.csv"), at("target.csv"), "y", at("target_labels.csv"))
}

func readTable(path, label string) (*dataset.Source, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return dataset.ReadSource(file, dataset.SourceOptions{Label: label})
}

// Adapt runs the engine itself on the task, under the task's features and radius.
func (t *Task) Adapt(o adapt.Options) (*release.Release, error) {
	file, err := t.OpenTarget()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	o.Features, o.Radius = t.features.Kind, t.Radius()
	target, _, err := adapt.ReadTarget(t.Source, o, []io.Reader{file}, nil)
	if err != nil {
		return nil, err
	}
	return target.Adapt(Engine, func(adapt.Charge) error { return nil }, nil)
}

// Radius returns r, to which rows are clipped.
func (t *Task) Radius() float64 { return t.grid.Radius() }

// Objective returns F̃ + (λ/2)‖q‖² on the exact M₀: without privacy.
func (t *Task) Objective(mu, lambda float64) *discrepancy.Objective {
	return &discrepancy.Objective{
		Target: t.moment, Rows: t.rows, Smoothing: discrepancy.Softmax{Mu: mu}, Lambda: lambda, Uncertified: true,
	}
}

// Norm returns the exact ‖M(q)‖₂.
func (t *Task) Norm(q []float64) float64 {
	o := t.Objective(1, 0)
	o.Start(q)
	return o.Norm()
}

// WithoutPrivacy returns the weights of the default run on the exact M₀, to the default's certified gap, 10⁻⁴ of the
// value.
func (t *Task) WithoutPrivacy() ([]float64, error) {
	r2 := t.Radius() * t.Radius()
	o := t.Objective(300/r2, 10*r2)
	o.Start(simplex.Uniform(t.Source.Rows))
	result, err := projectedgradient.Minimise(o, dualgap.Settings{Curvature: o.Lambda})
	if err == nil && result.Status != dualgap.Converged {
		err = fmt.Errorf("experiment: the reference without privacy has a gap of %.3g of its value: %v",
			result.Gap/math.Abs(result.Value), result.Status)
	}
	q := o.Point()
	simplex.Normalise(q)
	return q, err
}

// Model fits the second stage to weights.
func (t *Task) Model(q []float64) (*release.Release, error) {
	w, _, err := regression.CrossValidate(regression.Sample{Rows: t.rows, Labels: t.Source.Labels, Weights: q})
	if err != nil {
		return nil, err
	}
	return &release.Release{
		Kind:       release.Model,
		Values:     release.RawModel(t.Source, t.features, w, t.grid.Intercept()),
		Provenance: release.Provenance{Schema: t.Source.Schema, Features: t.features},
	}, nil
}

// RelativeError returns the mean squared error of a model on the target over the variance of its labels.
func (t *Task) RelativeError(model *release.Release) (float64, error) {
	file, err := t.OpenTarget()
	if err != nil {
		return 0, err
	}
	defer file.Close()
	predictions, _, err := model.Predict(file, nil)
	if err != nil {
		return 0, err
	}
	return t.relative(predictions.Numbers)
}

// ClippedError is RelativeError for predictions from rows that are clipped to the radius, as the fit's rows are, and
// not limited to the range of labels.
func (t *Task) ClippedError(model *release.Release) (float64, error) {
	rows, err := t.TargetRows()
	if err != nil {
		return 0, err
	}
	means, scales := release.Scaling(t.Source.Schema, t.features)
	d := len(means) + 1
	predictions := make([]float64, len(rows)/d)
	for i := range predictions {
		predictions[i] = *model.Values.Intercept
		for k, c := range model.Values.Coefficients {
			predictions[i] += c.Value * (means[k] + scales[k]*rows[i*d+k+1])
		}
	}
	return t.relative(predictions)
}

func (t *Task) relative(predictions []float64) (float64, error) {
	if len(predictions) != len(t.Labels) {
		return 0, fmt.Errorf("experiment: %d target rows have %d labels", len(predictions), len(t.Labels))
	}
	squares := 0.0
	for i, p := range predictions {
		squares += (p - t.Labels[i]) * (p - t.Labels[i])
	}
	return squares / float64(len(predictions)) / stat.PopVariance(t.Labels, nil), nil
}
