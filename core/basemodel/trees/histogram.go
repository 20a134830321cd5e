package trees

// count is what a histogram keeps of the rows in a bin: sums of gradients and of curvatures, and their number.
type count struct {
	gradient, curvature float64
	rows                int
}

func (c *count) add(o count) {
	c.gradient += o.gradient
	c.curvature += o.curvature
	c.rows += o.rows
}

func (c count) less(o count) count {
	return count{c.gradient - o.gradient, c.curvature - o.curvature, c.rows - o.rows}
}

// fill counts rows into the histograms of all columns. gradients and curvatures belong to the rows in their order.
func (b *Binned) fill(histograms []count, rows []int32, gradients, curvatures []float64) {
	clear(histograms)
	for i, bins := range b.bins {
		h := histograms[b.starts[i]:b.starts[i+1]]
		for k, j := range rows {
			c := &h[bins[j]]
			c.gradient += gradients[k]
			c.curvature += curvatures[k]
			c.rows++
		}
	}
}

// subtract turns the histograms of a parent into those of one child, given the other's.
func subtract(parent, child []count) {
	for k, c := range child {
		parent[k] = parent[k].less(c)
	}
}
