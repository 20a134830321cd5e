package terms

import (
	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Facts are what terms judge of a release. All of them are known before it is charged; see plan.Facts.
type Facts struct {
	Campaign     string // what it was made for, or ""
	Kind         release.Kind
	SourceSHA256 string
	Label        string
	Classes      bool             // the label is a class
	Columns      []dataset.Column // of the sample, as it was read
	Labels       bool             // private labels are used
	// Choice is what its model was chosen from, or the one that labels in moments are compared with; nil where nothing is
	// chosen.
	Choice *release.Choice
	// Report says what a report is about; nil for other kinds.
	Report         *release.Appraised
	Unit           string // the column of the people who are protected; "" where rows are
	Epsilon, Delta float64
	Rows           float64 // 0 while they are not known, and where they are private
	RowsPrivate    bool    // their number is private, so nothing may follow from it
	Combined       bool
	Bytes          int // of the document, or before it is made a bound on them
}

// AnyRows is far above the rows of any file.
const AnyRows = 1 << 50

// counted is a number of what the release protects.
func (f Facts) counted(n int64) words.Message {
	if f.Unit != "" {
		return words.Part("people", n)
	}
	return words.Part("objection.rows", n)
}

// FactsOf are the facts of a release that was made.
func FactsOf(r *release.Release) Facts {
	c, p := r.Certificate, r.Provenance
	f := Facts{
		Kind: r.Kind, SourceSHA256: p.SourceSHA256, Label: p.Schema.Label, Classes: p.Schema.Classes != nil,
		Columns: p.Schema.Columns,
		Labels:  c.Labels != nil || c.Noise.LabelVariance != "",
		Report:  c.Report, Unit: c.UnitColumn, Epsilon: c.Epsilon, Delta: c.Delta, Combined: c.Combination != nil,
		Rows: float64(c.N), RowsPrivate: c.Adjacency == method.AddRemove,
	}
	if r.CampaignID != nil {
		f.Campaign = *r.CampaignID
	}
	switch {
	case c.Base != nil:
		f.Choice = &release.Choice{Base: c.Base.Kind, File: c.Base.File}
	case r.Kind == release.Moments && c.Labels != nil:
		f.Choice = c.Labels.Choice
	}
	return f
}
