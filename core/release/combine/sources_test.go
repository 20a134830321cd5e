package combine_test

import (
	"errors"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/terms/method"
)

// severalSamples unites files of these names.
func severalSamples(t *testing.T, names ...string) *dataset.Source {
	t.Helper()
	tables := []string{"a,b,c,y\n1,5,red,3\n2,1,blue,4\n3,2,red,1\n0,4,red,2\n",
		"a,b,c,y\n5,2,blue,0\n4,0,blue,2\n2,3,red,5\n1,1,blue,3\n", "a,b,c,y\n9,9,red,1\n8,8,blue,2\n"}
	var files []dataset.File
	for i, name := range names {
		files = append(files, dataset.File{Name: name, Data: strings.NewReader(tables[i])})
	}
	return must.Get(dataset.ReadSources(files, dataset.SourceOptions{Label: "y"}))(t)
}

// Owners who have the same samples under other names add up, and the sum names the samples by their digests. With
// another list of samples they do not, be it by a digest or a number of rows.
func TestOwnersOfSeveralSamples(t *testing.T) {
	o := adapt.Options{Epsilon: 1, Delta: 1e-6, Release: release.Moments}
	a := ownerOf(t, severalSamples(t, "north", "south", "west"), o, ownersRows(1, 500))
	b := ownerOf(t, severalSamples(t, "nord.csv", "sued.csv", "west.csv"), o, ownersRows(2, 500))
	combined := mustCombine(t, a, b)
	if list := combined.Provenance.Sources; len(list) != 3 ||
		list[0].Name+list[1].Name+list[2].Name != "" ||
		list[1].SHA256 != a.Provenance.Sources[1].SHA256 ||
		list[1].Rows != 4 {
		t.Errorf("%+v", list)
	}
	for name, part := range map[string]*release.Release{
		"two samples": ownerOf(t, severalSamples(t, "north", "south"), o, ownersRows(2, 500)),
		"another digest": edited(t, b, func(r *release.Release) {
			r.Provenance.Sources[2].SHA256 = strings.Repeat("0", 64)
		}),
		"rows moved between samples": edited(t, b,
			func(r *release.Release) { r.Provenance.Sources[0].Rows++; r.Provenance.Sources[1].Rows-- }),
		"no list": edited(t, b, func(r *release.Release) { r.Provenance.Sources = nil }),
	} {
		var refused *combine.Error
		if _, err := combine.Combine(engine, []*release.Release{a, part}); !errors.As(err, &refused) ||
			refused.Code != "setting" ||
			!strings.Contains(refused.Message, "different public samples") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func edited(t *testing.T, r *release.Release, change func(*release.Release)) *release.Release {
	t.Helper()
	twin := reread(t, r)
	change(twin)
	return twin
}

// A sum says what it protects, people or rows, whatever the owners call the column of people; with which engine it was
// made; and its campaign and features.
func TestASumSaysWhatItIsOf(t *testing.T) {
	for _, unit := range []method.Unit{method.Record, method.Person} {
		var parts []*release.Release
		for i, column := range []string{"patient", "Person"} {
			parts = append(parts, edited(t, owner(t, i, 500, nil), func(r *release.Release) {
				if r.Certificate.Unit = unit; unit == method.Person {
					r.Certificate.UnitColumn = column
				}
			}))
		}
		made := release.Engine{Version: "1.2.3", WasmSHA256: strings.Repeat("5", 64)}
		combined := must.Get(combine.Combine(made, parts))(t)
		c, p := combined.Certificate, combined.Provenance
		if c.Unit != unit || c.UnitColumn != "" || c.Features != "linear" || p.EngineVersion != made.Version ||
			p.WasmSHA256 == nil || *p.WasmSHA256 != made.WasmSHA256 {
			t.Errorf("%s: %+v, made with %+v", unit, c, p)
		}
	}
}

// A release states at most 2⁵⁰ rows, n or n̂.
func TestTheMostRowsOfARelease(t *testing.T) {
	stating := func(change func(*adapt.Options), rows float64) *release.Release {
		r := owner(t, 2, 5000, func(o *adapt.Options) {
			if o.Delta = 1e-17; change != nil {
				change(o)
			}
		})
		c := &r.Certificate
		for i, row := range r.Values.Moments { // as the noise of this number of rows leaves them
			for j := range row {
				if i != j {
					row[j] = 0
				}
			}
		}
		c.Noise.StandardDeviation *= (float64(c.N) + c.RowsEstimate) / rows
		if c.RowsEstimate > 0 {
			c.RowsEstimate = rows
		} else {
			c.N = int64(rows)
		}
		return r
	}
	for name, change := range map[string]func(*adapt.Options){"n": nil, "n̂": addRemove} {
		var refused *combine.Error
		if err := combine.Check(stating(change, 1<<50)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := combine.Check(stating(change, 1<<50+1)); !errors.As(err, &refused) || refused.Code != "rows" {
			t.Errorf("%s, one more: %v", name, err)
		}
	}
}
