//go:build linux

package warehouse

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"privadapt/core/must"
	"privadapt/core/terms/method"
)

// The grammar that sqlglot has of each dialect reads every kind of query: of sums, people, labels and reports, with
// linear models, products and trees, and with hostile names.
func TestGrammarsReadEveryQuery(t *testing.T) {
	if os.Getenv(engines) != "sqlglot" {
		t.Skip("make campaign runs it")
	}
	python := filepath.Join(engineFolder, "python/bin/python")
	if exec.Command(python, "-c", "import sqlglot").Run() != nil {
		t.Skip("NOT TESTED: sqlglot is not installed: make engines")
	}
	plans := map[string]Plan{"plain": plainPlan(t)}
	for _, classes := range []int{0, 2, 3} {
		source := readLabelled(t, labelledRows(300, classes, false, 1))
		for _, base := range []method.Base{method.Linear, method.Quadratic, method.Trees} {
			if base == method.Quadratic && classes > 0 {
				continue
			}
			name := fmt.Sprintf("%s-%d", base, classes)
			plans["labels-"+name] = labelledPlan(t, source, base, 3)
			plans["report-"+name], _ = reportPlan(t, source, base, "ward")
		}
	}
	people := plainPlan(t)
	people.Unit = "who"
	plans["people"] = people
	folder := t.TempDir()
	for _, to := range Dialects {
		plans["hostile"], _ = hostilePlan(t, to)
		for name, p := range plans {
			query, err := p.Query(to, "people", "number > 3")
			if err != nil {
				t.Fatalf("%s, %s: %v", to, name, err)
			}
			must.Do(t, os.WriteFile(filepath.Join(folder, string(to)+"-"+name+".sql"), []byte(query), 0o600))
		}
	}
	out, err := exec.Command(python, filepath.Join(peers, "grammar.py"), folder).Output()
	if t.Logf("%s", out); err != nil {
		t.Error(withOutput(err))
	}
}
