//go:build linux

package warehouse

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privadapt/core/adapt/plan"
	"privadapt/core/data/dataset"
	"privadapt/core/data/dataset/csv"
	"privadapt/core/data/grid"
	"privadapt/core/model/auto"
	"privadapt/core/model/basemodel"
	"privadapt/core/must"
	"privadapt/core/release"
	"privadapt/core/terms/method"
	"privadapt/core/words"
)

// The parts of a query: what is quoted, what is refused, and the arithmetic of dates, norms and models.

// Names of columns and of levels that would end a quotation somewhere, begin a comment, or be replaced by a client.
var hostileColumns = [5]string{
	`a" FROM people; DROP TABLE people; --`,
	"b` /* x",
	`c\" '`,
	"day'; SELECT 1",
	"levels /* ${x} */ \u00e9 \U0001F600 :y {{z}}",
}

var hostileLevels = [3]string{`n'; DROP TABLE people; --`, "s\\' OR 1 = 1 /* ${env:HOME} \" `", "w\\"}

// hostilePlan is the plan of a sample with these names, but for what a dialect cannot hold, and that sample.
func hostilePlan(t *testing.T, to Dialect) (Plan, string) {
	t.Helper()
	columns := hostileColumns
	if forbidden := dialects[to].forbidden; forbidden != "" {
		columns[4] = strings.ReplaceAll(columns[4], forbidden, "")
	}
	sample := sampleText(columns, hostileLevels)
	return planOf(t, readSource(t, sample), 1), sample
}

const hostileLabel = "y\"]); DROP TABLE people; --\n' ` \\ /* \u00e9 \U0001F600"

// hostileClasses are classes; the last has nearly as many bytes as a class may have.
var hostileClasses = [3]string{
	"a'; DROP TABLE people; --",
	"b\"\n\\' OR 1 = 1 /* ${env:HOME} `",
	"c" + strings.Repeat("\u00e9';--\\\n\U0001F600\" ", 71) + ".",
}

// planOfLabel is the plan of a sample of two columns and a label of this name with these classes, and that sample.
func planOfLabel(t *testing.T, label string, classes [3]string) (Plan, string) {
	t.Helper()
	sample := "dose,ward,y\n" // a CSV file has no line break in a name, but other files may
	for i := range 60 {
		sample += fmt.Sprintf("%d.5,%s,%s\n", i%7, plainLevels[i%2], quotedCell(classes[(i%7+i%2)/3]))
	}
	source := readSource(t, sample)
	if !slices.Equal(source.Schema.Classes, classes[:]) {
		t.Fatalf("the classes are %.200q", source.Schema.Classes)
	}
	p := labelledPlan(t, source, method.Linear, 0)
	p.Source.Schema.Label = label
	return p, sample
}

// Hostile names, levels, labels and classes are no more than that: the databases find them, and the table is still
// there.
func TestHostileNamesAreNames(t *testing.T) {
	// The same rows: the reader takes a line break for the end of a row.
	tame, rows := planOfLabel(t, "y", [3]string{"a", "b", "c"})
	labelled, ownRows := planOfLabel(t, hostileLabel, hostileClasses)
	wantLabelled, _ := readerSums(t, tame, rows)
	for _, d := range databases(t) {
		p, sample := hostilePlan(t, d.dialect)
		want, _ := readerSums(t, p, sample)
		sameSums(t, string(d.dialect), d.ask(t, p, sample), p, want)
		text := must.Get(d.answer(t, labelled, d.fill(t, ownRows, "dose", "ward", hostileLabel), "people"))(t)
		sameSums(t, string(d.dialect)+", labels", text, labelled, wantLabelled)
	}
}

