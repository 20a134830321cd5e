//go:build !js

package auto

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"privadapt/core/terms/method"
)

// Each kind that is fitted is in the table, and no other, and JavaScript reads what it writes.
func TestTheTableHasEachKind(t *testing.T) {
	parts, err := os.ReadFile("../../../jsbridge/npm/portable/parts.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, base := range method.Fitted(false) {
		k, is := kinds[base]
		if !is {
			t.Errorf("kinds lacks %q, which method.Bases has", base)
		} else if !strings.Contains(string(parts), fmt.Sprintf("\n  %c: {\n", k.first)) {
			t.Errorf("portable/parts.js cannot read models of the kind %q, whose first byte is %c", base, k.first)
		}
	}
	if len(kinds) != len(method.Fitted(false)) {
		t.Errorf("kinds has %d kinds, and method.Bases %d that are fitted", len(kinds), len(method.Fitted(false)))
	}
}
