package auto

import (
	"math"

	"privadapt/core/basemodel"
)

// Scored holds what was measured for a candidate.
type Scored struct {
	Base string `json:"base"`
	Way  string `json:"way"`
	// Public is the mean out-of-fold loss with all rows weighted equally, Weighted the same under q.
	Public   float64 `json:"public"`
	Weighted float64 `json:"weighted"`
	// Gain is the Weighted loss of the public choice minus this one; Deviation is its standard error.
	Gain      float64 `json:"gain"`
	Deviation float64 `json:"standardError"`
	Share     float64 `json:"share"` // of the blend that was chosen
}

// Choice is the outcome.
type Choice struct {
	Model      *Blend
	Candidates []Scored
	Public     int // the candidate that cross-validation of the public sample alone chooses
	// Gain is the out-of-fold loss of the public choice minus that of the blend, both under the mixed weights of Choose; Deviation is
	// its standard error. So that no row judges shares that it helped to choose, its loss is taken with shares chosen on the other folds.
	Gain      float64
	Deviation float64
	// Kept reports that the public choice was kept, as the gain is within its standard error.
	Kept bool

	models []*Blend
}

// Models returns the candidates' own models, in their order.
func (c *Choice) Models() []*Blend { return c.models }

// The shares of the blend are chosen under the weights trust·q + (1−trust)/m. q alone rests on few rows where
// the populations differ much, and then a lucky candidate looks like a good one. On the real tasks and the families of
// package bending shares from ½ to 0.9 gave nearly the same errors, and 1 did harm on one of them.
const trust = 0.75

// Choose fits all candidates under q and blends them: the shares minimise the out-of-fold loss under weights that mix q with equal
// ones. A blend errs less than its average part, and does not depend on one noisy comparison. The public choice is kept for rows
// beyond the sample's reach, and for all where the blend does not gain more than a standard error over it.
func (d *Design) Choose(q []float64, progress func() error) (*Choice, error) {
	candidates, err := d.Candidates(q, progress)
	if err != nil {
		return nil, err
	}
	weights, uniform := scaled(q), basemodel.Uniform(len(q))
	mixed := make([]float64, len(q))
	for j, w := range weights {
		mixed[j] = float64(trust*w) + (1 - trust)
	}
	c := &Choice{}
	for k, candidate := range candidates {
		c.Candidates = append(c.Candidates, Scored{Base: candidate.Base, Way: candidate.Way,
			Public: meanOf(candidate.Losses, uniform), Weighted: meanOf(candidate.Losses, weights)})
		if candidate.Way == Unweighted && c.Candidates[k].Public < c.Candidates[c.Public].Public {
			c.Public = k
		}
	}
	public := candidates[c.Public]
	for k, candidate := range candidates {
		c.models = append(c.models, candidate.Model)
		c.Candidates[k].Gain, c.Candidates[k].Deviation = gainOf(public.Losses, candidate.Losses, weights)
	}
	shares := d.stack(candidates, d.near(mixed))
	blend, err := d.blended(candidates, shares, public)
	if err != nil {
		return nil, err
	}
	honest, err := d.crossLosses(candidates, mixed, public)
	if err != nil {
		return nil, err
	}
	c.Gain, c.Deviation = gainOf(public.Losses, honest, mixed)
	c.Model = blend.Model
	if !(c.Gain > c.Deviation) {
		c.Kept, c.Model = true, public.Model
		clear(shares)
		shares[c.Public] = 1
	}
	for k, share := range shares {
		c.Candidates[k].Share = share
	}
	return c, nil
}

// near returns weights that are 0 beyond the sample's reach, where shares make no difference.
func (d *Design) near(weights []float64) []float64 {
	near := make([]float64, len(weights))
	for j, w := range weights {
		if !d.far[j] {
			near[j] = w
		}
	}
	return near
}

