#!/usr/bin/env bash
# Breaks the program on purpose, one small mistake at a time, and fails when the tests do not notice.
#
#     tests/mutants.sh            every mutant
#     tests/mutants.sh softmax    those whose name contains the word
#     tests/mutants.sh --texts    only whether each mutant's text still stands once in its file: a second, and a test of every day
#
# A mutant is an exact text, which must occur once in its file, what to write instead, and the tests that must then fail. A
# text that is no longer there, a mutant that does not compile and a test that fails on the sound program are errors, too:
# the list cannot rot silently. It works on a copy in the target folder, whose dependencies it shares.
set -euo pipefail
cd "$(dirname "$0")/.."

names=() files=() olds=() news=() tests=()
mutant() { # mutant NAME FILE OLD NEW TEST...: what `cargo test TEST...` must notice
    names+=("$1") files+=("$2") olds+=("$3") news+=("$4")
    shift 4
    tests+=("$*")
}

# --- Attention: the mistakes that leave every shape right -----------------------------------------------------------------

mutant 'attention: not scaled' src/nn/attention.rs \
    '.sqrt()
}

#[cfg(test)]' \
    '.pow(&Tensor::number(0.0))
}

#[cfg(test)]' \
    --test golden attention
mutant 'attention: scaled by d_k, not by its root' src/nn/attention.rs \
    'tape::leaf(Tensor::number(width as f64), Leaf::Given(Arc::from("d_k"))).sqrt()' \
    'Ok(tape::leaf(Tensor::number(width as f64), Leaf::Given(Arc::from("d_k"))))' \
    --test golden attention
mutant 'attention: mask inside out' src/tensor/ops/fused_masked_softmax.rs \
    'let hidden = keep.eq(&Tensor::integer(0))?;' \
    'let hidden = keep.ne(&Tensor::integer(0))?;' \
    --test golden attention
mutant 'attention: mask inside out, in one pass' src/tensor/ops/fused_masked_softmax.rs \
    'if keep { x } else { with }' \
    'if keep { with } else { x }' \
    --test golden attention
mutant 'attention: an empty row is not empty, in one pass' src/tensor/ops/fused_masked_softmax.rs \
    'if safe && softmax::is_hidden' \
    'if !safe && softmax::is_hidden' \
    --test golden attention
mutant 'attention: steps that are no rows are taken together' src/tensor/ops/fused_masked_softmax.rs \
    'Self::Add(what) => what.dtype() == x.dtype(),' \
    'Self::Add(_) => true,' \
    --lib nn::attention
mutant 'attention: forbidden scores become 0' src/nn/attention.rs \
    'Self::Safe => f64::NEG_INFINITY,' \
    'Self::Safe => 0.0,' \
    --test golden attention
mutant 'attention: softmax over the queries' src/nn/attention.rs \
    '{ masked.softmax(-1) }' \
    '{ masked.softmax(-2) }' \
    --lib nn::attention
mutant 'attention: an empty row is not empty' src/nn/attention.rs \
    '.softmax(-1)?.masked_fill(&empty, &zero)' \
    '.softmax(-1)' \
    --lib nn::attention
mutant 'mask: the present is hidden, too' src/nn/mask.rs \
    'DType::Bool).tril(0)' \
    'DType::Bool).tril(-1)' \
    --test golden attention
mutant 'mask: the other convention is the same' src/nn/mask.rs \
    'keep.not()' \
    'Ok(keep.clone())' \
    --lib nn::mask
mutant 'mask: what is added hides what is allowed' src/nn/mask.rs \
    'where_(keep, &allowed, &forbidden)' \
    'where_(keep, &forbidden, &allowed)' \
    --lib nn::mask
mutant 'mask: what is to be added is forgotten' src/tensor/ops/fused_masked_softmax.rs \
    'Self::Add(what) => x.add(what),' \
    'Self::Add(_) => Ok(x.clone()),' \
    --lib nn::attention
mutant 'mask: a triangle with the border of the other' src/tensor/ops/mask.rs \
    'if self.lower { border..columns } else { 0..border }' \
    'if self.lower { border.saturating_sub(1)..columns } else { 0..border }' \
    --lib triangle
mutant 'mask: only the first matrix has a triangle' src/tensor/ops/mask.rs \
    'row[self.outside(number % rows, columns)]' \
    'row[self.outside(number, columns)]' \
    --lib triangle
mutant 'heads: split without a transpose' src/tensor/ops/shape.rs \
    'self.reshape(&sizes)?.transpose(-3, -2)' \
    '{
            let n = sizes.len() - 3;
            sizes.swap(n, n + 1);
            self.reshape(&sizes)
        }' \
    --test tensor heads
mutant 'heads: merged by reshape alone' src/tensor/ops/shape.rs \
    'self.transpose(-3, -2)?.reshape(&sizes)' \
    'self.reshape(&sizes)' \
    --test tensor heads

# --- Softmax, norms, activations ------------------------------------------------------------------------------------------

mutant 'softmax: over the first axis' src/tensor/ops/softmax.rs \
    'apply(Softmax { axis: axis_place("softmax", self, axis)? }, &[self])' \
    'apply(Softmax { axis: axis_place("softmax", self, axis.min(0) * 0)? }, &[self])' \
    --test golden attention
mutant 'softmax: the largest is not subtracted' src/tensor/ops/softmax.rs \
    '*x = (*x - top).quick_exp();' \
    '*x = (*x - top * T::zero()).quick_exp();' \
    --test golden attention
mutant 'log_softmax: the logarithm of softmax' src/tensor/ops/softmax.rs \
    '*x = (*x - top) - log_total;' \
    '*x = ((*x - top).exp() / log_total.exp()).ln();' \
    --test golden attention
mutant 'exp: a polynomial without its last term' src/tensor/exponential.rs \
    'p * r * r + r + 1.0' \
    'p * r * r * 0.999 + r + 1.0' \
    --lib exponential
mutant 'walk: a row that is one number is its neighbours' src/tensor/iter_axis/layout.rs \
    '0 => RowView::Same(self.memory[start]),' \
    '0 => RowView::Apart(&self.memory[start..], 1),' \
    --lib strided
mutant 'walk: an axis does not begin anew' src/tensor/iter_axis/layout.rs \
    'self.start -= axis.stride * axis.size;' \
    'self.start -= axis.stride * (axis.size - 1);' \
    --lib strided
mutant 'walk: from the first row, whatever was asked' src/tensor/iter_axis/layout.rs \
    'let mut place = first;' \
    'let mut place = first * 0;' \
    --lib strided
mutant 'stop: a long row is as short as its first element' src/tensor/stop.rs \
    'passed += each.max(1);' \
    'passed += 1;' \
    --lib tensor::stop
mutant 'limits: a text may be as long as memory' src/lang/limits.rs \
    'if bytes > u128::from(most) {' \
    'if bytes > u128::from(most) << 9 {' \
    --test language stopping
mutant 'memory: what is freed goes back at once' src/tensor/backend/memory.rs \
    'libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT) == 1' \
    'libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT >> 30) == 1' \
    --test memory
mutant 'memory: nothing goes back at rest' src/tensor/backend/memory.rs \
    'libc::malloc_trim(0);' \
    'if false { libc::malloc_trim(0); }' \
    --test memory
mutant 'cuda: leading dimensions swapped' src/tensor/backend/cuda.rs \
    'lda: side(n)?,
            ldb: side(k)?,' \
    'lda: side(k)?,
            ldb: side(n)?,' \
    --features cuda --test backend stand_in
mutant 'cuda: every product of a batch has the first right operand' src/tensor/backend/cuda.rs \
    'stride_a: (k * n) as i64,' \
    'stride_a: 0,' \
    --features cuda --test backend stand_in
mutant 'cuda: the product is read before it is there' src/tensor/backend/cuda.rs \
    'stream.synchronize().map_err(words)?;
    Ok(values)' \
    'Ok(values)' \
    --features cuda --test backend stand_in
mutant 'fallback: the processor replaces a backend that was never there' src/tensor/backend/fallback.rs \
    'Err(error @ BackendError::Failed(..)) => {' \
    'Err(error @ (BackendError::Failed(..) | BackendError::Unavailable(..))) => {' \
    --lib fallback
