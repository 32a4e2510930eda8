# The program's own words in English, from which the others are translated. https://projectfluent.org says how to write them.
# The program fills in what is in { $braces }. Texts must fit the columns of a terminal, so shorter is better.

## The first line

block-of = block { $here }/{ $all }
shared-cell-of = shared cell { $here }/{ $all }
slide-of = slide { $here }/{ $all }
saved = saved
saving = saving …
not-saved = not saved
saved-beside-another = saved with a conflict
a-transformer-you-can-see-through = a Transformer you can see through
what-needs-what = lesson prerequisites
what-you-solved = what you have solved
learning-to-copy = learning to copy letters
learning-to-reverse = learning to reverse letters
learning-to-sort = learning to sort letters
learning-to-write-dates = learning to write dates
learning-to-translate = learning to translate
showing = showing { $state }
showing-gradient = showing gradient of { $name }
reading-gradient = reading gradient of { $name }
computing = computing …
at-a-question = at a question
inside = inside { $name }
typing = typing { $name }
threads = { $engine } · { $count ->
    [one] 1 thread
   *[other] { $count } threads
}

## The contents

ask-what-you-missed = Ask again: { $count ->
    [one] 1 question
   *[other] { $count } questions
} that you missed
no-lessons-here = There are no lessons here.
page-is-empty = This lesson has no content after its header. Add text, cells, questions or exercises.
broken = broken: { $count ->
    [one] 1 problem
   *[other] { $count } problems
}
opened = opened
changes = { $count ->
    [one] 1 change
   *[other] { $count } changes
}
of-questions = { $done } of { $all ->
    [one] 1 question
   *[other] { $all } questions
}
of-exercises = { $done } of { $all ->
    [one] 1 exercise
   *[other] { $all } exercises
}

## The map

map-done = completed
map-begun = started
map-next = ready to start
map-later = later
below-builds-on = a dot directly below another builds on it
needed-for-it = needed for it
builds-on-it = builds on it
needs-nothing = needs nothing
needs-nothing-and-leads = needs nothing; { $count ->
    [one] { $lessons } builds on it
   *[other] { $lessons } build on it
}
needs = needs { $needs }
needs-and-leads = needs { $needs }; { $count ->
    [one] { $lessons } builds on it
   *[other] { $lessons } build on it
}
listed-and = { $others } and { $last }

## What was really solved

really-solved = What you have solved
solving-again = Running every lesson again with your answers and your code …
solved-nothing = Nothing yet: answer a question, or solve an exercise.
right-answers = { $count ->
    [one] 1 right answer
   *[other] { $count } right answers
}
solved-exercises = { $count ->
    [one] 1 solved exercise
   *[other] { $count } solved exercises
}
lessons-complete = { $answers }, { $exercises }; { $complete } of { $count ->
    [one] 1 lesson
   *[other] { $count } lessons
} complete
of-right = { $right } of { $all } right
of-solved = { $solved } of { $all } solved
sure-and-wrong = sure but wrong: { $names }
not-counted = not counted because the solution was shown: { $names }

## A cell

from-example = from “{ $title }”
your-own-cell = ✎ your own cell
your-own-cell-typed = ✎ your own cell; Enter edits, D deletes
your-own-cell-deleted = ✎ your own cell; D deletes
cell-changed = ✎ changed
cell-changed-reset = ✎ changed; r restores the lesson's text
waits-to-come-from = waits for `{ $name }` from `{ $block }`
runs-when-asked = runs only on request: press Enter
old-values = last computed values:
default-seed = seed { $seed } (yours: none)
hides-built-in = from here on, { $names } is what this cell says, not what is built in
see-also = see also { $places }
more-printed-lines = │ … { $count ->
    [one] 1 more line
   *[other] { $count } more lines
}
text-outside = The model was not trained on sentences like this one: the translation is a guess.
toggle-on = on
toggle-off = off
best-path = ◂ best
more-paths = … and { $count } more

## A question

predict = Predict
asks-of-written = This question is about the page as written, without your changes.
hint-lead = hint
how-sure = How sure are you?
sure-guess = a guess
sure-fairly = fairly
sure-sure = sure
sure-shows = just show it
is-right = ✓ Right.
number-is-right = ✗ The right answer is number { $number }.
answer-is = ✓ The right answer is number { $number }.
answer-unknown = The answer is still being computed.
you-guessed = You guessed.
you-were-fairly-sure = You were fairly sure.
you-were-sure = You were sure.
a-asks-again = Press A to be asked again.
asked-tomorrow = You will be asked again tomorrow.
asked-in-days = You will be asked again in { $days } days.

## An exercise

exercise = Exercise
a-solution = A solution
being-checked = … being checked
code-has-an-error = ✗ Not yet: your code has an error.
waits-for = waits for `{ $name }` from `{ $block }`
not-solved-yet = ○ not solved yet
not-solved-yet-par = ○ not solved yet (par { $par })
solved-all = ✓ Solved: every check passes.
solved-above-par = ✓ Solved: every check passes. Score { $score }, par { $par }: lower is possible.
solved-below-par = ✓ Solved: every check passes. Your score is { $score }, better than par ({ $par })!
solved-at-par = ✓ Solved: every check passes. Your score equals par: { $par }.
not-yet = ✗ Not yet: { $why }

## Below and beside a tensor

view-numbers = numbers
view-tiles = tiles
view-pixels = pixels
view-bars = bars
view-curve = curve
view-tokens = tokens
view-arcs = arcs
view-histogram = histogram
no-elements = no elements
slice-axis = slice
axis-number = axis { $number }
row-of = row { $first } of { $all }
rows-of = rows { $first }–{ $last } of { $all }
column-of = column { $first } of { $all }
columns-of = columns { $first }–{ $last } of { $all }
rows-sum-to-one = rows sum to 1
rows-sum-undefined = rows sum to 1 ({ $count } undefined)
columns-sum-to-one = columns sum to 1
columns-sum-undefined = columns sum to 1 ({ $count } undefined)
sums-to-one = sums to 1
sums-not-to-one = sums to { $sum }, not to 1
rows-do-not-sum = { $off } of { $rows } rows { $off ->
        [one] does
       *[other] do
    } not sum to 1
true-or-false = ✓ true   · false
up-to = { $marks } to { $end }
a-thread-is-true = a line means true
made-up-numbers = ? not in the table: its numbers are made up
threads-from = lines from { $least } up; thicker means larger
threads-from-dotted = lines from { $least } up; thicker: larger, dotted: negative
bars-of-row = bars of row { $place }
bars-of = bars of { $place }
ghost-of-bars = ░ or gap: previous value
ghost-of-curves = dotted: previous values
lines-over-rows = one line per column, across the rows
lines-over = one line per column, along { $axis }
no-number-to-count = no numbers to count
mean-of-one = mean { $mean } ▴   1 element
mean-and-deviation = mean { $mean } ▴   std { $deviation } ├┤   { $count } elements
below-a-million = below -1e6
histogram-here = histogram: { $count } in this bin
nothing-on-the-scale = no values in range
pixels-largest = pixels: max of { $rows }×{ $columns } blocks
characters-in-all = … { $count } characters in all
too-small = Glassformer needs { $width }×{ $height }; this terminal is { $columns }×{ $rows }. Press q to quit.

## A diagram of a run, and its steps

step-of = step { $step } of { $all }
step-of-inside = step { $step } of { $all } · { $inside } inside
one-of = { $number } of { $all }
not-in-this-run = { $name } is not in this run: showing the nearest step before it
tokens-in-all = { $count ->
    [one] 1 token
   *[other] { $count } tokens
}
token-of = token { $token } of { $all }
walks-through-it = s steps through it
diagram-source = source
diagram-target = target
diagram-input = input
diagram-embedding = embedding
diagram-positions = ⊕ positions
diagram-linear = linear
diagram-chances = probs
diagram-scores = logits
diagram-output = output
diagram-memory = memory
role-cross = cross-attention
role-masked-attention = masked self-att.
role-masked-attention-in-full = masked self-attention
role-attention = self-attention
role-feed-forward = feed forward
role-add = add
role-norm = norm
role-add-norm = add & norm
means-attention = Each position attends to all positions and mixes in those that match its query.
means-masked-attention = Each position attends to itself and to earlier positions; later ones are masked.
means-cross = Each target position attends to the encoder's memory of the source.
means-feed-forward = Each position on its own: expand, apply the activation, project back.
means-add = The sublayer's output is added to its input.
means-add-norm = The sublayer's output is added to its input; then each vector is normalized.
means-norm = Each vector is shifted to mean 0, divided by its standard deviation, and scaled.
means-embedding = Each token id selects its row of the embedding table.
means-positions = Each position gets its own pattern of waves, so that order matters.
means-linear = Each vector is projected to one logit per token in the vocabulary.
means-softmax = The logits become probabilities that sum to 1.
means-reading = The encoder reads the source once; every decoding step uses its output.
means-token = The decoder reads what has been written so far and scores every possible next token.
means-projection = Each vector is multiplied by a weight matrix.
means-split-heads = The features are split among the heads.
means-scores = Each score is the dot product of a query and a key: large means a good match.
means-masked = Masked scores become minus infinity, so softmax gives them weight 0.
means-weights = Softmax turns each row of scores into weights that sum to 1.
means-mixed = The values are summed, each scaled by its attention weight.
means-concat = The outputs of all heads are concatenated.
means-out-projection = The output projection mixes the outputs of the heads.
means-residual = The sublayer's output is added to its input.
means-activation = The nonlinearity is applied to each element: negative values are suppressed.
means-matmul = Matrix product: each row on the left times each column on the right.
means-sum-of-two = The elements are added pairwise.
means-difference = The elements are subtracted pairwise.
means-product = The elements are multiplied pairwise.
means-quotient = The elements are divided pairwise.
means-sum = The elements are summed.
means-mean = The elements are averaged.
means-lookup = Rows are looked up in a table.
means-shape = The same numbers in another shape.
means-slice = Some of the numbers are taken; the others are left out.
means-random = Random numbers from the seeded generator.
means-written = Written in the code.
means-taken = Computed in another cell.
means-module = A module: step into it to see its parts.
drawn-attention = attention
stop-layer = layer { $layer }
stop-reading = read the source
stop-token = token { $token }
stop-token-written = token { $token }: { $written }
pace-of-steps = { $pace } steps a second
read-once = computed once
read-anew = { $count ->
    [one] computed once
   *[other] computed { $count } times
}
line-of-code = line { $line }
line-of-code-in = { $block }, line { $line }
gone = { $name } no longer exists; the nearest step before it:
last-line = last line
this-step = ◂ this step

## The page beside another state of itself

state-before = before
state-leak = changed
state-without = without it
state-now = now
state-minus = difference
shape-was = { $state }: shape { $shape }
unchanged = unchanged
elements-moved = { $moved } of { $all } changed
now-minus = now − { $state }
gradient-of = gradient of { $name }
no-gradient-truth = no gradient: a Boolean
no-gradient-whole = no gradient: an integer
no-gradient-arrives = no gradient reaches this

## The timeline

timeline-step = timeline   step { $step } of { $all }
as-the-lesson-wrote-it = as the lesson wrote it
as-it-was-before = as it was before these steps
deed-answered = answered { $option }
deed-unanswered = answer removed
deed-added = added your own cell
deed-deleted = deleted your own cell
deed-switched = { $input }[{ $row }, { $column }] switched
deed-reset = reset { $count ->
    [one] 1 block
   *[other] { $count } blocks
} to the lesson's text

## What a leak test changes

change-word = word { $number } of { $input } changed from “{ $before }” to “{ $after }”
change-slider = { $input } set to { $to }
change-choice = { $input } set to “{ $to }”
change-on = { $input } switched on
change-off = { $input } switched off
change-row = row { $row } of { $input } changed by +1, +1/2, +1/3 …
change-mask = { $input }[{ $row }, { $column }] switched
without-mask-of = without the mask of { $attention }
without-scale-of = without the scale of { $attention }
without-head-of = without head { $head } of { $attention }
no-change-gone = This page no longer has an input named `{ $input }`.
no-change-row = { $input } has no row { $row }.
no-change-word = { $input } has no word { $number }.
no-change-other-word = { $input } has no other word to swap in.
no-change-other = { $input } has no other value.

## What an element is made of

nothing-known-yet = There is no record yet of how this number was computed.
born-here = first NaN: { $reason }
b-goes-to-its-birth = b goes to the first NaN: { $reason }
moves-the-output-through = affects the output through
constant-of = constant of { $operation }
formula-rest = [{ $count } more]
made-of = computed from
read-there = also used there
nothing-depends = nothing depends on it
values-depend = { $count ->
    [one] 1 value depends on it
   *[other] { $count } values depend on it
}
in-block = in { $block }
text-numbers-depend = { $count ->
    [one] 1 number in the text depends on it
   *[other] { $count } numbers in the text depend on it
}
in-the-text-of = in block { $block }
too-much-to-follow = and too many more to list
what-depends-means = All of these use this number, directly or indirectly, even where it is multiplied by 0 or masked.
as-computed = as computed
made-in-line = computed in { $block }, line { $line }

