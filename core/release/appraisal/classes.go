package appraisal

import (
	"math"
)

// twoClasses adds the figures of two classes. The second axis is the class, so its place is y.
func (t *table) twoClasses(f *Figures, l Layout, k kernels, one sum) {
	nodes := l.Predictions
	p := project(nodes, probability)
	pSquare := project(nodes, func(z float64) float64 { return square(probability(z)) })
	// The loss of a class is softplus(±log-odds).
	lossOfFirst, lossOfSecond := project(nodes, softplus), project(nodes, func(z float64) float64 { return softplus(-z) })
	y := t.sumOf(func(_, j int) float64 { return float64(j) })
	prediction := t.sumOf(func(i, _ int) float64 { return p[i] })
	predictionSquare := t.sumOf(func(i, _ int) float64 { return pSquare[i] })
	both := t.sumOf(func(i, j int) float64 { return p[i] * float64(j) })
	mean := func(s sum, within IntervalBounds) IntervalNumber {
		return t.ratio(t.linear(s), t.linear(one), within)
	}
	f.Measures["brier"] = mean(plus(plus(predictionSquare, both, -2), y, 1), ShareBounds)
	f.Measures["logLoss"] = mean(t.sumOf(func(i, j int) float64 {
		if j == 1 {
			return lossOfSecond[i]
		}
		return lossOfFirst[i]
	}), Between(0, softplus(math.Max(-nodes[0], nodes[len(nodes)-1]))))
	f.Measures["share"] = mean(y, ShareBounds)
	t.line(f, one, prediction, predictionSquare, y, both)
	f.Measures["auc"] = t.area(k.order, one, y)

	other := plus(one, y, -1)
	second := func(i int) bool { return i >= len(nodes)/2 } // 0 is there twice, in the middle
	right := t.sumOf(func(i, j int) float64 { return oneIf(second(i) && j == 1) })
	wrong := t.sumOf(func(i, j int) float64 { return oneIf(second(i) && j == 0) })
	part := func(s, of sum) IntervalNumber { return t.ratio(t.linear(s), t.linear(of), ShareBounds) }
	f.Measures["sensitivity"] = part(right, y)
	f.Measures["specificity"] = part(plus(other, wrong, -1), other)
	f.Measures["precision"] = part(right, plus(right, wrong, 1))

	for i, z := range nodes {
		at := t.sumOf(func(row, _ int) float64 { return oneIf(row == i) })
		of := t.sumOf(func(row, j int) float64 { return oneIf(row == i && j == 1) })
		f.Curve = append(f.Curve, Point{probability(z), part(of, at)})
		if i == len(nodes)/2 {
			continue // the threshold at 0 is there already
		}
		true2 := t.sumOf(func(row, j int) float64 { return (1 - k.below[i][row]) * float64(j) })
		false2 := t.sumOf(func(row, j int) float64 { return (1 - k.below[i][row]) * float64(1-j) })
		f.ROC = append(f.ROC, Threshold{probability(z), part(true2, y), part(false2, other)})
	}
}

func softplus(x float64) float64 { return math.Max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// area estimates the area under the ROC curve, P(a row of the second class scores higher than a row of the first) +
// P(equal)/2: a ratio of two bilinear functions of the counts of both classes.
func (t *table) area(k [][]float64, one, y sum) IntervalNumber {
	p := quantity{gradient: make(sum, len(one))}
	common := 0.0
	for i := range k {
		for j := range k {
			above, beneath := 1+i*t.column+1, 1+j*t.column
			p.value += k[i][j] * t.cells[above] * t.cells[beneath]
			p.gradient[above] += k[i][j] * t.cells[beneath]
			p.gradient[beneath] += k[i][j] * t.cells[above]
			common += k[i][j]
		}
	}
	if t.shared > 0 { // the noise of two cells has a covariance
		p.value += t.noise / t.shared * common
	}
	return t.ratio(p, t.product(y, plus(one, y, -1)), ShareBounds)
}

// confusion adds the shares of predicted and true classes. Neighbouring places of the first axis predict each
// class: with two classes all places on one side of 0, else one place.
func (t *table) confusion(f *Figures, l Layout, one sum) {
	side := t.rows / l.Classes
	f.Measures["accuracy"] = t.ratio(t.linear(t.sumOf(func(i, j int) float64 { return oneIf(i/side == j) })),
		t.linear(one), ShareBounds)
	// The ratio of a sum of cells to the sum of all cells. It is written out, because sums over the table for each of
	// its cells take classes⁴ steps. Test: TestConfusionIsARatioOfSums.
	rows, variance := t.of(one), t.spread(one, one)
	for a := range l.Classes {
		row := make([]IntervalNumber, l.Classes)
		for b := range row {
			count, chosen := 0.0, 0.0
			for i := a * side; i < (a+1)*side; i++ {
				c := t.cells[1+i*t.column+b]
				count, chosen = count+c, chosen+math.Max(c, 0)
			}
			own, common := float64(side), float64(side)
			if t.shared > 0 { // the noise of two cells has a covariance
				own -= float64(side*side) / t.shared
				common -= float64(side*t.rows*t.column) / t.shared
			}
			row[b] = fieller(count, rows, t.noise*own+chosen, t.noise*common+chosen, variance, ShareBounds)
		}
		f.Confusion = append(f.Confusion, row)
	}
}
