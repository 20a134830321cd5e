package auto

import (
	"crypto/sha256"
	"encoding/hex"
	"math"

	"privadapt/core/model/basemodel"
	"privadapt/core/model/trees"
	"privadapt/core/terms/method"
)

// fileKind is the first byte of an encoded part that a file holds.
const fileKind = 'X'

// filed is a part of a blend that an analyst's file holds. Its encoded form is the digest of the file: who decodes a
// blend has to attach the file before it predicts.
type filed struct {
	digest    [sha256.Size]byte
	low, high float64        // limits of predicted numbers, as in the blend
	model     *trees.XGBoost // nil until the file is attached
}

// Predict implements basemodel.Model. Without the file there is no number.
func (f *filed) Predict(scores, cells []float64) {
	if f.model == nil {
		for k := range scores {
			scores[k] = math.NaN()
		}
		return
	}
	f.model.Predict(scores, cells)
	if f.model.Classes() == 0 {
		scores[0] = math.Min(math.Max(scores[0], f.low), f.high)
	}
}

// Encode implements basemodel.Encodable.
func (f *filed) Encode() []byte {
	var w basemodel.Writer
	w.Byte(fileKind)
	for _, b := range f.digest {
		w.Byte(b)
	}
	return w.Bytes
}

// readFiled reads a part after its first byte.
func readFiled(r *basemodel.Reader, b *Blend) *filed {
	f := &filed{low: b.low, high: b.high}
	for i := range f.digest {
		f.digest[i] = r.Byte()
	}
	if b.filed() != nil {
		r.Fail("it has two parts of files")
	}
	return f
}

// addFile makes a model of a file one of the bases. It is not fitted, so weights change nothing but its correction.
func (d *Design) addFile(m *trees.XGBoost) {
	own := &filed{m.Digest(), d.low, d.high, m}
	outputs := d.sample.Outputs()
	d.bases = append(
		d.bases,
		base{
			name:  method.File,
			fixed: true,
			fit: func(_ []float64, progress basemodel.Progress) (basemodel.Encodable, []float64, error) {
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

func (b *Blend) filed() *filed {
	for _, p := range b.parts {
		if f, is := p.model.(*filed); is {
			return f
		}
	}
	return nil
}

// File returns the SHA-256, in hexadecimal, of the file that a part of the blend is in, or "" if there is none.
func (b *Blend) File() string {
	if f := b.filed(); f != nil {
		return hex.EncodeToString(f.digest[:])
	}
	return ""
}

// Attach gives the blend the model of its file, if it has this one.
func (b *Blend) Attach(m *trees.XGBoost) {
	if f := b.filed(); f != nil && f.digest == m.Digest() {
		f.model = m
	}
}
