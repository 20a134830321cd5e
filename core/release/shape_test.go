package release

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/terms/method"
)

// A document holds the values of its kind, and none of another kind: whatever field is added to those that it has, or
// taken away, no reader takes it. Only limits to predictions may be left out.
func TestValuesAreThoseOfTheKind(t *testing.T) {
	made := map[string]func() *Release{
		"a linear model":      modelDocument,
		"a base model":        func() *Release { return baseDocument(t, 0) },
		"weights":             func() *Release { return fullDocument(Weights) },
		"moments":             func() *Release { return fullDocument(Moments) },
		"moments with labels": func() *Release { return sumsDocument(t) },
		"a report":            reportDocument,
	}
	all := reflect.New(reflect.TypeFor[Values]()).Elem()
	for _, of := range made {
		values := reflect.ValueOf(of().Values)
		for i := range values.NumField() {
			if !values.Field(i).IsZero() {
				all.Field(i).Set(values.Field(i))
			}
		}
	}
	for name, of := range made {
		isRead(t, name, of())
		for i := range all.NumField() {
			r := of()
			field := reflect.ValueOf(&r.Values).Elem().Field(i)
			if field.IsZero() {
				field.Set(all.Field(i))
			} else {
				field.SetZero()
			}
			if what := all.Type().Field(i).Name; what != "LabelRange" || r.Kind != Model || r.Values.Base != "" {
				isRefused(t, name+", changed in "+what, r, "")
			}
		}
	}
}

// What a certificate says of a base, of labels and of a report goes with the kinds that have one.
func TestPartsOfACertificateAreThoseOfTheKind(t *testing.T) {
	base, labels := baseDocument(t, 0).Certificate.Base, labelledDocument(t).Certificate.Labels
	report := reportDocument().Certificate.Report
	for _, of := range []func() *Release{modelDocument, func() *Release { return fullDocument(Weights) },
		func() *Release { return fullDocument(Moments) }, reportDocument} {
		for what, change := range map[string]func(c *Certificate){
			"a base":   func(c *Certificate) { c.Base = base },
			"labels":   func(c *Certificate) { c.Labels = labels },
			"a report": func(c *Certificate) { c.Report = map[bool]*Appraised{true: nil, false: report}[c.Report != nil] },
		} {
			r := of()
			change(&r.Certificate)
			isRefused(t, string(r.Kind)+" changed in "+what, r, "")
		}
	}
	for kind, has := range map[Kind][3]bool{ // labels may enter, a base without labels, a base with labels
		Model: {true, true, true}, Weights: {}, Moments: {true, false, true}, Report: {false, true, true},
	} {
		if kind.TakesLabels() != has[0] || kind.HasBase(false) != has[1] || kind.HasBase(true) != has[2] {
			t.Errorf("%s: labels %v, base %v and %v", kind, kind.TakesLabels(), kind.HasBase(false), kind.HasBase(true))
		}
	}
}

// A model has the coefficients of the schema, in its order, and its limits are two numbers in order.
func TestCoefficientsAreThoseOfTheSchema(t *testing.T) {
	red := "red"
	for _, c := range []struct {
		name, says string
		change     func(v *Values)
	}{
		{"as it is", "", func(*Values) {}},
		{"no limits", "", func(v *Values) { v.LabelRange = nil }},
		{"equal limits", "", func(v *Values) { v.LabelRange = []float64{1, 1} }},
		{"limits out of order", "range of the labels", func(v *Values) { v.LabelRange = []float64{1, 0.9} }},
		{"one limit", "range of the labels", func(v *Values) { v.LabelRange = v.LabelRange[:1] }},
		{"three limits", "range of the labels", func(v *Values) { v.LabelRange = []float64{1, 2, 3} }},
		{"no intercept", "no intercept", func(v *Values) { v.Intercept = nil }},
		{"one more", "4 coefficients", func(v *Values) { v.Coefficients = append(v.Coefficients, v.Coefficients[0]) }},
		{"another column", "coefficient 1", func(v *Values) { v.Coefficients[0].Column = "b" }},
		{"a feature", "coefficient 1", func(v *Values) { v.Coefficients[0].Feature = "a" }},
		{"a level of a number", "coefficient 1", func(v *Values) { v.Coefficients[0].Level = &red }},
		{"no level", "coefficient 2", func(v *Values) { v.Coefficients[1].Level = nil }},
		{"another level", "coefficient 3", func(v *Values) { v.Coefficients[2].Level = &red }},
	} {
		r := modelDocument()
		c.change(&r.Values)
		if c.says == "" {
			isRead(t, c.name, r)
		} else {
			isRefused(t, c.name, r, c.says)
		}
	}
}

