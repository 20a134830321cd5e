package dataset

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"privadapt/core/data/dataset/csv"
)

// finish computes means, scales and levels from all rows.
func (b *sourceBuilder) finish() (*Source, error) {
	switch len(b.labels) {
	case 0:
		return nil, newError(CodeNoRows, 0, "the file has column names but no rows; add at least two")
	case 1:
		return nil, newError(CodeOneRow, 0,
			"the file has a single row with a label, and one row has no scale; add at least one more")
	}
	s := &Source{
		Schema: Schema{Label: b.names[b.label], LinesAbove: b.above},
		Rows:   len(b.labels),
		Labels: b.labels,
	}
	if b.classes {
		var err error
		if s.Schema.Classes, err = b.orderClasses(); err != nil {
			return nil, err
		}
	}
	measured := b.cells.measure()
	for j, name := range b.names {
		if j == b.label || name == "" {
			continue
		}
		column := b.column(j, measured)
		s.Schema.Columns = append(s.Schema.Columns, column)
		if column.Kind != Ignored {
			s.slots = append(s.slots, b.slots[j])
		}
	}
	if !b.classes {
		labels := cellTable{width: 1, blockRows: len(b.labels), blocks: [][]float64{b.labels}}
		b.noteSpikes(b.label, labels, 0)
	}
	s.Notes, s.cells = b.notes, b.cells
	if s.Schema.Dim() == 0 {
		return nil, newError(CodeNoFeatures, 0,
			"no column besides the label varies and is not ignored; give a file with at least one feature")
	}
	return s, nil
}

// Standardised walks the rows in order, each as its d features: standardised by the source's own means and scales,
// finite, not clipped. They are computed from the cells; a row is good until the next.
func (s *Source) Standardised() iter.Seq[[]float64] {
	return func(yield func(z []float64) bool) {
		encoders := newEncoders(Schema{Columns: s.Schema.Used()})
		z := make([]float64, s.Schema.Dim())
		for row := range s.cells.rows() {
			clear(z)
			encodeRow(z, row, s.slots, encoders)
			if !yield(z) {
				return
			}
		}
	}
}

// encodeRow writes the features of one row of cells into dst, which must be all zeros. Each encoder has a slot in the
// row.
func encodeRow(dst, row []float64, slots []int, encoders []encoder) {
	for c := range encoders {
		encoders[c].encode(dst, row[slots[c]])
	}
}

// column describes the j-th field, given what was measured of the cells. A field that does not vary is ignored: it has
// no scale, and a source that does not vary in it cannot show its effect.
func (b *sourceBuilder) column(j int, measured []measures) Column {
	ignored := Column{Name: b.names[j], Kind: Ignored}
	if b.kinds[j] == Ignored {
		return ignored
	}
	m := measured[b.slots[j]]
	if m.count == 0 {
		b.note(j, "has no values and is ignored")
		return ignored
	}
	column := Column{Name: b.names[j], Kind: b.kinds[j]}
	if column.Kind == Categorical {
		column.Levels = b.levels[j].describe(m.count)
		if len(column.Levels) < 2 {
			b.note(j, "has a single level and is ignored")
			return ignored
		}
	} else {
		column.Mean, column.Scale, column.Min, column.Max = m.mean, m.scale, m.min, m.max
		if !m.varies() {
			b.note(j, "is constant and is ignored")
			return ignored
		}
		if days := b.dates[j]; days != nil {
			column.Dates, column.DateOrder = true, days.Order
			b.note(j, describeDates(days))
		}
	}
	if missing := len(b.labels) - m.count; missing > 0 {
		b.note(j, fmt.Sprintf("has missing cells (%d of %d rows%s), which stand for its mean", missing, len(b.labels), b.writtenAs(j)))
	}
	if column.Kind == Numeric {
		b.noteSpikes(j, b.cells, b.slots[j])
	}
	return column
}

// mostWatched is how many rows are looked at for spikes, taken evenly from all.
const mostWatched = 1 << 16

// noteSpikes says which values of a field, in this slot of a table, may stand for a missing one, although they are
// numbers.
func (b *sourceBuilder) noteSpikes(j int, table cellTable, slot int) {
	b.scratch = table.column(b.scratch[:0], slot, len(b.labels)/mostWatched+1)
	text := func(v float64) string {
		if b.dates[j] != nil {
			return csv.DateText(v)
		}
		return string(csv.AppendDecimal(nil, v))
	}
	b.noteFar(j, text)
	for _, s := range spikesOf(b.scratch) {
		list := text(s.values[0])
		for _, v := range s.values[1:] {
			list += ", " + text(v)
		}
		b.note(
			j,
			fmt.Sprintf(
				"holds %s in %.3g%% of its cells, far from the others (%s to %s): if that stands for a missing value, leave these cells blank, in the private file too",
				list,
				100*float64(s.cells)/float64(len(b.scratch)),
				text(s.least),
				text(s.most),
			),
		)
	}
}

