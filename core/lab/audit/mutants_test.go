//go:build !js

package audit

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"privadapt/core/must"
)

// mutant is a fault planted from outside: Go compiles a patched copy in place of the shipped file (go help build,
// -overlay), and of JavaScript a copy of the package is patched. It is caught if the audit calls a claim broken, or if
// the named other test fails.
type mutant struct {
	name  string
	edits []edit

	// The audit of the cells that match this pattern, at that many trials a side; or else a test of a package; or else,
	// where inPackage is a file, the test of that name in Node, with an engine that has the fault unless the edits are of
	// JavaScript.
	cells  string
	trials int

	test, inPackage string
}

// edit replaces the only occurrence of a text in a file of the module.
type edit struct{ file, old, new string }

func byAudit(name, cells string, trials int, edits ...edit) mutant {
	return mutant{name: name, edits: edits, cells: cells, trials: trials}
}

func byTest(name, test, inPackage string, edits ...edit) mutant {
	return mutant{name: name, edits: edits, test: test, inPackage: inPackage}
}

// mutants are faults that a programmer might make, each with the test that catches it. Faults that cost no privacy are
// not among them: rows rounded to the nearest step with their norm checked afterwards, scores rounded up in place of
// down (either way a neighbour's differ by less than the charge allows).
var mutants = slices.Concat(momentMutants, labelMutants, reportMutants, peopleMutants, rowMutants, selectionMutants,
	gradientMutants, samplerMutants, runMutants, pipelineMutants, wipingMutants, bitMutants, chargeMutants, inputMutants,
	cellMutants, sumsMutants, solverMutants, documentMutants, verifierMutants, relationMutants, statementMutants,
	ledgerMutants, receiverMutants, strangerMutants, measuredMutants, edgeMutants, readerMutants)

func (m mutant) inJavaScript() bool { return strings.HasSuffix(m.edits[0].file, ".js") }

func (m mutant) inNode() bool { return strings.HasSuffix(m.inPackage, ".mjs") }

// The list is not stale: every text to be changed is there, once, and so are the tests and the cells that are named.
func TestMutantsFitTheirFiles(t *testing.T) {
	var cells []string
	for _, c := range Cells() {
		cells = append(cells, c.Name)
	}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			writeOverlay(t, m.edits)
			if m.cells != "" {
				pattern := regexp.MustCompile(m.cells)
				if !slices.ContainsFunc(cells, pattern.MatchString) {
					t.Errorf("there is no cell %s", m.cells)
				}
				return
			}
			if !m.hasTest(t) {
				t.Errorf("there is no %s in %s", m.test, m.inPackage)
			}
		})
	}
}

func (m mutant) hasTest(t *testing.T) bool {
	t.Helper()
	pattern, head := filepath.Join(root, m.inPackage, "*_test.go"), "func "+m.test+"("
	if m.inNode() {
		pattern, head = filepath.Join(root, m.inPackage), `test("`+m.test+`"`
	}
	files := must.Get(filepath.Glob(pattern))(t)
	return slices.ContainsFunc(files, func(file string) bool {
		text := must.Get(os.ReadFile(file))(t)
		return strings.Contains(string(text), head)
	})
}
