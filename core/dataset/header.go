package dataset

import (
	"bytes"
	"slices"
	"strings"
)

var delimiters = []byte{',', ';', '\t'}

// splitHeader returns the column names of a header, without quotes and outer
// spaces. It does not change header, so that several delimiters can be tried.
func splitHeader(header []byte, delim byte) (names []string, misquoted bool) {
	fields := newFieldScanner(delim)
	fields.reset(bytes.Clone(header))
	for fields.more() {
		names = append(names, string(trimSpaces(fields.field())))
	}
	return names, fields.misquoted
}

// detectDelimiter returns the candidate that is most frequent outside quotes,
// on a tie the first in the order comma, semicolon, tab.
func detectDelimiter(header []byte) byte {
	var count [256]int
	quoted := false
	for _, c := range header {
		if c == '"' {
			quoted = !quoted
		}
		if !quoted {
			count[c]++
		}
	}
	return slices.MaxFunc(delimiters, func(a, b byte) int { return count[a] - count[b] })
}

// alignment says which fields of a file hold the columns of a schema.
type alignment struct {
	columns []int // for each schema column its field in the file, or −1
	label   int   // the label's field, or −1
	names   []string
	matched int // how many columns, the label included, were found
}

// align finds a schema's columns in a header: by the exact name, or else by the
// name in any case of letters if that identifies one column on either side.
// If several fields have one name, the first counts.
func align(names []string, s Schema) alignment {
	wanted := make([]string, 0, len(s.Columns)+1)
	for _, c := range s.Columns {
		wanted = append(wanted, c.Name)
	}
	wanted = append(wanted, s.Label)

	first := make(map[string]int, len(names))
	for i, name := range names {
		if _, ok := first[name]; !ok {
			first[name] = i
		}
	}
	found := make([]int, len(wanted))
	wantedAs := make(map[string]int) // how many are still to be found, by lower-case name
	for i, name := range wanted {
		at, ok := first[name]
		if !ok {
			found[i] = -1
			wantedAs[strings.ToLower(name)]++
			continue
		}
		found[i] = at
	}
	for _, name := range wanted {
		delete(first, name)
	}
	offered := make(map[string][]int) // fields still free, by lower-case name
	for name, at := range first {
		lower := strings.ToLower(name)
		offered[lower] = append(offered[lower], at)
	}

	a := alignment{names: names}
	for i, name := range wanted {
		lower := strings.ToLower(name)
		if found[i] < 0 && wantedAs[lower] == 1 && len(offered[lower]) == 1 {
			found[i] = offered[lower][0]
		}
		if found[i] >= 0 {
			a.matched++
		}
	}
	a.columns, a.label = found[:len(s.Columns)], found[len(s.Columns)]
	return a
}

// alignHeader splits a private header by the delimiter that finds most of the
// schema's columns; on a tie, by the first of comma, semicolon and tab.
func alignHeader(header []byte, s Schema) (best alignment, delim byte) {
	for _, d := range delimiters {
		names, _ := splitHeader(header, d)
		if a := align(names, s); delim == 0 || a.matched > best.matched {
			best, delim = a, d
		}
	}
	return best, delim
}

// missing names the columns that have features but no field in the file.
func (a alignment) missing(s Schema) []string {
	missing := []string{}
	for i, c := range s.Columns {
		if a.columns[i] < 0 && c.Kind != Ignored {
			missing = append(missing, c.Name)
		}
	}
	return missing
}

// surplus names the fields of the file that the schema does not know.
func (a alignment) surplus() []string {
	surplus := []string{}
	for i, name := range a.names {
		if name != "" && i != a.label && !slices.Contains(a.columns, i) {
			surplus = append(surplus, name)
		}
	}
	return surplus
}
