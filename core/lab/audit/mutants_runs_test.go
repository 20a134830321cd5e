//go:build !js

package audit

const (
	adaptFile       = "core/adapt/adapt.go"
	certificateFile = "core/adapt/postprocess/certificate.go"
	drawFile        = "core/adapt/draw/draw.go"
	drawMomentFile  = "core/adapt/draw/moment.go"
	drawVertexFile  = "core/adapt/draw/selection.go"
	drawStageFile   = "core/adapt/draw/singlestage.go"
	stageFile       = "core/adapt/solve/singlestage.go"
	frankWolfeFile  = "core/solve/frankwolfe/frankwolfe.go"
	callFile        = "jsbridge/call_js.go"
)

// runMutants are faults of the pipeline and of its certificates.
var runMutants = []mutant{
	byAudit("run: Λ² in place of 4Λ²", "run/single-stage", 100_000,
		edit{stageFile, "return 4 * s.Norm * s.Norm", "return s.Norm * s.Norm"}),
	byAudit("run: the iterate chosen by the exact gaps", "run/single-stage", 50_000,
		edit{drawStageFile, "		return m.Minimise(gaps)\n", "		return singlestage.Least(gaps)\n"},
		edit{drawStageFile, "\"privadapt/core/adapt/drawn\"\n",
			"\"privadapt/core/adapt/drawn\"\n	\"privadapt/core/solve/singlestage\"\n"},
		edit{drawStageFile, "checkDraws(m.Draws(), k+1)", "checkDraws(m.Draws(), k)"}),
	byTest("run: the iterate chosen by whole gaps at the price of halves", "TestRunsFollowTheirLaw", "core/lab/audit",
		edit{drawStageFile, "gaps[i] /= 2", "gaps[i] /= 1"}),
	byTest("run: the choice of the iterate not charged", "TestEveryKindOfReleaseIsMade", "core/adapt",
		edit{drawStageFile, "task.Draws = k + 1", "task.Draws = k"}),
	byTest("run: K−1 draws charged and K made", "TestEveryKindOfReleaseIsMade", "core/adapt",
		edit{frankWolfeFile, "k < settings.Iterations", "k <= settings.Iterations"}),
	byTest("run: one draw fewer than charged", "TestEveryKindOfReleaseIsMade", "core/adapt",
		edit{frankWolfeFile, "for k := 1;", "for k := 2;"}),
	byTest("run: the rounding of scores not certified", "TestEveryGenuineReleaseVerifies", "core/release/verify",
		edit{drawVertexFile, "		Error:  g.ScoreError(p.Mu, p.Lambda, draws),\n", ""}),
	byTest("run: twice the private rows in the sensitivities", "TestEveryGenuineReleaseVerifies", "core/release/verify",
		edit{drawVertexFile, "p, g := r.Plan, r.Geometry(r.sum.Rows)", "p, g := r.Plan, r.Geometry(2*r.sum.Rows)"}),
	byTest("run: a smaller ε in the certificate than the noise has", "TestEveryGenuineReleaseVerifies",
		"core/release/verify", edit{certificateFile, "p.Epsilon,", "p.Epsilon / 2,"}),
	byTest("run: noise for ten times the δ", "TestEveryGenuineReleaseVerifies", "core/release/verify",
		edit{drawMomentFile, "accountant.Rho(r.Epsilon, r.Delta)", "accountant.Rho(r.Epsilon, 10*r.Delta)"}),
	byTest("run: the charge skipped", "TestChargeComesBeforeTheRelease", "core/adapt",
		edit{drawMomentFile, "	if err := r.pay(g); err != nil {\n		return g, out, err\n	}\n", ""}),
	byTest("run: a refused charge ignored", "TestChargeComesBeforeTheRelease", "core/adapt",
		edit{drawFile, "	return r.charge(Charge{epsilon, r.Delta, rho})",
			"	r.charge(Charge{epsilon, r.Delta, rho})\n	return nil"}),
	byTest("run: a row added or removed charged as one replaced", "TestAddRemoveIsChargedAsReplacing", "core/adapt",
		edit{drawFile, "		rho *= 2", "		rho *= 1"}),
	byTest("run: one reading makes two releases", "TestChargeComesBeforeTheRelease", "core/adapt",
		edit{adaptFile, "	if t.used {", "	if false {"}),
	byTest("run: the answer of the ledger ignored", "the engine releases nothing unless the charge is granted",
		"jsbridge/npm/test/protocol.test.mjs", edit{callFile, "		if !answer.ok {", "		if false {"}),
	byTest("run: the ledger not asked", "the engine releases nothing unless the charge is granted",
		"jsbridge/npm/test/protocol.test.mjs",
		edit{callFile, "target.Adapt(c.engine.info, c.charge, c.progress)",
			"target.Adapt(c.engine.info, func(adapt.Charge) error { return nil }, c.progress)"}),
	byTest("run: a grant that came before the engine asked", "a grant that comes before the engine asks is none",
		"jsbridge/npm/test/protocol.test.mjs",
		edit{callFile, "	case <-c.charged: // an answer without a request\n	default:", "	default:"}),
}
