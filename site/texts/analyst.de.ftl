# All German sentences of the pages for analysts: the keys of analyst.en.ftl with the same values.

## What the program says.
analyst-problem = Das Programm meldet auf Englisch: „{ $message }“

## Making an invitation.
analyst-invite-loading = Die Stichprobe wird geladen
analyst-invite-loaded = { $rows } Zeilen, { $size }. Die Stichprobe lässt sich verwenden.
analyst-invite-columns = Spalten der Stichprobe
analyst-invite-columnsHead-0 = Spalte
analyst-invite-columnsHead-1 = Verwendet als
analyst-invite-columnsHead-2 = Werte
analyst-invite-kinds-numeric = Zahl
analyst-invite-kinds-dates = Datum
analyst-invite-kinds-categorical = Kategorie
analyst-invite-kinds-ignored = weggelassen
analyst-invite-kinds-label = Zielspalte
analyst-invite-range = { $min } bis { $max }
analyst-invite-levels = { $names } und { $more } weitere
analyst-invite-empty = (leer)
analyst-invite-digest = SHA-256: { $hex }
analyst-invite-template = Vorlage für die Tabelle des Datengebers (CSV)
analyst-invite-noAddress = Ein Link nennt die Adresse der Stichprobe. Speichern Sie die Anfrage als eine Datei, oder geben Sie oben eine Adresse an.
analyst-invite-packing = Die Datei wird gepackt
analyst-invite-kit = Die Datei ist gespeichert ({ $size }). Senden Sie sie an den Datengeber, der sie mit einem Doppelklick öffnet, und ihren SHA-256 auf anderem Weg:
analyst-invite-saveAgain = Noch einmal speichern
analyst-invite-loadFirst = Laden Sie zuerst die Stichprobe, damit der Link auf eine führt, die sich verwenden lässt.
analyst-invite-copied = Kopiert.
analyst-invite-notCopied = Der Browser hat das Kopieren nicht erlaubt. Der Link ist markiert: Kopieren Sie ihn mit Strg-C oder über das Menü.
analyst-invite-made = Der Link ist gemacht ({ $length } Zeichen). Alles darin steht hinter dem Zeichen #; das senden Browser an keinen Server.
analyst-invite-who-we = Wir möchten
analyst-invite-who-named = { $asker } möchte
analyst-invite-wish-report = wie gut ein Modell auf Ihren Daten ist
analyst-invite-wish-estimate = wie groß der Zielwert in Ihren Daten im Mittel ist
analyst-invite-wish-other = ob sich ein Modell an Ihre Daten anpassen lässt
analyst-invite-letter =
    Sehr geehrte Kollegin, sehr geehrter Kollege,

    { $who } erfahren, { $what }{ $about }.

    Ihre Daten müssen Ihren Rechner dafür nicht verlassen. Öffnen Sie den Link unten, wählen Sie Ihre Datei, und sehen Sie sich an, was hinausginge, bevor Sie entscheiden. Es ist eine kleine Datei mit Rauschen, aus der sich so gut wie nichts über eine einzelne Person erfahren lässt. Die Seite macht ein Protokoll für Ihren Datenschutzbeauftragten.

    { $link }

## Releases: a file each.
analyst-releases-opened =
    { $n ->
        [one] 1 Ergebnis ist geöffnet.
       *[other] { $n } Ergebnisse sind geöffnet.
    }
