package invitation

import (
	"encoding/hex"
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
		t.RowsMax = 1e9
	}
	if t.Release == "" {
		t.Release = release.Moments
	}
	t.SHA256, t.BaseSHA256, t.ModelSHA256 = strings.ToLower(
		t.SHA256,
	), strings.ToLower(
		t.BaseSHA256,
	), strings.ToLower(
		t.ModelSHA256,
	)
	for i := range t.Samples {
		t.Samples[i].SHA256 = strings.ToLower(t.Samples[i].SHA256)
	}
	for _, problem := range []string{checkSamples(t), checkTexts(t), checkNumbers(t), checkResult(t)} {
		if problem != "" {
			return refuse(problem)
		}
	}
	return nil
}

// checkSamples returns what is wrong with the samples, or "".
func checkSamples(t *terms.Terms) string {
	list := t.PublicSamples()
	switch {
	case len(t.Samples) > 0 && (t.Source != "" || t.SHA256 != ""):
		return "the settings name a source and samples; give one of them"
	case len(t.Samples) == 1 || len(t.Samples) > dataset.MostParts:
		return "samples are two to eight; one is named by source and sha256"
	case slices.ContainsFunc(list, func(s terms.Sample) bool { return !isDigest(s.SHA256) }):
		return "sha256 is not the SHA-256 of the sample in 64 hexadecimal digits"
	case slices.ContainsFunc(list, func(s terms.Sample) bool { return !webAddress(s.Source) }):
		return "source is not an https address of a public sample"
	case slices.ContainsFunc(list, func(s terms.Sample) bool { return !plain(s.Name, 120) || (s.Name == "") != (list[0].Name == "") }):
		return "the name of a sample may have at most 120 plain characters, and all samples have one or none"
	}
	for i, s := range list {
		if slices.ContainsFunc(list[:i], func(o terms.Sample) bool {
			return place(o.Source) == place(s.Source) || o.SHA256 == s.SHA256 || o.Name != "" && o.Name == s.Name
		}) {
			return "two samples have the same address in source, the same SHA-256 or the same name"
		}
	}
	return ""
}

// checkTexts returns what is wrong with what is said of the whole, or "".
func checkTexts(t *terms.Terms) string {
	switch {
	case !plain(t.Label, 200) || t.Label == "":
		return "label does not name a column in at most 200 plain characters"
	case !plain(t.Title, 120) || !plain(t.Asker, 120):
		return "title and asker may have at most 120 plain characters"
	}
	return ""
}

// checkNumbers returns what is wrong with the budget and the range of rows, or "".
func checkNumbers(t *terms.Terms) string {
	switch {
	case !(t.EpsilonMax >= 0.01 && t.EpsilonMax <= 10):
		return "epsilonMax is not between 0.01 and 10"
	case t.EpsilonMin != 0 && !(t.EpsilonMin >= 0.01 && t.EpsilonMin <= t.EpsilonMax):
		return "epsilonMin is not between 0.01 and epsilonMax"
	case t.Epsilon != 0 && !(t.Epsilon >= max(0.01, t.EpsilonMin) && t.Epsilon <= t.EpsilonMax):
		return "epsilon is not between epsilonMin and epsilonMax"
	case !(t.Delta >= 1e-12 && t.Delta <= 1e-4):
		return "delta is not between 10^-12 and 10^-4"
	case t.RowsMin < 1 || t.RowsMax < t.RowsMin || t.RowsMax > 1e12:
		return "rowsMin and rowsMax are not a range of rows"
	}
	return ""
}

// checkResult returns what is wrong with what is asked for, or "".
func checkResult(t *terms.Terms) string {
	switch {
	case !slices.Contains([]release.Kind{release.Moments, release.Weights, release.Model, release.Report}, t.Release):
		return "release is not moments, weights, model or report"
	case !slices.Contains([]dataset.Task{dataset.AnyTask, dataset.Regression, dataset.Classification}, t.Task):
		return "task is not regression or classification"
	case t.Base != "" && t.Base != method.Auto && !slices.Contains(method.Bases, t.Base):
		return "base is not auto, linear, quadratic, smooth, trees or file"
	case (t.Base != "" || t.BaseFile != "") && !t.Release.HasBase(t.Labels == terms.RequiredLabels):
		return "base and baseFile are of a model, of a report or of moments with labels, and release is none of them; for moments labels has to be required"
	case (t.Model != "" || t.ModelSHA256 != "" || t.GroupBy != "") && t.Release != release.Report:
		return "model, modelSHA256 and groupBy are of a report, and release is not report"
	case (t.Model != "" || t.ModelSHA256 != "") && !(webAddress(t.Model) && isDigest(t.ModelSHA256)):
		return "model is not an https address of a model's release, or modelSHA256 not its SHA-256 in 64 hexadecimal digits; a report on a model of your own needs both"
	case t.Model != "" && t.Base != "":
		return "the report is about the model at the address; leave base out"
	case !plain(t.GroupBy, 200):
		return "groupBy does not name a column in at most 200 plain characters"
	case t.GroupBy != "" && t.GroupBy == t.Label:
		return "groupBy is the label, by which no report can be divided"
	case !slices.Contains([]terms.Labels{terms.NoLabels, terms.WishLabels, terms.RequiredLabels}, t.Labels):
		return "labels is not wish or required"
	case t.Labels != terms.NoLabels && t.Release != release.Model && t.Release != release.Moments:
		return "labels correct a model or enter moments, and release is neither; a report needs them without being asked"
	case t.Labels == terms.WishLabels && t.Release == release.Moments:
		return "labels is wish, but moments with labels and moments without do not add up; choose required, or leave labels out"
	case t.Task == dataset.Classification && (t.Base == method.Quadratic || t.Base == method.Smooth):
		return "base predicts numbers, and task is classification; choose auto, linear, trees or file"
	case (t.Base == method.File || t.BaseFile != "" || t.BaseSHA256 != "") && !(webAddress(t.BaseFile) && isDigest(t.BaseSHA256)):
		return "baseFile is not an https address of a model's file, or baseSHA256 not its SHA-256 in 64 hexadecimal digits; the base file needs both"
	case t.BaseFile != "" && t.Base != "" && t.Base != method.Auto && t.Base != method.File:
		return "baseFile goes with the bases auto and file"
	}
	return ""
}

func refuse(problem string) error { return &terms.Error{Code: "bad-settings", Message: problem} }

func isDigest(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == 32
}

// plain reports whether a text has nothing invisible in it, no space at its ends, no pile of marks, and at most so many
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
