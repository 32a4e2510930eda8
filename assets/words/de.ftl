# Die eigenen Wörter des Programms auf Deutsch. Die Reihenfolge ist die von en.ftl.

## Die erste Zeile

block-of = Block { $here }/{ $all }
shared-cell-of = gemeinsame Zelle { $here }/{ $all }
slide-of = Folie { $here }/{ $all }
saved = gespeichert
saving = speichert …
not-saved = nicht gespeichert
saved-beside-another = gespeichert, Konflikt
a-transformer-you-can-see-through = ein Transformer zum Durchschauen
what-needs-what = was worauf aufbaut
what-you-solved = was du gelöst hast
learning-to-copy = lernt Buchstaben abschreiben
learning-to-reverse = lernt Buchstaben umdrehen
learning-to-sort = lernt Buchstaben sortieren
learning-to-write-dates = lernt Datumsangaben schreiben
learning-to-translate = lernt übersetzen
showing = zeigt { $state }
showing-gradient = zeigt Gradienten von { $name }
reading-gradient = berechnet Gradienten von { $name }
computing = rechnet …
at-a-question = bei einer Frage
inside = in { $name }
typing = Tippen in { $name }
threads = { $engine } · { $count ->
    [one] 1 Thread
   *[other] { $count } Threads
}

## Der Inhalt

ask-what-you-missed = Noch einmal: { $count ->
    [one] 1 Frage, die du falsch hattest
   *[other] { $count } Fragen, die du falsch hattest
}
no-lessons-here = Hier sind keine Lektionen.
page-is-empty = Nach dem Vorspann dieser Lektion steht nichts. Füg Text, Zellen, Fragen oder Aufgaben ein.
broken = kaputt: { $count ->
    [one] 1 Problem
   *[other] { $count } Probleme
}
opened = geöffnet
changes = { $count ->
    [one] 1 Änderung
   *[other] { $count } Änderungen
}
of-questions = { $done } von { $all ->
    [one] 1 Frage
   *[other] { $all } Fragen
}
of-exercises = { $done } von { $all ->
    [one] 1 Aufgabe
   *[other] { $all } Aufgaben
}

## Die Karte

map-done = fertig
map-begun = begonnen
map-next = jetzt möglich
map-later = später
below-builds-on = ein Punkt direkt unter einem anderen baut auf ihm auf
needed-for-it = dafür nötig
builds-on-it = baut darauf auf
needs-nothing = braucht nichts
needs-nothing-and-leads = braucht nichts; { $count ->
    [one] { $lessons } braucht sie
   *[other] { $lessons } brauchen sie
}
needs = braucht { $needs }
needs-and-leads = braucht { $needs }; { $count ->
    [one] { $lessons } braucht sie
   *[other] { $lessons } brauchen sie
}
listed-and = { $others } und { $last }

## Was wirklich gelöst ist

really-solved = Was du gelöst hast
solving-again = Jede Lektion läuft noch einmal mit deinen Antworten und deinem Code …
solved-nothing = Noch nichts: Beantworte eine Frage oder löse eine Aufgabe.
right-answers = { $count ->
    [one] 1 richtige Antwort
   *[other] { $count } richtige Antworten
}
solved-exercises = { $count ->
    [one] 1 gelöste Aufgabe
   *[other] { $count } gelöste Aufgaben
}
lessons-complete = { $answers }, { $exercises }; { $complete } von { $count ->
    [one] 1 Lektion
   *[other] { $count } Lektionen
} vollständig
of-right = { $right } von { $all } richtig
of-solved = { $solved } von { $all } gelöst
sure-and-wrong = sicher, aber falsch: { $names }
not-counted = nicht gezählt, weil die Lösung gezeigt wurde: { $names }

## Eine Zelle

from-example = aus „{ $title }“
your-own-cell = ✎ deine eigene Zelle
your-own-cell-typed = ✎ deine eigene Zelle; Enter bearbeitet, D löscht
your-own-cell-deleted = ✎ deine eigene Zelle; D löscht
cell-changed = ✎ geändert
cell-changed-reset = ✎ geändert; r bringt den Text der Lektion zurück
waits-to-come-from = wartet auf `{ $name }` aus `{ $block }`
runs-when-asked = läuft nur auf Wunsch: Enter führt sie aus
old-values = zuletzt berechnete Werte:
default-seed = Startwert { $seed } (eigener: keiner)
hides-built-in = ab hier ist { $names }, was diese Zelle sagt, nicht das Eingebaute
see-also = siehe auch { $places }
more-printed-lines = │ … { $count ->
    [one] noch 1 Zeile
   *[other] noch { $count } Zeilen
}
text-outside = Mit solchen Sätzen wurde das Modell nicht trainiert: Die Übersetzung ist geraten.
toggle-on = an
toggle-off = aus
best-path = ◂ bester
more-paths = … und { $count } weitere

## Eine Frage

predict = Sag voraus
asks-of-written = Die Frage gilt der ursprünglichen Seite, ohne deine Änderungen.
hint-lead = Tipp
how-sure = Wie sicher bist du?
sure-guess = geraten
sure-fairly = ziemlich
sure-sure = sicher
sure-shows = nur die Antwort
is-right = ✓ Richtig.
number-is-right = ✗ Richtig ist Nummer { $number }.
answer-is = ✓ Nummer { $number } ist richtig.
answer-unknown = Die Antwort wird noch berechnet.
you-guessed = Du hast geraten.
you-were-fairly-sure = Du warst ziemlich sicher.
you-were-sure = Du warst sicher.
a-asks-again = A stellt die Frage noch einmal.
asked-tomorrow = Die Frage kommt morgen wieder.
asked-in-days = Die Frage kommt in { $days } Tagen wieder.

## Eine Aufgabe

exercise = Aufgabe
a-solution = Eine Lösung
being-checked = … wird geprüft
code-has-an-error = ✗ Noch nicht: Dein Code enthält einen Fehler.
waits-for = wartet auf `{ $name }` aus `{ $block }`
not-solved-yet = ○ noch nicht gelöst
not-solved-yet-par = ○ noch nicht gelöst; Par ist { $par }
solved-all = ✓ Gelöst: Alle Prüfungen bestanden.
solved-above-par = ✓ Gelöst: Alle Prüfungen bestanden. Du brauchst { $score }, Par ist { $par }: Es geht mit weniger.
solved-below-par = ✓ Gelöst: Alle Prüfungen bestanden. Du brauchst { $score } und bist besser als Par ({ $par })!
solved-at-par = ✓ Gelöst: Alle Prüfungen bestanden. Genau Par: { $par }.
not-yet = ✗ Noch nicht: { $why }

## Unter und neben einem Tensor

view-numbers = Zahlen
view-tiles = Kacheln
view-pixels = Pixel
view-bars = Balken
view-curve = Kurve
view-tokens = Token
view-arcs = Bögen
view-histogram = Histogramm
no-elements = keine Elemente
slice-axis = Schnitt
axis-number = Achse { $number }
row-of = Zeile { $first } von { $all }
rows-of = Zeilen { $first }–{ $last } von { $all }
column-of = Spalte { $first } von { $all }
columns-of = Spalten { $first }–{ $last } von { $all }
rows-sum-to-one = Zeilensummen sind 1
rows-sum-undefined = Zeilensummen sind 1, { $count } undefiniert
columns-sum-to-one = Spaltensummen sind 1
columns-sum-undefined = Spaltensummen sind 1, { $count } undefiniert
sums-to-one = Summe ist 1
sums-not-to-one = Summe ist { $sum }, nicht 1
rows-do-not-sum = { $off } von { $rows } Zeilensummen sind nicht 1
true-or-false = ✓ wahr   · falsch
up-to = { $marks } bis { $end }
a-thread-is-true = eine Linie bedeutet wahr
made-up-numbers = ? nicht in der Tabelle: die Zahlen sind erfunden
threads-from = Linien ab { $least }; dicker bedeutet größer
threads-from-dotted = Linien ab { $least }; dicker bedeutet größer, gepunktet negativ
bars-of-row = Balken der Zeile { $place }
bars-of = Balken von { $place }
ghost-of-bars = ░ oder Lücke: voriger Wert
ghost-of-curves = gepunktet: vorige Werte
lines-over-rows = eine Linie je Spalte, über die Zeilen
lines-over = eine Linie je Spalte, entlang { $axis }
no-number-to-count = keine Zahlen zu zählen
mean-of-one = Mittel { $mean } ▴   1 Element
mean-and-deviation = Mittel { $mean } ▴   Std.-Abw. { $deviation } ├┤   { $count } Elemente
below-a-million = unter -1e6
histogram-here = Histogramm: { $count } in dieser Klasse
nothing-on-the-scale = kein Wert im Bereich
pixels-largest = Pixel: Maximum von je { $rows }×{ $columns }
characters-in-all = … { $count } Zeichen insgesamt
too-small = Glassformer braucht { $width }×{ $height }; dieses Terminal hat { $columns }×{ $rows }. q beendet.

## Das Bild eines Laufs, und seine Schritte

step-of = Schritt { $step } von { $all }
step-of-inside = Schritt { $step } von { $all } · darin { $inside }
one-of = { $number } von { $all }
not-in-this-run = { $name } fehlt in diesem Lauf: hier der nächste Schritt davor
tokens-in-all = { $count ->
    [one] 1 Token
   *[other] { $count } Token
}
token-of = Token { $token } von { $all }
walks-through-it = s zeigt die Schritte
diagram-source = Quelle
diagram-target = Ziel
diagram-input = Eingabe
diagram-embedding = Embedding
diagram-positions = ⊕ Positionen
diagram-linear = linear
diagram-chances = Wahrsch.
diagram-scores = Logits
diagram-output = Ausgabe
diagram-memory = Memory
role-cross = Cross-Attention
role-masked-attention = mask. Self-Att.
role-masked-attention-in-full = maskierte Self-Attention
role-attention = Self-Attention
role-feed-forward = Feed-Forward
role-add = Add
role-norm = Norm
role-add-norm = Add & Norm
means-attention = Jede Position achtet auf alle und mischt, was zu ihrer Query passt.
means-masked-attention = Jede Position achtet auf sich und die früheren; spätere sind maskiert.
means-cross = Jede Zielposition achtet auf das Memory des Encoders zur Quelle.
means-feed-forward = Jede Position für sich: ausweiten, Aktivierung anwenden, zurückprojizieren.
means-add = Die Ausgabe der Teilschicht wird zu ihrer Eingabe addiert.
means-add-norm = Eingabe plus Ausgabe der Teilschicht; dann wird jeder Vektor normiert.
means-norm = Jeder Vektor: Mittel auf 0, durch die Standardabweichung geteilt, skaliert.
means-embedding = Jede Token-Id wählt ihre Zeile der Embedding-Tabelle.
means-positions = Jede Position erhält ein eigenes Wellenmuster, damit die Reihenfolge zählt.
means-linear = Jeder Vektor wird auf ein Logit je Token des Vokabulars abgebildet.
means-softmax = Logits werden zu Wahrscheinlichkeiten, deren Summe 1 ist.
means-reading = Der Encoder liest die Quelle einmal; jeder Schritt nutzt seine Ausgabe.
means-token = Der Decoder liest, was schon geschrieben ist, und bewertet jedes mögliche nächste Token.
means-projection = Jeder Vektor wird mit einer Gewichtsmatrix multipliziert.
means-split-heads = Die Merkmale werden auf die Köpfe verteilt.
means-scores = Jeder Score ist das Skalarprodukt von Query und Key: Groß heißt, sie passen.
means-masked = Maskierte Scores werden minus unendlich: Softmax macht daraus Gewicht 0.
means-weights = Softmax macht jede Zeile von Scores zu Gewichten mit der Summe 1.
means-mixed = Die Values werden summiert, jeder mit seinem Attention-Gewicht skaliert.
means-concat = Die Ausgaben aller Köpfe werden aneinandergehängt.
means-out-projection = Die Ausgabeprojektion mischt die Ausgaben der Köpfe.
means-residual = Die Ausgabe der Teilschicht wird zu ihrer Eingabe addiert.
means-activation = Die Aktivierung wirkt auf jedes Element: Negative Werte werden gedämpft.
means-matmul = Matrixprodukt: jede Zeile links mal jede Spalte rechts.
means-sum-of-two = Die Elemente werden paarweise addiert.
means-difference = Die Elemente werden paarweise subtrahiert.
means-product = Die Elemente werden paarweise multipliziert.
means-quotient = Die Elemente werden paarweise dividiert.
means-sum = Die Elemente werden summiert.
means-mean = Die Elemente werden gemittelt.
means-lookup = Zeilen einer Tabelle werden nachgeschlagen.
means-shape = Dieselben Zahlen in anderer Form.
means-slice = Einige der Zahlen werden genommen, die anderen weggelassen.
means-random = Zufallszahlen aus dem Generator mit festem Startwert.
means-written = Steht so im Code.
means-taken = In einer anderen Zelle berechnet.
means-module = Ein Modul: Geh hinein, um seine Teile zu sehen.
drawn-attention = Attention
stop-layer = Schicht { $layer }
stop-reading = Quelle lesen
stop-token = Token { $token }
stop-token-written = Token { $token }: { $written }
pace-of-steps = { $pace } Schritte je Sekunde
read-once = einmal berechnet
read-anew = { $count }-mal berechnet
line-of-code = Zeile { $line }
line-of-code-in = { $block }, Zeile { $line }
gone = { $name } gibt es nicht mehr; der nächste Schritt davor:
last-line = letzte Zeile
this-step = ◂ dieser Schritt

## Die Seite neben einem anderen Stand ihrer selbst

state-before = vorher
state-leak = geändert
state-without = ohne das
state-now = jetzt
state-minus = Differenz
shape-was = { $state }: Form { $shape }
unchanged = unverändert
elements-moved = { $moved } von { $all } geändert
now-minus = jetzt − { $state }
gradient-of = Gradient von { $name }
no-gradient-truth = kein Gradient: ein Wahrheitswert
no-gradient-whole = kein Gradient: eine ganze Zahl
no-gradient-arrives = hier kommt kein Gradient an

## Die Zeitleiste

timeline-step = Zeitleiste   Schritt { $step } von { $all }
as-the-lesson-wrote-it = wie in der Lektion
as-it-was-before = wie es vor diesen Schritten war
deed-answered = Antwort { $option }
deed-unanswered = Antwort zurückgenommen
deed-added = eine eigene Zelle eingefügt
deed-deleted = deine eigene Zelle gelöscht
deed-switched = { $input }[{ $row }, { $column }] umgeschaltet
deed-reset = { $count ->
    [one] 1 Block
   *[other] { $count } Blöcke
} auf den Text der Lektion zurückgesetzt

## Was ein Lecktest ändert

change-word = Wort { $number } von { $input } von „{ $before }“ in „{ $after }“ geändert
change-slider = { $input } auf { $to } gesetzt
change-choice = { $input } auf „{ $to }“ gesetzt
change-on = { $input } eingeschaltet
change-off = { $input } ausgeschaltet
change-row = Zeile { $row } von { $input } um +1, +1/2, +1/3 … geändert
change-mask = { $input }[{ $row }, { $column }] umgeschaltet
without-mask-of = ohne die Maske von { $attention }
without-scale-of = ohne die Skalierung von { $attention }
without-head-of = ohne Kopf { $head } von { $attention }
no-change-gone = `{ $input }` ist keine Eingabe dieser Seite mehr.
no-change-row = { $input } hat keine Zeile { $row }.
no-change-word = { $input } hat kein Wort { $number }.
no-change-other-word = { $input } hat kein zweites Wort zum Tauschen.
no-change-other = { $input } hat keinen anderen Wert.

## Woraus ein Element gemacht ist

nothing-known-yet = Wie diese Zahl berechnet wurde, ist noch nicht bekannt.
born-here = erstes NaN: { $reason }
b-goes-to-its-birth = b geht zum ersten NaN: { $reason }
moves-the-output-through = beeinflusst die Ausgabe über
constant-of = Konstante von { $operation }
formula-rest = [{ $count } weitere]
made-of = berechnet aus
read-there = dort auch benutzt
nothing-depends = nichts hängt davon ab
values-depend = { $count ->
    [one] 1 Wert hängt davon ab
   *[other] { $count } Werte hängen davon ab
}
in-block = in { $block }
text-numbers-depend = { $count ->
    [one] 1 Zahl des Textes hängt davon ab
   *[other] { $count } Zahlen des Textes hängen davon ab
}
in-the-text-of = in Block { $block }
too-much-to-follow = und mehr, als sich aufzählen lässt
what-depends-means = Sie alle benutzen diese Zahl, direkt oder indirekt, auch wo sie mit 0 multipliziert oder maskiert wird.
as-computed = wie berechnet
made-in-line = berechnet in { $block }, Zeile { $line }

## Was über eine Zahl zu sagen ist

