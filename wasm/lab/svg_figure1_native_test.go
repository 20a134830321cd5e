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

	"privadapt/core/lab/experiment/figure1"
	"privadapt/core/must"
)

// Both figures are well-formed SVG with a panel for each algorithm and every curve in the legend.
func TestFiguresAreDrawn(t *testing.T) {
	result := must.Get(figure1.Run(figure1.Options{
		Repetitions: 2, Epsilons: []float64{1, 4}, Rows: []int{50, 100}, Iterations: 5,
	}, nil))(t)
	prefix := filepath.Join(t.TempDir(), "figure1")
	must.Do(t, drawFigure1(result, prefix))
	for _, suffix := range []string{"a", "b"} {
		text := readSVG(t, prefix+suffix+".svg")
		for _, name := range []string{
			"Two stages, Frank–Wolfe", "Two stages, mirror descent", "Single stage, Frank–Wolfe",
			"without privacy", "second moment, ε = 1", "tight noise, ε = 4", "the paper's noise, ε = 1", "public",
		} {
			if !strings.Contains(text, strings.ReplaceAll(name, "'", "&#39;")) && !strings.Contains(text, name) {
				t.Errorf("figure %s does not name %q", suffix, name)
			}
		}
	}
}

// readSVG returns a file that must be well-formed XML.
func readSVG(t *testing.T, path string) string {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	for decoder := xml.NewDecoder(strings.NewReader(string(text))); ; {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return string(text)
		} else if err != nil {
			t.Fatalf("%s is no XML: %v", path, err)
		}
	}
}
