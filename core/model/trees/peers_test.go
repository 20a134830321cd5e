package trees_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"privadapt/core/lab/evaluate"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/trees"
	"privadapt/core/must"
)

const shared = "../../../../shared/data"

// scikitLearn holds the errors of scikit-learn 1.2.1 as testdata/histgradientboosting.py prints them.
var scikitLearn = []struct {
	task  string
	error float64 // log-loss of classes
}{
	{"abalone_adult_to_infant", 0.6285},
	{"adult_private_to_others", 0.4202},
	{"airfoil_tilt", 0.1641},
	{"autompg_us_to_abroad", 0.4486},
	{"bikehour_springautumn_to_summer", 0.1851},
	{"calhousing_ratio_inland_to_coast", 0.7969},
	{"communities_nonsouth_to_south", 0.5362},
	{"german_credit_older_to_younger", 0.7962},
	{"powerplant_tilt_hot", 0.0830},
	{"puma8fh_to_puma8nh", 0.5823},
	{"puma8nm_to_puma8fm", 0.0642},
	{"wine_red_to_white", 0.9308},
	{"wine_white_to_red", 2.3289},
}

// With the same settings the errors on the target equal the errors of scikit-learn's HistGradientBoosting to within
// 5%, for both losses.
func TestAgainstScikitLearn(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skip("the folder ../shared/data is missing")
	}
	for _, peer := range scikitLearn {
		task := must.Get(evaluate.Load(filepath.Join(shared, peer.task)))(t)
		target := must.Get(task.Rows(task.Everybody()))(t)
		begun := time.Now()
		m := must.Get(trees.Fit(trees.NewBinned(task.Sample(), 0), trees.Settings{}, basemodel.Uniform(task.Source.Rows),
			nil))(t)
		took := time.Since(begun)
		own := evaluate.Error(m, target)
		t.Logf("%-35s %.4f, scikit-learn %.4f (%+.1f%%); %v", peer.task, own, peer.error, 100*(own/peer.error-1), took)
		if own > 1.05*peer.error {
			t.Errorf("%s: the error is %.4f, more than 5%% above scikit-learn's %.4f", peer.task, own, peer.error)
		}
	}
}
