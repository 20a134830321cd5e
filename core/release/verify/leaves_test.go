package verify_test

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"regexp"
	"slices"

	"privadapt/core/release"
)

// leaf is one field of a document.
type leaf struct {
	path    string
	whole   bool
	move    func(by float64) // a number; by is in parts of it, or in units; 0 puts it back
	changes []change
}

// change makes a change and returns what puts it back.
type change struct {
	name string
	make func() (undo func())
}

func swap(v reflect.Value, to reflect.Value) func() func() {
	return func() func() {
		old := reflect.New(v.Type()).Elem()
		old.Set(v)
		v.Set(to)
		return func() { v.Set(old) }
	}
}

// leavesOf lists the fields of a document in their order. Of a list it takes the first and the last entry.
func leavesOf(r *release.Release) (all []leaf) {
	for _, part := range []struct {
		name string
		of   any
	}{{"certificate", &r.Certificate}, {"values", &r.Values}, {"provenance", &r.Provenance}} {
		walk(part.name, reflect.ValueOf(part.of).Elem(), &all)
	}
	return append(all, joint(r)...)
}

// joint are numbers that move together, so that what is said of each alone still holds.
func joint(r *release.Release) (all []leaf) {
	scaled := func(path string, list []float64) {
		was := slices.Clone(list)
		all = append(all, leaf{path: path, move: func(by float64) {
			for i := range list {
				list[i] = was[i] * (1 + by)
			}
		}})
	}
	if counts := r.Values.Counts; counts != nil {
		scaled("all counts", counts)
		scaled("half of the counts", counts[:len(counts)/2])
		was := slices.Clone(counts)
		all = append(all, leaf{path: "a row from one cell to another", move: func(by float64) {
			counts[0], counts[1] = was[0]+math.Round(by), was[1]-math.Round(by)
		}})
	}
	for i, row := range r.Values.Moments {
		if i > 0 {
			scaled(fmt.Sprintf("row %d of the moments", i), row[:i+1])
		}
	}
	if q := r.Values.Weights; q != nil {
		first, last := q[0], q[len(q)-1]
		all = append(all, leaf{path: "weight from one row to another", move: func(by float64) {
			q[0], q[len(q)-1] = first+by, last-by
		}})
	}
	return all
}

var wholeNumber = regexp.MustCompile(`^-?[0-9]{3,}$`)

func walk(path string, v reflect.Value, all *[]leaf) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				walk(path+"."+f.Name, v.Field(i), all)
			}
		}
	case reflect.Pointer:
		if v.IsNil() {
			some := reflect.New(v.Type().Elem())
			if some.Elem().Kind() == reflect.Float64 {
				some.Elem().SetFloat(0.25)
			} else if some.Elem().CanInt() {
				some.Elem().SetInt(1)
			}
			*all = append(*all, leaf{path: path, changes: []change{{"is there", swap(v, some)}}})
			return
		}
		*all = append(*all, leaf{path: path, changes: []change{{"is absent", swap(v, reflect.Zero(v.Type()))}}})
		walk(path, v.Elem(), all)
	case reflect.Slice:
		n := v.Len()
		if n == 0 {
			return
		}
		longer := reflect.AppendSlice(reflect.Zero(v.Type()), v)
		longer = reflect.Append(longer, v.Index(n-1))
		*all = append(*all, leaf{path: path, changes: []change{
			{"without the last", swap(v, v.Slice3(0, n-1, n-1))}, {"with the last twice", swap(v, longer)},
		}})
		for _, i := range []int{0, n - 1}[:min(n, 2)] {
			walk(fmt.Sprintf("%s[%d]", path, i), v.Index(i), all)
		}
	case reflect.Float64:
		*all = append(*all, number(path, v.Float(), false, v.SetFloat))
	case reflect.Int, reflect.Int64:
		*all = append(*all, number(path, float64(v.Int()), true, func(x float64) { v.SetInt(int64(x)) }))
	case reflect.Bool:
		*all = append(*all, leaf{path: path, changes: []change{{"turned", swap(v, reflect.ValueOf(!v.Bool()))}}})
	case reflect.String:
		if wholeNumber.MatchString(v.String()) {
			*all = append(*all, decimal(path, v))
			return
		}
		l := leaf{path: path}
		for _, word := range []string{"", "other", v.String() + " "} {
			to := reflect.New(v.Type()).Elem()
			to.SetString(word)
			l.changes = append(l.changes, change{fmt.Sprintf("= %.20q", word), swap(v, to)})
		}
		*all = append(*all, l)
	}
}

func number(path string, is float64, whole bool, set func(float64)) leaf {
	unit := math.Abs(is)
	if whole || is == 0 {
		unit = 1
	}
	return leaf{path: path, whole: whole, move: func(by float64) {
		x := is + by*unit
		if whole {
			x = math.Max(math.MinInt64, math.Min(x, math.MaxInt64-1024))
		}
		set(x)
	}}
}

// decimal is a whole number of any length in text, such as a variance, which has to stay even.
func decimal(path string, v reflect.Value) leaf {
	text := v.String()
	is, _ := new(big.Int).SetString(text, 10)
	return leaf{path: path, move: func(by float64) {
		if by == 0 {
			v.SetString(text)
			return
		}
		more := new(big.Float).SetPrec(300).SetInt(new(big.Int).Abs(is))
		whole, _ := more.Mul(more, new(big.Float).SetFloat64(by)).Int(nil)
		v.SetString(whole.SetBit(whole.Add(whole, is), 0, is.Bit(0)).String())
	}}
}
