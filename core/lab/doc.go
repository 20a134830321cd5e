// Package lab is the room of what no owner runs: package evaluate measures what releases are worth, package figure1
// computes the paper's figures, and package audit attacks the claims of PRIVACY.md. Begin with "go run ./wasm/lab" and with make audit.
package lab