// Weights are as many as rows, none below 0, of a sum of 1 up to 10⁻⁹; moments are square and symmetric.
func TestLimitsOfWeightsAndMoments(t *testing.T) {
	for _, c := range []struct {
		q  []float64
		is bool
	}{
		{[]float64{1, 0, 0, 0}, true}, {[]float64{1 + 0.9e-9, 0, 0, 0}, true}, {[]float64{1 - 0.9e-9, 0, 0, 0}, true},
		{[]float64{1 + 1.1e-9, 0, 0, 0}, false}, {[]float64{1 - 1.1e-9, 0, 0, 0}, false},
		{[]float64{1, -1e-300, 0, 0}, false}, {[]float64{1, 0, 0}, false}, {[]float64{1, 0, 0, 0, 0}, false},
	} {
		r := fullDocument(Weights)
		if r.Values.Weights = c.q; c.is {
			isRead(t, fmt.Sprint(c.q), r)
		} else {
			isRefused(t, fmt.Sprint(c.q), r, "weight")
		}
	}
	for name, change := range map[string]func(v *Values){
		"a row less":        func(v *Values) { v.Moments = v.Moments[:3] },
		"a row more":        func(v *Values) { v.Moments = append(v.Moments, make([]float64, 4)) },
		"an entry more":     func(v *Values) { v.Moments[3] = append(slices.Clone(v.Moments[3]), 0) },
		"an entry less":     func(v *Values) { v.Moments[0] = v.Moments[0][:3] },
		"not symmetric":     func(v *Values) { v.Moments[3][2] = 1e-300 },
		"a name less":       func(v *Values) { v.Names = v.Names[:3] },
		"a name more":       func(v *Values) { v.Names = append(v.Names, "d") },
		"another name":      func(v *Values) { v.Names[0] = "intercept" },
		"names in capitals": func(v *Values) { v.Names[1] = "A" },
	} {
		r := fullDocument(Moments)
		change(&r.Values)
		isRefused(t, name, r, "moments")
	}
}

// A schema, features and a combination are checked with the document that holds them.
func TestPartsOfADocumentAreChecked(t *testing.T) {
	for name, change := range map[string]func(r *Release){
		"a schema without a label":   func(r *Release) { r.Provenance.Schema.Label = "" },
		"a column twice":             func(r *Release) { r.Provenance.Schema.Columns[1].Name = "a" },
		"classes of a linear model":  func(r *Release) { r.Provenance.Schema.Classes = []string{"no", "yes"} },
		"samples that are not those": func(r *Release) { r.Provenance.Sources = []Source{{SHA256: testDigest, Rows: 4}} },
		"a combination of nothing": func(r *Release) {
			r.Certificate.Combination = &Combination{Assumption: DisjointOwners, MembersSHA256: testDigest}
		},
	} {
		r := modelDocument()
		change(r)
		isRefused(t, name, r, "")
	}
	mapped := wordyDocuments(t)
	last := mapped[len(mapped)-1]
	last.Provenance.Features.Scales = last.Provenance.Features.Scales[1:]
	isRefused(t, "a map of a scale too few", last, "features")
}

// Cohorts stand in the order of what they state.
func TestOrderOfCohorts(t *testing.T) {
	list := []Cohort{
		{Epsilon: 1, Delta: 2, Rho: 3, DiagonalVariance: "10"}, {Epsilon: 1, Delta: 2, Rho: 3, DiagonalVariance: "9"},
		{Epsilon: 1, Delta: 2, Rho: 4}, {Epsilon: 1, Delta: 3, Rho: 1}, {Epsilon: 2, Delta: 1, Rho: 1},
	}
	for i, one := range list {
		for j, other := range list {
			if got := one.Compare(other); got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("%+v and %+v: %d", one, other, got)
			}
		}
	}
}

// The column that names people stands where people of one owner are protected, and nowhere else. It is one line of
// visible characters, of at most 200 bytes.
func TestTheColumnOfPeople(t *testing.T) {
	for _, c := range []struct {
		unit     method.Unit
		column   string
		combined bool
		is       bool
	}{
		{method.Record, "", false, true}, {method.Record, "id", false, false}, {method.Record, "", true, true},
		{method.Record, "id", true, false}, {method.Person, "id", false, true}, {method.Person, "", false, false},
		{method.Person, "", true, true}, {method.Person, "id", true, false},
		{method.Person, strings.Repeat("é", 100), false, true}, {method.Person, strings.Repeat("é", 100) + "x", false, false},
		{method.Person, strings.Repeat("x", 200), false, true}, {method.Person, strings.Repeat("x", 201), false, false},
		{method.Person, "an id", false, true}, {method.Person, " id", false, false}, {method.Person, "id ", false, false},
		{method.Person, "i\nd", false, false}, {method.Person, "i\u00a0d", false, false},
		{method.Person, "i\u202ed", false, false}, {method.Person, "i\xffd", false, false},
	} {
		r := fullDocument(Moments)
		r.Certificate.Unit, r.Certificate.UnitColumn = c.unit, c.column
		if c.combined {
			r.Certificate.Combination = &Combination{Assumption: DisjointOwners, MembersSHA256: testDigest,
				Cohorts: []Cohort{{Releases: 1, DiagonalVariance: "4"}}}
		}
		if err := r.CheckWords(); (err == nil) != c.is {
			t.Errorf("%s by %q, combined: %v: %v", c.unit, c.column, c.combined, err)
		}
	}
}

// A release is of a sample only where the bytes are the same and were read in the same way.
func TestReleasesOfASample(t *testing.T) {
	r := modelDocument()
	other := schema()
	other.Columns[0].Mean++
	for _, c := range []struct {
		digest string
		schema dataset.Schema
		is     bool
	}{{testDigest, schema(), true}, {strings.Repeat("0", 64), schema(), false}, {testDigest, other, false}} {
		if r.IsOf(c.digest, c.schema) != c.is {
			t.Errorf("%+v", c)
		}
	}
}
