package dataset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"privadapt/core/data/dataset/csv"
	"privadapt/core/must"
)

// unitsOf reads whose the rows are, by a reader of features or of cells, and with other cells or without.
func unitsOf(t *testing.T, file io.Reader, s Schema, cells, alone bool) (units []string) {
	t.Helper()
	read := Target
	if cells {
		read = Labelled
	}
	rows, err := read(file, s)
	if err == nil {
		err = rows.NameUnit("who")
	}
	if err != nil {
		t.Fatal(err)
	}
	width := s.Dim()
	if cells {
		width = len(s.Used()) + 1
	}
	if alone {
		rows.UnitsAlone()
	}
	for row := make([]float64, width); rows.Next(row); {
		units = append(units, string(rows.Unit()))
	}
	if rows.Err() != nil {
		t.Fatal(rows.Err())
	}
	return units
}

// Whose a row is follows from its record: it is the trimmed cell, whatever else the record holds, the same by the short
// cut and by the general way, for features and for cells. Records without one name nobody.
func TestThePersonOfARowIsAFunctionOfItsRecord(t *testing.T) {
	s := readSource(t, "x,c,y\n1,red,1\n2,blue,2\n3,red,3\n", SourceOptions{Label: "y"}).Schema
	records := []struct{ record, who string }{
		{"1,anna,red,2", "anna"}, {"1, anna ,red,2", "anna"}, {`1,"anna",red,2`, "anna"}, {`1,"an""na",red,2`, `an"na`},
		{`1,"an,na",red,2`, "an,na"}, {"1,\"an\nna\",red,2", "an\nna"}, {"1,Anna,red,2", "Anna"}, {"oops,b,green,", "b"},
		{"1,1,red,2", "1"}, {"1,1.0,red,2", "1.0"}, {"1,01,red,2", "01"}, {"1,__proto__,red,2", "__proto__"},
		{"1,\xff\xfe,red,2", "\xff\xfe"},
		{"1,,red,2", ""}, {"1,NA,red,2", ""}, {"1, ? ,red,2", ""}, {"1", ""}, {"", ""}, {"1,late", "late"},
		{"1,more,red,2,3,4,5", "more"},
		{"1,a\x00b,red,2", ""}, {"1,a\ufffdb,red,2", ""}, {"1,\xef\xbf,red,2", "\xef\xbf"}, {"1,anna,r\x00ed,2", ""},
		{"1," + strings.Repeat("w", 5000) + ",red,2", strings.Repeat("w", 5000)},
		{"1," + strings.Repeat("w", csv.MaxLine) + ",red,2", ""}, {"1.5e3,e,blue,2", "e"},
	}
	r := rand.New(rand.NewPCG(30, 3))
	for range 40 {
		text, want := "x,who,c,y\n", []string(nil)
		for range 60 {
			k := records[r.IntN(len(records))]
			if len(k.record) > 10000 && r.IntN(20) > 0 {
				continue
			}
			text, want = text+k.record+"\n", append(want, k.who)
		}
		for _, way := range []func() io.Reader{
			func() io.Reader { return strings.NewReader(text) },
			func() io.Reader { return strings.NewReader(text + after) },
			func() io.Reader { return iotest.HalfReader(strings.NewReader(text)) },
		} {
			for _, cells := range []bool{false, true} {
				for _, alone := range []bool{false, true} {
					if got := unitsOf(t, way(), s, cells, alone); !slices.Equal(got[:len(want)], want) {
						for i := range want {
							if got[i] != want[i] {
								t.Fatalf("row %d is %.40q's, want %.40q (cells %v, alone %v)", i+1, got[i], want[i], cells, alone)
							}
						}
					}
				}
			}
		}
	}
}

// A record of more than 1 MiB names nobody, however much of it the reader holds before its turn: all of it, where an
// open quote had the reader look for the line that closes it. Else the two readings of a file would differ by that.
func TestARecordThatIsTooLongNamesNobodyAheadOfItsTurn(t *testing.T) {
	s := readSource(t, "x,y\n1,1\n2,2\n", SourceOptions{Label: "y"}).Schema
	for _, length := range []int{csv.MaxLine, csv.MaxLine + 1} {
		long := "1,anna,"
		long += strings.Repeat("w", length-len(long))
		text, want := "x,who,note\n2,otto,\"open\n"+long+"\n3,emil,last\n", []string{"otto", "", "emil"}
		if length == csv.MaxLine {
			want[1] = "anna"
		}
		for _, cells := range []bool{false, true} {
			for _, alone := range []bool{false, true} {
				if got := unitsOf(t, strings.NewReader(text), s, cells, alone); !slices.Equal(got, want) {
					t.Errorf("a record of %d bytes (cells %v, alone %v): the people are %q, want %q", length, cells, alone, got, want)
				}
			}
		}
	}
}

