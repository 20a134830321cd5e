package adapt

import (
	"fmt"
	"io"

	"privadapt/core/adapt/plan"
	"privadapt/core/dataset"
	"privadapt/core/features"
	"privadapt/core/method"
	"privadapt/core/release"
	"privadapt/core/warehouse"
)

// Rows that are in a database enter as the sums of one query that the owner runs there: see package warehouse.

// NewQuery writes that query for a table of a database: for rows that a filter, if not empty, lets through. A kind of features or a
// radius that is not given is that of a run. Errors are of type *Error.
func NewQuery(source *dataset.Source, kind features.Kind, radius float64, to warehouse.Dialect, table, filter string) (string, error) {
	// What a row becomes depends on the sample, the features and the radius. A plan has a budget as well, of which the query has nothing.
	p, err := plan.New(Options{Epsilon: 1, Delta: 1e-6, Features: kind, Radius: radius}, source)
	if err != nil {
		return "", err
	}
	query, err := warehousePlan(p).Query(to, table, filter)
	return query, refusal(err)
}

func warehousePlan(p *plan.Plan) warehouse.Plan {
	return warehouse.Plan{Source: p.Source, Map: p.Map, Grid: p.Grid}
}

// refusal is an error of package warehouse as one of this package.
func refusal(err error) error {
	if refused, ok := err.(*warehouse.Error); ok {
		return plan.Refuse(refused.Code, "%s", refused.Message)
	}
	return err
}

// ReadSums freezes the settings and then reads the sums that the query of NewQuery returned, in place of the private rows. It refuses
// sums of another query, sums that are not whole and sums that no rows have, and what [ReadTarget] refuses for so many rows, before
// anything is charged. The sums go the way of those that ReadTarget makes: they leave through Adapt alone and are overwritten there.
func ReadSums(source *dataset.Source, o Options, file io.Reader) (*Target, OwnerReport, error) {
	p, err := plan.New(o, source)
	if err != nil {
		return nil, OwnerReport{}, err
	}
	if p.UseLabels {
		return nil, OwnerReport{}, plan.Refuse("refused", "the sums of a database have no labels; leave useLabels out, or give the rows")
	}
	if p.Release == release.Report {
		return nil, OwnerReport{}, plan.Refuse("refused", "the sums of a database do not say what a report needs; choose another release, or give the rows")
	}
	sum, err := warehouse.Read(file, warehousePlan(p))
	if err != nil {
		return nil, OwnerReport{}, fmt.Errorf("private sums: %w", refusal(err))
	}
	if sum.Rows == 0 && p.Adjacency == method.ReplaceOne { // under add-remove the absence of rows is private too
		return nil, OwnerReport{}, plan.Refuse("no-rows", "the sums are those of no rows")
	}
	t := &Target{plan: p, sum: sum}
	if err := p.CheckRows(sum.Rows); err != nil {
		sum.Wipe()
		return nil, OwnerReport{}, err
	}
	t.warnings = publicWarnings(p, sum)
	report := OwnerReport{Report: dataset.Report{Rows: int(sum.Rows), RepairedByColumn: map[string]int{}, Findings: []dataset.Finding{}}}
	report.Units = []UnitGuess{}
	report.FarColumns = farColumns(sum, source.Schema)
	report.Warnings = ownerWarnings(report, sum, source.Schema, p)
	return t, report, nil
}
