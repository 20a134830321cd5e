//go:build !js

package adapt

import (
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

const germanHeader = "Einkommen;Alter;Farbe;Ziel"

var germanHeaders = map[string]string{"income": "Einkommen", "age": "Alter", "colour": "Farbe", "y": "Ziel"}

// german is the same table under other headers.
func german(table string) string {
	_, rows, _ := strings.Cut(table, "\n")
	return germanHeader + "\n" + rows
}

// A run by the owner's headers is the run on the file with the sample's names, and says nothing of them.
func TestHeadersOfTheOwnerChangeNoRow(t *testing.T) {
	source, table := publicSource(t), someLabels(privateTable(300))
	for name, change := range everyDraw {
		o := budget(change)
		_, plain := must.Both(ReadTarget(source, o, filesOf(table), nil))(t)
		o.Headers = germanHeaders
		target, report := must.Both(ReadTarget(source, o, filesOf(german(table)), nil))(t)
		if len(report.MappedColumns) != 3 {
			t.Errorf("%s: the owner is told of %v", name, report.MappedColumns)
		}
		report.MappedColumns = plain.MappedColumns
		if !reflect.DeepEqual(report, plain) {
			t.Errorf("%s: %+v\nin place of %+v", name, report, plain)
		}
		made := must.Get(target.Adapt(engine, free, nil))(t)
		text := must.Get(made.Encode())(t)
		for _, header := range germanHeaders {
			if strings.Contains(string(text), header) {
				t.Errorf("%s: the release states the header %s", name, header)
			}
		}
	}
}

// The owner is asked by the header alone, before a row is read.
func TestTheOwnerIsAskedByTheHeaderAlone(t *testing.T) {
	source, table := publicSource(t), someLabels(privateTable(50))
	all := []string{"Alter", "Einkommen", "Farbe", "Ziel"}
	columns := []string{"age", "colour", "income"}
	for _, c := range []struct {
		name, text       string
		change           func(*Options)
		missing, headers []string
	}{
		{"none in common", german(table), nil, columns, all},
		{"with labels", german(table), func(o *Options) { o.UseLabels = true }, append(slices.Clone(columns), "y"), all},
		{"the label alone", "income;age;colour;Ziel\n1;2;red;3\n", func(o *Options) { o.UseLabels = true },
			[]string{"y"}, []string{"Ziel"}},
		{"the label of a report", "income;age;colour;Ziel\n1;2;red;3\n", func(o *Options) {
			o.Release, o.Base = release.Report, method.Linear
		}, []string{"y"}, []string{"Ziel"}},
		{"none in common, of a report", german(table), func(o *Options) {
			o.Release, o.Base = release.Report, method.Linear
		}, append(slices.Clone(columns), "y"), all},
		{"one column", "income;Alter;colour\n1;2;red\n", nil, []string{"age"}, []string{"Alter"}},
		{"the people are known", "income;Alter;colour;id\n1;2;red;7\n", func(o *Options) { o.Unit = "id" },
			[]string{"age"}, []string{"Alter"}},
		{"the rest is answered", german(table), func(o *Options) {
			o.Headers = map[string]string{"income": "Einkommen", "colour": "Farbe"}
		}, []string{"age"}, []string{"Alter", "Ziel"}},
	} {
		o := budget(c.change)
		o.AskHeaders = true
		header, _, _ := strings.Cut(c.text, "\n")
		for _, text := range []string{c.text, header + "\n", header + "\n\x00\n"} {
			files := func() []io.Reader { return filesOf(text) }
			var counted []io.Reader
			if o.Unit != "" {
				counted = files()
			}
			_, _, err := ReadTargetTwice(source, o, counted, files(), nil)
			var asked *Unmatched
			if !errors.As(err, &asked) || !slices.Equal(asked.Missing, c.missing) || !slices.Equal(asked.Headers, c.headers) {
				t.Errorf("%s: %v: %+v", c.name, err, asked)
			}
		}
	}
	for name, text := range map[string]string{
		"a title":      "Stays 2025\nincome;age;colour\n1;2;red\n",
		"nothing else": "income;colour\n1;red\n",
	} {
		o := budget(nil)
		o.AskHeaders = true
		_, _, err := ReadTarget(source, o, filesOf(text), nil)
		var asked *Unmatched
		if errors.As(err, &asked) {
			t.Errorf("%s: asked %+v", name, asked)
		}
	}
}

func TestHeadersForWhatIsNoColumnAreRefused(t *testing.T) {
	source, table := publicSource(t), privateTable(10)
	for _, headers := range []map[string]string{{"agee": "Alter"}, {"age": ""}, {"age": "A", "income": "A"}} {
		o := Options{Epsilon: 1, Delta: 1e-6, Headers: headers}
		_, _, err := ReadTarget(source, o, filesOf(table), nil)
		if err == nil || strings.Contains(err.Error(), "Alter") {
			t.Errorf("%v: %v", headers, err)
		}
	}
	o := Options{Epsilon: 1, Delta: 1e-6, Headers: germanHeaders}
	if _, _, err := ReadSums(source, o, strings.NewReader(""), nil); !isRefused(err, "bad-option") {
		t.Errorf("sums: %v", err)
	}
}