## What is said of a number

remark-joined = from tensor { $part } of the concatenation
remark-stacked = from tensor { $part } of the stack
remark-put = written here by the assignment
remark-untouched = unchanged by the assignment
remark-row = row { $row } of the table, selected by the index
remark-named-row = row { $row } ({ $label }) of the table, selected by the index
remark-place = position { $place } of axis { $axis }, selected by the index
remark-named-place = position { $place } ({ $label }) of axis { $axis }, selected by the index
remark-chosen = selected by the mask
remark-hidden = masked: the fill value replaces the score
remark-shown = not masked, so unchanged
remark-inside = column { $column } of row { $row } lies in the triangle
remark-outside = column { $column } of row { $row } lies outside the triangle
remark-cast = the same value, converted to { $dtype }
remark-moved = the same number in another position
remark-copied = the same number in a copy
remark-running = the sum of everything up to this position
remark-only-nan = only NaN is not equal to itself
otherwise-shifted = the largest score is subtracted first so that exp does not overflow; the quotient is the same
leaf-written = written in the code
leaf-control = set by the { $kind ->
    [slider] slider
    [matrix] matrix
    [mask] mask
    [text] text
    [choice] choice
   *[toggle] toggle
} on this page
leaf-random = drawn by the seeded random generator
leaf-function = from the code of a function that is defined elsewhere
leaf-given = given as { $name }
leaf-outer = computed elsewhere as { $name }
leaf-part = computed elsewhere as part of { $name }
note-code = computed by the cell's code
note-whole = the whole tensor, of shape { $shape }

## Why a number is none

cause-set = { $value } was set by the { $kind ->
    [slider] slider
    [matrix] matrix
    [mask] mask
    [text] text
    [choice] choice
   *[toggle] toggle
}
cause-written = { $value } is written in the code
cause-hidden-one = the only score is masked (-inf), so its exp is 0 and the weight is 0 / 0
cause-hidden-row = every key of this row is masked (-inf), so each exp is 0 and the weight is 0 / 0
cause-hidden-column = every score of this column is masked (-inf), so each exp is 0 and the weight is 0 / 0
cause-hidden-axis = every score along axis { $axis } is masked (-inf), so each exp is 0 and the weight is 0 / 0
cause-overflow = { $formula } overflows
cause-not-real = { $formula } is not a real number
cause-undefined = { $formula } is undefined
cause-too-large = { $number } is too large for this dtype
cause-comes = { $formula } is { $value }

## What is said of a gradient

slope-chain-rule = chain rule: the gradient of each value that uses this number, times how fast that value changes with this number
slope-output = the gradient of the output with respect to itself is 1
slope-beside = computed alongside the output, without affecting it
slope-still = the values that use this number do not change with it, or do not affect the output
value-none = none
slope-none = no gradient: { $why }
slope-of-a-whole = no gradient for a whole tensor: ask for one of its numbers
without-whole = an integer changes in jumps, but a gradient needs arbitrarily small steps
without-truth = a Boolean cannot change by a small amount
without-text = text cannot change by a small amount
without-apart = the output does not depend on it
without-counted = no differentiable path leads to the output: `{ $by }` only counts or extracts values, and lets no gradient through
without-jump = on the way to the output, `{ $by }` changes in jumps or not at all
without-derivative = PyTorch says: derivative for aten::{ $by } is not implemented
without-copied = on the way to the output, a copy cuts off the gradient
gradient-none = { $name } has no gradient: { $why }.
gradient-too-large = This page is too large for a gradient: about { $millions } million steps.
gradient-refused = The gradient cannot be computed: { $error }
gradient-broken = The gradient cannot be computed.

## Lists to choose from

list-actions = Actions
list-actions-invites = what to do, or where to go
list-actions-empty = No action or place matches.
list-outline = Outline
list-outline-invites = a heading, a cell, a question
list-outline-empty = No heading, cell or question matches.
list-names = Names
list-names-invites = a name in this block
list-names-empty = No name in this block matches.
list-search = Search all lessons
list-search-invites = words in the text or the code
list-search-waits = Lists each paragraph and line of code that contains all your words.
list-search-reads = Reading the lessons …
list-search-empty = No paragraph or line of code contains all these words.
list-keys = Keys
list-keys-invites = a key, or what it does
list-keys-empty = No key matches.
term-here-and-in = here · { $lesson }
list-words = Glossary
list-words-invites = a term, or part of its definition
list-words-empty = No term matches.
count-of = { $count } of { $all }
kind-lesson = lesson
kind-training = training
kind-heading = heading
watch-learn = watch { $task } learn
defined-in = defined in
used-in = used in
name-in = name in { $block }
a-cell = a cell
a-question = a question
an-exercise = an exercise
state-error = ✗ error
state-lazy = Enter runs it
state-waits = waits
state-your-own = ✎ your own
state-changed = ✎ changed
state-shared = shared
state-not-answered = ○ not answered
state-right = ✓ right
state-not-right = ✗ not right
state-answered = ● answered
state-solved = ✓ solved
state-begun = ✎ begun
state-not-solved = ○ not solved
more-lines = { $count ->
    [one] 1 more line
   *[other] { $count } more lines
}

## A training

model-is-being-made = Creating the model …
training-learning = ▶ learning
training-paused = ‖ paused
training-all-steps = ■ finished
training-good = ■ good enough
time-left = { $time } left
tokens-a-second = { $count } tokens/s
rate-times = rate { $rate } × { $factor }
rate-factor = rate × { $factor }
gradients-norm = gradients { $norm }
digit-groups = ,
parameters = { $count } parameters
step-in-file = step { $step } in { $file }
in-no-file = not saved
plot-loss = loss
plot-log-loss = log loss
plot-validation = validation { $loss }
plot-earlier = earlier
plot-right = right
plot-rate = learning rate
part-embeddings = embeddings
part-last-norms = final norms
plot-gradients = gradients, clipped
plot-updates = update / weight
plot-weights = weights
plot-activations = activations
plot-spread = mean ± standard deviation
plot-whole = + exact { $percent } % at { $step }
save-curves = training curves as CSV
unit-letters = letters
unit-characters = characters
unit-tokens = tokens
step-one = step 1
writes-at-step = writes at step { $step }
writes-nothing = nothing
no-attention = This model has no attention.
head-reads = head { $head }: { $attention }
head-reads-minus = head { $head }: { $attention }, minus step { $step }
kept-moments = snapshots
moment-step = step
moment-loss = loss
moment-whole = exact
moment-rate = rate
kept-by-you = saved by you
back-and-slower = { $why }. Going back to step { $step } and continuing with the learning rate × { $factor }.
back-at-step = Back at step { $step }. Training continues from there at { $factor } times the scheduled learning rate.
snapshot-is-gone = This snapshot is no longer available. Press r to choose another.
schedules-rate-times = Learning rate: { $factor } times the schedule.
file-holds-step = { $file } contains step { $step }.
file-holds-weights = { $file } contains the weights from step { $step }.
training-goes-on = { $why }. Training continues.
training-is-stuck = { $why }; going back and halving the learning rate did not help: go to an earlier snapshot, lower the rate further
training-broke-down = training failed unexpectedly; please report this
step-is-unkept = { $file }: { $error }: step { $step } could not be saved; the previous checkpoint is intact. Free up some disk space
moment-is-spoilt = This snapshot could not be saved: { $error }. Training continues.
fault-on-the-way-back = step { $step }: the loss is { $loss } and the gradient norm is { $norm }; the first non-finite value arose in the backward pass
fault-in-value = step { $step }: the loss is { $loss } and the gradient norm is { $norm }; first non-finite: { $number } in `{ $name }`, { $shape }
fault-in-parameter = step { $step }: the loss is { $loss } and the gradient norm is { $norm }; first non-finite: { $number } in the parameter `{ $name }`, { $shape }
fault-in-result = step { $step }: the loss is { $loss } and the gradient norm is { $norm }; first non-finite: { $number } in a result of { $operation }, { $shape }
fault-on-the-way = step { $step }: the loss is { $loss } and the gradient norm is { $norm }; first non-finite: { $number } in a result of { $operation } on the way to `{ $name }`, { $shape }
exam-held-out = held out
exam-held-out-by-word = held out, by dictionary
exam-unseen = unseen compositions
exam-unseen-by-word = unseen compositions, by dictionary
press-again = Training is still busy with earlier key presses: press this key again in a moment.

## The line above the last: where the cursor is

digits-type-over-it = type digits to replace it
change-the-slice = < and > change the slice
nan-in = NaN in { $names }
file-is-broken = The file is broken: { $why }
has-none = { $name } has none
gradient-of-lead = Gradient of { $name }:
every-figure-shows-it = shown in every tensor
this-line-shows-it = shown in this line
names-moved = { $moved } of { $all ->
    [one] 1 name
   *[other] { $all } names
} changed
pinned = Pinned:
state-difference = difference { $number }
gradient-here = gradient of { $name }: { $number }
no-gradient-of = no gradient of { $name }
fill-row-with = fill this row with { $number }
fill-column-with = fill this column with { $number }
fill-lower-with = fill the diagonal and everything below it with { $number }
fill-upper-with = fill everything above the diagonal with { $number }
fill-all-with = fill everything with { $number }
allowed-or-hidden = 1 allowed, 0 masked
hidden-from-inf = masked: the score was -inf
lit = highlighted: { $places }
in-shared-cells = in shared cells:
moved = changed: { $places }

## What was done: the program

work-not-saved = Your work could not be saved: { $why }
contest-won = Another program also changed { $block }. Your version is kept; the other one is in { $file }.
contest-lost = Another program has changed { $block } in the meantime. Its version is saved; this page still shows yours.
clicks-come = The mouse controls the lesson.
mouse-is-the-terminals = The mouse belongs to the terminal: you can select text.
has-no-gradient-any-more = { $name } no longer has a gradient.
read-again = The lesson was reloaded.
read-from-the-course = The file is gone: this is the course's own version of the lesson.
file-is-gone = The lesson's file is gone. This page shows the lesson as it was last read.
id-is-another = the id is now `{ $id }`: leave the lesson and open it again
last-lesson = This is the last lesson.
first-lesson = This is the first lesson.
no-such-block = There is no block `{ $block }` on this page.
nowhere-back = There is nowhere to go back to.
nowhere-forward = There is nowhere to go forward to.
select-the-link = { $link }  (m lets you select it with the mouse)
nothing-to-choose = Nothing matches: type something else, or press Esc to close the list.
key-is-elsewhere = That key works elsewhere: { $place }.
key-is-outside = Press Esc first: that key does not work here.
hit-of = block { $at } of { $all }: { $words }   (n: next, N: previous, Esc ends the search)
nothing-looked-for = No search is active: / searches all lessons.
search-has-ended = Search ended.
no-related-names = This block shares no names with other blocks.

## What was done: explaining

no-nan-here = This page contains no NaN.
no-number-here = This page shows no numbers.
nothing-known = There is no record of how this number was computed.
born-because = First NaN: { $reason }.
first-nan-is-hidden = The first NaN is in a value that stays hidden until you answer.
reasons-end-at = The chain of reasons ends here: a { $name }.
nothing-depends-on-it = Nothing depends on this number.
reasons-end = The chain of reasons ends here.
gradient-on-its-way = Computing the gradient …
gradient-put-away = Gradient view closed.
compared-so-no-gradient = A comparison is active. Press p to end it; then you can read a gradient.
how-to-read-a-gradient = To read a gradient, go into a tensor with Enter, move to a number, and press F.
gradient-is-read = Each number now shows how fast { $name } changes with it. P shows the values; F closes the gradient.
comparison-is-over = Comparison ended.
pin-later = The page is still being computed: pin it when it is done.
pinned-now = Pinned. Change something: * marks changes, P shows old values and differences, p unpins.
nothing-to-compare = There is nothing to compare with yet: p pins the page as it is now.
leak-test-where = A leak test changes an input and marks everything that changes with it: Tab goes to an input.
leak-nothing = nothing
leak-and-more = { $names } and { $count } more
leak-told = { $what }: { $names } changed; { $still ->
    [one] 1 name did not
   *[other] { $still } names did not
}. p ends the test.
leak-told-one-unknown = { $what }: { $names } changed; { $still ->
    [one] 1 name did not
   *[other] { $still } names did not
}; `{ $cell }` cannot be compared. p ends the test.
leak-told-unknown = { $what }: { $names } changed; { $still ->
    [one] 1 name did not
   *[other] { $still } names did not
}; { $count } cells cannot be compared. p ends the test.
no-steps-here = This block has no steps: s steps through a cell that computes tensors.
steps-are-hidden = A question hides what this cell computes: answer it, or press H to show everything.
nothing-to-leave-out = Nothing can be left out here: go to an attention step.
with-all-of-it-again = The page is complete again: nothing is left out.
nothing-is-folded = Every operation of this cell is already a step.
outermost-level = This is the outermost level; Esc ends stepping.
no-token-after-token = This run does not generate token by token.
the-last-token = This is the last token.
the-first-token = This is the first token.
the-first-step = This is the first step.
the-last-step = This is the last step at this level.
only-one-step = There is only this one step.
nothing-is-drawn-here = This block draws nothing.
one-way-to-draw = There is only one way to draw this.
no-other-axes = This tensor has no other axes to show.
enter-goes-in = { $name }: Enter goes into it.
tab-goes-to-a-link = Press Tab to go to a link, then Enter.
nothing-to-go-into = There is no tensor here: go to a cell, then press Enter.
every-cell-is-here = This page already shows every cell of the lesson.
shared-cells-are-away = The shared cells are hidden.

