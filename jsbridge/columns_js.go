package jsbridge

import (
	"bytes"
	"encoding/binary"
	"math"
	"syscall/js"

	"privadapt/core/dataset"
	"privadapt/core/release"
)

// predictColumns applies a model to a table that JavaScript holds by columns: an array of {name, numbers?, codes?, texts?} as
// reading/columns.js makes them. A column without numbers is one that the model does not know.
func (c *call) predictColumns(model *release.Release, columns js.Value, rows int) ([]float64, dataset.Report, error) {
	var values []dataset.ColumnValues
	surplus := []string{}
	for i := range columns.Length() {
		from := columns.Index(i)
		v := dataset.ColumnValues{Name: textOf(from, "name")}
		numbers := from.Get("numbers")
		if !numbers.Truthy() {
			surplus = append(surplus, v.Name)
			continue
		}
		raw := bytesOf(numbers)
		v.Numbers = make([]float64, len(raw)/8)
		for j := range v.Numbers {
			v.Numbers[j] = math.Float64frombits(binary.LittleEndian.Uint64(raw[8*j:]))
		}
		if codes := from.Get("codes"); codes.Truthy() {
			raw := bytesOf(codes)
			v.Codes = make([]int32, len(raw)/4)
			for j := range v.Codes {
				v.Codes[j] = int32(binary.LittleEndian.Uint32(raw[4*j:]))
			}
			v.Texts = bytes.Split(bytesOf(from.Get("texts")), []byte("\n"))
		}
		values = append(values, v)
	}
	reader, err := dataset.NewColumnReader(values, rows, model.Provenance.Schema)
	if err != nil {
		return nil, dataset.Report{}, err
	}
	predictions, report, err := model.PredictRows(reader, func(done int) error { return c.progress("predict", int64(done), int64(rows)) })
	report.SurplusColumns = surplus
	return predictions, report, err
}

// bytesOf copies the memory of a typed array.
func bytesOf(array js.Value) []byte {
	view := js.Global().Get("Uint8Array").New(array.Get("buffer"), array.Get("byteOffset"), array.Get("byteLength"))
	raw := make([]byte, view.Length())
	js.CopyBytesToGo(raw, view)
	return raw
}
