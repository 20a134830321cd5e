package adapt

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/model/sources"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

// unitedTask is a sample of three files, whose rows lie at small, middle and large a, and a target that lies at
// large a. The labels of a fourth file belong to other rows.
func unitedTask(t *testing.T) (*dataset.Source, string) {
	t.Helper()
	texts := []string{"a,c,y\n", "a,c,y\n", "c,a,y\n", "a,c,y\n"}
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
		texts[3] += fmt.Sprintf("%v,%s,%v\n", a, c, float64(j*j*j%97)/10)
		target += fmt.Sprintf("%v,%s\n", 4+float64(j%20)/10, c)
	}
	var files []dataset.File
	for k, text := range texts {
		files = append(files, dataset.File{Name: fmt.Sprintf("part %d", k+1), Data: strings.NewReader(text)})
	}
	source := must.Get(sources.Read(files,
		sources.Options{SourceOptions: dataset.SourceOptions{Label: "y"}, SameUnits: []string{"a", "y"}}, nil))(t)
	return source, target
}

// The weights run over all rows, at the price of one sample, and the release says what share each sample has.
func TestSeveralSourcesInARelease(t *testing.T) {
	source, target := unitedTask(t)
	if len(source.Parts) != 3 || len(source.LeftOut) != 1 {
		t.Fatalf("kept %v, left out %v", source.Parts, source.LeftOut)
	}
	for _, o := range []Options{
		{Epsilon: 5, Delta: 1e-5},
		{Epsilon: 5, Delta: 1e-5, Base: method.Auto},
		{Epsilon: 5, Delta: 1e-5, Release: release.Weights},
		{Epsilon: 5, Delta: 1e-5, Release: release.Weights, Mechanism: method.Selection, Iterations: 5},
		{Epsilon: 5, Delta: 1e-5, Release: release.Moments},
	} {
		r := bentRelease(t, source, target, o)
		list := r.Provenance.Sources
		if len(list) != 4 || !list[3].LeftOut || list[3].Name != "part 4" ||
			list[3].Weight != nil {
			t.Fatalf("version %d, sources %+v", r.Version, list)
		}
		if report := verify.Certificate(r); !report.OK {
			t.Errorf("%+v: %v", o, report.Problems)
		}
		if problems, err := CheckSource(source, r, nil); err != nil || len(problems) > 0 {
			t.Errorf("%+v: %v, %v", o, problems, err)
		}
		alone := *source
		alone.Parts, alone.LeftOut = nil, nil
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
}

func TestAnotherFileThatWasLeftOutIsNoticed(t *testing.T) {
	source, target := unitedTask(t)
	r := bentRelease(t, source, target, Options{Epsilon: 5, Delta: 1e-5})
	other := *source
	other.LeftOut = []dataset.Part{{Name: "part 4", Digest: strings.Repeat("b", 64), Rows: 360}}
	problems, err := CheckSource(&other, r, nil)
	if err != nil || len(problems) != 1 || !strings.Contains(problems[0], "left out") {
		t.Errorf("%v, %v", problems, err)
	}
	// The same holds of a list that leaves one away, invents one, or states other rows of one that was left out.
	for what, change := range map[string]func(list []release.Source) []release.Source{
		"one left away": func(list []release.Source) []release.Source { return list[:3] },
		"none":          func([]release.Source) []release.Source { return nil },
		"other rows":    func(list []release.Source) []release.Source { list[3].Rows = 99; return list },
		"one more": func(list []release.Source) []release.Source {
			return append(list, release.Source{Name: "part 5", SHA256: strings.Repeat("c", 64), Rows: 7, LeftOut: true})
		},
	} {
		lie := *r
		lie.Provenance.Sources = change(append([]release.Source(nil), r.Provenance.Sources...))
		if problems, err := CheckSource(source, &lie, nil); err != nil || len(problems) != 1 ||
			!strings.Contains(problems[0], "left out") {
			t.Errorf("%s: %v, %v", what, problems, err)
		}
	}
}
