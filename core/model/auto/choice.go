package auto

import (
	"cmp"
	"math"
	"slices"

	"privadapt/core/model/basemodel"
	"privadapt/core/terms/method"
)

// Scored is what was measured for a candidate, as a release states it.
type Scored struct {
	Base method.Base `json:"base"`
	Way  string      `json:"way"`
	// Public is the mean out-of-fold loss, the squared error or the negative log-probability of the class, with all rows
	// weighted equally, Weighted the same under q.
	Public   float64 `json:"public"`
	Weighted float64 `json:"weighted"`
	// Gain is the Weighted loss of the public choice minus this one.
	Gain          float64 `json:"gain"`
	StandardError float64 `json:"standardError"` // of Gain
	Share         float64 `json:"share"`         // of the blend that was chosen
}

// Choice is the outcome.
type Choice struct {
	Model      *Blend
	Candidates []Scored
	Public     int // the candidate that cross-validation of the public sample alone chooses
	// Gain is the out-of-fold loss of the blend of public fits minus the loss of the blend of all fits, both under the
	// mixed weights of Choose. Deviation is the standard error of Gain. So that no row judges shares that it helped to
	// choose, each loss is taken with shares chosen on the other folds. Both are 0 under equal weights, which say
	// nothing.
	Gain      float64
	Deviation float64
	// Kept reports that the weights gain nothing that can be told from chance: the model is the blend of public fits.
	Kept bool
}

// usual is the share of the weighted rows on which the blend may depart from the public choice as it does out of fold.
// On the other rows, and on private rows unlike any of the sample, it departs by no more than on these:
// cross-validation says little of models that extrapolate, and a blend that is better on the sample can be far off
// elsewhere. RATIONALE.md says what other shares reach.
const usual = 0.8

// Choose fits all candidates under q and blends them. The shares minimise the out-of-fold loss under weights that mix q
// with equal weights. A blend errs less than its average part and does not depend on one noisy comparison. It stays
// near the public choice, see usual, and near the blend of public fits, see strength. There is a weight for each row of
// the sample, whether it is fitted to or not.
func (d *Design) Choose(q []float64, progress func() error) (*Choice, error) {
	q = d.Weights(q)
	candidates, err := d.Candidates(q, progress)
	if err != nil {
		return nil, err
	}
	weights, uniform := scaled(q), basemodel.Uniform(len(q))
	mixed := trusted(weights)
	public := d.PublicChoice()
	c := &Choice{Public: slices.Index(candidates, public)}
	for _, candidate := range candidates {
		own := Scored{Base: candidate.Base, Way: candidate.Way,
			Public: meanOf(candidate.Losses, uniform), Weighted: meanOf(candidate.Losses, weights)}
		own.Gain, own.StandardError = gainOf(public.Losses, candidate.Losses, weights)
		c.Candidates = append(c.Candidates, own)
	}
	moved := 0.0
	if !equal(weights) {
		before, err := d.crossLosses(d.public, uniform, public)
		if err != nil {
			return nil, err
		}
		after, err := d.crossLosses(candidates, mixed, public)
		if err != nil {
			return nil, err
		}
		c.Gain, c.Deviation = gainOf(before, after, mixed)
		moved = strength(c.Gain, c.Deviation)
	}
	blend, shares, err := d.between(candidates, mixed, moved, public)
	if err != nil {
		return nil, err
	}
	c.Model, c.Kept = blend.Model, true
	for k, share := range shares {
		c.Candidates[k].Share = share
		c.Kept = c.Kept && (share == 0 || candidates[k].Way == Unweighted)
	}
	return c, nil
}

// blended returns the blend of candidates as a candidate, limited in its departure from the public choice on the
// weighted rows. It adds up parts that several candidates have in common, and leaves out shares that are too small to
// matter.
func (d *Design) blended(candidates []*Candidate, shares, weights []float64, public *Candidate) (*Candidate, error) {
	const least = 0.005
	total := 0.0
	for c, share := range shares {
		if share < least {
			shares[c] = 0
		}
		total += shares[c]
	}
	var parts []Part
	of := func(p Part) *Part {
		for k := range parts {
			if parts[k].Model.Documented == p.Model.Documented {
				return &parts[k]
			}
		}
		parts = append(parts, Part{Base: p.Base, Model: p.Model})
		return &parts[len(parts)-1]
	}
	outOfFold := make([]float64, len(public.OutOfFold))
	for c, candidate := range candidates {
		shares[c] /= total
		if shares[c] == 0 {
			continue
		}
		for i, v := range candidate.OutOfFold {
			outOfFold[i] += float64(shares[c] * v)
		}
		for _, p := range candidate.Model.Parts {
			of(p).Share += shares[c]
		}
	}
	for _, p := range public.Model.Parts {
		of(p).Public = 1
	}
	limit := d.departure(outOfFold, public.OutOfFold, weights)
	for i, v := range public.OutOfFold {
		outOfFold[i] = limited(outOfFold[i], v, limit)
	}
	return d.judged(&Candidate{Base: "blend", Model: d.blend(limit, parts...), OutOfFold: outOfFold})
}

