package invitation

import (
	"fmt"

	"privadapt/core/data/dataset"
)

// Conflicts are the sentences about fields that do not fit together, by names that the page's reader of links uses too.
// Check and that reader decide by themselves when each is said; testdata/terms.json holds the two to the same.
var Conflicts = map[string]string{
	"many":       fmt.Sprintf("It names more than %d public samples.", dataset.MostParts),
	"sha256":     "Of several public samples the SHA-256 is stated for each or for none.",
	"name":       "Of several public samples the name is stated for each or for none.",
	"twice":      "It names one public sample, or one name, twice.",
	"epsilon":    "The three values of ε are not in order: smallest ≤ suggested ≤ largest.",
	"base":       "A kind of model goes with the results “model” and “report”, and with “moments” where labels are required.",
	"file":       "A model's file goes with the results “model” and “report”, and with “moments” where labels are required; its kind is auto or file.",
	"noFile":     "It does not say where the model's file is.",
	"fileDigest": "A campaign states the SHA-256 of the model's file.",
	"labels":     "Labels go with the results “model” and “moments”; a report always needs them.",
	"wished":     "Moments with labels and moments without do not add up: labels are required of all, or not asked for.",
	"rows":       "The fewest rows of a file are more than the most.",
	"report":     "A model to be judged and a column that divides go with the result “report”.",
	"divided":    "A report cannot be divided by its label.",
	"named":      "The label cannot name the person of a row.",
	"digest":     "A model that a report is about needs both its address and its SHA-256.",
	"chosen":     "The report is about the model at the address, so no kind of model is to be chosen.",
	"classes":    "A model of this kind predicts numbers, and the task is classification.",
	"left":       "The label, and a column that divides a report, cannot be left out.",
	"ordered":    "It states two orders of the dates in one column.",
	"token":      "A token goes with a reply, and there is no address for the reply.",
}
