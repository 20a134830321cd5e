//go:build !js

package audit

const (
	adaptPackage     = "core/adapt"
	drawGradientFile = "core/adapt/draw/gradient.go"
	postprocessFile  = "core/adapt/postprocess/postprocess.go"
	targetFile       = "core/adapt/target.go"
	shareFile        = "core/adapt/share.go"
	optionsFile      = "jsbridge/options.go"
	cadenceFile      = "jsbridge/cadence.go"

	payment = "	if err := r.pay(g); err != nil {\n		return g, out, err\n	}\n"
	refuses = "TestEveryGenuineReleaseVerifies"
	drawing = "	o := r.exactObjective()\n"
)

// pipelineMutants are faults of the order of charge and draw, and of the values that pass from the private side to
// the release.
var pipelineMutants = []mutant{
	byTest("pipeline: the second moment charged after its draw", "TestNothingIsDrawnBeforeTheCharge", adaptPackage,
		edit{drawMomentFile, payment + "	out.Moment, out.MomentRows = m.Release(r.sum, r.sampler)\n",
			"	out.Moment, out.MomentRows = m.Release(r.sum, r.sampler)\n" + payment}),
	byTest("pipeline: vertices charged after their draw", "TestNothingIsDrawnBeforeTheCharge", adaptPackage,
		edit{drawVertexFile, payment + drawing, drawing},
		edit{drawVertexFile, "	out.Weights = o.Point()\n", payment + "	out.Weights = o.Point()\n"}),
	byTest("pipeline: gradients charged after their noise", "TestNothingIsDrawnBeforeTheCharge", adaptPackage,
		edit{drawGradientFile, payment + drawing, drawing},
		edit{drawGradientFile, "	checkDraws(m.Draws(), draws)\n", "	checkDraws(m.Draws(), draws)\n" + payment}),
	byTest("pipeline: the ledger charged half of the certified ρ", "TestNothingIsDrawnBeforeTheCharge", adaptPackage,
		edit{drawFile, "epsilon, rho := r.Epsilon, g.Rho", "epsilon, rho := r.Epsilon, g.Rho/2"}),
	byTest("pipeline: no guarantee stated of drawn vertices", refuses, verifyPackage,
		edit{drawVertexFile, "	g = drawn.Guarantee{Rho: rho", "	_ = drawn.Guarantee{Rho: rho"}),
	byTest("pipeline: no guarantee written into the certificate", refuses, verifyPackage,
		edit{postprocessFile, "r.certificate(c)), r}", "r.certificate(release.Certificate{})), r}"}),
	byTest("pipeline: the certificate's ρ cut to three decimals", refuses, verifyPackage,
		edit{certificateFile, "v.Guarantee.Rho,", "float64(int(v.Guarantee.Rho*1e3)) / 1e3,"}),
	byTest("pipeline: a round limit that depends on the private count", "TestThePlanSurvivesTheDraw", adaptPackage,
		edit{drawMomentFile, "	rho := accountant.Rho(",
			"	if r.sum.Rows < 100 {\n		r.Iterations = min(r.Iterations, 20)\n	}\n	rho := accountant.Rho("}),
	byTest("pipeline: the private count stated under add-remove", "TestRowCountStaysPrivate", adaptPackage,
		edit{drawFile, "	if p.Adjacency == method.ReplaceOne {\n		value.Rows = r.rows()\n	}\n", "	value.Rows = r.rows()\n"}),
	byTest("pipeline: the exact count where the released one belongs", "TestTheStatedCountIsNoisy", adaptPackage,
		edit{drawMomentFile, "	g.Noise.StandardDeviation =",
			"	out.MomentRows = float64(r.sum.Rows)\n	g.Noise.StandardDeviation ="}),
	byTest("pipeline: the exact ‖M(q)‖₂ stated under selection", refuses, verifyPackage,
		edit{drawVertexFile, "	out.Weights = o.Point()\n",
			"	out.Weights = o.Point()\n	g.Noise.StandardDeviation = o.Norm()\n"}),
	byTest("pipeline: the exact objective stated under gradient", refuses, verifyPackage,
		edit{drawGradientFile, "	checkDraws(m.Draws(), draws)\n",
			"	checkDraws(m.Draws(), draws)\n	g.Noise.ScoreRange = o.Value()\n"}),
	byTest("pipeline: the exact ‖M(q)‖₂ in a field that the mechanism has", "TestCertificatesOfNeighboursAreEqual",
		adaptPackage,
		edit{drawVertexFile, "	out.Weights = o.Point()\n",
			"	out.Weights = o.Point()\n	g.Noise.ScoreError += 1e-9 * o.Norm()\n"}),
	byTest("pipeline: post-processing imports the private sum", "TestPostprocessingImportsNothingPrivate", "core",
		edit{postprocessFile, "import (\n", "import (\n	_ \"privadapt/core/internal/private/moment\"\n"}),
	byTest("pipeline: post-processing imports the sampler", "TestPostprocessingImportsNothingPrivate", "core",
		edit{postprocessFile, "import (\n", "import (\n	_ \"privadapt/core/noise/sampler\"\n"}),
	byTest("pipeline: a solver imports the mechanisms", "TestImportsRunOneWay", "core",
		edit{frankWolfeFile, "package frankwolfe\n",
			"package frankwolfe\n\nimport _ \"privadapt/core/internal/private/mechanism\"\n"}),
	byTest("pipeline: the owner's engine links the experiments", "TestImportsRunOneWay", "core",
		edit{"wasm/engine/main.go", "import (\n", "import (\n	_ \"privadapt/core/lab/experiment\"\n"}),
	byTest("pipeline: the owner's engine draws from a seed", "TestReleaseImportsNoSeededSource", samplerPackage,
		edit{gaussianFile, "import \"math/big\"\n",
			"import (\n	\"math/big\"\n	\"math/rand/v2\"\n)\n\nvar _ = rand.Uint64\n"}),
	byTest("pipeline: of several files the last one alone", "TestSeveralFilesAreOnePopulation", adaptPackage,
		edit{targetFile, "		reader, err := in.open(file)\n",
			"		in.sum = moment.NewAccumulator(p.Grid, p.Map.Dim())\n		reader, err := in.open(file)\n"}),
	byTest("pipeline: a private file without rows refused under add-remove", "TestRowCountStaysPrivate", adaptPackage,
		edit{targetFile, "p.Adjacency == method.ReplaceOne {", "p.Adjacency >= method.ReplaceOne[:0] {"}),
	byTest("pipeline: a warning that says how many rows there are under add-remove", "TestWarningsKeepTheCountPrivate",
		adaptPackage, edit{"core/adapt/warnings.go", "p.Adjacency == method.ReplaceOne && p.Delta", "p.Delta"}),
	byTest("pipeline: δ against a number of rows that is private", "TestThePrivateCountIsNotAnswered", adaptPackage,
		edit{"core/adapt/plan/plan.go", "p.Adjacency == method.ReplaceOne && (!p.AcceptLargeDelta || p.Receiver != nil)",
			"(!p.AcceptLargeDelta || p.Receiver != nil)"}),
	byTest("pipeline: δ = 1/n accepted", "TestLargeDeltaIsRefused", adaptPackage,
		edit{"core/adapt/plan/plan.go", "!(p.Delta < 1/float64(rows))", "p.Delta > 1/float64(rows)"}),
	byTest("pipeline: workers by the number of private rows", "TestWorkersKeepTheCountPrivate", adaptPackage,
		edit{shareFile, "n := sharers(p.Plan, t.pool.Cores(),",
			"n := sharers(p.Plan, min(t.pool.Cores(), int(t.sum.Rows)),"}),
	byTest("pipeline: progress follows the time that rounds take", "TestProgressFollowsCountsAlone", "jsbridge",
		edit{cadenceFile, "	c.percent = percent\n", "	c.percent, c.at = percent, now\n"},
		edit{cadenceFile, "	if percent <= c.percent {\n", "	if percent <= c.percent || now-c.at < reportEvery {\n"}),
	byTest("pipeline: the adjacency asked for ignored", "TestDecodeAdaptOptions", "jsbridge",
		edit{optionsFile, "set := plain(\"\", place).set",
			"set := plain(\"\", place).set\n\tif term.Name == \"adjacency\" {\n\t\treturn func(json.RawMessage) error { return nil }\n\t}"}),
}
