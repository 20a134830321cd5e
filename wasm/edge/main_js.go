// Edge runs campaigns on a Cloudflare Worker: it hands out invitations, receives and checks releases, and hands them to
// who asked. It has no solver and no endpoint that takes rows of a private file. Files are served beside it by
// JavaScript (worker.mjs), which streams them and does not start Go.
package main

import (
	"errors"
	"log"
	"syscall/js"

	"github.com/syumai/workers"
	"github.com/syumai/workers/cloudflare"

	"privadapt/wasm/edge/campaign"
)

func main() {
	log.SetFlags(0) // the platform writes the time
	s := &campaign.Server{
		Store:    database{cloudflare.GetBinding("DB")},
		Bucket:   bucket{cloudflare.GetBinding("SAMPLES")},
		Analysts: campaign.ReadAnalysts(cloudflare.Getenv("ANALYSTS_SHA256")),
		Site:     cloudflare.Getenv("SITE_URL"),
		API:      cloudflare.Getenv("API_URL"),
		Samples:  cloudflare.Getenv("SAMPLES_URL"),
	}
	workers.Serve(s.Handler())
}

// bucket is the campaign.Bucket in Cloudflare R2. (The library's own put has no place for the digest that R2 checks.)
type bucket struct{ binding js.Value }

func (b bucket) Put(key string, body []byte, sha256 string) error {
	bytes := js.Global().Get("Uint8Array").New(len(body))
	js.CopyBytesToJS(bytes, body)
	_, err := await(b.binding.Call("put", key, bytes, map[string]any{"sha256": sha256}))
	return err
}

func (b bucket) Get(key string, most int) ([]byte, error) {
	object, err := await(b.binding.Call("get", key))
	if err != nil || object.Type() != js.TypeObject || object.Get("size").Int() > most {
		return nil, err
	}
	buffer, err := await(object.Call("arrayBuffer"))
	if err != nil {
		return nil, err
	}
	bytes := js.Global().Get("Uint8Array").New(buffer)
	body := make([]byte, bytes.Length())
	js.CopyBytesToGo(body, bytes)
	return body, nil
}

func (b bucket) Delete(key string) error {
	_, err := await(b.binding.Call("delete", key))
	return err
}

// await blocks the goroutine until a promise settles. It must not be called in a JavaScript callback.
func await(promise js.Value) (value js.Value, err error) {
	settled := make(chan struct{})
	fulfilled := js.FuncOf(func(_ js.Value, args []js.Value) any {
		value = args[0]
		close(settled)
		return nil
	})
	rejected := js.FuncOf(func(_ js.Value, args []js.Value) any {
		err = errors.New("edge: " + js.Global().Call("String", args[0]).String())
		close(settled)
		return nil
	})
	defer fulfilled.Release()
	defer rejected.Release()
	promise.Call("then", fulfilled, rejected)
	<-settled
	return value, err
}
