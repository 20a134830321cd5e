package adapt

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/model/auto"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/terms/settings"
	"privadapt/core/words"
)

// fewUnits is the number of rows, or people, below which the owner is warned. Nobody else is: the file may be the wrong
// one, and what a release says may not depend on its rows.
const fewUnits = 10

// list is what is said, a sentence after the other.
type list []words.Message

//go:noinline
func (l *list) say(key string, values ...any) { *l = append(*l, words.New(key, values...)) }

func (l *list) warn(key string, values ...any) {
	l.say(key, values...)
	(*l)[len(*l)-1].Warning = true
}

// lines says in sentences what became of the private rows, and what is suspicious. It is the only place that does.
func (r *OwnerReport) lines(sum *moment.Sum, schema dataset.Schema, p *plan.Plan) list {
	lines := list{}
	rows := func(n int) words.Message { return words.Part("rows", n) }

	lines.say("read", rows(r.Rows))
	if r.People != nil {
		lines.say("read-people", words.Part("people", *r.People), r.MostRows)
	}
	if r.NamelessRows > 0 {
		lines.say("nameless", rows(int(r.NamelessRows)))
	}
	if r.LabelledRows != nil {
		n := int(*r.LabelledRows)
		lines.say("labelled."+string(p.Release), rows(n), words.Share(n, r.Rows), schema.Label)
	}
	for _, c := range r.Repeating {
		lines.warn("repeating", c.Column, c.Values, c.Rows)
	}
	if n := float64(r.units()); p.Adjacency == method.AddRemove && p.Delta >= 1/n {
		lines.warn("refused-delta", words.Part("large-delta", largeDelta(p, n)...))
	}
	if n := r.units(); n < fewUnits {
		lines.warn("few-rows", n)
	}
	if r.BlankRows > 0 {
		lines.warn("blank", r.BlankRows, r.Rows)
	}
	if r.ClippedRows*2 > r.Rows {
		name, shift := largestShift(columnMeans(sum, p))
		lines.warn("far", math.Round(100*float64(r.ClippedRows)/float64(r.Rows)), name, math.Round(10*shift)/10)
	} else if r.ClippedRows > 0 {
		lines.say("clipped", rows(r.ClippedRows), words.Share(r.ClippedRows, r.Rows))
	}
	if len(r.MissingColumns) > 0 {
		lines.warn("lacking", words.Names(r.MissingColumns))
	}
	switch {
	case r.LabelPresent && r.LabelledRows == nil && p.Release.TakesLabels():
		lines.warn("label-unused", schema.Label)
	case r.LabelPresent && r.LabelledRows == nil:
		lines.warn("label-unread", schema.Label)
	case r.LabelledRows != nil && 2**r.LabelledRows < int64(r.Rows):
		lines.warn("few-labels", *r.LabelledRows, r.Rows, schema.Label)
	}
	unlike, repaired := r.unlike(), r.RepairedCells
	for _, f := range unlike {
		values := []string{}
		for _, e := range f.Examples {
			values = append(values, e.Value)
		}
		slices.Sort(values)
		lines.warn("unlike", f.Column, words.Names(slices.Compact(values)))
		repaired -= f.Cells
	}
	if repaired > 0 {
		lines.say("repaired", words.Part("cells-were", repaired), r.repairedColumns(unlike))
		lines[len(lines)-1].Warning = repaired*10 > r.Rows*len(schema.Columns)
	} else if len(unlike) == 0 {
		lines.say("clean")
	}
	for _, f := range r.Findings {
		if isOf(unlike, f.Column) {
			continue
		}
		lines.say("finding."+string(f.Cause), f.Column, words.Part("cells", f.Cells), r.examples(f))
	}
	if r.RaggedRows > 0 {
		lines.say("ragged", rows(r.RaggedRows))
	}
	if r.UnusableRows > 0 {
		lines.say("unusable", rows(r.UnusableRows))
	}
	if r.UnclosedRows > 0 {
		lines.say("unclosed", rows(r.UnclosedRows))
	}
	var mapped []any
	for _, m := range r.MappedColumns {
		if !strings.EqualFold(m.Header, m.Column) {
			mapped = append(mapped, words.Part("mapped-column", m.Header, m.Column))
		}
	}
	if mapped != nil {
		lines.say("mapped", mapped)
	}
	if len(r.SurplusColumns) > 0 {
		lines.say("surplus", words.Names(r.SurplusColumns))
	}
	return lines
}

// unlike are the columns none of whose categories the sample has: all is said of them in one sentence.
func (r *OwnerReport) unlike() (columns []dataset.Finding) {
	for _, f := range r.Findings {
		if f.Cause == dataset.Unseen && f.Cells == r.Rows {
			columns = append(columns, f)
		}
	}
	return columns
}

func isOf(findings []dataset.Finding, column string) bool {
	return slices.ContainsFunc(findings, func(f dataset.Finding) bool { return f.Column == column })
}

// repairedColumns lists the repaired cells but for those of some columns, the most affected columns first.
func (r *OwnerReport) repairedColumns(without []dataset.Finding) (columns []any) {
	counts := r.RepairedByColumn
	for _, name := range slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	}) {
		if counts[name] > 0 && !isOf(without, name) {
			columns = append(columns, words.Part("repaired-column", name, counts[name]))
		}
	}
	return columns
}

