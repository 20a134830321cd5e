// Package combine adds up the private second moments that several owners released of one target population.
//
// # What is added
//
// Owner i has n_i private rows and released M̂_i = (1/n_i)(S_i + W_i), where S_i is the exact sum of outer products and
// W_i the mechanism's noise. Weighted by n_i they give
//
//	M̂₀ = Σ n_i·M̂_i / Σ n_i = M₀ + W/n,  n = Σ n_i,  W = Σ W_i,
//
// the second moment of all rows together. The noise of the sum has the sum of the variances, so with N equal owners the
// noise of the mean is 1/√N of one owner's noise. (A single owner of all rows would have 1/√N of that again, because
// each of the N owners adds the noise that it needs alone.) n_i is public under replace-one adjacency. Under add-remove
// it is private, and the released n̂_i takes its place: n̂_i·M̂_i is the noisy sum that the mechanism drew and n̂ = Σ
// n̂_i its noisy count, so the ratio has the form of one owner's release, with the noises added. A count that was drawn
// below 1 was cut off there and no longer belongs to that sum, so such a release cannot be combined. (To leave that
// owner out is a choice by the noise, and the stated confidences do not cover it. Owners of few rows should use
// replace-one.)
//
// # Labels
//
// Moments with labels hold the two sums that the mechanism drew, of rows with a label and of rows without one (package
// pair), as whole numbers. They are added up as they are, n and the noise as above; the moments of all rows, and how
// many have a label, follow from the total as a run computes them from its own draw. What the labels are compared with
// is a function of the public sample and of the base that was asked for, so it is the same for all owners, which their
// documents state by its digest. There is no trimmed mean of such sums: how many of an owner's rows have a label is
// private, so the entries of different owners have no common scale.
//
// # Privacy
//
// This package draws nothing: all of it is post-processing. A person's record that only one owner holds changes one
// release, so all releases together are (max ε_i, max δ_i)-differentially private and max ρ_i-zCDP: parallel
// composition over owners (McSherry 2009, theorem 4). It assumes that the owners are disjoint, which cannot be checked
// from releases; the document states the assumption. If k owners hold the same person, up to k of the losses add up for
// that person.
//
// Tests: TestCombinedNoise the law of the noise, TestAddingIsAssociativeAndCommutative the sums,
// TestNoMutatedCombinationVerifiesBelowItsNoise the claims. COMBINE.md has figures.
package combine
