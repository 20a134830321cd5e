// Package solve is the room of the solvers. They choose weights for the public rows that make the two samples alike,
// and know nothing of privacy: what a mechanism released, or its noise, reaches them as a matrix or through an oracle.
// Begin with discrepancy, the quantity to be minimised. The default run calls [ProjectedGradient], which ends by
// its duality gap ([GapBound]). [FrankWolfe], [MirrorDescent] and [MinimiseSingleStage] are the paper's algorithms.
// Packages simplex and symeigen are what they share.
package solve
