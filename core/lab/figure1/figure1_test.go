package figure1

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privadapt/core/must"
	"privadapt/core/release"
)

func TestFigure1Cancels(t *testing.T) {
	stop := errors.New("stop")
	if _, err := Run(Options{Repetitions: 1, Epsilons: []float64{1}, Rows: []int{100}, Iterations: 5},
		func(_ string, done, _ int64) error {
			if done == 12 { // in the middle of a run
				return stop
			}
			return nil
		}); !errors.Is(err, stop) {
		t.Errorf("the run went on: %v", err)
	}
}

// The command writes the result, which no reader takes for a release, because it was computed without a privacy proof;
// and two well-formed figures with a panel for each algorithm and every curve in the legend.
func TestFigure1Command(t *testing.T) {
	folder := t.TempDir()
	var out bytes.Buffer
	must.Do(t, Command([]string{"-repetitions", "2", "-epsilons", "1, 4", "-rows", "50,100", "-iterations", "5", "-json",
		filepath.Join(folder, "f.json"), "-svg", filepath.Join(folder, "f")}, &out))
	if !strings.Contains(out.String(), "single-stage    paper       4    100") || !strings.Contains(out.String(), "chosen") {
		t.Errorf("%s", out.String())
	}
	read := func(name string) []byte { return must.Get(os.ReadFile(filepath.Join(folder, name)))(t) }
	if _, err := release.Decode(read("f.json")); err == nil {
		t.Error("an experiment's result was read as a release")
	}
	var result Result
	must.Do(t, json.Unmarshal(read("f.json"), &result))
	for _, name := range []string{"fa.svg", "fb.svg"} {
		svg := read(name)
		for decoder := xml.NewDecoder(bytes.NewReader(svg)); ; {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s is no XML: %v", name, err)
			}
		}
		for _, want := range []string{
			"Two stages, Frank–Wolfe", "Two stages, mirror descent", "Single stage, Frank–Wolfe", "without privacy",
			"second moment, ε = 1", "tight noise, ε = 4", "the paper&#39;s noise, ε = 1", "public",
		} {
			if !bytes.Contains(svg, []byte(">"+want+"<")) {
				t.Errorf("%s does not name %q", name, want)
			}
		}
		if n := bytes.Count(svg, []byte("NaN")) + bytes.Count(svg, []byte("Inf")); n > 0 {
			t.Errorf("%s has %d coordinates that are no numbers", name, n)
		}
	}
}

func TestFigure1CommandChecksItsArguments(t *testing.T) {
	for _, args := range [][]string{
		{"-epsilons", "0"}, {"-epsilons", "x"}, {"-rows", "1.5"}, {"-repetitions", "-1"}, {"-iterations", "1"},
		{"-release", "r.json"},
	} {
		if err := Command(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%v was accepted", args)
		}
	}
}
