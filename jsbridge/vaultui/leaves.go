package vaultui

import "fmt"

var stepNames = []string{"Request", "Check", "Result"}

var mechanismChoices = []choice{
	{"auto", "Automatic", ""},
	{"moment", "Second moment: noise once", ""},
	{"selection", "Selection: noise in every choice of a row (the paper’s Algorithm 2)", ""},
	{"gradient", "Gradient: noise in every step (the paper’s Algorithm 3)", ""},
}

var solverChoices = []choice{
	{"auto", "Automatic", ""},
	{"projected-gradient", "Projected gradient", ""},
	{"frank-wolfe", "Frank-Wolfe (the paper’s Algorithm 2)", ""},
	{"mirror-descent", "Mirror descent (Algorithm 3)", ""},
	{"single-stage", "Single stage (Algorithm 1)", ""},
}

var calibrationChoices = []choice{
	{"tight", "Tight: least noise", ""},
	{"paper", "As in the paper: more noise", ""},
}

// tourNotes guide through the form on the sample data, by the id of a step.
var tourNotes = map[string]string{
	"request": "Tour: this is what somebody would ask of you. The invented sample has house prices, mostly from a city; imagine that your own file is from the country. It has 3,000 rows. Choose “moderate” and press “Use the invented file”.",
	"check":   "Tour: the page around this frame does not see this. Press “Make the result”, or stop.",
	"done":    "Tour: the page puts the result into words and a picture. Here you can read all that has left, to the last character.",
}

var textStayed = []string{
	"Your file and every row of it. It was read by a worker inside this frame; close the page and nothing of it is left.",
	"What only you have seen: how many cells were repaired and rows shortened, and how the columns compare.",
	"The name, size and place of your file.",
}

// leaves states, before a run, what the run will hand over, in a line and in full.
func leaves(options Options) (short, full string) {
	kind := options[fieldRelease].(string)
	format := textLeaves
	if options[optionUnit] != nil {
		format = textLeavesPeople
	}
	for _, c := range releaseChoices {
		if c.value == kind {
			full = c.help
		}
	}
	switch {
	case kind == releaseReport:
		full += " " + textLeavesReport
	case options[optionLabels] == true && kind == "moments":
		full += " " + textLeavesSums
	case options[optionLabels] == true:
		full += " " + textLeavesLabels
	}
	if column, ok := options[fieldGroupBy]; ok {
		full += " " + fmt.Sprintf(textLeavesGroups, column)
	}
	return fmt.Sprintf(format, leavesWhat[kind]), full + " " + textLeavesAll
}
