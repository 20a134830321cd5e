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
	m := &Map{Kind: Labels}
	if err := m.prepare(s); err != nil {
		return nil, err
	}
	columns, outputs := s.Dim(), m.dim-s.Dim()
	all := productsOver(from, m.dim, outputs, nil).centred()
	basis := make([][]float64, 0, m.dim) // of x, over columns and predictions
	if columns > MostLabelled {
		var err error
		if basis, err = all.directions(columns); err != nil {
			return nil, err
		}
		columns = len(basis)
		from = from.over(basis, m.dim, outputs)
	} else {
		for i := range columns {
			basis = append(basis, unit(m.dim, i))
		}
	}
	for k := range outputs {
		basis = append(basis, unit(m.dim, s.Dim()+k))
	}
	p := columns + outputs
	own := productsOver(from, p, outputs, nil).centred() // M
	level := 0.0
	for i := range p {
		level += own.at(i, i) / own.rows / float64(p)
	}
	if !(level > 0) {
		level = 1 // all columns are constant
	}
	var eigen symeigen.Eigen
	if !eigen.Decompose(own.covariance(least*level), p) {
		return nil, errDecomposed
	}
	vectors, roots, total := slices.Clone(eigen.Vectors), make([]float64, p), 0.0 // of M
	for i, v := range eigen.Values {
		v = math.Max(v, least*level/2)
		roots[i] = math.Sqrt(v)
		total += v
	}
	c := from.expected(p, outputs, vectors, roots)
	for i, root := range roots {
		c[i*p+i] += float64(other * root * root / total)
	}
	if !eigen.Decompose(c, p) {
		return nil, errDecomposed
	}
	top := eigen.Values[p-1]
	for k := p - 1; k >= max(0, p-MostLabelled); k-- {
		a := math.Sqrt(math.Sqrt(math.Max(eigen.Values[k], 1e-12*top) / top))
		row, back := make([]float64, m.dim), make([]float64, m.dim)
		for i, root := range roots {
			for q, v := range vectors[i*p : (i+1)*p] {
				add(row, a*eigen.Vectors[k*p+i]/root*v, basis[q])
			}
		}
		// Features are uncorrelated, so that regression on each gives what they say of a column together.
		for i := range back {
			for j, v := range row {
				back[i] += float64(all.at(i, j)*v) / (all.rows * a * a)
			}
			back[i] += float64(least*level*row[i]) / (a * a)
		}
		m.Matrix, m.Scales, m.back = append(m.Matrix, row), append(m.Scales, a), append(m.back, back)
	}
	return m, nil
}

var errDecomposed = errors.New("features: the covariance of the public sample could not be decomposed; leave out columns that are nearly the same")

const (
	least    = 1e-3 // added to M, as a share of its mean eigenvalue
	other    = 0.4  // share of M in C
	penalty  = 0.05 // of ridge regression, for each row
	mostRows = 3000 // that are ordered
	ordering = 12   // columns that order them, those that correlate most with the label
	longest  = 1.5  // of a correction, as a multiple of their median
)

// expected returns the second moment of the expected corrections in the basis of M, divided by its trace and without
// the share of M; M/tr M itself where there are too few rows for any.
func (from Public) expected(p, outputs int, vectors, roots []float64) []float64 {
	q := 1 + p + outputs
	rows := len(from) / q
	used := min(rows, mostRows)
	all := make(Public, 0, used*q)
	for i := range used {
		j := i * rows / used
		all = append(all, from[j*q:(j+1)*q]...)
	}
	whole := productsOver(all, p, outputs, nil)
	end := used * 2 / 5
	var found [][]float64
	for _, column := range whole.centred().orders() {
		if end < 40 || used-end < 80 {
			break
		}
		order := make([]int, used)
		for j := range order {
			order[j] = j
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[a*q+1+column], all[b*q+1+column]) })
		for _, private := range [][]int{order[:end], order[used-end:]} {
			there := productsOver(all, p, outputs, private)
			found = append(found, corrections(whole.without(there).centred(), there.centred())...)
		}
	}
	c, trace := make([]float64, p*p), 0.0
	var lengths []float64
	for k, w := range found {
		found[k] = make([]float64, p)
		for i, root := range roots {
			found[k][i] = root * product(vectors[i*p:(i+1)*p], w)
		}
		lengths = append(lengths, math.Sqrt(product(found[k], found[k])))
	}
	for k, w := range found {
		if cut := longest * slices.Sorted(slices.Values(lengths))[len(lengths)/2]; lengths[k] > cut {
			scale(w, cut/lengths[k])
		}
		for i, v := range w {
			add(c[i*p:(i+1)*p], v, w)
		}
		trace += product(w, w)
	}
	if !(trace > 0) {
		for i, root := range roots {
			c[i*p+i], trace = root*root, trace+root*root
		}
	}
	scale(c, (1-other)/trace)
	return c
}

