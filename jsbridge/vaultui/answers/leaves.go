package answers

import (
	"fmt"
)

// Leaves states, before a run, what the run will hand over, in a line and in full.
func Leaves(options Options) (short, full string) {
	kind := options[FieldRelease].(string)
	format := texts.Leaves
	if options[OptionUnit] != nil {
		format = texts.LeavesPeople
	}
	for _, c := range texts.ReleaseChoices {
		if c.Value == kind {
			full = c.Help
		}
	}
	switch {
	case kind == ReleaseReport:
		full += " " + texts.LeavesReport
	case options[OptionLabels] == true && kind == "moments":
		full += " " + texts.LeavesSums
	case options[OptionLabels] == true:
		full += " " + texts.LeavesLabels
	}
	if column, ok := options[FieldGroupBy]; ok {
		full += " " + fmt.Sprintf(texts.LeavesGroups, column)
	}
	return fmt.Sprintf(format, texts.LeavesWhat[kind]), full + " " + texts.LeavesAll
}
