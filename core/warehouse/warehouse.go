package warehouse

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/data/grid"
	"privadapt/core/model/labelled"
)

// MostFeatures is the largest number of features of a query, the labels' features included: 100 have 5,150 sums.
const MostFeatures = 100

// MostBytes is how long a query may be: what databases take by default.
const MostBytes = 1_000_000

// Plan is what decides how a row becomes a vector of grid steps. All of it is public.
type Plan struct {
	Source *dataset.Source
	Map    *features.Map
	Grid   grid.Grid
	// Offset is the public model whose predictions and errors are features too, where labels are used; else nil.
	Offset *labelled.Offset
	// Report is where rows count, where a report is made; else nil. It has no offset.
	Report *Report
	// Unit is the column that names the person of each row, whose rows then count together as one; else "". See
	// people.go.
	Unit string
}

// readsLabels reports whether a row's label is read.
func (p Plan) readsLabels() bool { return p.Offset != nil || p.Report != nil }

// residuals is the number of features that labels give a row; the offset's predictions are as many.
func (p Plan) residuals() int {
	if p.Offset == nil {
		return 0
	}
	return p.Offset.Outputs()
}

// dim is the number of features of a row that has a label.
func (p Plan) dim() int { return p.Map.Dim() + 2*p.residuals() }

// Error is a request, or a file of sums, that is refused.
type Error struct{ Code, Message string }

func (e *Error) Error() string { return "warehouse: " + e.Message }

// Codes of errors.
const (
	CodeBadOption = "bad-option"
	CodeBadSums   = "bad-sums"   // no sums, or not whole, or sums that no rows can have
	CodeOtherPlan = "other-plan" // sums of another plan or sample
)

func refuse(code, format string, values ...any) error {
	return &Error{code, fmt.Sprintf(format, values...)}
}

// check refuses a plan that no query is written for.
func (p Plan) check() error {
	if p.Map.Kind != features.Linear {
		return refuse(CodeBadOption, "the features are %s; a query is written for linear features alone", p.Map.Kind)
	}
	if err := p.checkUnit(); err != nil {
		return err
	}
	if d := p.dim(); d > MostFeatures {
		return refuse(
			CodeBadOption,
			"a row has %d features, the labels' features included; a query is written for at most %d: leave out columns",
			d,
			MostFeatures,
		)
	}
	return nil
}

// checkFor refuses a plan that no query of a dialect is written for, as its model cannot be computed there to the last
// bit.
func (p Plan) checkFor(to *dialect) error {
	if p.Report != nil {
		return p.Report.check(to)
	}
	if p.Offset == nil {
		return nil
	}
	centres, scales := p.Offset.Units()
	if err := checkModel(p.Offset.Model, to); err != nil {
		return err
	}
	return checkNumbers(slices.Concat(centres, scales, p.Offset.Spread))
}

// Digest names the plan in 64 hexadecimal digits: the sample, its columns, the features, the grid and the offset. It
// does not depend on the privacy parameters, the mechanism or the dialect.
func (p Plan) Digest() string {
	plan := map[string]any{
		"query":     1, // what the numbers of the query mean
		"source":    p.Source.Digest,
		"schema":    p.Source.Schema,
		"features":  p.Map,
		"radius":    p.Grid.Radius(),
		"intercept": p.Grid.InterceptSteps(),
	}
	if p.Unit != "" {
		plan["unit"] = p.Unit
	}
	if p.Offset != nil {
		plan["offset"], plan["spread"] = p.Offset.Digest(), p.Offset.Spread
	}
	if p.Report != nil {
		plan["report"], plan["places"], plan["group"] = p.Report.Digest, p.Report.Layout, p.Report.Group
	}
	text, err := json.Marshal(plan)
	if err != nil {
		panic(err) // a schema that was read holds finite numbers
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}
