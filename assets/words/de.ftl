# Die eigenen Wörter des Programms auf Deutsch. Die Reihenfolge ist die von en.ftl.

## Die erste Zeile

block-of = Block { $here }/{ $all }
saved = gespeichert
saving = speichert …
not-saved = nicht gespeichert
