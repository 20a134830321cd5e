package warehouse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"privadapt/core/data/dataset"
)

// Query writes the query that adds up the rows of a table. It returns one row with one text, which [Read] reads. The
// table, a name or what gives a table in that database, and the filter, a condition on its rows or empty, are pasted as
// they are: they are the owner's own SQL. Of the sample's texts none can become SQL: names of columns are quoted
// identifiers, levels are quoted texts.
func (p Plan) Query(to Dialect, table, filter string) (string, error) {
	d := dialects[to]
	if d == nil {
		return "", refuse(CodeBadOption, "there is no dialect %q; choose one of %v", to, Dialects)
	}
	if strings.TrimSpace(table) == "" {
		return "", refuse(CodeBadOption, "no table is named")
	}
	if err := p.check(); err != nil {
		return "", err
	}
	if err := p.checkFor(d); err != nil {
		return "", err
	}
	if err := d.checkNames(p.Source.Schema, p.readsLabels(), p.Unit); err != nil {
		return "", err
	}
	from := "FROM " + table + "\nAS " + rowsName
	if filter != "" {
		from += "\nWHERE (\n-- This condition is pasted as the owner wrote it.\n" + filter + "\n)"
	}
	w := writer{dialect: d, from: from}
	w.cells(p.Source.Schema, p.readsLabels(), p.Unit)
	query := fmt.Sprintf(head, p.Digest(), p.counted())
	if p.Report != nil {
		w.places(p.Source.Schema, p.Report)
		query += w.counts(p)
	} else {
		if p.Offset != nil {
			w.labelled(p)
		} else {
			w.standardise(p.Source.Schema)
		}
		w.shorten(p.Grid, p.dim())
		w.quantise(p.Grid, p.dim())
		if p.Unit != "" {
			w.share(p.Grid, p.dim())
		}
		query += w.result(p)
	}
	if len(query) > MostBytes {
		return "", refuse(
			CodeBadOption,
			"the query has %d bytes, and databases take at most %d: the model is too large for one, or a report has too many groups. Choose the base linear, or a column of fewer levels",
			len(query),
			MostBytes,
		)
	}
	return query, nil
}

const head = `-- privadapt: exact sums over private rows, for the plan %s
-- %s What this returns is as private as the rows: give it to privadapt adapt --target-sums, then
-- delete it. It reads the named columns alone and changes nothing.
`

// rowsName is what the query calls the table.
const rowsName = "privadapt_rows"

// checkNames refuses names, levels and, if labels are read, classes that the dialect cannot hold. unit is the column
// that names people, or "".
func (d *dialect) checkNames(s dataset.Schema, labels bool, unit string) error {
	columns := s.Used()
	if labels {
		label := dataset.Column{Name: s.Label}
		for _, name := range s.Classes {
			label.Levels = append(label.Levels, dataset.Level{Name: name})
		}
		columns = append(columns, label)
	}
	if unit != "" && !slices.ContainsFunc(columns, func(c dataset.Column) bool { return c.Name == unit }) {
		columns = append(columns, dataset.Column{Name: unit})
	}
	seen := map[string]bool{}
	for _, c := range columns {
		lower := strings.ToLower(c.Name)
		switch {
		case seen[lower]:
			return refuse(
				CodeBadOption,
				"the names of two columns differ only in the case of letters: %.80q; a database may take them for one, so ignore one of them",
				c.Name,
			)
		case strings.ContainsRune(c.Name, 0) || d.forbidden != "" && strings.Contains(c.Name, d.forbidden):
			return refuse(CodeBadOption, "the name %.80q of a column cannot be written in this dialect; ignore that column",
				c.Name)
		case d.longestName > 0 && len(c.Name) > d.longestName:
			return refuse(
				CodeBadOption,
				"the name %.80q of a column is longer than the %d bytes that this database keeps; ignore that column",
				c.Name,
				d.longestName,
			)
		}
		seen[lower] = true
		for _, l := range c.Levels {
			if strings.ContainsRune(l.Name, 0) {
				return refuse(CodeBadOption, "a level of the column %.80q holds a NUL character; ignore that column", c.Name)
			}
		}
	}
	return nil
}

// writer nests queries: each layer computes columns from the columns of the layer before.
type writer struct {
	*dialect
	from   string   // what the next layer reads
	kept   []string // columns that each layer hands on
	person []string // likewise, to the end: the columns of people.go
	noted  []string // what the check adds up, in every layer; see note
}

// layer adds a query of these expressions, of the form "expression AS name" or "name", and of the columns that are kept
// for later ones.
func (w *writer) layer(expressions ...string) {
	query := "SELECT\n" + strings.Join(slices.Concat(expressions, w.kept, w.person, w.noted), ",\n") + "\n" + w.from
	if w.fence != "" {
		query += "\n" + w.fence
	}
	w.from = "FROM (\n" + query + "\n) AS q"
}

func as(x, name string) string { return x + " AS " + name }

// each gives an expression for each of d features, which count from 1.
func each(d int, of func(k int) string) []string {
	list := make([]string, d)
	for k := range list {
		list[k] = of(k + 1)
	}
	return list
}

// numbered gives the columns of a letter and a number.
func numbered(letter string) func(k int) string {
	return func(k int) string { return letter + strconv.Itoa(k) }
}

// z is the k-th standardised feature, s the same in grid steps.
var z, s = numbered("z"), numbered("s")

// plus adds from left to right.
func plus(terms []string) string { return strings.Join(terms, " + ") }

func squares(x string) string { return x + " * " + x }