remark-joined = aus Teil { $part } der aneinandergehängten Tensoren
remark-stacked = aus Teil { $part } der gestapelten Tensoren
remark-put = hier von der Zuweisung eingetragen
remark-untouched = von der Zuweisung nicht geändert
remark-row = Zeile { $row } der Tabelle, vom Index gewählt
remark-named-row = Zeile { $row } ({ $label }) der Tabelle, vom Index gewählt
remark-place = Position { $place } auf Achse { $axis }, vom Index gewählt
remark-named-place = Position { $place } ({ $label }) auf Achse { $axis }, vom Index gewählt
remark-chosen = von der Maske ausgewählt
remark-hidden = maskiert: Der Füllwert ersetzt den Score
remark-shown = nicht maskiert, also unverändert
remark-inside = Spalte { $column } von Zeile { $row } liegt im Dreieck
remark-outside = Spalte { $column } von Zeile { $row } liegt außerhalb des Dreiecks
remark-cast = derselbe Wert, in { $dtype } umgewandelt
remark-moved = dieselbe Zahl an anderer Position
remark-copied = dieselbe Zahl in einer Kopie
remark-running = die Summe von allem bis zu dieser Position
remark-only-nan = nur NaN ist ungleich sich selbst
otherwise-shifted = erst wird der größte Score abgezogen, damit exp nicht überläuft; der Quotient bleibt gleich
leaf-written = steht so im Code
leaf-control = auf dieser Seite eingestellt { $kind ->
    [slider] mit dem Regler
    [matrix] in der Matrix
    [mask] in der Maske
    [text] im Textfeld
    [choice] mit der Auswahl
   *[toggle] mit dem Schalter
}
leaf-random = vom Zufallsgenerator mit festem Startwert gezogen
leaf-function = aus dem Code einer Funktion, die anderswo definiert ist
leaf-given = übergeben als { $name }
leaf-outer = anderswo berechnet als { $name }
leaf-part = anderswo berechnet als Teil von { $name }
note-code = vom Code dieser Zelle berechnet
note-whole = der ganze Tensor der Form { $shape }

## Warum eine Zahl keine ist

cause-set = { $kind ->
    [slider] der Regler
    [matrix] die Matrix
    [mask] die Maske
    [text] das Textfeld
    [choice] die Auswahl
   *[toggle] der Schalter
} steht auf { $value }
cause-written = { $value } steht so im Code
cause-hidden-one = der einzige Score ist maskiert (-inf), also ist exp 0 und das Gewicht 0 / 0
cause-hidden-row = jeder Key dieser Zeile ist maskiert (-inf), also ist jedes exp 0 und das Gewicht 0 / 0
cause-hidden-column = jeder Score dieser Spalte ist maskiert (-inf), also ist jedes exp 0 und das Gewicht 0 / 0
cause-hidden-axis = jeder Score entlang Achse { $axis } ist maskiert (-inf), also ist jedes exp 0 und das Gewicht 0 / 0
cause-overflow = { $formula } läuft über
cause-not-real = { $formula } ist keine reelle Zahl
cause-undefined = { $formula } ist nicht definiert
cause-too-large = { $number } ist zu groß für diesen dtype
cause-comes = { $formula } ist { $value }

## Was über einen Gradienten zu sagen ist

slope-chain-rule = Kettenregel: der Gradient jedes Werts, der diese Zahl benutzt, mal dessen Ableitung nach ihr
slope-output = der Gradient der Ausgabe nach sich selbst ist 1
slope-beside = zusätzlich zur Ausgabe berechnet, ohne Einfluss auf sie
slope-still = die Werte, die diese Zahl benutzen, ändern sich nicht mit ihr oder wirken nicht auf die Ausgabe
value-none = keiner
slope-none = kein Gradient: { $why }
slope-of-a-whole = kein Gradient für einen ganzen Tensor: Frag nach einer seiner Zahlen
without-whole = eine ganze Zahl springt, ein Gradient braucht aber beliebig kleine Schritte
without-truth = ein Wahrheitswert lässt sich nicht ein wenig ändern
without-text = ein Text lässt sich nicht ein wenig ändern
without-apart = die Ausgabe hängt nicht davon ab
without-counted = kein differenzierbarer Weg führt zur Ausgabe: `{ $by }` zählt oder entnimmt nur Werte und lässt keinen Gradienten durch
without-jump = auf dem Weg zur Ausgabe springt `{ $by }` oder ändert sich gar nicht
without-derivative = PyTorch sagt: derivative for aten::{ $by } is not implemented
without-copied = auf dem Weg zur Ausgabe schneidet eine Kopie den Gradienten ab
gradient-none = { $name } hat keinen Gradienten: { $why }.
gradient-too-large = Die Seite ist zu groß für einen Gradienten: etwa { $millions } Millionen Schritte.
gradient-refused = Der Gradient lässt sich nicht berechnen: { $error }
gradient-broken = Der Gradient lässt sich nicht berechnen.

## Listen zum Wählen

list-actions = Aktionen
list-actions-invites = was du tun willst, oder wohin
list-actions-empty = Keine Aktion und kein Ort passt dazu.
list-outline = Gliederung
list-outline-invites = eine Überschrift, eine Zelle, eine Frage
list-outline-empty = Keine Überschrift, Zelle oder Frage passt dazu.
list-names = Namen
list-names-invites = ein Name in diesem Block
list-names-empty = Kein Name in diesem Block passt dazu.
list-search = Alle Lektionen durchsuchen
list-search-invites = Wörter im Text oder im Code
list-search-waits = Findet jeden Absatz und jede Codezeile mit allen deinen Wörtern.
list-search-reads = Die Lektionen werden gelesen …
list-search-empty = Kein Absatz und keine Codezeile enthält alle diese Wörter.
list-keys = Tasten
list-keys-invites = eine Taste, oder was sie tut
list-keys-empty = Keine Taste passt dazu.
term-here-and-in = hier · { $lesson }
list-words = Glossar
list-words-invites = ein Begriff, oder ein Teil seiner Definition
list-words-empty = Kein Begriff passt dazu.
count-of = { $count } von { $all }
kind-lesson = Lektion
kind-training = Training
kind-heading = Überschrift
watch-learn = beim Lernen zusehen: { $task ->
    [copy] Buchstaben abschreiben
    [reverse] Buchstaben umdrehen
    [sort] Buchstaben sortieren
    [dates] Datumsangaben schreiben
   *[translation] übersetzen
}
defined-in = definiert in
used-in = benutzt in
name-in = Name in { $block }
a-cell = eine Zelle
a-question = eine Frage
an-exercise = eine Aufgabe
state-error = ✗ Fehler
state-lazy = Enter führt sie aus
state-waits = wartet
state-your-own = ✎ deine eigene
state-changed = ✎ geändert
state-shared = gemeinsam
state-not-answered = ○ nicht beantwortet
state-right = ✓ richtig
state-not-right = ✗ nicht richtig
state-answered = ● beantwortet
state-solved = ✓ gelöst
state-begun = ✎ begonnen
state-not-solved = ○ nicht gelöst
more-lines = { $count ->
    [one] noch 1 Zeile
   *[other] noch { $count } Zeilen
}

## Ein Training

model-is-being-made = Das Modell wird erstellt …
training-learning = ▶ lernt
training-paused = ‖ angehalten
training-all-steps = ■ fertig
training-good = ■ gut genug
time-left = noch { $time }
tokens-a-second = { $count } Token/s
rate-times = Rate { $rate } × { $factor }
rate-factor = Rate × { $factor }
gradients-norm = Gradienten { $norm }
# Ein geschütztes Leerzeichen: der Punkt trennt hier Dezimalen, wie im Code.
digit-groups =  
parameters = { $count } Parameter
step-in-file = Schritt { $step } in { $file }
in-no-file = nicht gespeichert
plot-loss = Verlust
plot-log-loss = log. Verlust
plot-validation = Validierung { $loss }
plot-earlier = vorher
plot-right = richtig
plot-rate = Lernrate
part-embeddings = Embeddings
part-last-norms = Endnormen
plot-gradients = Gradienten, begrenzt
plot-updates = Update / Gewicht
plot-weights = Gewichte
plot-activations = Aktivierungen
plot-spread = Mittel ± Standardabweichung
plot-whole = + exakt { $percent } % bei { $step }
save-curves = Trainingskurven als CSV
unit-letters = Buchstaben
unit-characters = Zeichen
unit-tokens = Token
step-one = Schritt 1
writes-at-step = schreibt bei Schritt { $step }
writes-nothing = nichts
no-attention = Dieses Modell hat keine Attention.
head-reads = Kopf { $head }: { $attention }
head-reads-minus = Kopf { $head }: { $attention }, minus Schritt { $step }
kept-moments = Stände
moment-step = Schritt
moment-loss = Verlust
moment-whole = exakt
moment-rate = Rate
kept-by-you = von dir gespeichert
back-and-slower = { $why }. Zurück zu Schritt { $step }, weiter mit der Lernrate × { $factor }.
back-at-step = Wieder bei Schritt { $step }. Von dort geht das Training mit dem { $factor }-Fachen der geplanten Lernrate weiter.
snapshot-is-gone = Diesen Stand gibt es nicht mehr: r zeigt, welche es noch gibt.
schedules-rate-times = Lernrate: das { $factor }-Fache des Plans.
file-holds-step = { $file } enthält Schritt { $step }.
file-holds-weights = { $file } enthält die Gewichte von Schritt { $step }.
training-goes-on = { $why }. Das Training geht weiter.
training-is-stuck = { $why }; zurückzugehen und die Lernrate zu halbieren half nicht: Geh zu einem früheren Stand und senk die Rate weiter
training-broke-down = das Training ist unerwartet fehlgeschlagen; bitte melde das
step-is-unkept = { $file }: { $error }: Schritt { $step } nicht gespeichert; der vorige Checkpoint ist intakt. Gib Speicherplatz frei
moment-is-spoilt = Dieser Stand ließ sich nicht speichern: { $error }. Das Training geht weiter.
fault-on-the-way-back = Schritt { $step }: Der Verlust ist { $loss } und die Gradientennorm { $norm }; der erste nicht endliche Wert entstand im Rückwärtsdurchlauf
fault-in-value = Schritt { $step }: Der Verlust ist { $loss } und die Gradientennorm { $norm }; zuerst nicht endlich: { $number } in `{ $name }`, { $shape }
fault-in-parameter = Schritt { $step }: Der Verlust ist { $loss } und die Gradientennorm { $norm }; zuerst nicht endlich: { $number } im Parameter `{ $name }`, { $shape }
fault-in-result = Schritt { $step }: Der Verlust ist { $loss } und die Gradientennorm { $norm }; zuerst nicht endlich: { $number } in einem Ergebnis von { $operation }, { $shape }
fault-on-the-way = Schritt { $step }: Der Verlust ist { $loss } und die Gradientennorm { $norm }; zuerst nicht endlich: { $number } in einem Ergebnis von { $operation } auf dem Weg zu `{ $name }`, { $shape }
exam-held-out = zurückgehalten
exam-held-out-by-word = zurückgehalten, per Wörterbuch
exam-unseen = ungesehene Kombinationen
exam-unseen-by-word = ungesehene Kombinationen, per Wörterbuch
press-again = Das Training bearbeitet noch frühere Tasten: Drück diese gleich noch einmal.

## Die vorletzte Zeile: wo der Cursor steht

digits-type-over-it = Ziffern ersetzen die Zahl
change-the-slice = < und > wechseln den Schnitt
nan-in = NaN in { $names }
file-is-broken = Die Datei ist kaputt: { $why }
has-none = { $name } hat keinen
gradient-of-lead = Gradient von { $name }:
every-figure-shows-it = jeder Tensor zeigt ihn
this-line-shows-it = diese Zeile zeigt ihn
names-moved = { $moved } von { $all } Namen geändert
pinned = Festgehalten:
state-difference = Differenz { $number }
gradient-here = Gradient von { $name }: { $number }
no-gradient-of = kein Gradient von { $name }
fill-row-with = diese Zeile füllen mit { $number }
fill-column-with = diese Spalte füllen mit { $number }
fill-lower-with = Diagonale und alles darunter füllen mit { $number }
fill-upper-with = alles über der Diagonale füllen mit { $number }
fill-all-with = alles füllen mit { $number }
allowed-or-hidden = 1 erlaubt, 0 maskiert
hidden-from-inf = maskiert: Der Score war -inf
lit = hervorgehoben: { $places }
in-shared-cells = in gemeinsamen Zellen:
moved = geändert: { $places }

## Was getan wurde: das Programm

work-not-saved = Deine Arbeit konnte nicht gespeichert werden: { $why }
contest-won = Ein anderes Programm hat { $block } auch geändert. Deine Fassung gilt; die andere steht in { $file }.
contest-lost = Ein anderes Programm hat { $block } inzwischen geändert. Seine Fassung ist gespeichert; hier steht noch deine.
clicks-come = Die Maus steuert die Lektion.
mouse-is-the-terminals = Die Maus gehört dem Terminal: Text lässt sich markieren.
has-no-gradient-any-more = { $name } hat keinen Gradienten mehr.
read-again = Die Lektion wurde neu gelesen.
read-from-the-course = Die Datei ist weg: Das hier ist die Fassung des Kurses.
file-is-gone = Die Datei dieser Lektion ist weg. Du siehst, was zuletzt gelesen wurde.
id-is-another = die Id ist jetzt `{ $id }`: Verlass die Lektion und öffne sie wieder
last-lesson = Das ist die letzte Lektion.
first-lesson = Das ist die erste Lektion.
no-such-block = Auf dieser Seite gibt es keinen Block `{ $block }`.
nowhere-back = Weiter zurück geht es nicht.
nowhere-forward = Weiter vorwärts geht es nicht.
select-the-link = { $link }  (mit m kannst du ihn mit der Maus markieren)
nothing-to-choose = Nichts passt dazu: Tipp etwas anderes, oder schließ die Liste mit Esc.
key-is-elsewhere = Diese Taste wirkt anderswo: { $place }.
key-is-outside = Drück erst Esc: Diese Taste wirkt hier nicht.
hit-of = Block { $at } von { $all }: { $words }   (n: weiter, N: zurück, Esc beendet die Suche)
nothing-looked-for = Keine Suche läuft: / durchsucht alle Lektionen.
search-has-ended = Die Suche ist beendet.
no-related-names = Dieser Block hat keinen Namen mit einem anderen gemeinsam.

## Was getan wurde: erklären

no-nan-here = Auf dieser Seite gibt es kein NaN.
no-number-here = Diese Seite zeigt keine Zahl.
nothing-known = Wie diese Zahl berechnet wurde, ist nicht bekannt.
born-because = Erstes NaN: { $reason }.
first-nan-is-hidden = Das erste NaN steht in einem Wert, der bis zur Antwort verborgen bleibt.
reasons-end-at = Hier endet die Kette der Gründe: { $name }.
nothing-depends-on-it = Nichts hängt von dieser Zahl ab.
reasons-end = Hier endet die Kette der Gründe.
gradient-on-its-way = Der Gradient wird berechnet …
gradient-put-away = Die Ansicht des Gradienten ist geschlossen.
compared-so-no-gradient = Ein Vergleich läuft: p beendet ihn, dann zeigt F einen Gradienten.
how-to-read-a-gradient = F zeigt einen Gradienten: Geh mit Enter in einen Tensor und zu einer Zahl.
gradient-is-read = Jede Zahl zeigt nun, wie schnell sich { $name } mit ihr ändert. P zeigt die Werte, F schließt die Ansicht.
comparison-is-over = Der Vergleich ist zu Ende.
pin-later = Die Seite wird noch berechnet: Halt sie fest, wenn sie fertig ist.
pinned-now = Festgehalten. Ändere etwas: * markiert Änderungen, P zeigt alte Werte und Differenzen, p beendet.
nothing-to-compare = Es gibt noch nichts zu vergleichen: p hält die Seite fest, wie sie ist.
leak-test-where = Ein Lecktest ändert eine Eingabe und markiert die Folgen: Tab geht zu einer.
leak-nothing = nichts
leak-and-more = { $names } und { $count } weitere
leak-told = { $what }: { $names } geändert, { $still ->
    [one] 1 Name
   *[other] { $still } Namen
} nicht. p beendet den Test.
leak-told-one-unknown = { $what }: { $names } geändert, { $still ->
    [one] 1 Name
   *[other] { $still } Namen
} nicht; `{ $cell }` ist nicht vergleichbar. p beendet den Test.
leak-told-unknown = { $what }: { $names } geändert, { $still ->
    [one] 1 Name
   *[other] { $still } Namen
} nicht; { $count } Zellen sind nicht vergleichbar. p beendet den Test.
no-steps-here = Hier gibt es keine Schritte: s zeigt sie in Zellen, die Tensoren berechnen.
steps-are-hidden = Eine Frage verbirgt die Werte dieser Zelle: Antworte, oder zeig alles mit H.
nothing-to-leave-out = Hier lässt sich nichts weglassen: Geh zu einem Attention-Schritt.
with-all-of-it-again = Die Seite ist wieder vollständig: Nichts ist weggelassen.
nothing-is-folded = Jede Operation dieser Zelle ist schon ein Schritt.
outermost-level = Das ist die äußerste Ebene; Esc beendet die Schritte.
no-token-after-token = Dieser Lauf erzeugt nicht Token für Token.
the-last-token = Das ist das letzte Token.
the-first-token = Das ist das erste Token.
the-first-step = Das ist der erste Schritt.
the-last-step = Das ist der letzte Schritt dieser Ebene.
only-one-step = Es gibt nur diesen einen Schritt.
nothing-is-drawn-here = Dieser Block zeichnet nichts.
one-way-to-draw = Dies lässt sich nur auf eine Weise zeichnen.
no-other-axes = Dieser Tensor hat keine weiteren Achsen.
enter-goes-in = { $name }: Enter geht hinein.
tab-goes-to-a-link = Geh mit Tab zu einem Link, dann drück Enter.
nothing-to-go-into = Hier ist kein Tensor: Geh zu einer Zelle und drück Enter.
every-cell-is-here = Diese Seite zeigt schon jede Zelle der Lektion.
shared-cells-are-away = Die gemeinsamen Zellen sind ausgeblendet.