## What was done: changing

type-over-no-number = Only numbers can be moved: type a number to replace this value.
slider-needs-a-number = A slider needs a number within its bounds.
nothing-to-make-again = There is nothing to redo.
nothing-to-undo = There is nothing to undo.
made-again = Redone: { $step }. { $count ->
    [0] That was the last change.
   *[other] { $count } more to redo.
}
undone = Undone: { $step }. { $count ->
    [0] That was the first change.
   *[other] { $count } more to undo.
}
d-deletes-your-cell = This is your own cell: D deletes it.
block-as-written = This block already has the lesson's text.
block-as-written-again = { $block } has the lesson's text again. u brings yours back.
page-as-written = This page already has the lesson's text.
page-as-written-again = { $count ->
    [one] 1 block has the lesson's text
   *[other] { $count } blocks have the lesson's text
} again{ $answers ->
    [0] . u brings your text back.
    [one] ; 1 answer was removed. u undoes this.
   *[other] ; { $answers } answers were removed. u undoes this.
}
nothing-to-copy = There is nothing to copy here: y copies a cell's code, a number, or a formula.
copying-is-off = Copying is off: the program was started with --no-clipboard.
too-long-to-copy = Not copied: { $size } kB is more than the 74 kB that terminals accept.
copied-the-formula = Copied the formula of { $name } to your terminal's clipboard.
copied-the-number = Copied { $number } to your terminal's clipboard.
copied-the-expression = Copied the expression in line { $line } to your terminal's clipboard.
copied-the-code = Copied the code of { $block } to your terminal's clipboard.
copied-the-latex = Copied the formula as LaTeX to your terminal's clipboard.
size-is-fixed = The lesson fixes this size. Rows and columns can be added to your own matrices, or where the code says any_size=True.
number-is-computed = This number is computed: change one of its inputs, or press E to edit its code.
mask-is-toggled = A mask has no numbers to type: Enter switches the cell under the cursor; f fills many cells.
fill-what = Fill what? The diagonal is part of the lower triangle.
fill-what-or-resize = Fill what? The diagonal is part of the lower triangle. R adds a row, C a column; x removes a row, X a column.
pasted-too-long = Nothing was pasted: the text has more than a million characters.
pasted-nothing = Nothing was pasted: { $why }.
pasted-no-room = Nothing was pasted: { $high } × { $wide } numbers do not fit into the { $rows } × { $columns } left from here.
pasted-block = A block of { $high } × { $wide } numbers was pasted. u undoes this.
mask-holds-bits = Nothing was changed: a mask contains only 1 (allowed) and 0 (masked).
mask-is-computed = Nothing was changed because the mask is still being computed. Try again.
one-has-to-stay = A matrix needs at least one row and one column.
pasted-no-number = The pasted text is not a number. Press Esc and paste again to paste a whole block.
mask-bits = 1 allows, 0 masks; Esc leaves the mask as it was.
no-number = `{ $text }` is not a number, or is too large: correct it, or press Esc to cancel.
only-masks-toggle = Only the cells of a mask can be toggled.
enter-toggles = Enter or x switches the cell under the cursor.
arrows-move-it = ← and → change this input.
enter-switches-it = Enter or x toggles this input.
nothing-to-edit = There is nothing to edit here; Tab goes to the next input.
nothing-to-move = There is nothing to adjust here; Tab goes to the next input.
nothing-is-cut = Nothing is shortened here: every value is shown in full.
nothing-to-switch = There is nothing to switch here; Tab goes to the next input.
no-question-here = Digits answer questions; this is not a question. Tab goes to the next one.
no-solution-here = Only exercises have solutions; Tab goes to the next exercise.
no-choice-of-fills = This lesson has no choice of fill values for masked scores.
fill-becomes = { $name }: masked scores become { $option } (option { $at } of { $all }); I: next
own-cell-added = { $block } is your own cell: it can use every name on the page.
only-own-cells = You can delete only your own cells; r restores the lesson's text.
own-cell-gone = { $block } was deleted. u brings it back.
nothing-changed-yet = Nothing has changed since this page was opened.

## What was done: typing

nothing-typed-yet = Nothing has been typed yet.
no-name-goes-on = No name starts with this.
nothing-taken-back = There is nothing to redo.
nothing-selected = Nothing is selected: hold Shift and press an arrow key.
copied-for-paste = Copied: Ctrl-V pastes it, here or in another cell.
nothing-cut-here = Nothing was cut or copied here; to paste the clipboard, use your terminal's key.
nothing-being-typed = No text is being edited: press e, then paste again.
nothing-more-fits = This text has reached its maximum length.
pasted-the-beginning = The text was too long: only its first { $count ->
    [one] byte was
   *[other] { $count } bytes were
} pasted.
as-left-in-editor = { $block } has the text from your editor.
nothing-was-changed = Nothing was changed.
no-terminal-for-editor = There is no terminal here to run an editor in.
terminal-did-not-come-back = The terminal could not be restored: { $why }.
set-editor = Set VISUAL or EDITOR to your editor, for example EDITOR=nano.
not-handed-over = The text could not be passed to the editor: { $why }
editor-not-started = `{ $editor }` could not be started: { $why }
editor-not-found = `{ $editor }` was not found: nothing was changed.
editor-ended = `{ $editor }` ended with status { $status }: nothing was changed.
editor-stopped = `{ $editor }` was stopped: nothing was changed.
written-to = { $why } Your text is in { $path }.
text-is-gone = The text is gone: { $why }.
text-too-long = The text has { $count } bytes, too many for a cell: nothing was changed.
text-not-read = The text could not be read: { $why }.
text-not-utf8 = The text is not UTF-8: nothing was changed.

## What was done: questions and exercises

not-again-before = The next question is due on { $day }.
nothing-missed = No question is due for review: you have not missed any.
asked-without-its-page = Ask again: { $count ->
    [one] 1 question
   *[other] { $count } questions
}. The page appears when you answer.
a-goes-on = Ask again: { $count ->
    [one] 1 question
   *[other] { $count } questions
}   (A continues)
answered-rightly = Your answer is right. r removes it, so you can answer again.
there-are-options = There are { $count } options.
last-hint = This is the last hint.
more-hints = { $count ->
    [one] 1 more hint.
   *[other] { $count } more hints.
}
no-hints-here = There are no hints here.
no-more-hints = There are no more hints.
s-once-more = Press S again to show the solution.
s-once-more-or-hints = Press S again to show the solution. Have you seen the hints (i)?

## What was done: a training

step-is-kept = A snapshot of step { $step } is saved: r goes back to it, c compares with it.
learning-waits = { $task } paused at step { $step }: press : and choose “watch { $task } learn” to go on.
would-be-lost = { $step ->
    [one] 1 training step ({ $task }) is not saved. Press w in that training run to save it, or q again to quit without saving.
   *[other] { $step } training steps ({ $task }) are not saved. Press w in that training run to save them, or q again to quit without saving.
}
unsaved-would-be-lost = Your work could not be saved: { $why }. Press q again to quit without saving.
all-panels-are-here = Everything is already on the screen.
no-earlier-moment = There are no earlier snapshots yet. Press p to save one.
c-compares-marked = c compares the marked snapshot with the selected one.

## The last line: what keys do here and now

back-over = step
out-into = out, in
token = token
sentence = sentence
head = head
rate = rate
along-lines = along lines
move = move
more-or-less = more, less
ask-again = ask again
actions = actions
other-fill = other fill
to-them = to them
go-there = go there
values = values
gradients = gradients
end-the-gradient = end the gradient
end-comparing = end comparing
what-it-is-made-of = what it is made of
do-it = do it
open = open
map = map
solved = solved
list = list
next-in-block = next
next-link = next link
choose-again = choose again
choose = choose
into-tensor = go in to ask why
edit-code = edit code
follow = follow
follow-the-link = follow the link
panel = panel
fold-it-again = fold it again
read-it-whole = show in full
edit-the-numbers = edit the numbers
edit-the-mask = edit the mask
slide = slide
switch = switch
solution = solution
delete-it = delete it
hide-the-shared-cells = hide the shared cells
shared-cells = shared cells
end-the-search = end the search
type-a-number = type a number
next-slice = next slice
leak-change-this-row = leak test: row
leak-change-a-word = leak test: word
leak-switch-this-cell = leak test: cell
copy-the-formula = copy the formula
copy-the-number = copy the number
copy-the-expression = copy the expression
copy-the-code = copy the code
copy-the-latex = copy the formula as LaTeX
pause = pause
go-on = go on
side-by-side = side by side
difference = difference

## The keys: moving

up = up
down = down
left = left
right = right
a-page-up = a page up
a-page-down = a page down
to-the-start = to the start
to-the-end = to the end
row-up = row up
row-down = row down
column-left = column left
column-right = column right
a-step-less = a step less
a-step-more = a step more
over-this-step = step over
back-a-step = step back
into-this-step = step into
play-it = play
pause-playing = pause
unfold-operations = every operation
fold-operations = fold operations
operations-unfolded = Every operation is a step now.
operations-folded = Operations that only change a shape are folded.
faster = faster
slower = slower
without-a-piece = without a piece
without-the-mask = without the mask
without-the-scale = without the scale
without-a-head = without a head
with-all-of-it = with all of it
out-of-it = step out
next-token = next token
token-before = previous token
a-step-back = step back
a-step-on = step forward
sentence-before = previous sentence
next-sentence = next sentence
head-before = previous head
next-head = next head
next-layer = next layer
layer-before = previous layer
what-it-needs = what it needs
what-builds-on-it = what builds on it
next-input = next input
previous-input = previous input
next-tensor = next tensor
previous-tensor = previous one
previous-slice = previous slice
a-line-up = a line up
a-line-down = a line down
a-word-left = a word left
a-word-right = a word right
start-of-the-line = start of the line
end-of-the-line = end of the line
to-the-first-line = to the first line
to-the-last-line = to the last line
ten-lines-up = ten lines up
ten-lines-down = ten lines down
select = select
select-word-back = select previous word
select-a-word = select next word
select-to-start = select to start
select-to-the-end = select to end
select-lines = select lines
select-all = select all

## The keys: exploring

other-axes = other axes
next-view = next view
previous-view = previous view
open-lesson = open lesson
map-of-lessons = map of lessons
what-you-have-solved = what you have solved
all-lessons = all lessons
lesson-to-go-on-with = lesson to continue
go-in = go in
answer = answer
show-the-answer = show answer
why = why?
ask-a-number-why = ask a number why
to-its-operands = into the formula
why-this-one = why this one?
to-the-tensor = to the tensor
up-again = up again
what-depends-on-it = what depends on it
first-nan = first NaN
gradient = gradient
go = go
next-match = next match
previous-match = previous match
forward-again = forward again
contents = contents
back = back
done = done
into-its-tensor = into its tensor
end-it = end it
stay-here = stay here
earlier-step = earlier step
later-step = later step
read-curves = read
end-reading = end reading
half-the-steps = half the steps
twice-the-steps = twice the steps
another-run = another earlier run
no-other-run = There is no other earlier run yet: go back to a snapshot and continue from there.
run-laid-under = Under the loss curve: earlier run { $here } of { $count }, newest first.
logarithmic-loss = logarithmic loss
next-panel = next panel
leave-it-paused = leave it paused
train-on-from-here = continue from here
mark = mark
compare = compare
leave-as-it-was = leave unchanged
close = close
copy-or-save = copy or save
search = search
outline = outline
its-names = its names
bookmark = bookmark
bookmarks = bookmarks
glossary = glossary
none-of-them = none of them
next-lesson = next lesson
previous-lesson = previous lesson
step-through-it = step through it
step-from-here = step from here
find-a-key = find a key

## The keys: changing