// examples lists the places and the contents of cells. The number of the file is said where there are several.
func (r *OwnerReport) examples(f dataset.Finding) any {
	several := slices.ContainsFunc(r.Findings, func(f dataset.Finding) bool {
		return slices.ContainsFunc(f.Examples, func(e dataset.Example) bool { return e.File > 1 })
	})
	places := []any{}
	for _, e := range f.Examples {
		place := words.Part("example", e.Row)
		if several {
			place = words.Part("example-file", e.File, place)
		}
		if e.Value != "" {
			place = words.Part("example-value", place, e.Value)
		}
		places = append(places, place)
	}
	if rest := f.Cells - len(places); rest > 0 {
		return words.Part("and-more", places, rest)
	}
	return places
}

// largestShift returns the feature whose mean is furthest from the source's, in standard deviations.
func largestShift(names []string, means []float64) (string, float64) {
	best, shift := "", 0.0
	for k, name := range names {
		if best == "" || math.Abs(means[k]) > math.Abs(shift) {
			best, shift = name, means[k]
		}
	}
	return best, shift
}

// Warnings returns what a reader of the settings should know. It depends on public values only: the settings and, where
// it is public, n.
func (t *Target) Warnings() []words.Message { return t.warnings }

func publicWarnings(p *plan.Plan, sum *moment.Sum) []words.Message {
	warnings := list{}
	if p.Epsilon > plan.LargeEpsilon {
		warnings.warn("large-epsilon", p.Epsilon, plan.LargeEpsilon, words.Part("a."+p.Protected().One()))
	}
	if n := float64(sum.Rows); p.Adjacency == method.ReplaceOne && p.Delta >= 1/n {
		warnings.warn("large-delta", largeDelta(p, n)...)
	}
	if p.Map.Dim() >= manyFeatures && p.Release != release.Moments && !p.Release.Counted() {
		warnings.warn("many-features", p.Map.Dim(), manyFeatures)
	}
	if p.Curbed() {
		warnings.warn("curbed", p.Source.Rows, auto.MostRows)
	}
	return warnings
}

// manyFeatures is from how many on the time of a run, which grows with their third power, is worth a word.
const manyFeatures = 500

// largeDelta are the values of what is said of a large δ.
func largeDelta(p *plan.Plan, n float64) []any {
	return []any{p.Delta, words.Rough(1 / n), words.Part("whole." + p.Protected().One())}
}

// stops lists what the owner has to accept before a run is charged: its release would probably be of no use, or would
// protect less than its owner believes. The keys are those of settings.Stops. The sentences are for the owner alone, but
// name columns and no numbers: they may become the message of an error. Test: TestWhatStopsARun.
func (r *OwnerReport) stops(source *dataset.Source) []words.Message {
	found := list{}
	if len(r.MissingColumns) > 0 {
		found.say(settings.StopMissingColumns, words.Names(r.MissingColumns))
	}
	if names := r.unreadable(source); len(names) > 0 {
		found.say(settings.StopUnreadableColumn, words.Names(names))
	}
	if read, unread := r.labels(source.Schema.Label); r.LabelledRows != nil && (read == 0 || read < unread) {
		found.say(settings.StopUnreadableLabels, source.Schema.Label)
	}
	if 100*r.BlankRows > r.Rows {
		found.say(settings.StopBlankRows)
	}
	if 2*r.ClippedRows > r.Rows {
		found.say(settings.StopClippedRows)
	}
	if len(r.Repeating) > 0 {
		found.say(settings.StopRepeatedIdentifier, r.Repeating[0].Column)
	}
	return found
}

// isWholeSheet reports whether that many rows end where a spreadsheet does, below a header and perhaps a title.
func isWholeSheet(rows int) bool { return rows > 1<<20-100 && rows < 1<<20 }

const wholeSheet = "the file has as many rows as a whole sheet, so most are probably blank and would count as rows of average values; delete them, which in a spreadsheet means to delete whole rows and not only what is in them, and save the file; if they are not blank, say how many there are, which makes delta smaller"

// labels counts the rows whose labels were read, and the cells of the label that have a value and could not be.
func (r *OwnerReport) labels(label string) (read, unread int) {
	if r.LabelledRows != nil {
		read = int(*r.LabelledRows)
	}
	for _, f := range r.Findings {
		if f.Column == label && !f.Cause.IsRead() && f.Cause != dataset.Missing {
			unread += f.Cells
		}
	}
	return read, unread
}

// unreadable lists the columns in which more than half of the cells that should have a value count as the mean, in the
// sample's order. A column may be as often without a value as it is in the sample.
func (r *OwnerReport) unreadable(source *dataset.Source) (names []string) {
	for _, c := range source.Schema.Columns {
		mean := float64(r.RepairedByColumn[c.Name])
		if 2*mean <= float64(r.Rows) || slices.Contains(r.MissingColumns, c.Name) {
			continue
		}
		if lacking := source.Lacking(c.Name) * float64(r.Rows); 2*(mean-lacking) > float64(r.Rows)-lacking {
			names = append(names, c.Name)
		}
	}
	return names
}
