package appraisal

import (
	"errors"
	"math"
)

// Averages says where rows count for an estimate of the mean label, which is public, and what the noisy counts say.
// Every row counts by what the model predicts of it, divided between the two nodes beside that number so that the
// mean of the nodes is the number itself; of more than two classes it is divided among them by their probabilities.
// With labels each row counts a second time, by label − prediction. A row without one counts there in a cell of its
// own. Of two classes the number is the probability of the second.
type Averages struct {
	// Increasing nodes. A number beyond them counts at the last, and a residual is taken of that. Nil for more classes.
	Predictions []float64
	Residuals   []float64 // nil without labels as well
	// Tails are what public rows at the first and the last node of the residuals are beyond it on average, which is added
	// to those two nodes when a mean is computed, and TailShares the shares of the public rows there. Two numbers each, or
	// nil as Residuals.
	Tails, TailShares []float64
	Classes, Groups   int
	Labels            bool
}

// Outputs is the number of means: one, or of more than two classes the share of each.
func (a Averages) Outputs() int {
	if a.Classes > 2 {
		return a.Classes
	}
	return 1
}

// Layouts are the shapes of the counts: of predictions and, with labels, of residuals. Of more than two classes the
// latter have half of a row at its class and then half of it by the probabilities.
func (a Averages) Layouts() []Layout {
	list := []Layout{{Places: max(len(a.Predictions), a.Classes), Groups: a.Groups}}
	if a.Classes == 2 {
		list[0].Places = len(a.Predictions)
	}
	if a.Labels && a.Classes > 2 {
		return append(list, Layout{Places: 2 * a.Classes, Groups: a.Groups})
	} else if a.Labels {
		return append(list, Layout{Places: len(a.Residuals), Groups: a.Groups})
	}
	return list
}

// Cells is the number of counts of all layouts.
func (a Averages) Cells() (cells int) {
	for _, l := range a.Layouts() {
		cells += l.Cells()
	}
	return cells
}

// Check refuses averages that are not of the shape that their fields describe.
func (a Averages) Check() error {
	increasing := func(nodes []float64) bool {
		for k := 1; k < len(nodes); k++ {
			if width := nodes[k] - nodes[k-1]; !(width > 0 && width <= math.MaxFloat64) {
				return false
			}
		}
		return len(nodes) >= 2 && len(nodes) <= mostPlaces
	}
	numbers := a.Classes <= 2
	switch {
	case a.Classes < 0 || a.Classes == 1 || a.Classes > mostPlaces || a.Groups < 0 || a.Groups > mostGroups:
		return errors.New("an estimate has too many classes or groups")
	case numbers != (a.Predictions != nil) || (numbers && a.Labels) != (a.Residuals != nil) ||
		len(a.Tails) != len(a.TailShares) || len(a.Tails) != 0 && len(a.Tails) != 2 || (a.Tails != nil) != (a.Residuals != nil):
		return errors.New("an estimate has nodes where none belong, or none where some do")
	case numbers && !increasing(a.Predictions) || a.Residuals != nil && !increasing(a.Residuals):
		return errors.New("the nodes of an estimate do not increase, or are too few, too many or too far apart")
	case a.Tails != nil && !(a.Tails[0] <= 0 && a.Tails[1] >= 0 && a.TailShares[0] >= 0 && a.TailShares[1] >= 0):
		return errors.New("the tails of the residuals are not beyond their nodes")
	case a.Cells() > MostCells:
		return errors.New("an estimate has too many counts")
	}
	return nil
}

// sharesAt divides Unit² parts between the two nodes beside a number, which is no NaN.
func sharesAt(nodes []float64, v float64) []int64 {
	shares, k := make([]int64, len(nodes)), 0
	v = math.Min(math.Max(v, nodes[0]), nodes[len(nodes)-1])
	for k+2 < len(nodes) && nodes[k+1] <= v {
		k++
	}
	const whole = Unit * Unit
	upper := int64((v-nodes[k])/(nodes[k+1]-nodes[k])*whole + 0.5)
	shares[k], shares[k+1] = whole-upper, upper
	return shares
}