edit = edit
edit-the-code = edit the code
edit-its-input = edit its input
toggle = toggle
a-little-more = a little more
a-little-less = a little less
ten-steps-more = ten steps more
ten-steps-less = ten steps less
change-the-sign = change the sign
fill = fill
row = row
column = column
lower = lower
upper = upper
all = all
add-a-row = add a row
add-a-column = add a column
remove-row = remove row
remove-column = remove column
set-the-number = set the number
accept = accept
a-guess = a guess
fairly-sure = fairly sure
sure = sure
hint = hint
run-this-cell = run this cell
add-a-cell = add a cell
delete-this-cell = delete the cell
undo = undo
redo = redo
complete = complete
take-it = insert it
next = next
the-one-before = previous
your-editor = your editor
cut = cut
copy = copy
paste = paste
delete-back = delete backward
delete = delete
delete-word-back = delete previous word
delete-a-word = delete next word
delete-to-start = delete to start
delete-to-line-end = delete to line end
move-lines-in = indent lines
move-lines-out = unindent lines
pin-to-compare = pin to compare
now-or-before = now or before
leak-test = leak test
timeline = timeline
pause-or-go-on = pause or go on
one-step = one step
twice-the-rate = twice the rate
half-the-rate = half the rate
keep-this-moment = save a snapshot
save-checkpoint = save checkpoint
save-weights = save weights
reset-this-cell = reset this cell
reset-the-page = reset the page

## The keys: the program

all-actions = all actions
help = help
close-the-help = close the help
mouse-on-or-off = mouse on or off
quit = quit
to-the-shell = to the shell
end-the-program = end the program

## The places of the keys, as the help calls them

place-contents = Contents
place-map = The map of the lessons
place-certificate = What you have solved
place-page = Lesson
place-question = At a question
place-sureness = Saying how sure you are
place-tensor = Inside a tensor
place-explained = Inside a tensor, explained
place-inspector = What it is made of
place-text = Typing text
place-code = Typing code
place-completion = Choosing a word
place-number = Typing a number
place-stepping = Stepping through a cell
place-timeline = In the timeline
place-training = Watching a model learn
place-moments = At the saved snapshots
place-menu = In the menu
place-finder = Choosing from a list
place-fill = Filling a matrix or a mask
place-help = Help
group-move = Move
group-see = See
group-ask = Ask
group-try = Try
group-go = Go
group-keep = Keep
group-program = Program

## The plain mode

# Beginning and end

plain-welcome = Glassformer in plain text.
plain-welcome-keys = Press Enter for the next block. Type help for all commands, quit to end.
plain-goodbye = Goodbye.
plain-kept = Your work is saved.
plain-not-saved = Your work could not be saved: { $why }. The program tries again after each change; start it with --session FILE to save somewhere else.
plain-saved = Saved in { $path }.
plain-save-what = Say which value to save and the name of a new file for it, for example: save weights weights.csv. The file name must end in .csv, .json or .safetensors. To save your work, just say save.
plain-save-no-tensor = { $name } is { $what }: only tensors can be saved to a file.
plain-save-exists = { $path } already exists and was not changed: choose another name.
plain-marked = This block is bookmarked. Say bookmarks to hear all of them.
plain-unmarked = This block is no longer bookmarked.
plain-mark = { $number }: { $lesson }, block { $block }: { $words }
plain-no-marks = There are no bookmarks. Say bookmark to bookmark the current block.
plain-marks-go = To go to a bookmark, say bookmarks and its number.
plain-which-mark = Say the number of a bookmark. There { $count ->
        [0] are none
        [one] is one
       *[other] are { $count }
    }.
plain-no-store = Nothing is saved: no folder for saved work was found. To save, start the program with --session FILE.
plain-unfinished = The code did not end with a period on a line of its own, so nothing was changed.
plain-computing = Still computing. Ctrl-C stops it.
plain-was-stopped = Stopped. Cells that had not finished have no new values.
plain-prompt = { $lesson }, block { $here } of { $all }>
plain-prompt-why = { $lesson }, why>
plain-prompt-steps = { $lesson }, steps>
plain-prompt-beam = beam search, step { $step } of { $all }>
plain-prompt-lessons = lessons>
plain-prompt-sure = how sure, 1 to 3>
plain-prompt-writing = code line { $line }>
plain-say-more-part = Say more to hear { $part }.
plain-say-more = { $count ->
    [one] One more line: say more to hear it.
   *[other] { $count } more lines: say more to hear them.
}
plain-no-more = There is nothing more to say about that. To hear a whole value, say show and its name.
plain-unknown-word = There is no command “{ $word }”. Type help for all commands.
plain-unknown-several = { $word } could be several commands: { $names }. Type more letters.
plain-unknown-near = There is no command “{ $word }”. Did you mean { $near }?
plain-unknown-screen = “{ $word }” works only on the screen. The documentation's page on plain mode lists everything that works only there.
plain-screen-words = view views picture pictures threads histogram timeline talk theme copy mouse
plain-help = These are the commands. You can shorten a command as long as it stays unambiguous.
plain-help-end = To hear about one command, say help and its name. A number by itself answers a question, or asks about an operand.
plain-help-history = In a terminal, rlwrap glassformer --plain lets you edit and repeat earlier lines with the up arrow.
plain-help-names = The command is { $name }; its short form is { $short }.
plain-help-english = The English name { $name } works, too.
plain-width =
    { $width ->
        [0] Lines are not wrapped.
       *[other] Lines are { $width } characters wide.
    }
plain-width-wanted = Give a width from 20 to 1000, or 0 to turn wrapping off.
plain-numbers-on = Code is now read with line numbers.
plain-numbers-off = Code is now read without line numbers.

# Lessons and blocks

plain-map = The lessons, with what each one builds on:
plain-map-line = { $lesson }: { $standing }; builds on { $needs }.
plain-map-first = { $lesson }: { $standing }; builds on no other lesson.
plain-lessons =
    { $count ->
        [one] One lesson.
       *[other] { $count } lessons.
    }
plain-lesson-line = { $number } { $id }. { $title }: { $summary }
plain-lesson-broken = { $id }: this lesson cannot be read.
plain-open-one = Open a lesson by its number or name, for example: open 0.
plain-open-which = Say which lesson, by its number or name, for example: open 5.
plain-opened =
    Lesson { $title }. { $all ->
        [one] One block.
       *[other] { $all } blocks.
    }
plain-no-lesson = No lesson is open. Open one by its number or name, for example: open 0.
plain-no-lesson-named = There is no lesson “{ $name }”. Say lessons to list all lessons.
plain-no-lesson-near = There is no lesson “{ $name }”. Did you mean { $near }?
plain-in-lessons = You are in the list of lessons.
plain-where-here = Lesson { $title }, block { $here } of { $all }.
plain-below-heading = Under the heading “{ $heading }”.
plain-done = Done.
plain-lesson-done = This completes the lesson: { $progress }
plain-questions-done = { $some } of { $all } questions answered.
plain-exercises-done = { $some } of { $all } exercises solved.
plain-changes-made =
    { $count ->
        [one] One change.
       *[other] { $count } changes.
    }
plain-left = Blocks still to do: { $blocks }.
plain-history-counts = Changes to undo: { $done }; to redo: { $undone }.
plain-last-block = This was the last block.
plain-first-block = This is the first block.
plain-next-lesson = The next lesson is { $lesson }: open { $lesson }.
plain-block = Block { $here } of { $all }.
plain-which-block = Blocks are numbered from 1 to { $all }, and each cell has a label. Say outline to list them.
plain-no-block = There is no block “{ $name }” in this lesson.
plain-no-block-near = There is no block “{ $name }” in this lesson. Did you mean { $near }?
plain-outline-line = { $place }: { $title }
plain-nowhere-back = You did not jump here, so there is nowhere to return to.
plain-has-error = It has an error.
plain-answered = Answered.
plain-open-question = Not answered.
plain-is-solved = Solved.
plain-is-unsolved = Not solved.
plain-search-what = Say what to look for, for example: search softmax.
plain-found = open { $lesson } { $block }: { $text }
plain-found-count =
    Found in { $count ->
        [one] one block
       *[other] { $count } blocks
    }; { $shown } listed. To go to a block, type the words before its colon.
plain-not-found = No lesson contains “{ $words }”.
plain-due =
    { $count ->
        [one] One question is due for review today: say ask to hear it.
       *[other] { $count } questions are due for review today: say ask to hear the next one.
    }
plain-due-on = The next question is due on { $day }.
plain-checking = Running every check again.
plain-nothing-solved = Nothing is solved yet.
plain-certificate = { $lesson }: { $right } of { $questions } questions right, { $solved } of { $exercises } exercises solved.
plain-complete = Complete.
plain-solution-seen =
    { $count ->
        [one] One exercise does not count
       *[other] { $count } exercises do not count
    }, because the solution was shown.
plain-sure-and-wrong = You were sure but wrong on { $questions }.

# Prose

plain-heading = Heading: { $text }
plain-heading-of = Heading, level { $level }: { $text }
plain-item = Item: { $text }
plain-item-of = Item, level { $level }: { $text }
plain-note = Note { $number }: { $text }
plain-quotation = Quotation:
plain-formula = Formula: { $words }.
plain-preformatted =
    Preformatted text, { $lines ->
        [one] one line
       *[other] { $lines } lines
    }:
plain-code-in =
    Code that does not run, { $language }, { $lines ->
        [one] one line
       *[other] { $lines } lines
    }:
plain-code =
    Code, { $lines ->
        [one] one line
       *[other] { $lines } lines
    }:
plain-code-end = End of code.
plain-no-code = There is no code yet.
plain-table =
    Table, { $rows ->
        [one] one row
       *[other] { $rows } rows
    }, { $columns ->
        [one] one column
       *[other] { $columns } columns
    }.
plain-table-pairs =
    Table of { $count ->
        [one] one pair
       *[other] { $count } pairs
    }:
plain-table-pairs-of =
    Table of { $count ->
        [one] one pair
       *[other] { $count } pairs
    }, { $above } and { $below }:
plain-table-row = Row { $row }. { $cells }.
plain-link = Link { $number }: { $words }, { $target }.
plain-link-here = link { $number }
plain-to-training = to a training run, { $task }
plain-to-note = to note { $number }
plain-to-block = to block { $block } of this lesson
plain-to-block-of = to block { $block } of lesson { $lesson }
plain-to-lesson = to lesson { $lesson }
plain-no-links = There are no links in this block.
plain-which-link = Say which link, from 1 to { $count }.
plain-address = The address is { $address }. It cannot be opened from here.
plain-training-begun = Training starts: { $learning }. A new Transformer with { $encoder } encoder and { $decoder } decoder layers and { $weights } parameters trains for at most { $steps } steps.
plain-training-beside = Training runs in the background and reports its progress after your commands. Say train to listen until the training ends or you press Ctrl-C; say train stop to end the training, and train save to write the model into a file.
plain-training-point = Training, step { $step } of { $steps }: the loss is { $loss }, and { $words } percent of the individual { $unit } are right.
plain-training-sample = For “{ $source }” the model writes “{ $written }”.
plain-training-silent = For “{ $source }” the model writes nothing.
plain-training-rewound = Training: { $why }. Training goes back to step { $step } and continues with half the learning rate.
plain-training-over = { $step ->
    [one] Training finished after 1 step.
   *[other] Training finished after { $step } steps.
}
plain-training-loss = The loss went from { $first } to { $last }.
plain-training-score = The model gets { $right } of { $all } unseen examples right.
plain-training-ends = Training ends here, and the trained model is discarded.
plain-training-ends-saved = Training ends here. What you saved of it is in { $file }.
plain-training-not-saved = The model was not saved: { $why }.
plain-training-stopped = { $step ->
    [one] Training was stopped after 1 step.
   *[other] Training was stopped after { $step } steps.
}
plain-training-failed = Training failed: { $why }.
plain-training-broke = unexpected error; please report this
plain-training-already = Training is already running. Say train to listen to it, or train stop to end it.
plain-training-none = No training is running. To start one, say train reverse.
plain-training-goes-on = Training continues in the background.
plain-training-which = Say which task: copy, reverse, sort, dates or translation; then, if you like, the number of steps, from 1 to { $most }.
plain-training-paused = Training is paused at step { $step }. Say train go to continue, or train step for one step.
plain-training-going = Training continues from step { $step }.
plain-training-norm = The norm of all gradients is { $norm }. Training is paused.
plain-training-paced = Training now runs at { $factor } times the scheduled learning rate.
plain-training-heads = What the decoder's cross-attention heads attend to, after { $step ->
        [one] one step
       *[other] { $step } steps
    }. The source is { $source }, the target { $wanted }. For each target position, you hear the source position with the largest weight and that weight in percent.
plain-training-encoder-heads = What the encoder's heads attend to, after { $step ->
        [one] one step
       *[other] { $step } steps
    }. The source is { $source }. For each position, you hear the position with the largest weight and that weight in percent.
