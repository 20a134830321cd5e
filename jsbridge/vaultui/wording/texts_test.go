package wording

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
)

var verbs = regexp.MustCompile(`%[a-z%]`)

// Every text of every language is there and is filled by the same values as the English one, in the same order; the
// values that can be chosen are the same.
func TestEveryLanguageHasEveryText(t *testing.T) {
	for other := range languages {
		if other != "en" {
			sameTexts(t, other, reflect.ValueOf(textsOf("en")), reflect.ValueOf(textsOf(other)))
		}
	}
}

func sameTexts(t *testing.T, place string, en, other reflect.Value) {
	switch en.Kind() {
	case reflect.String:
		if en.String() != "" && other.String() == "" {
			t.Errorf("%s: no text for %q", place, en)
		}
		if want, got := verbs.FindAllString(en.String(), -1),
			verbs.FindAllString(other.String(), -1); !slices.Equal(got, want) {
			t.Errorf("%s: %q has %v and %q %v", place, other, got, en, want)
		}
	case reflect.Struct:
		for i := range en.NumField() {
			name := en.Type().Field(i).Name
			if strings.HasPrefix(name, "Engine") || name == "Objections" {
				continue // in the engine's own words where it is English
			}
			if optional := name == "Value" || name == "Help" || name == "Advice"; en.Field(i).IsZero() && !optional {
				t.Errorf("there is no English text %s.%s", place, name)
			}
			sameTexts(t, place+"."+name, en.Field(i), other.Field(i))
			if en.Type() == reflect.TypeFor[Choice]() && name == "Value" && en.Field(i).String() != other.Field(i).String() {
				t.Errorf("%s: %q is another value than %q", place, other.Field(i), en.Field(i))
			}
		}
	case reflect.Slice, reflect.Map:
		if en.Len() == 0 || en.Len() != other.Len() {
			t.Errorf("%s: %d texts, and %d in English", place, other.Len(), en.Len())
			return
		}
		if en.Kind() == reflect.Slice {
			for i := range en.Len() {
				sameTexts(t, fmt.Sprintf("%s[%d]", place, i), en.Index(i), other.Index(i))
			}
			return
		}
		for _, key := range en.MapKeys() {
			if !other.MapIndex(key).IsValid() {
				t.Errorf("%s: nothing for %v", place, key)
				continue
			}
			sameTexts(t, fmt.Sprintf("%s[%v]", place, key), en.MapIndex(key), other.MapIndex(key))
		}
	default:
		t.Fatalf("%s: %s is no text", place, en.Kind())
	}
}

