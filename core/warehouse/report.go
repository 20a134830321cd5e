package warehouse

import (
	"fmt"
	"io"
	"strings"

	"privadapt/core/data/dataset"
	"privadapt/core/internal/private/moment"
	"privadapt/core/internal/private/tally"
	"privadapt/core/model/basemodel"
	"privadapt/core/release/appraisal"
	"privadapt/core/words"
)

// For a report a row counts in a cell of public tables: see package appraisal. The query sorts the rows into cells, by
// the lower node on each axis, and adds up in each the number of rows, their parts at the upper node of either axis,
// and the products of these parts. Counts of all cells follow from those four numbers of each.
//
// Claim: a row enters one cell, with parts between 0 and Unit. The cell is one of a list of whole numbers, and the
// parts are limited in whole numbers, so the sensitivity of the counts does not depend on the floating-point arithmetic
// of the database.

// Report says where rows count. All of it is public.
type Report struct {
	Model  basemodel.Model
	Digest string // of the model
	Layout appraisal.Layout
	Group  int // the column, among those used, by whose levels there are tables; −1 for none
}

// numbersOfCell is how many numbers a cell has: rows, upper parts of the first axis, of the second, and products of the
// two.
const numbersOfCell = 4

// cells is the number of cells by lower nodes: each group's cells, or all rows' cells where there are no groups.
func (r *Report) cells() int { return max(1, r.Layout.Groups) * r.Layout.Table() }

// check refuses reports that no query can make as the file reader does.
func (r *Report) check() error {
	if err := checkModel(r.Model, true); err != nil {
		return err
	}
	var numbers []float64
	for _, nodes := range [][]float64{r.Layout.Predictions, r.Layout.Residuals} {
		numbers = append(numbers, nodes...)
		for k := 1; k < len(nodes); k++ {
			numbers = append(numbers, nodes[k]-nodes[k-1])
		}
	}
	return checkNumbers(numbers)
}

// Names of columns of a report: the node below a value on each axis, the distance to it, the distance to the next node,
// and the parts there.
var node, offset, width, upper = numbered("n"), numbered("o"), numbered("w"), numbered("u")

// places computes the column cell of each row, and its parts u1 and u2 at the upper nodes.
func (w *writer) places(schema dataset.Schema, r *Report) {
	group, beside := "0", []string{"y"}
	if r.Group >= 0 {
		l := fmt.Sprintf("l%d", r.Group)
		group, beside = call("COALESCE", l, fmt.Sprint(r.Layout.Groups-1)), append(beside, l)
	}
	w.scores(schema, r.Model, beside)
	usable := "y IS NOT NULL"
	if r.Layout.Classes == 0 {
		usable = w.within("y", 0, 1, dataset.Largest)
	}
	labelled := []string{as(either(usable, "1", "0"), "labelled"), as(group, "own_group")}
	switch {
	case r.Layout.Classes == 0:
		w.kept = nil
		w.layer(append(labelled, f(1), as(either(usable, "y - "+f(1), w.double(0)), e(1)))...)
		w.axes([]string{f(1), e(1)}, [][]float64{r.Layout.Predictions, r.Layout.Residuals})
	case r.Layout.Classes == 2:
		w.kept = nil
		w.layer(append(labelled, f(1), "y")...)
		w.axes([]string{f(1)}, [][]float64{r.Layout.Predictions}, as("y", node(2)), as("0", upper(2)))
	default:
		outputs := basemodel.Outputs(r.Layout.Classes)
		w.kept = nil
		w.layer(append(append(labelled, each(outputs, f)...), "y", as(call("GREATEST", each(outputs, f)...), "top"))...)
		w.kept = []string{"labelled", "own_group"}
		var first strings.Builder
		for k := 1; k < outputs; k++ {
			fmt.Fprintf(&first, " WHEN %s = top THEN %d", f(k), k-1)
		}
		w.layer(as(fmt.Sprintf("CASE%s ELSE %d END", first.String(), outputs-1), node(1)), as("y", node(2)),
			as("0", upper(1)), as("0", upper(2)))
	}
	w.kept = nil
	within := func(k int) string {
		return as(either("labelled = 1", call("LEAST", call("GREATEST", upper(k), "0"), fmt.Sprint(appraisal.Unit)), "0"),
			upper(k))
	}
	place := fmt.Sprintf("1 + %s * %d + %s", node(1), r.Layout.Columns(), node(2))
	w.layer(as(fmt.Sprintf("own_group * %d + %s", r.Layout.Table(), either("labelled = 1", place, "0")), "cell"),
		within(1), within(2))
}

