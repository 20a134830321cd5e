package verify

import (
	"io"
	"os"
	"strings"
	"sync"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/model/xgboost"
	"privadapt/core/release"
)

// Samples are public samples of two columns: of numbers, of three classes, and of numbers in two files.
var Samples = sync.OnceValues(func() (map[string]*dataset.Source, error) {
	options := dataset.SourceOptions{Label: "y"}
	numbers, err := dataset.ReadSource(
		strings.NewReader("a,c,y\n1,red,3\n2,blue,4\n3,red,1\n0,red,2\n5,blue,0\n4,blue,2\n"), options)
	if err != nil {
		return nil, err
	}
	classes, err := dataset.ReadSource(
		strings.NewReader("a,c,y\n1,red,no\n2,blue,yes\n3,red,yes\n0,red,no\n5,blue,maybe\n4,blue,yes\n"), options)
	if err != nil {
		return nil, err
	}
	several, err := dataset.ReadSources([]dataset.File{
		{Name: "first", Data: strings.NewReader("a,c,y\n1,red,3\n2,blue,4\n3,red,1\n0,red,2\n")},
		{Name: "second", Data: strings.NewReader("a,c,y\n5,blue,0\n4,blue,2\n3,red,1\n")},
	}, options)
	return map[string]*dataset.Source{"numbers": numbers, "classes": classes, "several": several}, err
})

// Stump is a model in a file, for the columns of a sample.
func Stump(source *dataset.Source) (*xgboost.Model, error) {
	text, err := os.ReadFile("../../model/xgboost/testdata/stump.json")
	if err != nil {
		return nil, err
	}
	return xgboost.Decode(text, source.Schema.Used(), 0)
}

// Made is what a reader of the written document gets of a run on a private table.
func Made(source *dataset.Source, o adapt.Options, table string) (*release.Release, error) {
	var counted []io.Reader
	if o.Unit != "" {
		counted = append(counted, strings.NewReader(table))
	}
	target, _, err := adapt.ReadTargetTwice(source, o, counted, []io.Reader{strings.NewReader(table)}, nil)
	if err != nil {
		return nil, err
	}
	made, err := target.Adapt(release.Engine{Version: "0.0.0"}, func(adapt.Charge) error { return nil }, nil)
	if err != nil {
		return nil, err
	}
	return reread(made)
}

// reread returns what a reader of the written document gets.
func reread(r *release.Release) (*release.Release, error) {
	text, err := r.Encode()
	if err != nil {
		return nil, err
	}
	return release.Decode(text)
}
