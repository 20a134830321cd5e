package wording

import "privadapt/core/data/dataset"

var germanReport = reportTexts{
	Was:                        "1 %s wurde",
	Were:                       "%s %s wurden",
	WordRow:                    "Zeile",
	WordRows:                   "Zeilen",
	WordCell:                   "Zelle",
	WordCells:                  "Zellen",
	WordPerson:                 "Person",
	WordPeople:                 "Personen",
	ReportRows:                 "%s gelesen.",
	ReportClean:                "Keine Zelle musste ersetzt werden.",
	ReportRepaired:             "%s durch den Mittelwert der Stichprobe ersetzt, weil ein lesbarer Wert fehlte: %s.",
	ReportRagged:               "%s mit zu vielen oder zu wenigen Zellen; verwendet wurde, was lesbar war.",
	ReportUnusable:             "%s ganz unbrauchbar; gezählt wie eine durchschnittliche Zeile.",
	ReportUnclosed:             "%s mit einem nicht geschlossenen Anführungszeichen; jede wurde für sich gelesen.",
	ReportClipped:              "%s wegen zu großen Abstands gekürzt (%s).",
	ReportManyRows:             "Ihre Datei hat weit mehr Zeilen, als Sie gesagt haben. Halten Sie an und geben Sie ihre Zahl an: Daraus wird δ berechnet.",
	ReportOwnDelta:             "δ liegt über 0,001 geteilt durch die Zahl der Zeilen; wer das Ergebnis prüft, wird das anmerken. Halten Sie an und lassen Sie δ leer: Es wird berechnet.",
	ReportPeople:               "Sie gehören zu %s; die meisten Zeilen einer Person: %s.",
	ReportNameless:             "%s ohne Namen zählen zusammen als eine Person.",
	ReportFinding:              "%s: %s %s (%s).",
	OwnerNoteTooFewRows:        "Bei %s und diesen Einstellungen ist das Rauschen so groß, dass nur eine Spalte auffiele, deren Mittelwert %s Standardabweichungen entfernt ist. Das Ergebnis wäre wahrscheinlich das der öffentlichen Stichprobe allein, zum vollen Preis. Bisher ist nichts verbraucht.",
	OwnerNoteReportSaysNothing: "Bei %s und diesen Einstellungen ist das Rauschen so groß, dass der Bericht nichts sagen würde, zum vollen Preis. Bisher ist nichts verbraucht.",
	ReportUnit:                 "%s: Die Zahlen sind offenbar %s die der Stichprobe. Wenn sie eine andere Einheit haben, rechnen Sie sie vor dem Lauf um.",
	UnitLarger:                 "%s-mal so groß wie",
	UnitSmaller:                "%s-mal kleiner als",
	FindingRow:                 "Zeile %s",
	FindingFile:                "Datei %s, %s",
	FindingValue:               "%s: „%s“",
	ReportSurplus:              "Nicht in der Stichprobe, übergangen: %s.",

	MatchFound:    "✓",
	MatchMissing:  "fehlt; ersetzt durch den Mittelwert der Stichprobe",
	MatchExpected: "%s (%s)",
	MatchFar:      ": andere Einheit?",
	MatchFine:     "%d von %d Spalten passen",
	MatchRepaired: "; %s ersetzt (%s)",

	MatchHead: []string{"Spalte", "Ihr Mittelwert", "Öffentlicher Mittelwert"},
	ReportLabelled: map[string]string{
		"model":       "%s (%s) mit einem lesbaren Wert in der Spalte „%s“; sie berichtigen das Modell.",
		"moments":     "%s (%s) mit einem lesbaren Wert in der Spalte „%s“; sie gehen in die Tabelle ein.",
		ReleaseReport: "%s (%s) mit einem lesbaren Wert in der Spalte „%s“; damit wird das Modell verglichen.",
	},
	FindingTexts: map[dataset.Cause]findingText{
		dataset.ReadLetters: {
			"in anderen Buchstaben oder mit anderen Leerzeichen, gelesen als der Wert der Stichprobe",
			"",
		},
		dataset.ReadMarks:    {"mit Tausenderzeichen oder Dezimalkomma, gelesen als diese Zahl", ""},
		dataset.ReadEncoding: {"in Windows-1252 statt UTF-8, trotzdem gelesen", ""},
		dataset.Missing:      {"ohne Wert", ""},
		dataset.NotANumber:   {"mit Text, wo die Stichprobe Zahlen hat", ""},
		dataset.NotFinite:    {"mit einer unendlichen oder viel zu großen Zahl", ""},
		dataset.IsADate:      {"mit einem Datum, wo die Stichprobe Zahlen hat", "Ist das die richtige Spalte?"},
		dataset.AmbiguousMarks: {
			"mit einem Komma, das vor Tausendern oder vor Dezimalstellen stehen kann",
			"Entfernen Sie die Tausenderzeichen.",
		},
		dataset.Percent:  {"mit einem Prozentzeichen", "Entfernen Sie das Zeichen, oder schreiben Sie die Spalte wie die Stichprobe."},
		dataset.NotADate: {"ohne Datum, wo die Stichprobe Daten hat", "Schreiben Sie Daten als 2024-12-31."},
		dataset.SlashDate: {
			"mit einem Datum, dessen Reihenfolge von Tag, Monat und Jahr nicht die der Stichprobe ist",
			"Schreiben Sie Daten als 2024-12-31.",
		},
		dataset.Unseen:   {"mit einem Wert, den die Stichprobe nicht hat", ""},
		dataset.Encoding: {"mit Text, den eine falsche Kodierung beschädigt hat", "Speichern Sie die Datei in UTF-8."},
	},
}

