package sources

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
)

// drawn makes a file of rows y = 2x − z + noise, or of labels that belong to other rows.
func drawn(name string, rows int, seed uint64, shuffled bool) dataset.File {
	random := rand.New(rand.NewPCG(seed, 7))
	labels := make([]float64, rows)
	columns := make([][2]float64, rows)
	for j := range rows {
		columns[j] = [2]float64{random.NormFloat64(), random.NormFloat64()}
		labels[j] = 2*columns[j][0] - columns[j][1] + random.NormFloat64()
	}
	if shuffled {
		random.Shuffle(rows, func(i, k int) { labels[i], labels[k] = labels[k], labels[i] })
	}
	var b strings.Builder
	b.WriteString("x,z,y\n")
	for j, c := range columns {
		fmt.Fprintf(&b, "%g,%g,%g\n", c[0], c[1], labels[j])
	}
	return dataset.File{Name: name, Data: strings.NewReader(b.String())}
}

var label = Options{SourceOptions: dataset.SourceOptions{Label: "y"}}

func TestAFileWithShuffledLabelsIsLeftOut(t *testing.T) {
	// Whether a file is left out follows from the seeds, so the test has no false alarms.
	s, err := Read([]dataset.File{drawn("a", 300, 1, false), drawn("b", 900, 2, true), drawn("c", 60, 3, false)}, label,
		nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Rows != 360 || len(s.LeftOut) != 1 || s.LeftOut[0].Name != "b" {
		t.Fatalf("%d rows are left; left out is %v", s.Rows, s.LeftOut)
	}
	if !slices.ContainsFunc(s.Notes, func(note string) bool { return strings.HasPrefix(note, "b is left out") }) {
		t.Errorf("no note: %v", s.Notes)
	}
	alone := must.Get(Read([]dataset.File{drawn("a", 300, 1, false), drawn("c", 60, 3, false)}, label, nil))(t)
	if alone.Digest != s.Digest || !slices.Equal(alone.Cells(), s.Cells()) || !slices.Equal(alone.Labels, s.Labels) {
		t.Error("the file that is left out has an effect")
	}
}

func TestNothingIsLeftOutWhereNothingCanBeLearnt(t *testing.T) {
	s, err := Read([]dataset.File{drawn("a", 200, 4, true), drawn("b", 200, 5, true)}, label, nil)
	if err != nil || s.Rows != 400 {
		t.Errorf("%v, %v", s, err)
	}
}

func TestOneFileIsReadAsEver(t *testing.T) {
	s, err := Read([]dataset.File{drawn("a", 50, 1, false)}, label, nil)
	if err != nil || s.Parts != nil || s.LeftOut != nil {
		t.Fatalf("%v, %v", s, err)
	}
	plain, err := dataset.ReadSource(drawn("a", 50, 1, false).Data, label.SourceOptions)
	if err != nil || plain.Digest != s.Digest || !slices.Equal(plain.Cells(), s.Cells()) {
		t.Errorf("a single file is read differently: %v", err)
	}
}

func TestTooManyFiles(t *testing.T) {
	if _, err := Read(make([]dataset.File, dataset.MostParts+1), label, nil); err == nil {
		t.Error("no error")
	}
}