// divided appends shares of so many parts by probabilities, each between 0 and 1.
func divided(shares []int64, parts, sum float64, probabilities []float64) []int64 {
	passed, given := 0.0, int64(0)
	for _, p := range probabilities {
		passed += p / sum
		next := int64(math.Min(passed, 1) * parts)
		shares, given = append(shares, next-given), next
	}
	return shares
}

// Rows returns where a row counts in each layout: by what is predicted, Outputs numbers, and its label, which is NaN or
// no class where there is none. It is defined for all of them. A row whose prediction is no number counts as one
// without a label in every layout.
func (a Averages) Rows(predicted []float64, label float64, group int) []Row {
	rows, sum := make([]Row, 1, 2), 0.0
	for _, p := range predicted {
		sum += p
	}
	if a.Labels {
		rows = append(rows, Row{})
	}
	for k := range rows {
		rows[k].Group = group
	}
	const whole = Unit * Unit
	if a.Classes > 2 {
		if !(sum > 0 && sum <= math.MaxFloat64) {
			return rows
		}
		rows[0].Labelled, rows[0].Shares = true, divided(nil, whole, sum, predicted)
		if a.Labels && label >= 0 && label < float64(a.Classes) {
			shares := make([]int64, a.Classes, 2*a.Classes)
			shares[int(label)] = whole / 2
			rows[1].Labelled, rows[1].Shares = true, divided(shares, whole/2, sum, predicted)
		}
		return rows
	}
	if sum != sum {
		return rows
	}
	held := math.Min(math.Max(sum, a.Predictions[0]), a.Predictions[len(a.Predictions)-1])
	rows[0].Labelled, rows[0].Shares = true, sharesAt(a.Predictions, held)
	if residual := label - held; a.Labels && residual-residual == 0 && (a.Classes == 0 || label >= 0 && label <= 1) {
		rows[1].Labelled, rows[1].Shares = true, sharesAt(a.Residuals, residual)
	}
	return rows
}

// Average is what is estimated of the rows of a table.
type Average struct {
	Rows     IntervalNumber  `json:"rows"`               // that have a prediction; noise alone makes the number uncertain
	Labelled *IntervalNumber `json:"labelled,omitempty"` // rows with a label, where labels are used
	// Means of the label, or shares of the second of two classes or of each of more.
	Means []EstimatedMean `json:"means"`
	// Beyond is the share of the labelled rows whose residual counts at the ends of its axis.
	Beyond *IntervalNumber `json:"beyond,omitempty"`
}

// EstimatedMean is the mean of the label in a population that was not seen.
type EstimatedMean struct {
	// Class is the one whose share this is; absent for numbers.
	Class *string `json:"class,omitempty"`
	// Estimate has, with labels, an interval that holds the mean of the population from which the rows come with a
	// probability of 95%, if it does not depend on label − prediction which rows have a label. Without labels it has no
	// ends, because no interval holds what the model does not know; with them none on a side where labels lie beyond what
	// the public ones explain.
	Estimate IntervalNumber `json:"estimate"`
	// Noise has the ends between which the noise alone leaves the estimate.
	Noise IntervalNumber `json:"noise"`
}

// Estimate returns the averages of all rows and of each group from noisy counts, in rows, whose noise has the
// variance of its layout in each cell. n is the number of rows where it is public, else 0.
func (a Averages) Estimate(counts []float64, variances []float64, n int64) []Average {
	var tables [][]table
	for i, l := range a.Layouts() {
		tables = append(tables, tablesOf(l, counts[:l.Cells()], variances[i], n))
		counts = counts[l.Cells():]
	}
	averages := make([]Average, 1+a.Groups)
	for g := range averages {
		t, of := &tables[0][g], &averages[g]
		ones := t.sumOf(func(int, int) float64 { return 1 })
		of.Rows = t.counted(ones)
		var u *table
		if a.Labels {
			u = &tables[1][g]
			labelled := u.counted(u.sumOf(func(int, int) float64 { return 1 }))
			of.Labelled = &labelled
		}
		for k := range a.Outputs() {
			of.Means = append(of.Means, a.mean(t, u, k))
		}
		if a.Residuals != nil {
			last := len(a.Residuals) - 1
			beyond := u.average(u.sumOf(func(k, _ int) float64 { return oneIf(k == 0 || k == last) }), nil, ShareBounds)
			of.Beyond = &beyond
		}
	}
	return averages
}

