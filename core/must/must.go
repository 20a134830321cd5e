// Package must ends a test whose set-up fails. Only tests import it.
package must

import "testing"

// Get returns the value of a call that may not fail, as must.Get(f())(t).
func Get[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}
