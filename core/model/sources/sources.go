// Package sources makes one public sample of several files. What it decides, it decides from public rows alone, before
// a private one is read: which columns the files share, whether a column seems to have another unit in one of them, and
// which files are left out because nothing can be learnt from them. The union is a sample like any other, so its
// weights come from one private second moment and the price does not depend on how many files there are.
package sources

import (
	"fmt"
	"slices"

	"privadapt/core/data/dataset"
)

// Options are the options of reading one file and of reading several.
type Options struct {
	dataset.SourceOptions
	SameUnits []string `term:"sameUnits"` // columns whose values have one unit in all files although they do not look so
}

// Progress receives how many fits are done, in the stage "fit". If it returns an error, the reading ends.
type Progress func(stage string, done, total int64) error

// Read reads one file as [dataset.ReadSource] does, or unites several. Columns whose units seem to differ are an error
// of the code "units-differ", which says what to do. Files from which nothing can be learnt are left out, with a note.
func Read(files []dataset.File, o Options, progress Progress) (*dataset.Source, error) {
	if len(files) > dataset.MostParts {
		return nil, &dataset.Error{
			Code:    dataset.CodeBadOption,
			Message: fmt.Sprintf("there are %d public samples; give at most %d", len(files), dataset.MostParts),
		}
	}
	if len(files) == 1 {
		source, err := dataset.ReadSource(files[0].Data, o.SourceOptions)
		if err == nil && files[0].Digest != "" {
			source.Digest = files[0].Digest
		}
		return source, err
	}
	union, err := dataset.ReadUnion(files, o.SourceOptions)
	if err != nil {
		return nil, err
	}
	all := make([]int, len(files))
	for k := range all {
		all[k] = k
	}
	source, err := union.Source(all)
	if err != nil {
		return nil, err
	}
	if err := checkUnits(union, source.Schema, o.SameUnits); err != nil {
		return nil, err
	}
	found, err := useful(source, progress)
	if err != nil {
		return nil, err
	}
	kept := slices.DeleteFunc(all, func(k int) bool { return !found[k] })
	if len(kept) == 0 || len(kept) == len(files) {
		return source, nil
	}
	if source, err = union.Source(kept); err != nil {
		return nil, err
	}
	for _, part := range source.LeftOut {
		source.Notes = append(
			source.Notes,
			fmt.Sprintf(
				"%s is left out: no model of its rows, nor of the other files', predicts its labels better than their mean does.",
				part.Name,
			),
		)
	}
	return source, nil
}