mutant 'fallback: a backend that failed is asked again' src/tensor/backend/fallback.rs \
    'if self.trouble().is_none() {
            match' \
    'if self.trouble().is_none() || self.name() != self.first.name() {
            match' \
    --lib fallback
mutant 'softmax: a gradient without its sum' src/tensor/ops/softmax.rs \
    '*g = *y * (*g - total)' \
    '*g = *y * (*g - total + total)' \
    --test laws gradients
mutant 'softmax: explained by another element' src/tensor/ops/softmax.rs \
    'exp(lane[own].clone()).join(Operator::Div, Expr::Sum(terms))' \
    'exp(lane[lane.len() - 1 - own].clone()).join(Operator::Div, Expr::Sum(terms))' \
    --test laws printed
mutant 'layer norm: no eps' src/tensor/ops/norm.rs \
    'let eps = T::of(self.eps);' \
    'let eps = T::of(self.eps) * T::zero();' \
    --test golden layer_norm
mutant 'layer norm: eps outside the root' src/tensor/ops/norm.rs \
    '{ (variance + eps).sqrt() }' \
    '{ variance.sqrt() + eps }' \
    --test golden layer_norm
mutant 'layer norm: unbiased by default' src/tensor/ops/norm.rs \
    'Self { eps: 1e-5, unbiased: false, eps_outside: false }' \
    'Self { eps: 1e-5, unbiased: true, eps_outside: false }' \
    --test golden layer_norm
mutant 'layer norm: the gain is forgotten' src/tensor/ops/norm.rs \
    'for_each(|(x, &gain)| *x *= gain)' \
    'for_each(|(_, _)| {})' \
    --test golden layer_norm
mutant 'layer norm: the shift is forgotten' src/tensor/ops/norm.rs \
    'for_each(|(x, &bias)| *x += bias)' \
    'for_each(|(_, _)| {})' \
    --test golden layer_norm
mutant 'layer norm: the mean stays' src/tensor/ops/norm.rs \
    'let mean = sum::sum(row) / T::of(row.len() as f64);' \
    'let mean = sum::sum(row) / T::of(row.len() as f64) * T::zero();' \
    --test golden layer_norm
mutant 'layer norm: the tutorials divide by n, too' src/nn/norm.rs \
    'unbiased: true, eps_outside: true' \
    'unbiased: false, eps_outside: true' \
    --test golden layer_norm
mutant 'layer norm: the tutorials add eps inside, too' src/nn/norm.rs \
    'unbiased: true, eps_outside: true' \
    'unbiased: true, eps_outside: false' \
    --test golden layer_norm
mutant 'layer norm: a gradient that takes the mean for fixed' src/tensor/ops/norm.rs \
    '*gradient = (*gradient - level - *x * pull) * share;' \
    '*gradient = (*gradient - level * T::zero() - *x * pull) * share;' \
    --test laws gradients
mutant 'variance: n and n-1 swapped' src/tensor/ops/reduce.rs \
    '(count as f64 - correction).max(0.0)' \
    '(count as f64 - (1.0 - correction)).max(0.0)' \
    --test golden layer_norm
mutant 'variance: explained with the other divisor' src/tensor/ops/reduce.rs \
    'let count = divisor(correction, elements.len());' \
    'let count = divisor(1.0 - correction, elements.len());' \
    --test laws printed
mutant 'relu: a slope below zero' src/tensor/ops/elementwise.rs \
    'if x <= T::zero() { T::zero() } else { T::one() }' \
    'if x <= T::zero() { T::of(0.01) } else { T::one() }' \
    --test laws gradients
mutant 'gelu: tanh for erf' src/nn/feed_forward.rs \
    'Self::Gelu(form) => x.gelu(form),' \
    'Self::Gelu(_) => x.gelu(Gelu::Tanh),' \
    --test golden feed_forward

# --- Learning -------------------------------------------------------------------------------------------------------------

mutant 'learning: smoothing, the right class is left out' src/nn/loss.rs \
    'right: (1.0 - self.smoothing + others) as f32,' \
    'right: (1.0 - self.smoothing) as f32,' \
    --test golden learning
mutant 'learning: smoothing, the padding gets its share, too' src/nn/loss.rs \
    'others: others as f32, hidden: padding }' \
    'others: others as f32, hidden: padding.filter(|_| false) }' \
    --test golden learning
mutant 'learning: loss, padding counts' src/nn/loss.rs \
    'if self.ignore == Some(class) {' \
    'if self.ignore == Some(class + 1) {' \
    --test golden learning
mutant 'learning: loss, the mean is over all places' src/nn/loss.rs \
    '.filter(|&&target| self.ignore != Some(target as i64)).count()' \
    '.count()' \
    --test golden learning
mutant 'learning: adam, the bias is corrected the wrong way' src/nn/optimizer.rs \
    'pace: (rate / (1.0 - power(beta))) as f32' \
    'pace: (rate * (1.0 - power(beta))) as f32' \
    --test golden learning
mutant 'learning: adam, the squares are not corrected' src/nn/optimizer.rs \
    'correction: (1.0 - power(beta_square)).sqrt() as f32' \
    'correction: 1.0' \
    --test golden learning
mutant 'learning: adam, eps under the root' src/nn/optimizer.rs \
    '(v.sqrt() / self.correction + self.eps)' \
    '((*v + self.eps).sqrt() / self.correction)' \
    --test golden learning
mutant 'learning: adamw, decay in the gradient' src/nn/optimizer.rs \
    'Decay::Decoupled => (0.0, self.weight_decay),' \
    'Decay::Decoupled => (self.weight_decay, 0.0),' \
    --lib optimizer
mutant 'learning: clip, what is short is lengthened' src/nn/optimizer.rs \
    'if factor < 1.0 || factor.is_nan() {' \
    'let factor = largest / length;
    if factor > 0.0 {' \
    --lib optimizer
mutant 'learning: clip, the length after it is told' src/nn/optimizer.rs \
    '    length
}

/// The length of all gradients together: the root' \
    '    norm(gradients)
}

/// The length of all gradients together: the root' \
    --lib optimizer
mutant 'learning: schedule, off by one' src/nn/schedule.rs \
    'let at = step.max(1) as f64;' \
    'let at = (step + 1) as f64;' \
    --test golden learning
mutant 'learning: the decoder is given what it is to say' src/nn/training.rs \
    'given: batch::shift_right(&wanted, begin)?' \
    'given: wanted.clone()' \
    --lib nn::training
mutant 'learning: the same things drop out at every step' src/nn/training.rs \
    'random_of(self.seed, self.steps(), Purpose::Dropout { part: number })' \
    'random_of(self.seed, 0, Purpose::Dropout { part: number })' \
    --lib nn::training
mutant 'learning: the halves of a batch drop out alike' src/nn/training.rs \
    'Self::Dropout { part } => 2 + part as u64,' \
    'Self::Dropout { part } => 2 + 0 * part as u64,' \
    --lib nn::training
mutant 'learning: half a batch counts as much as a whole one' src/nn/training.rs \
    'part.pass(places, ' \
    'part.pass(places.div_ceil(2), ' \
    --lib nn::training
mutant 'learning: the second half teaches nothing' src/nn/training.rs \
    '.reduce(|sum, one| accumulate::add(sum?, one?))' \
    '.reduce(|sum, one| one.and(sum))' \
    --lib nn::training
mutant 'packed: a query sees the next word' src/tensor/ops/fused/packed_attention.rs \
    'head.keys.min(place + 1)' \
    'head.keys.min(place + 2)' \
    --lib nn::training
mutant 'packed: what drops out is learned from' src/tensor/ops/fused/packed_attention.rs \
    'thin(head, factors, &mut scratch.slopes);' \
    'let _ = factors;' \
    --lib packed_attention
mutant 'packed: every sentence goes on where the last one ended' src/nn/packed.rs \
    'places.extend(0..sequence.len() as i64);' \
    'places.extend(ids.len() as i64 - sequence.len() as i64..ids.len() as i64);' \
    --lib nn::training
mutant 'packed: the rectifier lets every gradient pass' src/tensor/ops/fused/linear.rs \
    'if y <= 0.0 { 0.0 } else { *g }' \
    'if y < 0.0 { 0.0 } else { *g }' \
    --lib nn::training
mutant 'packed: the class that gets nothing is pulled up' src/tensor/ops/fused/cross_entropy.rs \
    'out[hidden] += others;' \
    'out[hidden] += others - others;' \
    --lib nn::training
mutant 'learning: a checkpoint forgets the squares' src/nn/training/checkpoint.rs \
    'let moments = Moments { updates: self.said.step, first, second };' \
    'let second = second.iter().map(|square| vec![0.0; square.len()]).collect();
        let moments = Moments { updates: self.said.step, first, second };' \
    --lib nn::training
mutant 'learning: a test sentence is learned from' src/nn/tasks.rs \
    '            if part == wanted {
                examples.push' \
    '            if part != Part::Unseen {
                examples.push' \
    --lib nn::tasks
mutant 'learning: a translation is in a style of its own' src/nn/tasks/translation.rs \
    'let french = Style::of(&english).put(' \
    'let french = Style::draw(generator)?.put(' \
    --lib translation
mutant 'learning: a piece stands for the word before its own' src/nn/tasks/translation.rs \
    'wanted.contains(&others[at])' \
    'wanted.contains(&(others[at] + 1))' \
    --lib translation
mutant 'learning: an unseen adjective and noun are learned from' src/nn/tasks/translation.rs \
    'if is_unseen(sentence) {' \
    'if is_unseen(sentence) && sentence.english.is_empty() {' \
    --lib nn::tasks
mutant 'learning: the capital of the beginning is learned' src/nn/tasks/translation.rs \
    'letter.is_uppercase() && !is_name()' \
    'letter.is_uppercase() && is_name()' \
    --lib translation
mutant 'a text never says that it is outside of its task' src/lang/controls.rs \
    'self.task.is_some_and(|task| !task.accepts' \
    'self.task.is_some_and(|task| task.accepts' \
    --lib lang::controls
mutant 'plain: a command is echoed before it is waited for' src/plain.rs \
    'let _under_way = interrupt.command();' \
    '' \
    --test plain a_command_that_is_heard

# --- The grammar ----------------------------------------------------------------------------------------------------------

mutant 'grammar: the first of two shapes stands before a vowel, too' src/grammar/spelling.rs \
    'String::from(if vowel { before_vowel } else { plain })' \
    'String::from(if vowel { plain } else { before_vowel })' \
    --lib grammar
mutant 'grammar: what was narrowed is not taken back' src/grammar/cells.rs \
    'self.values[cell] = values;
        }
        self.values.truncate' \
    '_ = (cell, values);
        }
        self.values.truncate' \
    --lib grammar