// In no dialect does a hostile text change anything but what is inside quotation marks; what cannot be quoted is
// refused.
func TestHostileNamesStayInTheirQuotes(t *testing.T) {
	tame, _ := planOfLabel(t, "y", [3]string{"a", "b", "c"})
	hostile, _ := planOfLabel(t, hostileLabel, hostileClasses)
	long, _ := planOfLabel(t, strings.Repeat("y';--", 2000), hostileClasses)
	for _, to := range Dialects {
		refused := func(what string, p Plan, words string) {
			if _, err := p.Query(to, "people", ""); err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("%s, %s: %v", to, what, err)
			}
		}
		same := func(what string, p, tame Plan) {
			got, err := p.Query(to, "people", "")
			if err != nil {
				t.Errorf("%s, %s: %v", to, what, err)
			} else if unquoted(t, to, got) != unquoted(t, to, must.Get(tame.Query(to, "people", ""))(t)) {
				t.Errorf("%s, %s: another query:\n%s", to, what, got)
			}
		}
		if p, _ := hostilePlan(t, to); true {
			same("names", p, plainPlan(t)) // the numbers of the samples are the same
		}
		if dialects[to].forbidden != "" {
			p, _ := hostilePlan(t, "duckdb")
			refused("a name that cannot be quoted", p, "cannot be written")
		}
		same("labels", hostile, tame)
		if dialects[to].longestName > 0 {
			refused("a name of 10⁴ characters", long, "longer than the 63 bytes")
		} else {
			same("a name of 10⁴ characters", long, tame)
		}
		// A CSV file has no NUL character; other files may.
		for what, change := range map[string]func(s *dataset.Schema){
			"name":  func(s *dataset.Schema) { s.Label = "y\x00'" },
			"level": func(s *dataset.Schema) { s.Classes = []string{"a", "b\x00'", "c"} },
		} {
			source := *tame.Source
			change(&source.Schema)
			p := tame
			p.Source = &source
			refused("a NUL character", p, what)
		}
	}
}

// unquoted is a query without its first line, in which the digest is, and with nothing in its quotes.
func unquoted(t *testing.T, to Dialect, query string) string {
	t.Helper()
	_, query, _ = strings.Cut(query, "\n")
	var out strings.Builder
	open, skip := rune(0), false
	for _, c := range query {
		switch {
		case skip:
			skip = false
		case open == 0:
			out.WriteRune(c)
			if strings.ContainsRune("'\"`", c) {
				open = c
			}
		case c == '\\' && open == '\'' && to != "duckdb": // there a backslash escapes
			skip = true
		case c == open:
			out.WriteRune(c)
			open = 0
		}
	}
	if open != 0 {
		t.Errorf("%s: a quotation is not closed", to)
	}
	return strings.NewReplacer(`""`, "", "''", "", "``", "").Replace(out.String())
}

