package settings

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
		Help: told("columns to take as categories although they look like numbers"),
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
			"refuse the source unless its SHA-256 is this: sha256-<base64> or 64 hexadecimal digits; of several sources once for each, " +
				"in their order",
		),
		Doc: told(
			"The SHA-256 that the bytes must have: `sha256-` and base64, or 64 hexadecimal digits. Of several samples a list, one for each.",
		)},
	{Name: "baseFile", Type: File, Places: Sample, Section: Released, Value: "FILE|URL",
		Help: told(
			"your own model, from XGBoost by save_model(\"model.json\"), as one more candidate of auto or, by --base file, alone; trained on " +
				"other rows than the source's, on columns with the same names (of a category one of 0 and 1 for each level, named " +
				"\"column=level\"); the release names it by SHA-256",
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
