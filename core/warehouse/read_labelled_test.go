package warehouse

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"privadapt/core/internal/private/moment"
	"privadapt/core/terms/method"
)

// writtenLabelled is what a query with labels returns: the numbers of the rows with a label, then the others'
// numbers.
func writtenLabelled(p Plan, with, without *moment.Sum) string {
	words := []string{mark, fmt.Sprint(format), p.Digest(), fmt.Sprint(p.dim())}
	for _, sum := range []*moment.Sum{with, without} {
		words = append(words, fmt.Sprint(sum.Rows))
		for i := range with.Order {
			for j := max(1, i); j < with.Order; j++ {
				switch {
				case j >= sum.Order:
					words = append(words, "0")
				case i == 0:
					words = append(words, new(big.Int).Quo(sum.Entry(0, j), big.NewInt(p.Grid.InterceptSteps())).String())
				default:
					words = append(words, sum.Entry(i, j).String())
				}
			}
		}
	}
	return strings.Join(append(words, end), " ")
}

const labelledSample = "dose,ward,y\n1,a,3\n2,b,1\n4,a,2\n0,b,5\n3,a,2.5\n-2,b,1.5\n1.5,b,2\n2.5,a,4\n7,a,3.5\n-1,b,0\n"

const someLabelledRows = "dose,ward,y\n1,a,3\n2,b,\n4,a,soon\n0,b,5\n,b,2\n"

// The two sums are read as they were written; what is cut off, left out or given twice is refused.
func TestLabelledSumsAreReadWhole(t *testing.T) {
	p := labelledPlan(t, readLabelled(t, labelledSample), method.Linear, 0)
	with, without := labelledReaderSums(t, p, someLabelledRows)
	text := writtenLabelled(p, with, without)
	gotWith, gotWithout, _, err := ReadLabelled(strings.NewReader(text), p)
	if err != nil || differences(gotWith, with) != 0 || differences(gotWithout, without) != 0 || with.Rows != 3 ||
		without.Rows != 2 {
		t.Fatalf("%v; of %d and %d rows others", err, with.Rows, without.Rows)
	}
	words := strings.Fields(text)
	for k := range words {
		for what, changed := range map[string][]string{"cut off": words[:k],
			"left out":    slices.Delete(slices.Clone(words), k, k+1),
			"given twice": slices.Insert(slices.Clone(words), k, words[k])} {
			if k == 2 && what == "left out" || k == 0 && what == "given twice" || k == len(words)-1 && what == "given twice" {
				continue // another plan, or a word beside the sums
			}
			if _, _, _, err := ReadLabelled(strings.NewReader(strings.Join(changed, " ")), p); err == nil {
				t.Errorf("word %d %s: accepted", k, what)
			}
		}
	}
	if _, _, err := Read(strings.NewReader(text), p); err == nil {
		t.Error("two sums are read as one")
	}
}

// Sums for another model that corrects, or for none, are refused.
func TestLabelledSumsOfAnotherPlanAreRefused(t *testing.T) {
	source := readLabelled(t, labelledSample)
	p := labelledPlan(t, source, method.Linear, 4)
	with, without := labelledReaderSums(t, p, someLabelledRows)
	text := writtenLabelled(p, with, without)
	trees, none, otherSpread := labelledPlan(t, source, method.Trees, 4), p, p
	none.Offset = nil
	changed := *p.Offset
	changed.Spread = []float64{2 * p.Offset.Spread[0]}
	otherSpread.Offset = &changed
	refusedWith(t, "no labels", CodeOtherPlan, text, none)
	for what, other := range map[string]Plan{"trees": trees, "another spread": otherSpread} {
		_, _, _, err := ReadLabelled(strings.NewReader(text), other)
		var refused *Error
		if !errors.As(err, &refused) || refused.Code != CodeOtherPlan {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Rows without a label have no residual: sums that say otherwise are refused, with nothing of them in the error.
func TestRowsWithoutALabelHaveNoResidual(t *testing.T) {
	p := labelledPlan(t, readLabelled(t, labelledSample), method.Linear, 0)
	with, without := labelledReaderSums(t, p, someLabelledRows)
	words := strings.Fields(writtenLabelled(p, with, without))
	words[len(words)-2] = "31415926" // the square of the last residual
	_, _, _, err := ReadLabelled(strings.NewReader(strings.Join(words, " ")), p)
	var refused *Error
	if !errors.As(err, &refused) || refused.Code != CodeBadSums || strings.Contains(err.Error(), "31415926") {
		t.Errorf("%v", err)
	}
}

// Each of the two sums must be one that rows of that number can have; two results are no result.
func TestEitherSumThatIsImpossibleIsRefused(t *testing.T) {
	p := labelledPlan(t, readLabelled(t, labelledSample), method.Linear, 0)
	with, without := labelledReaderSums(t, p, someLabelledRows)
	text := writtenLabelled(p, with, without)
	words := strings.Fields(text)
	d := p.dim()
	for which, rows := range map[string]int{"with a label": 4, "without one": 4 + sumsOf(d)} {
		product := rows + 1 + d // the square of the first feature, and then its product with the second
		for what, change := range map[string]func(words []string){
			"fewer than no rows":           func(words []string) { words[rows] = "-1" },
			"no rows":                      func(words []string) { words[rows] = "0" },
			"too many rows":                func(words []string) { words[rows] = "9223372036854775808" },
			"a square below 0":             func(words []string) { words[product] = "-1" },
			"squares above the rows'":      func(words []string) { words[product] = times(t, "1152921504606846976", 5) },
			"a product above the squares'": func(words []string) { words[product+1] = times(t, "1152921504606846976", 4) },
		} {
			changed := slices.Clone(words)
			change(changed)
			_, _, _, err := ReadLabelled(strings.NewReader(strings.Join(changed, " ")), p)
			var refused *Error
			if !errors.As(err, &refused) || refused.Code != CodeBadSums {
				t.Errorf("of the rows %s, %s: %v", which, what, err)
			}
		}
	}
	if _, _, _, err := ReadLabelled(strings.NewReader(text+"\n"+text), p); err == nil ||
		!strings.Contains(err.Error(), "twice") {
		t.Errorf("two results: %v", err)
	}
}
