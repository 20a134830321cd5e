// Package sources measures what several public samples are worth: real samples cut into groups by one of their columns,
// one of the groups poisoned, against the best single group and against all rows taken as one sample.
package sources

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"privadapt/core/data/dataset"
)

// table is a CSV file in memory.
type table struct {
	header []string
	rows   [][]string
}

func parse(text []byte) (table, error) {
	all, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return table{}, err
	}
	return table{all[0], all[1:]}, nil
}

func (t table) text() []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(t.header) // a bytes.Buffer has no errors
	w.WriteAll(t.rows)
	return b.Bytes()
}

// cut divides the rows into groups of about equal size by the values of a column, rows of one value together. Numbers
// are ordered by size, texts by their letters.
func (t table) cut(column string, groups int) ([]table, error) {
	at := slices.Index(t.header, column)
	if at < 0 {
		return nil, fmt.Errorf("sources: there is no column %q", column)
	}
	rows := slices.Clone(t.rows)
	slices.SortStableFunc(rows, func(a, b []string) int { return compare(a[at], b[at]) })
	cuts := make([]table, 0, groups)
	from := 0
	for k := 1; k <= groups; k++ {
		to := len(rows) * k / groups
		for to < len(rows) && to > 0 && rows[to][at] == rows[to-1][at] {
			to++
		}
		if to > from {
			cuts = append(cuts, table{t.header, rows[from:to]})
		}
		from = max(from, to)
	}
	return cuts, nil
}

func compare(a, b string) int {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	switch {
	case errX != nil || errY != nil:
		return strings.Compare(a, b)
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// Poison is what is done to one group.
type Poison string

const (
	Clean    Poison = "clean"
	Shuffled Poison = "shuffled" // the labels belong to other rows of the group
	Units    Poison = "units"    // a column of numbers is in another unit
	Noise    Poison = "noise"    // each column is shuffled on its own
)

// Poisons lists them.
var Poisons = []Poison{Clean, Shuffled, Noise, Units}

// poisoned returns a copy of a group.
func (t table) poisoned(p Poison, random *rand.Rand) table {
	c := table{t.header, make([][]string, len(t.rows))}
	for i, row := range t.rows {
		c.rows[i] = slices.Clone(row)
	}
	label := slices.Index(c.header, "y")
	switch p {
	case Shuffled:
		c.shuffle(label, random)
	case Noise:
		for j := range c.header {
			if j != label {
				c.shuffle(j, random)
			}
		}
	case Units:
		c.convert(c.widest(), 1000)
	}
	return c
}

func (t table) shuffle(column int, random *rand.Rand) {
	random.Shuffle(len(t.rows),
		func(i, k int) { t.rows[i][column], t.rows[k][column] = t.rows[k][column], t.rows[i][column] })
}

// widest returns the column of numbers with the most different values.
func (t table) widest() (column int) {
	most := 0
	for j, name := range t.header {
		seen := map[string]bool{}
		for _, row := range t.rows {
			if _, err := strconv.ParseFloat(row[j], 64); err == nil {
				seen[row[j]] = true
			}
		}
		if name != "y" && len(seen) > most {
			column, most = j, len(seen)
		}
	}
	return column
}

func (t table) convert(column int, factor float64) {
	for _, row := range t.rows {
		if v, err := strconv.ParseFloat(row[column], 64); err == nil {
			row[column] = strconv.FormatFloat(v*factor, 'g', -1, 64)
		}
	}
}

// files names the groups.
func files(groups []table) []dataset.File {
	list := make([]dataset.File, len(groups))
	for k, g := range groups {
		list[k] = dataset.File{Name: nameOf(k), Data: bytes.NewReader(g.text())}
	}
	return list
}
