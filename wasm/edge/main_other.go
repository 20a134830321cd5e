//go:build !js

package main

import (
	"fmt"
	"net/http"
	"os"
)

// Natively the same handlers are served on this machine alone, with a store in memory, to try them out. The analyst's token
// is in the environment.
func main() {
	const address = "127.0.0.1:9900"
	m := newMemory()
	s := &server{
		store: m, bucket: m, analysts: analysts{digestOf(os.Getenv("ANALYST_TOKEN"))},
		place: place{Site: "http://localhost:8080/", API: "http://" + address, Samples: "http://" + address},
	}
	if os.Getenv("ANALYST_TOKEN") == "" {
		s.analysts = nil
	}
	fmt.Println("serving on http://" + address)
	fmt.Fprintln(os.Stderr, http.ListenAndServe(address, s.handler()))
	os.Exit(1)
}
