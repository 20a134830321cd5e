package jsbridge

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"privadapt/core/dataset"
)

// tableOfRows writes rows given as a JSON array of objects as a table that Predict reads. Keys that are no column of
// the model are left out; absent ones are missing cells.
func tableOfRows(array []byte, schema dataset.Schema) (io.Reader, error) {
	var rows []map[string]any
	decoder := json.NewDecoder(bytes.NewReader(array))
	decoder.UseNumber()
	if err := decoder.Decode(&rows); err != nil {
		return nil, &Error{Code: "bad-option", Message: "the rows are not an array of objects, one for each row"}
	}
	var table bytes.Buffer
	w := csv.NewWriter(&table)
	header := make([]string, len(schema.Columns))
	for i, c := range schema.Columns {
		header[i] = c.Name
	}
	records := [][]string{header}
	for _, row := range rows {
		record := make([]string, len(header))
		for i, name := range header {
			switch v := row[name].(type) {
			case nil:
			case json.Number:
				record[i] = v.String()
			case string:
				// One line is one record.
				record[i] = strings.NewReplacer("\n", " ", "\r", " ").Replace(v)
			default:
				record[i] = fmt.Sprint(v)
			}
		}
		records = append(records, record)
	}
	if err := w.WriteAll(records); err != nil {
		return nil, err
	}
	return &table, nil
}

// predictionNotes puts the report on a table into words.
func predictionNotes(r dataset.Report) []string {
	notes := []string{}
	if r.RepairedCells > 0 {
		notes = append(notes, fmt.Sprintf("%d cells could not be read and count as the average of the public sample", r.RepairedCells))
	}
	if len(r.MissingColumns) > 0 {
		notes = append(notes, "missing columns count as the average of the public sample: "+strings.Join(r.MissingColumns, ", "))
	}
	return notes
}
