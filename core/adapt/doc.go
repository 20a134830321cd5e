// Package adapt is the pipeline, the room in which a public source, private files and Options become one Release. Begin
// with ReadTarget, which reads the private files under a plan, and Target.Adapt, which charges, draws and releases;
// a Forecaster says before what a run would give. The example makes weights by noisy Frank–Wolfe and verifies them.
//
// Package plan fixes every setting from public values before a private row is read, package draw holds the private sum
// until a mechanism has drawn from it, and package postprocess makes the release and cannot name anything private.
//
// The module is not published under its name, so the go.mod of a program outside it needs a line such as
// "replace privadapt => ../privadapt".
package adapt