plain-training-decoder-heads = What the heads of the decoder's masked self-attention attend to, after { $step ->
        [one] one step
       *[other] { $step } steps
    }. The target is { $wanted }. For each position, you hear the position at or before it that has the largest weight, and that weight in percent.
plain-training-head = Layer { $layer }, head { $head }: { $reads }.
plain-training-reads = { $word } attends to { $read } { $share }
plain-training-start = the start
plain-training-end = the end
plain-training-no-heads = This model has no attention heads to describe.

# The built-in translator, told.
plain-machine-translation = “{ $sentence }” is translated as “{ $translation }”.
plain-machine-off = Switched off: { $parts }.
plain-machine-same = With nothing switched off, the translation is the same.
plain-machine-whole = With nothing switched off: “{ $translation }”.
plain-machine-least-sure = The translator was least sure of token { $at } of { $all }, { $token }: { $share } percent.
plain-machine-more = Say more to hear the translation token by token.
plain-machine-reads = The translator reads { $tokens }.
plain-machine-attends = What { $part } attends to most, averaged over all heads, in percent.
plain-machine-head-attends = What { $part } attends to most, in percent.
plain-machine-token = Token { $at }: { $likely } percent.
plain-machine-parameters = The built-in translator has { $count } parameters. Its attention layers:
plain-machine-part =
    { $part }: { $count ->
        [one] one head
       *[other] { $count } heads
    }.
plain-machine-keys = Say machine and a part, such as machine cross 1 head 2, to hear what it attends to; say switch and a part to switch it off, and beam to go through its beam search.
plain-machine-is-off = This part is switched off: { $part }.
plain-machine-which = “{ $asked }” is not the name of a part. Say encoder, decoder or cross, then the layer, then a head if you want only one head, for example: cross 1 head 2.
plain-machine-no-part = There is no { $part }. Say machine to list the parts.
plain-machine-encoder = self-attention in encoder layer { $layer }
plain-machine-decoder = masked self-attention in decoder layer { $layer }
plain-machine-cross = cross-attention in decoder layer { $layer }
plain-machine-head = head { $head } of { $part }
plain-machine-piece = the piece { $text }
plain-machine-lesson = The lesson { $title } explains this part: open { $id }.
plain-beam-title =
    { $width ->
        [one] Beam search of width 1 for “{ $sentence }”. It takes { $steps } steps. Each step ranks continuations by their sum of log-probabilities and keeps 1 of them.
       *[other] Beam search of width { $width } for “{ $sentence }”. It takes { $steps } steps. Each step ranks continuations by their sum of log-probabilities and keeps at most { $width } of them.
    }
plain-beam-keys = To go through the search, press Enter or say next. Say back for the previous step, a number to hear what happened to that continuation, beam last for the last step, beam and a width from { $least } to { $most } to search again, and up to leave the search.
plain-beam-lesson = To read about beam search: open { $lesson } { $block }.
plain-beam-step = Step { $number } of { $all }. Most probable sequence so far: “{ $text }”.
plain-beam-step-last = Step { $number } of { $all }, the last.
plain-beam-token = { $token } after “{ $text }”
plain-beam-line = { $number }, { $fate }: { $what }. Probability { $share } percent, log-probability { $log_prob }, sum { $sum }.
plain-beam-below-one = below 1
plain-beam-dead-end = From the step before, { $fate }: “{ $text }”. { $why }
plain-beam-score = “{ $text }” with score { $score }
plain-beam-found = Finished so far: { $sentences }.
plain-beam-over = The search is over. The finished sentences, ranked by their score, which is the sum with the length penalty:
plain-beam-rank = { $rank }: “{ $text }”. Score { $score }, sum { $sum }, { $tokens } tokens.
plain-beam-rank-again = { $rank }: the text of number { $first } again, from other tokens. Score { $score }, sum { $sum }, { $tokens } tokens.
plain-beam-greedy = Greedy decoding wrote “{ $text }”.
plain-beam-greedy-same = Greedy decoding wrote the same sentence as number 1.
plain-beam-no-continuation = This step has { $count } continuations, so there is no number { $number }.
plain-beam-width = { $asked } is not a possible width: a beam search keeps { $least } to { $most } sequences at each step. For example: beam { $most }.
plain-beam-which = “{ $asked }” does not go with beam. Say beam alone to hear the search from its first step, beam and a width from { $least } to { $most }, or beam first, back, next or last.
plain-beam-first-step = There is no step before this one. To leave the beam search, say up.
plain-beam-last-step = This was the last step. To leave the beam search, say up.
plain-beam-left = You have left the beam search.
plain-layer = layer
plain-head = head

plain-training-parts = The gradient norm of each part at the last step: { $parts }.
plain-training-no-parts = No training step has run yet.
plain-training-updates = The size of the last update of each part, relative to its weights: { $parts }.
plain-training-weights = Mean and standard deviation of the weights of each part: { $parts }.
plain-training-activations = Mean and standard deviation of each layer's output: { $parts }.
plain-spread = mean { $mean } standard deviation { $deviation }
plain-training-validation = The loss on validation examples is { $loss }.
plain-training-waits = Training is paused: train go continues, train step does one step, train stop ends it.
plain-pause = pause
plain-go-on = go
plain-faster = faster
plain-slower = slower
plain-heads = heads
plain-parts = parts
plain-updates = updates
plain-weights = weights
plain-activations = activations
plain-curves = curves
plain-no-curves = No training step has run yet, so there are no curves.
plain-snapshots = snapshots
plain-keep = keep
plain-train-back = back
plain-train-compare = compare
plain-earlier = earlier
plain-train-save = save
plain-train-export = export
plain-training-unheard = Training did not take this command, because too many others are waiting. Try it again.
plain-training-goes-back = Training is paused. To continue from an earlier state, say train back and the number of a snapshot; train snapshots lists them.
plain-training-no-parts-since = No step has run since training went back to step { $step }, so there are no gradients yet. Say train step.
plain-training-snapshots = { $count ->
    [one] One snapshot is kept.
   *[other] { $count } snapshots are kept, in the order in which they were taken.
} Training is at step { $step }. The learning rate is that of the next step.
plain-training-snapshot = Snapshot { $number }, step { $step }: { $facts }.
plain-training-snapshots-use = To go back to a snapshot, say train back and its number. To compare two, say train compare and both numbers.
plain-fact-loss = loss { $loss }
plain-fact-right = { $percent } percent of the individual { $unit } right
plain-fact-validation = loss on validation examples { $loss }
plain-fact-score = { $right } of { $all } validation examples right
plain-fact-rate = learning rate { $rate }
plain-fact-turned = learning rate { $rate }, { $factor } times the scheduled rate
plain-training-kept = Step { $step } is kept as snapshot { $number }. To go back to it later, say train back { $number }.
plain-training-returned = Training is back at snapshot { $number }, step { $step }: { $facts }.
plain-training-left = The steps that you left are an earlier run now. To compare this run with it, say train earlier.
plain-training-no-snapshots = There are no snapshots yet, because training has not begun. Wait a moment, then say train snapshots again.
plain-training-no-snapshot = There is no snapshot { $number }. You can choose from { $numbers }. For details, say train snapshots.
plain-training-which-snapshot = Say which snapshot to go back to, for example train back 1. train snapshots lists them.
plain-training-cannot-return = The last training run has ended and cannot go back. To start another one, say train and a task, for example train reverse.
plain-training-cannot-save = The last training run was stopped, and its model is gone. Next time, say train save before train stop.
plain-training-which-two = Say which snapshots to compare: train compare 2 5 compares two snapshots, train compare 2 compares one with the model now. train snapshots lists them.
plain-training-no-pair = There is no earlier snapshot to compare with. Say train step or train go, then compare again.
plain-compared = Snapshot { $one }, step { $before }, compared with snapshot { $other }, step { $after }.
plain-compared-now = Snapshot { $one }, step { $before }, compared with the model now, at step { $after }.
plain-compared-loss = The loss goes from { $was } to { $now }.
plain-compared-right = The share of individual { $unit } that are right goes from { $was } to { $now } percent.
plain-compared-validation = The loss on validation examples goes from { $was } to { $now }.
plain-compared-score = Of { $all } validation examples, { $was } were right first, and { $now } later.
plain-compared-rate = The learning rate goes from { $was } to { $now }.
plain-compared-same-rate = The learning rate is the same: { $rate }.
plain-compared-samples = Of { $all } sample inputs, the model got { $was } right first, and { $now } later.
plain-compared-writes = For “{ $source }” the model wrote { $was } first, and { $now } later.
plain-compared-writes-same = It wrote the same for every input.
plain-compared-attention = Where attention changed most, in percent, for the first input. The source is { $source }, the target { $wanted }.
plain-compared-head = In head { $head } of { $part }, { $word } attended to { $read } { $was } first, and { $now } later.
plain-training-earlier = Earlier run { $run } of { $count }, newest first, from step { $first } to step { $last }.
plain-earlier-loss = The loss of the earlier run: { $course }
plain-earlier-present = The loss of this run from step { $first } on: { $course }
plain-earlier-beside = At step { $step } the loss is { $now } in this run and was { $was } in the earlier run.
plain-earlier-right = { $now } percent of the individual { $unit } are right in this run, { $was } percent in the earlier run.
plain-earlier-rate = The learning rate is { $now } in this run and was { $was } in the earlier run.
plain-earlier-same-rate = The learning rate is the same in both runs: { $rate }.
plain-earlier-not-yet = This run is only at step { $step }, so the two runs cannot be compared yet. Say train step or train go.
plain-training-no-earlier = There is no earlier run, because you have not gone back in this training. To go back, say train back and the number of a snapshot; the steps that you leave become an earlier run.
plain-training-which-earlier = { $count ->
    [one] There is only one earlier run: say train earlier 1.
   *[other] There are { $count } earlier runs: say train earlier and a number from 1 to { $count }, where 1 is the newest.
}
plain-training-which-run = Say which earlier run, for example train earlier 1, the newest.
plain-stop = stop
plain-no-note = This lesson has no such note.
plain-term = { $name }: { $meaning } To read the lesson: open { $lesson } { $block }.
plain-no-term = “{ $name }” is not in the glossary.
plain-no-term-near = “{ $name }” is not in the glossary. Did you mean { $near }?
plain-no-terms = This block contains no glossary terms.

# Cells and values

plain-cell = Cell { $name }.
plain-own-cell = This is your own cell.
plain-from-example = This is a shared cell, from { $title }.
plain-changed = You changed it.
plain-prints = It prints:
plain-more-lines =
    And { $count ->
        [one] one more line
       *[other] { $count } more lines
    }.
plain-last-line = The last line
plain-stopped = It did not finish. Say run to try again.
plain-lazy = It runs only on request: say run.
plain-waits = It waits for { $name } from cell { $cell }.
plain-see-also = See also cell { $cell }.
plain-old-failed = This is an old value of { $name }: cell { $cell } now fails.
plain-old-waits = This is an old value of { $name }: cell { $cell } waits for { $by }.
plain-old-unfinished = This is an old value of { $name }: cell { $cell } has not run since something changed.
plain-old-number = { $number } (old)
plain-old-values = The following values are old.
plain-default-seed = Seed { $seed } (yours: none).
plain-hides-built-in = From here on, { $names } is what this cell says, not what is built in.
plain-error = Error in line { $line }, column { $column }: { $message }.
plain-error-line = The line is:
plain-error-label = At “{ $code }”: { $text }.
plain-error-label-sign = At the { $name }: { $text }.
plain-error-help = Help: { $help }
plain-is = { $name } is { $value }.
plain-list-of-texts =
    a list of { $count ->
        [one] one text
       *[other] { $count } texts
    }: { $items }
plain-list-of-numbers =
    a list of { $count ->
        [one] one number
       *[other] { $count } numbers
    }: { $items }
plain-items = { $name }: { $count } items.
plain-token-start = start token
plain-token-end = end token
plain-token-padding = padding token
plain-token-class = class token
plain-token-separator = separator token
plain-token-mask = mask token
plain-token-unknown = unknown token
plain-quoted = “{ $text }”
plain-name-comma = comma
plain-name-stop = period
plain-name-question-mark = question mark
plain-name-exclamation-mark = exclamation mark
plain-name-colon = colon
plain-name-semicolon = semicolon
plain-name-hyphen = hyphen
plain-name-apostrophe = apostrophe
plain-name-quote = quotation mark
plain-name-blank = space
plain-name-nothing = no text
plain-name-opening-bracket = opening bracket
plain-name-closing-bracket = closing bracket
plain-name-opening-square = opening square bracket
plain-name-closing-square = closing square bracket
plain-name-opening-brace = opening brace
plain-name-closing-brace = closing brace
plain-name-equals-sign = equals sign
plain-name-double-equals = double equals sign
plain-name-at-sign = at sign
plain-name-plus-sign = plus sign
plain-name-minus-sign = minus sign
plain-name-asterisk = asterisk
plain-name-double-asterisk = double asterisk
plain-name-slash = slash
plain-name-percent-sign = percent sign
plain-name-tilde = tilde
plain-name-underscore = underscore
plain-name-number-sign = number sign
plain-name-middle-dot = middle dot
plain-name-three-dots = three dots
plain-the-sign = the { $name }
plain-values =
    { $count ->
        [one] one value
       *[other] { $count } values
    }
