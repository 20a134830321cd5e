// Smooth is kernel ridge regression on Nyström landmarks (Williams and Seeger 2001): an intercept, a linear
// part and Gaussian bumps around rows of the public sample. Far outside the sample there are no bumps, and the linear
// part remains.

package linear

import (
	"errors"
	"math"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/kernel"
	"privadapt/core/model/basemodel"
	"privadapt/core/solve/simplex"
)

// A fit has landmarks, at most, and so many that they have mostNumbers; mostLandmarks are read.
const (
	landmarks     = 200
	mostNumbers   = 40_000
	mostLandmarks = 1024
)

// Landmarks returns how many a fit has at most in a number of standardised columns.
func Landmarks(dim int) int { return max(1, min(landmarks, mostNumbers/max(1, dim))) }

// widths are the candidates for the kernel's width, in units of √columns: two standardised rows are √2 of them apart in
// root mean square.
var widths = []float64{0.4, 0.7, 1.2, 2}

// Smooth is Σ over landmarks, an intercept and standardised columns.
type Smooth struct {
	basemodel.Limits
	Width        float64   `json:"width"`        // h of exp(−‖z−l‖²/2h²)
	Landmarks    []float64 `json:"landmarks"`    // rows of standardised columns
	Coefficients []float64 `json:"coefficients"` // intercept, columns, landmarks

	encoding basemodel.Encoding
}

// SmoothDesign is a sample in the features of each width. Fits share it. The first must have ended before others run at
// the same time.
type SmoothDesign struct {
	sample  basemodel.Sample
	rows    []float64 // standardised columns
	dim     int
	marks   []float64
	squares []float64 // squared distances of the rows from the landmarks, until all features are computed
	maps    []design
}

// design is the sample in the features of one width, which are computed when they are first needed.
type design struct {
	blank    Smooth
	features []float64
	penalty  []float64
}

// NewSmoothDesign chooses the landmarks. Classes are refused.
func NewSmoothDesign(s basemodel.Sample) (*SmoothDesign, error) {
	if s.Classes > 0 {
		return nil, errors.New("smooth: labels that are classes have no squared loss; choose trees or linear")
	}
	encoding := basemodel.NewEncoding(s.Columns)
	d := &SmoothDesign{sample: s, rows: encoding.ApplyTable(s.Table), dim: encoding.Dim()}
	d.marks = d.landmarks()
	count := len(d.marks) / d.dim
	d.squares = make([]float64, s.Rows()*count)
	for j := range s.Rows() {
		kernel.Distances(d.squares[j*count:(j+1)*count], d.rows[j*d.dim:(j+1)*d.dim], d.marks)
	}
	for _, width := range widths {
		d.maps = append(
			d.maps,
			design{blank: Smooth{encoding: encoding, Width: width * math.Sqrt(float64(d.dim)),
				Landmarks: d.marks, Limits: basemodel.Limits{Low: slices.Min(s.Labels), High: slices.Max(s.Labels)}}},
		)
	}
	return d, nil
}

// fill computes the features and the penalty of the k-th width.
func (d *SmoothDesign) fill(k int) {
	of, rows := &d.maps[k], d.sample.Rows()
	order, count := of.blank.order(), len(d.marks)/d.dim
	of.features, of.penalty = make([]float64, rows*order), make([]float64, order*order)
	for j := range rows {
		own := of.features[j*order : (j+1)*order]
		own[0] = 1
		copy(own[1:], d.rows[j*d.dim:(j+1)*d.dim])
		of.blank.bumps(own[1+d.dim:], d.squares[j*count:(j+1)*count])
	}
	for i := 1; i <= d.dim; i++ {
		of.penalty[i*order+i] = 1
	}
	x := make([]float64, order)
	for i := range count {
		of.blank.expand(x, d.marks[i*d.dim:(i+1)*d.dim])
		at := 1 + d.dim + i
		copy(of.penalty[at*order+1+d.dim:at*order+at+1], x[1+d.dim:at+1])
		of.penalty[at*order+at] += 1e-6 // so that equal landmarks leave nothing singular
	}
	if k == len(d.maps)-1 {
		d.squares = nil
	}
}

