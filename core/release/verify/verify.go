// Package verify recomputes the guarantee of a release from the parameters in its certificate alone. Call [Certificate]
// on what release.Decode has read; its Report is OK, or names the problems. The package shares only the document's types
// with the engine: the accountant and the sensitivities are implemented a second time, so that a fault in the engine is
// not repeated when its releases are checked.
package verify

import (
	"fmt"
	"math"
	"slices"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// Report is the outcome for one document.
type Report struct {
	OK        bool             `json:"ok"` // true if and only if Problems is empty
	ReleaseID string           `json:"releaseId"`
	Kind      string           `json:"kind"`
	Mechanism method.Mechanism `json:"mechanism"`
	Solver    method.Solver    `json:"solver"`
	Adjacency method.Adjacency `json:"adjacency"`
	// Unit is what is protected and counted, and UnitColumn the column of the owner's data that names people; absent
	// where there is none.
	Unit       method.Unit `json:"unit"`
	UnitColumn string      `json:"unitColumn,omitempty"`
	// N is absent where the adjacency keeps it private; RowsEstimate is present instead.
	N            int64   `json:"n,omitempty"`
	RowsEstimate float64 `json:"rowsEstimate,omitempty"`
	// Owners is the number of releases that were combined, under Assumption; absent where none were.
	Owners     int    `json:"owners,omitempty"`
	Assumption string `json:"assumption,omitempty"`

	Epsilon        float64 `json:"epsilon"` // recomputed at Delta
	Delta          float64 `json:"delta"`
	DeltaRows      float64 `json:"deltaRows"` // δ·n or, where n is private, δ·n̂
	ClaimedEpsilon float64 `json:"claimedEpsilon"`
	Rho            float64 `json:"rho"` // recomputed

	Problems []string `json:"problems"` // plain sentences
	Remarks  []string `json:"remarks"`  // plain sentences about what is valid but deserves attention
}

// slack allows for the rounding of two independent computations. It is far too small to matter for a claim.
const slack = 1e-9

// Certificate checks a decoded release. The guarantee holds if the released values were made as the certificate states,
// which no reader of a release can check, and if its statements about the public source are true: r̂ and the bound on
// its fourth moments, which a reader who has the source can compute. Allowances name problems that are then not
// refused.
func Certificate(r *release.Release, allowed ...Allowance) Report {
	c := r.Certificate
	report := Report{
		ReleaseID: r.ReleaseID, Kind: string(r.Kind), Mechanism: c.Mechanism, Solver: c.Solver,
		Adjacency: c.Adjacency, Unit: c.Unit, UnitColumn: c.UnitColumn, N: c.N, RowsEstimate: c.RowsEstimate,
		Delta: c.Delta, ClaimedEpsilon: c.Epsilon,
		Problems: []string{}, Remarks: []string{},
	}
	if c.Combination != nil {
		report.Owners, report.Assumption = int(c.Combination.Owners()), c.Combination.Assumption
	}
	problem := func(format string, values ...any) {
		report.Problems = append(report.Problems, fmt.Sprintf(format, values...))
	}
	known, is := mechanisms[c.Mechanism]
	if !is {
		problem("the mechanism %.40q is not known", c.Mechanism)
		return report
	}
	if err := r.CheckShape(); err != nil {
		problem("%s", err)
		return report
	}
	for _, check := range []func(*release.Release) []string{checkRanges, checkFields} {
		for _, p := range check(r) {
			problem("%s", p)
		}
	}
	if len(report.Problems) > 0 {
		return report // the formulas need parameters within these ranges
	}

	rho, pure, err := known.spent(r)
	if err != nil {
		problem("%s", err)
		return report
	}
	epsilon := math.Min(epsilonOf(rho, c.Delta), pure)
	// Comparisons with NaN are false, so nothing below may see one.
	if !(rho >= 0 && !math.IsInf(rho, 1)) || !(epsilon >= 0 && !math.IsInf(epsilon, 1)) {
		problem("the parameters of the noise give no finite guarantee")
		return report
	}
	report.Rho, report.Epsilon = rho, epsilon
	if c.Epsilon < report.Epsilon*(1-slack) {
		problem("the certificate claims ε = %.6g, but its noise gives only ε = %.6g at δ = %.3g", c.Epsilon, report.Epsilon,
			c.Delta)
	}
	if c.Rho < rho*(1-slack) {
		problem("the certificate claims ρ = %.6g, but its noise gives only ρ = %.6g", c.Rho, rho)
	}
	if err := checkValues(r); err != nil {
		problem("%s", err)
	}
	if c.Report != nil && c.Report.Model == release.GivenModel {
		report.Remarks = append(report.Remarks,
			"the report is about a model that was given; compare its SHA-256 with the certificate's")
	}
	if c.Labels != nil && r.Kind == release.Model {
		report.Remarks = append(
			report.Remarks,
			"private labels corrected the model; the correction rests on sums that the document does not hold, so a reader who does not have them from elsewhere cannot compute it again",
		)
	}
	if file := r.NamedFile(); file != nil {
		report.Remarks = append(
			report.Remarks,
			"a model in a file was there to choose from; the document names the file by its SHA-256, "+file.SHA256+", and does not hold it",
		)
	}
	report.DeltaRows = c.Delta * rowsOf(c)
	remark, err := checkDelta(c)
	if remark != "" {
		report.Remarks = append(report.Remarks, remark)
	}
	if err != nil && !slices.Contains(allowed, LargeDelta) {
		problem("%s", err)
	}
	report.OK = len(report.Problems) == 0
	return report
}

// gridSteps is the grid of version 1 of the format.
const gridSteps = 1 << 30

// rule is what a certificate's mechanism means: the solvers that work with it, and the ρ and the pure ε, perhaps
// infinite, of all its draws.
type rule struct {
	solvers []method.Solver
	spent   func(*release.Release) (rho, pure float64, err error)
}

// mechanisms has all that are known. A mechanism that is not there is refused, so none is taken for another.
var mechanisms = map[method.Mechanism]rule{
	method.Moment: {
		[]method.Solver{method.ProjectedGradient, method.MirrorDescent, method.SingleStage},
		momentSpent,
	},
	method.Selection: {[]method.Solver{method.FrankWolfe, method.SingleStage}, selectionSpent},
	method.Gradient:  {[]method.Solver{method.MirrorDescent}, gradientSpent},
	method.Tally:     {nil, tallySpent},
}

// checkRanges refuses parameters that the engine cannot state. The limits are the verifier's own; they keep all
// formulas finite.
func checkRanges(r *release.Release) []string {
	c := &r.Certificate
	intercept := c.Radius * float64(c.InterceptSteps) / gridSteps
	m := r.Provenance.FeatureMap()
	solved, public, private := r.Kind != release.Moments &&
		!r.Kind.Counted(), c.Adjacency == method.ReplaceOne, c.Adjacency == method.AddRemove
	solvers := []method.Solver{method.NoSolver}
	if solved {
		solvers = mechanisms[c.Mechanism].solvers
	}
	return unmet([]requirement{
		{c.Epsilon > 0, "ε is not above 0"},
		{c.Delta > 0 && c.Delta < 1, "δ is not between 0 and 1"},
		{c.Rho >= 0, "ρ is negative"},
		{!public || c.N >= 1, "n is below 1"},
		{!public || c.RowsEstimate == 0, "n is public, but there is an estimate of it"},
		{!private || c.Mechanism == method.Moment || c.Mechanism == method.Tally,
			"only the second moment and the counts of a report can keep the number of rows private"},
		{(c.Mechanism == method.Tally) == r.Kind.Counted(),
			"counts of rows are released in a report of another mechanism, or as another kind of release"},
		{!private || c.N == 0, "n is stated, but the adjacency keeps it private"},
		{!private || c.RowsEstimate >= 1, "the estimate of n is below 1"},
		{c.Radius >= 1e-3 && c.Radius <= 1e6, "the radius is not between 10^-3 and 10^6"},
		{c.GridSteps == gridSteps, "the grid does not have 2^30 steps"},
		// The intercept is rounded down to the grid, and every source row contains it.
		{math.Abs(float64(c.InterceptSteps)-gridSteps/math.Sqrt(10)) <= 1, "the intercept is not r/√10"},
		{c.SourceRadius >= intercept*(1-slack) && c.SourceRadius <= c.Radius*(1+slack),
			"the source's radius is not between the intercept and r"},
		{c.Draws >= 0, "the number of draws is negative"},
		{c.Combination == nil || c.Mechanism == method.Moment || c.Mechanism == method.Tally,
			"only second moments and counts can be combined"},
		{r.Kind != release.Moments || math.Abs(r.Values.Moments[0][0]-intercept*intercept) <= slack*intercept*intercept,
			"the public entry of the moments is not the squared intercept"},
		{c.Features == string(m.Kind), "the features named are not the map's"},
		{c.Order == m.Dim()+1, "the order does not fit the schema and its features"},
		{r.Provenance.SourceRows >= 2, "the source has fewer than two rows"},
		{c.Mu == nil || *c.Mu > 0 && *c.Mu <= 1e9, "μ is not between 0 and 10^9"},
		{c.P == nil || *c.P >= 1 && *c.P <= 1e3, "p is not between 1 and 1000"},
		{c.ModelNorm == nil || *c.ModelNorm >= 1e-6 && *c.ModelNorm <= 1e9, "Λ is not between 10^-6 and 10^9"},
		{(c.Smoothing == method.Softmax || c.Smoothing == method.PNorm) == solved && (solved || c.Smoothing == ""),
			"a smoothing is named where no solver ran, or none where one ran"},
		{!solved || c.Lambda != nil && *c.Lambda >= 0 && *c.Lambda <= 1e15,
			"λ is missing or out of range where a solver ran"},
		{!solved || c.Iterations != nil && *c.Iterations >= 1 && *c.Iterations <= 1_000_000,
			"K is missing or out of range where a solver ran"},
		{slices.Contains(solvers, c.Solver), "the solver does not belong to the mechanism"},
		{!(c.Solver == method.SingleStage && c.Smoothing != method.Softmax),
			"the single-stage solver requires the softmax"},
	})
}

// requirement is what a document has to meet, and the sentence about one that does not.
type requirement struct {
	met     bool
	message string
}

// unmet returns the sentences about what is not met.
func unmet(list []requirement) (problems []string) {
	for _, r := range list {
		if !r.met {
			problems = append(problems, r.message)
		}
	}
	return problems
}
