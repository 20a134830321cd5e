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
		rows      int
		refused   bool
	}{
		{release.Weights, method.Moment, release.MostWeights, false},
		{release.Weights, method.Moment, release.MostWeights + 1, true},
		{release.Model, method.Moment, 4_000_000, false},
		{release.Model, method.Moment, 5_000_000, true},
		{release.Model, method.Selection, 3_000_000, false},
		{release.Model, method.Selection, 4_000_000, true},
		{release.Moments, method.Moment, 5_000_000, false},
		{release.Moments, method.Moment, 6_000_000, true},
	} {
		source.Rows = c.rows
		p := &Plan{
			Options: Options{Release: c.release, Mechanism: c.mechanism},
			Source:  source,
			Map:     features.Identity(source.Schema),
		}
		if err := p.checkSize(); refusesSize(err) != c.refused {
			t.Errorf("%s by %s, %d rows: %v", c.release, c.mechanism, c.rows, err)
		}
		if !c.refused {
			continue // New would make room for the rows
		}
		if _, err := New(Options{Epsilon: 1, Delta: 1e-6, Release: c.release, Mechanism: c.mechanism},
			source); !refusesSize(
			err,
		) {
			t.Errorf("%s by %s, %d rows: the plan's error is %v", c.release, c.mechanism, c.rows, err)
		}
	}
}

func refusesSize(err error) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Code == "sample-too-large" &&
		strings.Contains(failure.Message, "random part")
}
