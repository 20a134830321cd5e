package release

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/must"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// wordyDocuments are documents that hold every text which a release can have.
func wordyDocuments(t *testing.T) []*Release {
	t.Helper()
	file, _ := fileDocument(t)
	documents := []*Release{fullDocument(Model), fullDocument(Weights), fullDocument(Moments), baseDocument(t, 3),
		labelledDocument(t), sumsDocument(t), file, reportDocument()}
	combined, united := fullDocument(Moments), fullDocument(Weights)
	var hash MembersHash
	hash.Add(testDigest)
	combined.Certificate.Combination = &Combination{
		Assumption: DisjointOwners, MembersSHA256: hash.Sum(),
		Members: []Member{{testID, testDigest}},
		Cohorts: []Cohort{{Releases: 1, N: 100, Epsilon: 1, Delta: 1e-6, Rho: 0.02, DiagonalVariance: "4000"}},
	}
	united.Provenance.Sources = []Source{
		{Name: "first.csv", SHA256: testDigest, Rows: 3, Weight: ptr(0.75), EffectiveRows: ptr(2.0)},
		{Name: "second.csv", SHA256: strings.Repeat("1", 64), Rows: 1, Weight: ptr(0.25), EffectiveRows: ptr(1.0)},
	}
	united.Provenance.SourceSHA256 = dataset.UnitedDigest([]string{testDigest, strings.Repeat("1", 64)})
	sums := sumsDocument(t)
	sums.Certificate.Labels.Choice.File = &File{URL: "https://example.org/model.json", SHA256: testDigest}
	mapped, s := fullDocument(Model), readSource(t)
	m := must.Get(features.Fit(features.Quadratic, s))(t)
	mapped.Provenance.Features, mapped.Values = m, RawModel(s, m, make([]float64, m.Dim()+1), 1)
	return append(documents, combined, united, sums, mapped)
}

func ptr(v float64) *float64 { return &v }

// reportDocument is a report of two classes with groups.
func reportDocument() *Release {
	r, by := modelDocument(), "c"
	r.Kind, r.Provenance.Schema.Classes = Report, []string{"no", "yes"}
	r.Certificate.Mechanism, r.Certificate.Solver, r.Certificate.Smoothing = method.Tally, method.NoSolver, ""
	r.Certificate.Report = &Appraised{
		Model:       PublicModel,
		Base:        method.Linear,
		ModelSHA256: testDigest,
		Predictions: []float64{-1, 0, 0, 1},
		GroupBy:     &by,
		File:        &File{URL: "https://example.org/model.json", SHA256: testDigest},
	}
	r.Values = Values{
		Counts: make([]float64, appraisal.Layout{Predictions: make([]float64, 4), Classes: 2, Groups: 3}.Cells()),
	}
	return r
}

// texts calls visit with the place and the value of every text below v.
func texts(place string, v reflect.Value, visit func(place string, v reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				texts(place+"."+f.Name, v.Field(i), visit)
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			texts(place, v.Elem(), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			texts(place, v.Index(i), visit)
		}
	case reflect.String:
		visit(place, v)
	}
}

// No text of a document is free: whatever private figure someone writes in its place, in words or in digits, no reader
// takes it for a release. The names that the public sample has are its own, and a name of a sample is what the caller
// calls it.
func TestNothingInADocumentIsFreeText(t *testing.T) {
	named := []string{".Provenance.Schema.Label", ".Provenance.Schema.Classes", ".Provenance.Schema.Columns.Name",
		".Provenance.Schema.Columns.Levels.Name", ".Provenance.Sources.Name"}
	seen := map[string]bool{}
	for i, made := range wordyDocuments(t) {
		text := must.Get(made.Encode())(t)
		if _, err := Decode(text); err != nil {
			t.Fatalf("document %d: %v", i, err)
		}
		texts("", reflect.ValueOf(made), func(place string, v reflect.Value) {
			kept := v.String()
			seen[place] = true
			for _, other := range []string{
				"the exact number of labels is 1475", "1475", kept + "\n", kept + " ", kept + "1475", kept + ".147",
				"\x1b[2K" + kept, strings.ToUpper(kept) + "X", strings.Repeat("9", 2000), strings.Repeat("x", 100_000),
			} {
				if other == kept || kept == "" && strings.TrimSpace(other) == "" {
					continue
				}
				v.SetString(other)
				text := must.Get(made.Encode())(t)
				if _, err := Decode(text); err == nil && !slices.Contains(named, place) && !mayBe(place, other) {
					t.Errorf("document %d: %q is read as %s", i, other, place)
				}
			}
			v.SetString(kept)
		})
	}
	// All places are tried that the types have.
	var missing []string
	every("", reflect.TypeFor[Release](), func(place string) {
		if !seen[place] {
			missing = append(missing, place)
		}
	})
	if missing != nil {
		t.Errorf("no document holds %v", missing)
	}
}

// mayBe reports whether a text is a number where one stands.
func mayBe(place, text string) bool {
	number := !strings.ContainsFunc(strings.TrimPrefix(text, "-"), func(c rune) bool { return c < '0' || c > '9' })
	sum := place == ".Values.LabelledSum" || place == ".Values.UnlabelledSum"
	return number && (sum && len(text) <= 60 || strings.HasSuffix(place, ".DiagonalVariance") && len(text) <= 100) ||
		place == ".CampaignID" && len(text) <= 64 && !strings.ContainsAny(text, " \n\x1b") ||
		strings.HasSuffix(place, ".File.URL") && !strings.ContainsAny(text, " \n\x1b")
}

// every calls visit with the place of every text that a type can hold.
func every(place string, of reflect.Type, visit func(place string)) {
	switch of.Kind() {
	case reflect.Struct:
		for i := range of.NumField() {
			if f := of.Field(i); f.IsExported() {
				every(place+"."+f.Name, f.Type, visit)
			}
		}
	case reflect.Pointer, reflect.Slice:
		every(place, of.Elem(), visit)
	case reflect.String:
		visit(place)
	}
}

// Names of the public sample have at most 1000 bytes, in its reader as in a document.
func TestNamesAreOfBoundedLength(t *testing.T) {
	for _, length := range []int{1000, 1001} {
		long := strings.Repeat("x", length)
		for name, change := range map[string]func(*dataset.Schema){
			"label":  func(s *dataset.Schema) { s.Label = long },
			"column": func(s *dataset.Schema) { s.Columns[1].Name = long },
			"level":  func(s *dataset.Schema) { s.Columns[2].Levels[1].Name = long },
		} {
			s := schema()
			if change(&s); (s.Validate() == nil) != (length == 1000) {
				t.Errorf("a %s of %d bytes: %v", name, length, s.Validate())
			}
		}
		for name, table := range map[string]string{
			"label":   fmt.Sprintf("a,%s\n1,2\n2,3\n", long),
			"column":  fmt.Sprintf("%s,y\n1,2\n2,3\n", long),
			"ignored": fmt.Sprintf("a,%s,y\n1,1,2\n2,1,3\n", long),
			"level":   fmt.Sprintf("a,c,y\n1,%s,2\n2,x,3\n", long),
			"class":   fmt.Sprintf("a,y\n1,%s\n2,no\n3,no\n", long),
		} {
			o := dataset.SourceOptions{Label: "y"}
			if name == "label" {
				o.Label = long
			}
			s, err := dataset.ReadSource(strings.NewReader(table), o)
			if (err == nil) != (length == 1000) || err == nil && s.Schema.Validate() != nil ||
				err != nil && len(err.Error()) > 3000 {
				t.Errorf("a %s of %d bytes: %.300v", name, length, err)
			}
		}
	}
}
