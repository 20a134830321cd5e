// Package combine adds up the private second moments that several owners released of one target population.
//
// # What is added
//
// Owner i has n_i private rows and released M̂_i = (1/n_i)(S_i + W_i), S_i the exact sum of outer products and W_i the
// mechanism's noise. Weighted by n_i they give
//
//	M̂₀ = Σ n_i·M̂_i / Σ n_i = M₀ + W/n,  n = Σ n_i,  W = Σ W_i,
//
// the second moment of all rows together: the noise of the sum has the sum of the variances, so with equal owners the noise of
// the mean falls as one over the root of their number beside that of one of them. (One owner of all rows would have as many times
// less again: each of N owners brings noise that is enough for itself.) n_i is public under replace-one adjacency. Under add-remove
// it is private, and the released n̂_i takes its place: n̂_i·M̂_i is the noisy sum that the mechanism drew and n̂ = Σ n̂_i its noisy
// count, so the ratio is that of one owner's release with the noises added. A count that came out below 1 was cut off there
// and is no longer that sum's; such a release cannot be combined. (Who then leaves that owner out chooses by the noise, and the
// stated confidences do not cover it. For owners of few rows take replace-one.)
//
// # Privacy
//
// Nothing is drawn here: all of it is post-processing. A person's record that stands with one owner alone changes one
// release, so all releases together are (max ε_i, max δ_i)-differentially private and max ρ_i-zCDP: parallel composition over
// owners (McSherry 2009, theorem 4). That the owners are disjoint is an assumption nobody can check from releases; the
// document names it. Where k owners hold the same person, up to k of the losses add up for that person.
//
// Tests: TestCombinedNoise the law of the noise, TestAddingIsAssociativeAndCommutative the sums,
// TestNoMutatedCombinationVerifiesBelowItsNoise the claims. COMBINE.md has figures.
package combine
