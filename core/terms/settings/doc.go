// Package settings is the table of everything that a caller can state of a run: each option's name, type, words, place
// and sentences. Read Fields to list them and Find to look one up. What other languages need of the table is generated
// from it by go generate: the TypeScript declarations, the lists of names that the package checks, and the options and
// help of the command line. A test fails where what was generated is stale.
//
// An option is added here, as a field of plan.Options with its name as tag, and where it acts. Nothing else lists
// options by name.
package settings

//go:generate go run ./generate ../../..