// What no query can be written for is refused, with the way out: names that a database would take for one or cut short,
// columns that cannot name people, models that SQL does not compute as the reader does, and queries that are too long.
func TestWhatNoQueryIsWrittenForIsRefused(t *testing.T) {
	refused := func(to Dialect, p Plan, table, code, says string) {
		t.Helper()
		query, err := p.Query(to, table, "")
		var own *words.Error
		if !errors.As(err, &own) || own.Code != code || !strings.Contains(err.Error(), says) {
			t.Errorf("%s, %q: a query of %d bytes, %v", to, says, len(query), err)
		}
	}
	plain := plainPlan(t)
	for _, to := range []Dialect{"", "mysql", "DUCKDB"} {
		refused(to, plain, "people", CodeBadOption, "no dialect")
	}
	refused("duckdb", plain, " ", CodeBadOption, "no table")
	for words, columns := range map[string][5]string{
		"letters": {"dose", "DOSE", "rate", "day", "ward"},
		"longer":  {strings.Repeat("d", 64), "weight", "rate", "day", "ward"},
	} {
		refused("postgres", planOf(t, readSource(t, sampleText(columns, plainLevels)), 1), "people", CodeBadOption, words)
	}
	people := plain
	for _, people.Unit = range []string{"dose", "ward"} {
		refused("duckdb", people, "people", dataset.CodeBadUnit, people.Unit)
	}
	people.Unit, people.Report = "who", &Report{}
	refused("duckdb", people, "people", dataset.CodeBadUnit, "counts rows, not people")

	table := labelledRows(300, 0, false, 3)
	refused("postgres", labelledPlan(t, readSource(t, table), method.Smooth, 0), "people", CodeBadOption, "base linear")
	filed := labelledPlan(t, readSource(t, table), method.Linear, 0)
	filed.Offset.Model.Parts = []auto.Part{{Share: 1, Public: 1, Base: method.File, Model: auto.Held{Documented: &auto.Filed{}}}}
	refused("duckdb", filed, "people", CodeBadOption, "as ONNX")
	header, rows, _ := strings.Cut(table, "\n")
	tiny := header + "\n" + strings.ReplaceAll(rows, "\"\n", "e-80\"\n")
	refused("postgres", labelledPlan(t, readSource(t, tiny), method.Linear, 0), "people", CodeBadOption, "other units")
	if testing.Short() {
		return // trees of 48 classes take long to fit
	}
	r := rand.New(rand.NewPCG(51, 52))
	sample := "a,b,y\n"
	for range 3500 {
		a, b := 8*r.Float64(), 8*r.Float64()
		sample += fmt.Sprintf("%.4f,%.4f,k%d\n", a, b, (11*int(a)+8*int(b))%48)
	}
	large := labelledPlan(t, readSource(t, sample), method.Trees, 0)
	for _, to := range Dialects {
		refused(to, large, "people", CodeBadOption, "Choose the base linear")
	}
}

// A model of more columns than PostgreSQL has at a time has no query there. What queries predict is compared in
// portable.test.mjs.
func TestScoresOfTooManyColumnsAreRefused(t *testing.T) {
	of := func(to Dialect, levels int) error {
		wide := dataset.Column{Name: "c", Kind: dataset.Categorical, Levels: make([]dataset.Level, levels)}
		r := release.Release{Kind: release.Model, Values: release.Values{Intercept: new(float64)}}
		r.Provenance.Schema.Columns = []dataset.Column{wide}
		for i := range wide.Levels {
			wide.Levels[i] = dataset.Level{Name: fmt.Sprint(i), Mean: 0.5, Scale: 0.5}
			r.Values.Coefficients = append(r.Values.Coefficients, release.Coefficient{Value: 1})
		}
		_, err := Scores(&r, to, "people", nil)
		return err
	}
	if err := of("postgres", 1700); err == nil || !strings.Contains(err.Error(), "at most 1664; export the model as ONNX") {
		t.Error(err)
	}
	must.Do(t, of("postgres", 1600))
	must.Do(t, of("duckdb", 1700))
}

// DuckDB 2.0 makes joins of lists in an IN, and planned a query of people, or of trees with many levels, without end.
func TestNoNameAndNoLevelIsSoughtByIn(t *testing.T) {
	text := "c,y\n"
	for i := range 600 {
		text += fmt.Sprintf("level %d,%d\n", i%24, i%24*i%24)
	}
	p := labelledPlan(t, readSource(t, text), method.Trees, 3)
	p.Unit = "who"
	query := must.Get(p.Query("duckdb", "people", ""))(t)
	if list := regexp.MustCompile(`(l0|\)) IN \([^()]+\)`).FindString(query); list != "" {
		t.Error(list)
	}
	if !strings.Contains(query, "CASE l0 WHEN ") {
		t.Error("no tree of this query has a list of levels")
	}
}

