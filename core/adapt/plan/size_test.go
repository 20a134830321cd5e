package plan

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms"
	"privadapt/core/terms/method"
)

// A sample that memory or a document could not hold is refused before any private row is read, and one that they hold
// is not.
func TestSamplesBeyondMemoryAreRefused(t *testing.T) {
	var table strings.Builder
	for i := range 19 {
		fmt.Fprintf(&table, "c%d,", i)
	}
	table.WriteString("y\n")
	for j := range 30 {
		for i := range 19 {
			fmt.Fprintf(&table, "%d,", (j*(i+3)*7)%11)
		}
		fmt.Fprintf(&table, "%d.5\n", j)
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(table.String()), dataset.SourceOptions{Label: "y"}))(t)
	for _, c := range []struct {
		release   release.Kind
		mechanism method.Mechanism
		base      method.Base
		rows      int
		refused   bool
	}{
		{release.Weights, method.Moment, "", 1_150_000, false},
		{release.Weights, method.Moment, "", 1_160_000, true},
		{release.Model, method.Moment, method.Linear, 4_000_000, false},
		{release.Model, method.Moment, method.Linear, 5_000_000, true},
		{release.Model, method.Moment, method.Auto, 1_100_000, false}, // the weights are in the document too
		{release.Model, method.Moment, method.Auto, 1_300_000, true},
		{release.Model, method.Moment, method.Trees, 1_300_000, true},
		{release.Model, method.Selection, method.Linear, 3_000_000, false},
		{release.Model, method.Selection, method.Linear, 4_000_000, true},
		{release.Moments, method.Moment, "", 5_000_000, false},
		{release.Moments, method.Moment, "", 6_000_000, true},
	} {
		source.Rows = c.rows
		p := &Plan{
			Options: Options{Release: c.release, Mechanism: c.mechanism, Base: c.base, Epsilon: 1, Delta: 1e-6},
			Source:  source,
			Map:     features.Identity(source.Schema),
		}
		err := p.checkSize()
		if refusesSize(err) != c.refused {
			t.Errorf("%s by %s, base %q, %d rows: %v", c.release, c.mechanism, c.base, c.rows, err)
		}
		if !c.refused {
			continue // New would make room for the rows
		}
		if _, err := New(Options{Epsilon: 1, Delta: 1e-6, Release: c.release, Mechanism: c.mechanism, Base: c.base},
			source); !refusesSize(err) {
			t.Errorf("%s by %s, base %q, %d rows: the plan's error is %v", c.release, c.mechanism, c.base, c.rows, err)
		}
		// Whoever follows the advice is not refused again.
		var most int
		if _, err := fmt.Sscanf(err.Error()[strings.Index(err.Error(), "Take a random part of")+1:],
			"ake a random part of at most %d rows", &most); err == nil {
			if source.Rows = most; p.checkSize() != nil {
				t.Errorf("%s, base %q: %d rows are advised and refused", c.release, c.base, most)
			}
		}
	}
}

// So many columns or classes that no document has room are refused by their number, and a document of many columns is
// read. Who makes a campaign foresees the same size.
func TestColumnsBeyondADocumentAreRefused(t *testing.T) {
	for _, c := range []struct {
		release          release.Kind
		base             method.Base
		columns, classes int
		labels, refused  bool
	}{
		{release.Moments, "", 900, 0, false, false},
		{release.Moments, "", 1100, 0, false, true},
		{release.Moments, method.Auto, 900, 0, true, true},
		{release.Model, method.Auto, 2000, 0, true, false},
		{release.Model, method.Auto, 16000, 0, false, true},
		{release.Model, method.Linear, 16000, 0, false, false},
		{release.Model, method.Auto, 10, 64, true, false},
	} {
		schema := dataset.Schema{Label: "y"}
		for k := range c.classes {
			schema.Classes = append(schema.Classes, fmt.Sprint(k))
		}
		for i := range c.columns {
			schema.Columns = append(schema.Columns, dataset.Column{Name: fmt.Sprintf("c%d", i), Kind: dataset.Numeric, Scale: 1})
		}
		p := &Plan{
			Options: Options{Release: c.release, Mechanism: method.Moment, Base: c.base, UseLabels: c.labels, Epsilon: 1, Delta: 1e-6},
			Source:  &dataset.Source{Schema: schema, Rows: 300},
			Map:     features.Identity(schema),
		}
		asked := terms.Terms{Release: c.release, Base: c.base}
		if c.labels {
			asked.Labels = terms.RequiredLabels
		}
		if got, want := p.Facts(0).Bytes, asked.Extent(release.Provenance{SourceRows: 300, Schema: schema}).MostBytes(); got != want {
			t.Errorf("%+v: the owner's engine foresees %d bytes, and who asks for it %d", c, got, want)
		}
		err := p.checkSize()
		var failure *Error
		if errors.As(err, &failure) != c.refused || c.refused && !strings.Contains(failure.Message, "leave columns out") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func refusesSize(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Code == "sample-too-large" &&
		strings.Contains(failure.Message, "random part of")
}
