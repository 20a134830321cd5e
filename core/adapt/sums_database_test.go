//go:build linux

package adapt

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	randv2 "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/terms/method"
	"privadapt/core/warehouse"
)

const peers = "../../jsbridge/npm/test/databases"

// databases run the SQL of a file in a database of their own and print what its last statement returns.
var databases = map[warehouse.Dialect][]string{
	"duckdb": {"duckdb.mjs"},
	"postgres": {"--input-type=module", "-e", `import { readFileSync } from "node:fs";
import { startPostgres } from "./postgres.mjs";
const postgres = await startPostgres();
if (!postgres) process.exit(3);
try { process.stdout.write(postgres.run(readFileSync(process.argv[1], "utf8"))); } finally { await postgres.stop(); }`, "--"},
}

// inDatabase runs statements in a database, or reports that it is not installed.
func inDatabase(t *testing.T, to warehouse.Dialect, sql string) (out string, ok bool) {
	t.Helper()
	if _, err := os.Stat("../../node_modules/@duckdb/node-api"); err != nil {
		return "", false
	}
	file := filepath.Join(t.TempDir(), "query.sql")
	must.Do(t, os.WriteFile(file, []byte(sql), 0o644))
	command := exec.Command("node", append(append([]string(nil), databases[to]...), file)...)
	var faults bytes.Buffer
	command.Dir, command.Stderr = peers, &faults
	text, err := command.Output()
	if command.ProcessState != nil && command.ProcessState.ExitCode() == 3 {
		return "", false
	}
	if err != nil {
		t.Fatalf("%s: %v: %s", to, err, faults.String())
	}
	return string(text), true
}

// asTable is a table of texts as a statement.
func asTable(name, table, separator string) string {
	var rows []string
	for _, line := range strings.Split(strings.TrimSpace(table), "\n") {
		rows = append(rows, "('"+strings.Join(strings.Split(line, separator), "', '")+"')")
	}
	columns := strings.NewReplacer("('", "(", "')", ")", "'", "").Replace(rows[0])
	return fmt.Sprintf("CREATE TABLE %s AS SELECT * FROM (VALUES %s) AS t%s;\n", name, strings.Join(rows[1:], ",\n"),
		columns)
}

// releasedWith is the release of a target under fixed random bits, for who puts back the system's afterwards.
func releasedWith(t *testing.T, target *Target) string {
	t.Helper()
	system := rand.Reader
	rand.Reader = randv2.NewChaCha8([32]byte{19})
	r, err := target.Adapt(engine, free, nil)
	rand.Reader = system
	if err != nil {
		t.Fatal(err)
	}
	text := must.Get(json.Marshal(r))(t)
	return string(text)
}

// From the query to the release with private labels, under both adjacencies: what DuckDB and PostgreSQL return has the
// file reader's numbers, digit by digit, one query serves both adjacencies, and under the same random bits the
// release is the file's, byte by byte.
func TestReleasesOfADatabaseWithLabelsAreTheFiles(t *testing.T) {
	table, source := someLabels(privateTable(200)), publicSource(t)
	system := rand.Reader
	t.Cleanup(func() { rand.Reader = system })
	tested := 0
	for to := range databases {
		query := must.Get(NewQuery(source, Options{UseLabels: true, Base: method.Linear}, to, "people", "", nil))(t)
		returned, ok := inDatabase(t, to, asTable("people", table, ";")+query)
		if !ok {
			t.Logf("NOT TESTED: %s is not installed", to)
			continue
		}
		tested++
		for _, adjacency := range []method.Adjacency{method.AddRemove, method.ReplaceOne} {
			o := budget(func(o *Options) { o.UseLabels, o.Base, o.Adjacency = true, method.Linear, adjacency })
			rows := readTarget(t, source, o, table)
			_, got, _ := strings.Cut(strings.TrimSpace(returned), "privadapt-sums") // the check has a test of its own
			if _, want, _ := strings.Cut(sumsText(rows), "privadapt-sums"); got != want {
				t.Fatalf("%s, %s: the sums are others:\n%s\n%s", to, adjacency, got, want)
			}
			sums, report, err := ReadSums(source, o, strings.NewReader(returned), nil)
			if err != nil {
				t.Fatalf("%s, %s: %v", to, adjacency, err)
			}
			if report.Rows != 200 || *report.LabelledRows != 160 {
				t.Errorf("%s, %s: %d rows, %d with a label", to, adjacency, report.Rows, *report.LabelledRows)
			}
			if got, want := releasedWith(t, sums), releasedWith(t, rows); got != want {
				t.Errorf("%s, %s: another release:\n%s\n%s", to, adjacency, got, want)
			}
		}
	}
	if tested == 0 {
		t.Skip("there is no database to test with")
	}
}

// The owner of sums is told what the query counted beside them.
func TestTheOwnerOfSumsIsToldOfTheirCheck(t *testing.T) {
	rows := readTarget(t, publicSource(t), budget(nil), privateTable(50))
	text := strings.Replace(sumsText(rows), "privadapt-check 0 0 0 0", "privadapt-check 7 0 11 13", 1)
	_, report, err := ReadSums(publicSource(t), budget(nil), strings.NewReader(text), nil)
	if want := map[string]int{"age": 7, "income": 11}; err != nil || report.RepairedCells != 18 ||
		report.ClippedRows != 13 || report.Unchecked || !reflect.DeepEqual(report.RepairedByColumn, want) {
		t.Errorf("%v: %+v", err, report)
	}
}