// corrections returns, for each label, what ridge regression finds at one end in the residuals of another ridge
// regression, fitted to the other rows.
func corrections(others, there moments) (list [][]float64) {
	public, private, p := others.ridge(penalty), there.ridge(penalty), there.p
	for k := range there.outputs {
		if public == nil || private == nil {
			break // rounding decides
		}
		beta, w := others.label(k), there.label(k)
		public.Solve(beta)
		for i := range w {
			w[i] -= product(there.sums[i*there.order():i*there.order()+p], beta)
		}
		private.Solve(w)
		list = append(list, w)
	}
	return list
}

// moments are sums of products over rows of p columns and predictions and of labels, centred; or, before that, of 1 too.
type moments struct {
	sums       []float64
	p, outputs int
	rows       float64 // 0: not yet centred
}

// productsOver takes the chosen rows, or all where that is nil.
func productsOver(rows Public, p, outputs int, chosen []int) moments {
	s := moments{nil, 1 + p, outputs, 0}
	q := s.order()
	weights := make([]float64, len(rows)/q)
	for _, j := range chosen {
		weights[j] = 1
	}
	if chosen == nil {
		weights = slices.Repeat([]float64{1}, len(weights))
	}
	s.sums = make([]float64, q*q)
	kernel.WeightedGram(s.sums, rows, q, weights)
	return s
}

func (s moments) order() int { return s.p + s.outputs }

func (s moments) at(i, j int) float64 { return s.sums[i*s.order()+j] }

func (s moments) without(o moments) moments {
	s.sums = slices.Clone(s.sums)
	add(s.sums, -1, o.sums)
	return s
}

func (s moments) centred() moments {
	c := moments{nil, s.p - 1, s.outputs, s.at(0, 0)}
	for i := 1; i < s.order(); i++ {
		for j := 1; j < s.order(); j++ {
			c.sums = append(c.sums, s.at(i, j)-float64(s.at(0, i)*s.at(0, j))/c.rows)
		}
	}
	return c
}

// label is the sum of products with a label.
func (s moments) label(k int) []float64 {
	b := make([]float64, s.p)
	for i := range b {
		b[i] = s.at(i, s.p+k)
	}
	return b
}

// covariance is that of the columns and predictions, and more on the diagonal.
func (s moments) covariance(more float64) []float64 {
	c := make([]float64, 0, s.p*s.p)
	for i := range s.p {
		for j := range s.p {
			c = append(c, s.at(i, j)/s.rows)
		}
		c[i*s.p+i] += more
	}
	return c
}

// ridge is the factor of the equations of ridge regression; nil where rounding decides.
func (s moments) ridge(penalty float64) *symeigen.Factor {
	gram, factor := s.covariance(penalty), new(symeigen.Factor)
	scale(gram, s.rows)
	if !factor.Of(gram, s.p) {
		return nil
	}
	return factor
}

// orders lists the columns by which rows are ordered: the predictions, and the columns that correlate most with the
// labels.
func (s moments) orders() (list []int) {
	columns := make([]int, 0, s.p)
	for i := range s.p - s.outputs {
		if s.at(i, i) > 1e-9*s.rows {
			columns = append(columns, i)
		}
	}
	size := func(i int) (sum float64) {
		for k := range s.outputs {
			label := s.p + k
			sum += s.at(i, label) * s.at(i, label) / math.Max(s.at(i, i)*s.at(label, label), math.SmallestNonzeroFloat64)
		}
		return sum
	}
	slices.SortStableFunc(columns, func(a, b int) int { return cmp.Compare(size(b), size(a)) })
	for k := range s.outputs {
		list = append(list, s.p-s.outputs+k)
	}
	return append(list, columns[:min(len(columns), ordering)]...)
}

