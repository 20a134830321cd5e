package trees

import "privadapt/core/kernel"

// count describes the rows in a bin: the sums of their gradients and curvatures, and their number.
type count = kernel.Bin

func plus(a, b count) count {
	return count{First: a.First + b.First, Second: a.Second + b.Second, Rows: a.Rows + b.Rows}
}

func minus(a, b count) count {
	return count{First: a.First - b.First, Second: a.Second - b.Second, Rows: a.Rows - b.Rows}
}

// histogram returns the histogram of the i-th column.
func (b *Binned) histogram(all []count, i int) []count {
	first := int(b.starts[i])
	return all[first : first+b.columns[i].bins()+1]
}
