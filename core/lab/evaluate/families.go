package evaluate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// family is a kind of made-up task. The labels of the covariate shifts are one function of the features on both sides,
// linear nowhere, plus noise: which linear model is best depends on where the features are.
type family struct {
	name           string
	features       int
	source, target law
}

// law draws the features of a row into x and returns its label.
type law func(r *rand.Rand, x []float64) float64

// covariates draws x_k from N(mean_k, deviation²), missing means being 0, with a label that is a function of x.
func covariates(label func(x []float64) float64, deviation float64, means ...float64) law {
	return func(r *rand.Rand, x []float64) float64 {
		for k := range x {
			x[k] = deviation * r.NormFloat64()
			if k < len(means) {
				x[k] += means[k]
			}
		}
		return label(x) + 0.3*r.NormFloat64()
	}
}

func linear(x []float64) (sum float64) {
	for k, v := range x {
		sum += v * math.Cos(float64(k+1)) / 2
	}
	return sum
}

// hinge turns where the first two features sum to 0.
func hinge(x []float64) float64 { return linear(x) + 3*math.Max(0, (x[0]+x[1])/math.Sqrt2) }

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

var families = []family{
	{"made up: two means move", 8, covariates(hinge, 1), covariates(hinge, 1, 0.85, 0.85)},
	{"made up: columns shrink", 8, covariates(waves, 1), covariates(waves, math.Sqrt(0.2))},
	{"made up: labels move", 6, fromLabel(0, 1), fromLabel(1.5, 0.6)},
	{"made up: no shift", 8, covariates(hinge, 1), covariates(hinge, 1)},
}

// task draws rows on either side. The seed fixes the data and no privacy noise.
func (f family) task(rows int, seed uint64) (*Task, error) {
	r := rand.New(rand.NewPCG(seed, 0xe7a1))
	var source, target, labels, names strings.Builder
	for k := range f.features {
		fmt.Fprintf(&names, "x%d,", k+1)
	}
	fmt.Fprintf(&source, "%sy\n", names.String())
	fmt.Fprintf(&target, "%s\n", strings.TrimSuffix(names.String(), ","))
	labels.WriteString("y\n")
	x := make([]float64, f.features)
	for side, of := range []law{f.source, f.target} {
		for range rows {
			y := of(r, x)
			text := strings.ReplaceAll(strings.Trim(fmt.Sprint(x), "[]"), " ", ",")
			if side == 0 {
				fmt.Fprintf(&source, "%s,%v\n", text, y)
				continue
			}
			fmt.Fprintln(&target, text)
			fmt.Fprintln(&labels, y)
		}
	}
	return newTask(f.name, source.String(), target.String(), labels.String(), "y")
}
