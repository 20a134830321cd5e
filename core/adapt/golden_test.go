package adapt

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/cryptotest"

	"privadapt/core/data/dataset"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

// The golden documents are whole releases for one fixed draw, in testdata/golden: one of each kind and mechanism. A
// change that is not meant to change an answer leaves them as they are, bit for bit; one that is rewrites them by
// `make golden`, and the difference is reviewed. They hold on amd64. As WebAssembly exp and others round differently:
// where a document differs there, wasm.json has its digest.
const golden = "testdata/golden/"

var update = flag.Bool("update", false, "write the golden files of this platform")

// sumsOf is what a database returns for a target's rows; it is nil as WebAssembly, where no package writes queries.
var sumsOf func(t *testing.T, target *Target, table string) string

// goldenCase is a run, or the combination of several.
type goldenCase struct {
	name    string
	task    func(t *testing.T) (source *dataset.Source, table string)
	options Options
	owners  int  // more than 0: so many releases, combined
	sums    bool // a database's sums must give the same document
}

func plainTask(t *testing.T) (*dataset.Source, string) {
	return publicSource(t), someLabels(privateTable(1000))
}

func peopleTask(t *testing.T) (*dataset.Source, string) {
	source, table := plainTask(t)
	return source, named(table, func(row int) string { return fmt.Sprint("person ", row/3) })
}

func numbersTask(t *testing.T) (*dataset.Source, string) {
	return labelledTask(t, 1000, dataset.Regression)
}

func classesTask(t *testing.T) (*dataset.Source, string) {
	return labelledTask(t, 1000, dataset.Classification)
}

var goldenCases = []goldenCase{
	{name: "model-linear", options: Options{}},
	{name: "model-blend", options: Options{Base: method.Auto, Campaign: "spring"}},
	{name: "model-trees", options: Options{Base: method.Trees}},
	{name: "model-classes", task: classesTask, options: Options{}},
	{name: "model-file", task: numbersTask, options: Options{Base: method.File}},
	{name: "model-labels", options: Options{Base: method.Auto, UseLabels: true, SettingsAfterPreview: new(bool)}},
	{name: "model-labels-classes", task: classesTask, options: Options{Base: method.Linear, UseLabels: true}, sums: true},
	{name: "model-add-remove", options: Options{Adjacency: method.AddRemove}, sums: true},
	{name: "model-people", task: peopleTask, options: Options{Unit: "who"}},
	{name: "model-single-stage", options: Options{Solver: method.SingleStage, Mechanism: method.Selection}},
	{name: "weights", options: Options{Release: release.Weights}, sums: true},
	{name: "weights-selection", options: Options{Release: release.Weights, Mechanism: method.Selection}},
	{name: "weights-selection-paper", options: Options{Release: release.Weights, Mechanism: method.Selection,
		Calibration: method.Paper}},
	{name: "weights-gradient", options: Options{Release: release.Weights, Mechanism: method.Gradient}},
	{name: "weights-gradient-paper", options: Options{Release: release.Weights, Mechanism: method.Gradient,
		Calibration: method.Paper}},
	{name: "weights-mirror-descent", options: Options{Release: release.Weights, Solver: method.MirrorDescent}},
	{name: "weights-pnorm", options: Options{Release: release.Weights, Smoothing: method.PNorm}},
	{name: "weights-pnorm-selection", options: Options{Release: release.Weights, Smoothing: method.PNorm,
		Mechanism: method.Selection}},
	{name: "moments", options: Options{Release: release.Moments}, sums: true},
	{name: "moments-labels", options: Options{Release: release.Moments, Base: method.Auto, UseLabels: true}},
	{name: "moments-combined", options: Options{Release: release.Moments, Adjacency: method.AddRemove}, owners: 3},
	{name: "moments-labels-combined", options: Options{Release: release.Moments, Base: method.Linear, UseLabels: true},
		owners: 3, sums: true},
	{name: "report", options: Options{Release: release.Report, Base: method.Auto, GroupBy: "colour"}},
	{name: "report-classes", task: classesTask, options: Options{Release: release.Report, GroupBy: "c"}, sums: true},
	{name: "report-people", task: peopleTask, options: Options{Release: release.Report, Base: method.Linear, Unit: "who",
		Adjacency: method.AddRemove}},
	{name: "estimate", options: Options{Release: release.Estimate, Base: method.Auto, GroupBy: "colour"}},
	{name: "estimate-labels", task: peopleTask, options: Options{Release: release.Estimate, Base: method.Linear, Unit: "who",
		UseLabels: true, Adjacency: method.AddRemove}},
}

