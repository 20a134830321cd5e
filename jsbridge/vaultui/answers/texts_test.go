package answers

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset"
	"privadapt/core/words"
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
			if name == "EngineFailures" {
				continue // in the engine's own words where it is English
			}
			if optional := name == "Value" || name == "Help"; en.Field(i).IsZero() && !optional {
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
	defer Speak("xx") // is not known, so English
	for got, want := range map[string]string{
		texts.Grouped(1234567): "1.234.567", texts.Plain(0.5): "0,5", texts.Plain(1e-6): "1e-6", words.InField(0.5): "0.5",
		texts.FileSize(1.5e9):        "1,5 GB",
		texts.Say(words.Share(1, 4)): "25\u00a0%", texts.Say(words.Share(1, 1000)): "unter 1\u00a0%", texts.Figures(0.25): "0,25", texts.Percent(0.031): "3,1\u00a0%",
		texts.Say(words.Part("rows", 2)): "2 Zeilen", texts.Say(words.Part("cells-were", 1)): "1 Zelle wurde",
		RunsOf(3): "3 Läufe",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func init() { Speak("en") }

// What stands in a field of the form is read again, in any language.
func TestNumbersInFieldsAreReadInEveryLanguage(t *testing.T) {
	for tag := range languages {
		Speak(tag)
		if value, ok := words.Number(words.InField(0.125)); !ok || value != 0.125 {
			t.Errorf("%s: %v, %v", tag, value, ok)
		}
	}
	Speak("en")
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
				t.Fatalf("%s: %v", f.Key, err)
			}
			got := Explained(refused.Code, refused.Message, refused.Reason)
			if want := words.Sentence(texts.Sentences[f.Key]); got != want || (got == refused.Message+".") != (tag == "en") {
				t.Errorf("%s: %q, not %q", tag, got, want)
			}
		}
	}
}
