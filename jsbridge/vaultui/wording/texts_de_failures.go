package wording

// germanFailures say what a failure of the engine means, by its code.
var germanFailures = map[string]string{
	"bad-encoding":      "Die Datei ist keine Textdatei in UTF-8. Speichern Sie die Tabelle als CSV in UTF-8.",
	"html":              "Die Datei ist eine Webseite und keine Tabelle. Wählen Sie die Tabelle selbst.",
	"empty-file":        "Die Datei ist leer. Sie braucht eine Zeile mit Spaltennamen und darunter die Zeilen.",
	"no-rows":           "Die Datei hat eine Kopfzeile und keine weiteren Zeilen.",
	"line-too-long":     "Eine Zeile der Datei ist länger als 1 MiB. Wählen Sie eine CSV-Datei mit Spaltennamen in der ersten Zeile.",
	"no-common-columns": "In der ersten Zeile steht keine der gewünschten Spalten. Dort müssen die Spaltennamen stehen; löschen Sie, was darüber steht, etwa einen Titel.",
	"duplicate-column":  "Mehrere Spalten der Datei kommen für dieselbe gewünschte Spalte infrage. Benennen Sie alle bis auf eine um, oder entfernen Sie sie.",
	"bad-unit":          "Die Spalte, in der die Person steht, lässt sich nicht verwenden. Sie muss genau einmal in der Datei stehen und darf keine der gewünschten Spalten sein.",
	"too-large":         "Die Datei ist zu groß für den Speicher dieses Browsers. Nehmen Sie einen Teil davon.",
	"bad-delta":         "δ ist für so viele Zeilen zu groß. Geben Sie die Zahl Ihrer Zeilen an: Daraus wird δ berechnet.",
	"bad-epsilon":       "ε ist keine brauchbare Zahl. Wählen Sie eine Zahl über 0, zum Beispiel 1.",
	"bad-iterations":    "Die Zahl der Runden ist nicht möglich. Lassen Sie das Feld leer, oder geben Sie eine ganze Zahl ab 1 an.",
	"no-label":          "Die Stichprobe hat keine Spalte mit diesem Namen. Prüfen Sie den Namen der Zielspalte.",
	"one-row":           "Die Stichprobe hat nur eine Zeile. Sie braucht mehrere.",
	"bad-xlsx": "Die Datei lässt sich nicht als Excel-Mappe (.xlsx) lesen: Sie ist beschädigt, geschützt oder zu " +
		"groß. Speichern Sie das Blatt als CSV.",
	"bad-parquet": "Die Parquet-Datei lässt sich nicht lesen: Sie ist beschädigt, verschlüsselt oder ungewöhnlich " +
		"kodiert. Speichern Sie die Tabelle als CSV.",
	"bad-gzip": "Die gepackte Datei lässt sich nicht entpacken: Sie ist beschädigt oder unvollständig. Entpacken Sie " +
		"sie mit einem anderen Programm.",
	"unreadable": "Die Datei ließ sich nicht bis zum Ende lesen. Vielleicht hat sie sich geändert; wählen Sie sie noch " +
		"einmal.",
	"no-sheet": "Die Mappe hat kein Blatt mit diesem Namen. Lassen Sie das Feld leer, oder schreiben Sie den Namen " +
		"wie auf dem Register.",
	"constant-label":   "Die Zielspalte der Stichprobe hat in jeder Zeile denselben Wert; es gibt nichts vorherzusagen.",
	"missing-label":    "Keine Zeile der Stichprobe hat einen Wert in der Zielspalte.",
	"refused":          "Diese Einstellungen passen nicht zusammen, oder sie schützen weniger als zugesagt. Unter Einzelheiten gehen das Verfahren „Zweites Moment“ und die Kalibrierung „Eng“ immer.",
	"bad-option":       "Eine Einstellung ist nicht möglich. Lassen Sie unter Einzelheiten leer, was leer sein darf; steht sie im Link, bitten Sie den Absender um einen anderen.",
	"sample-too-large": "Die öffentliche Stichprobe hat für diesen Lauf zu viele Zeilen. Bitten Sie den Absender des Links um einen zufälligen Teil davon.",
	"models-too-large": "Jedes Modell der öffentlichen Stichprobe ist für ein Ergebnis zu groß. Antworten Sie bei den bekannten Werten „Nein“, oder bitten Sie den Absender des Links um ein lineares Modell.",
	"base-of-numbers":  "Der Link bittet um ein Modell für Zahlen, und die Zielspalte nennt Klassen. Bitten Sie den Absender um einen anderen Link.",
	"no-report":        "Mit diesem Modell und der Stichprobe lässt sich kein Bericht machen. Bitten Sie den Absender des Links um ein anderes Modell.",
	"no-forecast":      "Für dieses Verfahren gibt es keine Vorhersage. Das Verfahren „Zweites Moment“ irrt meist weniger.",
	"bad-base-file":    "Die Datei mit dem Modell lässt sich nicht verwenden. Bitten Sie den Absender des Links um eine andere.",
	"bad-release":      "Die Datei ist kein Ergebnis dieses Programms, oder sie ist beschädigt.",
	"integrity":        "Das Modell oder die Stichprobe ist nicht das, was angekündigt war. Bitten Sie den Absender um einen neuen Link.",
	"bad-quote":        "In einer Zeile der Stichprobe ist ein Anführungszeichen nicht geschlossen oder steht am falschen Ort.",
	"bad-schema":       "Die Spalten der Stichprobe lassen sich so nicht verwenden.",
	"date-order":       "In einer Spalte der Stichprobe ist offen, ob Tag oder Monat zuerst steht. Bitten Sie den Absender, das im Link zu sagen.",
	"no-features":      "Die Stichprobe hat außer der Zielspalte keine Spalte, die sich verwenden lässt.",
	"no-header":        "Die erste Zeile enthält keine Spaltennamen. Setzen Sie sie über die Zeilen.",
	"no-labels":        "Die Datei hat die Zielspalte nicht. Antworten Sie „Nein“, um ohne sie weiterzumachen, oder wählen Sie eine Datei mit dieser Spalte.",
	"not-a-number":     "In einer Zahlenspalte der Stichprobe steht etwas anderes als eine Zahl.",
	"not-finite":       "In einer Spalte der Stichprobe steht eine Zahl, mit der sich nicht rechnen lässt.",
	"ragged-row":       "Eine Zeile der Stichprobe hat mehr oder weniger Zellen als die Kopfzeile.",
	"too-many-levels":  "Eine Textspalte der Stichprobe hat zu viele verschiedene Werte. Bitten Sie den Absender, sie auszulassen.",
	"units-differ":     "Eine Spalte scheint in einer der Stichproben eine andere Einheit zu haben. Bitten Sie den Absender, das zu klären.",
	"unknown-column":   "Der Link nennt eine Spalte, die die Stichprobe nicht hat. Bitten Sie den Absender um einen anderen.",
	"which-sheet":      "Welches Blatt der Mappe gelesen werden soll, ist offen. Schreiben Sie seinen Namen in das Feld dafür.",
	"internal":         "Im Programm ist ein Fehler. Laden Sie die Seite neu.",
}

