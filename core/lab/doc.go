// Package lab is the room of what no owner runs: package experiment measures what privacy costs and reproduces the
// paper, and package audit attacks the claims of PRIVACY.md. Begin with "go run ./wasm/lab", which lists the
// experiments, and with make audit.
package lab
