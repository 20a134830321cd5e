package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"

	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Report is a fixed public model and the public places in which rows count, for a report or for an estimate: see package
// appraisal.
type Report struct {
	Stated   release.Appraised
	Layout   appraisal.Layout    // of a report
	Averages *appraisal.Averages // of an estimate; else nil

	model   basemodel.Model
	classes int
	group   int // the place of the column among the cells, or −1
	levels  int // of that column
}

// chooseTally gives a report its only mechanism.
func (p *Plan) chooseTally() error {
	if p.Mechanism != "" || p.Solver != "" || p.Calibration != method.Tight {
		return words.Refuse("bad-option",
			"a report or an estimate has a mechanism of its own and no solver; leave mechanism, solver and calibration out")
	}
	p.Mechanism, p.Solver = method.Tally, method.NoSolver
	return nil
}

// chooseReport refuses what no report can be made of.
func (p *Plan) chooseReport() error {
	if !p.Release.Counted() {
		if p.Model != nil || p.GroupBy != "" {
			return words.Refuse("bad-option", "a model to judge and groups belong to release report or estimate, and the release holds %s; leave them out",
				p.Release)
		}
		return nil
	}
	if p.GroupBy == "" {
		return nil
	}
	if err := release.CheckGroups(p.Source.Schema, p.GroupBy); err != nil {
		return words.Refuse("bad-option", "%s", err)
	}
	return nil
}

// PrepareReport fits the public choice, or reads the model that was given, and lays out the counts, on the first call.
// The outcome is a function of the public sample, of the model given and of the settings.
func (p *Plan) PrepareReport(progress func(stage string, done, total int64) error) (*Report, error) {
	if p.report != nil {
		return p.report, nil
	}
	r := &Report{classes: len(p.Source.Schema.Classes), group: -1}
	spread, err := 0.0, error(nil)
	if p.Model != nil {
		err = p.readModel(r)
	} else {
		spread, err = p.choosePublic(r, progress)
	}
	if err != nil {
		return nil, err
	}
	r.Layout.Classes = r.classes
	switch {
	case p.Release == release.Estimate:
	case r.classes == 0:
		r.layNumbers(auto.PartOf(SampleOf(p.Source)), spread)
	case r.classes == 2:
		r.Layout.Predictions = appraisal.LogOddsNodes()
	}
	if p.GroupBy != "" {
		for i, c := range p.Source.Schema.Used() {
			if c.Name == p.GroupBy {
				r.group, r.levels = i, len(c.Levels)
				r.Layout.Groups = r.levels + 1
			}
		}
		r.Stated.GroupBy = &p.GroupBy
	}
	check, places := r.Layout.Check, &r.Layout
	if p.Release == release.Estimate {
		if err := p.layAverages(r, progress); err != nil {
			return nil, err
		}
		check = r.Averages.Check
		places = &appraisal.Layout{Predictions: r.Averages.Predictions, Residuals: r.Averages.Residuals}
	}
	// A document of another layout could not be read, and the budget would be spent.
	if err := check(); err != nil {
		return nil, words.Refuse("no-report",
			"this model and the public sample give no places to count rows in: %s; choose another model", err)
	}
	r.Stated.Predictions, r.Stated.Residuals = places.Predictions, places.Residuals
	p.report = r
	return r, nil
}

// choosePublic takes the model that cross-validation of the public sample chooses and, of numbers, the spread of its
// residuals out of fold.
func (p *Plan) choosePublic(
	r *Report,
	progress func(stage string, done, total int64) error,
) (spread float64, err error) {
	public, err := p.Prepare(progress)
	if err != nil {
		return 0, err
	}
	r.model = public.Offset.Model
	text, err := json.Marshal(r.model)
	if err != nil {
		return 0, err
	}
	r.Stated.Model, r.Stated.Base, r.Stated.ModelSHA256 = release.PublicModel, public.Offset.Base, digestOf(text)
	r.Stated.File = p.namedFile()
	return public.Offset.Spread[0], nil
}