// made is the document of a case. The platform's generator is replaced by a seeded one, as only tests can do it.
func (c goldenCase) made(t *testing.T, bySums bool) *release.Release {
	t.Helper()
	if c.task == nil {
		c.task = plainTask
	}
	source, table := c.task(t)
	o := c.options
	o.Epsilon, o.Delta = 1, 1e-6
	if o.Base == method.File {
		text := must.Get(os.ReadFile("../model/trees/testdata/stump.json"))(t)
		o.BaseFile, o.BaseFileURL = decodeFor(t, source, string(text)), "https://models.example.org/stump.json"
	}
	cryptotest.SetGlobalRandom(t, 20220614)
	var all []*release.Release
	for range max(1, c.owners) {
		var counted []io.Reader
		if o.Unit != "" {
			counted = filesOf(table)
		}
		target, _ := must.Both(ReadTargetTwice(source, o, counted, filesOf(table), nil))(t)
		if bySums {
			sums := strings.NewReader(sumsOf(t, target, table))
			target, _ = must.Both(ReadSums(source, o, sums, nil))(t)
		}
		all = append(all, must.Get(target.Adapt(engine, free, nil))(t))
	}
	if c.owners > 0 {
		return must.Get(combine.Combine(engine, all))(t)
	}
	return all[0]
}

func TestGoldenDocuments(t *testing.T) {
	skipOtherPlatforms(t)
	digests := wasmDigests(t)
	for _, c := range goldenCases {
		t.Run(c.name, func(t *testing.T) {
			made := c.made(t, false)
			text := pretty(t, made)
			again := must.Get(release.Decode(text))(t) // the file is a document that this program reads
			if report := verify.Certificate(again); !report.OK {
				t.Errorf("the document does not verify: %q", report.Problems)
			}
			if c.sums && sumsOf != nil {
				if of := pretty(t, c.made(t, true)); !bytes.Equal(of, text) {
					t.Errorf("the sums of a database give another document: %s", firstDifference(of, text))
				}
			}
			checkGolden(t, c.name, text, digests)
		})
	}
	checkNames(t, digests)
	if *update && runtime.GOARCH == "wasm" {
		must.Do(t, os.WriteFile(golden+"wasm.json", append(must.Get(json.MarshalIndent(digests, "", " "))(t), '\n'), 0o644))
	}
}

// What the owner of a messy file is told: blanks, words, units, dates, other levels, ragged lines, open quotes, rows
// far away and a column of them. The file is testdata/golden/messy.csv, for the sample in messy-sample.csv.
func TestTheOwnersReportOfAMessyFile(t *testing.T) {
	skipOtherPlatforms(t)
	source := must.Get(dataset.ReadSource(bytes.NewReader(must.Get(os.ReadFile(golden+"messy-sample.csv"))(t)),
		dataset.SourceOptions{Label: "price"}))(t)
	table := string(must.Get(os.ReadFile(golden + "messy.csv"))(t))
	o := Options{Epsilon: 1, Delta: 1e-6, Base: method.Linear, UseLabels: true,
		Headers: map[string]string{"income": "Jahreseinkommen"}}
	_, report := must.Both(ReadTarget(source, o, filesOf(table), nil))(t)
	for i := range report.Lines {
		report.Lines[i].Values = nil // which the texts show
	}
	checkGolden(t, "owner-report", pretty(t, report), wasmDigests(t))
}

func skipOtherPlatforms(t *testing.T) {
	t.Helper()
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "wasm" {
		t.Skipf("the golden files hold on amd64 and WebAssembly, and this is %s", runtime.GOARCH)
	}
}

