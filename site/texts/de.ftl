# All German sentences: the keys of en.ftl with the same values, and besides those of plots, reports and what a run
# came to, which the npm package has in English. See en.ftl, which
# says where other sentences stand.

## The words that stand in the page itself (index.html), by the keys there: the build puts them in.
page-ownName = Deutsch
page-description = Ein Modell an Ihre vertraulichen Daten anpassen, im eigenen Browser, mit Differential Privacy.
page-noscript = Diese Seite braucht JavaScript und WebAssembly: Alles wird in Ihrem Browser berechnet, nichts auf einem Server. Erlauben Sie beides für diese Seite, oder öffnen Sie sie in einem aktuellen Chrome, Firefox, Edge oder Safari.
page-skip = Zu den Schritten
page-pages = Seiten
page-help = Hilfe
page-late = Diese Seite ist noch nicht gestartet. Bleibt dieser Satz stehen, ist die Verbindung sehr langsam, eine Erweiterung hindert die Seite, oder dieser Browser ist zu alt: Laden Sie die Seite neu, oder nehmen Sie ein aktuelles Chrome, Firefox, Edge oder Safari.
page-steps = Schritte
page-stepRequest = Anfrage
page-stepCheck = Prüfen
page-stepResult = Ergebnis
page-kept = Noch nicht gespeicherte Ergebnisse
page-ownData = Mit Ihren eigenen Daten
page-noLink = Sie haben keinen Link? Wer ein Ergebnis aus Ihren Daten möchte, macht ihn auf der Seite für Analysten:
page-makeLink = eine Einladung machen
page-publicFile = Die öffentliche Tabelle, mit den Zielwerten
page-publicHelp = CSV oder TSV mit Kopfzeile. Das Programm hält sie für öffentlich: Ihre Spalten und Mittelwerte gehen mit dem Ergebnis hinaus. Die vertrauliche Tabelle wählen Sie danach; sie bleibt hier.
page-otherSample = Oder nach ihrer Adresse
page-sampleHelp = Eine CSV- oder TSV-Datei mit Kopfzeile und Zielspalte, unter einer Adresse, die anderen Seiten das Lesen erlaubt.
page-source = Adresse der öffentlichen Stichprobe
page-label = Name der Zielspalte
page-integrityFold = Prüfen, dass es die erwartete Stichprobe ist (freiwillig)
page-integrity = SHA-256 der Datei: sha256-… oder 64 Hexadezimalziffern
page-load = Stichprobe laden
page-loading = Die Stichprobe wird geladen
page-stop = Anhalten
page-result = Das Ergebnis
page-sendsNothing = Diese Seite sendet nichts. Speichern Sie die Datei, und senden Sie sie an den, von dem Sie diese Seite haben.
page-plot = Ein Diagramm des Ergebnisses
page-vault = Der Tresor
page-template = Vorlage (CSV)
page-restart = Mit einer anderen Stichprobe beginnen
page-more = Mehr zum Ergebnis
page-panels = Budget und Hilfe
page-budget = Datenschutz-Budget
page-budgetHelp = Jedes Ergebnis verrät ein wenig über die Personen in Ihren Daten, und mehrere summieren sich. Wie viel, misst ε (Epsilon): je kleiner, desto weniger. Ihr Browser zählt hier mit, für diese Seite und dieses Browserprofil, und ein Lauf über die Grenze hinaus wird abgelehnt. Der Stand wird nirgendwohin gesendet.
page-budgetHelpInKit = Jedes Ergebnis verrät ein wenig über die Personen in Ihren Daten, und mehrere summieren sich. Wie viel, misst ε (Epsilon): je kleiner, desto weniger. Ihr Browser zählt hier mit, für dieses Browserprofil, und ein Lauf über die Grenze hinaus wird abgelehnt. Der Stand wird nirgendwohin gesendet.
page-budgetKept = Ein Browser führt einen Stand für alle Dateien, die er von der Festplatte öffnet, und jede andere solche Datei kann ihn löschen. Speichern Sie ihn nach einem Lauf, und lesen Sie ihn dort ein, wo diese Datei oder ein anderes Programm weitermacht.
page-promise = Was zugesagt wird
page-promised = Zugesagt
page-promisedPrivacy = Was herausgegeben wird, ist (ε, δ)-differentially private, wenn eine Zeile Ihrer Datei durch eine andere ersetzt wird, oder alle Zeilen einer Person, wo Sie Personen schützen. Ihre Zahl ist öffentlich.
page-promisedFile = Die Seite hat Ihre Datei nie. Gelesen wird sie innerhalb des Tresors.
page-promisedBlocked = Dass Anfragen und Seitenwechsel aus dem Tresor heraus gesperrt sind, ist in Chromium, Firefox und WebKit getestet.
page-promisedLoaded = Alles wird geladen, bevor Sie eine Datei wählen. Wenn Sie es selbst sehen wollen, trennen Sie vorher das Netz, und schließen Sie diese Seite, bevor Sie es wieder verbinden.
page-promisedInKit = Diese Datei enthält alles, was läuft, und ihre Regeln erlauben keine Verbindung nach außen.
page-notPromised = Nicht zugesagt
page-notOthers = Schutz vor Browser-Erweiterungen, vor anderen Programmen auf Ihrem Rechner oder vor einem Betreiber, der veränderten Code ausliefert.
page-notOthersInKit = Schutz vor Browser-Erweiterungen oder vor anderen Programmen auf Ihrem Rechner.
page-notSame = Dass dies die Datei ist, die Ihnen geschickt wurde: Vergleichen Sie ihren SHA-256 mit dem, den Sie auf anderem Weg bekommen haben. Unter Windows berechnet ihn „certutil -hashfile DATEI SHA256“, sonst „shasum -a 256 DATEI“.
page-notDuration = Dass die Dauer eines Laufs geheim bleibt.
page-notComplete = Dass der Stand des Datenschutz-Budgets vollständig ist: Läufe in einem anderen Browser, Profil oder Programm fehlen darin, und er endet, wenn Sie die Daten dieser Seite löschen.
page-notPolicies = Wege nach außen, die die Regeln der Browser nicht abdecken: Namensabfragen des Browsers, und WebRTC, das der Tresor vor allem anderen entfernt.
page-officers = Für Datenschutzbeauftragte
page-officersWhat = Was geschieht
page-officersWhatText = Jemand öffnet eine Tabelle in einem Browser. Das Programm zählt und mittelt, fügt zufälliges Rauschen hinzu und macht daraus eine kleine Datei: Angaben über ein Modell, einen Mittelwert oder ein Modell. Sie geht nur hinaus, wenn jemand sie weitergibt.
page-officersWhere = Wo die Daten sind
page-officersWhereText = Auf dem Rechner, auf dem die Datei geöffnet wurde. Gelesen wird sie in einem Rahmen, der sich mit nichts verbinden darf. Niemand betreibt dafür einen Server, es gibt also keinen Auftragsverarbeiter.
page-officersPersonal = Ist das Ergebnis personenbezogen?
page-officersPersonalText = Es enthält keine Zeile, keinen Namen und keine Zelle. Was es über eine Person sagt, ist durch Differential Privacy begrenzt: Was immer jemand über eine Person glaubt, die Chancen ändern sich höchstens um den Faktor e hoch ε, bei mittlerer Stärke 2,7. Ob das nach Ihrem Recht anonym ist, beurteilen Sie; die Zahlen stehen im Protokoll.
page-officersRisk = Was bleibt
page-officersRiskText = Eine kleine Wahrscheinlichkeit δ, dass die Grenze nicht hält, unter einem Tausendstel geteilt durch die Zahl der Personen. Was für eine ganze Gruppe gilt, lässt sich weiter erfahren: Dafür ist das Ergebnis da. Erweiterungen und andere Programme auf dem Rechner liegen außerhalb dieses Schutzes.
page-officersAgain = Mehrere Ergebnisse
page-officersAgainText = Ihre Verluste summieren sich. Der Browser zählt sie und lehnt einen Lauf über die Grenze ab, die Sie setzen.
page-officersCheck = Wie es sich prüfen lässt
page-officersCheckText = Jedes Ergebnis hat ein Zertifikat, aus dem jeder sein ε und δ ohne die Daten nachrechnen kann. Das Programm ist offen, seine Beweise und Tests sind öffentlich, und sein SHA-256 steht in jedem Ergebnis.
page-officersFile = Was Sie ablegen
page-officersFileText = Das Protokoll jedes Ergebnisses: wer gefragt hat, wofür, wann, die Datei, Personen oder Zeilen, ε in Worten und als Zahl, was hinausgeht, die Prüfsummen; eine Seite zum Drucken, und JSON.
page-licence = Lizenz: Apache-2.0.
page-engine = SHA-256 des Programms
page-engineBuild = Zum Prüfen erzeugen Sie das Programm aus seinem Quelltext mit
page-engineCompare = und vergleichen mit
page-engineNamed = Jedes Ergebnis nennt ebenso das Programm, mit dem es gemacht wurde.

