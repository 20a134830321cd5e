package jsbridge

import (
	"errors"
	"fmt"
	"syscall/js"

	"privadapt/core/adapt"
	"privadapt/core/release"
	"privadapt/core/release/combine"
	"privadapt/core/terms/method"
)

// combine adds up the moments of several owners and, unless moments are requested, computes weights or a model from the
// sum and the public sample. It reads nothing private and draws nothing.
func (c *call) combine(message js.Value) (any, error) {
	options, err := DecodeSolveOptions(jsonOf(message, "options"))
	if err != nil {
		return nil, err
	}
	parts, err := c.releases(message.Get("releases"))
	if err != nil {
		return nil, err
	}
	engine := c.engine.info
	result, err := combine.Combine(engine, parts)
	if err != nil {
		return nil, err
	}
	if options.Release != release.Moments {
		source, err := kept[*sample](c.engine, intOf(message, "source"))
		if err != nil {
			return nil, err
		}
		source.give(&options)
		if options.Base == "" && result.Certificate.Labels == nil {
			options.Base = method.Auto
		}
		if result, err = adapt.Solve(engine, source.Source, result, options, c.progress); err != nil {
			return nil, err
		}
	}
	return written(result)
}

// releases decodes an array of release files.
func (c *call) releases(array js.Value) ([]*release.Release, error) {
	if array.Type() != js.TypeObject || array.Length() == 0 {
		return nil, &Error{Code: "bad-message", Message: "no release was given"}
	}
	parts := make([]*release.Release, array.Length())
	for i := range parts {
		text := array.Index(i)
		if text.Type() != js.TypeString {
			return nil, &Error{Code: "bad-message", Message: "a release is not a text"}
		}
		r, err := releaseOf(text)
		var bad *release.Error
		if errors.As(err, &bad) {
			return nil, &release.Error{Message: fmt.Sprintf("release %d: %s", i+1, bad.Message)}
		}
		if err != nil {
			return nil, err
		}
		parts[i] = r
		if err := c.progress("combine", int64(i+1), int64(len(parts))); err != nil {
			return nil, err
		}
	}
	return parts, nil
}
