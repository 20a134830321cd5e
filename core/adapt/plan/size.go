package plan

import (
	"privadapt/core/model/basemodel"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// mostBytes is what a run may hold of the public sample. WebAssembly addresses 4 GB, and between two collections Go's
// memory may grow to twice what is held.
const mostBytes = 1_750_000_000

// checkSize refuses a public sample that memory or the document could not hold, before anything private is read.
func (p *Plan) checkSize() error {
	const million = 1 << 20
	facts := p.Facts(0)
	base, over := p.extent(facts, 0).Base, facts.Bytes-release.MostBytes
	switch fit := p.Source.Rows - (over+release.WeightBytes-1)/release.WeightBytes; {
	case base > basemodel.MostBytes:
		return words.Refuse(
			"sample-too-large",
			"a model of %d columns and %d classes could have %d MB, and a release has room for %d; leave columns out, or choose the base linear or trees alone",
			len(p.Source.Schema.Used()), len(p.Source.Schema.Classes), base/million+1, basemodel.MostBytes/million,
		)
	case over <= 0:
	case (p.Nonlinear() || p.Release == release.Weights) && fit >= 1000:
		return words.Refuse(
			"sample-too-large",
			"the public sample has %d rows, and this release has a weight for each: it could have %d MB, and %d can be read. Take a random part of at most %d rows",
			p.Source.Rows, (over+release.MostBytes)/million+1, release.MostBytes/million, fit/1000*1000,
		)
	default:
		return words.Refuse("sample-too-large",
			"the release of %d columns could have %d MB, and %d can be read; leave columns out",
			len(p.Source.Schema.Used()), (over+release.MostBytes)/million+1, release.MostBytes/million)
	}
	if held := p.bytes(); held > mostBytes {
		return words.Refuse(
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
