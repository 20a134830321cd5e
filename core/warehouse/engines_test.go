//go:build linux

package warehouse

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// engines names the variable that lists engines in which all tests of queries run instead of in DuckDB and PostgreSQL:
// make campaign starts them so. Each is a program that reads statements and answers, for the whole run; but sqlglot
// reads queries and runs none.
const engines = "PRIVADAPT_ENGINES"

// engineFolder is where make engines installs them.
const engineFolder = "../../jsbridge/npm/dist/engines"

// sparkModes are the arguments of spark.py for each way to run Spark: where its executors are, and whether its
// arithmetic follows ANSI, where an overflow or a cast that fails ends the query. Two executors hold the rows of
// spark-cluster.
var sparkModes = map[string][]string{
	"spark":              {"local[2]", "false"},
	"spark-ansi":         {"local[2]", "true"},
	"spark-cluster":      {"local-cluster[2,1,1024]", "false"},
	"spark-cluster-ansi": {"local-cluster[2,1,1024]", "true"},
}

// engine is a program that answers.
type engine struct {
	lock    sync.Mutex
	asks    io.WriteCloser
	answers *bufio.Scanner
	process *exec.Cmd
}

// started are the engines that a test has asked for, and missing those that do not start.
var started, missing = map[string]*engine{}, map[string]error{}

func stopEngines() {
	for _, own := range started {
		own.asks.Close()
		own.process.Wait()
	}
}

// startEngine starts an engine, or finds the one that an earlier test has started.
func startEngine(name string) (database, error) {
	mode, isSpark := sparkModes[name]
	folder, err := filepath.Abs(engineFolder)
	if err != nil {
		return database{}, err
	}
	var command *exec.Cmd
	switch {
	case isSpark:
		program := []string{filepath.Join(peers, "spark.py")}
		command = exec.Command(filepath.Join(folder, "python/bin/python"), append(program, mode...)...)
	case name == "trino":
		command = exec.Command("sh", filepath.Join(peers, "trino/run.sh"), filepath.Join(folder, "trino"))
	default:
		return database{}, fmt.Errorf("%s names %q, which is no engine", engines, name)
	}
	if missing[name] != nil {
		return database{}, missing[name]
	}
	if started[name] == nil {
		log, err := os.Create(filepath.Join(folder, name+".log"))
		if err != nil {
			return database{}, err
		}
		defer log.Close()
		command.Stderr = log
		own, err := launch(command)
		if err != nil {
			missing[name] = fmt.Errorf("%s does not start, make engines installs it: %w", name, err)
			return database{}, missing[name]
		}
		started[name] = own
	}
	dialect, _, _ := strings.Cut(name, "-")
	series := map[string]string{"spark": "range(%d)", "trino": "TABLE(sequence(1, %d))"}[dialect]
	return database{dialect: Dialect(dialect), run: started[name].run, load: loadLine, series: series}, nil
}

// loadLine is the line by which these programs fill a table of texts.
func loadLine(table, file string, columns []string) string {
	names, err := json.Marshal(columns)
	if err != nil {
		panic(err) // texts can be written
	}
	return fmt.Sprintf("\\load %s %s %s\n", table, file, names)
}

// launch starts a program, which says its version when it is ready.
func launch(command *exec.Cmd) (*engine, error) {
	asks, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	own := &engine{asks: asks, answers: bufio.NewScanner(out), process: command}
	own.answers.Buffer(nil, 1<<28)
	if !own.answers.Scan() {
		return nil, fmt.Errorf("it ends before it says its version: %w", command.Wait())
	}
	fmt.Printf("%s: version %s\n", command.Args, own.answers.Text())
	return own, nil
}

// run runs statements, and returns what the last of them returns, without a frame.
func (e *engine) run(t *testing.T, sql string) (string, error) {
	e.lock.Lock()
	defer e.lock.Unlock()
	fmt.Fprintln(e.asks, writeFile(t, "query.sql", sql))
	if !e.answers.Scan() {
		return "", fmt.Errorf("the engine has ended")
	}
	var rows [][]any
	if err := json.Unmarshal(e.answers.Bytes(), &rows); err != nil {
		return "", fmt.Errorf("%.3000s", e.answers.Text())
	}
	var out strings.Builder
	for _, row := range rows {
		fmt.Fprintln(&out, strings.Trim(fmt.Sprint(row), "[]"))
	}
	return out.String(), nil
}