// directions returns few directions of the first columns: those along which ridge regressions predict the labels, and
// then the principal ones of what is uncorrelated to them. A principal direction keeps its deviation, and a direction of
// the labels has the deviation of the first principal one; their mean square is 1 in all.
func (s moments) directions(columns int) (list [][]float64, err error) {
	const penalty = 1e-3 // of the mean variance
	c := moments{nil, columns, s.outputs, s.rows}
	for i := range s.order() {
		for j := range s.order() {
			if outside := func(k int) bool { return k >= columns && k < s.p }; !outside(i) && !outside(j) {
				c.sums = append(c.sums, s.at(i, j))
			}
		}
	}
	cov, level := c.covariance(0), 0.0
	for i := range columns {
		level += cov[i*columns+i] / float64(columns)
	}
	times := func(u []float64) []float64 {
		v := make([]float64, columns)
		for i := range v {
			v[i] = product(cov[i*columns:(i+1)*columns], u)
		}
		return v
	}
	factor := c.ridge(penalty * level)
	var moved [][]float64 // Cu of the directions u of the labels, of variance 1
	for k := range s.outputs {
		if factor == nil || len(list) == MostLabelled/2 {
			break
		}
		u := c.label(k)
		factor.Solve(u)
		before := product(u, times(u))
		for q, own := range list {
			add(u, -product(moved[q], u), own)
		}
		if after := product(u, times(u)); after > 1e-4*before && before > 0 {
			scale(u, 1/math.Sqrt(after))
			list, moved = append(list, u), append(moved, times(u))
		}
	}
	for _, v := range moved {
		for i := range v {
			add(cov[i*columns:(i+1)*columns], -v[i], v)
		}
	}
	var eigen symeigen.Eigen
	if !eigen.Decompose(cov, columns) {
		return nil, errDecomposed
	}
	labels, top, total := len(list), math.Max(eigen.Values[columns-1], 0), 0.0
	for k := columns - 1; len(list) < MostLabelled && (eigen.Values[k] > 1e-6*level || len(list) == 0); k-- {
		direction := slices.Clone(eigen.Vectors[k*columns : (k+1)*columns])
		for q := range labels {
			add(direction, -product(moved[q], direction), list[q])
		}
		list, total = append(list, direction), total+eigen.Values[k]
	}
	for k, u := range list {
		if k < labels {
			scale(u, math.Sqrt(top))
			total += top
		}
	}
	for k, u := range list {
		if total > 0 {
			scale(u, math.Sqrt(float64(len(list))/total))
		}
		list[k] = append(u, make([]float64, s.p-columns)...)
	}
	return list, nil
}

// over replaces the columns of rows by directions of them.
func (from Public) over(basis [][]float64, p, outputs int) (to Public) {
	for row := range slices.Chunk(from, 1+p+outputs) {
		to = append(to, 1)
		for _, u := range basis {
			to = append(to, product(u, row[1:]))
		}
		to = append(to, row[1+p-outputs:]...)
	}
	return to
}

func unit(d, i int) []float64 {
	e := make([]float64, d)
	e[i] = 1
	return e
}

// Foreseen is a map of kind Labels as it may be before a model is fitted: of as many features, no shorter when it is
// written, and of the size that maps of real samples have.
func Foreseen(s dataset.Schema) (*Map, error) {
	const typical = 0.4 // a², which is 1 for the first
	m := &Map{Kind: Labels}
	if err := m.prepare(s); err != nil {
		return nil, err
	}
	d, row := min(MostLabelled, m.dim), slices.Repeat([]float64{-1.2345678901234567e-100}, m.dim)
	names, most := s.FeatureNames(), 0
	for i, name := range names {
		if len(name) > len(names[most]) {
			most = i
		}
	}
	row[most] *= 2
	m.Matrix, m.Scales = slices.Repeat([][]float64{row}, d), slices.Repeat([]float64{math.Sqrt(typical)}, d)
	return m, nil
}

// OverColumns returns the coefficients of columns and predictions that give what coefficients of features give.
func (m *Map) OverColumns(w []float64) []float64 {
	columns := make([]float64, m.dim)
	for k, row := range m.Matrix {
		add(columns, w[k], row)
	}
	return columns
}

// Columns returns the row of columns and predictions whose features these are; where it had more than features, the
// likeliest by the public sample.
func (m *Map) Columns(features []float64) []float64 {
	columns := make([]float64, m.dim)
	for k, back := range m.back {
		add(columns, features[k], back)
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

func (m *Map) multiply(dst, x []float64) {
	for i, row := range m.Matrix {
		dst[i] = product(row, x)
	}
}

func product(x, y []float64) (sum float64) {
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}

// add adds a multiple of y to x.
func add(x []float64, by float64, y []float64) {
	for i, v := range y {
		x[i] += float64(by * v)
	}
}

func scale(x []float64, by float64) {
	for i := range x {
		x[i] *= by
	}
}
