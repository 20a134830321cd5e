// Package noise is the room of the laws of noise, all of them public. Begin with accountant, which turns ε and δ into
// ρ. Package momentnoise turns ρ into the noise of a second moment or of the counts of a report. Package sampler draws,
// from the system's randomness alone and nowhere else in the project.
package noise
