//go:build !js

package audit

import (
	"flag"
	"hash/fnv"
	"testing"
)

var turn = flag.String("audit.turn", "", "plant those mutants whose turn it is by this `text`, such as a commit")

// turns is the number of parts into which the mutants are divided. Two cores plant each part in about a minute. A part
// takes every eighth mutant of the list, so that each has some of the slow ones.
const turns = 8

// turnOf returns the turn of a text, from 0, and the mutants that are planted then.
func turnOf(text string) (number int, planted []mutant) {
	hash := fnv.New32a()
	hash.Write([]byte(text))
	number = int(hash.Sum32() % turns)
	for i, m := range mutants {
		if i%turns == number {
			planted = append(planted, m)
		}
	}
	return number, planted
}

// With -audit.turn the mutants of that turn are planted, and all are caught.
func TestMutantsInTurn(t *testing.T) {
	if *turn == "" {
		t.Skip("make test-all plants some of the mutants, make audit all")
	}
	number, planted := turnOf(*turn)
	t.Logf("turn %d of %d, by %s: %d of %d mutants", number+1, turns, *turn, len(planted), len(mutants))
	plantMutants(t, planted)
}

// Every mutant has its turn.
func TestEveryMutantHasItsTurn(t *testing.T) {
	seen := map[string]int{}
	for text := range 1000 {
		_, planted := turnOf(string(rune('a'+text%26)) + string(rune('a'+text/26)))
		for _, m := range planted {
			seen[m.name]++
		}
	}
	for _, m := range mutants {
		if seen[m.name] == 0 {
			t.Errorf("%s is never planted", m.name)
		}
	}
	if len(seen) != len(mutants) {
		t.Errorf("%d mutants have %d names", len(mutants), len(seen))
	}
}
