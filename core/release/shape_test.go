package release

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"reflect"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/xgboost"
	"privadapt/core/must"
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

// fileDocument holds a model that is in a file, and returns the file.
func fileDocument(t testing.TB) (*Release, []byte) {
	t.Helper()
	r := baseDocument(t, 0)
	text := must.Get(os.ReadFile("../model/xgboost/testdata/stump.json"))(t)
	columns := schema().Used()
	m := must.Get(xgboost.Decode(text, columns, 0))(t)
	s := basemodel.Sample{Table: basemodel.Table{Columns: columns}}
	for j := range r.Provenance.SourceRows {
		s.Cells, s.Labels = append(s.Cells, float64(j%9), float64(j%2)), append(s.Labels, float64(j%9*5))
	}
	design := must.Get(auto.NewDesignWith(m, s, nil, method.File))(t)
	r.Values.Base = must.Get(EncodeBase(design.PublicChoice().Model))(t)
	sum := sha256.Sum256(text)
	r.Certificate.Base = &Base{
		Kind: method.File,
		Candidates: []Candidate{
			{Base: method.File, Way: auto.Unweighted, Share: 1},
			{Base: method.File, Way: auto.Corrected},
		},
		File: &File{URL: "https://example.org/model.json", SHA256: hex.EncodeToString(sum[:])},
	}
	return r, text
}

// A model in a file predicts once its file is given, and no other one; the document holds the digest alone.
func TestFileDocument(t *testing.T) {
	made, file := fileDocument(t)
	text := must.Get(made.Encode())(t)
	r := must.Get(Decode(text))(t)
	if len(r.Values.Base) > 500 {
		t.Errorf("%d characters", len(r.Values.Base))
	}
	const table = "a,c\n2,red\n3,red\n"
	if _, _, err := r.Predict(strings.NewReader(table), nil); err == nil ||
		!strings.Contains(err.Error(), r.Certificate.Base.File.SHA256) ||
		!strings.Contains(err.Error(), "https://example.org/model.json") {
		t.Errorf("without the file: %v", err)
	}
	if err := r.ReadFile([]byte(strings.Replace(string(file), "40", "41", 1))); err == nil ||
		!strings.Contains(err.Error(), "SHA-256") {
		t.Errorf("another file: %v", err)
	}
	other := must.Get(xgboost.Decode([]byte(strings.Replace(string(file), "40", "41", 1)), schema().Used(), 0))(t)
	r.SetFile(other)
	if _, _, err := r.Predict(strings.NewReader(table), nil); err == nil {
		t.Error("a model predicts by another file")
	}
	must.Do(t, r.ReadFile(file))
	// 0.5 − 2.5 and 0.5 + 40, within the labels' 0 to 40.
	if p, _, err := r.Predict(strings.NewReader(table), nil); err != nil || p.Numbers[0] != 0 || p.Numbers[1] != 40 {
		t.Errorf("%+v %v", p, err)
	}
	if err := baseDocument(t, 0).ReadFile(file); err == nil || !strings.Contains(err.Error(), "names none") {
		t.Errorf("a release without a file: %v", err)
	}
}

// A certificate names a file in one place: of a base, of what labels are compared with, or of a report.
func TestThePlaceWhereAFileIsNamed(t *testing.T) {
	one, other := &File{SHA256: "1"}, &File{SHA256: "2"}
	for _, c := range []struct {
		certificate Certificate
		want        *File
	}{
		{Certificate{}, nil}, {Certificate{Base: &Base{}}, nil}, {Certificate{Base: &Base{File: one}}, one},
		{Certificate{Base: &Base{File: one}, Labels: &Labels{Choice: &Choice{File: other}}}, one},
		{Certificate{Labels: &Labels{}}, nil}, {Certificate{Labels: &Labels{Choice: &Choice{File: other}}}, other},
		{Certificate{Labels: &Labels{Choice: &Choice{}}}, nil}, {Certificate{Report: &Appraised{File: other}}, other},
	} {
		if got := (&Release{Certificate: c.certificate}).NamedFile(); got != c.want {
			t.Errorf("%+v names %+v", c.certificate, got)
		}
	}
	r, text := fileDocument(t)
	r.Certificate.Base.File.URL = ""
	if _, err := r.RowModel(); err == nil || strings.Contains(err.Error(), "published") {
		t.Errorf("a file that is published nowhere: %v", err)
	}
	if err := r.ReadFile(text); err != nil || r.GivenFile() == nil {
		t.Error(err)
	}
	sum := sha256.Sum256([]byte("{}"))
	if r.Certificate.Base.File.SHA256 = hex.EncodeToString(sum[:]); r.ReadFile([]byte("{}")) == nil {
		t.Error("a file of the right digest that is no model is taken")
	}
	if r.SetFile(nil); r.GivenFile() != nil {
		t.Error("a file that was taken back is there")
	}
}

// A query, a fragment or a user's name in the file's address may be a key to it, which a release must not give away; a
// document that states one is no release.
func TestAReleaseStatesTheOriginAndPathOfAnAddressAlone(t *testing.T) {
	const plain = "https://example.org/a@b/model.json"
	_, text := fileDocument(t)
	m := must.Get(xgboost.Decode(text, schema().Used(), 0))(t)
	for _, address := range []string{
		plain, plain + "?signature=secret", plain + "#token=secret", plain + "?a=1#token=secret", plain + "#token?secret",
		"https://secret@example.org/a@b/model.json", "https://me:secret@example.org/a@b/model.json?b#c",
		"https://me@x:secret@example.org/a@b/model.json",
	} {
		f := FileOf(m, address)
		if f.URL != plain || f.Check() != nil {
			t.Errorf("%s: %s %v", address, f.URL, f.Check())
		}
		if f.URL = address; (f.Check() == nil) != (address == plain) {
			t.Errorf("%s as it is: %v", address, f.Check())
		}
	}
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