plain-by = by
plain-yes = yes
plain-no = no
plain-row = Row { $row }: { $cells }.
plain-row-part = Row { $row }, columns { $from } to { $to }: { $cells }.
plain-columns-from = row { $row }, columns { $from } to { $to }
plain-values-part = Values { $from } to { $to }: { $cells }.
plain-values-from = values { $from } to { $to }
plain-slice = Slice { $number } of axis { $axis }
plain-empty-list = an empty list
plain-made-up = { $name } (made-up numbers)
plain-at-place = at { $number }
plain-at-column = column { $number }
plain-extremes = The smallest is { $least }, at { $low }; the largest is { $greatest }, at { $high }.
plain-all-alike = all { $value }
plain-run = { $from } to { $to } { $value }
plain-are-on = { $count } of { $all } values { $count ->
        [one] is
       *[other] are
    } yes.
plain-nans =
    { $count ->
        [one] One value is not a number.
       *[other] { $count } values are not numbers.
    }
plain-show-all = To hear all values: show { $name }.
plain-curve-course = From { $first } at { $begin } to { $last } at { $end }.
plain-curve-line = At { $name }: { $course }
plain-curve-same = It stays the same.
plain-curve-rises = It rises all the way.
plain-curve-falls = It falls all the way.
plain-curve-ways = It { $ways }.
plain-curve-up = rises
plain-curve-down = falls
plain-curve-level = stays level
plain-curve-then = then
plain-curve-turns = It rises and falls, changing direction { $count ->
        [one] once
       *[other] { $count } times
    }.
plain-curve-infinite =
    { $count ->
        [one] One value is not finite.
       *[other] { $count } values are not finite.
    }
plain-curve-more =
    { $count ->
        [one] And one more line.
       *[other] And { $count } more lines.
    }
plain-curve-numbers = To hear the numbers: show { $name }.
plain-sum-one = The values sum to 1.
plain-sums-one = Each row sums to 1.
plain-sums-off = The rows sum to 1, except row { $rows }.
plain-too-many = There are { $count } values. Say which rows, for example: show { $name } rows 0 to 9. The last row is { $last }.
plain-no-such-rows =
    { $count ->
        [0] { $name } has no rows.
        [one] There are no such rows: { $name } has only row 0.
       *[other] There are no such rows: { $name } has rows 0 to { $last }.
    }
plain-rows-of = Rows { $from } to { $to }:
plain-rows = rows
plain-row-word = row
plain-which-rows = Say which rows, by number or name, for example: show weights rows 2 to 4, or show weights row sat.
plain-rows-to = to
plain-show-what = Say which value, for example: show weights. Say names to hear where names come from.
plain-nothing-shown = Block { $block } has no value to show.
plain-and-so-on = and so on
plain-unknown = unknown
plain-a-number = a number
plain-nan = not a number
plain-one-number = one number
plain-a-matrix = a { $shape } matrix
plain-a-tensor = a { $shape } tensor
plain-diagram = The Transformer that this cell ran, in the order of the paper's diagram, from bottom to top:
plain-stack =
    Stack { $path }: { $layers ->
        [one] one layer with
       *[other] { $layers } layers, each with
    } { $pieces }.
plain-stack-crosses = This stack attends to the memory, which is the output of the other stack.
plain-stack-below = Below it: { $parts }.
plain-stack-above = Above it: { $parts }.
plain-part-embedding = embedding
plain-part-positions = positions
plain-part-linear = a linear layer
plain-part-softmax = softmax
plain-comes-from = { $name } comes from block { $block }.
plain-used-in = { $name } is defined here. Blocks that use it: { $blocks }.
plain-made-here = { $name } is defined here.
plain-no-names = This block uses no names from other blocks, and no other block uses its names.
plain-step = Step { $number }, { $kind } { $name }: { $shape }.
plain-step-part = Steps { $steps }, { $name }: { $shape }.
plain-step-title = Step { $number }, { $kind } { $name }.
plain-step-part-title = Steps { $steps }, { $name }.
plain-step-of = { $number } of { $all }. { $title }
plain-step-level = Level { $level }. { $line }
plain-step-range = { $first } to { $last }
plain-step-inside = In { $names }:
plain-steps-folded = Operations that only change a shape are left out. Say steps all to list every operation.
plain-step-module = module
plain-step-stage = value
plain-step-operation = operation
plain-more-steps = And { $count } more.
plain-no-inner-steps = It contains no steps.
plain-step-contains =
    { $count ->
        [one] It contains one step. Say into to go to that step.
       *[other] It contains { $count } steps. Say into to go to the first of them.
    }
plain-steps-keys = To go through the steps one by one, press Enter or say next. Say back for the previous step, into to go inside a step, a step's number to go to that step, and up to leave a step and then return to the page.
plain-steps-left = You have left the steps and are back on the page.
plain-last-step = This was the last step. To leave the steps, say up.
plain-first-step = There is no step before this one. To leave the steps, say up.
plain-into-what = You are not stepping through a cell. Go to one and say steps first.
plain-no-steps = This block has no steps: go to a cell that has run.
plain-hidden-steps = The steps of this cell are hidden until you answer the question in block { $block }: { $ask } Say skip to continue without answering, or reveal to show everything.
plain-which-step = Steps are numbered from 1 to { $count }.
plain-step-word = step
plain-step-formula = Computed as { $name } = { $formula }.
plain-step-why = To ask about one of its numbers, say why step { $number }, followed by the position of that number.

# Inputs and changes

plain-slider = Input { $name }: a slider at { $value }, from { $min } to { $max } in steps of { $step }.
plain-text = Input { $name }: the text “{ $value }”.
plain-choice = Input { $name }: { $value }. The choices are { $options }.
plain-toggle = Input { $name }: { $value }, a switch that is on or off.
plain-matrix = Input { $name }: a matrix, { $shape }. Set an element by its row and column, for example: set { $name }[0, 1] 0.5.
plain-mask = Input { $name }: a mask, { $shape }. Set an element to on or off, for example: set { $name }[0, 1] off.
plain-on = on
plain-off = off
plain-all = all
plain-no-inputs = There are no inputs on this page.
plain-inputs-of-page = This block has no inputs. The page's inputs, by block:
plain-set-what = Say which input to set, and to which value, for example: set cups 5, or set W[1, 2] 0.5.
plain-no-input = There is no input called “{ $name }” on this page. Say inputs for a list.
plain-no-input-near = There is no input called “{ $name }” on this page. Did you mean { $near }?
plain-region-words = row column lower upper all
plain-no-element = { $name } is not a matrix or mask: set it as a whole, without brackets.
plain-no-values = { $name } has no values yet: its cell has not run.
plain-no-number = “{ $value }” is not a number, or is too large.
plain-slider-bounds = { $name } is a slider: give a number from { $min } to { $max }.
plain-slider-whole = { $name } is a slider: give a whole number from { $min } to { $max }.
plain-choice-of = { $name } is a choice of { $options }.
plain-toggle-of = { $name } can be on or off.
plain-rows-wanted = { $name } is a matrix or mask: set one element, or set all rows at once, for example to [[1, 0], [0, 1]].
plain-same = It already has that value.
plain-moved = { $name } changed: { $count } of { $all } values{ $rows }; the largest change at { $place }, from { $was } to { $now }.
plain-moved-in = at { $axis } { $places }
plain-moved-in-many = in { $count } of { $all } rows
plain-moved-row = row
plain-moved-place = place
plain-became = { $name } changed from { $was } to { $now }.
plain-reshaped = { $name } changed its shape from { $was } to { $now }.
plain-moved-other = { $name } changed.
plain-moved-more =
    { $count ->
        [one] One other name
       *[other] { $count } other names
    } changed.
plain-moved-unseen =
    { $count ->
        [one] One other name changed: { $names }.
       *[other] { $count } other names changed: { $names }.
    }
plain-gist =
    { $count ->
        [one] One value on the page changed
       *[other] { $count } values on the page changed
    }{ $reshaped ->
        [0] .
        [one] , and one of them changed shape.
       *[other] , and { $reshaped } of them changed shape.
    }
plain-gist-text = Numbers in the text also changed; blocks affected: { $blocks }.
plain-gist-more = Say more to hear all the changes.
plain-nothing-moved = No value changed.
plain-text-moved = In the text of block { $block }: { $numbers }.
plain-number-became = { $was } became { $now }
plain-fails-now = Cell { $cell } now fails: { $message }.
plain-runs-again = Cell { $cell } now runs without an error.
plain-not-finished = Cell { $cell } has not finished.
plain-now-solved = Exercise { $name } is solved.
plain-no-longer-solved = Exercise { $name } is no longer solved.
plain-undone = Undone in block { $block }.
plain-redone = Redone in block { $block }.
plain-undone-behind = Undone in the shared cell { $cell }.
plain-redone-behind = Redone in the shared cell { $cell }.
plain-nothing-done = Nothing has been changed yet.
plain-nothing-done-now = Nothing has been changed since the lesson was opened, so there is nothing to undo. To take back earlier changes, use reset.
plain-nothing-undone = There is nothing to redo.
plain-reset = This block is back to the lesson's text.
plain-answer-gone = Your answer was removed.
plain-ran = The cell ran and shows no value.
plain-reset-all = The whole page is back to the lesson's text{ $answers ->
    [0] .
    [one] , and your answer was removed.
   *[other] , and your { $answers } answers were removed.
} Say undo to bring your version back.
plain-nothing-to-reset-all = Nothing has been changed on this page.
plain-nothing-to-reset = Nothing has been changed here. To reset the whole page, say reset all.
plain-moment = { $number }, in { $block }: { $what }
plain-moment-undone = { $number}, undone, in { $block }: { $what }
plain-switched = { $input } at { $place } changed from { $was } to { $now }
plain-pinned = The page is pinned. Change something, then say compare.
plain-unpinned = The page is no longer pinned.
plain-pin-first = There is nothing to compare with yet: say pin first.
plain-leak-what = Say which input to change, for example: leak sentence, or leak sentence 2 for its second word, or leak sentence cat for the word cat.
plain-leak-exercise = { $name } is an input of an exercise. No cell on the page reads the values of an exercise, so there is nothing to test.
plain-leak-no-word = { $name } has no word “{ $word }”. Say one of its words, or the number of a word, counting from 1.
plain-without-title = On a copy of the page, { $what }:
plain-without-where = Nothing can be left out here: go to a cell that runs an attention module, say steps, and go to one of its attention steps.
plain-without-which = Say without and one of these: { $pieces }.
plain-piece-mask = mask
plain-piece-scale = scale
plain-piece-head = head { $head }
plain-leak-change = Leak test, on a copy of the page: { $what }.
plain-leak-row = { $input } at { $place } changed by +1, +1/2, +1/3 and so on
plain-leak-mask = { $input } at { $place } toggled
plain-leak-still =
    { $count ->
        [one] One name kept its value.
       *[other] { $count } names kept their values.
    }

# Code

plain-write = Write the code of this block line by line. To finish, enter a line with only a period. To leave the code as it was, enter .cancel, which is a period and the word cancel.
plain-write-interrupt = Pressing Ctrl-C and then Enter also leaves the code as it was.
plain-cancel = cancel
plain-write-left = The code is unchanged.
plain-nothing-to-edit = There is no code in this block.
plain-fill-what = Say what to put in place of the dots, for example: fill 2 * x.
plain-no-blank = There are no dots left to fill in. Say undo to bring the last ones back, replace to change a line, write to replace the whole code, or reset to restore all dots.
plain-which-line = Say which line, from 1 to { $count }, and then the text.
plain-which-line-away = Say which line to delete, from 1 to { $count }.
plain-no-line = This code has no lines yet. Use write to enter all of the code, or insert 1 to enter its first line.
plain-no-editor = There is no terminal here to run an editor in. Use write, fill and replace to change the code.
plain-nothing-to-run = There is nothing to run in this block.
plain-cell-added = Your cell was added. Say write to enter its code.
plain-cell-removed = Your cell was deleted. Say undo to bring it back.
plain-not-yours = You can delete only your own cells.

# Questions and exercises

