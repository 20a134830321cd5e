//go:build !js

package audit

const (
	drawPackage     = "core/adapt/draw"
	objectiveFile   = "core/solve/discrepancy/objective.go"
	wipeFile        = "core/solve/discrepancy/wipe.go"
	meanFile        = "core/internal/private/moment/mean.go"
	engineFile      = "jsbridge/engine_js.go"
	workerFile      = "jsbridge/npm/runtime/engine-worker.js"
	wipedTest       = "jsbridge/npm/test/wiped.test.mjs"
	drawOverwrites  = "TestADrawOverwritesWhatItDrewFrom"
	noSum           = "TestNoSumIsLeftInMemory"
	noRefusedSum    = "TestNoRefusedSumIsLeftInMemory"
	noRow           = "TestNoRowIsLeftInMemory"
	noScore         = "TestNoScoreIsLeftInMemory"
	publicAlone     = "TestARunThatIsWipedHoldsPublicNumbersAlone"
	endedIsWiped    = "an engine that is ended leaves no sum in memory"
	cancelIsWiped   = "a run that is cancelled leaves no sum in memory"
	refusalIsWiped  = "what ends before a release leaves no sum in memory"
	everythingHeld  = "	for _, w := range r.private {\n		w.Wipe()\n	}\n"
	wipedByTheOwner = "	defer t.Wipe() // where there was no draw: workers that cannot be started, or a fault\n"
)