## Was getan wurde: ändern

type-over-no-number = Nur Zahlen lassen sich verändern: Tipp eine, die den Wert ersetzt.
slider-needs-a-number = Ein Regler braucht eine Zahl innerhalb seiner Grenzen.
nothing-to-make-again = Es gibt nichts zu wiederholen.
nothing-to-undo = Es gibt nichts rückgängig zu machen.
made-again = Wiederholt: { $step }. { $count ->
    [0] Das war die letzte Änderung.
   *[other] Noch { $count } zu wiederholen.
}
undone = Rückgängig: { $step }. { $count ->
    [0] Das war die erste Änderung.
   *[other] Noch { $count } rückgängig zu machen.
}
d-deletes-your-cell = Das ist deine eigene Zelle: D löscht sie.
block-as-written = Dieser Block hat schon den Text der Lektion.
block-as-written-again = { $block } hat wieder den Text der Lektion. u bringt deinen zurück.
page-as-written = Die Seite hat schon den Text der Lektion.
page-as-written-again = { $count ->
    [one] 1 Block hat
   *[other] { $count } Blöcke haben
} wieder den Text der Lektion{ $answers ->
    [0] . u bringt deinen Text zurück.
    [one] ; 1 Antwort wurde zurückgenommen. u macht das rückgängig.
   *[other] ; { $answers } Antworten wurden zurückgenommen. u macht das rückgängig.
}
nothing-to-copy = Hier gibt es nichts zu kopieren: y kopiert Code, Zahlen und Formeln.
copying-is-off = Kopieren ist aus: Das Programm wurde mit --no-clipboard gestartet.
too-long-to-copy = Nicht kopiert: { $size } kB sind mehr als die 74 kB, die Terminals annehmen.
copied-the-formula = Formel von { $name } in die Zwischenablage des Terminals kopiert.
copied-the-number = { $number } in die Zwischenablage des Terminals kopiert.
copied-the-expression = Ausdruck in Zeile { $line } in die Zwischenablage des Terminals kopiert.
copied-the-code = Code von { $block } in die Zwischenablage des Terminals kopiert.
copied-the-latex = Formel als LaTeX in die Zwischenablage des Terminals kopiert.
size-is-fixed = Diese Größe legt die Lektion fest. Erweitern lassen sich eigene Matrizen und solche mit any_size=True.
number-is-computed = Diese Zahl ist berechnet: Ändere eine ihrer Eingaben, oder mit E den Code.
mask-is-toggled = In eine Maske tippt man keine Zahlen: Enter schaltet das Feld unter dem Cursor um, f füllt viele.
fill-what = Was füllen? Die Diagonale gehört zum unteren Dreieck.
fill-what-or-resize = Was füllen? Die Diagonale gehört zum unteren Dreieck. R und C fügen Zeile oder Spalte an, x und X entfernen sie.
pasted-too-long = Nichts eingefügt: Der Text hat mehr als eine Million Zeichen.
pasted-nothing = Nichts eingefügt: { $why }.
pasted-no-room = Nichts eingefügt: { $high } × { $wide } Zahlen passen nicht in die { $rows } × { $columns }, die ab hier bleiben.
pasted-block = { $high } × { $wide } Zahlen eingefügt. u nimmt sie zurück.
mask-holds-bits = Nichts geändert: Eine Maske enthält nur 1 (erlaubt) und 0 (maskiert).
mask-is-computed = Nichts geändert: Die Maske wird noch berechnet. Versuch es noch einmal.
one-has-to-stay = Eine Matrix braucht mindestens eine Zeile und eine Spalte.
pasted-no-number = Der eingefügte Text ist keine Zahl. Für einen ganzen Block: Esc, dann noch einmal einfügen.
mask-bits = 1 erlaubt, 0 maskiert; Esc lässt die Maske, wie sie war.
no-number = `{ $text }` ist keine Zahl oder zu groß: Korrigier die Eingabe oder brich mit Esc ab.
only-masks-toggle = Nur die Felder einer Maske lassen sich umschalten.
enter-toggles = Enter oder x schaltet das Feld unter dem Cursor um.
arrows-move-it = ← und → ändern diese Eingabe.
enter-switches-it = Enter oder x schaltet diese Eingabe um.
nothing-to-edit = Hier ist nichts zu ändern: Tab geht zur nächsten Eingabe.
nothing-to-move = Hier ist nichts einzustellen: Tab geht zur nächsten Eingabe.
nothing-is-cut = Hier ist nichts gekürzt: Jeder Wert wird ganz gezeigt.
nothing-to-switch = Hier ist nichts umzuschalten: Tab geht zur nächsten Eingabe.
no-question-here = Ziffern beantworten Fragen, und hier ist keine: Tab geht zur nächsten.
no-solution-here = Nur Aufgaben haben Lösungen: Tab geht zur nächsten Aufgabe.
no-choice-of-fills = Diese Lektion bietet keine Füllwerte für maskierte Scores zur Wahl.
fill-becomes = { $name }: maskierte Scores werden zu { $option } (Wahl { $at } von { $all }); I: weiter
own-cell-added = { $block } ist deine eigene Zelle: Sie kann jeden Namen der Seite benutzen.
only-own-cells = Nur eigene Zellen lassen sich löschen; r bringt den Text der Lektion zurück.
own-cell-gone = { $block } wurde gelöscht. u bringt sie zurück.
nothing-changed-yet = Seit die Seite offen ist, wurde nichts geändert.

## Was getan wurde: tippen

nothing-typed-yet = Du hast noch nichts getippt.
no-name-goes-on = Kein Name beginnt so.
nothing-taken-back = Es gibt nichts zu wiederholen.
nothing-selected = Nichts ist ausgewählt: Shift mit einem Pfeil wählt aus.
copied-for-paste = Kopiert: Ctrl-V fügt es ein, hier oder in einer anderen Zelle.
nothing-cut-here = Hier wurde nichts kopiert; die Zwischenablage fügst du mit der Taste deines Terminals ein.
nothing-being-typed = Kein Text wird bearbeitet: Drück e und füg noch einmal ein.
nothing-more-fits = Mehr passt nicht: Dieser Text ist so lang, wie er sein darf.
pasted-the-beginning = Der Text war zu lang: Nur { $count ->
    [one] das erste Byte wurde
   *[other] die ersten { $count } Bytes wurden
} eingefügt.
as-left-in-editor = { $block } hat jetzt den Text aus deinem Editor.
nothing-was-changed = Nichts wurde geändert.
no-terminal-for-editor = Hier ist kein Terminal für einen Editor.
terminal-did-not-come-back = Das Terminal ließ sich nicht wiederherstellen: { $why }.
set-editor = Setz VISUAL oder EDITOR auf deinen Editor, zum Beispiel EDITOR=nano.
not-handed-over = Der Text konnte nicht an den Editor übergeben werden: { $why }
editor-not-started = `{ $editor }` ließ sich nicht starten: { $why }
editor-not-found = `{ $editor }` wurde nicht gefunden: Nichts wurde geändert.
editor-ended = `{ $editor }` endete mit Status { $status }: Nichts wurde geändert.
editor-stopped = `{ $editor }` wurde angehalten: Nichts wurde geändert.
written-to = { $why } Dein Text steht in { $path }.
text-is-gone = Der Text ist weg: { $why }.
text-too-long = Der Text hat { $count } Bytes, zu viele für eine Zelle: Nichts wurde geändert.
text-not-read = Der Text konnte nicht gelesen werden: { $why }.
text-not-utf8 = Der Text ist kein UTF-8: Nichts wurde geändert.

## Was getan wurde: Fragen und Aufgaben

not-again-before = Die nächste Frage kommt am { $day }.
nothing-missed = Keine Frage steht zur Wiederholung an: Du hattest keine falsch.
asked-without-its-page = Noch einmal: { $count ->
    [one] 1 Frage
   *[other] { $count } Fragen
}. Die Seite dazu erscheint mit der Antwort.
a-goes-on = Noch einmal: { $count ->
    [one] 1 Frage
   *[other] { $count } Fragen
}   (A geht weiter)
answered-rightly = Deine Antwort ist richtig. Mit r nimmst du sie zurück und antwortest neu.
there-are-options = Es gibt { $count } Möglichkeiten.
last-hint = Das ist der letzte Tipp.
more-hints = { $count ->
    [one] Noch 1 Tipp.
   *[other] Noch { $count } Tipps.
}
no-hints-here = Hier gibt es keine Tipps.
no-more-hints = Es gibt keine Tipps mehr.
s-once-more = Drück noch einmal S für die Lösung.
s-once-more-or-hints = Drück noch einmal S für die Lösung. Hast du die Tipps (i) gesehen?

## Was getan wurde: ein Training

step-is-kept = Ein Stand von Schritt { $step } ist gespeichert: r geht dorthin zurück, c vergleicht damit.
learning-waits = Angehalten bei Schritt { $step }: Drück : und wähl „beim Lernen zusehen: { $task ->
    [copy] Buchstaben abschreiben
    [reverse] Buchstaben umdrehen
    [sort] Buchstaben sortieren
    [dates] Datumsangaben schreiben
   *[translation] übersetzen
}“, um weiterzumachen.
would-be-lost = Nicht gespeichert: { $step ->
    [one] 1 Schritt
   *[other] { $step } Schritte
} beim Training „{ $task ->
    [copy] Buchstaben abschreiben
    [reverse] Buchstaben umdrehen
    [sort] Buchstaben sortieren
    [dates] Datumsangaben schreiben
   *[translation] übersetzen
}“. Dort speichert w; noch einmal q beendet, ohne zu speichern.
unsaved-would-be-lost = Deine Arbeit konnte nicht gespeichert werden: { $why }. Noch einmal q beendet, ohne zu speichern.
all-panels-are-here = Es ist schon alles auf dem Bildschirm.
no-earlier-moment = Es gibt noch keinen früheren Stand: p speichert einen.
c-compares-marked = c vergleicht den markierten Stand mit dem ausgewählten.

## Die letzte Zeile: was Tasten hier und jetzt tun

back-over = Schritt
out-into = raus, rein
token = Token
sentence = Satz
head = Kopf
rate = Rate
along-lines = Linien entlang
move = gehen
more-or-less = mehr, weniger
ask-again = wieder fragen
actions = Aktionen
other-fill = anderer Füllwert
to-them = zu ihnen
go-there = dorthin
values = Werte
gradients = Gradienten
end-the-gradient = Gradienten beenden
end-comparing = Vergleich beenden
what-it-is-made-of = woraus es gemacht ist
do-it = ausführen
open = öffnen
map = Karte
solved = gelöst
list = Liste
next-in-block = weiter
next-link = nächster Link
choose-again = neu wählen
choose = wählen
into-tensor = hinein, fragen warum
edit-code = Code ändern
follow = folgen
follow-the-link = dem Link folgen
panel = Feld
fold-it-again = wieder einklappen
read-it-whole = ganz zeigen
edit-the-numbers = Zahlen ändern
edit-the-mask = Maske ändern
slide = schieben
switch = umschalten
solution = Lösung
delete-it = löschen
hide-the-shared-cells = gemeinsame Zellen verbergen
shared-cells = gemeinsame Zellen
end-the-search = Suche beenden
type-a-number = Zahl tippen
next-slice = nächster Schnitt
leak-change-this-row = Lecktest: Zeile
leak-change-a-word = Lecktest: Wort
leak-switch-this-cell = Lecktest: Feld
copy-the-formula = Formel kopieren
copy-the-number = Zahl kopieren
copy-the-expression = Ausdruck kopieren
copy-the-code = Code kopieren
copy-the-latex = Formel als LaTeX kopieren
pause = anhalten
go-on = weiter
side-by-side = nebeneinander
difference = Differenz

## Die Tasten: Bewegen

up = hoch
down = runter
left = nach links
right = nach rechts
a-page-up = eine Seite hoch
a-page-down = eine Seite runter
to-the-start = zum Anfang
to-the-end = zum Ende
row-up = Zeile hoch
row-down = Zeile runter
column-left = Spalte links
column-right = Spalte rechts
a-step-less = Schritt weniger
a-step-more = Schritt mehr
over-this-step = über diesen Schritt
back-a-step = einen Schritt zurück
into-this-step = hinein
play-it = abspielen
pause-playing = anhalten
unfold-operations = jede Operation
fold-operations = Operationen einklappen
operations-unfolded = Jede Operation ist jetzt ein Schritt.
operations-folded = Operationen, die nur die Form ändern, sind eingeklappt.
faster = schneller
slower = langsamer
without-a-piece = ohne einen Teil
without-the-mask = ohne die Maske
without-the-scale = ohne die Skalierung
without-a-head = ohne einen Kopf
with-all-of-it = mit allem
out-of-it = hinaus
next-token = nächstes Token
token-before = voriges Token
a-step-back = Schritt zurück
a-step-on = Schritt weiter
sentence-before = voriger Satz
next-sentence = nächster Satz
head-before = voriger Kopf
next-head = nächster Kopf
next-layer = nächste Schicht
layer-before = vorige Schicht
what-it-needs = was sie braucht
what-builds-on-it = was darauf aufbaut
next-input = nächste Eingabe
previous-input = vorige Eingabe
next-tensor = nächster Tensor
previous-tensor = voriger Tensor
previous-slice = voriger Schnitt
a-line-up = eine Zeile hoch
a-line-down = eine Zeile runter
a-word-left = ein Wort nach links
a-word-right = ein Wort nach rechts
start-of-the-line = zum Zeilenanfang
end-of-the-line = zum Zeilenende
to-the-first-line = zur ersten Zeile
to-the-last-line = zur letzten Zeile
ten-lines-up = 10 Zeilen hoch
ten-lines-down = 10 Zeilen runter
select = auswählen
select-word-back = voriges Wort wählen
select-a-word = nächstes Wort wählen
select-to-start = bis Anfang wählen
select-to-the-end = bis Ende wählen
select-lines = Zeilen auswählen
select-all = alles auswählen

## Die Tasten: Erkunden

other-axes = andere Achsen
next-view = nächste Ansicht
previous-view = vorige Ansicht
open-lesson = Lektion öffnen
map-of-lessons = Karte
what-you-have-solved = was du gelöst hast
all-lessons = alle Lektionen
lesson-to-go-on-with = wo es weitergeht
go-in = hinein
answer = antworten
show-the-answer = Antwort zeigen
why = warum?
ask-a-number-why = eine Zahl nach dem Warum fragen
to-its-operands = in die Formel
why-this-one = warum diese?
to-the-tensor = zum Tensor
up-again = wieder hoch
what-depends-on-it = was davon abhängt
first-nan = erstes NaN
gradient = Gradient
go = los
next-match = nächster Treffer
previous-match = voriger Treffer
forward-again = wieder vorwärts
contents = Inhalt
back = zurück
done = fertig
into-its-tensor = in den Tensor
end-it = beenden
stay-here = hier bleiben
earlier-step = früherer Schritt
later-step = späterer Schritt
read-curves = ablesen
end-reading = Ablesen beenden
half-the-steps = halb so viele
twice-the-steps = doppelt so viele
another-run = anderer früherer Lauf
no-other-run = Noch gibt es keinen anderen früheren Lauf: Geh zu einem Stand zurück und trainiere weiter.
run-laid-under = Unter der Verlustkurve: früherer Lauf { $here } von { $count }, der neueste zuerst.
logarithmic-loss = Log-Verlust
next-panel = nächstes Feld
leave-it-paused = angehalten lassen
train-on-from-here = ab hier trainieren
mark = markieren
compare = vergleichen
leave-as-it-was = lassen, wie es war
close = schließen
copy-or-save = kopieren, speichern
search = suchen
outline = Gliederung
its-names = seine Namen
bookmark = Lesezeichen
bookmarks = alle Lesezeichen
glossary = Glossar
none-of-them = keins davon
next-lesson = nächste Lektion
previous-lesson = vorige Lektion
step-through-it = schrittweise
step-from-here = Schritte ab hier
find-a-key = Taste finden

