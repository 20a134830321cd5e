//go:build !js

package audit

const (
	accountantFile  = "core/noise/accountant/accountant.go"
	accumulatorFile = "core/internal/private/moment/accumulator.go"
	clipFile        = "core/data/dataset/clip.go"
	gridFile        = "core/data/grid/grid.go"
	momentFile      = "core/internal/private/mechanism/moment.go"
	momentLawFile   = "core/noise/momentnoise/law.go"
	readerFile      = "core/data/dataset/target.go"
	sourceRowsFile  = "core/data/grid/rows.go"
)

const offDiagonalDraw = "s.DiscreteGaussian(noise, m.OffDiagonal)"

// momentMutants are faults of the release of the second moment.
var momentMutants = []mutant{
	byAudit("moment: sensitivity halved", "moment/axes", 50_000,
		edit{momentLawFile, "SetInt(sensitivity2)", "SetFrac(sensitivity2, big.NewInt(4))"}),
	byAudit("moment: sensitivity −25%", "moment/axes", 100_000,
		edit{momentLawFile, "budget.Mul(budget, big.NewRat(4, 1))", "budget.Mul(budget, big.NewRat(64, 9))"}),
	byAudit("moment: the sensitivity of a large intercept taken for a small one", "moment/intercept", 50_000,
		edit{momentLawFile, "	if 2*c*c <= grid.Steps*grid.Steps {", "	if c == 0 {"}),
	byAudit("moment: σ halved", "moment/axes", 50_000,
		edit{momentLawFile, "Diagonal: new(big.Int).Lsh(off, 1)}", "Diagonal: new(big.Int).Rsh(off, 1)}"}),
	byAudit("moment: the variance of the off-diagonal on the diagonal", "moment/axes", 100_000,
		edit{momentFile, "s.DiscreteGaussian(noise, m.Diagonal)", offDiagonalDraw}),
	byAudit("moment: half the variance off the diagonal, once more", "moment/off-diagonal", 100_000,
		edit{momentLawFile, "OffDiagonal: off,", "OffDiagonal: new(big.Int).Rsh(off, 1),"}),
	byTest("moment: off-diagonals unscaled (private, and not as certified)", "TestMomentNoiseMatchesItsCertificate",
		"core/internal/private/mechanism", edit{momentFile, offDiagonalDraw, "s.DiscreteGaussian(noise, m.Diagonal)"}),
	byAudit("moment: off-diagonal noise forgotten", "moment/off-diagonal", 20_000,
		edit{momentFile, offDiagonalDraw, "noise.SetInt64(0)"}),
	byAudit("moment: the symmetric halves drawn separately and averaged", "moment/off-diagonal", 100_000,
		edit{momentFile, offDiagonalDraw,
			offDiagonalDraw + "\n				second := new(big.Int)\n				s.DiscreteGaussian(second, m.OffDiagonal)\n				noise.Add(noise, second).Quo(noise, big.NewInt(2))"}),
	byAudit("moment: the noise added to a copy", "moment/axes", 20_000,
		edit{momentFile, "noise.Add(noise, sum.Entry(i, j))", "new(big.Int).Set(sum.Entry(i, j))"}),
	byTest("moment: one random number for all off-diagonals", "TestNoiseIsIndependent", "core/lab/audit",
		edit{momentFile, "	var noisy []*big.Int\n",
			"	var noisy []*big.Int\n	first := new(big.Int)\n	s.DiscreteGaussian(first, m.OffDiagonal)\n"},
		edit{momentFile, offDiagonalDraw, "noise.Set(first)"}),
	byAudit("moment: the count under add-remove adjacency without noise", "moment/add-remove", 50_000,
		edit{momentFile, "i == 0 && j == 0 && m.Adjacency == method.ReplaceOne", "i == 0 && j == 0"}),
	byAudit("moment: a row that is there or not moves the sum by half of r²", "moment/add-remove", 50_000,
		edit{momentLawFile, "		return n2.Mul(n2, n2)\n", "		return n2.Mul(n2, n2).Rsh(n2, 2)\n"}),
	byAudit("accountant: ρ doubled", "moment/axes", 50_000,
		edit{accountantFile, "	return largest(func(rho float64)", "	return 2 * largest(func(rho float64)"}),
}