## Die erste Seite.
front-heading = Erfahren, wie gut ein Modell auf Daten ist, die niemand sehen darf – und es verbessern
front-lead = Ihre Datei wird in Ihrem eigenen Browser gelesen und bleibt dort. Hinaus geht ein kleines Ergebnis mit so viel Rauschen, dass es so gut wie nichts über eine einzelne Person verrät (Differential Privacy).
front-try = Ausprobieren
front-tryText = Prüfen, schätzen und verbessern an erfundenen Daten, in 90 Sekunden. Nichts wird angerechnet.
front-tryButton = Rundgang beginnen
front-sent = Ich habe einen Link bekommen
front-link = Der Link
front-open = Öffnen
front-tables = Ich habe zwei Tabellen
front-tablesText = Eine öffentliche mit bekannten Zielwerten und eine vertrauliche, die hier bleibt.
front-mine = Öffentliche Tabelle wählen
front-uses = Vier Anwendungen
front-story = Ein Institut kann Hauspreise in einer Stadt vorhersagen. Ein Landkreis hat { $rows } Häuser auf dem Land; von den { $sold } verkauften kennt er die Preise, in Tausend, und darf niemandem die Liste zeigen. Die Häuser sind erfunden; die Ergebnisse sind echt, von mittlerer Stärke (ε = 1), und der Rundgang macht sie neu.
front-check = Prüfen
front-checkAsks = Wie gut ist das Modell dort?
front-checkAnswer = Um { $check } daneben, nicht { $checkPublic }
front-checkText = Typischer Fehler bei den Häusern des Landkreises (95-%-Intervall { $checkLow } bis { $checkHigh }). Bei öffentlichen sind es { $checkPublic }.
front-estimate = Schätzen
front-estimateAsks = Was kosten Häuser dort?
front-estimateAnswer = { $estimate }, nicht { $estimatePublic }
front-estimateText = Der Mittelwert ohne einen einzigen Preis des Landkreises, ± { $noise } für das Rauschen. Öffentlich sind es { $estimatePublic }; wahr ist { $truth }.
front-improve = Verbessern
front-improveAsks = Geht es besser?
front-improveAnswer = { $improve } kleinerer Fehler
front-improveText = Mit den bekannten Preisen (95-%-Intervall { $improveLow } bis { $improveHigh }). Bei { $tasks } echten Aufgaben waren es im Mittel { $tasksGain }.
front-pool = Zusammenlegen
front-poolAsks = Was wissen mehrere gemeinsam?
front-poolAnswer = Mindestens { $pool } kleiner
front-poolText = Drei Landkreise mit je { $share } Häusern gemeinsam. Allein kann sich einer nur { $alone } sicher sein.
front-file = Die herausgegebene Datei
front-public = öffentlich
front-private = vertraulich
front-estimated = Schätzung
front-truth = Wahrheit
front-improved = verbessert
front-alone = einer
front-together = drei
front-errorAxis = typischer Fehler
front-priceAxis = mittlerer Preis
front-shareAxis = quadr. Fehler, % des öffentl.
front-few = zu wenige
front-fit = Passt es zu meinen Daten?
front-fitRows = Zeilen oder Personen
front-fitCheck = Prüfen: Fehler bekannt auf
front-fitEstimate = Schätzen: bekannt auf
front-fitHelp = Bei mittlerer Stärke, für die erfundenen Häuser: vom Fehler selbst, und von der Streuung der Preise. Sehr starker Schutz braucht zehnmal so viele Zeilen.
front-fitColumns = Spalten
front-fitColumnsText = Zahlen, Kategorien und Daten, mit den Namen der öffentlichen Tabelle. Weitere Spalten werden nicht beachtet.
front-fitLabels = Zielwerte
front-fitLabelsText = Prüfen und Verbessern brauchen den Zielwert für manche vertrauliche Zeilen. Schätzen braucht keinen.
front-fitPeople = Personen
front-fitPeopleText = Kann eine Person mehrere Zeilen haben, nennen Sie die Spalte, die sagt, wer es ist: Alle Zeilen einer Person werden dann zusammen geschützt, mit nicht mehr Rauschen.
front-fitStrength = Stärke
front-fitStrengthText = Die meisten wählen mittel (ε = 1): Was immer jemand über eine Person glaubt, das Ergebnis ändert die Chancen höchstens um den Faktor 2,7.
front-files = CSV, TSV, Excel oder Parquet. Auch ohne Netz: Ein Analyst kann das ganze Programm als eine Datei schicken.
front-navHome = Start
front-navAnalyst = Um ein Ergebnis bitten
front-navReleases = Ein Ergebnis öffnen
front-navReviewers = Wie geschützt wird
front-navDocuments = Dokumentation
front-navPaper = Der Artikel
front-officersLead = Was Sie wissen sollten, bevor jemand mit diesem Programm eine Tabelle auswertet, und was danach zu den Akten gehört.
front-odds = Was ε für eine Person bedeutet
front-oddsText = Jemand hält etwas über eine Person in der Tabelle für so wahrscheinlich wie das Gegenteil. Nach dem Ergebnis ist er sich höchstens so sicher:
front-oddsVeryStrong = sehr starker Schutz (ε = 0,1): 52 %
front-oddsStrong = stark (ε = 0,5): 62 %
front-oddsModerate = mittel (ε = 1): 73 %
front-oddsWeak = schwach (ε = 3): 95 %
front-oddsBound = Das ist der schlimmste Fall: jemand, der über alle anderen alles weiß. Es gilt, welche anderen Daten er auch hat, heute und später.
front-officersAsk = Was Sie fragen sollten, bevor Sie zustimmen
front-officersAskUnit = Kann eine Person mehrere Zeilen haben? Dann muss die Spalte angegeben sein, die die Person nennt; sonst sind nur einzelne Zeilen geschützt.
front-officersAskStrength = Welches ε, und wurde es gewählt, bevor jemand die Datei angesehen hat?
front-officersAskWho = Wer bekommt das Ergebnis? Die Seite prüft nicht, von wem ein Link stammt.
front-officersAskBefore = Wie viele Ergebnisse gab es schon über dieselben Personen, hier und anderswo? Gezählt werden nur die dieses Browsers.
front-officersAskGroup = Kann das, was das Ergebnis über eine ganze Gruppe sagt, ihr schaden? Das wird nicht verborgen.
front-officersEntry = Ein Text für das Verzeichnis der Verarbeitungstätigkeiten
front-officersEntryHelp = Bitte anpassen; was an die Stelle der Punkte gehört, steht im Protokoll des Ergebnisses.
front-officersEntryText = Statistische Auswertung von … für … mit privadapt. Die Tabelle wurde auf einem eigenen Rechner gelesen und niemandem übermittelt. Daraus entstand eine Datei mit verrauschten Zählungen oder Mittelwerten (SHA-256 …) nach Differential Privacy, ε = … bei δ = …, die jede Person mit allen ihren Zeilen schützt; sie wurde am … an … gegeben. Sie enthält keine Zeile, keinen Namen und keine Kennung. Alle Ergebnisse über diese Personen werden zusammen gezählt; die Grenze ist ε = 3.
front-officersMore = Jede Zusage mit ihrem Beweis und dem Test, der sie angreift (auf Englisch):
front-strengths = Was stärkerer Schutz kostet
front-strengthsText = Sechs Ergebnisse über dieselben Häuser, vorher gemacht. Je kleiner ε, desto stärker ist jedes Haus geschützt, und desto weniger ist gewiss.
front-strength = Stärke des Schutzes

## The switch of languages, at the foot of the page.
languages-lost-answers = Ihre Antworten gingen verloren. Es wurde keine Datei gelesen und nichts angerechnet.
languages-lost-file = Ihre Antworten gingen verloren, und Sie müssten Ihre Datei noch einmal wählen. Ein nicht gespeichertes Ergebnis bleibt erhalten.
languages-lost-open = Was hier geöffnet oder eingetragen ist, ginge verloren.
languages-go = Weiter in { $name }

## The section “Privacy budget”. An account is as the ledger gives it.
budget-ownName = Meine Daten
budget-link = Datenschutz-Budget
budget-none = –
budget-line = : { $spent } { $left }
budget-lineOf = { " " }von „{ $name }“{ $line }
budget-lineBroken = : nicht lesbar, deshalb würde ein Lauf auf Ihren eigenen Daten abgelehnt.
budget-spent-nothing = Von ε = { $limit } ist noch nichts verbraucht.
budget-spent-some =
    ε = { $spent } von { $limit } ist verbraucht, in { $runs ->
        [one] 1 Lauf
       *[other] { $runs } Läufen
    }.
budget-left-some =
    { $runs ->
        [0] Ein weiterer Lauf passt, wenn sein ε höchstens { $epsilon } ist.
        [one] Es reicht für etwa 1 weiteren Lauf von mittlerer Stärke (ε = 1).
       *[other] Es reicht für etwa { $runs } weitere Läufe von mittlerer Stärke (ε = 1).
    }
budget-left-nothing = Für einen weiteren Lauf ist nichts übrig.
budget-bar = Verbrauchter Anteil des Datenschutz-Budgets
budget-notASum = Alle Läufe zählen zusammen, bei δ = { $delta }. Das ergibt weniger als die Summe ihrer ε, deshalb ist mehr übrig, als Abziehen ergäbe.
budget-chooser = Um wessen Daten geht es?
budget-chosen = Läufe in diesem Fenster werden jetzt auf „{ $name }“ verbucht.
budget-mayBeEvicted = Ihr Browser hat nicht zugesagt, diesen Stand zu behalten, wenn der Speicher voll wird. Speichern Sie ab und zu eine Kopie.
budget-history = Verlauf ({ $n })
budget-historyLabel = Verlauf des Datenschutz-Budgets
budget-historyHead-0 = Zeit
budget-historyHead-1 = Was
budget-historyHead-2 = ε
budget-historyHead-3 = δ
budget-noHistory = Noch keine Einträge.
budget-entry-run = Lauf
budget-entry-interrupted = Lauf, unterbrochen: kein Ergebnis
budget-entry-cap = Grenze geändert auf
budget-entry-rename = Umbenannt in „{ $name }“
budget-entry-open = Eröffnet als „{ $name }“, laut Erklärung über andere Personen
budget-entry-reset = Stand auf null gesetzt: „{ $reason }“
budget-export = Kopie des Verlaufs speichern
budget-exportDamaged = Kopie dessen speichern, was da ist
budget-notCounted = Beispieldaten: nicht angerechnet.
budget-runsLeft =
    { $runs ->
        [one] Noch etwa 1 Lauf wie dieser.
       *[other] Noch etwa { $runs } Läufe wie dieser.
    }
budget-booked = Verbucht: ein Lauf mit ε = { $epsilon } und δ = { $delta }. Alle Läufe zusammen, bei δ = { $all }: { $spent }
budget-exhausted = Dieser Lauf verlangt ε = { $epsilon } und δ = { $delta }, und das ginge über die Grenze Ihres Datenschutz-Budgets. { $spent } { $left } Wählen Sie ein kleineres ε, oder arbeiten Sie mit den Ergebnissen, die Sie haben. Die Grenze lässt sich unter „Datenschutz-Budget“ ändern; eine höhere schützt die Personen in den Daten weniger.
# What the ledger, the browser or a form has against it.
budget-problem-unknown = Das Datenschutz-Budget ließ sich nicht verwenden, deshalb wird nichts herausgegeben. Laden Sie die Seite neu; wenn das nicht hilft, starten Sie den Browser neu.
budget-problem-damaged = Der Verlauf Ihres Datenschutz-Budgets ist beschädigt. Deshalb ist nicht bekannt, was verbraucht ist, und Läufe auf Ihren eigenen Daten werden abgelehnt. Im Abschnitt „Datenschutz-Budget“ können Sie eine Kopie dessen speichern, was da ist, und neu beginnen.
budget-unconfirmed = Setzen Sie oben das Häkchen, wenn Sie es so wollen.
budget-noName = Geben Sie einen Namen an.
budget-import-title = Kopie eines anderen Verlaufs einlesen
budget-import-intro = Läufe über dieselben Personen, die ein anderer Browser, eine andere Datei oder ein anderes Programm verbucht hat, zählen dann auch hier. Was beide haben, zählt einmal.
budget-import-file = Ein dort gespeicherter Verlauf
budget-import-none = Wählen Sie die Datei.
budget-import-button = Einlesen
budget-import-done =
    { $entries ->
        [0] Darin war nichts Neues.
        [one] 1 Eintrag wurde übernommen.
       *[other] { $entries } Einträge wurden übernommen.
    }
budget-limit-title = Grenze ändern
budget-limit-intro = Die Grenze gilt für alle Läufe zusammen. Ein Lauf darüber hinaus wird abgelehnt.
budget-limit-epsilon = Grenze von ε
budget-limit-epsilonHelp = 3 ist die Voreinstellung. Kleiner schützt besser.
budget-limit-delta = bei δ
budget-limit-deltaHelp = 1e-5 ist die Voreinstellung. Bleiben Sie weit unter eins geteilt durch die Zahl der Zeilen oder Personen.
budget-limit-raise = Das erhöht die Grenze. Alle Ergebnisse zusammen können dann mehr über jede Person in Ihren Daten verraten, als Sie bisher erlaubt haben, und ein späteres Senken nimmt das nicht zurück. Die Änderung bleibt im Verlauf.
budget-limit-consent = Ich will, dass die Personen in den Daten weniger geschützt werden.
budget-limit-button = Grenze setzen
budget-limit-badEpsilon = Die Grenze von ε muss eine Zahl über 0 sein, zum Beispiel 3.
budget-limit-badDelta = δ muss eine Zahl über 0 und unter 1 sein, zum Beispiel 1e-5.
budget-limit-done = Die Grenze ist jetzt ε = { $epsilon } bei δ = { $delta }.
budget-rename-title = Umbenennen
budget-rename-name = Neuer Name
budget-rename-help = Nur für Sie selbst. Was verbraucht ist, bleibt.
budget-rename-button = Umbenennen
budget-rename-done = Der Name ist jetzt „{ $name }“. Was verbraucht ist, bleibt.
budget-other-title = Diese Daten handeln von anderen Personen
budget-other-intro = Ein Stand genügt für alle Ihre Daten über dieselben Personen, wie die Dateien auch heißen: Was über sie verraten wird, summiert sich. Ein zweiter Stand ist nur für Daten über ganz andere Personen richtig.
budget-other-name = Name des zweiten Standes
budget-other-help = Zum Beispiel „Zweigstelle Köln“. Nur für Sie selbst.
budget-other-statement = Ich erkläre, dass niemand aus diesen Daten auch in den bisher gezählten Daten ist.
budget-other-unstated = Ein zweiter Stand braucht diese Erklärung. Sind manche Personen in beiden, bleiben Sie bei dem Stand, den Sie haben.
budget-other-button = Zweiten Stand beginnen
budget-other-done = „{ $name }“ hat jetzt einen eigenen Stand. Läufe in diesem Fenster werden darauf verbucht.
budget-reset-title = Stand auf null setzen
budget-reset-warning = Das nimmt nichts zurück. Wer die früheren Ergebnisse hat, behält sie, und was sie und neue zusammen verraten, kann über Ihre Grenze gehen, ohne dass diese Seite es merkt. Richtig ist es nur, wenn die früheren Ergebnisse nie weitergegeben wurden und gelöscht sind. Der Verlauf behält alle früheren Einträge und diesen.
budget-reset-reason = Ihr Grund
budget-reset-help = Bleibt im Verlauf.
budget-reset-consent = Ich habe das gelesen und will von null an zählen.
budget-reset-button = Auf null setzen
budget-reset-noReason = Geben Sie in wenigen Worten einen Grund an.
budget-reset-done = „{ $name }“ zählt wieder von null. Der Verlauf hält das fest.
budget-damaged-title = Neu beginnen
budget-damaged-warning = Was verbraucht ist, lässt sich nicht mehr feststellen. Ein neuer Stand beginnt bei null: Setzen Sie seine Grenze so niedrig, dass sie und der Verbrauch, an den Sie sich erinnern, in dem bleiben, was Sie erlauben.
budget-damaged-consent = Ich habe das gelesen und will einen neuen Stand.
budget-damaged-button = Den beschädigten Verlauf löschen und neu beginnen
budget-damagedReason = Der Verlauf vor diesem Eintrag war beschädigt und wurde gelöscht.
budget-startedAnew = Ein neuer Stand hat bei null begonnen. Sein Verlauf sagt, warum.
budget-changedElsewhere = Ein anderer Tab hat den Verlauf inzwischen geändert; gelöscht wurde nichts.

