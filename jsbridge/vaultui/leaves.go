package vaultui

import "fmt"

// leaves states, before a run, what the run will hand over, in a line and in full.
func leaves(options Options) (short, full string) {
	kind := options[fieldRelease].(string)
	format := texts.Leaves
	if options[optionUnit] != nil {
		format = texts.LeavesPeople
	}
	for _, c := range texts.ReleaseChoices {
		if c.value == kind {
			full = c.help
		}
	}
	switch {
	case kind == releaseReport:
		full += " " + texts.LeavesReport
	case options[optionLabels] == true && kind == "moments":
		full += " " + texts.LeavesSums
	case options[optionLabels] == true:
		full += " " + texts.LeavesLabels
	}
	if column, ok := options[fieldGroupBy]; ok {
		full += " " + fmt.Sprintf(texts.LeavesGroups, column)
	}
	return fmt.Sprintf(format, texts.LeavesWhat[kind]), full + " " + texts.LeavesAll
}
