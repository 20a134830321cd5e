//go:build !js

package api_test

import (
	"context"
	"sync"
	"testing"

	"privadapt/core/release"
	"privadapt/wasm/edge/campaign"
)

// overtaken is a store in which another fold has added everything when a fold reads the sum.
type overtaken struct {
	*memory
	once sync.Once
}

func (o *overtaken) Sum(ctx context.Context, id, group string) (sum campaign.Sum, err error) {
	o.once.Do(func() { err = campaign.Fold(ctx, o.memory, "") })
	if err != nil {
		return sum, err
	}
	return o.memory.Sum(ctx, id, group)
}

// A fold that reads the sum after another one has added the same releases does not add them again.
func TestAFoldThatIsOvertakenAddsNothing(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(3)
	for _, bearer := range tokens {
		e.call("POST", "/api/campaigns/"+id+"/releases", bearer, ownersRelease(t, 100, nil), nil)
	}
	if err := campaign.Fold(t.Context(), &overtaken{memory: e.store}, ""); err != nil {
		t.Fatal(err)
	}
	var combined release.Release
	e.call("GET", "/api/campaigns/"+id+"/combined", token, "", &combined)
	if combined.Certificate.Draws != 3 || combined.Certificate.N != 300 {
		t.Errorf("%d draws of %d rows", combined.Certificate.Draws, combined.Certificate.N)
	}
}

// Compared and trimmed are the releases that are in the sum, or will be: not those that the analyst has excluded or
// that were set aside.
func TestWhatIsInNoSumIsNotCompared(t *testing.T) {
	e := newEdge(t)
	id, tokens := e.campaign(4)
	for _, bearer := range tokens {
		e.call("POST", "/api/campaigns/"+id+"/releases", bearer, ownersRelease(t, 100, nil), nil)
	}
	e.store.releases[3].Folded = -1
	if _, err := e.store.Exclude(t.Context(), id, e.store.releases[1].ReleaseID, true); err != nil {
		t.Fatal(err)
	}
	if err := campaign.Fold(t.Context(), e.store, ""); err != nil {
		t.Fatal(err)
	}
	list, err := campaign.Compared(t.Context(), e.store, id)
	if err != nil || len(list) != 2 || list[0].ReleaseID != e.store.releases[0].ReleaseID ||
		list[1].ReleaseID != e.store.releases[2].ReleaseID {
		t.Errorf("%d releases are compared: %v", len(list), err)
	}
}
