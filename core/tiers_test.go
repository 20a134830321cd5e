//go:build !js

package core_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"privadapt/core/must"
)

// testScripts returns how often each test file of Node's test runner is run by make with these arguments.
func testScripts(t *testing.T, args ...string) (times map[string]int, err error) {
	t.Helper()
	command := exec.Command("make", append([]string{"-n", "--no-print-directory"}, args...)...)
	command.Dir = ".."
	for _, e := range os.Environ() { // this test may run inside make, whose settings are not for another
		if !strings.HasPrefix(e, "MAKE") && !strings.HasPrefix(e, "MFLAGS") && !strings.HasPrefix(e, "BROWSERS") {
			command.Env = append(command.Env, e)
		}
	}
	out, err := command.Output()
	times = map[string]int{}
	for _, line := range regexp.MustCompile(`(?m)^cd (\S+) && node .*--test .*$`).FindAllStringSubmatch(string(out), -1) {
		for _, file := range regexp.MustCompile(`\S+\.test\.mjs`).FindAllString(line[0], -1) {
			times[filepath.Join(line[1], file)]++
		}
	}
	return times, err
}

// Each test file belongs to one tier, make test or the rest of make test-all. One that is new is in make test, and one
// that is named but gone stops make.
func TestEveryTestFileHasOneTier(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("make is not here")
	}
	if _, err := os.Stat("../Makefile"); err != nil { // so that go test knows on what its result depends
		t.Fatal(err)
	}
	first := must.Get(testScripts(t, "test"))(t)
	all := must.Get(testScripts(t, "test", "test-all"))(t)
	for _, pattern := range []string{"site/test", "jsbridge/npm/test", "wasm/*/test", "wasm/*"} {
		files, err := filepath.Glob(filepath.Join("..", pattern, "*.test.mjs"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no tests in %s: %v", pattern, err)
		}
		for _, file := range files {
			if file, _ = filepath.Rel("..", file); all[file] != 1 {
				t.Errorf("make test test-all runs %s %d times", file, all[file])
			}
			delete(all, file)
		}
	}
	for file := range all {
		t.Errorf("make test-all runs %s, which there is not", file)
	}

	const one = "site/test/main-job.test.mjs"
	if first[one] != 1 {
		t.Errorf("make test does not run %s", one)
	}
	unlisted, err := testScripts(t, "test", "SITE_REST=exfiltration")
	if err != nil || len(unlisted) <= len(first) {
		t.Errorf("what SITE_REST does not name is not in make test: %v", err)
	}
	if _, err := testScripts(t, "test", "SITE_REST=no-such-test"); err == nil {
		t.Error("make accepts a name of no test file")
	}
}

// make campaign runs the tests whose name has Campaign, and every test that is built for it alone has such a name.
func TestEveryCampaignIsRun(t *testing.T) {
	var found int
	err := filepath.WalkDir(".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text := string(must.Get(os.ReadFile(name))(t))
		if !strings.HasPrefix(text, "//go:build campaign\n") {
			return nil
		}
		for _, test := range regexp.MustCompile(`(?m)^func (Test\w+)`).FindAllStringSubmatch(text, -1) {
			found++
			if !strings.Contains(test[1], "Campaign") {
				t.Errorf("%s: make campaign does not run %s, whose name lacks Campaign", name, test[1])
			}
		}
		return nil
	})
	if err != nil || found == 0 {
		t.Errorf("%d campaigns: %v", found, err)
	}
}
