package features

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/kernel"
	"privadapt/core/solve/symeigen"
)

// MostLabelled is how many features the kind Labels has at most, and directions of many columns. The noise of a sum of
// d features has the length of about d^1.5, and at this number the sum of a few thousand rows stands out of it at ε = 1.
const MostLabelled = 24

// Public is a public sample beside a public model of its labels. Each row is 1, the standardised columns, the
// standardised predictions, out of fold, and the labels, in units of the model's spread: as many as predictions.
type Public []float64

// FitLabels returns the map of kind Labels: where corrections of the model by private labels are expected, and how
// large there, told by public rows alone. An order of the rows, by a prediction or by a column, has two ends. Each is
// taken for a private sample and the other rows for the public one; what ridge regression then finds in the residuals
// is a correction w, as owners' labels would ask for.
//
// With M the covariance of a row x of columns and predictions, the corrections M^½w have the second moment C, of trace
// 1, of which a share is M's own, because others than these are possible. Direction k is an eigenvector e of C, of
// eigenvalue κ²; its feature is a·eᵀM^(−½)x with a² = κ/κ₁. It costs a correction about min(κ², r⁴/a²) to be noisy
// there, where r² is a constant and Σa², and these a make the sum least. Where columns are many, x has directions of
// them in their place.
func FitLabels(s dataset.Schema, from Public) (*Map, error) {
	m := ofLabels(s)
	basis := square(m.dim) // of x, over columns and predictions
	for i := range basis {
		basis[i][i] = 1
	}
	x := predicted{from, m.dim, m.dim - s.Dim()}
	sums := x.products(x.each(1))
	all := x.centred(sums, m.dim)
	if s.Dim() > MostLabelled {
		directions, err := x.centred(sums, s.Dim()).directions()
		if err != nil {
			return nil, err
		}
		basis = append(directions, basis[s.Dim():]...)
		x = x.over(basis)
	}
	p := x.p
	own := x.centred(x.products(x.each(1)), p) // M
	level := own.level()
	if !(level > 0) {
		level = 1 // all columns are constant
	}
	vectors, values, err := eigen(own.covariance(least * level))
	if err != nil {
		return nil, err
	}
	roots, total := make([]float64, p), 0.0 // of M
	for i, v := range values {
		v = math.Max(v, least*level/2)
		roots[i], total = math.Sqrt(v), total+v
	}
	c := x.expected(vectors, roots)
	for i, root := range roots {
		c[i][i] += float64(other * root * root / total)
	}
	likely, sizes, err := eigen(c)
	if err != nil {
		return nil, err
	}
	top := sizes[p-1]
	for k := p - 1; k >= max(0, p-MostLabelled); k-- {
		a := math.Sqrt(math.Sqrt(math.Max(sizes[k], 1e-12*top) / top))
		row, back := make([]float64, m.dim), make([]float64, m.dim)
		for i, root := range roots {
			for q, v := range vectors[i] {
				kernel.AddScaled(row, a*likely[k][i]/root*v, basis[q])
			}
		}
		// Features are uncorrelated, so that regression on each gives what they say of a column together.
		for i := range back {
			for j, v := range row {
				back[i] += float64(all.gram[i][j]*v) / (all.rows * a * a)
			}
			back[i] += float64(least*level*row[i]) / (a * a)
		}
		m.Matrix, m.Scales, m.back = append(m.Matrix, row), append(m.Scales, a), append(m.back, back)
	}
	return m, nil
}

const (
	least    = 1e-3 // added to M, as a share of its mean eigenvalue
	other    = 0.4  // share of M in C
	penalty  = 0.05 // of ridge regression, for each row
	mostRows = 3000 // that are ordered
	ordering = 12   // columns that order them, those that correlate most with the label
	longest  = 1.5  // of a correction, as a multiple of their median
)

// eigen returns the eigenvectors of a symmetric matrix and their eigenvalues, in increasing order.
func eigen(m [][]float64) (vectors [][]float64, values []float64, err error) {
	var e symeigen.Eigen
	if !e.Decompose(slices.Concat(m...), len(m)) {
		return nil, nil, errors.New("features: the covariance of the public sample could not be decomposed; leave out columns that are nearly the same")
	}
	return slices.Collect(slices.Chunk(e.Vectors, len(m))), e.Values, nil
}

// predicted has rows of 1, of p columns and predictions, and of as many labels as predictions.
type predicted struct {
	rows       Public
	p, outputs int
}

func (x predicted) width() int { return 1 + x.p + x.outputs }

// each is the same weight for each row.
func (x predicted) each(weight float64) []float64 {
	return slices.Repeat([]float64{weight}, len(x.rows)/x.width())
}

// over replaces the columns and predictions by directions of them.
func (x predicted) over(basis [][]float64) predicted {
	to := predicted{nil, len(basis), x.outputs}
	for row := range slices.Chunk(x.rows, x.width()) {
		to.rows = append(append(to.rows, 1), times(basis, row[1:1+x.p])...)
		to.rows = append(to.rows, row[1+x.p:]...)
	}
	return to
}

