// Edge runs campaigns on a Cloudflare Worker: it hands out invitations, receives and checks releases, and hands them to who asked.
// It has no solver and no endpoint that takes rows of a private file. Files are served beside it by JavaScript
// (worker.mjs), which streams them and does not start Go.
package main

import (
	"log"

	"github.com/syumai/workers"
	"github.com/syumai/workers/cloudflare"

	"privadapt/wasm/edge/api"
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
	workers.Serve(s.Handler())
}
