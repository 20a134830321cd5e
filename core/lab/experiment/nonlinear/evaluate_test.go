package nonlinear

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privadapt/core/model/basemodel"
	"privadapt/core/must"
)

// The whole evaluation on one small family: what it prints, writes and sums up.
func TestTinyEvaluation(t *testing.T) {
	file := filepath.Join(t.TempDir(), "b.json")
	var out bytes.Buffer
	if err := Command([]string{"--families", "scale", "--repetitions", "2", "--rows", "150", "--epsilons", "1", "--json",
		file}, &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "evaluate: error ") ||
		!strings.Contains(last, "n/a at 0.1; worst harm ") {
		t.Errorf("closing line %q", last)
	}
	text := must.Get(os.ReadFile(file))(t)
	var outcomes []Outcome
	must.Do(t, json.Unmarshal(text, &outcomes))
	o := outcomes[0]
	if o.Task != "scale" || len(o.At) != 1 || len(o.At[0].Runs) != 2 || o.At[0].Runs[0].Public == o.At[0].Runs[1].Public {
		t.Fatalf("%+v", o)
	}
	a := o.At[0]
	ratio := (a.Runs[0].Error/a.Runs[0].Public + a.Runs[1].Error/a.Runs[1].Public) / 2
	if math.Abs(a.Ratio-ratio) > 1e-12 || !(a.Best <= a.Ratio+1) || !(a.Today > 0) ||
		!(o.Public.Error > 0 && o.Blend.Error > 0) {
		t.Errorf("%+v", a)
	}
}

func TestCommandChecksItsArguments(t *testing.T) {
	for _, args := range [][]string{
		{"--repetitions", "0"}, {"--epsilons", "inf"}, {"--epsilons", "x"}, {"--families", "none"}, {"--rows", "1"},
		{"--some"},
		{"--tasks", "none"}, {"--data", "nowhere", "--tasks", "some"},
	} {
		if err := Command(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%v are no error", args)
		}
	}
}

// Labels that are text become classes in the order of their names, on either side.
func TestClassesAreLoaded(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"source.csv": "a,y,b\n1,no,x\n2,yes,y\n?,no,x\n4,yes,\n", "target.csv": "b,a\nx,3\nz,1\n",
		"target_labels.csv": "y\nyes\nno\n"} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	task := must.Get(Load(folder))(t)
	if got := fmt.Sprint(task.Sample.Classes, task.Sample.Labels, task.Labels, task.Sample.Cells,
		task.Target.Cells); got !=
		"2 [0 1 0 1] [1 0] [1 0 2 1 NaN 0 4 NaN] [3 0 1 NaN]" {
		t.Error(got)
	}
}

// The area under the ROC curve is the share of pairs in the right order.
func TestScores(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 41))
	scores, labels := make([]float64, 60), make([]float64, 60)
	for i := range scores {
		labels[i] = float64(r.IntN(2))
		scores[i] = math.Floor(3*r.NormFloat64()+2*labels[i]) / 2 // with ties
	}
	pairs, right, loss := 0.0, 0.0, 0.0
	for i, a := range labels {
		for j, b := range labels {
			if a == 1 && b == 0 {
				pairs++
				if scores[i] > scores[j] {
					right++
				} else if scores[i] == scores[j] {
					right += 0.5
				}
			}
		}
		p := 1 / (1 + math.Exp(-scores[i]))
		loss -= (a*math.Log(p) + (1-a)*math.Log(1-p)) / 60
	}
	s := ScoreOf(scores, labels, 2)
	if math.Abs(s.AUC-right/pairs) > 1e-12 || math.Abs(s.Error-loss) > 1e-12 {
		t.Errorf("%+v, want an AUC of %v and a log-loss of %v", s, right/pairs, loss)
	}
	if s := ScoreOf([]float64{1, 2, 3}, []float64{1, 2, 5}, 0); math.Abs(s.Error-4.0/3/(26.0/9)) > 1e-12 {
		t.Errorf("squared error: %v", s.Error)
	}
	three := []float64{1, 0, -1}
	if got, want := basemodel.Loss(three, 1, 3), math.Log(math.E+1+1/math.E); math.Abs(got-want) > 1e-12 {
		t.Errorf("three classes: %v, want %v", got, want)
	}
}
