//go:build linux

package warehouse

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"privadapt/core/must"
)

// database runs statements in a database that is there for a test, and returns what the last of them returns, without a
// frame.
type database struct {
	dialect Dialect
	run     func(t *testing.T, sql string) (out string, err error)
	// load is the statement that fills a table of texts from a CSV file.
	load func(table, file string, columns []string) string
	// series is a table of a given number of rows; empty for generate_series.
	series string
}

// isEngine reports whether it is one of make campaign.
func (d database) isEngine() bool { return d.series != "" }

// rows is a table of a given number of rows.
func (d database) rows(count int) string {
	if !d.isEngine() {
		return fmt.Sprintf("generate_series(1, %d)", count)
	}
	return fmt.Sprintf(d.series, count)
}

// given is a table of values with these columns, and what makes it: the planner of Trino would compute with values.
func (d database) given(values []string, columns ...string) (prepare, table string) {
	table = "(VALUES " + strings.Join(values, ",\n") + ") AS q(" + strings.Join(columns, ", ") + ")"
	if d.dialect != "trino" {
		return "", table
	}
	return "DROP TABLE IF EXISTS given;\nCREATE TABLE given AS SELECT * FROM " + table + ";\n", "given AS q"
}

// databases are those that can be started here. Each that is missing is named.
func databases(t *testing.T) []database {
	t.Helper()
	var found []database
	for _, start := range starters() {
		d, err := start(t)
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

// starters start the databases of make test or, where engines are named, these instead.
func starters() []func(*testing.T) (database, error) {
	named := os.Getenv(engines)
	if named == "" {
		return []func(*testing.T) (database, error){startDuckDB, startPostgres}
	}
	var list []func(*testing.T) (database, error)
	for name := range strings.FieldsSeq(named) {
		list = append(list, func(*testing.T) (database, error) { return startEngine(name) })
	}
	return list
}

const peers = "../../jsbridge/npm/test/databases"

// writeFile writes a file that other users can read.
func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func startDuckDB(t *testing.T) (database, error) {
	if _, err := os.Stat(filepath.Join(peers, "node_modules/@duckdb/node-api")); err != nil {
		return database{}, fmt.Errorf("DuckDB is not installed: make databases")
	}
	return database{
		dialect: "duckdb",
		run: func(t *testing.T, sql string) (string, error) {
			out, err := exec.Command("node", filepath.Join(peers, "duckdb.mjs"), writeFile(t, "query.sql", sql)).Output()
			return string(out), withOutput(err)
		},
		load: func(table, file string, columns []string) string {
			var types []string
			for _, c := range columns {
				types = append(types, quotedText(c)+": 'VARCHAR'")
			}
			return fmt.Sprintf(
				"CREATE TABLE %s AS SELECT * FROM read_csv(%s, header = true, auto_detect = false, delim = ',', quote = '\"', escape = '\"', columns = {%s});\n",
				table,
				quotedText(file),
				strings.Join(types, ", "),
			)
		},
	}, nil
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
			var types []string
			for _, c := range columns {
				types = append(types, quotedName(c)+" text")
			}
			return fmt.Sprintf("CREATE TABLE %s (%s);\n\\copy %s FROM '%s' (FORMAT csv, HEADER)\n", table,
				strings.Join(types, ", "), table, file)
		},
	}, nil
}

// cluster is a server of PostgreSQL that listens on a socket in a folder of its own.
type cluster struct {
	folder, client string
	databases      atomic.Int64
}

// run runs statements in one of its databases, and returns what the last of them returns, without a frame.
func (c *cluster) run(t *testing.T, name, sql string) (string, error) {
	out, err := exec.Command(c.client, "-h", c.folder, "-U", "postgres", "-d", name, "-AtqX", "-v", "ON_ERROR_STOP=1",
		"-f", writeFile(t, "query.sql", sql)).
		Output()
	return string(out), withOutput(err)
}

// stopCluster stops what oneCluster has started.
var stopCluster = func() {}

func TestMain(m *testing.M) {
	status := m.Run()
	stopCluster()
	stopEngines()
	os.Exit(status)
}

// oneCluster starts the cluster for the first test that asks for it. To make one takes seconds.
var oneCluster = sync.OnceValues(func() (*cluster, error) {
	missing := fmt.Errorf("PostgreSQL is not installed: apt-get install postgresql")
	program := func(name string) string {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
		found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
		if len(found) == 0 {
			return ""
		}
		return found[len(found)-1]
	}
	initdb, server, client := program("initdb"), program("postgres"), program("psql")
	if initdb == "" || server == "" || client == "" {
		return nil, missing
	}
	folder, err := os.MkdirTemp("", "pg") // the path of a socket is short
	if err != nil {
		return nil, err
	}
	stopCluster = func() { os.RemoveAll(folder) }
	as := &syscall.SysProcAttr{}
	if os.Getuid() == 0 { // PostgreSQL refuses to run as root
		account, err := user.Lookup("postgres")
		if err != nil {
			return nil, missing
		}
		uid, _ := strconv.Atoi(account.Uid)
		gid, _ := strconv.Atoi(account.Gid)
		as.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(folder, uid, gid); err != nil {
			return nil, err
		}
	}
	data := filepath.Join(folder, "data")
	create := exec.Command(initdb, "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	create.SysProcAttr, create.Dir = as, folder
	if out, err := create.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	serve := exec.Command(server, "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off")
	serve.SysProcAttr, serve.Dir = as, folder
	if err := serve.Start(); err != nil {
		return nil, err
	}
	stopCluster = func() {
		serve.Process.Signal(os.Interrupt)
		serve.Wait()
		os.RemoveAll(folder)
	}
	for patience := 100; ; patience-- {
		if err := exec.Command(client, "-h", folder, "-U", "postgres", "-c", "SELECT 1;").Run(); err == nil {
			return &cluster{folder: folder, client: client}, nil
		} else if patience == 0 {
			return nil, fmt.Errorf("PostgreSQL does not start: %w", err)
		}
		time.Sleep(100 * time.Millisecond)
	}
})