var germanForecast = forecastTexts{
	ForecastLine:        "Bemerkt eine Spalte, die um %s Standardabweichungen abweicht.",
	ForecastLineNo:      "Zu ungenau, um etwas zu bemerken.",
	ForecastNoEpsilon:   "Wählen Sie aus, dann steht hier, was das Ergebnis noch bemerkt.",
	ForecastShort:       "Bemerkt noch: %s im Mittel %s statt %s.",
	ForecastRefused:     "Keine Vorhersage bei diesen Einstellungen: %s",
	ForecastFailed:      "Die Vorhersage ließ sich nicht berechnen. Sie können ohne sie weitermachen.",
	ForecastNotices:     "Ein Unterschied wird bemerkt und berichtigt, wenn er so groß ist wie der einer Spalte, deren Mittelwert %s Standardabweichungen entfernt ist.",
	ForecastExample:     " Zum Beispiel: %s im Mittel %s statt %s.",
	ForecastSmaller:     "Kleinere Unterschiede gehen im Rauschen unter. Die Stichprobe bleibt dann, wie sie ist; das schadet nicht.",
	ForecastNoise:       "In Zahlen: Das Rauschen verschiebt den gemessenen Abstand der Tabellen meist um %s des größtmöglichen Abstands.",
	ForecastBlind:       "Das Rauschen ist so groß, dass nur eine Spalte auffiele, die %s Standardabweichungen entfernt ist. Das Ergebnis wäre wahrscheinlich das der öffentlichen Stichprobe allein: Der Lauf ist seinen Preis kaum wert. Mehr Zeilen, weniger Spalten oder ein größeres ε würden helfen.",
	ForecastLineLabels:  "Schätzt den Fehler des öffentlichen Modells auf %s genau.",
	ForecastLabelsOnly:  "Nur eine Spalte, die %s Standardabweichungen entfernt ist, fiele auf. Die Gewichte werden also wahrscheinlich gleich sein, und ein Gewinn kommt von den bekannten Werten.",
	ForecastLabels:      "Mit bekannten Werten: Der mittlere quadratische Fehler des öffentlichen Modells auf Ihren Zeilen wird bestenfalls auf %s genau geschätzt (19 von 20 Mal), wenn alle Ihre Zeilen einen Wert haben und es so weit danebenliegt wie auf der öffentlichen Stichprobe.",
	ForecastGain:        "Eine Berichtigung, die diesen Fehler um %s senkt, lässt sich dann vom Rauschen unterscheiden.",
	ForecastUnlabelled:  "Ohne bekannte Werte gewinnt ein Modell aus Ihren Zeilen selten. Man erfährt, wie verschieden sie sind.",
	ForecastLabelsNo:    "Mit bekannten Werten: Das Rauschen ist so groß, dass der geschätzte Fehler des öffentlichen Modells nichts sagen würde, selbst wenn alle Ihre Zeilen einen Wert haben.",
	ForecastReport:      "Wenn alle Ihre Zeilen einen Wert haben und denen der öffentlichen Stichprobe gleichen, würde der Bericht sagen:",
	ForecastReportBlind: "Das Rauschen ist so groß, dass ein Bericht nichts sagen würde. Mehr Zeilen oder ein größeres ε würden helfen.",
	ForecastInterval:    "%s zwischen %s und %s.",
	MeasureError:        "Typischer Fehler",
	MeasureExplained:    "Anteil der erklärten Varianz",
	MeasureAUC:          "AUC",
	MeasureAccuracy:     "Anteil richtiger Vorhersagen",
}

