//go:build !js

package warehouse

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"privadapt/core/data/dataset/dates"
	"privadapt/core/must"
)

// lineEnds are what engines of regular expressions take for the end of a line, and so, by some of them, for the end of
// a text.
var lineEnds = []string{"\n", "\r\n", "\r", "\u0085", "\u2028", "\u2029"}

var everyOrder = []dates.Order{dates.Open, dates.DayFirst, dates.MonthFirst, dates.YearFirst}

// everyForm are the forms that queries ask for.
func everyForm() (forms []form) {
	forms = append(forms, plainDecimal)
	for _, o := range everyOrder {
		forms = append(forms, dateForm(o))
	}
	return forms
}

// dateTexts are texts that are dates in some order, and texts that are nearly dates.
func dateTexts(count int) (texts []string) {
	r := rand.New(rand.NewPCG(71, 72))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	short := func() string {
		return pick(fmt.Sprint(r.IntN(13)), fmt.Sprintf("%02d", r.IntN(13)), fmt.Sprintf("%02d", r.IntN(33)))
	}
	year := func() string {
		return pick(fmt.Sprintf("%04d", 1890+r.IntN(220)), fmt.Sprintf("%02d", r.IntN(100)), "0000", "2000", "1900")
	}
	for range count {
		mark := pick("-", "/", ".")
		text := pick(year()+mark+short()+mark+short(), short()+mark+short()+mark+year())
		if r.IntN(2) == 0 {
			text += pick("T", " ") + pick(fmt.Sprint(r.IntN(25)), fmt.Sprintf("%02d", r.IntN(25))) + fmt.Sprintf(":%02d",
				r.IntN(61))
			if r.IntN(2) == 0 {
				text += fmt.Sprintf(":%02d", r.IntN(61))
				if r.IntN(2) == 0 {
					text += "." + fmt.Sprintf("%013d", r.Int64N(1e13))[:1+r.IntN(13)]
				}
			}
			text += pick("", "", " AM", "pm", "Z", "+02:00", "-0130", "+11", " PM")
		}
		if r.IntN(4) == 0 { // a fault anywhere
			at := r.IntN(len(text) + 1)
			text = text[:at] + pick("", "x", "0", " ", "\t", "-", "\n", "9", "M", ":") + text[min(len(text), at+r.IntN(2)):]
		}
		texts = append(texts, text)
	}
	return texts
}

// formTexts are texts with and without something after their end.
func formTexts() (texts []string) {
	for _, text := range append(append(dateTexts(2000), oddNumbers...), "17", "-0.5e3", "2020-02-29", "13/05/2004") {
		texts = append(texts, text)
		if len(texts)%3 == 0 {
			end := lineEnds[len(texts)/3%len(lineEnds)]
			texts = append(texts, text+end, end+text, text+end+end, text+end+"1")
		}
	}
	return texts
}

// conditions are the two patterns of a condition in a dialect: one that a text has to match, and one that nothing in it
// may match.
func conditions(t *testing.T, to Dialect, f form) (whole, other string) {
	t.Helper()
	quoted := regexp.MustCompile("'([^']*)'").FindAllStringSubmatch(dialects[to].matches("x", f), -1)
	if len(quoted) != 2 {
		t.Fatalf("%s: the condition is %s", to, dialects[to].matches("x", f))
	}
	return quoted[0][1], quoted[1][1]
}

var hostedDialects = []Dialect{"bigquery", "snowflake", "spark", "trino"}

// In databases whose regular expressions end before a last line break, as Java's do, the conditions of a query
// still hold for whole texts alone: the pattern by itself would not, which this engine shows.
func TestFormsAreThoseOfWholeTexts(t *testing.T) {
	end := "(?:\r\n|[\n\r\u0085\u2028\u2029])?$"
	for _, to := range hostedDialects {
		loose := 0
		for _, f := range everyForm() {
			exact := regexp.MustCompile(`\A(?:` + f.pattern + `)\z`)
			pattern, other := conditions(t, to, f)
			pattern, _ = strings.CutSuffix(strings.TrimPrefix(pattern, "^"), "$")
			whole, others := regexp.MustCompile("^(?:"+pattern+")"+end), regexp.MustCompile(other)
			for _, text := range formTexts() {
				want := exact.MatchString(text)
				if got := whole.MatchString(text) && !others.MatchString(text); got != want {
					t.Errorf("%s: %q passes: %v, want %v", to, text, got, want)
				}
				if whole.MatchString(text) != want {
					loose++
				}
			}
		}
		if loose == 0 {
			t.Errorf("%s: the engine is exact, and the test shows nothing", to)
		}
	}
}

const javaMatcher = `
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.Pattern;

/**
 * Reads lines of two patterns and a text in base64, and says for each whether the text matches the first pattern, and
 * whether it matches the second.
 */
public class Matcher {
  public static void main(String[] arguments) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    Map<String, Pattern> patterns = new HashMap<>();
    StringBuilder out = new StringBuilder();
    for (String line; (line = in.readLine()) != null; ) {
      String[] parts = line.split(" ", -1);
      for (int i = 0; i < 2; i++) {
        Pattern pattern = patterns.computeIfAbsent(text(parts[i]), Pattern::compile);
        out.append(pattern.matcher(text(parts[2])).find() ? '1' : '0');
      }
      out.append('\n');
    }
    System.out.print(out);
  }

  static String text(String encoded) {
    return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
  }
}
`

// The same with the regular expressions of Java itself, which are Spark's, as RLIKE uses them.
func TestFormsInJava(t *testing.T) {
	modules, err := exec.Command("java", "--list-modules").Output()
	if err != nil || !bytes.Contains(modules, []byte("jdk.compiler@")) { // without it a source file does not run
		t.Skip("NOT TESTED: there is no JDK 11 or newer: apt-get install default-jdk-headless")
	}
	program := filepath.Join(t.TempDir(), "Matcher.java")
	must.Do(t, os.WriteFile(program, []byte(javaMatcher), 0o600))
	var asked bytes.Buffer
	type question struct {
		text string
		want bool
	}
	var questions []question
	encoded := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	for _, f := range everyForm() {
		exact := regexp.MustCompile(`\A(?:` + f.pattern + `)\z`)
		pattern, other := conditions(t, "spark", f)
		for _, text := range formTexts() {
			fmt.Fprintf(&asked, "%s %s %s\n", encoded(pattern), encoded(other), encoded(text))
			questions = append(questions, question{text, exact.MatchString(text)})
		}
	}
	command := exec.Command("java", program)
	command.Stdin = &asked
	out := must.Get(command.Output())(t)
	answers := strings.Fields(string(out))
	if len(answers) != len(questions) {
		t.Fatalf("%d answers to %d questions", len(answers), len(questions))
	}
	loose := 0
	for i, q := range questions {
		if got := answers[i] == "10"; got != q.want {
			t.Errorf("%q passes: %v, want %v", q.text, got, q.want)
		}
		if (answers[i][0] == '1') != q.want {
			loose++
		}
	}
	if loose == 0 {
		t.Error("Java's end of a text is exact, and the test shows nothing")
	}
	t.Logf("%d texts, %d of them pass by their pattern alone", len(questions), loose)
}