mutant 'grammar: a word may stand beside itself' src/grammar/generate.rs \
    '!beside.contains(&NodeKind::Entry(**entry))' \
    '(!beside.contains(&NodeKind::Entry(**entry)) || true)' \
    --lib grammar
mutant 'grammar: recognized whatever it comes to in English' src/grammar/recognize.rs \
    'if is_same && !translations' \
    'if !translations' \
    --lib grammar

# --- Decoding -------------------------------------------------------------------------------------------------------------

mutant 'decoding: cache, positions off by one' src/nn/decoding/cache.rs \
    'model.embed_target(tokens, start)?' \
    'model.embed_target(tokens, start + 1)?' \
    --test decoding with_a_cache
mutant 'decoding: cache, new keys stand before the old ones' src/nn/decoding/cache.rs \
    'cat(&[earlier.clone(), new.clone()], axis)' \
    'cat(&[new.clone(), earlier.clone()], axis)' \
    --test decoding tokens_taken
mutant 'decoding: cache, padding is read' src/nn/decoding/cache.rs \
    '(model.config.pad, model.config.design.mask_target_padding)' \
    '(model.config.pad, false)' \
    --test decoding with_a_cache
mutant 'decoding: cache, padding of the source is read' src/nn/decoding/cache.rs \
    'memory_keep: keep.filter(hides).cloned()' \
    'memory_keep: keep.filter(|keep| !hides(keep)).cloned()' \
    --test decoding with_a_cache
mutant 'decoding: no cache, the first place says what comes next' src/nn/decoding/recompute.rs \
    'output.select(1, last as i64)' \
    'output.select(1, 0 * last as i64)' \
    --test decoding with_a_cache
mutant 'decoding: cache, the memory is not normalized' src/nn/decoding/cache.rs \
    'let memory = layer.read(memory)?;' \
    'let memory = memory.clone();' \
    --test decoding with_a_cache
mutant 'decoding: cache, beams keep their places' src/nn/decoding/cache.rs \
    'target.each(chosen)' \
    'target.each(|x| Ok(x.clone()))' \
    --test decoding rows_go_on
mutant 'decoding: cache, sources keep their places' src/nn/decoding.rs \
    'if tensor.shape()[0] == 1 { Ok' \
    'if tensor.shape()[0] > 0 { Ok' \
    --test decoding rows_go_on
mutant 'decoding: cache, what is taken at once sees the future' src/nn/mask.rs \
    '.tril(past as i64)' \
    '.tril(past as i64 + 1)' \
    --test decoding tokens_taken
mutant 'decoding: cache, a fill that hides nothing is let through' src/nn/attention.rs \
    'Fill::With(fill) => fill <= -1e4,' \
    'Fill::With(fill) => fill < 0.0,' \
    --test decoding a_cache_refuses
mutant 'decoding: greedy, the last row writes on after its end' src/nn/decoding/path.rs \
    'if token != bounds.eos {' \
    'if token != bounds.eos || open.len() == 1 {' \
    --test decoding each_row
mutant 'decoding: greedy, the limit comes one token early' src/nn/decoding/path.rs \
    'for _ in 0..bounds.max_new {' \
    'for _ in 1..bounds.max_new {' \
    --test golden decoding
mutant 'decoding: greedy, the least likely' src/nn/decoding/greedy.rs \
    'logits.argmax(-1, false)' \
    'logits.argmin(-1, false)' \
    --test golden decoding
mutant 'decoding: greedy, the sum is of another token' src/nn/decoding/path.rs \
    'log_probs.at(&[token as usize])' \
    'log_probs.at(&[0 * token as usize])' \
    --test golden decoding
mutant 'decoding: beam, a length penalty without its 5' src/nn/decoding/beam.rs \
    '((5.0 + length) / 6.0)' \
    '((1.0 + length) / 6.0)' \
    --test golden decoding
mutant 'decoding: beam, [BOS] counts as a token' src/nn/decoding/beam.rs \
    'self.penalty.score(candidate.sum, step + 1)' \
    'self.penalty.score(candidate.sum, step + 2)' \
    --test golden decoding
mutant 'decoding: beam, an end anywhere among 2k finishes' src/nn/decoding/beam.rs \
    'token == eos && rank < self.width' \
    'token == eos' \
    --test decoding an_end
mutant 'decoding: beam, an end lives on' src/nn/decoding/beam.rs \
    'let lives = token != eos && next' \
    'let lives = next' \
    --test golden decoding
mutant 'decoding: beam, it stops when k are finished' src/nn/decoding/beam.rs \
    ' && search.best.iter().all(|other| other.score >= hope)' \
    '' \
    --test golden decoding
mutant 'decoding: beam, what lives at the limit is lost' src/nn/decoding/beam.rs \
    '(length + 1).min(limit), limit' \
    'length + 1, limit' \
    --test decoding what_lives
mutant 'decoding: beam, of equal sums the larger id wins' src/nn/decoding/beam.rs \
    '.then(a.token.cmp(&b.token))' \
    '.then(b.token.cmp(&a.token))' \
    --test decoding of_equal_sums
mutant 'decoding: beam, no exponent' src/nn/decoding/beam.rs \
    'length.powf(alpha)' \
    '(length * alpha)' \
    --test decoding a_length_penalty
mutant 'decoding: beam, k are looked at, not 2k' src/nn/decoding/beam.rs \
    'self.width.saturating_mul(2)' \
    'self.width.saturating_mul(1)' \
    --test golden decoding
mutant 'decoding: beam, what may still come is not hoped for' src/nn/decoding/beam.rs \
    '(length..=limit).map' \
    '(length..=length.min(limit)).map' \
    --test decoding what_lives
mutant 'decoding: beam, every search reads the first rows of the batch' src/nn/decoding/beam.rs \
    'log_probs.narrow(0, first, count)' \
    'log_probs.narrow(0, 0 * first, count)' \
    --test decoding a_batch
mutant 'decoding: beam, a search goes on with the rows of another' src/nn/decoding/beam.rs \
    'map(|beam| first + beam)' \
    'map(|beam| 0 * first + beam)' \
    --test decoding a_batch
mutant 'decoding: beam, who leaves the batch leaves its rows' src/nn/decoding/beam.rs \
    'first += count;' \
    'first += if still_open.last() == Some(&row) { count } else { 0 };' \
    --test decoding a_batch
mutant 'decoding: top-p, one more than p needs' src/nn/decoding/filter.rs \
    '|sum| sum < p)' \
    '|sum| sum <= p)' \
    --lib a_sum_that_reaches
mutant 'decoding: top-p, a token counts as lying before itself' src/nn/decoding/filter.rs \
    '        sums[id] = sum;
        sum += probabilities[id];' \
    '        sum += probabilities[id];
        sums[id] = sum;' \
    --test golden decoding
mutant 'decoding: top-k, ties are dropped' src/nn/decoding/filter.rs \
    '|x| x >= least)' \
    '|x| x > least)' \
    --test golden decoding
mutant 'decoding: top-k, one more than k' src/nn/decoding/filter.rs \
    'k.min(sorted.len()).saturating_sub(1)' \
    'k.min(sorted.len() - 1)' \
    --test golden decoding
mutant 'decoding: min-p, a part of 1' src/nn/decoding/filter.rs \
    'let least = part * odds.iter().copied().fold(0.0, f64::max);' \
    'let least = part;' \
    --lib each_filter_says_why
mutant 'decoding: temperature, multiplied' src/nn/decoding/filter.rs \
    'before.iter().map(|x| x / temperature)' \
    'before.iter().map(|x| x * temperature)' \
    --test golden decoding
mutant 'decoding: filters, top-p before temperature' src/nn/decoding/filter.rs \
    '            self.temperature.map(Filter::Temperature),
            self.top_k.map(Filter::TopK),
            self.top_p.map(Filter::TopP),
' \
    '            self.top_p.map(Filter::TopP),
            self.temperature.map(Filter::Temperature),
            self.top_k.map(Filter::TopK),
' \
    --test golden decoding
mutant 'decoding: repetition, negative logits become likelier' src/nn/decoding/filter.rs \
    'if x > 0.0 { x / penalty } else { x * penalty }' \
    'x / penalty' \
    --test golden decoding
mutant 'decoding: sampling, what has no probability is drawn' src/nn/decoding/sampling.rs \
    'sum > uniform' \
    'sum >= uniform' \
    --test golden decoding
mutant 'decoding: sampling, the filters are not heeded' src/nn/decoding/sampling.rs \
    'steps.last().map_or(&logits, |step| &step.after)' \
    'steps.last().map_or(&logits, |_| &logits)' \
    --test decoding a_cold_sampler

# --- The whole model -----------------------------------------------------------------------------------------------------

mutant 'model: padding is kept and words are hidden' src/nn/mask.rs \
    'ids.ne(&Tensor::integer(pad))?' \
    'ids.eq(&Tensor::integer(pad))?' \
    --test golden transformer
mutant 'model: what either mask keeps is kept' src/nn/mask.rs \
    'one.and(other)' \
    'one.or(other)' \
    --test golden transformer
mutant 'model: the source is not masked' src/nn/encoder.rs \
    'attend("self_attn", &self.self_attn, x, x, mask)' \
    'attend("self_attn", &self.self_attn, x, x, if false { mask } else { None.into() })' \
    --test golden layers
