// Package noise is the room of the laws of noise, all of them public. Begin with [Rho], which turns ε and δ into ρ.
// [NewMomentLaw], [NewPairLaw] and [CountsNoise] turn ρ into the noise of a second moment, of two, or of the counts of
// a report. Package sampler draws, from the system's randomness alone and nowhere else in the project.
package noise