// products sums the products over weighted rows.
func (x predicted) products(weights []float64) []float64 {
	sums := make([]float64, x.width()*x.width())
	kernel.WeightedGram(sums, x.rows, x.width(), weights)
	return sums
}

// expected returns the second moment of the expected corrections in the basis of M, divided by its trace and without
// the share of M; M/tr M itself where there are too few rows for any.
func (x predicted) expected(vectors [][]float64, roots []float64) [][]float64 {
	p, q := x.p, x.width()
	rows := len(x.rows) / q
	used := min(rows, mostRows)
	some := predicted{make(Public, 0, used*q), p, x.outputs}
	order := make([]int, used)
	for i := range used {
		j := i * rows / used
		some.rows = append(some.rows, x.rows[j*q:(j+1)*q]...)
	}
	whole := some.products(some.each(1))
	var found [][]float64
	var lengths []float64
	for _, column := range some.centred(whole, p).orders() {
		end := used * 2 / 5
		if end < 40 || used-end < 80 {
			break
		}
		for j := range order {
			order[j] = j
		}
		value := func(j int) float64 { return some.rows[j*q+1+column] }
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value(a), value(b)) })
		for _, private := range [][]int{order[:end], order[used-end:]} {
			weights, others := some.each(0), slices.Clone(whole)
			for _, j := range private {
				weights[j] = 1
			}
			there := some.products(weights)
			kernel.AddScaled(others, -1, there)
			for _, w := range corrections(some.centred(others, p), some.centred(there, p)) {
				w = times(vectors, w)
				for i, root := range roots {
					w[i] *= root
				}
				found, lengths = append(found, w), append(lengths, math.Sqrt(product(w, w)))
			}
		}
	}
	c, trace, sorted := square(p), 0.0, slices.Sorted(slices.Values(lengths))
	for k, w := range found {
		if cut := longest * sorted[len(sorted)/2]; lengths[k] > cut {
			scale(w, cut/lengths[k])
		}
		addSquare(c, 1, w)
		trace += product(w, w)
	}
	if !(trace > 0) {
		for i, root := range roots {
			c[i][i], trace = root*root, trace+root*root
		}
	}
	for _, row := range c {
		scale(row, (1-other)/trace)
	}
	return c
}

// corrections returns, for each label, what ridge regression finds at one end in the residuals of another ridge
// regression, fitted to the other rows; none where rounding decides.
func corrections(others, there moments) [][]float64 {
	if !others.ridge(penalty) {
		return nil
	}
	for k, w := range there.labels {
		kernel.AddScaled(w, -1, times(there.gram, others.labels[k]))
	}
	if !there.ridge(penalty) {
		return nil
	}
	return there.labels
}

// moments are centred sums of products.
type moments struct {
	gram    [][]float64 // of p columns and predictions
	labels  [][]float64 // of each label with them
	squares []float64   // of each label
	rows    float64
}

// centred takes the first p of the columns and predictions, and the labels.
func (x predicted) centred(sums []float64, p int) moments {
	s := moments{rows: sums[0]}
	of := func(i, j int) float64 { return sums[i*x.width()+j] - float64(sums[i]*sums[j])/s.rows }
	with := func(j int) (column []float64) {
		for i := range p {
			column = append(column, of(1+i, j))
		}
		return column
	}
	for j := range p {
		s.gram = append(s.gram, with(1+j))
	}
	for j := 1 + x.p; j < x.width(); j++ {
		s.labels, s.squares = append(s.labels, with(j)), append(s.squares, of(j, j))
	}
	return s
}

// level is the mean variance of the columns and predictions.
func (s moments) level() (level float64) {
	for i, row := range s.gram {
		level += row[i] / s.rows / float64(len(s.gram))
	}
	return level
}

// covariance is that of the columns and predictions, and more on the diagonal.
func (s moments) covariance(more float64) [][]float64 {
	c := square(len(s.gram))
	for i, row := range s.gram {
		for j, v := range row {
			c[i][j] = v / s.rows
		}
		c[i][i] += more
	}
	return c
}

// ridge overwrites the labels by their coefficients in ridge regression; it reports false where rounding decides.
func (s moments) ridge(penalty float64) bool {
	gram, factor := slices.Concat(s.covariance(penalty)...), new(symeigen.Factor)
	scale(gram, s.rows)
	if !factor.Of(gram, len(s.gram)) {
		return false
	}
	for _, b := range s.labels {
		factor.Solve(b)
	}
	return true
}

