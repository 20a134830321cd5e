// Package method has the names by which settings and certificates call mechanisms, solvers and what else can be chosen, each
// kind a type of its own. A name is written in documents as it stands here.
package method

// Auto leaves a mechanism or a solver to the plan. No certificate has it.
const Auto = "auto"

// Mechanism is the way in which private data leave.
type Mechanism string

const (
	Moment    Mechanism = "moment"    // the second moment with noise; everything after it is post-processing
	Selection Mechanism = "selection" // each vertex of a Frank–Wolfe run drawn with noise
	Gradient  Mechanism = "gradient"  // each gradient of a run of mirror descent with noise
)

// Mechanisms in the order in which they are listed.
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

// Solvers in the order in which they are listed, without NoSolver.
var Solvers = []Solver{ProjectedGradient, FrankWolfe, MirrorDescent, SingleStage}

// Smoothing is what stands in for the spectral norm. That of released moments is empty.
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
	// ReplaceOne: one record is another. The number of records, n, is public.
	ReplaceOne Adjacency = "replace-one"
	// AddRemove: one record is there or not. n is private, so nothing may depend on it but what the mechanism releases.
	AddRemove Adjacency = "add-remove"
)

// Adjacencies in the order in which they are listed.
var Adjacencies = []Adjacency{ReplaceOne, AddRemove}
