// Package answers has what the owner answers before a file is chosen: the settings with their checks, what a run under
// them would bring, use and release, and in which step of a session they are fixed; and all texts of the vault.
package answers