mutant 'model: the future is not masked' src/nn/decoder.rs \
    'attend("self_attn", &self.self_attn, x, x, mask)' \
    'attend("self_attn", &self.self_attn, x, x, if false { mask } else { None.into() })' \
    --test golden layers
mutant 'model: the memory is not masked' src/nn/decoder.rs \
    'x, &self.read(memory)?, memory_mask)' \
    'x, &self.read(memory)?, if false { memory_mask } else { None.into() })' \
    --test golden layers
mutant 'model: the memory is read before the target' src/nn/decoder.rs \
    'let x = first.forward(1, x, to_itself)?;
        let x = second.forward(2, &x, to_memory)?;' \
    'let x = first.forward(1, x, to_memory)?;
        let x = second.forward(2, &x, to_itself)?;' \
    --test golden layers
mutant 'model: the last layer of the encoder comes first' src/nn/encoder.rs \
    'let mut layers = self.layers.iter().enumerate();' \
    'let mut layers = self.layers.iter().rev().enumerate();' \
    --test golden transformer
mutant 'model: the last layer of the decoder comes first' src/nn/decoder.rs \
    'let mut layers = self.layers.iter().enumerate();' \
    'let mut layers = self.layers.iter().rev().enumerate();' \
    --test golden transformer
mutant 'model: the target padding is seen' src/nn/transformer.rs \
    'mask::both(&mask::padding(tgt, self.config.pad)?, &past)' \
    'mask::both(&past, &past)' \
    --test golden transformer
mutant 'model: mask and scale change places' src/nn/config.rs \
    'before_scale: self.mask_before_scale' \
    'before_scale: !self.mask_before_scale' \
    --test golden editions
mutant 'model: heads share their width by the wrong number' src/nn/config/build.rs \
    'multihead_attn: self.attention(self.dec_heads())' \
    'multihead_attn: self.attention(self.heads)' \
    --test transformer one_head
mutant 'model: keys are projected as queries' src/nn/multi_head.rs \
    'Side::Key => packed.rows(keys, keys),' \
    'Side::Key => packed.rows(0, keys),' \
    --test golden multi_head
mutant 'model: values are projected as keys' src/nn/multi_head.rs \
    'Side::Value => packed.rows(2 * keys, values),' \
    'Side::Value => packed.rows(keys, values),' \
    --test golden multi_head
mutant 'model: values are projected from keys' src/nn/multi_head.rs \
    'self.project(Side::Value, value)?' \
    'self.project(Side::Value, key)?' \
    --lib nn::multi_head
mutant 'model: heads are not projected back' src/nn/multi_head.rs \
    'self.out_proj.forward(&concat)?' \
    'concat.clone()' \
    --test golden multi_head
mutant 'model: the last head is the first' src/nn/multi_head.rs \
    'layer.rows(number * width, width)' \
    'layer.rows((attention.heads - 1 - number) * width, width)' \
    --test golden multi_head
mutant 'model: biases are forgotten' src/nn/linear.rs \
    'linear(x, &self.weight, self.bias.as_ref())' \
    'linear(x, &self.weight, None)' \
    --test golden layers
mutant 'threads: every part begins with the first row' src/tensor/backend/parallel.rs \
    '|number, part| work(number * rows, part)' \
    '|_, part| work(0, part)' \
    --lib threads_change
mutant 'bias: also added where a record must see it' src/tensor/ops/bias.rs \
    'if tape::is_on() ||' \
    'if' \
    --lib bias
mutant 'model: pre-norm for post-norm' src/nn/config.rs \
    'if self.norm_first { NormPlace::Before } else { NormPlace::After }' \
    'if self.norm_first { NormPlace::After } else { NormPlace::Before }' \
    --test golden layers
mutant 'model: the residual is forgotten' src/nn/residual.rs \
    'x.add(&self.dropout.forward(change)?)?' \
    'self.dropout.forward(change)?' \
    --test golden layers
mutant 'model: the residual adds what was normalized' src/nn/residual.rs \
    'NormPlace::Before => self.add(number, x, &sublayer(&self.normalize(number, x)?)?),' \
    'NormPlace::Before => {
                let normal = self.normalize(number, x)?;
                self.add(number, &normal, &sublayer(&normal)?)
            }' \
    --test golden layers
mutant 'model: the encoder ends without its norm' src/nn/encoder.rs \
    'finish(self.norm.as_ref(), x)' \
    'finish(None, x)' \
    --test golden transformer
mutant 'model: the decoder ends without its norm' src/nn/decoder.rs \
    'finish(self.norm.as_ref(), x)' \
    'finish(None, x)' \
    --test golden transformer
mutant 'model: PyTorch ends as the paper does' src/nn/editions.rs \
    '        final_norm: true,
        memory_norm: false,' \
    '        final_norm: false,
        memory_norm: false,' \
    --test golden transformer
mutant 'model: a norm too many for the memory' src/nn/editions.rs \
    '                memory_norm: true,
' \
    '                memory_norm: false,
' \
    --test golden editions
mutant 'model: cross-attention reads the target' src/nn/decoder.rs \
    'attend("multihead_attn", &self.multihead_attn, x, &self.read(memory)?, memory_mask)' \
    'attend("multihead_attn", &self.multihead_attn, x, x, if false { memory_mask } else { None.into() })' \
    --test transformer source_reaches
mutant 'model: no activation' src/nn/feed_forward.rs \
    'self.activation.forward(&hidden)?' \
    'hidden.clone()' \
    --test golden feed_forward
mutant 'model: embeddings times the width, not its root' src/nn/embedding.rs \
    'lookup.mul(&width.sqrt()?)?' \
    'lookup.mul(&width)?' \
    --test golden embedding
mutant 'model: the row of the padding is learned' src/nn/embedding.rs \
    'Some(padding) if tape::is_on() =>' \
    'Some(padding) if tape::is_on() && padding < 0 =>' \
    --lib the_row_of_the_padding
mutant 'model: embeddings are scaled where they are not' src/nn/editions.rs \
    '        scale_embeddings: false,' \
    '        scale_embeddings: true,' \
    --test golden editions
mutant 'model: sines and cosines change columns' src/nn/positional.rs \
    '(angles.sin()?, angles.cos()?)' \
    '(angles.cos()?, angles.sin()?)' \
    --test golden positions
mutant 'model: every column has a wavelength of its own' src/nn/positional.rs \
    '(0..d_model as i64).step_by(2).collect();' \
    '(0..d_model as i64).step_by(2).map(|column| column / 2).collect();' \
    --test golden positions
mutant 'model: positions begin with 1' src/nn/positional.rs \
    '(start as i64..end as i64).collect();' \
    '(1 + start as i64..1 + end as i64).collect();' \
    --test golden transformer
mutant 'model: wavelengths up to 1000' src/nn/positional.rs \
    'const BASE: f64 = 10_000.0;' \
    'const BASE: f64 = 1_000.0;' \
    --test golden positions
mutant 'model: positions are taken away' src/nn/positional.rs \
    'x.add(&rows)?' \
    'x.sub(&rows)?' \
    --test golden positions
mutant 'model: nobody computes angles in float32' src/nn/positional.rs \
    'if self == Self::Exact { DType::F64 } else { DType::F32 }' \
    'if self == Self::Exact { DType::F64 } else { DType::F64 }' \
    --test golden positions
mutant 'model: learned positions begin anew' src/nn/positional.rs \
    'Self::Learned(table) if end <= table.shape()[0] => table.narrow(0, start, count).map(Some),' \
    'Self::Learned(table) if end <= table.shape()[0] => table.narrow(0, 0, count).map(Some),' \
    --test decoding with_a_cache
