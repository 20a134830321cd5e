// Edge runs campaigns on a Cloudflare Worker: it hands out invitations, receives and checks releases, and adds them up. It has
// no solver and no endpoint that takes rows of a private file. Files are served beside it by JavaScript (worker.mjs), which
// streams them and does not start Go.
package main

import (
	"context"

	"github.com/syumai/workers"
	"github.com/syumai/workers/cloudflare"
	"github.com/syumai/workers/cloudflare/cron"
)

func main() {
	s := &server{
		store:    d1{cloudflare.GetBinding("DB")},
		bucket:   r2{cloudflare.GetBinding("SAMPLES")},
		analysts: readAnalysts(cloudflare.Getenv("ANALYSTS_SHA256")),
		place: place{
			Site: cloudflare.Getenv("SITE_URL"), API: cloudflare.Getenv("API_URL"), Samples: cloudflare.Getenv("SAMPLES_URL"),
		},
	}
	cron.ScheduleTaskNonBlock(func(ctx context.Context) error { return fold(ctx, s.store, "") })
	workers.Serve(s.handler())
}
