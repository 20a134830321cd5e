package appraisal

// kernels are projections that all tables of a layout share.
type kernels struct {
	upTo  [][]float64 // of numbers: for each place of the residuals, what stands at the nodes for 1 up to there
	below [][]float64 // of two classes: for each node of the log-odds, what stands at the nodes for 1 up to there
	// Of two classes: what stands at pairs of nodes for 1 where the first is above the second, and ½ where it is the
	// same.
	order [][]float64
}

func newKernels(l Layout) (k kernels) {
	switch l.Classes {
	case 0:
		low, high := l.Residuals[0], l.Residuals[len(l.Residuals)-1]
		for i := range resolution + 1 {
			k.upTo = append(k.upTo, project(l.Residuals, below(low+(high-low)/resolution*float64(i))))
		}
	case 2:
		for _, z := range l.Predictions {
			k.below = append(k.below, project(l.Predictions, below(z)))
		}
		k.order = order(l.Predictions)
	}
	return k
}

// order projects 1 where x > y in x and then in y.
func order(nodes []float64) [][]float64 {
	known := map[float64][]float64{}
	at := func(y float64) []float64 {
		if known[y] == nil {
			values := project(nodes, below(y))
			for i, v := range values {
				values[i] = 1 - v
			}
			known[y] = values
		}
		return known[y]
	}
	rows := make([][]float64, len(nodes))
	for i := range rows {
		rows[i] = project(nodes, func(y float64) float64 { return at(y)[i] })
	}
	return rows
}