// germanObjections are why the receiver would not take a result, by the codes of terms.Receiver.Objection, with the
// values of its sentences.
var germanObjections = map[string]string{
	"wrong-campaign":  "Das Ergebnis würde für eine andere Kampagne gemacht.",
	"wrong-kind":      "Gewünscht ist die Art „%s“, nicht „%s“.",
	"combined":        "Das Ergebnis ist aus mehreren zusammengesetzt; jeder muss sein eigenes senden.",
	"wrong-sample":    "Gewünscht ist eine andere öffentliche Stichprobe.",
	"wrong-label":     "Gewünscht ist eine andere Zielspalte.",
	"wrong-task":      "Die Zielspalte soll anders verwendet werden, nämlich für „%s“.",
	"unwanted-column": "Die Spalte „%s“ soll ausgelassen werden.",
	"wrong-reading":   "Die Datumswerte der Spalte „%s“ sollen anders gelesen werden, in der Reihenfolge „%s“.",
	"wrong-base":      "Gewünscht ist die Modellart „%s“.",
	"wrong-model":     "Der Bericht soll von einem anderen Modell handeln: %s.",
	"wrong-groups":    "Der Bericht soll anders aufgeteilt sein, nämlich nach: %s.",
	"wrong-base-file": "Das Modell soll aus einer Datei kommen, die hier fehlt oder eine andere ist.",
	"no-labels":       "Gewünscht ist die Art „%s“ mit Ihren bekannten Werten. Antworten Sie dort „Ja“.",
	"labels":          "Gewünscht sind Momente ohne die Werte der Zielspalte. Antworten Sie dort „Nein“.",
	"no-unit":         "Geschützt werden sollen Personen, die in der Spalte „%s“ stehen.",
	"wrong-unit":      "Die Personen sollen in der Spalte „%s“ stehen, nicht in „%s“.",
	"unit":            "Gewünscht sind Momente von Zeilen; Momente von Personen lassen sich nicht dazuzählen. Der Absender kann um Personen bitten.",
	"epsilon":         "ε darf höchstens %s sein.",
	"delta":           "δ darf höchstens %s sein.",
	"too-few-rows":    "Es müssen mindestens %s Zeilen sein, oder Personen, wenn diese geschützt werden.",
	"too-many-rows":   "Es dürfen höchstens %s Zeilen sein, oder Personen, wenn diese geschützt werden.",
	"too-large":       "Ein Ergebnis darf höchstens %s kB haben, und dieses kann %s kB haben. Der Absender kann um eine andere Art bitten oder eine kleinere Stichprobe veröffentlichen.",
}

