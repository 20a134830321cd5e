package jsbridge

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"runtime"
	"syscall/js"
	"time"
	"unsafe"

	"privadapt/core/adapt"
	"privadapt/core/data/dataset"
	"privadapt/core/release"
	"privadapt/core/words"
)

// call is one unfinished request.
type call struct {
	engine  *Engine
	id      int
	ctx     *cancellation
	charged chan bool // the host's answer to a charge

	// Since the engine's start. (A time.Time inside an interface value would make the linker keep the code that formats
	// and parses dates: a fortieth of what an owner's page loads.)
	yielded time.Duration
	longest time.Duration // that it computes without a pause
	cadence Cadence
}

func (c *call) fail(err *words.Error) {
	value, _ := toJS(err) // it is JSON
	c.engine.post(map[string]any{"id": c.id, "type": "failed", "error": value})
}

func (c *call) dispose(message js.Value) (any, error) {
	handle := intOf(message, "handle")
	if _, err := Kept[*Sample](&c.engine.handles, handle); err == nil {
		c.engine.preparation.Forget()
	}
	c.engine.handles.Drop(handle)
	return map[string]any{}, nil
}

// A goroutine that computes is not preempted, and while it runs no message is received. Every pause of the run below
// gives the event loop a turn, so a cancel is received within this time, or after the step that is under way. What runs
// while the owner reads and chooses pauses more often, because every other request waits for such a pause.
const longestRun, longestBeside = 40 * time.Millisecond, 10 * time.Millisecond

var start = time.Now()

// progress reports the progress of a stage to the host, lets the event loop run, and returns an error once the call is
// cancelled.
func (c *call) progress(stage string, done, total int64) error {
	now := time.Since(start)
	if c.cadence.Due(stage, done, total, now) {
		c.engine.post(map[string]any{"id": c.id, "type": "progress", "stage": stage, "done": done, "total": total})
	}
	if now-c.yielded >= c.longest {
		_, _ = await(c.ctx, c.engine.host.Call("turn")) // the scheduler alone does not return to the event loop
		c.yielded = time.Since(start)
	}
	return c.ctx.Err()
}

// sampleAndOptions returns the sample that a message names and the options of a run on it.
func (c *call) sampleAndOptions(message js.Value) (*Sample, adapt.Options, error) {
	source, err := Kept[*Sample](&c.engine.handles, intOf(message, "source"))
	if err != nil {
		return nil, adapt.Options{}, err
	}
	options, err := DecodeAdaptOptions(jsonOf(message, "options"))
	if err != nil {
		return nil, adapt.Options{}, err
	}
	source.Give(&options)
	return source, options, nil
}

// prepare makes the fits to the public sample that a run with these options will need, so that the run does not wait
// for them. All of it is public work. It may be cancelled at any time and asked for again: it goes on where it ended.
func (c *call) prepare(message js.Value) (any, error) {
	source, options, err := c.sampleAndOptions(message)
	if err != nil {
		return nil, err
	}
	c.longest = longestBeside
	return map[string]any{}, adapt.Prepare(source.Source, options, c.progress)
}

// forecast predicts a run from public numbers. It receives no private file.
func (c *call) forecast(message js.Value) (any, error) {
	source, options, err := c.sampleAndOptions(message)
	if err != nil {
		return nil, err
	}
	rows := message.Get("rows")
	if rows.Type() != js.TypeNumber || rows.Float() != math.Trunc(rows.Float()) || math.Abs(rows.Float()) > 1<<53 {
		return nil, words.Refuse("bad-option", "the option \"rows\" must be a whole number, at least 1")
	}
	result, err := source.Forecasts.Forecast(options, int64(rows.Float()), Fits(c.progress))
	if err != nil {
		return nil, err
	}
	return toJS(result)
}