// blended returns the blend of candidates as one, with another for rows beyond the sample's reach. Parts that several of them have
// in common are added up; shares too small to matter are left out.
func (d *Design) blended(candidates []*Candidate, shares []float64, beyond *Candidate) (*Candidate, error) {
	const least = 0.005
	total := 0.0
	for c, share := range shares {
		if share < least {
			shares[c] = 0
		}
		total += shares[c]
	}
	var parts []part
	of := func(model basemodel.Encodable) *part {
		for k := range parts {
			if parts[k].model == model {
				return &parts[k]
			}
		}
		parts = append(parts, part{model: model})
		return &parts[len(parts)-1]
	}
	outputs := d.sample.Outputs()
	outOfFold := make([]float64, len(beyond.OutOfFold))
	for c, candidate := range candidates {
		shares[c] /= total
		if shares[c] == 0 {
			continue
		}
		for i, v := range candidate.OutOfFold {
			outOfFold[i] += float64(shares[c] * v)
		}
		for _, p := range candidate.Model.parts {
			of(p.model).near += shares[c]
		}
	}
	for _, p := range beyond.Model.parts {
		of(p.model).far = 1
	}
	for i, v := range beyond.OutOfFold {
		if d.far[i/outputs] {
			outOfFold[i] = v
		}
	}
	return d.judged(&Candidate{Base: "blend", Model: d.blend(parts...), OutOfFold: outOfFold})
}

// crossLosses returns the loss of each row by the blend whose shares the other folds' rows chose. The rows that chose shares say too
// well of them, the more so the fewer rows and the more candidates there are.
func (d *Design) crossLosses(candidates []*Candidate, weights []float64, beyond *Candidate) ([]float64, error) {
	losses, others := make([]float64, len(weights)), make([]float64, len(weights))
	for f := range basemodel.Folds {
		for j, w := range weights {
			if others[j] = w; basemodel.Fold(j) == f {
				others[j] = 0
			}
		}
		blend, err := d.blended(candidates, d.stack(candidates, d.near(others)), beyond)
		if err != nil {
			return nil, err
		}
		for j, v := range blend.Losses {
			if basemodel.Fold(j) == f {
				losses[j] = v
			}
		}
	}
	return losses, nil
}

func meanOf(losses, weights []float64) float64 {
	sum, total := 0.0, 0.0
	for j, w := range weights {
		sum += float64(w * losses[j])
		total += w
	}
	return sum / total
}

// gainOf returns by how much the weighted mean of after is below that of before, and the standard error of the difference.
func gainOf(before, after, weights []float64) (gain, deviation float64) {
	total := 0.0
	for j, w := range weights {
		gain += float64(w * (before[j] - after[j]))
		total += w
	}
	gain /= total
	for j, w := range weights {
		step := w * (before[j] - after[j] - gain)
		deviation += float64(step * step)
	}
	return gain, math.Sqrt(deviation) / total
}

// PublicChoice returns the candidate of least mean out-of-fold loss that no weights enter.
func (d *Design) PublicChoice() *Candidate {
	return d.publicChoice(func(*Candidate) bool { return true })
}

// PublicWithin returns the best such candidate whose encoded model has at most so many bytes, nil if all have more.
func (d *Design) PublicWithin(bytes int) *Candidate {
	return d.publicChoice(func(c *Candidate) bool { return len(c.Model.Encode()) <= bytes })
}

// Public returns the candidate of a kind that no weights enter, nil if there is none.
func (d *Design) Public(kind string) *Candidate {
	for _, c := range d.public {
		if c.Base == kind {
			return c
		}
	}
	return nil
}

func (d *Design) publicChoice(usable func(*Candidate) bool) (best *Candidate) {
	uniform, least := basemodel.Uniform(d.sample.Rows()), math.Inf(1)
	for _, c := range d.public {
		if loss := meanOf(c.Losses, uniform); loss < least && usable(c) {
			best, least = c, loss
		}
	}
	return best
}

// PublicBlend returns the blend of these candidates whose out-of-fold loss is least: the best that is possible without private data.
func (d *Design) PublicBlend() (*Blend, error) {
	shares := d.stack(d.public, d.near(basemodel.Uniform(d.sample.Rows())))
	c, err := d.blended(d.public, shares, d.PublicChoice())
	if err != nil {
		return nil, err
	}
	return c.Model, nil
}