// readModel reads a release of a model of this sample.
func (p *Plan) readModel(r *Report) error {
	given, err := release.Decode(p.Model)
	if err != nil {
		return err
	}
	if !given.IsOf(p.Source.Digest, p.Source.Schema) {
		return words.Refuse(
			"integrity",
			"the model was released with another public sample, or with the sample read differently; give the sample and the options that it was released with",
		)
	}
	if p.BaseFile != nil {
		given.SetFile(p.BaseFile)
	}
	if r.model, err = given.RowModel(); err != nil {
		return err
	}
	// Of the bytes that were given: whoever asks for a report on a file knows it by their digest.
	r.Stated.Model, r.Stated.ModelSHA256 = release.GivenModel, digestOf(p.Model)
	return nil
}

// Model returns the model that the report is about.
func (r *Report) Model() basemodel.Model { return r.model }

// Group returns the place, among the columns used, of the one that divides the report, or −1.
func (r *Report) Group() int { return r.group }

func digestOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// layNumbers lays out predictions by the predictions of the public rows, and residuals by their spread. For a model
// that was given the spread is taken from the sample. The model may have been fitted to it, so the spread is a
// quarter of the labels' deviation at least.
func (r *Report) layNumbers(s basemodel.Sample, spread float64) {
	const rare, least = 0.01, 0.25
	rows := s.Rows()
	predictions, square, mean, deviation := s.Each(1, r.model.Predict), 0.0, 0.0, 0.0
	for j, y := range s.Labels {
		square += float64((y-predictions[j])*(y-predictions[j])) / float64(rows)
		mean += y / float64(rows)
	}
	for _, y := range s.Labels {
		deviation += float64((y-mean)*(y-mean)) / float64(rows)
	}
	if spread == 0 {
		spread = math.Max(math.Sqrt(square), least*math.Sqrt(deviation))
	}
	slices.Sort(predictions)
	low, high := predictions[int(rare*float64(rows))], predictions[rows-1-int(rare*float64(rows))]
	if !(high > low+1e-9*spread) { // a constant model
		low, high = low-spread, low+spread
	}
	r.Layout.Predictions, r.Layout.Residuals = appraisal.PredictionNodes(low, high), appraisal.ResidualNodes(spread)
}

// Layouts are the shapes of the counts.
func (r *Report) Layouts() []appraisal.Layout {
	if r.Averages != nil {
		return r.Averages.Layouts()
	}
	return []appraisal.Layout{r.Layout}
}

// Cells is the number of all counts.
func (r *Report) Cells() (cells int) {
	for _, l := range r.Layouts() {
		cells += l.Cells()
	}
	return cells
}

// Rows returns where a row counts in each layout, by what the model says of it. It is a function of its cells, its label and public
// values, and is defined for all of them.
func (r *Report) Rows(cells []float64, label float64, scores []float64) []appraisal.Row {
	if r.Averages != nil {
		return r.Averages.Rows(predicted(r.classes, scores), label, r.groupOf(cells))
	}
	row := r.row(scores, label)
	row.Group = r.groupOf(cells)
	return []appraisal.Row{row}
}

// groupOf is the place of a row's group, or 0 without groups.
func (r *Report) groupOf(cells []float64) int {
	if r.group < 0 {
		return 0
	}
	if level := cells[r.group]; level >= 0 && level < float64(r.levels) {
		return int(level)
	}
	return r.levels
}

// row returns where a row counts in a report: one without a label that can be read, or without a prediction that is a
// number, as one without a label.
func (r *Report) row(scores []float64, label float64) (row appraisal.Row) {
	switch {
	case r.classes == 0:
		residual := label - scores[0]
		row.Labelled = scores[0]-scores[0] == 0 && residual-residual == 0
		row.First, row.Second = appraisal.PlaceOf(r.Layout.Predictions, scores[0]), appraisal.PlaceOf(r.Layout.Residuals,
			residual)
	case !(label >= 0 && label < float64(r.classes)):
	case r.classes == 2:
		row.Labelled = scores[0] == scores[0]
		row.First, row.Second = appraisal.PlaceOf(r.Layout.Predictions, scores[0]), appraisal.Place{Node: int(label)}
	default:
		row.Labelled = true
		for k, v := range scores {
			if v > scores[row.First.Node] {
				row.First.Node = k
			}
		}
		row.Second.Node = int(label)
	}
	return row
}