## Die Tasten: Ändern

edit = ändern
edit-the-code = Code ändern
edit-its-input = Eingabe ändern
toggle = umschalten
a-little-more = etwas mehr
a-little-less = etwas weniger
ten-steps-more = 10 Schritte mehr
ten-steps-less = 10 Schritte weniger
change-the-sign = Vorzeichen
fill = füllen
row = Zeile
column = Spalte
lower = untere
upper = obere
all = alles
add-a-row = Zeile anfügen
add-a-column = Spalte anfügen
remove-row = Zeile entfernen
remove-column = Spalte entfernen
set-the-number = Zahl setzen
accept = übernehmen
a-guess = geraten
fairly-sure = ziemlich sicher
sure = sicher
hint = Tipp
run-this-cell = Zelle ausführen
add-a-cell = neue Zelle
delete-this-cell = Zelle löschen
undo = rückgängig
redo = wiederholen
complete = ergänzen
take-it = einsetzen
next = nächstes
the-one-before = voriges
your-editor = dein Editor
cut = ausschneiden
copy = kopieren
paste = einfügen
delete-back = rückwärts löschen
delete = löschen
delete-word-back = voriges Wort löschen
delete-a-word = nächstes Wort löschen
delete-to-start = bis Anfang löschen
delete-to-line-end = bis Ende löschen
move-lines-in = Zeilen einrücken
move-lines-out = Zeilen ausrücken
pin-to-compare = festhalten
now-or-before = jetzt oder vorher
leak-test = Lecktest
timeline = Zeitleiste
pause-or-go-on = anhalten oder weiter
one-step = ein Schritt
twice-the-rate = doppelte Rate
half-the-rate = halbe Rate
keep-this-moment = Stand speichern
save-checkpoint = Checkpoint speichern
save-weights = Gewichte speichern
reset-this-cell = Zelle zurück
reset-the-page = Seite zurücksetzen

## Die Tasten: das Programm

all-actions = alle Aktionen
help = Hilfe
close-the-help = Hilfe schließen
mouse-on-or-off = Maus an oder aus
quit = Ende
to-the-shell = zur Shell
end-the-program = Programm beenden

## Die Orte der Tasten, wie die Hilfe sie nennt

place-contents = Inhalt
place-map = Die Karte der Lektionen
place-certificate = Was du gelöst hast
place-page = Lektion
place-question = Bei einer Frage
place-sureness = Sagen, wie sicher du bist
place-tensor = In einem Tensor
place-explained = In einem Tensor, erklärt
place-inspector = Woraus es gemacht ist
place-text = Text tippen
place-code = Code tippen
place-completion = Ein Wort wählen
place-number = Eine Zahl tippen
place-stepping = Schrittweise durch eine Zelle
place-timeline = In der Zeitleiste
place-training = Einem Modell beim Lernen zusehen
place-moments = Bei den gespeicherten Ständen
place-menu = Im Menü
place-finder = Aus einer Liste wählen
place-fill = Eine Matrix oder Maske füllen
place-help = Hilfe
group-move = Bewegen
group-see = Sehen
group-ask = Fragen
group-try = Probieren
group-go = Gehen
group-keep = Sichern
group-program = Programm

## Der einfache Modus

# Beginning and end

plain-welcome = Glassformer als reiner Text.
plain-welcome-keys = Enter allein geht zum nächsten Block. Das Wort hilfe nennt alle Befehle, ende beendet.
plain-goodbye = Auf Wiedersehen.
plain-kept = Deine Arbeit ist gespeichert.
plain-not-saved = Deine Arbeit konnte nicht gespeichert werden: { $why }. Das Programm versucht es nach jeder Änderung wieder; mit --session DATEI gestartet, speichert es woanders.
plain-saved = Gespeichert in { $path }.
plain-save-what = Sag, welcher Wert in welche neue Datei soll, zum Beispiel: sichere weights weights.csv. Der Name der Datei muss auf .csv, .json oder .safetensors enden. Das Wort sichere allein speichert deine Arbeit.
plain-save-no-tensor = { $name } ist { $what }: Nur Tensoren lassen sich in eine Datei speichern.
plain-save-exists = Die Datei { $path } gibt es schon; sie wurde nicht geändert: Nimm einen anderen Namen.
plain-marked = Dieser Block hat ein Lesezeichen. Das Wort merkliste nennt alle.
plain-unmarked = Dieser Block hat kein Lesezeichen mehr.
plain-mark = { $number }: { $lesson }, Block { $block }: { $words }
plain-no-marks = Es gibt keine Lesezeichen. Das Wort lesezeichen setzt eines an diesem Block.
plain-marks-go = Zu einem davon kommst du mit merkliste und seiner Nummer.
plain-which-mark = Sag die Nummer eines Lesezeichens. Es gibt { $count ->
        [0] keine
        [one] eines
       *[other] { $count }
    }.
plain-no-store = Nichts wird gespeichert: Es wurde kein Ordner dafür gefunden. Um zu speichern, starte das Programm mit --session DATEI.
plain-unfinished = Der Code endete nicht mit einer Zeile aus nur einem Punkt, darum wurde nichts geändert.
plain-computing = Die Berechnung läuft noch. Strg-C bricht sie ab.
plain-was-stopped = Abgebrochen. Zellen, die nicht fertig wurden, haben keine neuen Werte.
plain-prompt = { $lesson }, Block { $here } von { $all }>
plain-prompt-why = { $lesson }, warum>
plain-prompt-steps = { $lesson }, schritte>
plain-prompt-beam = Beam Search, Schritt { $step } von { $all }>
plain-prompt-lessons = Lektionen>
plain-prompt-sure = wie sicher, 1 bis 3>
plain-prompt-writing = Codezeile { $line }>
plain-say-more-part = Das Wort mehr liest weiter: { $part }.
plain-say-more = { $count ->
    [one] Noch eine Zeile: sag mehr, um sie zu hören.
   *[other] Noch { $count } Zeilen: sag mehr, um sie zu hören.
}
plain-no-more = Dazu gibt es nicht mehr zu sagen. Das Wort zeige und ein Name liest den ganzen Wert.
plain-unknown-word = Es gibt keinen Befehl „{ $word }“. Das Wort hilfe nennt alle.
plain-unknown-several = { $word } kann für mehrere Befehle stehen: { $names }. Schreib mehr Buchstaben.
plain-unknown-near = Es gibt keinen Befehl „{ $word }“. Meinst du { $near }?
plain-unknown-screen = „{ $word }“ gibt es nur auf dem Bildschirm. Alles, was es nur dort gibt, nennt die Dokumentation auf ihrer Seite über den Modus ohne Bildschirm.
plain-screen-words = ansicht bild bilder fäden histogramm zeitleiste vortrag farben kopieren maus
plain-help = Das sind die Befehle. Ein Befehl darf kürzer sein, solange klar ist, welcher gemeint ist.
plain-help-end = Mehr zu einem Befehl sagt hilfe mit seinem Namen. Eine Zahl allein beantwortet eine Frage oder erklärt einen Operanden.
plain-help-history = Am Terminal holt rlwrap glassformer --plain frühere Zeilen mit dem Pfeil nach oben zurück, zum Ändern und Absenden.
plain-help-names = Das Wort ist { $name }, die Kurzform { $short }.
plain-help-english = Der englische Name { $name } geht auch.
plain-width =
    { $width ->
        [0] Zeilen werden nicht umbrochen.
       *[other] Zeilen sind { $width } Zeichen breit.
    }
plain-width-wanted = Gib eine Breite von 20 bis 1000 an, oder 0 für Zeilen ohne Umbruch.
plain-numbers-on = Codezeilen werden mit ihrer Nummer vorgelesen.
plain-numbers-off = Codezeilen werden ohne Nummer vorgelesen.

# Lessons and blocks

plain-map = Die Lektionen, und worauf jede aufbaut:
plain-map-line = { $lesson }: { $standing }; baut auf { $needs } auf.
plain-map-first = { $lesson }: { $standing }; baut auf keiner anderen Lektion auf.
plain-lessons =
    { $count ->
        [one] Eine Lektion.
       *[other] { $count } Lektionen.
    }
plain-lesson-line = { $number } { $id }. { $title }: { $summary }
plain-lesson-broken = { $id }: Diese Lektion kann nicht gelesen werden.
plain-open-one = Öffne eine Lektion mit ihrer Nummer oder ihrem Namen, zum Beispiel: öffne 0.
plain-open-which = Sag, welche Lektion, mit Nummer oder Namen, zum Beispiel: öffne 5.
plain-opened =
    Lektion { $title }. { $all ->
        [one] Ein Block.
       *[other] { $all } Blöcke.
    }
plain-no-lesson = Keine Lektion ist offen. Öffne eine mit ihrer Nummer oder ihrem Namen, zum Beispiel: öffne 0.
plain-no-lesson-named = Es gibt keine Lektion „{ $name }“. Das Wort lektionen nennt alle.
plain-no-lesson-near = Es gibt keine Lektion „{ $name }“. Meinst du { $near }?
plain-in-lessons = Du bist in der Liste der Lektionen.
plain-where-here = Lektion { $title }, Block { $here } von { $all }.
plain-below-heading = Unter der Überschrift „{ $heading }“.
plain-done = Fertig.
plain-lesson-done = Damit ist die Lektion fertig: { $progress }
plain-questions-done = { $some } von { $all } Fragen beantwortet.
plain-exercises-done = { $some } von { $all } Aufgaben gelöst.
plain-changes-made =
    { $count ->
        [one] Eine Änderung.
       *[other] { $count } Änderungen.
    }
plain-left = Noch zu tun: Block { $blocks }.
plain-history-counts = Änderungen zum Zurücknehmen: { $done }; zum Wiederholen: { $undone }.
plain-last-block = Das war der letzte Block.
plain-first-block = Das ist der erste Block.
plain-next-lesson = Die nächste Lektion ist { $lesson }: öffne { $lesson }.
plain-block = Block { $here } von { $all }.
plain-which-block = Die Blöcke haben die Nummern 1 bis { $all }, und jede Zelle hat einen Namen. Das Wort gliederung nennt sie alle.
plain-no-block = In dieser Lektion gibt es keinen Block „{ $name }“.
plain-no-block-near = In dieser Lektion gibt es keinen Block „{ $name }“. Meinst du { $near }?
plain-outline-line = { $place }: { $title }
plain-nowhere-back = Du bist nicht hierher gesprungen, also gibt es kein Zurück.
plain-has-error = Sie hat einen Fehler.
plain-answered = Beantwortet.
plain-open-question = Nicht beantwortet.
plain-is-solved = Gelöst.
plain-is-unsolved = Nicht gelöst.
plain-search-what = Sag, wonach du suchst, zum Beispiel: suche softmax.
plain-found = öffne { $lesson } { $block }: { $text }
plain-found-count =
    Gefunden in { $count ->
        [one] einem Block
       *[other] { $count } Blöcken
    }; { $shown } genannt. Um zu einem Block zu gehen, gib die Wörter vor seinem Doppelpunkt ein.
plain-not-found = „{ $words }“ steht in keiner Lektion.
plain-due =
    { $count ->
        [one] Eine Frage steht heute zur Wiederholung an: Das Wort frage stellt sie.
       *[other] { $count } Fragen stehen heute zur Wiederholung an: Das Wort frage stellt die nächste.
    }
plain-due-on = Die nächste Frage kommt am { $day }.
plain-checking = Alle Prüfungen laufen noch einmal.
plain-nothing-solved = Noch ist nichts gelöst.
plain-certificate = { $lesson }: { $right } von { $questions } Fragen richtig, { $solved } von { $exercises } Aufgaben gelöst.
plain-complete = Vollständig.
plain-solution-seen =
    { $count ->
        [one] Eine Aufgabe zählt nicht
       *[other] { $count } Aufgaben zählen nicht
    }, weil die Lösung gezeigt wurde.
plain-sure-and-wrong = Du warst sicher, lagst aber falsch bei { $questions }.

# Prose

plain-heading = Überschrift: { $text }
plain-heading-of = Überschrift, Ebene { $level }: { $text }
plain-item = Punkt: { $text }
plain-item-of = Punkt, Ebene { $level }: { $text }
plain-note = Anmerkung { $number }: { $text }
plain-quotation = Zitat:
plain-formula = Formel: { $words }.
plain-preformatted =
    Vorformatierter Text, { $lines ->
        [one] eine Zeile
       *[other] { $lines } Zeilen
    }:
plain-code-in =
    Code, der nicht läuft, { $language }, { $lines ->
        [one] eine Zeile
       *[other] { $lines } Zeilen
    }:
plain-code =
    Code, { $lines ->
        [one] eine Zeile
       *[other] { $lines } Zeilen
    }:
plain-code-end = Ende des Codes.
plain-no-code = Noch kein Code.
plain-table =
    Tabelle, { $rows ->
        [one] eine Zeile
       *[other] { $rows } Zeilen
    }, { $columns ->
        [one] eine Spalte
       *[other] { $columns } Spalten
    }.
plain-table-pairs =
    Tabelle aus { $count ->
        [one] einem Paar
       *[other] { $count } Paaren
    }:
plain-table-pairs-of =
    Tabelle aus { $count ->
        [one] einem Paar
       *[other] { $count } Paaren
    }, { $above } und { $below }:
plain-table-row = Zeile { $row }. { $cells }.
plain-link = Verweis { $number }: { $words }, { $target }.
plain-link-here = Verweis { $number }
plain-to-training = ein Training, { $task }
plain-to-note = zu Anmerkung { $number }
plain-to-block = zu Block { $block } dieser Lektion
plain-to-block-of = zu Block { $block } der Lektion { $lesson }
plain-to-lesson = zur Lektion { $lesson }
plain-no-links = In diesem Block sind keine Verweise.
plain-which-link = Sag, welcher Verweis, von 1 bis { $count }.
plain-address = Die Adresse ist { $address }. Von hier aus wird sie nicht geöffnet.
plain-training-begun = Ein Training beginnt. Ein neuer Transformer { $learning }. Er hat { $encoder } Encoder- und { $decoder } Decoder-Schichten und { $weights } Parameter und trainiert höchstens { $steps } Schritte.
plain-training-beside = Das Training läuft im Hintergrund und meldet nach deinen Befehlen, wie weit es ist. Mit trainiere hörst du zu, bis es endet oder du Strg-C drückst; trainiere stopp beendet es, und trainiere sichere schreibt das Modell in eine Datei.
plain-training-point = Training, Schritt { $step } von { $steps }: Der Verlust ist { $loss }, { $words } Prozent der einzelnen { $unit } sind richtig.
plain-training-sample = Zu „{ $source }“ schreibt das Modell „{ $written }“.
plain-training-silent = Zu „{ $source }“ schreibt das Modell nichts.
plain-training-rewound = Training: { $why }. Das Training geht zurück zu Schritt { $step } und dann mit der halben Lernrate weiter.
plain-training-over = { $step ->
    [one] Das Training ist nach einem Schritt fertig.
   *[other] Das Training ist nach { $step } Schritten fertig.
}
plain-training-loss = Der Verlust ging von { $first } auf { $last }.
plain-training-score = Von { $all } ungesehenen Beispielen löst das Modell { $right } richtig.
plain-training-ends = Das Training endet hier; das trainierte Modell wird verworfen.
plain-training-ends-saved = Das Training endet hier. Was du davon gesichert hast, steht in { $file }.
plain-training-not-saved = Das Modell wurde nicht gesichert: { $why }.
plain-training-stopped = { $step ->
    [one] Das Training wurde nach einem Schritt beendet.
   *[other] Das Training wurde nach { $step } Schritten beendet.
}
plain-training-failed = Das Training ist fehlgeschlagen: { $why }.
plain-training-broke = unerwarteter Fehler; bitte melde das
plain-training-already = Es läuft schon ein Training. Das Wort trainiere hört ihm zu, trainiere stopp beendet es.
plain-training-none = Es läuft kein Training. Um eines zu beginnen, sag trainiere reverse.
plain-training-goes-on = Das Training läuft im Hintergrund weiter.
plain-training-which = Sag, welches Training: copy, reverse, sort, dates oder translation; dahinter kann stehen, wie viele Schritte, von 1 bis { $most }.
plain-training-paused = Das Training ist bei Schritt { $step } angehalten. Mit trainiere weiter läuft es weiter, mit trainiere schritt macht es einen Schritt.
plain-training-going = Das Training geht weiter ab Schritt { $step }.
plain-training-norm = Die Norm aller Gradienten ist { $norm }. Das Training ist angehalten.
plain-training-paced = Das Training läuft jetzt mit dem { $factor }-Fachen der geplanten Lernrate.
plain-training-heads = Worauf die Köpfe der Cross-Attention des Decoders achten, nach { $step ->
        [one] einem Schritt
       *[other] { $step } Schritten
    }. Die Quelle ist { $source }, das Ziel { $wanted }. Zu jeder Zielposition hörst du die Quellposition mit dem größten Gewicht und dieses Gewicht in Prozent.
