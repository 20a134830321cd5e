package evaluate

import (
	"errors"
	"fmt"
	"io"
	"time"

	"privadapt/core/adapt"
	"privadapt/core/adapt/plan"
	"privadapt/core/model/regression"
	"privadapt/core/release"
	"privadapt/core/solve/discrepancy"
	"privadapt/core/solve/simplex"
	"privadapt/core/solve/symeigen"
	"privadapt/core/terms/method"
)

// noNoise is an ε that adds next to no noise: a thousandth of r²/n to an entry of the second moment.
const noNoise = 1e6

// Compare sets the default beside the paper's noisy Frank–Wolfe on one sample. It computes the discrepancy and the error
// from the private rows themselves, so its table is for data that belong to nobody.
func Compare(args []string, out io.Writer) error {
	if len(args) != 4 {
		return errors.New("compare: give the files SOURCE TARGET TARGET-LABELS, and LABEL, a column of the first")
	}
	task, err := LoadFiles("", args[0], args[1], args[2], args[3])
	if err != nil {
		return err
	}
	s := &split{Task: task, private: task.Everybody()}
	if s.held, err = task.Rows(s.private); err != nil {
		return err
	}
	exact, err := s.engine(adapt.Options{Epsilon: noNoise, Release: release.Moments}, s.private, 0)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\nTwo mechanisms on the same sample at ε = 1, δ = %g:\n\n  %-54s%10s%10s%10s\n", Delta,
		"mechanism, solver", "‖M(q)‖₂", "error", "seconds")
	for _, run := range []struct {
		name    string
		options adapt.Options
	}{
		{"moment, projected-gradient (the default)", adapt.Options{Epsilon: 1}},
		{"selection, frank-wolfe (the paper's Algorithm 2)",
			adapt.Options{Epsilon: 1, Mechanism: method.Selection, Solver: method.FrankWolfe}},
		{"without privacy", adapt.Options{Epsilon: noNoise}},
		{"all public rows alike", adapt.Options{}},
	} {
		q, begun := simplex.Uniform(task.Source.Rows), time.Now()
		if run.options.Epsilon > 0 {
			run.options.Release = release.Weights
			made, err := s.engine(run.options, s.private, 0)
			if err != nil {
				return err
			}
			q = made.Values.Weights
		}
		norm, err := s.judge(q, exact)
		if err != nil {
			return err
		}
		seconds := ""
		if run.options.Epsilon == 1 {
			seconds = fmt.Sprintf("%.2f", time.Since(begun).Seconds())
		}
		fmt.Fprintf(out, "  %-54s%10.3f%10.3f%10s\n", run.name, norm[0], norm[1], seconds)
	}
	fmt.Fprint(out, `
‖M(q)‖₂ is the discrepancy of the second moments; the error is the mean squared error of a linear model on the private rows over the
variance of their labels. Both are exact, so no release may state them: the lab program computed them without privacy from the
demonstration's own files, whose private rows are made up and belong to no person.
The paper's algorithm pays for every choice of a row; the default pays once, for the second moment, and computes the rest for free.
`)
	return nil
}

// judge returns ‖M(q)‖₂ and the error of a linear model that is fitted under q.
func (s *split) judge(q []float64, exact *release.Release) ([2]float64, error) {
	p, err := plan.New(adapt.Options{Epsilon: 1, Delta: Delta}, s.Source)
	if err != nil {
		return [2]float64{}, err
	}
	target := symeigen.NewMatrix(p.Order(), nil)
	for i, row := range exact.Values.Moments {
		for j, v := range row {
			target.Set(i, j, v)
		}
	}
	o := &discrepancy.Objective{Target: target, Rows: p.Rows, Smoothing: discrepancy.Softmax{Mu: 1}, Uncertified: true}
	o.Start(q)
	w, _, err := regression.CrossValidate(regression.Sample{Rows: p.Rows, Labels: s.Source.Labels, Weights: q})
	if err != nil {
		return [2]float64{}, err
	}
	made := &release.Release{
		Kind:       release.Model,
		Values:     release.RawModel(s.Source, w, p.Grid.Intercept()),
		Provenance: release.Provenance{Schema: s.Source.Schema},
	}
	m, err := made.RowModel()
	return [2]float64{o.Norm(), Error(m, s.held)}, err
}
