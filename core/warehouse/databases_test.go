//go:build linux

package warehouse

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"privadapt/core/must"
)

// database runs statements in a database that is there for a test, and returns what the last of them returns, without a
// frame.
type database struct {
	dialect Dialect
	run     func(t *testing.T, sql string) (out string, err error)
	// load is the statement that fills a table of texts from a CSV file.
	load func(table, file string, columns []string) string
}

// databases are those that can be started here. Each that is missing is named.
func databases(t *testing.T) (found []database) {
	t.Helper()
	starters := []func() (database, error){startDuckDB, func() (database, error) { return startPostgres(t) }}
	if testing.Short() {
		starters = starters[:1] // make test-all asks both
	}
	if os.Getenv(sparkMode) != "" {
		starters = []func() (database, error){startSpark}
	}
	for _, start := range starters {
		d, err := start()
		if err != nil {
			t.Logf("NOT TESTED: %v", err)
			continue
		}
		found = append(found, d)
	}
	if len(found) == 0 {
		t.Skip("there is no database to test with")
	}
	return found
}

// rows is a table of a given number of rows.
func (d database) rows(count int) string {
	if d.dialect == "spark" {
		return fmt.Sprintf("range(%d)", count)
	}
	return fmt.Sprintf("generate_series(1, %d)", count)
}

// values is a table of rows that are written as SQL.
func values(rows []string, columns ...string) string {
	return "(VALUES " + strings.Join(rows, ",\n") + ") AS q(" + strings.Join(columns, ", ") + ")"
}

// fill makes the table people of a CSV text. Its columns are those of the text where none are given.
func (d database) fill(t *testing.T, text string, columns ...string) string {
	t.Helper()
	if columns == nil {
		columns = must.Get(csv.NewReader(strings.NewReader(text)).Read())(t)
	}
	return "DROP TABLE IF EXISTS people;\n" + d.load("people", writeFile(t, "rows.csv", text), columns)
}

// answer is what the query of a plan returns for a table, once what prepares it has run. In the query some texts, which
// have to be there, are replaced by others.
func (d database) answer(t *testing.T, p Plan, prepare, table string, replaced ...string) (string, error) {
	t.Helper()
	query := must.Get(p.Query(d.dialect, table, ""))(t)
	for k := 0; k < len(replaced); k += 2 {
		if !strings.Contains(query, replaced[k]) {
			t.Fatalf("%q is not in the query", replaced[k])
		}
		query = strings.ReplaceAll(query, replaced[k], replaced[k+1])
	}
	return d.run(t, prepare+query)
}

// ask is that for a CSV text, which has to be answered.
func (d database) ask(t *testing.T, p Plan, text string, replaced ...string) string {
	t.Helper()
	return must.Get(d.answer(t, p, d.fill(t, text), "people", replaced...))(t)
}

// askEach is what the query returns for the rows whose column "number" is 0 and one more, for each of those that are
// numbered from 1 to count. Spark gets one query after another, because all together are too long for it.
func (d database) askEach(t *testing.T, p Plan, prepare string, count int) []string {
	t.Helper()
	var all, out []string
	for i := 1; i <= count; i++ {
		query := must.Get(p.Query(d.dialect, "people", fmt.Sprintf("number IN ('0', '%d')", i)))(t)
		if d.dialect == "spark" {
			out = append(out, must.Get(d.run(t, prepare+query))(t))
			prepare = ""
			continue
		}
		query = strings.TrimSuffix(query[strings.Index(query, "SELECT"):], ";\n")
		all = append(all, fmt.Sprintf("SELECT %d AS number, one.* FROM (\n%s\n) AS one", i, query))
	}
	if d.dialect != "spark" {
		text := must.Get(d.run(t,
			prepare+"SELECT * FROM (\n"+strings.Join(all, "\nUNION ALL\n")+"\n) AS every ORDER BY 1;\n"))(t)
		out = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	}
	if len(out) != count {
		t.Fatalf("%s: %d answers to %d queries", d.dialect, len(out), count)
	}
	return out
}

// withNumber adds a column "number" to a table, for askEach: 0 in the first rows, and 1, 2, … in those after them.
func withNumber(table string, first int) string {
	lines := strings.Split(strings.TrimSuffix(table, "\n"), "\n")
	lines[0] += ",number"
	for i := range lines[1:] {
		lines[1+i] += fmt.Sprintf(",%d", max(0, i-first+1))
	}
	return strings.Join(lines, "\n") + "\n"
}

const peers = "../../jsbridge/npm/test/databases"

// writeFile writes a file that other users can read.
func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func startDuckDB() (database, error) {
	if _, err := os.Stat("../../node_modules/@duckdb/node-api"); err != nil {
		return database{}, fmt.Errorf("DuckDB is not installed: make machine")
	}
	return database{
		dialect: "duckdb",
		run: func(t *testing.T, sql string) (string, error) {
			out, err := exec.Command("node", filepath.Join(peers, "duckdb.mjs"), writeFile(t, "query.sql", sql)).Output()
			return string(out), withOutput(err)
		},
		load: func(table, file string, columns []string) string {
			return fmt.Sprintf("CREATE TABLE %s AS SELECT * FROM read_csv(%s, header = true, auto_detect = false, "+
				"delim = ',', quote = '\"', escape = '\"', columns = {%s: 'VARCHAR'});\n",
				table, quotedText(file), listed(columns, quotedText, ": 'VARCHAR', "))
		},
	}, nil
}