// wipingMutants leave exact sums, or what was computed from them, in memory.
var wipingMutants = []mutant{
	byTest("wiping: the sum survives the draw", drawOverwrites, adaptPackage,
		edit{drawFile, "	defer r.wipe()\n", ""}),
	byTest("wiping: the sum survives a charge that is refused", drawOverwrites, adaptPackage,
		edit{drawFile, "	defer r.wipe()\n", "	wiped := false\n	defer func() {\n		if wiped {\n			r.wipe()\n		}\n	}()\n"},
		edit{drawFile, "	value := drawn.Value{", "	wiped = true\n	value := drawn.Value{"}),
	byTest("wiping: the sum with labels survives the draw", drawOverwrites, adaptPackage,
		edit{drawFile, "		r.labelled.Wipe()\n", ""}),
	byTest("wiping: the counts survive the draw", drawOverwrites, adaptPackage,
		edit{drawFile, "		r.counts.Wipe()\n", ""}),
	byTest("wiping: random bits survive the draw", drawOverwrites, adaptPackage,
		edit{drawFile, "	r.sampler.Wipe()\n", ""}),
	byTest("wiping: what solvers hold survives the draw", noScore, adaptPackage,
		edit{drawFile, everythingHeld, ""}),
	byTest("wiping: the exact mean survives the draw", publicAlone, drawPackage,
		edit{drawVertexFile, "	r.hold(mean.Data)\n", ""}),
	byTest("wiping: the objective is not held", noScore, adaptPackage,
		edit{drawVertexFile, "	r.private = append(r.private, o)\n", ""}),
	byTest("wiping: the scores of the last draw are not held", noScore, adaptPackage,
		edit{drawVertexFile, "	r.private = append(r.private, m)\n", ""}),
	byTest("wiping: the solver's own gradient is not held", "TestWhatASolverComputesInIsHeld", drawPackage,
		edit{drawGradientFile, "		*exact = dst\n", "		_ = exact\n"}),
	byTest("wiping: the solver's own scores are not held", noScore, adaptPackage,
		edit{drawStageFile, "		*exact = gradient\n", "		_ = exact\n"}),
	byTest("wiping: M(q) of the point before survives a new start", noScore, adaptPackage,
		edit{objectiveFile, "		clear(o.matrix.Data) // it may be of a private target: see Wipe\n", ""}),
	byTest("wiping: M(q) survives", publicAlone, drawPackage,
		edit{wipeFile, "		clear(o.matrix.Data)\n", "		_ = o.matrix\n"}),
	byTest("wiping: G and its spectrum survive up to their capacity", publicAlone, drawPackage,
		edit{wipeFile, "		clear(numbers[:cap(numbers)])\n", "		_ = numbers\n"}),
	byTest("wiping: the last decomposition survives", publicAlone, drawPackage,
		edit{wipeFile, "	o.spectrum.eigen.Wipe()\n", ""}),
	byTest("wiping: the forms of G over the rows survive", publicAlone, drawPackage,
		edit{wipeFile, "		o.rows.Wipe()\n", "		_ = o.rows\n"}),
	byTest("wiping: the estimates of scores survive", publicAlone, drawPackage,
		edit{wipeFile, "		o.estimator.wipe()\n", "		_ = o.estimator\n"}),
	byTest("wiping: the norm of G survives", publicAlone, drawPackage,
		edit{wipeFile, "	o.sketch.size = 0\n", ""}),
	byTest("wiping: the sums of a draw's weights survive", publicAlone, drawPackage,
		edit{selectionFile, "	clear(m.known.sums)\n", ""}),
	byTest("wiping: means by rational numbers, which leave copies of the sum", drawOverwrites, adaptPackage,
		edit{meanFile, "	return quotient(s.Entry(i, j), uint64(s.Rows)) / (grid.Steps * grid.Steps) * s.Grid.Radius() * s.Grid.Radius()\n",
			"	_, _ = quotient, grid.Steps\n	return s.Grid.Float(s.Entry(i, j), big.NewRat(s.Rows, 1))\n"}),
	byTest("wiping: the check of a database's sums leaves copies of them", drawOverwrites, adaptPackage,
		edit{restoreFile, "				overwrite(entry) // the product may need more words than it has\n", ""}),
	byTest("wiping: the words of a sum beyond its length survive", "TestWipedSumsHoldNothing",
		"core/internal/private/moment", edit{accumulatorFile, "	clear(words[:cap(words)])\n", "	clear(words)\n"}),
	byTest("wiping: rows that were added last survive the adding up", "TestWipedSumsHoldNothing",
		"core/internal/private/moment", edit{accumulatorFile, "	clear(a.block)\n", ""}),
	byTest("wiping: the adding up of a file survives the reading", drawOverwrites, adaptPackage,
		edit{intakeFile, "	in.sum.Wipe()\n", ""}),
	byTest("wiping: the adding up of labelled rows survives the reading", drawOverwrites, adaptPackage,
		edit{intakeFile, "		in.with.Wipe()\n", ""}),
	byTest("wiping: the counting of rows survives the reading", drawOverwrites, adaptPackage,
		edit{intakeFile, "		in.counts.Wipe()\n", ""}),
	byTest("wiping: the columns of the last row survive the reading", noRow, adaptPackage,
		edit{intakeFile, "	clear(in.z)\n", ""}),
	byTest("wiping: the features of the last row survive the reading", noRow, adaptPackage,
		edit{intakeFile, "	clear(in.x)\n", ""}),
	byTest("wiping: the cells of the last row survive the reading", noRow, adaptPackage,
		edit{intakeFile, "	clear(in.cells)\n", ""}),
	byTest("wiping: a reading that fails leaves its last row", noRow, adaptPackage,
		edit{targetFile, "	defer in.wipe()\n", "	defer func() {\n		if target != nil {\n			in.wipe()\n		}\n	}()\n"}),
	byTest("wiping: what was kept of a file survives a reading that ends early",
		"TestWhatIsKeptOfAFileIsOverwrittenWhenItsReadingEnds", adaptPackage,
		edit{targetFile, "	defer repeats.wipe()\n", ""}),
	byTest("wiping: the total of labelled and other rows survives the reading", drawOverwrites, adaptPackage,
		edit{targetFile, "		defer all.Wipe()\n", ""}),
	byTest("wiping: the total of a database's two sums survives the reading", drawOverwrites, adaptPackage,
		edit{readSumsFile, "		defer all.Wipe()\n", ""}),
	byTest("wiping: the text of a database's sums survives", noSum, adaptPackage,
		edit{readSumsFile, "	defer clear(text)\n", ""}),
	byTest("wiping: the text of a database's sums survives where they are refused", noRefusedSum, adaptPackage,
		edit{
			readSumsFile,
			"	defer clear(text)\n",
			"	defer func() {\n		if target != nil {\n			clear(text)\n		}\n	}()\n",
		}),
	byTest("wiping: a database's sums that are refused survive", noRefusedSum, adaptPackage,
		edit{readSumsFile, "	defer t.wipeUnless(&target)\n", ""}),
	byTest("wiping: a run without workers leaves the sum", noSum, adaptPackage,
		edit{adaptFile, wipedByTheOwner, ""}),
	byTest("wiping: a target that was wiped makes a release", noSum, adaptPackage,
		edit{adaptFile, "func (t *Target) Wipe() {\n	t.used = true\n", "func (t *Target) Wipe() {\n"}),
	byTest("wiping: a target that is not used keeps the sum with labels", noRefusedSum, adaptPackage,
		edit{adaptFile, "		t.labelled.Wipe()\n", ""}),
	byTest("wiping: a target that is not used keeps its counts", noRefusedSum, adaptPackage,
		edit{adaptFile, "		t.counts.Wipe()\n", ""}),
	byTest("wiping: a file that is dropped after its report keeps its sum", refusalIsWiped, wipedTest,
		edit{engineFile, "		target.Wipe()\n", "		_ = target\n"}),
	byTest("wiping: a run is not cancelled where the engine is ended", endedIsWiped, wipedTest,
		edit{engineFile, "	for _, c := range e.calls {\n		c.ctx.cancel()\n	}\n", ""}),
	byTest("wiping: an engine that is ended keeps its targets", "an engine that is ended overwrites the sums that no run has used", wipedTest,
		edit{engineFile, "	for handle := range e.handles {\n		e.drop(handle)\n	}\n", ""}),
	byTest("wiping: an engine is ended without a word", endedIsWiped, wipedTest,
		edit{workerFile, "      if (program && !dead) {", "      if (false) {"}),
	byTest("wiping: an engine is ended before it has overwritten its sums", "a thread is ended when its engine has overwritten its sums, and not before", wipedTest,
		edit{workerFile, "        await settled.promise;\n", ""}),
}
