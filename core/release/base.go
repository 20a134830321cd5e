package release

import (
	"errors"
	"fmt"
	"slices"

	"privadapt/core/model/auto"
	"privadapt/core/model/labelled"
	"privadapt/core/terms/method"
)

// Base says how a base model was chosen: by cross-validation on the public sample under the released weights, at no
// privacy cost.
type Base struct {
	Kind       method.Base   `json:"kind"` // auto, or the one kind that could be chosen from
	Candidates []auto.Scored `json:"candidates"`
	// Public is the candidate, from 0, that cross-validation on the public sample alone chooses. The blend stays near
	// it.
	Public int `json:"public"`
	// Gain is by how much the blend of all fits has a smaller loss than the blend of public fits. Both losses are
	// under the weights that the shares were chosen by. StandardError is the standard error of Gain. What could be
	// chance leaves the public blend.
	Gain          float64 `json:"gain"`
	StandardError float64 `json:"standardError"`
	// Kept reports that the weights gained nothing: the model is the blend of public fits.
	Kept bool `json:"kept"`
	// File is the analyst's own model, if there was one to choose. The document does not hold it.
	File *File `json:"file,omitempty"`
}

// Nonlinear reports whether the document holds a model of package basemodel.
func (r *Release) Nonlinear() bool { return r.Kind == Model && r.Values.Base != nil }

// BaseModel returns the base model, which is only for the columns and classes of the schema.
func (r *Release) BaseModel() (labelled.Model, error) {
	m, err := r.Values.Base.Model(r.Provenance.Schema.Used(), len(r.Provenance.Schema.Classes))
	if err != nil {
		return nil, err
	}
	if r.file != nil {
		m.Attach(r.file)
	}
	return m, nil
}

// checkBase compares the base model with what is said of it.
func (r *Release) checkBase() error {
	v, b := r.Values, r.Certificate.Base
	switch {
	case v.Intercept != nil || v.Coefficients != nil || v.LabelRange != nil:
		return errors.New("the model has a base and coefficients as well")
	case b == nil:
		return errors.New("the certificate does not say how the base model was chosen")
	case len(b.Candidates) == 0 || len(b.Candidates) > auto.MostCandidates:
		return fmt.Errorf("the base model was chosen from %d candidates, not 1 to %d", len(b.Candidates), auto.MostCandidates)
	case b.Public < 0 || b.Public >= len(b.Candidates):
		return errors.New("the public choice is none of the candidates")
	case b.Kind != method.Auto && !slices.Contains(method.Bases, b.Kind):
		return fmt.Errorf("the base %q is not known", shorten(string(b.Kind)))
	}
	own := false
	for i, c := range b.Candidates {
		own = own || c.Base == method.File
		if !slices.Contains(method.Bases, c.Base) || b.Kind != method.Auto && c.Base != b.Kind ||
			!slices.Contains(auto.Ways, c.Way) {
			return fmt.Errorf("candidate %d is of no known kind, or not of the kind that was asked for", i+1)
		}
	}
	if own != (b.File != nil) {
		return errors.New("a candidate is a file that is not named, or a file is named that is no candidate")
	}
	if b.File != nil {
		if err := b.File.Check(); err != nil {
			return err
		}
	}
	if err := checkWeights(v.Weights, r.Provenance.SourceRows); err != nil {
		return err
	}
	m, err := r.BaseModel()
	if err != nil {
		return err
	}
	if name := m.File(); name != "" && (b.File == nil || b.File.SHA256 != name) {
		return errors.New("the model is in another file than the certificate names")
	}
	return r.checkLabels(m)
}
