package invitation

import (
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"privadapt/core/release"
	"privadapt/core/terms"
	"privadapt/core/words"
)

// Check fills in what was left out and refuses bad terms of a campaign with a *words.Error of code bad-settings.
// What it takes, the owner's page takes as an invitation: testdata/terms.json has terms on both sides of each limit,
// which this package and the page's reader (jsbridge/npm/invitation.js) both judge.
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
	for _, problem := range []string{checkFields(t), checkRules(t)} {
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

// checkRules returns which fields do not fit together, or "".
func checkRules(t *terms.Terms) string {
	stated := statedBy(*t)
	for _, rule := range Rules {
		if rule.broken(stated) {
			return rule.Text
		}
	}
	return ""
}

func refuse(problem string) error { return words.Refuse("bad-settings", "%s", problem) }

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
