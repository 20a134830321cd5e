package jsbridge

import (
	"syscall/js"

	"privadapt/core/adapt"
	"privadapt/core/warehouse"
)

// query writes the query by which a database adds up private rows. It is given none of them.
func (c *call) query(message js.Value) (any, error) {
	source, err := kept[*sample](c.engine, intOf(message, "source"))
	if err != nil {
		return nil, err
	}
	o, err := DecodeQueryOptions(jsonOf(message, "options"))
	if err != nil {
		return nil, err
	}
	source.give(&o.Options)
	text, err := adapt.NewQuery(source.Source, o.Options, o.Dialect, o.Table, o.Where, c.fits)
	if err != nil {
		return nil, err
	}
	return map[string]any{"sql": text}, nil
}

// scores writes the query by which a database applies a released model to a table.
func (c *call) scores(message js.Value) (any, error) {
	model, err := releaseOf(message.Get("release"))
	if err != nil {
		return nil, err
	}
	if err := giveFile(model, message); err != nil {
		return nil, err
	}
	o, err := DecodeScoresOptions(jsonOf(message, "options"))
	if err != nil {
		return nil, err
	}
	text, err := warehouse.Scores(model, o.Dialect, o.Table, o.Keep)
	if err != nil {
		return nil, err
	}
	return map[string]any{"sql": text}, nil
}
