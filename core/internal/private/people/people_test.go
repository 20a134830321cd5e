package people

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Names are the people's exact bytes: what is alike, long, no text, or a name that languages give a meaning is one
// person each.
func TestNamesAreComparedWhole(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	names := []string{
		"", "1", "1.0", "01", "+1", "a", "A", "a ", "__proto__", "constructor", "toString", "\xff", "\xff\xfe", "\u00e9",
		"e\u0301", long, long + "x", "nan", "0",
	}
	p := New()
	for range 3 {
		for i, name := range names {
			for range i + 1 {
				if !p.Count([]byte(name)) {
					t.Fatal("not counted")
				}
			}
		}
	}
	if p.Number() != int64(len(names)) || p.Most() != int64(3*len(names)) || p.Nameless() != 3 {
		t.Fatalf("%d people, the most rows are %d, %d rows without a name", p.Number(), p.Most(), p.Nameless())
	}
	for i, name := range names {
		for k := range int64(3 * (i + 1)) {
			if got, of, same := p.Share([]byte(name)); !same || got != k+1 || of != int64(3*(i+1)) {
				t.Fatalf("row %d of %.20q is %d of %d, %v", k+1, name, got, of, same)
			}
		}
		if _, _, same := p.Share([]byte(name)); same {
			t.Fatalf("%.20q has a row more than was counted", name)
		}
	}
	if !p.Whole() {
		t.Error("all rows were read again")
	}
	if _, _, same := p.Share([]byte("nobody")); same {
		t.Error("a person whom nobody counted")
	}
	p.Wipe()
	if p.Number() != 0 {
		t.Error("not wiped")
	}
}

// A buffer that is used again changes no name.
func TestNamesAreCopies(t *testing.T) {
	p, buffer := New(), []byte("anna")
	p.Count(buffer)
	copy(buffer, "otto")
	p.Count(buffer)
	if p.Number() != 2 || p.Whole() {
		t.Errorf("%d people", p.Number())
	}
}

// Rows beyond those whose order is kept are counted and shared as the others.
func TestRowsBeyondTheOrderAreShared(t *testing.T) {
	const rows = mostOrdered + 3
	p, names := New(), [][]byte{[]byte("anna"), []byte("otto")}
	for i := range rows {
		p.Count(names[i%2])
	}
	last := int64(0)
	for i := range rows {
		k, of, same := p.Share(names[i%2])
		if !same || of != rows/2+int64(rows%2*(1-i%2)) {
			t.Fatalf("row %d is one of %d, %v", i, of, same)
		}
		last = k
	}
	if !p.Whole() || last != rows/2+rows%2 || len(p.order) != mostOrdered {
		t.Errorf("the last row is %d, the order of %d rows is kept", last, len(p.order))
	}
}

// A row that is one more than can be counted of a person is refused, and does not make it a person of no rows.
func TestAPersonOfTooManyRowsIsRefused(t *testing.T) {
	p, name := New(), []byte("anna")
	p.Count(name)
	p.rows[0] = math.MaxUint32 - 1
	if !p.Count(name) || p.Count(name) {
		t.Errorf("of %d rows the last is counted, or the one before is not", uint32(math.MaxUint32))
	}
}

// A million people, whose slots collide and whose table grows ten times, are found again, need at most 150 MB, and one
// person may have a million rows.
func TestAMillionPeopleFitIntoMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	p := New()
	for i := range 1_000_000 {
		p.Count(fmt.Appendf(nil, "patient-%012d", i))
		p.Count([]byte("one"))
	}
	if _, of, same := p.Share([]byte("one")); !same || of != 1_000_000 || p.Most() != of {
		t.Fatalf("%d rows", of)
	}
	if _, of, same := p.Share([]byte("patient-000000077777")); !same || of != 1 {
		t.Fatalf("one of them has %d rows", of)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if size := after.HeapAlloc - before.HeapAlloc; size > 150e6 {
		t.Errorf("a million people take %d MB", size>>20)
	} else {
		t.Logf("%d MB", size>>20)
	}
	if p.Number() != 1_000_001 {
		t.Errorf("%d people", p.Number())
	}
}

// Of whose rows were counted nothing is left, neither in memory that was held when they were wiped nor in memory that
// was too small on the way.
func TestWipedPeopleLeaveNothing(t *testing.T) {
	p := New()
	slots, names, numbers := map[*uint64][]uint64{}, map[*byte][]byte{}, map[*uint32][]uint32{}
	for i := range 3000 {
		name := fmt.Appendf(nil, "patient %d", i/2)
		p.Count(name)
		slots[&p.slots[0]], names[&p.names[0]] = p.slots, p.names
		for _, block := range [][]uint32{p.ends, p.rows, p.order} {
			numbers[&block[0]] = block
		}
	}
	p.Share([]byte("patient 7"))
	seen := p.seen
	p.Wipe()
	if len(slots) < 3 || len(names) < 3 || len(numbers) < 9 || len(seen) != 1500 {
		t.Fatalf("%d, %d and %d blocks of memory, people seen: %d", len(slots), len(names), len(numbers), len(seen))
	}
	if anyLeft(slots) || anyLeft(names) || anyLeft(numbers) || slices.Max(seen) > 0 {
		t.Error("people are left in memory")
	}
}

func anyLeft[T byte | uint32 | uint64](blocks map[*T][]T) bool {
	for _, block := range blocks {
		if slices.Max(block) > 0 {
			return true
		}
	}
	return false
}