analyst-releases-closed = Alle Ergebnisse sind geschlossen.
analyst-releases-reading = { $name } wird geprüft
analyst-releases-holds = Das Zertifikat stimmt: ε = { $epsilon } bei δ = { $delta }.
analyst-releases-fails = Das Zertifikat stimmt nicht. Verlassen Sie sich nicht auf diese Datei.
analyst-releases-late = Die Einstellungen wurden geändert, nachdem der Datengeber einen Bericht über die private Datei gesehen hatte. Für diese Wahl gilt die Garantie nicht.
analyst-releases-otherEngine = Es wurde mit einer anderen Fassung des Programms gemacht als der auf dieser Website.
analyst-releases-noEngine = Es sagt nicht, mit welcher Fassung des Programms es gemacht wurde.
analyst-releases-aside = Das Rauschen allein könnte den Abstand erklären. Deshalb sind alle Gewichte gleich, und das Ergebnis ist das der öffentlichen Stichprobe allein.
analyst-releases-asideLabels = Das Rauschen allein könnte den Abstand der Spalten erklären. Deshalb sind alle Gewichte gleich, und geändert haben nur die bekannten Werte etwas.
analyst-releases-brokenReport = Sein Zertifikat stimmt nicht, deshalb werden seine Zahlen nicht gezeigt.
analyst-releases-samples = Diese Ergebnisse wurden mit verschiedenen öffentlichen Stichproben gemacht. Ihre Abstände und Grenzen lassen sich nicht vergleichen.
analyst-releases-fact-kind = Ergebnis
analyst-releases-fact-rows = Schützt jede der
analyst-releases-fact-mechanism = Verfahren
analyst-releases-fact-distance = Abstand, vorher → nachher
analyst-releases-fact-effective = Effektiver Umfang
# Who is protected; a person with all of their rows.
analyst-releases-rows-exact =
    { $rows } { $unit ->
        [person] Personen
       *[row] Zeilen
    }
analyst-releases-rows-about =
    etwa { $rows } { $unit ->
        [person] Personen
       *[row] Zeilen
    }
analyst-releases-effective = { $size } von { $all }
analyst-releases-mechanisms-moment = zweites Moment
analyst-releases-mechanisms-selection = Auswahl
analyst-releases-mechanisms-gradient = Gradienten
analyst-releases-mechanisms-tally = Auszählung
analyst-releases-kinds-model = Modell
analyst-releases-kinds-weights = Gewichte
analyst-releases-kinds-moments = Momente
analyst-releases-kinds-report = Bericht
analyst-releases-kinds-estimate = Schätzung
analyst-releases-counted-report = Es sagt, wie gut ein festes Modell auf den Zeilen des Datengebers ist; die Zahlen stehen unten, unter „Berichte und Schätzungen“.
analyst-releases-counted-estimate = Es sagt, wie groß die Zielspalte in den Zeilen des Datengebers im Mittel ist; die Zahlen stehen unten, unter „Berichte und Schätzungen“.
analyst-releases-twice = Dasselbe Ergebnis wie { $first }.
analyst-releases-problems-too_large = Diese Datei ist zu groß für ein Ergebnis (die Grenze ist 32 MB) und wurde nicht gelesen.
analyst-releases-problems-too_many = Diese Seite öffnet höchstens 50 Ergebnisse. Mehr legt der Befehl privadapt combine zusammen.
analyst-releases-problems-unreadable = Diese Datei konnte nicht gelesen werden.
analyst-releases-problems-wrong_engine = Diese Seite und das Programm, das Ergebnisse prüft, haben verschiedene Versionen, wie kurz nach einer Aktualisierung. Laden Sie die Seite neu.
analyst-releases-problems-engine = Das Programm, das Ergebnisse prüft, konnte nicht geladen werden. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.
analyst-releases-problems-crashed = Die Prüfung brach unerwartet ab, vielleicht fehlte Speicher. Die Datei wurde nicht geöffnet.

## Adding up what several owners released.
analyst-combination-none = Wählen Sie mindestens ein Ergebnis.
analyst-combination-noSample = Wählen Sie zuerst die öffentliche Stichprobe: Gewichte und Modelle werden für ihre Zeilen berechnet.
analyst-combination-noAssumption = Bestätigen Sie zuerst, dass die Datengeber getrennt sind: Davon hängt das angegebene ε ab.
analyst-combination-running = Wird zusammengelegt
analyst-combination-done =
    { $n ->
        [one] 1 Ergebnis ist zusammengelegt.
       *[other] { $n } Ergebnisse sind zusammengelegt. Das gemeinsame steht oben bei den anderen.
    }
analyst-combination-assumption =
    { $n ->
        [one] 1 Ergebnis
       *[other] { $n } Ergebnisse
    } zusammengelegt, unter der Annahme, dass keine Person Zeilen bei zweien der Datengeber hat. Im Zertifikat heißt diese Annahme „disjoint-owners“.
