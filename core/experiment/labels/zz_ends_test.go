package labels

import (
	"privadapt/core/interval"
	"privadapt/core/release"
)

func zzEnds(e release.LabelError) (b, c [3]any) {
	of := func(n interval.Number) [3]any {
		var out [3]any
		for i, v := range []*float64{n.Low, n.Value, n.High} {
			if v != nil {
				out[i] = *v
			}
		}
		return out
	}
	return of(e.Base), of(e.Corrected)
}