## What a link asks for. The vault says the first three again where the request goes on.
invitation-heading-by = { $asker } bittet um: { $title }
invitation-heading-named = Sie werden gebeten um: { $title }
invitation-heading-bare = Worum Sie gebeten werden
invitation-heading-result = ein Ergebnis
invitation-unchecked = Der Absender ist nicht geprüft.
invitation-stays = Weitergegeben wird nur { $what }. Ihre Datei bleibt hier.
invitation-leaves-model = eine Modelldatei
invitation-leaves-weights = eine Liste mit Gewichten der öffentlichen Zeilen
invitation-leaves-moments = eine verrauschte Tabelle von Mittelwerten und Produkten
invitation-leaves-report = ein Bericht über ein Modell
invitation-leaves-estimate = eine Schätzung des Mittelwerts
invitation-intro = Der Link, der Sie hierher geführt hat, sagt Folgendes. Geschrieben hat es, wer den Link gemacht hat; niemand hat es geprüft, und noch wurde nichts geladen.
invitation-asker = Anfrage von
invitation-nobody = nicht angegeben
invitation-terms-source = Öffentliche Stichprobe
invitation-terms-label = Vorherzusagende Spalte
invitation-terms-sha256 = SHA-256
invitation-noHash = nicht angegeben, die Datei könnte also ausgetauscht werden
invitation-terms-epsilon = Datenschutz (ε)
invitation-range-suggested = { $value } vorgeschlagen
invitation-range-min = mindestens { $value }
invitation-range-max = höchstens { $value }
invitation-free = bleibt Ihnen überlassen
invitation-epsilonHelp = Sie entscheiden; auch Ihre eigene Grenze gilt
invitation-terms-release = Worum gebeten wird
invitation-terms-baseFile = Datei des Modells
invitation-kinds-model = ein Modell
invitation-kinds-weights = Gewichte
invitation-kinds-moments = Momente
invitation-kinds-report = einen Bericht: wie gut ein festes Modell auf Ihren Zeilen ist
invitation-kinds-estimate = eine Schätzung: wie groß die Zielspalte in Ihren Zeilen im Mittel ist
invitation-terms-model = Modell, um das es geht
invitation-publicModel = das Modell, das allein auf der öffentlichen Stichprobe ausgewählt und angepasst wird
invitation-publicModelHelp = der Tresor passt es an
invitation-neededLabels = werden gebraucht, in der Spalte „{ $label }“
invitation-measured = damit wird das Modell verglichen; nach außen gehen verrauschte Anzahlen seiner Fehler, und an Ihre Daten wird nichts angepasst
invitation-estimated = von Ihren Zeilen zählt nur, was es für sie vorhersagt; nach außen gehen verrauschte Anzahlen davon, und an Ihre Daten wird nichts angepasst
invitation-terms-groupBy = Auch für jeden Wert von
invitation-terms-ignore = Spalten der Stichprobe, die weggelassen werden
invitation-terms-dateOrder = Reihenfolge in Daten
invitation-terms-unit = Wer geschützt wird: die Personen in der Spalte
invitation-terms-rowsMin = Zeilen Ihrer Datei
invitation-unitHelp = eine Spalte Ihrer Datei; alle Zeilen einer Person zählen als eine
invitation-anyKind = ein Ergebnis Ihrer Wahl
invitation-terms-labels = Bekannte Werte in Ihrer Datei
# What the link asks of the labels, by the kind of result; with any the owner chooses it.
invitation-labelsAsked-wish-any = dürfen ein Modell berichtigen oder in die Momente eingehen
invitation-labelsAsked-wish-model = dürfen das Modell berichtigen
invitation-labelsAsked-wish-estimate = dürfen den Mittelwert berichtigen
invitation-labelsAsked-required-any = müssen ein Modell berichtigen oder in die Momente eingehen; ein anderes Ergebnis wird nicht angenommen
invitation-labelsAsked-required-model = müssen das Modell berichtigen; ein anderes Ergebnis wird nicht angenommen
invitation-labelsAsked-required-estimate = müssen den Mittelwert berichtigen; ein anderes Ergebnis wird nicht angenommen
invitation-labelsAsked-required-moments = müssen in die Momente eingehen, verglichen mit einem öffentlichen Modell{ $base }; ein anderes Ergebnis wird nicht angenommen
invitation-labelsHelp = Sie entscheiden; verwendet werden sie nur, wenn Sie es wählen
invitation-reply = Das Ergebnis darf gehen an
invitation-noReply = von selbst nirgendwohin; Sie können es speichern
invitation-replyHelp = { $host }, nachdem Sie es bestätigt haben
invitation-asks-plain = Diese Seite fragt auch { $host }, ob dort noch ein Ergebnis angenommen wird.
invitation-asks-code = Diese Seite fragt auch { $host }, ob dort noch ein Ergebnis angenommen wird, mit dem Einmalcode aus dem Link.
invitation-most = Erbeten ist ein ε von höchstens { $epsilon }.
invitation-loads = Lädt eine öffentliche Stichprobe von { $host }.
invitation-details = Einzelheiten
invitation-load = Öffnen
invitation-broken = Dieser Link ist keine gültige Anfrage
invitation-brokenIntro = Nichts davon wird verwendet:
invitation-brokenHelp = Bitten Sie den Absender um einen neuen Link, oder geben Sie die Adresse der Stichprobe selbst ein.

## What the receiver answers before anything is spent.
receiver-open-always = { $host } sagt, dass die Anfrage offen ist.
receiver-open-until = { $host } sagt, dass die Anfrage offen ist bis { $time }.
receiver-silent = { $host } lässt sich nicht vorab fragen, ob das Ergebnis angenommen wird.
receiver-refused = { $host } nimmt auf diese Anfrage kein Ergebnis an. Die Antwort: „{ $reason }“. Es wurde nichts geladen und nichts verbraucht. Bitten Sie den Absender um einen neuen Link.

## The help.
help-glossary = Wörter auf dieser Seite
help-troubles = Wenn etwas schiefgeht

## Each term with one sentence.
glossary-publicSample-term = Öffentliche Stichprobe
glossary-publicSample-text = Eine Tabelle, die jeder sehen darf, mit den bekannten Werten der Zielspalte, an der man ein Modell anpassen kann.
glossary-label-term = Zielspalte
glossary-label-text = Die Spalte, die ein Modell vorhersagen soll; ihre Einträge heißen bekannte Werte. In der privaten Datei braucht sie nur ein Bericht.
glossary-vault-term = Tresor
glossary-vault-text = Ein abgeschlossener Rahmen in dieser Seite, der Ihre Datei liest; die Regeln des Browsers verbieten ihm jede Verbindung.
glossary-differentialPrivacy-term = Differential Privacy
glossary-differentialPrivacy-text = Die Zusage, dass ein Ergebnis fast gleich aussähe, wenn eine Zeile Ihrer Datei eine andere wäre, oder alle Zeilen einer Person, wo Personen geschützt werden, sodass niemand daraus ablesen kann, was darin steht.
glossary-epsilon-term = Epsilon (ε)
glossary-epsilon-text = Wie viel ein Ergebnis über irgendeine Zeile oder Person verraten kann: je kleiner, desto sicherer und ungenauer.
glossary-delta-term = Delta (δ)
glossary-delta-text = Die sehr kleine Wahrscheinlichkeit, dass diese Garantie nicht gilt.
glossary-privacyBudget-term = Datenschutz-Budget
glossary-privacyBudget-text = Was alle Ergebnisse zusammen verraten dürfen; Ihr Browser zählt mit und lehnt mehr ab.
glossary-noise-term = Rauschen
glossary-noise-text = Zufallszahlen, die absichtlich addiert werden, damit keine einzelne Zeile oder Person zu erkennen ist.
glossary-mechanism-term = Verfahren
glossary-mechanism-text = Die Stelle, an der das Rauschen hineinkommt: einmal in eine Tabelle von Mittelwerten, oder in jede Runde der Suche nach Gewichten.
glossary-secondMoment-term = Zweites Moment
glossary-secondMoment-text = Die Tabelle der Mittelwerte aller Produkte zweier Spalten; das Einzige, was das voreingestellte Verfahren aus Ihren Zeilen nimmt.
glossary-calibration-term = Kalibrierung
glossary-calibration-text = Ob das Rauschen so klein ist, wie die Zusage erlaubt (eng), oder so groß wie im veröffentlichten Artikel.
glossary-rounds-term = Runden (K)
glossary-rounds-text = Wie oft die Gewichte verbessert werden; kommt in jeder Runde Rauschen dazu, bedeuten mehr Runden mehr Rauschen in jeder.
glossary-rowRadius-term = Radius (r)
glossary-rowRadius-text = Wie weit eine Zeile vom Mittel der Stichprobe entfernt sein darf, bevor sie gekürzt wird; das begrenzt, was eine Zeile oder Person bewirken kann.
glossary-weights-term = Gewichte
glossary-weights-text = Eine Zahl je öffentlicher Zeile: wie viel sie zählt, damit die gewichtete Stichprobe Ihrer Datei ähnelt.
glossary-effectiveSampleSize-term = Effektiver Umfang
glossary-effectiveSampleSize-text = Wie viele gleich zählende Zeilen so viel wert wären wie die gewichteten.
glossary-distance-term = Abstand (Diskrepanz)
glossary-distance-text = Wie weit zwei Tabellen in Mittelwerten und Produkten der Spalten auseinanderliegen; 0 heißt gleich.
glossary-standardDeviation-term = Standardabweichung
glossary-standardDeviation-text = Der übliche Abstand eines Wertes vom Mittelwert seiner Spalte.
glossary-forecast-term = Vorhersage vor dem Lauf
glossary-forecast-text = Was das Rauschen zulassen wird, berechnet aus öffentlichen Zahlen und der Zahl der Zeilen oder Personen, die Sie angeben, bevor Ihre Datei geöffnet wird.
glossary-linearModel-term = Lineares Modell
glossary-linearModel-text = Eine Regel, die mit einer gewichteten Summe der Spalten vorhersagt und mit nichts sonst.
glossary-typicalError-term = Typischer Fehler
glossary-typicalError-text = Wie weit Vorhersagen etwa danebenliegen, in der Einheit der Zielspalte: die Wurzel des mittleren quadratischen Fehlers.
glossary-coefficient-term = Koeffizient
glossary-coefficient-text = Die Zahl, mit der ein lineares Modell eine Spalte malnimmt.
glossary-intercept-term = Achsenabschnitt
glossary-intercept-text = Was ein lineares Modell vorhersagt, wenn alle Spalten 0 sind.
glossary-moments-term = Momente
glossary-moments-text = Eine verrauschte Tabelle von Mittelwerten und Produkten Ihrer Spalten, aus der sich Gewichte und Modelle berechnen lassen.
glossary-reportOnAModel-term = Bericht über ein Modell
glossary-reportOnAModel-text = Verrauschte Anzahlen, die sagen, wie gut ein festes Modell ist, wo private Werte bekannt sind, und aus denen Zahlen mit Intervallen berechnet werden.
glossary-estimate-term = Schätzung des Mittelwerts
glossary-estimate-text = Verrauschte Anzahlen dessen, was ein öffentliches Modell für Ihre Zeilen vorhersagt. Daraus folgt, wie groß die Zielspalte dort im Mittel ist, auch ohne bekannte Werte.
glossary-release-term = Ergebnis
glossary-release-text = Das Einzige, was den Tresor verlässt, zusammen mit seinem Zertifikat.
glossary-certificate-term = Zertifikat
glossary-certificate-text = Alle öffentlichen Zahlen, aus denen jeder nachrechnen kann, wie viel Datenschutz ein Ergebnis gekostet hat.
glossary-sha256-term = SHA-256
glossary-sha256-text = Ein Fingerabdruck einer Datei: derselbe Fingerabdruck heißt dieselbe Datei, bis zum letzten Zeichen.
glossary-cors-term = CORS
glossary-cors-text = Die Erlaubnis eines Servers an Seiten von anderswo, seine Dateien zu lesen oder ihm etwas zu senden.