const (
	clipLine  = "dataset.Clip(z, a.radius)"
	normLoop  = "norm2 > bound;"
	blockLine = "	block, at := a.block, a.waiting\n"
)

// rowMutants are faults on the way from a private record to the sum.
var rowMutants = []mutant{
	byAudit("rows: clipped, and then the unclipped ones used", "moment/clipped", 20_000,
		edit{accumulatorFile, clipLine, "dataset.Clip(append([]float64(nil), z...), a.radius)"},
		edit{gridFile, normLoop, "norm2 > bound && false;"}),
	byAudit("rows: features clipped to r, on top of the intercept", "moment/clipped-intercept", 50_000,
		edit{accumulatorFile, clipLine, "dataset.Clip(z, a.grid.Radius())"},
		edit{gridFile, normLoop, "norm2 > bound && false;"}),
	byTest("rows: the intercept clipped with the features", "TestSumIsExact", "core/internal/private/moment",
		edit{accumulatorFile, blockLine,
			"	if a.row[0] = a.grid.InterceptSteps(); clipped {\n		a.row[0] /= 2\n	}\n" + blockLine}),
	byTest("rows: rounded to the nearest step, and the norm not checked", "TestEveryRowLiesInTheBall",
		"core/internal/private/moment", edit{gridFile, "int64(v * scale)", "int64(v*scale + 0.5)"},
		edit{gridFile, normLoop, "norm2 > bound && false;"}),
	byTest("rows: sums of int64 wrap around", "TestSumsDoNotWrapAround", "core/internal/private/moment",
		edit{accumulatorFile, "const blockRows = 7", "const blockRows = 9"}),
	byTest("rows: NaN passes the clipping", "TestClip", "core/data/dataset",
		edit{clipFile, "	if !finite(largest) {", "	if !finite(largest) && largest == largest {"}),
	byAudit("rows: a broken record dropped", "run/malformed", 20_000,
		edit{readerFile, "		t.unusable++\n		return true\n", "		t.unusable++\n		return t.Next(dst)\n"}),
	byAudit("rows: n taken after filtering", "run/clipped", 20_000,
		edit{accumulatorFile, "	a.rows++\n", "	if !clipped {\n		a.rows++\n	}\n"}),
	byTest("rows: broken records not counted", "TestEveryRecordOfAPrivateFileIsARow", "core/data/dataset",
		edit{readerFile, "		t.unusable++\n", "		t.unusable++\n		t.rows--\n"}),
	byTest("rows: a cell that cannot be read ends the file", "TestTargetRowsAreFunctionsOfTheirRecord",
		"core/data/dataset",
		edit{readerFile, "		t.readField(&t.cells[width], dst)\n",
			"		before := t.cells[width].repaired\n		if t.readField(&t.cells[width], dst); t.cells[width].repaired > before {\n			return false\n		}\n"}),
	byTest("rows: those with labels not clipped, and charged as if they were", "TestSourceRowsLieInTheirRadius",
		"core/data/grid",
		edit{sourceRowsFile, "dataset.Clip(rows[start+1:], g.FeatureRadius())",
			"dataset.Clip(append([]float64(nil), rows[start+1:]...), g.FeatureRadius())"},
		edit{sourceRowsFile, "math.Sqrt(norm2))", "math.Min(g.radius, math.Sqrt(norm2)))"}),
	byAudit("rows: r̂ is the norm of the last row of the source", "run/weights", 50_000,
		edit{sourceRowsFile, "math.Max(radius, math.Sqrt(norm2))", "math.Sqrt(norm2)"}),
}
