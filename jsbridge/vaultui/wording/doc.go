// Package wording holds all texts of the vault in each language, and how numbers are written in it.
package wording
