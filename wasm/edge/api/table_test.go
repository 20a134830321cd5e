package api

import (
	"encoding/json"
	"os"
	"testing"

	"privadapt/core/must"
)

// The edge's tables have the cells of the npm package's.
func TestCellsAreThoseOfThePackage(t *testing.T) {
	text := must.Get(os.ReadFile("../../../jsbridge/npm/test/data/csv-cells.json"))(t)
	var cells [][2]string
	if err := json.Unmarshal(text, &cells); err != nil || len(cells) < 30 {
		t.Fatal(len(cells), err)
	}
	for _, c := range cells {
		if got := cell(c[0]); got != c[1] {
			t.Errorf("%q is written %q, not %q", c[0], got, c[1])
		}
	}
}
