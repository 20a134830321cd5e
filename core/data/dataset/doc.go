// Package dataset turns tables into standardised rows: a public, labelled
// sample (the source) and a private one, with labels or without (the target).
//
// The readers have opposite duties. [ReadSource], and [ReadSources] for several
// files, is strict: the file is public, so a bad cell is an error that names
// its line and column, and the file fixes the [Schema] for both samples:
// columns, kinds, levels, means and scales. [Target] and [Labelled] are total:
// their rows are private, so nothing in a row may cause an error, a missing
// record or any behaviour other than that row's own values. All share one
// number grammar and one encoding, so a file read either way gives the same
// features.
//
//	source, err := dataset.ReadSource(public, dataset.SourceOptions{Label: "y"})
//	…
//	target, err := dataset.Target(private, source.Schema)
//	…
//	row := make([]float64, source.Schema.Dim())
//	for target.Next(row) {
//		dataset.Clip(row, radius)
//		// add the row to the second moment
//	}
//	if err := target.Err(); err != nil {
//		// the read failed: discard everything that was added
//	}
//
// Numbers are plain decimals: "3", "3.", ".5", "+2", "-1e-3"; in files whose
// delimiter is not the comma also "3,5". Cells that are empty or say NA, N/A,
// #N/A, null, ? or - (in any case) are missing and stand for the source's mean.
package dataset
