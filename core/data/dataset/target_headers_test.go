package dataset

import (
	"slices"
	"strings"
	"testing"

	"privadapt/core/data/dataset/csv"
)

func TestTargetHeaders(t *testing.T) {
	tests := []struct {
		name    string
		header  string
		record  string
		want    []float64
		label   bool
		missing []string
		surplus []string
	}{
		{"as in the source", "temp,id,colour", "12,7,red", []float64{1, 1, -1}, false, nil, nil},
		{"other order", "colour,temp", "red,12", []float64{1, 1, -1}, false, nil, nil},
		{"semicolons, decimal commas", "temp;colour", "12,5;red", []float64{1.25, 1, -1}, false, nil, nil},
		{"tabs, decimal commas", "temp\tcolour", "12,5\tred", []float64{1.25, 1, -1}, false, nil, nil},
		{
			"most names, not most delimiters",
			`temp;colour;"x,x,x,x,x"`,
			"12;red;5",
			[]float64{1, 1, -1},
			false,
			nil,
			[]string{"x,x,x,x,x"},
		},
		{"byte order mark", "\ufefftemp,colour", "12,red", []float64{1, 1, -1}, false, nil, nil},
		{"quotes and spaces", ` "temp" ,"colour"`, "12,red", []float64{1, 1, -1}, false, nil, nil},
		{"blank lines before", "\n\r\n \ntemp,colour", "12,red", []float64{1, 1, -1}, false, nil, nil},
		{"other letters", "Temp,COLOUR", "12,red", []float64{1, 1, -1}, false, nil, nil},
		{"exact name first", "TEMP,temp,colour", "0,12,red", []float64{1, 1, -1}, false, nil, []string{"TEMP"}},
		{"label present", "temp,y,colour", "12,1e999,red", []float64{1, 1, -1}, true, nil, nil},
		{"label in other letters", "temp,Y,colour", "12,secret,red", []float64{1, 1, -1}, true, nil, nil},
		{"missing column", "temp", "12", []float64{1, 0, 0}, false, []string{"colour"}, nil},
		{"surplus columns", "u,temp,v,colour,", "5,12,6,red,7", []float64{1, 1, -1}, false, nil, []string{"u", "v"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rows, report := readTarget(t, tt.header+"\n"+tt.record+"\n", plainSchema())
			if !slices.Equal(rows, tt.want) {
				t.Errorf("row %v, want %v", rows, tt.want)
			}
			if report.LabelPresent != tt.label || !slices.Equal(report.MissingColumns, tt.missing) ||
				!slices.Equal(report.SurplusColumns, tt.surplus) {
				t.Errorf("report %+v", report)
			}
			if report.Rows != 1 || report.RepairedCells != 0 || report.RaggedRows != 0 {
				t.Errorf("report %+v, want one whole row", report)
			}
		})
	}
}

func TestTwoColumnsThatDifferInCaseNeedTheirExactNames(t *testing.T) {
	schema := numericSchema("a", "A", "b")
	rows, report := readTarget(t, "A,b\n1,2\n", schema)
	if want := []float64{0, 1, 2}; !slices.Equal(rows, want) || !slices.Equal(report.MissingColumns, []string{"a"}) {
		t.Errorf("rows %v, report %+v", rows, report)
	}
	schema = numericSchema("temp", "TEMP", "b")
	rows, report = readTarget(t, "Temp,b\n1,2\n", schema)
	if want := []float64{0, 0, 2}; !slices.Equal(rows, want) || !slices.Equal(report.SurplusColumns, []string{"Temp"}) {
		t.Errorf("rows %v, report %+v", rows, report)
	}
}

func TestNewTargetReaderErrors(t *testing.T) {
	tests := []struct{ name, text, code, want string }{
		{"no bytes", "", CodeEmptyFile, "empty"},
		{"only blank lines", "\n\n", CodeEmptyFile, "empty"},
		{"gzip", "\x1f\x8b\x08\x00temp,colour\n", CodeBadEncoding, "unpack"},
		{"zip or xlsx", "PK\x03\x04temp,colour\n", CodeXLSX, "CSV"},
		{"parquet", "PAR1\x15\x04", CodeParquet, "CSV"},
		{"xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", CodeBadEncoding, "save the sheet as CSV"},
		{"PDF", "%PDF-1.7\n%\xe2\xe3", CodeBadEncoding, "as CSV"},
		{"UTF-16", "\xff\xfet\x00e\x00", CodeBadEncoding, "UTF-8"},
		{"NUL in the header", "temp,\x00\n", CodeBadEncoding, "UTF-8"},
		{"header not UTF-8", "t\xe9mp,\xe9\n", CodeBadEncoding, "UTF-8"},
		{"carriage returns alone", "temp\r1\r2\r", CodeBadEncoding, "line feeds"},
		{"web page", "<!doctype html><p>temp,colour", CodeHTML, "web page"},
		{"endless header", "temp," + strings.Repeat("u,", csv.MaxLine), CodeLineTooLong, "1 MiB"},
		{"no header", "12,7,red\n", CodeNoCommonColumns, `expected are "temp", "colour"`},
		{"only the label", "y\n12\n", CodeNoCommonColumns, `expected are "temp", "colour"`},
		{"only an ignored column", "id\n12\n", CodeNoCommonColumns, `expected are "temp", "colour"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := NewTargetReader(strings.NewReader(tt.text), plainSchema())
			if codeOf(err) != tt.code || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want code %s with %q", err, tt.code, tt.want)
			}
		})
	}
}