// axes computes the node and the upper part of values, as appraisal.PlaceOf has them. Other columns are computed beside
// them.
func (w *writer) axes(values []string, nodes [][]float64, others ...string) {
	w.kept = []string{"labelled", "own_group"}
	list := func(of func(k int) []string) (all []string) {
		for k := range values {
			all = append(all, of(k)...)
		}
		return all
	}
	w.layer(append(list(func(k int) []string {
		var cases strings.Builder
		for i, v := range nodes[k][1:] {
			fmt.Fprintf(&cases, " WHEN %s < %s THEN %d", values[k], w.double(v), i)
		}
		return []string{values[k], as(fmt.Sprintf("CASE%s ELSE %d END", cases.String(), len(nodes[k])-1), node(k+1))}
	}), others...)...)
	for i := len(values) + 1; i <= 2; i++ {
		w.kept = append(w.kept, node(i), upper(i))
	}
	w.layer(list(func(k int) []string {
		var starts, widths strings.Builder
		last := len(nodes[k]) - 1
		for i := range last {
			fmt.Fprintf(&starts, " WHEN %d THEN %s - %s", i, values[k], w.double(nodes[k][i]))
			fmt.Fprintf(&widths, " WHEN %d THEN %s", i, w.double(nodes[k][i+1]-nodes[k][i]))
		}
		own := node(k + 1)
		// A value before the first node counts there, and one after the last has that for its node.
		return []string{own,
			as(
				either(values[k]+" > "+w.double(nodes[k][0]), "CASE "+own+starts.String()+" ELSE "+w.double(0)+" END",
					w.double(0)),
				offset(k+1),
			),
			as("CASE "+own+widths.String()+" ELSE "+w.double(1)+" END", width(k+1))}
	})...)
	w.layer(list(func(k int) []string {
		parts := offset(k+1) + " / " + width(k+1) + " * " + w.double(appraisal.Unit) + " + " + w.double(0.5)
		small := offset(k+1) + " < " + width(k+1) + " * " + w.double(tiny)
		return []string{node(k + 1), as(either(small, "0", cast(w.truncate(parts), w.bigint)), upper(k+1))}
	})...)
}

// counts adds up the rows of each cell and joins the numbers of all cells to one text. A cell that has no row has
// zeros.
func (w *writer) counts(p Plan) string {
	total := func(x string) string {
		if w.decimal != w.bigint {
			x = cast(x, w.decimal)
		}
		return cast(call("SUM", x), w.varchar)
	}
	numbers := joined(
		[]string{cast("COUNT(*)", w.varchar), "' '", total(upper(1)), "' '", total(upper(2)), "' '",
			total(upper(1) + " * " + upper(2))},
	)
	w.grouped([]string{as(numbers, "sums")}, []string{"cell"})
	none := quotedText("0" + strings.Repeat(" 0", numbersOfCell-1))
	list := make([]string, p.Report.cells())
	for k := range list {
		list[k] = "' ' || " + call("COALESCE", call("MAX", where(fmt.Sprintf("cell = %d", k), "sums")), none)
	}
	start := fmt.Sprintf("%s %d %s %d", mark, format, p.Digest(), len(list))
	return "SELECT " + w.checked() + " || " + quotedText(start) + " || " + joined(
		list,
	) + " || " + quotedText(" "+end) + " AS privadapt_sums\n" + w.from + ";\n"
}

// ReadCounts reads what the query of a plan with a report returned, as [Read] reads sums. rows is the number of all
// rows, and labelled the number of rows with a label. All three are private; whoever takes them wipes the counts.
// Tests: TestSumsOfAnotherPlanAreRefused, TestCountsThatNoRowsHaveAreRefused.
func ReadCounts(r io.Reader, p Plan) (counts *tally.Sum, rows, labelled int64, err error) {
	l, size := p.Report.Layout, p.Report.cells()
	numbers, err := p.read(r, size, numbersOfCell*size)
	if err != nil {
		return nil, 0, 0, err
	}
	defer moment.Wipe(numbers)
	counts = tally.New(l)
	for cell := range size {
		var own [numbersOfCell]int64
		for k := range own {
			n := &numbers[cell*numbersOfCell+k]
			if !n.IsInt64() {
				counts.Wipe()
				return nil, 0, 0, words.Refuse(CodeBadSums, "cell %d of the counts has a number that is larger than any table's",
					cell)
			}
			own[k] = n.Int64()
		}
		block := tally.Block{Rows: own[0], First: own[1], Second: own[2], Both: own[3]}
		block.At.Group = cell / l.Table()
		if place := cell % l.Table(); place > 0 {
			block.At.Labelled = true
			block.At.First, block.At.Second = appraisal.Place{
				Node: (place - 1) / l.Columns(),
			}, appraisal.Place{
				Node: (place - 1) % l.Columns(),
			}
		}
		if !counts.AddBlock(block) {
			counts.Wipe()
			return nil, 0, 0, words.Refuse(CodeBadSums, "no rows have the counts of cell %d; write the query anew and run it", cell)
		}
		if rows += block.Rows; block.At.Labelled {
			labelled += block.Rows
		}
	}
	return counts, rows, labelled, nil
}
