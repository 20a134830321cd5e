//go:build !js

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"privadapt/core/lab/experiment/evaluate"
	"privadapt/core/must"
)

// Both figures are well-formed SVG with every task that has values: all in the harm's figure, the tasks that count
// in the other.
func TestEvaluationIsDrawn(t *testing.T) {
	third, one := 0.3, 1.0
	kept := []float64{0.5, 0.9}
	curve := func(epsilon, kept *float64) *evaluate.Curve {
		return &evaluate.Curve{Method: "engine", Private: true, Epsilon: epsilon, Kept: kept, Harm: -0.1}
	}
	report := &evaluate.Report{
		Settings: evaluate.Settings{Epsilons: []*float64{&third, &one, nil}},
		Tasks: []evaluate.Task{
			{
				Name:   "counting",
				Real:   true,
				Curves: []*evaluate.Curve{curve(&third, &kept[0]), curve(&one, &kept[1]), curve(nil, &one)},
			},
			{Name: "control", Curves: []*evaluate.Curve{curve(&third, nil), curve(&one, nil), curve(nil, nil)}},
		},
	}
	prefix := filepath.Join(t.TempDir(), "evaluate-")
	must.Do(t, drawEvaluation(report, prefix))
	for name, want := range map[string][]string{
		"kept": {"counting", "∞", "fraction of the non-private gain kept"},
		"harm": {"counting", "control", "∞", "error above unweighted"},
	} {
		text := readSVG(t, prefix+name+".svg")
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s does not name %q", name, w)
			}
		}
		if name == "kept" && strings.Contains(text, "control") {
			t.Error("a task that does not count has a line")
		}
	}
}
