// Edge runs campaigns on a Cloudflare Worker: it hands out invitations, receives and checks releases, and adds them up.
// It has no solver and no endpoint that takes rows of a private file. Files are served beside it by JavaScript
// (worker.mjs), which streams them and does not start Go.
package main

import (
	"context"
	"log"

	"github.com/syumai/workers"
	"github.com/syumai/workers/cloudflare"
	"github.com/syumai/workers/cloudflare/cron"

	"privadapt/wasm/edge/api"
	"privadapt/wasm/edge/campaign"
	"privadapt/wasm/edge/platform"
)

func main() {
	log.SetFlags(0) // the platform writes the time
	s := &api.Server{
		Store:    platform.D1{Binding: cloudflare.GetBinding("DB")},
		Bucket:   platform.R2{Binding: cloudflare.GetBinding("SAMPLES")},
		Analysts: api.ReadAnalysts(cloudflare.Getenv("ANALYSTS_SHA256")),
		Place: api.Place{
			Site: cloudflare.Getenv("SITE_URL"), API: cloudflare.Getenv("API_URL"), Samples: cloudflare.Getenv("SAMPLES_URL"),
		},
	}
	cron.ScheduleTaskNonBlock(func(ctx context.Context) error { return campaign.Fold(ctx, s.Store, "") })
	workers.Serve(s.Handler())
}