plain-training-encoder-heads = Worauf die Köpfe des Encoders achten, nach { $step ->
        [one] einem Schritt
       *[other] { $step } Schritten
    }. Die Quelle ist { $source }. Zu jeder Position hörst du die Position mit dem größten Gewicht und dieses Gewicht in Prozent.
plain-training-decoder-heads = Worauf die Köpfe der maskierten Self-Attention des Decoders achten, nach { $step ->
        [one] einem Schritt
       *[other] { $step } Schritten
    }. Das Ziel ist { $wanted }. Zu jeder Position hörst du, welche Position das größte Gewicht hat, sie selbst oder eine frühere, und dieses Gewicht in Prozent.
plain-training-head = Schicht { $layer }, Kopf { $head }: { $reads }.
plain-training-reads = { $word } achtet auf { $read } { $share }
plain-training-start = der Anfang
plain-training-end = das Ende
plain-training-no-heads = Dieses Modell hat keine Attention-Köpfe, die sich beschreiben ließen.

# The built-in translator, told.
plain-machine-translation = „{ $sentence }“ wird zu „{ $translation }“.
plain-machine-off = Ausgeschaltet: { $parts }.
plain-machine-same = Wenn nichts ausgeschaltet ist, ist die Übersetzung dieselbe.
plain-machine-whole = Wenn nichts ausgeschaltet ist: „{ $translation }“.
plain-machine-least-sure = Am wenigsten sicher war der Übersetzer bei Token { $at } von { $all }, { $token }: { $share } Prozent.
plain-machine-more = Mit mehr hörst du die Übersetzung Token für Token.
plain-machine-reads = Der Übersetzer liest { $tokens }.
plain-machine-attends = Worauf die { $part } am meisten achtet, gemittelt über alle Köpfe, in Prozent.
plain-machine-head-attends = Worauf die { $part }, am meisten achtet, in Prozent.
plain-machine-token = Token { $at }: { $likely } Prozent.
plain-machine-parameters = Der eingebaute Übersetzer hat { $count } Parameter. Seine Attention-Schichten:
plain-machine-part =
    { $part }: { $count ->
        [one] ein Kopf
       *[other] { $count } Köpfe
    }.
plain-machine-keys = Mit maschine und einem Teil, etwa maschine cross 1 kopf 2, hörst du, worauf er achtet; schalte und ein Teil schaltet ihn aus, und beamsuche geht die Beam Search durch.
plain-machine-is-off = Ausgeschaltet ist: { $part }.
plain-machine-which = „{ $asked }“ ist nicht der Name eines Teils. Sag encoder, decoder oder cross, dann die Schicht, dann einen Kopf, wenn es nur einer sein soll, zum Beispiel: cross 1 kopf 2.
plain-machine-no-part = Das gibt es nicht: { $part }. Mit maschine hörst du alle Teile.
plain-machine-encoder = Self-Attention der Encoder-Schicht { $layer }
plain-machine-decoder = maskierte Self-Attention der Decoder-Schicht { $layer }
plain-machine-cross = Cross-Attention der Decoder-Schicht { $layer }
plain-machine-head = { $part }, Kopf { $head }
plain-machine-piece = das Stück { $text }
plain-machine-lesson = Die Lektion { $title } erklärt diesen Teil: öffne { $id }.
plain-beam-title = Beam Search der Breite { $width } für „{ $sentence }“ in { $steps } Schritten. Jeder Schritt ordnet die Fortsetzungen nach der Summe ihrer Log-Wahrscheinlichkeiten und behält höchstens { $width } davon.
plain-beam-keys = Mit Enter oder weiter gehst du die Suche Schritt für Schritt durch; zurück führt zum vorigen Schritt, beamsuche schluss zum letzten, eine Nummer sagt, was aus dieser Fortsetzung wurde, beamsuche mit einer Breite von { $least } bis { $most } sucht noch einmal, und hoch verlässt die Beam Search.
plain-beam-lesson = Mehr über Beam Search: öffne { $lesson } { $block }.
plain-beam-step = Schritt { $number } von { $all }. Die bisher wahrscheinlichste Sequenz: „{ $text }“.
plain-beam-step-last = Schritt { $number } von { $all }, der letzte.
plain-beam-token = { $token } nach „{ $text }“
plain-beam-line = { $number }, { $fate }: { $what }. Wahrscheinlichkeit { $share } Prozent, Log-Wahrscheinlichkeit { $log_prob }, Summe { $sum }.
plain-beam-below-one = unter 1
plain-beam-dead-end = Vom vorigen Schritt, { $fate }: „{ $text }“. { $why }
plain-beam-score = „{ $text }“ mit dem Score { $score }
plain-beam-found = Bisher fertig: { $sentences }.
plain-beam-over = Die Beam Search ist zu Ende. Die fertigen Sätze, geordnet nach ihrem Score, also der Summe mit Length Penalty:
plain-beam-rank = { $rank }: „{ $text }“. Score { $score }, Summe { $sum }, { $tokens } Token.
plain-beam-rank-again = { $rank }: noch einmal der Text von Nummer { $first }, aus anderen Token. Score { $score }, Summe { $sum }, { $tokens } Token.
plain-beam-greedy = Greedy Decoding schrieb „{ $text }“.
plain-beam-greedy-same = Greedy Decoding schrieb denselben Satz wie Nummer 1.
plain-beam-no-continuation = Eine Fortsetzung { $number } gibt es bei diesem Schritt nicht: Er hat { $count }.
plain-beam-width = { $asked } ist keine mögliche Breite: Eine Beam Search behält bei jedem Schritt { $least } bis { $most } Sequenzen. Zum Beispiel: beamsuche { $most }.
plain-beam-which = „{ $asked }“ passt nicht zu beamsuche. Sag beamsuche allein für den ersten Schritt, beamsuche mit einer Breite von { $least } bis { $most } oder mit anfang, zurück, weiter oder schluss.
plain-beam-first-step = Davor ist kein Schritt. Das Wort hoch verlässt die Beam Search.
plain-beam-last-step = Das war der letzte Schritt. Das Wort hoch verlässt die Beam Search.
plain-beam-left = Du hast die Beam Search verlassen.
plain-layer = schicht
plain-head = kopf

plain-training-parts = Die Gradientennorm jedes Teils beim letzten Schritt: { $parts }.
plain-training-no-parts = Noch ist kein Trainingsschritt gelaufen.
plain-training-updates = Die Größe des letzten Updates jedes Teils, im Verhältnis zu seinen Gewichten: { $parts }.
plain-training-weights = Mittel und Standardabweichung der Gewichte jedes Teils: { $parts }.
plain-training-activations = Mittel und Standardabweichung der Ausgabe jeder Schicht: { $parts }.
plain-spread = Mittel { $mean } Standardabweichung { $deviation }
plain-training-validation = Der Verlust auf den Validierungsbeispielen ist { $loss }.
plain-training-waits = Das Training ist angehalten: trainiere weiter setzt es fort, trainiere schritt macht einen Schritt, trainiere stopp beendet es.
plain-pause = pause
plain-go-on = weiter
plain-faster = schneller
plain-slower = langsamer
plain-heads = köpfe
plain-parts = teile
plain-updates = bewegungen
plain-weights = gewichte
plain-activations = aktivierungen
plain-curves = kurven
plain-no-curves = Noch ist kein Trainingsschritt gelaufen, also gibt es keine Kurven.
plain-snapshots = stände
plain-keep = behalte
plain-train-back = zurück
plain-train-compare = vergleiche
plain-earlier = früher
plain-train-save = sichere
plain-train-export = exportiere
plain-training-unheard = Das Training hat den Befehl nicht angenommen, weil zu viele andere warten. Versuch es noch einmal.
plain-training-goes-back = Das Training wartet. Von einem früheren Stand aus geht es weiter mit: trainiere zurück und der Nummer eines Stands; trainiere stände zählt sie auf.
plain-training-no-parts-since = Seit der Rückkehr zu Schritt { $step } wurde kein Schritt gemacht, also gibt es noch keine Gradienten. Sag trainiere schritt.
plain-training-snapshots = { $count ->
    [one] Ein Stand ist gespeichert.
   *[other] { $count } Stände sind gespeichert, in dieser Reihenfolge.
} Das Training ist bei Schritt { $step }. Die Lernrate ist die des nächsten Schritts.
plain-training-snapshot = Stand { $number }, Schritt { $step }: { $facts }.
plain-training-snapshots-use = Zurück zu einem Stand geht es mit trainiere zurück und seiner Nummer. Zwei vergleicht trainiere vergleiche mit beiden Nummern.
plain-fact-loss = Verlust { $loss }
plain-fact-right = { $percent } Prozent der einzelnen { $unit } richtig
plain-fact-validation = Verlust auf Validierungsbeispielen { $loss }
plain-fact-score = { $right } von { $all } Validierungsbeispielen richtig
plain-fact-rate = Lernrate { $rate }
plain-fact-turned = Lernrate { $rate }, das { $factor }-Fache der geplanten
plain-training-kept = Schritt { $step } ist als Stand { $number } gespeichert. Zu ihm zurück geht es mit trainiere zurück { $number }.
plain-training-returned = Das Training ist wieder bei Stand { $number }, Schritt { $step }: { $facts }.
plain-training-left = Die verlassenen Schritte sind jetzt ein früherer Lauf. Mit ihm vergleicht: trainiere früher.
plain-training-no-snapshots = Es gibt noch keinen Stand, weil das Training noch nicht begonnen hat. Warte kurz und sag noch einmal trainiere stände.
plain-training-no-snapshot = Einen Stand { $number } gibt es nicht. Gespeichert sind: { $numbers }. Mehr über sie sagt trainiere stände.
plain-training-which-snapshot = Sag, zu welchem Stand, etwa trainiere zurück 1. Alle Stände nennt trainiere stände.
plain-training-cannot-return = Das letzte Training ist zu Ende und kann nicht zurückgehen. Ein neues beginnt mit trainiere und einer Aufgabe, etwa trainiere reverse.
plain-training-cannot-save = Der letzte Trainingslauf wurde beendet, und sein Modell gibt es nicht mehr. Sag nächstes Mal trainiere sichere vor trainiere stopp.
plain-training-which-two = Sag, welche Stände: trainiere vergleiche 2 5 vergleicht zwei, trainiere vergleiche 2 einen mit dem Modell von jetzt. Alle nennt trainiere stände.
plain-training-no-pair = Es gibt keinen Stand eines früheren Schritts, mit dem verglichen werden könnte. Sag trainiere schritt oder trainiere weiter, dann vergleiche noch einmal.
plain-compared = Stand { $one }, Schritt { $before }, verglichen mit Stand { $other }, Schritt { $after }.
plain-compared-now = Stand { $one }, Schritt { $before }, verglichen mit dem Modell von jetzt, Schritt { $after }.
plain-compared-loss = Der Verlust geht von { $was } auf { $now }.
plain-compared-right = Der Anteil der einzelnen { $unit }, die richtig sind, geht von { $was } auf { $now } Prozent.
plain-compared-validation = Der Verlust auf Validierungsbeispielen geht von { $was } auf { $now }.
plain-compared-score = Von { $all } Validierungsbeispielen waren zuerst { $was } richtig, später { $now }.
plain-compared-rate = Die Lernrate geht von { $was } auf { $now }.
plain-compared-same-rate = Die Lernrate ist dieselbe: { $rate }.
plain-compared-samples = Von { $all } Beispieleingaben löste das Modell zuerst { $was }, später { $now }.
plain-compared-writes = Zu „{ $source }“ schrieb das Modell zuerst { $was }, später { $now }.
plain-compared-writes-same = Zu jeder Eingabe schrieb es dasselbe.
plain-compared-attention = Wo sich die Attention am meisten geändert hat, in Prozent, bei der ersten Eingabe. Quelle: { $source }, Ziel: { $wanted }.
plain-compared-head = Kopf { $head }, { $part }: Query { $word }, Key { $read }, zuerst { $was }, später { $now }.
plain-training-earlier = Früherer Lauf { $run } von { $count }, der neueste zuerst, von Schritt { $first } bis Schritt { $last }.
plain-earlier-loss = Der Verlust des früheren Laufs: { $course }
plain-earlier-present = Der Verlust dieses Laufs ab Schritt { $first }: { $course }
plain-earlier-beside = Bei Schritt { $step } ist der Verlust { $now } in diesem Lauf und war { $was } im früheren.
plain-earlier-right = In diesem Lauf sind { $now } Prozent der einzelnen { $unit } richtig, im früheren waren es { $was } Prozent.
plain-earlier-rate = Die Lernrate ist { $now } in diesem Lauf und war { $was } im früheren.
plain-earlier-same-rate = Die Lernrate ist in beiden Läufen dieselbe: { $rate }.
plain-earlier-not-yet = Dieser Lauf ist bei Schritt { $step }; noch gibt es keinen Schritt beider Läufe zu vergleichen. Sag trainiere schritt oder trainiere weiter.
plain-training-no-earlier = Es gibt keinen früheren Lauf, weil das Training noch nicht zurückgegangen ist. Sag trainiere zurück und die Nummer eines Stands: Die verlassenen Schritte werden ein früherer Lauf.
plain-training-which-earlier = { $count ->
    [one] Es gibt nur einen früheren Lauf: trainiere früher 1.
   *[other] Es gibt { $count } frühere Läufe: Sag trainiere früher mit einer Zahl von 1 bis { $count }; 1 ist der neueste.
}
plain-training-which-run = Sag, welcher frühere Lauf, etwa trainiere früher 1, der neueste.
plain-stop = stopp
plain-no-note = Diese Lektion hat keine solche Anmerkung.
plain-term = { $name }: { $meaning } Zur Lektion: öffne { $lesson } { $block }.
plain-no-term = „{ $name }“ steht nicht im Glossar.
plain-no-term-near = „{ $name }“ steht nicht im Glossar. Meinst du { $near }?
plain-no-terms = In diesem Block steht kein Begriff des Glossars.

# Cells and values

plain-cell = Zelle { $name }.
plain-own-cell = Das ist deine eigene Zelle.
plain-from-example = Das ist eine gemeinsame Zelle aus { $title }.
plain-changed = Du hast sie geändert.
plain-prints = Sie gibt aus:
plain-more-lines =
    Und { $count ->
        [one] eine weitere Zeile
       *[other] { $count } weitere Zeilen
    }.
plain-last-line = Die letzte Zeile
plain-stopped = Sie ist nicht zu Ende gelaufen. Das Wort rechne versucht es wieder.
plain-lazy = Sie läuft nur auf Wunsch: Sag rechne.
plain-waits = Sie wartet auf { $name } aus der Zelle { $cell }.
plain-see-also = Siehe auch die Zelle { $cell }.
plain-old-failed = Das ist ein alter Wert von { $name }: Die Zelle { $cell } schlägt jetzt fehl.
plain-old-waits = Das ist ein alter Wert von { $name }: Die Zelle { $cell } wartet auf { $by }.
plain-old-unfinished = Das ist ein alter Wert von { $name }: Die Zelle { $cell } ist seit einer Änderung nicht gelaufen.
plain-old-number = { $number } (alt)
plain-old-values = Die folgenden Werte sind alt.
plain-default-seed = Startwert { $seed } (eigener: keiner).
plain-hides-built-in = Ab hier ist { $names }, was diese Zelle sagt, nicht das Eingebaute.
plain-error = Fehler in Zeile { $line }, Spalte { $column }: { $message }.
plain-error-line = Die Zeile lautet:
plain-error-label = Bei „{ $code }“: { $text }.
plain-error-label-sign = Beim Zeichen „{ $name }“: { $text }.
plain-error-help = Hilfe: { $help }
plain-is = { $name } ist { $value }.
plain-list-of-texts =
    eine Liste aus { $count ->
        [one] einem Text
       *[other] { $count } Texten
    }: { $items }
plain-list-of-numbers =
    eine Liste aus { $count ->
        [one] einer Zahl
       *[other] { $count } Zahlen
    }: { $items }
plain-items = { $name }: { $count } Einträge.
plain-token-start = Start-Token
plain-token-end = End-Token
plain-token-padding = Padding-Token
plain-token-class = Klassen-Token
plain-token-separator = Trenn-Token
plain-token-mask = Masken-Token
plain-token-unknown = unbekanntes Token
plain-quoted = „{ $text }“
plain-name-comma = Komma
plain-name-stop = Punkt
plain-name-question-mark = Fragezeichen
plain-name-exclamation-mark = Ausrufezeichen
plain-name-colon = Doppelpunkt
plain-name-semicolon = Strichpunkt
plain-name-hyphen = Bindestrich
plain-name-apostrophe = Apostroph
plain-name-quote = Anführungszeichen
plain-name-blank = Leerzeichen
plain-name-nothing = kein Text
plain-name-opening-bracket = öffnende Klammer
plain-name-closing-bracket = schließende Klammer
plain-name-opening-square = öffnende eckige Klammer
plain-name-closing-square = schließende eckige Klammer
plain-name-opening-brace = öffnende geschweifte Klammer
plain-name-closing-brace = schließende geschweifte Klammer
plain-name-equals-sign = Gleichheitszeichen
plain-name-double-equals = doppeltes Gleichheitszeichen
plain-name-at-sign = At-Zeichen
plain-name-plus-sign = Pluszeichen
plain-name-minus-sign = Minuszeichen
plain-name-asterisk = Sternchen
plain-name-double-asterisk = doppeltes Sternchen
plain-name-slash = Schrägstrich
plain-name-percent-sign = Prozentzeichen
plain-name-tilde = Tilde
plain-name-underscore = Unterstrich
plain-name-number-sign = Rautezeichen
plain-name-middle-dot = Malpunkt
plain-name-three-dots = drei Punkte
plain-the-sign = das Zeichen „{ $name }“
plain-values =
    { $count ->
        [one] ein Wert
       *[other] { $count } Werte
    }
