package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"privadapt/core/adapt"
	"privadapt/core/dataset"
)

func releaseText(t *testing.T) string {
	t.Helper()
	source, err := dataset.ReadSource(strings.NewReader("a,y\n1,2\n2,3\n4,4\n5,6\n0,1\n"), dataset.SourceOptions{Label: "y"})
	if err != nil {
		t.Fatal(err)
	}
	options := adapt.Options{Epsilon: 1, Delta: 1e-5, Iterations: 5}
	target, _, err := adapt.ReadTarget(source, options, []io.Reader{strings.NewReader("a\n1\n3\n")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := target.Adapt(adapt.Engine{}, func(adapt.Charge) error { return nil }, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := result.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestVerifyEndpoint(t *testing.T) {
	valid := releaseText(t)
	for _, c := range []struct {
		name, method, path, body string
		status                   int
		says                     string
	}{
		{"a release of the engine", "POST", "/verify", valid, 200, `"ok":true`},
		{"a claim that does not hold", "POST", "/verify", strings.Replace(valid, `"epsilon": 1,`, `"epsilon": 0.5,`, 1), 200, `"ok":false`},
		{"no release", "POST", "/verify", "a,b\n1,2\n", 400, "bad-release"},
		{"nothing", "POST", "/verify", "", 400, "bad-release"},
		{"too much", "POST", "/verify", strings.Repeat(" ", maxRelease+1), 413, "too-large"},
		{"another method", "GET", "/verify", "", 405, ""},
		{"another path", "POST", "/rows", valid, 404, ""},
	} {
		recorder := httptest.NewRecorder()
		newHandler().ServeHTTP(recorder, httptest.NewRequest(c.method, c.path, strings.NewReader(c.body)))
		body, _ := io.ReadAll(recorder.Result().Body)
		if recorder.Code != c.status || !strings.Contains(string(body), c.says) {
			t.Errorf("%s: status %d, body %.200s", c.name, recorder.Code, body)
		}
		if recorder.Code == http.StatusOK && recorder.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%s: content type %q", c.name, recorder.Header().Get("Content-Type"))
		}
	}
}
