// Package noise is the room of the laws of noise, all of them public. Begin with accountant, which turns ε and δ into ρ
// and a σ. Package sampler draws, from the system's randomness alone and nowhere else in the project. Package
// momentnoise says how far noise of a given σ moves a released matrix.
package noise