func TestNumbersAreWrittenAsTheLanguageDoes(t *testing.T) {
	Speak("de")
	defer Speak("en")
	Speak("xx") // is not known, so German stays
	for got, want := range map[string]string{
		Grouped(1234567): "1.234.567", Plain(0.5): "0,5", Plain(1e-6): "1e-6", InField(0.5): "0.5",
		FileSize(1.5e9): "1,5 GB",
		Share(1, 4):     "25\u00a0%", Share(1, 1000): "unter 1\u00a0%", Figures(0.25): "0,25", Percent(0.031): "3,1\u00a0%",
		Plural(2, texts.WordRow, texts.WordRows): "2 Zeilen", Were(1, texts.WordCell, texts.WordCells): "1 Zelle wurde",
		RunsOf(3): "3 Läufen",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// What stands in a field of the form is read again, in any language.
func TestNumbersInFieldsAreReadInEveryLanguage(t *testing.T) {
	for tag := range languages {
		Speak(tag)
		if value, ok := Number(InField(0.125)); !ok || value != 0.125 {
			t.Errorf("%s: %v, %v", tag, value, ok)
		}
	}
	Speak("en")
}

// The engine's warnings are known by its own formats, so each must be one of them, and filled by as many values.
func TestTheWarningsAreThoseOfTheEngine(t *testing.T) {
	var source strings.Builder
	for _, name := range []string{"adapt/warnings.go", "adapt/repeating.go", "data/dataset/target.go",
		"data/dataset/header.go", "data/dataset/formats.go"} {
		text := must.Get(os.ReadFile("../../../core/" + name))(t)
		source.Write(text)
	}
	for tag := range languages {
		for format, own := range textsOf(tag).EngineWarnings {
			if !strings.Contains(source.String(), strconv.Quote(strings.TrimPrefix(format, "line %d: "))) {
				t.Errorf("the engine does not say %q", format)
			}
			values := func(text string) int { return strings.Count(strings.ReplaceAll(text, "%%", ""), "%") }
			if values(format) != values(own) {
				t.Errorf("%q and %q take other values", format, own)
			}
		}
	}
}

func TestTheEnginesWordsAreTranslated(t *testing.T) {
	Speak("de")
	defer Speak("en")
	for text, want := range map[string]string{
		`Your file has no column named "age", "sex"; the public sample's average is used instead.`:                               "Nicht in Ihrer Datei: age, sex; dafür steht der Mittelwert der öffentlichen Stichprobe.",
		`Your file has the label column "price"; its values were not read.`:                                                      "Ihre Datei hat die Zielspalte „price“; ihre Werte wurden nicht gelesen.",
		`Your file has the label column "price"; its values were not read. Used, they make the result better at the same price.`: "Ihre Datei hat die Zielspalte „price“; ihre Werte wurden nicht gelesen. Verwendet machen sie das Ergebnis besser, zum selben Preis.",
		`Only 3 of your 20 rows have a label in the column "y" that can be read; the others count as rows without a label.`:      "Nur 3 Ihrer 20 Zeilen haben einen lesbaren Wert in der Spalte „y“; die übrigen zählen als Zeilen ohne bekannten Wert.",
		`62% of your rows are outside the range expected from the public sample and were shortened to fit. If the columns are in other units than the public sample's, the result is of no use. Compare the units before anything else, first in "age" (on average 4.2 of the sample's standard deviations away after shortening).`: "62\u00a0% Ihrer Zeilen liegen außerhalb dessen, was nach der öffentlichen Stichprobe zu erwarten ist, und wurden gekürzt. Haben die Spalten andere Einheiten als die Stichprobe, ist das Ergebnis unbrauchbar. Vergleichen Sie zuerst die Einheiten, vor allem die von „age“ (nach dem Kürzen im Mittel 4,2 Standardabweichungen der Stichprobe entfernt).",
		`The column "id" has about 2100 different texts in the first 4200 rows. If it names people, some have several rows, and this run protects each row, not each person. Name the column as the unit to protect people; nothing is charged yet.`:                                                                                "Die Spalte „id“ hat etwa 2.100 verschiedene Texte in den ersten 4.200 Zeilen. Wenn sie Personen nennt, haben manche mehrere Zeilen, und dieser Lauf schützt jede Zeile, nicht jede Person. Halten Sie an und nennen Sie die Spalte, um Personen zu schützen; bisher ist nichts angerechnet.",
		"Something new.": "Something new.",
	} {
		if got := Translated(text); got != want {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got := Explained("no-rows", "a header without rows"); !strings.HasPrefix(got, "Die Datei hat eine Kopfzeile") {
		t.Error(got)
	}
	twice := `line 1: the private file has the columns "crp", "CRP", and each could be the one that is expected; rename or remove all but one`
	if got := Explained("duplicate-column", twice); !strings.Contains(got, "„crp, CRP“") {
		t.Error(got)
	}
	if got := Explained("new", "something new"); got != "something new." {
		t.Error(got)
	}
}

// Whoever has picked another kind of file is told what it is, and what to do with it.
func TestAFileOfAnotherFormatIsNamedInEveryLanguage(t *testing.T) {
	defer Speak("en")
	for tag := range languages {
		Speak(tag)
		for _, f := range dataset.Formats {
			if f.Code != dataset.CodeBadEncoding {
				continue
			}
			_, err := dataset.ReadSource(strings.NewReader(f.Magic), dataset.SourceOptions{Label: "y"})
			refused, ok := err.(*dataset.Error)
			if !ok {
				t.Fatalf("%s: %v", f.Called, err)
			}
			got := Explained(refused.Code, refused.Message)
			if isEnglish := strings.Contains(got, f.Advice); isEnglish != (tag == "en") {
				t.Errorf("%s: %s", tag, got)
			}
			if tag != "en" && got == texts.EngineFailures[refused.Code] {
				t.Errorf("%s: a file that is %s is not named", tag, f.Called)
			}
		}
	}
}
