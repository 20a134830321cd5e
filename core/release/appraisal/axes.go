package appraisal

// Steps of the axes. The noise of a mean of squares grows with Σ node⁴, so nodes are far apart where few rows are;
// predictions have few nodes because each adds the noise of all residuals once more.
var (
	residualSteps = []float64{0.5, 1, 1.5, 2, 3, 4} // in units of the public spread of residuals
	logOddsSteps  = []float64{0.75, 1.5, 2.25, 3, 4, 5.5, 7}
)

// predictionNodes is the number of nodes of predictions of numbers.
const predictionNodes = 5

// ResidualNodes returns the axis of residuals of a spread: up to four times it, either way.
func ResidualNodes(spread float64) []float64 {
	nodes := []float64{0}
	for _, s := range residualSteps {
		nodes = append(append([]float64{-s * spread}, nodes...), s*spread)
	}
	return nodes
}

// PredictionNodes returns the axis of predictions that are mostly from low to high: with a quarter of that beyond each
// end. low < high.
func PredictionNodes(low, high float64) []float64 {
	first, width := low-(high-low)/4, 1.5*(high-low)
	nodes := make([]float64, predictionNodes)
	for k := range nodes {
		nodes[k] = first + width*float64(k)/(predictionNodes-1)
	}
	return nodes
}

// LogOddsNodes returns the axis of log-odds. Its two middle nodes are both 0: a row below 0 counts up to the first, any
// other from the second on. So the counts say exactly which class was predicted.
func LogOddsNodes() []float64 {
	nodes := []float64{0, 0}
	for _, s := range logOddsSteps {
		nodes = append(append([]float64{-s}, nodes...), s)
	}
	return nodes
}
