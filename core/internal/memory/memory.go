//go:build linux

// Package memory looks for secrets in the memory of this program. Only tests import it: [Run] starts them, and [Found]
// counts the places where what [Veil] or [Word] has written down stands as it was, while [WithoutCollector] keeps what
// is left over.
package memory

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"

	"privadapt/core/must"
)

// veil is added to each byte. To add it again does not give the byte back, so a look at memory, which veils all of it,
// makes nothing plain that is written down.
const veil = 0x5a

// Veil writes bytes down in another way, in their place, so that they are not their own find.
func Veil(b []byte) []byte {
	for i := range b {
		b[i] += veil
	}
	return b
}

// Unveil takes a veil away.
func Unveil(b []byte) []byte {
	for i := range b {
		b[i] -= veil
	}
	return b
}

// Word is a number as memory holds it, veiled.
func Word(n uint64) []byte {
	const low = 0x7f7f7f7f7f7f7f7f
	return binary.LittleEndian.AppendUint64(nil, (n&low+veil*0x0101010101010101)^n&^low)
}

// Run runs the tests of a package in a program whose goroutines are interrupted at calls alone. Elsewhere the runtime
// saves registers, in memory of its own where a test would find them. WebAssembly has no such interruptions.
func Run(m *testing.M) int {
	const uninterrupted = "asyncpreemptoff=1"
	if settings := os.Getenv("GODEBUG"); !strings.Contains(settings, uninterrupted) {
		program, err := os.Executable()
		if err == nil {
			err = os.Setenv("GODEBUG", strings.TrimPrefix(settings+","+uninterrupted, ","))
		}
		if err == nil {
			err = syscall.Exec(program, os.Args, os.Environ())
		}
		panic(err) // the tests are not run
	}
	return m.Run()
}

// Found counts the copies of what was veiled in the memory of this program, what nobody refers to any more included, as
// long as the collector has not run.
func Found(t testing.TB, secrets [][]byte) (copies int) {
	t.Helper()
	file := must.Get(os.Create(filepath.Join(t.TempDir(), "heap")))(t)
	debug.WriteHeapDump(file.Fd())
	must.Do(t, file.Close())
	dump := must.Get(os.ReadFile(file.Name()))(t)
	defer clear(dump) // the next one would find in it what this one was looking for
	Veil(dump)
	for _, s := range secrets {
		copies += bytes.Count(dump, s)
	}
	return copies
}

// Apart runs a function on a stack of its own, as the engine runs each request: what it leaves there is gone with it.
func Apart(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// WithoutCollector runs a function while nothing that is left over is collected.
func WithoutCollector(f func()) {
	runtime.GC()
	runtime.GC() // the first ends the sweep of what was before
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	f()
}
