package mechanism

// Adjacency says which data sets are neighbours, and so what a guarantee hides.
type Adjacency string

const (
	// ReplaceOne: one record is another. The number of records, n, is public.
	ReplaceOne Adjacency = "replace-one"
	// AddRemove: one record is there or not. n is private, so nothing may depend on it but what the mechanism releases.
	AddRemove Adjacency = "add-remove"
)