// integers are vectors of d whole numbers as a broken arithmetic could leave them: at the bounds of the grid and beside
// them, beyond them on one side, and so large that squares, or sums of squares, do not fit into 64 bits.
func integers(d int, r *rand.Rand) (vectors [][]int64) {
	const n = int64(grid.Steps)
	all := func(v int64, count int) []int64 {
		vector := make([]int64, d)
		for k := range min(count, d) {
			vector[k] = v
		}
		return vector
	}
	for _, v := range []int64{0, 1, n - 1, n, n + 1, n + 2, 2 * n, 3 * n, n * n, math.MaxInt64} {
		for _, count := range []int{1, 2, 5, 6, 8, d} {
			vectors = append(vectors, all(v, count), all(-v, count))
		}
	}
	vectors = append(vectors, all(math.MinInt64+1, 1), all(n/int64(math.Ceil(math.Sqrt(float64(d)))), d))
	for range 60 {
		vector := all(0, 0)
		for k := range vector {
			vector[k] = int64(r.NormFloat64() * float64(n) / math.Sqrt(float64(d)))
			if r.IntN(2*d) == 0 {
				vector[k] = (r.Int64N(2*n+5) - n - 2) << r.IntN(20)
			}
		}
		vectors = append(vectors, vector)
	}
	return vectors
}

// Whatever whole numbers the arithmetic of a database makes of a row, the condition is the same as by exact
// arithmetic, and no row ends the query: a number that is too large on either side is seen before it is squared,
// and no sum of squares wraps around or is cut off below the bound.
func TestTheNormIsExactForAnyIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 92))
	found := databases(t)
	for _, d := range []int{1, 6, 12, 41} {
		vectors := integers(d, r)
		bound := int64(grid.Steps)*grid.Steps - 12345
		var rows []string
		for i, vector := range vectors {
			rows = append(rows,
				fmt.Sprintf("(%d, %s)", i, strings.Trim(strings.ReplaceAll(fmt.Sprint(vector), " ", ", "), "[]")))
		}
		for _, db := range found {
			of := func(k int) string { return cast(s(k), dialects[db.dialect].bigint) }
			answers := db.compute(t, either(fits(d, of, bound), "1", "0"),
				"FROM "+values(rows, append([]string{"number"}, each(d, s)...)...), len(rows))
			for i, vector := range vectors {
				norm := new(big.Int)
				for _, v := range vector {
					norm.Add(norm, new(big.Int).Mul(big.NewInt(v), big.NewInt(v)))
				}
				if want := norm.Cmp(big.NewInt(bound)) <= 0; (answers[i] == "1") != want {
					t.Errorf("%s: %.200v fits: %s, want %v", db.dialect, vector, answers[i], want)
				}
			}
		}
	}
}

// compute is an expression of each row, in the order of their column "number".
func (d database) compute(t *testing.T, expression, from string, rows int) []string {
	t.Helper()
	out := must.Get(d.run(t, "SELECT "+expression+" "+from+" ORDER BY number;\n"))(t)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != rows {
		t.Fatalf("%s: %d lines of %d rows", d.dialect, len(lines), rows)
	}
	return lines
}

// lineEnds are what engines of regular expressions take for the end of a line, and so, by some of them, for the end of
// a text.
var lineEnds = []string{"\n", "\r\n", "\r", "\u0085", "\u2028", "\u2029"}

var everyOrder = []csv.DateOrder{csv.Open, csv.DayFirst, csv.MonthFirst, csv.YearFirst}