// readTarget reads private files, or in their place the sums of a query. Whatever the receiver of the release would
// refuse is refused here.
func (c *call) readTarget(message js.Value) (any, error) {
	source, options, err := c.sampleAndOptions(message)
	if err != nil {
		return nil, err
	}
	if options.Receiver, err = DecodeReceiver(jsonOf(message, "receiver")); err != nil {
		return nil, err
	}
	options.AskHeaders = message.Get("asks").Truthy()
	files := message.Get("files")
	if files.Type() != js.TypeObject || files.Length() == 0 {
		return nil, words.Refuse("bad-message", "no private file was given")
	}
	inColumns := message.Get("inColumns").Truthy()
	readers, err := c.openAll(files, inColumns)
	if err != nil {
		return nil, err
	}
	// The same files once more, which are read first where a column names the people.
	var counted []io.Reader
	if again := message.Get("counted"); again.Type() == js.TypeObject {
		if counted, err = c.openAll(again, inColumns); err != nil {
			return nil, err
		}
	}
	var target *adapt.Target
	var report adapt.OwnerReport
	if message.Get("sums").Truthy() {
		target, report, err = adapt.ReadSums(source.Source, options, readers[0], Fits(c.progress))
	} else {
		// The reader itself reports the bytes; counting records as well would make two progress bars of one.
		target, report, err = adapt.ReadTargetTwice(source.Source, options, counted, readers, Fits(c.progress))
	}
	var unmatched *adapt.Unmatched
	if errors.As(err, &unmatched) {
		return toJS(map[string]any{"unmatched": unmatched})
	}
	if err != nil {
		return nil, err
	}
	handle := c.engine.handles.Keep(target)
	value, err := toJS(map[string]any{"target": handle, "warnings": target.Warnings(), "report": report})
	if err != nil {
		c.engine.handles.Drop(handle)
	}
	return value, err
}

// openAll opens the files of a private population. Of a file that a decoder serves the first piece says whether it has
// columns.
func (c *call) openAll(files js.Value, inColumns bool) ([]io.Reader, error) {
	readers := make([]io.Reader, files.Length())
	for i := range readers {
		file, err := c.open(files.Index(i), "target")
		if err != nil {
			return nil, err
		}
		decoded, err := file.inColumns()
		if err != nil {
			return nil, err
		}
		if readers[i] = file; inColumns || decoded {
			readers[i] = dataset.ColumnStream{Reader: file}
		}
	}
	return readers, nil
}

func (c *call) adapt(message js.Value) (any, error) {
	target, err := c.engine.handles.Taken(intOf(message, "target"))
	if err != nil {
		return nil, err
	}
	result, err := target.Adapt(c.engine.info, c.charge, c.progress)
	if err != nil {
		return nil, err
	}
	var explanation js.Value
	if message.Get("explain").Truthy() {
		if explanation, err = toJS(target.Explain()); err != nil {
			return nil, err
		}
	}
	if len(result.Values.Weights) > manyWeights {
		runtime.GC() // The document takes the memory of the rows of the run.
	}
	value, err := written(result)
	if err == nil && !explanation.IsUndefined() {
		value["explanation"] = explanation
	}
	return value, err
}

// manyWeights is a number of weights whose document, of some 25 bytes for each, is worth a collection.
const manyWeights = 100_000

// written is a release as a result.
func written(result *release.Release) (map[string]any, error) {
	document, err := result.Encode()
	if err != nil {
		return nil, err
	}
	value := map[string]any{
		"release": unsafe.String(unsafe.SliceData(document), len(document)),
	} // not copied: it may have 30 MB
	if result.Kind == release.Weights {
		value["weightsCSV"] = result.WeightsCSV()
	}
	return value, nil
}

// charge asks the host to charge the budget and waits for its answer.
func (c *call) charge(cost adapt.Charge) error {
	select {
	case <-c.charged: // an answer without a request
	default:
	}
	c.engine.post(map[string]any{
		"id": c.id, "type": "charge",
		"epsilon": cost.Epsilon, "delta": cost.Delta, "rho": cost.Rho,
	})
	select {
	case granted := <-c.charged:
		if err := c.ctx.Err(); err != nil {
			return err // a charge that was granted together with a cancel is not used
		}
		if !granted {
			return words.Refuse("not-charged", "the privacy budget was not granted; nothing was released")
		}
		return nil
	case <-c.ctx.Done():
		return c.ctx.Err()
	}
}

// toJS converts through JSON, so that every struct crosses the boundary with the names of its tags.
func toJS(v any) (js.Value, error) {
	encoded, err := json.Marshal(v)
	if err != nil {
		return js.Undefined(), err
	}
	return js.Global().Get("JSON").Call("parse", string(encoded)), nil
}