var germanProblems = problemTexts{
	ProblemRows:         "Die Zahl der Zeilen muss eine ganze Zahl ab 1 sein, zum Beispiel 1200.",
	ProblemEpsilonNone:  "Wählen Sie, wie stark eine Person geschützt wird.",
	ProblemEpsilonRange: "ε muss eine Zahl über 0 sein, zum Beispiel 1.",
	ProblemEpsilonLarge: "ε = %s schützt kaum: Üblich sind Werte bis 10, oft 1. Wählen Sie die Datei noch einmal, wenn Sie es so wollen.",
	ProblemEpsilonMax:   "ε darf nicht über %s liegen; die Seite gibt diese Grenze vor.",
	ProblemBudget:       "Ihr Datenschutz-Budget reicht dafür nicht. Wählen Sie einen stärkeren Schutz, oder sehen Sie unten unter „Datenschutz-Budget“ nach.",
	ProblemUnit:         "Schreiben Sie den Namen der Spalte, in der die Person steht.",
	ProblemDemanded:     "Ohne sie nimmt der Empfänger kein Ergebnis an.",
	ProblemDelta:        "δ muss eine Zahl über 0 und unter 1 sein, zum Beispiel 1e-6.",
	ProblemDeltaMax:     "δ darf nicht über %s liegen, wie der Link es verlangt: Mit einem größeren würde das Ergebnis nicht angenommen.",
	ProblemDeltaRows:    "δ muss unter eins geteilt durch die Zahl der Zeilen liegen, die nach Ihrer Angabe %s ist. Bleibt das Feld leer, wird %s berechnet.",
	ProblemIterations:   "Die Zahl der Runden muss eine ganze Zahl ab 1 sein.",
	ProblemRadius:       "Der Radius muss eine Zahl ab 0,001 sein.",
	ProblemPair:         "Momente gibt nur das Verfahren „Zweites Moment“ heraus.",
	ProblemLabels:       "Bekannte Werte gehen mit dem Verfahren „Zweites Moment“.",
	ProblemChoice:       "Wählen Sie einen der angebotenen Werte.",
}

var germanChoices = choiceTexts{
	Tag: "de", Decimal: ",", Thousands: ".", Percent: "%s\u00a0%%", ShareUnder: "unter %s", ShareOver: "über %s",
	EngineFailures: germanFailures, EngineWarnings: germanWarnings,

	StepNames: []string{"Anfrage", "Prüfen", "Ergebnis"},
	Stayed: []string{
		"Ihre Datei und jede ihrer Zeilen. Gelesen wurde sie innerhalb dieses Rahmens; schließen Sie die Seite, und nichts davon bleibt.",
		"Was nur Sie gesehen haben: wie viele Zellen ersetzt und Zeilen gekürzt wurden, und wie sich die Spalten vergleichen.",
		"Name, Größe und Ort Ihrer Datei.",
	},
	TourNotes: map[string]string{
		"request": "Rundgang: So würde Sie jemand um etwas bitten. Die erfundene Stichprobe enthält Hauspreise, meist aus einer Stadt; stellen Sie sich vor, Ihre eigene Datei sei vom Land. Sie hat 3.000 Zeilen. Wählen Sie „mittel“ und drücken Sie „Die erfundene Datei nehmen“.",
		"check":   "Rundgang: Die Seite um diesen Rahmen sieht das nicht. Drücken Sie „Ergebnis berechnen“, oder halten Sie an.",
		"done":    "Rundgang: Die Seite fasst das Ergebnis in Worte und ein Bild. Hier lesen Sie alles, was nach außen ging, bis zum letzten Zeichen.",
	},
	LeavesWhat: map[string]string{
		"model":       "eine Modelldatei",
		"weights":     "eine Liste mit Gewichten der öffentlichen Zeilen",
		"moments":     "eine verrauschte Tabelle von Mittelwerten und Produkten",
		ReleaseReport: "ein Bericht über ein Modell",
	},
	EpsilonChoices: []Choice{
		{"0.1", "sehr stark", ""},
		{"0.5", "stark", ""},
		{"1", "mittel", ""},
		{"3", "schwach", ""},
	},
	ReleaseChoices: []Choice{
		{"model", "Ein Modell", "Es sagt die Zielspalte voraus und ist sofort nutzbar. Die Gewichte der öffentlichen Zeilen gehen mit."},
		{"weights", "Gewichte", "Eines je öffentlicher Zeile, damit der Empfänger ein Modell anpassen kann."},
		{"moments", "Momente", "Eine verrauschte Tabelle von Mittelwerten und Produkten Ihrer Spalten. Das allgemeinste Ergebnis."},
		{ReleaseReport, "Ein Bericht über ein Modell", "Er sagt, wie gut ein festes Modell auf Ihren Zeilen ist. An sie wird nichts angepasst."},
	},
	GroupByNone: []Choice{{"", "keine Spalte", ""}},
	DateChoices: []Choice{
		{"days", "als Zahl von Tagen verwendet", ""},
		{DatesIgnored, "ausgelassen", ""},
	},
	MechanismChoices: []Choice{
		{"moment", "Zweites Moment: einmal Rauschen", ""},
		{"selection", "Auswahl: Rauschen bei jeder Wahl einer Zeile (Algorithmus 2 des Artikels)", ""},
		{"gradient", "Gradient: Rauschen in jedem Schritt (Algorithmus 3 des Artikels)", ""},
	},
	CalibrationChoices: []Choice{
		{"tight", "Eng: am wenigsten Rauschen", ""},
		{"paper", "Wie im Artikel: mehr Rauschen", ""},
	},
}

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
	"constant-label": "Die Zielspalte der Stichprobe hat in jeder Zeile denselben Wert; es gibt nichts vorherzusagen.",
	"missing-label":  "Keine Zeile der Stichprobe hat einen Wert in der Zielspalte.",
}

