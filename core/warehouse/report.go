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
// and the products of these parts. Counts of all cells follow from those four numbers of each. For an estimate the axes
// are of the prediction and of the residual, which a row without a label lacks, and each is a table of its own: the
// products are not needed, and are 0.
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
	// Averages is where rows count for an estimate, of which the layout has the groups and classes alone; else nil.
	Averages *appraisal.Averages
}

// layouts are the shapes of the counts.
func (r *Report) layouts() []appraisal.Layout {
	if r.Averages != nil {
		return r.Averages.Layouts()
	}
	return []appraisal.Layout{r.Layout}
}

// axes are the nodes of predictions and residuals, and the parts into which either divides a row.
func (r *Report) axes() (predictions, residuals []float64, unit int) {
	if r.Averages != nil {
		return r.Averages.Predictions, r.Averages.Residuals, appraisal.Unit * appraisal.Unit
	}
	return r.Layout.Predictions, r.Layout.Residuals, appraisal.Unit
}

// readsLabels reports whether a row's label is read.
func (r *Report) readsLabels() bool { return r.Averages == nil || r.Averages.Labels }

// numbersOfCell is how many numbers a cell has: rows, upper parts of the first axis, of the second, and products of the
// two.
const numbersOfCell = 4

// table is the number of cells by lower nodes: in an estimate each place of predictions has rows without a label first.
func (r *Report) table() int {
	if r.Averages != nil {
		return len(r.Averages.Predictions) * (1 + len(r.Averages.Residuals))
	}
	return r.Layout.Table()
}

// cells is the number of all cells: each group's, or all rows' where there are no groups.
func (r *Report) cells() int { return max(1, r.Layout.Groups) * r.table() }