// orders lists the columns by which rows are ordered: the predictions, and the columns that correlate most with the
// labels.
func (s moments) orders() (list []int) {
	var columns []int
	size := make([]float64, len(s.gram)-len(s.labels))
	for i := range size {
		for k, label := range s.labels {
			size[i] += label[i] * label[i] / math.Max(s.gram[i][i]*s.squares[k], math.SmallestNonzeroFloat64)
		}
		if s.gram[i][i] > 1e-9*s.rows {
			columns = append(columns, i)
		}
	}
	slices.SortStableFunc(columns, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	for k := range s.labels {
		list = append(list, len(size)+k)
	}
	return append(list, columns[:min(len(columns), ordering)]...)
}

// directions returns few directions of columns, beside which predictions follow: those along which ridge regressions
// predict the labels, and then the principal ones of what is uncorrelated to them. A principal direction keeps its
// deviation, and a direction of the labels has the deviation of the first principal one; their mean square is 1 in all.
func (s moments) directions() (list [][]float64, err error) {
	const penalty = 1e-3 // of the mean variance
	cov, level := s.covariance(0), s.level()
	var moved [][]float64 // Cu of the directions u of the labels, of variance 1
	apart := func(u []float64) {
		for q, v := range moved {
			kernel.AddScaled(u, -product(v, u), list[q])
		}
	}
	if !s.ridge(penalty * level) {
		s.labels = nil
	}
	outputs := len(s.squares)
	for _, u := range s.labels {
		before := product(u, times(cov, u))
		apart(u)
		after := product(u, times(cov, u))
		if after > 1e-4*before && before > 0 && len(list) < MostLabelled/2 {
			scale(u, 1/math.Sqrt(after))
			list, moved = append(list, u), append(moved, times(cov, u))
		}
	}
	for _, v := range moved {
		addSquare(cov, -1, v)
	}
	vectors, values, err := eigen(cov)
	if err != nil {
		return nil, err
	}
	p := len(values)
	top, total := math.Max(values[p-1], 0), 0.0
	for k := p - 1; len(list) < MostLabelled && (values[k] > 1e-6*level || len(list) == 0); k-- {
		apart(vectors[k])
		list, total = append(list, vectors[k]), total+values[k]
	}
	for _, u := range list[:len(moved)] {
		scale(u, math.Sqrt(top))
		total += top
	}
	for k, u := range list {
		if total > 0 {
			scale(u, math.Sqrt(float64(len(list))/total))
		}
		list[k] = slices.Concat(u, make([]float64, outputs))
	}
	return list, nil
}

// Foreseen is a map of kind Labels as it may be before a model is fitted: of as many features, no shorter when it is
// written, and of the size that maps of real samples have.
func Foreseen(s dataset.Schema) *Map {
	const typical = 0.4 // a², which is 1 for the first
	m := ofLabels(s)
	d, row := min(MostLabelled, m.dim), slices.Repeat([]float64{-1.2345678901234567e-100}, m.dim)
	names, most := s.FeatureNames(), 0
	for i, name := range names {
		if len(name) > len(names[most]) {
			most = i
		}
	}
	row[most] *= 2
	m.Matrix, m.Scales = slices.Repeat([][]float64{row}, d), slices.Repeat([]float64{math.Sqrt(typical)}, d)
	return m
}

// OverColumns returns the coefficients of columns and predictions that give what coefficients of features give.
func (m *Map) OverColumns(w []float64) []float64 { return m.combined(w, m.Matrix) }

// Columns returns the row of columns and predictions whose features these are; where it had more than features, the
// likeliest by the public sample.
func (m *Map) Columns(features []float64) []float64 { return m.combined(features, m.back) }

func (m *Map) combined(by []float64, rows [][]float64) []float64 {
	columns := make([]float64, m.dim)
	for k, row := range rows {
		kernel.AddScaled(columns, by[k], row)
	}
	return columns
}

// Spread is the most that one of these columns has of the standard error of a feature.
func (m *Map) Spread() (most float64) {
	for i := range m.dim {
		square := 0.0
		for _, back := range m.back {
			square += float64(back[i] * back[i])
		}
		most = math.Max(most, math.Sqrt(square))
	}
	return most
}

// directionNames names each direction by the column that weighs most in it.
func (m *Map) directionNames(columns []string) (names []string) {
	columns = append(slices.Clip(columns), slices.Repeat([]string{"prediction"}, m.dim-len(columns))...)
	for k, row := range m.Matrix {
		most := 0
		for i, v := range row {
			if math.Abs(v) > math.Abs(row[most]) {
				most = i
			}
		}
		names = append(names, fmt.Sprintf("direction %d (%s)", k+1, columns[most]))
	}
	return names
}

func square(d int) [][]float64 {
	return slices.Collect(slices.Chunk(make([]float64, d*d), d))
}

// addSquare adds a multiple of xxᵀ.
func addSquare(m [][]float64, by float64, x []float64) {
	for i, v := range x {
		kernel.AddScaled(m[i], by*v, x)
	}
}

func times(m [][]float64, x []float64) (y []float64) {
	for _, row := range m {
		y = append(y, product(row, x))
	}
	return y
}

func product(x, y []float64) (sum float64) {
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}

func scale(x []float64, by float64) {
	for i := range x {
		x[i] *= by
	}
}
