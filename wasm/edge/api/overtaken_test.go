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