mutant 'model: prepared positions begin at 0' src/nn/positional.rs \
    '            Self::Sinusoidal { table, .. } if end <= table.shape()[0] && !tape::has_reasons() => {
                table.narrow(0, start, count).map(Some)' \
    '            Self::Sinusoidal { table, .. } if end <= table.shape()[0] && !tape::has_reasons() => {
                table.narrow(0, 0, count).map(Some)' \
    --lib prepared_rows
mutant 'model: cosines over sines for everybody' src/nn/config.rs \
    'Self::Sinusoidal => Some(exact),' \
    'Self::Sinusoidal => Some(Sinusoid { cosines_over_sines: true, ..exact }),' \
    --test golden transformer
mutant 'model: log-probabilities over the places' src/nn/generator.rs \
    '(logits.log_softmax(-1)?, "log_probs")' \
    '(logits.log_softmax(-2)?, "log_probs")' \
    --test golden editions
mutant 'model: probabilities over the places' src/nn/generator.rs \
    '(logits.softmax(-1)?, "probs")' \
    '(logits.softmax(-2)?, "probs")' \
    --test golden editions
mutant 'model: a tied generator reads the source' src/nn/transformer.rs \
    'if self.config.design.shared { &self.src.tokens } else { &self.tgt.tokens }' \
    'if self.config.design.shared { &self.tgt.tokens } else { &self.src.tokens }' \
    --test golden transformer
mutant 'model: nothing is dropped out' src/nn/dropout.rs \
    'x.mul(&tape::leaf(mask, Leaf::Random).to(x.dtype())?)' \
    '(if false { x.mul(&mask) } else { Ok(x.clone()) })' \
    --test transformer drop
mutant 'model: what stays is not scaled up' src/tensor/random.rs \
    'self.bernoulli_(shape, keep)? / keep as f32' \
    'self.bernoulli_(shape, keep)?' \
    --test golden random
mutant 'model: the rate of dropout is what stays' src/tensor/random.rs \
    'let keep = 1.0 - p;' \
    'let keep = p;' \
    --test golden random
mutant 'model: dropout draws batch first for everybody' src/nn/dropout.rs \
    'let exchanged = self.sequence_first && x.ndim() > 1;' \
    'let exchanged = self.sequence_first && x.ndim() > 9;' \
    --lib nn::dropout
mutant 'model: dropped weights meet the values' src/nn/attention.rs \
    'let output = kept.matmul(values)?;' \
    'let output = weights.matmul(values)?;' \
    --lib nn::attention
mutant 'model: the decoder drops out where the encoder does' src/nn/config/build.rs \
    'self.feed_forward(self.design.drop_hidden_dec)' \
    'self.feed_forward(self.design.drop_hidden_enc)' \
    --test transformer each_edition
mutant 'model: Xavier looks at the inputs alone' src/tensor/random/init.rs \
    'let std = gain * (2.0 / (fan_in + fan_out)).sqrt();' \
    'let std = gain * (2.0 / (fan_in + fan_in + 0.0 * fan_out)).sqrt();' \
    --test golden random
mutant 'model: Xavier draws within one deviation' src/tensor/random/init.rs \
    'symmetric(generator, shape, 3.0_f64.sqrt() * std)' \
    'symmetric(generator, shape, std)' \
    --test golden random
mutant 'model: a linear layer begins as before a ReLU' src/tensor/random/init.rs \
    'kaiming_uniform(generator, &[outputs, inputs], 5.0_f64.sqrt())' \
    'kaiming_uniform(generator, &[outputs, inputs], 0.0)' \
    --test golden random
mutant 'model: shifted right by two' src/nn/batch.rs \
    'let kept = ids.narrow(-1, 0, *length - 1)?;' \
    'let kept = ids.narrow(-1, 1, *length - 1)?;' \
    --lib nn::batch
mutant 'model: what is shifted begins with padding' src/nn/batch.rs \
    'begin as f64' \
    '0.0 * begin as f64' \
    --lib nn::batch
mutant 'model: padding stands in front' src/nn/batch.rs \
    'ids.iter().copied().chain(std::iter::repeat(pad)).take(longest)' \
    'std::iter::repeat(pad).take(longest - ids.len()).chain(ids.iter().copied())' \
    --lib nn::batch
mutant 'model: another head than was asked for' src/nn/stages.rs \
    'named(&together)?.select(-3, head).ok()' \
    'named(&together)?.select(-3, 0 * head).ok()' \
    --test transformer one_head

# --- What tells the editions apart ----------------------------------------------------------------------------------------

mutant 'edition: pre-norm tutorials are post-norm' src/nn/editions.rs \
    '        norm_first: true,' \
    '        norm_first: false,' \
    --test golden editions
mutant 'edition: pre-norm tutorials divide as PyTorch does' src/nn/editions.rs \
    '        ln_std: true,' \
    '        ln_std: false,' \
    --test golden editions
mutant 'edition: from scratch, norms end the stacks' src/nn/editions.rs \
    '                ln_eps: 1e-5,
                final_norm: false,' \
    '                ln_eps: 1e-5,
                final_norm: true,' \
    --test golden editions
mutant 'edition: from scratch, exact angles' src/nn/editions.rs \
    'positions: Encoding::SinusoidalPower32' \
    'positions: Encoding::Sinusoidal' \
    --lib nn::editions
mutant 'edition: deep dive, exact angles' src/nn/editions.rs \
    'positions: Encoding::SinusoidalExponential32' \
    'positions: Encoding::Sinusoidal' \
    --lib nn::editions
mutant 'edition: blocks, a gain for each feature' src/nn/editions.rs \
    'ln_scalar: true' \
    'ln_scalar: false' \
    --test golden editions
mutant 'edition: blocks, the usual eps' src/nn/editions.rs \
    'ln_eps: 1e-8' \
    'ln_eps: 1e-5' \
    --lib nn::editions
mutant 'edition: deep dive, the usual eps' src/nn/editions.rs \
    'ln_eps: 1e-6' \
    'ln_eps: 1e-5' \
    --lib nn::editions
mutant 'edition: thread, one matrix for all heads' src/nn/editions.rs \
    'projections: Packing::PerHead' \
    'projections: Packing::Separate' \
    --test golden editions
mutant 'edition: thread, empty rows are safe' src/nn/editions.rs \
    'fill: Fill::With(f64::NEG_INFINITY)' \
    'fill: Fill::Safe' \
    --lib nn::editions
mutant 'edition: thread, logits' src/nn/editions.rs \
    'output: Output::Probabilities' \
    'output: Output::Logits' \
    --test golden editions
mutant 'edition: thread, attention is dropped out' src/nn/editions.rs \
    'drop_attended: false' \
    'drop_attended: true' \
    --test transformer each_edition
mutant 'edition: einsum, the mask hides' src/nn/editions.rs \
    'fill: Fill::With(-1e-20),' \
    'fill: Fill::With(-1e20),' \
    --test golden editions
mutant 'edition: einsum, padding of the target is hidden' src/nn/editions.rs \
    'mask_target_padding: false' \
    'mask_target_padding: true' \
    --test golden editions
mutant 'edition: einsum, the change is dropped out, not the sum' src/nn/editions.rs \
    'drop_sum: true' \
    'drop_sum: false' \
    --test transformer each_edition
mutant 'edition: a quirk is not mended' src/nn/editions.rs \
    'mend: |design| design.ln_std = false' \
    'mend: |design| design.ln_std = true' \
    --lib nn::editions

# --- Weights, costs and the command line ---------------------------------------------------------------------------------

mutant 'weights: two norms change places' src/nn/weights/names.rs \
    'decoder: &[("norm3", "norm4"), ("memory_norm", "norm3")],' \
    'decoder: &[("memory_norm", "norm4")],' \
    --test golden editions
mutant 'weights: a tensor too many is let in' src/nn/weights.rs \
    '(_, false) => Err(Error::Extra(left.into_iter().map(str::to_owned).collect())),' \
    '(_, false) if left.contains("") => Err(Error::Extra(left.into_iter().map(str::to_owned).collect())),' \
    --lib nn::weights
mutant 'weights: a matrix fits, turned over' src/nn/weights.rs \
    'if given.shape() != parameter.shape() {' \
    'if given.len() != parameter.len() {' \
    --lib nn::weights
mutant 'weights: stored positions may be any' src/nn/weights/tables.rs \
    'const DRIFT: f64 = 3e-3;' \
    'const DRIFT: f64 = 3e3;' \
    --lib nn::weights
mutant 'weights: bfloat16 is taken for float16' src/nn/weights/file.rs \
    'Dtype::BF16 => numbers(view, bf16::from_le_bytes),' \
    'Dtype::BF16 => numbers(view, f16::from_le_bytes),' \
    --test forward sixteen
mutant 'cost: biases cost nothing' src/nn/cost.rs \
    'let bias = if bias { outputs as u64 } else { 0 };' \
    'let bias = u64::from(bias);' \
    --test cost
mutant 'cost: attention is paid once for all heads' src/nn/cost.rs \
    'product(&[batch, heads, queries, keys, size])' \
    'product(&[batch, queries, keys, size])' \
    --test cost
mutant 'difference: the last stage is told first' src/nn/difference.rs \
    'pairs.sort_by_cached_key(|pair| (pair.turns, Place::of(&pair.path)));' \
    'pairs.sort_by_cached_key(|pair| std::cmp::Reverse((pair.turns, Place::of(&pair.path))));' \
    --test forward hooks_saw
mutant 'difference: NaN agrees with everything' src/nn/difference.rs \
    '    !(equal || is_same(a, b))' \
    '    !(equal || is_same(a, b) || a.is_nan() || b.is_nan())' \
    --test forward any_names
mutant 'forward: masks inside out' src/cli/forward/masks.rs \
    'if is_added || hides { given.eq(&zero) } else { given.ne(&zero) }' \
    'if is_added || hides { given.ne(&zero) } else { given.eq(&zero) }' \
    --test forward masks

# --- The operations behind the tutorials ---------------------------------------------------------------------------------

mutant 'einsum: operands as they lie' src/tensor/ops/einsum.rs \
    'arranged(term, &order.concat())?' \
    'term.tensor.clone()' \
    --test tutorials einsum
mutant 'einsum: the result as it lies' src/tensor/ops/einsum.rs \
    '    arranged(&whole, &output)
}' \
    '    Ok(whole.tensor)
}' \
    --test tutorials einsum
mutant 'topk: the smallest' src/tensor/ops/rank.rs \
    'let place = left.argmax(axis, true)?;' \
    'let place = left.argmin(axis, true)?;' \
    --lib ops::rank
mutant 'topk: one element is taken twice' src/tensor/ops/rank.rs \
    'left = left.masked_fill(&is_taken, &Self::number(f64::NEG_INFINITY))?;' \
    'left = left.masked_fill(&is_taken, &Self::number(lowest))?;' \
    --lib ops::rank
mutant 'one_hot: every class behind the id' src/tensor/ops/rank.rs \
    'self.unsqueeze(-1)?.eq(&along(classes, 1, 0)?)?' \
    'self.unsqueeze(-1)?.lt(&along(classes, 1, 0)?)?' \
    --lib ops::rank
mutant 'cumsum: without the element itself' src/tensor/ops/scan.rs \
    'sum = add(sum, *x);
            *x = rounded(sum);' \
    'let before = sum;
            sum = add(sum, *x);
            *x = rounded(before);' \
    --test laws printed