// dateTexts are texts that are dates in some order, and texts that are nearly dates.
func dateTexts(count int) (texts []string) {
	r := rand.New(rand.NewPCG(71, 72))
	short := func() string {
		return pick(r, fmt.Sprint(r.IntN(13)), fmt.Sprintf("%02d", r.IntN(13)), fmt.Sprintf("%02d", r.IntN(33)))
	}
	year := func() string {
		return pick(r, fmt.Sprintf("%04d", 1890+r.IntN(220)), fmt.Sprintf("%02d", r.IntN(100)), "0000", "2000", "1900")
	}
	for range count {
		mark := pick(r, "-", "/", ".")
		text := pick(r, year()+mark+short()+mark+short(), short()+mark+short()+mark+year())
		if r.IntN(2) == 0 {
			text += pick(r, "T", " ") + pick(r, fmt.Sprint(r.IntN(25)), fmt.Sprintf("%02d", r.IntN(25))) +
				fmt.Sprintf(":%02d", r.IntN(61))
			if r.IntN(2) == 0 {
				text += fmt.Sprintf(":%02d", r.IntN(61))
				if r.IntN(2) == 0 {
					text += "." + fmt.Sprintf("%013d", r.Int64N(1e13))[:1+r.IntN(13)]
				}
			}
			text += pick(r, "", "", " AM", "pm", "Z", "+02:00", "-0130", "+11", " PM")
		}
		if r.IntN(4) == 0 { // a fault anywhere
			at := r.IntN(len(text) + 1)
			fault := pick(r, "", "x", "0", " ", "\t", "-", "\n", "9", "M", ":")
			text = text[:at] + fault + text[min(len(text), at+r.IntN(2)):]
		}
		texts = append(texts, text)
	}
	return texts
}

// A database reads the dates that package csv reads, to the last bit, in a column of each order, and nothing else: no
// text, with a line break at its end or without, ends the query.
func TestDatesOfADatabaseAreTheReaders(t *testing.T) {
	texts := append(dateTexts(3000), "", "29/02/1900", "29/02/2000", "31/04/2020", "2020-01-01T10:00:00.123456789012",
		"2020-01-01T10:00:00.1234567890123", "12:00 AM", "1/1/20 12:00 AM", "1/1/20 12:59:59.5 pm", "01.01.20 0:00",
		"1/1/2020 00:00AM", strings.Repeat("1", 5000), "2020-01-01T10:00:00."+strings.Repeat("1", 5000))
	for i, end := range lineEnds {
		texts = append(texts, texts[i]+end, "2020-02-29"+end, "2020-02-29 10:00"+end, "1/2/20"+end, "1/2/2020 9:00 PM"+end,
			end+"2020-02-29")
	}
	for _, d := range databases(t) {
		for _, order := range everyOrder {
			w := writer{dialect: dialects[d.dialect], kept: []string{"number"}}
			var rows []string
			for i, text := range texts {
				rows = append(rows, fmt.Sprintf("(%d, %s)", i, w.text(text)))
			}
			w.from = "FROM (SELECT * FROM " + values(rows, "number", "sold") + ") AS " + rowsName
			column := dataset.Column{Name: "sold", Kind: dataset.Numeric, Scale: 1, Dates: true, DateOrder: order}
			w.cells(dataset.Schema{Columns: []dataset.Column{column}}, false, "", nil)
			lines := d.compute(t, call("COALESCE", cast("v0", w.varchar), "'none'"), w.from, len(texts))
			read := 0
			for i, text := range texts {
				want, ok := csv.ParseDate([]byte(strings.Trim(text, " \t")), order)
				got, err := strconv.ParseFloat(lines[i], 64)
				if (err == nil) != ok || ok && got != want {
					t.Errorf("%s, order %q: %.60q is %s, want %v, %v", d.dialect, order, text, lines[i], want, ok)
				}
				if ok {
					read++
				}
			}
			if read < len(texts)/20 {
				t.Errorf("only %d of %d texts are dates", read, len(texts))
			}
		}
	}
}

