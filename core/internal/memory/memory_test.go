//go:build linux

package memory_test

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"os"
	"testing"

	"privadapt/core/internal/memory"
	"privadapt/core/must"
)

func TestMain(m *testing.M) { os.Exit(memory.Run(m)) }

// What is veiled is found where it stands plain, also where nobody refers to it any more, and not where it is written
// down, however often one has looked.
func TestWhatIsVeiledIsNotFoundUntilItIsPlain(t *testing.T) {
	secret := make([]byte, 16)
	must.Get(rand.Read(secret))(t)
	secrets := [][]byte{memory.Veil(secret)}
	memory.WithoutCollector(func() {
		for range 3 {
			if n := memory.Found(t, secrets); n != 0 {
				t.Errorf("%d were found before", n)
			}
		}
		plain := memory.Unveil(bytes.Clone(secret))
		if n := memory.Found(t, secrets); n != 1 {
			t.Errorf("%d were found, not one", n)
		}
		clear(plain)
		if n := memory.Found(t, secrets); n != 0 {
			t.Errorf("%d were found after it was overwritten", n)
		}
	})
}

// A word is veiled as its bytes are.
func TestWordsAreVeiledAsBytes(t *testing.T) {
	for range 1000 {
		number := make([]byte, 8)
		must.Get(rand.Read(number))(t)
		word := memory.Word(binary.LittleEndian.Uint64(number))
		if veiled := memory.Veil(number); !bytes.Equal(word, veiled) {
			t.Fatalf("%x, its bytes %x", word, veiled)
		}
	}
}
