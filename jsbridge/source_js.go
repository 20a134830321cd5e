package jsbridge

import (
	"syscall/js"

	"privadapt/core/adapt"
	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/features"
	"privadapt/core/release"
)

// loadSource reads a public sample, or several as one.
func (c *call) loadSource(message js.Value) (any, error) {
	options, err := DecodeSourceOptions(jsonOf(message, "options"))
	if err != nil {
		return nil, err
	}
	files, err := c.samples(message, options)
	if err != nil {
		return nil, err
	}
	c.engine.preparation.Forget() // the memory is needed for this sample
	source, err := dataset.ReadSources(files, options.SourceOptions)
	if err != nil {
		return nil, err
	}
	// The hash of a single file is known now. Where there are several, each file's was compared before.
	if options.Integrity != "" && len(files) == 1 {
		if err := checkIntegrity("public sample", source.Digest, options.Integrity); err != nil {
			return nil, err
		}
	}
	loaded := &sample{Source: source, forecasts: adapt.Forecaster{Source: source}, preparation: &c.engine.preparation}
	base, err := loaded.readBase(message, options)
	if err != nil {
		return nil, err
	}
	kind, model, err := loaded.readModel(c, message.Get("model"))
	if err != nil {
		return nil, err
	}
	facts := map[string]any{
		"source":    c.engine.keep(loaded),
		"rows":      source.Rows,
		"label":     source.Schema.Label,
		"classes":   list(source.Schema.Classes),
		"columns":   source.Schema.Columns,
		"dimension": source.Schema.Dim(),
		"radius":    plan.DefaultRadius(features.Identity(source.Schema)),
		"digest":    source.Digest,
		"notes":     list(source.Notes),
		// Where private workbooks may have their header.
		"linesAbove": source.Schema.LinesAbove,
		"sources":    append([]release.Source{}, release.SourcesOf(source, nil)...),
	}
	if base != "" {
		facts["baseDigest"] = base
	}
	if model != "" {
		facts["modelKind"], facts["modelDigest"] = kind, model
	}
	return toJS(facts)
}

// samples opens the file of a public sample, or each of several. The published digest is the file's own; a
// file that is decompressed on the way is read once more for it.
func (c *call) samples(message js.Value, options SourceOptions) ([]dataset.File, error) {
	parts := message.Get("parts")
	list := []js.Value{message}
	if parts.Type() == js.TypeObject {
		list = make([]js.Value, parts.Length())
		for i := range list {
			list[i] = parts.Index(i)
		}
	}
	files := make([]dataset.File, len(list))
	for i, one := range list {
		data, err := c.open(one.Get("data"), "source")
		if err != nil {
			return nil, err
		}
		files[i] = dataset.File{Name: textOf(one, "name"), Data: data}
		stated := textOf(one, "integrity")
		if packed := one.Get("packed"); packed.Truthy() {
			if files[i].Digest, err = c.digest(packed, "source"); err != nil {
				return nil, err
			}
		}
		if stated != "" {
			files[i].Check = func(digest string) error { return checkIntegrity("public sample", digest, stated) }
		}
	}
	return files, nil
}