mutant 'cumsum: a gradient that runs the same way' src/tensor/ops/scan.rs \
    'Ok(vec![Some(gradient.sum(&[axis], true)?.sub(&before)?)])' \
    'Ok(vec![Some(gradient.cumsum(axis)?)])' \
    --test laws gradients
mutant 'erf: tanh' src/tensor/ops/elementwise.rs \
    '        x.erf()
' \
    '        x.tanh()
' \
    --test laws printed
mutant 'gelu: erf without the root of 2' src/tensor/ops/gelu.rs \
    'Self::Erf => half * (T::one() + (x * T::of(std::f64::consts::FRAC_1_SQRT_2)).erf()),' \
    'Self::Erf => half * (T::one() + x.erf()),' \
    --test golden feed_forward

# --- Gradients and explanations -------------------------------------------------------------------------------------------

mutant 'sub: a gradient with the wrong sign' src/tensor/ops/arithmetic.rs \
    'Self::Sub => gradient.neg(),' \
    'Self::Sub => Ok(gradient.clone()),' \
    --test laws gradients
mutant 'div: a gradient with the wrong sign' src/tensor/ops/arithmetic.rs \
    'Self::Div => gradient.mul(value)?.div(b)?.neg(),' \
    'Self::Div => gradient.mul(value)?.div(b),' \
    --test laws gradients
mutant 'sin: a gradient that is the sine' src/tensor/ops/elementwise.rs \
    '        x.cos()
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Sin, x)' \
    '        x.sin()
    }
    fn formula(&self, x: Expr) -> Expr {
        Expr::call(ScalarFunction::Sin, x)' \
    --test laws gradients
mutant 'mean: a gradient that is the sum'"'"'s' src/tensor/ops/reduce.rs \
    'g.div(&Tensor::number(count))?.expand_as(x)?' \
    'g.expand_as(x)?' \
    --test laws gradients
mutant 'cat: a gradient for the first part alone' src/tensor/ops/join.rs \
    'start += count;
                Ok(Some(part))' \
    'start += 0 * count;
                Ok(Some(part))' \
    --test laws gradients
mutant 'permute: a gradient the same way' src/tensor/ops/shape.rs \
    'inverse[axis] = place as isize' \
    'inverse[place] = axis as isize' \
    --test laws gradients
mutant 'matmul: a gradient to the wrong factor' src/tensor/ops/matmul.rs \
    'sum_to(&a.transpose(-2, -1)?.matmul(&gradient)?, b.shape())?' \
    'sum_to(&a.transpose(-2, -1)?.matmul(&gradient)?.neg()?, b.shape())?' \
    --test laws gradients
mutant 'matmul: a gradient to the wrong one of many and one' src/tensor/ops/matmul.rs \
    'gradient.transpose(0, 1)?.matmul(&a)?.transpose(0, 1)?' \
    'gradient.transpose(0, 1)?.matmul(&a)?.neg()?.transpose(0, 1)?' \
    --test golden learning
mutant 'matmul: explained by the wrong column' src/tensor/ops/matmul.rs \
    'right.extend([k].into_iter().chain(column));' \
    'right.extend([k].into_iter().chain(column.map(|_| 0)));' \
    --test laws printed
mutant 'matmul: the last term is not told' src/tensor/ops/matmul.rs \
    'Expr::Sum((0..plan.inner).map(term).collect()).into()' \
    'Expr::Sum((0..plan.inner.max(2) - 1).map(term).collect()).into()' \
    --test laws listed
mutant 'where: explained by the other branch' src/tensor/ops/mask.rs \
    'vec![operand(0), operand(1), operand(2)]' \
    'vec![operand(0), operand(2), operand(1)]' \
    --test laws printed
mutant 'masked_fill: a gradient through what was hidden' src/tensor/ops/mask.rs \
    'handed(&inputs[0], || where_(&inputs[1], &zero, gradient))' \
    'handed(&inputs[0], || where_(&inputs[1], gradient, gradient))' \
    --test laws gradients
mutant 'transpose: explained as if nothing had moved' src/tensor/ops/shape.rs \
    'for_each(|(&axis, &place)| source[axis] = place);' \
    'for_each(|(&axis, &place)| source[axis] = place.min(input[axis] - 1) * usize::from(axis > 0));' \
    --test laws printed
mutant 'broadcast: a gradient that is not summed' src/tensor/ops.rs \
    'if stretched.is_empty() { gradient.clone() } else { gradient.sum(&stretched, true)? }' \
    'if stretched.is_empty() { gradient.clone() } else { gradient.mean(&stretched, true)? }' \
    --test laws gradients
mutant 'embedding: one row, read twice, learns once' src/tensor/ops/index.rs \
    'zip_mut_with(&part, |a, &b| *a += b)' \
    'zip_mut_with(&part, |a, &b| *a = b)' \
    --test laws gradients
mutant 'record: gradients that meet are not added' src/tensor/tape.rs \
    'Some(earlier) => arithmetic::add(&earlier, &gradient)?,' \
    'Some(earlier) => earlier.mul(&Tensor::number(0.0))?.add(&gradient)?,' \
    --test laws gradients

mutant 'digits: cut off, not rounded' src/tensor/digits.rs \
    's if s >= 0.9995 => format!("{x:.2}"),' \
    's if s >= 0.9995 => format!("{:.2}", (x * 100.0).floor() / 100.0),' \
    --test laws printed

# --- Tokenizers -----------------------------------------------------------------------------------------------------------

mutant 'wordpiece: accents stay' src/text/wordpiece/normalize.rs \
    'unit.nfd().filter(|&c| !is_mark(c))' \
    'unit.nfd()' \
    --test tokenizers wordpiece
mutant 'wordpiece: control characters stay' src/text/wordpiece/normalize.rs \
    'c if is_control(c) => Change::Dropped,' \
    'c if is_control(c) => Change::Kept,' \
    --test tokenizers wordpiece
mutant 'wordpiece: ideographs stay together' src/text/wordpiece/normalize.rs \
    "new.extend([' ', c, ' ']);" \
    'new.push(c);' \
    --test tokenizers wordpiece
mutant 'wordpiece: special tokens are cut, too' src/text/wordpiece/special.rs \
    'rest.starts_with(**name)' \
    'rest.starts_with(&name.to_lowercase())' \
    --test tokenizers wordpiece
mutant 'wordpiece: the shortest match' src/text/wordpiece.rs \
    'ends.into_iter().rev().map' \
    'ends.into_iter().map' \
    --test tokenizers a_match_is_the_longest
mutant 'wordpiece: the parts of an unknown word stay' src/text/wordpiece.rs \
    'Some(at) if is_unknown =>' \
    'Some(at) if is_unknown && tokens.is_empty() =>' \
    --test tokenizers a_match_is_the_longest
mutant 'wordpiece: a word of 100 characters is too long' src/text/wordpiece.rs \
    '.count() > self.options.longest_word' \
    '.count() >= self.options.longest_word' \
    --test tokenizers wordpiece
mutant 'wordpiece: the first [SEP] belongs to the second text' src/text/wordpiece/pair.rs \
    'place >= m + 2' \
    'place > m' \
    --test tokenizers wordpiece
mutant 'text: a span begins where its piece does' src/text/stage.rs \
    'first.span.start + cut_off(first, at.start.saturating_sub(first.at.start))' \
    'first.span.start' \
    --test tokenizers spans
mutant 'text: what is dropped is forgotten' src/text/stage.rs \
    '_ => self.stage.pieces.push(Piece { at, span, change, is_as_given }),' \
    '_ if change == Change::Dropped => {}
            _ => self.stage.pieces.push(Piece { at, span, change, is_as_given }),' \
    --test tokenizers every_text
mutant 'byte pair: of equals the last' src/text/byte_pair/train.rs \
    'most().min()?' \
    'most().max()?' \
    --test tokenizers byte_pair_training
mutant 'byte pair: what is rare is joined, too' src/text/byte_pair/train.rs \
    'count < least.max(1)' \
    'count < least.min(1)' \
    --test tokenizers byte_pair
mutant 'byte pair: a pair is joined once in a word' src/text/byte_pair/train.rs \
    'let is_pair = after' \
    'let is_pair = !joined.contains(&id) && after' \
    --test tokenizers byte_pair
mutant 'byte pair: the merge learned last goes first' src/text/byte_pair/merges.rs \
    'Some((*rank, left))' \
    'Some((self.joins.len() - *rank, left)).filter(|(rank, _)| *rank > 0)' \
    --test tokenizers byte_pair
mutant 'byte pair: a frequent word counts once' src/text/byte_pair/train.rs \
    'count.saturating_add(*times)' \
    'count.saturating_add(times.min(&1) + 0)' \
    --test tokenizers byte_pair_training
mutant 'byte pair: the end of a word is not marked' src/text/byte_pair.rs \
    '&format!("{last}{END_OF_WORD}")' \
    'last' \
    --test tokenizers byte_pair_encodes
mutant 'byte pair: what a merge makes possible is missed' src/text/byte_pair/merges.rs \
    'waiting.extend(self.possible(&chain, Some(place)).map(Reverse));' \
    '' \
    --test tokenizers encode
mutant 'byte pair: the part before a merge is not looked at' src/text/byte_pair/merges.rs \
    'waiting.extend(self.possible(&chain, chain.links[place].before).map(Reverse));' \
    '' \
    --test tokenizers encode
mutant 'byte level: a byte that cannot be seen' src/text/byte_level/alphabet.rs \
    '127..=160 => byte - 127 + 33,' \
    '127..=159 => byte - 127 + 33,' \
    --test tokenizers byte_level
mutant 'byte level: no space is left to the word' src/text/byte_level/pattern.rs \
    '{ all } else { all - last }' \
    '{ all } else { all - last * 0 }' \
    --test tokenizers the_pattern
mutant "byte level: 'll is no ending" src/text/byte_level/pattern.rs \
    '"'"'"'ll", ' \
    '"'"'"'lll", ' \
    --test tokenizers the_pattern
mutant 'batch: padding is real' src/text/batch.rs \
    'ids.iter().map(|_| true), false, padding' \
    'ids.iter().map(|_| true), true, padding' \
    --test tokenizers pads
mutant 'vocabulary: the rarest first' src/text/vocabulary.rs \
    'counts.sort_by_key(|(_, times)| std::cmp::Reverse(*times));' \
    'counts.sort_by_key(|(_, times)| *times);' \
    --test tokenizers vocabularies

# --- The language and the notebook ----------------------------------------------------------------------------------------

mutant 'language: // rounds towards zero' src/lang/evaluate/numbers.rs \
    '{ q - 1 } else { q }' \
    '{ q } else { q }' \
    --test language python_numbers
mutant 'page: undo goes forward' src/notebook/document.rs \
    'self.apply(&step, false);' \
    'self.apply(&step, true);' \
    --lib every_edit_is_one_step
mutant 'evaluate: changed values wake nobody' src/notebook/evaluate/evaluator.rs \
    'before.filter(|before| before.value.same_bits(&value))' \
    'before.filter(|_| true)' \
    --lib always_equals_a_run_from_scratch
mutant 'evaluate: equal values wake everybody' src/notebook/evaluate/evaluator.rs \
    'since: before.since }' \
    'since: self.outcome.clock }' \
    --lib bit_equal_results
mutant 'evaluate: only the text counts, not the inputs' src/notebook/evaluate/evaluator.rs \
    'binding.since)).collect(),' \
    'binding.since)).take(0).collect(),' \
    --lib always_equals_a_run_from_scratch
mutant 'evaluate: what was stopped has failed' src/notebook/evaluate/evaluator.rs \
    'if !cancel.is_raised() {' \
    'if !cancel.is_raised() || !program.source.is_empty() {' \
    --lib stopped_has_not_failed

mutant 'hooks: what a hook gives back is lost' src/lang/evaluate/hooks.rs \
    'other => output = other,' \
    '_ => {}' \
    --test language objects
mutant 'hooks: the parts of a layer are called without theirs' src/lang/builtins/nn/hooks.rs \
    'self.children(module).iter().any(' \
    'self.children(module).iter().take(1).any(' \
    --test language objects
mutant 'hooks: prepend goes last' src/lang/builtins/nn/hooks.rs \
    'if prepend { 0 } else { hooks.len() }' \
    'hooks.len()' \
    --test language objects
mutant 'hooks: a removed hook stays' src/lang/builtins/nn/hooks.rs \
    'hooks.retain(|(other, _)| *other != number);' \
    'hooks.retain(|(other, _)| *other <= number);' \
    --test language objects
mutant 'hooks: the masks of a layer are lost' src/lang/builtins/nn/transformer/parts.rs \
    'by_name("attn_mask", mask_value(masks.attention)),' \
    'by_name("attn_mask", { drop(masks.attention); Value::None }),' \
    --test language objects
mutant 'opened: source and target change places' src/nn/weights/foreign.rs \
    '[(false, true), _] | [_, (true, false)] => Ok((one, Some(other))),' \
    '[(false, true), _] | [_, (true, false)] => Ok((other, Some(one))),' \
    --test opened
mutant 'opened: a source is read without its beginning' src/nn/tasks/words/foreign.rs \
    '!is_target && ends.reads_begin.unwrap_or(true)' \
    '!is_target && ends.reads_begin.unwrap_or(false)' \
    --lib nn::tasks

# --- The session ----------------------------------------------------------------------------------------------------------

mutant 'session: files are written in place' src/notebook/disk.rs \
    'let mut new = Beside::create(path, audience)?;' \
    'fs::write(path, content)?; let mut new = Beside::create(path, audience)?;' \
    --lib disk::
mutant 'session: anybody may read it' src/notebook/disk/beside.rs \
    '(None, Audience::Owner) => 0o600' \
    '(None, Audience::Owner) => 0o644' \
    --lib disk::
mutant 'session: a file that is being written is swept' src/notebook/disk/beside.rs \
    'Ok(Err(TryLockError::WouldBlock)) => false' \
    'Ok(Err(TryLockError::WouldBlock)) => true' \
    --lib disk::
mutant 'session: an edit is laid over a text it was not made of' src/notebook/document/sessions.rs \
    'Some(now) if *now == edit.was => Some(' \
    'Some(now) if !now.is_empty() => Some(' \
    --lib no_longer_has_is_kept
mutant 'session: the last line is forgotten' src/notebook/session/text.rs \
    "was.split('\\n').for_each" \
    "was.lines().for_each" \
    --lib bit_for_bit

mutant 'session: what another program did is written over' src/notebook/session/store.rs \
    '*place = self.with_others_work(record, std::mem::take(place));' \
    '*place = record.clone();' \
    --lib session::store
mutant 'session: another text is written over in silence' src/notebook/session/store.rs \
    'Ok(conflict)' \
    'Ok(None)' \
    --lib session::saver
mutant 'session: whose text was written over is not told' src/notebook/session/conflict.rs \
    'mine.is_some() && was == mine && theirs != mine' \
    'mine.is_some() && was != mine && theirs != mine' \
    --lib session::
mutant 'session: what was told counts as known' src/notebook/session/certificate.rs \
    'answers(Answered::is_known)' \
    'answers(Answered::is_right)' \
    --lib session::certificate

# --- The talk -------------------------------------------------------------------------------------------------------------

mutant 'talk: an answer is not kept back' src/tui/model/reading/stage.rs \
    '!stage.answered.contains(question)' \
    'stage.answered.contains(question)' \
    --test screen talk
mutant 'talk: what comes next is seen at once' src/tui/model/reading/stage.rs \
    'slide.end.min(stage.reached.max(self.lesson.at) + 1)' \
    'slide.end' \
    --test screen talk
mutant 'notes: they are exported' src/notebook/export/prose.rs \
    'behind, String::new())' \
    'behind, source[note.place.clone()].to_owned())' \
    --lib export

# --- Lists ----------------------------------------------------------------------------------------------------------------

mutant 'list: everything that is pasted is compared' src/tui/model/finder.rs \
    'const LONGEST_QUERY: usize = 256;' \
    'const LONGEST_QUERY: usize = 1 << 20;' \
    --test screen around
mutant 'list: the cursor of a search goes back to the first' src/tui/model/finder.rs \
    'item.goal == chosen.goal && item.text == chosen.text' \
    'item.goal == chosen.goal && false' \
    --lib finder
mutant 'list: nothing is found until lessons are read, and nobody says so' src/tui/view/finder.rs \
    'model.course.is_none() && !query.trim().is_empty()' \
    'false && !query.trim().is_empty()' \
    --test screen around
mutant 'library: one file that is no text stops the course' src/notebook/library.rs \
    'self.add(entry);
                }
            }' \
    'entry.front.as_ref().map_err(|problems| OpenError::Broken(problems.clone()))?;
                    self.add(entry);
                }
            }' \
    --lib notebook::library
