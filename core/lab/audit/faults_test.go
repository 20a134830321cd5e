//go:build !js

package audit

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"privadapt/core/must"
)

var only = flag.String("audit.only", "", "plant the faults whose names match this `pattern`")

// fault is one that a programmer might make in the code that privacy rests on. Go compiles the changed files in place
// of the shipped ones (go help build, -overlay). The fault is caught if the audit calls a claim broken, or if the named
// test fails.
type fault struct {
	name string
	by   catcher
	in   []edit
}

// edit replaces the only occurrence of a text in a file of the module.
type edit struct{ file, old, new string }

// catcher is what catches a fault: the audit of some cells, or a test of a package.
type catcher struct {
	cells  string // a pattern
	trials int    // a side

	test, of string
}

func byCells(cells string, trials int) catcher { return catcher{cells: cells, trials: trials} }

func byTest(name, of string) catcher { return catcher{test: name, of: of} }

func (c catcher) String() string {
	if c.cells != "" {
		return "the audit of " + c.cells
	}
	return c.test
}

// faults are planted one by one by make audit. Faults that cost no privacy are not among them: rows rounded to the
// nearest step with their norm checked afterwards, scores rounded up in place of down (either way a neighbour's differ
// by less than the charge allows).
var faults = []fault{
	{"moment: sensitivity halved", byCells("moment/axes", 50_000), []edit{
		{"core/noise/law.go", "SetInt(sensitivity2)", "SetFrac(sensitivity2, big.NewInt(4))"},
	}},
	{"moment: sensitivity −25%", byCells("moment/axes", 100_000), []edit{
		{"core/noise/law.go", "budget.Mul(budget, big.NewRat(4, 1))", "budget.Mul(budget, big.NewRat(64, 9))"},
	}},
	{"moment: σ halved", byCells("moment/axes", 50_000), []edit{
		{"core/noise/law.go", "Diagonal: new(big.Int).Lsh(off, 1)}", "Diagonal: new(big.Int).Rsh(off, 1)}"},
	}},
	{"moment: the variance of the off-diagonal on the diagonal", byCells("moment/axes", 100_000), []edit{
		{"core/internal/private/mechanism/moment.go", "s.DiscreteGaussian(noise, m.Diagonal)", "s.DiscreteGaussian(noise, m.OffDiagonal)"},
	}},
	{"moment: off-diagonals unscaled (private, and not as certified)", byTest("TestMomentNoiseMatchesItsCertificate", "core/internal/private/mechanism"), []edit{
		{"core/internal/private/mechanism/moment.go", "s.DiscreteGaussian(noise, m.OffDiagonal)", "s.DiscreteGaussian(noise, m.Diagonal)"},
	}},
	{"moment: off-diagonal noise forgotten", byCells("moment/off-diagonal", 20_000), []edit{
		{"core/internal/private/mechanism/moment.go", "s.DiscreteGaussian(noise, m.OffDiagonal)", "noise.SetInt64(0)"},
	}},
	{"moment: one random number for all off-diagonals", byTest("TestNoiseIsIndependent", "core/lab/audit"), []edit{
		{"core/internal/private/mechanism/moment.go",
			"\tvar noisy []*big.Int\n",
			"\tvar noisy []*big.Int\n\tfirst := new(big.Int)\n\ts.DiscreteGaussian(first, m.OffDiagonal)\n"},
		{"core/internal/private/mechanism/moment.go", "s.DiscreteGaussian(noise, m.OffDiagonal)", "noise.Set(first)"},
	}},
	{"moment: the count under add-remove adjacency without noise", byCells("moment/add-remove", 50_000), []edit{
		{"core/internal/private/mechanism/moment.go", "i == 0 && j == 0 && m.Adjacency == method.ReplaceOne", "i == 0 && j == 0"},
	}},
	{"charge: ρ rounded up", byTest("TestConversionsRoundTowardPrivacy", "core/noise"), []edit{
		{"core/noise/accountant.go", "\t\t\treturn low\n", "\t\t\treturn high\n"},
	}},
	{"charge: the rounding of δ not allowed for", byTest("TestAgreesWithReference", "core/noise"), []edit{
		{"core/noise/accountant.go", "\tlogDelta += 1e-15 * (high * (high*rho + epsilon + 1))\n", ""},
		{"core/noise/accountant.go", "math.Exp(logDelta)*roundUp", "math.Exp(logDelta)"},
	}},
	{"charge: pure composition counted once for all draws", byTest("TestBoundedRangeEtaSpendsTheBudget", "core/noise"), []edit{
		{"core/noise/accountant.go", "pure := epsilon / float64(k)", "pure := epsilon"},
	}},
	{"charge: zCDP composition counted once for all draws", byTest("TestBoundedRangeEtaSpendsTheBudget", "core/noise"), []edit{
		{"core/noise/accountant.go", "return float64(k) * eta * eta / 8 * roundUp", "return eta * eta / 8 * roundUp"},
	}},
	{"labels: two sums charged as if a row stayed in one of them", byCells("labels/label-lost", 50_000), []edit{
		{"core/noise/law.go", "\treturn n2.Lsh(n2, 1)\n", "\treturn n2\n"},
	}},
	{"labels: the number of labels without noise", byCells("labels/count", 50_000), []edit{
		{"core/internal/private/mechanism/pair.go", "\t\t\tif i == j {\n", "\t\t\tif j == 0 {\n\t\t\t\tnoise.SetInt64(0)\n\t\t\t} else if i == j {\n"},
	}},
	{"report: the sensitivity of one cell only", byCells("report/label-only", 50_000), []edit{
		{"core/noise/counts.go", "\treturn whole.Lsh(whole, 1)\n", "\treturn whole\n"},
	}},
	{"report: one draw of noise for all cells", byTest("TestTallyNoiseMatchesItsCertificate", "core/internal/private/mechanism"), []edit{
		{"core/internal/private/mechanism/tally.go",
			"\t\tnoise := new(big.Int)\n\t\ts.DiscreteGaussian(noise, m.Variance)\n\t\tnoise.Add(noise, big.NewInt(sum.Cell(k)))\n",
			"\t\tnoise := new(big.Int)\n\t\tif k > 0 {\n\t\t\tnoise.SetInt64(int64(noisy[k-1]*appraisal.Unit*appraisal.Unit) - sum.Cell(k-1))\n\t\t} else {\n\t\t\ts.DiscreteGaussian(noise, m.Variance)\n\t\t}\n\t\tnoise.Add(noise, big.NewInt(sum.Cell(k)))\n"},
	}},
	{"people: rows not shrunk", byCells("people/one-thousand", 20_000), []edit{
		{"core/data/grid/grid.go", "\tif r == 1 {\n", "\tif r >= 1 {\n"},
	}},
	{"people: each row that names nobody is a person's own", byCells("run/nobody", 6_000), []edit{
		{"core/internal/private/people/people.go", "\tp.again++\n", "\tif p.again++; len(name) == 0 {\n\t\treturn 1, 1, true\n\t}\n"},
	}},
	{"estimate: the shares of a row sum to more than a row", byTest("TestEveryRowIsAUnit", "core/internal/private/tally"), []edit{
		{"core/internal/private/tally/tally.go", "\treturn min(max(shares[place], 0), left)\n", "\treturn max(shares[place], 0)\n"},
	}},
	{"estimate: the rows of a person add up", byTest("TestEveryPersonIsAUnit", "core/internal/private/tally"), []edit{
		{"core/internal/private/tally/tally.go", "whole*k/of - whole*(k-1)/of", "whole + 0*k*of"},
	}},
	{"estimate: the group follows the rows before", byTest("TestARowOfAnEstimateIsAFunctionOfItsRecord", "core/adapt"), []edit{
		{"core/internal/private/tally/tally.go", "(1 + min(max(r.Group, 0), groups-1))", "(1 + (max(r.Group, 0)+int(s.rows()))%groups)"},
	}},
	{"estimate: the last node follows the private rows", byTest("TestARowOfAnEstimateIsAFunctionOfItsRecord", "core/adapt"), []edit{
		{"core/adapt/plan/report.go", "\tif r.Averages != nil {\n\t\treturn r.Averages.Rows(",
			"\tif r.Averages != nil {\n\t\tif k := len(r.Averages.Predictions) - 1; scores[0] > r.Averages.Predictions[k] {\n\t\t\tr.Averages.Predictions[k] = scores[0]\n\t\t}\n\t\treturn r.Averages.Rows("},
	}},
	{"estimate: the draw of residuals is not paid", byTest("TestALaterDrawIsCharged", "core/adapt"), []edit{
		{"core/adapt/plan/estimate.go", "math.Nextafter(rho-first, 0)", "rho"},
	}},
	{"estimate: a database's parts are not limited", byTest("TestABrokenArithmeticIsOneRow", "core/warehouse"), []edit{
		{"core/warehouse/report.go", "call(\"LEAST\", call(\"GREATEST\", upper(k), \"0\"), fmt.Sprint(unit))", "upper(k)"},
	}},
	{"people: n counts rows", byTest("TestNCountsPeople", "core/adapt"), []edit{
		{"core/adapt/target.go", "\t\tt.sum.CountPeople(report.units())\n", ""},
	}},
	{"rows: clipped, and then the unclipped ones used", byCells("moment/clipped", 20_000), []edit{
		{"core/internal/private/moment/accumulator.go", "dataset.Clip(z, a.radius)", "dataset.Clip(append([]float64(nil), z...), a.radius)"},
		{"core/data/grid/grid.go", "norm2 > bound;", "norm2 > bound && false;"},
	}},
	{"rows: sums of int64 wrap around", byTest("TestSumsDoNotWrapAround", "core/internal/private/moment"), []edit{
		{"core/internal/private/moment/accumulator.go", "const blockRows = 7", "const blockRows = 9"},
	}},
	{"rows: NaN passes the clipping", byTest("TestClip", "core/data/dataset"), []edit{
		{"core/data/dataset/schema.go", "\tif !finite(largest) {", "\tif !finite(largest) && largest == largest {"},
	}},
	{"rows: a broken record dropped", byCells("run/malformed", 20_000), []edit{
		{"core/data/dataset/target.go", "\t\tt.unusable++\n\t\treturn true\n", "\t\tt.unusable++\n\t\treturn t.nextCells(dst)\n"},
	}},
	{"rows: n taken after filtering", byCells("run/clipped", 20_000), []edit{
		{"core/internal/private/moment/accumulator.go", "\ta.rows++\n", "\tif !clipped {\n\t\ta.rows++\n\t}\n"},
	}},
	{"sum: a block counted twice after 28,672 rows", byTest("TestSumOfManyRowsIsExact", "core/internal/private/moment"), []edit{
		{"core/internal/private/moment/accumulator.go",
			"\t\ta.addBlock()\n\t}\n\treturn clipped\n",
			"\t\ta.addBlock()\n\t\tif a.rows == 28_672 {\n\t\t\ta.addBlock()\n\t\t}\n\t}\n\treturn clipped\n"},
	}},
	{"sums: a matrix that is not positive semidefinite is accepted", byTest("TestImpossibleSumsAreRefused", "core/internal/private/moment"), []edit{
		{"core/internal/private/moment/restore.go", "\tif !s.semidefinite() {\n", "\tif s.semidefinite(); false {\n"},
	}},
	{"selection: range halved", byCells("selection-tight/softmax", 200_000), []edit{
		{"core/solve/discrepancy/sensitivity.go",
			"return g.SourceRadius * g.SourceRadius * g.softmaxChange(mu) * roundUp",
			"return g.SourceRadius * g.SourceRadius * g.softmaxChange(mu) / 2"},
	}},
	{"selection: the p-norm (2p−1)-smooth, as in the paper", byCells("selection-tight/p-norm", 200_000), []edit{
		{"core/solve/discrepancy/sensitivity.go", "2 * (2*p - 1) * math.Pow", "(2*p - 1) * math.Pow"},
	}},
	{"selection: Gumbel noise added instead of subtracted", byCells("selection-tight/inexact", 200_000), []edit{
		{"core/internal/private/mechanism/selection.go",
			"\treturn m.sampler.ExponentialBelow(total, estimates.Find, excess)\n",
			"\t_ = total\n\tscores := make([]uint64, estimates.Len())\n\tfor j := range scores {\n\t\tscores[j] = excess(j)\n\t}\n\tbest, least := 0, math.Inf(1)\n\tfor j, e := range scores {\n\t\tu := (float64(m.sampler.Below(1<<53)) + 0.5) / (1 << 53)\n\t\tif v := float64(e)/ScoreResolution - math.Log(-math.Log(u)); v < least {\n\t\t\tbest, least = j, v\n\t\t}\n\t}\n\treturn best\n"},
	}},
	{"selection: permute-and-flip charged as the exponential mechanism", byCells("selection-tight/tie", 200_000), []edit{
		{"core/internal/private/mechanism/selection.go",
			"\treturn m.sampler.ExponentialBelow(total, estimates.Find, excess)\n",
			"\t_ = total\n\tscores := make([]uint64, estimates.Len())\n\tfor j := range scores {\n\t\tscores[j] = excess(j)\n\t}\n\torder := make([]int, len(scores))\n\tfor j := range order {\n\t\tk := int(m.sampler.Below(uint64(j + 1)))\n\t\torder[j], order[k] = order[k], j\n\t}\n\tlowest := scores[0] // scores count from below them all, and this draw from the least: else it may accept none\n\tfor _, score := range scores {\n\t\tlowest = min(lowest, score)\n\t}\n\tfor _, j := range order {\n\t\tif m.sampler.BernoulliExp(scores[j]-lowest, ScoreResolution) {\n\t\t\treturn j\n\t\t}\n\t}\n\treturn -1 // not reached: the least is always accepted\n"},
	}},
	{"selection: a draw of two not charged", byCells("selection-tight/two-draws", 200_000), []edit{
		{"core/internal/private/mechanism/selection.go", "BoundedRangeEta(max(task.Draws, 1), ", "BoundedRangeEta(max(task.Draws-1, 1), "},
	}},
	{"selection: a draw not counted", byTest("TestSelectionRefusesUnchargedDraws", "core/internal/private/mechanism"), []edit{
		{"core/internal/private/mechanism/selection.go", "\tm.made++\n", ""},
	}},
	{"selection: scores counted from an estimate that may be above them", byTest("TestRoughSelectionHasTheLawOfTheScores", "core/internal/private/mechanism"), []edit{
		{"core/internal/private/mechanism/selection.go", "from := least - off - m.scale/scoreSteps", "from := least - 0*off - m.scale/scoreSteps"},
	}},
	{"gradient: σ halved", byCells("gradient/one-component", 50_000), []edit{
		{"core/internal/private/mechanism/gradient.go", "m.sampler.DiscreteGaussian64(GradientResolution)", "m.sampler.DiscreteGaussian64(GradientResolution/2)"},
	}},
	{"gradient: Δ₂ −25%", byCells("gradient/one-component", 100_000), []edit{
		{"core/internal/private/mechanism/gradient.go", "(task.Sensitivity+2*root*task.Error)/rest", "(0.75*task.Sensitivity+2*root*task.Error)/rest"},
	}},
	{"gradient: a round of two not charged", byCells("gradient/two-rounds", 100_000), []edit{
		{"core/internal/private/mechanism/gradient.go", "float64(max(task.Draws, 1))", "float64(max(task.Draws-1, 1))"},
	}},
	{"gradient: the last round without noise", byCells("gradient/one-component", 20_000), []edit{
		{"core/internal/private/mechanism/gradient.go", "\tm.made++\n", "\tm.made++\n\tif m.made == m.draws {\n\t\treturn\n\t}\n"},
	}},
	{"gradient: a round not counted", byTest("TestGradientRefusesUnchargedRounds", "core/internal/private/mechanism"), []edit{
		{"core/internal/private/mechanism/gradient.go", "\tm.made++\n", ""},
	}},
	{"gradient: no noise on every 64th component", byCells("gradient/many-components", 20_000), []edit{
		{"core/internal/private/mechanism/gradient.go",
			"\tfor j, v := range gradient {\n",
			"\tfor j, v := range gradient {\n\t\tif j%64 == 63 {\n\t\t\tgradient[j] = math.Round(v/m.step) * m.step\n\t\t\tcontinue\n\t\t}\n"},
	}},
	{"sampler: the same random stream for each release", byTest("TestNoiseIsIndependent", "core/lab/audit"), []edit{
		{"core/noise/sampler/sampler.go", "newSampler(rand.Reader)", "newSampler(rand.NewChaCha8([32]byte{1}))"},
		{"core/noise/sampler/sampler.go", `"crypto/rand"`, `"math/rand/v2"`},
	}},
	{"sampler: proposals taken without asking for their score", byTest("TestExactLaws", "core/noise/sampler"), []edit{
		{"core/noise/sampler/proposal.go", "\treturn j, s.dice.scaledExpCoin(a, weight)\n", "\treturn j, true\n"},
	}},
	{"sampler: bits dealt twice", byTest("TestBitStreamDealsEachBitOnce", "core/noise/sampler"), []edit{
		{"core/noise/sampler/bitstream.go", "\t\ts.pool >>= n\n", ""},
	}},
	{"bits: numbers below n by a remainder", byTest("TestPrimitiveDrawsAreFair", "core/noise/sampler"), []edit{
		{"core/noise/sampler/bitstream.go", "if u := s.bits(length); u < n {", "if u := s.bits(length) % n; u < n {"},
	}},
	{"bits: zeros where the generator fails", byTest("TestNoDrawWithoutRandomBits", "core/noise/sampler"), []edit{
		{"core/noise/sampler/bitstream.go", `panic("sampler: the platform's random generator failed: " + err.Error())`, "clear(s.buffer[:])"},
	}},
	{"run: Λ² in place of 4Λ²", byCells("run/single-stage", 100_000), []edit{
		{"core/adapt/plan/singlestage.go", "return 4 * s.Norm * s.Norm", "return s.Norm * s.Norm"},
	}},
	{"run: the iterate chosen by the exact gaps", byCells("run/single-stage", 50_000), []edit{
		{"core/adapt/draw/singlestage.go", "\t\treturn m.Minimise(gaps)\n", "\t\treturn solve.LeastGap(gaps)\n"},
		{"core/adapt/draw/singlestage.go", "\"privadapt/core/adapt/drawn\"\n", "\"privadapt/core/adapt/drawn\"\n\t\"privadapt/core/solve\"\n"},
		{"core/adapt/draw/singlestage.go", "checkDraws(m.Draws(), k+1)", "checkDraws(m.Draws(), k)"},
	}},
	{"run: K−1 draws charged and K made", byTest("TestDrawsAreThoseCharged", "core/adapt/draw"), []edit{
		{"core/solve/frankwolfe.go", "rounds.Iterations-1", "rounds.Iterations"},
	}},
	{"run: the charge skipped", byTest("TestChargeComesBeforeTheRelease", "core/adapt"), []edit{
		{"core/adapt/draw/moment.go", "\tif err := r.pay(g); err != nil {\n\t\treturn g, out, err\n\t}\n", ""},
	}},
	{"run: a refused charge ignored", byTest("TestChargeComesBeforeTheRelease", "core/adapt"), []edit{
		{"core/adapt/draw/draw.go", "\treturn r.charge(Charge{epsilon, r.Delta, rho})", "\tr.charge(Charge{epsilon, r.Delta, rho})\n\treturn nil"},
	}},
	{"pipeline: the ledger charged half of the certified ρ", byTest("TestNothingIsDrawnBeforeTheCharge", "core/adapt"), []edit{
		{"core/adapt/draw/draw.go", "epsilon, rho := r.Epsilon, g.Rho", "epsilon, rho := r.Epsilon, g.Rho/2"},
	}},
	{"pipeline: the private count stated under add-remove", byTest("TestRowCountStaysPrivate", "core/adapt"), []edit{
		{"core/adapt/draw/draw.go", "\tif p.Adjacency == method.ReplaceOne {\n\t\tvalue.Rows = r.rows()\n\t}\n", "\tvalue.Rows = r.rows()\n"},
	}},
	{"pipeline: the exact ‖M(q)‖₂ in a field that the mechanism has", byTest("TestCertificatesOfNeighboursAreEqual", "core/adapt"), []edit{
		{"core/adapt/draw/selection.go", "\tout.Weights = o.Point()\n", "\tout.Weights = o.Point()\n\tg.Noise.ScoreError += 1e-9 * o.Norm()\n"},
	}},
	{"wiping: the sum survives the draw", byTest("TestARunOverwritesItsSums", "core/adapt/draw"), []edit{
		{"core/adapt/draw/draw.go", "\tdefer r.wipe()\n", ""},
	}},
	{"wiping: the cells of the last row survive the reading", byTest("TestAReadingOverwritesItsRows", "core/adapt"), []edit{
		{"core/adapt/intake.go", "\tclear(a.cells)\n", ""},
	}},
	{"verify: δ ≥ 1/n accepted", byTest("TestDeltaAgainstTheNumberOfRows", "core/release/verify"), []edit{
		{"core/release/verify/delta.go", "if !(largestDeltaRows(c) < 1) {", "if !(largestDeltaRows(c) >= 0) {"},
	}},
	{"verify: moments that no noise explains accepted", byTest("TestForgedDocuments", "core/release/verify"), []edit{
		{"core/release/verify/moments.go", "\treturn productsOf(", "\treturn nil\n\treturn productsOf("},
	}},
	{"labels: the verifier takes the noise of one sum for two", byTest("TestForgedDocuments", "core/release/verify"), []edit{
		{"core/release/verify/accountant.go",
			"\tif c.Labels != nil {\n\t\twant *= math.Sqrt2",
			"\tif c.Labels != nil && c.Noise.StandardDeviation > 1.2*want {\n\t\twant *= math.Sqrt2"},
	}},
	{"rows: a cell that cannot be read ends the file", byTest("TestTargetRowsAreFunctionsOfTheirRecord", "core/data/dataset"), []edit{
		{"core/data/dataset/target.go",
			"\t\tt.readField(&t.cells[width], dst)\n",
			"\t\tbefore := t.cells[width].repaired\n\t\tif t.readField(&t.cells[width], dst); t.cells[width].repaired > before {\n\t\t\treturn false\n\t\t}\n"},
	}},
	{"records: a category of the private file extends the schema", byTest("TestTargetRowsAreFunctionsOfTheirRecord", "core/data/dataset"), []edit{
		{"core/data/dataset/target.go",
			"\t\tk, ok = c.levels[string(cell)]\n",
			"\t\tk, ok = c.levels[string(cell)]\n\t\tif !ok && len(cell) > 0 {\n\t\t\tk, ok = len(c.levels)%max(1, len(c.on)), true\n\t\t\tc.levels[string(cell)] = k\n\t\t}\n"},
	}},
	{"features: the map follows the rows so far", byTest("TestFeaturesAreFunctionsOfTheirRow", "core/data/features"), []edit{
		{"core/data/features/features.go",
			"\t\tdst[k] = product(row, z)\n",
			"\t\tdst[k] = product(row, z)\n\t\trow[0] += z[0] / 100\n"},
	}},
	{"labels: the spread follows the private labels", byTest("TestALabelledRowIsAFunctionOfItsRecord", "core/adapt"), []edit{
		{"core/adapt/intake.go",
			"\thas := in.offset.Columns(",
			"\tif y := label; y > in.offset.Spread[0] {\n\t\tin.offset.Spread[0] = y\n\t}\n\thas := in.offset.Columns("},
	}},
	{"labels: the map of the features follows the private rows", byTest("TestALabelledRowIsAFunctionOfItsRecord", "core/adapt"), []edit{
		{"core/adapt/intake.go", "\tif has {\n", "\tin.plan.Map.Matrix[0][0] += in.z[0] / 100\n\tif has {\n"},
	}},
}