var germanWarnings = map[string]string{
	"The column %q has about %d different texts in the first %d rows. If it names people, some have several rows, and this run protects each row, not each person. Name the column as the unit to protect people; nothing is charged yet.":                                                                                       "Die Spalte „%s“ hat etwa %s verschiedene Texte in den ersten %s Zeilen. Wenn sie Personen nennt, haben manche mehrere Zeilen, und dieser Lauf schützt jede Zeile, nicht jede Person. Halten Sie an und nennen Sie die Spalte, um Personen zu schützen; bisher ist nichts angerechnet.",
	"%.0f%% of your rows are outside the range expected from the public sample and were shortened to fit. If the columns are in other units than the public sample's, the result is of no use. Compare the units before anything else, first in %q (on average %.1f of the sample's standard deviations away after shortening).": "%s %% Ihrer Zeilen liegen außerhalb dessen, was nach der öffentlichen Stichprobe zu erwarten ist, und wurden gekürzt. Haben die Spalten andere Einheiten als die Stichprobe, ist das Ergebnis unbrauchbar. Vergleichen Sie zuerst die Einheiten, vor allem die von „%s“ (nach dem Kürzen im Mittel %s Standardabweichungen der Stichprobe entfernt).",
	"%d cells could not be read as the public sample's columns require; each counts as the sample's average.":                          "%s Zellen waren nicht so lesbar, wie die Spalten der öffentlichen Stichprobe es verlangen; jede zählt als deren Mittelwert.",
	"line %d: the private file has the columns %s, and each could be the one that is expected; rename or remove all but one":           "Zeile %s: Die Spalten „%s“ kommen für dieselbe gewünschte Spalte infrage. Benennen Sie alle bis auf eine um, oder entfernen Sie sie.",
	"Your file has no column named %s; the public sample's average is used instead.":                                                   "Nicht in Ihrer Datei: %s; dafür steht der Mittelwert der öffentlichen Stichprobe.",
	"Your file has the label column %q; its values were not read.%s":                                                                   "Ihre Datei hat die Zielspalte „%s“; ihre Werte wurden nicht gelesen.%s",
	" Used, they make the result better at the same price.":                                                                            " Verwendet machen sie das Ergebnis besser, zum selben Preis.",
	"Only %d of your %d rows have a label in the column %q that can be read; the others count as rows without a label.":                "Nur %s Ihrer %s Zeilen haben einen lesbaren Wert in der Spalte „%s“; die übrigen zählen als Zeilen ohne bekannten Wert.",
	"The public sample has %d rows. Models are fitted to a random part of %d of them, the same in every run, and public trees to all.": "Die öffentliche Stichprobe hat %s Zeilen. Modelle werden an einen zufälligen Teil von %s davon angepasst, in jedem Lauf denselben, öffentliche Bäume an alle.",
}
