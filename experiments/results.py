"""Writes what the experiments came to as one JSON object: `results.py MODELS VARIANTS RESULTS`.

MODELS is the folder in which run.sh trained; VARIANTS its list, a name and its settings a line; RESULTS the file. What the file has of a
model that is not in the folder stays."""

import json
import pathlib
import sys


def heads(path):
    """What each head does, to three digits, and how many of the sentences are right with all of them."""
    found = json.loads(path.read_text())
    rounded = [{key: round(value, 3) if isinstance(value, float) else value for key, value in head.items()} for head in found]
    return {"right": found[0]["right"]["all"], "heads": rounded}


def of(models, name):
    """How a training went, and what its model does."""
    events = [json.loads(line) for line in (models / f"{name}.events").read_text().splitlines()]
    begun = next(event for event in events if event["event"] == "begin")
    scores = {event["set"]: [event["right"], event["total"]] for event in events if event["event"] == "score"}
    # A training that went on from its checkpoint tells some steps twice, and both times the same.
    validation = {event["step"]: event["right"] for event in events if event["event"] == "validation"}
    loss = {event["step"]: event["loss"] for event in events if event["event"] == "step"}
    every = min(validation)
    mean = lambda step: sum(loss[at] for at in range(step - every + 1, step + 1)) / every
    curve = [[step, round(mean(step), 4), right] for step, right in sorted(validation.items())]
    steps = {int(path.stem.rsplit("-", 1)[1]): heads(path) for path in models.glob(f"{name}-[0-9]*.heads")}
    return {
        "parameters": begun["parameters"],
        "held_out": scores["held out"],
        "unseen": scores["unseen compositions"],
        # After so many steps: the mean loss since the last look, and how many of 100 validation sentences were right.
        "curve": curve,
        **heads(models / f"{name}.heads"),
        "steps": [{"step": step, **steps[step]} for step in sorted(steps)],
    }


def main():
    models, variants, results = pathlib.Path(sys.argv[1]), sys.argv[2].splitlines(), pathlib.Path(sys.argv[3])
    # What was not trained here stays as it was found before.
    known = {result["name"]: result for result in json.loads(results.read_text())} if results.exists() else {}
    found = []
    for name, _, settings in (line.partition(" ") for line in variants):
        if (models / f"{name}.safetensors").exists():
            found.append({"name": name, "settings": settings, **of(models, name)})
        elif name in known:
            found.append(known[name])
    results.write_text(json.dumps(found, separators=(",", ":")) + "\n")


main()
