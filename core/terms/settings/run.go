// Package settings is the table of everything that a caller can state of a run: each option's name, type, words, place
// and sentences. Read Fields to list them and Find to look one up. What other languages need of the table is generated
// from it by go generate: the TypeScript declarations, the lists of names that the package checks, and the options and
// help of the command line. A test fails where what was generated is stale.
//
// An option is added here, as a field of plan.Options with its name as tag, and where it acts. Nothing else lists
// options by name.
package settings

import (
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// everywhere are the places of what a run and a query alike depend on.
const everywhere = Run | Forecast | Query

// runFields are the settings of a run.
var runFields = []Field{
	{
		Name:    "epsilon",
		Type:    Number,
		Needed:  true,
		Places:  Run | Forecast,
		Section: Required,
		Value:   "E",
		Code:    "bad-epsilon",
		Help:    told("the privacy loss you accept, above 0; smaller is more private, 1 is a common choice"),
		Doc:     told("The privacy loss, above 0. No default: it is the owner's choice."),
	},
	{Name: "delta", Type: Number, Needed: true, Places: Run | Forecast, Section: Required, Value: "D", Code: "bad-delta",
		Help: told("the probability that the guarantee does not hold, above 0; at most 0.001 ÷ rows"),
		Doc:  told("Above 0 and at most 0.001 ÷ rows of the target; `verify` remarks on a larger one. No default.")},
	{
		Name:    "release",
		Type:    Word,
		Words:   words(release.Kinds),
		Places:  everywhere | After,
		Section: Released,
		Value:   "KIND",
		Help: told("model (default): ready to predict; linear ones as coefficients in the columns' units\n" +
			"weights: one weight for each row of the source, also as a CSV file beside it\n" +
			"moments: the private second moment, from which weights and models can be computed\n" +
			"report: how good a fixed model is on the private rows that have a label, each figure with an interval; nothing is fitted to them"),
		Doc: told("What is released. Default: \"model\"."),
	},
	{Name: "base", Type: Word, Words: words(append([]method.Base{method.Auto}, method.Bases...)),
		Places: everywhere | After, Section: Released, Value: "B",
		Help: toldOfBases(
			"the model: ", false,
			", or auto (default), a blend of these chosen by cross-validation under the released weights; none costs further privacy",
		),
		Doc: toldOfBases(
			"The model of the kind \"model\", fitted to the sample's columns under the weights at no further privacy cost. ",
			true,
			"; \"auto\": a blend of all that there are, chosen by cross-validation under the weights. The blend's predictions stay near "+
				"the predictions of the model that is chosen on the sample alone. `features` sets only what the samples are compared by, unless the base is \"linear\". \"auto\" means "+
				"\"linear\" with `modelNorm` or the solver \"single-stage\". Of more than 20,000 rows a random part of 20,000 is "+
				"fitted, and trees that no weights enter are fitted to all. Default: \"auto\".",
		)},
	{Name: "useLabels", Type: Flag, Places: everywhere, Section: Released,
		Help: told(
			"correct the model by the labels of the private rows that have one, at the same price; with --release moments add them to the " +
				"moments, for combine",
		),
		Doc: told(
			"Correct the model by the labels of the target's rows that have one, at the same price; rows without a label that can be read " +
				"count as before. With the release \"moments\" the labels enter the moments, so that `combine` corrects a model by the labels of many " +
				"owners, who must use the same `base`. Only with the mechanism \"moment\". Unless this is set, labels " +
				"are used by the release \"report\" alone. Rejects with \"no-labels\", before anything is charged, where the target has no column " +
				"of the label; rows that are objects count as having it. Default: false.",
		)},
	{Name: "model", Type: Document, Places: everywhere, Section: Released, Value: "FILE",
		Help: told("for a report: the model to judge, a release of this sample (default: the one that the public sample alone chooses)"),
		Doc: told(
			"For the release \"report\": the model to judge, a release of this source. The report states the SHA-256 of its text, " +
				"so give the text, not what JSON.parse made of it. Default: the model that the source alone chooses, of the `base`.",
		)},
	{Name: "groupBy", Type: Text, Places: everywhere, Section: Released, Value: "COLUMN",
		Help: told("for a report: give the figures for each value of a categorical column as well"),
		Doc: told(
			"For the release \"report\": a categorical column of at most 50 levels, for each of which the figures are given as well.",
		)},
	{Name: "campaign", Type: Text, Places: Run | Forecast, Section: Released, Value: "NAME",
		Help: told("the purpose, stated in the release"),
		Doc: told(
			"What the release is for, stated in it: up to 64 letters without accents, digits, dots, hyphens or underscores.",
		)},
	{Name: "acceptLargeDelta", Type: Flag, Places: Run | Forecast, Section: Computed,
		Help: told("accept a delta of 1 ÷ rows or more, at which a row may be published in full"),
		Doc: told(
			"Do not refuse, before anything is charged, a δ of 1 ÷ rows or more, at which a mechanism may publish a whole row and keep its " +
				"promise; `verify` refuses such a release too, unless it is asked by the same name. Where the number of rows is private " +
				"(\"add-remove\") nothing is refused, and the owner's report warns. Default: false.",
		)},
	{
		Name:    "features",
		Type:    Word,
		Words:   []string{"linear", "quadratic"},
		Places:  everywhere,
		Section: Computed,
		Value:   "F",
		Help: told(
			"what a linear model is linear in and what the samples are compared by, fitted on the public sample alone: linear (default), the " +
				"standardised columns; quadratic: the columns, their squares and products. More features need more noise. --use-labels has its own",
		),
		Doc: told(
			"What the samples are compared by, and what a linear model is linear in, fitted on the source alone. \"linear\": the " +
				"standardised columns; \"quadratic\": the columns, their squares and products. More features let in more noise; `forecast` says how much. " +
				"Default: \"linear\"; with `useLabels` leave it out: they are then directions of the columns and of public predictions, " +
				"at most 24, in which labels are expected to correct the model.",
		),
	},
	{
		Name:    "mechanism",
		Type:    Word,
		Words:   words(method.Mechanisms),
		Places:  Run | Forecast,
		Section: Computed,
		Value:   "M",
		Help:    told("moment (default), selection, gradient"),
		Doc:     told("Default: \"moment\"."),
	},
	{
		Name:    "solver",
		Type:    Word,
		Words:   words(method.Solvers),
		Places:  Run | Forecast | After,
		Section: Computed,
		Value:   "S",
		Help:    told("projected-gradient, frank-wolfe, mirror-descent, single-stage; default by the mechanism"),
		Doc:     told("Default: by the mechanism. The package's README has a table of the pairs that exist."),
	},
	{
		Name:    "calibration",
		Type:    Word,
		Words:   words(method.Calibrations),
		Places:  Run | Forecast,
		Section: Computed,
		Value:   "C",
		Help:    told("tight (default), paper"),
		Doc: told(
			"\"paper\" takes the paper's noise literally and is refused where that gives less than claimed. Default: \"tight\".",
		),
	},
	{
		Name:    "adjacency",
		Type:    Word,
		Words:   words(method.Adjacencies),
		Places:  Run | Forecast,
		Section: Computed,
		Value:   "A",
		Help:    told("replace-one (default): the number of private rows is public; add-remove: it is private too"),
		Doc: told(
			"What is hidden: which values one row has, or also whether the row is there at all, so that the number of rows stays private " +
				"(the second moment only; more noise on small files). Default: \"replace-one\".",
		),
	},
	{Name: "unit", Type: Text, Places: Run | Forecast | Query, Section: Computed, Value: "COLUMN",
		Help: told("the column of the private files that names the person of each row: protect each person, with all of their rows, and count them once " +
			"(default: protect and count each row)"),
		Doc: told(
			"The column of the target that names the person of each row. Each person is then protected, with all of their rows, at the " +
				"noise that a row has otherwise, and counts once, however many rows there are: a row weighs 1 ÷ their number. Names are " +
				"compared as the text of the cell without blanks around it, a bigint by its exact decimal; rows without a name, or with one " +
				"that has U+FFFD or more than 1 MiB, are one person's together. `n` of the " +
				"certificate is the number of people, and the number of rows is private. The target is read twice, so a stream is kept in " +
				"memory, up to 256 MB. A database groups the rows by the column, but makes no report of people. Rejects with \"bad-unit\", before anything is charged, where no column has the " +
				"name. Default: each row is protected.",
		)},
	{Name: "headers", Type: ByColumn, Places: Run, Section: Columns, Value: "A=HEADER",
		Help: told("HEADER is what the private file calls the sample's column A; repeat it for each such column"),
		Doc: told(
			"What the target calls columns of the sample, or its label, by the sample's names: `{ age: \"Alter\" }`. A file that lacks " +
				"such a header is searched for the sample's own name. They are in no release. Choose them by the header alone.",
		)},
	{
		Name:    "smoothing",
		Type:    Word,
		Words:   words(method.Smoothings),
		Places:  Run | Forecast | After,
		Section: Computed,
		Value:   "S",
		Help:    told("softmax (default), pnorm"),
		Doc:     told("How the spectral norm is smoothed. Default: \"softmax\"."),
	},
	{Name: "mu", Type: Positive, Auto: true, Places: Run | Forecast | After, Section: Computed, Value: "X",
		Help: told("a number, or auto (default): 300/r², or 20/r² where rounds draw noise"),
		Doc: told(
			"Sharpness of the softmax, above 0. Default: \"auto\", 300/r² for the second moment and 20/r² where rounds draw noise.",
		)},
	{Name: "p", Type: Positive, Auto: true, Places: Run | Forecast | After, Section: Computed, Value: "X",
		Help: told("the exponent of the p-norm"),
		Doc:  told("Exponent of the p-norm, at least 1. Default: \"auto\".")},
	{Name: "lambda", Type: Number, Auto: true, Places: Run | Forecast | After, Section: Computed, Value: "X",
		Help: told("the weight of the penalty on uneven weights"),
		Doc:  told("Weight of the penalty on uneven weights, at least 0.")},
	{
		Name:    "iterations",
		Type:    Whole,
		Auto:    true,
		Places:  Run | Forecast | After,
		Section: Computed,
		Value:   "K",
		Code:    "bad-iterations",
		Help:    told("the rounds of the solver"),
		Doc:     told("Rounds of the solver, an integer of at least 1. Default: \"auto\"."),
	},
	{Name: "radius", Type: Positive, Auto: true, Places: everywhere, Section: Computed, Value: "R",
		Help: told("the norm to which private rows are clipped, in standardised units"),
		Doc:  told("Clipping radius in standardised units, at least 0.001. Never choose it from the target.")},
	{Name: "modelNorm", Type: Positive, Auto: true, Places: Run | Forecast | After, Section: Computed, Value: "L",
		Help: told("a bound on the norm of a linear model, in place of ridge regression"),
		Doc:  told("Bound on the norm of the model, for labels in standard deviations. Default: ridge regression instead.")},
}

// words are names as the words of a field.
func words[T ~string](names []T) []string {
	list := make([]string, len(names))
	for k, name := range names {
		list[k] = string(name)
	}
	return list
}

// sampleFields say how a public sample is read.
var sampleFields = []Field{
	{Name: "label", Type: Text, Needed: true, Places: Sample, Section: Required, Value: "NAME",
		Help: told("the column of the source to predict"),
		Doc:  told("The column to predict.")},
	{
		Name:    "task",
		Type:    Word,
		Words:   []string{"regression", "classification"},
		Places:  Sample,
		Section: Required,
		Value:   "T",
		Help:    told("regression: the label is a number; classification: it is a class (default for a text)"),
		Doc: told(
			"Whether the label is a number or a class. Default: a class if most labels of the first 1000 rows are text.",
		),
	},
	{Name: "categorical", Type: Texts, Places: Sample, Section: Columns, Value: "A,B",
		Help: told("columns to read as categories although they look like numbers"),
		Doc:  told("Columns that are categories although they look like numbers.")},
	{Name: "ignore", Type: Texts, Places: Sample, Section: Columns, Value: "A,B",
		Help: told("columns to leave out; a name that has a comma in double quotes"),
		Doc:  told("Columns to leave out.")},
	{
		Name:    "dateOrder",
		Type:    ByColumn,
		Words:   []string{"dmy", "mdy", "ymd"},
		Places:  Sample,
		Section: Columns,
		Value:   "A=dmy",
		Help: told(
			"the order of day, month and year in dates such as 03/04/2021, for columns that do not settle it: dmy, mdy or ymd; by the " +
				"same order the private file is read",
		),
		Doc: told(
			"The order of day, month and year in dates such as 03/04/2021, for columns that do not settle it: one date such as " +
				"13/05/2021 settles it for its column. The private file is read by the same order. A column that is neither settled nor stated " +
				"counts as categories, or is refused with \"date-order\" if it has many values.",
		),
	},
	{Name: "integrity", Type: Digests, Places: Sample, Section: Columns, Value: "DIGEST",
		Help: told(
			"refuse the source unless its SHA-256 is this: sha256-<base64> or 64 hexadecimal digits; for several sources, once each, " +
				"in their order",
		),
		Doc: told(
			"The SHA-256 that the bytes must have: `sha256-` and base64, or 64 hexadecimal digits. Of several samples a list, one for each.",
		)},
	{Name: "baseFile", Type: File, Places: Sample, Section: Released, Value: "FILE|URL",
		Help: told(
			"a model of your own, saved by XGBoost's save_model(\"model.json\"): one more candidate of auto or, with --base file, the only one; " +
				"train it on other rows than the source's, on columns with the same names (for a category one of 0 and 1 for each level, " +
				"named \"column=level\"); the release names it by SHA-256",
		),
		Doc: told(
			"An analyst's own model, for the base \"file\" or as one more candidate of \"auto\": a JSON file of XGBoost " +
				"(`booster.save_model(\"model.json\")`), fetched or read as the sample is, of at most 8 MB, with the objective reg:squarederror, " +
				"binary:logistic or multi:softprob. All its trees count. Its features are the sample's columns by name, and of a category one " +
				"column of 0 and 1 for each level, named \"column=level\"; without names they are the columns in their order. Its classes are " +
				"the sample's, in their order. Train it on other rows than the sample's: on its own training rows it seems better than it " +
				"is, and \"auto\" would believe that.",
		)},
	{Name: "baseIntegrity", Type: Digest, Places: Sample, Section: Released, Value: "DIGEST",
		Help: told("refuse the file unless its SHA-256 is this"),
		Doc:  told("The SHA-256 that the file's bytes must have.")},
}

// Names of what stops a run after the owner's check and before the charge, unless the owner accepts it;
// keys of sentences.
const (
	StopMissingColumns     = "missing-columns"
	StopUnreadableColumn   = "unreadable-column"
	StopUnreadableLabels   = "unreadable-labels"
	StopBlankRows          = "blank-rows"
	StopClippedRows        = "clipped-rows"
	StopRepeatedIdentifier = "repeated-identifier"
)

// Stops are these names, in the order in which a check lists them.
var Stops = []string{StopMissingColumns, StopUnreadableColumn, StopUnreadableLabels, StopBlankRows,
	StopClippedRows, StopRepeatedIdentifier}