mutant 'library: of two lessons with one id the second is lost' src/notebook/library.rs \
    'self.entries.push(entry);
                }
                _' \
    '}
                _' \
    --lib notebook::library
mutant 'library: names and texts are out of step' src/notebook/library/embedded.rs \
    'Some((parts.next()?, parts.next()?))' \
    'Some((parts.next()?, parts.clone().next()?))' \
    --lib library

# --- The terminal ---------------------------------------------------------------------------------------------------------

mutant 'session: a device is read to its end' src/notebook/disk.rs \
    'file.take(most + 1).read_to_end' \
    'file.take(most << 9).read_to_end' \
    --lib disk::
mutant 'page: nothing that was done is forgotten' src/notebook/document.rs \
    'if self.done.len() == Self::MAX_STEPS' \
    'if self.done.len() == usize::MAX' \
    --lib of_more_steps
mutant 'commands: a control character goes out as it is' src/cli/output.rs \
    'turns || has_no_width || c.is_control()' \
    'turns || has_no_width && c.is_control()' \
    --test hostile commands
mutant 'terminal: any size is believed' src/tui/terminal/bounded.rs \
    'said.width.min(LARGEST.width)' \
    'said.width.max(0)' \
    --lib bounded
mutant 'terminal: keys that are a paste are typed' src/tui/inbox.rs \
    'let is_paste = letters >= PASTE || self.pasting && letters > 0;' \
    'let is_paste = self.pasting && letters > 0;' \
    --test terminals paste_that_comes_as_keys
mutant 'terminal: the end of a paste is typed' src/tui/inbox.rs \
    'self.pasting = is_paste && letters == self.waiting.len() && self.cut;' \
    'self.pasting = false;' \
    --lib tui::inbox
mutant 'terminal: what is typed after a paste is pasted' src/tui/inbox.rs \
    'self.pasting = is_paste && letters == self.waiting.len() && self.cut;' \
    'self.pasting = is_paste && letters == self.waiting.len();' \
    --lib tui::inbox
