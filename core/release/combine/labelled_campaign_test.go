//go:build campaign

package combine_test

import (
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/model/labelled"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/release/verify"
	"privadapt/core/terms/method"
)

var (
	labelledTask        = flag.String("labels.task", "calhousing_ratio_inland_to_coast", "folder of the shared data")
	labelledBase        = flag.String("labels.base", "linear", "base of the owners' runs")
	labelledRepetitions = flag.Int("labels.repetitions", 20, "repetitions")
)

// What the labels of many owners reach: of a target 70% of the rows are private, dealt out to the owners, and the
// others tests. The figures in COMBINE.md are means and standard deviations over the repetitions, each with a split and
// noise of its own, of the mean squared error on the test rows over the variance of their labels.
func TestCampaignLabelsOfManyOwners(t *testing.T) {
	folder := filepath.Join("../../../../shared/data", *labelledTask)
	text, err := os.ReadFile(filepath.Join(folder, "source.csv"))
	if err != nil {
		t.Skip("the real tasks are not here: ", err)
	}
	source := must.Get(dataset.ReadSource(strings.NewReader(string(text)), dataset.SourceOptions{Label: "y"}))(t)
	lines := func(name string) (header []string, rows [][]string) {
		file := must.Get(os.Open(filepath.Join(folder, name)))(t)
		defer file.Close()
		all := must.Get(csv.NewReader(file).ReadAll())(t)
		return all[0], all[1:]
	}
	header, rows := lines("target.csv")
	_, labels := lines("target_labels.csv")
	table := func(at []int) string {
		var b strings.Builder
		w := csv.NewWriter(&b)
		w.Write(append(append([]string(nil), header...), "y"))
		for _, i := range at {
			w.Write(append(append([]string(nil), rows[i]...), labels[i][0]))
		}
		w.Flush()
		return b.String()
	}
	moments := func(at []int, epsilon float64) *release.Release {
		o := adapt.Options{
			Epsilon:   epsilon,
			Delta:     1e-6,
			Release:   release.Moments,
			UseLabels: true,
			Base:      method.Base(*labelledBase),
		}
		return ownerOf(t, source, o, table(at))
	}
	relative := func(at []int, predicted []float64) float64 {
		var mean, square, wrong float64
		for k, i := range at {
			y := must.Get(strconv.ParseFloat(labels[i][0], 64))(t)
			mean, square, wrong = mean+y, square+y*y, wrong+(predicted[k]-y)*(predicted[k]-y)
		}
		n := float64(len(at))
		return wrong / n / (square/n - mean/n*mean/n)
	}
	names := []string{"public model alone", "no privacy", "all rows, one release", "5 owners combined", "one of 5",
		"20 owners combined", "one of 20"}
	found := make([][]float64, len(names))
	covered, stated := 0, 0
	for repetition := range *labelledRepetitions {
		order := rand.New(rand.NewPCG(17, uint64(repetition))).Perm(len(rows))
		private, tests := order[:len(rows)*7/10], order[len(rows)*7/10:]
		score := func(place int, parts ...*release.Release) *release.Release {
			combined := must.Get(combine.Combine(engine, parts))(t)
			model := must.Get(adapt.Solve(engine, source, combined, adapt.Options{}, nil))(t)
			if report := verify.Certificate(reread(t, model)); !report.OK {
				t.Fatal(report.Problems)
			}
			predicted, _ := must.Both(model.Predict(strings.NewReader(table(tests)), nil))(t)
			value := relative(tests, predicted.Numbers)
			found[place] = append(found[place], value)
			if place > 1 { // does the stated interval hold the error on the test rows, which are of the same law?
				e, v := model.Certificate.Labels.Errors[0].Corrected, 0.0
				for k, i := range tests {
					y, _ := strconv.ParseFloat(labels[i][0], 64)
					v += (predicted.Numbers[k] - y) * (predicted.Numbers[k] - y) / float64(len(tests))
				}
				if stated++; *e.Low <= v && (e.High == nil || v <= *e.High) {
					covered++
				}
			}
			return model
		}
		exact := score(1, moments(private, 1e6))
		model := must.Get(exact.BaseModel())(t)
		f, predicted := model.(*labelled.Corrected).Offset(), make([]float64, len(tests))
		cells := must.Get(dataset.Labelled(strings.NewReader(table(tests)), source.Schema))(t)
		row := make([]float64, len(source.Schema.Used())+1)
		for k := range tests {
			cells.Next(row)
			f.Values(predicted[k:k+1], row[:len(row)-1])
		}
		found[0] = append(found[0], relative(tests, predicted))
		score(2, moments(private, 1))
		for place, owners := range map[int]int{3: 5, 5: 20} {
			size, parts := len(private)/owners, []*release.Release(nil)
			for i := range owners {
				parts = append(parts, moments(private[i*size:(i+1)*size], 1))
			}
			score(place, parts...)
			score(place+1, parts[0])
		}
	}
	for k, values := range found {
		mean, squares := 0.0, 0.0
		for _, v := range values {
			mean += v / float64(len(values))
		}
		for _, v := range values {
			squares += (v - mean) * (v - mean) / float64(len(values)-1)
		}
		fmt.Printf("| %s | %.3f ± %.3f |\n", names[k], mean, math.Sqrt(squares))
	}
	fmt.Printf("the stated interval held the error on the test rows in %d of %d models\n", covered, stated)
}
