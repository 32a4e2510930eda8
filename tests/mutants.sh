#!/usr/bin/env bash
# Breaks the program on purpose, one small mistake at a time, and fails when the tests do not notice.
#
#     tests/mutants.sh            every mutant
#     tests/mutants.sh softmax    those whose name contains the word
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

fn filled' \
    '.pow(&Tensor::number(0.0))
}

fn filled' \
    --test golden attention
mutant 'attention: scaled by d_k, not by its root' src/nn/attention.rs \
    'record::leaf(Tensor::number(width as f64), Leaf::Given(Arc::from("d_k"))).sqrt()' \
    'Ok(record::leaf(Tensor::number(width as f64), Leaf::Given(Arc::from("d_k"))))' \
    --test golden attention
mutant 'attention: mask inside out' src/nn/attention.rs \
    'let hidden = keep.eq(&Tensor::integer(0))?;' \
    'let hidden = keep.ne(&Tensor::integer(0))?;' \
    --test golden attention
mutant 'attention: forbidden scores become 0' src/nn/attention.rs \
    'Fill::Safe => f64::NEG_INFINITY,' \
    'Fill::Safe => 0.0,' \
    --test golden attention
mutant 'attention: softmax over the queries' src/nn/attention.rs \
    '_ => masked.softmax(-1)?,' \
    '_ => masked.softmax(-2)?,' \
    --test golden attention
mutant 'attention: an empty row is not empty' src/nn/attention.rs \
    '.softmax(-1)?.masked_fill(&empty, &zero)' \
    '.softmax(-1)' \
    --test golden attention
mutant 'mask: the present is hidden, too' src/nn/mask.rs \
    'DType::Bool).tril(0)' \
    'DType::Bool).tril(-1)' \
    --test golden attention
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
    'lane.mapv_inplace(|x| (x - top).exp());' \
    'lane.mapv_inplace(|x| (x - top * T::zero()).exp());' \
    --test golden attention
mutant 'log_softmax: the logarithm of softmax' src/tensor/ops/softmax.rs \
    'lane.mapv_inplace(|x| (x - top) - log_total);' \
    'lane.mapv_inplace(|x| ((x - top).exp() / log_total.exp()).ln());' \
    --test golden attention
mutant 'softmax: a gradient without its sum' src/tensor/ops/softmax.rs \
    'Ok(vec![Some(weighted.sub(&value.mul(&total)?)?)])' \
    'Ok(vec![Some(weighted.sub(&value.mul(&total)?.mul(&Tensor::number(0.0))?)?)])' \
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
    'values *= &gain.array().reals::<T>();' \
    'values *= &gain.array().reals::<T>().mapv(|_| T::one());' \
    --test golden layer_norm
mutant 'layer norm: a gradient that takes the mean for fixed' src/tensor/ops/norm.rs \
    'let direct = gradient.sub(&gradient.mean(&[-1], true)?)?;' \
    'let direct = gradient.clone();' \
    --test laws gradients
mutant 'variance: n and n-1 swapped' src/tensor/ops/reduce.rs \
    'if unbiased { count as f64 - 1.0 } else { count as f64 }.max(0.0)' \
    'if unbiased { count as f64 } else { count as f64 - 1.0 }.max(0.0)' \
    --test golden layer_norm
mutant 'variance: explained with the other divisor' src/tensor/ops/reduce.rs \
    'let count = elements.len() as f64 - f64::from(u8::from(unbiased));' \
    'let count = elements.len() as f64 - f64::from(u8::from(!unbiased));' \
    --test laws printed
mutant 'relu: a slope below zero' src/tensor/ops/elementwise.rs \
    'if x > T::zero() { T::one() } else { T::zero() }' \
    'if x > T::zero() { T::one() } else { T::of(0.01) }' \
    --test laws gradients
mutant 'gelu: tanh for erf' src/nn/feed_forward.rs \
    'Self::Gelu(form) => x.gelu(form),' \
    'Self::Gelu(_) => x.gelu(Gelu::Tanh),' \
    --test golden feed_forward

# --- Gradients and explanations -------------------------------------------------------------------------------------------

mutant 'sub: a gradient with the wrong sign' src/tensor/ops/arithmetic.rs \
    'Self::Sub => gradient.neg(),' \
    'Self::Sub => Ok(gradient.clone()),' \
    --test laws gradients
