package postprocess

import (
	"fmt"

	"privadapt/core/data/dataset"
	"privadapt/core/release"
)

// readOtherwise says what to give for the public sample to be read as it was for a release, or "" if it is.
func readOtherwise(given, stated dataset.Schema) string {
	const said = "the public sample is read differently than for the release: "
	switch {
	case release.SameText(given, stated):
		return ""
	case given.Label != stated.Label:
		return said + fmt.Sprintf("give the label %q, not %q", stated.Label, given.Label)
	}
	for i, there := range stated.Columns {
		if i >= len(given.Columns) || given.Columns[i].Name != there.Name {
			break
		}
		if here := given.Columns[i]; here.Kind != there.Kind {
			return said + fmt.Sprintf("there the column %q is %s, not %s", there.Name, there.Kind, here.Kind)
		}
	}
	return said + "give the same task, categories, ignored columns and order of dates"
}
