package combine_test

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/release/combine"
)

// A sum from addends is the sum of the releases themselves, to the last character, whatever their noise and adjacency.
func TestAddendsAddUpToTheSameSum(t *testing.T) {
	of := func(change func(*adapt.Options)) func(int) *release.Release {
		return func(i int) *release.Release { return owner(t, i, 5000+i, change) }
	}
	for name, made := range map[string]func(int) *release.Release{
		"replace-one": of(nil),
		"add-remove":  of(addRemove),
		"much noise":  of(func(o *adapt.Options) { o.Epsilon = 1e-3 }), // about half of the entries are negative
		"labels":      func(i int) *release.Release { return labelledOwner(t, i, 5000+i, nil) },
	} {
		var whole, parts combine.Aggregate
		for i := range 6 {
			r := made(i)
			if err := whole.Add(r); err != nil {
				t.Fatal(name, err)
			}
			text, err := combine.Addend(r)
			if err != nil || text == "" {
				t.Fatalf("%s: the addend is %q: %v", name, text, err)
			}
			if i == 0 {
				err = parts.Add(r)
			} else {
				err = parts.AddAddend(text)
			}
			if err != nil {
				t.Fatal(name, err)
			}
		}
		if got, want := mustMarshal(t, &parts), mustMarshal(t, &whole); got != want {
			t.Errorf("%s: the sum from addends is\n%s\nnot\n%s", name, got, want)
		}
	}
}

// What is no addend of the group is refused, and the sum stays as it was.
func TestWhatIsNoAddendIsRefused(t *testing.T) {
	r := owner(t, 1, 40, nil)
	text := must.Get(combine.Addend(r))(t)
	if new(combine.Aggregate).AddAddend(text) == nil {
		t.Error("an empty sum, which has no setting, takes an addend")
	}
	var sum combine.Aggregate
	must.Do(t, sum.Add(r))
	before := mustMarshal(t, &sum)
	head, entries, _ := strings.Cut(text, " ")
	more := base64.StdEncoding.EncodeToString(make([]byte, 3*16)) // three entries of 0, whose text needs no padding
	longer := head + " " + more + entries
	for _, bad := range []string{"", " ", "{} ", "{} AAAA", "{} ?", text[:len(text)-2], text[1:], longer} {
		if sum.AddAddend(bad) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if got := mustMarshal(t, &sum); got != before {
		t.Errorf("the sum has changed to %s", got)
	}
}

// Entries that 127 bits do not hold have no addend: the release itself is added. An entry is M̂·n in steps².
func TestEntriesBeyondAnAddend(t *testing.T) {
	r := reread(t, owner(t, 1, 40, nil))
	square := math.Pow(float64(r.Certificate.GridSteps)/r.Certificate.Radius, 2) * float64(r.Certificate.N)
	for _, c := range []struct {
		entry  float64
		addend bool
	}{{1e32 * square, false}, {1.5 * 0x1p127, false}, {-1.5 * 0x1p127, false}, {1.01 * 0x1p127, false},
		{0.99 * 0x1p127, true}, {-0.99 * 0x1p127, true}} {
		r.Values.Moments[1][1] = c.entry / square
		if text, err := combine.Addend(r); (text != "") != c.addend || err != nil {
			t.Errorf("an entry of %v: %q, %v", c.entry, text, err)
		}
	}
}

func mustMarshal(t *testing.T, sum *combine.Aggregate) string {
	t.Helper()
	text := must.Get(json.Marshal(sum))(t)
	return string(text)
}

// A sum that is merged with itself until it is refused has never more rows than can be counted, 2⁶².
func TestRowsOfASumAreNeverMoreThanCanBeCounted(t *testing.T) {
	var sum combine.Aggregate
	must.Do(t, sum.Add(owner(t, 1, 5000, nil)))
	rows := int64(5000)
	for ; rows <= 1<<61; rows *= 2 {
		if err := sum.Merge(&sum); err != nil {
			t.Fatalf("%d rows twice: %v", rows, err)
		}
	}
	if err := sum.Merge(&sum); err == nil || sum.Rows() != rows {
		t.Errorf("%d rows twice are %d: %v", rows, sum.Rows(), err)
	}
}
