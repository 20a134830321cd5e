package verify

import (
	"strings"

	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// aboutUnits are lies about what the guarantee protects. That a unit is a person is trusted: see PRIVACY.md.
var aboutUnits = []lie{
	{"no unit, or another one", func(r *release.Release, _ float64, at int) verdict {
		r.Certificate.Unit = []method.Unit{"", "row", "people", "Person", "record ", "persons"}[at%6]
		return ruledOut
	}},
	{"people whom no column names", func(r *release.Release, _ float64, _ int) verdict {
		r.Certificate.Unit, r.Certificate.UnitColumn = method.Person, ""
		return ruledOut // no document here is a combination
	}},
	{"records with a column of people", func(r *release.Release, _ float64, _ int) verdict {
		c := &r.Certificate
		if c.Unit = method.Record; c.UnitColumn == "" {
			c.UnitColumn = "who"
		}
		return ruledOut
	}},
	{"a column of people that is no name", func(r *release.Release, _ float64, at int) verdict {
		c := &r.Certificate
		c.Unit = method.Person
		c.UnitColumn = []string{"who\n", " who", "who ", "w\x00ho", "w\u202eho", "w\xffho", strings.Repeat("w", 201),
			"\t"}[at%8]
		return ruledOut
	}},
	{"people in place of records, or records in place of people", func(r *release.Release, _ float64, _ int) verdict {
		c := &r.Certificate
		if c.Unit == method.Person {
			c.Unit, c.UnitColumn = method.Record, ""
		} else {
			c.Unit, c.UnitColumn = method.Person, "who"
		}
		return doubtful
	}},
}
