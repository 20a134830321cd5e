// Package trees fits gradient-boosted regression trees on histograms (Friedman 2001; Ke et al. 2017): squared loss for
// numbers, logistic loss for classes. The cells of a column are put into at most 256 bins once. A tree grows leaf by
// leaf, and the leaf with the largest gain is split first. Histograms are counted for the smaller of two children;
// the other child's are the difference.
//
// A missing cell goes to the side with the lower loss or, if the column has no missing cell in the sample, to the side
// with more weight. A category is split by sets of levels, in the order of their mean gradients (Fisher 1958).
//
// Settings are chosen by one fold, and the number of rounds by all.
//
// The fit is deterministic: sums run in the order of the rows, ties go to the first column and the lowest
// bin, and columns are hidden by a hash.
package trees