// wasmDigests are the digests of what differs as WebAssembly, by case.
func wasmDigests(t *testing.T) map[string]string {
	t.Helper()
	digests := map[string]string{}
	text, err := os.ReadFile(golden + "wasm.json")
	if *update && err != nil {
		return digests
	}
	must.Do(t, err)
	must.Do(t, json.Unmarshal(text, &digests))
	return digests
}

// checkGolden compares a text with its golden file, or writes it.
func checkGolden(t *testing.T, name string, text []byte, digests map[string]string) {
	t.Helper()
	file := golden + name + ".json"
	if *update && runtime.GOARCH != "wasm" {
		must.Do(t, os.WriteFile(file, text, 0o644))
		return
	}
	want := must.Get(os.ReadFile(file))(t)
	if runtime.GOARCH != "wasm" {
		if !bytes.Equal(text, want) {
			t.Errorf("%s is another: %s", file, firstDifference(text, want))
		}
		return
	}
	sum := sha256.Sum256(text)
	got, wanted := hex.EncodeToString(sum[:8]), digests[name]
	if bytes.Equal(text, want) {
		got = ""
	}
	if *update {
		if delete(digests, name); got != "" {
			digests[name] = got
		}
	} else if got != wanted {
		t.Errorf("%s as WebAssembly has the digest %q, not %q; natively it differs in %s", name, got, wanted,
			firstDifference(text, want))
	}
}

// checkNames finds files and digests that no case writes, or removes them.
func checkNames(t *testing.T, digests map[string]string) {
	t.Helper()
	known := map[string]bool{"owner-report": true, "wasm": true}
	for _, c := range goldenCases {
		known[c.name] = true
	}
	names := slices.Collect(maps.Keys(digests))
	for _, file := range must.Get(filepath.Glob(golden + "*.json"))(t) {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".json"))
	}
	for _, name := range names {
		switch {
		case known[name]:
		case *update:
			delete(digests, name)
			os.Remove(golden + name + ".json")
		default:
			t.Errorf("no case writes %s", name)
		}
	}
}

func firstDifference(a, b []byte) string {
	one, other := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range min(len(one), len(other)) {
		if one[i] != other[i] {
			return fmt.Sprintf("line %d is\n%s\nand not\n%s", i+1, one[i], other[i])
		}
	}
	return fmt.Sprintf("there are %d lines and not %d", len(one), len(other))
}

// pretty writes a value as indented JSON. Each list of numbers and all that fits is on one line, and up to five plain
// members of an object that follow each other share a line, so that a changed value changes one line of the file.
func pretty(t *testing.T, value any) []byte {
	t.Helper()
	var b bytes.Buffer
	writePretty(t, &b, must.Get(json.Marshal(value))(t), "")
	b.WriteByte('\n')
	return b.Bytes()
}

func writePretty(t *testing.T, b *bytes.Buffer, text []byte, indent string) {
	t.Helper()
	lists := bytes.Count(text, []byte("[")) + bytes.Count(text, []byte("{"))
	if lists == 0 || text[0] == '[' && lists == 1 || indent != "" && len(text) <= 170 {
		b.Write(text)
		return
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	must.Get(decoder.Token())(t)
	b.WriteByte(text[0])
	separator := ""
	together := 0 // plain members on the line
	for decoder.More() {
		var key string
		if text[0] == '{' {
			key = fmt.Sprintf("%s: ", must.Get(json.Marshal(must.Get(decoder.Token())(t)))(t))
		}
		var inner json.RawMessage
		must.Do(t, decoder.Decode(&inner))
		plain := key != "" && inner[0] != '{' && inner[0] != '[' && len(inner) <= 100
		b.WriteString(separator)
		if plain && together%5 > 0 {
			b.WriteString(" " + key)
		} else {
			b.WriteString("\n" + indent + " " + key)
			together = 0
		}
		if plain {
			together++
		}
		writePretty(t, b, inner, indent+" ")
		separator = ","
	}
	b.WriteString("\n" + indent + string(text[0]+2))
}
