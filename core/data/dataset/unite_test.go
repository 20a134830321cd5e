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
	for k, text := range texts {
		files = append(files, File{Name: string(rune('a'+k)) + ".csv", Data: strings.NewReader(text)})
	}
	return ReadSources(files, o)
}

// Columns in another order, another delimiter, categories and classes that one file lacks, and dates whose order
// another file settles.
func TestAUnionIsWhatOneFileWouldBe(t *testing.T) {
	for _, task := range []Task{Regression, Classification} {
		o := SourceOptions{Label: "y", Task: task}
		got := must.Get(united(o, "x,,colour,y,day\n1,,red,1,1/2/2020\n2,?,blue,2,2/2/2020\n,,red,1,3/3/2020\n",
			"y;X;colour;day\n3;4,5;green;1/13/2020\n2;2;red;4/4/2020\n;1;red;\n"))(t)
		want := must.Get(ReadSource(strings.NewReader("x,colour,y,day\n1,red,1,1/2/2020\n2,blue,2,2/2/2020\n,red,1,3/3/2020\n"+
			"4.5,green,3,1/13/2020\n2,red,2,4/4/2020\n"), o))(t)
		if got.Rows != 5 || !slices.Equal(standardised(got), standardised(want)) ||
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
		if !slices.Contains(got.Notes, "a.csv: Column 2 has no name and is left out.") {
			t.Errorf("the notes are %q", got.Notes)
		}
		if got.Parts[0].Rows != 3 || got.Parts[1].Rows != 2 || got.Parts[1].Name != "b.csv" {
			t.Errorf("the parts are %v", got.Parts)
		}
		sum := sha256.Sum256([]byte(got.Parts[0].Digest + "\n" + got.Parts[1].Digest + "\n"))
		if got.Digest != hex.EncodeToString(sum[:]) || want.Parts != nil {
			t.Error("the digest does not follow from the parts' digests")
		}
	}
}

func TestFilesThatDoNotFit(t *testing.T) {
	good := "x,c,y\n1,p,1\n2,q,2\n3,p,3\n"
	for _, c := range []struct{ about, other, code, says string }{
		{"other columns", "x,w,v,y\n4,1,1,1\n", CodeColumnsDiffer,
			`b.csv: the file lacks "c" and has "w", "v", unlike a.csv; give files that have the same columns`},
		{"a column is missing", "y,c\n1,p\n", CodeColumnsDiffer, `b.csv: the file lacks "x", unlike a.csv`},
		{"a column more", "x,c,w,y\n1,p,1,1\n", CodeColumnsDiffer, `b.csv: the file has "w", unlike a.csv`},
		{"a column twice", "x,c,c,y\n1,p,1,1\n", CodeDuplicateColumn, `b.csv: line 1, column 3 ("c")`},
		{"text for numbers", "y,x,c\n1,one,p\n2,two,q\n", CodeNotANumber, `b.csv: line 2, column 2 ("x"): "one" is not a number`},
		{"classes for numbers", "x,c,y\n1,p,yes\n2,q,no\n", CodeNotANumber, `b.csv: line 2, column 3 ("y")`},
		{"no label", "x,c,z\n1,p,1\n", CodeNoLabel, "b.csv: line 1"},
		{"a bad cell", "x,c,y\n1,p,1\nNaN,q,2\n", CodeNotFinite, "b.csv: line 3, column 1"},
		{"a row that is too short", "x,c,y\n1,p,1\n1,2\n", CodeRaggedRow, "b.csv: line 3"},
		{"no text", "\x00\x01", CodeBadEncoding, "b.csv: line 1"},
		{"the same file", good, CodeBadOption, "b.csv: it is the same file as a.csv"},
		{"no rows", "x,c,y\n", CodeNoRows, "b.csv: "},
		{"no labels", "x,c,y\n1,p,\n", CodeNoRows, "b.csv: "},
	} {
		_, err := united(SourceOptions{Label: "y"}, good, c.other)
		var e *Error
		if !errors.As(err, &e) || e.Code != c.code || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.about, err)
		}
	}
	_, err := united(SourceOptions{Label: "y", Ignore: []string{"v"}}, good, good+"4,q,4\n")
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeUnknownColumn {
		t.Errorf("a declared column that is not there: %v", err)
	}
	if _, err := ReadSources(make([]File, MostParts+1), SourceOptions{Label: "y"}); err == nil {
		t.Error("nine files are read")
	}
	failure := errors.New("another digest")
	if _, err := ReadSources([]File{{Name: "a.csv", Data: strings.NewReader(good)}, {Name: "b.csv",
		Data: strings.NewReader(good + "4,q,4\n"), Check: func(string) error { return failure }}},
		SourceOptions{Label: "y"}); !errors.Is(err, failure) {
		t.Errorf("a digest that was not announced: %v", err)
	}
}

// A column that is declared ignored has no cells in any file, and one that is declared categorical has levels of all.
func TestDeclaredColumnsOfSeveralFiles(t *testing.T) {
	o := SourceOptions{Label: "y", Ignore: []string{"c"}, Categorical: []string{"a"}}
	s := must.Get(united(o, "a,c,y\n1,2,3\n2,x,5\n", "c,y,a\nz,2,3\n2,3,1\n"))(t)
	if used := s.Schema.Used(); s.Rows != 4 || len(used) != 1 || len(used[0].Levels) != 3 {
		t.Errorf("%d rows of the columns %v", s.Rows, used)
	}
}
