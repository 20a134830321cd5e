package dataset

import (
	"errors"
	"strings"
	"testing"
)

func TestHeadersBelowATitleAreWhole(t *testing.T) {
	for name, file := range map[string]string{
		"one name can be a cell": "12,red\ntemp,blue\n",
		"ten lines above":        strings.Repeat("title\n", 10) + "temp,colour\n12,red\n",
		"the file ends":          "title\n",
	} {
		var e *Error
		_, err := NewTargetReader(strings.NewReader(file), plainSchema())
		if !errors.As(err, &e) || e.Code != CodeNoCommonColumns {
			t.Errorf("%s: %v", name, err)
		}
	}
}