analyst-combination-loss = ε = { $epsilon } bei δ = { $delta }: das größte der Datengeber (parallele Komposition).
analyst-combination-noise = Standardabweichung des Rauschens in einem Mittelwert: { $combined }; im Ergebnis mit dem wenigsten Rauschen allein { $least }.
analyst-combination-countNoise = Standardabweichung des Rauschens in einer Anzahl: { $combined } Zeilen; im Ergebnis mit dem wenigsten Rauschen allein { $least }.
analyst-combination-distance = Abstand der privaten Zeilen aller Datengeber von der öffentlichen Stichprobe: vorher { $uniform }, mit den gefundenen Gewichten { $weighted }, ± { $noise }.
analyst-combination-download = Das gemeinsame Ergebnis speichern (JSON)
analyst-combination-downloadWeights = Gewichte speichern (CSV)

## A model in a file that the release names and does not hold.
analyst-modelFile-published = Das Ergebnis nennt diese Datei und enthält sie nicht. Veröffentlicht wurde sie unter{ " " }
analyst-modelFile-save = . Öffnen Sie diese Adresse, speichern Sie die Datei, und wählen Sie sie hier. Der Server dort sieht, dass Sie sie abgerufen haben.
analyst-modelFile-unpublished = Das Ergebnis nennt diese Datei und enthält sie nicht. Eine Adresse gibt es nicht an: Bitten Sie dort um die Datei, woher das Ergebnis kommt.
analyst-modelFile-digest = Ihr SHA-256 muss dieser sein:{ " " }
analyst-modelFile-missing = Wählen Sie zuerst die Datei des Modells: Das Ergebnis enthält sie nicht.
analyst-modelFile-compared = Die Datengeber haben ihre bekannten Werte mit dem Modell in einer Datei verglichen, oder mit einem, das aus ihm und anderen gewählt wurde.

## What is written of a release.
analyst-exported-formats-onnx = ONNX
analyst-exported-formats-duckdb = SQL für DuckDB
analyst-exported-formats-postgres = SQL für PostgreSQL
analyst-exported-onnx = model.onnx ist gespeichert. Die Spalten des Modells sind seine Eingaben.
analyst-exported-table = ihre_tabelle
analyst-exported-sql = model.sql ist gespeichert. Setzen Sie den Namen Ihrer Tabelle an die Stelle von ihre_tabelle.
analyst-exported-page = Seite für die Akten speichern (englisch)
analyst-exported-pageOf = Seite für die Akten speichern (englisch): { $name }
analyst-exported-records = { $name } ist gespeichert und passt gedruckt auf höchstens zwei Blätter.

## Applying a model.
analyst-prediction-option = { $name } (sagt { $label } voraus)
analyst-prediction-running = Vorhersagen werden berechnet
analyst-prediction-noFile = Wählen Sie zuerst eine CSV- oder TSV-Datei.
analyst-prediction-count =
    { $n ->
        [one] 1 Vorhersage.
       *[other] { $n } Vorhersagen.
    }
analyst-prediction-summary = Vorhergesagt für { $label }: von { $least } bis { $most }, Median { $median }.
analyst-prediction-unlabelled = Die Datei hat keine brauchbare Spalte „{ $label }“, die Vorhersagen lassen sich also mit nichts vergleichen.
analyst-prediction-truth =
    Die Datei enthält { $label } für { $rows ->
        [one] 1 Zeile
       *[other] { $rows } Zeilen
    }.
analyst-prediction-explained = Typischer Fehler (Wurzel des mittleren quadratischen Fehlers): { $rmse }; erklärt werden { $share } der Varianz.
analyst-prediction-worse = Typischer Fehler (Wurzel des mittleren quadratischen Fehlers): { $rmse }; das ist bestenfalls schlechter als ihr Mittelwert.
analyst-prediction-right = { $share } davon sind richtig vorhergesagt. { $scores }.
analyst-prediction-download = Vorhersagen speichern (CSV)

