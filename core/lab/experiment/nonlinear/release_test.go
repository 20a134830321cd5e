package nonlinear

import (
	"encoding/base64"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/lab/experiment"
	"privadapt/core/lab/experiment/suite"
	"privadapt/core/model/auto"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// What a run releases is what this package measures: under the weights in the release, the same model to the bit, so
// the same error.
func TestReleaseIsWhatIsMeasured(t *testing.T) {
	for _, name := range []string{"autompg_us_to_abroad", "german_credit_older_to_younger"} {
		folder := filepath.Join("../../../../../shared/data", name)
		if _, err := os.Stat(folder); err != nil {
			t.Skipf("the real tasks are not at %s", folder)
		}
		task := must.Get(Load(folder))(t)
		read := func(name string) io.ReadCloser {
			return must.Get(os.Open(filepath.Join(folder, name)))(t)
		}
		file := read("source.csv")
		source, err := dataset.ReadSource(file, dataset.SourceOptions{Label: "y"})
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		private := must.Get(experiment.New(source, func() (io.ReadCloser, error) { return read("target.csv"), nil },
			task.Labels))(t)
		released := must.Get(private.Adapt(adapt.Options{Epsilon: 1, Delta: suite.Delta, Base: method.Auto}))(t)
		design := must.Get(auto.NewDesign(task.Sample, nil))(t)
		choice := must.Get(design.Choose(released.Values.Weights, nil))(t)
		if base64.StdEncoding.EncodeToString(choice.Model.Encode()) != released.Values.Base {
			t.Errorf("%s: the released model is not the one that is measured", name)
		}
		target := read("target.csv")
		predictions, _, err := released.Predict(target, nil)
		target.Close()
		if err != nil {
			t.Fatal(err)
		}
		measured := task.ScoreOf(choice.Model)
		if got := scoreOfRelease(predictions, task); got.Error < measured.Error*(1-1e-9) ||
			got.Error > measured.Error*(1+1e-9) {
			t.Errorf("%s: the release errs by %v, measured was %v", name, got.Error, measured.Error)
		}
		t.Logf("%s: %+v", name, measured)
	}
}

// scoreOfRelease scores predictions. Of two classes the log-odds are taken from the probabilities.
func scoreOfRelease(p release.Predictions, t *Task) Score {
	if p.Probabilities == nil {
		return ScoreOf(p.Numbers, t.Labels, 0)
	}
	odds := make([]float64, p.Rows)
	for i := range odds {
		odds[i] = math.Log(p.Probabilities[2*i+1] / p.Probabilities[2*i])
	}
	return ScoreOf(odds, t.Labels, 2)
}
