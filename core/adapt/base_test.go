package adapt

import (
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"privadapt/core/dataset"
	"privadapt/core/method"
	"privadapt/core/release"
	"privadapt/core/verify"
)

// bendingTask is a sample whose label bends in a, and a target that lies at large a; a few cells are missing.
func bendingTask(t *testing.T, classes bool, task dataset.Task) (*dataset.Source, string) {
	t.Helper()
	source, target := "a,c,y\n", "a,c\n"
	for j := range 240 {
		a, c := fmt.Sprint(float64(j%60)/10), string("xyz"[j%3])
		y := fmt.Sprint(math.Round(10*math.Sin(float64(j%60)/10)) + float64(j%7)/10)
		if classes {
			y = []string{"no", "yes"}[(j%60/20+j%9/8)%2]
		}
		if j%31 == 0 {
			a = "?"
		}
		source += a + "," + c + "," + y + "\n"
		target += fmt.Sprint(4+float64(j%20)/10) + "," + c + "\n"
	}
	s, err := dataset.ReadSource(strings.NewReader(source), dataset.SourceOptions{Label: "y", Task: task})
	if err != nil {
		t.Fatal(err)
	}
	return s, target
}

func bentRelease(t *testing.T, source *dataset.Source, target string, o Options) *release.Release {
	t.Helper()
	read, _, err := ReadTarget(source, o, []io.Reader{strings.NewReader(target)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	made, err := read.Adapt(release.Engine{Version: "test"}, free, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := made.Encode()
	if err != nil {
		t.Fatal(err)
	}
	r, err := release.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Every base, of numbers and of classes and under every mechanism, gives a release that verifies, by itself and with its public
// sample. A lie about the sample, the weights, the model or the choice does not.
func TestBentReleases(t *testing.T) {
	for _, classes := range []bool{false, true} {
		source, target := bendingTask(t, classes, dataset.AnyTask)
		for _, o := range []Options{
			{Base: method.Auto}, {Base: method.Trees}, {Base: method.Linear}, {Base: method.Trees, Mechanism: method.Selection, Iterations: 5},
			{Base: method.Trees, Mechanism: method.Gradient, Iterations: 5}, {Base: method.Trees, Adjacency: method.AddRemove}, {Base: method.Trees, Features: "quadratic"},
		} {
			o.Epsilon, o.Delta = 1, 1e-5
			name := fmt.Sprintf("classes %v, %s, %s", classes, o.Base, o.Mechanism)
			r := bentRelease(t, source, target, o)
			if want := o.Base != method.Linear || classes; r.Bends() != want {
				t.Errorf("%s: bends is %v", name, r.Bends())
			}
			if report := verify.Certificate(r); !report.OK {
				t.Errorf("%s: %q", name, report.Problems)
			}
			if problems, err := CheckSource(source, r, nil); err != nil || len(problems) > 0 {
				t.Errorf("%s, with its sample: %q, %v", name, problems, err)
			}
		}
	}
}