// mean estimates one mean from the predictions and, unless u is nil, from the residuals.
func (a Averages) mean(t, u *table, output int) (m EstimatedMean) {
	values, squares, within, all := a.Predictions, []float64(nil), ShareBounds, ShareBounds
	if a.Classes <= 2 {
		squares, within = project(values, square), Between(values[0], values[len(values)-1])
	} else { // a probability's square is at most the probability
		values = make([]float64, a.Classes)
		values[output] = 1
		squares = values
	}
	if a.Classes == 0 {
		all = Anything
	}
	along := func(v []float64) func(int, int) float64 { return func(k, _ int) float64 { return v[k] } }
	p := t.sumOf(along(values))
	noise := t.average(p, nil, within)
	m.Noise = noise
	if m.Estimate = (IntervalNumber{Value: noise.Value}); u == nil {
		return m
	}
	sampled := t.average(p, t.sumOf(along(squares)), within)
	if a.Classes <= 2 {
		values, squares = append([]float64(nil), a.Residuals...), project(a.Residuals, square)
		last := len(values) - 1
		for k, at := range []int{0, last} {
			values[at] += a.Tails[k]
			squares[at] = values[at] * values[at]
		}
		within = Between(values[0], values[last])
	} else { // (y−p)² is at most y+p, and a place has half of a row
		values, squares = make([]float64, 2*a.Classes), make([]float64, 2*a.Classes)
		values[output], values[a.Classes+output] = 2, -2
		squares[output], squares[a.Classes+output] = 2, 2
		within = Between(-1, 1)
	}
	r := u.sumOf(along(values))
	m.Noise = together(noise, u.average(r, nil, within), all)
	m.Estimate = together(sampled, u.average(r, u.sumOf(along(squares)), within), all)
	if a.Classes == 0 {
		off, open := a.hidden(u)
		m.Estimate = m.Estimate.widened(off[0], off[1], all)
		if open[0] {
			m.Estimate.Low = nil
		}
		if open[1] {
			m.Estimate.High = nil
		}
	}
	return m
}

// hidden is how far the mean residual may be below and above what the counts say, because more private than public
// rows count at an end and may be farther beyond it. Over the tasks of EVALUATION.md that was an eighth of the end for
// each such row. Where more than twice the public share of rows count at an end, labels mean something else there, and
// nothing says how far they are beyond it: the interval is open on that side.
func (a Averages) hidden(u *table) (off [2]float64, open [2]bool) {
	const farther, many = 0.125, 2
	for k, at := range []int{0, len(a.Residuals) - 1} {
		share := u.average(u.sumOf(func(node, _ int) float64 { return oneIf(node == at) }), nil, ShareBounds)
		if share.Value != nil {
			off[k] = farther * math.Abs(a.Residuals[at]) * math.Max(0, *share.Value-a.TailShares[k])
			open[k] = share.Low != nil && *share.Low > many*a.TailShares[k]
		}
	}
	return off, open
}

// average is the mean over the rows of an axis of what s sums; squares sums its square, or is nil where the interval is
// for the noise alone. A sum of squares is not below the square of the sum over the number of rows.
func (t *table) average(s, squares sum, within IntervalBounds) IntervalNumber {
	ones := t.sumOf(func(int, int) float64 { return 1 })
	p, rows := t.of(s), t.of(ones)
	vpp, vpr, vrr := t.disturbance(s, s), t.disturbance(s, ones), t.disturbance(ones, ones)
	if squares != nil && rows > 0 {
		vpp, vpr, vrr = vpp+math.Max(t.of(squares), p*p/rows), vpr+p, vrr+rows
	}
	return fieller(p, rows, vpp, vpr, vrr, within)
}

// together is the sum of two numbers whose errors are independent: each end is as far from the sum as both ends are
// from their numbers together (Zou and Donner 2008). It has no end where one of them has none.
func together(a, b IntervalNumber, within IntervalBounds) (n IntervalNumber) {
	if a.Value == nil || b.Value == nil || a.Low == nil || b.Low == nil || a.High == nil || b.High == nil {
		return n
	}
	value := *a.Value + *b.Value
	low, high := math.Hypot(*a.Value-*a.Low, *b.Value-*b.Low), math.Hypot(*a.High-*a.Value, *b.High-*b.Value)
	return Of(value, value-low, value+high, within)
}