// landmarks takes rows in the order of a hash of their number, and equal rows only once.
func (d *SmoothDesign) landmarks() []float64 {
	order := make([]int, d.sample.Rows())
	for j := range order {
		order[j] = j
	}
	hash := func(j int) uint32 { return uint32(j)*2246822519 ^ uint32(j)*2654435761>>13 }
	slices.SortStableFunc(order, func(a, b int) int { return int(int64(hash(a)) - int64(hash(b))) })
	var marks []float64
	for _, j := range order {
		row := d.rows[j*d.dim : (j+1)*d.dim]
		there := false
		for i := 0; i < len(marks) && !there; i += d.dim {
			there = slices.Equal(marks[i:i+d.dim], row)
		}
		if !there {
			marks = append(marks, row...)
		}
		if len(marks) == Landmarks(d.dim)*d.dim {
			break
		}
	}
	return marks
}

func (m *Smooth) order() int {
	dim := m.encoding.Dim()
	return 1 + dim + len(m.Landmarks)/dim
}

// expand writes 1, the columns and the bumps into dst.
func (m *Smooth) expand(dst, z []float64) {
	dst[0] = 1
	copy(dst[1:], z)
	bumps := dst[1+len(z):]
	kernel.Distances(bumps, z, m.Landmarks)
	m.bumps(bumps, bumps)
}

// bumps writes the heights of the bumps at squared distances, which may be dst.
func (m *Smooth) bumps(dst, squares []float64) {
	kernel.ExpEach(dst, -1/(2*m.Width*m.Width), squares)
}

// CrossValidate fits a model under weights and returns its out-of-fold scores too. It chooses the width and the penalty
// by cross-validation under the same weights.
func (d *SmoothDesign) CrossValidate(weights []float64, progress basemodel.Progress) (*Smooth, []float64, error) {
	q := append([]float64(nil), weights...)
	simplex.Normalise(q)
	var best *RidgeSolution
	var of *design
	for k := range d.maps {
		m := &d.maps[k]
		if m.features == nil {
			d.fill(k)
		}
		within := func(done, of int) error { return progress.At(k*of+done, len(d.maps)*of) }
		p := RidgeProblem{Features: m.features, Order: m.blank.order(), Labels: d.sample.Labels, Penalty: m.penalty,
			Plain:     d.dim,
			Strengths: strengths(q), Limits: m.blank.Limits, Progress: within}
		s, err := p.CrossValidate(q)
		switch {
		case errors.Is(err, ErrSingular): // another width may be solvable
		case err != nil:
			return nil, nil, err
		case best == nil || s.Loss < best.Loss:
			best, of = s, m
		}
	}
	if best == nil {
		return nil, nil, errors.New("smooth: the weighted normal equations are singular")
	}
	m := of.blank
	m.Coefficients = best.Coefficients
	return &m, best.OutOfFold, nil
}

// strengths returns powers of √10, in units of the inverse effective sample size, for weights with the sum 1.
func strengths(q []float64) []float64 {
	unit := 1 / simplex.EffectiveSampleSize(q)
	var s []float64
	for _, v := range []float64{30, 10, 3, 1, 0.3, 0.1, 0.03, 0.01, 0.003} {
		s = append(s, v*unit)
	}
	return s
}

// Predict implements basemodel.Model.
func (m *Smooth) Predict(scores, cells []float64) {
	dim := m.encoding.Dim()
	z, x := make([]float64, dim), make([]float64, m.order())
	for j := range scores {
		m.encoding.Apply(z, m.encoding.Row(cells, j))
		m.expand(x, z)
		scores[j] = m.Clip(Dot(m.Coefficients, x))
	}
}

// Bind implements basemodel.Documented.
func (m *Smooth) Bind(columns []dataset.Column, classes int) error {
	m.encoding = basemodel.NewEncoding(columns)
	dim := m.encoding.Dim()
	marks := len(m.Landmarks) / dim
	if classes != 0 || marks < 1 || marks > mostLandmarks || len(m.Landmarks) != marks*dim ||
		len(m.Coefficients) != m.order() || !(m.Width > 0) || !(m.Low <= m.High) {
		return basemodel.Damaged("a smooth model has other landmarks, coefficients or limits than its columns")
	}
	return nil
}
