package combine_test

import (
	"errors"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/release/combine"
)

// severalSamples unites two files of these names, and leaves a third out if there are three.
func severalSamples(t *testing.T, names ...string) *dataset.Source {
	t.Helper()
	tables := []string{
		"a,b,c,y\n1,5,red,3\n2,1,blue,4\n3,2,red,1\n0,4,red,2\n",
		"a,b,c,y\n5,2,blue,0\n4,0,blue,2\n2,3,red,5\n1,1,blue,3\n",
		"a,b,c,y\n9,9,red,1\n8,8,blue,2\n",
	}
	var files []dataset.File
	for i, name := range names {
		files = append(files, dataset.File{Name: name, Data: strings.NewReader(tables[i])})
	}
	union, err := dataset.ReadUnion(files, dataset.SourceOptions{Label: "y"})
	if err != nil {
		t.Fatal(err)
	}
	source, err := union.Source([]int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// Owners who have the same samples under other names add up, and the sum names the samples by their digests. With
// another list of samples they do not, be it by a digest, a number of rows, the order or what was left out.
func TestOwnersOfSeveralSamples(t *testing.T) {
	o := adapt.Options{Epsilon: 1, Delta: 1e-6, Release: release.Moments}
	a := ownerOf(t, severalSamples(t, "north", "south", "west"), o, ownersRows(1, 500))
	b := ownerOf(t, severalSamples(t, "nord.csv", "sued.csv", "west.csv"), o, ownersRows(2, 500))
	combined := mustCombine(t, a, b)
	if list := combined.Provenance.Sources; len(list) != 3 || !list[2].LeftOut ||
		list[0].Name+list[1].Name+list[2].Name != "" ||
		list[1].SHA256 != a.Provenance.Sources[1].SHA256 ||
		list[1].Rows != 4 {
		t.Errorf("%+v", list)
	}
	for name, part := range map[string]*release.Release{
		"two samples": ownerOf(t, severalSamples(t, "north", "south"), o, ownersRows(2, 500)),
		"another digest of what was left out": edited(t, b, func(r *release.Release) {
			r.Provenance.Sources[2].SHA256 = strings.Repeat("0", 64)
		}),
		"other rows of what was left out": edited(t, b, func(r *release.Release) { r.Provenance.Sources[2].Rows++ }),
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
		one, errOne := combine.Group(a)
		other, errOther := combine.Group(part)
		if one == other || errOne != nil || errOther != nil {
			t.Errorf("%s: of the same group", name)
		}
	}
	left := edited(t, b, func(r *release.Release) { r.Provenance.Sources[2].LeftOut = false })
	if one, _ := combine.Group(a); one != must(t)(combine.Group(b)) || one == must(t)(combine.Group(left)) {
		t.Error("the group does not depend on the samples alone")
	}
}

func must(t *testing.T) func(text string, err error) string {
	return func(text string, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
}

func edited(t *testing.T, r *release.Release, change func(*release.Release)) *release.Release {
	t.Helper()
	twin := reread(t, r)
	change(twin)
	return twin
}
