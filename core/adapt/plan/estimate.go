package plan

import (
	"cmp"
	"math"
	"slices"

	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/trees"
	"privadapt/core/release"
	"privadapt/core/release/appraisal"
	"privadapt/core/words"
)

// Parts divides ρ among the counts of a report or an estimate. The sum of residuals needs more precision than that of
// predictions, since fewer rows have a label: with this share both are known alike where a quarter of them do.
func (r *Report) Parts(rho float64) []float64 {
	if len(r.Layouts()) == 1 {
		return []float64{rho}
	}
	first := rho * 3 / 16
	return []float64{first, math.Nextafter(rho-first, 0)}
}

// predicted are the numbers of which an estimate is the mean, by the scores of a row.
func predicted(classes int, scores []float64) []float64 {
	if classes == 0 {
		return scores
	}
	p := make([]float64, classes)
	basemodel.Probabilities(p, scores)
	if classes == 2 {
		return p[1:]
	}
	return p
}

// layAverages lays out an estimate by what the public sample says of predictions and residuals. It refuses a model
// whose predictions of public rows are no numbers.
func (p *Plan) layAverages(r *Report, progress Progress) error {
	s := auto.PartOf(SampleOf(p.Source))
	a := &appraisal.Averages{Classes: r.classes, Groups: r.Layout.Groups, Labels: p.EstimateLabels}
	outputs := a.Outputs()
	predictions, residuals := make([]float64, 0, s.Rows()*outputs), make([]float64, 0, s.Rows()*outputs)
	scores := s.Each(s.Outputs(), r.model.Predict)
	for j := range s.Rows() {
		for k, v := range predicted(r.classes, scores[j*s.Outputs():][:s.Outputs()]) {
			if v-v != 0 {
				return words.Refuse("no-report", "the model predicts no number of row %d of the public sample; choose another model", j+1)
			}
			predictions, residuals = append(predictions, v), append(residuals, labelOf(s, j, k)-v)
		}
	}
	stated := &release.SampleAverages{Groups: make([][]float64, a.Groups)}
	for k := range outputs {
		mean, deviation := 0.0, 0.0
		sums, rows := make([]float64, a.Groups), make([]float64, a.Groups)
		for j := range s.Rows() {
			mean += labelOf(s, j, k) / float64(s.Rows())
			if a.Groups > 0 {
				g := r.groupOf(s.Row(j))
				sums[g], rows[g] = sums[g]+labelOf(s, j, k), rows[g]+1
			}
		}
		for g, n := range rows {
			if stated.Groups[g] = append([]float64{}, stated.Groups[g]...); n > 0 {
				stated.Groups[g] = append(stated.Groups[g], sums[g]/n)
			}
		}
		for j := range s.Rows() {
			deviation += square(labelOf(s, j, k)-mean) / float64(s.Rows())
		}
		stated.Averages, stated.Deviation = append(stated.Averages, mean), math.Max(stated.Deviation, math.Sqrt(deviation))
	}
	if p.public != nil && r.classes <= 2 { // out of fold
		o := p.public.Offset
		for j := range residuals {
			residuals[j] = o.Public[j] * o.Spread[0]
		}
	}
	switch {
	case r.classes == 0:
		a.Predictions = predictionNodes(predictions, stated.Deviation)
		if a.Labels {
			a.Residuals, a.Tails, a.TailShares = residualNodes(residuals, stated.Deviation)
		}
	case r.classes == 2:
		a.Predictions = []float64{0, 0.25, 0.5, 0.75, 1}
		if a.Labels { // no residual is beyond these
			a.Residuals, a.Tails, a.TailShares = symmetric(1), []float64{0, 0}, []float64{0, 0}
		}
	}
	var err error
	if stated.Yardstick, err = yardstick(s, stated.Deviation, progress); err != nil {
		return err
	}
	stated.Tails, stated.TailShares = a.Tails, a.TailShares
	r.Averages, r.Stated.Sample = a, stated
	return nil
}

// labelOf is the number that output k of an estimate is the mean of.
func labelOf(s basemodel.Sample, j, k int) float64 {
	if s.Classes <= 2 {
		return s.Labels[j]
	}
	if int(s.Labels[j]) == k {
		return 1
	}
	return 0
}

func square(v float64) float64 { return float64(v * v) }

// predictionNodes are ends within which most public predictions are, and between them points near their quartiles. The
// noise of a mean grows with the squares of the nodes around it, so that ends at all predictions make estimates of small
// files worse, and hardly better ones of large files (half of the tasks of EVALUATION.md; confirmed on the others).
func predictionNodes(predictions []float64, deviation float64) []float64 {
	const rare, most, even, places = 0.025, 5, 0.1, 4
	sorted := slices.Sorted(slices.Values(predictions))
	middle := sorted[len(sorted)/2]
	q := int(rare * float64(len(sorted)))
	low, high := math.Max(sorted[q], middle-most*deviation), math.Min(sorted[len(sorted)-1-q], middle+most*deviation)
	if !(high > low+1e-9*deviation) { // a constant model
		low, high = low-deviation, high+deviation
	}
	nodes := make([]float64, places+1)
	for k := range nodes {
		quantile := math.Min(math.Max(sorted[k*(len(sorted)-1)/places], low), high)
		nodes[k] = float64((1-even)*quantile) + float64(even*(low+(high-low)*float64(k)/places))
	}
	nodes[0], nodes[places] = low, high
	return nodes
}