## Each trouble with what to do.
troubles-sampleUnread-term = Die Stichprobe lässt sich nicht lesen.
troubles-sampleUnread-text = Öffnen Sie ihre Adresse in einem anderen Fenster. Wird sie dort heruntergeladen, erlaubt ihr Server anderen Seiten das Lesen nicht (CORS): Bitten Sie den Herausgeber darum. Sonst ist die Adresse oder die Verbindung falsch.
troubles-sampleUnusable-term = Der Tresor sagt, dass die Stichprobe nicht verwendet werden kann.
troubles-sampleUnusable-text = Die Meldung nennt Zeile und Spalte. Die Stichprobe müssen nicht Sie berichtigen: Schicken Sie die Meldung dem Herausgeber, oder prüfen Sie den Namen der Zielspalte.
troubles-fileUnread-term = Der Tresor sagt, dass meine Datei nicht gelesen werden kann.
troubles-fileUnread-text = Speichern Sie sie als CSV in UTF-8, mit den Spaltennamen in der ersten Zeile. Vergleichen Sie dann die Namen mit denen der Anfrage. Nichts hat den Tresor verlassen.
troubles-repaired-term = Viele Zellen wurden ersetzt, oder alle Zeilen gekürzt.
troubles-repaired-text = Ihre Spalten haben wahrscheinlich andere Einheiten oder eine andere Schreibweise von Zahlen als die Stichprobe. Halten Sie an, bringen Sie die Datei in dieselben Einheiten, und wählen Sie sie noch einmal. Anhalten kostet nichts.
troubles-tooNoisy-term = Die Vorhersage sagt, dass das Rauschen zu groß ist.
troubles-tooNoisy-text = Mehr Zeilen, weniger Spalten in der Stichprobe oder ein größeres ε würden helfen. Ohne sie wäre das Ergebnis das der öffentlichen Stichprobe; ein Lauf lohnt sich dann kaum.
troubles-noBudget-term = Der Lauf wurde wegen des Datenschutz-Budgets abgelehnt.
troubles-noBudget-text = Wählen Sie ein kleineres ε, oder arbeiten Sie mit den Ergebnissen, die Sie haben. Der Abschnitt „Datenschutz-Budget“ zeigt, was wofür verbraucht wurde.
troubles-slow-term = Ein Lauf dauert zu lange, oder nichts bewegt sich.
troubles-slow-text = Drücken Sie „Abbrechen“; das Formular ist sofort wieder bereit, und der Lauf bleibt angerechnet. Wenn nicht, laden Sie die Stichprobe neu: Das öffnet einen neuen Tresor.
troubles-broken-term = Der Rahmen ist leer oder sagt, dass darin etwas schiefging.
troubles-broken-text = Laden Sie diese Seite in einem aktuellen Chrome, Firefox, Edge oder Safari neu, ohne Erweiterungen, die Seiten verändern, und laden Sie die Stichprobe noch einmal.
troubles-notSent-term = Das Ergebnis ließ sich nicht senden.
troubles-notSent-text = Speichern Sie es, und geben Sie es dem Empfänger per Mail oder auf anderem Weg. Es ist dieselbe Datei.
troubles-closed-term = Ich habe die Seite geschlossen, bevor ich das Ergebnis gespeichert hatte.
troubles-closed-text = Das Ergebnis bleibt in diesem Browser, bis Sie es speichern oder verwerfen: Öffnen Sie die Seite noch einmal, dann bietet sie es an.

## The kinds of results.
kinds-model = Ein Modell
kinds-weights = Gewichte für die öffentlichen Zeilen
kinds-moments = Momente der privaten Spalten
kinds-report = Ein Bericht über ein Modell
kinds-estimate = Wie es hier im Durchschnitt ist

## Where the noise was added, by mechanism.
mechanisms-moment = Das Rauschen wurde einmal addiert, zu einer Tabelle von Mittelwerten der privaten Spalten. Alles danach wird aus der verrauschten Tabelle berechnet.
mechanisms-selection = Das Rauschen wurde in jeder Runde der Suche nach Gewichten addiert.
mechanisms-gradient = Das Rauschen wurde in jedem Schritt der Suche nach Gewichten addiert.
mechanisms-tally = Das Rauschen wurde einmal zu Anzahlen aus den privaten Daten addiert. Alle Zahlen und Intervalle werden aus den verrauschten Anzahlen berechnet.

## The result.
result-guarantee =
    Was immer jemand über eine { $unit ->
        [person] Person in der
       *[row] Zeile der
    } privaten Datei vermutet: Dieses Ergebnis ändert die Chancen höchstens um den Faktor { $factor }, außer in etwa einem von { $odds } Fällen (ε = { $epsilon }, δ = { $delta }).
result-rows-about = Etwa { $rows } { $who } waren beteiligt; wie viele genau, bleibt privat.
result-rows-exact = { $rows } { $who } waren beteiligt. Ihre Zahl ist öffentlich.
result-mechanism = Das Verfahren war „{ $mechanism }“.
result-late = Die Einstellungen wurden geändert, nachdem ein Bericht über die private Datei zu sehen war. Für diese Wahl gilt die Garantie nicht.
result-verified = Datenschutz bestätigt: ε = { $epsilon }.
result-unverified = Das Zertifikat wurde nicht bestätigt. Verlassen Sie sich nicht darauf.
result-unreadable = Der Tresor hat etwas herausgegeben, das kein Ergebnis dieses Programms ist. Es wird nicht gezeigt.
result-inWords = Was es bedeutet, in Worten
result-numbers = Weitere Diagramme, und die herausgegebenen Zahlen
result-each-person = { $rows } Personen, jede mit allen ihren Zeilen.
result-each-row = { $rows } Zeilen, jede für sich.
result-whoever = den Absender der Anfrage
result-saveAndSend = Speichern und sehen, wie man es sendet
result-saved = Gespeichert als { $file }. Senden Sie diese Datei an { $asker }, zum Beispiel per E-Mail; geöffnet wird sie unter „Ein Ergebnis öffnen“. Sonst verlässt nichts diesen Rechner.
result-analyst = Einzelheiten
result-print = Drucken

## Das Protokoll eines Ergebnisses.
record-heading = Das Protokoll für Ihren Datenschutzbeauftragten
record-asker = Angefragt von
record-title = Wofür
record-time = Gemacht
record-file = Datei
record-data = Daten
record-left = Was hinausgeht
record-leaves = Diese eine Datei („{ $kind }“), und nur, wenn sie weitergegeben wird. Die private Datei, ihre Prüfung und die Diagramme bleiben, wo sie sind.
record-stayed = Was sich daraus nicht erfahren lässt
record-never = Keine Zeile, kein Name und keine Zelle der privaten Datei steht darin. Ob jemand in der Datei vorkommt und was sie über ihn sagt, lässt sich daraus nicht über das hier Zugesagte hinaus erkennen.
record-promise = Zusage
record-how = Wie
record-checked = Geprüft
record-late = Zu wissen
record-booked = Budget
record-id = Kennung des Ergebnisses
record-sha256 = SHA-256 der Datei
record-engine = SHA-256 des Programms
record-json = Als JSON speichern

## Das Ergebnis, weiter.
result-downloadRelease = Datei speichern
result-downloadWeights = Gewichte speichern (CSV)
result-codebook = Codebuch
result-downloadCodebook = Als Tabelle speichern (CSV)

## A result that is paid for and not yet saved.
kept-waits = Ein Ergebnis liegt hier, bis Sie es speichern: { $name }.
kept-show = Zeigen
kept-drop = Verwerfen …
kept-sure = Ja, das Ergebnis „{ $name }“ verwerfen

## What the numbers mean.
words-verdict-same = Das ist das öffentliche Modell: Ein Unterschied über das Rauschen hinaus war nicht zu finden. Seine Vorhersagen sind von Lauf zu Lauf dieselben.
words-verdict-kept = Das ist das öffentliche Modell: Es an Ihre Daten anzupassen, brachte keine messbare Verbesserung. Seine Vorhersagen sind von Lauf zu Lauf dieselben.
words-verdict-mostly = { $share } davon sind das öffentliche Modell.
words-verdict-differ = Ihre Daten weichen ab, und das Ergebnis folgt ihnen. Ohne bekannte Werte hilft das selten viel; nur mit ihnen weiß man es.
words-verdict-maybe = Ihre Daten weichen vielleicht ab, und das Ergebnis folgt dem, was aus dem Rauschen herausragt. Ohne bekannte Werte hilft das selten viel; nur mit ihnen weiß man es.
words-verdict-blind = Dieses Verfahren misst keinen Unterschied, und ohne bekannte Werte kann noch niemand sagen, wie gut es ist.
words-verdict-doubtful = Es sind zu wenige bekannte Werte, um sie vom Rauschen zu unterscheiden. Niemand kann sagen, ob sie das Modell berichtigt haben. Nehmen Sie das öffentliche Modell, oder geben Sie mehr bekannte Werte.
words-verdict-labels = Ihre bekannten Werte haben das Modell berichtigt. Wie weit es danebenliegt, steht unter den Einzelheiten.
words-verdict-moments = Mittelwerte und Produkte Ihrer Spalten, mit Rauschen. Daraus lässt sich ein Modell machen.
words-answer-better-value = Etwa { $value } kleinerer Fehler
words-answer-better-range = Mindestens { $low } kleinerer Fehler
words-answer-probably_better-value = Wahrscheinlich etwa { $value } kleinerer Fehler
words-answer-probably_better-range = Wahrscheinlich ein kleinerer Fehler
words-answer-no_difference = Kein Gewinn, den das Rauschen zeigen würde
words-answer-worse = Ein größerer Fehler: nicht verwenden
words-differs = Was abweicht: { $list }
words-average = { $name } { $there } statt { $here }
words-apart = Die privaten Daten weichen von der öffentlichen Stichprobe ab: Ihr Abstand wird auf { $uniform } geschätzt; das sind { $share } des größtmöglichen und das { $times }-Fache dessen, was das Rauschen allein erklären könnte.
words-close = Der Abstand der privaten Daten von der öffentlichen Stichprobe wird auf { $uniform } geschätzt. Das Rauschen allein kann { $noise } erreichen, sie können also gleich sein.
words-aside = Bei diesem ε und diesem Umfang der privaten Daten würde das Rauschen allein den verbleibenden Abstand erklären: Es gibt keinen Beleg, dass die privaten Daten von der öffentlichen Stichprobe abweichen. Deshalb zählen alle öffentlichen Zeilen gleich, und das Ergebnis ist das der öffentlichen Stichprobe. Ein größeres ε oder mehr private Daten würden mehr sagen.
words-asideLabels = Bei diesem ε und diesem Umfang der privaten Daten würde das Rauschen allein den verbleibenden Abstand erklären: Es gibt keinen Beleg, dass die Spalten der privaten Daten von denen der öffentlichen Stichprobe abweichen. Deshalb zählen alle öffentlichen Zeilen gleich, und geändert haben nur die bekannten Werte etwas.
words-unmeasured = Dieses Verfahren misst nicht, wie verschieden die privaten Daten sind. Deshalb lässt sich nicht sagen, wie viel die Gewichte geholfen haben.
words-helped-whole = Die Gewichte verringern den Abstand auf { $weighted }, um { $share }.
words-helped-part = Ein Teil des Unterschieds ragt aus dem Rauschen heraus, und die Gewichte folgen diesem Teil. Der Abstand als Ganzes ist zu verrauscht, um es zu zeigen.
words-sure =
    Wie sicher ist das? Mit einer Wahrscheinlichkeit von { $confidence } verschiebt das Rauschen jeden der beiden Abstände um höchstens { $noise }. Der wahre Abstand lag also zwischen { $low } und { $high }, und mit den Gewichten ist er höchstens { $most }{ $helps ->
        [yes] ; sie helfen also.
       *[perhaps] . Dass sie helfen, ist wahrscheinlich und nicht sicher.
    }
