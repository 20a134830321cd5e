package adapt

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

// unitedTask is a sample of three files, whose rows lie at small, middle and large a, and a target that lies at
// large a.
func unitedTask(t *testing.T) (*dataset.Source, string) {
	t.Helper()
	texts := []string{"a,c,y\n", "a,c,y\n", "c,a,y\n"}
	target := "a,c\n"
	for j := range 360 {
		a, c := float64(j%60)/10, string("xyz"[j%3])
		y := a*a/3 + float64(j%7)/10
		switch k := j % 60 / 20; k {
		case 2:
			texts[2] += fmt.Sprintf("%s,%v,%v\n", c, a, y)
		default:
			texts[k] += fmt.Sprintf("%v,%s,%v\n", a, c, y)
		}
		target += fmt.Sprintf("%v,%s\n", 4+float64(j%20)/10, c)
	}
	var files []dataset.File
	for k, text := range texts {
		files = append(files, dataset.File{Name: fmt.Sprintf("part %d", k+1), Data: strings.NewReader(text)})
	}
	return must.Get(dataset.ReadSources(files, dataset.SourceOptions{Label: "y"}))(t), target
}

// The weights run over all rows, at the price of one sample, and the release says what share each sample has. Another
// list of samples is noticed.
func TestSeveralSourcesInARelease(t *testing.T) {
	source, target := unitedTask(t)
	for _, o := range []Options{
		{Epsilon: 5, Delta: 1e-5},
		{Epsilon: 5, Delta: 1e-5, Base: method.Auto},
		{Epsilon: 5, Delta: 1e-5, Release: release.Weights},
		{Epsilon: 5, Delta: 1e-5, Release: release.Weights, Mechanism: method.Selection, Iterations: 5},
		{Epsilon: 5, Delta: 1e-5, Release: release.Moments},
	} {
		r := bentRelease(t, source, target, o)
		list := r.Provenance.Sources
		if len(list) != 3 || list[2].Name != "part 3" || list[2].SHA256 != source.Parts[2].Digest {
			t.Fatalf("version %d, sources %+v", r.Version, list)
		}
		if report := verify.Certificate(r); !report.OK {
			t.Errorf("%+v: %v", o, report.Problems)
		}
		if problems, err := CheckSource(source, r, nil); err != nil || len(problems) > 0 {
			t.Errorf("%+v: %v, %v", o, problems, err)
		}
		alone := *source
		alone.Parts = nil
		if one := bentRelease(t, &alone, target, o); one.Certificate.Rho != r.Certificate.Rho ||
			one.Certificate.Noise != r.Certificate.Noise ||
			one.Certificate.Order != r.Certificate.Order {
			t.Errorf("%+v: several files have another price than one file of their rows", o)
		}
		if o.Release == release.Moments {
			if list[0].Weight != nil {
				t.Error("moments have no weights, but shares are stated")
			}
			continue
		}
		if sum := *list[0].Weight + *list[1].Weight + *list[2].Weight; math.Abs(sum-1) > 1e-12 {
			t.Errorf("the shares sum to %v", sum)
		}
		if o.Mechanism == "" && !(*list[2].Weight > 0.5) {
			t.Errorf("the sample whose rows are like the private ones has the share %v", *list[2].Weight)
		}
	}
	r := bentRelease(t, source, target, Options{Epsilon: 5, Delta: 1e-5})
	for what, change := range map[string]func(list []release.Source) []release.Source{
		"none":       func([]release.Source) []release.Source { return nil },
		"other rows": func(list []release.Source) []release.Source { list[1].Rows++; list[2].Rows--; return list },
	} {
		lie := *r
		lie.Provenance.Sources = change(append([]release.Source(nil), r.Provenance.Sources...))
		if problems, err := CheckSource(source, &lie, nil); err != nil || len(problems) != 1 ||
			!strings.Contains(problems[0], "lists other public samples") {
			t.Errorf("%s: %v, %v", what, problems, err)
		}
	}
}
