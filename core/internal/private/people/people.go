// Package people counts the rows of each person of private files, exactly: names are compared as they are and never by
// a hash alone, because two people who were taken for one would change each other's weight.
package people

import (
	"bytes"
	"hash/maphash"
	"math"
)

// People are the persons of private rows, by the names of package dataset. Rows without a name belong to one person
// together. The files are read twice: first Count sees the person of every row, then Share, in the same order. It holds
// the names, 28 to 44 bytes beside each, and of the first rows the person: RATIONALE.md says why no map does.
type People struct {
	seed  maphash.Seed
	slots []uint64 // a hash above a person from 1, in the first slot from the hash on that was free; 0: free
	names []byte
	ends  []uint32 // of each person's name
	rows  []uint32 // of each person
	seen  []uint32 // of them, in the second reading
	order []uint32 // the people of the first rows, at most mostOrdered
	all   int64
	again int64
}

const mostOrdered = 1 << 22

// New returns nobody.
func New() *People { return &People{seed: maphash.MakeSeed(), slots: make([]uint64, 1<<10)} }

// name returns the name of a person.
func (p *People) name(at uint32) []byte {
	start := uint32(0)
	if at > 0 {
		start = p.ends[at-1]
	}
	return p.names[start:p.ends[at]]
}

// find returns the person of a name, or the slot that it may take.
func (p *People) find(name []byte) (at uint32, known bool, slot, hash uint64) {
	hash = maphash.Bytes(p.seed, name) >> 32
	last := uint64(len(p.slots) - 1)
	for slot = hash & last; p.slots[slot] != 0; slot = (slot + 1) & last {
		if p.slots[slot]>>32 == hash {
			if at = uint32(p.slots[slot]) - 1; bytes.Equal(p.name(at), name) {
				return at, true, slot, hash
			}
		}
	}
	return 0, false, slot, hash
}

// grow doubles the slots.
func (p *People) grow() {
	old := p.slots
	p.slots = make([]uint64, 2*len(old))
	last := uint64(len(p.slots) - 1)
	for _, taken := range old {
		if taken != 0 {
			slot := taken >> 32 & last
			for p.slots[slot] != 0 {
				slot = (slot + 1) & last
			}
			p.slots[slot] = taken
		}
	}
	clear(old)
}

// add appends, and overwrites memory that it leaves.
func add[T byte | uint32](to []T, more ...T) []T {
	grown := append(to, more...)
	if len(to) > 0 && &grown[0] != &to[0] {
		clear(to)
	}
	return grown
}

// Count counts a row of a person. It returns false where there are more rows, people or bytes of names than can be
// counted, 2³² − 1.
func (p *People) Count(name []byte) bool {
	at, known, slot, hash := p.find(name)
	if !known {
		if len(p.rows) == math.MaxUint32-1 || len(p.names)+len(name) > math.MaxUint32 {
			return false
		}
		at = uint32(len(p.rows))
		p.names = add(p.names, name...)
		p.ends = add(p.ends, uint32(len(p.names)))
		p.rows = add(p.rows, 0)
		p.slots[slot] = hash<<32 | uint64(at+1)
		if 2*len(p.rows) > len(p.slots) {
			p.grow()
		}
	}
	if len(p.order) < mostOrdered {
		p.order = add(p.order, at)
	}
	p.all++
	p.rows[at]++
	return p.rows[at] != 0
}

// Share returns which of its person's rows the next row is, from 1, and how many they are. It returns false where
// the rows differ from the first reading's.
func (p *People) Share(name []byte) (k, of int64, same bool) {
	if p.seen == nil {
		p.seen = make([]uint32, len(p.rows))
	}
	var at uint32
	known := false
	if p.again < int64(len(p.order)) { // this row is most probably the same as in the first reading
		at = p.order[p.again]
		known = bytes.Equal(p.name(at), name)
	}
	if !known {
		at, known, _, _ = p.find(name)
	}
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
	at, there, _, _ := p.find(nil)
	if !there {
		return 0
	}
	return int64(p.rows[at])
}

// Wipe overwrites the names and counts.
func (p *People) Wipe() {
	clear(p.slots)
	clear(p.names)
	clear(p.ends)
	clear(p.rows)
	clear(p.seen)
	clear(p.order)
	*p = *New()
}