// symmetric are nodes of residuals up to an end. Those within cost little noise, and show how far residuals spread.
func symmetric(end float64) []float64 {
	return []float64{-end, float64(-0.4 * end), 0, float64(0.4 * end), end}
}

// residualNodes hold residuals to where few public ones are beyond, and say what those are beyond it at either end: on
// average for each row that counts there.
func residualNodes(residuals []float64, deviation float64) (nodes, tails, shares []float64) {
	const rare, least, most = 0.005, 2, 3.2 // in root mean squares of the residuals
	sizes, spread := make([]float64, len(residuals)), 0.0
	for j, v := range residuals {
		sizes[j] = math.Abs(v)
		spread += square(v) / float64(len(residuals))
	}
	slices.Sort(sizes)
	spread = math.Max(math.Sqrt(spread), 0.1*deviation) // a model may fit its own sample
	end := sizes[len(sizes)-1-int(rare*float64(len(sizes)))]
	end = math.Min(math.Max(end, least*spread), most*spread)
	nodes, tails, shares = symmetric(end), make([]float64, 2), make([]float64, 2)
	for side, sign := range []float64{-1, 1} {
		beyond, counted := 0.0, 0.0
		for _, v := range residuals {
			beyond += math.Max(sign*v-end, 0)
			counted += math.Min(math.Max((sign*v-nodes[3])/(end-nodes[3]), 0), 1)
		}
		if counted > 0 {
			tails[side], shares[side] = sign*beyond/counted, counted/float64(len(residuals))
		}
	}
	return nodes, tails, shares
}

// What a yardstick is made of: at most so many rows and orders of them, and the part at each end of an order that is
// taken for another population.
const mostOrdered, mostOrders, partOrdered = 3000, 8, 0.4

// yardstick is by how many deviations estimates of one part of the public sample by a model of the rest were off: the
// root of the mean square over both ends of the orders by the columns that correlate most with the label. It is nil
// where a part would have fewer than 40 rows, or no column can order them.
func yardstick(s basemodel.Sample, deviation float64, progress Progress) (*float64, error) {
	if all := s; all.Rows() > mostOrdered {
		s.Cells, s.Labels = nil, nil
		for k := range mostOrdered {
			j := k * all.Rows() / mostOrdered
			s.Cells, s.Labels = append(s.Cells, all.Row(j)...), append(s.Labels, all.Labels[j])
		}
	}
	rows, part := s.Rows(), int(partOrdered*float64(s.Rows()))
	if part < 40 || !(deviation > 0) {
		return nil, nil
	}
	orders := ordersOf(s)
	binned, total, count := trees.NewBinned(s, 64), 0.0, 0.0
	settings := trees.Settings{Rounds: 60, Leaves: 8, Penalty: 1}
	scores, outputs := make([]float64, s.Outputs()), appraisal.Averages{Classes: s.Classes}.Outputs()
	for i, order := range orders {
		for end, held := range [][]int{order[:part], order[rows-part:]} {
			weights := basemodel.Uniform(rows)
			for _, j := range held {
				weights[j] = 0
			}
			m, err := trees.Fit(binned, settings, weights, nil)
			if err != nil {
				continue // of one class alone
			}
			off := make([]float64, outputs)
			for _, j := range held {
				m.Predict(scores, s.Row(j))
				for k, v := range predicted(s.Classes, scores) {
					off[k] += (v - labelOf(s, j, k)) / float64(part)
				}
			}
			largest := 0.0
			for _, v := range off {
				largest = math.Max(largest, math.Abs(v))
			}
			total, count = total+square(largest/deviation), count+1
			if progress != nil {
				if err := progress(StagePrepare, int64(2*i+end+1), int64(2*len(orders))); err != nil {
					return nil, err
				}
			}
		}
	}
	if count == 0 {
		return nil, nil
	}
	typical := math.Sqrt(total / count)
	return &typical, nil
}

// ordersOf sorts the rows by each of the columns that correlate most with the label or, of more than two classes, with
// whether the class is the first.
func ordersOf(s basemodel.Sample) (orders [][]int) {
	encoding := basemodel.NewEncoding(s.Columns)
	d, rows := encoding.Dim(), s.Rows()
	x := make([]float64, rows*d)
	for j := range rows {
		encoding.Apply(x[j*d:(j+1)*d], s.Row(j))
	}
	strength, columns := make([]float64, d), make([]int, d)
	for i := range d {
		sx, sy, xx, xy, yy, n := 0.0, 0.0, 0.0, 0.0, 0.0, float64(rows)
		for j := range rows {
			v, y := x[j*d+i], labelOf(s, j, 0)
			sx, sy, xx, xy, yy = sx+v, sy+y, xx+square(v), xy+float64(v*y), yy+square(y)
		}
		columns[i] = i
		if spread := float64((xx - square(sx)/n) * (yy - square(sy)/n)); spread > 0 {
			strength[i] = square(xy-float64(sx*sy)/n) / spread
		}
	}
	slices.SortStableFunc(columns, func(a, b int) int { return cmp.Compare(strength[b], strength[a]) })
	for _, i := range columns[:min(mostOrders, d)] {
		if !(strength[i] > 0) {
			break
		}
		order := make([]int, rows)
		for j := range order {
			order[j] = j
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a*d+i], x[b*d+i]) })
		orders = append(orders, order)
	}
	return orders
}