// farShare is the share of a column's variance from which a single value is told, because it is then the only one that
// counts: a slip, or a unit that one row has alone.
const farShare = 0.99

// noteFar names a single value that is far from all others of the column in b.scratch, which vary themselves.
func (b *sourceBuilder) noteFar(j int, text func(float64) string) {
	mean, least, most := 0.0, math.Inf(1), math.Inf(-1)
	for _, v := range b.scratch {
		mean += v / float64(len(b.scratch))
		least, most = math.Min(least, v), math.Max(most, v)
	}
	far := most
	if mean-least > most-mean {
		far = least
	}
	squares, others := 0.0, []float64{}
	for _, v := range b.scratch {
		squares += (v - mean) * (v - mean)
		if v != far && len(others) < 2 && !slices.Contains(others, v) {
			others = append(others, v)
		}
	}
	if len(others) == 2 && (far-mean)*(far-mean) > farShare*squares {
		b.note(j, fmt.Sprintf("has one value that is far from all others, %s, and outweighs them; correct it or delete its row", text(far)))
	}
}

// noteUnlabelled says how many rows are left out because they have no label. Without any label nothing can be learnt.
func (b *sourceBuilder) noteUnlabelled() {
	switch rows := b.unlabelled + len(b.labels); {
	case b.unlabelled == 0:
	case len(b.labels) == 0:
		b.found.note(&Error{Code: CodeMissingLabel, Column: b.label + 1, Name: b.names[b.label],
			Message: fmt.Sprintf("none of the %d rows has a label; fill the column in, or choose another label", rows)})
	default:
		b.notes = append(
			b.notes,
			fmt.Sprintf("Rows without a label are left out: %d of %d%s. The sample is the others, in their order.", b.unlabelled,
				rows, b.writtenAs(b.label)),
		)
	}
}

// writtenAs names the word that counts as a missing value in a field, if there is one.
func (b *sourceBuilder) writtenAs(j int) string {
	if b.absent[j] == "" {
		return ""
	}
	return ", written " + quoteCell([]byte(b.absent[j]))
}

func (b *sourceBuilder) note(j int, what string) {
	b.notes = append(b.notes, fmt.Sprintf("Column %q %s.", b.names[j], what))
}

// measures are the statistics of the cells of a column that are not missing.
type measures struct {
	count       int
	mean, scale float64 // scale: population standard deviation
	min, max    float64
}

// measure takes two passes over all columns: squares are summed around the mean, so that a
// large mean cannot cancel a small variance, and the sum of the deviations
// corrects what rounding left in the mean (Chan, Golub and LeVeque 1983).
func (t cellTable) measure() []measures {
	all := make([]measures, t.width)
	for i := range all {
		all[i].min, all[i].max = math.Inf(1), math.Inf(-1)
	}
	for row := range t.rows() {
		for i, v := range row {
			m := &all[i]
			if math.IsNaN(v) {
				continue
			}
			m.count++
			m.mean += v
			if v <= m.min { // min and max alone would take longer than all the rest
				m.min = min(m.min, v)
			}
			if v >= m.max {
				m.max = max(m.max, v)
			}
		}
	}
	for i := range all {
		all[i].mean /= float64(all[i].count)
	}
	deviations, squares := make([]float64, t.width), make([]float64, t.width)
	for row := range t.rows() {
		for i, v := range row {
			if !math.IsNaN(v) {
				v -= all[i].mean
				deviations[i] += v
				squares[i] += v * v
			}
		}
	}
	for i := range all {
		m := &all[i]
		if n := float64(m.count); n > 0 {
			m.mean += deviations[i] / n
			m.scale = math.Sqrt(max(0, squares[i]/n-(deviations[i]/n)*(deviations[i]/n)))
		}
	}
	return all
}

// varies reports whether standardising makes sense: the scale must be well above
// the rounding of values this large, which a division by it would amplify, and
// above underflow.
func (m measures) varies() bool {
	const relative, smallest = 1e-12, 1e-100
	return m.scale > max(relative*max(-m.min, m.max), smallest)
}
