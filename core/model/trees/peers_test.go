package trees_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"privadapt/core/lab/experiment/nonlinear"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/trees"
	"privadapt/core/must"
)

const shared = "../../../../shared/data"

// scikitLearn holds the errors of scikit-learn 1.2.1 as testdata/histgradientboosting.py prints them.
var scikitLearn = []struct {
	task  string
	error float64 // log-loss of classes
	auc   float64 // 0 for numbers
}{
	{"abalone_adult_to_infant", 0.6285, 0},
	{"adult_private_to_others", 0.4202, 0.8749},
	{"airfoil_tilt", 0.1641, 0},
	{"autompg_us_to_abroad", 0.4486, 0},
	{"bikehour_springautumn_to_summer", 0.1851, 0},
	{"calhousing_ratio_inland_to_coast", 0.7969, 0},
	{"communities_nonsouth_to_south", 0.5362, 0},
	{"german_credit_older_to_younger", 0.7962, 0.7008},
	{"powerplant_tilt_hot", 0.0830, 0},
	{"puma8fh_to_puma8nh", 0.5823, 0},
	{"puma8nm_to_puma8fm", 0.0642, 0},
	{"wine_red_to_white", 0.9308, 0},
	{"wine_white_to_red", 2.3289, 0},
}

// With the same settings the errors on the target equal the errors of scikit-learn's HistGradientBoosting to within
// 5%, for both losses.
func TestAgainstScikitLearn(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skip("the folder ../shared/data is missing")
	}
	for _, peer := range scikitLearn {
		task := must.Get(nonlinear.Load(filepath.Join(shared, peer.task)))(t)
		begun := time.Now()
		m := must.Get(trees.Fit(trees.NewBinned(task.Sample, 0), trees.Settings{}, basemodel.Uniform(task.Sample.Rows()),
			nil))(t)
		took := time.Since(begun)
		s := task.ScoreOf(m)
		t.Logf("%-35s %.4f, scikit-learn %.4f (%+.1f%%); AUC %.4f, %.4f; %v", peer.task, s.Error, peer.error,
			100*(s.Error/peer.error-1), s.AUC, peer.auc, took)
		if s.Error > 1.05*peer.error {
			t.Errorf("%s: the error is %.4f, more than 5%% above scikit-learn's %.4f", peer.task, s.Error, peer.error)
		}
		if peer.auc > 0 && math.Abs(s.AUC-peer.auc) > 0.02 {
			t.Errorf("%s: the AUC is %.4f, scikit-learn's %.4f", peer.task, s.AUC, peer.auc)
		}
	}
}
