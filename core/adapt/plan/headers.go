package plan

import (
	"maps"
	"slices"

	"privadapt/core/data/dataset"
)

// FileSchema is the sample's schema by the headers of the private files.
func (p *Plan) FileSchema() dataset.Schema { return p.Source.Schema.Under(p.Headers) }

// checkHeaders refuses a header for what is no column of the sample, and one for two columns. It names columns of the
// sample alone.
func checkHeaders(headers map[string]string, s dataset.Schema) error {
	known := map[string]bool{s.Label: true}
	for _, c := range s.Used() {
		known[c.Name] = true
	}
	columns := map[string]string{} // by their headers
	for _, column := range slices.Sorted(maps.Keys(headers)) {
		header := headers[column]
		switch other, twice := columns[header]; {
		case !known[column]:
			return Refuse("unknown-column", "the public sample has no column %q, for which a header was given", column)
		case header == "":
			return Refuse("bad-option", "the header for the column %q is empty; leave it out where there is none", column)
		case twice:
			return Refuse("bad-option", "one header was given for the columns %q and %q; give it for one", other, column)
		}
		columns[header] = column
	}
	return nil
}
