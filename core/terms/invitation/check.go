package invitation

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/terms"
	"privadapt/core/terms/method"
)

// Check fills in what was left out and refuses bad terms of a campaign with a *terms.Error of code bad-settings. What
// it takes, the owner's page takes as an invitation: testdata/terms.json has terms on both sides of each limit, which
// this package and the page's reader (jsbridge/npm/invitation.js) both judge.
func Check(t *terms.Terms) error {
	if t.RowsMin == 0 {
		t.RowsMin = 1
	}
	if t.RowsMax == 0 {
		t.RowsMax = terms.MostRows
	}
	if t.Release == "" {
		t.Release = release.Moments
	}
	for _, digest := range []*string{&t.SHA256, &t.BaseSHA256, &t.ModelSHA256} {
		*digest = strings.ToLower(*digest)
	}
	for i := range t.Samples {
		t.Samples[i].SHA256 = strings.ToLower(t.Samples[i].SHA256)
	}
	for _, problem := range []string{checkFields(t), checkSamples(t), checkNumbers(t), checkResult(t)} {
		if problem != "" {
			return refuse(problem)
		}
	}
	return nil
}

// checkFields returns what is wrong with a field by itself, or "". A campaign needs more of them than a link.
func checkFields(t *terms.Terms) string {
	stated := statedBy(*t)
	needed := map[string]string{
		"sha256":     "A campaign states the SHA-256 of its public sample in 64 hexadecimal digits.",
		"epsilonMax": "A campaign states the largest ε that it accepts, from 0.01 to 10.",
		"delta":      "A campaign states the largest δ that it accepts, from 1e-12 to 1e-4.",
	}
	for _, f := range Fields {
		for _, text := range stated[f.Name] {
			missing := needed[f.Name]
			if missing == "" {
				missing = f.Missing
			}
			switch {
			case text == "" && missing != "":
				return missing
			case text != "" && !f.Accepts(text):
				return f.Fault()
			}
		}
	}
	return ""
}

// checkSamples returns what is wrong with the samples together, or "".
func checkSamples(t *terms.Terms) string {
	list := t.PublicSamples()
	unnamed := func(s terms.Sample) bool { return (s.Name == "") != (list[0].Name == "") }
	switch {
	case len(t.Samples) > 0 && (t.Source != "" || t.SHA256 != ""):
		return "The settings name one public sample and several; leave one of them out."
	case len(t.Samples) == 1 || len(t.Samples) > dataset.MostParts:
		return "Several public samples are two to eight."
	case slices.ContainsFunc(list, unnamed):
		return Conflicts["name"]
	}
	for i, s := range list {
		if slices.ContainsFunc(list[:i], func(o terms.Sample) bool {
			return place(o.Source) == place(s.Source) || o.SHA256 == s.SHA256 || o.Name != "" && o.Name == s.Name
		}) {
			return Conflicts["twice"]
		}
	}
	return ""
}

// checkNumbers returns what is wrong with the order of the values of ε and with the range of rows, or "".
func checkNumbers(t *terms.Terms) string {
	switch {
	case t.EpsilonMin > t.EpsilonMax, t.Epsilon != 0 && (t.Epsilon < t.EpsilonMin || t.Epsilon > t.EpsilonMax):
		return Conflicts["epsilon"]
	case t.RowsMax < t.RowsMin:
		return Conflicts["rows"]
	}
	return ""
}

// checkResult returns which fields do not fit together, or "".
func checkResult(t *terms.Terms) string {
	based := t.Release.HasBase(t.Labels == terms.RequiredLabels)
	report := t.Release == release.Report
	for _, c := range []struct {
		conflict string
		broken   bool
	}{
		{"base", t.Base != "" && !based},
		{"labels", t.Labels != "" && !t.Release.TakesLabels()},
		{"wished", t.Labels == terms.WishLabels && t.Release == release.Moments},
		{"classes", t.Task == dataset.Classification && t.Base.OfNumbers()},
		{"noFile", t.BaseFile == "" && (t.Base == method.File || t.BaseSHA256 != "")},
		{"file", t.BaseFile != "" && (!based || t.Base != "" && t.Base != method.Auto && t.Base != method.File)},
		{"report", (t.Model != "" || t.ModelSHA256 != "" || t.GroupBy != "") && !report},
		{"digest", (t.Model == "") != (t.ModelSHA256 == "")},
		{"fileDigest", t.BaseFile != "" && t.BaseSHA256 == ""},
		{"chosen", t.Model != "" && t.Base != ""},
		{"named", t.Unit != "" && t.Unit == t.Label},
		{"divided", t.GroupBy != "" && t.GroupBy == t.Label},
		{"left", slices.ContainsFunc(t.Ignore, func(name string) bool { return name == t.Label || name == t.GroupBy })},
	} {
		if c.broken {
			return Conflicts[c.conflict]
		}
	}
	return ""
}

func refuse(problem string) error { return &terms.Error{Code: "bad-settings", Message: problem} }

func isDigest(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == 32
}

// plain reports whether a text has nothing invisible in it, no space at its ends, no pile of marks, and at most `most`
// characters.
func plain(text string, most int) bool {
	marks := 0
	for _, r := range text {
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		if marks == 4 || unicode.In(r, unicode.C, unicode.Zl, unicode.Zp) {
			return false
		}
	}
	return utf8.ValidString(text) && utf8.RuneCountInString(text) <= most && strings.TrimSpace(text) == text
}

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
