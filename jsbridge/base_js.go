package jsbridge

import (
	"encoding/hex"
	"fmt"
	"syscall/js"

	"privadapt/core/adapt"
	"privadapt/core/basemodel/xgboost"
	"privadapt/core/dataset"
)

// sample is a public sample and, if it was loaded with one, an analyst's own model for it.
type sample struct {
	*dataset.Source
	file    *xgboost.Model
	fileURL string
}

// give makes the file one of the models that a run may choose from.
func (s *sample) give(o *adapt.Options) { o.BaseFile, o.BaseFileURL = s.file, s.fileURL }

// readBase reads the model that comes with a sample, if one does, and returns its digest.
func (s *sample) readBase(file js.Value, o SourceOptions) (digest string, err error) {
	if file.IsUndefined() {
		return "", nil
	}
	data, err := modelBytes(file)
	if err != nil {
		return "", err
	}
	if s.file, err = xgboost.Decode(data, s.Schema.Used(), len(s.Schema.Classes)); err != nil {
		return "", err
	}
	own := s.file.Digest()
	s.fileURL, digest = o.BaseURL, hex.EncodeToString(own[:])
	if o.BaseIntegrity != "" {
		err = checkIntegrity("model's file", digest, o.BaseIntegrity)
	}
	return digest, err
}

// modelBytes copies a Uint8Array that is not too large for a model.
func modelBytes(data js.Value) ([]byte, error) {
	if !data.InstanceOf(js.Global().Get("Uint8Array")) {
		return nil, &Error{Code: "bad-message", Message: "the model's file is not a Uint8Array"}
	}
	length := data.Length()
	if length > xgboost.Limit {
		return nil, &Error{Code: "bad-base-file", Message: fmt.Sprintf("the model's file has %d bytes; at most %d are read: train fewer or smaller trees", length, xgboost.Limit)}
	}
	bytes := make([]byte, length)
	js.CopyBytesToGo(bytes, data)
	return bytes, nil
}
