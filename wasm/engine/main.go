//go:build js && wasm

// Engine is the data owner's one binary. Its first argument chooses the role: "engine" answers requests in a worker or
// in Node, "vault" is the form in the vault's document. No role can compute anything without privacy, because the packages that could are not linked.
package main

import (
	"os"

	"privadapt/jsbridge"
	"privadapt/jsbridge/vaultui"
)

func main() {
	role := "engine"
	if len(os.Args) == 2 {
		role = os.Args[1]
	}
	if role == "vault" {
		vaultui.Run()
	} else {
		jsbridge.Serve()
	}
}
