//go:build wasip1

// Command python is the engine of the Python package, a module of WASI: it answers one request at a time, by the same
// core as the browser's engine and with its options and errors.
//
// The host calls call(length) of a request as JSON, {type, …}, which take copies into this memory, and is given the
// length of an answer {value} or {error} by answer, before call returns. What a request reads are streams of the host,
// by number: read fills a buffer and returns how much, 0 at the end and -1 where the run is to end. Between the
// calibration of a run and its draw charge is called, and nothing is drawn unless it returns 1.
//
// Randomness is core/noise/sampler's, which is crypto/rand, which is WASI's random_get: the operating system's generator.
package main

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"time"
	"unsafe"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/model/trees"
	"privadapt/core/release"
	"privadapt/core/words"
	"privadapt/jsbridge"
)

//go:wasmimport privadapt take
func take(to *byte)

//go:wasmimport privadapt answer
func answer(text *byte, length uint32)

//go:wasmimport privadapt read
func read(stream uint32, into *byte, most uint32) int32

//go:wasmimport privadapt progress
func progress(stage string, done, total int64) uint32

//go:wasmimport privadapt charge
func charge(epsilon, delta, rho float64) uint32

func main() {} // a reactor: the host calls

//go:wasmexport call
func call(length uint32) {
	text := make([]byte, length)
	take(unsafe.SliceData(text))
	value, err := answerTo(text)
	said := map[string]any{"value": value}
	if err != nil {
		said = map[string]any{"error": jsbridge.Describe(err)}
	}
	reply, _ := json.Marshal(said) // every answer is JSON
	answer(&reply[0], uint32(len(reply)))
}

// answerTo runs a request. A panic is a fault of this program, and its text may hold anything, so it is not passed on.
func answerTo(text []byte) (value any, err error) {
	defer func() {
		if recover() != nil {
			err = words.Refuse("internal", "the engine failed inside; nothing was released. Please report what you did")
		}
	}()
	var r request
	if err := json.Unmarshal(text, &r); err != nil || requests[r.Type] == nil {
		return nil, words.Refuse("bad-message", "the request cannot be read")
	}
	engine.WasmSHA256 = r.Engine
	for _, handle := range r.Forgotten {
		handles.Drop(handle)
	}
	return requests[r.Type](&r)
}

// file is a stream of the host.
type file struct {
	Stream  uint32
	Digest  string // of a file that the host has unpacked
	Columns bool   // it is a dataset.ColumnStream
}

type request struct {
	Type           string
	Source, Target int
	Options        json.RawMessage
	Files, Counted []file
	BaseFile       *file
	Releases       []string
	Rows           int64
	Forgotten      []int  // handles that the host no longer has
	Engine         string // the SHA-256 of this module

	AcceptLargeDelta, AcceptMissing bool
}

var requests = map[string]func(*request) (any, error){
	"loadSource": loadSource, "forecast": ofRun(forecast), "readTarget": ofRun(readTarget), "adapt": drawn,
	"combine": ofReleases(combined), "predict": ofReleases(predict), "verify": ofReleases(verified), "figures": ofReleases(figures),
	"dispose": func(*request) (any, error) { return nil, nil },
}

var (
	handles     jsbridge.Handles                                  // what requests have left
	engine      = release.Engine{Version: release.ProgramVersion} // what releases say of this program
	preparation adapt.Preparation                                 // the public fits, of one sample at a time
)

// sample returns the sample of a request.
func (r *request) sample() (*jsbridge.Sample, error) {
	return jsbridge.Kept[*jsbridge.Sample](&handles, r.Source)
}

// ofRun is a request about a sample and the options of a run.
func ofRun(answer func(*request, *jsbridge.Sample, adapt.Options) (any, error)) func(*request) (any, error) {
	return func(r *request) (any, error) {
		o, err := jsbridge.DecodeAdaptOptions(r.Options)
		if err != nil {
			return nil, err
		}
		s, err := r.sample()
		if err != nil {
			return nil, err
		}
		s.Give(&o)
		return answer(r, s, o)
	}
}

// ofReleases is a request about a release, or several.
func ofReleases(answer func(*request, []*release.Release) (any, error)) func(*request) (any, error) {
	return func(r *request) (any, error) {
		list, err := jsbridge.Releases(len(r.Releases), func(k int) (*release.Release, error) {
			return release.Decode([]byte(r.Releases[k]))
		})
		if err != nil {
			return nil, err
		}
		return answer(r, list)
	}
}

// modelFile reads the model that comes with a sample or a release; nil if there is none.
func (r *request) modelFile() ([]byte, error) {
	if r.BaseFile == nil {
		return nil, nil
	}
	return io.ReadAll(io.LimitReader(r.BaseFile, trees.MostXGBoost+1))
}