## Delivering what a kit released.
analyst-delivery-fact-title = Worum es geht
analyst-delivery-fact-asker = Anfrage von, nach eigenen Worten
analyst-delivery-fact-release = Ergebnis
analyst-delivery-fact-label = Vorherzusagende Spalte
analyst-delivery-fact-epsilon = Höchstens ε
analyst-delivery-fact-campaign = Kampagne
analyst-delivery-fact-address = Gesendet an
analyst-delivery-fact-token = Einmalcode
analyst-delivery-once = geht mit
analyst-delivery-noReply = Darin steht keine Adresse für das Ergebnis: Senden Sie die Datei auf eigenem Weg an den, der darum gebeten hat.
analyst-delivery-unreadable = Die Datei lässt sich nicht lesen.
analyst-delivery-tooLarge = Die Datei hat mehr als { $size }.
analyst-delivery-another = Von vorn beginnen
analyst-delivery-checking = Das Ergebnis wird geprüft
analyst-delivery-fits = Um dieses Ergebnis wurde gebeten, und sein Zertifikat stimmt: { $kind }, ε = { $epsilon } bei δ = { $delta }. Noch ist nichts gesendet.
analyst-delivery-notSent = Diese Datei wird nicht gesendet. { $why }
analyst-delivery-text = Der Text des Ergebnisses
analyst-delivery-narrowed = Von hier an kann sich diese Seite mit ihrer eigenen Website und mit { $host } verbinden, und mit sonst nichts.

