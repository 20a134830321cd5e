// Package auto fits base models of several kinds in several ways, and blends them, or chooses one, by
// importance-weighted cross-validation: the mean of the out-of-fold losses under weights that were released before. It
// reads a public sample and these weights, so all of it is post-processing.
package auto

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/linear"
	"privadapt/core/model/trees"
	"privadapt/core/terms/method"
)

// Ways of a fit.
const (
	Unweighted = "unweighted"
	Weighted   = "weighted"  // by ½(1 + mq): q itself rests on fewer rows, and adds nothing (RATIONALE.md)
	Corrected  = "corrected" // unweighted, and a linear correction fitted by q to its out-of-fold residuals
)

// Ways lists them.
var Ways = []string{Unweighted, Weighted, Corrected}

// WaysOf lists the ways of a kind. No weights enter a fit of trees (RATIONALE.md): like a file they are corrected. A
// weighted linear model needs no linear correction.
func WaysOf(kind method.Base) []string {
	switch kind {
	case method.Linear:
		return []string{Unweighted, Weighted}
	case method.Smooth:
		return Ways
	}
	return []string{Unweighted, Corrected}
}

// MostCandidates is how many there are of all kinds of numbers and of a file. A blend has no more parts: the fits of
// each kind and a correction.
var MostCandidates = func() (most int) {
	for _, kind := range append(method.Fitted(false), method.File) {
		most += len(WaysOf(kind))
	}
	return most
}()

// Candidate is one base model, fitted in one way.
type Candidate struct {
	Base  method.Base
	Way   string
	Model *Blend
	// OutOfFold has for each row the scores by models of the other folds, rows×outputs, within the limits of the model.
	OutOfFold []float64
	// Losses are the losses of these scores.
	Losses []float64
}

// Design is a public sample that is ready for fits. Whatever does not depend on weights has been computed.
type Design struct {
	sample basemodel.Sample
	rows   []int            // of a larger sample that are fitted to, nil if all are
	limits basemodel.Limits // of predicted numbers
	bases  []base
	linear *linear.Design
	public []*Candidate
}

// base fits one kind of model.
type base struct {
	name method.Base
	fit  fit
}

// fit returns a model and its out-of-fold scores.
type fit func(weights []float64, progress basemodel.Progress) (basemodel.Documented, []float64, error)

// bins is how many a column of trees has at most.
const bins = 100

// largestLabel is the largest number that trees are fitted to: they keep their values in single precision.
const largestLabel = 1e30

// treesFor returns the settings of trees to choose from: small trees, or large ones that take more rounds, from whose
// nodes half of the columns are hidden; and, for labels without noise, large ones that see all columns and learn fast.
func treesFor(classes int) []trees.Settings {
	small, large := trees.Settings{Rounds: 300, Leaves: 16, Penalty: 1, Masked: true}, trees.Settings{
		Rounds: 200, Leaves: 31, LeastRows: 5, Penalty: 1, Masked: true,
	}
	if classes > 0 {
		small.Leaves = 8
	}
	if classes > 2 { // each class has its own trees
		large.Rounds = 100
	}
	fast := large
	fast.Masked, fast.LearningRate = false, 0.2
	return []trees.Settings{small, large, fast}
}

// fitTrees fits trees to the whole, of which the sample is a part or all; settings and rounds are chosen on the sample.
func fitTrees(s, whole basemodel.Sample) fit {
	const validating = 85 // hundredths of the time
	binned := trees.NewBinned(s, bins)
	return func(_ []float64, progress basemodel.Progress) (basemodel.Documented, []float64, error) {
		chosen, scores, err := trees.Validate(binned, treesFor(s.Classes), progress.Part(0, validating))
		if err != nil {
			return nil, nil, err
		}
		if whole.Rows() > s.Rows() {
			binned = binned.Of(whole)
		}
		m, err := trees.Fit(binned, chosen, basemodel.Uniform(whole.Rows()), progress.Part(validating, 100))
		return m, scores, err
	}
}

// NewDesign prepares a sample, or a random part of MostRows of its rows, and fits the candidates that no weights enter;
// trees then to all rows.
// progress, if not nil, is called Steps times for each fit; an error of it ends the work. If kinds are given, there are
// candidates of only these.
func NewDesign(s basemodel.Sample, progress func() error, only ...method.Base) (*Design, error) {
	return NewDesignWith(nil, s, progress, only...)
}