words-effective = Das Ergebnis stützt sich auf so viel wie { $size } der { $all } öffentlichen Zeilen (effektiver Umfang).
words-caution = Wann Sie es nicht verwenden sollten
words-clipped = Die Fehler sind auf Zeilen geschätzt, die gekürzt wurden, wo sie weit von der öffentlichen Stichprobe weg liegen. Sind Ihre Zeilen der Stichprobe ganz unähnlich, können die wahren Fehler größer und der Unterschied ein anderer sein.
words-fewRows = Es stützt sich auf so viel wie nur { $size } Zeilen für { $columns } Koeffizienten: Es kann vom Zufall geprägt sein. Seien Sie mit einzelnen Vorhersagen vorsichtig.
words-fewRowsNonlinear = Es stützt sich auf so viel wie nur { $size } Zeilen, und ein nichtlineares Modell braucht viele: Es kann vom Zufall geprägt sein. Seien Sie mit einzelnen Vorhersagen vorsichtig.
words-remains = Ein Abstand von mindestens { $distance } bleibt: Die öffentliche Stichprobe hat zu wenige Zeilen wie die privaten. Wo sie keine hat, ist das Ergebnis geraten.
words-report = Die Intervalle gelten jedes für sich: Von zwanzig Zahlen kann eine außerhalb liegen. Sie sagen, wie gut das Modell auf Zeilen wie denen der Datei ist; für andere oder spätere Zeilen kann es besser oder schlechter sein.
words-estimate = Das Intervall stimmt, wenn es Zufall ist, welche Zeilen einen bekannten Wert haben. Unterscheiden sie sich von den anderen in dem, was das Modell übersieht, stimmt es nicht.
words-labels = Gewichte gleichen Unterschiede in den Spalten aus, nicht in den Werten der Zielspalte. Haben ähnliche Zeilen in den privaten Daten andere Werte (seither gestiegene Preise, eine andere Messung), kann kein Verfahren ohne bekannte Werte das bemerken. Vergleichen Sie das Ergebnis mit ein paar bekannten Werten, bevor sich jemand darauf verlässt.

## How a result is sent.
send-title = An { $host } senden
send-start = An { $host } senden …
send-what = Damit wird das Ergebnis, genau der gezeigte Text ({ $bytes }), an { $address } gesendet.
send-token = Der Einmalcode aus dem Link geht mit, damit der Empfänger weiß, auf welche Anfrage es antwortet.
send-who = Der Betreiber von { $host } kann es für immer behalten und erfährt Ihre Netzadresse. Niemand hat geprüft, wer das ist: Machen Sie nur weiter, wenn Sie diese Adresse kennen. Sonst wird nichts gesendet.
send-confirm = Ja, an { $host } senden
send-cancel = Nicht senden
send-sending = Wird gesendet …
send-sent = Gesendet. { $host } hat es angenommen.
send-problems-offline = Sie sind ohne Netz, deshalb wurde nichts gesendet. Verbinden Sie sich, und versuchen Sie es noch einmal, oder geben Sie die Datei des Ergebnisses selbst weiter.
send-problems-unreachable = Bei { $host } kam nichts an, soweit diese Seite es erkennt: Es fehlt die Verbindung, die Adresse führt auf eine andere, oder sie nimmt keine Ergebnisse von Webseiten an (CORS). Geben Sie die Datei des Ergebnisses selbst weiter.
send-problems-timeout = { $host } hat 30 Sekunden lang nicht geantwortet. Das Ergebnis kann angekommen sein oder nicht. Fragen Sie nach, bevor Sie es noch einmal senden.
send-problems-refused = { $host } hat das Ergebnis nicht angenommen. Die Antwort: „{ $reason }“. Sie können es ohne einen weiteren Lauf noch einmal senden; hilft das nicht, fragen Sie den Absender der Anfrage.

## What is loaded.
loading-sample = Die Stichprobe wird geladen: { $done }
loading-part = { $done } von { $total }
loading-engine = Das Programm wird geladen
loading-opening = Der Tresor wird geöffnet …
loading-dropped = Es wurde nichts gelesen. Legen Sie eine Datei im Rahmen des Tresors ab, auf dem ersten Bildschirm; diese Seite selbst darf sie nicht bekommen.
loading-ready = Die Stichprobe ist geladen. Alles Nötige ist da: Sie können das Netz jetzt trennen, bevor Sie weitermachen.

## The form for one's own data.
ownData-noInvitation = Das ist keine Einladung: Ein Link, der um etwas bittet, enthält ein #, gefolgt von dem, worum gebeten wird.

## Why a run was not recorded is said by the vault alone.
runProblems-cancelled = Der Lauf wurde abgebrochen. Nichts ging nach außen.
runProblems-crashed = Der Lauf brach unerwartet ab. Nichts ging nach außen. Folgen Sie der Meldung im Tresor, oder laden Sie die Stichprobe noch einmal.
runProblems-wrong_engine = Der Tresor hat das übergebene Programm abgelehnt, weil sein SHA-256 nicht der erwartete ist. Laden Sie die Seite neu.
runProblems-run_failed = Der Lauf ist gescheitert. Nichts ging nach außen. Der Tresor sagt, warum.
runProblems-no_vault = Der Tresor startet nicht. Vielleicht ist dieser Browser zu alt dafür, oder eine Erweiterung hindert ihn. Es wurde nichts gelesen. Laden Sie die Seite neu, oder nehmen Sie ein aktuelles Chrome, Firefox, Edge oder Safari.
runProblems-broken_rules = Der Tresor hat eine unerlaubte Nachricht geschickt. Deshalb wurde er geschlossen, und die Nachricht wurde nicht verwendet. Nichts ging nach außen. Laden Sie die Seite neu; geschieht es wieder, verwenden Sie diese Seite nicht, und sagen Sie es dem Betreiber.

## For a page that somebody has put into a frame.
framed-why = Eine andere Seite zeigt diese in sich und könnte Ihre Klicks lenken, deshalb tut sie hier nichts.
framed-open = In einem eigenen Fenster öffnen

## What the private side of a release counts: people, where it protects people.
who-person = Personen
who-row = private Zeilen

## What a nonlinear model was chosen from.
chosen-underWeights = das nach den Gewichten angepasste Modell
chosen-mixed = { $share } { $own } und { $rest } das nach den Gewichten angepasste Modell
chosen-corrected = Das Modell: { $from }, berichtigt mit privaten bekannten Werten.
chosen-blend-free = Das Modell ist eine Mischung: { $parts }. Die öffentliche Wahl ist { $choice }.
chosen-blend-kept = Das Modell ist eine Mischung allein öffentlicher Anpassungen, weil die Gewichte nichts bringen: { $parts }. Die öffentliche Wahl ist { $choice }.

## What a release that private labels corrected says of errors.
labelErrors-rows = Etwa { $rows } { $who } haben einen brauchbaren bekannten Wert (das Rauschen in dieser Zahl: ± { $noise }).
labelErrors-said-number = Dort liegt das öffentliche Modell bei { $label } typischerweise um { $value } daneben (19 von 20 Mal zwischen { $low } und { $high }).
labelErrors-said-class = Dort ist der mittlere quadratische Fehler der Wahrscheinlichkeit von „{ $of }“ beim öffentlichen Modell { $value } (19 von 20 Mal zwischen { $low } und { $high }). 0 ist vollkommen, und 0,25 hat, wer immer 50{ "\u00A0" }% sagt.
labelErrors-of = „{ $of }“:{ " " }
labelErrors-predicted = die Vorhersage von { $label }
labelErrors-probability = die Wahrscheinlichkeit von „{ $of }“
labelErrors-ownPrediction = die eigene Vorhersage des öffentlichen Modells
labelErrors-ownProbability = die eigene Wahrscheinlichkeit des öffentlichen Modells von „{ $of }“
labelErrors-slope = { $change } für { $name }
labelErrors-change-alone = Die bekannten Werte ändern { $what } einer durchschnittlichen Zeile um { $change }.
labelErrors-change-slopes = Die bekannten Werte ändern { $what } einer durchschnittlichen Zeile um { $change }, und mit jeder Standardabweichung über dem Mittelwert zusätzlich um: { $slopes }.

