package verify_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/verify"
)

var update = flag.Bool("update", false, "write what is said in testdata/forged.txt anew")

const (
	forgedTable = "testdata/forged.txt"
	goldenFiles = "../../adapt/testdata/golden/"
)

// The table forged.txt has golden documents, changes of their fields and the verdict: "holds", or how the first problem
// begins, without its numbers, after "read: " where the document is not even read; " | " is between those of several
// documents. A fourth cell, "schema", says that the published JSON schema refuses them too. Node and the edge are held to the
// same table by jsbridge/npm/test/schema.test.mjs, which says the same about changes.
//
//	path = value   the field is this JSON value
//	path -         the field is absent
//	path * number  the number, or each in the list, is multiplied; so is a whole number in text, which stays even
//	path + number  it is added
//	path twice     the last of the list is in it again
//	path short     the last of the list is left out
func TestForgedDocuments(t *testing.T) {
	lines := strings.Split(string(must.Get(os.ReadFile(forgedTable))(t)), "\n")
	for i, line := range lines {
		if line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) < 3 {
			t.Fatalf("line %d has fewer than three cells", i+1)
		}
		told := map[string]bool{}
		for _, file := range must.Get(filepath.Glob(goldenFiles + cells[0] + ".json"))(t) {
			if name := filepath.Base(file); name == "wasm.json" || name == "owner-report.json" {
				continue
			}
			text := must.Get(os.ReadFile(file))(t)
			got := judged(must.Get(forge(text, cells[1]))(t))
			if (got == "holds") != (cells[2] == "holds") ||
				!*update && !slices.Contains(strings.Split(cells[2], " | "), got) {
				t.Errorf("line %d, %s with %.200s: %q and not %q", i+1, filepath.Base(file), cells[1], got, cells[2])
			}
			told[got] = true
		}
		if len(told) == 0 {
			t.Errorf("line %d: there is no document %s", i+1, cells[0])
		}
		cells[2] = strings.Join(slices.Sorted(maps.Keys(told)), " | ")
		lines[i] = strings.Join(cells, "\t")
	}
	if *update && !t.Failed() {
		must.Do(t, os.WriteFile(forgedTable, []byte(strings.Join(lines, "\n")), 0o644))
	}
}

// judged is the verdict on a document.
func judged(text []byte) string {
	r, err := release.Decode(text)
	if err != nil {
		return "read: " + said(err.Error())
	}
	if problems := verify.Certificate(r).Problems; len(problems) > 0 {
		return said(problems[0])
	}
	return "holds"
}

// forge makes the changes of a line of the table to a document.
func forge(text []byte, changes string) ([]byte, error) {
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	for _, change := range strings.Split(changes, "; ") {
		path, rest, _ := strings.Cut(change, " ")
		how, value, _ := strings.Cut(rest, " ")
		keys := strings.Split(path, ".")
		if err := forgeAt(&document, keys, how, value); err != nil {
			return nil, fmt.Errorf("%s: %w", change, err)
		}
	}
	return json.Marshal(document)
}

func forgeAt(at *any, keys []string, how, value string) error {
	if len(keys) == 0 {
		return forgeValue(at, how, value)
	}
	switch of := (*at).(type) {
	case map[string]any:
		inner, known := of[keys[0]]
		if len(keys) > 1 || how != "=" {
			if !known {
				return fmt.Errorf("there is no %s", keys[0])
			}
		}
		if len(keys) == 1 && how == "-" {
			delete(of, keys[0])
			return nil
		}
		err := forgeAt(&inner, keys[1:], how, value)
		of[keys[0]] = inner
		return err
	case []any:
		i, err := strconv.Atoi(keys[0])
		if err != nil || i >= len(of) {
			return fmt.Errorf("there is no %s", keys[0])
		}
		return forgeAt(&of[i], keys[1:], how, value)
	}
	return fmt.Errorf("%s is in no list and no object", keys[0])
}

func forgeValue(at *any, how, value string) error {
	list, _ := (*at).([]any)
	switch how {
	case "=":
		return json.Unmarshal([]byte(value), at)
	case "twice":
		*at = append(slices.Clone(list), list[len(list)-1])
		return nil
	case "short":
		*at = list[:len(list)-1]
		return nil
	}
	if list != nil {
		for i := range list {
			if err := forgeValue(&list[i], how, value); err != nil {
				return err
			}
		}
		return nil
	}
	number, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return err
	}
	switch is := (*at).(type) {
	case float64:
		if *at = is + number; how == "*" {
			*at = is * number
		}
		return nil
	case string:
		whole, ok := new(big.Int).SetString(is, 10)
		if !ok {
			return fmt.Errorf("%q is no whole number", is)
		}
		if how == "+" {
			more, _ := big.NewFloat(number).Int(nil)
			*at = whole.Add(whole, more).String()
			return nil
		}
		factor, _ := big.NewFloat(number * 0x1p60).Int(nil)
		whole.Rsh(whole.Mul(whole, factor), 60)
		*at = whole.SetBit(whole, 0, 0).String()
		return nil
	}
	return fmt.Errorf("%v is no number", *at)
}

var (
	numbers = regexp.MustCompile(`[0-9][0-9.]*(?:e[+-]?[0-9]+)?`)
	spaces  = regexp.MustCompile(`[\t\n]`)
)

// said is the beginning of a sentence, without its numbers.
func said(problem string) string {
	runes := []rune(spaces.ReplaceAllString(numbers.ReplaceAllString(problem, "0"), " "))
	return string(runes[:min(len(runes), 40)])
}
