// Package labelled says how private labels enter beside a public model f: what columns f adds to a private row, and how
// a correction that was released is added to f. It reads the public sample and released numbers alone; whoever applies
// an Offset to a private row gets private columns.
package labelled

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/terms/method"
)

// Offset is a public model f with the public numbers by which its predictions and errors become columns: for each of
// its outputs g = (f − centre)/scale and t = γ(y − f)/spread. A label that is a number has one output, the prediction;
// of classes each but the first has one, its probability, and y is 1 for a row of that class and else 0.
type Offset struct {
	Model   *auto.Blend `json:"model"`
	Centres []float64   `json:"centres"`
	Scales  []float64   `json:"scales"`

	Base   method.Base `json:"-"` // the kind of model
	Spread []float64   `json:"-"` // the root mean square of y − f over the public sample, f out of fold
	// Public is (y − f)/spread and Predicted g of the public sample, f out of fold: rows×outputs, row-major.
	Public    []float64 `json:"-"`
	Predicted []float64 `json:"-"`
}

// Gamma is γ. The radius of a row is for its features and residuals together, and less of it for the residuals leaves
// less noise in all.
const Gamma = 0.7

// leastSpread is the least spread, in standard deviations of the label. A model that fits its own sample perfectly is
// not that good elsewhere.
const leastSpread = 1e-3

// NewOffset takes the scales of a public candidate from its out-of-fold predictions of the sample that it was fitted
// to.
func NewOffset(s basemodel.Sample, c *auto.Candidate) *Offset {
	o := &Offset{Model: c.Model, Base: c.Base}
	rows, scores := s.Rows(), s.Outputs()
	f, y := make([]float64, rows), make([]float64, rows)
	p := make([]float64, max(2, s.Classes))
	outputs := o.Outputs()
	o.Public, o.Predicted = make([]float64, rows*outputs), make([]float64, rows*outputs)
	for k := range outputs {
		square := 0.0
		for j := range rows {
			own := c.OutOfFold[j*scores : (j+1)*scores]
			if f[j], y[j] = own[0], Number(s, j, k); s.Classes > 0 {
				basemodel.Probabilities(p[:s.Classes], own)
				f[j] = p[k+1]
			}
			square += float64((y[j] - f[j]) * (y[j] - f[j]))
		}
		centre, scale := spreadOf(f)
		_, deviation := spreadOf(y)
		o.Centres, o.Scales = append(o.Centres, centre), append(o.Scales, scale)
		o.Spread = append(o.Spread, math.Max(math.Sqrt(square/float64(rows)), leastSpread*deviation))
		for j := range rows {
			o.Public[j*outputs+k], o.Predicted[j*outputs+k] = (y[j]-f[j])/o.Spread[k], (f[j]-centre)/scale
		}
	}
	return o
}

// Number is the label of a row as output k predicts it.
func Number(s basemodel.Sample, j, k int) float64 {
	if s.Classes > 0 {
		return indicator(s.Labels[j], k)
	}
	return s.Labels[j]
}

// indicator is 1 for a row of the class that residual k is about and 0 for others.
func indicator(label float64, k int) float64 {
	if int(label) == k+1 {
		return 1
	}
	return 0
}

// spreadOf returns the mean and the standard deviation, which is 1 where the values differ by rounding errors alone.
func spreadOf(values []float64) (mean, deviation float64) {
	n, largest := float64(len(values)), 0.0
	for _, v := range values {
		mean += v / n
		largest = math.Max(largest, math.Abs(v))
	}
	square := 0.0
	for _, v := range values {
		square += float64((v-mean)*(v-mean)) / n
	}
	if deviation = math.Sqrt(square); !(deviation > 1e-9*largest) {
		return mean, 1
	}
	return mean, deviation
}

// Outputs returns the number of predictions. There are as many residuals.
func (o *Offset) Outputs() int { return max(1, o.Model.Classes()-1) }

// Values writes f(x) for each output, of each row. It is defined for all cells: where f gives no finite number it is the
// centre.
func (o *Offset) Values(dst, cells []float64) {
	Values(o.Model, dst, cells)
	for k, v := range dst {
		if v-v != 0 {
			dst[k] = o.Centres[k%o.Outputs()]
		}
	}
}

// Centred writes the centres in place of f.
func (o *Offset) Centred(dst, _ []float64) {
	for k := range dst {
		dst[k] = o.Centres[k%len(o.Centres)]
	}
}

// Values writes what a blend predicts for each output of an offset, of each row.
func Values(m *auto.Blend, dst, cells []float64) {
	classes := m.Classes()
	if classes == 0 {
		m.Predict(dst, cells)
		return
	}
	rows, outputs := len(dst)/(classes-1), basemodel.Outputs(classes)
	scores, p := make([]float64, rows*outputs), make([]float64, classes)
	m.Predict(scores, cells)
	for j := range rows {
		basemodel.Probabilities(p, scores[j*outputs:(j+1)*outputs])
		copy(dst[j*(classes-1):], p[1:])
	}
}

// Rows returns what returns (z, g) of a row of cells and its values f: its standardised columns and g. This is good until
// the next row.
func (o *Offset) Rows(columns []dataset.Column) func(f, cells []float64) []float64 {
	encoding := basemodel.NewEncoding(columns)
	d := encoding.Dim()
	x := make([]float64, d+o.Outputs())
	return func(f, cells []float64) []float64 {
		encoding.Apply(x[:d], cells)
		o.Scale(x[d:], f)
		return x
	}
}

// Columns writes g of a row, of which f are the values, and, if it has a label, t. It reports whether it has one: a label
// that is no finite number, or that gives no finite residual, is none. It is a function of this row and of public numbers.
func (o *Offset) Columns(g, t, f []float64, label float64) bool {
	usable := label-label == 0
	for k, f := range f {
		y := label
		if o.Model.Classes() > 0 {
			y = indicator(label, k)
		}
		t[k] = (y - f) / o.Unit(k)
		usable = usable && t[k]-t[k] == 0
	}
	o.Scale(g, f)
	return usable
}

// Unit is what of a label residual k counts as 1.
func (o *Offset) Unit(k int) float64 { return o.Spread[k] / Gamma }

// Scale writes g of f(x).
func (o *Offset) Scale(g, f []float64) {
	for k, v := range f {
		g[k] = (v - o.Centres[k]) / o.Scales[k]
	}
}

// bind is Bind of an offset that was read. Its spread is for whoever makes residuals.
func (o *Offset) bind(columns []dataset.Column, classes int) error {
	if o == nil || o.Model == nil {
		return basemodel.Damaged("it corrects no model")
	}
	if err := o.Model.Bind(columns, classes); err != nil {
		return err
	}
	none := func(scale float64) bool { return !(scale > 0) }
	if len(o.Centres) != o.Outputs() || len(o.Scales) != o.Outputs() || slices.ContainsFunc(o.Scales, none) {
		return basemodel.Damaged("the scales of predictions are not above 0, or not one for each")
	}
	return nil
}

// Digest returns the SHA-256, in hexadecimal, of f and of the scales of its predictions, as a document has them.
func (o *Offset) Digest() string {
	text, err := json.Marshal(o)
	if err != nil {
		panic(err) // fits are finite
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}
