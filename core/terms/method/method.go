// Package method has the names that settings and certificates use for mechanisms, solvers and other choices, each
// kind a type of its own. A name is written in documents as it stands here.
package method

import "slices"

// Texts are names as texts.
func Texts[T ~string](names []T) []string {
	list := make([]string, len(names))
	for k, name := range names {
		list[k] = string(name)
	}
	return list
}

// Mechanism is the way in which private data leave.
type Mechanism string

const (
	Moment    Mechanism = "moment"    // the second moment with noise; everything after it is post-processing
	Selection Mechanism = "selection" // each vertex of a Frank–Wolfe run drawn with noise
	Gradient  Mechanism = "gradient"  // each gradient of a run of mirror descent with noise
	Tally     Mechanism = "tally"     // of a report: counts of rows in public places, with noise
)

// Mechanisms in the order in which they are listed; a report has Tally and no choice.
var Mechanisms = []Mechanism{Moment, Selection, Gradient}

// Solver minimises the discrepancy.
type Solver string

const (
	ProjectedGradient Solver = "projected-gradient"
	FrankWolfe        Solver = "frank-wolfe"
	MirrorDescent     Solver = "mirror-descent"
	SingleStage       Solver = "single-stage"
	NoSolver          Solver = "none" // of released moments
)

// Solvers in the order in which they are listed, without NoSolver. A new one needs, besides its package: SolversOf and
// defaultIterations in adapt/plan, the dispatch in adapt/postprocess/reweight.go, mechanisms in verify, and its name in
// the table of settings, and in release.schema.json and README.md of jsbridge/npm.
var Solvers = []Solver{ProjectedGradient, FrankWolfe, MirrorDescent, SingleStage}

// Smoothing is what stands in for the spectral norm. Released moments have an empty one.
type Smoothing string

const (
	Softmax Smoothing = "softmax"
	PNorm   Smoothing = "pnorm"
)

// Smoothings in the order in which they are listed.
var Smoothings = []Smoothing{Softmax, PNorm}

// Calibration chooses how the noise of a budget is computed.
type Calibration string

const (
	Tight Calibration = "tight" // the least noise that the accountant accepts
	Paper Calibration = "paper" // the scale printed in the paper
)

// Calibrations in the order in which they are listed.
var Calibrations = []Calibration{Tight, Paper}

// Adjacency says which data sets are neighbours, and so what a guarantee hides.
type Adjacency string

const (
	// ReplaceOne: neighbours differ in the value of one record. The number of records, n, is public.
	ReplaceOne Adjacency = "replace-one"
	// AddRemove: neighbours differ in the presence of one record. n is private, so only what the mechanism releases may
	// depend on it.
	AddRemove Adjacency = "add-remove"
)

// Adjacencies in the order in which they are listed.
var Adjacencies = []Adjacency{ReplaceOne, AddRemove}

// Unit is what the number of rows of a certificate counts, and what its guarantee protects.
type Unit string

// Record is one record of the owner's data: of a file, of a table in a database, or of rows that a program hands over.
// Each counts once, whatever its cells are, with a label or without.
const Record Unit = "record"

// Person is all records in which a column has one text. Each person counts once, whatever their records are and however
// many.
const Person Unit = "person"

// One is the word for a unit in messages.
func (u Unit) One() string {
	if u == Person {
		return "person"
	}
	return "row"
}

// Many is the word for several units in messages.
func (u Unit) Many() string {
	if u == Person {
		return "people"
	}
	return "rows"
}

// Whole is the words for all data of a unit in messages.
func (u Unit) Whole() string {
	if u == Person {
		return "all rows of a person"
	}
	return "a whole row"
}

// Base says which model is fitted to the public sample under the released weights. File is a
// candidate of Auto where there is a file.
type Base string

const (
	// Of numbers the second stage of the paper, in the features of the discrepancy; of classes logistic regression.
	Linear Base = "linear"
	Smooth Base = "smooth" // kernel ridge regression
	Trees  Base = "trees"  // boosted trees
	File   Base = "file"   // an analyst's own, which is evaluated as its file says and not fitted
)

// Auto is the base that blends all others that the sample allows.
const Auto Base = "auto"

// OfNumbers reports whether models of this kind predict numbers and no classes.
func (b Base) OfNumbers() bool { return b == Smooth }

// Limited reports whether models of this kind predict nothing outside what they have seen in the sample.
func (b Base) Limited() bool { return b == Trees || b == File }

// Bases in the order in which they are listed, without Auto.
var Bases = []Base{Linear, Smooth, Trees, File}

// Fitted are the kinds that are fitted to a sample of numbers or classes.
func Fitted(classes bool) []Base {
	return slices.DeleteFunc(slices.Clone(Bases), func(b Base) bool { return b == File || classes && b.OfNumbers() })
}
