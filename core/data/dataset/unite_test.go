package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"privadapt/core/must"
)

// united reads texts as the files a.csv, b.csv, … and unites them.
func united(o SourceOptions, texts ...string) (*Source, error) {
	var files []File
	var all []int
	for k, text := range texts {
		files, all = append(files, File{Name: string(rune('a'+k)) + ".csv", Data: strings.NewReader(text)}), append(all, k)
	}
	u, err := ReadUnion(files, o)
	if err != nil {
		return nil, err
	}
	return u.Source(all)
}

func TestAUnionIsWhatOneFileWouldBe(t *testing.T) {
	// Columns in another order, another delimiter, categories and classes that one file lacks.
	for _, task := range []Task{Regression, Classification} {
		o := SourceOptions{Label: "y", Task: task}
		got := must.Get(united(o, "x,colour,y\n1,red,1\n2,blue,2\n,red,1\n", "y;X;colour\n3;4,5;green\n2;2;red\n"))(t)
		want, err := ReadSource(strings.NewReader("x,colour,y\n1,red,1\n2,blue,2\n,red,1\n4.5,green,3\n2,red,2\n"), o)
		if err != nil {
			t.Fatal(err)
		}
		if got.Rows != want.Rows || !slices.Equal(standardised(got), standardised(want)) ||
			!slices.Equal(got.Labels, want.Labels) {
			t.Errorf("%s: the rows differ from the rows of one file", task)
		}
		if strings.Join(got.Schema.FeatureNames(), " ") != strings.Join(want.Schema.FeatureNames(), " ") ||
			!slices.Equal(got.Schema.Classes, want.Schema.Classes) {
			t.Errorf("%s: the schema is %v, want %v", task, got.Schema, want.Schema)
		}
		for i, v := range got.Cells() {
			if w := want.Cells()[i]; v != w && !(math.IsNaN(v) && math.IsNaN(w)) {
				t.Errorf("%s: cell %d is %v, want %v", task, i, v, w)
			}
		}
		if got.Parts[0].Rows != 3 || got.Parts[1].Rows != 2 || got.Parts[1].Name != "b.csv" {
			t.Errorf("the parts are %v", got.Parts)
		}
		sum := sha256.Sum256([]byte(got.Parts[0].Digest + "\n" + got.Parts[1].Digest + "\n"))
		if got.Digest != hex.EncodeToString(sum[:]) {
			t.Error("the digest does not follow from the parts' digests")
		}
	}
}

func TestColumnsThatAFileLacks(t *testing.T) {
	one, other := "x,z,y\n1,1,1\n2,3,2\n", "x,y,w\n4,3,1\n5,2,9\n"
	common := must.Get(united(SourceOptions{Label: "y"}, one, other))(t)
	if names := common.Schema.FeatureNames(); !slices.Equal(names, []string{"x"}) {
		t.Errorf("the common columns are %v", names)
	}
	if !slices.Contains(common.Notes, `Column "z" is not in b.csv and is left out.`) {
		t.Errorf("no note on z: %v", common.Notes)
	}
	all := must.Get(united(SourceOptions{Label: "y", AllColumns: true}, one, other))(t)
	if names := all.Schema.FeatureNames(); !slices.Equal(names, []string{"x", "z", "w"}) {
		t.Errorf("all columns are %v", names)
	}
	// Where a file lacks a column, its rows have the mean of the others, which is 0 after standardising.
	if f := standardised(all); !slices.Equal([]float64{f[1], f[4], f[7], f[10]}, []float64{-1, 1, 0, 0}) {
		t.Errorf("column z is %v", []float64{f[1], f[4], f[7], f[10]})
	}
	if !slices.Contains(all.Notes, `Column "z" is not in b.csv, whose rows take the mean of the others.`) {
		t.Errorf("no note on z: %v", all.Notes)
	}
}

func TestFilesThatDoNotFit(t *testing.T) {
	good := "x,c,y\n1,p,1\n2,q,2\n3,p,3\n"
	for _, c := range []struct {
		about, other string
		o            SourceOptions
		code, says   string
	}{
		{"text for numbers", "x,c,y\none,p,1\ntwo,q,2\n", SourceOptions{Label: "y"}, CodeBadOption,
			`b.csv: column 1 ("x"): the column holds texts here and numbers in a.csv`},
		{"dates for numbers", "x,c,y\n2024-01-01,p,1\n2024-01-02,q,2\n", SourceOptions{Label: "y"}, CodeBadOption,
			"the column holds dates here"},
		{"classes for numbers", "x,c,y\n1,p,yes\n2,q,no\n", SourceOptions{Label: "y"}, CodeBadOption,
			"the label is text in one file"},
		{"no label", "x,c,z\n1,p,1\n", SourceOptions{Label: "y"}, CodeNoLabel, "b.csv: line 1"},
		{"a bad cell", "x,c,y\n1,p,1\nNaN,q,2\n", SourceOptions{Label: "y"}, CodeNotFinite, "b.csv: line 3, column 1"},
		{"the same file", good, SourceOptions{Label: "y"}, CodeBadOption, "the same file as a.csv"},
		{"no rows", "x,c,y\n", SourceOptions{Label: "y"}, CodeNoRows, "b.csv: "},
		{"a declared column that is nowhere", "x,c,y\n4,q,1\n", SourceOptions{Label: "y", Ignore: []string{"v"}},
			CodeUnknownColumn, "none of the files has a column"},
	} {
		_, err := united(c.o, good, c.other)
		var e *Error
		if !errors.As(err, &e) || e.Code != c.code || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.about, err)
		}
	}
	// A column that is declared need not be in every file.
	s, err := united(SourceOptions{Label: "y", Ignore: []string{"v"}, Categorical: []string{"x"}}, good,
		"v,x,y\n1,2,3\n7,8,9\n")
	if err != nil || len(s.Schema.Columns[0].Levels) != 4 {
		t.Errorf("declared columns: %v, %v", s, err)
	}
}

func TestAPartThatIsLeftOutHasNoEffect(t *testing.T) {
	texts := []string{"x,y\n1,1\n2,2\n", "x,y\n100,7\n-100,8\n", "x,y\n3,2\n5,6\n"}
	var files []File
	for k, text := range texts {
		files = append(files, File{Name: string(rune('a' + k)), Data: strings.NewReader(text)})
	}
	u := must.Get(ReadUnion(files, SourceOptions{Label: "y"}))(t)
	got := must.Get(u.Source([]int{0, 2}))(t)
	want := must.Get(united(SourceOptions{Label: "y"}, texts[0], texts[2]))(t)
	if !slices.Equal(standardised(got), standardised(want)) || got.Digest != want.Digest {
		t.Error("the union differs from the union of the files that were kept")
	}
	if len(got.LeftOut) != 1 || got.LeftOut[0].Name != "b" {
		t.Errorf("left out: %v", got.LeftOut)
	}
}

// A column that is left out has no cells in any file.
func TestColumnsLeftOutOfSeveralFiles(t *testing.T) {
	s, err := united(SourceOptions{Label: "y", Ignore: []string{"c"}}, "a,c,y\n1,2,3\n2,3,5\n", "a,c,y\n1,2,3\n2,3,4\n")
	if err != nil {
		t.Fatal(err)
	}
	if s.Rows != 4 || len(s.Schema.Used()) != 1 || s.Schema.Used()[0].Name != "a" {
		t.Errorf("%d rows of the columns %v", s.Rows, s.Schema.Used())
	}
}
