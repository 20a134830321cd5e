package answers

import (
	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/terms/settings"
	"privadapt/core/words"
)

// FileReport is the engine's report on the private file. It holds exact numbers and
// is for the owner's screen only: no function in post.go takes a Report.
type FileReport struct {
	Rows             int                 `json:"rows"`
	RepairedByColumn map[string]int      `json:"repairedByColumn"`
	People           *int                `json:"people"` // nil where no column names them
	MissingColumns   []string            `json:"missingColumns"`
	MappedColumns    []dataset.Mapped    `json:"mappedColumns"`
	Shifts           []adapt.ColumnShift `json:"shifts"`
	FarColumns       []adapt.ColumnShift `json:"farColumns"`
	Lines            []words.Message     `json:"lines"`
	Repeating        []adapt.Repeating   `json:"repeating"`
	Stops            []words.Message     `json:"stops"`
}

// Identifier is the column that seems to name people with several rows where none was named, or "". The owner has to
// choose whom the run protects.
func (r FileReport) Identifier() string {
	for _, stop := range r.Stops {
		if stop.Key == settings.StopRepeatedIdentifier && len(r.Repeating) > 0 {
			return r.Repeating[0].Column
		}
	}
	return ""
}

// Said are what the engine says, in the vault's language.
func Said(messages []words.Message) []Line {
	lines := make([]Line, len(messages))
	for i, m := range messages {
		lines[i] = Line{texts.Say(m), m.Warning}
	}
	return lines
}

// Line is one sentence. The screen shows warnings differently.
type Line struct {
	Text    string
	Warning bool
}

// Count is what n counts: people or, where no column names them, rows.
func (r FileReport) Count() int {
	if r.People != nil {
		return *r.People
	}
	return r.Rows
}