// In a table in memory a number names a person by its shortest decimal, and NaN nobody.
func TestPeopleOfAColumnStream(t *testing.T) {
	s := readSource(t, "x,y\n1,1\n2,2\n", SourceOptions{Label: "y"}).Schema
	for _, cells := range []bool{false, true} {
		for _, alone := range []bool{false, true} {
			numbers := columnStream([]column{{"who", []float64{7, 0.1, math.NaN(), math.Copysign(0, -1), 1e21, 7}, nil},
				{"x", []float64{1, 2, 3, 4, 5, 6}, nil}}, 6, 4)
			if got := unitsOf(t, numbers, s, cells, alone); !slices.Equal(got, []string{"7", "0.1", "", "0", "1e+21", "7"}) {
				t.Errorf("%q", got)
			}
			long := strings.Repeat("w", csv.MaxLine)
			texts := columnStream([]column{{"x", []float64{1, 2, 3, 4, 5}, nil},
				{"who", nil, []string{" a ", "", "1.0", long, long + "w"}}}, 5, 2)
			if got := unitsOf(t, texts, s, cells, alone); !slices.Equal(got, []string{"a", "", "1.0", long, ""}) {
				t.Errorf("%q", got)
			}
		}
	}
}

// Whole numbers of 64 bits are people by their exact decimals, and of a column that is read what that decimal is in a
// file.
func TestWholeNumbersOfAColumnStreamAreExact(t *testing.T) {
	s := readSource(t, "x,level,y\n1,7,1\n2,9007199254740993,2\n3,7,1\n",
		SourceOptions{Label: "y", Categorical: []string{"level"}}).Schema
	values := []uint64{1<<53 + 1, 1<<53 + 2, 7, 1<<64 - 1}
	for kind, who := range map[byte][]string{
		'i': {"9007199254740993", "9007199254740994", "7", "-1"},
		'u': {"9007199254740993", "9007199254740994", "7", "18446744073709551615"},
	} {
		stream := append([]byte("cols\x03\x00\x00\x00\x0b\x00\x00\x00"), kind, kind, kind)
		stream = append(append(stream, "who\x00x\x00level"...), 4, 0, 0, 0, 0, 0, 0, 0)
		for range 3 {
			for _, v := range values {
				stream = binary.LittleEndian.AppendUint64(stream, v)
			}
		}
		file := "who,x,level\n"
		for _, name := range who {
			file += name + "," + name + "," + name + "\n"
		}
		for _, cells := range []bool{false, true} {
			if got := unitsOf(t, ColumnStream{bytes.NewReader(stream)}, s, cells, false); !slices.Equal(got, who) {
				t.Errorf("%c: the people are %q", kind, got)
			}
			read, width := Target, s.Dim()
			if cells {
				read, width = Labelled, len(s.Used())+1
			}
			rows := must.Get(read(ColumnStream{bytes.NewReader(stream)}, s))(t)
			same := must.Get(read(strings.NewReader(file), s))(t)
			for a, b := make([]float64, width), make([]float64, width); rows.Next(a) && same.Next(b); {
				if fmt.Sprint(a) != fmt.Sprint(b) {
					t.Errorf("%c: %v, and of a file %v", kind, a, b)
				}
			}
			if rows.Report().Rows != 4 {
				t.Errorf("%d rows", rows.Report().Rows)
			}
		}
	}
}

// A column that cannot name the people is refused by the header alone.
func TestUnitsAreRefusedByTheHeader(t *testing.T) {
	s := readSource(t, "x,c,y\n1,red,1\n2,blue,2\n", SourceOptions{Label: "y", Ignore: []string{"c"}}).Schema
	for header, fits := range map[string]bool{
		"who,x,y": true, "x,y,WHO": true, "x,WHO,who": true, "x,y": false, "who,x,who": false, "Who,x,WHO": false,
	} {
		rows := must.Get(Target(strings.NewReader(header+"\n1,2,3\n"), s))(t)
		err := rows.NameUnit("who")
		var refused *Error
		if fits != (err == nil) || err != nil && !(errors.As(err, &refused) && refused.Code == CodeBadUnit) {
			t.Errorf("%s: %v", header, err)
		}
	}
	for column, fits := range map[string]bool{"x": false, "y": false, "c": true} {
		rows := must.Get(Target(strings.NewReader("x,c,y\n1,2,3\n"), s))(t)
		if err := rows.NameUnit(column); fits != (err == nil) {
			t.Errorf("%s: %v", column, err)
		}
		if report := rows.Report(); fits && fmt.Sprint(report.SurplusColumns) != "[]" {
			t.Errorf("%v", report.SurplusColumns)
		}
	}
}

// Numbers with decimals and dates, with or without a time, name nobody; whole numbers and other texts may.
func TestWhatIsMeasuredNamesNobody(t *testing.T) {
	for text, measured := range map[string]bool{
		"1.5": true, "1,5": true, "-0.25": true, "2020-01-02": true, "2020-01-02 10:30": true, "31.12.1999": true,
		"17": false, "1e3": false, "anna": false, "": false, "A-17": false,
	} {
		if IsMeasured([]byte(text)) != measured {
			t.Errorf("%q is measured: %v", text, !measured)
		}
	}
}