## The words in the markup of analyst.html, by the keys there.
analyst-page-inviteDescription = Einen Link machen, der den Besitzer privater Daten um ein Ergebnis mit Differential Privacy bittet.
analyst-page-inviteTitle = Für Analysten: Einladungen
analyst-page-inviteSkip = Zum Formular
analyst-page-inviteHeading = Einen Datengeber um ein geschütztes Ergebnis bitten
analyst-page-inviteLead = Sie haben eine öffentliche Tabelle mit bekannten Zielwerten. Ein Datengeber hat gleichartige Daten, die sein Gerät nicht verlassen dürfen. Machen Sie hier einen Link, und senden Sie ihn dorthin. Er öffnet die Seite für Datengeber, auf der Ihre Stichprobe und Ihre Wünsche schon eingetragen sind. Zurück kommt eine Datei, die Sie
analyst-page-inviteOpened = auf der Seite für Ergebnisse öffnen
analyst-page-inviteSample = Die öffentliche Stichprobe
analyst-page-inviteSampleHelp = Eine CSV- oder TSV-Datei mit Kopfzeile, unter einer Adresse, die anderen Seiten das Lesen erlaubt (CORS).
analyst-page-inviteSource = Adresse der Stichprobe
analyst-page-inviteFile = Oder eine eigene Datei, für eine Anfrage als eine Datei
analyst-page-inviteLabelHelp = Die Spalte, die vorhergesagt werden soll.
analyst-page-inviteTask = Die Zielspalte enthält
analyst-page-inviteTaskAuto = Was ihre Werte nahelegen
analyst-page-inviteTaskNumber = Zahlen
analyst-page-inviteTaskClass = Klassen
analyst-page-inviteReading = Wie die Spalten gelesen werden (freiwillig)
analyst-page-inviteIgnore = Spalten, die weggelassen werden
analyst-page-inviteIgnoreHelp = Eine in jeder Zeile.
analyst-page-inviteDateOrder = Reihenfolge in Daten
analyst-page-inviteDateOrderHelp = In jeder Zeile dmy (Tag, Monat, Jahr), mdy oder ymd, ein Doppelpunkt und eine Spalte, zum Beispiel dmy:geboren.
analyst-page-invitePin = Nur diese Datei annehmen; ihr SHA-256 kommt in den Link
analyst-page-inviteWishes = Worum Sie bitten
analyst-page-inviteWishesHelp = Alles hier ist ein Wunsch und darf leer bleiben. Der Datengeber sieht es und entscheidet.
analyst-page-inviteRelease = Was Sie bekommen möchten
analyst-page-inviteReport = Prüfen: wie gut ein Modell auf diesen Zeilen ist
analyst-page-inviteEstimate = Schätzen: wie groß die Zielspalte dort im Mittel ist
analyst-page-inviteModel = Verbessern: ein Modell, das zu diesen Zeilen passt
analyst-page-inviteWeights = Gewichte für die öffentlichen Zeilen
analyst-page-inviteMoments = Momente der privaten Spalten, auch zum Zusammenlegen mehrerer Datengeber
analyst-page-inviteAny = Was der Datengeber vorzieht
analyst-page-inviteAbout = Worum es geht
analyst-page-inviteAboutExample = Preise von Häusern, 2026
analyst-page-inviteAsker = Wer anfragt
analyst-page-inviteAskerExample = Institut für Statistik
analyst-page-inviteMore = Mehr: Stärke, bekannte Werte, Personen, eigene Modelle, wohin das Ergebnis geht
analyst-page-inviteHowPrivate = Wie stark geschützt wird
analyst-page-inviteHowPrivateHelp = ε misst, wie viel das Ergebnis über eine Zeile verraten kann: Kleiner schützt besser und ist ungenauer. Üblich ist 1. δ wird aus der Zahl der Zeilen des Datengebers berechnet und braucht hier keine Angabe.
analyst-page-inviteEpsilonMin = Kleinstes ε
analyst-page-inviteEpsilon = Vorschlag für ε
analyst-page-inviteEpsilonMax = Größtes ε
analyst-page-inviteDelta = Größtes δ
analyst-page-inviteComputed = wird berechnet
analyst-page-inviteBase = Art des Modells
analyst-page-inviteBaseHelp = Des Modells, das herausgegeben wird, um das es in einem Bericht oder einer Schätzung geht, oder mit dem bekannte Werte in Momenten verglichen werden.
analyst-page-inviteBaseAuto = Die übliche, durch Kreuzvalidierung
analyst-page-inviteBaseFile = Mein eigenes, in einer Datei
analyst-page-inviteLabels = Bekannte Werte in der Datei des Datengebers
analyst-page-inviteLabelsHelp = Bitten Sie darum: Bei 17 echten Aufgaben senkten Zeilen ohne bekannte Werte den Fehler des besten öffentlichen Modells um 2{ "\u00A0" }%, Zeilen mit bekannten Werten um 15{ "\u00A0" }%. Sie kosten kein weiteres ε, und das Ergebnis nennt dann seinen Fehler auf den Zeilen des Datengebers. Eine Schätzung braucht keine; mit einigen hat sie ein Intervall. Momente mit bekannten Werten ergeben später ein solches Modell. Sie lassen sich nicht mit Momenten ohne bekannte Werte zusammenlegen: Bitten Sie alle Datengeber darum oder keinen.
analyst-page-inviteLabelsNone = Nicht erbeten
analyst-page-inviteLabelsWish = Erbeten
analyst-page-inviteLabelsRequired = Verlangt: kein Ergebnis ohne sie
analyst-page-inviteUnit = Spalte, die sagt, zu wem eine Zeile gehört
analyst-page-inviteUnitHelp = Wenn eine Person mehrere Zeilen haben kann: Dann wird jede Person mit allen ihren Zeilen geschützt, mit nicht mehr Rauschen. Die Datei jedes Datengebers braucht die Spalte. Leer: Jede Zeile wird geschützt.
analyst-page-inviteReportFold = Worum es in einem Bericht oder einer Schätzung geht (freiwillig)
analyst-page-inviteReportHelp = Für einen Bericht brauchen die Zeilen des Datengebers die Zielspalte. Ohne ein Modell hier geht es um das, das allein auf Ihrer Stichprobe ausgewählt und angepasst wird. Wie viele Werte die Spalte unten hat, ändert nichts am Verbrauch.
analyst-page-inviteModelAddress = Adresse eines Modells, das privadapt herausgegeben hat
analyst-page-inviteModelSHA256 = SHA-256 jener Datei
analyst-page-inviteGroupBy = Auch für jeden Wert der Spalte
analyst-page-inviteGroupByHelp = Eine Spalte aus Wörtern mit höchstens 50 Werten.
analyst-page-inviteFileFold = Ein eigenes Modell (freiwillig)
analyst-page-inviteFileHelp = Eine Datei, die XGBoost als JSON gespeichert hat, angepasst an Zeilen, die nicht in der öffentlichen Stichprobe stehen. Die übliche Wahl vergleicht es mit anderen Modellen.
analyst-page-inviteBaseAddress = Adresse der Datei
analyst-page-inviteBaseSHA256 = Ihr SHA-256
analyst-page-inviteReplyFold = Wohin das Ergebnis geht (freiwillig)
analyst-page-inviteReplyFoldHelp = Ohne eine Adresse speichert der Datengeber das Ergebnis als Datei und sendet es auf eigenem Weg.
analyst-page-inviteReply = Adresse, die das Ergebnis empfängt
analyst-page-inviteReplyHelp = Es wird mit POST dorthin gesendet, nachdem der Datengeber es bestätigt hat. Der Server muss es anderen Seiten erlauben (CORS).
analyst-page-inviteCampaign = Name der Kampagne
analyst-page-inviteCampaignHelp = Buchstaben, Ziffern und Bindestriche, für Ihre eigene Ablage.
analyst-page-inviteToken = Einmalcode
analyst-page-inviteTokenHelp = Für einen Datengeber und eine Antwort. Er zeigt Ihrem Server, dass eine Antwort zu diesem Link gehört.
analyst-page-inviteDraw = Auslosen
analyst-page-inviteLink = Der Link, oder eine Datei
analyst-page-inviteLinkHelp = Eine Datei enthält die Stichprobe, Ihre Wünsche und das Programm. Wer sie bekommt, öffnet sie ohne Netz.
analyst-page-inviteMake = Link machen
analyst-page-inviteKit = Als eine Datei speichern
analyst-page-inviteSend = Senden Sie dies an den Datengeber
analyst-page-inviteCopy = Link kopieren
analyst-page-inviteLook = Ansehen, was der Datengeber sehen wird
analyst-page-inviteLetter = Ein Begleitschreiben