// planted is what became of a fault.
type planted struct {
	Name   string `json:"name"`
	By     string `json:"caughtBy"`
	Caught bool   `json:"caught"`
}

const root = "../../.."

// With -audit.only, the faults of those names are planted and all are caught.
func TestFaultsByName(t *testing.T) {
	if *only == "" {
		t.Skip("make audit plants all faults")
	}
	if len(plantFaults(t, *only)) == 0 {
		t.Fatalf("no fault is named like %q", *only)
	}
}

// plantFaults plants each fault whose name matches in a parallel test. The results are complete when those are.
func plantFaults(t *testing.T, pattern string) []planted {
	var named []fault
	for _, f := range faults {
		if regexp.MustCompile(pattern).MatchString(f.name) {
			named = append(named, f)
		}
	}
	results := make([]planted, len(named))
	for i, f := range named {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			out, caught := f.plant(t)
			if results[i] = (planted{f.name, f.by.String(), caught}); !caught {
				t.Errorf("not caught by %s:\n%s", f.by, out)
			}
		})
	}
	return results
}

// ownPanic is how a run ends, and the test with it, whose draws are not those charged.
var ownPanic = regexp.MustCompile(`panic: (draw|mechanism): `)

// plant builds what has the fault and runs what should catch it: it fails, and for that reason.
func (f fault) plant(t *testing.T) (output []byte, caught bool) {
	t.Helper()
	folder, proof := ".", regexp.MustCompile(regexp.QuoteMeta(claimBroken))
	args := []string{"-test.timeout=20m", "-test.run", "^TestAudit$/^claims$/" + f.by.cells, "-test.v", "-audit.trials",
		fmt.Sprint(f.by.trials)}
	if f.by.test != "" {
		folder, proof = filepath.Join(root, f.by.of), regexp.MustCompile("--- FAIL: "+f.by.test+"|"+ownPanic.String())
		args = []string{"-test.timeout=20m", "-test.run", "^" + f.by.test + "$"}
	}
	// In the environment, so that what a test itself lists or builds has the fault as well.
	environment := append(os.Environ(),
		"GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -overlay="+overlay(t, f.in)))
	binary := filepath.Join(t.TempDir(), "planted.test")
	build := exec.Command("go", "test", "-c", "-vet=off", "-o", binary, folder)
	build.Env = environment
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.Command(binary, args...)
	run.Env, run.Dir = environment, folder
	output, err := run.CombinedOutput()
	return output, err != nil && proof.Match(output)
}

// overlay writes the changed files and returns the file that names them.
func overlay(t *testing.T, edits []edit) string {
	t.Helper()
	dir, replace := t.TempDir(), map[string]string{}
	for i, e := range edits {
		shipped := must.Get(filepath.Abs(filepath.Join(root, e.file)))(t)
		current := shipped
		if changed, ok := replace[shipped]; ok {
			current = changed
		}
		text := string(must.Get(os.ReadFile(current))(t))
		if n := strings.Count(text, e.old); n != 1 {
			t.Fatalf("%s holds the text to be changed %d times: %q", e.file, n, e.old)
		}
		replace[shipped] = filepath.Join(dir, fmt.Sprintf("%d.go", i))
		must.Do(t, os.WriteFile(replace[shipped], []byte(strings.Replace(text, e.old, e.new, 1)), 0o644))
	}
	path := filepath.Join(dir, "overlay.json")
	must.Do(t, os.WriteFile(path, must.Get(json.Marshal(map[string]any{"Replace": replace}))(t), 0o644))
	return path
}
