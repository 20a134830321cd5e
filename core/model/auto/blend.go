package auto

import (
	"math"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
)

// Kind is the first byte of an encoded Blend.
const Kind = 'D'

// Blend is a weighted sum of models, and what auto releases. One of them is the public choice. The blend's scores
// depart from its scores by no more than a limit. Predicted numbers are limited to the range of the sample's labels.
type Blend struct {
	columns   []dataset.Column
	limit     float64
	parts     []part
	classes   int
	low, high float64
}

type part struct {
	share, public float64 // weights in the sum and in the public choice
	model         basemodel.Encodable
}

func (d *Design) blend(limit float64, parts ...part) *Blend {
	b := &Blend{columns: d.sample.Columns, limit: limit, parts: parts, classes: d.sample.Classes}
	if b.classes == 0 {
		b.low, b.high = d.low, d.high
	}
	return b
}

// Predict implements basemodel.Model.
func (b *Blend) Predict(scores, cells []float64) {
	own, public := make([]float64, len(scores)), make([]float64, len(scores))
	clear(scores)
	for _, p := range b.parts {
		p.model.Predict(own, cells)
		for k, v := range own {
			if p.share != 0 { // else v may be infinite
				scores[k] += float64(p.share * v)
			}
			if p.public != 0 {
				public[k] += float64(p.public * v)
			}
		}
	}
	for k, v := range public {
		scores[k] = limited(scores[k], v, b.limit)
	}
	if b.classes == 0 {
		scores[0] = math.Min(math.Max(scores[0], b.low), b.high)
	}
}

// limited returns what is nearest to a score within limit of the public choice's. Where a part gives no number, this is
// none.
func limited(score, public, limit float64) float64 {
	return math.Min(math.Max(score, public-limit), public+limit)
}

// Encode implements basemodel.Encodable.
func (b *Blend) Encode() []byte {
	var w basemodel.Writer
	w.Byte(Kind)
	w.Count(b.classes)
	w.Columns(b.columns)
	w.Float(b.limit)
	w.Float(b.low)
	w.Float(b.high)
	w.Count(len(b.parts))
	for _, p := range b.parts {
		w.Float(p.share)
		w.Float(p.public)
		w.Bytes = append(w.Bytes, p.model.Encode()...)
	}
	return w.Bytes
}

// Decode reads an encoded Blend, of at most wire.Limit bytes, from outside. The caller has to check, by
// Columns, that it is for the columns of a schema.
func Decode(data []byte) (*Blend, error) {
	r := basemodel.NewReader(data)
	b := Read(r)
	if err := r.Err(); err != nil {
		return nil, err
	}
	return b, nil
}

// Read reads an encoded Blend that is part of another model. It is of no use if the reader is then faulty.
func Read(r *basemodel.Reader) *Blend {
	if r.Byte() != Kind {
		r.Fail("it does not begin as one")
	}
	b := &Blend{classes: r.Classes(), columns: r.Columns(), limit: r.Float(), low: r.Float(), high: r.Float()}
	if !(b.low <= b.high) {
		r.Fail("the limits of predictions are in the wrong order")
	}
	if !(b.limit >= 0) {
		r.Fail("the limit of a departure is negative")
	}
	for range r.Count(1, MostCandidates) {
		p := part{share: r.Float(), public: r.Float()}
		columns, classes := b.Columns(), b.classes
		if first := r.Byte(); first == fileKind {
			p.model = readFiled(r, b)
		} else if m := readPart(first, r); m != nil {
			p.model, columns, classes = m, m.Columns(), m.Classes()
		}
		if r.Faulty() {
			break
		}
		if classes != b.classes || columns != b.Columns() {
			r.Fail("its parts are for different columns or classes")
		}
		b.parts = append(b.parts, p)
	}
	return b
}

// readPart reads a part of one of the kinds after its first byte.
func readPart(first byte, r *basemodel.Reader) partModel {
	for _, k := range kinds {
		if k.first == first {
			return k.read(r)
		}
	}
	r.Fail("it has a part of an unknown kind")
	return nil
}

// Limits returns the range that predicted numbers are limited to.
func (b *Blend) Limits() (low, high float64) { return b.low, b.high }

// Classes is their number, 0 where numbers are predicted.
func (b *Blend) Classes() int { return b.classes }

// Columns is the number of cells in a row.
func (b *Blend) Columns() int { return len(b.columns) }

// Fits reports whether the model was fitted to a sample with these columns and this number of classes, 0 for numbers.
func (b *Blend) Fits(columns []dataset.Column, classes int) bool {
	if len(columns) != len(b.columns) || classes != b.classes {
		return false
	}
	for i, c := range columns {
		own := b.columns[i]
		if own.Kind != c.Kind || len(own.Levels) != len(c.Levels) || own.Mean != c.Mean || own.Scale != c.Scale {
			return false
		}
		for k, l := range c.Levels {
			if own.Levels[k].Mean != l.Mean || own.Levels[k].Scale != l.Scale {
				return false
			}
		}
	}
	return true
}

// Own returns the columns that the model was fitted to.
func (b *Blend) Own() []dataset.Column { return b.columns }

// Part is a model of a blend. What is in a file is an *xgboost.Model, nil until it is attached, whose predicted
// numbers are limited to Limits like the blend's.
type Part struct {
	Share, Public float64 // weights in the sum and in the public choice
	Model         basemodel.Model
}

// Parts returns what the blend adds up, in that order.
func (b *Blend) Parts() (list []Part) {
	for _, p := range b.parts {
		own := Part{p.share, p.public, p.model}
		if f, is := p.model.(*filed); is {
			own.Model = f.model
		}
		list = append(list, own)
	}
	return list
}

// Departure returns the limit of the distance between a score and the public choice's score.
func (b *Blend) Departure() float64 { return b.limit }
