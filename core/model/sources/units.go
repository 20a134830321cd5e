package sources

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"privadapt/core/data/dataset"
)

// unit is a pair of units: value·factor + offset of the smaller is the larger.
type unit struct {
	name           string
	factor, offset float64
}

// units are the pairs by which the same quantity is often written. Factors that differ by less than groups of real rows
// do are left out: a yard is a metre to a test of this kind.
var units = []unit{
	{"miles and kilometres", 1.609344, 0},
	{"pounds and kilograms", 2.20462262, 0},
	{"inches and centimetres", 2.54, 0},
	{"feet and metres", 3.2808399, 0},
	{"gallons and litres", 3.785411784, 0},
	{"calories and joules", 4.184, 0},
	{"weeks and days", 7, 0},
	{"a decimal place", 10, 0},
	{"square feet and square metres", 10.7639104, 0},
	{"years and months", 12, 0},
	{"days and hours", 24, 0},
	{"inches and millimetres", 25.4, 0},
	{"ounces and grams", 28.3495231, 0},
	{"minutes, or hours and seconds", 60, 0},
	{"shares and percentages", 100, 0},
	{"years and days", 365.25, 0},
	{"thousands", 1000, 0},
	{"hours and seconds", 3600, 0},
	{"millions", 1e6, 0},
	{"degrees Celsius and Fahrenheit", 1.8, 32},
	{"degrees Celsius and kelvins", 1, 273.15},
}

// A difference in units is suspected where two files' values of a column are apart as they are, and close after a
// conversion, by the Kolmogorov–Smirnov distance of their distributions, which is 1 where they do not overlap. Groups
// of real rows often differ by a small factor, and then they differ in other columns too. So a small one is believed
// only where the distributions agree up to what chance explains, and where the two files are alike in every column that
// no conversion explains: see closeness.
const (
	leastRows = 20
	distinct  = 8 // fewer different values are codes or counts, which have no unit
	mostRows  = 2000
	alike     = 0.3  // greatest distance of the columns that no conversion explains, where a small factor is believed
	chance    = 1.63 // exceeded by √(nm/(n+m)) times the distance of equal distributions with a probability of 0.01
)

// closeness returns the least distance without a conversion and the greatest one with it, both on top of chance; a
// conversion has to halve the distance as well.
func (u unit) closeness() (apart, close float64) {
	switch {
	case u.large():
		return 0.25, 0.2
	case u.factor >= 7:
		return 0.6, 0.05
	}
	return 0.3, 0
}

// large reports whether groups of rows hardly differ by so much.
func (u unit) large() bool { return u.factor >= 60 || u.offset > 100 }

// suspect is a column that seems to have another unit in one file than in another.
type suspect struct {
	name        string
	with        *unit
	small, more int // the parts of the smaller and of the larger values
}

// checkUnits returns the columns whose units seem to differ between two files, as an error.
func checkUnits(u *dataset.Union, s dataset.Schema, same []string) error {
	names := []string{s.Label}
	for _, c := range s.Columns {
		if c.Kind == dataset.Numeric && !c.Dates {
			names = append(names, c.Name)
		}
	}
	values := make([][][]float64, len(u.Parts)) // of each part and column
	for k := range u.Parts {
		for _, name := range names {
			sorted := u.Numbers(k, name, mostRows)
			slices.Sort(sorted)
			values[k] = append(values[k], sorted)
		}
	}
	var first *dataset.Error
	var sentences []string
	said := map[string]bool{}
	for k := range u.Parts {
		for i := range k {
			for _, found := range suspects(names, values, i, k) {
				if said[found.name] || slices.Contains(same, found.name) {
					continue
				}
				said[found.name] = true
				if first == nil {
					first = &dataset.Error{Code: dataset.CodeUnitsDiffer, File: u.Parts[k].Name, Name: found.name}
				}
				sentences = append(sentences, found.sentence(u))
			}
		}
	}
	if first == nil {
		return nil
	}
	first.Message = strings.Join(
		sentences,
		"; ",
	) + ". Convert the values to one unit or ignore the column; if the unit is the same, state the column in the option sameUnits"
	return first
}

// suspects compares two parts, the first of them the earlier.
func suspects(names []string, values [][][]float64, i, k int) (found []suspect) {
	unlike := 0.0 // the greatest distance that no conversion explains
	for c, name := range names {
		with, times := unitsOf(values[i][c], values[k][c])
		switch {
		case with == nil:
			unlike = math.Max(unlike, distance(values[i][c], values[k][c]))
		case times:
			found = append(found, suspect{name, with, i, k})
		default:
			found = append(found, suspect{name, with, k, i})
		}
	}
	return slices.DeleteFunc(found, func(s suspect) bool { return !s.with.large() && unlike > alike })
}

func (s suspect) sentence(u *dataset.Union) string {
	relation := fmt.Sprintf("about %.4g times", s.with.factor)
	if s.with.offset != 0 {
		relation = fmt.Sprintf("about %.4g plus %.4g times", s.with.offset, s.with.factor)
	}
	return fmt.Sprintf("the values of column %q in %s are %s those in %s, which may be %s", s.name, u.Parts[s.more].Name,
		relation, u.Parts[s.small].Name, s.with.name)
}

// unitsOf returns the conversion that makes two sorted samples alike, nil if there is none or none is needed; times
// reports that it turns a into b.
func unitsOf(a, b []float64) (found *unit, times bool) {
	if len(a) < leastRows || len(b) < leastRows || different(a) < distinct || different(b) < distinct {
		return nil, false
	}
	before, least := distance(a, b), math.Inf(1)
	n, m := float64(len(a)), float64(len(b))
	noise := chance * math.Sqrt((n+m)/(n*m))
	for i := range units {
		apart, close := units[i].closeness()
		if before < apart+noise {
			continue
		}
		for _, forth := range []bool{true, false} {
			d := distance(a, units[i].of(b))
			if forth {
				d = distance(units[i].of(a), b)
			}
			if d < close+noise && d < before/2 && d < least {
				found, times, least = &units[i], forth, d
			}
		}
	}
	return found, times
}

func (u unit) of(values []float64) []float64 {
	converted := make([]float64, len(values))
	for i, v := range values {
		converted[i] = float64(u.factor*v) + u.offset
	}
	return converted
}

func different(sorted []float64) (n int) {
	for i, v := range sorted {
		if i == 0 || v != sorted[i-1] {
			n++
		}
	}
	return n
}

// distance is the Kolmogorov–Smirnov distance of two sorted samples.
func distance(a, b []float64) (most float64) {
	i, k := 0, 0
	for i < len(a) && k < len(b) {
		v := math.Min(a[i], b[k])
		for i < len(a) && a[i] == v {
			i++
		}
		for k < len(b) && b[k] == v {
			k++
		}
		most = math.Max(most, math.Abs(float64(i)/float64(len(a))-float64(k)/float64(len(b))))
	}
	return most
}