plain-question = Question: { $ask }
plain-of-written = This question is about the page as written, without your changes.
plain-option = Option { $number }: { $text }
plain-how-to-answer = Answer with a number from 1 to { $count }.
plain-answered-rightly = Your answer is right. Say reset to take it back and answer again.
plain-how-sure = How sure are you? 1 guess, 2 fairly, 3 sure. Enter alone just shows the answer.
plain-sure-of-what = You can say how sure you are only right after an answer.
plain-guess = guess
plain-fairly = fairly
plain-sure = sure
plain-your-answer = Your answer is number { $number }.
plain-answer-unknown = The answer is still being computed.
plain-right = Right.
plain-wrong = Not right. The right answer is number { $number }, { $text }.
plain-was-guess = You guessed.
plain-was-fairly = You were fairly sure.
plain-was-sure = You were sure.
plain-again-now = Say ask to be asked again.
plain-again-in =
    You will be asked again { $days ->
        [one] tomorrow
       *[other] in { $days } days
    }.
plain-no-question = There is no question in this block.
plain-hint = Hint { $number }: { $text }
plain-hints-left =
    { $count ->
        [0] This is the last hint.
        [one] One more hint is left.
       *[other] { $count } more hints are left.
    }
plain-hints-where = Only questions and exercises have hints.
plain-no-hints = There are no hints here.
plain-no-more-hints = There are no more hints.
plain-exercise = Exercise { $name }: { $ask }
plain-exercise-named = Exercise { $name }.
plain-no-exercise = There is no exercise in this block.
plain-unsolved = Not solved yet. Use fill, write, replace or edit to change the code, and hint for help.
plain-unsolved-par = Not solved yet. Par is { $par }; a lower score is better.
plain-unchecked = This exercise has not been checked yet.
plain-attempt-error = Not yet: your code has an error.
plain-not-yet = Not yet: { $message }.
plain-tested = The failing check is:
plain-solved = Solved: every check passes.
plain-solved-par = Solved: every check passes. Your score equals par: { $par }.
plain-solved-over = Solved: every check passes. Your score is { $score }; par is { $par }, so a lower score is possible.
plain-solved-better = Solved: every check passes. Your score is { $score }, better than the par of { $par }.
plain-solution = A solution:
plain-solution-again = Say solution again to hear the solution.
plain-solution-hints = Say solution again to hear the solution. There are hints, too: say hint.

# Why

plain-at = { $name } at { $place }
plain-not = not { $name }
plain-it-is = It is { $formula }.
plain-machine-otherwise = The program computes it slightly differently: { $reason }. Say more to hear the program's formula.
plain-machine = The program computes: { $formula }.
plain-machine-why = The reason: { $reason }.
plain-with = Where { $name } is { $value }: { $formula }.
plain-remark = Note: { $note }.
plain-born = It is not a finite number because { $reason }.
plain-why-whole = All of { $name }: { $shape }.
plain-made-in = Computed in cell { $cell }, line { $line }:
plain-made-of =
    { $count ->
        [one] It comes from one value. To ask about that value, say its number:
       *[other] It comes from { $count } values. To ask about one of them, say its number:
    }
plain-operand = { $number }: { $name }, { $value }
plain-operand-own = { $number }: { $name }, { $value }, a constant
plain-more-operands =
    { $count ->
        [one] And one more. You can ask about it by its number, too.
       *[other] And { $count } more. You can ask about them by their numbers, too.
    }
plain-no-operand = There is no operand { $number } here.
plain-why-what = Say which number, for example: why weights[0, 1], or in words: why weights sat cat.
plain-why-lost = There is no record of how this was computed.
plain-back-on-page = Back on the page.
plain-nothing-above = You are neither in an explanation nor stepping through a cell, so there is nothing to go up to.
plain-uses = The following depend on this value:
plain-no-uses = Nothing depends on this value.
plain-use = { $name }, { $some } of { $all } values, in cell { $cell }
plain-use-words = “{ $text }” in the text of block { $block }
plain-uses-cut = And more, too many to list.
plain-of = of
plain-gradient-of = The gradient of { $name }:
plain-gradient-at = With respect to { $name }, it is { $value }.
plain-gradient-whole = With respect to { $name }
plain-gradient-none = There is no gradient with respect to { $name }.
plain-gradient-operand = { $number }: with respect to { $name }, { $value }
plain-gradient-what = Say which number's gradient you want, and with respect to which other number or tensor, for example: gradient loss of W[0, 1].
plain-missing-name = There is no value “{ $name }”.
plain-missing-near = There is no value “{ $name }”. Did you mean { $near }?
plain-missing-open = { $text } is missing its closing bracket ].
plain-missing-single = { $name } is a single number: ask for it without an index.
plain-missing-counted = { $name } is { $value }, a count and not the result of a formula.
plain-missing-other = { $name } is { $what }, but only numbers can be explained.
plain-missing-which = { $name } has several values, { $shape }: say which, for example: { $name } { $places }.
plain-missing-places = { $name } has { $axes ->
        [0] no axes: ask for it without an index
        [one] one axis, { $shape }: give one index, for example: { $name } { $places }
       *[other] { $axes } axes, { $shape }: give { $axes } indices, for example: { $name } { $places }
    }.
plain-missing-lost = There is no record of how { $name } was computed.
plain-missing-outside = Axis { $axis } of { $name } has no index { $place }: its indices go from 0 to { $last }.
plain-missing-empty = Axis { $axis } of { $name } is empty.
plain-no-places = { $name } is { $what }: it can only be shown as a whole, without an index.
plain-missing-label = { $name } has no position named “{ $label }”.
plain-missing-label-near = { $name } has no position named “{ $label }”. Did you mean { $near }?
plain-missing-unlabelled = The positions of axis { $axis } of { $name } have no names: give an index instead of “{ $label }”.
plain-missing-several = “{ $label }” is at positions { $places }: give the index of the one you mean.

# Formulas

plain-and = and
plain-or = or
plain-xor = exclusive or
plain-bit-and = bitwise and
plain-bit-or = bitwise or
plain-bit-xor = bitwise exclusive or
plain-open = open bracket
plain-close = close bracket
plain-open-set = open brace
plain-close-set = close brace
plain-opposite = the opposite of { $of }
plain-power = to the power { $power }
plain-sub = sub { $index }
plain-over = { $above } over { $below }
plain-fraction = fraction { $above } over { $below }, end of fraction
plain-root = square root of { $inner }
plain-root-long = square root of { $inner }, end of root
plain-sqrt = the square root of { $of }
plain-exp = e to the power { $of }
plain-ln = the natural logarithm of { $of }
plain-abs = the absolute value of { $of }
plain-greatest-of = the largest of { $list }
plain-least-of = the smallest of { $list }
plain-where-true = { $taken }, because the condition holds; otherwise it would be { $other }
plain-where-false = { $taken }, because the condition does not hold; otherwise it would be { $other }
plain-function-of = { $name } of { $list }
plain-sum-of-powers = the sum of e to the power of each of { $list }
plain-more-terms =
    { $count ->
        [one] { $value } from one more term
       *[other] { $value } from { $count } more terms
    }
plain-scientific = { $digits } times 10 to the power { $power }
plain-sign-times = times
plain-sign-divided = divided by
plain-sign-hidden = a cross
plain-sign-elementwise = times, element by element,
plain-sign-otimes = tensor times
plain-sign-oplus = circled plus
plain-sign-plus-minus = plus or minus
plain-sign-plus = plus
plain-sign-minus = minus
plain-sign-equals = equals
plain-sign-less = less than
plain-sign-greater = greater than
plain-sign-over = over
plain-sign-given = given
plain-sign-mod = modulo
plain-sign-root = square root of
plain-sign-sum = the sum of
plain-sum-over = the sum over { $index } of
plain-sign-product = the product of
plain-sign-integral = the integral of
plain-sign-partial = partial
plain-sign-gradient = the gradient of
plain-sign-infinity = infinity
plain-sign-at-most = at most
plain-sign-at-least = at least
plain-sign-unequal = not equal to
plain-sign-nearly = approximately
plain-sign-same = identical to
plain-sign-like = distributed as
plain-sign-proportional = proportional to
plain-sign-in = in
plain-sign-not-in = not in
plain-sign-subset = a subset of
plain-sign-for-all = for all
plain-sign-to = to
plain-sign-maps = maps to
plain-sign-implies = implies
plain-sign-from = from
plain-sign-up = up
plain-sign-down = down
plain-sign-norm = norm
plain-sign-floor = floor of
plain-sign-end-floor = end of floor
plain-sign-prime = prime
plain-sign-transposed = transposed
plain-sign-squared = squared
plain-sign-cubed = cubed
plain-sign-half = one half
plain-sign-check = check mark (yes)
plain-sign-cross = cross (no)
plain-sign-alpha = alpha
plain-sign-beta = beta
plain-sign-gamma = gamma
plain-sign-epsilon = epsilon
plain-sign-theta = theta
plain-sign-lambda = lambda
plain-sign-mu = mu
plain-sign-pi = pi
plain-sign-sigma = sigma

# Keys of the screen that lessons mention

plain-key-here = { $key } (here: { $command })
plain-key-down = down arrow
plain-key-up = up arrow
plain-key-right = right arrow
plain-key-left = left arrow
plain-key-shift-right = Shift and the right arrow
plain-key-plus = plus
plain-key-minus = minus
plain-key-enter = Enter
plain-key-esc = Escape
plain-key-tab = Tab
plain-key-backspace = Backspace
plain-key-greater = the greater-than sign
plain-key-less = the less-than sign
plain-key-question = the question mark
plain-key-colon = the colon
plain-key-slash = the slash
plain-here-next = next
plain-here-back = back
plain-here-move = set NAME VALUE, or steps N
plain-here-set = set NAME VALUE
plain-here-enter = why, write or link
plain-here-up = up
plain-here-into = into
plain-here-leave = up, until you are back on the page
plain-here-inputs = inputs
plain-here-switch = set NAME[ROW, COLUMN] off
plain-here-return = return
plain-here-show = show NAME
plain-here-help = help
plain-here-search = search
plain-here-undo = undo
plain-here-hint = hint
plain-here-reset = reset
plain-here-steps = steps
plain-here-solution = solution
plain-here-reveal = reveal
plain-here-write = code or write
plain-here-pin = pin
plain-here-compare = compare
plain-here-gradient = gradient
plain-here-why = why NAME
plain-here-quit = quit
plain-here-link = link
plain-here-train-heads = train heads
plain-here-train-faster = train faster
plain-here-train-slower = train slower
plain-here-train-stop = train stop
plain-here-train-step = train step
plain-here-train-back = train snapshots, then train back N
plain-here-train-compare = train compare
plain-here-train-keep = train keep
plain-here-train-earlier = train earlier
plain-here-train-save = train save
plain-here-train-export = train export
plain-here-glossary = glossary
plain-here-leak = leak NAME
plain-here-ask = ask

# The commands: a word and its short form; what it does

