// Package private is the room of what may hold a private row or a private sum. It lies under internal, so the compiler
// refuses it to the bridge, to the binaries and to the edge; within core the list in architecture_lists_test.go says
// who may import it. Begin with moment, the sum of squared rows, and tally, the counts of a report: both are exact
// integer sums with a proof of their sensitivity. Package mechanism adds the noise, and is the only way out.
package private