mutant 'matmul: a gradient to the wrong factor' src/tensor/ops/matmul.rs \
    'let to_b = sum_to(&a.transpose(-2, -1)?.matmul(&gradient)?, b.shape())?;' \
    'let to_b = sum_to(&a.transpose(-2, -1)?.matmul(&gradient)?.neg()?, b.shape())?;' \
    --test laws gradients
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
    'let to_x = where_(&inputs[1], &zero, gradient)?;' \
    'let to_x = gradient.clone();' \
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
mutant 'record: gradients that meet are not added' src/tensor/record.rs \
    'Some(earlier) => arithmetic::add(&earlier, &gradient)?,' \
    'Some(earlier) => earlier.mul(&Tensor::number(0.0))?.add(&gradient)?,' \
    --test laws gradients

mutant 'digits: cut off, not rounded' src/tensor/digits.rs \
    's if s >= 0.9995 => format!("{x:.2}"),' \
    's if s >= 0.9995 => format!("{:.2}", (x * 100.0).floor() / 100.0),' \
    --test laws printed

# --- The language and the notebook ----------------------------------------------------------------------------------------

mutant 'language: // rounds towards zero' src/lang/evaluate/numbers.rs \
    '{ q - 1 } else { q }' \
    '{ q } else { q }' \
    --test language python_numbers
mutant 'page: undo goes forward' src/notebook/page.rs \
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
    'if !cancel.load(Ordering::Relaxed) {' \
    'if !cancel.load(Ordering::Relaxed) || !program.source.is_empty() {' \
    --lib stopped_has_not_failed

# --- The session ----------------------------------------------------------------------------------------------------------

mutant 'session: files are written in place' src/notebook/session/file.rs \
    'let beside = path.with_file_name(format!("{}{}", prefix(&path), std::process::id()));' \
    'let beside = path.clone();' \
    --test session killing_the_program
mutant 'session: an edit is laid over a text it was not made of' src/notebook/page/sessions.rs \
    'Some(now) if *now == edit.was => Some(' \
    'Some(now) if !now.is_empty() => Some(' \
    --lib no_longer_has_is_kept
mutant 'session: the last line is forgotten' src/notebook/session/text.rs \
    "was.split('\\n').for_each" \
    "was.lines().for_each" \
    --lib bit_for_bit

# --- The terminal ---------------------------------------------------------------------------------------------------------

mutant 'terminal: pasting stays bracketed' src/tui/terminal.rs \
    'execute!(out, DisableMouseCapture, DisableBracketedPaste, ' \
    'execute!(out, DisableMouseCapture, ' \
    --test pty leaving
mutant 'terminal: the mouse is not given back' src/tui/terminal.rs \
    'execute!(out, DisableMouseCapture, ' \
    'execute!(out, ' \
    --test pty leaving
mutant 'terminal: frames are sent though nothing changed' src/tui/terminal/writer.rs \
    'if self.frame == self.unchanged {' \
    'if self.frame.is_empty() {' \
    --lib nothing_changes_is_not_sent

# --- The work -------------------------------------------------------------------------------------------------------------

root=$PWD
target=${CARGO_TARGET_DIR:-$root/target}
tree=$target/mutants/tree
log=$target/mutants/log
# Finished programs go aside, so that nobody starts a mutant by mistake; what is compiled for them is shared.
export CARGO_TARGET_DIR=$target/mutants CARGO_BUILD_BUILD_DIR=$target
export CARGO_TERM_COLOR=never INSTA_UPDATE=no
# A mutant runs once, so optimizing it costs more than it saves.
unoptimized=(--config profile.dev.package.glassformer.opt-level=0 --config profile.dev.package.glassformer.debug=false)

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
    local file=${files[$1]} old=${olds[$1]} text before after
    [ -f "$file" ] || fail "${names[$1]}: there is no $file"
    text=$(<"$file")
    before=${text%%"$old"*}
    [ "$before" != "$text" ] || fail "${names[$1]}: $file no longer says: $old"
    after=${text#*"$old"}
    [ "${after%%"$old"*}" = "$after" ] || fail "${names[$1]}: $file says more than once: $old"
    printf '%s%s%s\n' "$before" "${news[$1]}" "$after" >"$tree/$file"
}

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
