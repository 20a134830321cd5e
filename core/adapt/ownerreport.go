package adapt

import (
	"slices"

	"privadapt/core/data/dataset"
)

// OwnerReport says what became of the private rows. It is computed from them without noise: it is for the eyes of their
// owner and must never be sent anywhere.
type OwnerReport struct {
	dataset.Report
	ClippedRows int           `json:"clippedRows"`
	Shifts      []ColumnShift `json:"shifts"`     // of the numeric columns
	FarColumns  []ColumnShift `json:"farColumns"` // the ones that are far
	Units       []UnitGuess   `json:"units"`
	// People is how many people the rows are of, MostRows the most rows of one, and NamelessRows how many rows name
	// nobody and count together as one person; absent where no unit was named.
	People       *int64 `json:"people,omitempty"`
	MostRows     int64  `json:"mostRows,omitempty"`
	NamelessRows int64  `json:"namelessRows,omitempty"`
	// Repeating are columns that nothing reads and whose texts repeat as the names of people with several rows would,
	// where no unit was named.
	Repeating []Repeating `json:"repeating"`
	// LabelledRows is how many rows have a label that was used; absent where labels were not asked for.
	LabelledRows *int64   `json:"labelledRows,omitempty"`
	Warnings     []string `json:"warnings"`
	// Unchecked says that the sums of a database came without the counts of unread cells and shortened rows.
	Unchecked bool `json:"unchecked,omitempty"`
	// Stops are what the owner has to accept before the charge; see [Stop].
	Stops []Stop `json:"stops"`
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
		Units: []UnitGuess{}, Repeating: []Repeating{},
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