// In Spark, whose regular expressions end before a last line break, as Java's do, the conditions of a query still hold
// for whole texts alone: the pattern by itself would not, which this engine shows.
func TestFormsAreThoseOfWholeTexts(t *testing.T) {
	var texts []string
	for _, text := range append(append(dateTexts(2000), oddNumbers...), "17", "-0.5e3", "2020-02-29", "13/05/2004") {
		texts = append(texts, text)
		if len(texts)%3 == 0 {
			end := lineEnds[len(texts)/3%len(lineEnds)]
			texts = append(texts, text+end, end+text, text+end+end, text+end+"1")
		}
	}
	forms := []form{plainDecimal}
	for _, o := range everyOrder {
		forms = append(forms, dateForm(o))
	}
	loose := 0
	for _, f := range forms {
		quoted := regexp.MustCompile("'([^']*)'").FindAllStringSubmatch(spark.matches("x", f), -1)
		if len(quoted) != 2 {
			t.Fatalf("the condition is %s", spark.matches("x", f))
		}
		pattern, _ := strings.CutSuffix(strings.TrimPrefix(quoted[0][1], "^"), "$")
		exact := regexp.MustCompile(`\A(?:` + f.pattern + `)\z`)
		whole := regexp.MustCompile("^(?:" + pattern + ")(?:\r\n|[\n\r\u0085\u2028\u2029])?$")
		others := regexp.MustCompile(quoted[1][1])
		for _, text := range texts {
			want := exact.MatchString(text)
			if got := whole.MatchString(text) && !others.MatchString(text); got != want {
				t.Errorf("%q passes: %v, want %v", text, got, want)
			}
			if whole.MatchString(text) != want {
				loose++
			}
		}
	}
	if loose == 0 {
		t.Error("the engine is exact, and the test shows nothing")
	}
}

// The probabilities of scores are the same as by package basemodel, bit for bit: for every power of two of the
// exponential, beyond its range and at zero.
func TestProbabilitiesOfADatabaseAreTheReaders(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	scores := []float64{0, math.Copysign(0, -1), 1e-140, -1e-120, -1e-17, 1e-9, 36.7, 37.5, 707.9, 708, -708, -708.1,
		708.5, 745, -800, 1e10, -1e100, 1e300}
	for k := -1021; k <= 1021; k++ {
		scores = append(scores, (float64(k)+r.Float64()-0.5)*math.Ln2)
	}
	for range 1000 {
		scores = append(scores, 5*r.NormFloat64())
	}
	for _, d := range databases(t) {
		for _, outputs := range []int{1, 3} {
			score := func(i, k int) float64 { return scores[(i+k*17)%len(scores)] }
			w := writer{dialect: dialects[d.dialect], kept: []string{"number"}}
			var rows []string
			for i := range scores {
				row := each(outputs, func(k int) string { return w.double(score(i, k-1)) })
				rows = append(rows, fmt.Sprintf("(%d, %s)", i, strings.Join(row, ", ")))
			}
			w.from = "FROM " + values(rows, append([]string{"number"}, each(outputs, f)...)...)
			w.probabilities(outputs)
			classes := max(2, outputs)
			printed := each(classes-1, func(k int) string { return cast(f(k), w.varchar) })
			p, own := make([]float64, classes), make([]float64, outputs)
			for i, line := range d.compute(t, strings.Join(printed, " || ' ' || "), w.from, len(scores)) {
				for k := range own {
					own[k] = score(i, k)
				}
				basemodel.Probabilities(p, own)
				for k, text := range strings.Fields(line) {
					if got, err := strconv.ParseFloat(text, 64); err != nil && got != 0 || got != p[k+1] {
						t.Errorf("%s: scores %v: %s, want %v", d.dialect, own, text, p[k+1])
					}
				}
			}
		}
	}
}

// The query is public: it is made of the sample and of settings alone.
func ExamplePlan_Query() {
	source, err := dataset.ReadSource(strings.NewReader("age,dose\n40,1\n50,2\n60,4\n"), dataset.SourceOptions{Label: "dose"})
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err := plan.New(plan.Options{Epsilon: 1, Delta: 1e-6, Release: release.Moments}, source)
	if err != nil {
		fmt.Println(err)
		return
	}
	query, err := Plan{Source: source, Map: run.Map, Grid: run.Grid}.Query("postgres", "patients", "year = 2024")
	fmt.Println(strings.Contains(query, "FROM patients"), err)
	// Output: true <nil>
}