// departure returns the usual largest distance between scores, over the weighted rows.
func (d *Design) departure(scores, public, weights []float64) float64 {
	outputs, total := d.sample.Outputs(), 0.0
	distances, order := make([]float64, len(weights)), make([]int, len(weights))
	for j, w := range weights {
		for k := j * outputs; k < (j+1)*outputs; k++ {
			distances[j] = math.Max(distances[j], math.Abs(scores[k]-public[k]))
		}
		order[j] = j
		total += w
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(distances[a], distances[b]) })
	at := 0
	for sum := weights[order[0]]; sum < usual*total; sum += weights[order[at]] {
		at++
	}
	return distances[order[at]]
}

// crossLosses returns the loss of each row under the blend whose shares were chosen on the other folds. Losses of the
// rows that chose the shares are too small, and more so with fewer rows and more candidates.
func (d *Design) crossLosses(candidates []*Candidate, weights []float64, public *Candidate) ([]float64, error) {
	losses, others := make([]float64, len(weights)), make([]float64, len(weights))
	for f := range basemodel.Folds(len(weights)) {
		for j, w := range weights {
			if others[j] = w; basemodel.Fold(j, len(weights)) == f {
				others[j] = 0
			}
		}
		blend, err := d.blended(candidates, d.stack(candidates, others), others, public)
		if err != nil {
			return nil, err
		}
		for j, v := range blend.Losses {
			if basemodel.Fold(j, len(weights)) == f {
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

// gainOf returns by how much the weighted mean of after is below the weighted mean of before, and the standard
// error of the difference.
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

// reach is by what share of its loss a model of numbers must be better than one of a kind that is limited. Private rows
// lie where folds of the sample say least.
const reach = 0.02

// PublicChoice returns the candidate of least mean out-of-fold loss that no weights enter, see reach.
func (d *Design) PublicChoice() (best *Candidate) {
	uniform, least := basemodel.Uniform(d.sample.Rows()), math.Inf(1)
	for _, c := range d.public {
		loss := meanOf(c.Losses, uniform)
		if d.sample.Classes == 0 && !c.Base.Limited() {
			loss /= 1 - reach
		}
		if loss < least {
			best, least = c, loss
		}
	}
	return best
}

// Public returns the candidate of a kind that no weights enter, nil if there is none.
func (d *Design) Public(kind method.Base) *Candidate {
	for _, c := range d.public {
		if c.Base == kind {
			return c
		}
	}
	return nil
}

// PublicBlend returns the blend of these candidates whose out-of-fold loss is least: the best that is possible without
// private data.
func (d *Design) PublicBlend() (*Blend, error) {
	uniform := basemodel.Uniform(d.sample.Rows())
	c, err := d.blended(d.public, d.stack(d.public, uniform), uniform, d.PublicChoice())
	if err != nil {
		return nil, err
	}
	return c.Model, nil
}

// trust is the share of q in the weights trust·q + (1−trust)/m under which the shares of the blend are chosen, at most.
// Where the populations differ much, q alone rests on few rows, and a lucky candidate looks like a good one. On the
// real tasks and the families of package nonlinear, values from ½ to 0.9 gave nearly the same errors, and 1 did harm on
// one of them.
const trust = 0.75

// effective is the least effective size of the sample under those weights, as a share of its rows.
const effective = 0.2

// trusted mixes weights of mean 1 with equal ones, so far that the effective size of the sample is not below its least.
func trusted(weights []float64) []float64 {
	square, m := 0.0, float64(len(weights))
	for _, w := range weights {
		square += float64(w*w) / m
	}
	share := trust
	if square > 1 { // the effective size is m/(1 + share²·(square − 1))
		share = math.Min(trust, math.Sqrt((1/effective-1)/(square-1)))
	}
	mixed := make([]float64, len(weights))
	for j, w := range weights {
		mixed[j] = float64(share*w) + (1 - share)
	}
	return mixed
}

// doubt is the number of standard errors by which the blend of all fits must be better than the blend of public
// fits before it has any part in what is released.
const doubt = 1.5

// strength returns how far the shares move from the blend of public fits to the blend of all fits:
// not at all where the gain could be chance, and otherwise by the factor of James and Stein for its size.
func strength(gain, deviation float64) float64 {
	if !(gain > doubt*deviation) {
		return 0
	}
	ratio := doubt * deviation / gain
	return 1 - float64(ratio*ratio)
}

// between returns a blend between two others: strength is how far its shares have moved from the blend of public
// fits, chosen with all rows alike, to the blend of all candidates, chosen under weights of mean 1. The weights
// that limit its departure move as far, so a small gain changes the model little. Without a share for a fit under
// weights it is the blend of public fits.
func (d *Design) between(
	candidates []*Candidate,
	weights []float64,
	moved float64,
	public *Candidate,
) (*Candidate, []float64, error) {
	shares, judge := make([]float64, len(candidates)), basemodel.Uniform(len(weights))
	copy(shares, d.stack(d.public, judge)) // the public candidates come first
	if moved > 0 {
		for k, share := range d.stack(candidates, weights) {
			shares[k] += float64(moved * (share - shares[k]))
		}
		for j, w := range weights {
			judge[j] += float64(moved * (w - judge[j]))
		}
	}
	blend, err := d.blended(candidates, shares, judge, public)
	if err == nil && moved > 0 && !slices.ContainsFunc(shares[len(d.public):], func(v float64) bool { return v > 0 }) {
		return d.between(candidates, weights, 0, public)
	}
	return blend, shares, err
}
