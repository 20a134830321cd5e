package experiment

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
)

// readColumn reads the first column of a table with a header.
func readColumn(path string) ([]float64, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, err
	}
	var column []float64
	for i, record := range records[min(1, len(records)):] {
		v, err := strconv.ParseFloat(record[0], 64)
		if err != nil {
			return nil, fmt.Errorf("experiment: %s, line %d: %q is not a number", path, i+2, record[0])
		}
		column = append(column, v)
	}
	return column, nil
}