plain-by = mal
plain-yes = ja
plain-no = nein
plain-row = Zeile { $row }: { $cells }.
plain-row-part = Zeile { $row }, Spalten { $from } bis { $to }: { $cells }.
plain-columns-from = Zeile { $row }, Spalten { $from } bis { $to }
plain-values-part = Werte { $from } bis { $to }: { $cells }.
plain-values-from = Werte { $from } bis { $to }
plain-slice = Schnitt { $number } der Achse { $axis }
plain-empty-list = eine leere Liste
plain-made-up = { $name } (erfundene Zahlen)
plain-at-place = an Stelle { $number }
plain-at-column = Spalte { $number }
plain-extremes = Am kleinsten ist { $least }, bei { $low }; am größten { $greatest }, bei { $high }.
plain-all-alike = alle { $value }
plain-run = { $from } bis { $to } { $value }
plain-are-on = { $count } von { $all } Werten { $count ->
        [one] ist
       *[other] sind
    } ja.
plain-nans =
    { $count ->
        [one] Ein Wert ist keine Zahl.
       *[other] { $count } Werte sind keine Zahlen.
    }
plain-show-all = Alle Werte hörst du mit: zeige { $name }.
plain-curve-course = Von { $first } bei { $begin } bis { $last } bei { $end }.
plain-curve-line = Bei { $name }: { $course }
plain-curve-same = Es bleibt gleich.
plain-curve-rises = Es steigt von Anfang bis Ende.
plain-curve-falls = Es fällt von Anfang bis Ende.
plain-curve-ways = Es { $ways }.
plain-curve-up = steigt
plain-curve-down = fällt
plain-curve-level = bleibt gleich
plain-curve-then = dann
plain-curve-turns = Es geht auf und ab und wechselt { $count ->
        [one] einmal
       *[other] { $count }-mal
    } die Richtung.
plain-curve-infinite =
    { $count ->
        [one] Ein Wert ist nicht endlich.
       *[other] { $count } Werte sind nicht endlich.
    }
plain-curve-more =
    { $count ->
        [one] Und eine weitere Linie.
       *[other] Und { $count } weitere Linien.
    }
plain-curve-numbers = Die Zahlen hörst du mit: zeige { $name }.
plain-sum-one = Die Summe der Werte ist 1.
plain-sums-one = Jede Zeile hat die Summe 1.
plain-sums-off = Die Zeilen haben die Summe 1, außer Zeile { $rows }.
plain-too-many = Das sind { $count } Werte. Sag, welche Zeilen, zum Beispiel: zeige { $name } zeilen 0 bis 9. Die letzte Zeile ist { $last }.
plain-no-such-rows =
    { $count ->
        [0] { $name } hat keine Zeilen.
        [one] Diese Zeilen gibt es nicht: { $name } hat nur Zeile 0.
       *[other] Diese Zeilen gibt es nicht: { $name } hat die Zeilen 0 bis { $last }.
    }
plain-rows-of = Zeilen { $from } bis { $to }:
plain-rows = zeilen
plain-row-word = zeile
plain-which-rows = Sag, welche Zeilen, mit Nummer oder Namen, zum Beispiel: zeige weights zeilen 2 bis 4, oder zeige weights zeile sat.
plain-rows-to = bis
plain-show-what = Sag, welchen Wert, zum Beispiel: zeige weights. Das Wort namen sagt, woher Namen kommen.
plain-nothing-shown = In Block { $block } gibt es keinen Wert, der sich zeigen lässt.
plain-and-so-on = und so weiter
plain-unknown = nicht bekannt
plain-a-number = eine Zahl
plain-nan = keine Zahl
plain-one-number = eine Zahl
plain-a-matrix = eine Matrix, { $shape },
plain-a-tensor = ein Tensor, { $shape },
plain-diagram = Der Transformer, den diese Zelle ausführt, in der Reihenfolge der Zeichnung im Paper, von unten nach oben:
plain-stack =
    Stapel { $path }: { $layers ->
        [one] eine Schicht
       *[other] { $layers } Schichten, jede
    } aus { $pieces }.
plain-stack-crosses = Dieser Stapel achtet auf das Memory, die Ausgabe des anderen Stapels.
plain-stack-below = Darunter: { $parts }.
plain-stack-above = Darüber: { $parts }.
plain-part-embedding = ein Embedding
plain-part-positions = Positionen
plain-part-linear = eine lineare Schicht
plain-part-softmax = Softmax
plain-comes-from = { $name } kommt aus Block { $block }.
plain-used-in = { $name } ist hier definiert und wird benutzt in Block { $blocks }.
plain-made-here = { $name } ist hier definiert.
plain-no-names = Dieser Block benutzt keine Namen aus anderen Blöcken, und kein anderer benutzt seine.
plain-step = Schritt { $number }, { $kind } { $name }: { $shape }.
plain-step-part = Schritte { $steps }, { $name }: { $shape }.
plain-step-title = Schritt { $number }, { $kind } { $name }.
plain-step-part-title = Schritte { $steps }, { $name }.
plain-step-of = { $number } von { $all }. { $title }
plain-step-level = Ebene { $level }. { $line }
plain-step-range = { $first } bis { $last }
plain-step-inside = In { $names } gilt:
plain-steps-folded = Operationen, die nur die Form ändern, fehlen hier: schritte alles nennt jede Operation.
plain-step-module = Modul
plain-step-stage = Wert
plain-step-operation = Operation
plain-more-steps = Und { $count } weitere.
plain-no-inner-steps = Darin sind keine Schritte.
plain-step-contains =
    { $count ->
        [one] Darin ist ein Schritt: hinein geht zu ihm.
       *[other] Darin sind { $count } Schritte: hinein geht zum ersten.
    }
plain-steps-keys = Mit Enter oder weiter gehst du die Schritte einzeln durch; zurück führt zum vorigen Schritt, hinein in einen Schritt, eine Nummer zu diesem Schritt, und hoch führt aus ihm heraus und dann zur Seite zurück.
plain-steps-left = Du hast die Schritte verlassen und bist wieder auf der Seite.
plain-last-step = Das war der letzte Schritt. Das Wort hoch verlässt die Schritte.
plain-first-step = Davor ist kein Schritt. Das Wort hoch verlässt die Schritte.
plain-into-what = Du gehst keine Schritte durch: Geh zu einer Zelle und sag zuerst schritte.
plain-no-steps = Dieser Block hat keine Schritte: Geh zu einer Zelle, die gelaufen ist.
plain-hidden-steps = Die Schritte dieser Zelle sind verborgen, bis du die Frage in Block { $block } beantwortest: { $ask } Das Wort überspringen geht ohne Antwort weiter, aufdecken zeigt alles.
plain-which-step = Die Schritte haben die Nummern 1 bis { $count }.
plain-step-word = schritt
plain-step-formula = Berechnet als { $name } = { $formula }.
plain-step-why = Um nach einer seiner Zahlen zu fragen, sag warum schritt { $number } und die Position dieser Zahl.

# Inputs and changes

plain-slider = Eingabe { $name }: ein Regler auf { $value }, von { $min } bis { $max } in Schritten von { $step }.
plain-text = Eingabe { $name }: der Text „{ $value }“.
plain-choice = Eingabe { $name }: { $value }, eine Wahl aus { $options }.
plain-toggle = Eingabe { $name }: { $value }, ein Schalter für an oder aus.
plain-matrix = Eingabe { $name }: eine Matrix, { $shape }. Setze ein Element mit Zeile und Spalte, zum Beispiel: setze { $name }[0, 1] 0.5.
plain-mask = Eingabe { $name }: eine Maske, { $shape }. Schalte ein Element an oder aus, zum Beispiel: setze { $name }[0, 1] aus.
plain-on = an
plain-off = aus
plain-all = alles
plain-no-inputs = Auf dieser Seite gibt es keine Eingaben.
plain-inputs-of-page = Dieser Block hat keine Eingaben. Die Eingaben der Seite, nach Block:
plain-set-what = Sag, welche Eingabe du auf welchen Wert setzt, zum Beispiel: setze cups 5, oder setze W[1, 2] 0.5.
plain-no-input = Auf dieser Seite gibt es keine Eingabe „{ $name }“. Das Wort eingaben nennt sie.
plain-no-input-near = Auf dieser Seite gibt es keine Eingabe „{ $name }“. Meinst du { $near }?
plain-region-words = zeile spalte unten oben alles
plain-no-element = { $name } ist keine Matrix und keine Maske: Setze die Eingabe als Ganzes, ohne Klammern.
plain-no-values = { $name } hat noch keine Werte: Die Zelle dazu ist noch nicht gelaufen.
plain-no-number = „{ $value }“ ist keine Zahl oder zu groß.
plain-slider-bounds = { $name } ist ein Regler: Gib ihm eine Zahl von { $min } bis { $max }.
plain-slider-whole = { $name } ist ein Regler: Gib ihm eine ganze Zahl von { $min } bis { $max }.
plain-choice-of = { $name } ist eine Wahl aus { $options }.
plain-toggle-of = { $name } kann an oder aus sein.
plain-rows-wanted = { $name } ist eine Matrix oder Maske: Setze ein einzelnes Element oder alle Zeilen auf einmal, zum Beispiel auf [[1, 0], [0, 1]].
plain-same = Die Eingabe hat diesen Wert schon.
plain-moved = { $name } hat sich geändert: { $count } von { $all } Werten{ $rows }; am meisten bei { $place }, von { $was } auf { $now }.
plain-moved-in = bei { $axis } { $places }
plain-moved-in-many = in { $count } von { $all } Zeilen
plain-moved-row = Zeile
plain-moved-place = Stelle
plain-became = { $name } hat sich geändert, von { $was } auf { $now }.
plain-reshaped = Die Form von { $name } hat sich geändert, von { $was } auf { $now }.
plain-moved-other = { $name } hat sich geändert.
plain-moved-more =
    { $count ->
        [one] Ein weiterer Name hat
       *[other] { $count } weitere Namen haben
    } sich geändert.
plain-moved-unseen =
    { $count ->
        [one] Ein weiterer Name hat sich geändert: { $names }.
       *[other] { $count } weitere Namen haben sich geändert: { $names }.
    }
plain-gist =
    { $count ->
        [one] Ein Wert der Seite hat sich geändert
       *[other] { $count } Werte der Seite haben sich geändert
    }{ $reshaped ->
        [0] .
        [one] , einer auch seine Form.
       *[other] , { $reshaped } davon auch ihre Form.
    }
plain-gist-text = Auch im Text von Block { $blocks } stehen andere Zahlen.
plain-gist-more = Das Wort mehr nennt alle Änderungen.
plain-nothing-moved = Kein Wert hat sich geändert.
plain-text-moved = Im Text von Block { $block }: { $numbers }.
plain-number-became = aus { $was } wurde { $now }
plain-fails-now = Die Zelle { $cell } schlägt jetzt fehl: { $message }.
plain-runs-again = Die Zelle { $cell } läuft jetzt ohne Fehler.
plain-not-finished = Die Zelle { $cell } ist nicht fertig geworden.
plain-now-solved = Die Aufgabe { $name } ist gelöst.
plain-no-longer-solved = Die Aufgabe { $name } ist nicht mehr gelöst.
plain-undone = Zurückgenommen in Block { $block }.
plain-redone = Wiederholt in Block { $block }.
plain-undone-behind = Zurückgenommen in der gemeinsamen Zelle { $cell }.
plain-redone-behind = Wiederholt in der gemeinsamen Zelle { $cell }.
plain-nothing-done = Noch ist nichts geändert.
plain-nothing-done-now = Seit die Lektion offen ist, wurde nichts geändert, also gibt es nichts zurückzunehmen. Frühere Änderungen nimmt ursprung zurück.
plain-nothing-undone = Es gibt nichts zu wiederholen.
plain-reset = Dieser Block hat wieder den Text der Lektion.
plain-answer-gone = Deine Antwort ist zurückgenommen.
plain-ran = Die Zelle ist gelaufen und zeigt keinen Wert.
plain-reset-all = Die ganze Seite hat wieder den Text der Lektion{ $answers ->
    [0] .
    [one] , und deine Antwort ist zurückgenommen.
   *[other] , und deine { $answers } Antworten sind zurückgenommen.
} Das Wort rückgängig bringt deine Fassung zurück.
plain-nothing-to-reset-all = Auf dieser Seite ist nichts geändert.
plain-nothing-to-reset = Hier ist nichts geändert. Mit ursprung alles setzt du die ganze Seite zurück.
plain-moment = { $number }, in { $block }: { $what }
plain-moment-undone = { $number }, zurückgenommen, in { $block }: { $what }
plain-switched = { $input } bei { $place }: war { $was }, wurde { $now }
plain-pinned = Die Seite ist festgehalten, wie sie ist. Ändere etwas, dann sag vergleiche.
plain-unpinned = Die Seite ist nicht mehr festgehalten.
plain-pin-first = Noch gibt es nichts zu vergleichen: Sag zuerst halte.
plain-leak-what = Sag, welche Eingabe sich ändern soll, zum Beispiel: leck sentence, oder leck sentence 2 für das zweite Wort, oder leck sentence cat für dieses Wort.
plain-leak-exercise = { $name } ist eine Eingabe einer Aufgabe. Keine Zelle der Seite liest die Werte einer Aufgabe, also gibt es nichts zu testen.
plain-leak-no-word = { $name } hat kein Wort „{ $word }“. Sag eines der Wörter oder seine Nummer, gezählt ab 1.
plain-without-title = Auf einer Kopie der Seite, { $what }:
plain-without-where = Hier kann nichts weggelassen werden: Geh zu einer Zelle, die ein Attention-Modul ausführt, sag schritte, und geh zu einem ihrer Attention-Schritte.
plain-without-which = Sag ohne und eines davon: { $pieces }.
plain-piece-mask = maske
plain-piece-scale = skalierung
plain-piece-head = kopf { $head }
plain-leak-change = Lecktest, auf einer Kopie der Seite: { $what }.
plain-leak-row = { $input } bei { $place } um +1, +1/2, +1/3 und so weiter geändert
plain-leak-mask = { $input } bei { $place } umgeschaltet
plain-leak-still =
    { $count ->
        [one] Ein Name blieb, wie er war.
       *[other] { $count } Namen blieben, wie sie waren.
    }

# Code

plain-write = Schreib den Code dieses Blocks Zeile für Zeile. Eine Zeile mit nur einem Punkt beendet ihn; .abbruch, ein Punkt und das Wort abbruch, lässt ihn, wie er war.
plain-write-interrupt = Auch Strg-C und dann Enter lässt den Code, wie er war.
plain-cancel = abbruch
plain-write-left = Der Code bleibt, wie er war.
plain-nothing-to-edit = In diesem Block ist kein Code.
plain-fill-what = Sag, was anstelle der Punkte stehen soll, zum Beispiel: fülle 2 * x.
plain-no-blank = Es sind keine Punkte mehr zu füllen. rückgängig bringt die letzten zurück, ersetze ändert eine Zeile, schreibe ersetzt den ganzen Code, ursprung bringt alle Punkte zurück.
plain-which-line = Sag, welche Zeile, von 1 bis { $count }, und dann den Text.
plain-which-line-away = Sag, welche Zeile du löschen willst, von 1 bis { $count }.
plain-no-line = Dieser Code hat noch keine Zeile: Mit schreibe gibst du den ganzen Code ein, mit einfügen 1 seine erste Zeile.
plain-no-editor = Hier ist kein Terminal für einen Editor. Die Worte schreibe, fülle und ersetze ändern den Code.
plain-nothing-to-run = In diesem Block gibt es nichts auszuführen.
plain-cell-added = Deine Zelle wurde eingefügt. Mit schreibe gibst du ihren Code ein.
plain-cell-removed = Deine Zelle wurde gelöscht. Das Wort rückgängig bringt sie zurück.
plain-not-yours = Nur eigene Zellen lassen sich löschen.

# Questions and exercises