## The words in the markup of releases.html, by the keys there.
analyst-page-releasesDescription = Ergebnisse mit Differential Privacy prüfen, vergleichen, zusammenlegen und anwenden.
analyst-page-releasesTitle = Für Analysten: Ergebnisse
analyst-page-releasesSkip = Zu den Dateien
analyst-page-releasesHeading = Prüfen und verwenden, was Sie bekommen haben
analyst-page-releasesLead = Ein Ergebnis gibt an, wie gut es schützt. Diese Seite rechnet das aus den Angaben des Ergebnisses nach, vergleicht mehrere Ergebnisse, legt die Ergebnisse mehrerer Datengeber zusammen und wendet ein Modell auf Ihre Daten an. Die Dateien bleiben in dieser Seite.
analyst-page-releasesOpen = Ergebnisse
analyst-page-releasesFiles = Ergebnisdateien öffnen
analyst-page-releasesFilesHelp = JSON-Dateien, auch mehrere auf einmal. Sie können sie auch hier ablegen. Was aus einer Anfragedatei entstanden ist, sendet
analyst-page-releasesDeliver = eine eigene Seite
analyst-page-releasesDeliverEnd = { " " }an den Empfänger.
analyst-page-releasesCompared = Im Vergleich
analyst-page-releasesComparedHelp = Das Zertifikat stimmt, wenn seine Angaben das ε und δ ergeben, die es nennt. Dass auf dem Gerät des Datengebers wirklich dieses Programm lief, kann die Datei nicht beweisen.
analyst-page-releasesFacts = Was die Angaben bedeuten
analyst-page-releasesEpsilon = ε und δ
analyst-page-releasesEpsilonText = Wie viel das Ergebnis über eine private Zeile verraten kann, nachgerechnet. Kleiner schützt besser.
analyst-page-releasesDistance = Abstand, vorher → nachher
analyst-page-releasesDistanceText = Wie weit die Mittelwerte der Produkte der privaten Spalten von denen der öffentlichen Stichprobe entfernt sind, erst mit gleichen Gewichten und dann mit den gefundenen. Das Rauschen kann beide Zahlen um die hinter ± verschieben.
analyst-page-releasesEffective = Effektiver Umfang
analyst-page-releasesEffectiveText = Wie vielen gleich zählenden öffentlichen Zeilen die Gewichte entsprechen. Je weniger, desto unsicherer ist ein Modell.
analyst-page-releasesClose = Alle schließen
analyst-page-releasesReports = Berichte und Schätzungen
analyst-page-releasesReportsHelp = Wie gut ein festes Modell auf den Zeilen eines Datengebers ist, deren Wert bekannt ist, jede Zahl mit einem Intervall, das den wahren Wert 19 von 20 Mal enthält; oder wie groß die Zielspalte in den Zeilen eines Datengebers im Mittel ist. Das Zertifikat wurde vorher geprüft.
analyst-page-releasesCombine = Datengeber zusammenlegen
analyst-page-releasesCombineHelp = Hier wird addiert, was mehrere Datengeber derselben Grundgesamtheit herausgegeben haben: die Anzahlen ihrer Berichte oder Schätzungen, oder ihre zweiten Momente, gewichtet nach ihren privaten Zeilen, aus denen dann Gewichte oder ein Modell berechnet werden. Je mehr Zeilen es sind, desto weniger Rauschen ist in den Mittelwerten. Es wird nichts Neues gezogen, also kein weiteres Budget verbraucht. Bei getrennten Datengebern summieren sich ε und δ nicht (parallele Komposition); das Ergebnis nennt das größte.
analyst-page-releasesMembers = Ergebnisse, die zusammengelegt werden
analyst-page-releasesResult = Ergebnis
analyst-page-releasesModelKind = Ein Modell
analyst-page-releasesWeights = Gewichte für die öffentlichen Zeilen
analyst-page-releasesMoments = Das zusammengelegte zweite Moment
analyst-page-releasesSource = Öffentliche Stichprobe
analyst-page-releasesSourceHelp = Die Datei, mit der die Datengeber ihre Daten verglichen haben. Ihr SHA-256 muss der in den Ergebnissen sein.
analyst-page-releasesModelFile = Datei des Modells
analyst-page-releasesDisjoint = Ich nehme an, dass die Datengeber getrennt sind: Keine Person hat Zeilen bei zweien von ihnen. Aus Ergebnissen lässt sich das nicht prüfen. Ist dieselbe Person bei k Datengebern, summieren sich für sie bis zu k Verluste.
analyst-page-releasesCombineButton = Zusammenlegen
analyst-page-releasesApply = Ein Modell anwenden
analyst-page-releasesNoModel = Keines der geöffneten Ergebnisse ist ein Modell.
analyst-page-releasesModel = Modell
analyst-page-releasesData = Daten für die Vorhersage
analyst-page-releasesDataHelp = CSV, TSV, Parquet oder .xlsx; die ersten beiden auch gepackt als .gz.
analyst-page-releasesApplyHelp = Spalten werden nach ihrem Namen gefunden. Hat die Datei auch die Zielspalte, werden die Vorhersagen damit verglichen.
analyst-page-releasesPredict = Vorhersagen
analyst-page-releasesFormat = Speichern als
analyst-page-releasesSaveModel = Modell speichern

## The words in the markup of deliver.html, by the keys there.
analyst-page-deliverDescription = Ein Ergebnis aus einer Anfragedatei prüfen und an den senden, der darum gebeten hat.
analyst-page-deliverTitle = Ein Ergebnis übergeben
analyst-page-deliverSkip = Zur Anfragedatei
analyst-page-deliverHeading = Übergeben, was aus einer Anfragedatei entstanden ist
analyst-page-deliverLead = Öffnen Sie die Anfragedatei (das Kit) und dann das Ergebnis, das damit gemacht wurde. Die Seite prüft, ob um dieses Ergebnis gebeten wurde, zeigt, wohin es ginge, und sendet es, sobald Sie es bestätigt haben. Eine private Datei braucht sie nicht: Öffnen Sie hier keine.
analyst-page-deliverKit = Die Anfragedatei
analyst-page-deliverOpenKit = Anfragedatei öffnen
analyst-page-deliverPaste = Oder den Link einer Einladung einfügen
analyst-page-deliverRead = Link lesen
analyst-page-deliverRelease = Das Ergebnis
analyst-page-deliverOpenRelease = Das Ergebnis öffnen, das mit der Anfragedatei gemacht wurde