## A report on a model.
report-about-public = Es geht um das Modell, das allein auf der öffentlichen Stichprobe ausgewählt und angepasst wird ({ $base }). Sein SHA-256 ist { $modelSHA256 }.
report-about-given = Das Modell war vorgegeben: die Ergebnisdatei mit dem SHA-256 { $modelSHA256 }.
report-rows-range = Etwa { $labelled } { $who } haben einen brauchbaren bekannten Wert ({ $between }, allein wegen des Rauschens), und etwa { $unlabelled } haben keinen.
report-rows-about = Etwa { $labelled } { $who } haben einen brauchbaren bekannten Wert, und etwa { $unlabelled } haben keinen.
report-between = 19 von 20 Mal zwischen { $low } und { $high }
# How often something is so; where the noise hides the estimate, the interval alone.
report-often-value = in { $value } der Fälle ({ $note }{ $between })
report-often-range = in { $low } bis { $high } der Fälle ({ $note }19 von 20 Mal)
report-tooNoisy = Das Rauschen ist zu groß, um zu sagen, wie gut das Modell ist: Sein Fehler hat kein Intervall. Mehr Daten oder ein größeres ε würden helfen.
report-main-rmse-least = Wo der Wert bekannt ist, liegt die Vorhersage von { $label } typischerweise daneben um mindestens { $low } (19 von 20 Mal).
report-main-rmse-most = Wo der Wert bekannt ist, liegt die Vorhersage von { $label } typischerweise daneben um höchstens { $high } (19 von 20 Mal). Das Rauschen ist zu groß, um zu sagen, wie viel weniger es ist.
report-main-rmse-value = Wo der Wert bekannt ist, liegt die Vorhersage von { $label } typischerweise daneben um { $value } ({ $between }).
report-main-rmse-range = Wo der Wert bekannt ist, liegt die Vorhersage von { $label } typischerweise daneben um { $low } bis { $high } (19 von 20 Mal).
report-main-auc = Von zwei Fällen, einem der Klasse „{ $second }“ und einem der Klasse „{ $first }“, findet das Modell { $often } den richtigen heraus. Der Zufall allein kommt auf 50{ "\u00A0" }%.
report-main-accuracy = Wo der Wert bekannt ist, sagt das Modell { $label } { $often } richtig voraus.
report-answer-rmse = Um etwa { $value } daneben (öffentliche Stichprobe: { $public })
report-answer-auc = AUC { $value }
report-answer-accuracy = { $value } richtig
report-explained-worse = Das Modell ist schlechter, als immer den Mittelwert vorherzusagen: Verwenden Sie es hier nicht.
report-explained-nothing = Das Modell ist vielleicht nicht besser, als immer den Mittelwert vorherzusagen.
report-explained-least = Das Modell erklärt mindestens { $low } der Varianz (19 von 20 Mal).
report-explained-value = Das Modell erklärt { $value } der Varianz ({ $between }).
report-bias-high = Die Vorhersagen sind im Mittel zu hoch, um { $value } ({ $between }).
report-bias-low = Die Vorhersagen sind im Mittel zu niedrig, um { $value } ({ $between }).
report-bias-unknown = Das Rauschen ist zu groß, um zu sagen, ob das Modell { $label } im Mittel zu hoch oder zu niedrig vorhersagt.
# Was für die Verwendung des Modells folgt: über, unter oder bei dem, was es auf der öffentlichen Stichprobe erreicht, oder
# was der Zufall erreicht.
report-worth-rmse-above = Das ist mehr als bei der öffentlichen Stichprobe: Das Modell sollte mit bekannten Werten verbessert werden, bevor sich hier jemand darauf verlässt.
report-worth-rmse-below = Das ist weniger als bei der öffentlichen Stichprobe: Das Modell lässt sich hier verwenden.
report-worth-rmse-within = Kein Unterschied zur öffentlichen Stichprobe ragt aus dem Rauschen heraus: Nichts spricht dagegen, das Modell hier zu verwenden.
report-worth-auc-above = Es ist hier also besser als der Zufall.
report-worth-auc-below = Es ist hier also schlechter als der Zufall: Verwenden Sie es nicht.
report-worth-auc-within = Es ist hier also vielleicht nicht besser als der Zufall: Verlassen Sie sich nicht darauf.
report-beyond = { $share } liegen weiter daneben, als die Anzahlen zeigen können; die wahren Fehler sind also größer als jede Zahl hier.
report-accuracy = Das Modell sagt in { $value } der Fälle die richtige Klasse voraus ({ $between }).
report-confusion-title = Welche Klassen womit verwechselt werden
report-confusion-help = Anteile an allem mit bekanntem Wert, mit Rauschen geschätzt: Ein Anteil nahe 0 kann 0 sein.
report-confusion-head = Vorhergesagt
report-confusion-predicted = vorhergesagt { $name }
report-confusion-atMost = höchstens { $share }
report-owners-title = Mehrere Datengeber: { $measure } eines Modells
report-owners-help = Die offenen Ergebnisse zum Modell mit dem SHA-256 { $digest }.
report-owners-head = Bericht

## An estimate of the average label.
estimate-answer = Etwa { $value } (öffentliche Stichprobe: { $public })
estimate-shares = Etwa { $list }
estimate-share = { $value } „{ $name }“ (öffentliche Stichprobe: { $public })
estimate-nothing = Das Rauschen ist zu groß, um zu sagen, wie es hier im Durchschnitt ist. Mehr Daten oder ein größeres ε würden helfen.
estimate-noise-number = So groß ist { $label } in den privaten Daten im Mittel, ± { $noise } wegen des Rauschens.
estimate-noise-class = So groß ist der Anteil von „{ $second }“ in den privaten Daten, ± { $noise } wegen des Rauschens.
estimate-interval-number = So groß ist { $label } in den privaten Daten im Mittel, { $between }.
estimate-interval-class = So groß ist der Anteil von „{ $second }“ in den privaten Daten, { $between }.
estimate-open-most = So groß ist { $label } in den privaten Daten im Mittel, 19 von 20 Mal höchstens { $end }. Bekannte Werte liegen jenseits dessen, was die öffentlichen erklären; wie viel kleiner es ist, lässt sich nicht sagen.
estimate-open-least = So groß ist { $label } in den privaten Daten im Mittel, 19 von 20 Mal mindestens { $end }. Bekannte Werte liegen jenseits dessen, was die öffentlichen erklären; wie viel größer es ist, lässt sich nicht sagen.
estimate-open-both = Bekannte Werte liegen jenseits dessen, was die öffentlichen erklären; wie weit sie danebenliegt, lässt sich nicht sagen.
estimate-unseen = Dazu kommt, worin das Modell bei diesen Daten irrt; das sieht ohne bekannte Werte niemand.
estimate-yardstick = Zwischen Teilen der öffentlichen Stichprobe lagen solche Schätzungen um { $off } daneben; wo die Zielspalte etwas anderes bedeutet, ist es mehr.
# Ob die Schätzung besser ist als der öffentliche Mittelwert.
estimate-worth-outside = Der öffentliche Mittelwert liegt außerhalb des Intervalls: Nehmen Sie statt seiner die Schätzung.
estimate-worth-inside = Der öffentliche Mittelwert liegt im Intervall und ist vielleicht ebenso gut.
estimate-worth-far = Der öffentliche Mittelwert liegt weiter weg, als solche Schätzungen sonst danebenliegen: Nehmen Sie statt seiner die Schätzung.
estimate-worth-near = Der öffentliche Mittelwert liegt näher, als solche Schätzungen sonst danebenliegen, und ist vielleicht ebenso gut.
estimate-labelled = Etwa { $labelled } { $who } haben einen brauchbaren bekannten Wert.

## A sentence for each problem with the public sample, by code.
sampleProblems-not_a_url = Das ist keine Webadresse. Sie beginnt mit https:// und führt auf die Datei selbst.
sampleProblems-no_label = Geben Sie den Namen der Zielspalte an, wie er in der Kopfzeile der Datei steht.
sampleProblems-bad_integrity = Der SHA-256 besteht aus sha256- und 44 Base64-Zeichen, oder aus 64 Hexadezimalziffern.
sampleProblems-unreachable = Die Adresse konnte nicht gelesen werden. Entweder fehlt die Verbindung, oder der Server erlaubt anderen Seiten das Lesen nicht (es fehlt der CORS-Header Access-Control-Allow-Origin). Fragen Sie den Herausgeber der Stichprobe, oder versuchen Sie eine andere Adresse.
sampleProblems-http_status =
    Der Server hat { $status } geantwortet statt der Datei. { $status ->
        [404] Prüfen Sie die Adresse auf Tippfehler.
       *[other] Versuchen Sie es später noch einmal, oder fragen Sie den Herausgeber der Stichprobe.
    }
sampleProblems-redirected = Die Adresse führt auf eine andere weiter, und diese wurde nicht geöffnet: Ein Link muss die Adresse der Datei selbst nennen.
sampleProblems-html = Die Adresse führt auf eine Webseite und nicht auf eine CSV- oder TSV-Datei. Suchen Sie die Adresse der Datei selbst, oft „raw“ oder „download“ genannt.
sampleProblems-too_large = Die Datei hat mehr als 2 GB; das fasst kein Browser. Bitten Sie den Herausgeber der Stichprobe um einen Teil davon.
sampleProblems-interrupted = Die Übertragung brach ab, bevor die Datei vollständig war. Nichts davon wurde verwendet. Versuchen Sie es noch einmal.
sampleProblems-integrity = Die Datei ist nicht die mit diesem SHA-256: Sie wurde geändert, oder der Wert wurde falsch abgeschrieben. Sie wurde nicht verwendet.
sampleProblems-base_file = Die Datei des gewünschten Modells kann nicht verwendet werden. { $sentence }
sampleProblems-model = Das Modell, um das es im Bericht gehen soll, kann nicht verwendet werden. { $sentence }
sampleProblems-empty_file = Die Datei unter dieser Adresse ist leer.
sampleProblems-insecure = Was diese Seite braucht, bieten Browser nur über https:// oder auf localhost. Öffnen Sie die Seite dort.
sampleProblems-engine = Das Programm selbst konnte nicht geladen werden. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.
sampleProblems-outdated = Die Seite und das Programm haben verschiedene Versionen, wie kurz nach einer Aktualisierung. Es wurde nichts gestartet. Laden Sie die Seite neu.
sampleProblems-no_wasm = Dieser Browser führt kein WebAssembly aus, das das Programm braucht: Er ist zu alt, oder WebAssembly ist ausgeschaltet, wie in manchen Sicherheitsstufen. Erlauben Sie es für diese Seite, oder nehmen Sie ein aktuelles Chrome, Firefox, Edge oder Safari.
sampleProblems-damaged_kit = { $name } in dieser Datei ist nicht, was ihr Inhaltsverzeichnis sagt: Die Datei wurde unterwegs geändert. Es wurde nichts gestartet. Bitten Sie noch einmal darum.
sampleProblems-stopped = Angehalten.
# Of the receiver of an invitation: a sentence of ours, with the receiver's own in quotes.
sampleProblems-receiver = { $sentence }
sampleProblems-source = Die Stichprobe wurde geladen und kann nicht verwendet werden: { $sentence }
sampleProblems-label = Die Stichprobe wurde geladen, aber ihre Zielspalte kann nicht verwendet werden: { $sentence }

## With a network and without; see offline.js.
network-kept = Diese Seite ist gespeichert und geht ohne Netz.
network-offline = Sie sind ohne Netz. Nichts kann dieses Gerät verlassen, bis Sie sich wieder verbinden.
network-newer = Eine neue Version dieser Seite liegt bereit. Sie gilt, sobald Sie alle ihre Fenster geschlossen haben.

## The frame in which a private file is read.
vault-title = Der Tresor

## What a kit alone says.
kit-alone = Diese eine Datei enthält alles und braucht kein Netz. Speichern Sie das Ergebnis, und senden Sie es an den, von dem Sie diese Datei haben.
kit-notAsked = Das Ergebnis ist für { $host }. Jetzt wird dort nichts angefragt.
kit-later = Auf einem Rechner mit Netz übergibt die Seite deliver.html einer privadapt-Website oder „privadapt submit DIESE-DATEI --release ERGEBNIS“ das Ergebnis an { $address }.
kit-damaged = Diese Datei ist beschädigt: Ihre Bedingungen oder ihr Inhaltsverzeichnis wurden verändert. Es wurde nichts gestartet. Bitten Sie noch einmal um die Datei.

