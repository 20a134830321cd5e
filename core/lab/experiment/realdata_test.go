package experiment

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"privadapt/core/adapt"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/solve/simplex"
)

const dataFolder = "../../../../shared/data"

func realTask(t *testing.T, name string) *Task {
	t.Helper()
	folder := filepath.Join(dataFolder, name)
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the real tasks are not here (", dataFolder, "): the figures on them are not checked")
	}
	return must.Get(LoadFolder(folder))(t)
}

// The default run at ε = 1, δ = 1e-6 on real tasks: the median of five models' target errors over the variance of the
// labels, the exact ‖M(q)‖₂ of released weights over the same norm of uniform ones, and the learning bound over the
// target error.
func TestDefaultsOnRealTasks(t *testing.T) {
	for _, c := range []struct {
		task         string
		errorBound   float64
		normRatioMax float64 // 0: not asked for
		looseness    float64 // of the learning bound; its Λ may be either of two powers of two, which is a factor 4
	}{
		{"calhousing_ratio_inland_to_coast", 0.90, 0.25, 15},
		{"abalone_adult_to_infant", 0.76, 0.25, 600},
		{"bikehour_springautumn_to_summer", 0.52, 0, 150},
		{"powerplant_tilt_hot", 0.180, 0.15, 200},
	} {
		t.Run(c.task, func(t *testing.T) {
			task := realTask(t, c.task)
			uniform := task.Norm(simplex.Uniform(task.Source.Rows))
			variance := stat.PopVariance(task.Labels, nil)
			var errors, ratios, loose []float64
			for range 5 {
				result := must.Get(task.Adapt(adapt.Options{Epsilon: 1, Delta: 1e-6}))(t)
				relative := must.Get(task.RelativeError(result))(t)
				errors = append(errors, relative)
				loose = append(loose, result.Certificate.LearningBound.Value/(relative*variance))
				result = must.Get(task.Adapt(adapt.Options{Epsilon: 1, Delta: 1e-6, Release: release.Weights}))(t)
				ratios = append(ratios, task.Norm(result.Values.Weights)/uniform)
			}
			slices.Sort(errors)
			slices.Sort(ratios)
			slices.Sort(loose)
			t.Logf("target error %.4f (%.4f to %.4f), norm ratio %.4f (%.4f to %.4f)", errors[2], errors[0], errors[4],
				ratios[2], ratios[0], ratios[4])
			t.Logf("the learning bound is %.3g (%.3g to %.3g) times the target error", loose[2], loose[0], loose[4])
			if loose[0] < 1 || loose[2] > c.looseness {
				t.Errorf("the learning bound is %v times the target error, the figure is up to %v", loose, c.looseness)
			}
			if errors[2] > c.errorBound {
				t.Errorf("median target error %.4f, bound %.3f", errors[2], c.errorBound)
			}
			if c.normRatioMax > 0 && ratios[2] > c.normRatioMax {
				t.Errorf("median norm ratio %.4f, bound %.2f", ratios[2], c.normRatioMax)
			}
		})
	}
}

// At ε = 0.001 nothing can be learnt: released weights match the target no better than uniform ones. Without noise
// every ratio would be below 0.05. With it the engine steps aside and returns uniform weights, except in about one run
// in a hundred that takes rare noise for evidence; the median of 31 runs is another's with a probability below 1e-20.
func TestTinyEpsilonIsNoBetterThanUniformWeights(t *testing.T) {
	task := realTask(t, "airfoil_tilt")
	uniform := task.Norm(simplex.Uniform(task.Source.Rows))
	var ratios []float64
	for range 31 {
		result := must.Get(task.Adapt(adapt.Options{Epsilon: 0.001, Delta: 1e-6, Release: release.Weights}))(t)
		ratios = append(ratios, task.Norm(result.Values.Weights)/uniform)
	}
	slices.Sort(ratios)
	if math.Abs(ratios[15]-1) > 1e-9 {
		t.Errorf("the median norm ratio is %v: these are not uniform weights", ratios[15])
	}
}

// Over 200 releases of moments on a real task, the variance of each entry around the exact M₀ is what the certificate
// says: σ² on the diagonal, σ²/2 off it, 0 for the public entry. Each entry is tested at 6.5 standard errors of a
// variance; with the 36 entries of the task a false alarm has probability below 2e-8 (the normal tail, doubled for the
// skewness of χ²₂₀₀).
func TestNoiseOfReleasedMomentsMatchesTheCertificate(t *testing.T) {
	const runs = 200
	task := realTask(t, "abalone_adult_to_infant")
	d := task.moment.Order
	squares := make([]float64, d*d)
	sigma := 0.0
	for range runs {
		result := must.Get(task.Adapt(adapt.Options{Epsilon: 1, Delta: 1e-6, Release: release.Moments}))(t)
		sigma = result.Certificate.Noise.StandardDeviation
		for i, row := range result.Values.Moments {
			for j, v := range row {
				noise := v - task.moment.At(i, j)
				squares[i*d+j] += noise * noise / runs
			}
		}
	}
	for i := range d {
		for j := range i + 1 {
			want := sigma * sigma
			if i != j {
				want /= 2
			}
			got := squares[i*d+j] / want
			if i == 0 {
				if got > 1e-20 {
					t.Errorf("the public entry carries noise")
				}
				continue
			}
			if got < 1-6.5*0.1 || got > 1+6.5*0.1 { // √(2/200) = 0.1
				t.Errorf("entry (%d,%d) has %.3f of its certified variance", i, j, got)
			}
		}
	}
	var diagonal, off float64
	for i := 1; i < d; i++ {
		diagonal += squares[i*d+i] / float64(d-1)
		for j := range i {
			off += squares[i*d+j] / float64(d*(d-1)/2)
		}
	}
	// 7 diagonal and 28 other entries, 200 runs: the standard error of the quotient is 2√(2/1400 + 2/5600) = 0.085.
	if quotient := diagonal / off; math.Abs(quotient-2) > 6*0.085 {
		t.Errorf("diagonal to off-diagonal variance is %.3f, not 2", quotient)
	}
}
