package release

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/labelled"
	"privadapt/core/model/trees"
	"privadapt/core/must"
	"privadapt/core/release/appraisal"
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
			if what := all.Type().Field(i).Name; what != "LabelRange" || r.Kind != Model || r.Values.Base != nil {
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
	text := must.Get(os.ReadFile("../model/trees/testdata/stump.json"))(t)
	columns := schema().Used()
	m := must.Get(trees.DecodeXGBoost(text, columns, 0))(t)
	s := basemodel.Sample{Table: basemodel.Table{Columns: columns}}
	for j := range r.Provenance.SourceRows {
		s.Cells, s.Labels = append(s.Cells, float64(j%9), float64(j%2)), append(s.Labels, float64(j%9*5))
	}
	design := must.Get(auto.NewDesignWith(m, s, nil, method.File))(t)
	r.Values.Base = &labelled.Document{Blend: design.PublicChoice().Model}
	sum := sha256.Sum256(text)
	r.Certificate.Base = &Base{
		Kind: method.File,
		Candidates: []auto.Scored{
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
	r := reread(t, made)
	if base := must.Get(json.Marshal(r.Values.Base))(t); len(base) > 500 {
		t.Errorf("%s", base)
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
	other := must.Get(trees.DecodeXGBoost([]byte(strings.Replace(string(file), "40", "41", 1)), schema().Used(), 0))(t)
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
	m := must.Get(trees.DecodeXGBoost(text, schema().Used(), 0))(t)
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

// baseDocument holds a nonlinear model, of numbers or of classes.
func baseDocument(t testing.TB, classes int) *Release {
	t.Helper()
	const rows = 40
	s := basemodel.Sample{Table: basemodel.Table{Columns: schema().Used()}, Classes: classes}
	weights := make([]float64, rows)
	for j := range rows {
		x, c := 5+float64(j%11), float64(j%2)
		if j%13 == 0 {
			x = math.NaN()
		}
		y := float64(j%11*(j%11)) + 3*c
		if classes > 0 {
			y = float64(j % classes)
		}
		s.Cells, s.Labels = append(s.Cells, x, c), append(s.Labels, y)
		weights[j] = 1.0 / rows
	}
	design := must.Get(auto.NewDesign(s, nil, method.Trees))(t)
	choice := must.Get(design.Choose(weights, nil))(t)
	r := modelDocument()
	r.Values, r.Provenance.SourceRows = Values{Base: &labelled.Document{Blend: choice.Model}, Weights: weights}, rows
	r.Certificate.Base = &Base{
		Kind: method.Trees, Candidates: choice.Candidates, Public: choice.Public, Kept: choice.Kept,
	}
	if classes > 0 {
		r.Provenance.Schema.Classes = []string{"low", "mid", "high"}[:classes]
	}
	return r
}

// A document of a nonlinear model is read as it was written, and predicts as its model does, missing cells included.
func TestBaseDocument(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		made := baseDocument(t, classes)
		r := reread(t, made)
		p, report := must.Both(r.Predict(strings.NewReader("c,a\nred,14\n,oops\nblue,\n"), nil))(t)
		m, _ := r.BaseModel()
		scores := make([]float64, basemodel.Outputs(classes))
		for i, cells := range [][]float64{{14, 0}, {math.NaN(), math.NaN()}, {math.NaN(), 1}} {
			m.Predict(scores, cells)
			if classes == 0 {
				if p.Numbers[i] != scores[0] {
					t.Errorf("row %d: %v, the model says %v", i, p.Numbers[i], scores)
				}
				continue
			}
			want := make([]float64, classes)
			basemodel.Probabilities(want, scores)
			sum := 0.0
			for k, v := range want {
				sum += v
				if p.Probabilities[i*classes+k] != v || v > want[p.Label(i, classes)] {
					t.Errorf("row %d: %v, label %d, the model says %v", i, p.Probabilities, p.Label(i, classes), want)
				}
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("row %d: the probabilities %v sum to %v", i, want, sum)
			}
		}
		if report.RepairedCells != 3 || p.Rows != 3 {
			t.Errorf("%d classes: %+v, %d rows", classes, report, p.Rows)
		}
	}
}

// reread is what a reader of the written document gets.
func reread(t *testing.T, r *Release) *Release {
	t.Helper()
	return must.Get(Decode(must.Get(r.Encode())(t)))(t)
}

// isRead checks that a document, once written, can be read.
func isRead(t *testing.T, name string, r *Release) {
	t.Helper()
	text, err := r.Encode()
	if err == nil {
		_, err = Decode(text)
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

// isRefused checks that a document, once written, cannot be read, and in which words.
func isRefused(t *testing.T, name string, r *Release, says string) {
	t.Helper()
	text := must.Get(r.Encode())(t)
	if _, err := Decode(text); err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("%s: %v", name, err)
	}
}

// labelledDocument holds a model that private labels corrected: what labels do to the model, by the digest and the
// share in it.
func labelledDocument(t testing.TB) *Release {
	t.Helper()
	s := basemodel.Sample{Table: basemodel.Table{Columns: schema().Used()}}
	for j := range 40 {
		s.Cells, s.Labels = append(s.Cells, 5+float64(j%11), float64(j%2)), append(s.Labels, float64(j%11)+float64(j%3))
	}
	design := must.Get(auto.NewDesign(s, nil, method.Linear))(t)
	f := labelled.NewOffset(s, design.PublicChoice())
	delta := make([]float64, 1+basemodel.NewEncoding(s.Columns).Dim()+1)
	delta[0] = 2
	r, share := baseDocument(t, 0), 0.25
	r.Certificate.Features, r.Provenance.Features = "labels", features.Foreseen(schema())
	r.Values.Base = &labelled.Document{Corrected: labelled.NewCorrected(s.Columns, f, f.Model, 0.25, [][]float64{delta})}
	r.Certificate.Labels = &Labels{
		Order: 6, Residuals: 1, Base: method.Linear, OffsetSHA256: f.Digest(), Spread: f.Spread, RowsEstimate: 12.5,
		RowsNoise: 3, SumDeviation: 1, Share: &share,
		Errors: []LabelError{{Verdict: NoDifference}},
	}
	return r
}

// sumsDocument holds moments of three columns and the intercept, with labels.
func sumsDocument(t testing.TB) *Release {
	t.Helper()
	r := fullDocument(Moments)
	r.Values.LabelledSum, r.Values.UnlabelledSum = make([]string, 15), make([]string, 10)
	for _, sum := range [][]string{r.Values.LabelledSum, r.Values.UnlabelledSum} {
		for k := range sum {
			sum[k] = []string{"0", "-17", "1208925819614629174706176"}[k%3]
		}
	}
	r.Certificate.Labels = &Labels{
		Order: 5, Residuals: 1, Base: method.Linear, OffsetSHA256: strings.Repeat("0", 64), Spread: []float64{2},
		RowsEstimate: 12.5, RowsNoise: 3, SumDeviation: 1,
		Choice: &Choice{Base: method.Auto},
	}
	return r
}

// Sums have whole numbers of 60 digits at most, and rows of 63 residuals at most, one for each class but the first.
func TestLimitsOfSums(t *testing.T) {
	for text, is := range map[string]bool{
		"0": true, "7": true, "-7": true, "10": true, strings.Repeat("9", 60): true, "-" + strings.Repeat("9", 60): true,
		"": false, "-": false, "-0": false, "00": false, "07": false, "-07": false, "--7": false, "+7": false, " 7": false,
		"7 ": false, "7.0": false, "1e3": false, "x": false, "7/": false, "7:": false, strings.Repeat("9", 61): false,
	} {
		if isWhole(text) != is {
			t.Errorf("%q is whole: %v", text, !is)
		}
	}
	for _, residuals := range []int{0, 1, 63, 64} {
		r := sumsDocument(t)
		l, order := r.Certificate.Labels, 4+residuals
		l.Residuals, l.Order, l.Spread = residuals, order, make([]float64, residuals)
		r.Values.LabelledSum = slices.Repeat([]string{"1"}, order*(order+1)/2)
		r.Values.UnlabelledSum = slices.Repeat([]string{"1"}, (order-residuals)*(order-residuals+1)/2)
		if err := r.checkSums(); (err == nil) != (residuals == 1 || residuals == 63) {
			t.Errorf("%d residuals: %v", residuals, err)
		}
	}
	for classes, want := range map[int]appraisal.IntervalBounds{0: appraisal.Positive, 2: appraisal.ShareBounds, 3: appraisal.ShareBounds} {
		if got := ErrorBounds(classes); got != want {
			t.Errorf("errors of %d classes are within %v", classes, got)
		}
	}
}
