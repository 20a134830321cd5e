package answers

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/words"
)

// notMet are codes of the npm package that no owner meets in a vault, and why.
var notMet = map[string]string{
	"unknown-option": "the form has the options", "bad-rho": "the form asks for no rho",
	"stale-handle": "of programs", "stream-used": "of programs", "disposed": "of programs",
	"bad-combination": "nothing is combined in a vault", "missing-column": "of predictions for a file",
	"bad-sums": "of databases", "other-plan": "of databases",
	"parquet": "of standard input", "xlsx": "of standard input",
}

// Whatever the engine refuses in a vault is said in every language: by each code that the npm package documents for
// calls and for files.
func TestEveryRefusalIsSaidInEveryLanguage(t *testing.T) {
	declared := must.Get(os.ReadFile("../../npm/types/error-codes.d.ts"))(t)
	codes := []string{"integrity", "internal"}
	for _, group := range []string{"UseErrorCode", "FileErrorCode"} {
		_, text, _ := strings.Cut(string(declared), "export type "+group+" =")
		text, _, _ = strings.Cut(text, ";\n\n")
		for _, match := range regexp.MustCompile(`\| "([a-z-]+)"`).FindAllStringSubmatch(text, -1) {
			codes = append(codes, match[1])
		}
	}
	if len(codes) < 45 {
		t.Fatalf("%d codes", len(codes))
	}
	for tag := range languages {
		if tag == "en" {
			continue // which the engine speaks
		}
		other := textsOf(tag)
		for _, code := range codes {
			_, said := other.EngineFailures[code]
			if _, input := other.Sentences["input."+code]; (said || input) == (notMet[code] != "") {
				t.Errorf("%s: %q is said: %v", tag, code, said || input)
			}
		}
	}
}

func TestAFailureIsExplainedByItsReasonOrItsCode(t *testing.T) {
	Speak("de")
	defer Speak("en")
	few := words.New("objection.too-few-rows", words.Part("people", 40))
	twice := words.New("twice", words.Names([]string{"crp", "CRP"}))
	for got, want := range map[string]string{
		Explained("refused-by-receiver", few.Text, &few):   "Es müssen mindestens 40 Personen sein.",
		Explained("duplicate-column", twice.Text, &twice):  "Die Spalten „crp“, „CRP“ kommen für dieselbe gewünschte Spalte infrage. Benennen Sie alle bis auf eine um, oder entfernen Sie sie.",
		Explained("no-rows", "a header without rows", nil): "Die Datei hat eine Kopfzeile und keine weiteren Zeilen.",
		Explained("new", "something new", nil):             "something new.",
	} {
		if got != want {
			t.Error(got)
		}
	}
}
