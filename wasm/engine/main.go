//go:build js && wasm

// Engine is the data owner's one binary. Its first argument chooses the role: "solver" answers requests in a worker or
// in Node, "vault" is the form in the vault's document. Neither can compute anything without privacy: the packages that
// could are not linked.
package main

import (
	"os"

	"privadapt/jsbridge"
	"privadapt/jsbridge/vaultui"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == "vault" {
		vaultui.Run()
		return
	}
	jsbridge.Serve(jsbridge.Version)
}
