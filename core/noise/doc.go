// Package noise has the laws of noise, all of them public: it converts between ε, δ and ρ, and says how much noise a
// budget needs. Call
//
//  1. [Rho], which turns ε and δ into ρ of zero-concentrated differential privacy; [Epsilon] and [Delta] go back, also
//     for the sum of several ρ;
//  2. [NewMomentLaw], [NewPairLaw] or [CountsNoise], which turn ρ into the noise of a second moment, of two, or of the
//     counts of a report; [BoundedRangeEta] says it for rounds of an exponential mechanism;
//  3. sampler.New, whose methods draw, from the system's randomness alone and nowhere else in the project.
//
// Every conversion rounds toward more privacy.
package noise
