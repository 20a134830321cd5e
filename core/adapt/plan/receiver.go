package plan

import (
	"math"

	"privadapt/core/data/features"
	"privadapt/core/data/grid"
	"privadapt/core/noise"
	"privadapt/core/release"
	"privadapt/core/terms"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// CheckReceiver refuses a run whose release the receiver would refuse. It is called before anything is charged: first
// with no rows, when none has been read, and then with their number. Where that number is private it is not used,
// because a refusal would reveal something about it; a run for a receiver who bounds it is refused at once. Tests:
// TestWhatAReceiverRefusesIsNotCharged, TestThePrivateCountIsNotAnswered, in core/adapt.
func (p *Plan) CheckReceiver(rows int64) error {
	if p.Receiver == nil {
		return nil
	}
	if p.Release.Counted() && p.Model != nil { // whose digest is to be compared
		if _, err := p.PrepareReport(nil); err != nil {
			return err
		}
	}
	if refused := p.Receiver.Objection(p.Facts(rows)); refused != nil {
		reason := words.New("uncharged", words.Part(refused.Reason.Key, refused.Reason.Values...))
		return words.RefuseFor("refused-by-receiver", reason)
	}
	return nil
}

// Facts says what the release of this plan will be, for a given number of private rows; 0 where they are not known.
func (p *Plan) Facts(rows int64) terms.Facts {
	private := p.Adjacency == method.AddRemove
	if private {
		rows = 0
	}
	f := terms.Facts{
		Campaign: p.Campaign, Kind: p.Release, SourceSHA256: p.Source.Digest,
		Label: p.Source.Schema.Label, Classes: p.Source.Schema.Classes != nil, Columns: p.Source.Schema.Columns,
		Labels: p.UseLabels || p.EstimateLabels, Unit: p.Unit,
		Epsilon: p.Epsilon, Delta: p.Delta, Rows: float64(rows), RowsPrivate: private,
	}
	switch {
	case p.Release.Counted() && p.report != nil:
		f.Report = &p.report.Stated
	case p.Release.Counted(): // on the public model, which is not fitted yet
		f.Report = &release.Appraised{Model: release.PublicModel, Base: p.Base, File: p.namedFile()}
		if p.GroupBy != "" {
			f.Report.GroupBy = &p.GroupBy
		}
	case p.Nonlinear() || p.UseLabels:
		f.Choice = &release.Choice{Base: p.Base, File: p.namedFile()}
	}
	f.Bytes = p.extent(f, rows).MostBytes()
	return f
}

// namedFile is the file that a public model is chosen from, or nil.
func (p *Plan) namedFile() *release.File {
	if p.BaseFile == nil || p.Base != method.File && p.Base != method.Auto {
		return nil
	}
	return release.FileOf(p.BaseFile, p.BaseFileURL)
}

func (p *Plan) extent(f terms.Facts, rows int64) release.Extent {
	e := release.Extent{
		Kind: p.Release, Choice: f.Choice, Appraised: f.Report, Residuals: p.Residuals(),
		Known: release.Provenance{
			SourceSHA256: p.Source.Digest,
			SourceRows:   p.Source.Rows,
			Schema:       p.Source.Schema,
		},
	}
	if p.Map.Kind != features.Linear {
		e.Known.Features = p.Map
	}
	if p.Nonlinear() {
		e.Base = release.MostBase(p.Source.Schema, p.Source.Rows, p.Base, p.BaseFile != nil, p.Residuals())
	}
	if p.report != nil {
		e.Counts = p.report.Cells()
	}
	if rows == 0 {
		rows = terms.AnyRows
	}
	// Every row adds up to N² to an entry of a sum, and σ is N²/√ρ at most; no draw is 40σ.
	e.Largest = grid.Steps * grid.Steps * (float64(rows) + 40/math.Sqrt(noise.Rho(p.Epsilon, p.Delta)))
	return e
}