## The npm package's English (figures/texts.js): what is drawn of a result.
package-plots-labels-title = Der Fehler im Vergleich zum öffentlichen Modell, wo der Wert bekannt ist
package-plots-labels-help = Geschätzt aus dem verrauschten Ergebnis: Die Balken enthalten 19 von 20 Mal den wahren mittleren quadratischen Fehler, in Prozent von dem des öffentlichen Modells. Sie berücksichtigen das Rauschen, dass die Daten eine Stichprobe sind, und was das Kürzen verdeckt. Ein Balken ohne Zeichen ist zu lang für eine Schätzung. Je kleiner, desto besser.
package-plots-labels-axis = quadratischer Fehler, % des öffentlichen Modells
package-plots-labels-marks-source = öffentliches Modell
package-plots-labels-marks-weighted = herausgegebenes Modell
package-plots-labels-rows-0 = öffentliches Modell
package-plots-labels-rows-1 = heraus{ "\u00AD" }gegebenes Modell
package-plots-labels-rowsOf-0 = „{ $of }“, öffentliches Modell
package-plots-labels-rowsOf-1 = „{ $of }“, heraus{ "\u00AD" }gegebenes Modell
package-plots-labels-head-0 = Modell
package-plots-labels-head-1 = Schätzung
package-plots-labels-head-2 = Von
package-plots-labels-head-3 = Bis
package-plots-labels-hidden = vom Rauschen verdeckt
package-plots-labels-open = keine Grenze
package-plots-shift-title = { $seen } von { $all } Mittelwerten weichen ab
package-plots-shift-none = Kein Mittelwert ragt aus dem Rauschen heraus
package-plots-shift-moved = Wie die Gewichte die Mittelwerte bewegen
package-plots-shift-help = Mittelwerte der Spalten in ihrer Einheit, Anteile ihrer Werte und zwei Standardabweichungen des Rauschens, wie die Balken des Diagramms. Das Diagramm zeigt Ihre Daten minus Stichprobe, ungewichtet und gewichtet, ohne das, was das Rauschen allein erklären könnte. Allein aus der verrauschten Tabelle berechnet.
package-plots-shift-helpNoTarget = Mittelwerte der Spalten, in Standardabweichungen der öffentlichen Stichprobe. Dieses Verfahren misst die der privaten Daten nicht.
package-plots-shift-row = { $name } { $here } → { $there }
package-plots-shift-axis = Standardabweichungen
package-plots-shift-marks-source = öffentliche Stichprobe
package-plots-shift-marks-target = Ihre Daten
package-plots-shift-marks-weighted = gewichtete Stichprobe
package-plots-shift-apart-source = ungewichtet
package-plots-shift-apart-weighted = gewichtet
package-plots-shift-noise = Rauschen (±)
package-plots-coefficients-title = Das Modell vorher und nachher
package-plots-coefficients-help = Wirkung auf die Vorhersage, wenn eine Spalte um eine Standardabweichung der Stichprobe steigt, mit allen öffentlichen Zeilen gleich und angepasst.
package-plots-coefficients-axis = Änderung von { $label }
package-plots-coefficients-marks-source = alle Zeilen gleich
package-plots-coefficients-marks-weighted = angepasst
package-plots-candidates-title = Die verglichenen Modelle
package-plots-candidates-help =
    Jedes wurde an einen Teil der öffentlichen Stichprobe angepasst und auf dem Rest erprobt, mit den herausgegebenen Gewichten und mit allen Zeilen gleich. Von jeder Art ist die beste Anpassung gezeichnet. Je kleiner der { $task ->
        [classes] Verlust
       *[numbers] Fehler
    }, desto besser. Das herausgegebene Modell stammt aus diesem Vergleich, ohne Verbrauch von Datenschutz.
package-plots-candidates-axis =
    { $task ->
        [classes] mittlere negative Log-Wahrscheinlichkeit der wahren Klasse
       *[numbers] typischer Fehler von { $label }
    }
package-plots-candidates-marks-source = alle Zeilen gleich
package-plots-candidates-marks-weighted = gewichtete Stichprobe
package-plots-numbers = Zahlen
package-plots-cut = Gezeichnet sind die { $shown } von { $all }, die am meisten abweichen.
package-plots-name = Name

## What is drawn of a report.
package-report-names-rmse = typischer Fehler
package-report-names-mae = mittlerer absoluter Fehler
package-report-names-bias = mittlerer Fehler (Vorhersage − Wert)
package-report-names-r2 = Anteil der erklärten Varianz
package-report-names-beyond = Anteil an den Enden der Zählung
package-report-names-calibrationSlope = Steigung der Werte gegen die Vorher{ "\u00AD" }sagen (1 ist richtig)
package-report-names-calibrationIntercept = Achsen{ "\u00AD" }abschnitt der Werte gegen die Vorher{ "\u00AD" }sagen (0 ist richtig)
package-report-names-auc = AUC
package-report-names-brier = Brier-Score
package-report-names-logLoss = logarithmischer Verlust
package-report-names-accuracy = Genauigkeit
package-report-names-sensitivity = Sensitivität bei einhalb
package-report-names-specificity = Spezifität bei einhalb
package-report-names-precision = positiver Vorhersagewert bei einhalb
package-report-names-share = Anteil der zweiten Klasse
package-report-marks-weighted = Schätzung, mit ihrem Intervall
package-report-ofPublic = bei der öffentlichen Stichprobe
package-report-measure = Maß
package-report-head-0 = Schätzung
package-report-head-1 = Von
package-report-head-2 = Bis
package-report-unknown = nicht bekannt
package-report-fewRows = zu wenige Daten
package-report-open = keine Grenze
package-report-numbers = Zahlen
package-report-everybody = alle zusammen
package-report-otherLevel = keiner der Werte der Stichprobe
package-report-axis-numbers = in der Einheit von { $label }
package-report-axis-two = Anteil
package-report-axis-more = Anteil
package-report-errors-title = Wie gut das Modell ist, wo der Wert bekannt ist
package-report-errors-help = Berechnet aus verrauschten Anzahlen. Punkte sind Schätzungen, Balken sind Bereiche von 95{ "\u00A0" }%, für das Rauschen und dafür, dass die Daten eine Stichprobe sind. Kein Punkt: zu klein, um ihn im Rauschen zu messen. Ein Pfeil: keine Grenze.
package-report-groups-title = Für jeden Wert von „{ $column }“: { $measure }
package-report-groups-help = Die Balken sind länger, wo es wenige Daten gibt. Werte, die die öffentliche Stichprobe nicht hat, stehen zusammen. Ein Wert mit zu wenigen Daten steht nur in der Tabelle.
package-report-average-number = { $label } im Mittel
package-report-average-class = Der Anteil von „{ $second }“
package-report-average-shares = Die Anteile von { $label }
package-report-average-by = { $what } für jeden Wert von „{ $column }“
package-report-average-help = Die Balken enthalten den wahren Wert 19 von 20 Mal, wenn es Zufall ist, welche Zeilen einen bekannten Wert haben. Ein Pfeil steht, wo ein Bereich keine Grenze hat.
package-report-average-noise = Die Balken sind allein das Rauschen (19 von 20 Mal). Dazu kommt, worin das Modell bei den Daten irrt.
package-report-average-marks-source = Mittel der öffentlichen Stichprobe
package-report-average-marks-weighted = Schätzung
package-report-average-head-0 = Gruppe
package-report-average-head-1 = Schät{ "\u00AD" }zung
package-report-average-head-2 = Von
package-report-average-head-3 = Bis
package-report-average-head-4 = Öffent{ "\u00AD" }liche Stich{ "\u00AD" }probe
package-report-average-noRows = keine Zeilen, im Rahmen des Rauschens
package-report-calibration-title = Was vorhergesagt wird, und was sich findet
package-report-calibration-help = Wo ein Modell im Mittel recht hat, liegen seine Punkte auf der gestrichelten Linie.
package-report-calibration-probability = Wahrscheinlichkeit, dass { $label } „{ $second }“ ist
package-report-calibration-predicted = vorhergesagt
package-report-calibration-found = im Mittel gefunden, mit seinem Intervall
package-report-calibration-at = vorhergesagt { $prediction }
package-report-calibration-below = vorhergesagt knapp unter { $prediction }
package-report-calibration-head = Vorhersage
package-report-residuals-title = Wie die Abweichungen verteilt sind
package-report-residuals-help = Eine Abweichung ist der Wert minus die Vorhersage. Jede Zeile zeigt die Abweichung, unter der dieser Anteil liegt.
package-report-residuals-head = Darunter
package-report-roc-title = Bei anderen Schwellen (ROC)
package-report-roc-help = Jeder Punkt ist eine Schwelle für die Wahrscheinlichkeit von „{ $second }“. Darüber wird „{ $second }“ vorhergesagt. Nach oben: der Anteil von „{ $second }“, der gefunden wird. Nach rechts: der Anteil der anderen Klasse, der fälschlich dafür gehalten wird. Beide haben ihr Intervall. Wo das Rauschen einen Punkt über den Rand hinausgetragen hat, verläuft die Linie am Rand, ohne Zeichen. Der Zufall allein liegt auf der gestrichelten Linie.
package-report-roc-axes-across = fälschlich dafür gehalten
package-report-roc-axes-up = gefunden
package-report-roc-head-0 = Ab der Wahrscheinlichkeit
package-report-roc-head-1 = Gefunden
package-report-roc-head-2 = Von
package-report-roc-head-3 = Bis
package-report-roc-head-4 = Fälschlich
package-report-roc-head-5 = Von
package-report-roc-head-6 = Bis

## How the models of a blend were fitted.
package-ways-unweighted = alle öffentlichen Zeilen gleich
package-ways-weighted = halb nach den Gewichten
package-ways-corrected = alle öffentlichen Zeilen gleich, mit einer linearen Berichtigung nach den Gewichten

## The npm package's English (in-short.js): what a run came to.
-known-labels = Ob das Ergebnis Ihre Daten besser vorhersagt als die öffentliche Stichprobe allein, kann nur ein Vergleich mit bekannten Werten entscheiden.
package-inShort-few = Vorsicht: Das Ergebnis stützt sich auf so viel wie nur { $size } der { $rows } öffentlichen Zeilen; es kann vom Zufall geprägt sein.
package-inShort-same = Dieser Lauf fand keinen Unterschied, den das Rauschen nicht erklären könnte. Das Ergebnis ist das der öffentlichen Stichprobe allein, wie es ohne Ihre Daten wäre.
package-inShort-kept = Die Gewichte bringen nichts, was vom Zufall zu unterscheiden wäre. Das Modell ist das der öffentlichen Stichprobe allein, wie es ohne Ihre Daten wäre. Neu ist, wie weit Ihre Spalten von denen der öffentlichen Stichprobe abweichen.
package-inShort-alike = Die Spalten Ihrer Daten weichen deutlich von denen der öffentlichen Stichprobe ab, und die Gewichte gleichen beide weitgehend an. { -known-labels }
package-inShort-partly = Die Spalten Ihrer Daten weichen deutlich von denen der öffentlichen Stichprobe ab, und die Gewichte berichtigen einen Teil davon, vielleicht nicht alles. { -known-labels }
package-inShort-maybe = Die Spalten Ihrer Daten weichen vielleicht von denen der öffentlichen Stichprobe ab, aber das Rauschen ist zu groß, um zu sagen, ob die Gewichte beide einander näher bringen. { -known-labels }
package-inShort-blind = Dieses Verfahren misst nicht, wie ähnlich die Spalten Ihrer Daten und der öffentlichen Stichprobe sind. { -known-labels }
package-inShort-labels = Die bekannten Werte Ihrer Zeilen haben das Modell berichtigt, das an die öffentliche Stichprobe angepasst war. Um wie viel, sagt das Ergebnis mit Rauschen.
package-inShort-gains-better = Besser als das öffentliche Modell, wo Ihre Werte bekannt sind: Der quadratische Fehler ist { $by }.
package-inShort-gains-probably_better = Wahrscheinlich besser als das öffentliche Modell, wo Ihre Werte bekannt sind: Der quadratische Fehler ist { $by }.
package-inShort-gains-no_difference = Ein Unterschied zum öffentlichen Modell war nicht zu messen, wo Ihre Werte bekannt sind: Der quadratische Fehler ist { $by }.
package-inShort-gains-worse = Schlechter als das öffentliche Modell, wo Ihre Werte bekannt sind, verwenden Sie es nicht: Der quadratische Fehler ist { $by }.
package-inShort-amounts-smaller = etwa { $value } kleiner (19 von 20 Mal zwischen { $low } und { $high })
package-inShort-amounts-larger = etwa { $value } größer (19 von 20 Mal zwischen { $low } und { $high })
package-inShort-amounts-smaller_range = zwischen { $low } und { $high } kleiner (19 von 20 Mal)
package-inShort-amounts-larger_range = zwischen { $low } und { $high } größer (19 von 20 Mal)
package-inShort-amounts-either = zwischen { $larger } größer und { $smaller } kleiner (19 von 20 Mal)
package-inShort-amounts-hidden = um einen Betrag kleiner oder größer, den das Rauschen verdeckt
package-inShort-doubtful = Das Ergebnis wurde mit den bekannten Werten Ihrer Zeilen gemacht, aber es sind weniger, als das Rauschen zeigen kann. Ob sie das Modell berichtigt haben, ist nicht zu sagen. Nehmen Sie das öffentliche Modell, oder geben Sie mehr bekannte Werte.
package-inShort-report = Der Bericht sagt mit Rauschen, wie gut ein festes Modell auf Ihren Daten ist. An Ihre Daten wurde nichts angepasst.
package-inShort-estimate = Die Schätzung sagt, welchen Wert Ihre Zeilen im Mittel haben, nach dem, was ein öffentliches Modell für sie vorhersagt, mit Rauschen. An Ihre Daten wurde nichts angepasst.
package-inShort-sums = Das sind Mittelwerte und Produkte Ihrer Spalten und der Abstände Ihrer bekannten Werte von den Vorhersagen eines öffentlichen Modells, mit Rauschen. Daraus lässt sich ein Modell berechnen, das Ihre bekannten Werte berichtigen.
package-inShort-table = Das sind Mittelwerte und Produkte Ihrer Spalten mit Rauschen. Daraus lassen sich Gewichte oder ein Modell berechnen.

