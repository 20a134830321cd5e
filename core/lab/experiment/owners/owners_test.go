package owners

import (
	"errors"
	"io/fs"
	"math"
	"runtime"
	"testing"

	"privadapt/core/lab/experiment"
	"privadapt/core/must"
)

// Twenty owners of 250 rows, combined, do better than one of them and worse than one owner of all 5000 rows, in
// discrepancy and in target error. Each of the four comparisons is of means over 60 runs. Over 200 runs the differences
// were 2.8, 3.6, 0.89 and 0.75 standard deviations of the difference of two runs, so in 60 they are 5.8 standard errors
// at least: the probability of a false alarm is below 10⁻⁸.
func TestCombinedOwnersLieBetweenOneAndAllRows(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("what is compared is no other as wasm, and takes minutes there")
	}
	if testing.Short() {
		t.Skip("make test-all runs the experiment")
	}
	task, err := experiment.LoadFolder("../../../../../shared/data/calhousing_ratio_inland_to_coast")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the real tasks are not here: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	o := Default()
	o.Counts, o.Repetitions = []int{1, 20}, 60
	r := must.Get(Run(task, o))(t)
	one, combined, pooled := r.Combined[0], r.Combined[1], r.Pooled[0]
	t.Logf("one owner %+v, combined %+v, pooled %+v", one.Mean, combined.Mean, pooled.Mean)
	if !(pooled.Mean.Norm < combined.Mean.Norm && combined.Mean.Norm < one.Mean.Norm) {
		t.Error("the discrepancies are out of order")
	}
	if !(pooled.Mean.Error < combined.Mean.Error && combined.Mean.Error < one.Mean.Error) {
		t.Error("the target errors are out of order")
	}
	// The noise of a mean over twenty owners is 1/√20 of one's, and with twenty times the rows 1/20.
	for _, c := range []struct{ got, want float64 }{{combined.Noise, one.Noise / math.Sqrt(20)},
		{pooled.Noise, one.Noise / 20}} {
		if math.Abs(c.got-c.want) > 1e-9*c.want {
			t.Errorf("noise %v, want %v", c.got, c.want)
		}
	}
}
