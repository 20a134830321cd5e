package terms

import (
	"cmp"
	"slices"

	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// Receiver takes releases by its terms. It says so to owners who ask.
type Receiver struct {
	Campaign  string `json:"campaign,omitempty"`  // takes releases that name it, or none
	MostBytes int    `json:"mostBytes,omitempty"` // of a release; 0: no limit
	Terms
}

// Objection returns why the receiver does not take a release, or nil. Of numbers that are 0 in the facts nothing is
// known yet.
func (t Receiver) Objection(f Facts) *words.Error {
	switch {
	case t.Campaign != "" && f.Campaign != "" && f.Campaign != t.Campaign:
		return refuse("wrong-campaign")
	case t.Release != "" && f.Kind != t.Release:
		return refuse("wrong-kind", t.Release, f.Kind)
	case f.Combined:
		return refuse("combined")
	case t.SHA256 != "" && f.SourceSHA256 != t.SHA256:
		return refuse("wrong-sample")
	case t.Label != "" && f.Label != t.Label:
		return refuse("wrong-label")
	case t.Task != dataset.AnyTask && (t.Task == dataset.Classification) != f.Classes:
		return refuse("wrong-task", t.Task)
	case !t.takesBase(f):
		return refuse("wrong-base", cmp.Or(t.Base, method.Auto))
	case !t.takesModel(f.Report):
		return refuse("wrong-model", t.namedModel())
	case !t.takesGroups(f.Report):
		return refuse("wrong-groups", t.namedGroups())
	case !t.takesFile(f):
		return refuse("wrong-base-file")
	}
	if refused := t.objectionToReading(f.Columns); refused != nil {
		return refused
	}
	if refused := t.ObjectionToLabels(f.Kind, f.Labels); refused != nil {
		return refused
	}
	if refused := t.objectionToUnit(f.Unit); refused != nil {
		return refused
	}
	switch {
	case t.EpsilonMax > 0 && f.Epsilon > t.EpsilonMax:
		return refuse("epsilon", t.EpsilonMax)
	case t.Delta > 0 && f.Delta > t.Delta:
		return refuse("delta", t.Delta)
	case f.RowsPrivate && (t.RowsMin > 1 || t.RowsMax > 0 && t.RowsMax < MostRows):
		// An estimate on arrival could refuse what was charged, as its noise falls.
		return refuse("private-rows")
	case f.Rows > 0 && f.Rows < float64(t.RowsMin):
		return refuse("too-few-rows", f.counted(t.RowsMin))
	case t.RowsMax > 0 && f.Rows > float64(t.RowsMax):
		return refuse("too-many-rows", f.counted(t.RowsMax))
	case t.MostBytes > 0 && f.Bytes > t.MostBytes:
		return refuse("too-large", t.MostBytes/1000, (f.Bytes+999)/1000)
	}
	return nil
}

// objectionToReading returns why terms do not take a release whose public sample was read into these columns, or nil.
// It compares what a schema states of the reading: a column that is used, and the order of its dates. A column that is
// ignored may be constant.
func (t Terms) objectionToReading(columns []dataset.Column) *words.Error {
	for _, c := range columns {
		order, ordered := t.DateOrder[c.Name]
		switch {
		case c.Kind == dataset.Ignored:
		case slices.Contains(t.Ignore, c.Name):
			return refuse("unwanted-column", c.Name)
		case ordered && (!c.Dates || c.DateOrder != order):
			return refuse("wrong-reading", c.Name, order)
		}
	}
	return nil
}

// ObjectionToLabels returns why terms do not take a release of a kind for which private labels are used, or are not; or
// nil.
func (t Terms) ObjectionToLabels(kind release.Kind, used bool) *words.Error {
	switch {
	case t.Labels == RequiredLabels && !used:
		return refuse("no-labels", kind)
	case kind == release.Moments && t.Labels == NoLabels && used:
		return refuse("labels")
	}
	return nil
}

// objectionToUnit returns why terms do not take a release that protects the people of a column, or rows where it is "".
// An owner may protect people where rows would do, but not in moments, because the two do not add up.
func (t Terms) objectionToUnit(column string) *words.Error {
	switch {
	case t.Unit != "" && column == "":
		return refuse("no-unit", t.Unit)
	case t.Unit != "" && column != t.Unit:
		return refuse("wrong-unit", t.Unit, column)
	case t.Unit == "" && column != "" && t.Release == release.Moments:
		return refuse("unit")
	}
	return nil
}

// takesBase also takes what auto has come to. Labels in moments are another matter: all owners have to compare them
// with the same model. A linear model of numbers is chosen from nothing.
func (t Terms) takesBase(f Facts) bool {
	asked := cmp.Or(t.Base, method.Auto)
	switch {
	case f.Report != nil:
		return asked == method.Auto || f.Report.Base == asked
	case f.Kind == release.Moments:
		return f.Choice == nil || f.Choice.Base == asked
	case asked == method.Auto:
		return true
	case f.Choice == nil:
		return asked == method.Linear
	}
	return f.Choice.Base == asked
}

// takesModel compares the model that a report is about with the one that is asked for: the same document, or one of the
// public sample.
func (t Terms) takesModel(about *release.Appraised) bool {
	switch {
	case about == nil:
		return true
	case t.ModelSHA256 == "":
		return about.Model == release.PublicModel
	}
	return about.Model == release.GivenModel && about.ModelSHA256 == t.ModelSHA256
}

func (t Terms) namedModel() words.Message {
	if t.ModelSHA256 == "" {
		return words.Part("objection.public-model")
	}
	return words.Part("objection.given-model", t.ModelSHA256)
}

// takesGroups accepts a report by groups only where it was asked for, and by no other column: figures without them
// could not be compared.
func (t Terms) takesGroups(about *release.Appraised) bool {
	return about == nil || about.GroupBy == nil && t.GroupBy == "" || about.GroupBy != nil && *about.GroupBy == t.GroupBy
}

func (t Terms) namedGroups() words.Message {
	if t.GroupBy == "" {
		return words.Part("objection.no-groups")
	}
	return words.Part("objection.groups", t.GroupBy)
}

// takesFile accepts no file but the one that is asked for: the analyst would have no other. A link that is no
// campaign's may leave out its digest. A report on a model that was given names none: the digest of that model says
// which file it needs.
func (t Terms) takesFile(f Facts) bool {
	var named *release.File
	switch {
	case f.Report != nil && f.Report.Model == release.PublicModel:
		named = f.Report.File
	case f.Report == nil && f.Choice != nil:
		named = f.Choice.File
	default:
		return true
	}
	switch {
	case named == nil:
		return t.BaseFile == "" && t.BaseSHA256 == ""
	case t.BaseFile != "" && t.BaseSHA256 == "":
		return true
	}
	return named.SHA256 == t.BaseSHA256
}
