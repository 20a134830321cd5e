package adapt

import (
	"bytes"
	"fmt"
	"io"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/terms/method"
	"privadapt/core/warehouse"
	"privadapt/core/words"
)

// Rows that are in a database enter as the sums of one query that the owner runs there: see package warehouse.

// NewQuery writes that query for a table of a database: for rows that a filter, if not empty, lets through. It uses
// only options that change how a row is encoded; the rest default as in a run. Where it fits a public model, progress
// counts the fits. Errors are of type *words.Error, or what progress returns.
func NewQuery(
	source *dataset.Source,
	o Options,
	to warehouse.Dialect,
	table, filter string,
	progress Progress,
) (string, error) {
	// A plan has a budget as well. The query has nothing from it.
	p, err := plan.New(Options{Epsilon: 1, Delta: 1e-6, Radius: o.Radius, UseLabels: o.UseLabels, Release: o.Release, Model: o.Model, GroupBy: o.GroupBy, Unit: o.Unit,
		Base: o.Base, BaseFile: o.BaseFile, BaseFileURL: o.BaseFileURL, Preparation: o.Preparation}, source)
	if err != nil {
		return "", err
	}
	summed, err := warehousePlan(p, progress)
	if err != nil {
		return "", err
	}
	query, err := summed.Query(to, table, filter)
	return query, err
}

// warehousePlan is the public part of a plan that a query is written for.
func warehousePlan(p *plan.Plan, progress Progress) (warehouse.Plan, error) {
	summed := warehouse.Plan{Source: p.Source, Unit: p.Unit}
	var public *plan.Public
	var err error
	if p.UseLabels {
		if public, err = p.Prepare(progress); err != nil {
			return summed, err
		}
		summed.Offset = public.Offset
	}
	summed.Map, summed.Grid = p.Map, p.Grid
	if p.Release.Counted() {
		report, err := p.PrepareReport(progress)
		if err != nil {
			return summed, err
		}
		summed.Report = &warehouse.Report{
			Model:  report.Model(),
			Digest: report.Stated.ModelSHA256,
			Layout: report.Layout,
			Group:  report.Group(),

			Averages: report.Averages,
		}
		return summed, nil
	}
	return summed, nil
}

// ReadSums freezes the settings and then reads the sums that the query of NewQuery returned, in place of the private
// rows. It refuses sums of another query, sums that are not whole and sums that no rows have, and what [ReadTarget]
// refuses for a given number of rows, before anything is charged. As with ReadTarget, the sums leave through Adapt
// alone and are always overwritten.
func ReadSums(
	source *dataset.Source,
	o Options,
	file io.Reader,
	progress Progress,
) (target *Target, _ OwnerReport, _ error) {
	if len(o.Headers) > 0 {
		return nil, OwnerReport{}, words.Refuse("bad-option",
			"headers are for private files; the query names the columns of a database")
	}
	p, err := plan.New(o, source)
	if err != nil {
		return nil, OwnerReport{}, err
	}
	if err := p.CheckReceiver(0); err != nil {
		return nil, OwnerReport{}, err
	}
	summed, err := warehousePlan(p, progress)
	if err != nil {
		return nil, OwnerReport{}, err
	}
	text := make([]byte, warehouse.MostSums+1)
	defer clear(text)
	length, err := io.ReadFull(file, text)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return nil, OwnerReport{}, err
	}
	file = bytes.NewReader(text[:length])
	t := &Target{plan: p}
	defer t.wipeUnless(&target)
	var rows warehouse.Rows
	switch {
	case summed.Report != nil:
		t.sum = moment.NewAccumulator(p.Grid, p.Map.Dim()).Sum() // of the rows it has their number alone
		t.counts, t.sum.Rows, rows.Labelled, err = warehouse.ReadCounts(file, summed)
		rows.All = t.sum.Rows
	case p.UseLabels:
		t.labelled, t.sum, rows, err = warehouse.ReadLabelled(file, summed)
	default:
		t.sum, rows, err = warehouse.Read(file, summed)
	}
	var check *warehouse.Check
	if err == nil {
		check, err = warehouse.ReadCheck(text[:length], summed)
	}
	if err != nil {
		return nil, OwnerReport{}, fmt.Errorf("private sums: %w", err)
	}
	report := blankReport()
	report.Rows = int(rows.All)
	if p.Unit != "" {
		report.People, report.MostRows, report.NamelessRows = &rows.People, rows.Most, rows.Nameless
	}
	if p.ReadsLabels() {
		report.LabelledRows, report.LabelPresent = &rows.Labelled, true
	}
	all := t.sum
	if t.labelled != nil {
		all = moment.Total(t.labelled, t.sum, p.Order())
		defer all.Wipe()
	}
	if all.Rows == 0 && p.Adjacency == method.ReplaceOne { // under add-remove the absence of rows is private too
		return nil, OwnerReport{}, words.Refuse("no-rows", "the sums have no rows")
	}
	if err := p.CheckRows(all.Rows); err != nil {
		return nil, OwnerReport{}, err
	}
	t.warnings = publicWarnings(p, all)
	report.addCheck(check, source.Schema)
	report.Shifts, report.FarColumns = columnShifts(all, p)
	report.Lines = report.lines(all, source.Schema, p)
	report.Stops = report.stops(source)
	return t, report, nil
}

// addCheck takes what a query returned for the owner.
func (r *OwnerReport) addCheck(check *warehouse.Check, schema dataset.Schema) {
	for k, c := range schema.Used() {
		if n := int(check.Unread[k]); n > 0 {
			r.RepairedByColumn[c.Name] = n
			r.RepairedCells += n
		}
	}
	r.ClippedRows = int(check.Clipped)
}