plain-question = Frage: { $ask }
plain-of-written = Die Frage gilt der ursprünglichen Seite, ohne deine Änderungen.
plain-option = Antwort { $number }: { $text }
plain-how-to-answer = Antworte mit einer Zahl von 1 bis { $count }.
plain-answered-rightly = Deine Antwort ist richtig. Das Wort ursprung nimmt sie zurück, dann kannst du neu antworten.
plain-how-sure = Wie sicher bist du? 1 geraten, 2 ziemlich, 3 sicher. Enter allein sagt nur die Antwort.
plain-sure-of-what = Wie sicher du bist, kannst du nur gleich nach einer Antwort sagen.
plain-guess = geraten
plain-fairly = ziemlich
plain-sure = sicher
plain-your-answer = Deine Antwort ist Nummer { $number }.
plain-answer-unknown = Die richtige Antwort wird noch berechnet.
plain-right = Richtig.
plain-wrong = Nicht richtig. Die richtige Antwort ist Nummer { $number }, { $text }.
plain-was-guess = Du hast geraten.
plain-was-fairly = Du warst ziemlich sicher.
plain-was-sure = Du warst sicher.
plain-again-now = Das Wort frage stellt die Frage noch einmal.
plain-again-in =
    Sie wird { $days ->
        [one] morgen wieder gestellt
       *[other] in { $days } Tagen wieder gestellt
    }.
plain-no-question = In diesem Block ist keine Frage.
plain-hint = Hinweis { $number }: { $text }
plain-hints-left =
    { $count ->
        [0] Das ist der letzte Hinweis.
        [one] Noch ein Hinweis.
       *[other] Noch { $count } Hinweise.
    }
plain-hints-where = Nur Fragen und Aufgaben haben Hinweise.
plain-no-hints = Hier gibt es keine Hinweise.
plain-no-more-hints = Es gibt keine weiteren Hinweise.
plain-exercise = Aufgabe { $name }: { $ask }
plain-exercise-named = Aufgabe { $name }.
plain-no-exercise = In diesem Block ist keine Aufgabe.
plain-unsolved = Noch nicht gelöst. Die Worte fülle, schreibe, ersetze und bearbeite ändern den Code, hinweis hilft.
plain-unsolved-par = Noch nicht gelöst. Par ist { $par }; weniger ist besser.
plain-unchecked = Diese Aufgabe wurde noch nicht geprüft.
plain-attempt-error = Noch nicht: Dein Code enthält einen Fehler.
plain-not-yet = Noch nicht: { $message }.
plain-tested = Die fehlgeschlagene Prüfung ist:
plain-solved = Gelöst: Alle Prüfungen bestanden.
plain-solved-par = Gelöst: Alle Prüfungen bestanden. Genau Par: { $par }.
plain-solved-over = Gelöst: Alle Prüfungen bestanden. Du brauchst { $score }, Par ist { $par }: Es geht mit weniger.
plain-solved-better = Gelöst: Alle Prüfungen bestanden. Du brauchst { $score } und bist besser als Par, { $par }.
plain-solution = Eine Lösung:
plain-solution-again = Sag noch einmal lösung, um die Lösung zu hören.
plain-solution-hints = Sag noch einmal lösung, um die Lösung zu hören. Es gibt auch Hinweise: Sag hinweis.

# Why

plain-at = { $name } bei { $place }
plain-not = nicht { $name }
plain-it-is = Das ist { $formula }.
plain-machine-otherwise = Das Programm rechnet etwas anders: { $reason }. Das Wort mehr nennt seine Formel.
plain-machine = Das Programm rechnet: { $formula }.
plain-machine-why = Der Grund: { $reason }.
plain-with = Dabei ist { $name } gleich { $value }: { $formula }.
plain-remark = Dazu: { $note }.
plain-born = Es ist keine endliche Zahl. Der Grund: { $reason }.
plain-why-whole = { $name } als Ganzes: { $shape }.
plain-made-in = Berechnet in der Zelle { $cell }, Zeile { $line }:
plain-made-of =
    { $count ->
        [one] Berechnet aus einem Wert. Um nach ihm zu fragen, sag seine Nummer:
       *[other] Berechnet aus { $count } Werten. Um nach einem davon zu fragen, sag seine Nummer:
    }
plain-operand = { $number }: { $name }, { $value }
plain-operand-own = { $number }: { $name }, { $value }, eine Konstante
plain-more-operands =
    { $count ->
        [one] Und ein weiterer. Auch nach ihm kannst du mit seiner Nummer fragen.
       *[other] Und { $count } weitere. Auch nach ihnen kannst du mit ihrer Nummer fragen.
    }
plain-no-operand = Hier gibt es keinen Operanden { $number }.
plain-why-what = Sag, welche Zahl, zum Beispiel: warum weights[0, 1], oder mit Worten: warum weights sat cat.
plain-why-lost = Wie das berechnet wurde, ist nicht bekannt.
plain-back-on-page = Zurück auf der Seite.
plain-nothing-above = Du bist in keiner Erklärung und gehst keine Schritte durch, also geht es nirgends hoch.
plain-uses = Von diesem Wert hängt ab:
plain-no-uses = Nichts hängt von diesem Wert ab.
plain-use = { $name }, { $some } von { $all } Werten, in der Zelle { $cell }
plain-use-words = „{ $text }“ im Text von Block { $block }
plain-uses-cut = Und mehr, als sich aufzählen lässt.
plain-of = nach
plain-gradient-of = Der Gradient von { $name }:
plain-gradient-at = Nach { $name } ist er { $value }.
plain-gradient-whole = Nach { $name }
plain-gradient-none = Nach { $name } gibt es keinen Gradienten.
plain-gradient-operand = { $number }: nach { $name }, { $value }
plain-gradient-what = Sag, von welcher Zahl du den Gradienten willst und nach welcher anderen Zahl oder welchem Tensor, zum Beispiel: gradient loss nach W[0, 1].
plain-missing-name = Es gibt keinen Wert „{ $name }“.
plain-missing-near = Es gibt keinen Wert „{ $name }“. Meinst du { $near }?
plain-missing-open = In { $text } fehlt das ] am Ende.
plain-missing-single = { $name } ist eine einzelne Zahl: Frag ohne Index danach.
plain-missing-counted = { $name } ist { $value }; das wurde gezählt, nicht berechnet.
plain-missing-other = { $name } ist { $what }, aber nur Zahlen lassen sich erklären.
plain-missing-which = { $name } hat mehrere Werte, { $shape }: Sag, welchen, zum Beispiel: { $name } { $places }.
plain-missing-places = { $name } hat { $axes ->
        [0] keine Achsen: Frag ohne Index danach
        [one] eine Achse, { $shape }: Gib einen Index an, zum Beispiel: { $name } { $places }
       *[other] { $axes } Achsen, { $shape }: Gib { $axes } Indizes an, zum Beispiel: { $name } { $places }
    }.
plain-missing-lost = Wie { $name } berechnet wurde, ist nicht bekannt.
plain-missing-outside = Achse { $axis } von { $name } hat keinen Index { $place }: Die Indizes gehen von 0 bis { $last }.
plain-missing-empty = Achse { $axis } von { $name } ist leer.
plain-no-places = { $name } ist { $what }: Das lässt sich nur als Ganzes zeigen, ohne Index.
plain-missing-label = Keine Position von { $name } heißt „{ $label }“.
plain-missing-label-near = Keine Position von { $name } heißt „{ $label }“. Meinst du { $near }?
plain-missing-unlabelled = Die Positionen der Achse { $axis } von { $name } haben keine Namen: Gib statt „{ $label }“ einen Index an.
plain-missing-several = „{ $label }“ steht an den Positionen { $places }: Gib den Index der gemeinten an.

# Formulas

plain-and = und
plain-or = oder
plain-xor = exklusives Oder
plain-bit-and = bitweises Und
plain-bit-or = bitweises Oder
plain-bit-xor = bitweises exklusives Oder
plain-open = Klammer auf
plain-close = Klammer zu
plain-open-set = geschweifte Klammer auf
plain-close-set = geschweifte Klammer zu
plain-opposite = das Gegenteil von { $of }
plain-power = hoch { $power }
plain-sub = Index { $index }
plain-over = { $above } durch { $below }
plain-fraction = Bruch { $above } durch { $below }, Ende des Bruchs
plain-root = Wurzel aus { $inner }
plain-root-long = Wurzel aus { $inner }, Ende der Wurzel
plain-sqrt = die Wurzel aus { $of }
plain-exp = e hoch { $of }
plain-ln = der natürliche Logarithmus von { $of }
plain-abs = der Betrag von { $of }
plain-greatest-of = das Größte von { $list }
plain-least-of = das Kleinste von { $list }
plain-where-true = { $taken }, weil die Bedingung gilt; sonst wäre es { $other }
plain-where-false = { $taken }, weil die Bedingung nicht gilt; sonst wäre es { $other }
plain-function-of = { $name } von { $list }
plain-sum-of-powers = die Summe der Potenzen von e mit den Exponenten { $list }
plain-more-terms =
    { $count ->
        [one] { $value } aus einem weiteren Term
       *[other] { $value } aus { $count } weiteren Termen
    }
plain-scientific = { $digits } mal 10 hoch { $power }
plain-sign-times = mal
plain-sign-divided = geteilt durch
plain-sign-hidden = ein Kreuz
plain-sign-elementwise = mal, Element für Element,
plain-sign-otimes = Tensor mal
plain-sign-oplus = Plus im Kreis
plain-sign-plus-minus = plus oder minus
plain-sign-plus = plus
plain-sign-minus = minus
plain-sign-equals = gleich
plain-sign-less = kleiner als
plain-sign-greater = größer als
plain-sign-over = durch
plain-sign-given = gegeben
plain-sign-mod = modulo
plain-sign-root = Wurzel aus
plain-sign-sum = die Summe von
plain-sum-over = die Summe über { $index } von
plain-sign-product = das Produkt von
plain-sign-integral = das Integral von
plain-sign-partial = partiell
plain-sign-gradient = der Gradient von
plain-sign-infinity = unendlich
plain-sign-at-most = höchstens
plain-sign-at-least = mindestens
plain-sign-unequal = ungleich
plain-sign-nearly = ungefähr
plain-sign-same = identisch mit
plain-sign-like = verteilt wie
plain-sign-proportional = proportional zu
plain-sign-in = in
plain-sign-not-in = nicht in
plain-sign-subset = eine Teilmenge von
plain-sign-for-all = für alle
plain-sign-to = zu
plain-sign-maps = wird abgebildet auf
plain-sign-implies = daraus folgt
plain-sign-from = von
plain-sign-up = hinauf
plain-sign-down = hinab
plain-sign-norm = Norm
plain-sign-floor = abgerundet
plain-sign-end-floor = Ende abgerundet
plain-sign-prime = Strich
plain-sign-transposed = transponiert
plain-sign-squared = zum Quadrat
plain-sign-cubed = hoch drei
plain-sign-half = ein halb
plain-sign-check = Haken (ja)
plain-sign-cross = Kreuz (nein)
plain-sign-alpha = alpha
plain-sign-beta = beta
plain-sign-gamma = gamma
plain-sign-epsilon = epsilon
plain-sign-theta = theta
plain-sign-lambda = lambda
plain-sign-mu = mü
plain-sign-pi = pi
plain-sign-sigma = sigma

# Keys of the screen, of which lessons speak

plain-key-here = { $key } (hier: { $command })
plain-key-down = Pfeil nach unten
plain-key-up = Pfeil nach oben
plain-key-right = Pfeil nach rechts
plain-key-left = Pfeil nach links
plain-key-shift-right = Umschalt und Pfeil nach rechts
plain-key-plus = plus
plain-key-minus = minus
plain-key-enter = Enter
plain-key-esc = Escape
plain-key-tab = Tab
plain-key-backspace = Rücktaste
plain-key-greater = das Größerzeichen
plain-key-less = das Kleinerzeichen
plain-key-question = das Fragezeichen
plain-key-colon = der Doppelpunkt
plain-key-slash = der Schrägstrich
plain-here-next = weiter
plain-here-back = zurück
plain-here-move = setze NAME WERT, oder schritte N
plain-here-set = setze NAME WERT
plain-here-enter = warum, schreibe oder verweis
plain-here-up = hoch
plain-here-into = hinein
plain-here-leave = hoch, bis du wieder auf der Seite bist
plain-here-inputs = eingaben
plain-here-switch = setze NAME[ZEILE, SPALTE] aus
plain-here-return = rücksprung
plain-here-show = zeige NAME
plain-here-help = hilfe
plain-here-search = suche
plain-here-undo = rückgängig
plain-here-hint = hinweis
plain-here-reset = ursprung
plain-here-steps = schritte
plain-here-solution = lösung
plain-here-reveal = aufdecken
plain-here-write = code oder schreibe
plain-here-pin = halte
plain-here-compare = vergleiche
plain-here-gradient = gradient
plain-here-why = warum NAME
plain-here-quit = ende
plain-here-link = verweis
plain-here-train-heads = trainiere köpfe
plain-here-train-faster = trainiere schneller
plain-here-train-slower = trainiere langsamer
plain-here-train-stop = trainiere stopp
plain-here-train-step = trainiere schritt
plain-here-train-back = trainiere stände, dann trainiere zurück N
plain-here-train-compare = trainiere vergleiche
plain-here-train-keep = trainiere behalte
plain-here-train-earlier = trainiere früher
plain-here-train-save = trainiere sichere
plain-here-train-export = trainiere exportiere
plain-here-glossary = glossar
plain-here-leak = leck NAME
plain-here-ask = frage

# The commands: a word and its short form; what it does

