// Package trees fits gradient-boosted regression trees on histograms (Friedman 2001; Ke et al. 2017): squared loss for numbers,
// logistic loss for classes. Cells are put into at most 256 bins of their column once; a tree grows leaf by leaf, the one that
// gains most first, and of two children only the smaller one's histograms are counted, the other's being the difference.
//
// A missing cell goes to the side that serves the loss better, and where a column has no missing cell in the sample, to the side
// with more weight. A category is split by sets of levels, in the order of their mean gradients (Fisher 1958).
//
// The fit is deterministic: sums run in the order of the rows, and ties go to the first column and the lowest bin.
package trees