// listed quotes names and joins them.
func listed(names []string, quoted func(string) string, mark string) string {
	return strings.Join(each(len(names), func(k int) string { return quoted(names[k-1]) }), mark)
}

// withOutput adds what a program wrote to its error.
func withOutput(err error) error {
	if failed, ok := err.(*exec.ExitError); ok {
		return fmt.Errorf("%w: %s", err, failed.Stderr)
	}
	return err
}

// startPostgres makes an empty database for a test, in the one cluster of all tests.
func startPostgres(t *testing.T) (database, error) {
	server, err := oneCluster()
	if err != nil {
		return database{}, err
	}
	name := fmt.Sprintf("test%d", server.databases.Add(1))
	if out, err := server.run(t, "postgres", "CREATE DATABASE "+name+";"); err != nil {
		return database{}, fmt.Errorf("PostgreSQL makes no database: %w: %s", err, out)
	}
	return database{
		dialect: "postgres",
		run:     func(t *testing.T, sql string) (string, error) { return server.run(t, name, sql) },
		load: func(table, file string, columns []string) string {
			return fmt.Sprintf("CREATE TABLE %s (%s text);\n\\copy %s FROM '%s' (FORMAT csv, HEADER)\n", table,
				listed(columns, quotedName, " text, "), table, file)
		},
	}, nil
}

// cluster is a server of PostgreSQL that listens on a socket in a folder of its own.
type cluster struct {
	Folder, Client string
	databases      atomic.Int64
}

// run runs statements in one of its databases, and returns what the last of them returns, without a frame.
func (c *cluster) run(t *testing.T, name, sql string) (string, error) {
	out, err := exec.Command(c.Client, "-h", c.Folder, "-U", "postgres", "-d", name, "-AtqX", "-v", "ON_ERROR_STOP=1",
		"-f", writeFile(t, "query.sql", sql)).Output()
	return string(out), withOutput(err)
}

// oneCluster starts the cluster for the first test that asks for it. To make one takes seconds.
var oneCluster = sync.OnceValues(func() (*cluster, error) {
	p, err := startPeer(exec.Command("node", filepath.Join(peers, "postgres.mjs")))
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL does not start; it is installed by apt-get install postgresql: %w", err)
	}
	own := &cluster{}
	return own, json.Unmarshal(p.answers.Bytes(), own)
})

// peer is a program that the tests ask, for the whole run: it says a line when it is ready, and ends with its input.
type peer struct {
	asks    io.WriteCloser
	answers *bufio.Scanner
	process *exec.Cmd
}

var started []*peer

func startPeer(command *exec.Cmd) (*peer, error) {
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
	p := &peer{asks, bufio.NewScanner(out), command}
	p.answers.Buffer(nil, 1<<28)
	if !p.answers.Scan() {
		return nil, fmt.Errorf("%s ends before it is ready: %w", command, command.Wait())
	}
	started = append(started, p)
	return p, nil
}

func TestMain(m *testing.M) {
	status := m.Run()
	for _, p := range started {
		p.asks.Close()
		p.process.Wait()
	}
	os.Exit(status)
}

// sparkMode names the variable by which make campaign runs all tests of queries in Spark instead, in one of these ways:
// where its executors are, and whether its arithmetic follows ANSI, where an overflow or a cast that fails ends the
// query. Two executors hold the rows of a cluster.
const sparkMode = "PRIVADAPT_SPARK"

var sparkModes = map[string][]string{
	"local":        {"local[2]", "false"},
	"local-ansi":   {"local[2]", "true"},
	"cluster":      {"local-cluster[2,1,1024]", "false"},
	"cluster-ansi": {"local-cluster[2,1,1024]", "true"},
}

// sparkProgram reads statements and answers.
type sparkProgram struct {
	lock sync.Mutex
	*peer
}

func startSpark() (database, error) {
	program, err := oneSpark()
	if err != nil {
		return database{}, err
	}
	return database{"spark", program.run, func(table, file string, columns []string) string {
		names, err := json.Marshal(columns)
		if err != nil {
			panic(err) // texts can be written
		}
		return fmt.Sprintf("\\load %s %s %s\n", table, file, names)
	}}, nil
}

// oneSpark starts Spark for the first test that asks for it. It says its version when it is ready.
var oneSpark = sync.OnceValues(func() (*sparkProgram, error) {
	mode := os.Getenv(sparkMode)
	if sparkModes[mode] == nil {
		return nil, fmt.Errorf("%s is %q, which is no way to run Spark", sparkMode, mode)
	}
	folder, err := filepath.Abs("../../jsbridge/npm/dist/engines") // where make campaign installs it
	if err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(folder, mode+".log"))
	if err != nil {
		return nil, fmt.Errorf("Spark is not installed, see make campaign: %w", err)
	}
	defer log.Close()
	command := exec.Command(filepath.Join(folder, "python/bin/python"),
		append([]string{filepath.Join(peers, "spark.py")}, sparkModes[mode]...)...)
	command.Stderr = log
	p, err := startPeer(command)
	if err != nil {
		return nil, fmt.Errorf("Spark does not start, see make campaign: %w", err)
	}
	fmt.Printf("%s: version %s\n", command.Args, p.answers.Text())
	return &sparkProgram{peer: p}, nil
})

// run runs statements, and returns what the last of them returns, without a frame.
func (e *sparkProgram) run(t *testing.T, sql string) (string, error) {
	e.lock.Lock()
	defer e.lock.Unlock()
	fmt.Fprintln(e.asks, writeFile(t, "query.sql", sql))
	if !e.answers.Scan() {
		return "", fmt.Errorf("Spark has ended")
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
