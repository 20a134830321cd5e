package synthetic

import (
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/lab/experiment"
)

// Family is a kind of synthetic task. Its labels are a function of the features that is not linear everywhere, plus
// noise: which linear model is best depends on where the features are, so that weighting can help. Label shift breaks
// that premise, and in the family without a shift there is nothing to gain.
type Family struct {
	Name, Shift    string
	Features       int
	source, target law
}

// law draws the features of a row into x and returns its label.
type law func(r *rand.Rand, x []float64) float64

// labelNoise is the standard deviation of the labels around their function.
const labelNoise = 0.3

// covariates is a law whose labels are a function of the features.
func covariates(features func(r *rand.Rand, x []float64), label func(x []float64) float64) law {
	return func(r *rand.Rand, x []float64) float64 {
		features(r, x)
		return label(x) + labelNoise*r.NormFloat64()
	}
}

// gaussian draws x_k from N(mean_k, deviation_k²); a missing entry is the standard normal's.
func gaussian(mean, deviation []float64) func(*rand.Rand, []float64) {
	return func(r *rand.Rand, x []float64) {
		for k := range x {
			x[k] = at(mean, k, 0) + at(deviation, k, 1)*r.NormFloat64()
		}
	}
}

// student draws from the multivariate t distribution with three degrees of freedom: a Gaussian vector over the root of
// a common χ²₃/3, so that whole rows are far from the mean.
func student(mean []float64) func(*rand.Rand, []float64) {
	return func(r *rand.Rand, x []float64) {
		a, b, c := r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
		scale := 1 / math.Sqrt((a*a+b*b+c*c)/3)
		for k := range x {
			x[k] = at(mean, k, 0) + scale*r.NormFloat64()
		}
	}
}

// every returns a list with the same deviation for a given number of features.
func every(features int, deviation float64) []float64 {
	all := make([]float64, features)
	for k := range all {
		all[k] = deviation
	}
	return all
}

func at(values []float64, k int, missing float64) float64 {
	if k < len(values) {
		return values[k]
	}
	return missing
}

// The label functions. Every one has a linear part in all features, which does not shift.
func linear(x []float64) float64 {
	sum := 0.0
	for k, v := range x {
		sum += v * math.Cos(float64(k+1)) / 2
	}
	return sum
}

// hinge turns where the first two features sum to 0.
func hinge(x []float64) float64 { return linear(x) + 3*math.Max(0, (x[0]+x[1])/math.Sqrt2) }

// saturation flattens on either side.
func saturation(x []float64) float64 { return linear(x) + 3*math.Tanh((x[0]+x[1])/math.Sqrt2) }

// waves rise around 0 and fall further out, in every feature.
func waves(x []float64) float64 {
	sum := linear(x)
	for _, v := range x {
		sum += math.Sin(1.5 * v)
	}
	return sum
}

// fromLabel draws the label first, from N(mean,deviation²), and then each feature around it: P(x|y) does not shift.
func fromLabel(mean, deviation float64) law {
	return func(r *rand.Rand, x []float64) float64 {
		y := mean + deviation*r.NormFloat64()
		for k := range x {
			x[k] = y*math.Cos(float64(k+1)) + r.NormFloat64()
		}
		return y
	}
}

// Families returns the synthetic families.
func Families() []Family {
	standard := gaussian(nil, nil)
	shifted := []float64{0.85, 0.85}
	narrow := []float64{0.65, 0.65, 0.65, 0.65, 0.65, 0.65, 0.65, 0.65}
	// The covariance has variances 1.6 and 0.9 by turns; a quarter turn in each plane exchanges them.
	wide, turned := make([]float64, 6), make([]float64, 6)
	for k := range wide {
		wide[k], turned[k] = math.Sqrt(1.6), math.Sqrt(0.9)
		if k%2 == 1 {
			wide[k], turned[k] = turned[k], wide[k]
		}
	}
	return []Family{
		{"mean", "the mean of two of 8 features moves by 0.85", 8,
			covariates(standard, hinge), covariates(gaussian(shifted, nil), hinge)},
		{"scale", "8 features shrink to 0.65 of their size", 8,
			covariates(standard, waves), covariates(gaussian(nil, narrow), waves)},
		{"rotation", "the covariance of 6 features makes a quarter turn", 6,
			covariates(gaussian(nil, wide), waves), covariates(gaussian(nil, turned), waves)},
		{
			"heavy-tails",
			"the mean of two of 8 features moves by 0.85; both sides are multivariate t with 3 degrees of freedom",
			8,
			covariates(student(nil), saturation),
			covariates(student(shifted), saturation),
		},
		{"sparse", "the mean of two of 20 features moves by 0.85", 20,
			covariates(standard, hinge), covariates(gaussian(shifted, nil), hinge)},
		{"shrinking", "8 features keep a fifth of their variance", 8,
			covariates(standard, waves), covariates(gaussian(nil, every(8, math.Sqrt(0.2))), waves)},
		{"growing", "8 features have one and a half times their size", 8,
			covariates(standard, waves), covariates(gaussian(nil, every(8, 1.5)), waves)},
		{"label-shift", "negative control: the labels shift from N(0,1) to N(1.5,0.6²), and P(x|y) stays", 6,
			fromLabel(0, 1), fromLabel(1.5, 0.6)},
		{"no-shift", "negative control: both sides have one law", 8,
			covariates(standard, hinge), covariates(standard, hinge)},
	}
}

// Task draws a task. The seed fixes the data and no privacy noise.
func (f Family) Task(rows int, seed uint64) (*experiment.Task, error) {
	table, target, labels := f.Tables(rows, seed)
	source, err := dataset.ReadSource(strings.NewReader(table), dataset.SourceOptions{Label: "y"})
	if err != nil {
		return nil, err
	}
	return experiment.New(source, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(target)), nil },
		labels)
}

// Tables draws rows on either side and writes them as the tables that a user would have, with the labels of the target.
func (f Family) Tables(rows int, seed uint64) (source, target string, labels []float64) {
	r := rand.New(rand.NewPCG(seed, 0xe7a1))
	var names []string
	for k := range f.Features {
		names = append(names, "x"+strconv.Itoa(k+1))
	}
	draw := func(l law, labelled bool) (table string, labels []float64) {
		var b strings.Builder
		b.WriteString(strings.Join(names, ","))
		if labelled {
			b.WriteString(",y")
		}
		b.WriteByte('\n')
		x := make([]float64, f.Features)
		for range rows {
			y := l(r, x)
			labels = append(labels, y)
			for k, v := range x {
				if k > 0 {
					b.WriteByte(',')
				}
				b.WriteString(strconv.FormatFloat(v, 'g', -1, 64))
			}
			if labelled {
				b.WriteByte(',')
				b.WriteString(strconv.FormatFloat(y, 'g', -1, 64))
			}
			b.WriteByte('\n')
		}
		return b.String(), labels
	}
	source, _ = draw(f.source, true)
	target, labels = draw(f.target, false)
	return source, target, labels
}
