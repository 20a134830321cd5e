package release

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/auto"
	"privadapt/core/model/labelled"
	"privadapt/core/must"
	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// A document of more than 32 MB, or deeper than 64, is refused before it is parsed: these are not even JSON, and the
// error names their size or depth.
func TestTooLargeOrTooDeepIsRefusedAtOnce(t *testing.T) {
	for _, c := range []struct{ name, text, says string }{
		{"a byte more than 32 MB", strings.Repeat("x", MostBytes+1), "32 MB"},
		{"32 MB", strings.Repeat(" ", MostBytes), "not a JSON document"},
		{"65 arrays", strings.Repeat("[", 65), "64 deep"},
		{"65 objects", strings.Repeat(`{"a":`, 65), "64 deep"},
		{"a million arrays", strings.Repeat("[", 1_000_000), "64 deep"},
		{"64 arrays", strings.Repeat("[", 64), "not a JSON document"},
		{"brackets side by side", "[" + strings.Repeat("[],", 100), "not a JSON document"},
		{"brackets in a string", `["` + strings.Repeat("[", 100) + `\"` + strings.Repeat("[", 100), "not a JSON document"},
	} {
		_, err := Decode([]byte(c.text))
		if _, ok := err.(*words.Error); !ok || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// White space, the order of fields and other spellings of the same number or letter make no difference.
func TestDecodeReadsTheSameDocumentInOtherWords(t *testing.T) {
	r := modelDocument()
	r.Provenance.Schema.Columns[0].Name, r.Provenance.Schema.Label = `a "quoted\ <name>`, "x y"
	r.Values.Coefficients[0].Column = r.Provenance.Schema.Columns[0].Name
	written := must.Get(r.Encode())(t)
	var compact bytes.Buffer
	must.Do(t, json.Compact(&compact, written))
	for name, text := range map[string]string{
		"as written":        string(written),
		"compact":           compact.String(),
		"tabs and returns":  strings.ReplaceAll(string(written), "\n ", "\r\n\t"),
		"letters unescaped": strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(written)),
		"0 as 0e3":          strings.Replace(compact.String(), `"epsilon":0`, `"epsilon":0e3`, 1),
		"another order": strings.Replace(strings.Replace(compact.String(), `"version":1,`, "", 1),
			`"kind":"model",`, `"kind":"model","version":1,`, 1),
	} {
		read, err := Decode([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if again, _ := read.Encode(); !bytes.Equal(again, written) {
			t.Errorf("%s: read as another document", name)
		}
	}
	for name, text := range map[string]string{
		"a space in a string": strings.Replace(compact.String(), `"x y"`, `"x  y"`, 1),
		"a space less":        strings.Replace(compact.String(), `"x y"`, `"xy"`, 1),
	} {
		if read, err := Decode([]byte(text)); err != nil || read.Provenance.Schema.Label == r.Provenance.Schema.Label {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Two texts may differ in white space, but not in the white space of a string. A string ends at a quote that is not
// escaped.
func TestSameButSpace(t *testing.T) {
	for _, c := range []struct {
		text, compact string
		same          bool
	}{
		{`{"a":1}`, `{"a":1}`, true}, {" {\t\"a\" :\r\n1 } ", `{"a":1}`, true}, {`{"a b":1}`, `{"a b":1}`, true},
		{`{"a b":1}`, `{"ab":1}`, false}, {`{"a  b":1}`, `{"a b":1}`, false}, {`{"a":"b c"}`, `{"a":"bc"}`, false},
		{"{\"a\tb\":1}", `{"ab":1}`, false}, {"{\"a\nb\":1}", `{"ab":1}`, false}, {"{\"a\rb\":1}", `{"ab":1}`, false},
		{`{"a\" b":1}`, `{"a\"b":1}`, false}, {`{"a\\" :1}`, `{"a\\":1}`, true}, {`{"a\\\" :1}`, `{"a\\\":1}`, false},
		{`{"a\"":1}`, `{"a\\":1}`, false}, {`"\u0022x"`, `"\"y"`, false}, {`"\u0022"`, `"\u0022"`, true},
		{`{"a":1}x`, `{"a":1}`, false}, {`{"a":1`, `{"a":1}`, false}, {`"\`, `"\"`, false}, {`"\"`, `"\`, false},
		{``, ``, true}, {` `, ``, true}, {`1`, ``, false}, {``, `1`, false}, {`1 2`, `12`, true}, {`1`, `2`, false},
	} {
		if got := sameButSpace([]byte(c.text), []byte(c.compact)); got != c.same {
			t.Errorf("%q and %q: %v", c.text, c.compact, got)
		}
	}
}

// A field that is there twice is seen, wherever it stands: before or after a letter that is spelled otherwise.
func TestAFieldTwiceIsSeenBesideOtherSpellings(t *testing.T) {
	r := modelDocument()
	r.Provenance.Schema.Label = `the "label"`
	text := must.Get(r.Encode())(t)
	spelled := strings.Replace(string(text), `the \"label`, `the \u0022label`, 1)
	if spelled == string(text) {
		t.Fatal("nothing is spelled otherwise")
	}
	for name, c := range map[string]struct {
		field, twice string
		read         bool
	}{
		"once":   {`"draws": 0`, `"draws": 0`, true},
		"before": {`"draws": 0`, `"draws": 7, "draws": 0`, false},
		"after":  {`"engineVersion": "1.2.3"`, `"engineVersion": "9.9.9", "engineVersion": "1.2.3"`, false},
		"a part": {`"provenance": {`, `"provenance": {}, "provenance": {`, false},
	} {
		changed := strings.Replace(spelled, c.field, c.twice, 1)
		if _, err := Decode([]byte(changed)); (err == nil) != c.read || !strings.Contains(changed, c.twice) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The document is the one that encoding/json indents, to the last byte, whatever texts it has; a base model has one line.
func TestADocumentIsWrittenAsJSONIndentsIt(t *testing.T) {
	tricky := "\n  \"base\": {}\n"
	for _, base := range []*labelled.Document{nil, {}} {
		r := &Release{
			Format: Format, ReleaseID: tricky, Values: Values{Base: base}, Certificate: Certificate{Accountant: tricky},
		}
		want := must.Get(json.MarshalIndent(r, "", " "))(t)
		if got, err := r.Encode(); err != nil || !bytes.Equal(got, append(want, '\n')) {
			t.Errorf("%v\n%s", err, got)
		}
	}
	if _, err := (&Release{Values: Values{Weights: []float64{1, math.NaN()}}}).Encode(); err == nil {
		t.Error("a weight that is no number is written")
	}
}

// wordyDocuments are documents that hold every text which a release can have.
func wordyDocuments(t *testing.T) []*Release {
	t.Helper()
	file, _ := fileDocument(t)
	documents := []*Release{fullDocument(Model), fullDocument(Weights), fullDocument(Moments), baseDocument(t, 3),
		labelledDocument(t), sumsDocument(t), file, reportDocument()}
	combined := fullDocument(Moments)
	combined.Certificate.Combination = &Combination{
		Assumption: DisjointOwners, MembersSHA256: MembersSHA256([]Member{{testID, testDigest}}),
		Members: []Member{{testID, testDigest}},
		Cohorts: []Cohort{{Releases: 1, N: 100, Epsilon: 1, Delta: 1e-6, Rho: 0.02, DiagonalVariance: "4000"}},
	}
	sums := sumsDocument(t)
	sums.Certificate.Labels.Choice.File = &File{URL: "https://example.org/model.json", SHA256: testDigest}
	return append(documents, combined, sums)
}

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

func isWritten(f reflect.StructField) bool { return f.IsExported() && f.Tag.Get("json") != "-" }

// texts calls visit with the place and the value of every text below v.
func texts(place string, v reflect.Value, visit func(place string, v reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); isWritten(f) {
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
// takes it for a release. The names that the public sample has are its own.
func TestNothingInADocumentIsFreeText(t *testing.T) {
	named := []string{".Provenance.Schema.Label", ".Provenance.Schema.Classes", ".Provenance.Schema.Columns.Name",
		".Provenance.Schema.Columns.Levels.Name"}
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
	return number && (sum && len(text) <= 60 || strings.HasSuffix(place, "Variance") && len(text) <= 100) ||
		place == ".CampaignID" && len(text) <= 64 && !strings.ContainsAny(text, " \n\x1b") ||
		strings.HasSuffix(place, ".File.URL") && !strings.ContainsAny(text, " \n\x1b")
}

// every calls visit with the place of every text that a type can hold.
func every(place string, of reflect.Type, visit func(place string)) {
	switch of.Kind() {
	case reflect.Struct:
		for i := range of.NumField() {
			if f := of.Field(i); isWritten(f) {
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

// fill gives every field the longest value that it can have in a certificate: a number of 25 characters, a text as long
// as a digest.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Float64:
		v.SetFloat(-1.2345678901234567e-6)
	case reflect.Int, reflect.Int64:
		v.SetInt(-1 << 62)
	case reflect.String:
		v.SetString(strings.Repeat("0", 64))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	}
}

// The room that is kept for a certificate and the head of a document is enough for the longest ones, with all
// candidates that there can be, and that for residuals, shares of samples and places of a report is enough for theirs.
func TestTheCertificateHasRoom(t *testing.T) {
	var c Certificate
	c.Base = &Base{}
	fill(reflect.ValueOf(&c).Elem())
	c.Noise.DiagonalVariance = strings.Repeat("9", 100)
	c.Combination = nil // of several owners
	c.Base.File, c.Labels.Choice, c.Report = nil, nil, nil
	c.Base.Candidates = make([]auto.Scored, auto.MostCandidates)
	fill(reflect.ValueOf(c.Base.Candidates))
	c.Labels.Spread, c.Labels.Errors = make([]float64, 3), make([]LabelError, 3)
	fill(reflect.ValueOf(c.Labels.Spread))
	fill(reflect.ValueOf(c.Labels.Errors))
	id := strings.Repeat("0", 64)
	r := &Release{Format: Format, Version: Version, ReleaseID: id, CampaignID: &id, Kind: Weights, Certificate: c,
		Provenance: Provenance{
			SourceSHA256:         id,
			WasmSHA256:           &id,
			EngineVersion:        id,
			SettingsAfterPreview: new(bool),
		},
	}
	text := must.Get(r.Encode())(t)
	e := Extent{Kind: Weights, Known: r.Provenance, Residuals: 3}
	t.Logf("%d of %d bytes", len(text), e.MostBytes())
	if len(text) > e.MostBytes() {
		t.Errorf("%d bytes, and room for %d", len(text), e.MostBytes())
	}
	one := Extent{Kind: Weights, Residuals: 1}.MostBytes() - Extent{Kind: Weights}.MostBytes()
	if spare := len(text) - 3*one; spare > certificateBytes+lengthOf(r.Provenance) {
		t.Errorf("%d bytes without residuals", spare)
	}
}

// Counts and nodes have the room of a number each.
func TestAReportHasRoom(t *testing.T) {
	a := &Appraised{
		Model:       PublicModel,
		ModelSHA256: strings.Repeat("0", 64),
		Predictions: make([]float64, 64),
		Residuals:   make([]float64, 64),
	}
	fill(reflect.ValueOf(a.Predictions))
	fill(reflect.ValueOf(a.Residuals))
	r := &Release{
		Kind:        Report,
		Values:      Values{Counts: make([]float64, appraisal.MostCells)},
		Certificate: Certificate{Report: a},
	}
	fill(reflect.ValueOf(r.Values.Counts))
	text := must.Get(r.Encode())(t)
	if most := (Extent{Kind: Report, Appraised: a, Counts: appraisal.MostCells}).MostBytes(); len(text) > most ||
		most > len(text)+len(text)/10+certificateBytes {
		t.Errorf("%d bytes, and room for %d", len(text), most)
	}
}

// The longest weights that there are take all the room that is kept for them.
func TestTheBoundOnWeightsIsReached(t *testing.T) {
	r := &Release{Kind: Weights, Values: Values{Weights: make([]float64, 10_000)}}
	for j := range r.Values.Weights {
		r.Values.Weights[j] = 1.2345678901234567e-6
	}
	text := must.Get(r.Encode())(t)
	known := Provenance{SourceRows: 10_000}
	room := Extent{
		Kind:  Weights,
		Known: known,
	}.MostBytes() - Extent{
		Kind: Weights,
	}.MostBytes() - (lengthOf(known) - lengthOf(Provenance{}))
	if room != 10_000*len(",\n   0.0000012345678901234567") || room > len(text) {
		t.Errorf("%d bytes, and room for %d in weights", len(text), room)
	}
}

// What a document can have more makes its bound larger by what that takes: names, a choice and places of a report as
// they are written, and no bound is known of what cannot be written.
func TestEveryPartHasItsRoom(t *testing.T) {
	schema := Provenance{Schema: schema(), SourceRows: 7}
	choice, report := &Choice{File: &File{SHA256: strings.Repeat("1", 64)}}, reportDocument().Certificate.Report
	added := func(e Extent, change func(e *Extent)) int {
		more := e
		change(&more)
		return more.MostBytes() - e.MostBytes()
	}
	without := lengthOf((*Choice)(nil))
	weights, moments := Extent{Kind: Weights, Known: schema}, Extent{Kind: Moments, Known: schema}
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"a choice", added(weights, func(e *Extent) { e.Choice = choice }), lengthOf(choice) - without},
		{"a report", added(weights, func(e *Extent) { e.Appraised = report }), lengthOf(report) - without},
		{"what is known", added(Extent{Kind: Weights, Known: Provenance{SourceRows: 7}},
			func(e *Extent) { e.Known = schema }), lengthOf(schema) - lengthOf(Provenance{SourceRows: 7})},
		{"a residual", added(weights, func(e *Extent) { e.Residuals++ }), residualBytes},
		{"a base", added(Extent{Kind: Model, Known: schema, Base: 3}, func(e *Extent) { e.Base = 300 }), 297},
		{"weights beside a base", Extent{Kind: Model, Known: schema, Base: 3}.MostBytes() - weights.MostBytes(), 3},
		{"no rows", added(weights, func(e *Extent) { e.Known.SourceRows = 0 }), -7 * WeightBytes},
		{"counts", added(Extent{Kind: Report}, func(e *Extent) { e.Counts = 9 }), 9 * (25 + len(",\n    "))},
		{"digits of a sum", added(moments, func(e *Extent) { e.Residuals, e.Largest = 1, 9.9e5 }) -
			added(moments, func(e *Extent) { e.Residuals, e.Largest = 1, 9.9 }), 5 * (15 + 10)},
		{"no digit less than one", added(moments, func(e *Extent) { e.Residuals, e.Largest = 1, 0 }) -
			added(moments, func(e *Extent) { e.Residuals, e.Largest = 1, 1 }), 0},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d bytes more, not %d", c.what, c.got, c.want)
		}
	}
	if got := lengthOf(math.NaN()); got != MostBytes {
		t.Errorf("what cannot be written takes %d bytes", got)
	}
}

// The longest moments, sums and coefficients that there are fit into their room, which is not much larger.
func TestMomentsAndCoefficientsHaveRoom(t *testing.T) {
	const columns, residuals = 30, 3
	known := Provenance{}
	for k := range columns {
		known.Schema.Columns = append(known.Schema.Columns, dataset.Column{Name: fmt.Sprint("column ", k),
			Kind: dataset.Numeric})
	}
	r := &Release{Provenance: known, Values: Values{Names: append([]string{"(intercept)"}, known.FeatureMap().Names()...)}}
	for range columns + 1 {
		row := make([]float64, columns+1)
		fill(reflect.ValueOf(row))
		r.Values.Moments = append(r.Values.Moments, row)
	}
	moments := r.Values
	sums, longest := moments, "-"+strings.Repeat("9", 40)
	d := columns + 1
	sums.LabelledSum = slices.Repeat([]string{longest}, (d+residuals)*(d+residuals+1)/2)
	sums.UnlabelledSum = slices.Repeat([]string{longest}, d*(d+1)/2)
	model := Values{Coefficients: coefficientSlots(known.Schema)}
	for k := range model.Coefficients {
		model.Coefficients[k].Value = -1.2345678901234567e-6
	}
	const fields = 100 // bytes of their names at most, for which the head has room
	for name, c := range map[string]struct {
		values Values
		e      Extent
	}{
		"moments": {moments, Extent{Kind: Moments, Known: known}},
		"sums":    {sums, Extent{Kind: Moments, Known: known, Residuals: residuals, Largest: 9.9e39}},
		"a model": {model, Extent{Kind: Model, Known: known}},
	} {
		r.Values = c.values
		text := must.Get(r.Encode())(t)
		r.Values = Values{}
		empty, _ := r.Encode()
		other := Extent{Kind: Weights, Known: known, Residuals: c.e.Residuals}
		takes, room := len(text)-len(empty), c.e.MostBytes()-other.MostBytes()
		if takes > room+fields || room > takes+takes/8 {
			t.Errorf("%s: %d bytes, and room for %d", name, takes, room)
		}
	}
}

// fullDocument has every field that a release of a kind can have.
func fullDocument(kind Kind) *Release {
	r := modelDocument()
	r.Kind = kind
	number, whole, yes, name, digest := 0.5, 7, true, "spring", testDigest
	r.Certificate = Certificate{
		Mechanism: "selection", Solver: "frank-wolfe", Smoothing: "softmax", Calibration: "tight", Adjacency: "replace-one",
		Unit: "record", Features: "linear",
		N: 100, Epsilon: 1, Delta: 1e-6, Rho: 0.02, Accountant: "zcdp", Order: 4, Radius: 3, SourceRadius: 2.5,
		GridSteps: 1 << 30, InterceptSteps: 1 << 28,
		Mu: &number, P: &number, Lambda: &number, Iterations: &whole, Rounds: &whole, Gap: &number, Draws: 6,
		SourceQuartic:       2,
		Noise:               Noise{"exponential-mechanism", "1208925819614629174706176", 0.25, "1208925819614629174706176", 0.25, 1e-7, 3, 4, 1e-12},
		EffectiveSampleSize: &number, RidgePenalty: &number, ModelNorm: &number,
		Discrepancy: &Discrepancy{1, 0.5, 0.1, 0.95},
	}
	r.CampaignID, r.Provenance.WasmSHA256, r.Provenance.SettingsAfterPreview = &name, &digest, &yes
	switch kind {
	case Weights:
		r.Values = Values{Weights: []float64{0.5, 0.25, 0.25, 0}}
	case Moments:
		r.Values = Values{
			Names:   []string{"(intercept)", "a", "c=red", "c=blue"},
			Moments: [][]float64{{1, 0, 0, 0}, {0, 1.5, -2, 0}, {0, -2, 1e-9, 0}, {0, 0, 0, 1e21}},
		}
	}
	return r
}

// Whatever the text, Decode refuses it with an *words.Error or gives a release that says the same as the text, is written to
// the same bytes from then on, and can be applied.
func FuzzDecode(f *testing.F) {
	for _, kind := range []Kind{Model, Weights, Moments} {
		text := must.Get(fullDocument(kind).Encode())(f)
		f.Add(text)
		var compact bytes.Buffer
		must.Do(f, json.Compact(&compact, text))
		f.Add(compact.Bytes())
	}
	for _, classes := range []int{0, 2, 3} {
		text := must.Get(baseDocument(f, classes).Encode())(f)
		f.Add(text)
	}
	filed, file := fileDocument(f)
	text := must.Get(filed.Encode())(f)
	f.Add(text)
	sums := must.Get(sumsDocument(f).Encode())(f)
	f.Add(sums)
	f.Add([]byte(`{"format":"privadapt-release","version":1,"kind":"weights","values":{"weights":[1]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := Decode(text)
		if err != nil {
			if e, ok := err.(*words.Error); !ok || e.Message == "" {
				t.Fatalf("error %#v", err)
			}
			return
		}
		written := must.Get(r.Encode())(t)
		var said, says any
		if json.Unmarshal(text, &said) != nil || json.Unmarshal(written, &says) != nil || !reflect.DeepEqual(said, says) {
			t.Fatalf("%q became %q", text, written)
		}
		again, err := Decode(written)
		if err != nil {
			t.Fatalf("what was decoded and written is refused: %v", err)
		}
		if rewritten, err := again.Encode(); err != nil || !bytes.Equal(rewritten, written) {
			t.Fatalf("%q, then %q, %v", written, rewritten, err)
		}
		table := "c,a\nred,1\n\x00\n,,,\n1e999,blue\n"
		_ = r.ReadFile(file)
		if predictions, _, err := r.Predict(strings.NewReader(table), nil); err == nil && predictions.Rows != 4 {
			t.Fatalf("%d predictions for four rows", predictions.Rows)
		}
		if lines := strings.Count(r.WeightsCSV(), "\n"); lines != 1+len(r.Values.Weights) {
			t.Fatalf("%d lines of weights", lines)
		}
	})
}
