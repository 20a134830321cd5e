package adapt

import (
	"math"
	"slices"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/words"
)

// OwnerReport says what became of the private rows. It is computed from them without noise: it is for the eyes of their
// owner and must never be sent anywhere.
type OwnerReport struct {
	dataset.Report
	ClippedRows int           `json:"clippedRows"`
	Shifts      []ColumnShift `json:"shifts"`     // of the numeric columns
	FarColumns  []ColumnShift `json:"farColumns"` // the ones that are far
	// People is how many people the rows are of, MostRows the most rows of one, and NamelessRows how many rows name
	// nobody and count together as one person; absent where no unit was named.
	People       *int64 `json:"people,omitempty"`
	MostRows     int64  `json:"mostRows,omitempty"`
	NamelessRows int64  `json:"namelessRows,omitempty"`
	// Repeating are columns that nothing reads and whose texts repeat as the names of people with several rows would,
	// where no unit was named.
	Repeating []Repeating `json:"repeating"`
	// LabelledRows is how many rows have a label that was used; absent where labels were not asked for.
	LabelledRows *int64 `json:"labelledRows,omitempty"`
	// Lines say all this in sentences.
	Lines []words.Message `json:"lines"`
	// Stops are what the owner has to accept before the charge; the keys are those of settings.Stops.
	Stops []words.Message `json:"stops"`
}

// blankReport is one of no rows: its lists are empty and not absent.
func blankReport() OwnerReport {
	return OwnerReport{
		Report: dataset.Report{
			RepairedByColumn: map[string]int{},
			Findings:         []dataset.Finding{},
			MissingColumns:   []string{},
			MappedColumns:    []dataset.Mapped{},
			SurplusColumns:   []string{},
		},
		Repeating: []Repeating{},
	}
}

// units is n: how many people there are or, where no column names them, rows.
func (r *OwnerReport) units() int64 {
	if r.People != nil {
		return *r.People
	}
	return int64(r.Rows)
}

// add merges the report of a further file, whose number counts from 1.
func (r *OwnerReport) add(f dataset.Report, file int) {
	for _, found := range f.Findings {
		r.addFinding(found, file)
	}
	r.Rows += f.Rows
	r.RepairedCells += f.RepairedCells
	r.RaggedRows += f.RaggedRows
	r.UnusableRows += f.UnusableRows
	r.BlankRows += f.BlankRows
	r.UnclosedRows += f.UnclosedRows
	r.LabelPresent = r.LabelPresent || f.LabelPresent
	for name, n := range f.RepairedByColumn {
		r.RepairedByColumn[name] += n
	}
	r.MissingColumns = union(r.MissingColumns, f.MissingColumns)
	for _, m := range f.MappedColumns {
		if !slices.Contains(r.MappedColumns, m) {
			r.MappedColumns = append(r.MappedColumns, m)
		}
	}
	r.SurplusColumns = union(r.SurplusColumns, f.SurplusColumns)
}

func (r *OwnerReport) addFinding(f dataset.Finding, file int) {
	for i := range f.Examples {
		f.Examples[i].File = file
	}
	for i := range r.Findings {
		if known := &r.Findings[i]; known.Column == f.Column && known.Cause == f.Cause {
			known.Cells += f.Cells
			room := dataset.MostExamples - len(known.Examples)
			known.Examples = append(known.Examples, f.Examples[:min(room, len(f.Examples))]...)
			return
		}
	}
	r.Findings = append(r.Findings, f)
}

func union(a, b []string) []string {
	for _, name := range b {
		if !slices.Contains(a, name) {
			a = append(a, name)
		}
	}
	return a
}

// ColumnShift says of a numeric column how far its private mean is from the source's. Exact, hence for its owner's eyes
// only.
type ColumnShift struct {
	Name  string  `json:"name"`
	Shift float64 `json:"shift"` // in standard deviations of the source, rows clipped
}

// columnShifts lists the numeric columns in the source's order, and among them the columns whose mean is far:
// perhaps they are in other units. A mean is far if it is beyond half of what clipping lets a single feature reach,
// or beyond three standard deviations.
func columnShifts(sum *moment.Sum, p *plan.Plan) (all, far []ColumnShift) {
	all, far = []ColumnShift{}, []ColumnShift{}
	if sum.Rows == 0 {
		return all, far
	}
	_, means := columnMeans(sum, p)
	limit := math.Min(3, 3*sum.Grid.Intercept()/2) // √(r²−c²) = 3c, see Intercept
	if p.UseLabels {
		limit = 3 // of a column that is one feature of many
	}
	k := 0
	for _, c := range p.Source.Schema.Columns {
		switch c.Kind {
		case dataset.Numeric:
			shift := ColumnShift{c.Name, means[k]}
			all = append(all, shift)
			if math.Abs(shift.Shift) > limit {
				far = append(far, shift)
			}
			k++
		case dataset.Categorical:
			k += len(c.Levels)
		}
	}
	return all, far
}

// columnMeans returns names and means of the features or, of those of labels, of the columns.
func columnMeans(sum *moment.Sum, p *plan.Plan) (names []string, means []float64) {
	for k := range p.Map.Dim() {
		means = append(means, sum.MeanOf(0, k+1)/sum.Grid.Intercept())
	}
	if p.UseLabels {
		return p.Source.Schema.FeatureNames(), p.Map.Columns(means)
	}
	return p.Map.Names(), means
}
