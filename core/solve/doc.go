// Package solve has the solvers, which choose weights for the public rows that make the two samples alike. They know
// nothing of privacy: what a mechanism released, or its noise, reaches them as a matrix or through an oracle.
//
// Begin with the function to be minimised: discrepancy.Objective, or any [Objective] or [Projectable]. Then call one of
//
//   - [ProjectedGradient], which the default run calls, and which ends by its duality gap ([GapBound]);
//   - [FrankWolfe], with an [Oracle] that names a vertex in each round. If the oracle draws, by the exponential mechanism,
//     this is the paper's Algorithm 2; adapt.Options with the mechanism selection run it so;
//   - [MirrorDescent] and [MinimiseSingleStage], the paper's other algorithms.
//
// Packages simplex and symeigen are what they share.
package solve