plain-command-next = weiter we
plain-brief-next = weiter: der nächste Block. Während du Schritte durchgehst, der nächste Schritt. Eine leere Zeile tut dasselbe.
plain-command-back = zurück z
plain-brief-back = zurück: der Block oder Schritt davor.
plain-command-again = nochmal nm
plain-brief-again = nochmal: diesen Block noch einmal.
plain-command-more = mehr m
plain-brief-more = mehr: die ausführliche Fassung von dem, was eben kurz gesagt wurde: was sich geändert hat, oder wie das Programm eine Zahl berechnet.
plain-command-where = wo wo
plain-brief-where = wo: wo du bist, und was noch zu tun ist.
plain-command-go = gehe gh
plain-brief-go = gehe N: zu Block N, oder zu einem Block mit seinem Namen.
plain-command-first = anfang af
plain-brief-first = anfang: der erste Block.
plain-command-last = schluss sl
plain-brief-last = schluss: der letzte Block.
plain-command-outline = gliederung gl
plain-brief-outline = gliederung: Überschriften, Zellen, Fragen und Aufgaben der Lektion.
plain-command-lessons = lektionen lt
plain-brief-lessons = lektionen: alle Lektionen, und wie weit du bist.
plain-command-map = karte ka
plain-brief-map = karte: die Lektionen, und worauf jede aufbaut.
plain-command-open = öffne ö
plain-brief-open = öffne NAME: eine Lektion mit Nummer oder Namen; ein Block darf dahinter stehen.
plain-command-link = verweis vw
plain-brief-link = verweis N: folgt dem Verweis N dieses Blocks.
plain-command-return = rücksprung rü
plain-brief-return = rücksprung: zurück dorthin, woher der letzte Sprung kam.
plain-command-search = suche sc
plain-brief-search = suche WORTE: die Blöcke aller Lektionen, die diese Wörter enthalten.
plain-command-glossary = glossar gs
plain-brief-glossary = glossar WORT: erklärt einen Begriff des Kurses; glossar allein erklärt die Begriffe dieses Blocks.
plain-command-answer = antworte aw
plain-brief-answer = antworte N: beantwortet die Frage; die Zahl allein tut dasselbe.
plain-command-sure = sicher si
plain-brief-sure = sicher N: wie sicher du der letzten Antwort bist, 1 bis 3.
plain-command-hint = hinweis hw
plain-brief-hint = hinweis: ein Hinweis mehr zu dieser Frage oder Aufgabe.
plain-command-solution = lösung lö
plain-brief-solution = lösung: eine Lösung dieser Aufgabe, wenn du zweimal fragst.
plain-command-skip = überspringen üs
plain-brief-skip = überspringen: sagt, was diese Frage verbirgt, ohne auf deine Antwort zu warten.
plain-command-reveal = aufdecken ad
plain-brief-reveal = aufdecken: sagt alles, was Fragen verbergen; ein zweites aufdecken verbirgt es wieder.
plain-command-ask = frage fr
plain-brief-ask = frage: die nächste Frage, die du falsch hattest und die wieder dran ist.
plain-command-code = code c
plain-brief-code = code: der Code dieses Blocks; code N: der Code von Block N.
plain-command-write = schreibe sr
plain-brief-write = schreibe: ersetzt den Code dieses Blocks, Zeile für Zeile, bis zu einer Zeile mit nur einem Punkt; .abbruch behält den alten.
plain-command-fill = fülle fü
plain-brief-fill = fülle TEXT: setzt den Text in die erste Lücke im Code (drei Punkte).
plain-command-replace = ersetze er
plain-brief-replace = ersetze N TEXT: ersetzt Zeile N des Codes und behält ihre Einrückung.
plain-command-insert = einfügen ef
plain-brief-insert = einfügen N TEXT: eine neue Zeile vor Zeile N.
plain-command-delete = lösche lc
plain-brief-delete = lösche N: löscht Zeile N.
plain-command-edit = bearbeite bb
plain-brief-edit = bearbeite: öffnet den Code in deinem Editor.
plain-command-run = rechne rn
plain-brief-run = rechne: führt diese Zelle noch einmal aus, auch eine, die nur auf Wunsch läuft.
plain-command-inputs = eingaben eg
plain-brief-inputs = eingaben: die Eingaben dieses Blocks oder der Seite.
plain-command-set = setze sz
plain-brief-set = setze NAME WERT: setzt eine Eingabe, zum Beispiel: setze cups 5; setze W[1, 2] 0.5; setze allowed[sat, cat] aus; viele Elemente auf einmal: setze allowed zeile sat aus, spalte, unten (mit der Diagonale), oben oder alles.
plain-command-undo = rückgängig rg
plain-brief-undo = rückgängig: nimmt die letzte Änderung zurück.
plain-command-redo = wiederhole wh
plain-brief-redo = wiederhole: wiederholt die letzte zurückgenommene Änderung.
plain-command-reset = ursprung ur
plain-brief-reset = ursprung: gibt diesem Block den Text der Lektion zurück; ursprung alles der ganzen Seite.
plain-command-history = verlauf vl
plain-brief-history = verlauf: alle Änderungen an dieser Seite der Reihe nach.
plain-command-names = namen na
plain-brief-names = namen: woher die Namen dieses Blocks kommen, und wo sie benutzt werden.
plain-command-show = zeige zg
plain-brief-show = zeige NAME: einen Wert ganz; zeige NAME[ZEILE] oder zeige NAME zeilen A bis B einen Teil davon.
plain-command-why = warum wm
plain-brief-why = warum NAME ZEILE SPALTE: erklärt eine Zahl; danach fragt die Nummer eines Operanden nach diesem weiter, und hoch geht zurück.
plain-command-up = hoch ho
plain-brief-up = hoch: zurück zur Zahl, nach der du davor gefragt hast, oder aus einem Schritt heraus, dann zur Seite.
plain-command-uses = wohin wn
plain-brief-uses = wohin NAME ZEILE SPALTE: was von einer Zahl abhängt; wohin allein: was von der Zahl abhängt, nach der du zuletzt gefragt hast.
plain-command-gradient = gradient gr
plain-brief-gradient = gradient ZAHL nach ANDERER: der Gradient einer Zahl nach einer anderen Zahl oder nach einem ganzen Tensor.
plain-command-steps = schritte sh
plain-brief-steps = schritte: nennt die Schritte dieser Zelle; schritte N erklärt Schritt N und nennt die Schritte darin, schritte N bis M tut das für mehrere zugleich; schritte alles nennt jede Operation. Danach geht Enter von Schritt zu Schritt. Hinter zeige und warum steht schritt N für den Wert von Schritt N.
plain-command-into = hinein hn
plain-brief-into = hinein: während du Schritte durchgehst, zum ersten Schritt in diesem.
plain-command-without = ohne oh
plain-brief-without = ohne maske, ohne skalierung oder ohne kopf 0: rechnet, während du durch eine Attention gehst, eine Kopie der Seite ohne diesen Teil und sagt, was sich ändert.
plain-command-train = trainiere tr
plain-brief-train = trainiere AUFGABE: trainiert im Hintergrund einen neuen Transformer auf eine Aufgabe: copy, reverse, sort, dates oder translation; trainiere allein hört zu, trainiere stopp beendet es. Während des Trainings: trainiere pause, weiter, schritt, schneller, langsamer; trainiere köpfe sagt, worauf die Köpfe der Cross-Attention achten, trainiere köpfe encoder und trainiere köpfe decoder, worauf die der Self-Attention achten; trainiere teile nennt die Gradientennormen, trainiere bewegungen die Größe der Updates, trainiere gewichte und trainiere aktivierungen Mittel und Standardabweichung der Gewichte und Aktivierungen. trainiere kurven DATEI schreibt die Kurven aller Schritte als CSV. trainiere stände nennt die gespeicherten Stände des Modells, trainiere behalte speichert einen, trainiere zurück 3 geht zum dritten zurück und nimmt dessen Lernrate, trainiere vergleiche 2 5 sagt, worin sich zwei unterscheiden, und trainiere früher vergleicht diesen Lauf mit dem, der bei der Rückkehr verlassen wurde. trainiere sichere schreibt einen Checkpoint, mit dem glassformer train --resume weitermacht, und trainiere exportiere nur die Gewichte, beide auch nach dem Ende des Trainings.
plain-command-translate = übersetze üb
plain-brief-translate = übersetze SATZ: der eingebaute Übersetzer übersetzt einen englischen Satz ins Französische; mehr liest die Übersetzung dann Token für Token. Ohne Satz kommt die letzte Übersetzung noch einmal.
plain-command-machine = maschine mc
plain-brief-machine = maschine: nennt die Attention-Schichten des eingebauten Übersetzers; maschine cross 1 kopf 2 sagt, worauf ein Kopf achtet: encoder, decoder oder cross, dann die Schicht, dann ein Kopf, wenn es nur einer sein soll.
plain-command-switch = schalte sw
plain-brief-switch = schalte cross 1 kopf 2: schaltet einen Kopf des eingebauten Übersetzers aus oder wieder ein und übersetzt den Satz neu; schalte cross 1 schaltet alle Köpfe einer Schicht; schalte an schaltet alles wieder ein.
plain-command-beam = beamsuche bu
plain-brief-beam = beamsuche: geht die Beam Search des eingebauten Übersetzers für seinen Satz vom ersten Schritt an durch; beamsuche 5 behält bei jedem Schritt 5 Sequenzen, möglich ist 1 bis 5. Danach führt Enter zum nächsten Schritt, zurück zum vorigen, beamsuche anfang und beamsuche schluss führen zu den Enden, und eine Nummer sagt, was aus dieser Fortsetzung wurde.
plain-command-pin = halte ha
plain-brief-pin = halte: hält die jetzigen Werte zum Vergleichen fest; ein zweites halte verwirft sie.
plain-command-compare = vergleiche vg
plain-brief-compare = vergleiche: was sich seit halte geändert hat.
plain-command-leak = leck lk
plain-brief-leak = leck NAME STELLE: ändert ein Wort oder eine Zeile einer Eingabe auf einer Kopie der Seite und sagt, in welchen Zeilen sich andere Werte ändern.
plain-command-cell = zelle ze
plain-brief-cell = zelle: fügt unter diesem Block eine eigene Zelle ein.
plain-command-remove = entferne en
plain-brief-remove = entferne: löscht deine eigene Zelle.
plain-command-solved = gelöst gt
plain-brief-solved = gelöst: was du im Kurs gelöst hast.
plain-command-numbers = nummern nu
plain-brief-numbers = nummern: schaltet die Zeilennummern des Codes ein oder aus.
plain-command-width = breite br
plain-brief-width = breite N: bricht Zeilen bei N Zeichen um; 0 schaltet das aus.
plain-command-save = sichere sa
plain-brief-save = sichere: speichert deine Arbeit jetzt; das geschieht auch von selbst. sichere NAME DATEI schreibt einen Wert in eine neue Datei, deren Name auf .csv, .json oder .safetensors endet.
plain-command-bookmark = lesezeichen lz
plain-brief-bookmark = lesezeichen: setzt ein Lesezeichen an diesem Block oder entfernt es.
plain-command-bookmarks = merkliste ml
plain-brief-bookmarks = merkliste: die Lesezeichen aller Lektionen; merkliste N geht zu einem davon.
plain-command-help = hilfe hl
plain-brief-help = hilfe: nennt die Befehle; hilfe WORT erklärt einen Befehl.
plain-command-quit = ende ed
plain-brief-quit = ende: beendet das Programm.

## Lesezeichen

list-bookmarks = Lesezeichen
list-bookmarks-invites = ein Block mit Lesezeichen
list-bookmarks-empty = Kein Lesezeichen passt dazu.
nothing-is-marked = Es gibt noch keine Lesezeichen. Wenn du eines setzt, steht es hier.
marked = Lesezeichen gesetzt: Die Liste der Lesezeichen führt hierher zurück.
unmarked = Lesezeichen entfernt.

## Kopiert oder gespeichert

list-take = Kopieren oder speichern
list-take-invites = was du kopieren oder speichern willst
list-take-empty = Nichts passt dazu.
to-the-clipboard = in die Zwischenablage
a-file = eine Datei
save-tensor-as = { $name } als { $form } speichern
save-screen-as-picture = Bild (SVG) dieses Bildschirms speichern
save-screen-as-text = Text dieses Bildschirms speichern
copy-it = kopieren
save-it = speichern
written = Geschrieben: { $path }
not-written = Nichts wurde geschrieben: { $why }

## Ein Vortrag

notes = Notizen
no-notes-here = Die Lektion hat hier keine Notizen.
speakers-notes = Vortragsnotizen
put-the-notes-away = Notizen ausblenden
notes-are-for-talks = Notizen erscheinen nur in einer Präsentation: glassformer --present
then-comes = Dann: { $what }
some-words = ein paar Worte

# Was eine Frage verbirgt, bis sie beantwortet ist.
hidden-until-answered = verborgen, bis du antwortest: { $question }
formula-is-hidden = ░░ ist verborgen, bis du eine Frage beantwortest; H zeigt es.
what-it-prints = ausgegebener Text
the-diagram = Schaubild
show-what-is-hidden = Verborgenes zeigen
hide-it-again = wieder verbergen
skip-it = überspringen
nothing-is-hidden = Keine Frage dieser Seite verbirgt gerade etwas.
question-skipped = Übersprungen: Die verborgenen Werte sind zu sehen. Antworten kannst du noch.
veils-lifted = Was { $count ->
    [one] 1 Frage verbirgt
   *[other] { $count } Fragen verbergen
}, ist zu sehen; H verbirgt es wieder.
veils-lowered = Was { $count ->
    [one] 1 Frage verbirgt
   *[other] { $count } Fragen verbergen
}, ist wieder verborgen, bis du antwortest.
plain-hidden-number = (verborgen)
plain-hidden-values = { $names }: verborgen, bis du die Frage in Block { $block } beantwortest: { $ask }
plain-skipped = Übersprungen: Die verborgenen Werte dieser Frage werden jetzt vorgelesen. Antworten kannst du noch.
plain-nothing-to-skip = Keine Frage in diesem Block verbirgt etwas.
plain-skipped-at =
    { $count ->
        [one] Die Werte stehen in Block { $blocks }.
       *[other] Die Werte stehen in den Blöcken { $blocks }.
    }
plain-skip-where = Die nächste Frage, die etwas verbirgt, ist in Block { $block }: Sag gehe { $block }, dann überspringen.
plain-veils-lifted = Was { $count ->
    [one] 1 Frage verbirgt
   *[other] { $count } Fragen verbergen
}, wird jetzt vorgelesen; das Wort aufdecken verbirgt es wieder.
plain-veils-lowered = Was { $count ->
    [one] 1 Frage verbirgt
   *[other] { $count } Fragen verbergen
}, ist wieder verborgen, bis du antwortest.

# Die Linse neben der Seite, und die Leiste.
lens-where = Wo
lens-see = Sehen
lens-from = Berechnet aus
lens-why = Warum
lens-try = Probieren
lens-terms = Begriffe
lens-values = Auf dieser Seite
lens-below = weiter unten
lens-above = weiter oben
lens-moves = beeinflusst { $names }
operation-literal = Literal
operation-given = übergeben
rail-machine = Die Maschine
rail-left = { $count } offen

# Die Zeichnung des Transformers in Leiste und Linse.
machine-head = linear · Softmax
machine-encoder = Encoder
machine-decoder = Decoder
machine-feed-forward = Feed-Forward
machine-add-and-norm = Add & Norm
machine-attention = Attention
machine-masked-attention = mask. Attention
machine-positions = + Positionen
machine-embedding = Embedding
machine-source = Quell-Token
machine-target = Ziel-Token

# The front page
front-go-on = Weiter
front-begin = Beginnen
front-done = { $done } von { $all }
front-about-minutes = { $count } Min.
front-more = Weitere
card-needs = braucht
card-leads = führt zu
card-headings = darin
card-terms = führt ein
card-opening = beginnt
front-lessons-done = { $done } von { $all } Lektionen fertig

# The machine at work.
place-machine = An der Maschine
the-machine = die Maschine
machine-starts = Der Übersetzer startet …
machine-broken = Der Übersetzer ist unerwartet abgebrochen.
machine-whole = mit allen Köpfen: { $text }
machine-encoder-attention = Encoder { $layer } · Self-Attention
machine-decoder-attention = Decoder { $layer } · maskierte Self-Attention
machine-cross-attention = Decoder { $layer } · Cross-Attention
machine-head-number = Kopf { $head }
machine-mean = Mittel von { $heads } Köpfen
machine-off = aus
machine-next = nächstes Token { $number } von { $all }
machine-rows-read-columns = Zeilen sind Queries, Spalten sind Keys.
machine-start = [Start]
attention-before = vorige Attention
next-attention = nächste Attention
one-token-more = ein Token mehr
one-token-less = ein Token weniger
learn-this-part = diesen Teil lernen
learn-it = lernen
off-or-on = aus/an
another-sentence = anderer Satz
list-sentence = Übersetzen
list-sentence-invites = tipp einen englischen Satz
list-sentence-empty = Tipp einen Satz.
the-machine-at-work = der eingebaute Übersetzer bei der Arbeit
machine-parameters = ein Übersetzer mit { $count } Parametern, der hier läuft
machine-same = dieselbe Übersetzung wie mit allen Köpfen
machine-first-change = erste Änderung: Token { $number } von { $all }
machine-was = vorher { $number }
machine-least-sure = am unsichersten bei Token { $number } von { $all }
translate-it = übersetzen
numbers-answer-in-lessons = Diese Lektion behandelt den gewählten Teil. W erklärt die nächste Zahl.
machine-alone = Maschine

# Der Baum einer Beam Search.
place-beam = In einer Beam Search
beam-search = Beam Search
beam-searches = Die Beam Search startet …
beam-title = Beam Search der Breite { $width }
beam-greedy = Greedy Decoding: { $text }
beam-sum = Summe
beam-width = Breite
beam-goes-on = geht weiter
beam-ends = endet
beam-dropped = verworfen
beam-given-up = aufgegeben
beam-at-step = { $text } · Schritt { $step }
beam-why-goes-on =
    { $width ->
        [one] Sie ist die wahrscheinlichste Sequenz, die hier nicht endet: Von ihr aus geht die Suche weiter.
       *[other] Sie gehört zu den { $width } wahrscheinlichsten Sequenzen, die hier nicht enden: Von ihr aus geht die Suche weiter.
    }
beam-why-dead-end =
    { $count ->
        [one] Sie wurde behalten, aber keine ihrer Fortsetzungen war die wahrscheinlichste des nächsten Schritts.
       *[other] Sie wurde behalten, aber keine ihrer Fortsetzungen gehörte zu den { $count } wahrscheinlichsten des nächsten Schritts.
    }
beam-why-ends = Das ist ein vollständiger Satz. Fertige Sätze sind verschieden lang, darum zählt ein Score: Aus der Summe { $sum } wird mit der Length Penalty { $score }.
beam-why-dropped = Ihre Summe liegt { $less } unter der von „{ $text }“, der letzten Sequenz, die behalten wurde.
beam-why-no-end =
    { $width ->
        [one] Ein Satz gilt nur als fertig, wenn er die wahrscheinlichste Sequenz seines Schritts ist. Hier ist das „{ $text }“.
       *[other] Ein Satz gilt nur als fertig, wenn er zu den { $width } wahrscheinlichsten Sequenzen seines Schritts gehört. Die letzte davon ist „{ $text }“.
    }
beam-why-given-up = Keine ihrer Fortsetzungen könnte einen besseren Score haben als die schon gefundenen Sätze.
beam-hidden = { $count ->
    [one] 1 weitere Sequenz hat hier keinen Platz.
   *[other] { $count } weitere Sequenzen haben hier keinen Platz.
}
continuation-above = Fortsetzung darüber
continuation-below = Fortsetzung darunter
step-before = voriger Schritt
step-after = nächster Schritt
wider-beam = breiterer Beam
narrower-beam = schmalerer Beam
learn-about-it = mehr darüber lernen
back-to-the-machine = zurück zur Maschine

menu = Menü
menu-title = Was du hier tun kannst
help-finds = / findet eine Taste, hier und anderswo · Esc schließt
once-more-leaves = Drück dieselbe Taste noch einmal, um die Lektion zu verlassen.
front-machine = Maschine
a-step = ein Schritt
a-page = eine Seite
start-or-end = Anfang, Ende
another-view = andere Ansicht
another-match = anderer Treffer
another-lesson = andere Lektion