// Read implements io.Reader.
func (f file) Read(p []byte) (int, error) {
	n := int(read(f.Stream, unsafe.SliceData(p), uint32(len(p))))
	switch {
	case n < 0:
		return 0, jsbridge.ErrCancelled
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}

var (
	start = time.Now()
	told  jsbridge.Cadence
)

// report tells the host how far a stage is, and ends the run where the host says so.
func report(stage string, done, total int64) error {
	if told.Due(stage, done, total, time.Since(start)) && progress(stage, done, total) != 0 {
		return jsbridge.ErrCancelled
	}
	return nil
}

func loadSource(r *request) (any, error) {
	o, err := jsbridge.DecodeSourceOptions(r.Options)
	if err != nil {
		return nil, err
	}
	s, err := jsbridge.LoadSample(r.Files[0], r.Files[0].Digest, o, &preparation, r.modelFile)
	if err != nil {
		return nil, err
	}
	facts := s.Facts()
	facts["source"] = handles.Keep(s)
	return facts, nil
}

func forecast(r *request, s *jsbridge.Sample, o adapt.Options) (any, error) {
	return s.Forecasts.Forecast(o, r.Rows, jsbridge.Fits(report))
}

// readTarget reads private files or tables. What it answers is for their owner's eyes.
func readTarget(r *request, s *jsbridge.Sample, o adapt.Options) (any, error) {
	target, said, err := adapt.ReadTargetTwice(s.Source, o, readers(r.Counted), readers(r.Files), jsbridge.Fits(report))
	if err != nil {
		return nil, err
	}
	return map[string]any{"target": handles.Keep(target), "warnings": target.Warnings(), "report": said}, nil
}

func readers(files []file) (list []io.Reader) {
	for _, f := range files {
		if list = append(list, f); f.Columns {
			list[len(list)-1] = dataset.ColumnStream{Reader: f}
		}
	}
	return list
}

func drawn(r *request) (any, error) {
	target, err := handles.Taken(r.Target)
	if err != nil {
		return nil, err
	}
	charged := func(cost adapt.Charge) error {
		if charge(cost.Epsilon, cost.Delta, cost.Rho) != 1 {
			return words.Refuse("not-charged", "the privacy budget was not granted; nothing was released")
		}
		return nil
	}
	result, err := target.Adapt(engine, charged, report)
	if err != nil {
		return nil, err
	}
	text, err := result.Encode()
	return map[string]any{"release": string(text), "explanation": target.Explain()}, err
}

func combined(r *request, parts []*release.Release) (any, error) {
	o, err := jsbridge.DecodeSolveOptions(r.Options)
	if err != nil {
		return nil, err
	}
	result, err := jsbridge.Combined(engine, parts, o, r.sample, report)
	if err != nil {
		return nil, err
	}
	text, err := result.Encode()
	return map[string]any{"release": string(text)}, err
}

// predict applies a model: a number for each row, or the likeliest class and the probabilities of all.
func predict(r *request, list []*release.Release) (any, error) {
	m := list[0]
	if err := jsbridge.GiveFile(m, r.modelFile); err != nil {
		return nil, err
	}
	made, found, err := m.Predict(readers(r.Files)[0], func(rows int) error { return report("predict", int64(rows), 0) })
	if err != nil {
		return nil, err
	}
	if len(found.MissingColumns) > 0 && !r.AcceptMissing {
		return nil, words.Refuse("missing-column", "the data have no column %s; correct the names, or pass on_missing=\"mean\" to take the "+
			"average of the public sample", strings.Join(found.MissingColumns, ", "))
	}
	classes := m.Provenance.Schema.Classes
	if classes == nil {
		return map[string]any{"predictions": made.Numbers}, nil
	}
	labels := make([]string, made.Rows)
	for i := range labels {
		labels[i] = classes[made.Label(i, len(classes))]
	}
	return map[string]any{"predictions": labels, "probabilities": slices.Collect(slices.Chunk(made.Probabilities, len(classes)))}, nil
}

func verified(r *request, list []*release.Release) (any, error) {
	var s *jsbridge.Sample
	if r.Source != 0 {
		var err error
		if s, err = r.sample(); err != nil {
			return nil, err
		}
	}
	return jsbridge.Verified(list[0], s, r.modelFile, r.AcceptLargeDelta, report)
}

// figures are what a report or an estimate says.
func figures(_ *request, list []*release.Release) (any, error) {
	if list[0].Kind == release.Estimate {
		return list[0].Estimates()
	}
	return list[0].Figures()
}
