package none

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/lab/experiment"
	"privadapt/core/must"
	"privadapt/core/release"
)

// writeTask writes a task of 400 and 600 rows and returns the options of Command that name its files. The source
// has two kinds of rows and the target mostly one.
func writeTask(t *testing.T, folder string) []string {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var source, target, labels strings.Builder
	source.WriteString("a,b,y\n")
	target.WriteString("a,b\n")
	labels.WriteString("y\n")
	text := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	row := func(share float64) (a, b, y float64) {
		if r.Float64() < share {
			a, b = 2+r.NormFloat64(), -1+r.NormFloat64()
			return a, b, 3*a - b + r.NormFloat64()
		}
		a, b = -2+r.NormFloat64(), 1+r.NormFloat64()
		return a, b, -a + 2*b + r.NormFloat64()
	}
	for range 400 {
		a, b, y := row(0.3)
		source.WriteString(text(a) + "," + text(b) + "," + text(y) + "\n")
	}
	for range 600 {
		a, b, y := row(0.9)
		target.WriteString(text(a) + "," + text(b) + "\n")
		labels.WriteString(text(y) + "\n")
	}
	args := []string{"-label", "y"}
	for option, content := range map[string]string{"source": source.String(), "target": target.String(),
		"target-labels": labels.String()} {
		path := filepath.Join(folder, option+".csv")
		must.Do(t, os.WriteFile(path, []byte(content), 0o666))
		args = append(args, "-"+option, path)
	}
	return args
}

// Released weights are scored as those that are computed here are: the weights of a release of equal ones like the
// uniform ones, and the discrepancy of a release by the second moment as the task itself has it.
func TestNoneScoresReleasedWeights(t *testing.T) {
	folder := t.TempDir()
	args := writeTask(t, folder)
	task := must.Get(experiment.Load(filepath.Join(folder, "source.csv"), filepath.Join(folder, "target.csv"), "y",
		filepath.Join(folder, "target-labels.csv")))(t)
	released := must.Get(task.Adapt(adapt.Options{Epsilon: 1, Delta: 1e-6, Release: release.Weights}))(t)
	text := must.Get(released.Encode())(t)
	must.Do(t, os.WriteFile(filepath.Join(folder, "moment.json"), text, 0o666))
	var out strings.Builder
	result := filepath.Join(folder, "scores.json")
	must.Do(t, Command(append(args, "-json", result, filepath.Join(folder, "moment.json")), &out))
	var scores []Scored
	if err := json.Unmarshal(must.Get(os.ReadFile(result))(t), &scores); err != nil || len(scores) != 3 {
		t.Fatalf("%+v, error %v", scores, err)
	}
	uniform, adapted, moment := scores[0], scores[1], scores[2]
	if moment.Name != "moment.json" || moment.Discrepancy != task.Norm(released.Values.Weights) {
		t.Errorf("%+v, want the exact discrepancy of the released weights, %v", moment, task.Norm(released.Values.Weights))
	}
	// Without privacy no weights do much better; the noise of the release is a twentieth of the mismatch of uniform
	// weights.
	if !(adapted.Discrepancy < 1.01*moment.Discrepancy && moment.Discrepancy < uniform.Discrepancy/2) {
		t.Errorf("discrepancies %v, %v and %v of adapted, released and uniform weights", adapted.Discrepancy,
			moment.Discrepancy, uniform.Discrepancy)
	}
	if math.Abs(uniform.EffectiveSampleSize-400) > 1e-9 || !(*moment.RelativeError < *uniform.RelativeError) {
		t.Errorf("%+v, %+v", uniform, moment)
	}
	for _, want := range []string{"NO PRIVACY", "uniform", "moment.json"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("nothing of %q in\n%s", want, out.String())
		}
	}
}

func TestNoneRefusesOtherReleases(t *testing.T) {
	folder := t.TempDir()
	args := writeTask(t, folder)
	task := must.Get(experiment.Load(filepath.Join(folder, "source.csv"), filepath.Join(folder, "target.csv"), "y",
		""))(t)
	model := must.Get(task.Adapt(adapt.Options{Epsilon: 1, Delta: 1e-6}))(t)
	text := must.Get(model.Encode())(t)
	for name, text := range map[string][]byte{"model.json": text, "cut.json": text[:100]} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), text, 0o666))
	}
	for _, name := range []string{"model.json", "cut.json", "absent.json"} {
		if err := Command(append(args, filepath.Join(folder, name)), &strings.Builder{}); err == nil ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
