//go:build !js

package main

import (
	"fmt"
	"net/http"
	"os"
)

// Natively the same handler is served on this machine alone, to try it out.
func main() {
	const address = "127.0.0.1:9900"
	fmt.Println("serving on http://" + address)
	fmt.Fprintln(os.Stderr, http.ListenAndServe(address, newHandler()))
	os.Exit(1)
}
