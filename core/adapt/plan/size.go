package plan

import (
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// mostBytes is what a run may hold of the public sample. WebAssembly addresses 4 GB, and between two collections Go's
// memory may grow to twice what is held.
const mostBytes = 1_750_000_000

// checkSize refuses a public sample that memory or the document could not hold, before anything private is read.
func (p *Plan) checkSize() error {
	if m := p.Source.Rows; p.Release == release.Weights && m > release.MostWeights {
		return Refuse(
			"sample-too-large",
			"the public sample has %d rows, and a release holds at most %d weights; take a random part of the rows, or release the model",
			m,
			release.MostWeights,
		)
	}
	if held := p.bytes(); held > mostBytes {
		return Refuse(
			"sample-too-large",
			"the public sample has %d rows, for which a run with %d features needs %.1f GB of memory or more, and %.2f GB is what an engine can hold; take a random part of the rows (a million are plenty), or fewer features",
			p.Source.Rows,
			p.Order()-1,
			held/1e9,
			mostBytes/1e9,
		)
	}
	return nil
}

// bytes is what a run may hold of the public sample, in numbers of eight bytes: its cells, the clipped rows and, where
// a solver runs, up to ten vectors with an entry for each row. The estimates of selection have the rows once more, in
// numbers of four bytes.
func (p *Plan) bytes() float64 {
	row := len(p.Source.Schema.Used()) + p.Order()
	if p.Release == release.Model || p.Release == release.Weights {
		row += 10
	}
	if p.Mechanism == method.Selection {
		row += (p.Order() + 1) / 2
	}
	return 8 * float64(row) * float64(p.Source.Rows)
}
