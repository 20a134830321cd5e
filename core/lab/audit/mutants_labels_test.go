//go:build !js

package audit

const (
	pairFile       = "core/internal/private/mechanism/pair.go"
	drawPairFile   = "core/adapt/draw/pair.go"
	intakeFile     = "core/adapt/intake.go"
	offsetFile     = "core/model/labelled/offset.go"
	verifyLabels   = "core/release/verify/labels.go"
	ownRecord      = "TestALabelledRowIsAFunctionOfItsRecord"
	columnsOfLabel = "	if in.offset.Columns("
	sumsInUnits    = "	with, without := sums.Matrices()\n"
)

// labelMutants are faults in what becomes of private labels.
var labelMutants = []mutant{
	byAudit("labels: a row clipped without its label", "labels/clipped", 20_000,
		edit{accumulatorFile, clipLine, "dataset.Clip(z[:max(1, len(z)-1)], a.radius)"},
		edit{gridFile, normLoop, "norm2 > bound && false;"}),
	byAudit("labels: two sums charged as if a row stayed in one of them", "labels/label-lost", 50_000,
		edit{momentLawFile, "	return n2.Lsh(n2, 1)\n", "	return n2\n"}),
	byAudit("labels: the number of labels without noise", "labels/count", 50_000,
		edit{pairFile, "			if i == j {\n", "			if j == 0 {\n				noise.SetInt64(0)\n			} else if i == j {\n"}),
	byAudit(
		"labels: the sum of rows without a label without noise",
		"labels/label-lost",
		100_000,
		edit{
			pairFile,
			"noise.Add(noise, sum.Entry(i, j))",
			"noise.Add(noise.Mul(noise, big.NewInt(int64(sum.Order%2))), sum.Entry(i, j))",
		},
	),
	byTest(
		"labels: one draw of noise for both sums",
		"TestPairNoiseMatchesItsCertificate",
		mechanismPackage,
		edit{
			pairFile,
			"	return &pair.Sums{Grid: p.Grid, Labelled: p.noisy(one, s), Unlabelled: p.noisy(other, s)}\n",
			"	a, b := p.noisy(one, s), pair.Triangle{Order: other.Order}\n	for i, k := 0, 0; i < one.Order; i++ {\n		for j := i; j < one.Order; j++ {\n			if j < other.Order {\n				noise := new(big.Int).Sub(a.Entries[k], one.Entry(i, j))\n				b.Entries = append(b.Entries, noise.Add(noise, other.Entry(i, j)))\n			}\n			k++\n		}\n	}\n	return &pair.Sums{Grid: p.Grid, Labelled: a, Unlabelled: b}\n",
		},
	),
	byTest(
		"labels: the exact number of labels in the release",
		"TestTheNumberOfLabelsIsNoisy",
		adaptPackage,
		edit{
			drawPairFile,
			"	rows := int64(0)\n",
			"	rows := int64(0)\n	with.Set(0, 0, float64(r.labelled.Rows)*r.Grid.Intercept()*r.Grid.Intercept())\n	without.Set(0, 0, float64(r.sum.Rows)*r.Grid.Intercept()*r.Grid.Intercept())\n",
		},
	),
	byTest(
		"labels: the released sum of rows with a label without noise",
		"TestEveryEntryOfReleasedSumsIsNoisy",
		adaptPackage,
		edit{
			pairFile,
			"noise.Add(noise, sum.Entry(i, j))",
			"noise.Add(noise.Mul(noise, big.NewInt(int64(sum.Order%2))), sum.Entry(i, j))",
		},
	),
	byAudit(
		"labels: the sum of rows with a label as it was before the draw",
		"run/labelled",
		20_000,
		edit{
			drawPairFile,
			sumsInUnits,
			sumsInUnits + "	for i, k := 0, 0; i < r.labelled.Order; i++ {\n		for j := i; j < r.labelled.Order; j++ {\n			sums.Labelled.Entries[k].Set(r.labelled.Entry(i, j))\n			k++\n		}\n	}\n",
		},
	),
	byTest(
		"labels: the sum of rows without a label as it was before the draw",
		"TestEveryEntryOfReleasedSumsIsNoisy",
		adaptPackage,
		edit{
			drawPairFile,
			sumsInUnits,
			sumsInUnits + "	for i, k := 0, 0; i < r.sum.Order; i++ {\n		for j := i; j < r.sum.Order; j++ {\n			sums.Unlabelled.Entries[k].Set(r.sum.Entry(i, j))\n			k++\n		}\n	}\n",
		},
	),
	byTest("labels: the exact number of labels in the released sum", "TestTheNumberOfLabelsIsNoisy", adaptPackage,
		edit{drawPairFile, sumsInUnits, "	sums.Labelled.Entries[0].Set(r.labelled.Entry(0, 0))\n" + sumsInUnits}),
	byTest(
		"labels: released sums that are not the drawn ones",
		"TestReleasedSumsAreTheDrawnOnes",
		adaptPackage,
		edit{
			"core/adapt/postprocess/labels.go",
			"	v.LabelledSum, v.UnlabelledSum = r.drawn.Output.Labelled.Sums.Text()\n",
			"	v.LabelledSum, v.UnlabelledSum = r.drawn.Output.Labelled.Sums.Text()\n	v.LabelledSum[3] += \"0\"\n",
		},
	),
	byTest(
		"labels: the verifier believes any sums beside the moments",
		"TestWhatCannotBeIsRefused",
		verifyPackage,
		edit{
			verifyLabels,
			"	if err := checkTogether(c, v.Moments, labelled, unlabelled); err != nil {\n",
			"	if err := checkTogether(c, v.Moments, labelled, unlabelled); err != nil && c.N < 0 {\n",
		},
	),
	byTest(
		"labels: the verifier believes sums of any rows",
		"TestWhatCannotBeIsRefused",
		verifyPackage,
		edit{
			verifyLabels,
			"	for _, sum := range [][][]float64{labelled, unlabelled} {\n",
			"	for _, sum := range [][][]float64{} {\n",
		},
	),
	byTest("labels: the verifier believes an error that cannot be", "TestWhatCannotBeIsRefused", verifyPackage,
		edit{verifyLabels, " &&\n			e.Corrected.Possible(within)", ""}),
	byTest(
		"labels: an error below 0 is stated",
		"TestNothingImpossibleIsStated",
		"core/release/interval",
		edit{
			"core/release/interval/interval.go",
			"	if value >= within.Low && value <= within.High {\n",
			"	if value <= within.High {\n",
		},
	),
	byTest(
		"labels: an error below 0 leads to an interval below the true error",
		"TestEndsOfAnImpossibleEstimate",
		"core/model/correction",
		edit{
			"core/model/correction/estimate.go",
			"	v := math.Min(math.Max(e.Value, 0), most)\n",
			"	v := math.Min(e.Value, most)\n",
		},
	),
	byTest(
		"labels: the corrected error is taken from the sums it was fitted to",
		"TestCorrectedErrorsHaveNoBias",
		"core/model/correction",
		edit{
			"core/model/correction/optimism.go",
			"	return l.sigma * l.sigma * noise, 2 * sampling\n",
			"	return 0 * noise, 0 * sampling\n",
		},
	),
	byTest(
		"labels: sums of errors of different public models added up",
		"TestSumsOfLabelsThatCannotBeCombinedAreRefused",
		"core/release/combine",
		edit{"core/release/combine/setting.go", "{release.SameText(s.Labels, o.Labels),", "{o.size() > 0,"},
	),
	byTest(
		"labels: combined sums with the noise of one owner",
		"TestCombinedSumsOfLabels",
		"core/release/combine",
		edit{
			"core/release/combine/document.go",
			"variance.Add(variance, one.Mul(one, big.NewInt(cohort.Releases)))",
			"variance.Set(one)",
		},
	),
	byTest(
		"labels: the spread follows the private labels",
		ownRecord,
		adaptPackage,
		edit{
			intakeFile,
			columnsOfLabel,
			"	if y := in.cells[last]; y > in.offset.Spread[0] {\n		in.offset.Spread[0] = y\n	}\n" + columnsOfLabel,
		},
	),
	byTest(
		"labels: the offset follows the private rows",
		ownRecord,
		adaptPackage,
		edit{
			offsetFile,
			"	o.Scale(g, g)\n",
			"	for k, f := range g {\n		o.centres[k] += (f - o.centres[k]) / 100\n	}\n	o.Scale(g, g)\n",
		},
	),
	byTest(
		"labels: a row without a label counts as one that the model predicts exactly",
		"TestLabelsAreUsedOnRequestAlone",
		adaptPackage,
		edit{intakeFile, "	return in.sum.AddShare(in.x[:d+t], of)\n", "	clear(in.x[d+t:])\n	return in.with.AddShare(in.x, of)\n"},
	),
	byTest("labels: a row without a label left out", ownRecord, adaptPackage,
		edit{intakeFile, "	return in.sum.AddShare(in.x[:d+t], of)\n", "	return false\n"}),
	byTest(
		"labels: used because they are there",
		"TestLabelsAreUsedOnRequestAlone",
		adaptPackage,
		edit{
			targetFile,
			"	if p.UseLabels {\n",
			"	if p.UseLabels = p.Mechanism == method.Moment && p.Release == \"model\"; p.UseLabels {\n",
		},
	),
	byTest(
		"labels: the pair charged after its draw",
		"TestNothingIsDrawnBeforeTheCharge",
		adaptPackage,
		edit{
			drawPairFile,
			payment + "	sums := m.Release(r.labelled, r.sum, r.sampler)\n",
			"	sums := m.Release(r.labelled, r.sum, r.sampler)\n" + payment,
		},
	),
	byTest(
		"labels: a label that cannot be read ends the file",
		"TestLabelledRowsAreFunctionsOfTheirRecord",
		"core/data/dataset",
		edit{
			"core/data/dataset/cells.go",
			"			dst[c.slots[field]] = v\n		}\n",
			"			dst[c.slots[field]] = v\n		} else if t.label == field {\n			return false\n		}\n",
		},
	),
	byTest(
		"labels: the verifier takes the noise of one sum for two",
		"TestWhatCannotBeIsRefused",
		verifyPackage,
		edit{
			"core/release/verify/accountant.go",
			"	if c.Labels != nil {\n		want *= math.Sqrt2",
			"	if c.Labels != nil && c.Noise.StandardDeviation > 1.2*want {\n		want *= math.Sqrt2",
		},
	),
	byTest("labels: the verifier believes any noise on the number of labels", "TestWhatCannotBeIsRefused", verifyPackage,
		edit{verifyLabels, "{close(l.RowsNoise, noise),", "{close(l.RowsNoise, noise) || noise > 0,"}),
	byTest("labels: the verifier believes any noise on the sums", "TestWhatCannotBeIsRefused", verifyPackage,
		edit{verifyLabels, "			close(l.SumDeviation, sigma),", "			close(l.SumDeviation, sigma) || sigma > 0,"}),
}
