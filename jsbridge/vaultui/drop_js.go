package vaultui

import "syscall/js"

// acceptDrops takes files that are dropped anywhere on the vault. A drop that
// nobody takes would make the browser leave for the file, and the vault with
// everything in it would be gone; so each is taken, and used where a file can
// be picked.
func (v *vault) acceptDrops() {
	body := wrap(document.Get("body"))
	over := func(on bool) { body.Get("classList").Call("toggle", "dropping", on && v.session.Phase.canPick()) }
	listen := func(event string, f func(e js.Value)) {
		document.Call("addEventListener", event, v.callback(func(args []js.Value) {
			args[0].Call("preventDefault")
			f(args[0])
		}))
	}
	listen("dragover", func(js.Value) { over(true) })
	listen("dragleave", func(js.Value) { over(false) })
	listen("drop", func(e js.Value) {
		over(false)
		files := e.Get("dataTransfer").Get("files")
		switch {
		case !v.session.Phase.canPick():
			v.say(textDropTooEarly)
		case files.Length() == 0:
			v.say(textDropNoFile)
		default:
			picked := js.Global().Get("Array").Call("from", files)
			v.background(func() { v.read(picked, false) })
		}
	})
}