var germanWarnings = map[string]string{
	"The column %q has about %d different texts in the first %d rows. If it names people, some have several rows, and this run protects each row, not each person. Name the column as the unit to protect people; nothing is charged yet.":                                                                                             "Die Spalte „%s“ hat etwa %s verschiedene Texte in den ersten %s Zeilen. Wenn sie Personen nennt, haben manche mehrere Zeilen, und dieser Lauf schützt jede Zeile, nicht jede Person. Halten Sie an und nennen Sie die Spalte, um Personen zu schützen; bisher ist nichts angerechnet.",
	"%.0f%% of your rows are outside the range expected from the public sample and were shortened to fit. If the columns are in other units than the public sample's, the result is of no use. Compare the units before anything else, first those of %q (on average %.1f of the sample's standard deviations away after shortening).": "%s %% Ihrer Zeilen liegen außerhalb dessen, was nach der öffentlichen Stichprobe zu erwarten ist, und wurden gekürzt. Haben die Spalten andere Einheiten als die Stichprobe, ist das Ergebnis unbrauchbar. Vergleichen Sie zuerst die Einheiten, vor allem die von „%s“ (nach dem Kürzen im Mittel %s Standardabweichungen der Stichprobe entfernt).",
	"%d cells could not be read as the public sample's columns require; each counts as the sample's average.":                          "%s Zellen waren nicht so lesbar, wie die Spalten der öffentlichen Stichprobe es verlangen; jede zählt als deren Mittelwert.",
	"Your file has no column named %s; the public sample's average is used instead.":                                                   "Ihre Datei hat keine Spalte „%s“; dafür steht der Mittelwert der öffentlichen Stichprobe.",
	"Your file has the label column %q; its values were not read.%s":                                                                   "Ihre Datei hat die Zielspalte „%s“; ihre Werte wurden nicht gelesen.%s",
	" Used, they make the result better at the same price.":                                                                            " Verwendet machen sie das Ergebnis besser, zum selben Preis.",
	"Only %d of your %d rows have a label in the column %q that can be read; the others count as rows without a label.":                "Nur %s Ihrer %s Zeilen haben einen lesbaren Wert in der Spalte „%s“; die übrigen zählen als Zeilen ohne bekannten Wert.",
	"the release has fewer than %d private rows":                                                                                       "es müssen mindestens %s Zeilen sein",
	"the release has more than %d private rows":                                                                                        "es dürfen höchstens %s Zeilen sein",
	"the campaign asks for moments without labels, to which moments with labels cannot be added":                                       "gewünscht sind Momente ohne die Werte der Zielspalte",
	"the campaign asks that people be protected, each named in the column %s; this release protects rows":                              "geschützt werden sollen Personen, die in der Spalte „%s“ stehen",
	"the campaign asks that people be named by the column %s, not by %s":                                                               "die Personen sollen in der Spalte „%s“ stehen, nicht in „%s“",
	"The public sample has %d rows. Models are fitted to a random part of %d of them, the same in every run, and public trees to all.": "Die öffentliche Stichprobe hat %s Zeilen. Modelle werden an einen zufälligen Teil von %s davon angepasst, in jedem Lauf denselben, öffentliche Bäume an alle.",
}
