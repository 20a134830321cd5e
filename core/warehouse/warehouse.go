// Package warehouse is the room of SQL: a database adds up the private rows. Begin with Plan.Query, which writes the
// one query that the owner runs where the rows are kept; Read, ReadLabelled and ReadCounts take in the exact integer
// sums that it returns.
//
// Claim: with the plan fixed, a row of the table enters the sums as an integer vector that is a function of that row
// alone and whose integer norm, intercept included, is at most grid.Steps. The query maps and shortens the row in
// floating point, truncates it to grid steps, and then checks the norm in integers; a row that fails the check counts
// as the source's mean. So the sensitivity of the sums is the grid's, whatever the floating-point arithmetic of
// the database does. For a report it counts rows in cells, with parts that are limited in integers. The sums are
// private: what is read here goes to package draw, as the sums of the file reader do, and to nothing else.
//
// Tests: TestDatabasesGiveTheReadersSums, TestNoRowMovesASumByMoreThanTheGridAdmits,
// TestABrokenArithmeticCountsAsTheMean; with labels TestDatabasesGiveTheReadersSumsOfLabels,
// TestNoLabelledRowMovesTheSumsByMoreThanTheGridAdmits, TestAnUnclippedLabelCountsAsTheMean; for a report
// TestNoRowIsMoreThanOneInTheCounts, TestABrokenArithmeticIsOneRow.
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
	"privadapt/core/words"
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
	// Offset is the public model whose predictions and errors enter the features, where labels are used; else nil.
	Offset *labelled.Offset
	// Report is where rows count, where a report is made; else nil. It has no offset.
	Report *Report
	// Unit is the column that names the person of each row, whose rows then count together as one; else "". See
	// people.go.
	Unit string
}

// readsLabels reports whether a row's label is read.
func (p Plan) readsLabels() bool { return p.Offset != nil || p.Report != nil && p.Report.readsLabels() }

// residuals is the number of features that labels give a row.
func (p Plan) residuals() int {
	if p.Offset == nil {
		return 0
	}
	return p.Offset.Outputs()
}

// dim is the number of features of a row that has a label.
func (p Plan) dim() int { return p.Map.Dim() + p.residuals() }

// Codes of refusals.
const (
	CodeBadOption = "bad-option"
	CodeBadSums   = "bad-sums"   // no sums, or not whole, or sums that no rows can have
	CodeOtherPlan = "other-plan" // sums of another plan or sample
)

// check refuses a plan that no query is written for, as when SQL cannot compute its model to the last bit.
func (p Plan) check() error {
	if err := p.checkUnit(); err != nil {
		return err
	}
	if d := p.dim(); d > MostFeatures {
		return words.Refuse(CodeBadOption,
			"a row has %d features, the labels' features included; a query is written for at most %d: leave out columns",
			d, MostFeatures)
	}
	if p.Report != nil {
		return p.Report.check()
	}
	if p.Offset == nil {
		return nil
	}
	if err := checkModel(p.Offset.Model, true); err != nil {
		return err
	}
	return checkNumbers(slices.Concat(append(slices.Clip(p.Map.Matrix), p.Offset.Centres, p.Offset.Scales, p.Offset.Spread)...))
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
		if p.Report.Averages != nil {
			plan["averages"] = p.Report.Averages
		}
	}
	text, err := json.Marshal(plan)
	if err != nil {
		panic(err) // a schema that was read holds finite numbers
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}