## What the npm package's ledger says in English.
package-ledger-ledger_unavailable = Der Browser lässt diese Seite nichts speichern, deshalb kann kein Lauf verbucht werden, und nichts wird herausgegeben. Erlauben Sie es für diese Seite, schaffen Sie Platz, oder nehmen Sie ein gewöhnliches Fenster statt eines privaten.
package-ledger-bad_ledger_file = Diese Datei ist kein vollständiger, unveränderter Verlauf eines Datenschutz-Budgets. Es wurde nichts übernommen. Wählen Sie die Datei, die dort gespeichert wurde.
package-ledger-budget_exhausted = Das ginge über die Grenze Ihres Datenschutz-Budgets.
package-ledger-ledger_account = Das geht mit diesem Stand nicht ({ $message }). Ein Name hat 1 bis 64 sichtbare Zeichen und ist noch nicht vergeben; alle Läufe eines Standes schützen entweder Zeilen oder Personen.

## Die Seite für Rahmen anderer Seiten; was mit page beginnt, steht in ihrem Markup (embed.html).
embed-alone = Diese Seite ist dafür da, in einer anderen gezeigt zu werden. Allein kann sie nichts.
embed-waiting = Es wird auf die Seite um diesen Rahmen gewartet.
embed-askedBy = { $origin } bittet um ein Ergebnis, das die Privatsphäre schützt, und bekommt sonst nichts.
embed-noStorage = Dieser Browser lässt eine Seite in einer anderen nichts speichern. Kein Lauf könnte auf Ihr Datenschutz-Budget angerechnet werden. Es wurde nichts geladen. Machen Sie das Ergebnis in einem eigenen Fenster, speichern Sie es dort, und bringen Sie die Datei hierher zurück.
embed-ownWindow = In einem eigenen Fenster weitermachen
embed-tooLarge = Sie ist zu groß für ein Ergebnis.
embed-notBrought = Diese Datei wird nicht übergeben.
embed-again = Stichprobe noch einmal laden
embed-handOver = { $origin } bekommt das Ergebnis unten und sonst nichts. Das Übergeben lässt sich nicht rückgängig machen.
embed-handed = An { $origin } übergeben.
embed-kept = Behalten. Die Seite außen erfährt nur, dass sie nichts bekommt.
embed-unseen = Der Knopf wartet, bis der Browser ihn einen Moment lang ganz und unverdeckt sieht.
embed-refusals-embedder = Die Seite um diesen Rahmen hat keine Adresse, die sich zeigen ließe, oder sie gehört zu diesem Dienst. Öffnen Sie diese Seite unter ihrer eigenen Adresse.
embed-refusals-sandboxed = Die Seite um diesen Rahmen hat den Schutz Ihrer Datei abgeschaltet. Darin arbeitet diese Seite nicht.
embed-refusals-insecure = Browser bieten, was diese Seite braucht, nur an, wenn auch die Seite außen über https:// oder von localhost geladen ist.
embed-refusals-bad_request = Die Anfrage der Seite außen ist ungültig:
embed-page-heading = Ein Ergebnis aus Ihren privaten Daten
embed-page-sealed = Ihre Datei wird in einem abgeschlossenen Rahmen dieser Seite gelesen. Weder diese Seite noch die außen kann sie lesen. Am Ende sehen Sie das Ergebnis und entscheiden, ob Sie es übergeben.
embed-page-picture = Eine Seite kann von allem ein Bild zeigen, auch von diesem Rahmen. Trauen Sie der Seite außen nicht, dann
embed-page-ownWindow = öffnen Sie dies in einem eigenen Fenster
embed-page-send = , sehen Sie dort auf die Adresse und senden Sie das Ergebnis selbst.
embed-page-made = Die Datei mit dem Ergebnis, das Sie in jenem Fenster gemacht haben
embed-page-madeHelp = Speichern Sie das Ergebnis dort, und wählen Sie die Datei hier. Diese Seite prüft, ob es das gewünschte ist, und zeigt es. Dann entscheiden Sie, ob Sie es übergeben.
embed-page-start = Stichprobe laden und Tresor öffnen
embed-page-question = Das Ergebnis übergeben?
embed-page-handOver = Übergeben
embed-page-keep = Behalten
embed-page-fold = Datenschutz-Budget, und was diese Seite nicht verhindern kann
embed-page-budget = Datenschutz-Budget
embed-page-adds = Jedes Ergebnis verrät ein wenig über die Menschen in Ihren Daten, und mehrere addieren sich.
embed-page-apart = Browser trennen den Speicher eingebetteter Seiten nach der Seite außen. Die Zählung unten und ihre Grenze gelten also nur für Läufe in
embed-page-elsewhere = . Läufe über dieselben Menschen an anderer Stelle, auch unter der eigenen Adresse dieses Dienstes, sind nicht dabei; zählen Sie sie selbst dazu.
embed-page-limits = Was diese Seite nicht verhindern kann
embed-page-picker = Die Seite außen kann eine falsche Dateiauswahl an die Stelle dieses Rahmens setzen oder darüberlegen. Sie bekommt dann jede Datei, die Sie dort wählen oder neben diesem Rahmen fallen lassen. In der Adresszeile steht ihre Adresse, nicht die dieses Rahmens.
embed-page-cover = Sie kann etwas über diesen Rahmen legen, um Ihre Klicks zu lenken. Der Knopf zum Übergeben arbeitet nur, solange der Browser meldet, dass er ganz zu sehen ist; das melden nur Browser der Chromium-Familie.
embed-page-time = Sie kann messen, wie lange ein Lauf dauert, und diesen Rahmen jederzeit entfernen. Das Budget des Laufs ist dann verbraucht.
embed-page-others = Erweiterungen des Browsers, andere Programme auf Ihrem Rechner und ein Server, der veränderten Code ausliefert, werden von dem Rahmen nicht aufgehalten.

## Der Rundgang.
tour-of = Rundgang, { $n } von 4: { $name }
tour-names-0 = Prüfen
tour-names-1 = Schätzen
tour-names-2 = Verbessern
tour-names-3 = Was hinausgeht
tour-titles-0 = Wie gut ist das Modell bei den Häusern des Landkreises?
tour-titles-1 = Was kosten die Häuser des Landkreises im Mittel?
tour-titles-2 = Ein Modell, das zu den Häusern des Landkreises passt
tour-notes-0 = Das Modell des Instituts stammt von Häusern in einer Stadt. Der Landkreis hat Häuser auf dem Land und kennt die Preise der verkauften.
tour-notes-1 = Dieselben Häuser, und kein Preis von ihnen wird benutzt. Der öffentliche Mittelwert ist der einer Stadt.
tour-notes-2 = Die bekannten Preise berichtigen das Modell, und das Ergebnis sagt, um wie viel, ohne weitere Kosten.
tour-notes-3 = Dieser eine Text geht hinaus, sonst nichts. Was immer jemand über ein Haus der Liste glaubt, der Text ändert die Chancen höchstens um den Faktor 2,7. Das Protokoll sagt es Ihrem Datenschutzbeauftragten; der Rahmen unten zeigt den Text bis zum letzten Zeichen.
tour-next = Weiter: { $name }
tour-own = Mit eigenen Daten

## Of the pages for analysts: what is wrong in a field of a link, by the kind of the field, and what does not fit together, by the field (terms/link.gen.js).
analyst-package-faults-missing = Diese Angabe fehlt.
analyst-package-faults-address = Hier muss eine ganze Adresse mit https:// stehen (http:// nur auf localhost), mit höchstens 2.000 Zeichen, ohne Benutzernamen, ohne Kennwort und ohne einen Teil hinter #.
analyst-package-faults-digest = Ein SHA-256 hat 64 Hexadezimalziffern.
analyst-package-faults-text = Hier darf nur einfacher Text mit höchstens { $most } Zeichen stehen, ohne Zeilenumbrüche, Steuerzeichen und Zeichen, die die Schreibrichtung wechseln.
analyst-package-faults-column = Der Name einer Spalte hat nur sichtbare Zeichen und einfache Leerzeichen, höchstens { $most } Byte; ein Umlaut hat zwei.
analyst-package-faults-number = Hier muss eine Zahl von { $least } bis { $most } stehen.
analyst-package-faults-count = Hier muss eine ganze Zahl von { $least } bis { $most } stehen.
analyst-package-faults-word = Diese Auswahl gibt es nicht.
analyst-package-faults-order = In jeder Zeile müssen dmy, mdy oder ymd, ein Doppelpunkt und der Name einer Spalte stehen, mit höchstens { $most } Zeichen.
analyst-package-faults-handle = Hier müssen { $least } bis { $most } Zeichen stehen: Buchstaben ohne Akzente, Ziffern, Bindestriche oder Unterstriche.
analyst-package-rules-source = Der Link ist länger, als eine Einladung sein darf.
analyst-package-rules-epsilon = Die drei Werte von ε sind nicht geordnet: kleinstes ≤ Vorschlag ≤ größtes.
analyst-package-rules-rowsMax = Die kleinste Zahl der Zeilen ist größer als die größte.
analyst-package-rules-base = Eine Art des Modells gehört zu einem Modell, einem Bericht oder einer Schätzung, und zu Momenten, wenn bekannte Werte verlangt sind. Eine glatte Kurve sagt Zahlen voraus, keine Klassen. Geht es um das Modell unter einer Adresse, ist keine Art zu wählen.
analyst-package-rules-baseFile = Eine Datei des Modells gehört zur üblichen Art oder zu „Mein eigenes, in einer Datei“, und diese braucht ihre Adresse. Sie gehört zu einem Modell, einem Bericht oder einer Schätzung, und zu Momenten, wenn bekannte Werte verlangt sind.
analyst-package-rules-baseSHA256 = Hier fehlt die Adresse der Datei des Modells.
analyst-package-rules-labels = Bekannte Werte gehören zu einem Modell, einer Schätzung oder zu Momenten; ein Bericht braucht sie immer. Bei Momenten werden sie von allen verlangt oder nicht erbeten, denn solche mit und ohne lassen sich nicht zusammenlegen.
analyst-package-rules-model = Ein Modell, um das es gehen soll, braucht seine Adresse und seinen SHA-256, und gehört zu einem Bericht oder einer Schätzung.
analyst-package-rules-modelSHA256 = Ein Modell, um das es gehen soll, braucht seine Adresse und seinen SHA-256.
analyst-package-rules-groupBy = Eine Spalte, nach der aufgeteilt wird, gehört zu einem Bericht oder einer Schätzung, und ist nicht die Zielspalte.
analyst-package-rules-unit = Die Zielspalte kann nicht sagen, zu wem eine Zeile gehört.
analyst-package-rules-ignore = Die Zielspalte und eine Spalte, nach der aufgeteilt wird, können nicht weggelassen werden.
analyst-package-rules-dateOrder = Für eine Spalte stehen zwei Reihenfolgen da.
analyst-package-rules-token = Ein Einmalcode gehört zu einer Adresse, die das Ergebnis empfängt, und diese fehlt.
