//go:build linux

package warehouse

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"privadapt/core/release/appraisal"
	"privadapt/core/terms/method"
)

// refusedCounts expects a refusal with a code.
func refusedCounts(t *testing.T, what string, err error, code string) {
	t.Helper()
	var refused *Error
	if !errors.As(err, &refused) || refused.Code != code {
		t.Errorf("%s: %v", what, err)
	}
}

// countsText is a text of counts of a plan, whose first numbers are given and whose others are 0.
func countsText(p Plan, numbers ...string) string {
	for len(numbers) < numbersOfCell*p.Report.cells() {
		numbers = append(numbers, "0")
	}
	return fmt.Sprintf("privadapt-sums 1 %s %d %s end", p.Digest(), p.Report.cells(), strings.Join(numbers, " "))
}

// Counts for another model, other places or another group are refused, as are sums in the place of counts.
func TestCountsOfAnotherPlanAreRefused(t *testing.T) {
	source := readLabelled(t, labelledRows(150, 0, false, 41))
	p, _ := reportPlan(t, source, method.Linear, "ward")
	if _, _, _, err := ReadCounts(strings.NewReader(countsText(p)), p); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*Report){
		"model":  func(r *Report) { r.Digest = strings.Repeat("0", 64) },
		"places": func(r *Report) { r.Layout.Residuals = appraisal.ResidualNodes(2) },
		"group":  func(r *Report) { r.Group-- },
	} {
		own := *p.Report
		change(&own)
		other := p
		other.Report = &own
		_, _, _, err := ReadCounts(strings.NewReader(countsText(other)), p)
		refusedCounts(t, what, err, CodeOtherPlan)
	}
	sums := p
	sums.Report = nil
	_, _, _, err := ReadCounts(strings.NewReader(strings.Replace(countsText(p), p.Digest(), sums.Digest(), 1)), p)
	refusedCounts(t, "sums", err, CodeOtherPlan)
}

// Counts that no rows have are refused, and so is what is not whole.
func TestCountsThatNoRowsHaveAreRefused(t *testing.T) {
	p, _ := reportPlan(t, readLabelled(t, labelledRows(150, 0, false, 41)), method.Linear, "")
	cell := func(rows, first, second, both string) []string { // of the first cell with a label
		return []string{"0", "0", "0", "0", rows, first, second, both}
	}
	for what, numbers := range map[string][]string{
		"rows":           cell("2", "2048", "0", "0"),
		"parts together": cell("2", "1500", "1500", "974848"),
		"none":           cell("0", "0", "0", "0"),
	} {
		if _, rows, _, err := ReadCounts(strings.NewReader(countsText(p, numbers...)), p); err != nil ||
			fmt.Sprint(rows) != numbers[4] {
			t.Errorf("%s: %d rows, %v", what, rows, err)
		}
	}
	last := make([]string, numbersOfCell*p.Report.cells())
	for k := range last {
		last[k] = "0"
	}
	last[len(last)-4], last[len(last)-3] = "1", "5"
	for what, numbers := range map[string][]string{
		"fewer than no rows":              {"-1", "0", "0", "0"},
		"parts of rows without a label":   {"1", "1", "0", "0"},
		"more parts than rows have":       cell("1", "1025", "0", "0"),
		"fewer than no parts":             cell("1", "-1", "0", "0"),
		"parts of no rows":                cell("0", "1", "1", "1"),
		"products above what parts have":  cell("1", "500", "500", "512001"),
		"products below what parts have":  cell("1", "1000", "1000", "1"),
		"parts after the last node":       last,
		"more rows than any table's":      {"9000000000000000000", "0", "0", "0"},
		"a number that no table's is":     {"99999999999999999999", "0", "0", "0"},
		"a number that wraps around to 1": {"-18446744073709551615", "0", "0", "0"},
		"products that wrap around":       cell("1", "0", "0", "9223372036854775807"),
		"rows in all cells that are many": cell("4398046511104", "0", "0", "1"),
	} {
		_, _, _, err := ReadCounts(strings.NewReader(countsText(p, numbers...)), p)
		refusedCounts(t, what, err, CodeBadSums)
	}
	whole := countsText(p)
	for _, text := range []string{"", whole[:len(whole)-8], whole + whole, strings.Replace(whole, " 0 end", " end", 1),
		strings.Replace(whole, " 0 end", " 0 0 end", 1), strings.Replace(whole, " 0 end", " x end", 1)} {
		_, _, _, err := ReadCounts(strings.NewReader(text), p)
		refusedCounts(t, "what is not whole", err, CodeBadSums)
	}
}
