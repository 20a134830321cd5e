package adapt

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/xgboost"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

// nonlinearTask is a sample whose label is not linear in a, and a target that lies at large a; a few cells are missing.
func nonlinearTask(t *testing.T, classes bool, task dataset.Task) (*dataset.Source, string) {
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
	s := must.Get(dataset.ReadSource(strings.NewReader(source), dataset.SourceOptions{Label: "y", Task: task}))(t)
	return s, target
}

// labelEach is a target of nonlinearTask with a label in each row.
func labelEach(target string, classes bool) string {
	lines := strings.Split(strings.TrimSuffix(target, "\n"), "\n")
	lines[0] += ",y"
	for j := range lines[1:] {
		label := fmt.Sprint(j % 9)
		if classes {
			label = []string{"no", "yes"}[j%2]
		}
		lines[1+j] += "," + label
	}
	return strings.Join(lines, "\n") + "\n"
}

func bentRelease(t *testing.T, source *dataset.Source, target string, o Options) *release.Release {
	t.Helper()
	return reread(t, adapted(t, source, o, target))
}

// Settings that no run can have are a problem of the document, with its sample as without, and not an error of the
// reader, who would be told to choose others.
func TestSettingsOfADocumentThatNoRunHasAreItsProblem(t *testing.T) {
	source, table := nonlinearTask(t, false, dataset.AnyTask)
	for _, kind := range []release.Kind{release.Weights, release.Report} {
		o := budget(func(o *Options) { o.Release, o.Base = kind, method.Linear })
		r := adapted(t, source, o, labelEach(table, false))
		for what, change := range map[string]func(c *release.Certificate){
			"ε": func(c *release.Certificate) { c.Epsilon = 1e308 }, "δ": func(c *release.Certificate) { c.Delta = 2 },
			"radius": func(c *release.Certificate) { c.Radius = -3 },
		} {
			lie := *reread(t, r)
			change(&lie.Certificate)
			problems, err := CheckSource(source, &lie, nil)
			if err != nil || len(problems) != 1 || !strings.Contains(problems[0], "no run has the settings") {
				t.Errorf("%s, %s: %q, %v", kind, what, problems, err)
			}
		}
	}
}

// A model in a file is a base of its own and a candidate of auto, of numbers and of classes, with private labels too;
// the release verifies with the sample and the file, and not without it or with another one.
func TestFileReleases(t *testing.T) {
	stump := must.Get(os.ReadFile("../model/xgboost/testdata/stump.json"))(t)
	for _, classes := range []bool{false, true} {
		source, target := nonlinearTask(t, classes, dataset.AnyTask)
		text := string(stump)
		if classes {
			text = strings.Replace(text, "reg:squarederror", "binary:logistic", 1)
		}
		file := decodeFor(t, source, text)
		for _, o := range []Options{{Base: method.File}, {Base: method.Auto}, {Base: method.File, UseLabels: true},
			{Base: method.File, Adjacency: method.AddRemove}} {
			o.Epsilon, o.Delta, o.BaseFile, o.BaseFileURL = 1, 1e-5, file, "https://example.org/model.json"
			name := fmt.Sprintf("classes %v, %s, labels %v", classes, o.Base, o.UseLabels)
			rows := target
			if o.UseLabels {
				rows = labelEach(target, classes)
			}
			r := bentRelease(t, source, rows, o)
			own := 0
			for _, c := range r.Certificate.Base.Candidates {
				if c.Base == method.File {
					own++
				}
			}
			if want := fmt.Sprintf("%x", file.Digest()); own != 2 || r.Certificate.Base.File.SHA256 != want ||
				r.Certificate.Base.File.URL != o.BaseFileURL {
				t.Errorf("%s: %d candidates of the file %+v", name, own, r.Certificate.Base.File)
			}
			if report := verify.Certificate(r); !report.OK {
				t.Errorf("%s: %q", name, report.Problems)
			}
			for _, given := range []struct {
				file *xgboost.Model
				says string
			}{{nil, "give that file"}, {decodeFor(t, source, strings.Replace(text, "40", "39", 1)), "another file"},
				{file, ""}} {
				r.SetFile(given.file)
				problems, err := CheckSource(source, r, nil)
				if err != nil || (given.says == "") != (len(problems) == 0) ||
					!strings.Contains(fmt.Sprint(problems), given.says) {
					t.Errorf("%s, with its sample and %q: %q, %v", name, given.says, problems, err)
				}
			}
			if _, _, err := r.Predict(strings.NewReader(target), nil); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if !o.UseLabels {
				continue
			}
			// Moments with labels name the file as well, and a model comes from them and that file alone.
			o.Release = release.Moments
			sums := bentRelease(t, source, rows, o)
			sums.SetFile(file)
			if problems, err := CheckSource(source, sums, nil); err != nil || len(problems) > 0 {
				t.Errorf("%s, moments: %q %v", name, problems, err)
			}
			for _, given := range []struct {
				file *xgboost.Model
				says string
			}{{nil, "give that file"}, {decodeFor(t, source, strings.Replace(text, "40", "39", 1)), "another file"},
				{file, "<nil>"}} {
				if _, err := Solve(engine, source, sums, Options{BaseFile: given.file},
					nil); !strings.Contains(
					fmt.Sprint(err),
					given.says,
				) {
					t.Errorf("%s, a model from moments and %q: %v", name, given.says, err)
				}
			}
		}
	}
}

// A file goes with the bases that use it, and the base file with a file.
func TestFileRefusals(t *testing.T) {
	source, _ := nonlinearTask(t, false, dataset.AnyTask)
	stump := must.Get(os.ReadFile("../model/xgboost/testdata/stump.json"))(t)
	file := decodeFor(t, source, string(stump))
	for says, o := range map[string]Options{
		"there is no file":      {Base: method.File},
		"the base is trees":     {Base: method.Trees, BaseFile: file},
		"belongs to release":    {Base: method.File, BaseFile: file, Release: release.Weights},
		"are for linear models": {Base: method.File, BaseFile: file, ModelNorm: 1},
	} {
		o.Epsilon, o.Delta = 1, 1e-5
		if _, err := newForecast(source, o, 100); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
	// Weights and moments are released of such a sample as of any other.
	if _, err := newForecast(source, Options{Epsilon: 1, Delta: 1e-5, Base: method.Auto, BaseFile: file,
		Release: release.Moments}, 100); err != nil {
		t.Error(err)
	}
}

func decodeFor(t *testing.T, source *dataset.Source, text string) *xgboost.Model {
	t.Helper()
	return must.Get(xgboost.Decode([]byte(text), source.Schema.Used(), len(source.Schema.Classes)))(t)
}
