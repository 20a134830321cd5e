package release

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// A document of more counts than are computed in a second is no release, although it has as many as its schema says;
// one of fewer is.
func TestAReportOfTooManyCountsIsNotRead(t *testing.T) {
	for levels, read := range map[int]bool{2: true, 13: true, 14: false, 50: false} {
		c := dataset.Column{Name: "c", Kind: dataset.Categorical}
		for k := range levels {
			c.Levels = append(c.Levels, dataset.Level{Name: fmt.Sprint(k)})
		}
		r := &Release{Kind: Report}
		r.Provenance.Schema.Columns = []dataset.Column{c}
		for k := range 64 {
			r.Provenance.Schema.Classes = append(r.Provenance.Schema.Classes, fmt.Sprint(k))
		}
		r.Certificate.Report = &Appraised{
			Model:       PublicModel,
			Base:        method.Linear,
			ModelSHA256: strings.Repeat("0", 64),
			GroupBy:     &c.Name,
		}
		r.Values.Counts = make([]float64, appraisal.Layout{Classes: 64, Groups: levels + 1}.Cells())
		if err := r.checkReport(); (err == nil) != read ||
			err != nil && !strings.Contains(err.Error(), "at most 65536 are read") {
			t.Errorf("%d levels: %v", levels, err)
		}
	}
}

// A report is divided by a categorical column of at most 50 values, and of few enough that all counts are read. The
// reason why it is not names what can be chosen, a dozen at most.
func TestColumnsThatDivideAReport(t *testing.T) {
	of := func(classes int, levels ...int) (s dataset.Schema) {
		for k := range classes {
			s.Classes = append(s.Classes, fmt.Sprint(k))
		}
		s.Columns = []dataset.Column{{Name: "number", Kind: dataset.Numeric}}
		for k, n := range levels {
			c := dataset.Column{Name: fmt.Sprint("c", k), Kind: dataset.Categorical}
			c.Levels = make([]dataset.Level, n)
			s.Columns = append(s.Columns, c)
		}
		return s
	}
	const twelve = `choose one of "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11"`
	ones := slices.Repeat([]int{2}, 12)
	for _, c := range []struct {
		schema dataset.Schema
		by     string
		says   string // the end of the reason
	}{
		{of(0, MostGroups), "c0", ""},
		{of(0, MostGroups+1), "c0", "at most 50 values; the public sample has none"},
		{of(0, 2, MostGroups+1), "number", `; choose one of "c0"`},
		{of(0, 2, 3), "c2", `; choose one of "c0", "c1"`},
		{of(0, ones...), "", "; " + twelve},
		{of(0, append(ones, 2)...), "", "; " + twelve + " and 1 more"},
		{of(0, append(ones, 2, 2)...), "", "; " + twelve + " and 2 more"},
		{of(2, MostGroups), "c0", ""},
		{of(64, 13), "c0", ""},
		{of(64, 14), "c0", `each of the 14 values of the column "c0" has 65552 counts, and at most 65536 are read; ` +
			"divide it by a column of fewer values, or by none"},
	} {
		err := CheckGroups(c.schema, c.by)
		if (err == nil) != (c.says == "") || err != nil && !strings.HasSuffix(err.Error(), c.says) {
			t.Errorf("%d classes, by %q: %v, not %q", len(c.schema.Classes), c.by, err, c.says)
		}
	}
}

// Where n is stated the rows of all counts together are n, and so are the rows of all groups together; each group
// has the name of its level, and the last has none.
func TestFiguresAreOfTheStatedRows(t *testing.T) {
	r := reportDocument()
	for k := range r.Values.Counts {
		r.Values.Counts[k] = float64(100 + 7*k%11)
	}
	r.Certificate.N, r.Certificate.Noise.DiagonalVariance = 3000, "1000000000000"
	f := must.Get(r.Figures())(t)
	rows := func(x appraisal.Figures) float64 { return *x.Labelled.Value + *x.Unlabelled.Value }
	grouped, names := 0.0, []string{}
	for _, g := range f.Groups {
		grouped += rows(g.Figures)
		if g.Level != nil {
			names = append(names, *g.Level)
		}
	}
	if all := rows(f.All); math.Abs(all-3000) > 1e-6 || math.Abs(grouped-3000) > 1e-6 {
		t.Errorf("3000 rows are %v, and %v in groups", all, grouped)
	}
	var levels []string
	for _, c := range r.Provenance.Schema.Used() {
		for _, level := range c.Levels {
			levels = append(levels, level.Name)
		}
	}
	if !slices.Equal(names, levels) || len(f.Groups) != len(levels)+1 || f.Groups[len(levels)].Level != nil {
		t.Errorf("%d groups are called %q, the levels %q", len(f.Groups), names, levels)
	}
}
