//go:build js

// Edge checks releases on a Cloudflare Worker, for analysts who collect them. It has no solver and no endpoint that takes
// rows.
package main

import "github.com/syumai/workers"

func main() { workers.Serve(newHandler()) }
