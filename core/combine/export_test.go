package combine

// TrimmedMean for the test of its noise.
var TrimmedMean = trimmedMean
