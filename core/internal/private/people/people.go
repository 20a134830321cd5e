// Package people counts the rows of each person of private files, exactly: names are compared as they are and never by
// a hash alone, because two people who were taken for one would change each other's weight.
package people

// People are the persons of private rows, by the names of package dataset. Rows without a name are those of one person
// together. The files are read twice: first Count sees the person of every row, then Share, in the same order. It holds
// the names, 12 bytes beside each, and what a map of Go needs.
type People struct {
	places map[string]uint32
	rows   []uint32 // of each person
	seen   []uint32 // of them, in the second reading
	all    int64
	again  int64
}

// New returns nobody.
func New() *People { return &People{places: map[string]uint32{}} }

// Count counts a row of a person. It returns false where there are more rows or people than can be counted, 2³² − 1.
func (p *People) Count(name []byte) bool {
	at, known := p.places[string(name)]
	if !known {
		if len(p.rows) == 1<<32-1 {
			return false
		}
		at = uint32(len(p.rows))
		p.places[string(name)] = at
		p.rows = append(p.rows, 0)
	}
	p.all++
	p.rows[at]++
	return p.rows[at] != 0
}

// Share returns which of its person's rows the next row is, from 1, and how many they are. It returns false where the
// rows are not those of the first reading.
func (p *People) Share(name []byte) (k, of int64, same bool) {
	if p.seen == nil {
		p.seen = make([]uint32, len(p.rows))
	}
	at, known := p.places[string(name)]
	if !known || p.seen[at] == p.rows[at] {
		return 0, 0, false
	}
	p.seen[at]++
	p.again++
	return int64(p.seen[at]), int64(p.rows[at]), true
}

// Whole reports whether the second reading gave as many rows as the first.
func (p *People) Whole() bool { return p.again == p.all }

// Number returns how many people there are.
func (p *People) Number() int64 { return int64(len(p.rows)) }

// Most returns the largest number of rows of a person.
func (p *People) Most() int64 {
	most := uint32(0)
	for _, rows := range p.rows {
		most = max(most, rows)
	}
	return int64(most)
}

// Nameless returns how many rows have no name.
func (p *People) Nameless() int64 {
	at, there := p.places[""]
	if !there {
		return 0
	}
	return int64(p.rows[at])
}

// Wipe overwrites the counts and forgets the names.
func (p *People) Wipe() {
	clear(p.rows)
	clear(p.seen)
	*p = People{}
}