// check refuses reports that no query can make as the file reader does.
func (r *Report) check() error {
	if err := checkModel(r.Model, true); err != nil {
		return err
	}
	if r.Averages != nil && r.Averages.Classes > 2 {
		return words.Refuse("refused",
			"a database does not add up what an estimate counts of more than two classes; give the rows themselves, or choose another release")
	}
	var numbers []float64
	predictions, residuals, _ := r.axes()
	for _, nodes := range [][]float64{predictions, residuals} {
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
	group, beside := "0", []string(nil)
	if r.readsLabels() {
		beside = []string{"y"}
	}
	if r.Group >= 0 {
		l := fmt.Sprintf("l%d", r.Group)
		group, beside = call("COALESCE", l, fmt.Sprint(r.Layout.Groups-1)), append(beside, l)
	}
	w.scores(schema, r.Model, beside)
	usable := "y IS NOT NULL"
	if !r.readsLabels() {
		usable = "FALSE"
	} else if r.Layout.Classes == 0 {
		usable = w.within("y", 0, 1, dataset.Largest)
	}
	predictions, residuals, unit := r.axes()
	labelled := []string{as(either(usable, "1", "0"), "labelled"), as(group, "own_group")}
	switch {
	case r.Averages != nil:
		if w.kept = beside; r.Layout.Classes == 2 {
			w.probabilities(1)
		}
		held := as(w.limited(f(1), basemodel.Limits{Low: predictions[0], High: predictions[len(predictions)-1]}), f(1))
		if w.kept = nil; !r.readsLabels() {
			w.layer(append(labelled, held)...)
			w.axes([]string{f(1)}, [][]float64{predictions}, unit, as("0", node(2)), as("0", upper(2)))
			break
		}
		w.layer(append(labelled, held, "y")...)
		w.kept = []string{"labelled", "own_group"}
		w.layer(f(1), as(either("labelled = 1", "y - "+f(1), w.double(0)), e(1)))
		w.axes([]string{f(1), e(1)}, [][]float64{predictions, residuals}, unit)
	case r.Layout.Classes == 0:
		w.kept = nil
		w.layer(append(labelled, f(1), as(either(usable, "y - "+f(1), w.double(0)), e(1)))...)
		w.axes([]string{f(1), e(1)}, [][]float64{predictions, residuals}, unit)
	case r.Layout.Classes == 2:
		w.kept = nil
		w.layer(append(labelled, f(1), "y")...)
		w.axes([]string{f(1)}, [][]float64{predictions}, unit, as("y", node(2)), as("0", upper(2)))
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
		parts := call("LEAST", call("GREATEST", upper(k), "0"), fmt.Sprint(unit))
		if r.Averages == nil || k == 2 {
			parts = either("labelled = 1", parts, "0")
		}
		return as(parts, upper(k))
	}
	place := either("labelled = 1", fmt.Sprintf("1 + %s * %d + %s", node(1), r.Layout.Columns(), node(2)), "0")
	if r.Averages != nil {
		place = fmt.Sprintf("%s * %d + %s", node(1), 1+len(residuals), either("labelled = 1", "1 + "+node(2), "0"))
	}
	w.layer(as(fmt.Sprintf("own_group * %d + %s", r.table(), place), "cell"), within(1), within(2))
}

// axes computes the node and the upper part of values, of so many that a row has, as appraisal.PlaceOf has them. Other
// columns are computed beside them.
func (w *writer) axes(values []string, nodes [][]float64, unit int, others ...string) {
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
		parts := offset(k+1) + " / " + width(k+1) + " * " + w.double(float64(unit)) + " + " + w.double(0.5)
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
	products := cast("0", w.varchar)
	if p.Report.Averages == nil {
		products = total(upper(1) + " * " + upper(2))
	}
	numbers := joined(
		[]string{cast("COUNT(*)", w.varchar), "' '", total(upper(1)), "' '", total(upper(2)), "' '", products},
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

// ReadCounts reads what the query of a plan with a report returned, as [Read] reads sums: the counts of each layout. rows
// is the number of all rows, and labelled the number of rows with a label. All three are private; whoever takes them
// wipes the counts. Tests: TestSumsOfAnotherPlanAreRefused, TestCountsThatNoRowsHaveAreRefused.
func ReadCounts(r io.Reader, p Plan) (counts []*tally.Sum, rows, labelled int64, err error) {
	size := p.Report.cells()
	numbers, err := p.read(r, size, numbersOfCell*size)
	if err != nil {
		return nil, 0, 0, err
	}
	defer moment.Wipe(numbers)
	for _, l := range p.Report.layouts() {
		counts = append(counts, tally.New(l))
	}
	refuse := func(format string, cell int) error {
		for _, c := range counts {
			c.Wipe()
		}
		return words.Refuse(CodeBadSums, format, cell)
	}
	for cell := range size {
		var own [numbersOfCell]int64
		for k := range own {
			n := &numbers[cell*numbersOfCell+k]
			if !n.IsInt64() {
				return nil, 0, 0, refuse("cell %d of the counts has a number that is larger than any table's", cell)
			}
			own[k] = n.Int64()
		}
		blocks := p.Report.blocks(cell, own)
		for i, c := range counts {
			if !c.AddBlock(blocks[i]) {
				return nil, 0, 0, refuse("no rows have the counts of cell %d; write the query anew and run it", cell)
			}
		}
		last := blocks[len(counts)-1]
		if rows += last.Rows; last.At.Labelled {
			labelled += last.Rows
		}
	}
	return counts, rows, labelled, nil
}

// blocks are the rows of a cell in each layout. Without labels an estimate has the first alone.
func (r *Report) blocks(cell int, own [numbersOfCell]int64) []tally.Block {
	at, place := appraisal.Row{Group: cell / r.table()}, cell%r.table()
	if r.Averages == nil {
		if place > 0 {
			at.Labelled = true
			at.First.Node, at.Second.Node = (place-1)/r.Layout.Columns(), (place-1)%r.Layout.Columns()
		}
		return []tally.Block{{At: at, Rows: own[0], First: own[1], Second: own[2], Both: own[3]}}
	}
	width := 1 + len(r.Averages.Residuals)
	predicted, residual := at, at
	predicted.Labelled, predicted.First.Node = true, place/width
	if k := place % width; k > 0 {
		residual.Labelled, residual.First.Node = true, k-1
	}
	return []tally.Block{{At: predicted, Rows: own[0], First: own[1]}, {At: residual, Rows: own[0], First: own[2]}}
}
