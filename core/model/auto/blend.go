package auto

import (
	"encoding/json"
	"errors"
	"math"

	"privadapt/core/data/dataset"
	"privadapt/core/model/basemodel"
	"privadapt/core/terms/method"
)

// Blend is a weighted sum of models, and what auto releases. One of them is the public choice. The blend's scores
// depart from its scores by no more than a limit. Predicted numbers are limited to the range of the sample's labels.
type Blend struct {
	Columns string  `json:"columns"` // basemodel.Digest of those that it was fitted to, and of the classes
	Limit   float64 `json:"limit"`
	basemodel.Limits
	Parts []Part `json:"parts"`

	classes int
}

// Part is a model of a blend, in the order in which they are added up.
type Part struct {
	Share  float64     `json:"share"`  // in the sum
	Public float64     `json:"public"` // in the public choice
	Base   method.Base `json:"base"`   // its kind
	Model  Held        `json:"model"`
}

// Held is a model of what the table of kinds has, or a *Filed.
type Held struct {
	basemodel.Documented
	text json.RawMessage // until the blend is bound, what was read in place of the model
}

// MarshalJSON implements json.Marshaler.
func (h Held) MarshalJSON() ([]byte, error) {
	if own, is := h.Documented.(json.Marshaler); is {
		return own.MarshalJSON()
	}
	return json.Marshal(h.Documented)
}

// UnmarshalJSON implements json.Unmarshaler.
func (h *Held) UnmarshalJSON(text []byte) error { return h.text.UnmarshalJSON(text) }

// bind reads the model of a part and binds it, unless it is.
func (p *Part) bind(columns []dataset.Column, classes int) error {
	if p.Model.Documented != nil {
		return nil
	}
	m := basemodel.Documented(new(Filed))
	if k, known := kinds[p.Base]; known {
		m = k.blank()
	} else if p.Base != method.File {
		return basemodel.Damaged("it has a part of an unknown kind")
	}
	if basemodel.Read(p.Model.text, m) != nil {
		return basemodel.Damaged("a part is not written as its kind is")
	}
	err := m.Bind(columns, classes)
	if err == nil {
		p.Model = Held{Documented: m}
	}
	return err
}

func (d *Design) blend(limit float64, parts ...Part) *Blend {
	b := &Blend{
		Columns: basemodel.Digest(d.sample.Columns, d.sample.Classes),
		Limit:   limit,
		Parts:   parts,
		classes: d.sample.Classes,
	}
	if b.classes == 0 {
		b.Limits = d.limits
	}
	return b
}

// Predict implements basemodel.Model.
func (b *Blend) Predict(scores, cells []float64) {
	own, public := make([]float64, len(scores)), make([]float64, len(scores))
	clear(scores)
	for _, p := range b.Parts {
		p.Model.Predict(own, cells)
		for k, v := range own {
			if p.Share != 0 { // else v may be infinite
				scores[k] += float64(p.Share * v)
			}
			if p.Public != 0 {
				public[k] += float64(p.Public * v)
			}
		}
	}
	for k, v := range public {
		scores[k] = limited(scores[k], v, b.Limit)
		if b.classes == 0 {
			scores[k] = b.Clip(scores[k])
		}
	}
}

// limited returns what is nearest to a score within limit of the public choice's. Where a part gives no number, this is
// none.
func limited(score, public, limit float64) float64 {
	return math.Min(math.Max(score, public-limit), public+limit)
}

// Bind implements basemodel.Documented.
func (b *Blend) Bind(columns []dataset.Column, classes int) error {
	b.classes = classes
	switch {
	case b.Columns != basemodel.Digest(columns, classes):
		return errors.New("auto: the model is not for these columns and classes")
	case !(b.Low <= b.High) || !(b.Limit >= 0):
		return basemodel.Damaged("a limit is above another, or below 0")
	case len(b.Parts) == 0 || len(b.Parts) > MostCandidates:
		return basemodel.Damaged("it has %d parts, not 1 to %d", len(b.Parts), MostCandidates)
	}
	files := 0
	for i := range b.Parts {
		p := &b.Parts[i]
		if err := p.bind(columns, classes); err != nil {
			return err
		}
		if f, is := p.Model.Documented.(*Filed); is {
			f.Limits = b.Limits
			files++
		}
	}
	if files > 1 {
		return basemodel.Damaged("it has two parts of files")
	}
	return nil
}

// Classes is their number, 0 where numbers are predicted.
func (b *Blend) Classes() int { return b.classes }
