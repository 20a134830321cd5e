//go:build !js

package main

// serve has no host to answer natively.
func serve() bool { return false }
