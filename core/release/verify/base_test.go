package verify

import (
	"strings"
	"testing"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// Of numbers, the public choice may be trees although another model's loss is up to 2% smaller, and then has to be.
func TestThePublicChoiceKeepsToItsRule(t *testing.T) {
	for _, c := range []struct {
		smooth  float64
		numbers bool
		want    int // the candidate that must be the public choice
	}{{0.985, true, 1}, {0.975, true, 0}, {0.985, false, 0}} {
		for public := range 2 {
			b := &release.Base{Public: public, Kept: true, Candidates: []release.Candidate{
				{Base: method.Smooth, Way: "unweighted", Public: c.smooth, Weighted: 1},
				{Base: method.Trees, Way: "unweighted", Public: 1, Weighted: 1, Share: 1},
			}}
			problems := strings.Join(unmet(baseRequirements(b, c.numbers)), "; ")
			if refused := strings.Contains(problems, "the public choice is not"); refused == (public == c.want) {
				t.Errorf("smooth %v, numbers %v, choice %d: %q", c.smooth, c.numbers, public, problems)
			}
		}
	}
}
