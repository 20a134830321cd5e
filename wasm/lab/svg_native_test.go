//go:build !js

package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privadapt/core/experiment"
)

// Both figures are well-formed SVG with a panel for each algorithm and every curve in the legend.
func TestFiguresAreDrawn(t *testing.T) {
	result, err := experiment.RunFigure1(experiment.Figure1Options{
		Repetitions: 2, Epsilons: []float64{1, 4}, Rows: []int{50, 100}, Iterations: 5,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	prefix := filepath.Join(t.TempDir(), "figure1")
	if err := drawFigures(result, prefix); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"a", "b"} {
		text, err := os.ReadFile(prefix + suffix + ".svg")
		if err != nil {
			t.Fatal(err)
		}
		for decoder := xml.NewDecoder(strings.NewReader(string(text))); ; {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("figure %s is no XML: %v", suffix, err)
			}
		}
		for _, name := range []string{
			"Two stages, Frank–Wolfe", "Two stages, mirror descent", "Single stage, Frank–Wolfe",
			"without privacy", "second moment, ε = 1", "tight noise, ε = 4", "the paper's noise, ε = 1", "public",
		} {
			if !strings.Contains(string(text), strings.ReplaceAll(name, "'", "&#39;")) && !strings.Contains(string(text), name) {
				t.Errorf("figure %s does not name %q", suffix, name)
			}
		}
	}
}
