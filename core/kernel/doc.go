// Package kernel holds the loops that take most of the time of a run. They do not depend on privacy or optimisation.
// Begin with WeightedGram, a product of dense rows. Exp and Log have the same bits on every machine.
//
// Each loop has two versions: one in portable Go, and one with SIMD in wasm/kernel/kernel.wat, which works on Go's
// memory in place. Go calls the SIMD version by go:wasmimport, which takes some nanoseconds; a call through syscall/js
// takes a microsecond. Such an import is mandatory once it is compiled in, and neither go_js_wasm_exec nor the edge can
// supply it. So it has the build tag simd, which is set only for engine and lab; all other builds run the
// portable loops. JavaScript engines without SIMD get imports that report this, and run the portable loops too. The two
// versions agree to the last bit, except where Go fuses a product and a sum, as on arm64.
package kernel
