# The program's own words in English, from which the others are translated. https://projectfluent.org says how to write them.
# What stands in { $braces } is put in by the program. Widths are columns of a terminal: shorter is kinder.

## The first line

block-of = block { $here }/{ $all }
saved = saved
saving = saving …
not-saved = not saved
