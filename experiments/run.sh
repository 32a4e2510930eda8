#!/usr/bin/env bash
# Trains the variants of the translator that experiments/README.md compares, one after the other, and writes what came of them to
# experiments/results.json. Each takes about a quarter of an hour on two cores; one that was interrupted goes on where it was.
#
#   experiments/run.sh              # all of them
#   experiments/run.sh one-layer    # this one alone
#
# GLASSFORMER names the program, target/release/glassformer unless said; MODELS the folder for what is trained, experiments/models.
set -euo pipefail
cd "$(dirname "$0")/.."
glassformer=${GLASSFORMER:-target/release/glassformer}
models=${MODELS:-experiments/models}

# What each differs in from the first.
variants='baseline
no-dropout --set dropout=0
one-layer --set layers=1
no-positions --set positions=none
narrow-heads --set d_k=2 --set d_v=2'

train() { # train NAME SETTING...
    local name=$1
    shift
    local at=()
    # The baseline is kept along its training, too.
    [ "$name" != baseline ] || at=(--export-at '250,500,1000,2000,4000,8000,16000')
    "$glassformer" train translation --steps 20000 --warmup 300 --smoothing 0.1 --rate 0.003 --seed 0 --every 500 \
        --set d_model=56 --set d_ff=112 --set layers=2 --set heads=4 --set dropout=0.1 --set tied=true "$@" \
        --save "$models/$name.checkpoint" --resume --export "$models/$name.safetensors" "${at[@]}" --half --json \
        >>"$models/$name.events"
}

measure() { # measure FILE: what each head of a model does, and how many translations are right without it
    [ "${1%.safetensors}.heads" -nt "$1" ] ||
        "$glassformer" translate --weights "$1" --heads=400 --costs --json >"${1%.safetensors}.heads"
}

mkdir -p "$models"
while read -r name settings; do
    [ $# = 0 ] || [[ " $* " == *" $name "* ]] || continue
    if [ ! -e "$models/$name.safetensors" ]; then
        echo "$name: training"
        # shellcheck disable=SC2086 # several words are several settings
        train "$name" $settings
    fi
    for file in "$models/$name".safetensors "$models/$name"-[0-9]*.safetensors; do
        [ ! -e "$file" ] || measure "$file"
    done
done <<<"$variants"
python3 experiments/results.py "$models" "$variants" experiments/results.json
