package vaultui

import "fmt"

var stepNames = []string{"Request", "Privacy", "Your file", "Run", "Result"}

const textGlossary = "Words used here"

// term is a word and one sentence that explains it.
type term struct{ word, meaning string }

var (
	termsAsked = []term{
		{
			"Public sample",
			"A table that anybody may see, with the answers (labels) filled in, on which a model can be trained.",
		},
		{"Label", "The column that the model is to predict; of your own file only a report needs it."},
		{"Level", "One of the values that a column of words can take, such as red or blue."},
		{"SHA-256", "A fingerprint of the sample: the same fingerprint means the same file, to the last character."},
	}
	termsSettings = []term{
		{
			"Differential privacy",
			"A promise that the result would look nearly the same if one row of your file were another, so that nobody can tell from it what that row says.",
		},
		{"Epsilon (ε)", "How much the result may reveal about any one row: the smaller, the safer and the noisier."},
		{"Delta (δ)", "A very small probability with which the promise of ε may fail."},
		{"Privacy budget", "What all results together may reveal; your browser keeps count of it and refuses more."},
		{"Noise", "Random numbers that are added on purpose, so that no single row can be made out."},
		{"Forecast", "What the noise will allow, computed beforehand from public numbers and the number of rows you state."},
		{"Standard deviation", "The usual distance of a value from its column’s average, here in the public sample."},
		{
			"Distance (discrepancy)",
			"How far apart the public sample and your file are, in averages and products of the columns; 0 means alike.",
		},
		{
			"Labels in your file",
			"The answers that you know already for some of your rows; a model can be corrected by them, and its error on your rows estimated.",
		},
		{"Report", "Figures that say how good a fixed model is on your rows with a label, each with an interval."},
		{
			"Mechanism",
			"Where the noise enters: once into a table of averages (second moment), into each choice of a public row (selection) or into each step (gradient).",
		},
		{
			"Second moment",
			"The table of the averages of all products of two columns; the only thing the default mechanism takes from your rows.",
		},
		{"Solver", "The method that searches for the weights; it changes the speed, and not the privacy."},
		{"Calibration", "Whether the noise is as small as the promise allows (tight) or as large as in the published paper."},
		{
			"Rounds (K)",
			"How often the solver improves the weights; where noise enters each round, more rounds mean more noise in each.",
		},
		{
			"Smoothing (μ)",
			"How closely the solver follows the largest difference between the samples, rather than several at once.",
		},
		{"Weight penalty (λ)", "How strongly uneven weights are discouraged."},
		{
			"Row radius (r)",
			"How far a row may lie from the sample’s average before it is shortened, which bounds what one row can do.",
		},
	}
	termsFile = []term{
		{
			"CSV and TSV",
			"Plain tables as text, with commas, semicolons or tabs between the cells; spreadsheets can save them. A cell in quotes may have several lines.",
		},
		{"Header line", "The first line of the file, which holds the names of the columns."},
	}
	termsRun = []term{
		{"Repaired", "A cell that was empty or unreadable and counts as the sample’s average."},
		{
			"Shortened (clipped)",
			"A row so far from the sample that it was moved closer, along a straight line, to the radius.",
		},
		{"For you only", "Exact numbers about your file, which never leave this frame."},
	}
	termsDone = []term{
		{"Release", "The one result that leaves, with its certificate."},
		{"Certificate", "All public numbers from which anybody can compute again how much privacy the result has cost."},
		{"Weights", "One number for each public row: how much it counts, so that the weighted sample resembles your file."},
	}
)

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
	"asked":     "Tour: this is what somebody would ask of you. The invented sample has house prices, mostly from a city; imagine that your own file is from the country. Look at the columns, then go on.",
	"settings":  "Tour: type 3000 as the number of rows, which is what the invented file has, and see what each ε would buy. Choose “1, moderate”, leave the rest, and press “Fix these settings”. Only then can a file be opened.",
	"file-step": "Tour: here you would choose your own file. Press “Use the sample’s private file” instead: it is invented and about nobody.",
	"report":    "Tour: this report is for your eyes only; the page around this frame does not get it. Press “Run and release” to make the result, or “Cancel” to leave it.",
	"done":      "Tour: the page puts the result into words and a picture. Here you can read all that has left, to the last character.",
}

var textStays = []string{
	"Your file and every row of it. It was read by a worker inside this frame; close the page and nothing of it is left.",
	"The report “for you only”: how many cells were repaired and rows shortened, and how the columns compare.",
	"The name, size and place of your file.",
}

// leaves states, before a run, what the run will hand over.
func leaves(options Options) string {
	for _, c := range releaseChoices {
		if c.value == options[fieldRelease] {
			corrected := ""
			if options[optionLabels] == true {
				corrected = " " + textLeavesLabels
				if c.value == "moments" {
					corrected = " " + textLeavesSums
				}
			}
			if c.value == releaseReport {
				corrected = " " + textLeavesReport
			}
			if column, ok := options[fieldGroupBy]; ok {
				corrected += " " + fmt.Sprintf(textLeavesGroups, column)
			}
			return fmt.Sprintf(
				textLeaves,
				lowerFirst(
					c.label,
				)+". "+c.help+corrected+" With it goes the certificate, which holds public numbers, and the number of your rows. The page also gets the numbers for its plots, computed from the same noisy result.",
			)
		}
	}
	return ""
}