// NewDesignWith has, if file is not nil, candidates of an analyst's own model too: as it is, and corrected. It must not
// have been trained on rows of the sample: they would say too well of it. Predicted numbers are limited to the range of
// the sample's labels.
func NewDesignWith(
	file *trees.XGBoost, s basemodel.Sample, progress func() error, only ...method.Base,
) (*Design, error) {
	whole := s
	s, rows := partOf(s, MostRows)
	d := &Design{sample: s, rows: rows, limits: basemodel.Limits{Low: math.Inf(-1), High: math.Inf(1)}}
	if s.Classes == 0 {
		d.limits = basemodel.Limits{Low: slices.Min(s.Labels), High: slices.Max(s.Labels)}
	}
	d.linear = linear.NewDesign(s)
	asked := func(kind method.Base) bool { return len(only) == 0 || slices.Contains(only, kind) }
	for _, name := range slices.DeleteFunc(method.Fitted(s.Classes > 0), func(k method.Base) bool { return !asked(k) }) {
		fit, err := kinds[name].ready(d, whole)
		if err != nil {
			return nil, err
		}
		if fit != nil {
			d.bases = append(d.bases, base{name: name, fit: fit})
		}
	}
	if file != nil && asked(method.File) {
		d.addFile(file)
	}
	if len(d.bases) == 0 {
		return nil, errors.New("auto: no model of these kinds can be fitted to the sample")
	}
	for _, b := range d.bases {
		steps := pace{call: progress}
		c, err := d.candidate(b, Unweighted, basemodel.Uniform(s.Rows()), steps.reach)
		if err != nil {
			return nil, err
		}
		d.public = append(d.public, c)
		if err := steps.reach(1, 1); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// candidate fits a base model under weights.
func (d *Design) candidate(b base, way string, weights []float64, progress basemodel.Progress) (*Candidate, error) {
	m, scores, err := b.fit(weights, progress)
	if err != nil {
		return nil, err
	}
	model := d.blend(0, Part{1, 1, b.name, Held{Documented: m}})
	return d.judged(&Candidate{Base: b.name, Way: way, Model: model, OutOfFold: scores})
}

// judged limits the out-of-fold scores and computes their losses, which must be finite.
func (d *Design) judged(c *Candidate) (*Candidate, error) {
	outputs := d.sample.Outputs()
	c.Losses = make([]float64, d.sample.Rows())
	for j := range c.Losses {
		own := c.OutOfFold[j*outputs : (j+1)*outputs]
		if d.sample.Classes == 0 {
			own[0] = d.limits.Clip(own[0])
		}
		c.Losses[j] = basemodel.Loss(own, d.sample.Labels[j], d.sample.Classes)
		if c.Losses[j]-c.Losses[j] != 0 {
			return nil, errors.New("auto: a fit has scores that are not finite")
		}
	}
	return c, nil
}

// Candidates returns all, those that no weights enter first. q has a weight ≥ 0 for each row, of any sum above 0. Where
// q rests on so few rows that a model cannot be fitted to them, that candidate is left out: q is paid for by then, and
// must give a model. Where q is uniform, as it is where noise could explain the difference between the samples,
// weighted fits are the unweighted ones.
func (d *Design) Candidates(q []float64, progress func() error) ([]*Candidate, error) {
	all := slices.Clone(d.public)
	weights, half := scaled(q), make([]float64, len(q))
	for j, w := range weights {
		half[j] = (1 + w) / 2
	}
	uniform := equal(weights)
	for k, b := range d.bases {
		for _, way := range WaysOf(b.name)[1:] {
			var c *Candidate
			var err error // too few rows have weight: this candidate is left out
			steps := pace{call: progress}
			switch {
			case way == Corrected:
				c, err = d.corrected(d.public[k], weights, steps.reach)
			case uniform:
				same := *d.public[k]
				same.Way, c = way, &same
			default:
				c, err = d.candidate(b, way, half, steps.reach)
			}
			if err == nil {
				all = append(all, c)
			}
			if err := steps.reach(1, 1); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// corrected adds a linear correction to a public candidate.
func (d *Design) corrected(c *Candidate, weights []float64, progress basemodel.Progress) (*Candidate, error) {
	own, scores, err := d.linear.Correct(weights, c.OutOfFold, progress)
	if err != nil {
		return nil, err
	}
	m := d.blend(0, append(slices.Clone(c.Model.Parts), Part{1, 1, method.Linear, Held{Documented: own}})...)
	return d.judged(&Candidate{Base: c.Base, Way: Corrected, Model: m, OutOfFold: scores})
}

// equal reports whether weights of mean 1 are equal but for rounding.
func equal(weights []float64) bool {
	return !slices.ContainsFunc(weights, func(w float64) bool { return math.Abs(w-1) >= 1e-9 })
}

// scaled returns weights of mean 1.
func scaled(q []float64) []float64 {
	sum := 0.0
	for _, v := range q {
		sum += v
	}
	w := make([]float64, len(q))
	for j, v := range q {
		w[j] = v / sum * float64(len(q))
	}
	return w
}

// kind is how models of a kind are fitted, read and bounded.
type kind struct {
	// ready returns how the models are fitted to a sample, the part of a whole; nil where they cannot be.
	ready func(d *Design, whole basemodel.Sample) (fit, error)
	// blank returns a model that is read from a document next.
	blank func() basemodel.Documented
	// bytes is how many the JSON of a model has at most.
	bytes func(columns []dataset.Column, rows, classes int) int
}

// kinds has all that method.Fitted lists. Each is written as ONNX by portable/parts.js of jsbridge/npm.
var kinds = map[method.Base]kind{
	method.Linear: {readyLinear, func() basemodel.Documented { return new(linear.Model) }, linearBytes},
	method.Smooth: {readySmooth, func() basemodel.Documented { return new(linear.Smooth) }, smoothBytes},
	method.Trees:  {readyTrees, func() basemodel.Documented { return new(trees.Model) }, mostTreesBytes},
}

func readyLinear(d *Design, _ basemodel.Sample) (fit, error) {
	return func(weights []float64, progress basemodel.Progress) (basemodel.Documented, []float64, error) {
		return d.linear.CrossValidate(weights, progress)
	}, nil
}

func readySmooth(d *Design, _ basemodel.Sample) (fit, error) {
	bumps, err := linear.NewSmoothDesign(d.sample)
	return func(weights []float64, progress basemodel.Progress) (basemodel.Documented, []float64, error) {
		return bumps.CrossValidate(weights, progress)
	}, err
}

func readyTrees(d *Design, whole basemodel.Sample) (fit, error) {
	if d.sample.Classes == 0 && math.Max(-d.limits.Low, d.limits.High) > largestLabel {
		return nil, nil
	}
	return fitTrees(d.sample, whole), nil
}

// MostRows is the number of rows that models are fitted to and judged on; of a larger sample they are a random part.
// More rows take more time and help trees alone, so public trees are fitted to all rows. A row takes about 7 kB of
// memory and, with ten columns, some milliseconds of a processor.
const MostRows = 20_000

// PartOf returns the rows of a sample that models are fitted to, all or a random part.
func PartOf(s basemodel.Sample) basemodel.Sample {
	part, _ := partOf(s, MostRows)
	return part
}

// partOf returns a part of a sample with a limited number of rows, and their numbers in order; nil if the part is
// the whole. The part has the rows whose numbers have the least hashes, so it is the same wherever it is computed.
func partOf(s basemodel.Sample, most int) (basemodel.Sample, []int) {
	if s.Rows() <= most {
		return s, nil
	}
	rows := make([]int, s.Rows())
	for j := range rows {
		rows[j] = j
	}
	slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(basemodel.Hash(uint64(a)), basemodel.Hash(uint64(b))) })
	rows = slices.Clone(rows[:most])
	slices.Sort(rows)
	part := s
	part.Cells, part.Labels = make([]float64, 0, most*len(s.Columns)), make([]float64, 0, most)
	for _, j := range rows {
		part.Cells, part.Labels = append(part.Cells, s.Row(j)...), append(part.Labels, s.Labels[j])
	}
	return part, rows
}

// Sample returns the rows that are fitted to: those that have predictions out of fold.
func (d *Design) Sample() basemodel.Sample { return d.sample }

// Rows returns which of a larger sample these are; nil if they are all.
func (d *Design) Rows() []int { return d.rows }

// Weights returns the weights of these rows, out of the whole sample's weights and with their sum; equal ones if
// all of the part are 0.
func (d *Design) Weights(q []float64) []float64 {
	if d.rows == nil {
		return q
	}
	part, sum, total := make([]float64, len(d.rows)), 0.0, 0.0
	for k, j := range d.rows {
		part[k] = q[j]
		sum += q[j]
	}
	for _, v := range q {
		total += v
	}
	if !(sum > 0) {
		part, sum = basemodel.Uniform(len(part)), float64(len(part))
	}
	for k, v := range part {
		part[k] = v / sum * total
	}
	return part
}

// Steps is the number of times that progress is called in a fit. How far the fit has come at each is an estimate.
const Steps = 40

// pace turns what a fit says of itself into that many calls.
type pace struct {
	call func() error // may be nil
	made int
	err  error // of a call, which stays
}

// reach is a basemodel.Progress. If a search ends early, the calls that are missing are made together later.
func (p *pace) reach(done, of int) error {
	for p.call != nil && p.err == nil && p.made*of < Steps*done {
		p.made++
		p.err = p.call()
	}
	return p.err
}
