package jsbridge

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"syscall/js"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/model/trees"
	"privadapt/core/release"
	"privadapt/core/terms/method"
)

// sample is a public sample and, if it was loaded with one, an analyst's own model for it.
type sample struct {
	*dataset.Source
	file    *trees.XGBoost
	fileURL string

	model       []byte // the document of the model that reports are about, or nil
	forecasts   adapt.Forecaster
	preparation *adapt.Preparation // the engine's
}

// give makes the file one of the models that a run may choose from, and the document the model that a report is
// about. It lets runs share the fits to the public sample.
func (s *sample) give(o *adapt.Options) {
	o.BaseFile, o.BaseFileURL, o.Preparation = s.file, s.fileURL, s.preparation
	if o.Release == release.Report && o.Model == nil {
		o.Model = s.model
	}
}

// readModel reads the model that reports are about, if one comes with the sample, and returns its kind and its digest.
func (s *sample) readModel(c *call, document js.Value) (kind, digest string, err error) {
	if document.IsUndefined() {
		return "", "", nil
	}
	if !document.InstanceOf(js.Global().Get("Uint8Array")) {
		return "", "", &Error{Code: "bad-message", Message: "the model's document is not a Uint8Array"}
	}
	if document.Length() > release.MostBytes {
		return "", "", release.TooLarge()
	}
	text := make([]byte, document.Length())
	js.CopyBytesToGo(text, document)
	given, err := release.Decode(text)
	if err != nil {
		return "", "", err
	}
	s.model = text
	o := adapt.Options{Release: release.Report}
	s.give(&o)
	err = adapt.CheckModel(s.Source, o, c.fits)
	if kind = string(method.Linear); given.Certificate.Base != nil {
		kind = string(given.Certificate.Base.Kind)
	}
	own := sha256.Sum256(text)
	return kind, hex.EncodeToString(own[:]), err
}

// readBase reads the model that comes with a sample, if one does, and returns its digest.
func (s *sample) readBase(message js.Value, o SourceOptions) (digest string, err error) {
	data, err := modelFile(message)
	if data == nil || err != nil {
		return "", err
	}
	if s.file, err = trees.DecodeXGBoost(data, s.Schema.Used(), len(s.Schema.Classes)); err != nil {
		return "", err
	}
	own := s.file.Digest()
	s.fileURL, digest = o.BaseURL, hex.EncodeToString(own[:])
	if o.BaseIntegrity != "" {
		err = checkIntegrity("model's file", digest, o.BaseIntegrity)
	}
	return digest, err
}

// giveFile gives a release the model's file of a message, if there is one.
func giveFile(r *release.Release, message js.Value) error {
	data, err := modelFile(message)
	if data == nil || err != nil {
		return err
	}
	return r.ReadFile(data)
}

// modelFile copies the model's file of a message, if it is not too large; nil if there is none.
func modelFile(message js.Value) ([]byte, error) {
	data := message.Get("baseFile")
	if data.IsUndefined() {
		return nil, nil
	}
	if !data.InstanceOf(js.Global().Get("Uint8Array")) {
		return nil, &Error{Code: "bad-message", Message: "the model's file is not a Uint8Array"}
	}
	length := data.Length()
	if length > trees.MostXGBoost {
		return nil, &Error{
			Code: "bad-base-file",
			Message: fmt.Sprintf("the model's file has %d bytes; at most %d are read: train fewer or smaller trees", length,
				trees.MostXGBoost),
		}
	}
	bytes := make([]byte, length)
	js.CopyBytesToGo(bytes, data)
	return bytes, nil
}
