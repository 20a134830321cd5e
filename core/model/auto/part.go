package auto

import (
	"cmp"
	"slices"

	"privadapt/core/model/basemodel"
)

// MostRows is the number of rows that models are fitted to and judged on; of a larger sample they are a random part.
// More rows take more time and help trees alone, so public trees are fitted to all rows. A row takes about 7 kB of
// memory and, with ten columns, some milliseconds of a processor.
const MostRows = 20_000

// PartOf returns the rows of a sample that models are fitted to, all or a random part.
func PartOf(s basemodel.Sample) basemodel.Sample {
	part, _ := partOf(s, MostRows)
	return part
}

// partOf returns a part of a sample with a limited number of rows, and their numbers in order; nil if the part is
// the whole. The part has the rows whose numbers have the least hashes, so it is the same wherever it is computed.
func partOf(s basemodel.Sample, most int) (basemodel.Sample, []int) {
	if s.Rows() <= most {
		return s, nil
	}
	rows := make([]int, s.Rows())
	for j := range rows {
		rows[j] = j
	}
	slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(basemodel.Hash(uint64(a)), basemodel.Hash(uint64(b))) })
	rows = slices.Clone(rows[:most])
	slices.Sort(rows)
	part := s
	part.Cells, part.Labels = make([]float64, 0, most*len(s.Columns)), make([]float64, 0, most)
	for _, j := range rows {
		part.Cells, part.Labels = append(part.Cells, s.Row(j)...), append(part.Labels, s.Labels[j])
	}
	return part, rows
}

// Sample returns the rows that are fitted to: those that have predictions out of fold.
func (d *Design) Sample() basemodel.Sample { return d.sample }

// Weights returns the weights of these rows, out of the whole sample's weights and with their sum; equal ones if
// all of the part are 0.
func (d *Design) Weights(q []float64) []float64 {
	if d.rows == nil {
		return q
	}
	part, sum, total := make([]float64, len(d.rows)), 0.0, 0.0
	for k, j := range d.rows {
		part[k] = q[j]
		sum += q[j]
	}
	for _, v := range q {
		total += v
	}
	if !(sum > 0) {
		part, sum = basemodel.Uniform(len(part)), float64(len(part))
	}
	for k, v := range part {
		part[k] = v / sum * total
	}
	return part
}
