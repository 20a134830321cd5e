//go:build !(simd && wasm)

package kernel

// SIMD reports whether the loops run as SIMD.
const SIMD = false

func forms(dst, data []float32, g Form[float32], features int) { portableForms(dst, data, g, features) }

func rowForms(dst, rows []float64, d int, g Form[float64], tile []float64) {
	portableRowForms(dst, rows, d, g, tile)
}

func product(c, a, b []float64, n, inner int) { portableProduct(c, a, b, n, inner) }

func linear(dst []float64, a float64, x []float64, b float64, y []float64) {
	portableLinear(dst, a, x, b, y)
}

func regularise(dst []float64, forms []float32, lambda float64, q []float64) float64 {
	return portableRegularise(dst, forms, lambda, q)
}

func weigh(sums []uint64, scores []float64, least, factor float64, whole, part []uint64) {
	portableWeigh(sums, scores, least, factor, whole, part)
}

func histograms(dst []Bin, starts []uint32, bins []uint8, rows []int32, pairs [][2]float64) {
	portableHistograms(dst, starts, bins, rows, pairs)
}

func inner(sums, u []float64, n, j int) { portableInner(sums, u, n, j) }

func spread(plain, weighted, rows []float64, d, n int, q []float64) (through, filled int) {
	return portableSpread(plain, weighted, rows, d, n, q)
}

func above(y []float64, tau float64) (sum float64, count int) { return portableAbove(y, tau) }

func divide(x, y []float64, divisor float64) { portableDivide(x, y, divisor) }

func turn(x, y []float64, c, s float64) { portableTurn(x, y, c, s) }

func partition(rows, scratch []int32, bins []uint8, width int, sides *[256]uint8) int {
	return portablePartition(rows, scratch, bins, width, sides)
}

func distances(dst, point, others []float64) { portableDistances(dst, point, others) }

func dots(dst, vector, features []float64, rows []int32) { portableDots(dst, vector, features, rows) }

func exponentials([]float64, float64, []float64) int { return 0 }

func decimals([]float64, int, []byte, []float64, byte, byte, []float64, []uint64) (rows, length int) {
	return 0, 0
}
