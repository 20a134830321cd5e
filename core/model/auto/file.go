package auto

import (
	"crypto/sha256"
	"math"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/model/trees"
	"privadapt/core/terms/method"
)

// Filed is a part of a blend that an analyst's file holds. A document has the digest of the file: who reads a blend has
// to attach the file before it predicts.
type Filed struct {
	SHA256 string           `json:"sha256"` // in hexadecimal
	Limits basemodel.Limits `json:"-"`      // of predicted numbers, the blend's
	File   *trees.XGBoost   `json:"-"`      // nil until it is attached
}

// Predict implements basemodel.Model. Without the file there is no number.
func (f *Filed) Predict(scores, cells []float64) {
	if f.File == nil {
		for k := range scores {
			scores[k] = math.NaN()
		}
		return
	}
	f.File.Predict(scores, cells)
	if f.File.Classes() == 0 {
		for k, v := range scores {
			scores[k] = f.Limits.Clip(v)
		}
	}
}

// Bind implements basemodel.Documented.
func (f *Filed) Bind([]dataset.Column, int) error {
	if len(f.SHA256) != 2*sha256.Size {
		return basemodel.Damaged("a file is named by no SHA-256")
	}
	return nil
}

// addFile makes a model of a file one of the bases. It is not fitted, so weights change nothing but its correction.
func (d *Design) addFile(m *trees.XGBoost) {
	own := &Filed{m.Digest(), d.limits, m}
	outputs := d.sample.Outputs()
	d.bases = append(
		d.bases,
		base{
			name: method.File,
			fit: func(_ []float64, progress basemodel.Progress) (basemodel.Documented, []float64, error) {
				rows := d.sample.Rows()
				scores := make([]float64, rows*outputs)
				for j := range rows {
					own.Predict(scores[j*outputs:(j+1)*outputs], d.sample.Row(j))
					if j%256 == 0 {
						if err := progress.At(j, rows); err != nil {
							return nil, nil, err
						}
					}
				}
				return own, scores, nil
			},
		},
	)
}

func (b *Blend) filed() *Filed {
	for _, p := range b.Parts {
		if f, is := p.Model.Documented.(*Filed); is {
			return f
		}
	}
	return nil
}

// File returns the SHA-256, in hexadecimal, of the file that a part of the blend is in, or "" if there is none.
func (b *Blend) File() string {
	if f := b.filed(); f != nil {
		return f.SHA256
	}
	return ""
}

// Attach gives the blend the model of its file, if it has this one.
func (b *Blend) Attach(m *trees.XGBoost) {
	if f := b.filed(); f != nil && f.SHA256 == m.Digest() {
		f.File = m
	}
}