plain-command-next = next n
plain-brief-next = next: goes to the next block, or, while you go through steps, to the next step. An empty line does the same.
plain-command-back = back b
plain-brief-back = back: goes to the previous block or step.
plain-command-again = again a
plain-brief-again = again: repeats this block.
plain-command-more = more m
plain-brief-more = more: gives the full version of what was just summarized: what changed, or how the program computes a number.
plain-command-where = where w
plain-brief-where = where: says where you are, and what is left to do.
plain-command-go = go g
plain-brief-go = go N: goes to block N, or to a block by its label.
plain-command-first = first f
plain-brief-first = first: goes to the first block.
plain-command-last = last l
plain-brief-last = last: goes to the last block.
plain-command-outline = outline o
plain-brief-outline = outline: lists the headings, cells, questions and exercises of the lesson.
plain-command-lessons = lessons ls
plain-brief-lessons = lessons: lists all lessons, with your progress.
plain-command-map = map mp
plain-brief-map = map: lists the lessons with what each one builds on.
plain-command-open = open op
plain-brief-open = open NAME: opens a lesson by its number or name; add a block to go straight there.
plain-command-link = link li
plain-brief-link = link N: follows link N of this block.
plain-command-return = return re
plain-brief-return = return: goes back to where you last jumped from.
plain-command-search = search /
plain-brief-search = search WORDS: lists the blocks of all lessons that contain these words.
plain-command-glossary = glossary k
plain-brief-glossary = glossary WORD: explains a term of the course; glossary without a word explains the terms of this block.
plain-command-answer = answer an
plain-brief-answer = answer N: answers the question; so does the number alone.
plain-command-sure = sure su
plain-brief-sure = sure N: says how sure you are of your last answer, from 1 to 3.
plain-command-hint = hint h
plain-brief-hint = hint: gives one more hint for this question or exercise.
plain-command-solution = solution so
plain-brief-solution = solution: gives the solution to this exercise; you have to ask twice.
plain-command-skip = skip sk
plain-brief-skip = skip: shows what this question hides, without waiting for your answer.
plain-command-reveal = reveal rv
plain-brief-reveal = reveal: shows everything that questions hide; a second reveal hides it again.
plain-command-ask = ask as
plain-brief-ask = ask: asks the next question that you missed and that is due again.
plain-command-code = code c
plain-brief-code = code: reads the code of this block; code N reads the code of block N.
plain-command-write = write wr
plain-brief-write = write: replaces the code of this block, line by line, until a line with only a period; .cancel keeps the old code.
plain-command-fill = fill fi
plain-brief-fill = fill TEXT: replaces the first blank in the code (three dots) with the text.
plain-command-replace = replace rp
plain-brief-replace = replace N TEXT: replaces line N of the code and keeps its indentation.
plain-command-insert = insert in
plain-brief-insert = insert N TEXT: inserts a line before line N.
plain-command-delete = delete de
plain-brief-delete = delete N: deletes line N.
plain-command-edit = edit e
plain-brief-edit = edit: opens the code in your own editor.
plain-command-run = run x
plain-brief-run = run: runs this cell again, or a cell that runs only on request.
plain-command-inputs = inputs i
plain-brief-inputs = inputs: lists the inputs of this block, or of the page.
plain-command-set = set =
plain-brief-set = set NAME VALUE: sets an input, for example: set cups 5; set W[1, 2] 0.5; set allowed[sat, cat] off; many elements at once: set allowed row sat off, column, lower (with the diagonal), upper or all.
plain-command-undo = undo u
plain-brief-undo = undo: undoes the last change.
plain-command-redo = redo ru
plain-brief-redo = redo: redoes the last change that you undid.
plain-command-reset = reset rs
plain-brief-reset = reset: restores the lesson's text in this block; reset all restores it on the whole page.
plain-command-history = history hi
plain-brief-history = history: lists all changes to this page in order.
plain-command-names = names na
plain-brief-names = names: says where the names in this block come from, and where they are used.
plain-command-show = show s
plain-brief-show = show NAME: reads a whole value; show NAME[ROW], or show NAME rows A to B, reads a part of it.
plain-command-why = why y
plain-brief-why = why NAME ROW COLUMN: explains a number; then say the number of an operand to ask about that operand, and up to go back.
plain-command-up = up ^
plain-brief-up = up: goes back to the number you asked about before, or out of a step; from the outermost level, back to the page.
plain-command-uses = uses us
plain-brief-uses = uses NAME ROW COLUMN: lists what depends on a number; uses without a name lists what depends on the number you last asked about.
plain-command-gradient = gradient gr
plain-brief-gradient = gradient NUMBER of OTHER: gives the gradient of one number with respect to another number, or to a whole tensor.
plain-command-steps = steps st
plain-brief-steps = steps: lists the steps of this cell; steps N explains step N and lists the steps inside it, and steps N to M does the same for a group of steps; steps all lists every operation. After that, Enter goes from step to step. In show and why, step N means the value of step N.
plain-command-into = into it
plain-brief-into = into: while you go through steps, goes to the first step inside the current one.
plain-command-without = without wt
plain-brief-without = without mask, without scale or without head 0: while you step through attention, computes a copy of the page without that part and says what changes.
plain-command-train = train tr
plain-brief-train = train TASK: trains a new Transformer in the background on a task: copy, reverse, sort, dates or translation. train without a task listens to the training, and train stop ends it. During training: train pause, go, step, faster, slower; train heads says what the cross-attention heads attend to, train heads encoder and train heads decoder say what the self-attention heads attend to, train parts gives the gradient norms, train updates the size of the updates, train weights and train activations the mean and standard deviation of the weights and activations. train curves FILE writes the curves of all steps as CSV. train snapshots lists the states of the model that the training keeps, train keep adds one, train back 3 goes back to the third and takes its learning rate, train compare 2 5 says how two of them differ, and train earlier compares this run with the one that was left when you went back. train save writes a checkpoint, from which glassformer train --resume continues, and train export writes the weights alone; both also work after the training has finished.
plain-command-translate = translate tl
plain-brief-translate = translate SENTENCE: the built-in translator translates an English sentence into French; more then reads that translation token by token. Without a sentence, translate repeats the last translation.
plain-command-machine = machine mc
plain-brief-machine = machine: lists the attention layers of the built-in translator; machine cross 1 head 2 says what a head attends to: give encoder, decoder or cross, then the number of the layer, then a head if you want only one.
plain-command-switch = switch sw
plain-brief-switch = switch cross 1 head 2: turns a head of the built-in translator off, or back on, and translates the sentence again; switch cross 1 does this for all heads of a layer; switch on turns everything back on.
plain-command-beam = beam be
plain-brief-beam = beam: goes through the built-in translator's beam search for its sentence, from the first step; beam 5 keeps 5 sequences at each step: give a number from 1 to 5. After that, Enter goes to the next step, back to the previous one, beam first and beam last to the ends, and a number says what happened to that continuation.
plain-command-pin = pin p
plain-brief-pin = pin: keeps the current values to compare with; a second pin discards them.
plain-command-compare = compare cp
plain-brief-compare = compare: says what changed since pin.
plain-command-leak = leak lk
plain-brief-leak = leak NAME PLACE: changes one word or row of an input on a copy of the page, and says in which rows other values change.
plain-command-cell = cell ce
plain-brief-cell = cell: adds a cell of your own below this block.
plain-command-remove = remove rm
plain-brief-remove = remove: deletes your own cell.
plain-command-solved = solved sv
plain-brief-solved = solved: lists what you have solved in the course.
plain-command-numbers = numbers nu
plain-brief-numbers = numbers: turns line numbers in code on or off.
plain-command-width = width wi
plain-brief-width = width N: wraps lines at N characters; 0 turns wrapping off.
plain-command-save = save sa
plain-brief-save = save: saves your work now; it is also saved automatically. save NAME FILE writes a value to a new file whose name ends in .csv, .json or .safetensors.
plain-command-bookmark = bookmark bm
plain-brief-bookmark = bookmark: bookmarks this block, or removes its bookmark.
plain-command-bookmarks = bookmarks bs
plain-brief-bookmarks = bookmarks: lists the bookmarks of all lessons; bookmarks N goes to one of them.
plain-command-help = help ?
plain-brief-help = help: lists the commands; help WORD explains one command.
plain-command-quit = quit q
plain-brief-quit = quit: ends the program.

## Bookmarks

list-bookmarks = Bookmarks
list-bookmarks-invites = a block that you bookmarked
list-bookmarks-empty = No bookmark matches.
nothing-is-marked = There are no bookmarks yet. Bookmarked blocks are listed here.
marked = Bookmarked: the list of bookmarks leads back here.
unmarked = Bookmark removed.

## Copied or saved

list-take = Copy or save
list-take-invites = what to copy or save
list-take-empty = Nothing matches.
to-the-clipboard = to the clipboard
a-file = a file
save-tensor-as = save { $name } as { $form }
save-screen-as-picture = save this screen as a picture (SVG)
save-screen-as-text = save this screen as text
copy-it = copy it
save-it = save it
written = Written: { $path }
not-written = Nothing was written: { $why }

## A talk

notes = notes
no-notes-here = There are no notes here.
speakers-notes = speaker's notes
put-the-notes-away = hide notes
notes-are-for-talks = notes are shown in a presentation: glassformer --present
then-comes = Next: { $what }
some-words = some words

# What a question hides until it is answered.
hidden-until-answered = hidden until you answer: { $question }
formula-is-hidden = ░░ is hidden until you answer a question; H shows it.
what-it-prints = printed text
the-diagram = diagram
show-what-is-hidden = show hidden values
hide-it-again = hide them again
skip-it = skip it
nothing-is-hidden = No question on this page hides anything.
question-skipped = Skipped: this question's hidden values are shown. You can still answer it.
veils-lifted = { $count ->
    [one] The values that 1 question hides are shown
   *[other] The values that { $count } questions hide are shown
}; H hides them again.
veils-lowered = { $count ->
    [one] The values that 1 question hides are hidden again
   *[other] The values that { $count } questions hide are hidden again
} until you answer.
plain-hidden-number = (hidden)
plain-hidden-values = { $names }: hidden until you answer the question in block { $block }: { $ask }
plain-skipped = Skipped: this question's hidden values are now read out. You can still answer it.
plain-nothing-to-skip = No question in this block hides anything.
plain-skipped-at =
    { $count ->
        [one] The values are in block { $blocks }.
       *[other] The values are in blocks { $blocks }.
    }
plain-skip-where = The nearest question that hides something is in block { $block }: say go { $block }, then skip.
plain-veils-lifted = { $count ->
    [one] The values that 1 question hides are read out
   *[other] The values that { $count } questions hide are read out
} from now on; say reveal to hide them again.
plain-veils-lowered = { $count ->
    [one] The values that 1 question hides are hidden again
   *[other] The values that { $count } questions hide are hidden again
} until you answer.

# The lens beside the page, and the rail.
lens-where = Where
lens-see = See
lens-from = Computed from
lens-why = Why
lens-try = Try
lens-terms = Terms
lens-values = On this page
lens-below = further down
lens-above = further up
lens-moves = affects { $names }
operation-literal = literal
operation-given = given
rail-machine = The machine
rail-left = { $count } to do

# The drawing of the Transformer in the rail and the lens; a name has as many columns as its box.
machine-head = linear · softmax
machine-encoder = encoder
machine-decoder = decoder
machine-feed-forward = feed-forward
machine-add-and-norm = add & norm
machine-attention = attention
machine-masked-attention = masked attention
machine-positions = + positions
machine-embedding = embedding
machine-source = source tokens
machine-target = target tokens

# The front page
front-go-on = Go on
front-begin = Begin
front-done = { $done } of { $all }
front-about-minutes = { $count } min
front-more = More
card-needs = needs
card-leads = leads to
card-headings = contains
card-terms = introduces
card-opening = begins
front-lessons-done = { $done } of { $all } lessons done

# The machine at work.
place-machine = At the machine
the-machine = the machine
machine-starts = The translator is starting …
machine-broken = The translator stopped unexpectedly.
machine-whole = with all heads: { $text }
machine-encoder-attention = encoder { $layer } · self-attention
machine-decoder-attention = decoder { $layer } · masked self-attention
machine-cross-attention = decoder { $layer } · cross-attention
machine-head-number = head { $head }
machine-mean = mean of { $heads } heads
machine-off = off
machine-next = next token { $number } of { $all }
machine-rows-read-columns = Rows are queries, columns are keys.
machine-start = [start]
attention-before = previous attention
next-attention = next attention
one-token-more = one more token
one-token-less = one token fewer
learn-this-part = learn this part
learn-it = learn
off-or-on = off/on
another-sentence = another sentence
list-sentence = Translate
list-sentence-invites = type an English sentence
list-sentence-empty = Type a sentence.
the-machine-at-work = the built-in translator at work
machine-parameters = a translator with { $count } parameters, running live
machine-same = the same translation as with all heads
machine-first-change = first change: token { $number } of { $all }
machine-was = was { $number }
machine-least-sure = least sure at token { $number } of { $all }
translate-it = translate
numbers-answer-in-lessons = This lesson covers the part you selected. W explains the nearest number.
machine-alone = machine

# The tree of a beam search.
place-beam = At a beam search
beam-search = beam search
beam-searches = The beam search is starting …
beam-title = Beam search of width { $width }
beam-greedy = greedy decoding: { $text }
beam-sum = sum
beam-width = width
beam-goes-on = kept
beam-ends = finished
beam-dropped = dropped
beam-given-up = abandoned
beam-at-step = { $text } · step { $step }
beam-why-goes-on =
    { $width ->
        [one] It is the most probable sequence that does not end here, so the search continues from it.
       *[other] It is one of the { $width } most probable sequences that do not end here, so the search continues from it.
    }
beam-why-dead-end =
    { $count ->
        [one] It was kept, but none of its continuations was the most probable in the next step.
       *[other] It was kept, but none of its continuations was one of the { $count } most probable in the next step.
    }
beam-why-ends = This is a complete sentence. Finished sentences differ in length, so they are ranked by a score: with the length penalty, the sum { $sum } becomes { $score }.
beam-why-dropped = Its sum is { $less } below that of “{ $text }”, the lowest-ranked sequence that was kept.
beam-why-no-end =
    { $width ->
        [one] A sentence counts as finished only if it is the most probable sequence of its step. Here that is “{ $text }”.
       *[other] A sentence counts as finished only if it is one of the { $width } most probable sequences of its step. The last of these is “{ $text }”.
    }
beam-why-given-up = None of its continuations could score better than the sentences already found.
beam-hidden = { $count ->
    [one] 1 more sequence does not fit here.
   *[other] { $count } more sequences do not fit here.
}
continuation-above = continuation above
continuation-below = continuation below
step-before = previous step
step-after = next step
wider-beam = wider beam
narrower-beam = narrower beam
learn-about-it = learn about beam search
back-to-the-machine = back to the machine

menu = menu
menu-title = What you can do here
help-finds = / finds a key, here and elsewhere · Esc closes
once-more-leaves = Press the same key again to leave the lesson.
front-machine = Machine
a-step = a step
a-page = a page
start-or-end = start, end
another-view = another view
another-match = another match
another-lesson = another lesson
