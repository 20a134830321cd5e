package release

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/xgboost"
	"privadapt/core/must"
	"privadapt/core/terms/method"
)

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

// An address has 2000 bytes of visible characters at most, by https or http; a file may have none.
func TestAddressesOfFilesThatAreRead(t *testing.T) {
	long := "https://example.org/" + strings.Repeat("x", 1980)
	for _, url := range []string{"", "http://example.org/~model!.json", long} {
		r, _ := fileDocument(t)
		r.Certificate.Base.File.URL = url
		isRead(t, url, r)
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

// What is said of the file has to be what the model needs.
func TestBadFileDocuments(t *testing.T) {
	for name, change := range map[string]func(b *Base){
		"no file":          func(b *Base) { b.File = nil },
		"another digest":   func(b *Base) { b.File.SHA256 = strings.Repeat("0", 64) },
		"no digest":        func(b *Base) { b.File.SHA256 = "" },
		"a script":         func(b *Base) { b.File.URL = "javascript:alert(1)" },
		"a hidden address": func(b *Base) { b.File.URL = "https://example.org/\u202e" },
		"a long address":   func(b *Base) { b.File.URL = "https://" + strings.Repeat("x", 2000) },
		"a space":          func(b *Base) { b.File.URL += " x" },
		"a byte too many":  func(b *Base) { b.File.URL += strings.Repeat("x", 2001-len(b.File.URL)) },
		"a sign beyond ~":  func(b *Base) { b.File.URL += "\x7f" },
		"another scheme":   func(b *Base) { b.File.URL = "ftp://example.org/model.json" },
		"another candidate": func(b *Base) {
			b.Kind, b.Candidates[0].Base, b.Candidates[1].Base = method.Trees, method.Trees, method.Trees
		},
		"an unknown address": func(b *Base) { b.File.URL = "example.org/model.json" },
	} {
		r, _ := fileDocument(t)
		change(r.Certificate.Base)
		text := must.Get(r.Encode())(t)
		if _, err := Decode(text); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
