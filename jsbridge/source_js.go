package jsbridge

import (
	"crypto/sha256"
	"encoding/hex"
	"syscall/js"

	"privadapt/core/adapt"
	"privadapt/core/model/trees"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// loadSource reads a public sample. The published digest is the file's own; a file that is decompressed on the way is read
// once more for it.
func (c *call) loadSource(message js.Value) (any, error) {
	options, err := DecodeSourceOptions(jsonOf(message, "options"))
	if err != nil {
		return nil, err
	}
	file, err := c.open(message.Get("data"), "source")
	if err != nil {
		return nil, err
	}
	published := ""
	if packed := message.Get("packed"); packed.Truthy() {
		if published, err = c.digest(packed, "source"); err != nil {
			return nil, err
		}
	}
	loaded, err := LoadSample(file, published, options, &c.engine.preparation, modelFileOf(message))
	if err != nil {
		return nil, err
	}
	kind, model, err := loaded.readModel(c, message.Get("model"))
	if err != nil {
		return nil, err
	}
	facts := loaded.Facts()
	facts["source"] = c.engine.handles.Keep(loaded)
	if model != "" {
		facts["modelKind"], facts["modelDigest"] = kind, model
	}
	return toJS(facts)
}

// readModel reads the model that reports are about, if one comes with the sample, and returns its kind and its digest.
func (s *Sample) readModel(c *call, document js.Value) (kind, digest string, err error) {
	text, err := bytesOf(document, release.MostBytes, func(int) error { return release.TooLarge() })
	if text == nil || err != nil {
		return "", "", err
	}
	given, err := release.Decode(text)
	if err != nil {
		return "", "", err
	}
	s.model = text
	o := adapt.Options{Release: release.Report}
	s.Give(&o)
	err = adapt.CheckModel(s.Source, o, Fits(c.progress))
	if kind = string(method.Linear); given.Certificate.Base != nil {
		kind = string(given.Certificate.Base.Kind)
	}
	own := sha256.Sum256(text)
	return kind, hex.EncodeToString(own[:]), err
}

// modelFileOf copies the model's file of a message, if it is not too large; nil if there is none.
func modelFileOf(message js.Value) func() ([]byte, error) {
	return func() ([]byte, error) {
		return bytesOf(message.Get("baseFile"), trees.MostXGBoost, func(length int) error {
			return words.Refuse("bad-base-file", "the model's file has %d bytes; at most %d are read: train fewer or smaller trees", length,
				trees.MostXGBoost)
		})
	}
}

// bytesOf copies a Uint8Array of at most so many bytes; nil of undefined.
func bytesOf(array js.Value, most int, tooLarge func(length int) error) ([]byte, error) {
	if array.IsUndefined() {
		return nil, nil
	}
	if !array.InstanceOf(js.Global().Get("Uint8Array")) {
		return nil, words.Refuse("bad-message", "a model is not a Uint8Array")
	}
	if length := array.Length(); length > most {
		return nil, tooLarge(length)
	}
	bytes := make([]byte, array.Length())
	js.CopyBytesToGo(bytes, array)
	return bytes, nil
}
