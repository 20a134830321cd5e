package vaultui

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"testing"
)

var verbs = regexp.MustCompile(`%[a-z%]`)

// Every text of every language is there and is filled by the same values as the English one, in the same order; the values that
// can be chosen are the same.
func TestEveryLanguageHasEveryText(t *testing.T) {
	for _, other := range languages {
		if other.Tag != "en" {
			sameTexts(t, other.Tag, reflect.ValueOf(english), reflect.ValueOf(*other))
		}
	}
}

func sameTexts(t *testing.T, place string, en, other reflect.Value) {
	switch en.Kind() {
	case reflect.String:
		if en.String() != "" && other.String() == "" {
			t.Errorf("%s: no text for %q", place, en)
		}
		if want, got := verbs.FindAllString(en.String(), -1), verbs.FindAllString(other.String(), -1); !slices.Equal(got, want) {
			t.Errorf("%s: %q has %v and %q %v", place, other, got, en, want)
		}
	case reflect.Struct:
		for i := range en.NumField() {
			name := en.Type().Field(i).Name
			sameTexts(t, place+"."+name, en.Field(i), other.Field(i))
			if en.Type() == reflect.TypeFor[choice]() && name == "value" && en.Field(i).String() != other.Field(i).String() {
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
	speak("de")
	defer speak("en")
	speak("xx") // is not known, so German stays
	for got, want := range map[string]string{
		grouped(1234567): "1.234.567", plain(0.5): "0,5", plain(1e-6): "1e-6", inField(0.5): "0.5", fileSize(1.5e9): "1,5 GB",
		share(1, 4): "25\u00a0%", share(1, 1000): "unter 1\u00a0%", figures(0.25): "0,25", percent(0.031): "3,1\u00a0%",
		plural(2, texts.WordRow, texts.WordRows): "2 Zeilen", were(1, texts.WordCell, texts.WordCells): "1 Zelle wurde",
		runsOf(3): "3 Läufen",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// What stands in a field of the form is read again, in any language.
func TestNumbersInFieldsAreReadInEveryLanguage(t *testing.T) {
	for _, language := range languages {
		speak(language.Tag)
		if value, ok := number(inField(0.125)); !ok || value != 0.125 {
			t.Errorf("%s: %v, %v", language.Tag, value, ok)
		}
		if rows, ok := declaredRows(grouped(12345)); !ok || rows != 12345 {
			t.Errorf("%s: %v, %v", language.Tag, rows, ok)
		}
	}
	speak("en")
}
