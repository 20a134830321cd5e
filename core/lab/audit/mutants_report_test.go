//go:build !js

package audit

const (
	tallyFile      = "core/internal/private/tally/tally.go"
	tallyMechanism = "core/internal/private/mechanism/tally.go"
	countsLaw      = "core/noise/momentnoise/counts.go"
	drawCounts     = "core/adapt/draw/counts.go"
	planReport     = "core/adapt/plan/report.go"
	layoutFile     = "core/release/appraisal/layout.go"
	verifyCounts   = "core/release/verify/counts.go"
	reportRow      = "TestARowOfAReportIsAFunctionOfItsRecord"
)

// reportMutants are faults in a report.
var reportMutants = []mutant{
	byAudit("report: the sensitivity of one cell only", "report/label-only", 50_000,
		edit{countsLaw, "	return whole.Lsh(whole, 1)\n", "	return whole\n"}),
	byAudit("report: groups charged as if there were none", "report/groups", 50_000,
		edit{countsLaw, "	whole.Mul(whole, big.NewInt(int64(tables)))\n", ""}),
	byAudit("report: groups charged as if there were none, when one row is there more", "report/add-remove-groups",
		50_000, edit{drawCounts, "layout.Layout.Tables()", "1"},
		edit{countsLaw, "	whole.Mul(whole, big.NewInt(int64(tables)))\n", ""}),
	byAudit("report: the count of rows without a label is exact", "report/label-lost", 50_000,
		edit{tallyMechanism, "		s.DiscreteGaussian(noise, m.Variance)\n",
			"		if k > 0 {\n			s.DiscreteGaussian(noise, m.Variance)\n		}\n"}),
	byAudit("report: one group without noise", "report/groups", 50_000,
		edit{tallyMechanism, "		s.DiscreteGaussian(noise, m.Variance)\n",
			"		if k < 2*sum.Len()/3 {\n			s.DiscreteGaussian(noise, m.Variance)\n		}\n"}),
	byTest("report: a whole run pays for one table", "TestAReportSaysHowGoodTheModelIs", adaptPackage,
		edit{drawCounts, "layout.Layout.Tables()", "1"}),
	byTest("report: one draw of noise for all cells", "TestTallyNoiseMatchesItsCertificate", mechanismPackage,
		edit{tallyMechanism, "		noise := new(big.Int)\n		s.DiscreteGaussian(noise, m.Variance)\n		noise.Add(noise, big.NewInt(sum.Cell(k)))\n",
			"		noise := new(big.Int)\n		if k > 0 {\n			noise.SetInt64(int64(noisy[k-1]*appraisal.Unit*appraisal.Unit) - sum.Cell(k-1))\n		} else {\n			s.DiscreteGaussian(noise, m.Variance)\n		}\n		noise.Add(noise, big.NewInt(sum.Cell(k)))\n"}),
	byTest("report: a residual beyond the axis counts more", "TestEveryRowIsAUnit", "core/internal/private/tally",
		edit{tallyFile, "	upper := int64(min(max(p.Upper, 0), appraisal.Unit))\n", "	upper := int64(max(p.Upper, 0))\n"}),
	byTest("report: a value beyond the axis is extrapolated", "TestAPlaceHasTheMeanOfItsValue",
		"core/internal/private/tally",
		edit{layoutFile, "	if k+1 == len(nodes) {\n		return Place{Node: k}\n	}\n",
			"	if k+1 == len(nodes) {\n		return Place{k - 1, int((v - nodes[k-1]) / (nodes[k] - nodes[k-1]) * Unit)}\n	}\n"}),
	byTest("report: a row counts in two groups", "TestTallySensitivityIsABound", mechanismPackage,
		edit{tallyFile, "		s.add(s.cells[at:at+size], r, share)\n",
			"		s.add(s.cells[at:at+size], r, share)\n		s.add(s.cells[len(s.cells)-size:], r, share)\n"}),
	byTest("report: the axis of residuals follows the private labels", reportRow, adaptPackage,
		edit{planReport, "		residual := label - scores[0]\n",
			"		residual := label - scores[0]\n		if last := len(r.Layout.Residuals) - 1; residual > r.Layout.Residuals[last] && residual < 1e6 {\n			r.Layout.Residuals[last] = residual\n		}\n"}),
	byTest("report: the groups follow the private rows", reportRow, adaptPackage,
		edit{planReport, "		row.Group = r.levels\n", "		row.Group = r.levels\n		if r.levels > 1 {\n			r.levels--\n		}\n"}),
	byTest("report: a row without a label left out", reportRow, adaptPackage,
		edit{intakeFile, "		in.counts.AddShare(row, k, of)\n", "		if row.Labelled {\n			in.counts.AddShare(row, k, of)\n		}\n"}),
	byTest("report: the exact number of labels in the document", "TestNeighboursWithABrokenRowOfAReport", adaptPackage,
		edit{drawCounts, "	if err := r.pay(g); err != nil {\n",
			"	for k := range r.counts.Len() {\n		g.SourceQuartic += float64(r.counts.Cell(k)) * float64(k)\n	}\n	if err := r.pay(g); err != nil {\n"}),
	byTest("report: counts charged after the draw", "TestNothingIsDrawnBeforeTheCharge", adaptPackage,
		edit{drawCounts, payment, ""},
		edit{drawCounts, "	out.Counts = m.Release(r.counts, r.sampler)\n",
			"	out.Counts = m.Release(r.counts, r.sampler)\n" + payment}),
	byTest("report: the verifier takes the price of one table for two", "TestReportsAreVerified", verifyPackage,
		edit{verifyCounts, "	if c.Report.GroupBy != nil {\n		sensitivity.Lsh(sensitivity, 1)\n	}\n", ""}),
	byTest("report: the verifier believes any deviation", "TestReportsAreVerified", verifyPackage,
		edit{"core/release/verify/accountant.go", "	if !(math.Abs(c.Noise.StandardDeviation-want) <= 1e-6*want) {\n",
			"	if !(c.Noise.StandardDeviation > 0) {\n"}),
	byTest("report: the verifier believes counts of other rows", "TestReportsAreVerified", verifyPackage,
		edit{verifyCounts, "t.checkGroups, func() error { return t.checkRows(rowsOf(c)) }", "t.checkGroups"}),
}