mutant 'terminal: one that reads no more is waited for' src/tui/terminal.rs \
    'spawn(restore)' \
    'spawn(|| ()).map(|_| restore())' \
    --test terminals reads_no_more
mutant 'terminal: pasting stays bracketed' src/tui/terminal.rs \
    'execute!(out, ReturnMouse, DisableBracketedPaste, ' \
    'execute!(out, ReturnMouse, ' \
    --test pty leaving
mutant 'terminal: an abort leaves it in raw mode' src/tui/terminal/rescue.rs \
    'let _ = tcsetattr(stdin(), OptionalActions::Now, modes)
            .or_else(|_| tcsetattr(stdout(), OptionalActions::Now, modes));' \
    'let _ = modes;' \
    --test pty abort
mutant 'terminal: a stop outlives its continue' src/tui/terminal.rs \
    'if self.job.load(Ordering::SeqCst) != GO_ON {' \
    '{' \
    --test pty stop_with_continue
mutant 'terminal: a paste without an end is waited for' src/tui/inbox/keyboard.rs \
    'heard.elapsed() >= SILENCE' \
    'heard.elapsed() >= 1000 * SILENCE' \
    --test terminals paste_without_end
mutant 'terminal: the mouse is not given back' src/tui/terminal.rs \
    'execute!(out, ReturnMouse, ' \
    'execute!(out, ' \
    --test pty leaving
mutant 'terminal: frames are sent though nothing changed' src/tui/terminal/writer.rs \
    'if self.frame == self.unchanged && prelude.is_empty() {' \
    'if self.frame.is_empty() {' \
    --lib nothing_changes_is_not_sent

# --- Kernels: right on small tensors, wrong on large or strange ones ------------------------------------------------------

mutant 'sum: one running sum' src/tensor/sum.rs \
    'let mut total = 0.0;
    for part in terms.chunks(BLOCK) {
        total += block(part, &f).f64();
    }
    T::of(total)' \
    'terms.iter().fold(T::zero(), |sum, &x| sum + f(x))' \
    --lib tensor::sum
mutant 'sum: columns in one running sum' src/tensor/sum.rs \
    'if self.rows == ROWS {' \
    'if self.rows == usize::MAX {' \
    --lib tensor::sum
mutant 'variance: in one pass' src/tensor/sum.rs \
    'sum_of(values, |x| (x.f64() - mean) * (x.f64() - mean))' \
    'sum_of(values, |x| x * x).f64() - values.len() as f64 * mean * mean' \
    --lib tensor::sum
mutant 'remainder: by the rounded quotient' src/tensor/ops/remainder.rs \
    'let rest = a % b;
    if rest' \
    'let rest = a - (a / b).floor() * b;
    if rest' \
    --lib ops::remainder
mutant 'floor division: of the rounded quotient' src/tensor/ops/remainder.rs \
    'let below = quotient.floor();' \
    'let quotient = a / b;
    let below = quotient.floor();' \
    --lib ops::remainder
mutant 'fmod: rounded down' src/tensor/ops/arithmetic.rs \
    'Self::Fmod => zip(&a, &b, shape, (|a, b| a % b) as fn(T, T) -> T)' \
    'Self::Fmod => zip(&a, &b, shape, modulo as fn(T, T) -> T)' \
    --test laws printed
mutant 'view: of anything' src/tensor/ops/shape.rs \
    'if !self.can_be_viewed(&shape) {' \
    'if false {' \
    --lib tensor::strides
mutant 'strides: a function of each element puts them in order' src/tensor/strides.rs \
    'if inputs.iter().all(|input| input.is_contiguous()) {' \
    'if !inputs.is_empty() {' \
    --lib tensor::strides
mutant 'embedding: ids from the end' src/tensor/ops/index.rs \
    '!(0..rows as i64).contains(*id)' \
    '!(-(rows as i64)..rows as i64).contains(*id)' \
    --test tensor row_is_refused
mutant 'axes: one named twice counts once' src/tensor/ops.rs \
    'if places.contains(&place) {' \
    'if place > ndim {' \
    --test tensor axes

# --- The budget ------------------------------------------------------------------------------------------------------------

mutant 'budget: one operation may take all at once' src/tensor/budget.rs \
    'if bytes > u128::from(self.limits.at_once) {' \
    'if bytes > u128::from(u64::MAX) {' \
    --lib tensor::budget
mutant 'budget: an operation is computed unpaid' src/tensor/ops.rs \
    'budget::charge(|| operation.cost(inputs))?;' \
    '_ = budget::charge(|| OperationCost::NOTHING);' \
    --test language stopping

# --- Builtins --------------------------------------------------------------------------------------------------------------

mutant 'builtins: an argument of the wrong kind counts as not given' src/lang/builtins/from_argument.rs \
    '_ => T::from_argument(argument, interpreter).map(Some),' \
    '_ => Ok(T::from_argument(argument, interpreter).ok()),' \
    --test language kinds
mutant 'builtins: a mask for attention is swallowed' src/lang/builtins/functional.rs \
    'let mask = attention_mask(&query, &key, &attn_mask, is_causal)?;' \
    'attention_mask(&query, &key, &attn_mask, is_causal)?;
        let mask: Option<Tensor> = None;' \
    --test differential

# --- The work -------------------------------------------------------------------------------------------------------------

root=$PWD
target=${CARGO_TARGET_DIR:-$root/target}
tree=$target/mutants/tree
log=$target/mutants/log
# Finished programs go aside, so that nobody starts a mutant by mistake; what is compiled for them is shared.
export CARGO_TARGET_DIR=$target/mutants CARGO_BUILD_BUILD_DIR=$target
export CARGO_TERM_COLOR=never INSTA_UPDATE=no
# A mutant runs once, so optimizing it costs more than it saves. The number of units is nobody else's: what is compiled of our own
# crate is told apart by such settings and by times, not by its folder, and a mutant must never be taken for the program.
unoptimized=(
    --config profile.dev.package.glassformer.opt-level=0
    --config profile.dev.package.glassformer.debug=false
    --config profile.dev.package.glassformer.codegen-units=255
)

copy_the_program() { # with new times, so that cargo looks at every file again
    rm -rf "$tree"
    mkdir -p "$tree"
    tar -cf - --exclude ./target --exclude ./.git . | tar -xmf - -C "$tree"
}

cargo_test() { # cargo_test TEST...: in the copy; what it says goes to the log
    (cd "$tree" && cargo test --locked --quiet "${unoptimized[@]}" "$@") >"$log" 2>&1
}

fail() {
    printf 'mutants: %s\n' "$1" >&2
    [ $# = 1 ] || tail -n 20 "$log" >&2
    exit 1
}

# Every test must pass on the sound program, and must exist.
check_the_tests() { # check_the_tests INDEX...
    local seen='|' index
    for index; do
        case $seen in *"|${tests[index]}|"*) continue ;; esac
        seen+="${tests[index]}|"
        # shellcheck disable=SC2086  # a list of arguments
        cargo_test ${tests[index]} || fail "the sound program fails: cargo test ${tests[index]}" log
        grep -Eq 'ok\. [1-9][0-9]* passed' "$log" || fail "there is no such test: cargo test ${tests[index]}"
    done
}

mutate() { # mutate INDEX: writes the mutant over the copy of its file
    local file=${files[$1]} old=${olds[$1]} text without
    [ -f "$file" ] || fail "${names[$1]}: there is no $file"
    text=$(<"$file")
    without=${text//"$old"/}
    [ "$without" != "$text" ] || fail "${names[$1]}: $file no longer says: $old"
    [ $((${#text} - ${#without})) = ${#old} ] || fail "${names[$1]}: $file says more than once: $old"
    printf '%s\n' "${text/"$old"/"${news[$1]}"}" >"$tree/$file"
}

if [ "${1:-}" = --texts ]; then
    tree=$(mktemp -d)
    trap 'rm -rf "$tree"' EXIT
    for index in "${!names[@]}"; do
        mkdir -p "$tree/$(dirname "${files[index]}")"
        mutate "$index"
    done
    printf '%d mutants stand where they should\n' "${#names[@]}"
    exit
fi

chosen=()
for index in "${!names[@]}"; do
    case ${names[index]} in *"${1:-}"*) chosen+=("$index") ;; esac
done
[ "${#chosen[@]}" != 0 ] || fail "no mutant's name contains \"$1\""

copy_the_program
check_the_tests "${chosen[@]}"
printf 'The tests pass on the sound program (%d s).\n\n%-54s %-32s %s\n' "$SECONDS" MUTANT 'KILLED BY' SECONDS
survivors=0
for index in "${chosen[@]}"; do
    began=$SECONDS
    mutate "$index"
    # shellcheck disable=SC2086
    cargo_test --no-run ${tests[index]} || fail "${names[index]}: the mutant does not compile" log
    verdict=${tests[index]}
    # shellcheck disable=SC2086
    if cargo_test ${tests[index]}; then
        verdict="SURVIVED ${tests[index]}"
        survivors=$((survivors + 1))
    fi
    printf '%-54s %-32s %7d\n' "${names[index]}" "$verdict" $((SECONDS - began))
    cp "${files[index]}" "$tree/${files[index]}"
done
printf '\n%d mutants, %d survived, %d s\n' "${#chosen[@]}" "$survivors" "$SECONDS"
[ "$survivors" = 0 ]
