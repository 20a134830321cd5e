package adapt

import (
	"errors"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/release"
)

// Unmatched says that a private file lacks columns of the sample, while it has others that nothing reads: its owner can
// say which are meant, by [Options].Headers. It depends on the header alone, and is for the owner's eyes.
type Unmatched struct {
	Missing []string `json:"missing"` // names of the sample, the label last where it is used
	Headers []string `json:"headers"` // of the file, that nothing reads
}

func (*Unmatched) Error() string { return "adapt: the private file lacks columns of the sample" }

// unmatched is that error where the owner is to be asked and can answer; else what came of reading the header. A first
// line of one cell is a title more often than a header.
func (in *intake) unmatched(rows dataset.UnitRows, err error) error {
	if !in.plan.AskHeaders {
		return err
	}
	found := &Unmatched{}
	var refused *dataset.Error
	switch {
	case err == nil:
		report := rows.Report()
		found.Missing, found.Headers = report.MissingColumns, report.SurplusColumns
		if usesLabels := in.plan.UseLabels || in.plan.Release == release.Report; usesLabels && !report.LabelPresent {
			found.Missing = append(found.Missing, in.plan.Source.Schema.Label)
		}
	case errors.As(err, &refused) && len(refused.Headers()) > 1:
		found.Headers = refused.Headers()
		for _, c := range in.plan.Source.Schema.Used() {
			found.Missing = append(found.Missing, c.Name)
		}
		if in.plan.UseLabels || in.plan.Release == release.Report {
			found.Missing = append(found.Missing, in.plan.Source.Schema.Label)
		}
	}
	found.Headers = slices.Compact(slices.Sorted(slices.Values(found.Headers)))
	if len(found.Missing) == 0 || len(found.Headers) == 0 {
		return err
	}
	return found
}
