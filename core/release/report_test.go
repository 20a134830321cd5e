package release

import (
	"fmt"
	"strings"
	"testing"

	"privadapt/core/appraisal"
	"privadapt/core/dataset"
	"privadapt/core/method"
)

// A document of more counts than are computed in a second is no release, although it has as many as its schema says; one of fewer is.
func TestAReportOfTooManyCountsIsNotRead(t *testing.T) {
	for levels, read := range map[int]bool{2: true, 13: true, 14: false, 50: false} {
		c := dataset.Column{Name: "c", Kind: dataset.Categorical}
		for k := range levels {
			c.Levels = append(c.Levels, dataset.Level{Name: fmt.Sprint(k)})
		}
		r := &Release{Kind: Report}
		r.Provenance.Schema.Columns = []dataset.Column{c}
		for k := range 64 {
			r.Provenance.Schema.Classes = append(r.Provenance.Schema.Classes, fmt.Sprint(k))
		}
		r.Certificate.Report = &Appraised{Model: PublicModel, Base: method.Linear, ModelSHA256: strings.Repeat("0", 64), GroupBy: &c.Name}
		r.Values.Counts = make([]float64, appraisal.Layout{Classes: 64, Groups: levels + 1}.Cells())
		if err := r.checkReport(); (err == nil) != read || err != nil && !strings.Contains(err.Error(), "at most 65536 are read") {
			t.Errorf("%d levels: %v", levels, err)
		}
	}
}
